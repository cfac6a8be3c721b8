//! `explain`: reasons, and that they agree with `solve`.

use crate::common::{json, objects, outplay, outplay_with};
use serde_json::{Value, json as value};

fn explained(line: &str) -> Value {
    let mut answers = json(&format!("explain {line} --quiet --json"));
    assert_eq!(answers.len(), 1, "{line}");
    let answer = answers.remove(0);
    assert_eq!(answer["verified"], true, "{line}");
    assert!(answer["reason"].is_string() && answer["kind"].is_string());
    answer
}

/// Cycles of even length are won by the second player, of odd length by the first.
#[test]
fn cycles_by_mirrors() {
    for n in [3, 4, 5, 6, 7, 8, 9, 41, 100] {
        let answer = explained(&format!("cycles cycle:{n}"));
        let winner = if n % 2 == 1 { "first" } else { "second" };
        assert_eq!(
            (&answer["winner"], &answer["kind"]),
            (&value!(winner), &value!("mirror"))
        );
        let swaps = answer["involution"].as_array().unwrap();
        // A reflection that keeps the middle of an edge, or two opposite vertices.
        assert_eq!(swaps.len(), (n - 1) / 2, "{n}");
        assert_eq!(answer["wins_at_once_first"], false);
        assert_eq!(answer["winning_moves"].is_array(), n % 2 == 1);
    }
    // 24 edges, settled without a search.
    let answer = explained("cycles grid:4x4");
    assert_eq!(
        (&answer["winner"], &answer["kind"]),
        (&value!("second"), &value!("mirror"))
    );
    assert_eq!(answer["positions"], 0);
}

#[test]
fn every_verdict_is_that_of_solve() {
    for line in [
        "cycles wheel:5",
        "cycles prism:3",
        "cycles fan:4",
        "cycles grid:3x3",
        "cycles octahedron",
        "edge path:7",
        "edge star:4",
        "edge cycle:6",
        "edge wheel:4",
        "coloring petersen -k 3",
        "coloring petersen -k 3 --first bob",
        "coloring grid:4x4 -k 3",
        "coloring crown:5 -k 2 --first bob",
        "coloring binary-tree:4 -k 3",
        "subtraction --pebbles 23 --take 2,5,6",
        "subtraction --pebbles 4,9,6 --take 1,2,7",
    ] {
        let solved = &json(&format!("solve {line} --json"))[0];
        assert_eq!(explained(line)["winner"], solved["winner"], "{line}");
    }
}

#[test]
fn colorings() {
    for (line, winner, kind) in [
        ("petersen -k 4", "alice", "safe"),
        ("grotzsch -k 3", "bob", "chromatic"),
        ("complete:9 -k 8", "bob", "chromatic"),
        ("crown:5 -k 2 --first bob", "alice", "mirror"),
        ("path:3 -k 2", "alice", "mirror"),
        ("grid:2x3 -k 3", "alice", "marking"),
        ("path:3 -k 2 --at 1,-,-", "bob", "win-at-once"),
        ("path:3 -k 2 --at 1,-,2", "bob", "over"),
        ("petersen -k 3", "bob", "digraph"),
        ("grid:4x4 -k 3", "bob", "search"),
    ] {
        let answer = explained(&format!("coloring {line}"));
        assert_eq!(
            (&answer["winner"], &answer["kind"]),
            (&value!(winner), &value!(kind)),
            "{line}"
        );
    }
    let clique = &explained("coloring complete:9 -k 3")["clique"];
    assert_eq!(clique.as_array().unwrap().len(), 4);
}

#[test]
fn heaps_and_tokens() {
    let answer = explained("subtraction --pebbles 10 --take 1,2");
    assert_eq!(
        (&answer["winner"], &answer["kind"]),
        (&value!("first"), &value!("period"))
    );
    assert_eq!(
        (&answer["period"], &answer["preperiod"]),
        (&value!(3), &value!(0))
    );
    assert_eq!(answer["winning_moves"], value!([{ "heap": 0, "take": 1 }]));
    assert!(
        answer["reason"]
            .as_str()
            .unwrap()
            .contains("exactly the multiples of 3")
    );
    // Far beyond counting down.
    let answer = explained("subtraction --pebbles 3000000000000 --take 1,2");
    assert_eq!(answer["winner"], "second");
    let answer = explained("subtraction --pebbles 3,4,5 --take 1,2");
    assert_eq!(
        (&answer["kind"], &answer["grundy"]),
        (&value!("nim-sum"), &value!(3))
    );
    assert_eq!(
        explained("subtraction --pebbles 8,5,8,5 --take 1,2,6")["kind"],
        "mirror"
    );

    let board = b"0 1\n1 2\n2 0\n2 3\n4 4\n4 0\n";
    for (start, outcome, kind) in [
        ("0", "win", "remoteness"),
        ("4", "draw", "draw"),
        ("3", "lose", "over"),
    ] {
        let ran = outplay_with(
            &["explain", "token", "-", "--start", start, "--json"],
            board,
        );
        let answer = &objects(&ran.stdout)[0];
        assert_eq!(
            (&answer["outcome"], &answer["kind"]),
            (&value!(outcome), &value!(kind)),
            "{ran:?}"
        );
    }
    let ran = outplay_with(&["explain", "token", "-", "--start", "0"], board);
    assert!(ran.stdout.contains("0 → 1 → 2 → 3"), "{ran:?}");
}

#[test]
fn limits_and_mistakes() {
    let ran = outplay("explain cycles dodecahedron --time-limit 500ms --json");
    assert_eq!(ran.status, 3, "{ran:?}");
    let answer = &objects(&ran.stdout)[0];
    assert_eq!(
        (&answer["winner"], &answer["verified"]),
        (&Value::Null, &value!(false))
    );
    for line in [
        "explain chess petersen",
        "explain coloring petersen",
        "explain edge",
        "explain coloring path:3 -k 2 --at 1,1,-",
    ] {
        let ran = outplay(line);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{line}");
        assert!(!ran.stderr.is_empty());
    }
    // Several graphs are explained one by one.
    let ran = outplay_with(
        &["explain", "coloring", "-", "-k", "2", "--json"],
        b"Bw\nBW\n",
    );
    let winners: Vec<Value> = objects(&ran.stdout)
        .iter()
        .map(|a| a["winner"].clone())
        .collect();
    assert_eq!(winners, ["bob", "alice"]);
}
