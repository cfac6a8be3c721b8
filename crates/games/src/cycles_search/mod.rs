//! The Game of Cycles for the exact search.
//!
//! Which shortcuts there are and why they are right is written in `docs/lemmas.md`.

mod arrows;
mod key;

use crate::coloring_search::Words;
use crate::cycles::{Cycles, Position};
use crate::searchable::{Known, Question, Searchable, TooLarge, Value, Winner};
use arrows::Rules;
use outplay_engine::Budget;
use outplay_engine::search::{
    Entry, GrundyReport, Heaps, SearchOptions, SearchReport, Sums, Table,
};

/// Which shortcuts to use. All of them by default; every choice gives the same verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcuts {
    /// Forget edges that get no arrow any more, and arrows that are illegal for good.
    pub lost_edges: bool,
    /// Do not look at moves that let the opponent close a cell at once.
    pub calm_play: bool,
    /// Parts in which every move can be answered by its mirror image are lost.
    pub mirror: bool,
    /// Isomorphic parts are one.
    pub isomorphism: bool,
    /// Take positions apart into independent parts.
    pub sums: bool,
    /// Which parts to replace by nim heaps.
    pub heaps: Heaps,
}

impl Default for Shortcuts {
    fn default() -> Self {
        Self {
            lost_edges: true,
            calm_play: true,
            mirror: true,
            isomorphism: true,
            sums: true,
            heaps: Heaps {
                largest: 9,
                cancel: true,
            },
        }
    }
}

/// Does the player to move win a position?
///
/// # Errors
/// The board is too large for the search.
pub fn winner(
    game: &Cycles,
    position: &[i8],
    shortcuts: Shortcuts,
    table: &Table,
    options: &SearchOptions,
    budget: &Budget<'_>,
) -> Result<SearchReport, TooLarge> {
    dispatch(game, position, shortcuts, table, Winner(options, budget))
}

/// The Grundy value of a position.
///
/// # Errors
/// The board is too large for the search.
pub fn grundy(
    game: &Cycles,
    position: &[i8],
    shortcuts: Shortcuts,
    table: &Table,
    options: &SearchOptions,
    budget: &Budget<'_>,
) -> Result<GrundyReport, TooLarge> {
    dispatch(game, position, shortcuts, table, Value(options, budget))
}

fn dispatch<Q: Question>(
    game: &Cycles,
    position: &[i8],
    shortcuts: Shortcuts,
    table: &Table,
    question: Q,
) -> Result<Q::Answer, TooLarge> {
    match position.len() {
        0..=64 => Ok(run::<u64, Q>(game, position, shortcuts, table, question)),
        65..=128 => Ok(run::<u128, Q>(game, position, shortcuts, table, question)),
        _ => Err(TooLarge("128 edges")),
    }
}

fn run<S: Words, Q: Question>(
    game: &Cycles,
    position: &[i8],
    shortcuts: Shortcuts,
    table: &Table,
    question: Q,
) -> Q::Answer {
    let mirrors = game.involutions().map(<[_]>::to_vec).collect();
    let rules = Rules::<S>::new(
        position.len(),
        game.ends(),
        game.cells(),
        mirrors,
        shortcuts,
    );
    let left = rules.left(position);
    let sums = Sums::new(&rules, table, shortcuts.heaps);
    question.ask(&sums, &left)
}

impl Searchable for Cycles {
    fn search_winner(
        &self,
        position: &Position,
        table: &Table,
        options: &SearchOptions,
        budget: &Budget<'_>,
    ) -> Result<SearchReport, TooLarge> {
        winner(self, position, Shortcuts::default(), table, options, budget)
    }

    fn search_grundy(
        &self,
        position: &Position,
        table: &Table,
        options: &SearchOptions,
        budget: &Budget<'_>,
    ) -> Result<GrundyReport, TooLarge> {
        grundy(self, position, Shortcuts::default(), table, options, budget)
    }

    fn known(&self, position: &Position, table: &Table) -> Result<Option<Entry>, TooLarge> {
        dispatch(self, position, Shortcuts::default(), table, Known(table))
    }
}
