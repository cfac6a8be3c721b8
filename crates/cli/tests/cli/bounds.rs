//! `bounds` and `number game-coloring`.

use crate::common::{json, objects, outplay, outplay_with};
use serde_json::{Value, json as value};

/// The rows of a table in `tests/data`: the first word and the named columns.
fn table(text: &'static str) -> Vec<(&'static str, Vec<(&'static str, u64)>)> {
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    lines
        .map(|line| {
            let words: Vec<&str> = line.split(',').collect();
            let columns = header.iter().zip(&words).skip(1);
            let columns = columns.map(|(&name, word)| (name, word.parse().unwrap()));
            (words[0], columns.collect())
        })
        .collect()
}

#[test]
fn known_bounds() {
    let rows = table(include_str!("../../../../tests/data/bounds.csv"));
    assert_eq!(rows.len(), 6);
    for (board, columns) in rows {
        // What the limits leave open is not asked about here.
        let ran = outplay(&format!(
            "bounds {board} --time-limit 20s --max-positions 200000 --json"
        ));
        assert!([0, 3].contains(&ran.status), "{ran:?}");
        let answer = objects(&ran.stdout);
        for (name, expected) in columns {
            let exact = value!({ "value": expected, "exact": true });
            let found = &answer[0][name];
            let found = value!({ "value": found["value"], "exact": found["exact"] });
            assert_eq!(found, exact, "{board}: {name}");
            assert!(answer[0][name]["from"].is_string());
        }
    }
}

/// What S1, S2 and S3 promise, as columns of a sweep.
#[test]
fn promised_numbers_are_columns() {
    let rows = table(include_str!("../../../../tests/data/bounds.csv"));
    for (board, columns) in rows {
        let folder = crate::common::folder("promised");
        let ran = outplay(&format!(
            "sweep {board} --ask s1,s2,s3 -o {} -q",
            folder.display()
        ));
        assert_eq!(ran.status, 0, "{ran:?}");
        let ran = outplay(&format!("sweep show {} --to json", folder.display()));
        let row = &objects(&ran.stdout)[0];
        for name in ["s1", "s2", "s3"] {
            let expected = columns
                .iter()
                .find(|(known, _)| known.eq_ignore_ascii_case(name));
            assert_eq!(row[name], expected.unwrap().1, "{board}: {name}");
        }
    }
}

/// Every bound against the game chromatic numbers of all small graphs.
#[test]
fn bounds_are_bounds() {
    let text = include_str!("../../../../tests/data/coloring_small_graphs.csv");
    let rows = table(text);
    let input: Vec<&str> = rows.iter().map(|row| row.0).collect();
    let args = ["bounds", "-", "--format", "graph6", "--json"];
    let ran = outplay_with(&args, input.join("\n").as_bytes());
    assert_eq!(ran.status, 0, "{ran:?}");
    let answers = objects(&ran.stdout);
    assert_eq!(answers.len(), 208);
    for ((graph, columns), (i, answer)) in rows.iter().zip(answers.iter().enumerate()) {
        let column = |name: &str| columns.iter().find(|c| c.0 == name).unwrap().1;
        let number = |name: &str| answer[name]["value"].as_u64().unwrap();
        assert_eq!(answer["index"], i + 1);
        assert_eq!(number("chromatic"), column("chromatic"), "{graph}");
        assert_eq!(number("game-chromatic"), column("chi_g_A"), "{graph}");
        assert_eq!(number("game-chromatic-bob"), column("chi_g_B"), "{graph}");
        assert_eq!(number("game-coloring"), column("col_g_A"), "{graph}");
        for upper in ["delta+1", "S1", "S2", "S3", "game-coloring"] {
            assert!(number(upper) >= column("chi_g_A"), "{graph}: {upper}");
        }
        assert!(number("S3") >= column("col_g_A"), "{graph}");
        assert!(number("clique") <= column("chromatic"), "{graph}");
        assert_eq!(answer["S4"].is_object(), answer["planar"] == true);
    }
    // 1, 2, 4, 11, 33 and 142 graphs with 1 to 6 vertices are planar (OEIS A005470).
    let planar = answers.iter().filter(|answer| answer["planar"] == true);
    assert_eq!(planar.count(), 193);
}

#[test]
fn what_is_not_known_is_called_unknown() {
    let ran = outplay("bounds grid:30x30 --time-limit 1s");
    assert_eq!(ran.status, 3, "{ran:?}");
    assert!(ran.stdout.contains("unknown (2..5)"), "{ran:?}");
    let ran = outplay("bounds random:60,0.3,1 --time-limit 0s --json");
    assert_eq!(ran.status, 3, "{ran:?}");
    let answer = &objects(&ran.stdout)[0];
    let chromatic = &answer["chromatic"];
    assert_eq!(
        (&chromatic["value"], &chromatic["exact"]),
        (&Value::Null, &value!(false))
    );
    assert!(chromatic["lower"].as_u64() < chromatic["upper"].as_u64());
    assert_eq!(answer["S1"]["exact"], false);
    // More colours than the game has, and almost as many on a large board.
    for pairs in [100, 200, 300] {
        let ran = outplay(&format!(
            "bounds cocktail-party:{pairs} --time-limit 1s --json"
        ));
        assert_eq!(ran.status, 3, "{ran:?}");
        let answer = objects(&ran.stdout);
        assert_eq!(answer[0]["chromatic"]["value"], pairs);
        assert_eq!(answer[0]["game-chromatic"]["lower"], pairs);
    }
    let ran = outplay_with(&["bounds", "-", "--format", "digraph6"], b"&AG\n");
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{ran:?}");
}

#[test]
fn game_coloring_numbers() {
    let answer = &json("number game-coloring petersen --json")[0];
    assert_eq!(answer["name"], "game-coloring");
    assert_eq!(
        (&answer["value"], &answer["exact"]),
        (&value!(4), &value!(true))
    );
    assert_eq!(answer["first"], "alice");
    // On the diamond Alice marks an end of the middle edge. If Bob starts with a tip,
    // whatever she does, he can take the other neighbours of an end before that.
    for (first, expected) in [("alice", 3), ("bob", 4)] {
        let board = "edges:0-1,1-2,2-0,1-3,2-3";
        let line = format!("number game-coloring {board} --first {first} --json");
        assert_eq!(json(&line)[0]["value"], expected, "{first}");
    }
    let ran = outplay("number game-coloring random:60,0.1,1 --max-positions 2000 --json");
    assert_eq!(ran.status, 3);
    let answer = &objects(&ran.stdout)[0];
    assert!(answer["lower"].as_u64() < answer["upper"].as_u64());
    assert_eq!(answer["reason"], "the limit of 2000 positions was reached");
    let ran = outplay("number game-coloring grid:20x20");
    assert_eq!(ran.status, 3);
    assert!(
        ran.stdout
            .contains("from 3 to 5 (the search handles up to 128 vertices)"),
        "{ran:?}"
    );
}

/// Each game that is searched on the way had a table of its own, and each reserved a gigabyte.
#[cfg(target_os = "linux")]
#[test]
fn bounds_are_found_where_addresses_are_scarce() {
    for kilobytes in [6_000_000, 1_200_000] {
        let script = format!("ulimit -v {kilobytes}; exec \"$0\" bounds star:3 --json");
        let ran = std::process::Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_outplay")])
            .output()
            .unwrap();
        assert!(ran.status.success(), "{kilobytes}: {ran:?}");
    }
}
