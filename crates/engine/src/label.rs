//! Retrograde analysis: who wins at every vertex of a digraph.
//!
//! The one labelling algorithm of the program. Start from the vertices without
//! arcs and peel backwards: an arc to a lost vertex wins, all arcs to won
//! vertices lose, and what is never reached is a draw. The queue runs in order
//! of remoteness, so the first lost successor found is the quickest win and the
//! last won successor found is the longest defence. Linear in arcs, no recursion;
//! beside the digraph it holds the reversed digraph and eight bytes a vertex.
//!
//! On large digraphs all the time goes into waiting for memory: a vertex's row,
//! the row's entries and their words lie anywhere. The queue tells what will be
//! needed, so it is asked for a few vertices ahead, which halves the time.

use crate::Outcome;
use outplay_board::Digraph;

/// How far ahead in the queue the start of a row, its entries and their words
/// are asked for.
const AHEAD: [usize; 3] = [24, 16, 8];
/// The entries of a row whose words are asked for.
const ENTRIES: usize = 8;

const OPEN: u32 = 1 << 31;
const WON: u32 = 1 << 30;

/// The outcome and remoteness of every vertex, packed into one word each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels(Vec<u32>);

impl Labels {
    /// The outcome for the player to move at vertex `v`.
    #[inline]
    pub fn outcome(&self, v: u32) -> Outcome {
        match self.0[v as usize] {
            word if word & OPEN != 0 => Outcome::Draw,
            word if word & WON != 0 => Outcome::Win,
            _ => Outcome::Lose,
        }
    }

    /// How many moves the game lasts from `v` when the winner hurries and the
    /// loser delays; `None` at a draw.
    #[inline]
    pub fn remoteness(&self, v: u32) -> Option<u32> {
        let word = self.0[v as usize];
        (word & OPEN == 0).then_some(word & !WON)
    }

    /// How many vertices are labelled.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Is there nothing to label?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many vertices are won, lost and drawn.
    pub fn counts(&self) -> [usize; 3] {
        let mut counts = [0; 3];
        for v in 0..self.0.len() as u32 {
            counts[match self.outcome(v) {
                Outcome::Win => 0,
                Outcome::Lose => 1,
                Outcome::Draw => 2,
            }] += 1;
        }
        counts
    }
}

/// Labels every vertex of a digraph. Vertices without arcs are lost for the
/// player to move, except those that `won` names.
///
/// # Panics
/// If there are 2^30 vertices or more.
pub fn label(digraph: &Digraph, won: impl Fn(u32) -> bool) -> Labels {
    label_ended(digraph, |v| match won(v) {
        true => Outcome::Win,
        false => Outcome::Lose,
    })
}

/// The same where play can also end in a draw: `ended` says what a vertex without arcs is.
///
/// # Panics
/// If there are 2^30 vertices or more.
pub fn label_ended(digraph: &Digraph, ended: impl Fn(u32) -> Outcome) -> Labels {
    let n = digraph.vertex_count();
    assert!(n < WON as usize);
    let (offsets, entries) = digraph.reversed().into_rows();
    let row = |v: u32| {
        let v = v as usize;
        &entries[offsets[v] as usize..offsets[v + 1] as usize]
    };
    // While a vertex is open its word counts the successors not known to be won.
    let mut words = Vec::with_capacity(n);
    let mut queue = Vec::with_capacity(n);
    for v in digraph.vertices() {
        let arcs = digraph.arcs_of(v).len() as u32;
        let word = match arcs {
            0 => match ended(v) {
                Outcome::Win => WON,
                Outcome::Lose => 0,
                Outcome::Draw => OPEN,
            },
            _ => OPEN | arcs,
        };
        if word & OPEN == 0 {
            queue.push(v);
        }
        words.push(word);
    }
    let mut next = 0;
    while next < queue.len() {
        let [far, near, nearest] = AHEAD.map(|ahead| queue.get(next + ahead));
        if let Some(&v) = far {
            prefetch(&offsets, v);
            prefetch(&words, v);
        }
        if let Some(&v) = near {
            prefetch(&entries, offsets[v as usize]);
        }
        if let Some(&v) = nearest {
            for &u in row(v).iter().take(ENTRIES) {
                prefetch(&words, u);
            }
        }
        let v = queue[next];
        next += 1;
        let word = words[v as usize];
        let remoteness = (word & !WON) + 1;
        for &u in row(v) {
            let open = words[u as usize];
            if open & OPEN == 0 {
                continue;
            }
            words[u as usize] = if word & WON == 0 {
                WON | remoteness
            } else if open == OPEN | 1 {
                remoteness
            } else {
                words[u as usize] = open - 1;
                continue;
            };
            queue.push(u);
        }
    }
    Labels(words)
}

/// Asks the processor to fetch an entry into its cache, where it can be asked.
#[inline(always)]
fn prefetch(words: &[u32], i: u32) {
    #[cfg(target_arch = "x86_64")]
    if let Some(word) = words.get(i as usize) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint that reads and writes nothing, at an address that is
        // valid anyway; every x86-64 processor has the instruction.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(word).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (words, i);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition, by rounds: repeat the two rules until nothing changes.
    fn by_rounds(digraph: &Digraph, won: &[bool]) -> Vec<(Outcome, Option<u32>)> {
        let n = digraph.vertex_count();
        let mut labels: Vec<Option<(Outcome, u32)>> = vec![None; n];
        for round in 0..=n as u32 {
            let known = labels.clone();
            for v in digraph.vertices() {
                if labels[v as usize].is_some() {
                    continue;
                }
                let successors = digraph.successors(v);
                let after = |outcome| {
                    successors
                        .iter()
                        .filter(|&&w| known[w as usize].is_some_and(|l| l.0 == outcome))
                        .count()
                };
                labels[v as usize] = if round == 0 {
                    successors.is_empty().then(|| match won[v as usize] {
                        true => (Outcome::Win, 0),
                        false => (Outcome::Lose, 0),
                    })
                } else if after(Outcome::Lose) > 0 {
                    Some((Outcome::Win, round))
                } else if !successors.is_empty() && after(Outcome::Win) == successors.len() {
                    Some((Outcome::Lose, round))
                } else {
                    None
                };
            }
        }
        labels
            .into_iter()
            .map(|l| l.map_or((Outcome::Draw, None), |(o, r)| (o, Some(r))))
            .collect()
    }

    proptest! {
        #[test]
        fn peeling_is_the_definition(
            n in 1u32..14,
            raw in prop::collection::vec((0u32..14, 0u32..14), 0..40),
            won in prop::collection::vec(any::<bool>(), 14),
        ) {
            let arcs = raw.iter().map(|&(a, b)| (a % n, b % n)).collect();
            let digraph = Digraph::new(n as usize, arcs).unwrap();
            let labels = label(&digraph, |v| won[v as usize]);
            let got: Vec<_> = digraph
                .vertices()
                .map(|v| (labels.outcome(v), labels.remoteness(v)))
                .collect();
            prop_assert_eq!(got, by_rounds(&digraph, &won));
        }
    }

    /// Many heaps side by side, from which one takes one or two pebbles: lost
    /// exactly at the multiples of three, because the winner makes every two
    /// moves take three pebbles.
    #[test]
    fn wide_digraphs_are_labelled_right() {
        const COPIES: u32 = 1_000;
        const HEAP: u32 = 200;
        let mut arcs = Vec::new();
        for heap in 1..HEAP {
            for copy in 0..COPIES {
                for take in 1..=heap.min(2) {
                    let to = (heap - take) * COPIES + (copy * 7 + take) % COPIES;
                    arcs.push((heap * COPIES + copy, to));
                }
            }
        }
        let digraph = Digraph::new((HEAP * COPIES) as usize, arcs).unwrap();
        let labels = label(&digraph, |_| false);
        for v in digraph.vertices() {
            let (rounds, rest) = (v / COPIES / 3, v / COPIES % 3);
            let expected = match rest {
                0 => (Outcome::Lose, Some(2 * rounds)),
                _ => (Outcome::Win, Some(2 * rounds + 1)),
            };
            assert_eq!((labels.outcome(v), labels.remoteness(v)), expected);
        }
    }

    #[test]
    fn play_can_end_in_a_draw() {
        // 0 can end in a draw (3) or lose (to 4, which is won for who moves there); 1 can only
        // lose; 2 can draw or win.
        let arcs = vec![(0, 3), (0, 4), (1, 4), (2, 3), (2, 5)];
        let digraph = Digraph::new(6, arcs).unwrap();
        let ended = [Outcome::Draw, Outcome::Win, Outcome::Lose];
        let labels = label_ended(&digraph, |v| ended[v as usize - 3]);
        let (win, lose, draw) = (Outcome::Win, Outcome::Lose, Outcome::Draw);
        let found: Vec<Outcome> = (0..6).map(|v| labels.outcome(v)).collect();
        assert_eq!(found, [draw, lose, win, draw, win, lose]);
        let lasts: Vec<Option<u32>> = (0..6).map(|v| labels.remoteness(v)).collect();
        assert_eq!(lasts, [None, Some(1), Some(1), None, Some(0), Some(0)]);
    }

    #[test]
    fn loops_draw() {
        // 0 has a loop and an arc to the sink 1; 2 and 3 chase each other; 4 → 2.
        let digraph = Digraph::new(5, vec![(0, 0), (0, 1), (2, 3), (3, 2), (4, 2)]).unwrap();
        let labels = label(&digraph, |_| false);
        assert_eq!(labels.outcome(0), Outcome::Win);
        assert_eq!(labels.counts(), [1, 1, 3]);
        assert_eq!(labels.remoteness(4), None);
    }
}
