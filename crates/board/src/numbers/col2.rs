//! The 2-colouring number col₂.
//!
//! In an order of the vertices, an earlier h is a loose backward neighbour of v
//! if it is adjacent to v or they have a common neighbour later than both.
//! Orders are built from the end. With U the vertices that are left and R those
//! that stand behind them, the loose neighbours of v in U are its neighbours and
//! those joined to it through R, whatever the order of R: so a set U that was
//! once found hopeless for some bound is hopeless for good, and a depth-first
//! search that remembers sets looks at each at most once. Two things make it far
//! fewer than all 2ⁿ:
//! - Putting v behind U only joins neighbours of v in U to each other. If they
//!   are joined already and v keeps the bound, v goes next: moving it there in
//!   any other order makes nothing worse for anyone.
//! - So vertices of degree one go last, and the rest falls into components.

use super::{Number, Poll, induced, peel, smallest_last};
use crate::{Graph, VertexSet};
use rustc_hash::FxHashSet;

/// Up to here a bit for every set of vertices is remembered: 128 MiB.
const MOST_DENSE: usize = 30;
/// Up to here sets are words, remembered in a hash table of limited size.
const MOST_SEARCHED: usize = 64;
const MOST_SETS: usize = 1 << 22;
/// Up to here a greedy order is made with bit rows; beyond, smallest degree last.
const MOST_GREEDY: usize = 2048;

/// col₂(G): one more than the least, over all orders of the vertices, of the
/// largest number of loose backward neighbours. The witness is such an order.
/// Exact up to 30 vertices, given time; beyond 64 as a rule only bounds.
///
/// ```
/// use outplay_board::{Graph, numbers::col2};
/// let square = Graph::new(4, (0..4).map(|v| (v, (v + 1) % 4))).unwrap();
/// assert_eq!(col2(&square, &|| false).value(), Some(3));
/// ```
pub fn col2(graph: &Graph, stop: &dyn Fn() -> bool) -> Number {
    let mut poll = Poll::new(stop);
    let n = graph.vertex_count();
    let mut number = Number {
        lower: n.min(1) as u32,
        upper: n.min(1) as u32,
        witness: Vec::with_capacity(n),
    };
    if graph.edge_count() > 0 {
        number.lower = 2;
        number.upper = 2;
    }
    let mut scratch = vec![0; n];
    let (removed, core) = peel(graph, 2);
    let cyclic = induced(graph, &core, &mut scratch);
    let mut inner = vec![0; core.len()];
    for vertices in cyclic.components() {
        let part = induced(&cyclic, &vertices, &mut inner);
        let found = match part.vertex_count() {
            0..=MOST_SEARCHED => search(&part, number.lower, &mut poll),
            _ => bounds(&part, &mut poll),
        };
        number.lower = number.lower.max(found.lower);
        number.upper = number.upper.max(found.upper);
        let names = found.witness.iter().map(|&v| vertices[v as usize]);
        number.witness.extend(names.map(|v| core[v as usize]));
    }
    number.witness.extend(removed.iter().rev());
    number
}

/// Bounds for a graph of at most 64 vertices, exact if memory and time allow, or
/// a number up to `enough`, below which it is of no interest.
fn search(graph: &Graph, enough: u32, poll: &mut Poll<'_>) -> Number {
    let mut number = bounds(graph, poll);
    let mut open = false;
    // Where memory runs out, a larger bound may still be settled.
    for k in number.lower.max(enough)..number.upper {
        match order_within(graph, k, poll) {
            Found::Order(order) => {
                number.upper = k;
                number.witness = order;
                break;
            }
            Found::Nothing => {
                number.lower = k + 1;
                open = false;
            }
            Found::OutOfMemory => open = true,
            Found::Stopped => return number,
        }
    }
    if !open {
        number.lower = number.upper;
    }
    number
}

enum Found {
    /// From first to last.
    Order(Vec<u32>),
    Nothing,
    OutOfMemory,
    Stopped,
}

/// What is left on a branch of the search.
#[derive(Clone, Copy)]
struct Node {
    /// The loose neighbours of every vertex that is left; stale for the others.
    loose: [u64; MOST_SEARCHED],
    /// U, the vertices without a place yet.
    left: u64,
    /// The vertices still to be tried behind all others that are left.
    candidates: u64,
}

impl Node {
    /// Puts `v` behind the other vertices that are left.
    fn after(&self, v: usize, neighbors: &[u64]) -> Self {
        let mut next = *self;
        next.left = self.left.without(v);
        let joined = neighbors[v] & next.left;
        for w in joined.iter() {
            next.loose[w] |= joined.without(w);
        }
        next
    }

    /// The vertices that may come last with fewer than `k` loose neighbours;
    /// only one of them where the choice cannot be wrong.
    fn last(&self, k: u32, neighbors: &[u64]) -> u64 {
        let mut possible = 0u64;
        for v in self.left.iter() {
            if (self.loose[v] & self.left).count_ones() >= k {
                continue;
            }
            possible |= 1 << v;
            let joined = neighbors[v] & self.left;
            if joined.iter().all(|w| joined & !self.loose[w] == 1 << w) {
                return 1 << v;
            }
        }
        possible
    }

    fn count(&self, v: usize) -> u32 {
        (self.loose[v] & self.left).count_ones()
    }
}

/// An order in which every vertex has fewer than `k` loose backward neighbours.
fn order_within(graph: &Graph, k: u32, poll: &mut Poll<'_>) -> Found {
    let n = graph.vertex_count();
    let neighbors: Vec<u64> = graph.neighborhoods();
    let mut seen = match n {
        0..=MOST_DENSE => Seen::Dense(vec![0; (1usize << n).div_ceil(64)]),
        _ => Seen::Sparse(FxHashSet::default()),
    };
    let mut root = Node {
        loose: [0; MOST_SEARCHED],
        left: u64::below(n),
        candidates: 0,
    };
    root.loose[..n].copy_from_slice(&neighbors);
    root.candidates = root.last(k, &neighbors);
    let mut branch = vec![root];
    let mut behind: Vec<u32> = Vec::new();
    while let Some(node) = branch.last_mut() {
        if poll.stopped() {
            return Found::Stopped;
        }
        let best = node.candidates.iter().min_by_key(|&v| node.count(v));
        let Some(v) = best else {
            branch.pop();
            behind.pop();
            continue;
        };
        node.candidates = node.candidates.without(v);
        if !seen.insert(node.left.without(v)) {
            continue;
        }
        if seen.is_full() {
            return Found::OutOfMemory;
        }
        let mut next = node.after(v, &neighbors);
        behind.push(v as u32);
        // So few are left that no one has too many before it.
        if next.left.count_ones() <= k {
            let mut order: Vec<u32> = next.left.iter().map(|v| v as u32).collect();
            order.extend(behind.iter().rev());
            return Found::Order(order);
        }
        next.candidates = next.last(k, &neighbors);
        branch.push(next);
    }
    Found::Nothing
}

/// The sets that were looked at.
enum Seen {
    Dense(Vec<u64>),
    Sparse(FxHashSet<u64>),
}

impl Seen {
    /// Was the set not there yet?
    fn insert(&mut self, set: u64) -> bool {
        match self {
            Self::Dense(words) => {
                let word = &mut words[(set / 64) as usize];
                let bit = 1 << (set % 64);
                let new = *word & bit == 0;
                *word |= bit;
                new
            }
            Self::Sparse(sets) => sets.insert(set),
        }
    }

    fn is_full(&self) -> bool {
        match self {
            Self::Dense(_) => false,
            Self::Sparse(sets) => sets.len() > MOST_SETS,
        }
    }
}

/// Bounds for a graph of any size: loose backward neighbours include backward
/// neighbours, so col₂ is more than the degeneracy; above, a greedy order.
fn bounds(graph: &Graph, poll: &mut Poll<'_>) -> Number {
    let n = graph.vertex_count();
    let (mut order, degeneracy) = smallest_last(graph);
    order.reverse();
    let mut number = Number {
        lower: degeneracy + 1,
        upper: n as u32,
        witness: order,
    };
    if let Some(upper) = value_of(graph, &number.witness, poll) {
        number.upper = upper;
    }
    if n <= MOST_GREEDY
        && let Some((upper, order)) = greedy(graph, poll)
        && upper < number.upper
    {
        number.upper = upper;
        number.witness = order;
    }
    number
}

/// One more than the largest number of loose backward neighbours in an order,
/// unless that takes too long to count.
fn value_of(graph: &Graph, order: &[u32], poll: &mut Poll<'_>) -> Option<u32> {
    const MOST_WORK: usize = 1 << 28;
    let work: usize = graph.vertices().map(|v| graph.degree(v).pow(2)).sum();
    if work > MOST_WORK {
        return None;
    }
    let mut place = vec![0; order.len()];
    for (&v, i) in order.iter().zip(0u32..) {
        place[v as usize] = i;
    }
    let mut seen = vec![u32::MAX; order.len()];
    let mut most = 0;
    for &v in order {
        if poll.stopped() {
            return None;
        }
        let here = place[v as usize];
        let mut count = 0;
        let mut meet = |h: u32| {
            if place[h as usize] < here && std::mem::replace(&mut seen[h as usize], v) != v {
                count += 1;
            }
        };
        for &w in graph.neighbors(v) {
            meet(w);
            if place[w as usize] > here {
                graph.neighbors(w).iter().for_each(|&h| meet(h));
            }
        }
        most = most.max(count);
    }
    Some(most + 1)
}

/// Builds an order from the end, always with the vertex that has the fewest loose
/// neighbours left, of these the one that joins the fewest pairs.
fn greedy(graph: &Graph, poll: &mut Poll<'_>) -> Option<(u32, Vec<u32>)> {
    let n = graph.vertex_count();
    let words = n.div_ceil(64);
    let mut left = vec![u64::MAX; words];
    let mut loose = vec![0u64; n * words];
    for v in graph.vertices() {
        for &w in graph.neighbors(v) {
            loose[v as usize * words + w as usize / 64] |= 1 << (w % 64);
        }
    }
    let mut count: Vec<u32> = graph.vertices().map(|v| graph.degree(v) as u32).collect();
    let mut degree = count.clone();
    let mut rest: Vec<u32> = graph.vertices().collect();
    let mut order = Vec::with_capacity(n);
    let mut most = 0;
    while !rest.is_empty() {
        let best = (0..rest.len()).min_by_key(|&i| {
            let v = rest[i] as usize;
            (count[v], degree[v])
        })?;
        let v = rest.swap_remove(best);
        most = most.max(count[v as usize]);
        order.push(v);
        left[v as usize / 64] &= !(1 << (v % 64));
        let row = v as usize * words;
        for word in 0..words {
            let mut bits = loose[row + word] & left[word];
            while bits != 0 {
                count[64 * word + bits.trailing_zeros() as usize] -= 1;
                bits &= bits - 1;
            }
        }
        let joined: Vec<u32> = graph
            .neighbors(v)
            .iter()
            .copied()
            .filter(|&w| left[w as usize / 64] >> (w % 64) & 1 == 1)
            .collect();
        for &a in &joined {
            degree[a as usize] -= 1;
            if poll.stopped() {
                return None;
            }
            for &b in &joined {
                let word = &mut loose[a as usize * words + b as usize / 64];
                let bit = 1 << (b % 64);
                if a != b && *word & bit == 0 {
                    *word |= bit;
                    count[a as usize] += 1;
                }
            }
        }
    }
    order.reverse();
    Some((most + 1, order))
}
