//! Games that the exact search can settle from any position.

use outplay_engine::search::{
    Entry, GrundyReport, SearchOptions, SearchReport, SumGame, SumNode, Sums, Table, known,
};
use outplay_engine::{Budget, Game};
use std::fmt;
use std::sync::Arc;

/// Why a position cannot be searched: what is too large, and the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge(pub &'static str);

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the search handles up to {}", self.0)
    }
}

impl std::error::Error for TooLarge {}

/// An impartial game with shortcuts for the exact search.
///
/// Everything learnt stays in the table, so asking about one move after another with
/// the same table costs little more than asking once. One table can serve several
/// boards and parameters of one game, but not several games.
pub trait Searchable: Game {
    /// Does the player to move win?
    ///
    /// # Errors
    /// The board or a parameter is too large for the search.
    fn search_winner(
        &self,
        position: &Self::Position,
        table: &Table,
        options: &SearchOptions,
        budget: &Budget<'_>,
    ) -> Result<SearchReport, TooLarge>;

    /// The Grundy value of a position.
    ///
    /// # Errors
    /// The board or a parameter is too large for the search.
    fn search_grundy(
        &self,
        position: &Self::Position,
        table: &Table,
        options: &SearchOptions,
        budget: &Budget<'_>,
    ) -> Result<GrundyReport, TooLarge>;

    /// What the table knows of a position without a search.
    ///
    /// # Errors
    /// The board or a parameter is too large for the search.
    fn known(&self, position: &Self::Position, table: &Table) -> Result<Option<Entry>, TooLarge>;
}

/// A search under way: a game with the table of what was learnt so far.
pub trait Searcher<P>: Send + Sync {
    /// Does the player to move win?
    ///
    /// # Errors
    /// The board or a parameter is too large for the search.
    fn winner(
        &self,
        position: &P,
        options: &SearchOptions,
        budget: &Budget<'_>,
    ) -> Result<SearchReport, TooLarge>;

    /// The Grundy value, in impartial games.
    ///
    /// # Errors
    /// The board or a parameter is too large for the search.
    fn grundy(
        &self,
        position: &P,
        options: &SearchOptions,
        budget: &Budget<'_>,
    ) -> Result<Option<GrundyReport>, TooLarge>;

    /// What is known of a position without a search.
    ///
    /// # Errors
    /// The board or a parameter is too large for the search.
    fn known(&self, position: &P) -> Result<Option<Entry>, TooLarge>;
}

/// A searchable game and its table.
pub(crate) struct WithTable<'a, G> {
    pub(crate) game: &'a G,
    pub(crate) table: Arc<Table>,
}

impl<G: Searchable + Sync> Searcher<G::Position> for WithTable<'_, G> {
    fn winner(
        &self,
        position: &G::Position,
        options: &SearchOptions,
        budget: &Budget<'_>,
    ) -> Result<SearchReport, TooLarge> {
        self.game
            .search_winner(position, &self.table, options, budget)
    }

    fn grundy(
        &self,
        position: &G::Position,
        options: &SearchOptions,
        budget: &Budget<'_>,
    ) -> Result<Option<GrundyReport>, TooLarge> {
        let report = self
            .game
            .search_grundy(position, &self.table, options, budget)?;
        Ok(Some(report))
    }

    fn known(&self, position: &G::Position) -> Result<Option<Entry>, TooLarge> {
        self.game.known(position, &self.table)
    }
}

/// What can be asked about a position, whatever its size makes of its type.
pub(crate) trait Question {
    type Answer;
    fn ask<G: SumGame>(self, sums: &Sums<'_, G>, position: &G::Position) -> Self::Answer;
}

/// Who wins?
pub(crate) struct Winner<'a>(pub(crate) &'a SearchOptions, pub(crate) &'a Budget<'a>);

impl Question for Winner<'_> {
    type Answer = SearchReport;
    fn ask<G: SumGame>(self, sums: &Sums<'_, G>, position: &G::Position) -> SearchReport {
        sums.winner(position, 0, self.0, self.1)
    }
}

/// What is the Grundy value?
pub(crate) struct Value<'a>(pub(crate) &'a SearchOptions, pub(crate) &'a Budget<'a>);

impl Question for Value<'_> {
    type Answer = GrundyReport;
    fn ask<G: SumGame>(self, sums: &Sums<'_, G>, position: &G::Position) -> GrundyReport {
        sums.grundy(position, self.0, self.1)
    }
}

/// What does a table know?
pub(crate) struct Known<'a>(pub(crate) &'a Table);

impl Question for Known<'_> {
    type Answer = Option<Entry>;
    fn ask<G: SumGame>(self, sums: &Sums<'_, G>, position: &G::Position) -> Option<Entry> {
        known(sums, &SumNode::new(position.clone(), 0), self.0)
    }
}
