//! Depth-first proof-number search (df-pn).
//!
//! A position's proof number says how many open positions must at least be won to
//! show that the player to move wins, its disproof number the same for a loss. The
//! search always goes to the position where least is missing, staying below
//! a node while its numbers are under the thresholds at which another node would be
//! better. Thresholds are a quarter more generous than needed (the 1+ε trick), which
//! saves most of the walking to and fro. Positions here form a digraph without
//! cycles, in which one open position can be counted on many ways; so a node's
//! disproof number is the largest among its children's plus one for every other
//! open child, not their sum.

use super::driver::Worker;
use super::{Entry, Glance, SearchGame};

/// A child on the path that is being searched. The numbers are its own: for
/// the player to move there.
pub(super) struct Slot<N> {
    node: N,
    key: u128,
    entry: Entry,
}

impl<G: SearchGame> Worker<'_, G> {
    /// Searches a node until it is settled or the search is stopped.
    pub(super) fn proof_number(&mut self, node: &G::Node, key: u128) -> Option<bool> {
        let none = Entry::INFINITE;
        loop {
            let entry = self.below(node, key, none, none);
            if entry.value().is_some() || self.stopped() {
                return entry.value();
            }
        }
    }

    /// Searches below an open node until its proof or its disproof number
    /// reaches the given threshold.
    fn below(&mut self, node: &G::Node, key: u128, proof: u32, disproof: u32) -> Entry {
        let before = self.positions;
        let base = self.slots.len();
        let entry = match self.expand(node) {
            Some(entry) => entry,
            None => self.widen(base, proof, disproof),
        };
        self.slots.truncate(base);
        if entry.value().is_some() || !self.stopped() {
            self.table.put(key, entry, self.positions - before);
        }
        entry
    }

    /// Puts the open children of a node on the stack; `Some` if that settles the node.
    fn expand(&mut self, node: &G::Node) -> Option<Entry> {
        let base = self.slots.len();
        let mut fresh = std::mem::take(&mut self.fresh);
        fresh.clear();
        self.game.children(node, &mut self.scratch, &mut fresh);
        let mut won = false;
        for mut child in fresh.drain(..) {
            if won {
                continue;
            }
            match self.look(&mut child) {
                Glance::Settled(value) => won = !value,
                Glance::Open {
                    key,
                    proof,
                    disproof,
                } => {
                    if self.slots[base..].iter().any(|slot| slot.key == key) {
                        continue;
                    }
                    let entry = match self.table.get(key) {
                        Some(entry) => entry,
                        None => match self.settle(&child) {
                            Some(value) => {
                                let entry = Entry::settled(value);
                                self.table.put(key, entry, 1);
                                entry
                            }
                            None => self.perturbed(key, Entry { proof, disproof }),
                        },
                    };
                    match entry.value() {
                        Some(value) => won = !value,
                        None => self.slots.push(Slot {
                            node: child,
                            key,
                            entry,
                        }),
                    }
                }
            }
        }
        self.fresh = fresh;
        if won {
            Some(Entry::settled(true))
        } else if self.slots.len() == base {
            Some(Entry::settled(false))
        } else {
            None
        }
    }

    fn widen(&mut self, base: usize, max_proof: u32, max_disproof: u32) -> Entry {
        loop {
            // The numbers of the node, its best child and the second best.
            let (mut best, mut proof, mut second) = (base, u32::MAX, Entry::INFINITE);
            let (mut largest, mut open) = (0, 0u32);
            for (i, slot) in self.slots[base..].iter().enumerate() {
                let Entry {
                    proof: child_proof,
                    disproof: child_disproof,
                } = slot.entry;
                if child_proof == 0 {
                    continue;
                }
                open += 1;
                largest = largest.max(child_proof);
                if child_disproof < proof
                    || child_disproof == proof && child_proof < self.slots[best].entry.proof
                {
                    second = second.min(proof);
                    proof = child_disproof;
                    best = base + i;
                } else {
                    second = second.min(child_disproof);
                }
            }
            if open == 0 {
                return Entry::settled(false);
            }
            if proof == 0 {
                return Entry::settled(true);
            }
            let disproof = (largest + open - 1).min(Entry::INFINITE - 1);
            let entry = Entry {
                proof: proof.min(Entry::INFINITE - 1),
                disproof,
            };
            if proof >= max_proof || disproof >= max_disproof || self.stopped() {
                return entry;
            }
            let child_disproof = max_proof.min(second.saturating_add(1 + second / 4));
            let child_proof = if max_disproof >= Entry::INFINITE {
                Entry::INFINITE
            } else {
                max_disproof - (open - 1)
            };
            let (node, key) = (self.slots[best].node.clone(), self.slots[best].key);
            self.slots[best].entry = match self.table.get(key) {
                Some(entry)
                    if entry.value().is_some()
                        || entry.proof >= child_proof
                        || entry.disproof >= child_disproof =>
                {
                    entry
                }
                _ => self.below(&node, key, child_proof, child_disproof),
            };
        }
    }
}
