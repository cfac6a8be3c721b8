//! Keys: isomorphic parts get equal keys as far as that is cheap, and different ones
//! get different keys.
//!
//! The arrows of a part are told apart by refining hashes of the sets that hold them; ties
//! are broken by singling one out. When no two are equal, these hashes are the names of the arrows, and all
//! sets written in these names are hashed into 128 bits, in no order. A tie broken badly makes two isomorphic parts look
//! different, never two different ones equal: what is hashed is always the whole part.

use super::arrows::{Arrows, Rules, Scratch};
use crate::sets::{Seen, Words};
use outplay_engine::search::{Hash128, mix, sort_hashes, spread};

/// Memory that key-making reuses.
pub(super) struct Keys<S> {
    /// For every edge the hashes of its forward and its backward arrow.
    hash: Vec<[u64; 2]>,
    sums: Vec<[u64; 2]>,
    /// The edges of the part, with their names.
    edges: Vec<(u64, u8)>,
    /// For every edge what stands for its forward and its backward arrow.
    codes: Vec<[u128; 2]>,
    /// The sets of the part, and whether they close a cell.
    sets: Vec<(bool, Arrows<S>)>,
    /// The keys of parts that were made before; none if the player to move loses the part.
    pub(super) seen: Seen<Option<u128>>,
}

impl<S: Words> Keys<S> {
    pub(super) fn new() -> Self {
        Self {
            hash: vec![[0; 2]; S::CAPACITY],
            sums: vec![[0; 2]; S::CAPACITY],
            edges: Vec::new(),
            codes: vec![[0; 2]; S::CAPACITY],
            sets: Vec::new(),
            seen: Seen::new(),
        }
    }
}

impl<S: Words> Rules<S> {
    /// A hash of a part as it lies on the board. What is left of a set is what it has in the part, so
    /// it is enough to say which sets are left.
    pub(super) fn place(&self, group: S, full: bool, scratch: &Scratch<S>) -> u128 {
        let mut sets = 0u128;
        for set in scratch.forbidden.iter().chain(&scratch.closing) {
            if set.arrows.edges().meets(group) {
                sets = sets.wrapping_add(set.name);
            }
        }
        let own = scratch.legal.inside(group);
        let mut hash = Hash128::new(u64::from(full));
        hash.word(sets as u64);
        hash.word((sets >> 64) as u64);
        for set in [group, own.forward, own.backward] {
            set.hash_into(&mut hash);
        }
        hash.value()
    }

    /// The key of a part, which is a group of edges of the position last looked at.
    pub(super) fn key(&self, group: S, full: bool, scratch: &mut Scratch<S>) -> u128 {
        let Scratch {
            forbidden,
            closing,
            legal,
            keys,
            ..
        } = scratch;
        keys.edges.clear();
        for edge in group.iter() {
            let legal = [legal.forward, legal.backward].map(|set| u64::from(set.contains(edge)));
            keys.hash[edge] = legal.map(|legal| mix(1 + legal));
            keys.edges.push((0, edge as u8));
        }
        keys.sets.clear();
        for (ends, sets) in [(false, &*forbidden), (true, &*closing)] {
            for set in sets.iter().filter(|set| set.arrows.edges().meets(group)) {
                keys.sets.push((ends, set.arrows));
            }
        }
        if self.shortcuts.isomorphism {
            keys.refine();
        } else {
            for (name, edge) in &mut keys.edges {
                *name = (*edge).into();
                keys.hash[*edge as usize] = [0, 1];
            }
        }
        for &(name, edge) in &keys.edges {
            let [a, b] = keys.hash[edge as usize];
            let name = u128::from(name) << 1;
            let codes = [name | u128::from(a < b), name | u128::from(b < a)];
            keys.codes[edge as usize] = codes.map(spread);
        }
        let code = |kind: u8, set: Arrows<S>| {
            let mut sum = 0u128;
            for (side, edges) in [(0, set.forward), (1, set.backward)] {
                for edge in edges.iter() {
                    sum = sum.wrapping_add(keys.codes[edge][side]);
                }
            }
            spread(sum ^ u128::from(kind))
        };
        let mut sum = code(2, legal.inside(group));
        for &(ends, set) in &keys.sets {
            sum = sum.wrapping_add(code(ends.into(), set));
        }
        let mut hash = Hash128::new(
            (keys.edges.len() << 16 | keys.sets.len() << 1 | usize::from(full)) as u64,
        );
        hash.word(sum as u64);
        hash.word((sum >> 64) as u64);
        if !self.shortcuts.isomorphism {
            group.hash_into(&mut hash);
        }
        hash.value()
    }
}

impl<S: Words> Keys<S> {
    /// Names the edges by what holds their arrows, so that no two have the same name, nor the two arrows of one
    /// the same hash.
    fn refine(&mut self) {
        let mut before = 0;
        loop {
            for &(_, edge) in &self.edges {
                let [a, b] = self.hash[edge as usize];
                self.sums[edge as usize] = [
                    a.wrapping_add(mix(b ^ 0x1100)),
                    b.wrapping_add(mix(a ^ 0x1100)),
                ];
            }
            for &(ends, set) in &self.sets {
                let mut sum = u64::from(ends);
                for (side, edges) in [(0, set.forward), (1, set.backward)] {
                    for edge in edges.iter() {
                        sum = sum.wrapping_add(self.hash[edge][side]);
                    }
                }
                let sum = mix(sum);
                for (side, edges) in [(0, set.forward), (1, set.backward)] {
                    for edge in edges.iter() {
                        self.sums[edge][side] = self.sums[edge][side].wrapping_add(sum);
                    }
                }
            }
            // How many are told apart, or a few less: hashes that set the same bit count as equal.
            let mut bits = [0u64; 1 << 4];
            let mut found = 0;
            for (both, edge) in &mut self.edges {
                let [a, b] = self.sums[*edge as usize].map(mix);
                self.hash[*edge as usize] = [a, b];
                *both = mix(a).wrapping_add(mix(b));
                let (word, bit) = ((*both >> 60) as usize, 1 << (*both >> 54 & 63));
                found += usize::from(a != b) + usize::from(bits[word] & bit == 0);
                bits[word] |= bit;
            }
            if found == 2 * self.edges.len() {
                return;
            }
            if found > before {
                before = found;
                continue;
            }
            before = 0;
            sort_hashes(&mut self.edges);
            let tied = (0..self.edges.len()).find(|&i| {
                let (name, edge) = self.edges[i];
                let [a, b] = self.hash[edge as usize];
                a == b || self.edges.get(i + 1).is_some_and(|next| next.0 == name)
            });
            let Some(i) = tied else { return };
            let hash = &mut self.hash[self.edges[i].1 as usize];
            let side = usize::from(hash[1] < hash[0]);
            hash[side] ^= 0x5851_F42D_4C95_7F2D;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Shortcuts;
    use super::super::arrows::{Left, Mode};
    use super::*;
    use crate::Cycles;
    use outplay_board::{Limits, VertexSet, families};
    use outplay_engine::Rng;
    use outplay_engine::search::SumGame;

    /// Sets of the board, with its edges renamed and some of them turned round.
    fn renamed(sets: &[Vec<(u32, bool)>], to: &[(u32, bool)]) -> Vec<Vec<(u32, bool)>> {
        let one = |&(edge, forward): &(u32, bool)| {
            let (new, turned) = to[edge as usize];
            (new, forward != turned)
        };
        sets.iter()
            .map(|set| set.iter().map(one).collect())
            .collect()
    }

    /// Plays random arrows on a board and the same on a copy with other names for the edges, and
    /// compares the keys of the parts at every step: how many steps, and in how many they agree.
    fn same_keys(name: &str, rng: &mut Rng) -> [usize; 2] {
        let game = Cycles::new(&families::board(name, Limits::BOARD).unwrap()).unwrap();
        let (vertices, cells) = (game.ends(), game.cells());
        let edges = vertices.iter().map(Vec::len).sum::<usize>() / 2;
        let mut order: Vec<u32> = (0..edges as u32).collect();
        rng.shuffle(&mut order);
        let to: Vec<(u32, bool)> = order.into_iter().map(|e| (e, rng.below(2) == 0)).collect();
        let shortcuts = Shortcuts {
            mirror: false,
            ..Shortcuts::default()
        };
        let new = |vertices: &[_], cells: &[_]| {
            Rules::<u64>::new(edges, vertices, cells, Vec::new(), shortcuts)
        };
        let boards = [
            new(vertices, cells),
            new(&renamed(vertices, &to), &renamed(cells, &to)),
        ];
        let mut both = [vec![0i8; edges], vec![0i8; edges]];
        let mut scratch = boards[0].scratch();
        let mut counts = [0, 0];
        loop {
            let keys = [0, 1].map(|i| {
                let mut parts = Vec::new();
                let mut own = boards[i].scratch();
                let heap = boards[i].split(&boards[i].left(&both[i]), &mut own, &mut parts);
                let mut keys: Vec<u128> = parts.iter().map(|part| part.key).collect();
                keys.sort_unstable();
                (heap, keys)
            });
            assert_eq!(keys[0].1.len(), keys[1].1.len());
            assert_eq!(keys[0].0, keys[1].0);
            counts[0] += 1;
            counts[1] += usize::from(keys[0] == keys[1]);
            let mut after = Vec::new();
            boards[0].moves(&boards[0].left(&both[0]), &mut scratch, &mut after);
            if after.is_empty() {
                return counts;
            }
            let placed = after[rng.below(after.len())].placed;
            for edge in 0..edges {
                let (new, turned) = to[edge];
                let arrow = i8::from(placed.forward.contains(edge))
                    - i8::from(placed.backward.contains(edge));
                both[0][edge] = arrow;
                both[1][new as usize] = if turned { -arrow } else { arrow };
            }
        }
    }

    #[test]
    fn isomorphic_parts_nearly_always_have_equal_keys() {
        let mut rng = Rng::new(5);
        for name in ["wheel:9", "prism:5", "grid:3x4", "grid:4x4"] {
            let mut sums = [0, 0];
            for _ in 0..300 {
                let counts = same_keys(name, &mut rng);
                sums = [sums[0] + counts[0], sums[1] + counts[1]];
            }
            assert!(sums[0] > 4000, "{name} {sums:?}");
            // A tie that is broken badly costs a little time, so some may differ.
            assert!(sums[0] - sums[1] <= sums[0] / 50, "{name} {sums:?}");
        }
    }

    /// What is remembered of a place must be what is found there anew, in either mode.
    #[test]
    fn remembered_keys_are_those_that_would_be_made() {
        let mut rng = Rng::new(7);
        for (name, mode) in [
            ("wheel:6", Mode::Full),
            ("wheel:6", Mode::Calm),
            ("grid:3x4", Mode::Full),
            ("grid:3x4", Mode::Calm),
        ] {
            let game = Cycles::new(&families::board(name, Limits::BOARD).unwrap()).unwrap();
            let mirrors = game.involutions().map(<[_]>::to_vec).collect();
            let edges = game.ends().iter().map(Vec::len).sum::<usize>() / 2;
            let shortcuts = Shortcuts::default();
            let rules = Rules::<u64>::new(edges, game.ends(), game.cells(), mirrors, shortcuts);
            let mut kept = rules.scratch();
            for _ in 0..300 {
                let mut left = Left {
                    mode,
                    ..rules.left(&vec![0; edges])
                };
                loop {
                    let [old, new] = [&mut kept, &mut rules.scratch()].map(|scratch| {
                        let mut parts = Vec::new();
                        let heap = rules.split(&left, scratch, &mut parts);
                        let keys: Vec<u128> = parts.iter().map(|part| part.key).collect();
                        (heap, keys)
                    });
                    assert_eq!(old, new, "{name} {left:?}");
                    let mut after = Vec::new();
                    rules.moves(&left, &mut kept, &mut after);
                    if after.is_empty() {
                        break;
                    }
                    left = after[rng.below(after.len())];
                }
            }
        }
    }
}
