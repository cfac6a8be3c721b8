//! Random plays, which may go on for ever: they are had only with a length and with a host, whose
//! stop is asked at every move.

use crate::host::Host;
use outplay_engine::Rng;
use outplay_games::{AnyGame, AnyPosition};

/// A random play from a position on: every position in which somebody moved, with how many moves
/// there were.
pub(crate) struct RandomPlay<'a> {
    game: &'a dyn AnyGame,
    at: AnyPosition,
    left: usize,
    rng: &'a mut Rng,
    host: &'a Host<'a>,
}

impl<'a> RandomPlay<'a> {
    /// A play of at most `longest` moves.
    pub(crate) fn new(
        game: &'a dyn AnyGame,
        start: AnyPosition,
        longest: usize,
        rng: &'a mut Rng,
        host: &'a Host<'a>,
    ) -> Self {
        Self {
            game,
            at: start,
            left: longest,
            rng,
            host,
        }
    }

    /// Has it come to the end of the game?
    pub(crate) fn is_over(&self) -> bool {
        self.game.result(&self.at).is_some()
    }
}

impl Iterator for RandomPlay<'_> {
    type Item = (AnyPosition, usize);

    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 || self.is_over() || self.host.is_over() {
            return None;
        }
        self.left -= 1;
        let moves = self.game.legal_moves(&self.at);
        let next = self
            .game
            .apply(&self.at, moves[self.rng.below(moves.len())]);
        Some((std::mem::replace(&mut self.at, next), moves.len()))
    }
}
