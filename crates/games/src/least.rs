//! The least value of a parameter with which the first side of a game wins: what many numbers of
//! graphs are, such as the game domination number and the game Grundy number.

use crate::any::{AnyGame, Failure};
use crate::parameters::Values;
use crate::registry::Entry;
use outplay_board::Board;
use outplay_engine::search::{Ask, Found, Means, Unsearchable};
use outplay_engine::{Outcome, Stop};
use std::ops::RangeInclusive;

/// What is known of such a number: exact if the bounds meet.
#[derive(Clone, Debug, PartialEq)]
pub struct Least {
    /// The number is at least this.
    pub lower: u32,
    /// The number is at most this.
    pub upper: u32,
    /// How many positions were looked at, repeated ones again.
    pub positions: u64,
    /// Why the bounds do not meet.
    pub reason: Option<String>,
}

impl Least {
    /// The number, if it is known exactly.
    pub fn value(&self) -> Option<u32> {
        (self.lower == self.upper).then_some(self.upper)
    }
}

/// The least value of a parameter in a range with which the first side wins on a board; it wins with the greatest.
/// The values are tried from below, one after the other, because not of every game it is known that
/// more never hurts.
pub fn least(
    entry: &Entry,
    board: &Board,
    said: &Values,
    (parameter, range): (&'static str, RangeInclusive<u32>),
    means: &Means<'_>,
) -> Least {
    let mut known = Least {
        lower: *range.start(),
        upper: *range.end(),
        positions: 0,
        reason: None,
    };
    let starts = entry.description.starting_side(said) == 0;
    while known.lower < known.upper {
        let values = said.clone().with(parameter, u64::from(known.lower));
        let found = entry.open_on(board, &values).map_err(Failure::from);
        let found = found.and_then(|game| {
            let settle = |means: &Means<'_>| match game.search(&game.start(), Ask::Winner, means) {
                Err(Unsearchable::Endless) => Ok(labelled(&*game, means)),
                found => found,
            };
            Ok(means.after(known.positions, settle)?)
        });
        match found.map(|found| (found.wins, found.stopped, found.positions)) {
            Ok((Some(wins), _, positions)) => {
                known.positions += positions;
                match wins == starts {
                    true => known.upper = known.lower,
                    false => known.lower += 1,
                }
            }
            Ok((None, stopped, positions)) => {
                known.positions += positions;
                let why = match stopped {
                    Some(Stop::Positions(_)) | None => Stop::Positions(means.budget.positions),
                    Some(why) => why,
                };
                known.reason = Some(why.to_string());
                break;
            }
            Err(error) => {
                known.reason = Some(error.to_string());
                break;
            }
        }
    }
    known
}

/// Who wins a game whose play can go on for ever, by its digraph.
fn labelled(game: &dyn AnyGame, means: &Means<'_>) -> Found {
    let start = game.start();
    let explored = game.explore(&start, true, means.threads, means.budget);
    let value = explored.map(|labels| (labels.value(&start, means.budget), labels.positions()));
    match value {
        Ok((value, positions)) => Found {
            wins: value.ok().map(|value| value.outcome == Outcome::Win),
            positions,
            ..Found::default()
        },
        Err(stopped) => Found {
            stopped: Some(stopped.why),
            positions: stopped.positions,
            ..Found::default()
        },
    }
}
