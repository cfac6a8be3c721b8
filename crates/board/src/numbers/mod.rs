//! Graph numbers: the chromatic number and its relatives, exactly.
//!
//! They are hard to compute, so every function here can be interrupted: it polls
//! `stop` and, once that says yes, answers with the bounds proven so far. Linear
//! preparation comes first (components, peeling, greedy colourings), so large
//! but easy boards are no trouble and small hard ones get all the time.

mod acyclic;
mod chromatic;
mod clique;
mod col2;
mod dsatur;
mod edcn;

pub use acyclic::acyclic;
pub use chromatic::chromatic;
pub use clique::clique_number;
pub use col2::col2;
pub use edcn::{edcn, edcn_exhaustion};

use crate::Graph;

/// A graph number between two bounds; exact if they meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// The number is at least this.
    pub lower: u32,
    /// The number is at most this.
    pub upper: u32,
    /// What shows the upper bound: a colouring with the colours 0, …, upper − 1,
    /// one for every vertex, or an order of the vertices.
    pub witness: Vec<u32>,
}

impl Number {
    /// The number, if it is known exactly.
    pub fn value(&self) -> Option<u32> {
        (self.lower == self.upper).then_some(self.upper)
    }
}

/// Asks `stop` every now and then, and remembers a yes.
struct Poll<'a> {
    stop: &'a dyn Fn() -> bool,
    calls: u32,
    stopped: bool,
}

impl<'a> Poll<'a> {
    fn new(stop: &'a dyn Fn() -> bool) -> Self {
        Self {
            stop,
            calls: 0,
            stopped: false,
        }
    }

    fn stopped(&mut self) -> bool {
        self.calls = self.calls.wrapping_add(1);
        if self.calls.is_multiple_of(256) && !self.stopped {
            self.stopped = (self.stop)();
        }
        self.stopped
    }
}

/// The graph on some of the vertices, renumbered in their order; they are sorted.
/// `scratch` has an entry for every vertex of the graph.
fn induced(graph: &Graph, vertices: &[u32], scratch: &mut [u32]) -> Graph {
    if vertices.len() == graph.vertex_count() {
        return graph.clone();
    }
    for (&v, i) in vertices.iter().zip(0..) {
        scratch[v as usize] = i;
    }
    let number = |v: u32| {
        let i = scratch[v as usize];
        (vertices.get(i as usize) == Some(&v)).then_some(i)
    };
    let edges = vertices.iter().zip(0..).flat_map(|(&v, i)| {
        let row = graph.neighbors(v).iter();
        row.filter(move |&&w| v < w)
            .filter_map(move |&w| number(w))
            .map(move |j| (i, j))
    });
    Graph::new(vertices.len(), edges).expect("an induced subgraph is simple")
}

/// Removes a vertex with the fewest remaining neighbours again and again. The
/// answer is the order of removal and the degeneracy, the largest of these numbers.
fn smallest_last(graph: &Graph) -> (Vec<u32>, u32) {
    let n = graph.vertex_count();
    let mut degree: Vec<usize> = graph.vertices().map(|v| graph.degree(v)).collect();
    // Vertices by remaining degree; entries that are out of date are skipped.
    let mut buckets: Vec<Vec<u32>> = vec![Vec::new(); graph.max_degree() + 1];
    for v in graph.vertices().rev() {
        buckets[degree[v as usize]].push(v);
    }
    const REMOVED: usize = usize::MAX;
    let mut order = Vec::with_capacity(n);
    let mut degeneracy = 0;
    let mut d = 0;
    while order.len() < n {
        let Some(v) = buckets[d].pop() else {
            d += 1;
            continue;
        };
        if degree[v as usize] != d {
            continue;
        }
        degeneracy = degeneracy.max(d);
        degree[v as usize] = REMOVED;
        order.push(v);
        for &w in graph.neighbors(v) {
            let left = &mut degree[w as usize];
            if *left != REMOVED {
                *left -= 1;
                buckets[*left].push(w);
            }
        }
        d = d.saturating_sub(1);
    }
    (order, degeneracy as u32)
}

/// A clique: a largest one on small or easy graphs.
pub fn clique(graph: &Graph, stop: &dyn Fn() -> bool) -> Vec<u32> {
    clique::large_clique(graph, &mut Poll::new(stop))
}

/// The least d such that every subgraph has a vertex with at most d neighbours in it.
pub fn degeneracy(graph: &Graph) -> u32 {
    smallest_last(graph).1
}

/// Removes vertices with fewer than `least` remaining neighbours as long as
/// there are any. The answer is what was removed, in order, and what is left.
fn peel(graph: &Graph, least: usize) -> (Vec<u32>, Vec<u32>) {
    let mut degree: Vec<usize> = graph.vertices().map(|v| graph.degree(v)).collect();
    let mut removed: Vec<u32> = graph
        .vertices()
        .filter(|&v| degree[v as usize] < least)
        .collect();
    let mut next = 0;
    while next < removed.len() {
        for &w in graph.neighbors(removed[next]) {
            let left = &mut degree[w as usize];
            *left -= 1;
            if *left + 1 == least {
                removed.push(w);
            }
        }
        next += 1;
    }
    let mut gone = vec![false; graph.vertex_count()];
    removed.iter().for_each(|&v| gone[v as usize] = true);
    let left = graph.vertices().filter(|&v| !gone[v as usize]).collect();
    (removed, left)
}

/// No colour yet.
const UNCOLORED: u32 = u32::MAX;

/// Gives `vertices`, in order, the least colour that no neighbour has.
fn color_greedily(graph: &Graph, vertices: impl Iterator<Item = u32>, color: &mut [u32]) {
    let mut seen: Vec<u32> = vec![UNCOLORED; graph.max_degree() + 1];
    for v in vertices {
        for &w in graph.neighbors(v) {
            // A colour beyond the degree of v is never in the way.
            if let Some(mark) = seen.get_mut(color[w as usize] as usize) {
                *mark = v;
            }
        }
        let free = seen.iter().position(|&mark| mark != v);
        color[v as usize] = free.expect("fewer neighbours than colours") as u32;
    }
}

fn colors_used(color: &[u32]) -> u32 {
    color.iter().map(|&c| c + 1).max().unwrap_or(0)
}
