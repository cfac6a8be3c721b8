//! The colouring game for the exact search: positions reduced to what matters.
//!
//! Which shortcuts there are, why they are right and where the names come from is
//! written in `docs/lemmas.md`; what each of them saves in `docs/search.md`.

mod key;
mod moves;
pub(super) mod proof;
mod relaxed;
mod residual;
mod solve;

pub use solve::ask;

/// The most vertices that the search can handle.
pub const MOST_VERTICES: usize = 128;
/// The most colours that the search can handle.
pub const MOST_COLORS: usize = 32;

/// Which shortcuts to use. All of them by default; every choice gives the same verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcuts {
    /// Vertices that no sequence of moves can shut off are safe (lemma 3).
    pub safe: bool,
    /// Of moves without effect only the parity matters (lemma 5).
    pub tempo: bool,
    /// Alice wins when the vertices in danger are far apart (lemma 6).
    pub scattered: bool,
    /// Under a threat look only at moves that parry it (lemma 4).
    pub forced: bool,
    /// Colours that are not joined are different colours (lemma 2).
    pub local_colors: bool,
    /// Isomorphic residual games are one (lemma 8).
    pub isomorphism: bool,
    /// Let Alice try to win the relaxed game (lemma 7).
    pub relaxed: bool,
}

impl Default for Shortcuts {
    fn default() -> Self {
        Self {
            safe: true,
            tempo: true,
            scattered: true,
            forced: true,
            local_colors: true,
            isomorphism: true,
            relaxed: true,
        }
    }
}
