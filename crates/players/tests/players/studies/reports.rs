//! The report of 2013 against its oracle, and the certificates that it names.

use super::work;
use outplay_checker::{Options, check};
use outplay_games::Side;
use outplay_players::studies::Work;
use outplay_players::studies::report::{BOARDS, Sampling, map_coloring};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::BufReader;

const ORACLE: &str = include_str!("../../../../../tests/data/report2013.csv");

/// A quick report: few games, and an exact search that settles everything but
/// the torus with 4 colours.
#[test]
fn the_table_agrees_with_the_exact_columns() {
    let folder = tempfile::tempdir().unwrap();
    let sampling = Sampling {
        as_2013: true,
        alice: "random".to_owned(),
        bob: "random".to_owned(),
        games: 20,
        seed: 3,
    };
    let limited = Work {
        exact_positions: 100_000,
        ..work(2, &|| false)
    };
    let report = map_coloring(folder.path(), Vec::new(), &sampling, &limited, &mut |_| {}).unwrap();
    assert!(report.complete);
    assert_eq!(report.lines.len(), BOARDS.len());
    let mut rows = ORACLE.lines();
    let header: Vec<&str> = rows.next().unwrap().split(',').collect();
    for (line, row) in report.lines.iter().zip(rows) {
        let words: Vec<&str> = row.split(',').collect();
        let column: HashMap<&str, &str> = header.iter().copied().zip(words).collect();
        let number = |name: &str| column[name].parse::<u32>().ok();
        let graph = column["graph"];
        let old = line.old.as_ref().unwrap();
        assert_eq!(old.graph, graph);
        assert_eq!(line.chromatic.value(), number("chromatic"), "{graph}");
        assert_eq!(line.s1.value(), number("exact_strategy1"), "{graph}");
        assert_eq!(line.s2.value(), number("exact_strategy2"), "{graph}");
        assert_eq!(line.s3.value(), number("exact_strategy3"), "{graph}");
        match number("exact_alice_first") {
            Some(value) => assert_eq!(line.exact.value(), Some(value), "{graph}"),
            None => assert!(line.exact.lower <= line.exact.upper && line.exact.upper == 5),
        }
        let contradicts = number("exact_alice_first").is_some_and(|v| v != old.monte_carlo);
        assert_eq!(line.contradicts(), contradicts, "{graph}");
        // Not planar: the torus, Petersen, Grötzsch.
        let planar = !["torus:5x5", "petersen", "grotzsch"].contains(&line.board.name.as_str());
        assert_eq!(line.s4, planar.then_some(18));
    }
    let contradicting: Vec<&str> = report
        .lines
        .iter()
        .filter(|line| line.contradicts())
        .map(|line| line.board.name.as_str())
        .collect();
    assert_eq!(
        contradicting,
        ["grid:2x5", "grid:5x5", "binary-tree:4", "icosahedron"]
    );

    // Every certificate that is named exists and holds.
    let mut proofs = HashMap::new();
    for line in &report.lines {
        // Both sides of the exact number, where it is known; of the torus less is.
        let winners = |k: u32| line.evidence.iter().any(|evidence| evidence.colors == k);
        if let Some(value) = line.exact.value() {
            assert!(
                winners(value)
                    && (value == 1 || winners(value - 1) || value == line.chromatic.lower)
            );
        }
        assert!(!line.evidence.is_empty(), "{}", line.board.name);
        // Alice wins every game with fewer colours only if she wins most of them.
        let readings = (line.mostly, line.always);
        assert!(
            line.always.is_none() || line.mostly <= line.always,
            "{readings:?}"
        );
        assert_eq!(line.sampled, line.always);
        let won = |row: &&outplay_players::studies::Row| row.alice_wins == row.games;
        assert_eq!(
            line.always,
            line.rows.iter().find(won).map(|row| row.colors)
        );
        for evidence in &line.evidence {
            if let Ok(proof) = &evidence.proof {
                let path = folder.path().join("certificates").join(&proof.file);
                let input = BufReader::new(File::open(path).unwrap());
                let checked = check(input, &Options::default()).unwrap();
                let winner = if checked.winner == "alice" {
                    Side::Alice
                } else {
                    Side::Bob
                };
                assert_eq!(winner, evidence.winner);
                assert_eq!(checked.vertices, line.board.board.vertex_count());
                let colors = checked
                    .parameters
                    .iter()
                    .find(|(name, _)| *name == "colors");
                assert_eq!(colors.unwrap().1, evidence.colors.to_string());
                proofs.insert((line.board.name.clone(), evidence.colors), winner);
            }
        }
    }
    for (board, colors, winner) in [
        ("grid:2x5", 3, Side::Bob),
        ("grid:2x5", 4, Side::Alice),
        ("icosahedron", 5, Side::Bob),
        ("icosahedron", 6, Side::Alice),
        ("binary-tree:4", 2, Side::Bob),
        ("binary-tree:4", 3, Side::Alice),
    ] {
        assert_eq!(
            proofs.get(&(board.to_owned(), colors)),
            Some(&winner),
            "{board} {colors}"
        );
    }

    let markdown = fs::read_to_string(folder.path().join("report.md")).unwrap();
    assert!(markdown.contains("certificates/grid-2x5-k3-bob.cert"));
    assert!(markdown.contains("20 games") && markdown.contains("seed 3"));
    let table = fs::read_to_string(folder.path().join("report.csv")).unwrap();
    assert_eq!(table.lines().count(), 12);
    for file in ["report.tex", "report.html"] {
        let text = fs::read_to_string(folder.path().join(file)).unwrap();
        assert!(text.contains("icosahedron"), "{file}");
    }
    // The published shares of P5 with two colours, and what was wrong with the method.
    assert!(markdown.contains("64.3 %, 61.2 %, 62.8 %") && markdown.contains("never tried"));
    let curves = fs::read_to_string(folder.path().join("samples/curves.svg")).unwrap();
    assert_eq!(curves.matches("class=\"curve\"").count(), BOARDS.len());
    assert!(markdown.contains("](samples/curves.svg)"));

    // An interrupted report says so; the same request goes on.
    let again = tempfile::tempdir().unwrap();
    let stopped = map_coloring(
        again.path(),
        Vec::new(),
        &sampling,
        &work(1, &|| true),
        &mut |_| {},
    )
    .unwrap();
    assert!(!stopped.complete);
    let page = fs::read_to_string(again.path().join("report.md")).unwrap();
    assert!(page.contains("not complete"));
}
