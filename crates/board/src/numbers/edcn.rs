//! The edge-distinguishing chromatic number.
//!
//! Colours for the vertices such that no two edges carry the same pair of
//! colours. So the neighbours of a vertex all differ, and a colour class c whose
//! degrees sum to D uses up D of the k pairs {c, ·} (the pair {c, c} counts
//! twice): D ≤ k + 1, which is where the lower bounds and most of the pruning
//! come from. On paths and cycles these bounds are the known formulas.

use super::{Number, Poll, UNCOLORED, colors_used};
use crate::Graph;
use rustc_hash::FxHashSet;

/// Rows of pairs are words of this many bits; more colours are only bounded.
const MOST_COLORS: u32 = 128;
/// Larger boards are only bounded.
const MOST_VERTICES: usize = 4096;
/// Larger trees are not written down.
const MOST_NODES: usize = 1 << 24;
/// Steps of the search in the first round; they double from round to round.
const FIRST_STEPS: u64 = 1 << 10;

/// λ(G), the least number of colours such that the vertices can be coloured with
/// no two edges carrying the same unordered pair of colours, with such a
/// colouring. Adjacent vertices may share a colour.
///
/// ```
/// use outplay_board::{Graph, numbers::edcn};
/// let path = Graph::new(4, [(0, 1), (1, 2), (2, 3)]).unwrap();
/// assert_eq!(edcn(&path, &|| false).value(), Some(2));
/// ```
pub fn edcn(graph: &Graph, stop: &dyn Fn() -> bool) -> Number {
    let mut poll = Poll::new(stop);
    let n = graph.vertex_count();
    if graph.edge_count() == 0 {
        return Number {
            lower: n.min(1) as u32,
            upper: n.min(1) as u32,
            witness: vec![0; n],
        };
    }
    let witness = greedy(graph, &mut poll);
    let mut number = Number {
        lower: lower_bound(graph),
        upper: colors_used(&witness),
        witness,
    };
    if n > MOST_VERTICES {
        return number;
    }
    // A colouring with one colour more is often far easier to find, and a search
    // with bad luck at the start is best begun anew: all numbers of colours get a
    // turn, then longer ones.
    let mut round = 0;
    while number.lower < number.upper && number.lower <= MOST_COLORS {
        let steps = FIRST_STEPS << round;
        for k in number.lower..number.upper.min(MOST_COLORS + 1) {
            match Search::new(graph, k, round).run(steps, None, &mut poll) {
                Found::Coloring(color) => {
                    number.upper = k;
                    number.witness = color;
                    break;
                }
                Found::Nothing => number.lower = k + 1,
                Found::OutOfSteps => {}
                Found::Stopped => return number,
            }
        }
        round += 1;
    }
    number
}

/// Why `k` colours are not enough for λ(G), as a tree to follow: the vertex to colour next, where the least colour that fits is
/// given first and then the others, or `None` where the colours have no room for the rest. `None` instead of a tree if
/// they are enough, if `stop` said so, or if there is too much to try.
pub fn edcn_exhaustion(graph: &Graph, k: u32, stop: &dyn Fn() -> bool) -> Option<Vec<Option<u32>>> {
    if k == 0 || k > MOST_COLORS || graph.vertex_count() > MOST_VERTICES {
        return None;
    }
    let mut tree = Vec::new();
    let search = Search::new(graph, k, 0);
    let found = search.run(u64::MAX, Some(&mut tree), &mut Poll::new(stop));
    matches!(found, Found::Nothing).then_some(tree)
}

fn lower_bound(graph: &Graph) -> u32 {
    let m = graph.edge_count() as u64;
    let mut degrees: Vec<u64> = graph.vertices().map(|v| graph.degree(v) as u64).collect();
    degrees.sort_unstable_by(|a, b| b.cmp(a));
    let odd = degrees.iter().filter(|&d| d % 2 == 1).count() as u64;
    let fits = |k: u64| {
        // With k + 1 odd, a class reaches it only with a vertex of odd degree.
        let room = match k % 2 {
            0 => k * k + odd.min(k),
            _ => k * (k + 1),
        };
        // The i + 1 vertices of degree d and more go into k classes of so many each.
        let packed = degrees
            .iter()
            .enumerate()
            .take_while(|&(_, &d)| d > 0)
            .all(|(i, &d)| (i as u64) < k * ((k + 1) / d));
        2 * m <= room && packed
    };
    // The least k with k(k + 1) ≥ 2m, rounded down, to start from.
    let by_edges = ((8 * m + 1).isqrt() - 1) / 2;
    let start = degrees[0].max(differing(graph)).max(by_edges);
    (start..).find(|&k| fits(k)).expect("enough colours fit") as u32
}

/// A lower bound from vertices that must all differ because any two of them have
/// a common neighbour: the neighbours of a vertex, and that vertex too if each of
/// its edges lies in a triangle, and so on greedily.
fn differing(graph: &Graph) -> u64 {
    const MOST_WORK: usize = 1 << 20;
    let Some(center) = graph.vertices().max_by_key(|&v| graph.degree(v)) else {
        return 0;
    };
    let mut set: Vec<u32> = graph.neighbors(center).to_vec();
    let common = |a: u32, b: u32| {
        let (a, b) = match graph.degree(a) <= graph.degree(b) {
            true => (a, b),
            false => (b, a),
        };
        graph.neighbors(a).iter().any(|&w| graph.has_edge(w, b))
    };
    if set.len().saturating_mul(graph.vertex_count()) > MOST_WORK {
        return set.len() as u64;
    }
    for v in graph.vertices() {
        if !set.contains(&v) && set.iter().all(|&w| common(v, w)) {
            set.push(v);
        }
    }
    set.len() as u64
}

/// Gives the vertices, component by component, the least colour that still fits;
/// all different colours where that takes too long.
fn greedy(graph: &Graph, poll: &mut Poll<'_>) -> Vec<u32> {
    const MOST_WORK: usize = 1 << 25;
    let n = graph.vertex_count();
    let mut color = vec![UNCOLORED; n];
    let mut pairs: FxHashSet<(u32, u32)> = FxHashSet::default();
    // (vertex, colour) for every colour next to a vertex.
    let mut around: FxHashSet<(u32, u32)> = FxHashSet::default();
    let mut work = 0;
    for v in connected_order(graph) {
        let row = graph.neighbors(v);
        let mut c = 0;
        loop {
            work += row.len() + 1;
            if poll.stopped() || work > MOST_WORK {
                return (0..n as u32).collect();
            }
            let fits = row.iter().all(|&w| {
                let other = color[w as usize];
                !around.contains(&(w, c)) && !pairs.contains(&(c.min(other), c.max(other)))
            });
            if fits {
                break;
            }
            c += 1;
        }
        color[v as usize] = c;
        for &w in row {
            around.insert((w, c));
            let other = color[w as usize];
            if other != UNCOLORED {
                pairs.insert((c.min(other), c.max(other)));
            }
        }
    }
    color
}

/// Breadth first from a vertex of largest degree in every component.
fn connected_order(graph: &Graph) -> Vec<u32> {
    let mut starts: Vec<u32> = graph.vertices().collect();
    starts.sort_by_key(|&v| std::cmp::Reverse(graph.degree(v)));
    let mut seen = vec![false; starts.len()];
    let mut order = Vec::with_capacity(starts.len());
    for start in starts {
        let mut next = order.len();
        if !std::mem::replace(&mut seen[start as usize], true) {
            order.push(start);
        }
        while next < order.len() {
            for &w in graph.neighbors(order[next]) {
                if !std::mem::replace(&mut seen[w as usize], true) {
                    order.push(w);
                }
            }
            next += 1;
        }
    }
    order
}

enum Found {
    Coloring(Vec<u32>),
    Nothing,
    OutOfSteps,
    Stopped,
}

/// Backtracking for a fixed number of colours.
struct Search<'a> {
    graph: &'a Graph,
    k: u32,
    color: Vec<u32>,
    /// For every colour, the colours that it is paired with on some edge.
    pairs: Vec<u128>,
    /// The colours next to a vertex.
    around: Vec<u128>,
    /// For every colour, the edges from its vertices to uncoloured ones.
    pending: Vec<u32>,
    /// For every colour, the sum of the degrees of its vertices.
    degrees: Vec<u32>,
    /// The uncoloured vertices that have edges, how many of them have odd
    /// degree, and the sum of their degrees.
    open: Vec<u32>,
    open_odd: u32,
    open_degrees: u32,
    /// Decides between equally good colours.
    round: u32,
}

struct Frame {
    vertex: u32,
    /// Where it stood in `open`.
    place: usize,
    candidates: u128,
    /// How many colours are in use without this vertex.
    used: u32,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph, k: u32, round: u32) -> Self {
        let open: Vec<u32> = graph.vertices().filter(|&v| graph.degree(v) > 0).collect();
        let odd = open.iter().filter(|&&v| graph.degree(v) % 2 == 1);
        Self {
            graph,
            k,
            color: vec![UNCOLORED; graph.vertex_count()],
            pairs: vec![0; k as usize],
            around: vec![0; graph.vertex_count()],
            pending: vec![0; k as usize],
            degrees: vec![0; k as usize],
            open_odd: odd.count() as u32,
            open_degrees: 2 * graph.edge_count() as u32,
            open,
            round,
        }
    }

    /// Looks for a colouring, or with a tree tries all, and says there which vertex was coloured next.
    fn run(
        mut self,
        steps: u64,
        mut tree: Option<&mut Vec<Option<u32>>>,
        poll: &mut Poll<'_>,
    ) -> Found {
        let mut left = steps;
        let mut frames: Vec<Frame> = Vec::new();
        let mut used = 0;
        loop {
            // Down: the next vertex, if the colouring so far can be completed.
            let selected = match self.rest_has_room() || tree.is_none() {
                true => self.select(used),
                false => Selected::Nothing,
            };
            let next = match selected {
                Selected::Done => {
                    let isolated = |&c: &u32| if c == UNCOLORED { 0 } else { c };
                    return Found::Coloring(self.color.iter().map(isolated).collect());
                }
                Selected::Vertex(place, candidates) => Some((place, candidates)),
                Selected::DeadEnd(place) => tree.is_some().then_some((place, 0)),
                Selected::Nothing => None,
            };
            let next = next.map(|(place, candidates)| {
                let vertex = self.open.swap_remove(place);
                frames.push(Frame {
                    vertex,
                    place,
                    candidates,
                    used,
                });
                vertex
            });
            if let Some(tree) = &mut tree {
                tree.push(next);
            }
            // The next colour, of the last vertex that has one left.
            loop {
                if poll.stopped() {
                    return Found::Stopped;
                }
                left -= 1;
                if left == 0 || tree.as_ref().is_some_and(|tree| tree.len() > MOST_NODES) {
                    return Found::OutOfSteps;
                }
                let Some(frame) = frames.last_mut() else {
                    return Found::Nothing;
                };
                let v = frame.vertex;
                if self.color[v as usize] != UNCOLORED {
                    self.uncolor(v);
                }
                if frame.candidates == 0 {
                    self.reopen(frames.pop());
                    continue;
                }
                let c = match tree.is_some() {
                    true => frame.candidates.trailing_zeros(),
                    false => self.roomiest(frame.candidates, v),
                };
                frame.candidates &= !(1 << c);
                used = frame.used.max(c + 1);
                self.color(v, c);
                if self.class_has_room(c) && (tree.is_some() || self.rest_has_room()) {
                    break;
                }
            }
        }
    }

    /// Puts a vertex back among the uncoloured ones, where it stood.
    fn reopen(&mut self, frame: Option<Frame>) {
        if let Some(Frame { vertex, place, .. }) = frame {
            self.open.push(vertex);
            let last = self.open.len() - 1;
            self.open.swap(place, last);
        }
    }

    /// The uncoloured vertex with the fewest colours left, if every one has some.
    fn select(&self, used: u32) -> Selected {
        // Colours that are not in use are all alike: one of them stands for all.
        let usable = u128::MAX >> (128 - (used + 1).min(self.k));
        let all = u128::MAX >> (128 - self.k);
        let mut best = (u32::MAX, 0, 0);
        let mut chosen = Selected::Done;
        for (place, &v) in self.open.iter().enumerate() {
            let mut forbidden = 0;
            let mut colored = 0;
            for &w in self.graph.neighbors(v) {
                forbidden |= self.around[w as usize];
                let c = self.color[w as usize];
                if c != UNCOLORED {
                    forbidden |= self.pairs[c as usize];
                    colored += 1;
                }
            }
            if usable & !forbidden == 0 {
                return Selected::DeadEnd(place);
            }
            let key = (
                (all & !forbidden).count_ones(),
                -colored,
                -(self.graph.degree(v) as i64),
            );
            if key < best {
                best = key;
                chosen = Selected::Vertex(place, usable & !forbidden);
            }
        }
        chosen
    }

    /// The candidate whose class has the most room.
    fn roomiest(&self, mut candidates: u128, v: u32) -> u32 {
        let mut best = (u32::MAX, u32::MAX, 0);
        while candidates != 0 {
            let c = candidates.trailing_zeros();
            candidates &= candidates - 1;
            let luck = (v * 131 + c * 31 + 1).wrapping_mul(self.round.wrapping_mul(0x9e37_79b1));
            best = best.min((self.degrees[c as usize], luck, c));
        }
        best.2
    }

    fn color(&mut self, v: u32, c: u32) {
        self.color[v as usize] = c;
        let row = self.graph.neighbors(v);
        for &w in row {
            self.around[w as usize] |= 1 << c;
            let other = self.color[w as usize];
            if other == UNCOLORED {
                self.pending[c as usize] += 1;
            } else {
                self.pairs[c as usize] |= 1 << other;
                self.pairs[other as usize] |= 1 << c;
                self.pending[other as usize] -= 1;
            }
        }
        let degree = row.len() as u32;
        self.degrees[c as usize] += degree;
        self.open_degrees -= degree;
        self.open_odd -= degree % 2;
    }

    fn uncolor(&mut self, v: u32) {
        let c = std::mem::replace(&mut self.color[v as usize], UNCOLORED);
        let row = self.graph.neighbors(v);
        for &w in row {
            self.around[w as usize] &= !(1 << c);
            let other = self.color[w as usize];
            if other == UNCOLORED {
                self.pending[c as usize] -= 1;
            } else {
                self.pairs[c as usize] &= !(1 << other);
                self.pairs[other as usize] &= !(1 << c);
                self.pending[other as usize] += 1;
            }
        }
        let degree = row.len() as u32;
        self.degrees[c as usize] -= degree;
        self.open_degrees += degree;
        self.open_odd += degree % 2;
    }

    /// Is there a free pair for every edge that still leaves class `c`? The
    /// other classes lose an edge and a pair together.
    fn class_has_room(&self, c: u32) -> bool {
        self.pending[c as usize] + self.pairs[c as usize].count_ones() <= self.k
    }

    /// Do the degrees of the uncoloured vertices fit into the classes? A class
    /// has room for k + 1, and only a vertex of odd degree changes its parity.
    fn rest_has_room(&self) -> bool {
        let mut room = 0;
        let mut odd = 0;
        for &degrees in &self.degrees {
            let left = (self.k + 1).saturating_sub(degrees);
            room += left;
            odd += left % 2;
        }
        self.open_degrees + odd.saturating_sub(self.open_odd) <= room
    }
}

enum Selected {
    /// Not asked.
    Nothing,
    Done,
    DeadEnd(usize),
    Vertex(usize, u128),
}
