//! Impartial games of normal play whose positions fall apart into sums.
//!
//! A [`SumGame`] says how a position is simplified and taken apart; [`Sums`] turns
//! it into a [`SearchGame`] whose nodes are a position plus a nim heap. Parts that
//! come twice cancel, small parts are replaced by heaps of their Grundy values, and
//! what is left is searched for the winner only, which is far less work than the
//! Grundy values of large positions. Values and verdicts share one table.

use super::{Entry, Glance, SearchGame, Table, spread};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A part of a position, independent of all other parts.
#[derive(Clone, Copy, Debug)]
pub struct Part<P> {
    /// The part as a position of its own.
    pub position: P,
    /// Parts with equal keys have equal Grundy values.
    pub key: u128,
    /// At most so many moves can still be made in it; [`UNVALUED`] if it must
    /// not be replaced by a heap.
    pub size: u32,
    /// A guess of how much work it is, from 1.
    pub work: u32,
}

/// The size of a part that is never replaced by a heap.
pub const UNVALUED: u32 = u32::MAX;

/// An impartial game in which every play ends and who cannot move loses.
pub trait SumGame: Sync {
    /// A position, small.
    type Position: Clone + Send + Sync;
    /// Memory that the methods reuse, one for every thread.
    type Scratch: Send;

    /// Fresh scratch memory.
    fn scratch(&self) -> Self::Scratch;

    /// Called first with every position and the heap beside it: settles the sum at
    /// once, or writes it in another way.
    fn enter(
        &self,
        position: &mut Self::Position,
        heap: &mut u32,
        scratch: &mut Self::Scratch,
    ) -> Option<bool> {
        let _ = (position, heap, scratch);
        None
    }

    /// Takes a position apart: appends independent, simplified parts, and returns the
    /// nim sum of the values of those that are left out.
    fn split(
        &self,
        position: &Self::Position,
        scratch: &mut Self::Scratch,
        parts: &mut Vec<Part<Self::Position>>,
    ) -> u32;

    /// Two parts that were split from one position, put together again.
    fn join(&self, a: &Self::Position, b: &Self::Position) -> Self::Position;

    /// Puts a heap inside a position that must hold it; returns what is to go beside it.
    fn absorb(&self, position: &mut Self::Position, heap: u32) -> u32 {
        let _ = position;
        heap
    }

    /// Appends the positions after every move in a simplified position; of moves
    /// with isomorphic results one is enough.
    fn moves(
        &self,
        position: &Self::Position,
        scratch: &mut Self::Scratch,
        after: &mut Vec<Self::Position>,
    );
}

/// Which parts give way to heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heaps {
    /// Up to this size a part beside a larger one is replaced by a heap.
    pub largest: u32,
    /// Whether equal parts cancel.
    pub cancel: bool,
}

impl Heaps {
    /// The largest size that is allowed: Grundy values are collected in 64 bits.
    const MOST: u32 = 63;
}

/// A game of sums for the search.
pub struct Sums<'a, G> {
    game: &'a G,
    pub(super) table: &'a Table,
    heaps: Heaps,
    /// Positions that were looked at for Grundy values.
    valued: AtomicU64,
}

/// A position and a nim heap beside it.
#[derive(Clone, Copy, Debug)]
pub struct SumNode<P> {
    /// The position.
    pub position: P,
    /// The heap.
    pub heap: u32,
    open: bool,
}

impl<P> SumNode<P> {
    /// A position and a heap.
    pub fn new(position: P, heap: u32) -> Self {
        Self {
            position,
            heap,
            open: true,
        }
    }
}

/// Scratch memory of [`Sums`].
pub struct SumScratch<G: SumGame> {
    own: G::Scratch,
    parts: Vec<Part<G::Position>>,
    after: Vec<G::Position>,
    valued: u64,
}

/// Marks keys under which the table holds Grundy values.
const VALUES: u128 = 0x6A09_E667_F3BC_C908_B2FB_1366_EA95_7D3E;

/// Removes parts that come twice, and sorts the rest.
fn cancel<P>(parts: &mut Vec<Part<P>>, base: usize) {
    if parts.len() < base + 2 {
        return;
    }
    parts[base..].sort_unstable_by_key(|part| part.key);
    let mut kept = base;
    for i in base..parts.len() {
        if kept > base && parts[kept - 1].key == parts[i].key {
            kept -= 1;
        } else {
            parts.swap(kept, i);
            kept += 1;
        }
    }
    parts.truncate(kept);
}

impl<'a, G: SumGame> Sums<'a, G> {
    /// The game with a table to keep values in.
    pub fn new(game: &'a G, table: &'a Table, heaps: Heaps) -> Self {
        Self {
            game,
            table,
            heaps: Heaps {
                largest: heaps.largest.min(Heaps::MOST),
                ..heaps
            },
            valued: AtomicU64::new(0),
        }
    }

    /// How many positions were looked at inside this game, beside those that the
    /// search counts.
    pub fn valued(&self) -> u64 {
        self.valued.load(Relaxed)
    }

    /// The Grundy value of a small part.
    fn value(&self, position: &G::Position, key: u128, scratch: &mut SumScratch<G>) -> u32 {
        let key = key ^ VALUES;
        if let Some(entry) = self.table.get(key) {
            return entry.proof - 1;
        }
        let before = scratch.valued;
        let base = scratch.after.len();
        self.game
            .moves(position, &mut scratch.own, &mut scratch.after);
        let mut seen = 0u64;
        while scratch.after.len() > base
            && let Some(next) = scratch.after.pop()
        {
            seen |= 1 << self.value_of_sum(&next, scratch);
        }
        let value = (!seen).trailing_zeros();
        let entry = Entry::new(value + 1, 1);
        self.table.put(key, entry, scratch.valued - before);
        value
    }

    fn value_of_sum(&self, position: &G::Position, scratch: &mut SumScratch<G>) -> u32 {
        scratch.valued += 1;
        let base = scratch.parts.len();
        let mut value = self
            .game
            .split(position, &mut scratch.own, &mut scratch.parts);
        if self.heaps.cancel {
            cancel(&mut scratch.parts, base);
        }
        while scratch.parts.len() > base
            && let Some(part) = scratch.parts.pop()
        {
            value ^= self.value(&part.position, part.key, scratch);
        }
        value
    }
}

impl<G: SumGame> SearchGame for Sums<'_, G> {
    type Node = SumNode<G::Position>;
    type Scratch = SumScratch<G>;

    fn scratch(&self) -> SumScratch<G> {
        SumScratch {
            own: self.game.scratch(),
            parts: Vec::new(),
            after: Vec::new(),
            valued: 0,
        }
    }

    fn glance(&self, node: &mut Self::Node, scratch: &mut SumScratch<G>) -> Glance {
        if let Some(wins) = self
            .game
            .enter(&mut node.position, &mut node.heap, &mut scratch.own)
        {
            return Glance::Settled(wins);
        }
        scratch.parts.clear();
        let mut inside = self
            .game
            .split(&node.position, &mut scratch.own, &mut scratch.parts);
        if self.heaps.cancel {
            cancel(&mut scratch.parts, 0);
        }
        // The largest part stays to be searched, the others are valued if small.
        let mut largest = scratch.parts.iter().map(|part| part.size).max();
        let before = scratch.valued;
        let mut kept = 0;
        for i in 0..scratch.parts.len() {
            let Part { size, key, .. } = scratch.parts[i];
            let stays = largest == Some(size);
            if stays {
                largest = None;
            }
            if stays || size > self.heaps.largest {
                scratch.parts.swap(kept, i);
                kept += 1;
            } else {
                let position = scratch.parts[i].position.clone();
                inside ^= self.value(&position, key, scratch);
            }
        }
        scratch.parts.truncate(kept);
        if scratch.valued != before {
            self.valued.fetch_add(scratch.valued - before, Relaxed);
        }
        let Some(first) = scratch.parts.first() else {
            node.open = false;
            node.heap ^= inside;
            return Glance::Settled(node.heap != 0);
        };
        let mut key = spread(first.key);
        let mut work = first.work;
        node.position = first.position.clone();
        for part in &scratch.parts[1..] {
            key = key.wrapping_add(spread(part.key));
            work += part.work;
            node.position = self.game.join(&node.position, &part.position);
        }
        let absorbed = inside ^ self.game.absorb(&mut node.position, inside);
        node.heap ^= inside ^ absorbed;
        let heaps = u128::from(node.heap) << 32 | u128::from(absorbed);
        Glance::Open {
            key: spread(key ^ spread(heaps)),
            guess: Entry::new(1, work),
        }
    }

    fn children(
        &self,
        node: &Self::Node,
        scratch: &mut SumScratch<G>,
        children: &mut Vec<Self::Node>,
    ) {
        if node.open {
            scratch.after.clear();
            self.game
                .moves(&node.position, &mut scratch.own, &mut scratch.after);
            children.extend(scratch.after.drain(..).map(|p| SumNode::new(p, node.heap)));
        }
        for heap in 0..node.heap {
            children.push(SumNode {
                heap,
                ..node.clone()
            });
        }
    }
}
