//! The board: a graph or digraph, and the symmetries that a certificate claims
//! for it.

use crate::lines::{Lines, number, number_in, pair, words};
use std::io::BufRead;

const MOST_VERTICES: u64 = 1 << 20;

/// A graph (edges a-b with a < b) or a digraph (arcs a>b).
pub(crate) struct Graph {
    pub(crate) n: usize,
    /// In the order of the certificate.
    pub(crate) edges: Vec<(u32, u32)>,
    /// The same edges, sorted.
    sorted: Vec<(u32, u32)>,
    pub(crate) directed: bool,
    /// The neighbours of every vertex; in a digraph, where its arcs go.
    pub(crate) neighbors: Vec<Vec<u32>>,
}

impl Graph {
    pub(crate) fn read<R: BufRead>(lines: &mut Lines<R>, directed: bool) -> Result<Self, String> {
        let n = number_in(&lines.expect("vertices")?, 0, MOST_VERTICES)?;
        let (key, sign) = if directed {
            ("arcs", '>')
        } else {
            ("edges", '-')
        };
        let mut edges = Vec::new();
        while let Some(row) = lines.accept(key)? {
            for word in words(&row) {
                let (a, b) = pair(word, sign)?;
                if a >= n || b >= n {
                    return Err(format!("{word} is not between two of {n} vertices"));
                }
                if !directed && a >= b {
                    return Err(format!(
                        "the edge {word} must name the smaller vertex first"
                    ));
                }
                edges.push((a as u32, b as u32));
            }
        }
        let mut sorted = edges.clone();
        sorted.sort_unstable();
        if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!(
                "{}{sign}{} is listed twice",
                twice[0].0, twice[0].1
            ));
        }
        let mut neighbors = vec![Vec::new(); n as usize];
        for &(a, b) in &edges {
            neighbors[a as usize].push(b);
            if !directed {
                neighbors[b as usize].push(a);
            }
        }
        Ok(Self {
            n: n as usize,
            edges,
            sorted,
            directed,
            neighbors,
        })
    }

    /// Is there such an edge (in either direction), or such an arc?
    pub(crate) fn has(&self, a: u32, b: u32) -> bool {
        let ends = if self.directed {
            (a, b)
        } else {
            (a.min(b), a.max(b))
        };
        self.sorted.binary_search(&ends).is_ok()
    }

    /// Reads the symmetries: each is verified to be a permutation of the
    /// vertices that takes edges to edges. There are as many edges before as
    /// after, so this makes it an automorphism.
    pub(crate) fn read_symmetries<R: BufRead>(
        &self,
        lines: &mut Lines<R>,
    ) -> Result<Vec<Vec<u32>>, String> {
        let mut symmetries = Vec::new();
        while let Some(row) = lines.accept("symmetry")? {
            let mut map = Vec::new();
            let mut taken = vec![false; self.n];
            for word in words(&row) {
                let image = number(word)?;
                match taken.get_mut(image as usize) {
                    Some(taken) if !*taken => *taken = true,
                    _ => return Err(format!("no permutation: {image} twice, or no vertex")),
                }
                map.push(image as u32);
            }
            if map.len() != self.n {
                return Err(format!("no permutation of {} vertices", self.n));
            }
            for &(a, b) in &self.edges {
                if !self.has(map[a as usize], map[b as usize]) {
                    return Err(format!(
                        "no symmetry: the edge from {a} to {b} goes to no edge"
                    ));
                }
            }
            symmetries.push(map);
        }
        Ok(symmetries)
    }
}
