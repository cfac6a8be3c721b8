//! Runs a search on one thread or several, within limits.
//!
//! All threads search the same position with one shared table. The first follows
//! the numbers as they are; the others see the numbers of new positions slightly
//! changed, each in its own way, so that they look elsewhere and leave in the table
//! what the first will need. The verdict does not depend on who finds it.

use super::proof_number::{Level, Slot};
use super::{Entry, Glance, SearchGame, Table};
use crate::{Budget, Stop};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions {
    /// How many threads, from 1.
    pub threads: usize,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self { threads: 1 }
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchReport {
    /// Does the player to move win?
    pub wins: Option<bool>,
    /// How many positions were looked at, repeated ones again.
    pub positions: u64,
    /// Why there is no verdict.
    pub stopped: Option<Stop>,
}

/// How many positions a thread looks at before it reports and asks whether to go on.
const POLL: u64 = 64;

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
    reported: u64,
    number: u64,
    shared: &'a Shared,
    budget: Option<&'a Budget<'a>>,
}

impl<'a, G: SearchGame> Worker<'a, G> {
    fn new(game: &'a G, table: &'a Table, shared: &'a Shared, number: u64) -> Self {
        Self {
            game,
            table,
            scratch: game.scratch(),
            positions: 0,
            slots: Vec::new(),
            fresh: Vec::new(),
            path: Vec::new(),
            reported: 0,
            number,
            shared,
            budget: None,
        }
    }

    pub(super) fn look(&mut self, node: &mut G::Node) -> Glance {
        self.positions += 1;
        self.game.glance(node, &mut self.scratch)
    }

    /// The numbers of a new position, slightly changed in all threads but the first.
    pub(super) fn perturbed(&self, key: u128, entry: Entry) -> Entry {
        if self.number == 0 {
            return entry;
        }
        let noise = (key as u64 ^ self.number).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 62;
        Entry {
            proof: entry.proof + (noise & 1) as u32,
            disproof: entry.disproof + (noise >> 1) as u32,
        }
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

    fn run(&mut self, node: &G::Node, key: u128) {
        let value = self.proof_number(node, key);
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
    match game.glance(&mut node.clone(), &mut game.scratch()) {
        Glance::Settled(value) => Some(Entry::settled(value)),
        Glance::Open { key, .. } => table.get(key),
    }
}

/// Who wins `node`? Searches until that is known or the budget runs out; the
/// budget's bytes are not looked at, because the table's size is fixed.
pub fn search<G: SearchGame>(
    game: &G,
    node: &G::Node,
    table: &Table,
    options: &SearchOptions,
    budget: &Budget<'_>,
) -> SearchReport {
    let shared = Shared {
        over: AtomicBool::new(false),
        positions: AtomicU64::new(0),
        value: OnceLock::new(),
        stopped: OnceLock::new(),
    };
    let mut first = Worker::new(game, table, &shared, 0);
    first.budget = Some(budget);
    let mut root = node.clone();
    let at_once = match first.look(&mut root) {
        Glance::Settled(value) => Some(value),
        Glance::Open { key, .. } => match table.get(key).and_then(Entry::value) {
            Some(value) => Some(value),
            None => {
                if options.threads <= 1 {
                    // Nothing of threads here: there are machines without any.
                    first.run(&root, key);
                } else {
                    std::thread::scope(|scope| {
                        for number in 1..options.threads as u64 {
                            let (root, shared) = (root.clone(), &shared);
                            scope.spawn(move || {
                                Worker::new(game, table, shared, number).run(&root, key);
                            });
                        }
                        first.run(&root, key);
                    });
                }
                first.positions = 0;
                shared.value.get().copied()
            }
        },
    };
    SearchReport {
        wins: at_once,
        positions: shared.positions.load(Relaxed) + first.positions,
        stopped: match at_once {
            Some(_) => None,
            None => shared.stopped.get().copied(),
        },
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
                proof: 1,
                disproof: 1,
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
                let options = SearchOptions { threads };
                let fresh = Table::new(0);
                let report = search(&Nim, &heaps, &fresh, &options, &Budget::UNLIMITED);
                assert_eq!(report.wins, Some(sum != 0), "{heaps:?}");
                assert_eq!(report.stopped, None);
                search(&Nim, &heaps, &table, &options, &Budget::UNLIMITED);
            }
            assert_eq!(
                known(&Nim, &heaps, &table).and_then(Entry::value),
                Some(sum != 0)
            );
        }
        assert_eq!(known(&Nim, &[90, 91, 92, 93], &table), None);
    }
}
