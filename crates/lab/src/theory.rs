//! Values of large games that theory gives without looking at positions.

use outplay_board::InputError;
use outplay_engine::Outcome;
use outplay_games::{AnyGame, Value};

/// Games with fewer positions are labelled instead, which also tells how long they last.
const FEW: f64 = 100_000.0;

/// The value of a position of a large game, where theory gives it.
///
/// # Errors
/// `position` is no position of the game.
pub fn value(game: &dyn AnyGame, position: &str) -> Result<Option<Value>, InputError> {
    if game.estimate(position, true)? < FEW {
        return Ok(None);
    }
    Ok(game.theory(position)?.map(|grundy| Value {
        outcome: match grundy {
            0 => Outcome::Lose,
            _ => Outcome::Win,
        },
        remoteness: None,
        grundy: Some(grundy),
    }))
}
