//! Boards from a list of edges, from chance, from graph6 text, and from other boards.

use super::arguments::{Arguments, number, quoted};
use super::{DEEPEST, graph6_board, nested, undrawn};
use crate::layout::is_legible;
use crate::{Board, Graph, InputError, Limits, Shape, embed};

type Built = Result<Board, InputError>;

pub(super) fn edges(arguments: &Arguments) -> Built {
    let expected = "edges A-B with commas between";
    let mut edges = Vec::new();
    let mut vertices = 0;
    for part in arguments.some_text(expected)?.split(',') {
        let (a, b) = part
            .split_once('-')
            .ok_or_else(|| arguments.wrong(quoted(part), "an edge A-B"))?;
        let end = |text| arguments.number(text, number("the number of a vertex", 0));
        let (a, b) = (end(a)?, end(b)?);
        vertices = vertices.max(a + 1).max(b + 1);
        arguments.check(vertices.into(), edges.len() as u128 + 1)?;
        edges.push((a as u32, b as u32));
    }
    Ok(undrawn(Graph::new(vertices as usize, edges)?))
}

/// G(N, P): the pairs 0-1, 0-2, …, 1-2, … in this order, each an edge if the next
/// random number is below P. The numbers are those of SplitMix64 started with
/// SEED, the upper 53 bits as a fraction; this stays so for ever.
pub(super) fn random(arguments: &Arguments) -> Built {
    let expected = "a number of vertices, a probability and a seed with commas between";
    let text = arguments.some_text(expected)?;
    let parts: Vec<&str> = text.splitn(4, ',').collect();
    let [n, p, seed] = parts[..] else {
        return Err(arguments.wrong(quoted(text), expected));
    };
    let n = arguments.number(n, number("a number of vertices", 1))?;
    let decimal = |c: char| c.is_ascii_digit() || c == '.';
    let probability: f64 = Some(p)
        .filter(|p| p.len() <= 40 && p.chars().all(decimal))
        .and_then(|p| p.parse().ok())
        .filter(|p| (0.0..=1.0).contains(p))
        .ok_or_else(|| arguments.wrong(quoted(p), "a probability from 0 to 1"))?;
    let mut state = match seed.parse::<u64>() {
        Ok(state) if seed.bytes().all(|byte| byte.is_ascii_digit()) => state,
        _ => return Err(arguments.wrong(quoted(seed), "a seed, a number below 2^64")),
    };
    // All pairs are looked at, however few become edges.
    let pairs = u128::from(n) * (u128::from(n) - 1) / 2;
    arguments.check(n.into(), pairs)?;
    let n = n as u32;
    let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
    let edges = pairs.filter(|_| {
        let fraction = (split_mix(&mut state) >> 11) as f64 / (1u64 << 53) as f64;
        fraction < probability
    });
    Ok(undrawn(Graph::new(n as usize, edges)?))
}

/// SplitMix64 (Steele, Lea and Flood 2014).
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

pub(super) fn graph6(arguments: &Arguments) -> Built {
    let text = arguments.some_text("a graph in graph6 form")?;
    let (graph, _) = undirected(graph6_board(text, arguments.limits)?)?;
    Ok(undrawn(graph))
}

/// The board that this one is made from, as drawn.
fn inner(arguments: &Arguments, text: &str) -> Result<(Graph, Board), InputError> {
    let Some(depth) = arguments.depth.checked_sub(1) else {
        return Err(InputError::new(format!(
            "found more than {DEEPEST} boards made from each other, expected at most {DEEPEST}"
        )));
    };
    undirected(nested(text, arguments.limits, depth)?)
}

/// A board together with its graph.
fn undirected(board: Board) -> Result<(Graph, Board), InputError> {
    match &board.shape {
        Shape::Undirected(graph) => Ok((graph.clone(), board)),
        Shape::Directed(_) => Err(InputError::found("a digraph", "an undirected board")),
    }
}

pub(super) fn power_of(arguments: &Arguments) -> Built {
    let expected = "an exponent and a board with ':' between";
    let text = arguments.some_text(expected)?;
    let (exponent, board) = text
        .split_once(':')
        .ok_or_else(|| arguments.wrong(quoted(text), expected))?;
    let exponent = arguments.number(exponent, number("an exponent", 1))?;
    let (graph, base) = inner(arguments, board)?;
    let graph = power(&graph, exponent, arguments.limits)?;
    // A power that is not planar looks best as its base does, if all edges can be seen.
    let layout = base.layout.filter(|layout| {
        graph.vertex_count() <= 300 && embed(&graph).is_none() && is_legible(&graph, layout)
    });
    let board = match layout {
        Some(layout) => Board {
            layout: Some(layout),
            ..Board::undirected(graph)
        },
        None => undrawn(graph),
    };
    Ok(Board {
        names: base.names,
        ..board
    })
}

pub(super) fn line_of(arguments: &Arguments) -> Built {
    let (graph, _) = inner(arguments, arguments.some_text("a board")?)?;
    Ok(undrawn(line_graph(&graph, arguments.limits)?))
}

/// The graph in which vertices are joined if they are at most `exponent` edges
/// apart in `graph`.
///
/// # Errors
/// It has more edges than the limits allow, or takes too long to find.
pub fn power(graph: &Graph, exponent: u64, limits: Limits) -> Result<Graph, InputError> {
    let n = graph.vertex_count();
    let mut component = vec![0; n];
    for members in graph.components() {
        for &v in &members {
            component[v as usize] = members.len();
        }
    }
    let mut edges = Vec::new();
    let mut work = 0u64;
    let most_work = limits.edges.saturating_mul(64);
    let mut met = vec![u32::MAX; n];
    let mut reached = Vec::new();
    for root in graph.vertices() {
        reached.clear();
        reached.push(root);
        met[root as usize] = root;
        let whole = component[root as usize];
        let mut next = 0;
        for _ in 0..exponent {
            let level = reached.len();
            if next == level || level == whole {
                break;
            }
            while next < level && reached.len() < whole {
                let row = graph.neighbors(reached[next]);
                work += row.len() as u64;
                for &w in row {
                    if std::mem::replace(&mut met[w as usize], root) != root {
                        reached.push(w);
                    }
                }
                next += 1;
            }
        }
        edges.extend(reached.iter().filter(|&&w| root < w).map(|&w| (root, w)));
        if edges.len() as u64 > limits.edges || work > most_work {
            return Err(InputError::new(format!(
                "power {exponent} of a board with {n} vertices and {} edges is too large, expected at most {} edges",
                graph.edge_count(),
                limits.edges
            )));
        }
    }
    Graph::new(n, edges)
}

/// The graph whose vertices are the edges of `graph`, in lexicographic order,
/// joined if they share an end.
///
/// # Errors
/// It is larger than the limits allow.
pub fn line_graph(graph: &Graph, limits: Limits) -> Result<Graph, InputError> {
    let degrees = graph.vertices().map(|v| graph.degree(v) as u128);
    let pairs: u128 = degrees.map(|d| d * d.saturating_sub(1) / 2).sum();
    limits.check("the line graph", graph.edge_count() as u128, pairs)?;
    let mut at: Vec<Vec<u32>> = vec![Vec::new(); graph.vertex_count()];
    for ((a, b), edge) in graph.edges().zip(0..) {
        at[a as usize].push(edge);
        at[b as usize].push(edge);
    }
    let pairs = at
        .iter()
        .flat_map(|row| (0..row.len()).flat_map(move |i| (0..i).map(move |j| (row[j], row[i]))));
    Graph::new(graph.edge_count(), pairs)
}
