//! Keeps games in a history.

use super::{Finished, History, Setup};
use crate::r#match::{Played, side};
use outplay_board::Failed;
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
    history: &'a History,
    setup: &'a Setup,
    occasion: Occasion<'a>,
    waiting: Vec<Finished>,
    written: Instant,
    games: u64,
}

impl<'a> Record<'a> {
    /// To record games of one occasion.
    pub fn new(history: &'a History, setup: &'a Setup, occasion: Occasion<'a>) -> Self {
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
    pub fn add(&mut self, played: &Played) -> Result<(), Failed> {
        let Occasion { game, start, .. } = self.occasion;
        self.waiting.push(Finished {
            id: 0,
            when: utc(SystemTime::now()),
            board: self.occasion.board.to_owned(),
            setup: self.setup.clone(),
            players: self.occasion.players.map(str::to_owned),
            seed: self.occasion.seed,
            number: played.index,
            winner: played
                .winner
                .map(|winner| self.setup.sides[side(winner)].clone()),
            start: game.position_text(start),
            moves: played.moves.iter().map(|&mv| game.move_text(mv)).collect(),
        });
        match self.waiting.len() >= BATCH || self.written.elapsed() >= BATCH_TIME {
            true => self.write(),
            false => Ok(()),
        }
    }

    /// Writes what is left. Gives how many games were recorded.
    ///
    /// # Errors
    /// The history cannot be written.
    pub fn finish(mut self) -> Result<u64, Failed> {
        self.write()?;
        Ok(self.games)
    }

    fn write(&mut self) -> Result<(), Failed> {
        if !self.waiting.is_empty() {
            self.history.record(&mut self.waiting)?;
            self.games += self.waiting.len() as u64;
            self.waiting.clear();
        }
        self.written = Instant::now();
        Ok(())
    }
}

/// A time as games have it, so that earlier is less: `2013-05-24T08:15:00Z`.
pub fn utc(time: SystemTime) -> String {
    let since = time.duration_since(SystemTime::UNIX_EPOCH);
    let seconds = since.map_or(0, |since| since.as_secs());
    // H. Hinnant, "chrono-compatible low-level date algorithms": years begin in March, so that
    // leap days end them, and 400 of them have 146,097 days.
    let days = seconds / 86_400 + 719_468;
    let of_era = days % 146_097;
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let year = year + days / 146_097 * 400 + month / 10;
    let month = (month + 2) % 12 + 1;
    let (hour, minute) = (seconds / 3600 % 24, seconds / 60 % 60);
    let second = seconds % 60;
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_date() {
        // date -u -d @SECONDS
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (1000, "1970-01-01T00:16:40Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_369_383_300, "2013-05-24T08:15:00Z"),
            (4_107_542_399, "2100-02-28T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
            assert_eq!(utc(time), expected);
        }
    }
}
