//! `experiment` and `report`.

use crate::common::{folder, objects, outplay, outplay_in};
use serde_json::Value;
use std::fs;

fn in_folder(folder: &std::path::Path, line: &str) -> crate::common::Ran {
    outplay_in(folder, &line.split_whitespace().collect::<Vec<_>>(), b"")
}

#[test]
fn experiments_go_on_and_keep_their_results() {
    let folder = folder("experiment");
    let line = "experiment coloring path:3..5 cycle:5 --colors 2..3 --games 40 --alice random --bob random -o out";
    let ran = in_folder(&folder, &format!("{line} --json"));
    assert_eq!(ran.status, 0, "{ran:?}");
    let rows = objects(&ran.stdout);
    assert_eq!(rows.len(), 8);
    let row = |board: &str, colors: u64| -> &Value {
        let found = rows
            .iter()
            .find(|row| row["board"] == board && row["colors"] == colors);
        found.expect("a row")
    };
    // P3 2, P4 3, C5 3: the verified game chromatic numbers.
    assert_eq!(row("path:3", 2)["winner"], "alice");
    assert_eq!(row("path:4", 2)["winner"], "bob");
    assert_eq!(row("path:4", 3)["winner"], "alice");
    assert_eq!(row("cycle:5", 2)["winner"], "bob");
    assert_eq!(row("cycle:5", 3)["exact"], true);
    assert_eq!(row("cycle:5", 2)["sampled"]["alice_wins"], 0);
    assert_eq!(row("cycle:5", 3)["sampled"]["games"], 40);
    let table = fs::read(folder.join("out/results.csv")).unwrap();
    for file in ["experiment.json", "cells.jsonl", "curves.svg"] {
        assert!(folder.join("out").join(file).is_file(), "{file}");
    }
    // The same again: nothing new is noted. More games are fine, fewer are not.
    let journal = fs::read(folder.join("out/cells.jsonl")).unwrap();
    let ran = in_folder(&folder, &format!("{line} --quiet"));
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
    assert!(
        ran.stdout.contains("cycle:5") && ran.stdout.contains("proven"),
        "{ran:?}"
    );
    assert_eq!(fs::read(folder.join("out/cells.jsonl")).unwrap(), journal);
    assert_eq!(fs::read(folder.join("out/results.csv")).unwrap(), table);
    let ran = in_folder(&folder, &line.replace("40", "39"));
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{ran:?}");
    assert!(
        ran.stderr
            .contains("out: this folder holds another experiment"),
        "{ran:?}"
    );
}

#[test]
fn an_experiment_without_time_says_how_to_go_on() {
    let folder = folder("experiment-stopped");
    let line =
        "experiment coloring petersen --colors 3 --games 200 --alice random --bob random -o out";
    let ran = in_folder(&folder, &format!("{line} --time-limit 0s"));
    assert_eq!(ran.status, 3, "{ran:?}");
    assert!(
        ran.stderr
            .contains("0 of 1 cells are finished; the same command goes on from there (out)"),
        "{ran:?}"
    );
    let ran = in_folder(&folder, line);
    assert_eq!(ran.status, 0, "{ran:?}");
    // Without a name, the folder is named after the question.
    let line = "experiment coloring petersen -k 3 --games 9 --alice random --bob random";
    let ran = in_folder(&folder, &format!("{line} --time-limit 0s"));
    assert_eq!(ran.status, 3, "{ran:?}");
    let usual = "coloring-random-random-petersen";
    assert!(ran.stderr.contains(usual), "{ran:?}");
    let ran = in_folder(&folder, line);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(folder.join(usual).join("curves.svg").exists());
}

#[test]
fn a_ladder_of_bobs() {
    let folder = folder("bobs");
    let line = "experiment bobs petersen --colors 3 --alice random --ladder random,mcts:20,final=max,perfect --games 30 -o out --json";
    let ran = in_folder(&folder, line);
    assert_eq!(ran.status, 0, "{ran:?}");
    let rows = objects(&ran.stdout);
    let bobs: Vec<&str> = rows
        .iter()
        .map(|row| row["bob"].as_str().unwrap())
        .collect();
    assert_eq!(bobs, ["random", "mcts:20,final=max", "perfect"]);
    assert_eq!(rows[2]["sampled"]["alice_wins"], 0);
    assert!(rows.iter().all(|row| row["winner"] == "bob"));
    assert!(folder.join("out/curves.svg").is_file());
}

#[test]
fn smart_learns() {
    let folder = folder("learning");
    let line = "experiment learning cycle:6 --colors 2 --as bob --against random --after 0,500 --games 200 -o out --json";
    let ran = in_folder(&folder, line);
    assert_eq!(ran.status, 0, "{ran:?}");
    let stages = objects(&ran.stdout);
    assert_eq!(stages.len(), 2);
    let lost = |i: usize| stages[i]["sampled"]["alice_wins"].as_u64().unwrap();
    assert!(lost(1) < lost(0), "{stages:?}");
    assert_eq!(
        (&stages[1]["bob"], &stages[1]["after"]),
        (&"smart".into(), &500.into())
    );
    assert_eq!(stages[1]["winner"], "bob");
    assert!(folder.join("out/curves.svg").is_file());
}

#[test]
fn the_report_of_2013() {
    let folder = folder("report");
    let line = "report map-coloring -o out --games 5 --alice random --bob random --max-positions 100000 --exact-limit 60s --json";
    let ran = in_folder(&folder, line);
    assert_eq!(ran.status, 0, "{ran:?}");
    let lines = objects(&ran.stdout);
    assert_eq!(lines.len(), 11);
    let grid = lines
        .iter()
        .find(|line| line["board"] == "grid:2x5")
        .unwrap();
    assert_eq!(grid["game-chromatic"]["value"], 4);
    assert_eq!(grid["2013"]["sampled"], 3);
    assert_eq!(grid["contradicts_2013"], true);
    let certificate = grid["evidence"][1]["certificate"].as_str().unwrap();
    let checked = in_folder(&folder, &format!("check out/{certificate}"));
    assert_eq!(checked.status, 0, "{checked:?}");
    assert!(
        checked.stdout.contains("colors 3") && checked.stdout.contains("Bob wins"),
        "{checked:?}"
    );
    for file in ["report.md", "report.csv", "samples/curves.svg"] {
        assert!(folder.join("out").join(file).is_file(), "{file}");
    }
}

#[test]
fn a_report_of_any_boards() {
    let folder = folder("report-of-any");
    let line =
        "report map-coloring path:4 star:7 -o out --games 20 --alice random --bob random --json";
    let ran = in_folder(&folder, line);
    assert_eq!(ran.status, 0, "{ran:?}");
    let lines = objects(&ran.stdout);
    // P4 needs 3 colours, a star 2 (tests/data/game_chromatic.csv); S1 promises χ(1 + col₂) = 6.
    let values: Vec<_> = lines
        .iter()
        .map(|l| &l["game-chromatic"]["value"])
        .collect();
    assert_eq!(values, [3, 2]);
    for line in &lines {
        assert!(line["2013"].is_null() && line["S1"] == 6, "{line}");
        for from in line["won_from"].as_array().unwrap() {
            assert!((2..=6).contains(&from.as_u64().unwrap()), "{line}");
        }
    }
    for (file, part) in [
        ("report.md", "from "),
        ("report.tex", r"\begin{tabular}"),
        ("report.html", "<td>path:4</td>"),
        ("report.csv", "S1_won_from"),
    ] {
        let text = std::fs::read_to_string(folder.join("out").join(file)).unwrap();
        assert!(
            text.contains(part) && !text.contains("2013 sampled"),
            "{file}: {text}"
        );
    }
}

#[test]
fn wrong_requests() {
    for (line, why) in [
        (
            "experiment coloring path:5..3 --colors 2",
            "the smaller number first",
        ),
        (
            "experiment coloring path:1..5000 --colors 2",
            "at most 1000",
        ),
        (
            "experiment coloring path:3 --colors 0",
            "numbers of colours from 1 to 255",
        ),
        (
            "experiment coloring path:3 --colors 2 --alice nobody",
            "player 'nobody'",
        ),
        ("experiment coloring path:3 --colors 2 --games 0", "0 games"),
        ("experiment coloring nothing:3 --colors 2", "nothing"),
        ("experiment bobs path:3 --colors 2 --ladder ,", "0 cells"),
        ("experiment bobs path:3 --colors 2 --ladder s1", "s1"),
        (
            "experiment coloring path:3 --colors 2 --games 2 --alice random --bob random -o Cargo.toml/x",
            "cannot write",
        ),
        (
            "report map-coloring -o Cargo.toml/x --games 1 --alice random --bob random",
            "cannot write",
        ),
        ("report nothing -o x", "nothing"),
    ] {
        let ran = outplay(line);
        assert_eq!(
            (ran.status, ran.stdout.as_str()),
            (2, ""),
            "{line}: {ran:?}"
        );
        assert!(ran.stderr.contains(why), "{line}: {ran:?}");
    }
}
