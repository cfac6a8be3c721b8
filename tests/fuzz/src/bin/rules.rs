//! Rule files: one that is read says so in its own words again, and can be played.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outplay_board::{Limits, families};
use outplay_games::{Values, registry::Entry};

fuzz_target!(|text: &str| {
    let Ok(entry) = Entry::from_rules(text, "fuzz.toml") else {
        return;
    };
    for values in [&[][..], &[("colors", "3")], &[("start", "0")]] {
        let mut given = Values::new();
        for (name, value) in values {
            given.set(*name, *value);
        }
        let board = families::board("edges:0-1,1-2,0-2,2-3", Limits::BOARD);
        let board = board.expect("it is a family");
        let Ok(opened) = entry.open(board, false, &given, &|| false) else {
            continue;
        };
        let game = opened.game;
        let mut position = game.start();
        for _ in 0..6 {
            let text = game.position_text(&position);
            let again = game.parse_position(&text).expect("it was printed");
            assert_eq!(game.position_text(&again), text);
            let moves = game.legal_moves(&position);
            match (moves.first(), game.result(&position)) {
                (Some(&mv), None) => position = game.apply(&position, mv),
                _ => break,
            }
        }
    }
});
