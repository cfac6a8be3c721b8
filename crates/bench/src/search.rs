//! The exact search: how many positions and seconds a verdict takes, and what the
//! shortcuts save against the same search by plain rules in the same run.

use crate::machine;
use outplay_board::symmetry::canonical_form;
use outplay_board::{Board, Graph, Limits, PlaneGraph, Shape, families, numbers};
use outplay_engine::search::{Ask, Means, PlainSearch, Shortcuts, Table, search};
use outplay_engine::{Budget, Game, Player, Rng, Stop, UpToSymmetry};
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

/// In so many orders of a board's vertices one thread and two are compared: it is luck which of the moves that look
/// alike comes first, and two threads differ from run to run anyway.
const ORDERS: u64 = 9;

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
        "| board | winner | positions | seconds | plain positions | plain seconds | seconds of 1 thread and of 2 | times |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|");
}

fn coloring(gains: &mut Vec<f64>) {
    heading("The colouring game");
    for &(name, colors, side) in COLORING {
        let title = format!("{name}, {colors} colours, {side:?} first");
        gains.extend(row(&title, &board(name), |board| {
            Coloring::new(board, colors, side, Pass::None).expect("a fair board")
        }));
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
        gains.extend(row(&format!("{name}, {colors} colours"), &board, |board| {
            EdgeDistinguishing::new(board, colors).expect("a fair board")
        }));
    }
    println!();
}

fn cycles(gains: &mut Vec<f64>) {
    heading("The Game of Cycles");
    for &name in CYCLES {
        gains.extend(row(name, &board(name), |board| {
            Cycles::new(board).expect("a plane family")
        }));
    }
    println!();
}

fn board(name: &str) -> Board {
    families::board(name, Limits::BOARD).expect("a family that exists")
}

/// The same board with its vertices in another order; 0 is that of the family.
pub(crate) fn in_order(board: &Board, order: u64) -> Board {
    let (Shape::Undirected(graph), 1..) = (&board.shape, order) else {
        return board.clone();
    };
    let n = board.vertex_count();
    let mut name: Vec<u32> = (0..n as u32).collect();
    Rng::new(order).shuffle(&mut name);
    let new = |v: u32| name[v as usize];
    let graph = Graph::new(n, graph.edges().map(|(a, b)| (new(a), new(b)))).expect("a graph");
    let Some(plane) = &board.plane else {
        return Board::undirected(graph);
    };
    let mut rotation = vec![Vec::new(); n];
    for v in 0..n as u32 {
        rotation[new(v) as usize] = plane.rotation(v).iter().map(|&w| new(w)).collect();
    }
    let outer = plane.outer().darts().next().map(|(a, b)| (new(a), new(b)));
    Board::plane(PlaneGraph::new(graph, rotation, outer).expect("an embedding"))
}

/// Settles a game from its start by the search and by plain rules, and compares one thread with two where one takes
/// long enough. Seconds are those of the processor, a thread's share of them with two. Says what two threads gain.
fn row<G: Playable + Described>(
    name: &str,
    board: &Board,
    game: impl Fn(&Board) -> G,
) -> Option<f64> {
    let ask = |game: &G, threads: usize| {
        let table = Table::new(TABLE_BYTES);
        let (found, seconds) = machine::timed(|| {
            game.search(
                &game.start(),
                Ask::Winner,
                &Means::new(&table, threads, &Budget::UNLIMITED),
            )
        });
        let found = found.expect("a board that fits");
        (found, seconds / threads as f64)
    };
    let in_the_middle = |threads: usize, wins: Option<bool>| {
        let mut runs: Vec<f64> = (0..ORDERS)
            .map(|order| {
                let (found, seconds) = ask(&game(&in_order(board, order)), threads);
                assert_eq!(found.wins, wins, "{name}: another order, another winner");
                seconds
            })
            .collect();
        runs.sort_by(f64::total_cmp);
        runs[runs.len() / 2]
    };
    let own = game(board);
    let (one, seconds) = ask(&own, 1);
    let both = (seconds >= COMPARED).then(|| [1, 2].map(|n| in_the_middle(n, one.wins)));
    let game = &own;
    let rules = UpToSymmetry { game, on: true };
    let stop = |positions: u64| (positions > MOST_PLAIN).then_some(Stop::Positions(MOST_PLAIN));
    let budget = Budget {
        stop: &stop,
        ..Budget::UNLIMITED
    };
    let table = Table::new(TABLE_BYTES);
    let plain = PlainSearch {
        game: &rules,
        salt: 0,
    };
    let (report, plain) =
        machine::timed(|| search(&plain, &rules.start(), &Means::new(&table, 1, &budget)));
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
    let gain = both.map(|[one, two]| one / two);
    let compared = match (both, gain) {
        (Some([one, two]), Some(gain)) => format!("{one:.3}, {two:.3} | {gain:.2}"),
        _ => " | ".to_owned(),
    };
    println!(
        "| {name} | {} | {} | {seconds:.3} | {more}{} | {more}{plain:.2} | {compared} |",
        description.sides[side].word, one.positions, report.positions,
    );
    gain
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
    for first in [Side::Alice, Side::Bob] {
        for colors in 1.. {
            let game = Coloring::on(graph.clone(), colors, first, Pass::None);
            let start = game.start();
            let found = game.search(&start, Ask::Winner, &Means::alone(table));
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
