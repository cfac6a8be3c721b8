//! Runs a search on one thread or several, within limits.
//!
//! All threads search the same position with one shared table, and each sees where the
//! others are. The verdict does not depend on who finds it.

use super::proof_number::{Level, Slot, sketch};
use super::{Entry, Found, Glance, SearchGame, Table};
use crate::{Budget, Stop};
use outplay_board::beside;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering::Relaxed};

/// What a search may use.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    /// What it learns, and what others have learnt.
    pub table: &'a Table,
    /// How many threads, from 1.
    pub threads: usize,
    /// Its limits.
    pub budget: &'a Budget<'a>,
}

impl<'a> Means<'a> {
    /// A table, so many threads, and limits.
    pub fn new(table: &'a Table, threads: usize, budget: &'a Budget<'a>) -> Self {
        Self {
            table,
            threads,
            budget,
        }
    }

    /// Does `work` with what is left of the limits after so many positions.
    pub fn after<T>(&self, positions: u64, work: impl FnOnce(&Means<'_>) -> T) -> T {
        let budget = Budget {
            positions: self.budget.positions.saturating_sub(positions),
            stop: &|now| (self.budget.stop)(positions + now),
            ..*self.budget
        };
        work(&Means {
            budget: &budget,
            ..*self
        })
    }

    /// A table alone: one thread without limits.
    pub fn alone(table: &'a Table) -> Self {
        Self::new(table, 1, &Budget::UNLIMITED)
    }
}

/// How many positions a thread looks at before it reports and asks whether to go on.
const POLL: u64 = 64;

/// Where the threads are: how many are below a node, by its sketch. Two nodes with one
/// sketch only look harder than they are.
pub(super) struct Crowd {
    below: Vec<AtomicU16>,
    /// How often a node was settled while others were below it.
    news: AtomicU64,
}

impl Crowd {
    const SIZE: usize = 1 << 14;

    fn new() -> Self {
        Self {
            below: (0..Self::SIZE).map(|_| AtomicU16::new(0)).collect(),
            news: AtomicU64::new(0),
        }
    }

    fn at(&self, sketch: u64) -> &AtomicU16 {
        &self.below[sketch as usize % Self::SIZE]
    }

    pub(super) fn enter(&self, sketch: u64) {
        self.at(sketch).fetch_add(1, Relaxed);
    }

    pub(super) fn leave(&self, sketch: u64, settled: bool) {
        let others = self.at(sketch).fetch_sub(1, Relaxed) > 1;
        if settled && others {
            self.news.fetch_add(1, Relaxed);
        }
    }

    /// Is anybody else below a node that this thread is below?
    pub(super) fn meets(&self, sketch: u64) -> bool {
        self.at(sketch).load(Relaxed) > 1
    }

    /// How hard a node looks: four times as hard for everybody who is there.
    pub(super) fn looks(&self, sketch: u64, number: u32) -> u32 {
        let there = self.at(sketch).load(Relaxed).min(15);
        let harder = u64::from(number) << (2 * there);
        harder.min(Entry::INFINITE.into()) as u32
    }

    /// Was anything settled since it was last heard?
    pub(super) fn news(&self, heard: &mut u64) -> bool {
        let news = self.news.load(Relaxed);
        news != std::mem::replace(heard, news)
    }
}

struct Shared {
    over: AtomicBool,
    positions: AtomicU64,
    value: OnceLock<bool>,
    stopped: OnceLock<Stop>,
}

pub(super) struct Worker<'a, G: SearchGame> {
    pub(super) game: &'a G,
    pub(super) table: &'a Table,
    pub(super) scratch: G::Scratch,
    /// Positions this thread has looked at.
    pub(super) positions: u64,
    pub(super) slots: Vec<Slot<G::Node>>,
    pub(super) fresh: Vec<G::Node>,
    pub(super) path: Vec<Level>,
    /// The other threads, if there are any, and the last that was heard of them.
    pub(super) crowd: Option<&'a Crowd>,
    pub(super) heard: u64,
    reported: u64,
    shared: &'a Shared,
    budget: Option<&'a Budget<'a>>,
}

impl<'a, G: SearchGame> Worker<'a, G> {
    fn new(game: &'a G, table: &'a Table, shared: &'a Shared, crowd: Option<&'a Crowd>) -> Self {
        Self {
            game,
            table,
            scratch: game.scratch(),
            positions: 0,
            slots: Vec::new(),
            fresh: Vec::new(),
            path: Vec::new(),
            crowd,
            heard: 0,
            reported: 0,
            shared,
            budget: None,
        }
    }

    pub(super) fn look(&mut self, node: &mut G::Node) -> Glance {
        self.positions += 1;
        self.game.glance(node, &mut self.scratch)
    }

    /// Must this thread come to its end? Also asks the caller, now and then.
    pub(super) fn stopped(&mut self) -> bool {
        if self.positions - self.reported >= POLL {
            let new = self.positions - self.reported;
            self.reported = self.positions;
            let all = self.shared.positions.fetch_add(new, Relaxed) + new;
            if let Some(budget) = self.budget
                && let Err(stopped) = budget.check(all, 0).and_then(|()| budget.poll(all))
            {
                let _ = self.shared.stopped.set(stopped.why);
                self.shared.over.store(true, Relaxed);
            }
        }
        self.shared.over.load(Relaxed)
    }

    fn run(&mut self, node: &G::Node, name: (u128, u64)) {
        let value = self.proof_number(node, name);
        if let Some(value) = value {
            let _ = self.shared.value.set(value);
            self.shared.over.store(true, Relaxed);
        }
        self.shared
            .positions
            .fetch_add(self.positions - self.reported, Relaxed);
    }
}

/// What glance and table say about a node, without any search.
pub fn known<G: SearchGame>(game: &G, node: &G::Node, table: &Table) -> Option<Entry> {
    match game.glance_with_key(&mut node.clone(), &mut game.scratch()) {
        Err(value) => Some(Entry::settled(value)),
        Ok((key, _)) => table.get(key),
    }
}

/// Who wins `node`? Searches until that is known or the budget runs out; the
/// budget's bytes are not looked at, because the table's size is fixed.
pub fn search<G: SearchGame>(game: &G, node: &G::Node, means: &Means<'_>) -> Found {
    let Means {
        table,
        threads,
        budget,
    } = *means;
    let shared = Shared {
        over: AtomicBool::new(false),
        positions: AtomicU64::new(0),
        value: OnceLock::new(),
        stopped: OnceLock::new(),
    };
    let crowd = (threads > 1).then(Crowd::new);
    let crowd = crowd.as_ref();
    let mut first = Worker::new(game, table, &shared, crowd);
    first.budget = Some(budget);
    let mut root = node.clone();
    let name = match first.look(&mut root) {
        Glance::Settled(value) => Err(value),
        Glance::Open { key, .. } => Ok((key, sketch(key))),
        Glance::Sketched { sketch, .. } => Ok((game.key(&root, &mut first.scratch), sketch)),
    };
    let at_once = match name.map(|name| (name, table.get(name.0).and_then(Entry::value))) {
        Err(value) | Ok((_, Some(value))) => Some(value),
        Ok((name, None)) => {
            let other = || Worker::new(game, table, &shared, crowd).run(&root, name);
            beside(threads.max(1) - 1, &other, &mut || {
                first.run(&root, name);
            });
            first.positions = 0;
            shared.value.get().copied()
        }
    };
    Found {
        wins: at_once,
        positions: shared.positions.load(Relaxed) + first.positions,
        stopped: match at_once {
            Some(_) => None,
            None => shared.stopped.get().copied(),
        },
        ..Found::default()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Nim with four heaps, the plainest game whose theory is known.
    pub(in super::super) struct Nim;

    impl SearchGame for Nim {
        type Node = [u8; 4];
        type Scratch = ();

        fn scratch(&self) {}

        fn glance(&self, heaps: &mut [u8; 4], (): &mut ()) -> Glance {
            if *heaps == [0; 4] {
                return Glance::Settled(false);
            }
            let mut rng = crate::Rng::new(u64::from(u32::from_le_bytes(*heaps)));
            Glance::Open {
                key: u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64()),
                guess: Entry::new(1, 1),
            }
        }

        fn children(&self, heaps: &[u8; 4], (): &mut (), children: &mut Vec<[u8; 4]>) {
            for i in 0..4 {
                for left in 0..heaps[i] {
                    let mut next = *heaps;
                    next[i] = left;
                    next.sort_unstable();
                    children.push(next);
                }
            }
        }
    }

    /// The same with sketches that many positions share.
    struct Sketched;

    impl SearchGame for Sketched {
        type Node = [u8; 4];
        type Scratch = ();

        fn scratch(&self) {}

        fn glance(&self, heaps: &mut [u8; 4], (): &mut ()) -> Glance {
            match Nim.glance(heaps, &mut ()) {
                Glance::Open { guess, .. } => Glance::Sketched {
                    sketch: heaps.iter().map(|&heap| u64::from(heap) << 56).sum(),
                    guess,
                },
                seen => seen,
            }
        }

        fn key(&self, heaps: &[u8; 4], (): &mut ()) -> u128 {
            match Nim.glance(&mut heaps.clone(), &mut ()) {
                Glance::Open { key, .. } => key,
                _ => unreachable!("only open positions are asked for"),
            }
        }

        fn children(&self, heaps: &[u8; 4], (): &mut (), children: &mut Vec<[u8; 4]>) {
            Nim.children(heaps, &mut (), children);
        }
    }

    #[test]
    fn sketches_change_nothing_but_when_keys_are_made() {
        let budget = &Budget::UNLIMITED;
        let learnt = Table::new(0);
        for heaps in
            (0..4u32.pow(4)).map(|i| [0, 2, 4, 6].map(|shift| (2 * (i >> shift & 3)) as u8))
        {
            let by_keys = search(&Nim, &heaps, &Means::new(&Table::new(0), 1, budget));
            let table = Table::new(0);
            table.keep_news(0);
            assert_eq!(
                search(&Sketched, &heaps, &Means::new(&table, 1, budget)),
                by_keys
            );
            let report = search(&Sketched, &heaps, &Means::new(&Table::new(0), 2, budget));
            assert_eq!(report.wins, by_keys.wins);
            // What comes from another table has no sketches; it is found nevertheless.
            learnt.learn(table.take_news());
            let again = search(&Sketched, &heaps, &Means::alone(&learnt));
            assert_eq!((again.wins, again.positions), (by_keys.wins, 1));
        }
    }

    #[test]
    fn settles_nim_with_one_thread_and_with_several() {
        let table = Table::new(0);
        for heaps in [
            [1, 2, 3, 0],
            [3, 5, 6, 7],
            [4, 5, 8, 9],
            [1, 3, 5, 7],
            [7, 9, 11, 12],
        ] {
            let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            for threads in [1, 2, 3] {
                let fresh = Table::new(0);
                let report = search(
                    &Nim,
                    &heaps,
                    &Means::new(&fresh, threads, &Budget::UNLIMITED),
                );
                assert_eq!(report.wins, Some(sum != 0), "{heaps:?}");
                assert_eq!(report.stopped, None);
                search(
                    &Nim,
                    &heaps,
                    &Means::new(&table, threads, &Budget::UNLIMITED),
                );
            }
            assert_eq!(
                known(&Nim, &heaps, &table).and_then(Entry::value),
                Some(sum != 0)
            );
        }
        assert_eq!(known(&Nim, &[90, 91, 92, 93], &table), None);
    }
}
