//! The Grundy value of a position by questions about winners.
//!
//! The value of G is the one n for which the player to move loses G plus a nim
//! heap of n. Each question is a search of its own with cuts as soon as a winning move
//! is found, and they share the table; computing the values of all positions below G
//! instead would have to look at every one of them.

use super::{SearchOptions, SearchReport, SumGame, SumNode, Sums, search};
use crate::{Budget, Stop};

/// What a search for a Grundy value found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GrundyReport {
    /// The value.
    pub value: Option<u32>,
    /// The value is at least this.
    pub at_least: u32,
    /// How many positions were looked at, repeated ones again.
    pub positions: u64,
    /// Why there is no value.
    pub stopped: Option<Stop>,
}

impl<G: SumGame> Sums<'_, G> {
    /// Does the player to move win a position with a nim heap beside it?
    pub fn winner(
        &self,
        position: &G::Position,
        heap: u32,
        options: &SearchOptions,
        budget: &Budget<'_>,
    ) -> SearchReport {
        let before = self.valued();
        let node = SumNode::new(position.clone(), heap);
        let mut report = search(self, &node, self.table, options, budget);
        report.positions += self.valued() - before;
        report
    }

    /// The Grundy value of a position.
    pub fn grundy(
        &self,
        position: &G::Position,
        options: &SearchOptions,
        budget: &Budget<'_>,
    ) -> GrundyReport {
        let mut positions = 0;
        for heap in 0.. {
            let left = Budget {
                positions: budget.positions.saturating_sub(positions),
                stop: &|now| (budget.stop)(positions + now),
                ..*budget
            };
            let report = self.winner(position, heap, options, &left);
            positions += report.positions;
            if report.wins != Some(true) {
                return GrundyReport {
                    value: report.wins.map(|_| heap),
                    at_least: heap,
                    positions,
                    stopped: match report.stopped {
                        Some(Stop::Positions(_)) => Some(Stop::Positions(budget.positions)),
                        why => why,
                    },
                };
            }
        }
        unreachable!("no play goes on for ever, so the value is finite")
    }
}
