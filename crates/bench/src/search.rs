//! The exact search: how many positions and seconds a verdict takes, and what the
//! shortcuts save against the same search by plain rules in the same run.

use crate::machine;
use outplay_board::symmetry::canonical_form;
use outplay_board::{Board, Graph, Limits, Shape, families, numbers};
use outplay_engine::search::{Ask, PlainSearch, SearchOptions, Shortcuts, Table, search};
use outplay_engine::{Budget, Game, Player, Stop, UpToSymmetry};
use outplay_games::{
    Coloring, Cycles, Described, EdgeDistinguishing, Pass, Playable, Side, Values,
};
use std::collections::BTreeSet;

/// Boards of the colouring game: name, colours, who starts.
const COLORING: &[(&str, u32, Side)] = &[
    ("grid:4x4", 3, Side::Alice),
    ("grid:4x4", 4, Side::Alice),
    ("torus:3x5", 4, Side::Alice),
    ("grid:2x10", 3, Side::Bob),
    ("grid:4x5", 4, Side::Alice),
    ("torus:4x5", 4, Side::Alice),
    ("grid:5x5", 4, Side::Alice),
    ("grid:4x6", 4, Side::Alice),
    ("grid:4x7", 4, Side::Alice),
    ("grid:4x8", 4, Side::Alice),
    ("grid:5x6", 4, Side::Alice),
    ("torus:5x5", 4, Side::Alice),
    ("grid:6x6", 4, Side::Alice),
];

const EDGE: &[&str] = &[
    "path:8", "path:10", "path:12", "cycle:10", "cycle:12", "path:14", "cycle:14", "path:16",
    "cycle:16",
];

const CYCLES: &[&str] = &[
    "wheel:5", "wheel:7", "wheel:9", "wheel:11", "prism:5", "grid:2x5", "grid:2x6", "grid:3x4",
];

/// All of these boards: game, board, parameters.
pub(crate) fn boards() -> impl Iterator<Item = (&'static str, &'static str, Values)> {
    let coloring = COLORING.iter().map(|&(name, colors, side)| {
        let values = Values::new().with("colors", u64::from(colors));
        ("coloring", name, values.with("first", side.name()))
    });
    let edge = EDGE.iter().map(|&name| ("edge", name, Values::new()));
    let cycles = CYCLES.iter().map(|&name| ("cycles", name, Values::new()));
    coloring.chain(edge).chain(cycles)
}

const TABLE_BYTES: usize = 1 << 30;

/// The plain search gives up here; so many positions are enough for a ratio.
const MOST_PLAIN: u64 = 500_000;

/// Two threads are compared with one where one takes so many seconds.
const COMPARED: f64 = 0.1;

/// So often two threads search.
const ROUNDS: usize = 5;

/// What is measured together; it adds what two threads gain.
type Part = fn(&mut Vec<f64>);

/// `coloring`, `edge`, `cycles` or `catalogue`; all of them without an argument.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let parts: [(&str, Part); 4] = [
        ("coloring", coloring),
        ("edge", edge),
        ("cycles", cycles),
        ("catalogue", catalogue),
    ];
    let wanted = |name: &str| arguments.is_empty() || arguments.iter().any(|a| a == name);
    if let Some(other) = arguments
        .iter()
        .find(|a| parts.iter().all(|part| part.0 != *a))
    {
        return Err(format!(
            "no part \"{other}\"; there are: coloring, edge, cycles, catalogue"
        ));
    }
    let mut gains = Vec::new();
    for (_, part) in parts.iter().filter(|part| wanted(part.0)) {
        part(&mut gains);
    }
    if !gains.is_empty() {
        let mean = gains.iter().map(|gain: &f64| gain.ln()).sum::<f64>() / gains.len() as f64;
        let boards = gains.len();
        println!(
            "Two threads are {:.2} times as fast as one, as a geometric mean over the {boards} boards that take one thread {COMPARED} s or more.\n",
            mean.exp()
        );
    }
    Ok(())
}

fn heading(title: &str) {
    println!("### {title}\n");
    println!(
        "| board | winner | positions | seconds | positions, 2 threads | seconds, 2 threads | plain positions | plain seconds |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|");
}

fn coloring(gains: &mut Vec<f64>) {
    heading("The colouring game");
    for &(name, colors, side) in COLORING {
        let game = Coloring::new(&board(name), colors, side, Pass::None).expect("a fair board");
        let name = format!("{name}, {colors} colours, {side:?} first");
        gains.extend(row(&name, &game));
    }
    println!();
}

fn edge(gains: &mut Vec<f64>) {
    heading("The Edge-Distinguishing Game");
    for &name in EDGE {
        let board = board(name);
        let Shape::Undirected(graph) = &board.shape else {
            continue;
        };
        let colors = numbers::edcn(graph, &|| false).value().expect("no limit");
        let game = EdgeDistinguishing::new(&board, colors).expect("a fair board");
        gains.extend(row(&format!("{name}, {colors} colours"), &game));
    }
    println!();
}

fn cycles(gains: &mut Vec<f64>) {
    heading("The Game of Cycles");
    for &name in CYCLES {
        let game = Cycles::new(&board(name)).expect("a plane family");
        gains.extend(row(name, &game));
    }
    println!();
}

fn board(name: &str) -> Board {
    families::board(name, Limits::BOARD).expect("a family that exists")
}

/// Settles a game from its start: one thread, two threads, and plain rules. Seconds are those of the processor,
/// a thread's share of them with two. Says what two threads gain where one takes long enough.
fn row<G: Playable + Described>(name: &str, game: &G) -> Option<f64> {
    let ask = |threads: usize| {
        let table = Table::new(TABLE_BYTES);
        let options = SearchOptions { threads };
        let (found, seconds) = machine::timed(|| {
            game.search(
                &game.start(),
                Ask::Winner,
                &table,
                &options,
                &Budget::UNLIMITED,
            )
        });
        let found = found.expect("a board that fits");
        (found, seconds / threads as f64)
    };
    let (one, seconds) = ask(1);
    // Who comes first differs from run to run: the one in the middle.
    let mut runs = [(); ROUNDS].map(|()| ask(2));
    runs.sort_by(|a, b| a.1.total_cmp(&b.1));
    let (two, seconds_two) = &runs[ROUNDS / 2];
    assert_eq!(one.wins, two.wins, "{name}: threads disagree");
    let rules = UpToSymmetry { game, on: true };
    let stop = |positions: u64| (positions > MOST_PLAIN).then_some(Stop::Positions(MOST_PLAIN));
    let budget = Budget {
        stop: &stop,
        ..Budget::UNLIMITED
    };
    let table = Table::new(TABLE_BYTES);
    let plain = PlainSearch::new(&rules);
    let options = SearchOptions { threads: 1 };
    let (report, plain) =
        machine::timed(|| search(&plain, &rules.start(), &table, &options, &budget));
    if let Some(wins) = report.wins {
        assert_eq!(one.wins, Some(wins), "{name}: plain rules disagree");
    }
    let player = match one.wins {
        Some(true) => game.to_move(&game.start()),
        _ => game.to_move(&game.start()).other(),
    };
    let description = G::describe();
    let first = description.starting_side(&game.values());
    let side = match player {
        Player::First => first,
        Player::Second => 1 - first,
    };
    let more = if report.wins.is_none() { "> " } else { "" };
    println!(
        "| {name} | {} | {} | {seconds:.3} | {} | {seconds_two:.3} | {more}{} | {more}{plain:.2} |",
        description.sides[side].word, one.positions, two.positions, report.positions,
    );
    (seconds >= COMPARED).then_some(seconds / seconds_two)
}

/// The game chromatic numbers of all graphs with 7 and with 8 vertices, both starters.
fn catalogue(_: &mut Vec<f64>) {
    println!("### Game chromatic numbers of all graphs, both starters\n");
    println!("| vertices | graphs | positions | processor seconds |");
    println!("|--:|--:|--:|--:|");
    for n in 7..=8 {
        let graphs = all_graphs(n);
        let (positions, seconds) = machine::timed(|| {
            let table = Table::new(64 << 20);
            graphs
                .iter()
                .map(|graph| numbers_of(&table, graph))
                .sum::<u64>()
        });
        println!("| {n} | {} | {positions} | {seconds:.2} |", graphs.len());
    }
    println!();
}

/// How many positions it takes to find χ_g with either player starting.
fn numbers_of(table: &Table, graph: &Graph) -> u64 {
    let mut positions = 0;
    let options = SearchOptions { threads: 1 };
    for first in [Side::Alice, Side::Bob] {
        for colors in 1.. {
            let game = Coloring::on(graph.clone(), colors, first, Pass::None);
            let start = game.start();
            let found = game.search(&start, Ask::Winner, table, &options, &Budget::UNLIMITED);
            let found = found.expect("a board that fits");
            positions += found.positions;
            if found.wins == Some(first == Side::Alice) {
                break;
            }
        }
    }
    positions
}

/// All graphs with so many vertices, one of each isomorphism class.
pub(crate) fn all_graphs(vertices: usize) -> Vec<Graph> {
    let none = vec![Graph::new(0, []).expect("no edges")];
    (0..vertices).fold(none, |graphs, _| one_more_vertex(&graphs))
}

/// All graphs with one vertex more, one of each isomorphism class.
fn one_more_vertex(graphs: &[Graph]) -> Vec<Graph> {
    let mut classes = BTreeSet::new();
    for graph in graphs {
        let n = graph.vertex_count() as u32;
        for neighbors in 0..1u32 << n {
            let new = (0..n).filter(|v| neighbors >> v & 1 == 1).map(|v| (v, n));
            let larger = Graph::new(n as usize + 1, graph.edges().chain(new));
            classes.insert(canonical_form(&larger.expect("a simple graph"), None).class);
        }
    }
    classes.iter().map(|class| class.graph()).collect()
}
