//! A player at a board where somebody else moves as well: a person, at the terminal or on the page.

use crate::strategy::{Choice, Prepared, Strategy, Turn};
use outplay_board::InputError;
use outplay_engine::{Player, Rng};
use outplay_games::{AnyGame, AnyMove, AnyPosition};

/// Somebody who sits at the board.
pub struct Seat<'a> {
    game: &'a dyn AnyGame,
    remarks: Vec<String>,
    strategy: Box<dyn Strategy + 'a>,
    /// The game as it was at the last choice: moves may have been taken back since.
    last: Vec<AnyMove>,
    rng: Rng,
}

impl<'a> Seat<'a> {
    /// Seats a player, from [`prepare`](crate::prepare), on a side of a game.
    ///
    /// # Errors
    /// It does not play this side.
    pub fn new(
        game: &'a dyn AnyGame,
        prepared: &'a dyn Prepared,
        player: Player,
        seed: u64,
    ) -> Result<Self, InputError> {
        prepared.plays(player)?;
        Ok(Self {
            game,
            remarks: prepared.remarks(),
            strategy: prepared.strategy(),
            last: Vec::new(),
            rng: Rng::new(seed),
        })
    }

    /// What was computed beforehand, for people.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// The move in the position that `moves` lead to from `start`; `None` if `stop` said so
    /// before it was chosen.
    ///
    /// # Errors
    /// A move is not legal, or the game is over.
    pub fn choose(
        &mut self,
        start: &AnyPosition,
        moves: &[AnyMove],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Choice>, InputError> {
        let game = self.game;
        let mut position = start.clone();
        let mut mover = game.to_move(start);
        for &mv in moves {
            position = game
                .play(&position, mv)
                .map_err(|refusal| InputError::new(refusal.to_string()))?;
            mover = mover.other();
        }
        if game.result(&position).is_some() {
            return Err(InputError::new("the game is over"));
        }
        if !moves.starts_with(&self.last) || self.last.is_empty() {
            self.strategy.begin();
        }
        self.last.clear();
        self.last.extend(moves);
        let choice = self.strategy.choose(Turn {
            game,
            position: &position,
            mover,
            moves,
            rng: &mut self.rng,
            stop,
        });
        Ok(choice.map(|choice| Choice {
            remark: choice.remark.or_else(|| self.strategy.reason()),
            ..choice
        }))
    }
}
