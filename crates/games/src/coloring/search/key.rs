//! Keys: isomorphic residual games get equal keys as far as that is cheap, and
//! different ones get different keys.
//!
//! A colour is only a name, and only among vertices that it joins. So each set of
//! vertices that may take a colour falls apart into *parts*, its connected pieces, and
//! every part can count as a colour of its own (lemma 2). The residual game is the
//! list of its parts together with the edges inside them. Its connected regions are
//! labelled one by one: vertices are told apart by refining hashes of their
//! surroundings, ties are broken by singling out a vertex, and the region written in the
//! resulting labels is hashed into 128 bits. A tie broken badly makes two isomorphic
//! regions look different, never two different ones equal: what is hashed is always
//! the whole region. The key of the game is the sum over its regions.

use super::MOST_COLORS;
use super::residual::{Residual, Rules};
use crate::sets::{Seen, Words, refine};
use outplay_engine::search::{Hash128, mix};

/// After so many steps, ties are left to the numbers of the vertices.
const MOST_WORK: usize = 1 << 18;

/// Memory that key-making reuses.
pub(super) struct Keys<S> {
    /// The parts of the position that was split last, each with a colour, sorted.
    pub(super) parts: Vec<(S, usize)>,
    /// The vertex sets of the regions.
    pub(super) regions: Vec<S>,
    order: Vec<(u64, u8)>,
    hash: Vec<u64>,
    /// For every vertex the neighbours that may take one of its colours.
    near: Vec<S>,
    sums: Vec<u64>,
    label: Vec<u8>,
    images: Vec<S>,
    /// Keys made before, by a hash of the position as it stands on the board.
    made: Seen<u128>,
}

impl<S: Words> Keys<S> {
    pub(super) fn new() -> Self {
        Self {
            parts: Vec::with_capacity(4 * MOST_COLORS),
            regions: Vec::new(),
            order: Vec::new(),
            hash: vec![0; S::CAPACITY],
            near: vec![S::EMPTY; S::CAPACITY],
            sums: vec![0; S::CAPACITY],
            label: vec![0; S::CAPACITY],
            images: Vec::new(),
            made: Seen::new(),
        }
    }

    /// The region that holds `v`.
    pub(super) fn region_of(&self, v: usize) -> S {
        self.regions
            .iter()
            .copied()
            .find(|region| region.contains(v))
            .unwrap_or(S::EMPTY)
    }
}

/// Mixes the bits of a word.
fn stir(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (word ^ word >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// What a key says beside the residual graph.
fn flags<S, const K: usize>(rules: &Rules<S>, rest: &Residual<S, K>) -> u64 {
    u64::from(rest.alice)
        | u64::from(rest.tempo) << 1
        | u64::from(rest.relaxed) << 2
        | (rules.pass as u64) << 3
}

impl<S: Words> Rules<S> {
    /// Finds the parts and regions of a reduced position.
    pub(super) fn split<const K: usize>(&self, rest: &Residual<S, K>, keys: &mut Keys<S>) {
        keys.parts.clear();
        for (c, &set) in rest.free[..self.colors].iter().enumerate() {
            if !self.shortcuts.local_colors {
                if !set.is_empty() {
                    keys.parts.push((set, c));
                }
                continue;
            }
            let mut left = set;
            while let Some(v) = left.first() {
                let part = self.flood(rest, S::single(v), left);
                left = left.minus(part);
                keys.parts.push((part, c));
            }
        }
        keys.parts.sort_unstable();
        keys.regions.clear();
        let mut left = rest.vertices();
        while let Some(v) = left.first() {
            let mut region = S::single(v);
            loop {
                let grown = keys
                    .parts
                    .iter()
                    .filter(|(part, _)| part.meets(region))
                    .fold(region, |grown, &(part, _)| grown.union(part));
                if grown == region {
                    break;
                }
                region = grown;
            }
            left = left.minus(region);
            keys.regions.push(region);
        }
    }

    /// The key of a reduced position.
    pub(super) fn key<const K: usize>(&self, rest: &Residual<S, K>, keys: &mut Keys<S>) -> u128 {
        let place = self.place(rest);
        keys.made.get(place).unwrap_or_else(|| {
            self.split(rest, keys);
            let key = self.new_key(rest, keys);
            keys.made.put(place, key);
            key
        })
    }

    /// For every vertex the neighbours that count for it, and a hash of how many there are for each of its
    /// colours, and of the same for them: what keys and sketches begin with.
    fn surroundings<const K: usize>(&self, rest: &Residual<S, K>, keys: &mut Keys<S>) {
        let all = rest.vertices();
        for v in all.iter() {
            let around = self.around(rest, v);
            let mut sum =
                u64::from(rest.danger.contains(v)) | u64::from(rest.private.contains(v)) << 1;
            let mut near = S::EMPTY;
            for &set in &rest.free[..self.colors] {
                if set.contains(v) {
                    let takers = around.intersection(set);
                    sum += 4 << (6 * takers.len().min(9));
                    near = near.union(takers);
                }
            }
            keys.near[v] = near;
            keys.sums[v] = stir(sum);
        }
        for v in all.iter() {
            let own = keys.sums[v].rotate_left(32);
            let sums = keys.near[v].iter().map(|w| keys.sums[w]);
            keys.hash[v] = stir(sums.fold(own, u64::wrapping_add));
        }
    }

    /// What of a key is seen quickly: the vertices with their surroundings.
    pub(super) fn sketch<const K: usize>(&self, rest: &Residual<S, K>, keys: &mut Keys<S>) -> u64 {
        self.surroundings(rest, keys);
        let hashes = rest.vertices().iter().map(|v| keys.hash[v]);
        stir(hashes.fold(flags(self, rest), u64::wrapping_add))
    }

    /// A hash of a reduced position as it stands on the board, up to the names of
    /// the colours.
    fn place<const K: usize>(&self, rest: &Residual<S, K>) -> u128 {
        let mut sum = 0u128;
        for &set in &rest.free[..self.colors] {
            let mut hasher = Hash128::new(1);
            set.hash_into(&mut hasher);
            sum = sum.wrapping_add(hasher.value());
        }
        let mut hasher = Hash128::new(flags(self, rest));
        hasher.word(sum as u64);
        hasher.word((sum >> 64) as u64);
        rest.private.hash_into(&mut hasher);
        rest.danger.hash_into(&mut hasher);
        hasher.value()
    }

    fn new_key<const K: usize>(&self, rest: &Residual<S, K>, keys: &mut Keys<S>) -> u128 {
        self.surroundings(rest, keys);
        let mut sum = 0u128;
        for i in 0..keys.regions.len() {
            let region = keys.regions[i];
            sum = sum.wrapping_add(self.region_key(rest, region, keys));
        }
        let mut hasher = Hash128::new(flags(self, rest));
        hasher.word(sum as u64);
        hasher.word((sum >> 64) as u64);
        hasher.value()
    }

    /// The key of a region of a position that was split last, and its vertices in the order of the labels.
    pub(super) fn labelled<const K: usize>(
        &self,
        rest: &Residual<S, K>,
        region: S,
        keys: &mut Keys<S>,
    ) -> (u128, Vec<u32>) {
        self.surroundings(rest, keys);
        let key = self.region_key(rest, region, keys);
        (key, keys.order.iter().map(|&(_, v)| v.into()).collect())
    }

    fn region_key<const K: usize>(
        &self,
        rest: &Residual<S, K>,
        region: S,
        keys: &mut Keys<S>,
    ) -> u128 {
        let Keys {
            parts,
            order,
            near,
            hash,
            sums,
            label,
            images,
            ..
        } = keys;
        order.clear();
        for v in region.iter() {
            order.push((0, v as u8));
        }
        if self.shortcuts.isomorphism {
            // What is told apart from all others keeps its hash.
            let (mut tied, mut classes, mut work) = (region, 0, 0);
            while !tied.is_empty() && work < MOST_WORK {
                for v in tied.iter() {
                    sums[v] = hash[v];
                }
                for &(part, _) in parts.iter().filter(|(part, _)| part.meets(tied)) {
                    let all = part
                        .iter()
                        .fold(0u64, |all, v| all.wrapping_add(mix(hash[v])));
                    for v in part.intersection(tied).iter() {
                        let near = near[v].intersection(part);
                        work += 1 + near.len();
                        let near = near.iter().fold(0u64, |sum, w| sum.wrapping_add(hash[w]));
                        sums[v] = sums[v].wrapping_add(mix(all ^ near.rotate_left(32)));
                    }
                }
                for v in tied.iter() {
                    hash[v] = mix(sums[v]);
                }
                let now = refine(order, |v| hash[v], |v| tied = tied.without(v));
                if now == order.len() {
                    break;
                }
                if now == classes {
                    let tied = order
                        .windows(2)
                        .find(|w| w[0].0 == w[1].0)
                        .map_or(0, |w| w[0].1 as usize);
                    hash[tied] = mix(hash[tied] ^ 0x5851_F42D_4C95_7F2D);
                    classes = 0;
                } else {
                    classes = now;
                }
            }
        }
        for (i, &(_, v)) in order.iter().enumerate() {
            let i = if self.shortcuts.isomorphism {
                i
            } else {
                v as usize
            };
            label[v as usize] = i as u8;
        }
        let image = |set: S| {
            set.iter()
                .fold(S::EMPTY, |new, v| new.with(label[v] as usize))
        };
        let mut hasher = Hash128::new(order.len() as u64);
        image(rest.private.intersection(region)).hash_into(&mut hasher);
        image(rest.danger.intersection(region)).hash_into(&mut hasher);
        images.clear();
        for &(part, _) in parts.iter().filter(|(part, _)| part.meets(region)) {
            images.push(image(part));
        }
        images.sort_unstable();
        hasher.word(images.len() as u64);
        for &part in images.iter() {
            part.hash_into(&mut hasher);
        }
        for &(_, v) in order.iter() {
            image(near[v as usize]).hash_into(&mut hasher);
        }
        hasher.value()
    }
}

#[cfg(test)]
mod tests {
    use super::super::residual::Standing;
    use super::super::residual::samples::{board, rules, start};
    use super::*;
    use outplay_board::{Graph, VertexSet};
    use outplay_engine::Rng;

    /// Plays random moves on a board and the same moves on a copy with other numbers
    /// for vertices and colours, and compares the keys at every step.
    fn same_keys(graph: &Graph, rng: &mut Rng) -> [usize; 2] {
        let n = graph.vertex_count();
        let mut to: Vec<u32> = (0..n as u32).collect();
        rng.shuffle(&mut to);
        let edges = graph.edges().map(|(a, b)| (to[a as usize], to[b as usize]));
        let copy = Graph::new(n, edges).unwrap();
        let boards = [rules(graph), rules(&copy)];
        let all = Residual {
            relaxed: rng.below(2) == 0,
            ..start(n)
        };
        let mut both = [all, all];
        let mut counts = [0, 0];
        loop {
            let mut found = [None, None];
            let mut sketches = [None, None];
            for (i, rest) in both.iter_mut().enumerate() {
                if boards[i].reduce(rest) == Standing::Open {
                    found[i] = Some(boards[i].key(rest, &mut Keys::new()));
                    sketches[i] = Some(boards[i].sketch(rest, &mut Keys::new()));
                }
            }
            assert_eq!(sketches[0], sketches[1]);
            if found[0].is_none() {
                return counts;
            }
            counts[0] += 1;
            counts[1] += usize::from(found[0] == found[1]);
            let v = both[0]
                .vertices()
                .iter()
                .nth(rng.below(both[0].vertices().len()))
                .unwrap();
            let Some(c) = (0..3).find(|&c| both[0].free[c].contains(v)) else {
                return counts;
            };
            let turned = (c + 1) % 3;
            let image = to[v] as usize;
            if counts[0] == 1 {
                both[1].free.rotate_right(1);
            }
            match (
                boards[0].color(&both[0], v, Some(c)),
                boards[1].color(&both[1], image, Some(turned)),
            ) {
                (Ok(a), Ok(b)) => both = [a, b],
                (a, b) => {
                    assert_eq!(a.is_err(), b.is_err());
                    return counts;
                }
            }
        }
    }

    #[test]
    fn isomorphic_positions_nearly_always_have_equal_keys() {
        let mut rng = Rng::new(11);
        let mut sums = [0, 0];
        for round in 0..3000 {
            let graph = board(8 + round % 5, round, &mut rng);
            let counts = same_keys(&graph, &mut rng);
            sums = [sums[0] + counts[0], sums[1] + counts[1]];
        }
        assert!(sums[0] > 5000, "{sums:?}");
        // A tie that is broken badly costs a little time, so a few may differ.
        assert!(sums[0] - sums[1] <= sums[0] / 1000, "{sums:?}");
    }
}
