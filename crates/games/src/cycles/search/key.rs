//! Keys: isomorphic parts get equal keys as far as that is cheap, and different ones
//! get different keys.
//!
//! The arrows of a part are told apart by refining hashes of the sets that hold them,
//! ties are broken by singling one out, and all sets written in the resulting labels
//! are hashed into 128 bits. A tie broken badly makes two isomorphic parts look
//! different, never two different ones equal: what is hashed is always the whole part.

use super::arrows::{Arrows, Rules, Scratch};
use crate::sets::Words;
use outplay_engine::search::{Hash128, mix, sort_hashes};

/// Memory that key-making reuses.
pub(super) struct Keys<S> {
    /// For every edge the hashes of its forward and its backward arrow.
    hash: Vec<[u64; 2]>,
    sums: Vec<[u64; 2]>,
    order: Vec<(u64, u8)>,
    label: Vec<u8>,
    images: Vec<(bool, Arrows<S>)>,
}

impl<S: Words> Keys<S> {
    pub(super) fn new() -> Self {
        Self {
            hash: vec![[0; 2]; S::CAPACITY],
            sums: vec![[0; 2]; S::CAPACITY],
            order: Vec::new(),
            label: vec![0; S::CAPACITY],
            images: Vec::new(),
        }
    }
}

impl<S: Words> Rules<S> {
    /// The key of a part, which is a group of edges of the position last looked at.
    pub(super) fn key(&self, group: S, full: bool, scratch: &mut Scratch<S>) -> u128 {
        let Scratch {
            forbidden,
            closing,
            legal,
            keys,
            ..
        } = scratch;
        keys.order.clear();
        for edge in group.iter() {
            let legal = [legal.forward, legal.backward].map(|set| u64::from(set.contains(edge)));
            keys.hash[edge] = [1 + legal[0], 1 + legal[1]];
            keys.order.push((0, edge as u8));
        }
        keys.images.clear();
        for (ends, sets) in [(false, &*forbidden), (true, &*closing)] {
            for &set in sets.iter().filter(|set| set.edges().meets(group)) {
                keys.images.push((ends, set));
            }
        }
        if self.shortcuts.isomorphism {
            keys.refine();
        } else {
            for &(_, edge) in &keys.order {
                keys.hash[edge as usize] = [0, 1];
            }
        }
        for (i, &(_, edge)) in keys.order.iter().enumerate() {
            keys.label[edge as usize] = i as u8;
        }
        let (hash, label) = (&keys.hash, &keys.label);
        let image = |set: Arrows<S>| {
            let mut new = Arrows::<S>::NONE;
            for (side, edges) in [(0, set.forward), (1, set.backward)] {
                for edge in edges.iter() {
                    let i = label[edge] as usize;
                    if (side == 0) == (hash[edge][0] < hash[edge][1]) {
                        new.forward = new.forward.with(i);
                    } else {
                        new.backward = new.backward.with(i);
                    }
                }
            }
            new
        };
        let own = legal.inside(group);
        for (_, set) in &mut keys.images {
            *set = image(*set);
        }
        keys.images.sort_unstable();
        let mut hash = Hash128::new(
            (keys.order.len() << 16 | keys.images.len() << 1 | usize::from(full)) as u64,
        );
        let mut write = |set: Arrows<S>| {
            for side in [set.forward, set.backward] {
                for &word in side.words().as_ref() {
                    hash.word(word);
                }
            }
        };
        if !self.shortcuts.isomorphism {
            write(Arrows {
                forward: group,
                backward: S::EMPTY,
            });
        }
        write(image(own));
        let first_ending = keys.images.partition_point(|&(ends, _)| !ends);
        for &(_, set) in &keys.images {
            write(set);
        }
        hash.word(first_ending as u64);
        hash.value()
    }
}

impl<S: Words> Keys<S> {
    /// Sorts the edges by what holds their arrows.
    fn refine(&mut self) {
        let mut before = 0;
        loop {
            for &(_, edge) in &self.order {
                let [a, b] = self.hash[edge as usize];
                self.sums[edge as usize] = [
                    a.wrapping_add(mix(b ^ 0x1100)),
                    b.wrapping_add(mix(a ^ 0x1100)),
                ];
            }
            for &(ends, set) in &self.images {
                let mut sum = u64::from(ends);
                for (side, edges) in [(0, set.forward), (1, set.backward)] {
                    for edge in edges.iter() {
                        sum = sum.wrapping_add(mix(self.hash[edge][side]));
                    }
                }
                let sum = mix(sum);
                for (side, edges) in [(0, set.forward), (1, set.backward)] {
                    for edge in edges.iter() {
                        self.sums[edge][side] = self.sums[edge][side].wrapping_add(sum);
                    }
                }
            }
            let mut found = 0;
            for (both, edge) in &mut self.order {
                let [a, b] = self.sums[*edge as usize].map(mix);
                self.hash[*edge as usize] = [a, b];
                found += usize::from(a != b);
                *both = mix(a).wrapping_add(mix(b));
            }
            sort_hashes(&mut self.order);
            found += 1 + self.order.windows(2).filter(|w| w[0].0 != w[1].0).count();
            if found == 2 * self.order.len() {
                return;
            }
            if found > before {
                before = found;
                continue;
            }
            before = 0;
            let tied = (0..self.order.len()).find(|&i| {
                let [a, b] = self.hash[self.order[i].1 as usize];
                a == b
                    || self
                        .order
                        .get(i + 1)
                        .is_some_and(|next| next.0 == self.order[i].0)
            });
            let Some(i) = tied else { return };
            let hash = &mut self.hash[self.order[i].1 as usize];
            let side = usize::from(hash[1] < hash[0]);
            hash[side] ^= 0x5851_F42D_4C95_7F2D;
        }
    }
}
