//! Certificates for games whose winners other programs found.

use crate::common::{Statement, sealed};
use crate::kayles::Writer;
use outplay_board::embedding::embed_board;
use outplay_board::{Limits, Shape, families};
use outplay_checker::{Options, check};
use outplay_engine::Budget;
use outplay_engine::search::Table;
use outplay_games::certificate::{Claim, Proving, Uncertified};
use outplay_games::{
    AnyGame, Coloring, Cycles, EdgeDistinguishing, Effort, Failure, Method, Pass, Side, any,
};
use std::sync::Arc;

/// Settles by the complete digraph.
fn by_digraph() -> Effort {
    Effort {
        method: Method::Labels,
        table: Arc::new(Table::new(0)),
        ..Effort::default()
    }
}

/// The rows of a CSV file of the repository without its header; fields may be quoted.
fn rows(file: &str) -> Vec<Vec<String>> {
    let path = format!("{}/../../tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let fields = |line: &str| {
        let parts = line.split('"').enumerate();
        let marked = parts.map(|(i, part)| match i % 2 {
            0 => part.replace(',', "\t"),
            _ => part.to_owned(),
        });
        let line: String = marked.collect();
        line.split('\t').map(str::to_owned).collect()
    };
    let lines = text.lines().skip(1).filter(|line| !line.starts_with('#'));
    lines.map(fields).collect()
}

/// Who wins by a checked certificate, with and without lemmas; nobody if the
/// game is too large for a test.
fn winner(game: &dyn AnyGame) -> Option<String> {
    let small = Budget {
        positions: 5_000,
        ..Budget::UNLIMITED
    };
    let mut winners = Vec::new();
    for strict in [true, false] {
        let mut certificate = Vec::new();
        let proving = Proving {
            game,
            claim: Claim::Winner,
            lemmas: !strict,
            budget: &small,
        };
        match proving.prove(&game.start(), &by_digraph(), &mut certificate) {
            Ok(_) => {}
            Err(Uncertified::Failure(Failure::Stopped(_))) => continue,
            Err(error) => panic!("{error}"),
        }
        let checked = check(&certificate[..], &Options { strict }).unwrap();
        winners.push(checked.winner);
    }
    winners.dedup();
    assert!(winners.len() < 2, "{winners:?}");
    winners.pop()
}

#[test]
fn coloring_on_all_graphs_with_up_to_five_vertices() {
    let alice = Side::Alice;
    let variants = [
        (4, alice, Pass::None),
        (5, Side::Bob, Pass::None),
        (6, alice, Pass::Alice),
        (7, alice, Pass::Bob),
        (8, Side::Bob, Pass::Alice),
        (9, Side::Bob, Pass::Bob),
    ];
    let mut count = 0;
    for row in rows("coloring_small_graphs.csv") {
        let number = |i: usize| row[i].parse::<u32>().unwrap();
        if number(1) > 5 {
            continue;
        }
        let board = families::board(&format!("graph6:{}", row[0]), Limits::BOARD).unwrap();
        for (column, first, pass) in variants {
            // The least number of colours with which Alice wins.
            for k in 1..=number(column) {
                let game = Coloring::new(&board, k, first, pass).unwrap();
                let expected = if k < number(column) { "bob" } else { "alice" };
                let found = winner(&*any(game));
                assert_eq!(
                    found.as_deref(),
                    Some(expected),
                    "{row:?} {first:?} {pass:?} {k}"
                );
                count += 1;
            }
        }
    }
    assert!(count > 500);
}

#[test]
fn game_chromatic_numbers() {
    let mut count = 0;
    for row in rows("game_chromatic.csv") {
        let board = families::board(&row[0], Limits::BOARD).unwrap();
        // Larger boards take long without the exact search.
        if board.vertex_count() > 10 {
            continue;
        }
        for (column, first) in [(1, Side::Alice), (2, Side::Bob)] {
            let Ok(number) = row[column].parse::<u32>() else {
                continue;
            };
            for k in 1..=number {
                let game = Coloring::new(&board, k, first, Pass::None).unwrap();
                let expected = if k < number { "bob" } else { "alice" };
                if let Some(found) = winner(&*any(game)) {
                    assert_eq!(found, expected, "{row:?} {first:?} {k}");
                    count += 1;
                }
            }
        }
    }
    assert!(count > 80, "{count}");
}

#[test]
fn edge_and_cycles() {
    let mut count = 0;
    for row in rows("winners.csv") {
        let mut board = families::board(&row[1], Limits::BOARD).unwrap();
        let game: Arc<dyn AnyGame> = match (row[0].as_str(), row[2].parse()) {
            ("edge", Ok(colors)) => any(EdgeDistinguishing::new(&board, colors).unwrap()),
            ("cycles", _) => {
                embed_board(&mut board, false, None).unwrap();
                any(Cycles::new(&board).unwrap())
            }
            _ => continue,
        };
        if let Some(found) = winner(&*game) {
            assert_eq!(found, row[3], "{row:?}");
            count += 1;
        }
    }
    assert!(count > 45, "{count}");
}

/// Grundy values from the literature (paths are Dawson's Kayles) and other programs.
#[test]
fn node_kayles() {
    let dawson = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3];
    let paths = dawson.into_iter().enumerate().skip(1);
    let grids = [2, 1, 1, 0, 3].into_iter().zip(1..);
    let boards = paths
        .map(|(n, value)| (format!("path:{n}"), value))
        .chain(grids.map(|(value, n)| (format!("grid:3x{n}"), value)))
        .chain([("petersen".to_owned(), 1), ("grotzsch".to_owned(), 2)]);
    for (name, value) in boards {
        let board = families::board(&name, Limits::BOARD).unwrap();
        let Shape::Undirected(graph) = &board.shape else {
            panic!("{name} is undirected");
        };
        let edges: Vec<_> = graph
            .edges()
            .map(|(a, b)| (a as usize, b as usize))
            .collect();
        for closed in [false, true] {
            let writer = Writer::new(graph.vertex_count(), &edges, closed, Vec::new());
            let certificate = sealed(&writer.write(0));
            let checked = check(certificate.as_bytes(), &Options { strict: !closed });
            let expected = if value == 0 { "second" } else { "first" };
            assert_eq!(checked.unwrap().winner, expected, "{name}");
            let statement = Statement::read(&certificate);
            assert_eq!(statement.value("winner"), expected);
            if graph.vertex_count() <= 10 {
                assert_eq!(statement.truth(), expected);
            }
        }
    }
}
