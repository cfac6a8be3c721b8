//! Moves that are called alike against the verdicts of each, and against numbers known by hand.

use outplay_board::Limits;
use outplay_service::{Ask, AskMoves, Host, How, Moves, Opened, Setup, Told};
use serde_json::{from_value, json};
use std::collections::{BTreeMap, BTreeSet};

fn open(setup: serde_json::Value) -> Opened {
    let setup: Setup = from_value(setup).unwrap();
    setup.open(Limits::BOARD, &|| false).unwrap()
}

fn judged(opened: &Opened, at: Option<&str>, no_symmetry: bool) -> Moves {
    let how = How {
        no_symmetry,
        ..How::default()
    };
    let asked = AskMoves {
        at: at.map(str::to_owned),
        how,
        ..AskMoves::default()
    };
    Host::alone(|host| asked.answer(opened, host)).unwrap()
}

fn kinds(opened: &Opened, at: Option<&str>) -> usize {
    let judged = judged(opened, at, false);
    let classes: BTreeSet<u32> = judged.moves.iter().map(|m| m.class.unwrap()).collect();
    classes.len()
}

#[test]
fn kinds_of_moves() {
    let coloring = |board: &str, colors: u32| {
        open(json!({ "game": "coloring", "board": { "family": board }, "colors": colors }))
    };
    // All vertices alike, and so are all colours while none is used.
    assert_eq!(kinds(&coloring("petersen", 3), None), 1);
    assert_eq!(kinds(&coloring("complete:9", 5), None), 1);
    // One for each part.
    assert_eq!(kinds(&coloring("complete-bipartite:5,6", 4), None), 2);
    // The middle and the leaves; the ends and the inner vertices.
    assert_eq!(kinds(&coloring("star:9", 3), None), 2);
    assert_eq!(kinds(&coloring("path:4", 3), None), 2);
    // With a leaf coloured 1: another leaf with 1 or with a new colour, the middle with a new one.
    let star = coloring("star:9", 3);
    assert_eq!(kinds(&star, Some("-,1,-,-,-,-,-,-,-,-")), 3);
    // An end of a path is coloured 1: 1 is no colour like the others any more.
    // Vertices 1 (2), 2 (1, 2) and 3 (1, 2).
    assert_eq!(kinds(&coloring("path:4", 3), Some("1,-,-,-")), 5);
    let heaps = json!({ "game": "subtraction", "pebbles": [3, 3, 5], "take": [1, 2] });
    assert_eq!(kinds(&open(heaps), None), 4);
    // Around a cycle every arrow is alike.
    let cycle = json!({ "game": "cycles", "board": { "family": "cycle:5" } });
    assert_eq!(kinds(&open(cycle), None), 1);
}

#[test]
fn moves_that_are_alike_come_to_the_same() {
    for setup in [
        json!({ "game": "coloring", "board": { "family": "star:7" }, "colors": 2 }),
        json!({ "game": "coloring", "board": { "family": "wheel:4" }, "colors": 3 }),
        json!({ "game": "edge", "board": { "family": "complete-bipartite:2,3" } }),
        json!({ "game": "node-kayles", "board": { "family": "star:7" } }),
        json!({ "game": "col", "board": { "family": "complete-bipartite:2,4" } }),
        json!({ "game": "cycles", "board": { "family": "grid:2x3" } }),
        json!({ "game": "geography", "board": { "family": "complete:5" }, "start": "0" }),
        json!({ "game": "domination", "board": { "family": "star:7" }, "moves": 3 }),
    ] {
        let opened = open(setup);
        let mut at: Option<String> = None;
        let mut shared = 0;
        // Along a game, every move settled by itself.
        loop {
            let told = judged(&opened, at.as_deref(), false);
            let alone = judged(&opened, at.as_deref(), true);
            assert!(alone.moves.iter().all(|m| m.class.is_none()));
            let value = |moves: &Moves| -> BTreeMap<String, _> {
                let moves = moves.moves.iter();
                moves
                    .map(|m| (m.named.text.clone(), (m.verdict.word(), m.remoteness)))
                    .collect()
            };
            let (told_values, alone_values) = (value(&told), value(&alone));
            for (text, (verdict, _)) in &told_values {
                assert_eq!(*verdict, alone_values[text].0, "{} {text}", opened.title());
            }
            let classes = told.moves.iter().map(|m| m.class.unwrap());
            shared += told.moves.len() - classes.collect::<BTreeSet<_>>().len();
            match told.moves.last() {
                Some(m) => at = Some(m.to.clone()),
                None => break,
            }
        }
        assert!(shared > 0, "{}", opened.title());
    }
}

#[test]
fn what_sampling_gets_wrong_is_said() {
    // The first player with two colours on a path of three: only the middle wins.
    let path = json!({ "game": "coloring", "board": { "family": "path:3" }, "colors": 2 });
    let opened = open(path);
    let sampled = |simulations: u64, seed: u64| -> Moves {
        let asked = AskMoves {
            sample: Some(simulations),
            seed,
            picture: true,
            ..AskMoves::default()
        };
        Host::alone(|host| asked.answer(&opened, host)).unwrap()
    };
    let mut wrong = 0;
    for (simulations, seed) in (0..20).map(|seed| (6, seed)).chain([(3000, 1)]) {
        let answer = sampled(simulations, seed);
        let said = serde_json::to_value(&answer).unwrap();
        let moves = said["moves"].as_array().unwrap();
        let games = moves
            .iter()
            .map(|m| m["sampled"]["games"].as_u64().unwrap());
        assert_eq!(games.sum::<u64>(), simulations);
        wrong = 0;
        for m in moves {
            let middle = m["text"].as_str().unwrap().starts_with("1=");
            assert_eq!(m["verdict"], if middle { "win" } else { "lose" });
            let share = m["sampled"]["share"].as_f64().unwrap();
            let misled = if middle { share < 0.5 } else { share > 0.5 };
            assert_eq!(m["sampled"]["wrong"], misled, "{m}");
            wrong += u32::from(misled);
        }
        let picture = answer.picture.as_deref().unwrap();
        let drawn = simulations.min(20) as usize;
        assert_eq!(picture.matches("Backpropagation").count(), drawn);
        if wrong > 0 {
            assert!(answer.text(&opened).contains(": wrong"));
        }
        if seed == 0 {
            assert!(wrong > 0, "six games are few");
        }
    }
    // Many simulations see what Bob would answer.
    assert_eq!(wrong, 0);
    let plays = sampled(3000, 1).sampling_plays.unwrap();
    assert!(plays.starts_with("1="), "{plays}");
    let none = AskMoves {
        sample: Some(0),
        ..AskMoves::default()
    };
    assert!(Host::alone(|host| none.answer(&opened, host)).is_err());
}
