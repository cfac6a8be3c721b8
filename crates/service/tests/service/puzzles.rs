//! Puzzles against the verdicts of all moves.

use outplay_board::Limits;
use outplay_games::Method;
use outplay_service::{
    Ask, AskMoves, AskPuzzles, Difficulty, Host, How, Opened, Puzzles, Setup, Tables, Told,
    sheet_html, sheet_svg,
};
use serde_json::{from_value, json};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

fn open(setup: serde_json::Value) -> Opened {
    let setup: Setup = from_value(setup).unwrap();
    setup.open(Limits::BOARD, &|| false).unwrap()
}

fn made(opened: &Opened, seed: u64) -> Puzzles {
    let asked = AskPuzzles {
        count: 4,
        seed,
        ..AskPuzzles::default()
    };
    Host::alone(|host| asked.answer(opened, host)).unwrap()
}

#[test]
fn only_the_solution_wins_up_to_symmetry() {
    let mut met = BTreeSet::new();
    for setup in [
        json!({ "game": "coloring", "board": { "family": "petersen" }, "colors": 3 }),
        json!({ "game": "node-kayles", "board": { "family": "path:9" } }),
        json!({ "game": "cycles", "board": { "family": "grid:2x3" } }),
        json!({ "game": "subtraction", "pebbles": [7, 9], "take": [1, 2, 3] }),
        json!({ "game": "node-kayles", "board": { "family": "path:20" } }),
    ] {
        let opened = open(setup);
        let game = &*opened.game;
        let set = made(&opened, 1);
        assert!(!set.puzzles.is_empty(), "{}", opened.title());
        for puzzle in &set.puzzles {
            let asked = AskMoves {
                at: Some(puzzle.position.clone()),
                how: How {
                    method: Method::Labels,
                    no_symmetry: true,
                },
                ..AskMoves::default()
            };
            let judged = Host::alone(|host| asked.answer(&opened, host))
                .unwrap()
                .moves;
            assert_eq!(judged.len(), puzzle.moves);
            let solution = game.parse_move(&puzzle.solution.text).unwrap();
            let position = game.parse_position(&puzzle.position).unwrap();
            let after = game.canonical(&game.apply(&position, solution));
            let mut others = 0;
            for m in &judged {
                let to = game.canonical(&game.parse_position(&m.to).unwrap());
                let wins = m.verdict.word() == "win";
                assert_eq!(wins, to == after, "{} {}", puzzle.position, m.named.text);
                others += usize::from(!wins);
            }
            assert!(others > 0);
            let wins = judged.iter().filter(|m| m.verdict.word() == "win");
            let difficulty = match wins.filter_map(|m| m.remoteness).min() {
                Some(..=1) => Difficulty::Easy,
                Some(..=3) => Difficulty::Medium,
                _ => Difficulty::Hard,
            };
            assert_eq!(puzzle.difficulty, difficulty, "{}", puzzle.position);
            met.insert(difficulty);
        }
        let order = |set: &Puzzles| -> Vec<String> {
            set.puzzles.iter().map(|p| p.position.clone()).collect()
        };
        assert_eq!(
            order(&made(&opened, 1)),
            order(&set),
            "the same seed, the same puzzles"
        );
        let sets = [(opened.clone(), set.clone())];
        let svg = sheet_svg(&sets);
        assert_eq!(svg.matches(" to move and win (").count(), set.puzzles.len());
        let again: Vec<String> = set.puzzles.iter().map(|p| p.position.clone()).collect();
        let asked = AskPuzzles {
            positions: Some(again),
            pictures: true,
            ..AskPuzzles::default()
        };
        let asked = Host::alone(|host| asked.answer(&opened, host)).unwrap();
        for (old, new) in set.puzzles.iter().zip(&asked.puzzles) {
            assert_eq!(
                (&old.position, &old.solution),
                (&new.position, &new.solution)
            );
            assert!(new.picture.as_ref().unwrap().starts_with("<svg"));
            assert!(
                svg.contains(&old.solution.text.replace('>', "&gt;")),
                "{svg}"
            );
        }
        assert_eq!(asked.puzzles.len(), set.puzzles.len());
        let text = sheet_html(&sets);
        assert_eq!(text.matches("<figure>").count(), set.puzzles.len());
        assert_eq!(text.matches("<li>").count(), set.puzzles.len());
    }
    assert_eq!(met.len(), 3, "{met:?}");
}

/// Bob takes from the fourth vertex the colour that the third left it.
#[test]
fn puzzles_are_told_and_printed_in_words() {
    let opened = open(
        json!({ "game": "coloring", "board": { "family": "path:5" }, "colors": 2, "first": "alice" }),
    );
    let asked = AskPuzzles {
        positions: Some(vec!["2,1,2,-,-".to_owned()]),
        ..AskPuzzles::default()
    };
    // A clock that goes on by a second whenever it is looked at.
    let looks = AtomicU32::new(0);
    let clock = || f64::from(looks.fetch_add(1, Relaxed) + 1);
    let tables = Tables::new(1 << 20, usize::MAX);
    let set = asked.answer(&opened, &Host::new(&clock, &tables)).unwrap();
    assert_eq!(set.seconds, clock() - 2.0);
    let text = set.text(&opened);
    let line = "\n  1. 2,1,2,-,-, bob to move (easy): 4=1\n";
    assert!(text.ends_with(line), "{text}");
    let sets = [(opened, set)];
    let svg = sheet_svg(&sets);
    for words in [
        "1. Bob to move and win (easy)",
        "on path:5, 2 colours",
        "1: 4=1",
    ] {
        assert!(svg.contains(words), "{words}: {svg}");
    }
    let page = sheet_html(&sets);
    assert!(
        page.contains("<b>1.</b> Bob to move and win <i>(easy)</i>"),
        "{page}"
    );
    assert!(page.contains("<li>4=1</li>"), "{page}");
}

#[test]
fn where_every_move_is_alike_there_is_no_puzzle() {
    // Every game of Node Kayles on a complete graph is one move long.
    let opened = open(json!({ "game": "node-kayles", "board": { "family": "complete:5" } }));
    assert!(made(&opened, 1).puzzles.is_empty());
}
