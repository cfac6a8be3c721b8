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

/// A node on the path that is being searched.
#[derive(Clone, Copy)]
pub(super) struct Level {
    key: u128,
    /// The thresholds.
    proof: u32,
    disproof: u32,
    /// Where its slots begin, and the one that is being searched.
    base: usize,
    child: usize,
    /// How many positions had been looked at before.
    before: u64,
}

/// A shadow is searched only as long as its disproof number is at most so many times the proof number of
/// the node: where a win is that much nearer, a loss is not worth looking for.
const WORTH: u32 = 16;

/// What to do at a node.
enum Wide {
    /// Leave it: its numbers.
    Enough(Entry),
    /// Search a slot with these thresholds.
    Deeper {
        child: usize,
        proof: u32,
        disproof: u32,
    },
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
    /// reaches the given threshold. The path down is a list and no recursion, because
    /// games can be longer than the stack of a thread is deep.
    fn below(&mut self, node: &G::Node, key: u128, proof: u32, disproof: u32) -> Entry {
        let bottom = self.path.len();
        let mut found = self.enter(node, key, proof, disproof);
        loop {
            if let Some(entry) = found {
                match self.path[bottom..].last() {
                    None => return entry,
                    Some(level) => self.slots[level.child].entry = entry,
                }
            }
            found = match self.widen() {
                Wide::Enough(entry) => self.leave(entry),
                Wide::Deeper {
                    child,
                    proof,
                    disproof,
                } => {
                    if let Some(level) = self.path.last_mut() {
                        level.child = child;
                    }
                    let (node, key) = (self.slots[child].node.clone(), self.slots[child].key);
                    match self.table.get(key) {
                        Some(entry)
                            if entry.value().is_some()
                                || entry.proof >= proof
                                || entry.disproof >= disproof =>
                        {
                            Some(entry)
                        }
                        _ => self.enter(&node, key, proof, disproof),
                    }
                }
            };
        }
    }

    /// Goes down to an open node; `Some` if its children settle it at once.
    fn enter(&mut self, node: &G::Node, key: u128, proof: u32, disproof: u32) -> Option<Entry> {
        self.path.push(Level {
            key,
            proof,
            disproof,
            base: self.slots.len(),
            child: self.slots.len(),
            before: self.positions,
        });
        let entry = self.expand(node)?;
        self.leave(entry)
    }

    /// Leaves the node at the end of the path with the numbers that it has by now.
    fn leave(&mut self, entry: Entry) -> Option<Entry> {
        if let Some(level) = self.path.pop() {
            self.slots.truncate(level.base);
            if entry.value().is_some() || !self.stopped() {
                let work = self.positions - level.before;
                self.table.put(level.key, entry, work);
            }
        }
        Some(entry)
    }

    /// Looks at a node and, if it is open, asks the table.
    fn meet(&mut self, mut node: G::Node) -> Result<Slot<G::Node>, bool> {
        match self.look(&mut node) {
            Glance::Settled(value) => Err(value),
            Glance::Open {
                key,
                proof,
                disproof,
            } => {
                let entry = self
                    .table
                    .get(key)
                    .unwrap_or_else(|| self.perturbed(key, Entry { proof, disproof }));
                match entry.value() {
                    Some(value) => Err(value),
                    None => Ok(Slot { node, key, entry }),
                }
            }
        }
    }

    /// Puts a node's shadow, or a stand-in that says nothing, and its open children
    /// on the stack; `Some` if that settles the node.
    fn expand(&mut self, node: &G::Node) -> Option<Entry> {
        let base = self.slots.len();
        let shadow = match self.game.shadow(node).map(|shadow| self.meet(shadow)) {
            Some(Err(false)) => return Some(Entry::settled(false)),
            Some(Ok(slot)) => slot,
            Some(Err(true)) | None => Slot {
                node: node.clone(),
                key: 0,
                entry: Entry::settled(true),
            },
        };
        self.slots.push(shadow);
        let mut fresh = std::mem::take(&mut self.fresh);
        fresh.clear();
        self.game.children(node, &mut self.scratch, &mut fresh);
        let mut won = false;
        for child in fresh.drain(..) {
            if won || self.stopped() {
                break;
            }
            match self.meet(child) {
                Err(value) => won = !value,
                Ok(slot) => {
                    if !self.slots[base + 1..].iter().any(|s| s.key == slot.key) {
                        self.slots.push(slot);
                    }
                }
            }
        }
        self.fresh = fresh;
        if won {
            Some(Entry::settled(true))
        } else if self.stopped() {
            Some(Entry {
                proof: 1,
                disproof: 1,
            })
        } else if self.slots.len() == base + 1 {
            Some(Entry::settled(false))
        } else {
            None
        }
    }

    /// What to do at the node at the end of the path.
    fn widen(&mut self) -> Wide {
        let Some(&Level {
            base,
            proof: max_proof,
            disproof: max_disproof,
            ..
        }) = self.path.last()
        else {
            unreachable!("there is a node on the path");
        };
        // The numbers of the node, its best child and the second best.
        let (mut best, mut proof, mut second) = (base, u32::MAX, Entry::INFINITE);
        let (mut largest, mut open) = (0, 0u32);
        for (i, slot) in self.slots.iter().enumerate().skip(base + 1) {
            let entry = slot.entry;
            if entry.proof == 0 {
                continue;
            }
            open += 1;
            largest = largest.max(entry.proof);
            if entry.disproof < proof
                || entry.disproof == proof && entry.proof < self.slots[best].entry.proof
            {
                second = second.min(proof);
                proof = entry.disproof;
                best = i;
            } else {
                second = second.min(entry.disproof);
            }
        }
        let shadow = self.slots[base].entry;
        if open == 0 || shadow.disproof == 0 {
            return Wide::Enough(Entry::settled(false));
        }
        if proof == 0 {
            return Wide::Enough(Entry::settled(true));
        }
        let by_children = (largest + open - 1).min(Entry::INFINITE - 1);
        let disproof = by_children.min(shadow.disproof);
        if proof >= max_proof || disproof >= max_disproof || self.stopped() {
            return Wide::Enough(Entry {
                proof: proof.min(Entry::INFINITE - 1),
                disproof,
            });
        }
        let nearer = shadow.disproof <= by_children;
        let pays = proof.saturating_mul(WORTH);
        let (child, child_proof, child_disproof) = if nearer && shadow.disproof <= pays {
            let limit = by_children.saturating_add(1 + by_children / 8);
            let limit = limit.min(pays.saturating_add(1 + pays / 4));
            (base, Entry::INFINITE, max_disproof.min(limit))
        } else {
            // The proof numbers of children say nothing about the node as long as its shadow is nearer to
            // a loss; a threshold for them would be reached at once, and the search go on for ever.
            let child_proof = if nearer || max_disproof >= Entry::INFINITE {
                Entry::INFINITE
            } else {
                max_disproof - (open - 1)
            };
            let mut limit = second.saturating_add(1 + second / 4);
            if nearer {
                limit = limit.min(shadow.disproof / WORTH + 1).max(proof + 1);
            }
            (best, child_proof, max_proof.min(limit))
        };
        Wide::Deeper {
            child,
            proof: child_proof,
            disproof: child_disproof,
        }
    }
}
