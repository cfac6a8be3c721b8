//! Sets of vertices in words, families of disjoint sets, lists that are sorted into classes, and a memory of keys.

use outplay_board::VertexSet;
use outplay_engine::search::{Hash128, sort_hashes};

/// Vertex sets that can be hashed word by word.
pub(crate) trait Words: VertexSet {
    type Words: AsRef<[u64]>;
    fn words(self) -> Self::Words;

    /// Adds the words to a hash.
    #[inline]
    fn hash_into(self, hash: &mut Hash128) {
        for &word in self.words().as_ref() {
            hash.word(word);
        }
    }
}

impl Words for u64 {
    type Words = [u64; 1];
    #[inline]
    fn words(self) -> [u64; 1] {
        [self]
    }
}

impl Words for u128 {
    type Words = [u64; 2];
    #[inline]
    fn words(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }
}

/// Puts a set into a family of disjoint sets, joining those that it meets.
pub(crate) fn merge<S: VertexSet>(groups: &mut Vec<S>, mut set: S) {
    if set.is_empty() {
        return;
    }
    let mut i = 0;
    while i < groups.len() {
        if groups[i].meets(set) {
            set = set.union(groups.swap_remove(i));
        } else {
            i += 1;
        }
    }
    groups.push(set);
}

/// Sorts a list of hashes with what has them more finely: neighbours with equal hashes are a class, and
/// each class is sorted by new hashes. What is told apart from all others stays where it is, and need not be hashed again:
/// that is told to `alone`. Returns how many classes there are.
pub(crate) fn refine(
    order: &mut [(u64, u8)],
    new: impl Fn(usize) -> u64,
    mut alone: impl FnMut(usize),
) -> usize {
    let mut classes = 0;
    for class in order.chunk_by_mut(|a, b| a.0 == b.0) {
        if class.len() > 1 {
            for (hash, item) in class.iter_mut() {
                *hash = new((*item).into());
            }
            sort_hashes(class);
        }
        for alike in class.chunk_by(|a, b| a.0 == b.0) {
            classes += 1;
            if let &[(_, item)] = alike {
                alone(item.into());
            }
        }
    }
    classes
}

/// What was worked out before, by a hash of the position as it stands on the board: the search comes back to the
/// same positions again and again, and a key takes much longer than such a hash. What comes later takes the place of what was there.
pub(crate) struct Seen<T> {
    slots: Vec<(u128, T)>,
    kept: usize,
}

impl<T: Copy + Default> Seen<T> {
    /// How many are remembered, at first (most searches are short) and at most.
    const SIZES: (usize, usize) = (1 << 8, 1 << 16);

    pub(crate) fn new() -> Self {
        Self {
            slots: vec![(0, T::default()); Self::SIZES.0],
            kept: 0,
        }
    }

    pub(crate) fn get(&self, place: u128) -> Option<T> {
        let (other, what) = self.slots[place as usize % self.slots.len()];
        (other == place).then_some(what)
    }

    pub(crate) fn put(&mut self, place: u128, what: T) {
        self.kept += 1;
        if self.kept > self.slots.len() && self.slots.len() < Self::SIZES.1 {
            self.slots = vec![(0, T::default()); 16 * self.slots.len()];
        }
        let slot = place as usize % self.slots.len();
        self.slots[slot] = (place, what);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_engine::search::spread;

    #[test]
    fn what_is_remembered_is_what_was_put_there_last() {
        let mut seen = Seen::new();
        let most = 2 * Seen::<u128>::SIZES.1 as u128;
        for i in 0..most {
            let place = spread(i);
            assert_eq!(seen.get(place), None);
            seen.put(place, i);
            assert_eq!(seen.get(place), Some(i));
            seen.put(place, i + 1);
            assert_eq!(seen.get(place), Some(i + 1));
        }
        assert_eq!(seen.slots.len(), Seen::<u128>::SIZES.1);
        let mut known = 0;
        for i in 0..most {
            if let Some(what) = seen.get(spread(i)) {
                assert_eq!(what, i + 1);
                known += 1;
            }
        }
        // A place keeps what came to it last.
        assert!(known > Seen::<u128>::SIZES.1 / 2, "{known}");
    }
}
