//! Boards from a list of edges, from chance, from graph6 text, and from other boards.

use super::arguments::{Arguments, quoted};
use super::{DEEPEST, graph6_board, nested, undrawn};
use crate::formats::{distinct, name_by_number, repeated_ignored, self_loop};
use crate::layout::is_legible;
use crate::{Board, Digraph, Graph, InputError, Limits, Shape, embed};

type Built = Result<Board, InputError>;

/// The board of pairs of vertices such as 0-1, which are the vertices that they name.
fn pairs(
    arguments: &Arguments,
    what: &str,
    board: impl Fn(usize, Vec<(u32, u32)>) -> Built,
) -> Built {
    let expected = format!("{what}s A-B with commas between");
    let mut pairs = Vec::new();
    let mut vertices = 0;
    for part in arguments.some_text(&expected)?.split(',') {
        let (a, b) = part
            .split_once('-')
            .ok_or_else(|| arguments.wrong(quoted(part), format_args!("an {what} A-B")))?;
        let end = |text| arguments.number(text, "the number of a vertex", 0);
        let (a, b) = (end(a)?, end(b)?);
        vertices = vertices.max(a + 1).max(b + 1);
        arguments.check(vertices.into(), pairs.len() as u128 + 1)?;
        if a == b && what == "edge" {
            return Err(self_loop(&a.to_string()));
        }
        pairs.push((a as u32, b as u32));
    }
    let present = distinct(|| pairs.iter().flat_map(|&(a, b)| [a, b]));
    let (names, remark) = name_by_number(&present, pairs.iter_mut()).unzip();
    let listed = pairs.len();
    let board = board(present.len(), pairs)?;
    let repeated = repeated_ignored(listed - board.edge_count());
    Ok(Board {
        names,
        remarks: remark.into_iter().chain(repeated).collect(),
        ..board
    })
}

pub(super) fn edges(arguments: &Arguments) -> Built {
    pairs(arguments, "edge", |n, edges| {
        Ok(undrawn(Graph::new(n, edges)?))
    })
}

pub(super) fn arcs(arguments: &Arguments) -> Built {
    pairs(arguments, "arc", |n, arcs| {
        let edges = arcs.iter().copied().filter(|(a, b)| a != b);
        Ok(Board {
            layout: undrawn(Graph::new(n, edges)?).layout,
            ..Board::directed(Digraph::new(n, arcs)?)
        })
    })
}

/// Up to this many pairs of vertices, a random number is drawn for each.
const MOST_DRAWN: u64 = 1 << 30;

/// G(N, P): the pairs 0-1, 0-2, …, 1-2, … in this order, each an edge with
/// probability P. Up to 2^30 pairs, one is an edge if the next random number is
/// below P; beyond, the numbers say how many pairs are skipped (see [`Gaps`]).
/// The numbers are those of SplitMix64 started with SEED, the upper 53 bits as a
/// fraction; this stays so for ever.
pub(super) fn random(arguments: &Arguments) -> Built {
    let expected = "a number of vertices, a probability and a seed with commas between";
    let text = arguments.some_text(expected)?;
    let parts: Vec<&str> = text.splitn(4, ',').collect();
    let [n, p, seed] = parts[..] else {
        return Err(arguments.wrong(quoted(text), expected));
    };
    let n = arguments.number(n, "a number of vertices", 1)?;
    let decimal = |c: char| c.is_ascii_digit() || c == '.';
    let probability: f64 = Some(p)
        .filter(|p| p.len() <= 40 && p.chars().all(decimal))
        .and_then(|p| p.parse().ok())
        .filter(|p| (0.0..=1.0).contains(p))
        .ok_or_else(|| arguments.wrong(quoted(p), "a probability from 0 to 1"))?;
    let state = match seed.parse::<u64>() {
        Ok(state) if seed.bytes().all(|byte| byte.is_ascii_digit()) => state,
        _ => return Err(arguments.wrong(quoted(seed), "a seed, a number below 2^64")),
    };
    arguments.check(n.into(), 0)?;
    let pairs = n * (n - 1) / 2;
    let mean = probability * pairs as f64;
    let surely = mean - 10.0 * mean.sqrt();
    if surely > arguments.limits.edges as f64 {
        return Err(InputError::new(format!(
            "the board has about {mean:.0} edges, expected at most {}",
            arguments.limits.edges
        )));
    }
    let edges = match pairs {
        ..=MOST_DRAWN => drawn_pairs(n as u32, probability, state, arguments.limits.edges),
        _ => spaced_pairs(n as u32, probability, state, arguments.limits.edges),
    };
    arguments.check(n.into(), edges.len() as u128)?;
    Ok(undrawn(Graph::new(n as usize, edges)?))
}

/// The pairs whose own random number is below `probability`, and no more of them
/// than one beyond `most`.
pub(super) fn drawn_pairs(n: u32, probability: f64, mut state: u64, most: u64) -> Vec<(u32, u32)> {
    let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
    let edges = pairs.filter(|_| fraction(&mut state) < probability);
    edges.take(most as usize + 1).collect()
}

/// The same at large: from edge to edge, without a look at the pairs between.
pub(super) fn spaced_pairs(n: u32, probability: f64, state: u64, most: u64) -> Vec<(u32, u32)> {
    let mut gaps = Gaps::new(probability, state);
    let mut edges = Vec::new();
    for a in 0..n {
        let mut b = u64::from(a) + 1;
        loop {
            let gap = gaps.left();
            let row = u64::from(n) - b;
            if gap >= row {
                gaps.pass(row);
                break;
            }
            b += gap;
            edges.push((a, b as u32));
            if edges.len() as u64 > most {
                return edges;
            }
            gaps.draw();
            b += 1;
        }
    }
    edges
}

/// How many failures come before each success, where one comes with the given
/// probability: geometric random numbers from products alone, because a
/// logarithm is not the same to the last bit on every machine.
struct Gaps {
    state: u64,
    /// `misses[i]` is the chance of 2^i failures in a row, up to the first that is
    /// not above a half.
    misses: Vec<f64>,
    left: u64,
}

impl Gaps {
    /// No board has this many pairs.
    const LONGEST: u32 = 60;

    fn new(probability: f64, state: u64) -> Self {
        let mut misses = vec![1.0 - probability];
        while misses[misses.len() - 1] > 0.5 && misses.len() <= Self::LONGEST as usize {
            let last = misses[misses.len() - 1];
            misses.push(last * last);
        }
        let mut gaps = Self {
            state,
            misses,
            left: 0,
        };
        gaps.draw();
        gaps
    }

    /// Failures still to come before the next success.
    fn left(&self) -> u64 {
        self.left
    }

    fn pass(&mut self, failures: u64) {
        self.left -= failures;
    }

    /// Draws the next gap: whole blocks of 2^k failures while they come, and then
    /// a place within a block, any at first and taken as often as so many
    /// failures come.
    fn draw(&mut self) {
        let k = self.misses.len() - 1;
        self.left = 0;
        while self.left >> Self::LONGEST == 0 && fraction(&mut self.state) < self.misses[k] {
            self.left += 1 << k;
        }
        loop {
            let place = split_mix(&mut self.state) >> 1 >> (63 - k);
            let bits = (0..k).filter(|bit| place >> bit & 1 == 1);
            let chance: f64 = bits.map(|bit| self.misses[bit]).product();
            if fraction(&mut self.state) < chance {
                self.left += place;
                return;
            }
        }
    }
}

/// The next random number from 0 to 1, without 1.
fn fraction(state: &mut u64) -> f64 {
    (split_mix(state) >> 11) as f64 / (1u64 << 53) as f64
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

/// A number and a board.
fn counted(arguments: &Arguments, what: &str) -> Result<(u64, Graph, Board), InputError> {
    let expected = format!("{what} and a board with ':' between");
    let text = arguments.some_text(&expected)?;
    let (count, board) = text
        .split_once(':')
        .ok_or_else(|| arguments.wrong(quoted(text), expected))?;
    let count = arguments.number(count, what, 1)?;
    let (graph, board) = inner(arguments, board)?;
    Ok((count, graph, board))
}

pub(super) fn power_of(arguments: &Arguments) -> Built {
    let (exponent, graph, base) = counted(arguments, "an exponent")?;
    let graph = power(&graph, exponent, arguments.limits)?;
    // A power that is not planar looks best as its base does, if all edges can be seen.
    let layout = base.layout.filter(|layout| {
        graph.vertex_count() <= 300 && embed(&graph).is_none() && is_legible(&graph, layout)
    });
    let board = match layout.is_some() {
        true => Board::undirected(graph),
        false => undrawn(graph),
    };
    Ok(Board {
        names: base.names,
        layout: layout.or(board.layout),
        ..board
    })
}

pub(super) fn line_of(arguments: &Arguments) -> Built {
    let (graph, _) = inner(arguments, arguments.some_text("a board")?)?;
    Ok(undrawn(line_graph(&graph, arguments.limits)?))
}

pub(super) fn mycielski(arguments: &Arguments) -> Built {
    let (layers, graph, _) = counted(arguments, "a number of layers")?;
    let (n, m) = (graph.vertex_count() as u128, graph.edge_count() as u128);
    let vertices = u128::from(layers) * n + 1;
    arguments.check(vertices, m * (2 * u128::from(layers) - 1) + n)?;
    let (n, layers) = (n as u32, layers as u32);
    let apex = n * layers;
    let up = (1..layers).flat_map(|layer| {
        let (below, here) = ((layer - 1) * n, layer * n);
        let edges = graph.edges();
        edges.flat_map(move |(a, b)| [(below + a, here + b), (below + b, here + a)])
    });
    let last = (layers - 1) * n..apex;
    let edges = graph.edges().chain(up).chain(last.map(|v| (v, apex)));
    Ok(undrawn(Graph::new(vertices as usize, edges)?))
}

pub(super) fn complement(arguments: &Arguments) -> Built {
    let (graph, base) = inner(arguments, arguments.some_text("a board")?)?;
    let n = graph.vertex_count() as u128;
    let pairs = n * n.saturating_sub(1) / 2;
    arguments.check(n, pairs - graph.edge_count() as u128)?;
    let pairs = graph.vertices().flat_map(|a| (0..a).map(move |b| (b, a)));
    let edges = pairs.filter(|&(b, a)| !graph.has_edge(b, a));
    Ok(Board {
        names: base.names,
        ..undrawn(Graph::new(n as usize, edges)?)
    })
}

/// The boards of a list, the graphs of which are wanted.
fn several(arguments: &Arguments, marks: &[char]) -> Result<Vec<Graph>, InputError> {
    let expected = format!("boards with '{}' between", marks[0]);
    let text = arguments.some_text(&expected)?;
    let parts: Vec<&str> = text.split(marks).collect();
    if parts.len() < 2 {
        return Err(arguments.wrong(quoted(text), expected));
    }
    let graphs = parts.iter().map(|part| Ok(inner(arguments, part)?.0));
    graphs.collect()
}

pub(super) fn disjoint(arguments: &Arguments) -> Built {
    let graphs = several(arguments, &['+'])?;
    let total = |count: fn(&Graph) -> usize| graphs.iter().map(|g| count(g) as u128).sum();
    arguments.check(total(Graph::vertex_count), total(Graph::edge_count))?;
    let (mut vertices, mut edges) = (0, Vec::new());
    for graph in &graphs {
        edges.extend(graph.edges().map(|(a, b)| (vertices + a, vertices + b)));
        vertices += graph.vertex_count() as u32;
    }
    Ok(undrawn(Graph::new(vertices as usize, edges)?))
}

pub(super) fn cartesian(arguments: &Arguments) -> Built {
    product(arguments, false)
}

pub(super) fn strong(arguments: &Arguments) -> Built {
    product(arguments, true)
}

/// The vertices of a product are numbered row by row: the last factor runs fastest.
fn product(arguments: &Arguments, strong: bool) -> Built {
    let graphs = several(arguments, &['×', '*'])?;
    let mut product = graphs[0].clone();
    for graph in &graphs[1..] {
        let [n, m] = [&product, graph].map(|graph| graph.vertex_count() as u128);
        let [p, q] = [&product, graph].map(|graph| graph.edge_count() as u128);
        let across = if strong { 2 * p * q } else { 0 };
        arguments.check(n * m, p * m + n * q + across)?;
        let m = m as u32;
        let down = product
            .edges()
            .flat_map(|(a, b)| (0..m).map(move |c| (a * m + c, b * m + c)));
        let right = product
            .vertices()
            .flat_map(|v| graph.edges().map(move |(c, d)| (v * m + c, v * m + d)));
        let mut edges: Vec<(u32, u32)> = down.chain(right).collect();
        if strong {
            for (a, b) in product.edges() {
                let both = graph.edges();
                edges.extend(
                    both.flat_map(|(c, d)| [(a * m + c, b * m + d), (a * m + d, b * m + c)]),
                );
            }
        }
        product = Graph::new((n * u128::from(m)) as usize, edges)?;
    }
    Ok(undrawn(product))
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
