//! The players that need no thought.

use crate::strategy::{Choice, Prepared, Strategy, Turn};
use outplay_engine::Game;

/// Which legal move to take.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Plain {
    /// `random`: every legal move alike.
    Random,
    /// `pseudo-smart`: the first legal move, which in the games that colour is the
    /// lowest vertex that has a legal colour, with its first legal colour.
    PseudoSmart,
}

struct Seated<G: Game> {
    which: Plain,
    moves: Vec<G::Move>,
}

impl<G: Game> Strategy<G> for Seated<G> {
    fn choose(&mut self, turn: Turn<'_, G>) -> Option<Choice<G::Move>> {
        self.moves.clear();
        turn.game.moves(turn.position, &mut self.moves);
        let index = match self.which {
            Plain::Random => turn.rng.below(self.moves.len()),
            Plain::PseudoSmart => 0,
        };
        Some(self.moves[index].into())
    }
}

impl<G: Game + 'static> Prepared<G> for Plain {
    fn strategy(&self) -> Box<dyn Strategy<G> + '_> {
        Box::new(Seated::<G> {
            which: *self,
            moves: Vec::new(),
        })
    }
}
