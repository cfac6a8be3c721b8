//! Keys: isomorphic residual games get equal keys as far as that is cheap, and
//! different ones get different keys.
//!
//! Vertices and colours are told apart by refining hashes of what surrounds them,
//! ties are broken by singling one out, and everything written in the resulting
//! labels is hashed into 128 bits. A tie broken badly makes two isomorphic games look
//! different, never two different ones equal: what is hashed is always the whole game.

use super::rest::{Rest, Rules, members};
use crate::sets::{Seen, Words, refine};
use outplay_engine::search::{Hash128, mix};

/// Memory that key-making reuses.
pub(super) struct Keys<S> {
    /// For every vertex the colours it may take and those it sees.
    legal: Vec<u32>,
    seen: Vec<u32>,
    /// Its neighbours with which some pair can come up that matters.
    near: Vec<S>,
    hash: Vec<u64>,
    sums: Vec<u64>,
    order: Vec<(u64, u8)>,
    colors: Vec<(u64, u8)>,
    label: Vec<u8>,
    /// The keys that were made before.
    made: Seen<u128>,
}

impl<S: Words> Keys<S> {
    pub(super) fn new() -> Self {
        Self {
            legal: vec![0; S::CAPACITY],
            seen: vec![0; S::CAPACITY],
            near: vec![S::EMPTY; S::CAPACITY],
            hash: vec![0; S::CAPACITY],
            sums: vec![0; S::CAPACITY],
            order: Vec::new(),
            colors: Vec::new(),
            label: vec![0; S::CAPACITY],
            made: Seen::new(),
        }
    }

    /// Would exchanging the two vertices change nothing?
    fn twins(&self, v: usize, w: usize) -> bool {
        self.legal[v] == self.legal[w]
            && self.seen[v] == self.seen[w]
            && self.near[v].without(w) == self.near[w].without(v)
    }
}

impl<S: Words> Rules<S> {
    /// The key of a reduced position.
    pub(super) fn key<const K: usize>(&self, rest: &Rest<S, K>, keys: &mut Keys<S>) -> u128 {
        let place = self.place(rest);
        keys.made.get(place).unwrap_or_else(|| {
            let key = self.new_key(rest, keys);
            keys.made.put(place, key);
            key
        })
    }

    /// A hash of a reduced position as it stands on the board.
    fn place<const K: usize>(&self, rest: &Rest<S, K>) -> u128 {
        let mut hash = Hash128::new(0);
        for c in 0..self.colors {
            for set in [rest.legal[c], rest.seen[c]] {
                set.hash_into(&mut hash);
            }
            hash.word(u64::from(rest.open[c]) << 32 | u64::from(rest.used[c]));
        }
        hash.value()
    }

    fn new_key<const K: usize>(&self, rest: &Rest<S, K>, keys: &mut Keys<S>) -> u128 {
        let live = rest.live();
        for v in live.iter() {
            (keys.legal[v], keys.seen[v]) = (0, 0);
        }
        keys.colors.clear();
        for c in 0..self.colors {
            for v in rest.legal[c].iter() {
                keys.legal[v] |= 1 << c;
            }
            for v in rest.seen[c].iter() {
                keys.seen[v] |= 1 << c;
            }
            if !rest.legal[c].is_empty() || !rest.seen[c].is_empty() {
                keys.colors.push((0, c as u8));
            }
        }
        keys.order.clear();
        for v in live.iter() {
            let meets = members(keys.legal[v]).fold(0, |all, c| all | rest.open[c] | rest.used[c]);
            let mut near = self.neighbors[v].intersection(live);
            for w in near.iter() {
                if keys.legal[w] & meets == 0 {
                    near = near.without(w);
                }
            }
            keys.near[v] = near;
            keys.order.push((0, v as u8));
        }
        if self.shortcuts.isomorphism {
            self.refine(rest, keys);
        }
        let mut name = [0u8; K];
        for (i, &(_, c)) in keys.colors.iter().enumerate() {
            name[c as usize] = i as u8;
        }
        for (i, &(_, v)) in keys.order.iter().enumerate() {
            keys.label[v as usize] = i as u8;
        }
        let renamed = |set: u32| members(set).fold(0u64, |new, c| new | 1 << name[c]);
        let mut hash = Hash128::new((keys.order.len() << 8 | keys.colors.len()) as u64);
        if !self.shortcuts.isomorphism {
            live.hash_into(&mut hash);
        }
        for &(_, c) in &keys.colors {
            let c = c as usize;
            hash.word(renamed(rest.open[c]) << 32 | renamed(rest.used[c]));
        }
        for &(_, v) in &keys.order {
            let v = v as usize;
            hash.word(renamed(keys.legal[v]) << 32 | renamed(keys.seen[v]));
            let near = keys.near[v]
                .iter()
                .fold(S::EMPTY, |new, w| new.with(keys.label[w] as usize));
            near.hash_into(&mut hash);
        }
        hash.value()
    }

    /// Sorts vertices and colours by what surrounds them.
    fn refine<const K: usize>(&self, rest: &Rest<S, K>, keys: &mut Keys<S>) {
        let mut tint = [1u64; K];
        for &(_, v) in &keys.order {
            let v = v as usize;
            keys.hash[v] = mix(u64::from(keys.legal[v].count_ones()) << 16
                | u64::from(keys.seen[v].count_ones()) << 8
                | keys.near[v].len() as u64);
        }
        let mut before = 0;
        // What is told apart from all others keeps its hash.
        let mut tied = rest.live();
        let mut colors = keys.colors.iter().fold(0u32, |set, &(_, c)| set | 1 << c);
        loop {
            let mut news = [0u64; K];
            for c in members(colors) {
                let sum = |set: S, salt: u64| {
                    set.iter()
                        .fold(0u64, |sum, v| sum.wrapping_add(mix(keys.hash[v] ^ salt)))
                };
                let pairs = |row: u32, salt: u64| {
                    members(row).fold(0u64, |sum, d| sum.wrapping_add(mix(tint[d] ^ salt)))
                };
                let own = u64::from(rest.open[c] >> c & 1 | (rest.used[c] >> c & 1) << 1);
                let new = mix(tint[c] ^ own)
                    .wrapping_add(sum(rest.legal[c], 0x11))
                    .wrapping_add(sum(rest.seen[c], 0x2200))
                    .wrapping_add(pairs(rest.open[c], 0x33_0000))
                    .wrapping_add(pairs(rest.used[c], 0x4400_0000));
                news[c] = mix(new);
            }
            for c in members(colors) {
                tint[c] = news[c];
            }
            for v in tied.iter() {
                let sum = |set: u32, salt: u64| {
                    members(set).fold(0u64, |sum, c| sum.wrapping_add(mix(tint[c] ^ salt)))
                };
                let mut new = keys.hash[v]
                    .wrapping_add(sum(keys.legal[v], 0x55))
                    .wrapping_add(sum(keys.seen[v], 0x6600));
                for w in keys.near[v].iter() {
                    new = new.wrapping_add(mix(keys.hash[w] ^ 0x77_0000));
                }
                keys.sums[v] = mix(new);
            }
            for v in tied.iter() {
                keys.hash[v] = keys.sums[v];
            }
            let a = refine(
                &mut keys.order,
                |v| keys.hash[v],
                |v| tied = tied.without(v),
            );
            let b = refine(&mut keys.colors, |c| tint[c], |c| colors &= !(1 << c));
            if a == keys.order.len() && b == keys.colors.len() {
                return;
            }
            if a + b > before {
                before = a + b;
                continue;
            }
            before = 0;
            let alike = |w: &&[(u64, u8)]| w[0].0 == w[1].0;
            let mut pairs = keys.colors.windows(2).filter(alike);
            if let Some(w) = pairs.find(|w| !rest.twins(w[0].1.into(), w[1].1.into())) {
                tint[w[0].1 as usize] ^= 0x5851_F42D_4C95_7F2D;
                continue;
            }
            let mut pairs = keys.order.windows(2).filter(alike);
            match pairs.find(|w| !keys.twins(w[0].1.into(), w[1].1.into())) {
                Some(w) => keys.hash[w[0].1 as usize] ^= 0x5851_F42D_4C95_7F2D,
                None => return,
            }
        }
    }
}
