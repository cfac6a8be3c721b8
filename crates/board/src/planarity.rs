//! Is a graph planar, and how does it lie in the plane?
//!
//! [`embed`] is the left-right planarity test (de Fraysseix and Rosenstiehl, in
//! the form of Brandes, "The left-right planarity test", 2009): linear time, no
//! recursion, and it needs no decomposition into blocks. A depth-first search
//! orients every edge; each back edge must then be drawn on the left or on the
//! right of the tree, and the test keeps the constraints between them on one
//! stack. A "yes" is checked once more by Euler's formula in [`PlaneGraph::new`].
//!
//! [`plane_layout`] draws an embedding with straight lines by the shift method
//! (de Fraysseix, Pach and Pollack 1990, in the linear form of Chrobak and Payne
//! 1995) in integers, so that no rounding can make edges cross, and then lets
//! small drawings relax.

use crate::{Graph, Layout, PlaneGraph, layout};

/// A planar embedding of a connected graph, or `None` if the graph is not
/// planar, not connected or empty.
///
/// The outer face is a longest face; on graphs with up to 300 vertices the
/// embedding is changed so that as many other vertices as will fit join them
/// there. So a tree hangs outside a cycle and not inside, and of an outerplanar
/// graph all vertices are outside.
///
/// ```
/// use outplay_board::{Graph, embed};
/// let square = Graph::new(4, [(0, 1), (1, 2), (2, 3), (3, 0)]).unwrap();
/// assert_eq!(embed(&square).unwrap().faces().len(), 2);
/// let k5 = Graph::new(5, (0..5).flat_map(|a| (0..a).map(move |b| (a, b)))).unwrap();
/// assert_eq!(embed(&k5), None);
/// ```
pub fn embed(graph: &Graph) -> Option<PlaneGraph> {
    if graph.vertex_count() == 0 || !graph.is_connected() {
        return None;
    }
    let plane = PlaneGraph::new(graph.clone(), rotations(graph)?, None).ok()?;
    if graph.vertex_count() > 300 {
        return Some(plane);
    }
    Some(turned_out(&plane).unwrap_or(plane))
}

/// The order of the neighbours around every vertex in some embedding of a
/// connected graph.
fn rotations(graph: &Graph) -> Option<Vec<Vec<u32>>> {
    let n = graph.vertex_count();
    if n > 2 && graph.edge_count() > 3 * n - 6 {
        return None;
    }
    let mut search = LeftRight::new(graph);
    search.orient();
    search.test().then(|| search.rotations())
}

/// An embedding with more vertices on the outer face, if there is one.
///
/// Vertices can lie on a common face iff a new vertex can be joined to all of
/// them, so the others are tried one after the other, those with few neighbours first.
fn turned_out(plane: &PlaneGraph) -> Option<PlaneGraph> {
    let graph = plane.graph();
    let apex = graph.vertex_count() as u32;
    let joined = |outside: &[u32]| {
        let spokes = outside.iter().map(|&v| (v, apex));
        let edges = graph.edges().chain(spokes);
        Graph::new(apex as usize + 1, edges).expect("the apex is new")
    };
    let mut outside = plane.outer().walk.clone();
    outside.sort_unstable();
    outside.dedup();
    let mut others: Vec<u32> = graph
        .vertices()
        .filter(|v| outside.binary_search(v).is_err())
        .collect();
    others.sort_by_key(|&v| graph.degree(v));
    let mut better = None;
    for v in others {
        outside.push(v);
        match rotations(&joined(&outside)) {
            Some(rotation) => better = Some(rotation),
            None => {
                outside.pop();
            }
        }
    }
    let mut rotation = better?;
    let v = rotation[apex as usize][0];
    rotation.truncate(apex as usize);
    let row = &rotation[v as usize];
    let place = row.iter().position(|&w| w == apex)?;
    // The face of the apex is to the right of the edge that comes in before it.
    let before = row[(place + row.len() - 1) % row.len()];
    for row in &mut rotation {
        row.retain(|&w| w != apex);
    }
    PlaneGraph::new(graph.clone(), rotation, Some((before, v))).ok()
}

/// An oriented edge, by its number in [`LeftRight::ends`].
type Edge = usize;
const NONE: usize = usize::MAX;

/// Back edges that lie on one side of the tree, from the lowest to the highest;
/// those between are chained by `reference`. Empty if `low` is `NONE`.
#[derive(Clone, Copy)]
struct Interval {
    low: Edge,
    high: Edge,
}

const EMPTY: Interval = Interval {
    low: NONE,
    high: NONE,
};

impl Interval {
    fn is_empty(self) -> bool {
        self.low == NONE
    }
}

/// Two intervals that must lie on different sides.
#[derive(Clone, Copy)]
struct ConflictPair {
    left: Interval,
    right: Interval,
}

impl ConflictPair {
    fn swapped(self) -> Self {
        Self {
            left: self.right,
            right: self.left,
        }
    }
}

struct LeftRight<'a> {
    graph: &'a Graph,
    height: Vec<usize>,
    /// The tree edge into a vertex, `NONE` at the root.
    parent: Vec<Edge>,
    /// The edges as the search directs them: tree edges away from the root, back edges to it.
    ends: Vec<(u32, u32)>,
    /// Lowest and second lowest height that a return edge of the edge reaches.
    low: Vec<usize>,
    low2: Vec<usize>,
    /// The order in which the edges of a vertex are nested, signed by side in the end.
    nesting: Vec<i64>,
    outgoing: Vec<Vec<Edge>>,
    /// The edge that this one has its side relative to.
    reference: Vec<Edge>,
    side: Vec<i8>,
    /// The return edge that reaches `low`.
    low_edge: Vec<Edge>,
    stack: Vec<ConflictPair>,
    /// The height of the stack when the edge was entered.
    bottom: Vec<usize>,
}

impl<'a> LeftRight<'a> {
    fn new(graph: &'a Graph) -> Self {
        let (n, m) = (graph.vertex_count(), graph.edge_count());
        Self {
            graph,
            height: vec![NONE; n],
            parent: vec![NONE; n],
            ends: Vec::with_capacity(m),
            low: Vec::with_capacity(m),
            low2: Vec::with_capacity(m),
            nesting: Vec::with_capacity(m),
            outgoing: vec![Vec::new(); n],
            reference: vec![NONE; m],
            side: vec![1; m],
            low_edge: vec![NONE; m],
            stack: Vec::new(),
            bottom: vec![0; m],
        }
    }

    /// Directs every edge and computes how low its return edges reach.
    fn orient(&mut self) {
        let mut next = vec![0; self.graph.vertex_count()];
        let mut path = vec![0u32];
        self.height[0] = 0;
        while let Some(&v) = path.last() {
            let i = v as usize;
            let Some(&w) = self.graph.neighbors(v).get(next[i]) else {
                path.pop();
                if self.parent[i] != NONE {
                    self.finish_orienting(self.parent[i]);
                }
                continue;
            };
            next[i] += 1;
            let (seen, tree) = (self.height[w as usize] != NONE, self.parent[i]);
            let came_this_way = tree != NONE && self.ends[tree].0 == w;
            if came_this_way || (seen && self.height[w as usize] > self.height[i]) {
                continue;
            }
            let edge = self.ends.len();
            self.ends.push((v, w));
            self.outgoing[i].push(edge);
            self.low.push(self.height[i]);
            self.low2.push(self.height[i]);
            self.nesting.push(0);
            if seen {
                self.low[edge] = self.height[w as usize];
                self.finish_orienting(edge);
            } else {
                self.parent[w as usize] = edge;
                self.height[w as usize] = self.height[i] + 1;
                path.push(w);
            }
        }
    }

    /// Passes what is known about `edge` on to the tree edge below it.
    fn finish_orienting(&mut self, edge: Edge) {
        let v = self.ends[edge].0 as usize;
        let chordal = self.low2[edge] < self.height[v];
        self.nesting[edge] = 2 * self.low[edge] as i64 + i64::from(chordal);
        let tree = self.parent[v];
        if tree == NONE {
            return;
        }
        let (low, low2) = (self.low[edge], self.low2[edge]);
        match low.cmp(&self.low[tree]) {
            std::cmp::Ordering::Less => {
                self.low2[tree] = self.low[tree].min(low2);
                self.low[tree] = low;
            }
            std::cmp::Ordering::Greater => self.low2[tree] = self.low2[tree].min(low),
            std::cmp::Ordering::Equal => self.low2[tree] = self.low2[tree].min(low2),
        }
    }

    fn sort_outgoing(&mut self) {
        for row in &mut self.outgoing {
            row.sort_by_key(|&edge| self.nesting[edge]);
        }
    }

    /// Can every back edge be given a side?
    fn test(&mut self) -> bool {
        self.sort_outgoing();
        let mut next = vec![0; self.graph.vertex_count()];
        let mut path = vec![0u32];
        while let Some(&v) = path.last() {
            let i = v as usize;
            let Some(&edge) = self.outgoing[i].get(next[i]) else {
                path.pop();
                let tree = self.parent[i];
                if tree != NONE {
                    self.trim(tree);
                    if !self.join(tree) {
                        return false;
                    }
                }
                continue;
            };
            next[i] += 1;
            self.bottom[edge] = self.stack.len();
            let w = self.ends[edge].1;
            if self.parent[w as usize] == edge {
                path.push(w);
                continue;
            }
            self.low_edge[edge] = edge;
            self.stack.push(ConflictPair {
                left: EMPTY,
                right: Interval {
                    low: edge,
                    high: edge,
                },
            });
            if !self.join(edge) {
                return false;
            }
        }
        true
    }

    /// Brings the return edges of `edge` together with those of the edges before it.
    fn join(&mut self, edge: Edge) -> bool {
        let v = self.ends[edge].0 as usize;
        if self.low[edge] >= self.height[v] {
            return true;
        }
        let tree = self.parent[v];
        if self.outgoing[v][0] == edge {
            self.low_edge[tree] = self.low_edge[edge];
            return true;
        }
        self.add_constraints(edge, tree)
    }

    fn conflicts(&self, interval: Interval, edge: Edge) -> bool {
        !interval.is_empty() && self.low[interval.high] > self.low[edge]
    }

    fn set_reference(&mut self, edge: Edge, to: Edge) {
        if edge != NONE {
            self.reference[edge] = to;
        }
    }

    fn add_constraints(&mut self, edge: Edge, tree: Edge) -> bool {
        let mut joined = ConflictPair {
            left: EMPTY,
            right: EMPTY,
        };
        // All return edges of `edge` must lie on one side: the right.
        while self.stack.len() > self.bottom[edge] {
            let Some(mut pair) = self.stack.pop() else {
                break;
            };
            if !pair.left.is_empty() {
                pair = pair.swapped();
            }
            if !pair.left.is_empty() {
                return false;
            }
            if self.low[pair.right.low] > self.low[tree] {
                if joined.right.is_empty() {
                    joined.right.high = pair.right.high;
                } else {
                    self.reference[joined.right.low] = pair.right.high;
                }
                joined.right.low = pair.right.low;
            } else {
                self.reference[pair.right.low] = self.low_edge[tree];
            }
        }
        // Earlier return edges that end above the low point of `edge` go to the left.
        while let Some(&top) = self.stack.last()
            && (self.conflicts(top.left, edge) || self.conflicts(top.right, edge))
        {
            self.stack.pop();
            let mut pair = top;
            if self.conflicts(pair.right, edge) {
                pair = pair.swapped();
            }
            if self.conflicts(pair.right, edge) {
                return false;
            }
            self.set_reference(joined.right.low, pair.right.high);
            if !pair.right.is_empty() {
                joined.right.low = pair.right.low;
            }
            if joined.left.is_empty() {
                joined.left.high = pair.left.high;
            } else {
                self.reference[joined.left.low] = pair.left.high;
            }
            joined.left.low = pair.left.low;
        }
        if !(joined.left.is_empty() && joined.right.is_empty()) {
            self.stack.push(joined);
        }
        true
    }

    /// Forgets the back edges that end at the tail of `tree`, which is being left.
    fn trim(&mut self, tree: Edge) {
        let u = self.ends[tree].0;
        let floor = self.height[u as usize];
        while let Some(pair) = self.stack.last()
            && [pair.left, pair.right]
                .iter()
                .filter(|interval| !interval.is_empty())
                .all(|interval| self.low[interval.low] >= floor)
        {
            if !pair.left.is_empty() {
                self.side[pair.left.low] = -1;
            }
            self.stack.pop();
        }
        if let Some(mut pair) = self.stack.pop() {
            pair.left = self.trim_interval(pair.left, u, pair.right.low);
            pair.right = self.trim_interval(pair.right, u, pair.left.low);
            self.stack.push(pair);
        }
        if self.low[tree] < floor
            && let Some(&top) = self.stack.last()
        {
            let (left, right) = (top.left.high, top.right.high);
            let left_is_higher =
                left != NONE && (right == NONE || self.low[left] > self.low[right]);
            self.reference[tree] = if left_is_higher { left } else { right };
        }
    }

    fn trim_interval(&mut self, mut interval: Interval, u: u32, opposite: Edge) -> Interval {
        while interval.high != NONE && self.ends[interval.high].1 == u {
            interval.high = self.reference[interval.high];
        }
        if interval.high == NONE && interval.low != NONE {
            self.reference[interval.low] = opposite;
            self.side[interval.low] = -1;
            interval.low = NONE;
        }
        interval
    }

    /// The side of `edge`, after following the chain of references once.
    fn settle_side(&mut self, edge: Edge) -> i8 {
        let mut chain = vec![edge];
        let mut last = edge;
        while self.reference[last] != NONE {
            last = self.reference[last];
            chain.push(last);
        }
        let mut side = 1;
        for &edge in chain.iter().rev() {
            side *= self.side[edge];
            self.side[edge] = side;
            self.reference[edge] = NONE;
        }
        side
    }

    /// The order of the neighbours around every vertex.
    fn rotations(&mut self) -> Vec<Vec<u32>> {
        for edge in 0..self.ends.len() {
            self.nesting[edge] *= i64::from(self.settle_side(edge));
        }
        self.sort_outgoing();
        // At w, the back edges that come in along the tree edge w→x lie right beside
        // it: those of the right side after it, the last one nearest, those of the
        // left side before it, the last one farthest. Back edges arrive in the order
        // of a depth-first search along the sorted edges.
        let n = self.graph.vertex_count();
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.ends.len()];
        let mut after: Vec<Vec<u32>> = vec![Vec::new(); self.ends.len()];
        let mut current = vec![NONE; n];
        let mut next = vec![0; n];
        let mut path = vec![0u32];
        while let Some(&v) = path.last() {
            let i = v as usize;
            let Some(&edge) = self.outgoing[i].get(next[i]) else {
                path.pop();
                continue;
            };
            next[i] += 1;
            let w = self.ends[edge].1;
            if self.parent[w as usize] == edge {
                current[i] = edge;
                path.push(w);
            } else if self.side[edge] > 0 {
                after[current[w as usize]].push(v);
            } else {
                before[current[w as usize]].push(v);
            }
        }
        (0..n)
            .map(|v| {
                let mut row = Vec::with_capacity(self.graph.degree(v as u32));
                if self.parent[v] != NONE {
                    row.push(self.ends[self.parent[v]].0);
                }
                for &edge in &self.outgoing[v] {
                    row.extend(before[edge].iter().rev());
                    row.push(self.ends[edge].1);
                    row.extend(after[edge].iter().rev());
                }
                row
            })
            .collect()
    }
}

/// A straight-line drawing of `plane` with exactly its rotations and its outer face.
///
/// Drawings of up to 300 vertices are made pleasant; larger ones are only right.
pub fn plane_layout(plane: &PlaneGraph) -> Layout {
    let n = plane.graph().vertex_count();
    if n <= 2 {
        return (0..n).map(|v| [v as f64, 0.0]).collect();
    }
    let triangulation = Triangulation::around(plane);
    let order = triangulation.canonical_order();
    let mut drawing = triangulation.shift(&order);
    drawing.truncate(n);
    layout::relax_plane(plane, drawing)
}

/// A simple plane graph with only triangles for faces, one of them outside.
struct Triangulation {
    /// The neighbours of every vertex counter-clockwise.
    rotation: Vec<Vec<u32>>,
    /// The outer triangle, counter-clockwise.
    outer: [u32; 3],
}

impl Triangulation {
    /// `plane` with new vertices in its faces. A face with a simple boundary gets
    /// a hub that is joined to all of it. In any other face the hub would be joined
    /// to a vertex twice, so a ring of new vertices, one for every side, comes between.
    fn around(plane: &PlaneGraph) -> Self {
        let graph = plane.graph();
        let mut count = graph.vertex_count() as u32;
        // What is put behind a neighbour in a rotation, by the dart to that neighbour.
        let mut inserted: Vec<Vec<u32>> = vec![Vec::new(); 2 * graph.edge_count()];
        let mut rows: Vec<Vec<u32>> = Vec::new();
        let mut outer = [0; 3];
        let mut last_seen = vec![usize::MAX; graph.vertex_count()];
        for (f, face) in plane.faces().iter().enumerate() {
            let walk = &face.walk;
            let k = walk.len();
            let is_outer = f + 1 == plane.faces().len();
            let simple = walk
                .iter()
                .all(|&v| std::mem::replace(&mut last_seen[v as usize], f) != f);
            if simple && k == 3 && !is_outer {
                continue;
            }
            let ring = |i: usize| count + (i % k) as u32;
            let hub = if simple { count } else { count + k as u32 };
            let mut around_hub: Vec<u32> = match simple {
                true => walk.clone(),
                false => (0..k).map(ring).collect(),
            };
            if is_outer {
                outer = [around_hub[0], around_hub[1], hub];
            }
            for i in 0..k {
                let (v, previous) = (walk[(i + 1) % k], walk[i]);
                let dart = graph.dart(v, previous).expect("faces walk along edges");
                if simple {
                    inserted[dart].push(hub);
                } else {
                    inserted[dart].extend([ring(i), ring(i + 1)]);
                    rows.push(vec![ring(i + k - 1), hub, ring(i + 1), v, previous]);
                }
            }
            around_hub.reverse();
            rows.push(around_hub);
            count = hub + 1;
        }
        let mut rotation: Vec<Vec<u32>> = graph
            .vertices()
            .map(|v| {
                let mut row = Vec::new();
                for &w in plane.rotation(v) {
                    row.push(w);
                    row.append(&mut inserted[graph.dart(v, w).expect("rotations list edges")]);
                }
                row
            })
            .collect();
        rotation.append(&mut rows);
        Self { rotation, outer }
    }

    /// The vertices in an order in which each new one lies outside the earlier
    /// ones and sees a path of their boundary; the outer triangle is first, second
    /// and last. Found from the end, by taking away boundary vertices without chords.
    fn canonical_order(&self) -> Vec<u32> {
        let n = self.rotation.len();
        let [first, second, last] = self.outer;
        let mut taken = vec![false; n];
        let mut on_boundary = vec![false; n];
        // With more than two neighbours on the boundary a vertex has a chord.
        let mut boundary_neighbors = vec![0u32; n];
        // Everything whose count may have become two; looked at again when popped.
        let mut ready = Vec::new();
        let mut entering = vec![first, second, last];
        let mut order = vec![first, second];
        while order.len() < n {
            for v in entering.drain(..) {
                on_boundary[v as usize] = true;
                ready.push(v);
                for &w in &self.rotation[v as usize] {
                    boundary_neighbors[w as usize] += 1;
                    ready.push(w);
                }
            }
            let v = ready.pop().expect("a triangulation has a canonical order");
            let i = v as usize;
            let in_place = v == first || v == second || taken[i];
            if in_place || !on_boundary[i] || boundary_neighbors[i] != 2 {
                continue;
            }
            taken[i] = true;
            order.push(v);
            for &w in &self.rotation[i] {
                boundary_neighbors[w as usize] -= 1;
                ready.push(w);
                if !on_boundary[w as usize] {
                    entering.push(w);
                }
            }
        }
        order[2..].reverse();
        order
    }

    /// Integer coordinates without crossings: every vertex of the order is put on
    /// top of the boundary so far, which is pulled apart below it to make room.
    /// Offsets are relative to a parent, so that a pull moves whole subtrees.
    fn shift(&self, order: &[u32]) -> Layout {
        let n = order.len();
        let mut rank = vec![0; n];
        for (i, &v) in order.iter().enumerate() {
            rank[v as usize] = i;
        }
        let mut offset = vec![0i64; n];
        let mut y = vec![0i64; n];
        let mut covered: Vec<Option<u32>> = vec![None; n];
        let mut right: Vec<Option<u32>> = vec![None; n];
        let [first, second, top] = [order[0], order[1], order[2]];
        (
            offset[top as usize],
            y[top as usize],
            offset[second as usize],
        ) = (1, 1, 1);
        right[first as usize] = Some(top);
        right[top as usize] = Some(second);
        for &v in &order[3..] {
            let row = &self.rotation[v as usize];
            let earlier = |w: u32| rank[w as usize] < rank[v as usize];
            // From left to right along the boundary is counter-clockwise as seen from above.
            let start = (0..row.len())
                .find(|&i| match rank[v as usize] + 1 == n {
                    true => row[i] == first,
                    false => earlier(row[i]) && !earlier(row[(i + row.len() - 1) % row.len()]),
                })
                .expect("later vertices see a path of the boundary");
            let seen: Vec<usize> = (0..row.len())
                .map(|i| row[(start + i) % row.len()])
                .take_while(|&w| earlier(w))
                .map(|w| w as usize)
                .collect();
            let (v_index, p, q) = (v as usize, seen[0], seen[seen.len() - 1]);
            offset[seen[1]] += 1;
            offset[q] += 1;
            let span: i64 = seen[1..].iter().map(|&w| offset[w]).sum();
            offset[v_index] = (span + y[q] - y[p]) / 2;
            y[v_index] = (span + y[q] + y[p]) / 2;
            offset[q] = span - offset[v_index];
            if seen.len() > 2 {
                offset[seen[1]] -= offset[v_index];
                covered[v_index] = Some(seen[1] as u32);
                right[seen[seen.len() - 2]] = None;
            }
            right[p] = Some(v);
            right[v_index] = Some(q as u32);
        }
        let mut layout = vec![[0.0; 2]; n];
        let mut waiting = vec![(first, 0)];
        while let Some((v, base)) = waiting.pop() {
            let x = base + offset[v as usize];
            layout[v as usize] = [x as f64, y[v as usize] as f64];
            let children = [covered[v as usize], right[v as usize]];
            waiting.extend(children.into_iter().flatten().map(|w| (w, x)));
        }
        layout
    }
}

/// Can the graph be drawn without crossings? Parts that are joined by single edges
/// can if each of them can.
pub fn is_planar(graph: &Graph) -> bool {
    let parts = graph.components();
    let joints = parts.windows(2).map(|pair| (pair[0][0], pair[1][0]));
    let joined = Graph::new(graph.vertex_count(), graph.edges().chain(joints));
    joined.is_ok_and(|joined| parts.is_empty() || embed(&joined).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Wagner: a graph is planar iff no contraction of it contains K5 or K3,3.
    /// `rows` are the neighbourhoods as bits, `left` the vertices not contracted away.
    fn planar_by_minors(rows: [u8; 8], left: u8) -> bool {
        if left.count_ones() < 5 {
            return true;
        }
        let members: Vec<usize> = (0..8).filter(|v| left >> v & 1 == 1).collect();
        let sets = |size: u32| -> Vec<u8> {
            let subset = |set: &u8| set & !left == 0 && set.count_ones() == size;
            (0..=255u8).filter(subset).collect()
        };
        let within = |set: u8| (0..8).filter(move |v| set >> v & 1 == 1);
        let is_k5 = |set: u8| within(set).all(|v| (rows[v] & set).count_ones() == 4);
        if sets(5).into_iter().any(is_k5) {
            return false;
        }
        let threes = sets(3);
        let joined = |a: u8, b: u8| a & b == 0 && within(a).all(|v| rows[v] & b == b);
        if threes.iter().any(|&a| threes.iter().any(|&b| joined(a, b))) {
            return false;
        }
        members.iter().all(|&a| {
            within(rows[a]).filter(|&b| b < a).all(|b| {
                let mut smaller = rows;
                smaller[b] = (rows[a] | rows[b]) & !(1 << a) & !(1 << b);
                for v in 0..8 {
                    if smaller[b] >> v & 1 == 1 {
                        smaller[v] = (smaller[v] | 1 << b) & !(1 << a);
                    }
                }
                smaller[a] = 0;
                planar_by_minors(smaller, left & !(1 << a))
            })
        })
    }

    /// The graph on `n` vertices whose possible edges are present as the bits say.
    fn graph_of_bits(n: usize, bits: u64) -> Graph {
        let pairs = (0..n as u32).flat_map(|a| (0..a).map(move |b| (a, b)));
        let edges = pairs.zip(0..).filter(|&(_, i)| bits >> i & 1 == 1);
        Graph::new(n, edges.map(|(pair, _)| pair)).unwrap()
    }

    fn check_against_minors(graph: &Graph) {
        if !graph.is_connected() {
            assert_eq!(embed(graph), None);
            return;
        }
        let mut rows = [0; 8];
        for (v, set) in graph.neighborhoods::<u64>().into_iter().enumerate() {
            rows[v] = set as u8;
        }
        let left = ((1u16 << graph.vertex_count()) - 1) as u8;
        let planar = planar_by_minors(rows, left);
        assert_eq!(embed(graph).is_some(), planar, "{graph:?}");
    }

    #[test]
    fn agrees_with_minors_on_every_small_graph() {
        for n in 1..=6 {
            for bits in 0..1 << (n * (n - 1) / 2) {
                check_against_minors(&graph_of_bits(n, bits));
            }
        }
    }

    fn complete_bipartite(m: u32, n: u32) -> Graph {
        let edges = (0..m).flat_map(|a| (m..m + n).map(move |b| (a, b)));
        Graph::new((m + n) as usize, edges).unwrap()
    }

    #[test]
    fn the_classics() {
        assert_eq!(embed(&Graph::new(0, []).unwrap()), None);
        assert!(embed(&Graph::new(1, []).unwrap()).is_some());
        assert_eq!(embed(&Graph::new(2, []).unwrap()), None);
        assert_eq!(embed(&complete_bipartite(3, 3)), None);
        assert!(embed(&complete_bipartite(2, 50)).is_some());
        let edges: Vec<_> = complete_bipartite(3, 3).edges().collect();
        assert_eq!(embed(&subdivided(6, &edges)), None);
        assert!(embed(&subdivided(6, &edges[1..])).is_some());
    }

    /// Every edge made a path of three edges, so that counting edges does not
    /// give away that a graph is not planar.
    fn subdivided(n: usize, edges: &[(u32, u32)]) -> Graph {
        let fine = edges.iter().zip((n as u32..).step_by(2));
        let fine = fine.flat_map(|(&(a, b), c)| [(a, c), (c, c + 1), (c + 1, b)]);
        Graph::new(n + 2 * edges.len(), fine).unwrap()
    }

    /// A random plane drawing: points, and straight edges that do not cross.
    /// Starts with as many edges as fit and takes some away, but stays connected.
    fn random_drawing(n: usize, keep: u64, seed: u64) -> (Graph, Layout) {
        let mut state = seed;
        let mut random = move |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(99991);
            (state >> 33) % below
        };
        let mut points: Vec<[i64; 2]> = Vec::new();
        let turn = |a: [i64; 2], b: [i64; 2], c: [i64; 2]| {
            ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).signum()
        };
        while points.len() < n {
            let p = [random(1000) as i64, random(1000) as i64];
            let in_line = |i: usize| (0..i).any(|j| turn(points[i], points[j], p) == 0);
            if !points.contains(&p) && !(0..points.len()).any(in_line) {
                points.push(p);
            }
        }
        let mut pairs: Vec<(usize, usize)> =
            (0..n).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        for i in (1..pairs.len()).rev() {
            pairs.swap(i, random(i as u64 + 1) as usize);
        }
        let mut edges: Vec<(usize, usize)> = Vec::new();
        for (a, b) in pairs {
            let cross = |&(c, d): &(usize, usize)| {
                let [a, b, c, d] = [a, b, c, d].map(|v| points[v]);
                turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
            };
            if !edges.iter().any(cross) {
                edges.push((a, b));
            }
        }
        let graph = |edges: &[(usize, usize)]| {
            Graph::new(n, edges.iter().map(|&(a, b)| (a as u32, b as u32))).unwrap()
        };
        let mut i = 0;
        while i < edges.len() {
            let edge = edges.swap_remove(i);
            if random(100) < keep || !graph(&edges).is_connected() {
                edges.push(edge);
                let last = edges.len() - 1;
                edges.swap(i, last);
                i += 1;
            }
        }
        let layout = points.iter().map(|p| p.map(|x| x as f64)).collect();
        (graph(&edges), layout)
    }

    /// Rotations from their least neighbour, and the darts of the outer face.
    fn shape(plane: &PlaneGraph) -> (Vec<Vec<u32>>, BTreeSet<(u32, u32)>) {
        let rotations = plane.graph().vertices().map(|v| {
            let mut row = plane.rotation(v).to_vec();
            let least = (0..row.len()).min_by_key(|&i| row[i]).unwrap_or(0);
            row.rotate_left(least);
            row
        });
        (rotations.collect(), plane.outer().darts().collect())
    }

    fn check_redrawing(plane: &PlaneGraph) {
        let drawing = plane_layout(plane);
        let again = PlaneGraph::from_layout(plane.graph().clone(), &drawing).unwrap();
        assert_eq!(shape(&again), shape(plane));
    }

    proptest! {
        #[test]
        fn agrees_with_minors(n in 7usize..=8, bits: u64, thin: u64) {
            check_against_minors(&graph_of_bits(n, bits));
            check_against_minors(&graph_of_bits(n, bits & thin));
        }

        #[test]
        fn one_edge_too_many_is_seen(n in 5usize..24, seed: u64, pick: usize) {
            let (graph, layout) = random_drawing(n, 100, seed);
            // All bounded faces are triangles; with a vertex outside that is joined
            // to the boundary all are, and any further edge is one too many.
            let plane = PlaneGraph::from_layout(graph.clone(), &layout).unwrap();
            let hull = plane.outer().walk.iter().map(|&v| (v, n as u32));
            let full = Graph::new(n + 1, graph.edges().chain(hull)).unwrap();
            prop_assert_eq!(full.edge_count(), 3 * (n + 1) - 6);
            let absent: Vec<_> = (0..=n as u32)
                .flat_map(|a| (0..a).map(move |b| (a, b)))
                .filter(|&(a, b)| !full.has_edge(a, b))
                .collect();
            let extra = absent[pick % absent.len()];
            let more: Vec<_> = full.edges().chain([extra]).collect();
            prop_assert!(embed(&subdivided(n + 1, &more[..more.len() - 1])).is_some());
            prop_assert_eq!(embed(&subdivided(n + 1, &more)), None);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(80))]

        #[test]
        fn drawings_keep_the_embedding(n in 1usize..24, keep in 0u64..100, seed: u64, face: usize) {
            let (graph, layout) = random_drawing(n, keep, seed);
            let plane = PlaneGraph::from_layout(graph.clone(), &layout).unwrap();
            check_redrawing(&plane);
            let faces = plane.faces().len();
            check_redrawing(&plane.with_outer(face % faces));
            check_redrawing(&embed(&graph).unwrap());
        }
    }

    #[test]
    fn large_boards_can_be_drawn() {
        // 2,000 vertices in triangles, a long path, and a star.
        let side = 45u32;
        let at = |r: u32, c: u32| r * side + c;
        let grid = (0..side).flat_map(|r| {
            (0..side).flat_map(move |c| {
                let right = (c + 1 < side).then(|| (at(r, c), at(r, c + 1)));
                let down = (r + 1 < side).then(|| (at(r, c), at(r + 1, c)));
                let across = (c + 1 < side && r + 1 < side).then(|| (at(r, c), at(r + 1, c + 1)));
                [right, down, across].into_iter().flatten()
            })
        });
        let triangles = Graph::new((side * side) as usize, grid).unwrap();
        let path = Graph::new(100_000, (1..100_000).map(|v| (v - 1, v))).unwrap();
        let star = Graph::new(2_000, (1..2_000).map(|v| (0, v))).unwrap();
        check_redrawing(&embed(&triangles).unwrap());
        check_redrawing(&embed(&star).unwrap());
        assert!(embed(&path).is_some());
    }
}
