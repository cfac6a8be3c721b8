//! The Game of Cycles for the exact search.
//!
//! Which shortcuts there are and why they are right is written in `docs/lemmas.md`.

mod arrows;
mod key;

use crate::cycles::{Cycles, Position};
use crate::sets::Words;
use arrows::Rules;
use outplay_engine::search::{self, Ask, Found, Heaps, Means, Sums, Unsearchable};

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

/// Finds out about a position.
///
/// # Errors
/// The board is too large for the search.
pub fn ask(
    game: &Cycles,
    position: &[i8],
    shortcuts: Shortcuts,
    ask: Ask,
    means: &Means<'_>,
) -> Result<Found, Unsearchable> {
    let run = match position.len() {
        0..=64 => run::<u64>,
        65..=128 => run::<u128>,
        _ => return Err(Unsearchable::TooLarge("128 edges")),
    };
    Ok(run(game, position, shortcuts, ask, means))
}

fn run<S: Words>(
    game: &Cycles,
    position: &[i8],
    shortcuts: Shortcuts,
    ask: Ask,
    means: &Means<'_>,
) -> Found {
    let mirrors = game.involutions().map(<[_]>::to_vec).collect();
    let rules = Rules::<S>::new(
        position.len(),
        game.ends(),
        game.cells(),
        mirrors,
        shortcuts,
    );
    let left = rules.left(position);
    Sums::new(&rules, means.table, shortcuts.heaps).ask(&left, ask, means)
}

impl search::Shortcuts for Cycles {
    const OWN_KEYS: bool = true;

    fn search(
        &self,
        position: &Position,
        what: Ask,
        means: &Means<'_>,
    ) -> Result<Found, Unsearchable> {
        let shortcuts = Shortcuts::default();
        ask(self, position, shortcuts, what, means)
    }
}
