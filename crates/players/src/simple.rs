//! The players that need no thought.

use crate::strategy::{Choice, Prepared, Strategy, Turn};
use outplay_games::AnyMove;

/// Which legal move to take.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Simple {
    /// `random`: every legal move alike.
    Random,
    /// `pseudo-smart`: the first legal move, which in the games that colour is the
    /// lowest vertex that has a legal colour, with its first legal colour.
    PseudoSmart,
}

struct Seated {
    which: Simple,
    moves: Vec<AnyMove>,
}

impl Strategy for Seated {
    fn choose(&mut self, turn: Turn<'_>) -> Option<Choice> {
        self.moves.clear();
        turn.game.moves(turn.position, &mut self.moves);
        let index = match self.which {
            Simple::Random => turn.rng.below(self.moves.len()),
            Simple::PseudoSmart => 0,
        };
        Some(self.moves[index].into())
    }
}

impl Prepared for Simple {
    fn strategy(&self) -> Box<dyn Strategy + '_> {
        Box::new(Seated {
            which: *self,
            moves: Vec::new(),
        })
    }
}
