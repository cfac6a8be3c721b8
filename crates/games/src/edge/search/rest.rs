//! What is left of an Edge-Distinguishing Game, reduced to what matters.
//!
//! Coloured vertices are forgotten. An uncoloured vertex remembers which colours it
//! may take and which colours it sees on coloured neighbours; two colours remember
//! what became of their pair. The names in brackets are those of the lemmas in
//! `docs/lemmas.md`.

use super::Shortcuts;
use super::key::Keys;
use crate::sets::{Words, merge};
use outplay_engine::search::{Part, SumGame};

/// The board and everything else that does not change during a search.
pub(super) struct Rules<S> {
    pub(super) neighbors: Vec<S>,
    pub(super) colors: usize,
    pub(super) shortcuts: Shortcuts,
}

/// A position: what is left of the game, for up to `K` colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rest<S, const K: usize> {
    /// The uncoloured vertices that may take each colour.
    pub(super) legal: [S; K],
    /// Those that have a coloured neighbour of each colour, where that matters.
    pub(super) seen: [S; K],
    /// For each colour the colours with which it makes a pair that no edge carries
    /// and that could still come up at two places.
    pub(super) open: [u32; K],
    /// The same for pairs that are used up and could still come up.
    pub(super) used: [u32; K],
}

/// The members of a set of colours.
#[inline]
pub(super) fn members(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let c = set.trailing_zeros() as usize;
            set &= set - 1;
            c
        })
    })
}

impl<S: Words, const K: usize> Rest<S, K> {
    pub(super) const EMPTY: Self = Self {
        legal: [S::EMPTY; K],
        seen: [S::EMPTY; K],
        open: [0; K],
        used: [0; K],
    };

    /// The vertices that can still be coloured.
    #[inline]
    pub(super) fn live(&self) -> S {
        self.legal.iter().fold(S::EMPTY, |all, &set| all.union(set))
    }

    /// How many moves there are.
    fn work(&self) -> u32 {
        self.legal.iter().map(|set| set.len() as u32).sum()
    }

    /// Would exchanging the two colours change nothing?
    #[inline]
    pub(super) fn twins(&self, c: usize, d: usize) -> bool {
        let swapped = |row: u32| {
            let differ = (row >> c ^ row >> d) & 1;
            row ^ (differ << c | differ << d)
        };
        self.legal[c] == self.legal[d]
            && self.seen[c] == self.seen[d]
            && swapped(self.open[c]) == self.open[d]
            && swapped(self.used[c]) == self.used[d]
    }
}

impl<S: Words> Rules<S> {
    /// The position with these colours, from 1 and 0 for none; it must be legal.
    pub(super) fn rest<const K: usize>(&self, position: &[u8]) -> Rest<S, K> {
        let mut rest = Rest::<S, K>::EMPTY;
        let k = self.colors;
        let all = u32::MAX >> (32 - k);
        rest.open[..k].fill(all);
        let mut uncolored = S::EMPTY;
        for (v, &color) in position.iter().enumerate() {
            if color == 0 {
                uncolored = uncolored.with(v);
            }
        }
        let mut shut = S::EMPTY;
        for (v, &color) in position.iter().enumerate() {
            let Some(c) = usize::from(color).checked_sub(1) else {
                continue;
            };
            let near = self.neighbors[v];
            shut = shut.union(rest.seen[c].intersection(near));
            rest.seen[c] = rest.seen[c].union(near.intersection(uncolored));
            for w in near.minus(uncolored).iter() {
                let d = usize::from(position[w]) - 1;
                rest.open[c] &= !(1 << d);
                rest.used[c] |= 1 << d;
            }
        }
        for c in 0..k {
            rest.legal[c] = uncolored.minus(shut);
            for d in members(rest.used[c]) {
                rest.legal[c] = rest.legal[c].minus(rest.seen[d]);
            }
        }
        rest
    }

    /// Colours `v` with `c`, which must be legal.
    #[inline]
    fn color<const K: usize>(&self, rest: &Rest<S, K>, v: usize, c: usize) -> Rest<S, K> {
        let mut next = *rest;
        for set in &mut next.legal {
            *set = set.without(v);
        }
        for set in &mut next.seen {
            *set = set.without(v);
        }
        for d in members(rest.open[c]) {
            if rest.seen[d].contains(v) {
                next.open[c] &= !(1 << d);
                next.open[d] &= !(1 << c);
                next.used[c] |= 1 << d;
                next.used[d] |= 1 << c;
                next.legal[c] = next.legal[c].minus(next.seen[d]);
                next.legal[d] = next.legal[d].minus(next.seen[c]);
            }
        }
        let near = self.neighbors[v];
        let shut = near.intersection(next.seen[c]);
        if !shut.is_empty() {
            for set in &mut next.legal {
                *set = set.minus(shut);
            }
        }
        next.seen[c] = next.seen[c].union(near);
        for d in members(next.used[c]) {
            next.legal[d] = next.legal[d].minus(near);
        }
        next
    }

    /// The vertices with a neighbour that may take each colour.
    #[inline]
    fn near<const K: usize>(&self, legal: &[S; K]) -> [S; K] {
        legal.map(|set| {
            set.iter()
                .fold(S::EMPTY, |near, v| near.union(self.neighbors[v]))
        })
    }

    /// Forgets pairs that cannot come up or bother nobody [idle pairs], and sees only
    /// what matters. Collects sets of vertices that depend on each other.
    fn reduce<const K: usize>(&self, rest: &mut Rest<S, K>, groups: &mut Vec<S>) {
        let k = self.colors;
        let live = rest.live();
        for set in &mut rest.seen {
            *set = set.intersection(live);
        }
        let near = self.near(&rest.legal);
        for c in 0..k {
            for d in members((rest.open[c] | rest.used[c]) >> c << c) {
                let across = near[c].intersection(rest.legal[d]);
                let ends = across.union(near[d].intersection(rest.legal[c]));
                if rest.used[c] >> d & 1 == 1 {
                    if ends.is_empty() && self.shortcuts.idle_pairs {
                        rest.used[c] &= !(1 << d);
                        rest.used[d] &= !(1 << c);
                        continue;
                    }
                    for v in across.iter() {
                        let beside = self.neighbors[v].intersection(rest.legal[c]);
                        merge(groups, beside.with(v));
                    }
                } else {
                    let seers = rest.legal[c]
                        .intersection(rest.seen[d])
                        .union(rest.legal[d].intersection(rest.seen[c]));
                    let idle = if ends.is_empty() {
                        seers.len() <= 1
                    } else {
                        seers.is_empty() && ends.len() == 2
                    };
                    if idle && self.shortcuts.idle_pairs {
                        rest.open[c] &= !(1 << d);
                        rest.open[d] &= !(1 << c);
                        continue;
                    }
                    merge(groups, ends.union(seers));
                }
            }
        }
        for d in 0..k {
            let mut cares = S::EMPTY;
            for c in members(rest.open[d]) {
                cares = cares.union(rest.legal[c]);
            }
            rest.seen[d] = rest.seen[d].intersection(cares);
        }
    }

    /// What a position is inside a group.
    fn inside<const K: usize>(&self, rest: &Rest<S, K>, group: S) -> Rest<S, K> {
        let mut part = *rest;
        for set in part.legal.iter_mut().chain(&mut part.seen) {
            *set = set.intersection(group);
        }
        let near = self.near(&part.legal);
        for (c, near) in near.into_iter().enumerate().take(self.colors) {
            for d in members(part.used[c] | part.open[c]) {
                let comes_up = near.meets(part.legal[d])
                    || part.legal[c].meets(part.seen[d])
                    || part.legal[d].meets(part.seen[c]);
                if !comes_up {
                    part.used[c] &= !(1 << d);
                    part.open[c] &= !(1 << d);
                }
            }
        }
        part
    }
}

/// Memory that splitting reuses.
pub(super) struct Scratch<S> {
    groups: Vec<S>,
    keys: Keys<S>,
}

/// The game for `K` colours at most.
pub(super) struct Sized<S, const K: usize>(pub(super) Rules<S>);

impl<S: Words, const K: usize> SumGame for Sized<S, K> {
    type Position = Rest<S, K>;
    type Scratch = Scratch<S>;

    fn scratch(&self) -> Scratch<S> {
        Scratch {
            groups: Vec::new(),
            keys: Keys::new(),
        }
    }

    fn split(
        &self,
        position: &Rest<S, K>,
        scratch: &mut Scratch<S>,
        parts: &mut Vec<Part<Rest<S, K>>>,
    ) -> u32 {
        let rules = &self.0;
        let mut rest = *position;
        scratch.groups.clear();
        rules.reduce(&mut rest, &mut scratch.groups);
        let live = rest.live();
        if live.is_empty() {
            return 0;
        }
        if !rules.shortcuts.sums {
            parts.push(Part {
                position: rest,
                key: rules.key(&rest, &mut scratch.keys),
                size: live.len() as u32,
                work: rest.work(),
            });
            return 0;
        }
        let mut bound = S::EMPTY;
        for &group in &scratch.groups {
            bound = bound.union(group);
        }
        for &group in &scratch.groups {
            let part = if group == live {
                rest
            } else {
                rules.inside(&rest, group)
            };
            parts.push(Part {
                position: part,
                key: rules.key(&part, &mut scratch.keys),
                size: group.len() as u32,
                work: part.work(),
            });
        }
        // A vertex that depends on no other is a single move.
        live.minus(bound).len() as u32 % 2
    }

    fn join(&self, a: &Rest<S, K>, b: &Rest<S, K>) -> Rest<S, K> {
        let mut both = *a;
        for c in 0..self.0.colors {
            both.legal[c] = both.legal[c].union(b.legal[c]);
            both.seen[c] = both.seen[c].union(b.seen[c]);
            both.open[c] |= b.open[c];
            both.used[c] |= b.used[c];
        }
        both
    }

    fn moves(&self, rest: &Rest<S, K>, _: &mut Scratch<S>, after: &mut Vec<Rest<S, K>>) {
        let k = self.0.colors;
        for c in 0..k {
            if self.0.shortcuts.twins && (0..c).any(|d| rest.twins(c, d)) {
                continue;
            }
            for v in rest.legal[c].iter() {
                after.push(self.0.color(rest, v, c));
            }
        }
    }
}
