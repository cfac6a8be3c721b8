//! Symmetries of plane graphs.
//!
//! In a connected plane graph the image of one dart (directed edge) and whether
//! the map is a mirror image decide everything else: walk outwards from the
//! dart and turn the same way, or the other way, at every vertex. So all
//! symmetries are found by trying the darts along the outer face.

use crate::PlaneGraph;

/// Larger boards are not searched: nobody solves games on them exactly, and a map
/// for every dart of the outer face is more than memory has room for.
const MOST_VERTICES: usize = 4096;

/// A map of a plane graph to itself that keeps the outer face, and the
/// counter-clockwise order of the neighbours at every vertex, or turns it round
/// at every vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaneSymmetry {
    /// The image of every vertex.
    pub vertices: Vec<u32>,
    /// Is it a mirror image? On a path, which cannot tell, it is not.
    pub mirrored: bool,
}

/// All symmetries of `plane` that differ as maps of the vertices, in
/// lexicographic order: the identity comes first. `None` if there are more
/// than `most`, or if the graph has more than 4096 vertices.
pub fn plane_automorphisms(plane: &PlaneGraph, most: usize) -> Option<Vec<PlaneSymmetry>> {
    let n = plane.graph().vertex_count();
    if n > MOST_VERTICES {
        return None;
    }
    let Some(from) = plane.outer().darts().next() else {
        let vertices = (0..n as u32).collect();
        return (most > 0).then(|| {
            vec![PlaneSymmetry {
                vertices,
                mirrored: false,
            }]
        });
    };
    let darts = Darts::new(plane);
    let start = darts.number(from);
    let is_path = (0..n).all(|v| darts.degree(v) <= 2) && plane.cells().is_empty();
    let mut found: Vec<PlaneSymmetry> = Vec::new();
    for mirrored in [false, true] {
        if mirrored && is_path {
            break;
        }
        for (a, b) in plane.outer().darts() {
            // A mirror image has the outer face on the other hand.
            let to = if mirrored { (b, a) } else { (a, b) };
            if let Some(vertices) = darts.map(start, darts.number(to), mirrored) {
                if found.len() == most {
                    return None;
                }
                found.push(PlaneSymmetry { vertices, mirrored });
            }
        }
    }
    found.sort_by(|a, b| a.vertices.cmp(&b.vertices));
    Some(found)
}

/// The darts of a plane graph, numbered by tail and within it counter-clockwise.
struct Darts {
    /// The first dart of every vertex, and one more entry at the end.
    first: Vec<usize>,
    tail: Vec<u32>,
    /// The same edge in the other direction.
    reverse: Vec<usize>,
    /// The darts sorted by (tail, head).
    sorted: Vec<((u32, u32), usize)>,
}

impl Darts {
    fn new(plane: &PlaneGraph) -> Self {
        let mut darts = Self {
            first: vec![0],
            tail: Vec::new(),
            reverse: Vec::new(),
            sorted: Vec::new(),
        };
        for v in plane.graph().vertices() {
            for &w in plane.rotation(v) {
                darts.sorted.push(((v, w), darts.tail.len()));
                darts.tail.push(v);
            }
            darts.first.push(darts.tail.len());
        }
        darts.reverse = vec![0; darts.tail.len()];
        let by_number = darts.sorted.clone();
        darts.sorted.sort_unstable();
        for ((v, w), dart) in by_number {
            darts.reverse[dart] = darts.number((w, v));
        }
        darts
    }

    fn number(&self, dart: (u32, u32)) -> usize {
        let i = self.sorted.partition_point(|&(other, _)| other < dart);
        self.sorted[i].1
    }

    fn degree(&self, v: usize) -> usize {
        self.first[v + 1] - self.first[v]
    }

    /// The vertex map that sends dart `from` to dart `to`, if there is one.
    fn map(&self, from: usize, to: usize, mirrored: bool) -> Option<Vec<u32>> {
        const UNKNOWN: u32 = u32::MAX;
        let n = self.first.len() - 1;
        let mut image = vec![UNKNOWN; n];
        let mut taken = vec![false; n];
        // For every vertex that was reached, a dart from it and the image of that dart.
        let mut queue = vec![(from, to)];
        image[self.tail[from] as usize] = self.tail[to];
        taken[self.tail[to] as usize] = true;
        let mut next = 0;
        while let Some(&(from, to)) = queue.get(next) {
            next += 1;
            let (v, w) = (self.tail[from] as usize, self.tail[to] as usize);
            let degree = self.degree(v);
            if degree != self.degree(w) {
                return None;
            }
            let (v, w) = (self.first[v], self.first[w]);
            for turn in 0..degree {
                let turned = if mirrored { degree - turn } else { turn };
                let back = self.reverse[v + (from - v + turn) % degree];
                let image_back = self.reverse[w + (to - w + turned) % degree];
                let (head, image_head) = (self.tail[back], self.tail[image_back]);
                let known = &mut image[head as usize];
                if *known == image_head {
                    continue;
                }
                if *known != UNKNOWN || std::mem::replace(&mut taken[image_head as usize], true) {
                    return None;
                }
                *known = image_head;
                queue.push((back, image_back));
            }
        }
        Some(image)
    }
}
