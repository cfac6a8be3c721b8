//! Sets of vertices in words, and families of disjoint sets.

use outplay_board::VertexSet;

/// Vertex sets that can be hashed word by word.
pub(crate) trait Words: VertexSet {
    type Words: AsRef<[u64]>;
    fn words(self) -> Self::Words;
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
