//! Grundy values of every vertex of a digraph, by labelling: peel backwards from
//! the vertices without arcs, and give each vertex its value when all its
//! successors have theirs. Linear in arcs, no recursion.

use outplay_board::Digraph;

/// The Grundy value of every vertex: the least number that no successor has.
/// `None` if the digraph has a cycle, where such values need not exist.
pub fn grundy(digraph: &Digraph) -> Option<Vec<u32>> {
    let n = digraph.vertex_count();
    let reversed = digraph.reversed(1);
    let mut waiting: Vec<u32> = digraph
        .vertices()
        .map(|v| digraph.arcs_of(v).len() as u32)
        .collect();
    let mut queue: Vec<u32> = digraph
        .vertices()
        .filter(|&v| waiting[v as usize] == 0)
        .collect();
    let mut values = vec![0u32; n];
    // seen[g] == v + 1: some successor of v has the value g.
    let mut seen: Vec<u32> = Vec::new();
    let mut next = 0;
    while next < queue.len() {
        let v = queue[next];
        next += 1;
        let successors = digraph.successors(v);
        if seen.len() <= successors.len() {
            seen.resize(successors.len() + 1, 0);
        }
        for &w in successors {
            // A value above the number of successors cannot be the least missing one.
            if let Some(mark) = seen.get_mut(values[w as usize] as usize) {
                *mark = v + 1;
            }
        }
        values[v as usize] = seen
            .iter()
            .position(|&mark| mark != v + 1)
            .expect("one value more than successors") as u32;
        for &u in reversed.successors(v) {
            waiting[u as usize] -= 1;
            if waiting[u as usize] == 0 {
                queue.push(u);
            }
        }
    }
    (queue.len() == n).then_some(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, label};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn grundy_values_are_least_excluded(
            n in 1u32..14,
            raw in prop::collection::vec((0u32..14, 0u32..14), 0..40),
        ) {
            let arcs: Vec<_> = raw
                .iter()
                .map(|&(a, b)| (a % n, b % n))
                .filter(|(a, b)| a > b)
                .collect();
            let digraph = Digraph::new(n as usize, arcs).unwrap();
            let values = grundy(&digraph).unwrap();
            for v in digraph.vertices() {
                let after: Vec<u32> =
                    digraph.successors(v).iter().map(|&w| values[w as usize]).collect();
                prop_assert!(!after.contains(&values[v as usize]));
                prop_assert!((0..values[v as usize]).all(|g| after.contains(&g)));
            }
            let labels = label(&digraph, 1, |_| false);
            for v in digraph.vertices() {
                prop_assert_eq!(labels.outcome(v) == Outcome::Lose, values[v as usize] == 0);
            }
        }
    }

    #[test]
    fn loops_have_no_grundy_values() {
        // 0 has a loop and an arc to the sink 1; 2 and 3 chase each other; 4 → 2.
        let digraph = Digraph::new(5, vec![(0, 0), (0, 1), (2, 3), (3, 2), (4, 2)]).unwrap();
        assert_eq!(grundy(&digraph), None);
    }
}
