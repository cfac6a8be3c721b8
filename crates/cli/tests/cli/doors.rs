//! Every game of the registry through every door of the program, by what the game says about
//! itself: a new game is tested here without a line of its own.

use crate::common::{Ran, folder, objects, outplay_with};
use outplay_board::{Board, Limits, families};
use outplay_engine::{Budget, Outcome};
use outplay_games::registry::{Entry, GAMES, Opened};
use outplay_games::{BoardKind, Described, Method, Values};
use serde_json::Value;

/// The words that say an example on the command line.
fn words(entry: &Entry, board: &str, values: &Values) -> Vec<String> {
    let mut words = vec![entry.name().to_owned()];
    if entry.description.board != BoardKind::None {
        words.push(board.to_owned());
    }
    for (name, value) in values.iter() {
        words.push(format!("--{name}"));
        words.push(value.text());
    }
    words
}

fn board(entry: &Entry, name: &str) -> Board {
    match entry.description.board {
        BoardKind::None => Entry::no_board(),
        _ => families::board(name, Limits::BOARD).unwrap(),
    }
}

fn open(entry: &Entry, name: &str, values: &Values) -> Opened {
    let opened = entry.open(board(entry, name), false, values, &|| false);
    opened.unwrap_or_else(|error| panic!("{}: {error}", entry.name()))
}

fn run(command: &str, words: &[String], more: &[&str], input: &str) -> Ran {
    let mut args = vec![command];
    args.extend(words.iter().map(String::as_str));
    args.extend(more);
    outplay_with(&args, input.as_bytes())
}

fn answer(command: &str, words: &[String], more: &[&str]) -> Value {
    let more = [more, &["--json"]].concat();
    let ran = run(command, words, &more, "");
    assert_eq!(ran.status, 0, "{command} {words:?}: {ran:?}");
    objects(&ran.stdout).remove(0)
}

/// What answers say of a start that comes to this for who moves there.
fn said(opened: &Opened, outcome: Outcome) -> (&'static str, String) {
    let game = &*opened.game;
    let description = game.description();
    if description.draws {
        let word = match outcome {
            Outcome::Win => "win",
            Outcome::Lose => "lose",
            Outcome::Draw => "draw",
        };
        return ("outcome", word.to_owned());
    }
    let mover = game.to_move(&game.start());
    let winner = match outcome {
        Outcome::Win => mover,
        _ => mover.other(),
    };
    ("winner", game.player_word(winner).to_owned())
}

#[test]
fn every_game_answers_alike_at_every_door() {
    let folder = folder("doors");
    for entry in GAMES.iter() {
        let description = &entry.description;
        let example = &description.example;
        let words = words(entry, &example.board, &example.values);
        let opened = open(entry, &example.board, &example.values);
        let game = &*opened.game;
        let start = game.start();
        let labels = game.explore(&start, true, 1, &Budget::UNLIMITED).unwrap();
        let value = labels.value(&start, &Budget::UNLIMITED).unwrap();
        let (key, winner) = said(&opened, value.outcome);
        let legal = game.legal_moves(&start);

        for how in ["digraph", "auto"] {
            let solved = answer("solve", &words, &["--method", how]);
            assert_eq!(solved[key], winner, "{words:?}");
            assert_eq!(solved["exact"], true);
        }
        let searched = run("solve", &words, &["--method", "search", "--json"], "");
        match game.endless() {
            None => assert_eq!(objects(&searched.stdout)[0][key], winner, "{words:?}"),
            Some(_) => assert_eq!((searched.status, searched.stdout.as_str()), (2, "")),
        }
        if description.impartial {
            let solved = answer("solve", &words, &["--grundy"]);
            assert_eq!(solved["grundy"].as_u64(), value.grundy.map(u64::from));
        }

        let moves = answer("moves", &words, &[]);
        let list = moves["moves"].as_array().unwrap();
        assert_eq!(list.len(), legal.len(), "{words:?}");
        for m in list {
            let mv = game.parse_move(&m["move"].to_string()).unwrap();
            let after = game.apply(&start, mv);
            let after = labels.value(&after, &Budget::UNLIMITED).unwrap();
            let verdict = match after.outcome.reversed() {
                Outcome::Win => "win",
                Outcome::Lose => "lose",
                Outcome::Draw => "draw",
            };
            assert_eq!(m["verdict"], verdict, "{words:?} {m}");
        }

        let explained = answer("explain", &words, &[]);
        assert_eq!(explained[key], winner, "{words:?}");
        assert!(
            explained["reason"]
                .as_str()
                .is_some_and(|why| why.ends_with('.'))
        );

        let file = folder.join(format!("{}.json", entry.name()));
        let path = file.to_str().unwrap();
        let ran = run("digraph", &words, &["-o", path, "--symmetry"], "");
        assert_eq!(ran.status, 0, "{ran:?}");
        let states: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        let nodes = states["positions"].as_array().unwrap();
        let view = game.state_digraph(Some(&start), true, 1, &Budget::UNLIMITED);
        let count = view.unwrap().digraph().vertex_count();
        assert_eq!(nodes.len(), count, "{words:?}");

        let ran = run(
            "play",
            &words,
            &["--against", "random"],
            "rules\nhint\nquit\n",
        );
        assert_eq!(ran.status, 0, "{ran:?}");
        assert!(ran.stdout.contains(description.rules.as_ref()), "{ran:?}");
        let met = answer(
            "match",
            &words,
            &["--alice", "random", "--bob", "perfect", "--games", "3"],
        );
        assert_eq!(met["games"], 3, "{met}");

        if !game.board_rows().is_ok_and(|rows| rows.is_empty()) {
            let file = folder.join(format!("{}.cert", entry.name()));
            let path = file.to_str().unwrap();
            let proved = answer("prove", &words, &["-o", path]);
            assert_eq!(proved[key], winner, "{words:?}");
            let checked = outplay_with(&["check", path, "--json"], b"");
            assert_eq!(checked.status, 0, "{checked:?}");
            let checked = &objects(&checked.stdout)[0];
            // A game whose rules the certificate says itself is known by what it is called.
            let called = format!("called {}", entry.name());
            let full = checked["full"].as_array().unwrap();
            assert!(
                checked["game"] == entry.name() || full.iter().any(|line| *line == called.as_str()),
                "{checked}"
            );
            let expected = match value.outcome {
                Outcome::Draw => "draw".to_owned(),
                _ => proved["winner"].as_str().map_or_else(
                    || match value.outcome {
                        Outcome::Win => "first".to_owned(),
                        _ => "second".to_owned(),
                    },
                    str::to_owned,
                ),
            };
            assert_eq!(checked["winner"], expected, "{words:?}");
        }

        let help = run("solve", &words[..1], &["--help"], "");
        assert_eq!(help.status, 0);
        for other in GAMES.iter().flat_map(|other| &other.description.parameters) {
            let own = description.parameter(&other.name).is_some();
            let flag = format!("--{} ", other.name);
            assert_eq!(help.stdout.contains(&flag), own, "{words:?} {flag}");
            if !own {
                let foreign = format!("--{}", other.name);
                let ran = run("solve", &words, &[&foreign, "1"], "");
                assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{ran:?}");
                assert!(ran.stderr.contains(&foreign), "{ran:?}");
                assert_eq!(ran.stderr.lines().count(), 1, "{ran:?}");
            }
        }
    }
}

/// A board with more positions than are labelled, which the search settles for every finite
/// game on graphs, by shortcuts or without them.
#[test]
fn boards_too_large_to_label_are_searched() {
    for entry in GAMES.iter() {
        let description = &entry.description;
        let values = &description.example.values;
        if matches!(description.board, BoardKind::None | BoardKind::Directed) {
            continue;
        }
        let name = "ladder:5";
        let opened = open(entry, name, values);
        let game = &*opened.game;
        let start = game.start();
        if game.endless().is_some() {
            continue;
        }
        let effort = outplay_games::Effort {
            method: Method::Search,
            ..outplay_games::Effort::default()
        };
        let analysis = game.analyse(&start, &effort, &Budget::UNLIMITED).unwrap();
        let value = analysis.value(&start, &Budget::UNLIMITED).unwrap();
        let (key, winner) = said(&opened, value.outcome);
        let words = words(entry, name, values);
        let solved = answer("solve", &words, &["--method", "search", "--threads", "1"]);
        assert_eq!(solved[key], winner, "{words:?}");
    }
    // 6×6 has 5,598,861 independent sets (OEIS A006506); the winner is that of Grundy value 0.
    let ran = outplay_with(&["solve", "node-kayles", "grid:6x6", "--json"], b"");
    assert_eq!(objects(&ran.stdout)[0]["exact"], true, "{ran:?}");
    let name = outplay_games::NodeKayles::describe().name;
    assert_eq!(objects(&ran.stdout)[0]["game"], name.as_ref());
}

#[test]
fn completions_and_the_manual_know_every_flag() {
    for line in [
        "completions bash",
        "completions zsh",
        "completions fish",
        "man",
    ] {
        let ran = outplay_with(&line.split(' ').collect::<Vec<_>>(), b"");
        assert_eq!(ran.status, 0, "{line}: {}", ran.stderr);
        for parameter in GAMES.iter().flat_map(|entry| &entry.description.parameters) {
            let name = parameter.name.replace('-', "\\-");
            assert!(ran.stdout.contains(&name), "{line}: no {name}");
        }
    }
}
