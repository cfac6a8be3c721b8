//! The chromatic number.
//!
//! Components are independent, bipartite ones are coloured in linear time, and
//! vertices with fewer neighbours than there must be colours are set aside and
//! coloured last. What is left goes to branch and bound, with a clique as the
//! lower bound and as the start.

use super::clique::large_clique;
use super::dsatur::{affordable, fewest_colors};
use super::{Number, Poll, UNCOLORED, color_greedily, colors_used, induced, peel, smallest_last};
use crate::Graph;

/// χ(G), the least number of colours of a proper colouring, with such a colouring.
///
/// ```
/// use outplay_board::{Graph, numbers::chromatic};
/// let pentagon = Graph::new(5, (0..5).map(|v| (v, (v + 1) % 5))).unwrap();
/// assert_eq!(chromatic(&pentagon, &|| false).value(), Some(3));
/// ```
pub fn chromatic(graph: &Graph, stop: &dyn Fn() -> bool) -> Number {
    let mut poll = Poll::new(stop);
    let n = graph.vertex_count();
    let mut scratch = vec![0; n];
    let mut witness = vec![0; n];
    let mut lower = 0;
    let mut open = Vec::new();
    for vertices in graph.components() {
        let part = induced(graph, &vertices, &mut scratch);
        let (least, color) = quick_bounds(&part);
        lower = lower.max(least);
        for (&v, &c) in vertices.iter().zip(&color) {
            witness[v as usize] = c;
        }
        if colors_used(&color) > least {
            open.push((part, vertices, color));
        }
    }
    for (part, vertices, mut color) in open {
        lower = lower.max(improve(&part, lower, &mut color, &mut poll));
        for (&v, &c) in vertices.iter().zip(&color) {
            witness[v as usize] = c;
        }
    }
    Number {
        lower,
        upper: colors_used(&witness),
        witness,
    }
}

/// A lower bound and a colouring of a connected graph in linear time, exact for
/// bipartite ones.
fn quick_bounds(graph: &Graph) -> (u32, Vec<u32>) {
    if let Some(color) = two_coloring(graph) {
        return (colors_used(&color), color);
    }
    let mut color = vec![UNCOLORED; graph.vertex_count()];
    let (order, _) = smallest_last(graph);
    color_greedily(graph, order.iter().rev().copied(), &mut color);
    (3, color)
}

/// A proper colouring of a connected graph with at most two colours, if there is one.
fn two_coloring(graph: &Graph) -> Option<Vec<u32>> {
    let mut color = vec![UNCOLORED; graph.vertex_count()];
    let mut queue = Vec::with_capacity(color.len());
    if let Some(first) = color.first_mut() {
        *first = 0;
        queue.push(0);
    }
    let mut next = 0;
    while let Some(&v) = queue.get(next) {
        next += 1;
        let other = 1 - color[v as usize];
        for &w in graph.neighbors(v) {
            match color[w as usize] {
                UNCOLORED => {
                    color[w as usize] = other;
                    queue.push(w);
                }
                c if c != other => return None,
                _ => {}
            }
        }
    }
    Some(color)
}

/// Makes the colouring of a connected graph better, as long as it has more than
/// `lower` colours. The answer is a lower bound for this graph or `lower`.
fn improve(graph: &Graph, mut lower: u32, color: &mut Vec<u32>, poll: &mut Poll<'_>) -> u32 {
    let upper = colors_used(color);
    if upper <= lower {
        return lower;
    }
    let mut scratch = vec![0; graph.vertex_count()];
    // A larger clique leaves a smaller core, where a larger clique may be found.
    let (removed, core, part, clique) = loop {
        let (removed, core) = peel(graph, lower as usize);
        let part = induced(graph, &core, &mut scratch);
        let clique = large_clique(&part, poll);
        if clique.len() as u32 <= lower {
            break (removed, core, part, clique);
        }
        lower = clique.len() as u32;
        if upper <= lower {
            return lower;
        }
    };
    if !affordable(&part, upper) {
        return lower;
    }
    let outcome = fewest_colors(&part, &clique, lower..upper, |_, _, _| true, poll);
    let found = outcome
        .best
        .as_ref()
        .map_or(upper, |best| colors_used(best).max(lower));
    if let Some(best) = outcome.best {
        let mut better = vec![UNCOLORED; color.len()];
        for (&v, &c) in core.iter().zip(&best) {
            better[v as usize] = c;
        }
        color_greedily(graph, removed.iter().rev().copied(), &mut better);
        *color = better;
    }
    match outcome.complete {
        true => found,
        false => lower,
    }
}
