//! Measures the exact search of the colouring game.
//!
//! ```text
//! coloring_bench [--threads N] [--memory MB] [--without NAME]… [BOARD…]
//! coloring_bench --graph6 FILE      χ_g of every graph of a file, both starters
//! ```
//! A board is `grid:5x5:4:alice` or `torus:4x5:4:bob`: colours and who starts.

use outplay_board::Graph;
use outplay_engine::Budget;
use outplay_engine::search::SearchOptions;
use outplay_games::Pass;
use outplay_games::coloring_search::{Question, Shortcuts, Solver};
use std::time::Instant;

const BOARDS: &[&str] = &[
    "grid:4x4:3:alice",
    "grid:4x4:4:alice",
    "torus:3x5:4:alice",
    "grid:2x10:3:bob",
    "grid:4x5:4:alice",
    "torus:4x5:4:alice",
    "grid:5x5:4:alice",
    "grid:4x6:4:alice",
    "grid:4x7:4:alice",
    "grid:4x8:4:alice",
    "grid:5x6:4:alice",
    "torus:5x5:4:alice",
    "grid:6x6:4:alice",
];

fn grid(rows: u32, columns: u32, wrap: bool) -> Graph {
    let mut edges = Vec::new();
    for i in 0..rows {
        for j in 0..columns {
            let mut join = |a: u32, b: u32| edges.push((i * columns + j, a * columns + b));
            if wrap || i + 1 < rows {
                join((i + 1) % rows, j);
            }
            if wrap || j + 1 < columns {
                join(i, (j + 1) % columns);
            }
        }
    }
    Graph::new((rows * columns) as usize, edges).expect("a simple graph")
}

fn graph6(line: &str) -> Graph {
    let bytes: Vec<u8> = line.bytes().map(|b| b - 63).collect();
    let n = u32::from(bytes[0]);
    let pairs = (0..n).flat_map(|b| (0..b).map(move |a| (a, b)));
    let edges = pairs
        .enumerate()
        .filter(|(i, _)| bytes[1 + i / 6] >> (5 - i % 6) & 1 == 1)
        .map(|(_, edge)| edge);
    Graph::new(n as usize, edges).expect("a simple graph")
}

fn main() {
    let mut options = SearchOptions::default();
    let mut shortcuts = Shortcuts::default();
    let mut memory = 1024;
    let mut boards: Vec<String> = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().expect("a value after the option");
        match arg.as_str() {
            "--threads" => options.threads = value().parse().expect("a number"),
            "--memory" => memory = value().parse().expect("megabytes"),
            "--without" => match value().as_str() {
                "safe" => shortcuts.safe = false,
                "tempo" => shortcuts.tempo = false,
                "scattered" => shortcuts.scattered = false,
                "forced" => shortcuts.forced = false,
                "local-colors" => shortcuts.local_colors = false,
                "isomorphism" => shortcuts.isomorphism = false,
                "relaxed" => shortcuts.relaxed = false,
                other => panic!("no shortcut is called {other}"),
            },
            "--graph6" => return numbers(&value(), shortcuts, &options),
            _ => boards.push(arg),
        }
    }
    if boards.is_empty() {
        boards = BOARDS.iter().map(|&board| board.to_owned()).collect();
    }
    println!(
        "{:<22} winner  {:>12} {:>10} {:>6}",
        "board", "positions", "seconds", "fill"
    );
    for board in &boards {
        let fields: Vec<&str> = board.split(':').collect();
        let (rows, columns) = fields[1].split_once('x').expect("ROWSxCOLUMNS");
        let number = |text: &str| text.parse::<u32>().expect("a number");
        let graph = grid(number(rows), number(columns), fields[0] == "torus");
        let colors = number(fields[2]) as usize;
        let question = Question::new(&graph, colors, fields[3] == "alice", Pass::None);
        let begin = Instant::now();
        let solver = Solver::new(memory << 20, shortcuts);
        let report = solver
            .solve(&graph, &question, &options, &Budget::UNLIMITED)
            .expect("a board that is small enough");
        println!(
            "{board:<22} {:<7} {:>12} {:>10.3} {:>5.1}%",
            if report.wins == Some(true) {
                "alice"
            } else {
                "bob"
            },
            report.positions,
            begin.elapsed().as_secs_f64(),
            100.0 * solver.table().fill(),
        );
    }
}

/// χ_g of all graphs of a file: how many graphs there are for each pair of values.
fn numbers(file: &str, shortcuts: Shortcuts, options: &SearchOptions) {
    let text = std::fs::read_to_string(file).expect("a graph6 file");
    let begin = Instant::now();
    let solver = Solver::new(64 << 20, shortcuts);
    let mut counts = std::collections::BTreeMap::new();
    let mut positions = 0;
    for line in text.lines() {
        let graph = graph6(line);
        let number = |alice| {
            let mut positions = 0;
            let least = (1..).find(|&k| {
                let question = Question::new(&graph, k, alice, Pass::None);
                let report = solver
                    .solve(&graph, &question, options, &Budget::UNLIMITED)
                    .expect("a board that is small enough");
                positions += report.positions;
                report.wins == Some(true)
            });
            (least.expect("enough colours"), positions)
        };
        let (alice, bob) = (number(true), number(false));
        positions += alice.1 + bob.1;
        *counts.entry((alice.0, bob.0)).or_insert(0) += 1;
    }
    println!(
        "graphs  {:>12} positions {:>10.3} seconds",
        positions,
        begin.elapsed().as_secs_f64()
    );
    for ((alice, bob), count) in counts {
        println!("{count:>7} with {alice} ({bob})");
    }
}
