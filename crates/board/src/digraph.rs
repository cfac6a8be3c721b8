//! Digraphs as compressed rows: eight bytes a vertex and arc at rest, so that
//! boards with tens of millions of arcs are ordinary.

use crate::InputError;
use crate::graph::{Graph, vertex_out_of_range};
use crate::share;
use std::sync::Arc;

/// A digraph on the vertices 0, …, n−1. Self-loops and cycles are allowed;
/// parallel arcs are one arc. A copy shares the rows, so that a board and the game on it
/// hold a large one once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Digraph {
    offsets: Arc<Vec<u32>>,
    targets: Arc<Vec<u32>>,
}

impl Digraph {
    /// The digraph with `n` vertices and the given arcs (from, to).
    ///
    /// Takes the list by value and turns it into rows with at most sixteen bytes
    /// an arc, and four a vertex, alive at once.
    ///
    /// # Errors
    /// A vertex that is not below `n`.
    pub fn new(n: usize, arcs: Vec<(u32, u32)>) -> Result<Self, InputError> {
        assert!(arcs.len() < u32::MAX as usize && n < u32::MAX as usize);
        let stranger = |&&(a, b): &&(u32, u32)| a.max(b) as usize >= n;
        if let Some(&(a, b)) = arcs.iter().find(stranger) {
            return Err(vertex_out_of_range(a.max(b), n));
        }
        let piece = (arcs.iter().map(|arc| arc.0), arcs.iter().copied());
        let blocks = Blocks::new(n, vec![piece]);
        drop(arcs);
        let mut digraph = blocks.into_digraph(1);
        digraph.sort_rows();
        Ok(digraph)
    }

    /// Rows as they are, for builders that make them in order.
    pub fn from_rows(offsets: Vec<u32>, targets: Vec<u32>) -> Self {
        assert_eq!(offsets.first(), Some(&0));
        assert_eq!(offsets.last().copied(), Some(targets.len() as u32));
        assert!(offsets.is_sorted());
        assert!(targets.iter().all(|&t| (t as usize) < offsets.len() - 1));
        Self {
            offsets: Arc::new(offsets),
            targets: Arc::new(targets),
        }
    }

    /// The rows: where each starts, with the end of the last, and what they hold.
    pub fn into_rows(self) -> (Vec<u32>, Vec<u32>) {
        (
            Arc::unwrap_or_clone(self.offsets),
            Arc::unwrap_or_clone(self.targets),
        )
    }

    /// Sorts every row and drops parallel arcs.
    fn sort_rows(&mut self) {
        let offsets = Arc::make_mut(&mut self.offsets);
        let targets = Arc::make_mut(&mut self.targets);
        let mut kept = 0;
        let mut start = 0;
        for v in 0..offsets.len() - 1 {
            let end = offsets[v + 1] as usize;
            let row = &mut targets[start..end];
            if !row.is_sorted() {
                row.sort_unstable();
            }
            let first = kept;
            for i in start..end {
                let target = targets[i];
                if kept == first || targets[kept - 1] != target {
                    targets[kept] = target;
                    kept += 1;
                }
            }
            start = end;
            offsets[v + 1] = kept as u32;
        }
        targets.truncate(kept);
    }

    /// How many vertices.
    #[inline]
    pub fn vertex_count(&self) -> usize {
        self.offsets.len() - 1
    }

    /// How many arcs.
    #[inline]
    pub fn arc_count(&self) -> usize {
        self.targets.len()
    }

    /// The vertices that `v` has an arc to.
    #[inline]
    pub fn successors(&self, v: u32) -> &[u32] {
        &self.targets[self.arcs_of(v)]
    }

    /// The numbers of the arcs that leave `v`, in the order of [`successors`](Self::successors).
    #[inline]
    pub fn arcs_of(&self, v: u32) -> std::ops::Range<usize> {
        self.offsets[v as usize] as usize..self.offsets[v as usize + 1] as usize
    }

    /// All vertices.
    #[inline]
    pub fn vertices(&self) -> std::ops::Range<u32> {
        0..self.vertex_count() as u32
    }

    /// Every arc (from, to), by tail.
    pub fn arcs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.vertices()
            .flat_map(move |a| self.successors(a).iter().map(move |&b| (a, b)))
    }

    /// The strongly connected parts, each after those that it leads to (Tarjan 1972, with a
    /// stack of its own instead of recursion).
    ///
    /// ```
    /// use outplay_board::Digraph;
    /// let digraph = Digraph::new(4, vec![(0, 1), (1, 2), (2, 1), (2, 3)]).unwrap();
    /// assert_eq!(digraph.strong_parts(), [vec![3], vec![1, 2], vec![0]]);
    /// ```
    pub fn strong_parts(&self) -> Vec<Vec<u32>> {
        const NEW: u32 = u32::MAX;
        let n = self.vertex_count();
        // When a vertex was reached, and the first that is known to be in a round with it.
        let (mut reached, mut low) = (vec![NEW; n], vec![NEW; n]);
        let mut done = vec![false; n];
        let (mut open, mut path) = (Vec::new(), Vec::new());
        let mut parts = Vec::new();
        let mut time = 0;
        for root in self.vertices() {
            if reached[root as usize] != NEW {
                continue;
            }
            path.push((root, 0));
            while let Some(&mut (v, ref mut next)) = path.last_mut() {
                let at = v as usize;
                if *next == 0 {
                    reached[at] = time;
                    low[at] = time;
                    time += 1;
                    open.push(v);
                }
                if let Some(&w) = self.successors(v).get(*next) {
                    *next += 1;
                    match reached[w as usize] {
                        NEW => path.push((w, 0)),
                        when if !done[w as usize] => low[at] = low[at].min(when),
                        _ => {}
                    }
                    continue;
                }
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    low[parent as usize] = low[parent as usize].min(low[at]);
                }
                if low[at] == reached[at] {
                    let first = open.iter().rposition(|&w| w == v).expect("it is open");
                    let mut part = open.split_off(first);
                    part.sort_unstable();
                    part.iter().for_each(|&w| done[w as usize] = true);
                    parts.push(part);
                }
            }
        }
        parts
    }

    /// Every arc turned round, on so many threads.
    pub fn reversed(&self, threads: usize) -> Self {
        /// What is worth a thread.
        const ARCS: usize = 1 << 16;
        let (n, arcs) = (self.vertex_count(), self.arc_count());
        let pieces = threads.clamp(1, arcs / ARCS + 1);
        let cut = |i: usize| {
            let before = |&offset: &u32| (offset as usize) < arcs * i / pieces;
            self.offsets[..n].partition_point(before)
        };
        let piece = |i: usize| {
            let (first, end) = (cut(i), cut(i + 1));
            let tails = self.offsets[first] as usize..self.offsets[end] as usize;
            let arcs = (first as u32..end as u32)
                .flat_map(|a| self.successors(a).iter().map(move |&b| (b, a)));
            (self.targets[tails].iter().copied(), arcs)
        };
        Blocks::new(n, (0..pieces).map(piece).collect()).into_digraph(pieces)
    }
}

/// Arcs sorted by blocks of tails.
///
/// Putting arcs into rows one by one misses the cache twice an arc, once for the
/// row's end and once for the place in the row. A block's rows fit into the
/// cache, so arcs go to their blocks first, which is a few hundred sequential
/// streams, and then to their rows within each block.
struct Blocks {
    vertices: usize,
    /// Where each block's arcs start, and where the last block's arcs end.
    starts: Vec<usize>,
    arcs: Vec<(u32, u32)>,
}

impl Blocks {
    /// The rows in a block, as a power of two.
    const BITS: u32 = 16;

    /// Takes the arcs in pieces, each for a thread, and the tails of a piece alone as well,
    /// because they are counted first.
    fn new<T, A>(vertices: usize, pieces: Vec<(T, A)>) -> Self
    where
        T: Iterator<Item = u32> + Send,
        A: Iterator<Item = (u32, u32)> + Send,
    {
        let block = |a: u32| (a >> Self::BITS) as usize;
        let blocks = (vertices >> Self::BITS) + 1;
        let threads = pieces.len();
        let (tails, arcs): (Vec<T>, Vec<A>) = pieces.into_iter().unzip();
        let mut counts = vec![vec![0; blocks]; threads];
        share(
            threads,
            tails.into_iter().zip(&mut counts),
            |(tails, counts)| {
                tails.for_each(|a| counts[block(a)] += 1);
            },
        );
        let mut sorted = vec![(0, 0); counts.iter().flatten().sum()];
        // A block has the arcs of the first piece, then those of the second, and so on.
        let mut places: Vec<Vec<_>> = (0..threads).map(|_| Vec::with_capacity(blocks)).collect();
        let mut starts = vec![0];
        let (all, mut rest) = (sorted.len(), &mut sorted[..]);
        for block in 0..blocks {
            for (counts, places) in counts.iter().zip(&mut places) {
                let place = rest.split_off_mut(..counts[block]);
                places.push(place.expect("all were counted").iter_mut());
            }
            starts.push(all - rest.len());
        }
        share(
            threads,
            arcs.into_iter().zip(places),
            |(arcs, mut places)| {
                arcs.for_each(|arc| *places[block(arc.0)].next().expect("it was counted") = arc);
            },
        );
        Self {
            vertices,
            starts,
            arcs: sorted,
        }
    }

    /// The rows, each in the order of the arcs.
    fn into_digraph(self, threads: usize) -> Digraph {
        let row = |a: u32| (a & ((1 << Self::BITS) - 1)) as usize;
        let mut offsets = vec![0u32; self.vertices + 1];
        let mut targets = vec![0; self.arcs.len()];
        let mut rest = &mut targets[..];
        let blocks = offsets[..self.vertices].chunks_mut(1 << Self::BITS);
        let blocks = blocks.zip(self.starts.windows(2)).map(|(rows, range)| {
            let targets = rest.split_off_mut(..range[1] - range[0]);
            (rows, range, targets.expect("as many as arcs"))
        });
        share(threads, blocks, |(rows, range, targets)| {
            let arcs = &self.arcs[range[0]..range[1]];
            for &(a, _) in arcs {
                rows[row(a)] += 1;
            }
            let mut end = range[0] as u32;
            for offset in &mut *rows {
                end += *offset;
                *offset = end;
            }
            // From behind, so that a row's end moves to its start.
            for &(a, b) in arcs.iter().rev() {
                let offset = &mut rows[row(a)];
                *offset -= 1;
                targets[*offset as usize - range[0]] = b;
            }
        });
        offsets[self.vertices] = targets.len() as u32;
        Digraph {
            offsets: Arc::new(offsets),
            targets: Arc::new(targets),
        }
    }
}

impl From<&Graph> for Digraph {
    /// Every edge as two arcs.
    fn from(graph: &Graph) -> Self {
        let mut offsets = vec![0];
        let mut targets = Vec::with_capacity(2 * graph.edge_count());
        for v in graph.vertices() {
            targets.extend_from_slice(graph.neighbors(v));
            offsets.push(targets.len() as u32);
        }
        Self {
            offsets: Arc::new(offsets),
            targets: Arc::new(targets),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn rows_hold_the_arcs(
            n in 1u32..20,
            raw in prop::collection::vec((0u32..20, 0u32..20), 0..80),
        ) {
            let arcs: Vec<_> = raw.iter().map(|&(a, b)| (a % n, b % n)).collect();
            let set: BTreeSet<_> = arcs.iter().copied().collect();
            let digraph = Digraph::new(n as usize, arcs).unwrap();
            prop_assert_eq!(digraph.arcs().collect::<Vec<_>>(), set.iter().copied().collect::<Vec<_>>());
            let back: BTreeSet<_> = digraph.reversed(1).arcs().map(|(a, b)| (b, a)).collect();
            prop_assert_eq!(&back, &set);
            prop_assert_eq!(digraph.reversed(1).reversed(1), digraph);
        }
    }

    #[test]
    fn rows_hold_the_arcs_of_many_blocks() {
        let block = 1 << Blocks::BITS;
        for n in [block - 1, block, block + 1, 3 * block, 3 * block + 5] {
            // Far apart and out of order, with many arcs at both ends.
            let arcs: Vec<(u32, u32)> = (0..200_000u64)
                .map(|i| ((i * 7_919) % n as u64, (i * i) % n as u64))
                .chain([(n as u64 - 1, 0), (0, n as u64 - 1), (0, 0), (0, 0)])
                .map(|(a, b)| (a as u32, b as u32))
                .collect();
            let set: BTreeSet<_> = arcs.iter().copied().collect();
            let digraph = Digraph::new(n, arcs).unwrap();
            assert_eq!(digraph.vertex_count(), n);
            assert!(digraph.arcs().eq(set.iter().copied()));
            let back: BTreeSet<_> = set.iter().map(|&(a, b)| (b, a)).collect();
            for threads in 1..=3 {
                assert!(digraph.reversed(threads).arcs().eq(back.iter().copied()));
            }
        }
    }

    #[test]
    fn refuses_strangers() {
        assert!(Digraph::new(2, vec![(0, 2)]).is_err());
        assert!(Digraph::new(0, vec![(0, 0)]).is_err());
    }
}
