//! Settles boards of the two impartial games and prints what it took:
//!
//!     cargo run --release --example impartial -- edge path:12 cycle:12
//!     cargo run --release --example impartial -- cycles --grundy wheel:7 grid:2x6
//!
//! Options: `--grundy`, `--depth-first`, `--threads N`, `--memory MB`.

use outplay_board::{Board, Limits, Shape, families, numbers};
use outplay_engine::Budget;
use outplay_engine::search::{SearchOptions, Table};
use outplay_games::{Cycles, EdgeDistinguishing, Searchable};
use std::time::Instant;

struct Ask {
    grundy: bool,
    options: SearchOptions,
    megabytes: usize,
}

fn report<G: Searchable>(name: &str, game: &G, ask: &Ask) {
    let table = Table::new(ask.megabytes << 20);
    let before = Instant::now();
    let start = game.start();
    let (verdict, positions) = if ask.grundy {
        let report = game.search_grundy(&start, &table, &ask.options, &Budget::UNLIMITED);
        let report = report.expect("a board that fits");
        (format!("grundy {}", report.at_least), report.positions)
    } else {
        let report = game.search_winner(&start, &table, &ask.options, &Budget::UNLIMITED);
        let report = report.expect("a board that fits");
        let winner = if report.wins == Some(true) {
            "first"
        } else {
            "second"
        };
        (winner.to_owned(), report.positions)
    };
    println!(
        "{name:<24} {verdict:<10} {positions:>14} positions {:>10.3} s  table {:.3}",
        before.elapsed().as_secs_f64(),
        table.fill()
    );
}

fn colors(board: &Board) -> u32 {
    match &board.shape {
        Shape::Undirected(graph) => numbers::edcn(graph, &|| false).value().expect("no limit"),
        Shape::Directed(_) => panic!("an undirected board"),
    }
}

fn main() {
    let mut ask = Ask {
        grundy: false,
        options: SearchOptions::default(),
        megabytes: 512,
    };
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().expect("edge or cycles");
    while let Some(argument) = arguments.next() {
        let mut number = || {
            arguments
                .next()
                .and_then(|n| n.parse().ok())
                .expect("a number")
        };
        match argument.as_str() {
            "--grundy" => ask.grundy = true,
            "--threads" => ask.options.threads = number(),
            "--memory" => ask.megabytes = number(),
            name => {
                let board = families::board(name, Limits::BOARD).expect("a board");
                match game.as_str() {
                    "edge" => {
                        let k = colors(&board);
                        let rules = EdgeDistinguishing::new(&board, k).expect("a game");
                        report(&format!("{name} k={k}"), &rules, &ask);
                    }
                    "cycles" => report(name, &Cycles::new(&board).expect("a game"), &ask),
                    other => panic!("{other}: edge or cycles"),
                }
            }
        }
    }
}
