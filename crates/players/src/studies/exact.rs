//! The exact verdict beside what was sampled, as far as a limit allows.

use super::coloring::ColoringGame;
use super::experiment::Work;
use super::journal::Settled;
use outplay_engine::search::Table;
use outplay_engine::{Budget, Outcome, Stop};
use outplay_games::{Effort, Failure, Side};
use std::sync::{Arc, OnceLock};

/// Enough for most searches.
const MOST_TABLE: u64 = 1 << 29;

/// Who is proven to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nobody asked.
    Unasked,
    /// The limit ran out.
    Unknown,
    /// This side.
    Wins(Side),
}

impl Verdict {
    pub(crate) fn of(settled: Option<&Settled>) -> Self {
        let Some(settled) = settled else {
            return Self::Unasked;
        };
        let winner = settled.winner.as_deref().and_then(Side::named);
        winner.map_or(Self::Unknown, Self::Wins)
    }

    /// `alice`, `bob`, `unknown`, or nothing.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unasked => "",
            Self::Unknown => "unknown",
            Self::Wins(side) => side.name(),
        }
    }
}

/// The exact search with the limits of an experiment; what it learns serves all boards.
pub(crate) struct Exactly<'a> {
    pub(crate) work: &'a Work<'a>,
    table: OnceLock<Arc<Table>>,
}

impl<'a> Exactly<'a> {
    pub(crate) fn new(work: &'a Work<'a>) -> Self {
        Self {
            work,
            table: OnceLock::new(),
        }
    }

    /// Is there anything to settle that the limits did not forbid before?
    pub(crate) fn is_wanted(&self, known: Option<&Settled>) -> bool {
        let (seconds, positions) = (
            self.work.exact_time.as_secs_f64(),
            self.work.exact_positions,
        );
        seconds > 0.0
            && positions > 0
            && known.is_none_or(|known| {
                known.winner.is_none() && (known.seconds < seconds || known.positions < positions)
            })
    }

    /// How hard to try, by search: only the winner counts.
    pub(crate) fn effort(&self) -> Effort {
        let new = || {
            let bytes = (self.work.memory / 2).min(MOST_TABLE);
            Arc::new(Table::new(usize::try_from(bytes).unwrap_or(usize::MAX)))
        };
        Effort {
            threads: self.work.threads,
            table: self.table.get_or_init(new).clone(),
            explore_most: 0.0,
            ..Effort::default()
        }
    }

    /// Does the work with the limits, from now on.
    pub(crate) fn limited<T>(&self, work: impl FnOnce(&Budget<'_>) -> T) -> T {
        let began = (self.work.clock)();
        let limit = self.work.exact_time;
        let stop = |_: u64| match (self.work.stop)() {
            true => Some(Stop::Interrupted),
            false if (self.work.clock)() >= began + limit => Some(Stop::Time(limit.as_secs_f64())),
            false => None,
        };
        work(&Budget {
            positions: self.work.exact_positions,
            bytes: self.work.memory,
            stop: &stop,
        })
    }

    /// Who wins from the start; nothing if it was interrupted.
    pub(crate) fn settle(&self, game: &ColoringGame, board: &str, colors: u32) -> Option<Settled> {
        let found = match is_too_large(game) {
            true => Err("the board is too large for the exact search".to_owned()),
            false => self.winner(game)?,
        };
        let (winner, reason) = match found {
            Ok(side) => (Some(side.name().to_owned()), None),
            Err(reason) => (None, Some(reason)),
        };
        Some(Settled {
            board: board.to_owned(),
            colors,
            winner,
            reason,
            seconds: self.work.exact_time.as_secs_f64(),
            positions: self.work.exact_positions,
        })
    }

    /// Who wins, or why that is not known; nothing if it was interrupted.
    fn winner(&self, game: &ColoringGame) -> Option<Result<Side, String>> {
        let (effort, start) = (self.effort(), game.start());
        let value = self.limited(|budget| {
            let analysis = game.analyse(&start, &effort, budget)?;
            analysis.value(&start, budget)
        });
        match value {
            Ok(value) => {
                let mover = game.to_move(&start);
                let winner = match value.outcome {
                    Outcome::Win => mover,
                    Outcome::Lose | Outcome::Draw => mover.other(),
                };
                Some(Ok(game.typed().side(winner)))
            }
            Err(Failure::Stopped(stopped)) if stopped.why == Stop::Interrupted => None,
            Err(Failure::Stopped(stopped)) => Some(Err(stopped.why.to_string())),
            Err(Failure::Input(error)) => Some(Err(error.to_string())),
        }
    }
}

/// Is the board so large that not even the size of the game can be told in good time?
fn is_too_large(game: &ColoringGame) -> bool {
    const MOST_MOVES: usize = 100_000;
    game.legal_moves(&game.start()).len() > MOST_MOVES
}
