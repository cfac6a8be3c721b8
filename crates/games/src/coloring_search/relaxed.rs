//! relaxed
use super::Words;
use super::key::Keys;
use super::residual::{Residual, Rules};

impl<S: Words> Rules<S> {
    /// Forgets regions in which Alice wins because the danger is scattered; true if
    /// nothing is left.
    pub(super) fn drop_easy_regions<const K: usize>(
        &self,
        rest: &mut Residual<S, K>,
        keys: &mut Keys<S>,
    ) -> bool {
        if !self.shortcuts.scattered || keys.regions.len() == 1 {
            return false;
        }
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
        keys.parts.retain(|(part, _)| part.meets(left));
        keys.regions.is_empty()
    }
}
