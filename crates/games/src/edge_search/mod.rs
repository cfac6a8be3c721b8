//! The Edge-Distinguishing Game for the exact search.
//!
//! Which shortcuts there are and why they are right is written in `docs/lemmas.md`.

mod key;
mod rest;

use crate::coloring_search::Words;
use crate::edge::EdgeDistinguishing;
use crate::searchable::{Known, Question, Searchable, TooLarge, Value, Winner};
use outplay_engine::Budget;
use outplay_engine::search::{
    Entry, GrundyReport, Heaps, SearchOptions, SearchReport, Sums, Table,
};
use rest::{Rules, Sized};

/// The most colours that the search can handle.
pub const MOST_COLORS: usize = 32;

/// Which shortcuts to use. All of them by default; every choice gives the same verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcuts {
    /// Forget pairs of colours that cannot clash any more.
    pub idle_pairs: bool,
    /// Of colours that can be exchanged play one only.
    pub twins: bool,
    /// Isomorphic residual games are one.
    pub isomorphism: bool,
    /// Take positions apart into independent parts.
    pub sums: bool,
    /// Which parts to replace by nim heaps.
    pub heaps: Heaps,
}

impl Default for Shortcuts {
    fn default() -> Self {
        Self {
            idle_pairs: true,
            twins: true,
            isomorphism: true,
            sums: true,
            heaps: Heaps {
                largest: 6,
                cancel: true,
            },
        }
    }
}

/// Does the player to move win a position?
///
/// # Errors
/// The board or the number of colours is too large for the search.
pub fn winner(
    game: &EdgeDistinguishing,
    position: &[u8],
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
/// The board or the number of colours is too large for the search.
pub fn grundy(
    game: &EdgeDistinguishing,
    position: &[u8],
    shortcuts: Shortcuts,
    table: &Table,
    options: &SearchOptions,
    budget: &Budget<'_>,
) -> Result<GrundyReport, TooLarge> {
    dispatch(game, position, shortcuts, table, Value(options, budget))
}

fn dispatch<Q: Question>(
    game: &EdgeDistinguishing,
    position: &[u8],
    shortcuts: Shortcuts,
    table: &Table,
    question: Q,
) -> Result<Q::Answer, TooLarge> {
    let how = (game, position, shortcuts, table);
    match (game.graph().vertex_count(), game.colors()) {
        (0..=64, 0..=8) => Ok(run::<u64, 8, Q>(how, question)),
        (0..=64, 9..=MOST_COLORS) => Ok(run::<u64, MOST_COLORS, Q>(how, question)),
        (65..=128, 0..=MOST_COLORS) => Ok(run::<u128, MOST_COLORS, Q>(how, question)),
        _ => Err(TooLarge("128 vertices and 32 colours")),
    }
}

fn run<S: Words, const K: usize, Q: Question>(
    (game, position, shortcuts, table): (&EdgeDistinguishing, &[u8], Shortcuts, &Table),
    question: Q,
) -> Q::Answer {
    let sized = Sized::<S, K>(Rules {
        neighbors: game.graph().neighborhoods(),
        colors: game.colors(),
        shortcuts,
    });
    let rest = sized.0.rest(position);
    let sums = Sums::new(&sized, table, shortcuts.heaps);
    question.ask(&sums, &rest)
}

impl Searchable for EdgeDistinguishing {
    fn search_winner(
        &self,
        position: &Box<[u8]>,
        table: &Table,
        options: &SearchOptions,
        budget: &Budget<'_>,
    ) -> Result<SearchReport, TooLarge> {
        winner(self, position, Shortcuts::default(), table, options, budget)
    }

    fn search_grundy(
        &self,
        position: &Box<[u8]>,
        table: &Table,
        options: &SearchOptions,
        budget: &Budget<'_>,
    ) -> Result<GrundyReport, TooLarge> {
        grundy(self, position, Shortcuts::default(), table, options, budget)
    }

    fn known(&self, position: &Box<[u8]>, table: &Table) -> Result<Option<Entry>, TooLarge> {
        dispatch(self, position, Shortcuts::default(), table, Known(table))
    }
}
