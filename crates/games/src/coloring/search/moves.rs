//! The moves that matter, and how promising a position looks.

use super::key::Keys;
use super::residual::{Residual, Rules};
use crate::coloring::Pass;
use crate::sets::Words;
use outplay_engine::search::Entry;

/// Calls `play` with the moves at `v`, equal ones once: a part's colour, or `None`
/// for a private colour.
#[inline]
fn moves_at<S: Words, const K: usize>(
    rest: &Residual<S, K>,
    keys: &Keys<S>,
    v: usize,
    mut play: impl FnMut(usize, Option<usize>),
) {
    let mut last = S::EMPTY;
    for &(part, color) in &keys.parts {
        if part.contains(v) && part != last {
            last = part;
            play(v, Some(color));
        }
    }
    if rest.private.contains(v) {
        play(v, None);
    }
}

impl<S: Words> Rules<S> {
    /// Calls `play` with every move that matters; [`split`](Self::split) must have seen
    /// the position.
    pub(super) fn moves<const K: usize>(
        &self,
        rest: &Residual<S, K>,
        keys: &Keys<S>,
        mut play: impl FnMut(usize, Option<usize>),
    ) {
        if rest.alice
            && self.shortcuts.forced
            && let Some(v) = rest.threats.first()
        {
            return self.parries(rest, keys, v, play);
        }
        for v in rest.danger.iter() {
            moves_at(rest, keys, v, &mut play);
        }
        if !(rest.relaxed && rest.alice) {
            for v in rest.vertices().minus(rest.danger).iter() {
                moves_at(rest, keys, v, &mut play);
            }
        }
    }

    /// Alice's moves that stop Bob from taking the last colour of `v`.
    fn parries<const K: usize>(
        &self,
        rest: &Residual<S, K>,
        keys: &Keys<S>,
        v: usize,
        mut play: impl FnMut(usize, Option<usize>),
    ) {
        let Some(&(_, color)) = keys.parts.iter().find(|(part, _)| part.contains(v)) else {
            return;
        };
        play(v, Some(color));
        let allowed = if rest.relaxed {
            rest.danger
        } else {
            rest.vertices()
        };
        let set = rest.free[color];
        let takers = self.neighbors[v].intersection(set);
        // The same colour next to all who could take it.
        let others = set.intersection(allowed).minus(takers).without(v);
        for x in others.iter() {
            if takers.minus(self.around(rest, x)).is_empty() {
                play(x, Some(color));
            }
        }
        // Another colour for the only one who could take it.
        if let Some(w) = takers.first()
            && takers.len() == 1
            && allowed.contains(w)
        {
            moves_at(rest, keys, w, |w, c| {
                if c.is_none_or(|c| !rest.free[c].contains(v)) {
                    play(w, c);
                }
            });
        }
    }

    /// May the player to move pass? Only where the rules say so, except that in the
    /// relaxed game Bob passes when he plays where nothing is in danger, unless
    /// Alice could answer that with a pass.
    pub(super) fn may_pass<const K: usize>(&self, rest: &Residual<S, K>) -> bool {
        match (self.pass, rest.alice) {
            (Pass::Alice, alice) => alice,
            (Pass::Bob, alice) => !alice,
            (Pass::None, alice) => rest.relaxed && !alice,
        }
    }

    /// How hard a position looks, for the player to move: to prove a win, to prove
    /// a loss. Alice's wins get harder with every vertex in danger; Bob's come
    /// quickly when he keeps making threats. The weights are measured.
    pub(super) fn difficulty<const K: usize>(&self, rest: &Residual<S, K>) -> Entry {
        let danger = rest.danger.len() as u32;
        match (rest.alice, rest.threats.is_empty()) {
            (true, true) => Entry::new(1 + 2 * danger, 17),
            (true, false) => Entry::new(1 + 2 * danger, 1),
            (false, _) => Entry::new(1, 1 + 8 * danger),
        }
    }
}
