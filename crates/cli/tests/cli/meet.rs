//! Matches, tournaments and learning through the program.

use crate::common::{folder, json, objects, outplay, outplay_in};
use serde_json::Value;
use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Without what differs from run to run.
fn timeless(mut object: Value) -> Value {
    for side in ["alice", "bob"] {
        object[side]["seconds_per_move"] = Value::Null;
    }
    object
}

#[test]
fn perfect_players_reach_the_verified_verdicts() {
    // The winners are those of the rules: χ_g(Petersen) = 4, the edge-distinguishing game
    // on P4 and the 3-prism in the Game of Cycles are won by who is first, and of
    // ten pebbles the multiples of three are lost.
    for (game, winner) in [
        ("coloring petersen -k 3", "bob"),
        ("coloring petersen -k 4", "alice"),
        ("coloring cycle:6 -k 2 --first bob", "alice"),
        ("coloring cycle:8 -k 2 --first bob", "bob"),
        ("edge path:4", "alice"),
        ("edge path:7", "bob"),
        ("cycles prism:3", "alice"),
        ("cycles cycle:4", "bob"),
        ("subtraction --pebbles 10 --take 1,2", "alice"),
        ("subtraction --pebbles 9 --take 1,2", "bob"),
    ] {
        let found = &json(&format!("match {game} -n 5 --json"))[0];
        assert_eq!(found["games"], 5, "{game}");
        assert_eq!(found["sampled"], true);
        assert_eq!(found["complete"], true);
        assert_eq!(found[winner]["wins"], 5, "{game}: {found}");
    }
    let drawn = &json("match token edges:0-1,1-0 --start 0 -n 2 --longest 50 --json")[0];
    assert_eq!(drawn["draws"], 2);
    assert_eq!(drawn["average_length"], 50.0);
}

#[test]
fn a_seed_decides_everything() {
    let match_of = |rest: &str| {
        let line = format!(
            "match coloring grid:3x3 -k 3 --alice mcts:50 --bob smart -n 100 --json {rest}"
        );
        timeless(json(&line)[0].clone())
    };
    let one = match_of("--seed 7 --threads 1");
    assert_eq!(one, match_of("--seed 7 --threads 2"));
    let other = match_of("--seed 8 --threads 2");
    assert_ne!(
        (&one["alice"], &one["average_length"]),
        (&other["alice"], &other["average_length"])
    );
    let wins = |side: &str| one[side]["wins"].as_u64().unwrap();
    assert_eq!(wins("alice") + wins("bob"), 100);
}

#[test]
fn the_table_goes_to_a_file() {
    let folder = folder("meet-table");
    let args = "tournament coloring path:4 -k 2 --players random,perfect,s1 -n 10 -o t.csv --quiet";
    let args: Vec<&str> = args.split(' ').collect();
    let ran = outplay_in(&folder, &args, b"");
    assert_eq!(ran.status, 0, "{ran:?}");
    let table = std::fs::read_to_string(folder.join("t.csv")).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    // Of six ordered pairs s1 can take Alice's side only: four are left, with two starters.
    assert_eq!(lines.len(), 1 + 4 * 2, "{table}");
    assert!(lines[0].starts_with("game,board,colors,first,pass,games,seed,alice_player,"));
    let bobs = lines[1..].iter().filter(|line| line.contains(",s1,"));
    assert_eq!(bobs.count(), 2 * 2);
    assert!(ran.stdout.contains("95 % interval"), "{}", ran.stdout);
}

#[test]
fn a_player_chooses_the_colors() {
    // χ_g of the Petersen graph is 4; S3 promises 3·col₂ − 1 = 14 there.
    for (chooser, colors) in [("perfect", 4), ("s3", 14)] {
        let line = format!("match coloring petersen --colors choose:{chooser} -n 1 --json --quiet");
        assert_eq!(json(&line)[0]["colors"], colors, "{chooser}");
    }
}

#[test]
fn wrong_meetings_are_refused() {
    for (line, expected) in [
        (
            "match coloring petersen -k 3 --alice nobody",
            "player 'nobody'",
        ),
        ("match coloring petersen -k 3 --bob s3", "for Bob"),
        ("match edge path:4 --alice s1", "the game 'coloring'"),
        (
            "match coloring petersen -k 3 --alice mcts:0",
            "simulations '0'",
        ),
        (
            "match coloring petersen -k 3 --alice mcts:9,best=1",
            "option 'best=1'",
        ),
        ("match coloring grid:3x3 -k 0", "from 1 to 255"),
        ("match coloring petersen -k choose:", "choose:"),
        ("match coloring petersen", "--colors is missing"),
        ("match edge path:4 -k choose:perfect", "of coloring"),
        ("solve edge path:4 -k choose:perfect", "of coloring"),
        ("play coloring path:4 -k choose:perfect", "of coloring"),
        ("match chess petersen", "game 'chess'"),
        (
            "match coloring petersen -k 3 --max-positions 9",
            "perfect:positions=N",
        ),
        ("match coloring petersen -k 3 --games 0", "--games"),
        ("match coloring petersen -k 3 -o table.txt", ".csv or .json"),
        (
            "tournament coloring petersen -k 3 --players random",
            "two or more",
        ),
        (
            "tournament coloring petersen -k 3 --players random,random",
            "twice",
        ),
        ("match coloring complete:5 -k 4 --alice s4", "not planar"),
    ] {
        let ran = outplay(line);
        assert_eq!(ran.status, 2, "{line}: {ran:?}");
        assert!(ran.stderr.contains(expected), "{line}: {}", ran.stderr);
        assert_eq!(ran.stdout, "", "{line}");
    }
}

#[test]
fn what_was_played_is_kept() {
    // A game is over in a moment on any machine, and a million are not.
    let line = "match coloring grid:5x5 -k 4 --alice mcts:20 --bob mcts:20 -n 1000000000 --json";
    let ran = outplay(&format!("{line} --time-limit 2s"));
    assert_eq!(ran.status, 3, "{ran:?}");
    let found = &objects(&ran.stdout)[0];
    assert_eq!(found["complete"], false);
    assert!(found["games"].as_u64().unwrap() > 0, "{found}");

    let mut child = Command::new(env!("CARGO_BIN_EXE_outplay"))
        .args(line.split(' '))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(2));
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    if !interrupt.is_ok_and(|status| status.success()) {
        child.kill().unwrap();
        panic!("the program cannot be interrupted");
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let found = &objects(&String::from_utf8(output.stdout).unwrap())[0];
    assert!(found["games"].as_u64().unwrap() > 0, "{found}");
}

#[test]
fn anybody_can_be_played_against() {
    for player in [
        "random",
        "pseudo-smart",
        "perfect",
        "greedy-bob",
        "mcts:20",
        "smart",
    ] {
        let line = format!("play coloring path:3 -k 2 --as alice --against {player} --quiet");
        let args: Vec<&str> = line.split(' ').collect();
        // In the middle she wins whatever follows.
        let ran = crate::common::outplay_with(&args, b"1=1\n0=2\n2=2\n");
        assert_eq!(ran.status, 0, "{ran:?}");
        assert!(
            ran.stdout.contains("Alice wins."),
            "{player}: {}",
            ran.stdout
        );
    }
    let ran = outplay("play coloring path:3 -k 2 --against nobody");
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("player 'nobody'"));
}

#[test]
fn a_shown_game_is_drawn_as_a_strip_of_boards() {
    let folder = folder("strip");
    let file = folder.join("strip.svg");
    let line = "match coloring path:4 -k 4 --alice s3 --bob pseudo-smart -n 1 --show -o";
    let ran = outplay(&format!("{line} {}", file.display()));
    assert_eq!(ran.status, 0, "{ran:?}");
    let svg = fs::read_to_string(file).unwrap();
    // Before the first move and after each of four, and why Alice made hers.
    for part in ["game 1", "1. alice", "4. bob", "game 1, move 1: "] {
        assert!(svg.contains(part), "{part} is missing");
    }
    let ran = outplay("match coloring path:4 -k 3 -n 1 -o strip.svg");
    assert!(ran.status == 2 && ran.stderr.contains("--show"), "{ran:?}");
}

#[test]
fn the_tree_of_a_sampler_can_be_seen() {
    let line =
        "match coloring path:4 -k 2 --alice mcts:300,solver=off,tree=2 --bob random -n 1 --show";
    let ran = outplay(line);
    let told = ran
        .stdout
        .lines()
        .find(|line| line.contains("sampled "))
        .unwrap();
    // Two moves of the tree, each with its games, share and bound.
    assert_eq!(told.matches(" games, ").count(), 2, "{told}");
    assert_eq!(told.matches("bound ").count(), 2, "{told}");
}
