//! The moves that matter.

use super::Words;
use super::key::Keys;
use super::residual::{Pass, Residual, Rules};

/// Calls `play` with the moves at `v`, equal ones once: a part's colour, or `None`
/// for a private colour. Stops when `play` returns true.
#[inline]
pub(super) fn moves_at<S: Words, const K: usize>(
    rest: &Residual<S, K>,
    keys: &Keys<S>,
    v: usize,
    mut play: impl FnMut(usize, Option<usize>) -> bool,
) -> bool {
    let mut last = S::EMPTY;
    for &(part, color) in &keys.parts {
        if part.contains(v) && part != last {
            last = part;
            if play(v, Some(color)) {
                return true;
            }
        }
    }
    rest.private.contains(v) && play(v, None)
}

impl<S: Words> Rules<S> {
    /// Calls `play` with every move that matters; [`split`](Self::split) must have seen the
    /// position. Stops when `play` returns true, and says whether it did.
    pub(super) fn moves<const K: usize>(
        &self,
        rest: &Residual<S, K>,
        keys: &Keys<S>,
        mut play: impl FnMut(usize, Option<usize>) -> bool,
    ) -> bool {
        if rest.alice && self.shortcuts.forced {
            if let Some(v) = rest.threats.first() {
                return self.parries(rest, keys, v, play);
            }
        }
        let first = rest.danger;
        for set in [first, rest.vertices().minus(first)] {
            if rest.relaxed && rest.alice && set != first {
                break;
            }
            for v in set.iter() {
                if moves_at(rest, keys, v, &mut play) {
                    return true;
                }
            }
        }
        false
    }

    /// Alice's moves that stop Bob from taking the last colour of `v`.
    fn parries<const K: usize>(
        &self,
        rest: &Residual<S, K>,
        keys: &Keys<S>,
        v: usize,
        mut play: impl FnMut(usize, Option<usize>) -> bool,
    ) -> bool {
        let allowed = if rest.relaxed {
            rest.danger
        } else {
            rest.vertices()
        };
        let Some(&color) = keys
            .parts
            .iter()
            .find_map(|(part, color)| part.contains(v).then_some(color))
        else {
            return false;
        };
        if play(v, Some(color)) {
            return true;
        }
        let set = rest.free[color];
        let takers = self.neighbors[v].intersection(set);
        let others = set.intersection(allowed).minus(takers).without(v);
        for x in others.iter() {
            if takers.minus(self.around(rest, x)).is_empty() && play(x, Some(color)) {
                return true;
            }
        }
        match takers.first() {
            Some(w) if takers.len() == 1 && allowed.contains(w) => {
                moves_at(rest, keys, w, |w, c| {
                    // Its own colour would shut off v.
                    c.is_none_or(|c| !rest.free[c].contains(v)) && play(w, c)
                })
            }
            _ => false,
        }
    }

    /// May the player to move pass? Only where the rules say so, except that in the
    /// relaxed game Bob passes when he plays where nothing is in danger, unless
    /// Alice could answer that with a pass.
    pub(super) fn may_pass<const K: usize>(&self, rest: &Residual<S, K>) -> bool {
        match (self.pass, rest.alice) {
            (Pass::Alice, alice) => alice,
            (Pass::Bob, alice) => !alice,
            (Pass::Nobody, alice) => rest.relaxed && !alice,
        }
    }
}
