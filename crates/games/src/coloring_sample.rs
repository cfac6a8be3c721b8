//! The colouring game as the sampling search sees it: sets of vertices in words, and
//! whole random games without looking at a neighbour twice.
//!
//! For every colour there is the set of uncoloured vertices that may take it. A move
//! takes the vertex out of all sets and its neighbours out of one. Only those
//! neighbours can have lost their last colour, so Bob's win shows at once. A
//! random move is a random member of the disjoint union of the sets, which is a
//! random legal pair of vertex and colour, each equally likely, as the plain rules list them.

use crate::coloring::{Coloring, Move, Position, Side};
use outplay_board::VertexSet;
use outplay_engine::monte_carlo::{
    Options, PlainSampler, Sampler, Situation, Status, Thinker, TreeSearch,
};
use outplay_engine::search::Hash128;
use outplay_engine::{Player, Rng};

/// The search that fits the board.
pub(crate) fn thinker(game: &Coloring, options: Options) -> Box<dyn Thinker<Position, Move> + '_> {
    let (n, k) = (game.graph().vertex_count(), game.colors());
    match (n, k) {
        (0..=64, 0..=2) => fast::<u64, 2>(game, options),
        (0..=64, 3) => fast::<u64, 3>(game, options),
        (0..=64, 4) => fast::<u64, 4>(game, options),
        (0..=64, 5..=8) => fast::<u64, 8>(game, options),
        (0..=64, 9..=MOST_COLORS) => fast::<u64, 32>(game, options),
        (65..=128, 0..=8) => fast::<u128, 8>(game, options),
        (65..=128, 9..=MOST_COLORS) => fast::<u128, 32>(game, options),
        _ => {
            let longest = options.longest;
            Box::new(TreeSearch::new(PlainSampler { game, longest }, options))
        }
    }
}

/// More colours are left to the plain rules.
const MOST_COLORS: usize = 1 << COLOR_BITS;
const COLOR_BITS: u32 = 5;
const PASS: u16 = u16::MAX;

fn fast<S: Words, const K: usize>(
    game: &Coloring,
    options: Options,
) -> Box<dyn Thinker<Position, Move> + '_> {
    Box::new(TreeSearch::new(ColoringSampler::<S, K>::new(game), options))
}

/// Sets that are words.
pub trait Words: VertexSet {
    /// The member that has `rank` smaller ones; there are more members than that.
    fn nth(self, rank: usize) -> usize;
    /// Both halves.
    fn words(self) -> [u64; 2];
}

impl Words for u64 {
    #[inline]
    fn nth(self, rank: usize) -> usize {
        let mut rest = self;
        for _ in 0..rank {
            rest &= rest.wrapping_sub(1);
        }
        rest.trailing_zeros() as usize
    }

    fn words(self) -> [u64; 2] {
        [self, 0]
    }
}

impl Words for u128 {
    #[inline]
    fn nth(self, rank: usize) -> usize {
        let low = self as u64;
        match (low.count_ones() as usize, (self >> 64) as u64) {
            (count, high) if rank >= count => 64 + high.nth(rank - count),
            _ => low.nth(rank),
        }
    }

    fn words(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }
}

/// The colouring game with up to `K` colours on a board that fits `S`.
pub struct ColoringSampler<S> {
    neighbors: Vec<S>,
    colors: usize,
    alice: Player,
    pass: [bool; 2],
}
