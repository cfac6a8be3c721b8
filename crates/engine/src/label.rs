//! Retrograde analysis: who wins at every vertex of a digraph.
//!
//! The one labelling algorithm of the program. Start from the vertices without
//! arcs and peel backwards: an arc to a lost vertex wins, all arcs to won
//! vertices lose, and what is never reached is where play can go on for ever: a draw, or won by who
//! only has to hold out. The queue runs in order
//! of remoteness, so the first lost successor found is the quickest win and the
//! last won successor found is the longest defence. Linear in arcs, no recursion;
//! beside the digraph it holds the reversed digraph and eight bytes a vertex.
//!
//! On large digraphs all the time goes into waiting for memory: a vertex's row,
//! the row's entries and their words lie anywhere. The queue tells what will be
//! needed, so it is asked for a few vertices ahead, which halves the time.
//!
//! Several threads share a level, the vertices of one remoteness, where it is large. Whoever
//! takes the last arc to a vertex, or the first to a lost one, queues it; that all happens within
//! one level, so the labels do not depend on who comes first. Small levels are peeled by
//! the calling thread alone, because a digraph can have millions of them.

use crate::Outcome;
use outplay_board::{Digraph, share};
use std::mem;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// How far ahead in the queue the start of a row, its entries and their words
/// are asked for.
const AHEAD: [usize; 3] = [24, 16, 8];
/// The entries of a row whose words are asked for.
const ENTRIES: usize = 8;
/// A level with so many vertices is worth several threads: starting one takes as long as some
/// hundred vertices.
const LARGE: usize = 1 << 13;
/// How many vertices a thread takes at a time.
const CHUNK: usize = 1 << 11;

/// Bits of a vertex that has no remoteness, because nobody forces an end; that is won; and, beside
/// the first, that is lost.
const OPEN: u32 = 1 << 31;
const WON: u32 = 1 << 30;
const LOST: u32 = 1 << 29;

/// The outcome and remoteness of every vertex, packed into one word each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels(Vec<u32>);

impl Labels {
    /// The outcome for the player to move at vertex `v`.
    #[inline]
    pub fn outcome(&self, v: u32) -> Outcome {
        match self.0[v as usize] {
            word if word & WON != 0 => Outcome::Win,
            word if word & OPEN == 0 || word & LOST != 0 => Outcome::Lose,
            _ => Outcome::Draw,
        }
    }

    /// How many moves the game lasts from `v` when the winner hurries and the
    /// loser delays; `None` where it never ends, and at a draw.
    #[inline]
    pub fn remoteness(&self, v: u32) -> Option<u32> {
        let word = self.0[v as usize];
        (word & OPEN == 0).then_some(word & !WON)
    }

    /// How many vertices are labelled.
    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        self.0.len()
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

/// Labels every vertex of a digraph, on so many threads. Vertices without arcs are lost for the
/// player to move, except those that `won` names; play that never ends is a draw.
///
/// # Panics
/// If there are 2^30 vertices, or 2^29 arcs from one.
pub fn label(digraph: &Digraph, threads: usize, won: impl Fn(u32) -> bool + Sync) -> Labels {
    label_ended(digraph, threads, |v| match digraph.arcs_of(v).is_empty() {
        true if won(v) => Outcome::Win,
        true => Outcome::Lose,
        false => Outcome::Draw,
    })
}

/// The same where play can come to other things: `ended` says what a vertex without arcs is, and of
/// any other what it comes to if play goes on for ever there. Somebody who wins endless play must
/// win it everywhere, and then no end is a draw.
///
/// # Panics
/// If there are 2^30 vertices, or 2^29 arcs from one.
pub fn label_ended(
    digraph: &Digraph,
    threads: usize,
    ended: impl Fn(u32) -> Outcome + Sync,
) -> Labels {
    label_shared(digraph, threads, [LARGE, CHUNK], &ended)
}

/// The same with levels that are large enough for threads, and what these take at a time.
fn label_shared(
    digraph: &Digraph,
    threads: usize,
    [large, chunk]: [usize; 2],
    ended: &(dyn Fn(u32) -> Outcome + Sync),
) -> Labels {
    let n = digraph.vertex_count();
    assert!(n < WON as usize);
    let (offsets, entries) = digraph.reversed(threads).into_rows();
    let mut words = vec![0; n];
    let queue = Mutex::new(Vec::with_capacity(n));
    let join = |queue: &Mutex<Vec<u32>>, found: &[u32]| {
        queue.lock().expect("no panic").extend_from_slice(found);
    };
    share(
        threads,
        words.chunks_mut(chunk).enumerate(),
        |(i, words)| {
            let mut found = Vec::new();
            for (v, word) in ((i * chunk) as u32..).zip(words) {
                *word = match digraph.arcs_of(v).len() as u32 {
                    0 => match ended(v) {
                        Outcome::Win => WON,
                        Outcome::Lose => 0,
                        Outcome::Draw => OPEN,
                    },
                    arcs => {
                        assert!(arcs < LOST);
                        OPEN | arcs
                    }
                };
                if *word & OPEN == 0 {
                    found.push(v);
                }
            }
            join(&queue, &found);
        },
    );
    let peeling = Peeling {
        offsets,
        entries,
        words: words.into_iter().map(AtomicU32::new).collect(),
    };
    let mut queue = queue.into_inner().expect("no panic");
    // A queue that was peeled, whose memory serves the next.
    let mut spare = Vec::new();
    let (mut next, mut end) = (0, 0);
    while next < queue.len() {
        if next == end {
            // All that is queued is a level.
            end = queue.len();
            if threads > 1 && end - next >= large {
                let found = Mutex::new(mem::take(&mut spare));
                share(threads, queue[next..].chunks(chunk), |level| {
                    let mut mine = Vec::new();
                    for next in 0..level.len() {
                        peeling.ask_ahead(level, next);
                        peeling.peel::<false>(level[next], &mut mine);
                    }
                    join(&found, &mine);
                });
                spare = mem::replace(&mut queue, found.into_inner().expect("no panic"));
                spare.clear();
                (next, end) = (0, 0);
                continue;
            }
        }
        peeling.ask_ahead(&queue, next);
        peeling.peel::<true>(queue[next], &mut queue);
        next += 1;
    }
    let words = peeling.words.into_iter().map(AtomicU32::into_inner);
    let words = words.zip(0..).map(|(word, v)| match word & OPEN {
        0 => word,
        _ => match ended(v) {
            Outcome::Win => OPEN | WON,
            Outcome::Lose => OPEN | LOST,
            Outcome::Draw => OPEN,
        },
    });
    Labels(words.collect())
}

/// The digraph with its arcs turned round, and what is known.
struct Peeling {
    offsets: Vec<u32>,
    entries: Vec<u32>,
    /// While a vertex is open its word counts the successors not known to be won.
    words: Vec<AtomicU32>,
}

impl Peeling {
    #[inline(always)]
    fn row(&self, v: u32) -> &[u32] {
        let v = v as usize;
        &self.entries[self.offsets[v] as usize..self.offsets[v + 1] as usize]
    }

    /// Asks for what the next vertices of the queue will need.
    #[inline(always)]
    fn ask_ahead(&self, queue: &[u32], next: usize) {
        let [far, near, nearest] = AHEAD.map(|ahead| queue.get(next + ahead));
        if let Some(&v) = far {
            prefetch(&self.offsets, v);
            prefetch(&self.words, v);
        }
        if let Some(&v) = near {
            prefetch(&self.entries, self.offsets[v as usize]);
        }
        if let Some(&v) = nearest {
            for &u in self.row(v).iter().take(ENTRIES) {
                prefetch(&self.words, u);
            }
        }
    }

    /// Tells the label of `v` to the vertices with arcs to it, and adds those that are known
    /// now to `found`.
    #[inline(always)]
    fn peel<const ALONE: bool>(&self, v: u32, found: &mut Vec<u32>) {
        let word = self.words[v as usize].load(Relaxed);
        let remoteness = (word & !WON) + 1;
        let told = |open: u32| {
            if open & OPEN == 0 {
                None
            } else if word & WON == 0 {
                Some(WON | remoteness)
            } else if open == OPEN | 1 {
                Some(remoteness)
            } else {
                Some(open - 1)
            }
        };
        for &u in self.row(v) {
            let at = &self.words[u as usize];
            let new = if ALONE {
                let new = told(at.load(Relaxed));
                new.inspect(|&new| at.store(new, Relaxed))
            } else {
                at.fetch_update(Relaxed, Relaxed, told).ok().and_then(told)
            };
            if new.is_some_and(|new| new & OPEN == 0) {
                found.push(u);
            }
        }
    }
}

/// Asks the processor to fetch an entry into its cache, where it can be asked.
#[inline(always)]
fn prefetch<T>(words: &[T], i: u32) {
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
    fn by_rounds(digraph: &Digraph, ended: impl Fn(u32) -> Outcome) -> Vec<(Outcome, Option<u32>)> {
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
                    let here = ended(v);
                    (successors.is_empty() && here != Outcome::Draw).then_some((here, 0))
                } else if after(Outcome::Lose) > 0 {
                    Some((Outcome::Win, round))
                } else if !successors.is_empty() && after(Outcome::Win) == successors.len() {
                    Some((Outcome::Lose, round))
                } else {
                    None
                };
            }
        }
        let open = |v| (ended(v), None);
        let labels = labels.into_iter().zip(0..);
        labels
            .map(|(l, v)| l.map_or_else(|| open(v), |(o, r)| (o, Some(r))))
            .collect()
    }

    proptest! {
        #[test]
        fn peeling_is_the_definition(
            n in 1u32..14,
            raw in prop::collection::vec((0u32..14, 0u32..14), 0..40),
            ended in prop::collection::vec(
                prop::sample::select(vec![Outcome::Win, Outcome::Lose, Outcome::Draw]),
                14,
            ),
        ) {
            let arcs = raw.iter().map(|&(a, b)| (a % n, b % n)).collect();
            let digraph = Digraph::new(n as usize, arcs).unwrap();
            let ended = |v| match digraph.successors(v).is_empty() {
                true => ended[v as usize],
                false => Outcome::Draw,
            };
            for threads in 1..=3 {
                let labels = label_shared(&digraph, threads, [2, 1], &ended);
                let got: Vec<_> = digraph
                    .vertices()
                    .map(|v| (labels.outcome(v), labels.remoteness(v)))
                    .collect();
                prop_assert_eq!(got, by_rounds(&digraph, ended));
            }
        }

        /// Even vertices are where somebody moves who wins by holding out: exactly where that can
        /// be done for as many moves as there are vertices.
        #[test]
        fn who_holds_out_for_ever_wins(
            n in 1u32..16,
            raw in prop::collection::vec((0u32..16, 0u32..16), 0..50),
            won in prop::collection::vec(prop::bool::ANY, 16),
        ) {
            // Turns alternate between even and odd vertices.
            let turn = |v: u32| v.is_multiple_of(2);
            let arcs = raw.iter().map(|&(a, b)| (a % n, b % n));
            let arcs = arcs.filter(|&(a, b)| turn(a) != turn(b)).collect();
            let digraph = Digraph::new(n as usize, arcs).unwrap();
            let ended = |v| match (digraph.successors(v).is_empty(), won[v as usize]) {
                (true, true) => Outcome::Win,
                (true, false) => Outcome::Lose,
                (false, _) if turn(v) => Outcome::Win,
                (false, _) => Outcome::Lose,
            };
            // Not lost so far by who holds out.
            let mut holds = vec![true; n as usize];
            for _ in 0..=n {
                holds = digraph.vertices().map(|v| {
                    let successors = digraph.successors(v);
                    let held = |&w: &u32| holds[w as usize];
                    match (successors.is_empty(), turn(v)) {
                        (true, mine) => won[v as usize] == mine,
                        (false, true) => successors.iter().any(held),
                        (false, false) => successors.iter().all(held),
                    }
                }).collect();
            }
            let labels = label_ended(&digraph, 1, ended);
            for v in digraph.vertices() {
                let wins = labels.outcome(v) == Outcome::Win;
                prop_assert_eq!(wins == turn(v), holds[v as usize], "{}", v);
            }
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
        for threads in 1..=3 {
            let labels = label_shared(&digraph, threads, [256, 64], &|_| Outcome::Lose);
            for v in digraph.vertices() {
                let (rounds, rest) = (v / COPIES / 3, v / COPIES % 3);
                let expected = match rest {
                    0 => (Outcome::Lose, Some(2 * rounds)),
                    _ => (Outcome::Win, Some(2 * rounds + 1)),
                };
                assert_eq!((labels.outcome(v), labels.remoteness(v)), expected);
            }
        }
    }

    #[test]
    fn labels_are_the_same_on_any_number_of_threads() {
        const N: usize = 150_000;
        let mut rng = crate::Rng::new(7);
        let mut end = || rng.below(N) as u32;
        let digraph = Digraph::new(N, (0..2 * N).map(|_| (end(), end())).collect()).unwrap();
        let ended = |v| match digraph.successors(v).is_empty() {
            true => [Outcome::Win, Outcome::Lose, Outcome::Lose, Outcome::Draw][v as usize % 4],
            false => Outcome::Draw,
        };
        let alone = label_ended(&digraph, 1, ended);
        // Of each there are many, and the levels are large ones.
        assert!(alone.counts().into_iter().all(|count| count > LARGE));
        for level in 0..4 {
            let known = |&v: &u32| alone.remoteness(v) == Some(level);
            assert!(digraph.vertices().filter(known).count() > LARGE);
        }
        for threads in [2, 3, 8] {
            assert!(label_ended(&digraph, threads, ended) == alone, "{threads}");
        }
    }

    #[test]
    fn play_can_end_in_a_draw() {
        // 0 can end in a draw (3) or lose (to 4, which is won for who moves there); 1 can only
        // lose; 2 can draw or win.
        let arcs = vec![(0, 3), (0, 4), (1, 4), (2, 3), (2, 5)];
        let digraph = Digraph::new(6, arcs).unwrap();
        let ended = [Outcome::Draw, Outcome::Win, Outcome::Lose];
        let ended = |v: u32| match v.checked_sub(3) {
            Some(end) => ended[end as usize],
            None => Outcome::Draw,
        };
        let labels = label_ended(&digraph, 1, ended);
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
        let labels = label(&digraph, 1, |_| false);
        assert_eq!(labels.outcome(0), Outcome::Win);
        assert_eq!(labels.counts(), [1, 1, 3]);
        assert_eq!(labels.remoteness(4), None);
    }
}
