//! The acyclic chromatic number.
//!
//! The same branch and bound as for the chromatic number, with one more rule: a
//! vertex does not get a colour that closes a cycle of only two colours.
//! Vertices of degree one are on no cycle, so they are peeled off first.

use super::clique::large_clique;
use super::dsatur::{affordable, fewest_colors};
use super::{Number, Poll, UNCOLORED, color_greedily, colors_used, induced, peel};
use crate::Graph;

/// The least number of colours of a proper colouring in which every two colour
/// classes induce a forest, with such a colouring.
///
/// ```
/// use outplay_board::{Graph, numbers::acyclic};
/// let square = Graph::new(4, (0..4).map(|v| (v, (v + 1) % 4))).unwrap();
/// assert_eq!(acyclic(&square, &|| false).value(), Some(3));
/// ```
pub fn acyclic(graph: &Graph, stop: &dyn Fn() -> bool) -> Number {
    let mut poll = Poll::new(stop);
    let n = graph.vertex_count();
    let mut lower = match (n, graph.edge_count()) {
        (0, _) => 0,
        (_, 0) => 1,
        _ => 2,
    };
    let mut scratch = vec![0; n];
    let mut witness = vec![UNCOLORED; n];
    let (removed, core) = peel(graph, 2);
    let cyclic = induced(graph, &core, &mut scratch);
    let mut inner = vec![0; core.len()];
    for vertices in cyclic.components() {
        let part = induced(&cyclic, &vertices, &mut inner);
        let (least, color) = bounds(&part, lower, &mut poll);
        lower = lower.max(least);
        for (&v, &c) in vertices.iter().zip(&color) {
            witness[core[v as usize] as usize] = c;
        }
    }
    // In turn back, every removed vertex has at most one coloured neighbour.
    color_greedily(graph, removed.iter().rev().copied(), &mut witness);
    Number {
        lower,
        upper: colors_used(&witness),
        witness,
    }
}

/// A lower bound and a colouring of a connected graph in which every vertex has
/// two neighbours at least, so that there is a cycle; no effort is made to get below `enough` colours.
fn bounds(graph: &Graph, enough: u32, poll: &mut Poll<'_>) -> (u32, Vec<u32>) {
    let clique = large_clique(graph, poll);
    let lower = by_edges(graph).max(clique.len() as u32).max(3);
    let color = color_squared(graph, poll);
    let upper = colors_used(&color);
    if !affordable(graph, upper) {
        return (lower, color);
    }
    let lower = lower.max(enough);
    let mut cycles = TwoColoredCycles::new(graph);
    let fits = |color: &[u32], v, c| !cycles.closed_by(color, v, c);
    let outcome = fewest_colors(graph, &clique, lower..upper, fits, poll);
    let color = outcome.best.unwrap_or(color);
    match outcome.complete {
        true => (colors_used(&color), color),
        false => (lower, color),
    }
}

/// Two classes of a and b vertices have at most a + b − 1 edges between them. The
/// least number of colours for which that leaves room for all edges.
fn by_edges(graph: &Graph) -> u32 {
    let (n, m) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    let room = |k: u64| (k - 1) * n - k * (k - 1) / 2;
    (1..=n).find(|&k| m <= room(k)).unwrap_or(n) as u32
}

/// Different colours also at distance two, which leaves no cycle of two colours;
/// all different where even that takes too long.
fn color_squared(graph: &Graph, poll: &mut Poll<'_>) -> Vec<u32> {
    const MOST_WORK: usize = 1 << 28;
    let n = graph.vertex_count();
    let work: usize = graph.vertices().map(|v| graph.degree(v).pow(2)).sum();
    let different = || (0..n as u32).collect();
    if work > MOST_WORK {
        return different();
    }
    let mut color = vec![UNCOLORED; n];
    let mut seen = vec![UNCOLORED; n + 1];
    for v in graph.vertices() {
        if poll.stopped() {
            return different();
        }
        let mut mark = |w: u32| {
            if let Some(mark) = seen.get_mut(color[w as usize] as usize) {
                *mark = v;
            }
        };
        for &w in graph.neighbors(v) {
            mark(w);
            graph.neighbors(w).iter().for_each(|&x| mark(x));
        }
        let free = seen.iter().position(|&mark| mark != v);
        color[v as usize] = free.expect("more colours than vertices") as u32;
    }
    color
}

/// Finds cycles with two colours; holds the memory that it takes.
struct TwoColoredCycles<'a> {
    graph: &'a Graph,
    /// The coloured neighbours of a vertex as (colour, neighbour).
    around: Vec<(u32, u32)>,
    /// Vertices seen in the current walk have the current number.
    seen: Vec<u64>,
    walk: u64,
    stack: Vec<u32>,
}

impl<'a> TwoColoredCycles<'a> {
    fn new(graph: &'a Graph) -> Self {
        Self {
            graph,
            around: Vec::new(),
            seen: vec![0; graph.vertex_count()],
            walk: 0,
            stack: Vec::new(),
        }
    }

    /// Would giving colour `c` to the uncoloured `v` close a cycle with another
    /// colour? It does if two neighbours of the same colour d are connected in
    /// the colours c and d.
    fn closed_by(&mut self, color: &[u32], v: u32, c: u32) -> bool {
        self.around.clear();
        for &w in self.graph.neighbors(v) {
            if color[w as usize] != UNCOLORED {
                self.around.push((color[w as usize], w));
            }
        }
        self.around.sort_unstable();
        let around = &self.around;
        for group in around.chunk_by(|a, b| a.0 == b.0) {
            if group.len() < 2 {
                continue;
            }
            self.walk += 1;
            for &(d, start) in group {
                if self.seen[start as usize] == self.walk {
                    return true;
                }
                self.seen[start as usize] = self.walk;
                self.stack.push(start);
                while let Some(u) = self.stack.pop() {
                    let other = if color[u as usize] == d { c } else { d };
                    for &w in self.graph.neighbors(u) {
                        if color[w as usize] == other && self.seen[w as usize] != self.walk {
                            self.seen[w as usize] = self.walk;
                            self.stack.push(w);
                        }
                    }
                }
            }
        }
        false
    }
}
