//! Automorphism groups of graphs and digraphs, listed in full.
//!
//! Vertices are individualised one by one, with colour refinement in between,
//! until every cell is a single vertex; these vertices are a base: an
//! automorphism is known by where it sends them. Then, from the last base vertex
//! to the first, the images of each under the automorphisms that fix all earlier
//! ones are collected. Images that the maps found so far already reach cost no
//! search, and the group order is known (and can be refused) before anything is
//! listed: the empty graph with a thousand vertices is no harder than a path.

use super::partition::Partition;
use crate::{Digraph, Graph};

/// Larger boards are not searched for automorphisms: nobody solves games on
/// them exactly, and the search takes more than linear time.
const MOST_VERTICES: usize = 4096;

/// Steps of refinement after which a search is given up, about a second.
const MOST_WORK: u64 = 1 << 28;

/// The most entries that all maps of a group together may have, 128 megabytes.
const MOST_ENTRIES: usize = 1 << 25;

/// All automorphisms of `graph` that keep the colours of the vertices, as maps
/// from vertex to image, in lexicographic order: the identity comes first.
///
/// `None` if there are more than `most`, if the graph has more than 4096
/// vertices, if all maps together have more than 2^25 entries, or in the rare
/// case that finding them takes too long. The answer depends on nothing but the
/// arguments.
///
/// ```
/// use outplay_board::{Graph, symmetry::automorphisms};
/// let path = Graph::new(3, [(0, 1), (1, 2)]).unwrap();
/// let maps = automorphisms(&path, None, 100).unwrap();
/// assert_eq!(maps, [[0, 1, 2], [2, 1, 0]]);
/// assert_eq!(automorphisms(&path, Some(&[1, 0, 0]), 100).unwrap().len(), 1);
/// assert_eq!(automorphisms(&path, None, 1), None);
/// ```
pub fn automorphisms(graph: &Graph, colors: Option<&[u32]>, most: usize) -> Option<Vec<Vec<u32>>> {
    let n = graph.vertex_count();
    if n > MOST_VERTICES {
        return None;
    }
    let color = colors.map_or_else(|| vec![0; n], <[u32]>::to_vec);
    list(&[Digraph::from(graph)], &color, most)
}

/// All automorphisms of `digraph` that keep the colours of the vertices; see
/// [`automorphisms`].
pub fn digraph_automorphisms(
    digraph: &Digraph,
    colors: Option<&[u32]>,
    most: usize,
) -> Option<Vec<Vec<u32>>> {
    let n = digraph.vertex_count();
    if n > MOST_VERTICES {
        return None;
    }
    // A self-loop is invisible to refinement as long as its cell is whole: it
    // becomes part of the colour, over ranks so that nothing overflows.
    let classes: Vec<(u32, bool)> = digraph
        .vertices()
        .map(|v| {
            let color = colors.map_or(0, |colors| colors[v as usize]);
            (color, digraph.successors(v).binary_search(&v).is_ok())
        })
        .collect();
    let mut ranks = classes.clone();
    ranks.sort_unstable();
    ranks.dedup();
    let color: Vec<u32> = classes
        .iter()
        .map(|class| ranks.partition_point(|rank| rank < class) as u32)
        .collect();
    list(&[digraph.clone(), digraph.reversed(1)], &color, most)
}

/// How many automorphisms a graph has, without listing them.
///
/// `None` if the graph has more than 4096 vertices, if the number has more than 64 bits, or in the
/// rare case that finding it takes too long.
///
/// ```
/// use outplay_board::{Graph, symmetry::automorphism_count};
/// let empty = Graph::new(20, []).unwrap();
/// assert_eq!(automorphism_count(&empty), Some((1..=20).product()));
/// ```
pub fn automorphism_count(graph: &Graph) -> Option<u64> {
    let n = graph.vertex_count();
    if n > MOST_VERTICES {
        return None;
    }
    let (order, _) = transversals(&[Digraph::from(graph)], &vec![0; n], u64::MAX)?;
    Some(order)
}

/// A base vertex, with what refinement did when it was individualised.
struct Level {
    vertex: u32,
    /// Where its cell starts, and what to undo to before it was taken out.
    cell: u32,
    mark: usize,
    print: u64,
}

struct Search<'a> {
    directions: &'a [Digraph],
    partition: Partition,
    base: Vec<Level>,
    /// The discrete partition at the end of the base.
    leaf: Vec<u32>,
}

fn list(directions: &[Digraph], color: &[u32], most: usize) -> Option<Vec<Vec<u32>>> {
    assert_eq!(color.len(), directions[0].vertex_count());
    let most = most.min(MOST_ENTRIES / color.len().max(1));
    let (_, transversals) = transversals(directions, color, most as u64)?;
    // Later base vertices first: the maps of an earlier level come on top.
    let mut group: Vec<Vec<u32>> = vec![(0..color.len() as u32).collect()];
    for maps in &transversals {
        group = maps
            .iter()
            .flat_map(|outer| group.iter().map(|inner| compose(outer, inner)))
            .collect();
    }
    group.sort_unstable();
    Some(group)
}

/// For every level with more than one image, the maps to its images.
type Transversals = Vec<Vec<Vec<u32>>>;

/// The order of a group, unless it is more than `most`, and its transversals, from the last level on.
fn transversals(directions: &[Digraph], color: &[u32], most: u64) -> Option<(u64, Transversals)> {
    let mut search = Search {
        directions,
        partition: Partition::new(color),
        base: Vec::new(),
        leaf: Vec::new(),
    };
    search.descend()?;
    let identity: Vec<u32> = (0..color.len() as u32).collect();
    let mut generators: Vec<Vec<u32>> = Vec::new();
    let mut transversals = Vec::new();
    let mut order = 1u64;
    for level in (0..search.base.len()).rev() {
        let Level {
            vertex, cell, mark, ..
        } = search.base[level];
        search.partition.undo(mark);
        let mut candidates = search.partition.cell(cell).to_vec();
        candidates.sort_unstable();
        let mut orbit = Orbit::new(vertex, &identity, &generators);
        // Vertices that no automorphism fixing the earlier base sends `vertex` to.
        let mut missed: Vec<u32> = Vec::new();
        for w in candidates {
            if orbit.reaches(w) || orbit.joined(w, &missed, &generators) {
                continue;
            }
            search.partition.undo(mark);
            match search.map_to(level, w) {
                Err(GaveUp) => return None,
                Ok(Some(map)) => {
                    generators.push(map);
                    orbit = Orbit::new(vertex, &identity, &generators);
                    if orbit.members.len() as u64 > most / order {
                        return None;
                    }
                }
                Ok(None) => missed.push(w),
            }
        }
        order *= orbit.members.len() as u64;
        if orbit.members.len() > 1 {
            transversals.push(orbit.maps);
        }
    }
    (order <= most).then_some((order, transversals))
}

struct GaveUp;

impl Search<'_> {
    fn too_long(&self) -> bool {
        self.partition.work > MOST_WORK
    }

    /// Makes the base: individualises the first vertex of the first open cell
    /// until there is none.
    fn descend(&mut self) -> Option<()> {
        self.partition.refine(self.directions);
        let mut from = 0;
        while let Some(cell) = self.partition.first_open_cell(from) {
            let vertex = *self.partition.cell(cell).iter().min()?;
            let mark = self.partition.mark();
            self.partition.individualize(vertex);
            let print = self.partition.refine(self.directions);
            if self.too_long() {
                return None;
            }
            self.base.push(Level {
                vertex,
                cell,
                mark,
                print,
            });
            from = cell;
        }
        self.leaf = self.partition.order().to_vec();
        Some(())
    }

    /// An automorphism that fixes the base above `level` and maps the base
    /// vertex of `level` to `w`, starting from the partition before that level.
    fn map_to(&mut self, level: usize, w: u32) -> Result<Option<Vec<u32>>, GaveUp> {
        // For every level from `level` on: candidates still to try, and the mark before them.
        let mut open: Vec<(usize, Vec<u32>)> = vec![(self.partition.mark(), vec![w])];
        while let Some((mark, candidates)) = open.last_mut() {
            self.partition.undo(*mark);
            let Some(v) = candidates.pop() else {
                open.pop();
                continue;
            };
            let at = level + open.len() - 1;
            self.partition.individualize(v);
            let print = self.partition.refine(self.directions);
            if self.too_long() {
                return Err(GaveUp);
            }
            if print != self.base[at].print {
                continue;
            }
            match self.base.get(at + 1) {
                Some(next) => {
                    let mut candidates = self.partition.cell(next.cell).to_vec();
                    candidates.sort_unstable_by(|a, b| b.cmp(a));
                    open.push((self.partition.mark(), candidates));
                }
                None => {
                    let mut map = vec![0; self.leaf.len()];
                    for (&v, &w) in self.leaf.iter().zip(self.partition.order()) {
                        map[v as usize] = w;
                    }
                    self.partition.work += self.directions[0].arc_count() as u64;
                    if is_automorphism(self.directions, &map) {
                        return Ok(Some(map));
                    }
                }
            }
        }
        Ok(None)
    }
}

/// Where a group sends a vertex, with a map to each image.
struct Orbit {
    members: Vec<u32>,
    maps: Vec<Vec<u32>>,
    reached: Vec<bool>,
}

impl Orbit {
    fn new(vertex: u32, identity: &[u32], generators: &[Vec<u32>]) -> Self {
        let mut orbit = Self {
            members: vec![vertex],
            maps: vec![identity.to_vec()],
            reached: vec![false; identity.len()],
        };
        orbit.reached[vertex as usize] = true;
        let mut next = 0;
        while next < orbit.members.len() {
            for generator in generators {
                let image = generator[orbit.members[next] as usize];
                if !std::mem::replace(&mut orbit.reached[image as usize], true) {
                    orbit.members.push(image);
                    orbit.maps.push(compose(generator, &orbit.maps[next]));
                }
            }
            next += 1;
        }
        orbit
    }

    fn reaches(&self, w: u32) -> bool {
        self.reached[w as usize]
    }

    /// Is `w` in the orbit of one of `others`?
    fn joined(&self, w: u32, others: &[u32], generators: &[Vec<u32>]) -> bool {
        if others.is_empty() {
            return false;
        }
        let mut seen = vec![false; self.reached.len()];
        seen[w as usize] = true;
        let mut queue = vec![w];
        while let Some(v) = queue.pop() {
            if others.contains(&v) {
                return true;
            }
            for generator in generators {
                let image = generator[v as usize];
                if !std::mem::replace(&mut seen[image as usize], true) {
                    queue.push(image);
                }
            }
        }
        false
    }
}

/// First `inner`, then `outer`.
fn compose(outer: &[u32], inner: &[u32]) -> Vec<u32> {
    inner.iter().map(|&v| outer[v as usize]).collect()
}

fn is_automorphism(directions: &[Digraph], map: &[u32]) -> bool {
    // The map is a bijection, so it is enough that arcs go to arcs; and one that
    // has moved has an end that has moved, which is its tail in some direction.
    directions.iter().all(|digraph| {
        let mut moved = digraph.vertices().filter(|&a| map[a as usize] != a);
        moved.all(|a| {
            let there = digraph.successors(map[a as usize]);
            let mut row = digraph.successors(a).iter();
            row.all(|&b| there.binary_search(&map[b as usize]).is_ok())
        })
    })
}
