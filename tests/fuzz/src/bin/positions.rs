//! Positions and moves of every game: what is read is printed, and read as the same again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outplay_board::{Limits, families};
use outplay_games::{AnyGame, Values, registry};
use std::sync::{Arc, LazyLock};

/// Every game on the board that it shows to newcomers.
static GAMES: LazyLock<Vec<Arc<dyn AnyGame>>> = LazyLock::new(|| {
    let opened = registry::GAMES.iter().filter_map(|entry| {
        let example = entry.description.json()["example"].clone();
        let mut values = Values::new();
        for (name, value) in example["parameters"].as_object().into_iter().flatten() {
            match value.as_u64() {
                Some(number) => values.set(name.clone(), number),
                None => values.set(name.clone(), value.as_str()?),
            }
        }
        let board = match example["board"].as_str() {
            Some(name) => families::board(name, Limits::BOARD).ok()?,
            None => registry::Entry::no_board(),
        };
        Some(entry.open(board, false, &values, &|| false).ok()?.game)
    });
    opened.collect()
});

// The first character says the game; a position and a move follow, a line each.
fuzz_target!(|input: &str| {
    let mut letters = input.chars();
    let Some(first) = letters.next() else {
        return;
    };
    let game = &*GAMES[first as usize % GAMES.len()];
    let (position, mv) = letters
        .as_str()
        .split_once('\n')
        .unwrap_or((letters.as_str(), ""));
    let Ok(position) = game.parse_position(position) else {
        return;
    };
    let text = game.position_text(&position);
    let again = game.parse_position(&text).expect("it was printed");
    assert_eq!(game.position_text(&again), text);
    let listed = game.legal_moves(&position);
    if let Ok(mv) = game.parse_move(mv)
        && game.result(&position).is_none()
    {
        let named = |mv| game.move_text(mv);
        let is_listed = listed.iter().any(|&other| named(other) == named(mv));
        assert_eq!(
            game.play(&position, mv).is_ok(),
            is_listed,
            "{text} {}",
            named(mv)
        );
    }
});
