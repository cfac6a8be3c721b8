//! Which things hang together, as disjoint sets.

use outplay_board::VertexSet;

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
