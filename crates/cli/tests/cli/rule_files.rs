//! Games in rule files, at every door of the program.

use crate::common::{folder, outplay_in};
use serde_json::Value;
use std::fs;

#[test]
fn a_rule_file_is_a_game_like_any_other() {
    let folder = folder("rule-file");
    let run = |args: &[&str]| {
        let ran = outplay_in(&folder, args, b"");
        assert_eq!(ran.status, 0, "{args:?}: {}", ran.stderr);
        ran.stdout
    };
    run(&["game", "new", "mine"]);
    assert!(run(&["game", "check", "mine.toml"]).contains("the game is: impartial"));
    let json = run(&["game", "check", "mine.toml", "--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["name"], "mine");

    let json = run(&["solve", "mine.toml", "path:60", "--grundy", "--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["game"], "mine");
    assert_eq!(
        (&json["winner"], &json["grundy"]),
        (&"first".into(), &1.into())
    );
    run(&["moves", "mine.toml", "path:5", "--at", "x,-,-,-,-"]);
    run(&["explain", "mine.toml", "path:5"]);
    run(&["digraph", "mine.toml", "path:3", "-o", "mine.svg"]);
    run(&[
        "tournament",
        "mine.toml",
        "path:5",
        "--players",
        "random,mcts:20,perfect",
        "--games",
        "2",
    ]);

    // Parameters are those of the file.
    let limited = "name = 'limited'\nmarks = 'k'\nlegal = '!(mark in seen)'\nend = 'stuck'\nmoves = 'n'\nsides = ['alice', 'bob']";
    fs::write(folder.join("limited.toml"), limited).unwrap();
    for (moves, winner) in [("2", "bob"), ("3", "alice")] {
        let said = [
            "--colors", "2", "--moves", moves, "--first", "alice", "--json",
        ];
        let json = run(&[&["solve", "limited.toml", "path:3"][..], &said].concat());
        let json: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["winner"], winner);
    }

    // A new file never takes the place of an old one.
    let again = outplay_in(&folder, &["game", "new", "mine"], b"");
    assert_eq!(again.status, 2);
    assert!(again.stderr.contains("the file exists"), "{}", again.stderr);
}

#[test]
fn a_wrong_rule_file_is_refused_with_its_place() {
    let folder = folder("rule-file-wrong");
    let text = "name = \"bad\"\nmarks = 1\nlegal = \"size(sen) == 0\"\n";
    fs::write(folder.join("bad.toml"), text).unwrap();
    for args in [
        &["solve", "bad.toml", "path:3"][..],
        &["game", "check", "bad.toml"],
        &["moves", "bad.toml", "path:3", "--json"],
    ] {
        let ran = outplay_in(&folder, args, b"");
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{args:?}");
        assert!(
            ran.stderr.contains("bad.toml:3: column 15:"),
            "{}",
            ran.stderr
        );
        assert!(ran.stderr.contains("did you mean seen?"), "{}", ran.stderr);
        let caret = ran.stderr.lines().last().unwrap();
        assert_eq!(caret.find('^'), Some(4 + 14), "{}", ran.stderr);
    }
    for args in [
        &["solve", "none.toml", "path:3"][..],
        &["game", "new", "Bad Name"],
        &["solve", "bad.toml", "path:3", "--colors", "3"],
    ] {
        let ran = outplay_in(&folder, args, b"");
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{args:?}");
    }
}

/// A condition of 0.9 kB doubled a text sixty times, and the program died whatever `--memory` said.
#[test]
fn conditions_that_would_grow_without_end_are_refused() {
    let folder = folder("rule-file-huge");
    let doubled = format!(
        "size(marks.map(x, 'aaaaaaaa'){}) > 0",
        ".map(x, x + x)".repeat(60)
    );
    let nested = |open: &str, close: &str| format!("{}true{}", open.repeat(240), close.repeat(240));
    let head = "name = 'x'\nmarks = 1\nlegal = ";
    let condition = |text: &str| format!("{head}\"{text}\"\n");
    for text in [
        condition(&doubled),
        condition(&nested("(", ")")),
        condition(&nested("!", "")),
        condition(&nested("all(x, ", ")")),
        condition(&"a".repeat(15_000)),
        condition(&"a".repeat(1 << 20)),
        format!("{head}{}\n", "[".repeat(15_000)),
        format!("{head}{}\n", "{a = ".repeat(3000)),
        format!("{} = 1\n", vec!["a"; 8000].join(".")),
    ] {
        fs::write(folder.join("x.toml"), &text).unwrap();
        for args in [
            &["game", "check", "x.toml"][..],
            &["solve", "x.toml", "path:4"],
        ] {
            let ran = outplay_in(&folder, args, b"");
            let told = format!("{args:?} {}: {ran:?}", &text[..60]);
            assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{told}");
            assert!(ran.stderr.contains("x.toml"), "{told}");
        }
    }
}
