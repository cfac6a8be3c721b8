//! Plane graphs: a connected graph with a fixed embedding in the plane.
//!
//! The embedding is a rotation system: for every vertex its neighbours in
//! counter-clockwise order. Faces are walks that keep the face on their right
//! hand, so a bounded face is walked clockwise and the outer face
//! counter-clockwise around the graph. Every dart (directed edge) lies on exactly
//! one face, which is all that a game table says. A table also has an order: of
//! its columns, and of the entries where a face meets a vertex several times.
//! Both are kept, because the order of the edges in a position comes from them.

use crate::{Graph, InputError, Layout};

/// A face, as the vertices of the walk around it; the walk closes from the last
/// vertex to the first. A single vertex without edges has an empty walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// The vertices in walking order.
    pub walk: Vec<u32>,
}

impl Face {
    /// The darts (from, to) of the walk.
    pub fn darts(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let n = self.walk.len();
        (0..n).map(move |i| (self.walk[i], self.walk[(i + 1) % n]))
    }
}

/// A connected graph, its embedding, and its faces with the outer face last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaneGraph {
    graph: Graph,
    rotation: Vec<Vec<u32>>,
    faces: Vec<Face>,
    /// The neighbours of every vertex in the order of its row in the game table.
    rows: Vec<Vec<u32>>,
}

/// A game table: for every vertex (row) and face (column, the outer face last)
/// the vertices that follow it around that face, numbered from 1; `[0]` where
/// the vertex is not on the face.
pub type GameTable = Vec<Vec<Vec<u32>>>;

impl PlaneGraph {
    /// The embedding in which the neighbours of `v` stand counter-clockwise as in
    /// `rotation[v]`, with the face to the right of the dart `outer` outside.
    /// Without `outer`, a longest face is outside.
    ///
    /// # Errors
    /// The graph is empty or not connected, a rotation does not list the
    /// neighbours, the rotations do not fit into the plane, or `outer` is no edge.
    pub fn new(
        graph: Graph,
        rotation: Vec<Vec<u32>>,
        outer: Option<(u32, u32)>,
    ) -> Result<Self, InputError> {
        check_connected(&graph)?;
        if rotation.len() != graph.vertex_count() {
            return Err(InputError::found(
                format_args!("{} rotations", rotation.len()),
                format_args!("one for each of {} vertices", graph.vertex_count()),
            ));
        }
        for v in graph.vertices() {
            let mut row = rotation[v as usize].clone();
            row.sort_unstable();
            if row != graph.neighbors(v) {
                return Err(InputError::new(format!(
                    "the rotation at vertex {v} is not an order of its neighbours"
                )));
            }
        }
        let faces = trace_faces(&graph, &rotation);
        if graph.vertex_count() + faces.len() != graph.edge_count() + 2 {
            return Err(InputError::new(format!(
                "the rotations give {} faces, but an embedding in the plane has {} (Euler: vertices - edges + faces = 2)",
                faces.len(),
                graph.edge_count() + 2 - graph.vertex_count(),
            )));
        }
        let plane = Self {
            graph,
            rows: rotation.clone(),
            rotation,
            faces,
        };
        let outside = match outer {
            Some(dart) => plane.face_right_of(dart).ok_or_else(|| {
                InputError::found(
                    format_args!("outer edge {}-{}", dart.0, dart.1),
                    "an edge of the graph",
                )
            })?,
            // The first of the longest, so that the choice does not depend on anything else.
            None => (0..plane.faces.len())
                .rev()
                .max_by_key(|&i| plane.faces[i].walk.len())
                .unwrap_or(0),
        };
        Ok(plane.with_outer(outside))
    }

    /// The embedding of a straight-line drawing.
    ///
    /// # Errors
    /// Two edges cross or touch, a vertex lies on an edge, or the graph is not connected.
    pub fn from_layout(graph: Graph, layout: &Layout) -> Result<Self, InputError> {
        assert_eq!(layout.len(), graph.vertex_count());
        check_drawing(&graph, layout)?;
        let rotation = graph
            .vertices()
            .map(|v| {
                let [x, y] = layout[v as usize];
                let mut row = graph.neighbors(v).to_vec();
                row.sort_by(|&a, &b| {
                    let angle = |w: u32| {
                        let [wx, wy] = layout[w as usize];
                        (wy - y).atan2(wx - x)
                    };
                    angle(a).total_cmp(&angle(b))
                });
                row
            })
            .collect();
        let plane = Self::new(graph, rotation, None)?;
        let area = |face: &Face| -> f64 {
            face.darts()
                .map(|(a, b)| {
                    let ([ax, ay], [bx, by]) = (layout[a as usize], layout[b as usize]);
                    ax * by - ay * bx
                })
                .sum()
        };
        let outside = (0..plane.faces.len())
            .max_by(|&i, &j| area(&plane.faces[i]).total_cmp(&area(&plane.faces[j])))
            .unwrap_or(0);
        Ok(plane.with_outer(outside))
    }

    /// Two edges that cross or touch in a straight-line drawing, if any are found
    /// in good time.
    pub fn crossing(graph: &Graph, layout: &Layout) -> Option<((u32, u32), (u32, u32))> {
        let finite = layout.iter().flatten().all(|x| x.is_finite());
        let meeting = finite.then(|| meeting_edges(graph, layout).ok())?;
        meeting.flatten()
    }

    /// The plane graph that a game table describes. In errors, `line` is the row.
    ///
    /// # Errors
    /// Anything by which the table is not a plane graph, with row and column.
    pub fn from_table(table: &GameTable) -> Result<Self, InputError> {
        let n = table.len();
        let columns = table.first().map_or(0, Vec::len);
        if n == 0 || columns == 0 {
            return Err(InputError::found(
                "an empty table",
                "a row for every vertex and a column for every face",
            ));
        }
        // (from, to, column), vertices from 0.
        let mut darts: Vec<(u32, u32, u32)> = Vec::new();
        let cell = |row: usize, column: usize, text: String| {
            InputError::new(format!("row {row}, column {}: {text}", column + 1)).at_line(row)
        };
        for (v, row) in table.iter().enumerate() {
            if row.len() != columns {
                return Err(InputError::found(
                    format_args!("{} columns in row {}", row.len(), v + 1),
                    format_args!("{columns}, as in row 1"),
                )
                .at_line(v + 1));
            }
            for (column, entry) in row.iter().enumerate() {
                if entry == &[0] {
                    continue;
                }
                for &to in entry {
                    if to == 0 || to as usize > n || to as usize == v + 1 {
                        return Err(cell(
                            v + 1,
                            column,
                            format!(
                                "found {to}, expected another vertex from 1 to {n}, or 0 alone where the vertex is not on the face"
                            ),
                        ));
                    }
                    darts.push((v as u32, to - 1, column as u32));
                }
            }
        }
        darts.sort_by_key(|&(a, b, _)| (a, b));
        for pair in darts.windows(2) {
            if (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1) {
                let (a, b, column) = pair[1];
                return Err(cell(
                    a as usize + 1,
                    column as usize,
                    format!(
                        "vertex {} follows vertex {} here and in column {} too, expected only one of them",
                        b + 1,
                        a + 1,
                        pair[0].2 + 1
                    ),
                ));
            }
        }
        let column_of = |a: u32, b: u32| {
            darts
                .binary_search_by_key(&(a, b), |&(a, b, _)| (a, b))
                .ok()
                .map(|i| darts[i].2)
        };
        for &(a, b, column) in &darts {
            if column_of(b, a).is_none() {
                return Err(cell(
                    a as usize + 1,
                    column as usize,
                    format!(
                        "found {}, but row {} has no entry {}: every edge must be followed once in each direction",
                        b + 1,
                        b + 1,
                        a + 1
                    ),
                ));
            }
        }
        let graph = Graph::new(n, darts.iter().map(|&(a, b, _)| (a, b)))?;
        check_connected(&graph)?;
        for column in 0..columns as u32 {
            let mut balance = vec![0i64; n];
            let mut used = n == 1;
            for &(a, b, _) in darts.iter().filter(|dart| dart.2 == column) {
                balance[a as usize] += 1;
                balance[b as usize] -= 1;
                used = true;
            }
            if !used {
                return Err(InputError::new(format!(
                    "column {}: no vertex is on this face",
                    column + 1
                )));
            }
            if let Some(v) = balance.iter().position(|&b| b != 0) {
                let leaves = darts.iter().filter(|d| d.2 == column && d.0 == v as u32);
                let enters = darts.iter().filter(|d| d.2 == column && d.1 == v as u32);
                return Err(cell(
                    v + 1,
                    column as usize,
                    format!(
                        "the walk around this face enters vertex {} {} times and leaves it {} times (is a face written the wrong way round?)",
                        v + 1,
                        enters.count(),
                        leaves.count()
                    ),
                ));
            }
        }
        if n + columns != graph.edge_count() + 2 {
            return Err(InputError::found(
                format_args!("{columns} columns"),
                format_args!(
                    "{} faces, because vertices - edges + faces = 2 with {n} vertices and {} edges",
                    (graph.edge_count() + 2).saturating_sub(n),
                    graph.edge_count()
                ),
            ));
        }
        let rotation = graph
            .vertices()
            .map(|v| {
                let outgoing = table[v as usize].iter().flatten().filter(|&&to| to != 0);
                close_rotation(v, outgoing.map(|&to| to - 1), &column_of)
            })
            .collect::<Result<Vec<_>, _>>()?;
        let traced = trace_faces(&graph, &rotation);
        // With closed rotations and Euler's formula there is exactly one walk a column.
        let mut faces = vec![Face { walk: Vec::new() }; columns];
        for face in traced {
            let dart = face.darts().next();
            if let Some(column) = dart.and_then(|(a, b)| column_of(a, b)) {
                faces[column as usize] = face;
            }
        }
        let entries = |row: &Vec<Vec<u32>>| -> Vec<u32> {
            let listed = row.iter().flatten().filter(|&&to| to != 0);
            listed.map(|&to| to - 1).collect()
        };
        Ok(Self {
            graph,
            rotation,
            faces,
            rows: table.iter().map(entries).collect(),
        })
    }

    /// The game table of this embedding, with the order of a table that it was
    /// read from. It has an entry for every vertex and face, which is far more
    /// than the graph has on large boards.
    pub fn to_table(&self) -> GameTable {
        let face_of = self.face_of_darts();
        self.graph
            .vertices()
            .map(|v| {
                let mut row = vec![Vec::new(); self.faces.len()];
                for &w in &self.rows[v as usize] {
                    row[face_of[self.graph.dart(v, w).expect("rotations list edges")] as usize]
                        .push(w + 1);
                }
                for entry in &mut row {
                    if entry.is_empty() {
                        entry.push(0);
                    }
                }
                row
            })
            .collect()
    }

    /// The graph without its embedding.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The neighbours of `v` in counter-clockwise order.
    pub fn rotation(&self, v: u32) -> &[u32] {
        &self.rotation[v as usize]
    }

    /// All faces; the outer face is the last.
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// The bounded faces.
    pub fn cells(&self) -> &[Face] {
        &self.faces[..self.faces.len() - 1]
    }

    /// The outer face.
    pub fn outer(&self) -> &Face {
        self.faces.last().expect("a plane graph has an outer face")
    }

    /// The same embedding on the sphere with another face outside.
    pub fn with_outer(mut self, face: usize) -> Self {
        let outer = self.faces.remove(face);
        self.faces.push(outer);
        self.sort_rows();
        self
    }

    /// The number of the face to the right of the dart (from, to).
    pub fn face_right_of(&self, dart: (u32, u32)) -> Option<usize> {
        self.faces
            .iter()
            .position(|face| face.darts().any(|d| d == dart))
    }

    /// The edges as (smaller, larger) vertex in the order in which the game
    /// table, read row by row, first meets them.
    pub fn edges_in_table_order(&self) -> Vec<(u32, u32)> {
        let rows = self.rows.iter().zip(0u32..);
        rows.flat_map(|(row, v)| row.iter().map(move |&w| (v, w)))
            .filter(|&(v, w)| v < w)
            .collect()
    }

    /// Puts the rows into the order of the columns; what is in one column stays
    /// in its order.
    fn sort_rows(&mut self) {
        let face_of = self.face_of_darts();
        let graph = &self.graph;
        for (row, v) in self.rows.iter_mut().zip(0..) {
            row.sort_by_key(|&w| face_of[graph.dart(v, w).expect("rows list edges")]);
        }
    }

    fn face_of_darts(&self) -> Vec<u32> {
        let mut face_of = vec![0; 2 * self.graph.edge_count()];
        for (face, i) in self.faces.iter().zip(0..) {
            for (a, b) in face.darts() {
                face_of[self.graph.dart(a, b).expect("faces walk along edges")] = i;
            }
        }
        face_of
    }
}

fn check_connected(graph: &Graph) -> Result<(), InputError> {
    if graph.vertex_count() == 0 {
        return Err(InputError::found("no vertices", "a connected plane graph"));
    }
    if !graph.is_connected() {
        return Err(InputError::found(
            format_args!("a graph in {} pieces", graph.components().len()),
            "a connected plane graph",
        ));
    }
    Ok(())
}

/// Walks around every face, keeping it on the right: after a→b comes b→c with c
/// the neighbour that follows a counter-clockwise around b.
fn trace_faces(graph: &Graph, rotation: &[Vec<u32>]) -> Vec<Face> {
    if graph.edge_count() == 0 {
        return vec![Face { walk: Vec::new() }];
    }
    let mut next = vec![(0u32, 0u32); 2 * graph.edge_count()];
    for b in graph.vertices() {
        let row = &rotation[b as usize];
        for (i, &a) in row.iter().enumerate() {
            let c = row[(i + 1) % row.len()];
            next[graph.dart(a, b).expect("rotations list edges")] = (b, c);
        }
    }
    let mut seen = vec![false; next.len()];
    let mut faces = Vec::new();
    for a in graph.vertices() {
        for &b in graph.neighbors(a) {
            let mut walk = Vec::new();
            let mut dart = (a, b);
            loop {
                let i = graph.dart(dart.0, dart.1).expect("walks follow edges");
                if std::mem::replace(&mut seen[i], true) {
                    break;
                }
                walk.push(dart.0);
                dart = next[i];
            }
            if !walk.is_empty() {
                faces.push(Face { walk });
            }
        }
    }
    faces
}

/// The order of the edges around `v`, given only on which face each dart lies.
///
/// Leaving along an edge starts on the face to its right and coming back along it
/// ends on the face to its left, so the edges are arcs between faces and a
/// rotation is a closed walk along all of them (Hierholzer's algorithm).
fn close_rotation(
    v: u32,
    outgoing: impl Iterator<Item = u32>,
    column_of: &impl Fn(u32, u32) -> Option<u32>,
) -> Result<Vec<u32>, InputError> {
    let mut waiting: std::collections::BTreeMap<u32, Vec<u32>> = Default::default();
    let mut degree = 0;
    let mut start = None;
    for w in outgoing {
        let from = column_of(v, w).expect("listed darts have a column");
        start.get_or_insert(from);
        waiting.entry(from).or_default().push(w);
        degree += 1;
    }
    let Some(start) = start else {
        return Ok(Vec::new());
    };
    for row in waiting.values_mut() {
        row.reverse();
    }
    let mut path: Vec<(u32, Option<u32>)> = vec![(start, None)];
    let mut rotation = Vec::with_capacity(degree);
    while let Some(&(face, edge)) = path.last() {
        match waiting.get_mut(&face).and_then(Vec::pop) {
            Some(w) => path.push((column_of(w, v).expect("both darts are listed"), Some(w))),
            None => {
                path.pop();
                rotation.extend(edge);
            }
        }
    }
    rotation.reverse();
    if rotation.len() != degree {
        return Err(InputError::new(format!(
            "row {}: the faces around vertex {} do not close up into one round",
            v + 1,
            v + 1
        ))
        .at_line(v as usize + 1));
    }
    Ok(rotation)
}

/// Refuses a straight-line drawing in which edges cross or touch.
fn check_drawing(graph: &Graph, layout: &Layout) -> Result<(), InputError> {
    if let Some(v) = layout.iter().position(|p| !p.iter().all(|x| x.is_finite())) {
        return Err(InputError::new(format!(
            "the coordinates of vertex {v} are not finite numbers"
        )));
    }
    let point = |v: u32| layout[v as usize];
    let mut order: Vec<_> = graph.vertices().collect();
    order.sort_by(|&a, &b| point(a).partial_cmp(&point(b)).expect("finite"));
    for pair in order.windows(2) {
        if point(pair[0]) == point(pair[1]) {
            return Err(InputError::new(format!(
                "vertices {} and {} are drawn at the same point",
                pair[0], pair[1]
            )));
        }
    }
    match meeting_edges(graph, layout) {
        Ok(None) => Ok(()),
        Ok(Some((e, f))) => Err(InputError::new(format!(
            "edges {}-{} and {}-{} cross or touch in the drawing, expected a plane drawing",
            e.0, e.1, f.0, f.1
        ))),
        Err(TooDense) => Err(InputError::found(
            "a drawing that is too dense to look for crossings",
            "one whose edges are spread out more evenly, or a board without coordinates",
        )),
    }
}

/// An edge by its ends.
type Edge = (u32, u32);

/// Two edges that cross or touch in a drawing with finite coordinates.
///
/// A sweep from left to right over horizontal strips: only edges in a common
/// strip whose horizontal extents overlap can meet.
///
/// # Errors
/// The edges lie over each other in so many places that looking at all pairs
/// would take too long.
fn meeting_edges(graph: &Graph, layout: &Layout) -> Result<Option<(Edge, Edge)>, TooDense> {
    let point = |v: u32| layout[v as usize];
    let mut edges: Vec<(u32, u32)> = graph
        .edges()
        .map(|(a, b)| {
            if point(a)[0] <= point(b)[0] {
                (a, b)
            } else {
                (b, a)
            }
        })
        .collect();
    edges.sort_by(|e, f| point(e.0)[0].total_cmp(&point(f.0)[0]));
    // As many vertices in each strip, because drawings are crowded in places.
    let mut heights: Vec<f64> = layout.iter().map(|point| point[1]).collect();
    heights.sort_by(f64::total_cmp);
    let crowd = (heights.len() as f64).sqrt().ceil().max(1.0) as usize;
    let mut bounds: Vec<f64> = heights.into_iter().step_by(crowd).collect();
    if edges.len() <= ONE_STRIP {
        bounds.clear();
    }
    let strip = |y: f64| bounds.partition_point(|&bound| bound < y);
    let mut active: Vec<Vec<(u32, u32)>> = vec![Vec::new(); bounds.len() + 1];
    let mut work = 0u64;
    for &edge in &edges {
        let (first, second) = (strip(point(edge.0)[1]), strip(point(edge.1)[1]));
        for strip in &mut active[first.min(second)..=first.max(second)] {
            strip.retain(|other| point(other.1)[0] >= point(edge.0)[0]);
            for &other in &*strip {
                if edges_meet(edge, other, &point) {
                    return Ok(Some((other, edge)));
                }
            }
            strip.push(edge);
            work += strip.len() as u64;
        }
        if work > MOST_PAIRS {
            return Err(TooDense);
        }
    }
    Ok(None)
}

/// Up to this many edges, all pairs can be looked at, and one strip is enough.
const ONE_STRIP: usize = 16_000;

/// Pairs of edges that are looked at, some seconds.
const MOST_PAIRS: u64 = 1 << 27;

/// A drawing in which too many pairs of edges would have to be looked at.
struct TooDense;

/// Do two edges have a point in common other than a shared end?
fn edges_meet(e: (u32, u32), f: (u32, u32), point: &impl Fn(u32) -> [f64; 2]) -> bool {
    let heights = |(a, b): (u32, u32)| (point(a)[1].min(point(b)[1]), point(a)[1].max(point(b)[1]));
    let ((e_low, e_high), (f_low, f_high)) = (heights(e), heights(f));
    if e_high < f_low || f_high < e_low {
        return false;
    }
    let turn = |a: u32, b: u32, c: u32| {
        let ([ax, ay], [bx, by], [cx, cy]) = (point(a), point(b), point(c));
        let (ux, uy, vx, vy) = (bx - ax, by - ay, cx - ax, cy - ay);
        let cross = ux * vy - uy * vx;
        // Coordinates in files are rounded: a hair's breadth is no turn.
        let scale = (ux.abs() + uy.abs()) * (vx.abs() + vy.abs());
        if cross.abs() <= 1e-9 * scale {
            0.0
        } else {
            cross
        }
    };
    let between = |a: u32, b: u32, c: u32| {
        let ([ax, ay], [bx, by], [cx, cy]) = (point(a), point(b), point(c));
        turn(a, b, c) == 0.0
            && cx >= ax.min(bx)
            && cx <= ax.max(bx)
            && cy >= ay.min(by)
            && cy <= ay.max(by)
    };
    let shared = |v: u32| v == f.0 || v == f.1;
    if shared(e.0) || shared(e.1) {
        // Edges with a common end meet elsewhere only if one lies along the other.
        let (common, other) = if shared(e.0) { e } else { (e.1, e.0) };
        let far = if f.0 == common { f.1 } else { f.0 };
        return between(common, other, far) || between(common, far, other);
    }
    let (a, b) = e;
    let (c, d) = f;
    between(a, b, c)
        || between(a, b, d)
        || between(c, d, a)
        || between(c, d, b)
        || (turn(a, b, c) * turn(a, b, d) < 0.0 && turn(c, d, a) * turn(c, d, b) < 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[&[&[u32]]]) -> GameTable {
        rows.iter()
            .map(|row| row.iter().map(|entry| entry.to_vec()).collect())
            .collect()
    }

    /// The diamond of the Game of Cycles papers: two triangles on a common edge.
    fn diamond() -> GameTable {
        table(&[
            &[&[2], &[0], &[3]],
            &[&[3], &[4], &[1]],
            &[&[1], &[2], &[4]],
            &[&[0], &[3], &[2]],
        ])
    }

    #[test]
    fn a_table_comes_back() {
        let plane = PlaneGraph::from_table(&diamond()).unwrap();
        assert_eq!(plane.to_table(), diamond());
        assert_eq!(plane.cells().len(), 2);
        assert_eq!(
            plane.edges_in_table_order(),
            [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]
        );
    }

    #[test]
    fn a_drawing_gives_its_faces() {
        // A triangle with a pendant inside: 3 hangs from 0 into the triangle.
        let graph = Graph::new(4, [(0, 1), (1, 2), (2, 0), (0, 3)]).unwrap();
        let inside = vec![[0.0, 0.0], [4.0, 0.0], [0.0, 4.0], [1.0, 1.0]];
        let plane = PlaneGraph::from_layout(graph.clone(), &inside).unwrap();
        assert_eq!(plane.outer().walk.len(), 3);
        assert_eq!(plane.cells()[0].walk.len(), 5);
        let mut outside = inside.clone();
        outside[3] = [-1.0, -1.0];
        let plane = PlaneGraph::from_layout(graph.clone(), &outside).unwrap();
        assert_eq!(plane.cells()[0].walk.len(), 3);
        // Bounded faces run clockwise: 0 at the origin, then up, then right.
        assert_eq!(plane.cells()[0].walk, [0, 2, 1]);
        outside[3] = [5.0, 5.0];
        assert!(
            PlaneGraph::from_layout(graph, &outside)
                .unwrap_err()
                .message
                .contains("cross")
        );
    }

    #[test]
    fn large_drawings_are_looked_at_in_strips() {
        // A grid on which every row is one long path of edges at the same height,
        // and every column one of edges over the same place.
        let n = 150u32;
        let across = (0..n * n).filter(|v| v % n + 1 < n).map(|v| (v, v + 1));
        let down = (0..n * (n - 1)).map(|v| (v, v + n));
        let grid = Graph::new((n * n) as usize, across.chain(down)).unwrap();
        assert!(grid.edge_count() > ONE_STRIP);
        let mut layout: Layout = (0..n * n)
            .map(|v| [f64::from(v % n), f64::from(v / n)])
            .collect();
        let plane = PlaneGraph::from_layout(grid.clone(), &layout).unwrap();
        assert_eq!(plane.cells().len(), 149 * 149);
        assert_eq!(plane.outer().walk.len(), 4 * 149);
        // One vertex far from its place crosses something.
        layout[(n * 75 + 75) as usize] = [20.3, 130.6];
        let error = PlaneGraph::from_layout(grid, &layout).unwrap_err();
        assert!(error.message.contains("cross"), "{error}");
        // Refused in good time, not looked at for ever.
        let many = 60_000u32;
        let matching = Graph::new(2 * many as usize, (0..many).map(|v| (2 * v, 2 * v + 1)));
        let parallel: Layout = (0..2 * many)
            .map(|v| [f64::from(v / 2) / f64::from(many), f64::from(v % 2)])
            .map(|[x, y]| [x + 2.0 * y, y])
            .collect();
        assert_eq!(PlaneGraph::crossing(&matching.unwrap(), &parallel), None);
    }

    #[test]
    fn bad_tables_are_named_by_row_and_column() {
        let message = |table: &GameTable| PlaneGraph::from_table(table).unwrap_err().message;
        let mut stranger = diamond();
        stranger[0][0] = vec![9];
        assert!(message(&stranger).starts_with("row 1, column 1: found 9"));
        let mut missing = diamond();
        missing[3][1] = vec![0];
        assert!(
            message(&missing).contains("row 4 has no entry 3"),
            "{}",
            message(&missing)
        );
        let mut twice = diamond();
        twice[0][1] = vec![2];
        assert!(
            message(&twice).contains("in column 1 too"),
            "{}",
            message(&twice)
        );
        let mut short = diamond();
        short[2].pop();
        assert!(message(&short).starts_with("found 2 columns in row 3"));
        // The second triangle the wrong way round, and the outer face to match:
        // every edge is there in both directions, but the walks do not close.
        let mut turned = diamond();
        turned[1] = vec![vec![3], vec![1], vec![4]];
        assert!(
            message(&turned).contains("enters vertex"),
            "{}",
            message(&turned)
        );
        assert!(PlaneGraph::from_table(&vec![]).is_err());
    }

    #[test]
    fn a_torus_is_not_plane() {
        let graph = Graph::new(4, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]).unwrap();
        let rotation = vec![vec![1, 2, 3], vec![0, 2, 3], vec![0, 1, 3], vec![0, 1, 2]];
        let error = PlaneGraph::new(graph, rotation, None).unwrap_err();
        assert!(error.message.contains("Euler"), "{error}");
    }

    #[test]
    fn single_vertices_have_an_outer_face() {
        let plane = PlaneGraph::new(Graph::new(1, []).unwrap(), vec![vec![]], None).unwrap();
        assert_eq!(plane.to_table(), table(&[&[&[0]]]));
        assert_eq!(PlaneGraph::from_table(&plane.to_table()).unwrap(), plane);
    }
}
