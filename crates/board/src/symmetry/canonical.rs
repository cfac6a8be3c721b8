//! Canonical forms: equal exactly for boards that differ only in their labels.

use crate::Graph;
use canonical_form::Canonize;

/// A graph up to isomorphism: two boards have the same class exactly if some
/// relabelling turns one into the other and keeps the colours.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IsomorphismClass(Labelled);

impl IsomorphismClass {
    /// The graph that represents the class.
    pub fn graph(&self) -> Graph {
        Graph::new(self.0.colors.len(), self.0.arcs.iter().copied())
            .expect("a relabelled simple graph is one")
    }

    /// The colours of the representative; all 0 where none were given.
    pub fn colors(&self) -> &[u32] {
        &self.0.colors
    }
}

/// The class of a board, and how the board was relabelled.
#[derive(Clone, Debug)]
pub struct CanonicalForm {
    /// What is equal for isomorphic boards, and only for those.
    pub class: IsomorphismClass,
    /// The label of every vertex in the graph that represents the class.
    pub labelling: Vec<u32>,
}

/// The canonical form of `graph`, with the colours of the vertices kept.
///
/// For boards of up to some hundred vertices: time grows with a power of the
/// number of vertices on very symmetric graphs, and exponentially on a few that
/// were made to be hard.
///
/// ```
/// use outplay_board::{Graph, symmetry::canonical_form};
/// let a = Graph::new(4, [(0, 1), (1, 2), (2, 3)]).unwrap();
/// let b = Graph::new(4, [(2, 0), (0, 3), (3, 1)]).unwrap();
/// assert_eq!(canonical_form(&a, None).class, canonical_form(&b, None).class);
/// let end = canonical_form(&a, Some(&[1, 0, 0, 0])).class;
/// assert_eq!(end, canonical_form(&a, Some(&[0, 0, 0, 1])).class);
/// assert_ne!(end, canonical_form(&a, Some(&[0, 1, 0, 0])).class);
/// ```
pub fn canonical_form(graph: &Graph, colors: Option<&[u32]>) -> CanonicalForm {
    let n = graph.vertex_count();
    let board = Labelled {
        colors: colors.map_or_else(|| vec![0; n], <[u32]>::to_vec),
        arcs: graph
            .vertices()
            .flat_map(|v| graph.neighbors(v).iter().map(move |&w| (v, w)))
            .collect(),
    };
    assert_eq!(board.colors.len(), n);
    let map = board.morphism_to_canonical();
    CanonicalForm {
        class: IsomorphismClass(board.apply_morphism(&map)),
        labelling: map.iter().map(|&label| label as u32).collect(),
    }
}

/// A coloured graph; the arcs are both directions of every edge, sorted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Labelled {
    colors: Vec<u32>,
    arcs: Vec<(u32, u32)>,
}

impl Canonize for Labelled {
    fn size(&self) -> usize {
        self.colors.len()
    }

    fn apply_morphism(&self, map: &[usize]) -> Self {
        let mut colors = vec![0; map.len()];
        for (&color, &label) in self.colors.iter().zip(map) {
            colors[label] = color;
        }
        let mut arcs: Vec<_> = self
            .arcs
            .iter()
            .map(|&(a, b)| (map[a as usize] as u32, map[b as usize] as u32))
            .collect();
        arcs.sort_unstable();
        Self { colors, arcs }
    }

    fn invariant_color(&self, v: usize) -> u64 {
        u64::from(self.colors[v])
    }

    fn invariant_neighborhood(&self, v: usize) -> impl Iterator<Item = (usize, u64)> {
        let start = self.arcs.partition_point(|&(a, _)| (a as usize) < v);
        self.arcs[start..]
            .iter()
            .take_while(move |&&(a, _)| a as usize == v)
            .map(|&(_, b)| (b as usize, 0))
    }
}
