//! Simple undirected graphs, stored as sorted neighbour rows.

use crate::{InputError, VertexSet};

/// A simple undirected graph on the vertices 0, …, n−1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Graph {
    offsets: Vec<u32>,
    targets: Vec<u32>,
}

impl Graph {
    /// The graph with `n` vertices and the given edges. An edge may be listed
    /// twice, in either direction; it counts once.
    ///
    /// ```
    /// let triangle = outplay_board::Graph::new(3, [(0, 1), (1, 2), (2, 0)]).unwrap();
    /// assert_eq!(triangle.edge_count(), 3);
    /// assert!(outplay_board::Graph::new(3, [(1, 1)]).is_err());
    /// ```
    ///
    /// # Errors
    /// A self-loop, or a vertex that is not below `n`.
    pub fn new(n: usize, edges: impl IntoIterator<Item = (u32, u32)>) -> Result<Self, InputError> {
        let mut arcs = Vec::new();
        for (a, b) in edges {
            for v in [a, b] {
                if v as usize >= n {
                    return Err(vertex_out_of_range(v, n));
                }
            }
            if a == b {
                return Err(InputError::found(
                    format_args!("a self-loop at vertex {a}"),
                    "a simple graph without self-loops",
                ));
            }
            arcs.push((a, b));
            arcs.push((b, a));
        }
        arcs.sort_unstable();
        arcs.dedup();
        let (offsets, targets) = rows(n, &arcs);
        Ok(Self { offsets, targets })
    }

    /// How many vertices.
    pub fn vertex_count(&self) -> usize {
        self.offsets.len() - 1
    }

    /// How many edges.
    pub fn edge_count(&self) -> usize {
        self.targets.len() / 2
    }

    /// The neighbours of `v` in increasing order.
    pub fn neighbors(&self, v: u32) -> &[u32] {
        let v = v as usize;
        &self.targets[self.offsets[v] as usize..self.offsets[v + 1] as usize]
    }

    /// How many neighbours `v` has.
    pub fn degree(&self, v: u32) -> usize {
        self.neighbors(v).len()
    }

    /// The largest degree; 0 without vertices.
    pub fn max_degree(&self) -> usize {
        self.vertices().map(|v| self.degree(v)).max().unwrap_or(0)
    }

    /// Is there an edge between `a` and `b`?
    pub fn has_edge(&self, a: u32, b: u32) -> bool {
        self.neighbors(a).binary_search(&b).is_ok()
    }

    /// The number of the directed edge from `a` to `b`, below twice the edge count.
    pub(crate) fn dart(&self, a: u32, b: u32) -> Option<usize> {
        let row = self.neighbors(a).binary_search(&b).ok()?;
        Some(self.offsets[a as usize] as usize + row)
    }

    /// All vertices.
    pub fn vertices(&self) -> std::ops::Range<u32> {
        0..self.vertex_count() as u32
    }

    /// Every edge once, as (smaller, larger), in lexicographic order.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.vertices().flat_map(move |a| {
            self.neighbors(a)
                .iter()
                .filter(move |&&b| a < b)
                .map(move |&b| (a, b))
        })
    }

    /// The neighbourhood of every vertex as a bit set. `S` must be wide enough.
    pub fn neighborhoods<S: VertexSet>(&self) -> Vec<S> {
        assert!(self.vertex_count() <= S::CAPACITY);
        self.vertices()
            .map(|v| {
                self.neighbors(v)
                    .iter()
                    .fold(S::EMPTY, |set, &w| set.with(w as usize))
            })
            .collect()
    }

    /// Is there a walk between any two vertices? The empty graph is connected.
    pub fn is_connected(&self) -> bool {
        self.components().len() <= 1
    }

    /// The connected components, each sorted, by their smallest vertex.
    pub fn components(&self) -> Vec<Vec<u32>> {
        let mut seen = vec![false; self.vertex_count()];
        let mut components = Vec::new();
        for root in self.vertices() {
            if std::mem::replace(&mut seen[root as usize], true) {
                continue;
            }
            let mut component = vec![root];
            let mut next = 0;
            while next < component.len() {
                for &w in self.neighbors(component[next]) {
                    if !std::mem::replace(&mut seen[w as usize], true) {
                        component.push(w);
                    }
                }
                next += 1;
            }
            component.sort_unstable();
            components.push(component);
        }
        components
    }
}

pub(crate) fn vertex_out_of_range(v: impl std::fmt::Display, n: usize) -> InputError {
    let expected = match n {
        0 => "none, because the graph is empty".to_owned(),
        _ => format!("a vertex from 0 to {}", n - 1),
    };
    InputError::found(format_args!("vertex {v}"), expected)
}

/// Compressed rows of arcs that are sorted by tail.
fn rows(n: usize, arcs: &[(u32, u32)]) -> (Vec<u32>, Vec<u32>) {
    let mut offsets = vec![0u32; n + 1];
    for &(a, _) in arcs {
        offsets[a as usize + 1] += 1;
    }
    for v in 0..n {
        offsets[v + 1] += offsets[v];
    }
    (offsets, arcs.iter().map(|&(_, b)| b).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_and_symmetric() {
        let graph = Graph::new(5, [(3, 1), (1, 0), (0, 1), (4, 1)]).unwrap();
        assert_eq!(graph.neighbors(1), [0, 3, 4]);
        assert!(graph.neighbors(2).is_empty());
        assert_eq!(graph.edges().collect::<Vec<_>>(), [(0, 1), (1, 3), (1, 4)]);
        assert_eq!(graph.components(), [vec![0, 1, 3, 4], vec![2]]);
        assert_eq!(graph.max_degree(), 3);
        assert_eq!(graph.neighborhoods::<u64>()[1], 0b11001);
    }

    #[test]
    fn refuses_loops_and_strangers() {
        assert!(
            Graph::new(2, [(0, 0)])
                .unwrap_err()
                .message
                .contains("self-loop")
        );
        let error = Graph::new(2, [(0, 2)]).unwrap_err();
        assert_eq!(
            error.message,
            "found vertex 2, expected a vertex from 0 to 1"
        );
    }
}
