//! Games go to a history file, and come out of it again, through the program.

use crate::common::{folder, json, objects, outplay, outplay_with};
use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn play(file: &Path, game: &str, games: u32, more: &str) -> Vec<serde_json::Value> {
    let file = file.display();
    json(&format!(
        "match {game} --games {games} --history {file} --json {more}"
    ))
}

#[test]
fn a_match_is_listed_shown_and_replayed() {
    let file = folder("history").join("games");
    let path = file.display();
    let random = "--alice random --bob pseudo-smart --seed 3";
    let won = &play(&file, "coloring grid:2x3 -k 3", 30, random)[0];
    let list = json(&format!("history {path} list --json"));
    assert_eq!(list.len(), 30);
    for (side, key) in [("alice", "alice"), ("bob", "bob")] {
        let wins = list.iter().filter(|game| game["winner"] == side).count();
        assert_eq!(won[key]["wins"], wins);
    }
    for (game, number) in list.iter().zip(0..) {
        assert_eq!(game["id"], number + 1);
        assert_eq!(game["number"], number);
        assert_eq!(game["game"], "coloring");
        assert_eq!(game["board"], "grid:2x3");
        assert_eq!(game["parameters"]["colors"], 3);
        assert_eq!(game["first"]["player"], "random");
        assert_eq!(game["second"]["side"], "bob");
        assert_eq!(game["seed"], 3);
    }
    let id = 7;
    let shown = &json(&format!("history {path} show {id} --json"))[0];
    let moves = shown["moves"].as_array().unwrap();
    assert_eq!(shown["length"], moves.len());
    let positions = json(&format!("history {path} replay {id} --json"));
    assert_eq!(positions.len(), moves.len() + 1);
    assert_eq!(positions[0]["position"], "-,-,-,-,-,-");
    for (i, step) in positions.iter().enumerate().skip(1) {
        assert_eq!(step["move"], moves[i - 1]["move"]);
        assert_eq!(step["mover"], ["alice", "bob"][(i - 1) % 2]);
        // The move is what changes on the board.
        let row = |step: &serde_json::Value| -> Vec<String> {
            let text = step["position"].as_str().unwrap();
            text.split(',').map(str::to_owned).collect()
        };
        let (before, after) = (row(&positions[i - 1]), row(step));
        let (vertex, color) = step["move"].as_str().unwrap().split_once('=').unwrap();
        let vertex: usize = vertex.parse().unwrap();
        for v in 0..6 {
            assert_eq!(after[v], if v == vertex { color } else { &before[v] });
        }
    }
    let text = outplay(&format!("history {path} replay {id}")).stdout;
    assert!(text.contains("0---1---2"), "{text}");
    assert!(text.contains("1. Alice plays"), "{text}");
    assert!(text.contains("2. Bob plays"), "{text}");
    let winner = list[id - 1]["winner"].as_str().unwrap();
    let ending = format!(
        "{} won after",
        if winner == "bob" { "Bob" } else { "Alice" }
    );
    assert!(text.contains(&ending), "{text}");
    let text = outplay(&format!("history {path} show {id}")).stdout;
    assert!(
        text.contains(&ending) && text.contains("coloring on grid:2x3, 3 colours, Alice first")
    );
}

#[test]
fn lists_are_narrowed_and_every_game_replays() {
    let file = folder("history-games").join("games");
    let path = file.display();
    let players = "--alice smart --bob random";
    for (game, games) in [
        ("coloring southeast-us -k 4", 2),
        ("coloring cycle:5 -k 3 --first bob --pass bob", 2),
        ("edge path:5", 3),
        ("cycles wheel:4", 2),
        ("token cycle:5 --start 0 --longest 7", 2),
        ("subtraction --pebbles 10 --take 1,2", 1),
    ] {
        play(&file, game, games, players);
    }
    play(
        &file,
        "coloring cycle:5 -k 3",
        1,
        "--alice greedy-bob --bob mcts:20,final=max",
    );
    let ids = |filter: &str| -> Vec<i64> {
        let list = json(&format!("history {path} list --json {filter}"));
        list.iter()
            .map(|game| game["id"].as_i64().unwrap())
            .collect()
    };
    assert_eq!(ids("").len(), 13);
    assert_eq!(ids("--game edge"), [5, 6, 7]);
    assert_eq!(ids("--board cycle:5"), [3, 4, 10, 11, 13]);
    assert_eq!(ids("--board cycle:5 --game coloring --last 2"), [4, 13]);
    assert_eq!(ids("--player mcts"), [13]);
    assert_eq!(ids("--player mcts:20,final=max"), [13]);
    assert_eq!(ids("--player smart").len(), 12);
    assert!(ids("--player nobody").is_empty());
    let text = outplay(&format!("history {path} list --last 2")).stdout;
    assert!(text.contains("The last 2 of 13 games."), "{text}");
    for id in 1..=13 {
        let ran = outplay(&format!("history {path} replay {id}"));
        assert_eq!(ran.status, 0, "{id}: {ran:?}");
        let ended =
            ran.stdout.contains(" won after ") || ran.stdout.contains("A draw after 7 moves");
        assert!(ended, "{id}: {}", ran.stdout);
    }
}

#[test]
fn exports_hold_everything() {
    let folder = folder("history-export");
    let file = folder.join("games");
    let path = file.display();
    play(
        &file,
        "coloring path:5 -k 2",
        25,
        "--alice random --bob random",
    );
    let list = json(&format!("history {path} list --json"));
    let csv = outplay(&format!("history {path} export --to csv"));
    assert_eq!(csv.status, 0);
    let mut rows = csv::Reader::from_reader(csv.stdout.as_bytes());
    let column: HashMap<String, usize> = rows
        .headers()
        .unwrap()
        .iter()
        .enumerate()
        .map(|(i, head)| (head.to_owned(), i))
        .collect();
    let mut lengths = vec![0; list.len()];
    for row in rows.records() {
        let row = row.unwrap();
        let id: usize = row[column["id"]].parse().unwrap();
        lengths[id - 1] += 1;
        assert_eq!(row[column["move_number"]], lengths[id - 1].to_string());
        let won = row[column["winner"]] == row[column["mover"]];
        assert_eq!(&row[column["result"]], if won { "1" } else { "-1" });
        assert_eq!(
            row[column["winner"]],
            *list[id - 1]["winner"].as_str().unwrap()
        );
    }
    for (game, length) in list.iter().zip(lengths) {
        assert_eq!(game["length"], length);
    }
    let out = folder.join("games.json");
    let said = &json(&format!(
        "history {path} export -o {} --json",
        out.display()
    ))[0];
    assert_eq!(said["games"], 25);
    let exported = objects(&std::fs::read_to_string(&out).unwrap());
    for (game, listed) in exported.iter().zip(&list) {
        assert_eq!(game["id"], listed["id"]);
        assert_eq!(
            game["moves"].as_array().unwrap().len() as u64,
            listed["length"].as_u64().unwrap()
        );
    }
    assert_eq!(exported.len(), 25);
    // The board before each move as programs of the two-player game index it.
    let stringified = r#"[{"color":0,"adj":[1]},{"color":0,"adj":[0,2]},{"color":0,"adj":[1,3]},{"color":0,"adj":[2,4]},{"color":0,"adj":[3]}]"#;
    assert_eq!(exported[0]["moves"][0]["graph"], stringified);
    assert!(
        exported[0]["moves"][1]["graph"]
            .as_str()
            .unwrap()
            .contains(r#""color":1"#)
    );
    let ran = outplay(&format!("history {path} export --to csv -o {path}"));
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("the history itself"), "{ran:?}");
    assert_eq!(outplay(&format!("history {path} export")).status, 2);
    assert_eq!(json(&format!("history {path} list --json")).len(), 25);
}

#[test]
fn pruning_says_what_went() {
    let file = folder("history-prune").join("games");
    let path = file.display();
    play(
        &file,
        "coloring path:5 -k 2",
        20,
        "--alice random --bob random",
    );
    play(&file, "edge path:5", 5, "--alice random --bob random");
    let ran = outplay(&format!("history {path} prune"));
    assert_eq!(ran.status, 2);
    assert!(
        ran.stderr.contains("--keep") && ran.stdout.is_empty(),
        "{ran:?}"
    );
    let prune = |words: &str| json(&format!("history {path} prune --json {words}")).remove(0);
    assert_eq!(prune("--older-than 30d")["forgotten"], 0);
    let pruned = prune("--keep 4 --game coloring");
    assert_eq!(
        (&pruned["forgotten"], &pruned["left"]),
        (&16.into(), &9.into())
    );
    let ids = |file: &Path| -> Vec<i64> {
        let list = json(&format!("history {} list --json", file.display()));
        list.iter()
            .map(|game| game["id"].as_i64().unwrap())
            .collect()
    };
    assert_eq!(ids(&file), [17, 18, 19, 20, 21, 22, 23, 24, 25]);
    let text = outplay(&format!("history {path} prune --game edge")).stdout;
    assert!(text.starts_with("Forgot 5 games with "), "{text}");
    assert_eq!(ids(&file), [17, 18, 19, 20]);
}

#[test]
fn files_that_are_no_histories_are_refused() {
    let folder = folder("history-junk");
    let junk = folder.join("junk");
    std::fs::write(&junk, "a\tb\n").unwrap();
    let good = folder.join("good");
    play(
        &good,
        "coloring path:3 -k 2",
        1,
        "--alice random --bob random",
    );
    let damaged = folder.join("damaged");
    let mut bytes = std::fs::read(&good).unwrap();
    let size = bytes.len();
    bytes[20..size].fill(0xA5);
    std::fs::write(&damaged, bytes).unwrap();
    let newer = folder.join("newer");
    let text = std::fs::read_to_string(&good).unwrap();
    assert!(text.contains("\"version\":1,"));
    std::fs::write(&newer, text.replace("\"version\":1,", "\"version\":9,")).unwrap();
    let database = folder.join("database");
    std::fs::write(
        &database,
        [b"SQLite format 3\0".as_slice(), &[0; 4000]].concat(),
    )
    .unwrap();
    for (file, expected) in [
        (folder.join("missing"), "cannot read"),
        (folder.clone(), "not an Outplay history"),
        (junk.clone(), "not an Outplay history"),
        (damaged, "not an Outplay history"),
        (newer, "found version 9"),
        (database, "an SQLite database"),
    ] {
        for action in [
            "list",
            "list --json",
            "replay 1",
            "export --to csv",
            "prune --keep 1",
        ] {
            let ran = outplay(&format!("history {} {action}", file.display()));
            assert_eq!(ran.status, 2, "{action}: {ran:?}");
            assert!(ran.stderr.contains(expected), "{action}: {ran:?}");
            assert_eq!(ran.stderr.lines().count(), 1, "{action}: {ran:?}");
            assert!(ran.stdout.is_empty(), "{action}: {ran:?}");
        }
    }
    let junk = junk.display();
    for words in [
        format!("--alice random --bob random --history {junk}"),
        format!("--alice smart:{junk} --bob random"),
        format!("--alice smart:{}/missing --bob random", folder.display()),
    ] {
        let ran = outplay(&format!("match coloring path:3 -k 2 {words}"));
        assert_eq!(ran.status, 2, "{ran:?}");
        assert!(ran.stdout.is_empty(), "{ran:?}");
    }
    assert_eq!(std::fs::read(folder.join("junk")).unwrap(), b"a\tb\n");
    let ran = outplay(&format!("history {} show 2", good.display()));
    assert_eq!(ran.status, 2);
    assert!(
        ran.stderr
            .contains("found game number 2, expected a number of the list, from 1 to 1")
    );
}

#[test]
fn a_torn_last_line_is_told_and_the_rest_is_there() {
    let file = folder("history-torn").join("games");
    let path = file.display();
    let random = "--alice random --bob random";
    play(&file, "coloring path:5 -k 2", 3, random);
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, &text[..text.len() - 10]).unwrap();
    for action in ["list --json", "export --to json"] {
        let ran = outplay(&format!("history {path} {action}"));
        assert_eq!((ran.status, ran.stdout.lines().count()), (0, 2), "{ran:?}");
        let told = format!("{path}:4: the last line is no whole game");
        assert!(ran.stderr.contains(&told), "{ran:?}");
    }
    play(&file, "coloring path:5 -k 2", 1, random);
    let ran = outplay(&format!("history {path} list --json"));
    assert_eq!((ran.stderr.as_str(), ran.stdout.lines().count()), ("", 3));
}

fn start_match(file: &Path, games: &str, seed: &str) -> std::process::Child {
    Command::new(env!("CARGO_BIN_EXE_outplay"))
        .args(["match", "coloring", "grid:2x3", "-k", "3"])
        .args([
            "--alice", "smart", "--bob", "random", "--quiet", "--games", games,
        ])
        .args(["--seed", seed, "--history"])
        .arg(file)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts")
}

#[test]
fn matches_at_the_same_time_write_one_file() {
    let file = folder("history-many").join("games");
    let started: Vec<_> = ["1", "2", "3", "4"]
        .into_iter()
        .map(|seed| start_match(&file, "400", seed))
        .collect();
    for mut child in started {
        assert!(child.wait().unwrap().success());
    }
    let list = json(&format!("history {} list --json", file.display()));
    assert_eq!(list.len(), 1600);
    for seed in 1..=4 {
        let numbers = list.iter().filter(|game| game["seed"] == seed);
        let numbers: Vec<u64> = numbers
            .map(|game| game["number"].as_u64().unwrap())
            .collect();
        assert_eq!(numbers, (0..400).collect::<Vec<_>>());
    }
}

#[test]
fn a_killed_match_leaves_a_good_file() {
    let file = folder("history-killed").join("games");
    let mut child = start_match(&file, "1000000000", "1");
    let deadline = Instant::now() + Duration::from_secs(60);
    let games = || -> usize {
        let words = ["history", file.to_str().unwrap(), "list", "--json"];
        outplay_with(&words, b"").stdout.lines().count()
    };
    while games() < 500 {
        assert!(Instant::now() < deadline, "nothing was written");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let left = games();
    assert!(left >= 500);
    let path = file.display();
    assert_eq!(outplay(&format!("history {path} replay {left}")).status, 0);
    play(
        &file,
        "coloring grid:2x3 -k 3",
        10,
        "--alice smart --bob random",
    );
    assert_eq!(games(), left + 10);
    let pruned = &json(&format!("history {path} prune --keep 100 --json"))[0];
    assert_eq!(pruned["forgotten"], left - 90);
    assert_eq!(games(), 100);
}

#[test]
fn smart_gets_better_from_match_to_match() {
    let file = folder("history-smart").join("games");
    let wins = |seed: u32| {
        let words = format!("--alice random --bob smart:,explore=0.2 --seed {seed}");
        let won = play(&file, "coloring grid:2x4 -k 3", 300, &words);
        won[0]["bob"]["wins"].as_u64().unwrap()
    };
    // With 3 colours Bob wins on the 2×4 grid (its χ_g is 4).
    let first = wins(1);
    let _second = wins(2);
    let third = wins(3);
    assert!(
        first < 240 && third > first + 30 && third > 240,
        "{first} then {third}"
    );
}
