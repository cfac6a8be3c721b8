//! All embeddings of a planar graph in the plane, with every choice of the outer face.
//!
//! Two embeddings of a connected graph on the sphere differ by a sequence of local changes
//! (Whitney 1933 for 2-connected graphs): a closed curve that meets the drawing in two
//! vertices cuts off a part, which is turned over; or a curve that meets it in one vertex
//! cuts off a branch, which is turned over or moved to another place around that vertex. Some
//! branch is always cut off by such a curve, so that all others can be gathered in one place
//! around a vertex, one after the other, and all arrangements lead to each other. So all
//! embeddings are found by walking, from one of them, along these changes. No walk runs into a
//! dead end, and what was seen is known by its least code, which is the same for embeddings
//! that differ in the names of the vertices or by a reflection. How many labelled embeddings
//! each of these stands for is the index of its symmetries in those of the graph.

use crate::symmetry::{automorphism_count, plane_automorphisms};
use crate::{Board, InputError, PlaneGraph, plane_layout};
use std::collections::{HashMap, HashSet, VecDeque};

/// An embedding in the plane, for all that differ from it by symmetries of the graph and by
/// reflection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Embedding {
    /// The embedding, with its outer face.
    pub plane: PlaneGraph,
    /// How many embeddings it stands for, up to reflection, if that is known.
    pub stands_for: Option<u64>,
}

/// More embeddings than anybody looks at.
pub const MOST_EMBEDDINGS: usize = 10_000;

/// Larger boards are not looked at: they have too many pairs of places on a face.
const MOST_VERTICES: usize = 500;

impl Embedding {
    /// Gives it to the board of its graph, with a drawing that shows it.
    pub fn put_on(self, board: &mut Board) {
        board.layout = Some(plane_layout(&self.plane));
        board.drawn = false;
        board.plane = Some(self.plane);
    }
}

/// All embeddings in the plane of the graph of `plane`, which is the first of them.
///
/// ```
/// use outplay_board::{Graph, embed, embeddings};
/// // A triangle with a pendant edge, outside or inside.
/// let graph = Graph::new(4, [(0, 1), (1, 2), (2, 0), (0, 3)]).unwrap();
/// let all = embeddings(&embed(&graph).unwrap(), 100, &|| false).unwrap();
/// assert_eq!(all.len(), 2);
/// ```
///
/// # Errors
/// There are more than `most`, the graph has more than 500 vertices, or `stop` came first.
pub fn embeddings(
    plane: &PlaneGraph,
    most: usize,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<Embedding>, InputError> {
    let graph = plane.graph();
    let too_many = || {
        InputError::found(
            format_args!("a graph with more than {most} different embeddings in the plane"),
            "one with fewer, or a single embedding of it: a game table, or the outer face",
        )
    };
    let stopped =
        || InputError::new("a limit ran out before all embeddings in the plane were found");
    if graph.vertex_count() > MOST_VERTICES {
        return Err(InputError::found(
            format_args!("{} vertices", graph.vertex_count()),
            format_args!("at most {MOST_VERTICES} to list embeddings in the plane"),
        ));
    }
    let named = automorphism_count(graph);
    let mut found = Vec::new();
    let mut known = HashSet::new();
    let mut add = |plane: PlaneGraph| {
        if !known.insert(code(&plane, true)) {
            return Ok(());
        }
        let own = plane_automorphisms(&plane, usize::MAX);
        let stands_for = named.zip(own).map(|(all, own)| all / own.len() as u64);
        found.push(Embedding { plane, stands_for });
        match found.len() > most {
            true => Err(too_many()),
            false => Ok(()),
        }
    };
    let mut spheres = HashSet::from([code(plane, false)]);
    let mut queue = VecDeque::from([plane.clone()]);
    add(plane.clone())?;
    while let Some(sphere) = queue.pop_front() {
        for face in 0..sphere.faces().len() {
            if stop() {
                return Err(stopped());
            }
            add(sphere.clone().with_outer(face))?;
        }
        let mut changes = Changes::new(&sphere);
        while let Some(rotation) = changes.next() {
            if stop() {
                return Err(stopped());
            }
            let changed = PlaneGraph::new(graph.clone(), rotation, None)
                .expect("a part that is turned over or moved stays in the plane");
            if spheres.insert(code(&changed, false)) {
                queue.push_back(changed);
                if spheres.len() > most {
                    return Err(too_many());
                }
            }
        }
    }
    Ok(found)
}

/// A code that two embeddings share iff they differ by the names of the vertices and by a
/// reflection alone; with `outer`, the outer faces correspond too.
fn code(plane: &PlaneGraph, outer: bool) -> Vec<u32> {
    let graph = plane.graph();
    let n = graph.vertex_count();
    let mut length = HashMap::new();
    for face in plane.faces() {
        length.extend(face.darts().map(|dart| (dart, face.walk.len())));
    }
    let darts: Vec<(u32, u32)> = match outer {
        true => plane.outer().darts().collect(),
        false => graph.edges().flat_map(|(a, b)| [(a, b), (b, a)]).collect(),
    };
    // A mirror image has on the left what was on the right.
    let starts = darts.into_iter().flat_map(|(a, b)| {
        let key = |from: u32, to: u32| (graph.degree(from), graph.degree(to), length[&(a, b)]);
        [((a, b), false, key(a, b)), ((b, a), true, key(b, a))]
    });
    let starts: Vec<_> = starts.collect();
    let rarest = starts.iter().map(|start| start.2).max();
    let starts = starts
        .into_iter()
        .filter(|start| Some(start.2) == rarest)
        .map(|((from, to), mirrored, _)| {
            let mut number = vec![u32::MAX; n];
            // In the order of their numbers: a vertex and the neighbour from which it was reached.
            let mut reached = vec![(from, to)];
            number[from as usize] = 0;
            let mut code = Vec::with_capacity(n + 2 * graph.edge_count());
            let mut next = 0;
            while let Some(&(v, first)) = reached.get(next) {
                next += 1;
                let row = plane.rotation(v);
                let begin = row.iter().position(|&w| w == first).unwrap_or(0);
                let degree = row.len();
                code.push(degree as u32);
                for i in 0..degree {
                    let turn = if mirrored { degree - i } else { i };
                    let w = row[(begin + turn) % degree];
                    if number[w as usize] == u32::MAX {
                        number[w as usize] = reached.len() as u32;
                        reached.push((w, v));
                    }
                    code.push(number[w as usize]);
                }
            }
            code
        });
    starts.min().unwrap_or_default()
}

/// A gap between two neighbours around a vertex: that before the neighbour at this place.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Gap {
    vertex: u32,
    place: usize,
    face: usize,
}

/// The embeddings that differ by one change from an embedding on the sphere, as rotations.
struct Changes<'a> {
    plane: &'a PlaneGraph,
    /// Two gaps of each of two vertices, that face each other in two faces; or twice the two
    /// gaps of one vertex in a face.
    cuts: Vec<[Gap; 4]>,
    /// What the cut that was taken last gave.
    ready: Vec<Vec<Vec<u32>>>,
}

impl<'a> Changes<'a> {
    fn new(plane: &'a PlaneGraph) -> Self {
        let mut cuts = Vec::new();
        let mut facing: HashMap<(u32, u32), Vec<(Gap, Gap)>> = HashMap::new();
        for (i, face) in plane.faces().iter().enumerate() {
            let gaps: Vec<Gap> = face
                .darts()
                .map(|(vertex, to)| Gap {
                    vertex,
                    place: place_of(plane, vertex, to),
                    face: i,
                })
                .collect();
            for (j, &a) in gaps.iter().enumerate() {
                for &b in &gaps[j + 1..] {
                    match a.vertex.cmp(&b.vertex) {
                        std::cmp::Ordering::Equal => cuts.extend([[a, a, b, b], [b, b, a, a]]),
                        std::cmp::Ordering::Less => {
                            facing.entry((a.vertex, b.vertex)).or_default().push((a, b));
                        }
                        std::cmp::Ordering::Greater => {
                            facing.entry((b.vertex, a.vertex)).or_default().push((b, a));
                        }
                    }
                }
            }
        }
        let mut pairs: Vec<_> = facing.into_iter().collect();
        pairs.sort_unstable_by_key(|&(ends, _)| ends);
        for (_, list) in pairs {
            for (i, &(a, b)) in list.iter().enumerate() {
                for &(c, d) in &list[i + 1..] {
                    // A curve through one face twice is made of two at single vertices.
                    if a.face != c.face && a.place != c.place && b.place != d.place {
                        cuts.push([a, b, c, d]);
                    }
                }
            }
        }
        Self {
            plane,
            cuts,
            ready: Vec::new(),
        }
    }

    fn next(&mut self) -> Option<Vec<Vec<u32>>> {
        loop {
            if let Some(rotation) = self.ready.pop() {
                return Some(rotation);
            }
            let [a, b, c, d] = self.cuts.pop()?;
            match a.vertex == b.vertex {
                true => self.move_branch(a.vertex, a.place, c.place),
                false => self.turn_over(a, b, c, d),
            }
        }
    }

    /// The vertices of the part that these neighbours of the cut's vertices lie in.
    fn part(&self, cut: [u32; 2], begin: impl Iterator<Item = u32>) -> Vec<u32> {
        let mut seen = vec![false; self.plane.graph().vertex_count()];
        let mut part = Vec::new();
        for v in cut {
            seen[v as usize] = true;
        }
        let mut reach = |part: &mut Vec<u32>, v: u32| {
            if !std::mem::replace(&mut seen[v as usize], true) {
                part.push(v);
            }
        };
        begin.for_each(|v| reach(&mut part, v));
        let mut next = 0;
        while let Some(&v) = part.get(next) {
            next += 1;
            for &w in self.plane.graph().neighbors(v) {
                reach(&mut part, w);
            }
        }
        part
    }

    fn rotations(&self) -> Vec<Vec<u32>> {
        let vertices = self.plane.graph().vertices();
        vertices.map(|v| self.plane.rotation(v).to_vec()).collect()
    }

    /// Turns over what lies between two vertices, from the first face round to the second.
    fn turn_over(&mut self, a: Gap, b: Gap, c: Gap, d: Gap) {
        let (u, v) = (a.vertex, b.vertex);
        let mut rotation = self.rotations();
        // Left of a curve that leaves u by the first face and v by the second.
        let mut at_u = turned(&rotation[u as usize], a.place);
        let mut at_v = turned(&rotation[v as usize], d.place);
        let wide = |place: usize, from: usize, all: usize| (place + all - from) % all;
        let (of_u, of_v) = (
            wide(c.place, a.place, at_u.len()),
            wide(b.place, d.place, at_v.len()),
        );
        let part = self.part([u, v], at_u[..of_u].iter().chain(&at_v[..of_v]).copied());
        at_u[..of_u].reverse();
        at_v[..of_v].reverse();
        let thin = |part: &[u32]| part.iter().all(|&w| self.plane.rotation(w).len() == 2);
        // An edge or a path looks the same from behind.
        let inside = of_u == 1 && of_v == 1 && thin(&part);
        let others = at_u[of_u..].iter().chain(&at_v[of_v..]).copied();
        let outside =
            at_u.len() - of_u == 1 && at_v.len() - of_v == 1 && thin(&self.part([u, v], others));
        if inside || outside {
            return;
        }
        rotation[u as usize] = at_u;
        rotation[v as usize] = at_v;
        for w in part {
            rotation[w as usize].reverse();
        }
        self.ready.push(rotation);
    }

    /// Turns over the branch at `v` from one gap to the other, or moves it to another gap.
    fn move_branch(&mut self, v: u32, from: usize, to: usize) {
        let rotation = self.rotations();
        let row = turned(&rotation[v as usize], from);
        let (moved, rest) = row.split_at((to + row.len() - from) % row.len());
        let part = self.part([v, v], moved[..1].iter().copied());
        if !moved.iter().all(|w| part.contains(w)) {
            return;
        }
        let path = moved.len() == 1 && part.iter().all(|&w| self.plane.rotation(w).len() <= 2);
        for gap in 0..rest.len() {
            for over in [false, true] {
                if over && path || !over && gap == 0 {
                    continue;
                }
                let mut changed = rotation.clone();
                let mut moved = moved.to_vec();
                if over {
                    moved.reverse();
                    for &w in &part {
                        changed[w as usize].reverse();
                    }
                }
                changed[v as usize] = [&rest[..gap], &moved, &rest[gap..]].concat();
                self.ready.push(changed);
            }
        }
    }
}

fn place_of(plane: &PlaneGraph, v: u32, to: u32) -> usize {
    let row = plane.rotation(v).iter();
    row.clone().position(|&w| w == to).expect("darts are edges")
}

/// A cyclic order, begun at `place`.
fn turned(row: &[u32], place: usize) -> Vec<u32> {
    [&row[place..], &row[..place]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Graph, embed};

    /// Every rotation system that fits into the plane, by Euler's formula, with every face
    /// outside: how many there are up to reflection, and how many different codes.
    fn by_brute_force(graph: &Graph) -> (u64, usize) {
        let n = graph.vertex_count();
        let mut rotation: Vec<Vec<u32>> = graph
            .vertices()
            .map(|v| graph.neighbors(v).to_vec())
            .collect();
        let (mut labelled, mut codes) = (HashSet::new(), HashSet::new());
        fn permutations(row: &[u32]) -> Vec<Vec<u32>> {
            let Some((&last, rest)) = row.split_last() else {
                return vec![Vec::new()];
            };
            let shorter = permutations(rest);
            let places = 0..row.len();
            places
                .flat_map(|i| {
                    shorter
                        .iter()
                        .map(move |p| [&p[..i], &[last], &p[i..]].concat())
                })
                .collect()
        }
        let choices: Vec<Vec<Vec<u32>>> = rotation
            .iter()
            .map(|row| match row.split_first() {
                None => vec![Vec::new()],
                Some((&first, rest)) => permutations(rest)
                    .into_iter()
                    .map(|rest| [&[first], &rest[..]].concat())
                    .collect(),
            })
            .collect();
        let mut digits = vec![0; n];
        loop {
            for v in 0..n {
                rotation[v].clone_from(&choices[v][digits[v]]);
            }
            if let Ok(plane) = PlaneGraph::new(graph.clone(), rotation.clone(), None) {
                for face in 0..plane.faces().len() {
                    let plane = plane.clone().with_outer(face);
                    codes.insert(code(&plane, true));
                    labelled.insert(as_labelled(&plane));
                }
            }
            let Some(v) = (0..n).find(|&v| digits[v] + 1 < choices[v].len()) else {
                return (labelled.len() as u64, codes.len());
            };
            digits[v] += 1;
            digits[..v].fill(0);
        }
    }

    /// The rotations from the least neighbour on and the least dart of the outer face, or
    /// those of the mirror image, whichever are less.
    fn as_labelled(plane: &PlaneGraph) -> (Vec<Vec<u32>>, Option<(u32, u32)>) {
        let from_least = |mut row: Vec<u32>| {
            let least = (0..row.len()).min_by_key(|&i| row[i]).unwrap_or(0);
            row.rotate_left(least);
            row
        };
        let rows = || plane.graph().vertices().map(|v| plane.rotation(v).to_vec());
        let mirror = |mut row: Vec<u32>| {
            row.reverse();
            row
        };
        let outer = || plane.outer().darts();
        let own = (rows().map(from_least).collect(), outer().min());
        let other = (
            rows().map(mirror).map(from_least).collect(),
            outer().map(|(a, b)| (b, a)).min(),
        );
        own.min(other)
    }

    #[test]
    fn all_embeddings_of_small_graphs_are_found() {
        let mut graphs = 0;
        for n in 1..=6u32 {
            let pairs: Vec<(u32, u32)> = (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
            let mut seen = HashSet::new();
            for bits in 0u32..1 << pairs.len() {
                let edges = pairs.iter().zip(0..).filter(|&(_, i)| bits >> i & 1 == 1);
                let graph = Graph::new(n as usize, edges.map(|(&edge, _)| edge)).unwrap();
                let Some(plane) = embed(&graph) else { continue };
                if !seen.insert(crate::symmetry::canonical_form(&graph, None).class) {
                    continue;
                }
                let found = embeddings(&plane, 1000, &|| false).unwrap();
                assert_eq!(found[0].plane, plane);
                let labelled: u64 = found.iter().map(|e| e.stands_for.unwrap()).sum();
                assert_eq!((labelled, found.len()), by_brute_force(&graph), "{graph:?}");
                graphs += 1;
            }
        }
        // The connected planar graphs with 1, 2, … vertices (OEIS A003094).
        assert_eq!(graphs, 1 + 1 + 2 + 6 + 20 + 99);
    }

    #[test]
    fn blocks_and_parallel_parts_are_arranged_in_all_ways() {
        // Two diamonds at a vertex; a theta with a pendant; a triangle with three branches;
        // three squares in a ring; two triangles and an edge at one vertex.
        let boards: [&[(u32, u32)]; 5] = [
            &[
                (0, 1),
                (1, 2),
                (2, 0),
                (1, 3),
                (2, 3),
                (3, 4),
                (4, 5),
                (5, 3),
            ],
            &[
                (0, 1),
                (1, 5),
                (0, 2),
                (2, 5),
                (0, 3),
                (3, 5),
                (0, 4),
                (4, 5),
                (4, 6),
            ],
            &[(0, 1), (1, 2), (2, 0), (0, 3), (0, 4), (1, 5), (0, 6)],
            &[
                (0, 1),
                (1, 2),
                (2, 3),
                (3, 4),
                (4, 5),
                (5, 0),
                (0, 6),
                (6, 2),
                (3, 5),
            ],
            &[(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 0), (0, 5)],
        ];
        for edges in boards {
            let n = edges.iter().map(|e| e.0.max(e.1)).max().unwrap() as usize + 1;
            let graph = Graph::new(n, edges.iter().copied()).unwrap();
            let found = embeddings(&embed(&graph).unwrap(), 1000, &|| false).unwrap();
            let labelled: u64 = found.iter().map(|e| e.stands_for.unwrap()).sum();
            assert_eq!((labelled, found.len()), by_brute_force(&graph), "{edges:?}");
        }
    }

    #[test]
    fn limits_and_large_boards() {
        // 3-connected: one embedding on the sphere, and all faces alike.
        let solid = crate::families::board("icosahedron", crate::Limits::BOARD).unwrap();
        let crate::Shape::Undirected(graph) = solid.shape else {
            unreachable!("it is undirected")
        };
        let found = embeddings(&embed(&graph).unwrap(), 10, &|| false).unwrap();
        assert_eq!((found.len(), found[0].stands_for), (1, Some(20)));
        // All arrangements of the leaves are the same up to their names.
        let star = Graph::new(21, (1..21).map(|leaf| (0, leaf))).unwrap();
        let found = embeddings(&embed(&star).unwrap(), 10, &|| false).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].stands_for, Some((1..20).product::<u64>() / 2));
        // Between two vertices a path of each length: each order is another embedding.
        let mut edges = Vec::new();
        let mut next = 2;
        for length in 1..8 {
            let mut last = 0;
            for _ in 0..length {
                edges.push((last, next));
                last = next;
                next += 1;
            }
            edges.push((last, 1));
        }
        let theta = embed(&Graph::new(next as usize, edges).unwrap()).unwrap();
        let error = embeddings(&theta, 100, &|| false).unwrap_err();
        assert!(error.message.contains("more than 100"), "{error}");
        assert!(embeddings(&theta, 10_000, &|| true).is_err());
        let long = Graph::new(600, (1..600).map(|v| (v - 1, v))).unwrap();
        let error = embeddings(&embed(&long).unwrap(), 10, &|| false).unwrap_err();
        assert!(error.message.contains("600 vertices"), "{error}");
        // 6!/2 cyclic orders up to reflection, each with seven faces.
        assert_eq!(
            embeddings(&theta, 10_000, &|| false).unwrap().len(),
            7 * 360
        );
    }
}
