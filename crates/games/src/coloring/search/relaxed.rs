//! The relaxed game: a quick way to see that Alice wins (lemma 7).
//!
//! Alice promises to colour only vertices in danger, and always to answer in the region
//! of the game in which Bob has just moved. Edges between vertices out of danger are
//! forgotten, which only gives Bob more moves, and he may pass. If Alice wins even so,
//! she wins. There are far fewer such positions, and they fall apart into small
//! regions: Bob chooses one with his move, and only that one is played on.
//!
//! The relaxed game is played by the same code as the game itself, on positions that
//! are marked as relaxed; here is what only the relaxed game needs.

use super::key::Keys;
use super::residual::{Residual, Rules};
use crate::sets::Words;

impl<S: Words> Rules<S> {
    /// Forgets regions in which Alice wins because the danger is scattered; true if
    /// nothing is left.
    pub(super) fn drop_easy_regions<const K: usize>(
        &self,
        rest: &mut Residual<S, K>,
        keys: &mut Keys<S>,
    ) -> bool {
        if !rest.relaxed || rest.alice || !self.shortcuts.scattered {
            return false;
        }
        self.split(rest, keys);
        let whole = *rest;
        keys.regions.retain(|&region| {
            let mut part = whole;
            part.restrict(region);
            !self.scattered(&part)
        });
        let left = keys
            .regions
            .iter()
            .fold(S::EMPTY, |all, &region| all.union(region));
        rest.restrict(left);
        keys.regions.is_empty()
    }
}
