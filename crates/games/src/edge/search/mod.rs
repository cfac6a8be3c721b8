//! The Edge-Distinguishing Game for the exact search.
//!
//! Which shortcuts there are and why they are right is written in `docs/lemmas.md`.

mod key;
mod rest;

use crate::edge::EdgeDistinguishing;
use crate::sets::Words;
use outplay_engine::search::{self, Ask, Found, Heaps, Means, Sums, Unsearchable};
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

/// Finds out about a position.
///
/// # Errors
/// The board or the number of colours is too large for the search.
pub fn ask(
    game: &EdgeDistinguishing,
    position: &[u8],
    shortcuts: Shortcuts,
    ask: Ask,
    means: &Means<'_>,
) -> Result<Found, Unsearchable> {
    let run = match (game.graph().vertex_count(), game.colors()) {
        (0..=64, 0..=8) => run::<u64, 8>,
        (0..=64, 9..=MOST_COLORS) => run::<u64, MOST_COLORS>,
        (65..=128, 0..=MOST_COLORS) => run::<u128, MOST_COLORS>,
        _ => return Err(Unsearchable::TooLarge("128 vertices and 32 colours")),
    };
    Ok(run(game, position, shortcuts, ask, means))
}

fn run<S: Words, const K: usize>(
    game: &EdgeDistinguishing,
    position: &[u8],
    shortcuts: Shortcuts,
    ask: Ask,
    means: &Means<'_>,
) -> Found {
    let sized = Sized::<S, K>(Rules {
        neighbors: game.graph().neighborhoods(),
        colors: game.colors(),
        shortcuts,
    });
    let rest = sized.0.rest(position);
    Sums::new(&sized, means.table, shortcuts.heaps).ask(&rest, ask, means)
}

impl search::Shortcuts for EdgeDistinguishing {
    const OWN_KEYS: bool = true;

    fn search(
        &self,
        position: &Box<[u8]>,
        what: Ask,
        means: &Means<'_>,
    ) -> Result<Found, Unsearchable> {
        let shortcuts = Shortcuts::default();
        ask(self, position, shortcuts, what, means)
    }
}
