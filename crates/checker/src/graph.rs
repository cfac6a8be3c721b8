//! The board: a graph or digraph, and the symmetries that a certificate claims
//! for it.

use crate::lines::{Lines, Outcome, number, number_in, pair, quote, words};
use crate::meter::Meter;

/// A graph (edges a-b with a < b) or a digraph (arcs a>b).
pub(crate) struct Graph {
    pub(crate) n: usize,
    /// In the order of the certificate.
    pub(crate) edges: Vec<(u32, u32)>,
    /// The edges in order, and where they stand in the certificate.
    sorted: Vec<((u32, u32), usize)>,
    pub(crate) directed: bool,
    /// The neighbours of every vertex; in a digraph, where its arcs go.
    pub(crate) neighbors: Vec<Vec<u32>>,
}

/// What an edge takes, with where it stands and the neighbours that it makes.
const EDGE_BYTES: usize = 48;
/// Steps to find an edge among others, or to put it in order.
const SORTING: u64 = 24;

impl Graph {
    pub(crate) fn read(lines: &mut Lines, directed: bool) -> Outcome<Self> {
        let (key, sign, most) = match directed {
            true => ("arcs", '>', 1 << 20),
            false => ("edges", '-', 1 << 12),
        };
        let n = number_in(&lines.expect("vertices")?, 0, most)?;
        let mut neighbors = vec![Vec::new(); n as usize];
        let mut edges = Vec::new();
        let possible = match directed {
            true => n * n,
            false => n * n.saturating_sub(1) / 2,
        };
        while let Some(row) = lines.accept(key)? {
            for word in words(&row) {
                let (a, b) = pair(word, sign)?;
                if a >= n || b >= n || !directed && a >= b {
                    return Err(format!("{} is no edge on {n} vertices", quote(word)));
                }
                if edges.len() as u64 == possible {
                    return Err(format!(
                        "there are only {possible} {key}: one is listed twice"
                    ));
                }
                lines.meter.hold(EDGE_BYTES)?;
                edges.push((a as u32, b as u32));
                neighbors[a as usize].push(b as u32);
                if !directed {
                    neighbors[b as usize].push(a as u32);
                }
            }
        }
        lines.meter.spend(edges.len() as u64 * SORTING)?;
        let mut sorted: Vec<_> = edges.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
        if let Some(twice) = sorted.windows(2).find(|two| two[0].0 == two[1].0) {
            return Err(format!("the edge {:?} is listed twice", twice[0].0));
        }
        let n = n as usize;
        Ok(Self {
            n,
            edges,
            sorted,
            directed,
            neighbors,
        })
    }

    /// Steps to look at every vertex and its neighbours.
    pub(crate) fn looks(&self) -> u64 {
        (self.n + 2 * self.edges.len()) as u64
    }

    /// Where the edge between a and b (the arc from a to b) stands in the certificate.
    pub(crate) fn edge(&self, a: u32, b: u32) -> Option<usize> {
        let ends = if self.directed {
            (a, b)
        } else {
            (a.min(b), a.max(b))
        };
        let found = self.sorted.binary_search_by_key(&ends, |&(edge, _)| edge);
        Some(self.sorted[found.ok()?].1)
    }

    /// Reads a symmetry: where every vertex goes. It must be a permutation that
    /// takes edges to edges. There are as many edges before as after, so this
    /// makes it an automorphism.
    pub(crate) fn read_symmetry(&self, row: &str, meter: &Meter) -> Outcome<Vec<u32>> {
        meter.spend(self.n as u64 + self.edges.len() as u64 * SORTING)?;
        let mut map = Vec::new();
        let mut taken = vec![false; self.n];
        for word in words(row) {
            let image = number(word)?;
            match usize::try_from(image)
                .ok()
                .and_then(|image| taken.get_mut(image))
            {
                Some(taken) if !*taken => *taken = true,
                _ => return Err(format!("no permutation: {image} twice, or no vertex")),
            }
            map.push(image as u32);
        }
        if map.len() != self.n {
            return Err(format!("no permutation of {} vertices", self.n));
        }
        let moved = |&(a, b): &(u32, u32)| self.edge(map[a as usize], map[b as usize]);
        match self.edges.iter().find(|edge| moved(edge).is_none()) {
            Some(edge) => Err(format!("no symmetry: the edge {edge:?} goes to no edge")),
            None => Ok(map),
        }
    }
}
