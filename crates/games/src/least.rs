//! Numbers of graphs that are the least value of a parameter with which one side wins a game, such as
//! the game chromatic number and the game domination number.

use crate::any::{AnyGame, Failure};
use crate::parameters::Values;
use crate::registry::Entry;
use outplay_board::Board;
use outplay_engine::Outcome;
use outplay_engine::search::{Ask, Found, Means, Unsearchable};
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
    /// Nothing but that it lies in a range.
    pub(crate) fn within(range: RangeInclusive<u32>) -> Self {
        Self {
            lower: *range.start(),
            upper: *range.end(),
            positions: 0,
            reason: None,
        }
    }

    /// Is there more to find out, and time for it?
    pub(crate) fn is_open(&self) -> bool {
        self.lower < self.upper && self.reason.is_none()
    }

    /// The number, if it is known exactly.
    pub fn value(&self) -> Option<u32> {
        (self.lower == self.upper).then_some(self.upper)
    }

    /// Asks of values from below, one after the other, with which the side wins: not of every game it
    /// is known that more never hurts. With the greatest it does. `starts` says whether the side is
    /// to move.
    pub(crate) fn from_below(
        range: RangeInclusive<u32>,
        starts: bool,
        means: &Means<'_>,
        mut ask: impl FnMut(u32, &Means<'_>) -> Result<Found, String>,
    ) -> Self {
        let mut known = Self::within(range);
        while known.is_open() {
            match means.after(known.positions, |means| ask(known.lower, means)) {
                Err(why) => known.reason = Some(why),
                Ok(found) => {
                    known.positions += found.positions;
                    match found.wins {
                        Some(wins) if wins == starts => known.upper = known.lower,
                        Some(_) => known.lower += 1,
                        None => known.reason = Some(found.why(means.budget).to_string()),
                    }
                }
            }
        }
        known
    }
}

/// The least value of a parameter in a range with which the first side wins on a board; it wins with
/// the greatest.
pub fn least(
    entry: &Entry,
    board: &Board,
    said: &Values,
    (parameter, range): (&'static str, RangeInclusive<u32>),
    means: &Means<'_>,
) -> Least {
    let starts = entry.description.starting_side(said) == 0;
    Least::from_below(range, starts, means, |value, means| {
        let values = said.clone().with(parameter, u64::from(value));
        let game = entry.open_on(board, &values);
        let game = game.map_err(|error| error.to_string())?;
        match game.search(&game.start(), Ask::Winner, means) {
            Err(Unsearchable::Endless) => Ok(labelled(&*game, means)),
            found => found.map_err(|error| Failure::from(error).to_string()),
        }
    })
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
