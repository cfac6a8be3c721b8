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
//!
//! Several threads search the same root with one table. A child that another thread is in looks
//! four times as hard, so that they spread out where they meet; what others have found below a node that
//! they are at, too, is read anew when it is come back to; and who works below a node that another has settled leaves it.

use super::driver::{Crowd, Worker};
use super::{Entry, Glance, SearchGame};

/// A child on the path that is being searched. The numbers are its own: for
/// the player to move there.
pub(super) struct Slot<N> {
    node: N,
    sketch: u64,
    /// The key, once it is needed: when the node is searched, or when a position with the same
    /// sketch is in the table or among its siblings.
    key: Option<u128>,
    entry: Entry,
}

/// A node on the path that is being searched.
#[derive(Clone, Copy)]
pub(super) struct Level {
    key: u128,
    sketch: u64,
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

/// The sketch of a node whose key is known.
pub(super) fn sketch(key: u128) -> u64 {
    (key >> 64) as u64
}

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
    pub(super) fn proof_number(&mut self, node: &G::Node, name: (u128, u64)) -> Option<bool> {
        let none = Entry::INFINITE;
        loop {
            let entry = self.below(node, name, none, none);
            if entry.value().is_some() || self.stopped() {
                return entry.value();
            }
        }
    }

    /// Searches below an open node until its proof or its disproof number
    /// reaches the given threshold. The path down is a list and no recursion, because
    /// games can be longer than the stack of a thread is deep.
    fn below(&mut self, node: &G::Node, name: (u128, u64), proof: u32, disproof: u32) -> Entry {
        let bottom = self.path.len();
        let mut found = self.enter(node, name, proof, disproof);
        loop {
            if let Some(entry) = found {
                match self.path[bottom..].last() {
                    None => return entry,
                    Some(level) => self.slots[level.child].entry = entry,
                }
                if let Some(crowd) = self.crowd {
                    if let Some(entry) = self.settled_above(crowd, bottom) {
                        found = Some(entry);
                        continue;
                    }
                    if (self.path.last()).is_some_and(|level| crowd.meets(level.sketch)) {
                        self.refresh();
                    }
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
                    let key = self.key(child);
                    let (node, sketch) = (self.slots[child].node.clone(), self.slots[child].sketch);
                    match self.table.get(key) {
                        Some(entry)
                            if entry.value().is_some()
                                || entry.proof >= proof
                                || entry.disproof >= disproof =>
                        {
                            Some(entry)
                        }
                        _ => self.enter(&node, (key, sketch), proof, disproof),
                    }
                }
            };
        }
    }

    /// Goes down to an open node; `Some` if its children settle it at once.
    fn enter(
        &mut self,
        node: &G::Node,
        (key, sketch): (u128, u64),
        proof: u32,
        disproof: u32,
    ) -> Option<Entry> {
        if let Some(crowd) = self.crowd {
            crowd.enter(sketch);
        }
        self.path.push(Level {
            key,
            sketch,
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
                self.table.sketch(level.sketch);
            }
            if let Some(crowd) = self.crowd {
                crowd.leave(level.sketch, entry.value().is_some());
            }
        }
        Some(entry)
    }

    /// Leaves everything below a node of the path that another thread has settled in the meantime: its entry.
    fn settled_above(&mut self, crowd: &Crowd, bottom: usize) -> Option<Entry> {
        if !crowd.news(&mut self.heard) {
            return None;
        }
        let settled = |level: &Level| self.table.get(level.key).filter(|e| e.value().is_some());
        let (height, entry) = (bottom..self.path.len())
            .find_map(|i| settled(&self.path[i]).map(|entry| (i, entry)))?;
        for level in self.path.drain(height..).rev() {
            self.slots.truncate(level.base);
            crowd.leave(level.sketch, false);
        }
        Some(entry)
    }

    /// Reads anew what the table knows of the children at the end of the path.
    fn refresh(&mut self) {
        let base = self.path.last().map_or(0, |level| level.base);
        for i in base..self.slots.len() {
            let slot = &self.slots[i];
            if slot.entry.value().is_none() && self.table.may_hold(slot.sketch) {
                let key = self.key(i);
                if let Some(entry) = self.table.get(key) {
                    self.slots[i].entry = entry;
                }
            }
        }
    }

    /// The key of a slot, made if need be.
    fn key(&mut self, slot: usize) -> u128 {
        let slot = &mut self.slots[slot];
        *slot
            .key
            .get_or_insert_with(|| self.game.key(&slot.node, &mut self.scratch))
    }

    /// Looks at a node and, if it is open, asks the table.
    fn meet(&mut self, mut node: G::Node) -> Result<Slot<G::Node>, bool> {
        let (key, sketch, guess) = match self.look(&mut node) {
            Glance::Settled(value) => return Err(value),
            Glance::Open { key, guess } => (Some(key), sketch(key), guess),
            Glance::Sketched { sketch, guess } => {
                let known = self.table.may_hold(sketch);
                let key = known.then(|| self.game.key(&node, &mut self.scratch));
                (key, sketch, guess)
            }
        };
        let entry = key.and_then(|key| self.table.get(key)).unwrap_or(guess);
        match entry.value() {
            Some(value) => Err(value),
            None => Ok(Slot {
                node,
                sketch,
                key,
                entry,
            }),
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
                sketch: 0,
                key: None,
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
                    self.slots.push(slot);
                    if self.is_double(base + 1) {
                        self.slots.pop();
                    }
                }
            }
        }
        self.fresh = fresh;
        if won {
            Some(Entry::settled(true))
        } else if self.stopped() {
            Some(Entry::new(1, 1))
        } else if self.slots.len() == base + 1 {
            Some(Entry::settled(false))
        } else {
            None
        }
    }

    /// Is the last slot the same as another, from a first one on?
    fn is_double(&mut self, first: usize) -> bool {
        let last = self.slots.len() - 1;
        let sketch = self.slots[last].sketch;
        (first..last).any(|i| self.slots[i].sketch == sketch && self.key(i) == self.key(last))
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
        // The numbers of the node, the child that looks best and how the second best looks.
        let crowd = self.crowd;
        let looks = |slot: &Slot<G::Node>| match crowd {
            Some(crowd) if slot.entry.disproof > 0 => crowd.looks(slot.sketch, slot.entry.disproof),
            _ => slot.entry.disproof,
        };
        let (mut best, mut first, mut second) = (base, u32::MAX, Entry::INFINITE);
        let (mut proof, mut largest, mut open) = (u32::MAX, 0, 0u32);
        for (i, slot) in self.slots.iter().enumerate().skip(base + 1) {
            let entry = slot.entry;
            if entry.proof == 0 {
                continue;
            }
            open += 1;
            largest = largest.max(entry.proof);
            proof = proof.min(entry.disproof);
            let looks = looks(slot);
            if looks < first || looks == first && entry.proof < self.slots[best].entry.proof {
                second = second.min(first);
                first = looks;
                best = i;
            } else {
                second = second.min(looks);
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
        let shadow_looks = looks(&self.slots[base]);
        let (child, child_proof, child_disproof) = if nearer && shadow_looks <= pays {
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
                limit = limit.min(shadow_looks / WORTH + 1);
            }
            // More than the child has now, or it would come back at once.
            let least = self.slots[best].entry.disproof + 1;
            (best, child_proof, max_proof.min(limit).max(least))
        };
        Wide::Deeper {
            child,
            proof: child_proof,
            disproof: child_disproof,
        }
    }
}
