//! Keeps games in a history.

use super::{Error, Finished, History, Setup, Step};
use crate::r#match::{Played, side};
use outplay_games::{AnyGame, AnyPosition};
use std::time::{Duration, Instant, SystemTime};

/// So many games, or those of so long, are written at a time: a batch costs about as
/// much as a game, and nobody minds the loss of a second's games.
const BATCH: usize = 256;
const BATCH_TIME: Duration = Duration::from_secs(1);

/// What the games of a record have in common.
#[derive(Clone, Copy)]
pub struct Occasion<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The position at which every game starts.
    pub start: &'a AnyPosition,
    /// Where chance came from.
    pub seed: u64,
    /// What the user calls the board.
    pub board: &'a str,
    /// Who plays the first and the second side.
    pub players: [&'a str; 2],
}

/// Writes games to a history, in batches. [`finish`](Self::finish) writes the last one.
pub struct Record<'a> {
    history: &'a mut History,
    setup: &'a Setup,
    occasion: Occasion<'a>,
    waiting: Vec<Finished>,
    written: Instant,
    games: u64,
}

impl<'a> Record<'a> {
    /// To record games of one occasion.
    pub fn new(history: &'a mut History, setup: &'a Setup, occasion: Occasion<'a>) -> Self {
        Self {
            history,
            setup,
            occasion,
            waiting: Vec::new(),
            written: Instant::now(),
            games: 0,
        }
    }

    /// Records a game.
    ///
    /// # Errors
    /// The history cannot be written.
    pub fn add(&mut self, played: &Played) -> Result<(), Error> {
        let finished = self.finished(played);
        self.waiting.push(finished);
        match self.waiting.len() >= BATCH || self.written.elapsed() >= BATCH_TIME {
            true => self.write(),
            false => Ok(()),
        }
    }

    /// Writes what is left. Gives how many games were recorded.
    ///
    /// # Errors
    /// The history cannot be written.
    pub fn finish(mut self) -> Result<u64, Error> {
        self.write()?;
        Ok(self.games)
    }

    fn write(&mut self) -> Result<(), Error> {
        if !self.waiting.is_empty() {
            self.history.record(self.setup, &self.waiting)?;
            self.games += self.waiting.len() as u64;
            self.waiting.clear();
        }
        self.written = Instant::now();
        Ok(())
    }

    fn finished(&self, played: &Played) -> Finished {
        let Occasion { game, start, .. } = self.occasion;
        let mut position = start.clone();
        let mut mover = game.to_move(start);
        let text = |position: &AnyPosition| game.position_text(&game.canonical(position));
        let mut before = text(&position);
        let mut steps = Vec::with_capacity(played.moves.len());
        for &mv in &played.moves {
            position = game.apply(&position, mv);
            let child = text(&position);
            steps.push(Step {
                position: std::mem::replace(&mut before, child.clone()),
                child,
                mover: side(mover),
                mv: game.move_text(mv),
            });
            mover = mover.other();
        }
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        Finished {
            board: self.occasion.board.to_owned(),
            players: self.occasion.players.map(str::to_owned),
            seed: self.occasion.seed,
            number: played.index,
            start: game.position_text(start),
            winner: played.winner.map(side),
            when: now.map_or(0, |time| time.as_secs()),
            steps,
        }
    }
}
