//! The numbers of a board that belong to the colouring game, and the bounds that
//! strategies and theorems give, side by side.
//!
//! A board can carry colours. Then its game chromatic number is the least k, from the largest
//! colour on it, with which Alice wins from there with a given side to move. χ, cliques and
//! Δ + 1 bound that as well; what is promised for uncoloured boards only is left out.

use outplay_board::{Board, Graph, InputError, numbers};
use outplay_engine::search::{SearchOptions, Table};
use outplay_engine::{Budget, Game, Outcome, Stop};
use outplay_games::marking::{GameColoring, game_coloring as game_coloring_of};
use outplay_games::{AnyPosition, Coloring, Effort, Failure, Pass, Side, any, coloring};
use std::ops::RangeInclusive;
use std::time::Duration;

/// What activation gives for planar boards.
const S4: u32 = 18;

/// What is known of a number: exact if the bounds meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// It is at least this.
    pub lower: u32,
    /// It is at most this.
    pub upper: u32,
    /// Why the bounds do not meet.
    pub reason: Option<String>,
}

impl Known {
    /// Is it known exactly?
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }
}

/// What a line of the table says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number of the graph.
    Number,
    /// The game chromatic number, Alice starting, is at least this.
    Lower,
    /// The game chromatic number, Alice starting, is at most this.
    Upper,
}

/// A line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The key in JSON.
    pub name: &'static str,
    /// For people.
    pub title: &'static str,
    /// What it says.
    pub kind: Kind,
    /// The value.
    pub known: Known,
    /// Where it comes from.
    pub from: &'static str,
}

impl Line {
    /// The number or the bound, unless only a range is known.
    pub fn value(&self) -> Option<u32> {
        (self.known.is_exact() || self.kind != Kind::Number).then_some(self.known.upper)
    }
}

/// Every line, its name and title and where it comes from, in the order of the table.
#[rustfmt::skip]
const LINES: [(&str, &str, Kind, &str); 13] = [
    ("game-chromatic", "χ_g", Kind::Number, "least k with which Alice wins, Alice first"),
    ("game-chromatic-bob", "χ_g, Bob first", Kind::Number, "least k with which Alice wins, Bob first"),
    ("game-coloring", "col_g", Kind::Number, "marking game, whose moves Alice can copy: χ_g ≤ col_g"),
    ("chromatic", "χ", Kind::Number, "without so many colours nobody can colour the board: χ ≤ χ_g"),
    ("acyclic", "a", Kind::Number, "acyclic chromatic number, for S2"),
    ("col2", "col_2", Kind::Number, "2-colouring number, for S1 and S3"),
    ("edcn", "λ", Kind::Number, "colours of the Edge-Distinguishing Game"),
    ("clique", "clique", Kind::Lower, "vertices that need different colours"),
    ("delta+1", "Δ+1", Kind::Upper, "more colours than neighbours: all vertices are safe"),
    ("S1", "S1 = χ·(1+col_2)", Kind::Upper, "answer a backward neighbour, else a loose one, with χ palettes"),
    ("S2", "S2 = a·(a+1)", Kind::Upper, "acyclic colouring with a+1 shades of every colour"),
    ("S3", "S3 = 3·col_2−1", Kind::Upper, "activation along an order for col_2"),
    ("S4", "S4", Kind::Upper, "activation on planar boards (best known: 17)"),
];

/// What the table may cost.
pub struct Means<'a> {
    /// How to search the game.
    pub effort: &'a Effort,
    /// A table for the marking game, which has keys of its own.
    pub marking: &'a Table,
    /// Positions and bytes of every single search, and when to stop.
    pub budget: &'a Budget<'a>,
    /// The time for all of it; numbers out of reach leave time for the others.
    pub time: Duration,
    /// The time that has passed since some moment.
    pub clock: &'a dyn Fn() -> Duration,
}

/// The table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The lines, in order.
    pub lines: Vec<Line>,
    /// What to know about them.
    pub remarks: Vec<String>,
}

/// What the table says of a board that carries colours.
const COLORED: &str = "the board carries colours: χ_g is the least k, from the largest colour on it, \
     with which Alice wins from there; numbers and bounds of the uncoloured board are left out";

/// The largest colour on a board; 0 if there is none.
fn largest_color(board: &Board) -> u32 {
    board.colors.iter().flatten().copied().max().unwrap_or(0)
}

/// Every number in turn, each with its share of the time that is left. `each` sees
/// the lines as they become known; the answer has them in the order of the table.
///
/// # Errors
/// It is no board of the colouring game.
pub fn table(
    board: &Board,
    planar: bool,
    means: &Means<'_>,
    each: &mut dyn FnMut(&Line),
) -> Result<Bounds, InputError> {
    let graph = crate::graph_of(board)?;
    let largest = largest_color(board);
    let began = (means.clock)();
    let elapsed = move || (means.clock)().saturating_sub(began);
    // One of so many equal parts of the time that is left.
    let share = |parts: u32| elapsed() + means.time.saturating_sub(elapsed()) / parts;
    let stop_at = |until: Duration| {
        move |positions: u64| {
            let late = || Stop::Time(means.time.as_secs_f64());
            (means.budget.stop)(positions).or_else(|| (elapsed() >= until).then(late))
        }
    };
    let mut lines = Vec::with_capacity(LINES.len());
    let mut add = |name: &str, known: &Known| {
        if let Some(&(name, title, kind, from)) = LINES.iter().find(|line| line.0 == name) {
            let known = known.clone();
            let line = Line {
                name,
                title,
                kind,
                known,
                from,
            };
            each(&line);
            lines.push(line);
        }
    };
    let number = |parts: u32, number: GraphNumber| {
        let stop = stop_at(share(parts));
        graph_number(graph, number, &|| stop(0))
    };
    let chromatic = number(7, numbers::chromatic);
    add("chromatic", &chromatic);
    let stop = stop_at(means.time);
    let clique = numbers::clique(graph, &|| stop(0).is_some()).len() as u32;
    add("clique", &bound(clique, true));
    let degree = graph.max_degree() as u32 + u32::from(graph.vertex_count() > 0);
    let degree = degree.max(largest);
    add("delta+1", &bound(degree, true));
    let mut upper = degree;
    if largest == 0 {
        let acyclic = number(6, numbers::acyclic);
        add("acyclic", &acyclic);
        let col2 = number(5, numbers::col2);
        add("col2", &col2);
        let s1 = chromatic.upper.saturating_mul(1 + col2.upper);
        let s2 = acyclic.upper.saturating_mul(1 + acyclic.upper);
        let s3 = (3 * col2.upper).saturating_sub(1);
        add("S1", &bound(s1, chromatic.is_exact() && col2.is_exact()));
        add("S2", &bound(s2, acyclic.is_exact()));
        add("S3", &bound(s3, col2.is_exact()));
        if planar {
            add("S4", &bound(S4, true));
        }
        let edcn = number(4, numbers::edcn);
        add("edcn", &edcn);

        let stop = stop_at(share(3));
        let budget = Budget {
            stop: &stop,
            ..*means.budget
        };
        let threads = means.effort.threads;
        let mut marking = game_coloring(graph, Side::Alice, means.marking, threads, &budget);
        marking.upper = marking.upper.min(s3);
        add("game-coloring", &marking);
        let known = [degree, marking.upper, s1, s2].into_iter();
        upper = known.chain(planar.then_some(S4)).fold(s3, u32::min);
    }
    for (name, first, upper, parts) in [
        ("game-chromatic", Side::Alice, upper, 2),
        ("game-chromatic-bob", Side::Bob, degree, 1),
    ] {
        let stop = stop_at(share(parts));
        let budget = Budget {
            stop: &stop,
            ..*means.budget
        };
        let range = chromatic.lower..=upper;
        let known = game_chromatic(board, first, Pass::None, means.effort, range, &budget)?;
        add(name, &known);
    }
    let place = |line: &Line| LINES.iter().position(|&(name, ..)| name == line.name);
    lines.sort_by_key(place);
    let remark = (largest > 0).then(|| COLORED.to_owned());
    Ok(Bounds {
        lines,
        remarks: remark.into_iter().collect(),
    })
}

/// A bound counts as exact if what it is made of is known exactly.
fn bound(value: u32, exact: bool) -> Known {
    Known {
        lower: if exact { value } else { 0 },
        upper: value,
        reason: (!exact).then(|| "from upper bounds of what it is made of".to_owned()),
    }
}

/// The least upper bound of χ_g, and the lines that give it.
pub fn best_upper(lines: &[Line]) -> (u32, Vec<&Line>) {
    let bounds = || {
        lines
            .iter()
            .filter(|line| line.kind == Kind::Upper || line.name == "game-coloring")
    };
    let least = bounds().map(|line| line.known.upper).min().unwrap_or(0);
    let by = bounds().filter(|line| line.known.upper == least).collect();
    (least, by)
}

/// A number of a graph, as `outplay_board::numbers` gives them.
pub type GraphNumber = fn(&Graph, &dyn Fn() -> bool) -> numbers::Number;

/// What is found of a number before `stop` says why to stop.
pub fn graph_number(graph: &Graph, number: GraphNumber, stop: &dyn Fn() -> Option<Stop>) -> Known {
    let found = number(graph, &|| stop().is_some());
    let reason = match stop() {
        Some(why) => why.to_string(),
        None => "too large to settle exactly".to_owned(),
    };
    Known {
        lower: found.lower,
        upper: found.upper,
        reason: Some(reason),
    }
}

/// The least k with which Alice wins the marking game.
pub fn game_coloring(
    graph: &Graph,
    first: Side,
    table: &Table,
    threads: usize,
    budget: &Budget<'_>,
) -> Known {
    let options = SearchOptions { threads };
    let alice_first = first == Side::Alice;
    let (known, reason) = match game_coloring_of(graph, alice_first, table, &options, budget) {
        Ok(known) => (known, known.stopped.map(|why| why.to_string())),
        Err(too_large) => (GameColoring::at_once(graph), Some(too_large.to_string())),
    };
    Known {
        lower: known.lower,
        upper: known.upper,
        reason,
    }
}

/// The moves of a position of the colouring game take time in proportion to this;
/// beyond, not even the size of the game can be told in good time.
const MOST_WORK: usize = 20_000_000;

/// The least k with which Alice wins with `first` to move, known to lie in a range if the board
/// is uncoloured. On a board that carries colours k is at least the largest of them, and the
/// upper end of the range counts for nothing, because it may be a bound of the uncoloured
/// board: Δ + 1 takes its place. Whether a win with k colours always means a win with k + 1
/// is an open question, so every k is asked in turn.
///
/// # Errors
/// The board is none of the colouring game.
pub fn game_chromatic(
    board: &Board,
    first: Side,
    pass: Pass,
    effort: &Effort,
    range: RangeInclusive<u32>,
    budget: &Budget<'_>,
) -> Result<Known, InputError> {
    let graph = crate::graph_of(board)?;
    let (mut lower, mut upper) = range.into_inner();
    let largest = largest_color(board);
    if largest > 0 {
        lower = lower.max(largest);
        upper = largest.max(graph.max_degree() as u32 + 1);
        // Also where no game is asked about, the colours must be legal.
        position(board, upper, first, pass)?;
    }
    let mut known = Known {
        lower,
        upper,
        reason: None,
    };
    while known.lower < upper {
        let work = board.vertex_count() * known.lower as usize * board.edge_count();
        if known.lower > u8::MAX.into() || work > MOST_WORK {
            known.reason = Some("the board is too large for the game".to_owned());
            break;
        }
        let (game, start) = position(board, known.lower, first, pass)?;
        let (game, start) = (any(game), AnyPosition::new(start));
        let settled = game
            .analyse(&start, effort, budget)
            .and_then(|analysis| analysis.value(&start, budget));
        match settled {
            Ok(value) if (value.outcome == Outcome::Win) == (first == Side::Alice) => {
                known.upper = known.lower;
                break;
            }
            Ok(_) => known.lower += 1,
            Err(Failure::Stopped(stopped)) => {
                known.reason = Some(stopped.to_string());
                break;
            }
            Err(Failure::Input(error)) => return Err(error),
        }
    }
    Ok(known)
}

/// The game with so many colours, and the position that the board shows, with `first` to move.
fn position(
    board: &Board,
    colors: u32,
    first: Side,
    pass: Pass,
) -> Result<(Coloring, coloring::Position), InputError> {
    let graph = crate::graph_of(board)?;
    let most = u8::try_from(colors)
        .map_err(|_| InputError::found(format_args!("{colors} colours"), "at most 255 colours"))?;
    let game = Coloring::on(graph.clone(), most, first, pass);
    let start = match &board.colors {
        Some(row) => game.position(row, first)?,
        None => game.start(),
    };
    Ok((game, start))
}
