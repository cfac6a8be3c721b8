//! `outplay bounds`: the numbers of a graph that belong to the colouring game, and
//! the bounds that strategies and theorems give, side by side.

use crate::args::BoundsArgs;
use crate::boards::{self, Reading, Source};
use crate::checkpoint::Memory;
use crate::limits::Limits;
use crate::number::{self, Known};
use crate::output::{Failed, count, say};
use outplay_board::{Board, Graph, InputError, Shape, embed, numbers};
use outplay_games::{Pass, Side};
use serde_json::{Map, Value as Json, json};
use std::time::Duration;

/// Some numbers of middling graphs are beyond reach; the others should not wait
/// for them for ever.
const TIME: Duration = Duration::from_secs(30);

/// What activation gives for planar boards.
const S4: u32 = 18;

pub(crate) fn run(args: &BoundsArgs) -> Result<(), Failed> {
    let reading = Reading {
        format: args.search.common.format.as_deref(),
        ..Reading::default()
    };
    let mut settled = true;
    let memory = Memory::new(&args.search, "coloring");
    boards::for_each(&args.board, reading, |source| {
        settled &= answer(args, &memory, &source)?;
        Ok(())
    })?;
    memory.finish()?;
    match settled {
        true => Ok(()),
        false => Err(Failed::Unsettled("no number could be settled".to_owned())),
    }
}

/// What a line of the table says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A number of the graph.
    Number,
    /// The game chromatic number, Alice starting, is at least this.
    Lower,
    /// The game chromatic number, Alice starting, is at most this.
    Upper,
}

struct Line {
    /// The key in JSON.
    name: &'static str,
    /// For people.
    title: &'static str,
    kind: Kind,
    known: Known,
    from: &'static str,
}

/// Computes and prints everything about one graph; false if no number was settled.
fn answer(args: &BoundsArgs, memory: &Memory<'_>, source: &Source) -> Result<bool, Failed> {
    let Shape::Undirected(graph) = &source.board.shape else {
        let error = InputError::found("a digraph", "an undirected graph");
        return Err(error.in_source(source.name.as_str()).into());
    };
    let limits = Limits::new(&args.search.common).or_time(TIME);
    let planar = is_planar(&source.board, graph);
    let lines = compute(memory, graph, planar, &limits)?;
    let settled = lines
        .iter()
        .any(|line| line.kind == Kind::Number && line.known.is_exact());
    if args.search.common.json {
        let seconds = limits.elapsed().as_secs_f64();
        say(to_json(source, graph, planar, &lines, seconds).to_string())?;
    } else {
        print(source, graph, planar, &lines)?;
    }
    Ok(settled)
}

/// Every number in turn, each with its share of the time that is left.
fn compute(
    memory: &Memory<'_>,
    graph: &Graph,
    planar: bool,
    limits: &Limits,
) -> Result<Vec<Line>, Failed> {
    let effort = number::by_search(memory)?;
    let chromatic = number::graph_number(&limits.share(7), graph, numbers::chromatic);
    let clique = numbers::clique(graph, &|| limits.ran_out().is_some()).len() as u32;
    let acyclic = number::graph_number(&limits.share(6), graph, numbers::acyclic);
    let col2 = number::graph_number(&limits.share(5), graph, numbers::col2);
    let edcn = number::graph_number(&limits.share(4), graph, numbers::edcn);
    let mut marking = number::game_coloring(graph, Side::Alice, memory, &limits.share(3));

    let degree = graph.max_degree() as u32 + u32::from(graph.vertex_count() > 0);
    let s1 = chromatic.upper.saturating_mul(1 + col2.upper);
    let s2 = acyclic.upper.saturating_mul(1 + acyclic.upper);
    let s3 = (3 * col2.upper).saturating_sub(1);
    marking.upper = marking.upper.min(s3);
    let upper = [degree, marking.upper, s1, s2].into_iter();
    let upper = upper.chain(planar.then_some(S4)).fold(s3, u32::min);
    let board = Board::undirected(graph.clone());
    let game = |first: Side, upper: u32, limits: &Limits| {
        let range = chromatic.lower..=upper;
        number::game_chromatic(&board, first, Pass::None, &effort, range, limits)
    };
    let alice_first = game(Side::Alice, upper, &limits.share(2))?;
    let bob_first = game(Side::Bob, degree, &limits.share(1))?;

    // A bound counts as exact if what it is made of is known exactly.
    let bound = |value: u32, exact: bool| Known {
        lower: if exact { value } else { 0 },
        upper: value,
        reason: (!exact).then(|| "from upper bounds of what it is made of".to_owned()),
    };
    let s1 = bound(s1, chromatic.is_exact() && col2.is_exact());
    let s2 = bound(s2, acyclic.is_exact());
    let s3 = bound(s3, col2.is_exact());
    #[rustfmt::skip]
    let rows = [
        ("game-chromatic", "χ_g", Kind::Number, alice_first, "least k with which Alice wins, Alice first"),
        ("game-chromatic-bob", "χ_g, Bob first", Kind::Number, bob_first, "least k with which Alice wins, Bob first"),
        ("game-coloring", "col_g", Kind::Number, marking, "marking game, whose moves Alice can copy: χ_g ≤ col_g"),
        ("chromatic", "χ", Kind::Number, chromatic, "without so many colours nobody can colour the board: χ ≤ χ_g"),
        ("acyclic", "a", Kind::Number, acyclic, "acyclic chromatic number, for S2"),
        ("col2", "col_2", Kind::Number, col2, "2-colouring number, for S1 and S3"),
        ("edcn", "λ", Kind::Number, edcn, "colours of the Edge-Distinguishing Game"),
        ("clique", "clique", Kind::Lower, bound(clique, true), "vertices that need different colours"),
        ("delta+1", "Δ+1", Kind::Upper, bound(degree, true), "more colours than neighbours: all vertices are safe"),
        ("S1", "S1 = χ·(1+col_2)", Kind::Upper, s1, "answer the least loose backward neighbour, with χ palettes"),
        ("S2", "S2 = a·(a+1)", Kind::Upper, s2, "acyclic colouring with a+1 shades of every colour"),
        ("S3", "S3 = 3·col_2−1", Kind::Upper, s3, "activation along an order for col_2"),
        ("S4", "S4", Kind::Upper, bound(S4, true), "activation on planar boards (best known: 17)"),
    ];
    let lines = rows
        .into_iter()
        .map(|(name, title, kind, known, from)| Line {
            name,
            title,
            kind,
            known,
            from,
        });
    Ok(lines.filter(|line| planar || line.name != "S4").collect())
}

/// Is every component planar?
fn is_planar(board: &Board, graph: &Graph) -> bool {
    let mut number = vec![0; graph.vertex_count()];
    board.plane.is_some()
        || graph.components().iter().all(|vertices| {
            for (&v, i) in vertices.iter().zip(0u32..) {
                number[v as usize] = i;
            }
            let number = &number;
            let edges = vertices.iter().flat_map(|&v| {
                let row = graph.neighbors(v).iter();
                row.map(move |&w| (number[v as usize], number[w as usize]))
            });
            Graph::new(vertices.len(), edges).is_ok_and(|part| embed(&part).is_some())
        })
}

/// The least upper bound, and the lines that give it.
fn best_upper(lines: &[Line]) -> (u32, Vec<&Line>) {
    let bounds = || {
        lines
            .iter()
            .filter(|line| line.kind == Kind::Upper || line.name == "game-coloring")
    };
    let least = bounds().map(|line| line.known.upper).min().unwrap_or(0);
    let by = bounds().filter(|line| line.known.upper == least).collect();
    (least, by)
}

fn to_json(source: &Source, graph: &Graph, planar: bool, lines: &[Line], seconds: f64) -> Json {
    let mut json = Map::new();
    json.insert("board".into(), json!(source.name));
    if let Some(index) = source.index {
        json.insert("index".into(), json!(index));
    }
    json.insert("vertices".into(), json!(graph.vertex_count()));
    json.insert("edges".into(), json!(graph.edge_count()));
    json.insert("planar".into(), json!(planar));
    for line in lines {
        let exact = line.known.is_exact();
        let value = (exact || line.kind != Kind::Number).then_some(line.known.upper);
        let mut entry = Map::new();
        entry.insert("value".into(), json!(value));
        entry.insert("exact".into(), json!(exact));
        if value.is_none() {
            entry.insert("lower".into(), json!(line.known.lower));
            entry.insert("upper".into(), json!(line.known.upper));
        }
        if !exact {
            entry.insert("reason".into(), json!(line.known.reason));
        }
        entry.insert("from".into(), json!(line.from));
        json.insert(line.name.into(), Json::Object(entry));
    }
    let (value, by) = best_upper(lines);
    let by: Vec<&str> = by.iter().map(|line| line.name).collect();
    json.insert("best_upper".into(), json!({ "value": value, "by": by }));
    json.insert("seconds".into(), json!(seconds));
    Json::Object(json)
}

fn print(source: &Source, graph: &Graph, planar: bool, lines: &[Line]) -> Result<(), Failed> {
    say(format!(
        "bounds on {} ({}, {}, {})",
        source.title(),
        count(graph.vertex_count() as u64, "vertex"),
        count(graph.edge_count() as u64, "edge"),
        if planar { "planar" } else { "not planar" },
    ))?;
    let value = |line: &Line| {
        let known = &line.known;
        match line.kind {
            Kind::Number if known.is_exact() => format!("= {}", known.upper),
            Kind::Number => format!("unknown ({}..{})", known.lower, known.upper),
            Kind::Lower => format!("≥ {}", known.upper),
            Kind::Upper => format!("≤ {}", known.upper),
        }
    };
    let width = |text: &dyn Fn(&Line) -> usize| lines.iter().map(text).max().unwrap_or(0);
    let titles = width(&|line| line.title.chars().count());
    let values = width(&|line| value(line).chars().count());
    for line in lines {
        let (title, value) = (line.title, value(line));
        say(format!("  {title:titles$}  {value:values$}  {}", line.from))?;
    }
    let (least, by) = best_upper(lines);
    let by: Vec<&str> = by.iter().map(|line| line.title).collect();
    say(format!(
        "  χ_g ≤ {least} without a search of the game: {}.",
        by.join(", ")
    ))?;
    Ok(())
}
