//! Players who err as people do: they see what happens within a few moves, and nothing beyond.

use crate::strategy::{Choice, Prepared, Strategy, Turn};
use outplay_engine::Outcome;
use outplay_games::{AnyGame, AnyMove, AnyPosition};

/// Looks so many moves ahead: takes a win that it sees, avoids a loss that it sees, and
/// otherwise makes any move.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) ahead: u32,
}

/// On boards with many moves it sees less far: after so many positions it has looked enough.
const PATIENCE: u32 = 20_000;

struct Seated {
    ahead: u32,
    /// The moves that are not seen to lose.
    open: Vec<AnyMove>,
}

impl Strategy for Seated {
    fn choose(&mut self, turn: Turn<'_>) -> Option<Choice> {
        self.open.clear();
        turn.game.moves(turn.position, &mut self.open);
        // Any of the moves that look alike.
        turn.rng.shuffle(&mut self.open);
        let mut left = PATIENCE;
        for ahead in 1..=self.ahead {
            let mut safe = Vec::with_capacity(self.open.len());
            for &mv in &self.open {
                if (turn.stop)() {
                    return None;
                }
                let next = turn.game.apply(turn.position, mv);
                match see(turn.game, &next, ahead - 1, &mut left) {
                    Some(Outcome::Lose) => return Some(mv.into()),
                    Some(Outcome::Win) => {}
                    Some(Outcome::Draw) | None => safe.push(mv),
                }
            }
            match safe.is_empty() || left == 0 {
                true => break,
                false => self.open = safe,
            }
        }
        Some(self.open[0].into())
    }
}

/// What is seen of a position within so many moves, for the player to move; nothing if it is
/// open then, or there was no more patience.
fn see(game: &dyn AnyGame, position: &AnyPosition, ahead: u32, left: &mut u32) -> Option<Outcome> {
    if let Some(outcome) = game.result(position) {
        return Some(outcome);
    }
    if ahead == 0 || *left == 0 {
        return None;
    }
    let mut all_lose = true;
    for mv in game.legal_moves(position) {
        *left = left.checked_sub(1)?;
        match see(game, &game.apply(position, mv), ahead - 1, left) {
            Some(Outcome::Lose) => return Some(Outcome::Win),
            Some(Outcome::Win) => {}
            Some(Outcome::Draw) | None => all_lose = false,
        }
    }
    all_lose.then_some(Outcome::Lose)
}

impl Prepared for Look {
    fn strategy(&self) -> Box<dyn Strategy + '_> {
        Box::new(Seated {
            ahead: self.ahead,
            open: Vec::new(),
        })
    }
}
