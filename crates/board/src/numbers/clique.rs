//! Cliques, as lower bounds for colourings.
//!
//! Branch and bound over bit sets with a greedy colouring as the bound (Tomita,
//! San Segundo), for a limited number of nodes: a bound need not be the best.

use super::{Number, Poll, color_greedily, colors_used, smallest_last};
use crate::{Graph, VertexSet, Wide};

/// After so many nodes the best clique so far has to do.
const MOST_NODES: u32 = 100_000;

/// A large clique, a largest one on small or easy graphs.
pub(super) fn large_clique(graph: &Graph, poll: &mut Poll<'_>) -> Vec<u32> {
    found(graph, MOST_NODES, poll).0
}

/// The clique number, looked for until it is known or the poll says stop.
pub fn clique_number(graph: &Graph, stop: &dyn Fn() -> bool) -> Number {
    let (clique, largest) = found(graph, u32::MAX, &mut Poll::new(stop));
    let lower = clique.len() as u32;
    let most = super::degeneracy(graph) + u32::from(graph.vertex_count() > 0);
    Number {
        lower,
        upper: if largest { lower } else { most },
        witness: clique,
    }
}

/// A clique, and whether it is known to be a largest one.
fn found(graph: &Graph, most: u32, poll: &mut Poll<'_>) -> (Vec<u32>, bool) {
    match graph.vertex_count() {
        0..=64 => search::<u64>(graph, most, poll),
        65..=128 => search::<u128>(graph, most, poll),
        129..=256 => search::<Wide<4>>(graph, most, poll),
        257..=512 => search::<Wide<8>>(graph, most, poll),
        _ => (greedy(graph), false),
    }
}

/// Extends some vertices of the densest part.
fn greedy(graph: &Graph) -> Vec<u32> {
    let (order, degeneracy) = smallest_last(graph);
    let mut best = Vec::new();
    for &start in order.iter().rev().take(32) {
        if best.len() > degeneracy as usize {
            break;
        }
        let mut clique = vec![start];
        let mut candidates = graph.neighbors(start).to_vec();
        while let Some(&v) = candidates.iter().max_by_key(|&&v| graph.degree(v)) {
            clique.push(v);
            candidates.retain(|&w| graph.has_edge(v, w));
        }
        if clique.len() > best.len() {
            best = clique;
        }
    }
    best
}

struct Search<S> {
    neighbors: Vec<S>,
    current: Vec<u32>,
    best: Vec<u32>,
    /// So many nodes may still be looked at.
    left: u32,
    /// The vertices to branch on with their bounds, for every node on the branch.
    branches: Vec<(u32, u32)>,
}

fn search<S: VertexSet>(graph: &Graph, most: u32, poll: &mut Poll<'_>) -> (Vec<u32>, bool) {
    let n = graph.vertex_count();
    let best = greedy(graph);
    let (order, _) = smallest_last(graph);
    let mut color = vec![super::UNCOLORED; n];
    color_greedily(graph, order.iter().rev().copied(), &mut color);
    if best.len() as u32 == colors_used(&color) {
        return (best, true);
    }
    // Numbered from the dense end, where the greedy colourings should start.
    let mut number = vec![0; n];
    for (&v, i) in order.iter().rev().zip(0..) {
        number[v as usize] = i;
    }
    let edges = graph
        .edges()
        .map(|(a, b)| (number[a as usize], number[b as usize]));
    let renumbered = Graph::new(n, edges).expect("a renumbered simple graph is one");
    let mut search: Search<S> = Search {
        neighbors: renumbered.neighborhoods(),
        current: Vec::new(),
        best: vec![0; best.len()],
        left: most,
        branches: Vec::new(),
    };
    search.expand(S::below(n), poll);
    let largest = search.left > 0 && !poll.stopped;
    if search.best.len() == best.len() {
        return (best, largest);
    }
    let back = |&i: &u32| order[n - 1 - i as usize];
    (search.best.iter().map(back).collect(), largest)
}

impl<S: VertexSet> Search<S> {
    /// Recursion is as deep as a clique is large, at most 512.
    fn expand(&mut self, mut candidates: S, poll: &mut Poll<'_>) {
        self.left = self.left.saturating_sub(1);
        let base = self.branches.len();
        let mut uncolored = candidates;
        let mut bound = 0;
        while !uncolored.is_empty() {
            bound += 1;
            let mut class = uncolored;
            while let Some(v) = class.first() {
                class = class.without(v).minus(self.neighbors[v]);
                uncolored = uncolored.without(v);
                self.branches.push((v as u32, bound));
            }
        }
        while self.branches.len() > base && self.left > 0 && !poll.stopped() {
            let (v, bound) = self.branches.pop().expect("above the base");
            if self.current.len() + bound as usize <= self.best.len() {
                break;
            }
            self.current.push(v);
            let next = candidates.intersection(self.neighbors[v as usize]);
            if !next.is_empty() {
                self.expand(next, poll);
            } else if self.current.len() > self.best.len() {
                self.best.clone_from(&self.current);
            }
            self.current.pop();
            candidates = candidates.without(v as usize);
        }
        self.branches.truncate(base);
    }
}
