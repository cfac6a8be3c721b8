//! The colouring game as the sampling search sees it: sets of vertices in words.
//!
//! For every colour there is the set of uncoloured vertices that may take it. A move
//! takes the vertex out of all sets and its neighbours out of one. Only those
//! neighbours can have lost their last colour, so Bob's win shows at once. A
//! random move is a random member of the disjoint union of the sets: a legal pair
//! of vertex and colour, each as likely as any other.

use super::{Coloring, Move, Position, Side};
use outplay_board::VertexSet;
use outplay_engine::monte_carlo::{
    Options, PlainSampler, Sampler, Situation, Status, Thinker, TreeSearch,
};
use outplay_engine::search::Hash128;
use outplay_engine::{Player, Rng};

/// More colours and vertices are left to the plain rules.
const MOST_COLORS: u8 = 1 << COLOR_BITS;
const COLOR_BITS: u32 = 5;

/// The search that fits the board.
pub(super) fn thinker(game: &Coloring, options: Options) -> Box<dyn Thinker<Position, Move> + '_> {
    match (game.graph.vertex_count(), game.colors) {
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

fn fast<S: Words, const K: usize>(
    game: &Coloring,
    options: Options,
) -> Box<dyn Thinker<Position, Move> + '_> {
    Box::new(TreeSearch::new(Sample::<S, K>::new(game), options))
}

/// Sets that are words.
trait Words: VertexSet {
    /// The member that has `rank` smaller ones, by what finds it in a word.
    fn nth_by(self, rank: u32, nth: impl Fn(u64, u32) -> usize) -> usize;
    fn words(self) -> [u64; 2];
}

impl Words for u64 {
    #[inline(always)]
    fn nth_by(self, rank: u32, nth: impl Fn(u64, u32) -> usize) -> usize {
        nth(self, rank)
    }

    fn words(self) -> [u64; 2] {
        [self, 0]
    }
}

impl Words for u128 {
    #[inline(always)]
    fn nth_by(self, rank: u32, nth: impl Fn(u64, u32) -> usize) -> usize {
        let [low, high] = self.words();
        match rank.checked_sub(low.count_ones()) {
            None => nth(low, rank),
            Some(rank) => 64 + nth(high, rank),
        }
    }

    fn words(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }
}

/// The place of the one that has `rank` ones below it.
#[inline(always)]
fn nth(mut word: u64, rank: u32) -> usize {
    for _ in 0..rank {
        word &= word.wrapping_sub(1);
    }
    word.trailing_zeros() as usize
}

/// The colouring game with up to `K` colours on a board that fits `S`.
struct Sample<S, const K: usize> {
    neighbors: Vec<S>,
    colors: usize,
    alice: Player,
    /// May Bob pass, and may Alice?
    pass: [bool; 2],
    /// Can the processor find the n-th one of a word?
    #[cfg(target_arch = "x86_64")]
    by_bits: bool,
}

/// A position: the uncoloured vertices that may take each colour, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Free<S, const K: usize> {
    free: [S; K],
    alice: bool,
}

/// A vertex and a colour in the order of the rules; a pass comes last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Code(u16);

impl Code {
    const PASS: Self = Self(u16::MAX);

    #[inline]
    fn new(vertex: usize, color: usize) -> Self {
        Self((vertex << COLOR_BITS | color) as u16)
    }

    #[inline]
    fn vertex(self) -> usize {
        usize::from(self.0 >> COLOR_BITS)
    }

    #[inline]
    fn color(self) -> usize {
        usize::from(self.0 & ((1 << COLOR_BITS) - 1))
    }
}

impl<S: Words, const K: usize> Sample<S, K> {
    fn new(game: &Coloring) -> Self {
        Self {
            neighbors: game.graph.neighborhoods(),
            colors: game.colors.into(),
            alice: game.player(Side::Alice),
            pass: [Side::Bob, Side::Alice].map(|side| game.may_pass(side)),
            #[cfg(target_arch = "x86_64")]
            by_bits: is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt"),
        }
    }

    /// Colours a vertex, and says whether that ended the game.
    #[inline(always)]
    fn color(&self, state: &mut Free<S, K>, vertex: usize, color: usize) -> Status {
        let around = self.neighbors[vertex];
        let (mut lost, mut left) = (S::EMPTY, S::EMPTY);
        // Looking at every colour rather than indexing keeps the sets in registers.
        for (c, set) in state.free.iter_mut().enumerate() {
            let gone = if c == color { around } else { S::EMPTY };
            lost = lost.union(set.intersection(gone));
            *set = set.minus(gone).without(vertex);
            left = left.union(*set);
        }
        state.alice = !state.alice;
        if !lost.minus(left).is_empty() {
            Status::Won(self.alice.other())
        } else if left.is_empty() {
            Status::Won(self.alice)
        } else {
            Status::Open
        }
    }

    /// Plays random moves to the end.
    #[inline(always)]
    fn random_game(
        &self,
        state: &mut Free<S, K>,
        rng: &mut Rng,
        nth: impl Fn(S, u32) -> usize,
    ) -> Player {
        let mut rest = *state;
        // At most one player may pass, so that this ends.
        loop {
            let counts = rest.free.map(|set| set.len() as u32);
            let total: u32 = counts.iter().sum();
            let pass = u32::from(self.pass[usize::from(rest.alice)]);
            let mut rank = rng.below((total + pass) as usize) as u32;
            if rank == total {
                rest.alice = !rest.alice;
                continue;
            }
            let (mut color, mut set) = (0, rest.free[0]);
            let mut before = 0;
            for c in 1..K {
                before += counts[c - 1];
                let later = rank >= before;
                color = if later { c } else { color };
                set = if later { rest.free[c] } else { set };
            }
            before = 0;
            for (c, count) in counts.into_iter().enumerate() {
                before += if c < color { count } else { 0 };
            }
            rank -= before;
            if let Status::Won(player) = self.color(&mut rest, nth(set, rank), color) {
                return player;
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    fn random_game_by_bits(&self, state: &mut Free<S, K>, rng: &mut Rng) -> Player {
        use std::arch::x86_64::_pdep_u64;
        let nth = |word: u64, rank: u32| _pdep_u64(1 << rank, word).trailing_zeros() as usize;
        self.random_game(state, rng, |set, rank| set.nth_by(rank, nth))
    }
}

impl<S: Words, const K: usize> Sampler for Sample<S, K> {
    type Position = Position;
    type Move = Move;
    type State = Free<S, K>;
    type Code = Code;
    type Scratch = ();

    fn scratch(&self) {}

    fn state(&self, from: &Situation<'_, Position, Move>) -> Option<Free<S, K>> {
        let colors = &from.position.colors;
        let uncolored = (colors.iter().enumerate())
            .filter(|(_, color)| **color == 0)
            .fold(S::EMPTY, |set, (v, _)| set.with(v));
        let mut free = [S::EMPTY; K];
        free[..self.colors].fill(uncolored);
        for (&around, &color) in self.neighbors.iter().zip(colors) {
            if let Some(color) = usize::from(color).checked_sub(1) {
                free[color] = free[color].minus(around);
            }
        }
        let left = free.iter().fold(S::EMPTY, |all, &set| all.union(set));
        let alice = from.position.turn == Side::Alice;
        (left == uncolored && !left.is_empty()).then_some(Free { free, alice })
    }

    fn moves(&self, state: &Free<S, K>, codes: &mut Vec<Code>) {
        let all = state.free.iter().fold(S::EMPTY, |all, &set| all.union(set));
        for vertex in all.iter() {
            for (color, set) in state.free.iter().enumerate() {
                if set.contains(vertex) {
                    codes.push(Code::new(vertex, color));
                }
            }
        }
        if self.pass[usize::from(state.alice)] {
            codes.push(Code::PASS);
        }
    }

    fn decode(&self, code: Code) -> Move {
        match code {
            Code::PASS => Move::Pass,
            code => Move::Color {
                vertex: code.vertex() as u32,
                color: code.color() as u32 + 1,
            },
        }
    }

    #[inline]
    fn play(&self, state: &mut Free<S, K>, code: Code) -> Status {
        if code == Code::PASS {
            state.alice = !state.alice;
            return Status::Open;
        }
        self.color(state, code.vertex(), code.color())
    }

    #[inline]
    fn playout(
        &self,
        state: &mut Free<S, K>,
        (): &mut (),
        rng: &mut Rng,
        _: &(dyn Fn() -> bool + Sync),
    ) -> Option<Option<Player>> {
        #[cfg(target_arch = "x86_64")]
        if self.by_bits {
            // SAFETY: the processor was asked for what the function was compiled for.
            #[allow(unsafe_code)]
            return Some(Some(unsafe { self.random_game_by_bits(state, rng) }));
        }
        let winner = self.random_game(state, rng, |set, rank| set.nth_by(rank, nth));
        Some(Some(winner))
    }

    fn key(&self, state: &Free<S, K>) -> u128 {
        let mut hash = Hash128::new(state.alice.into());
        for word in state.free.into_iter().flat_map(S::words) {
            hash.word(word);
        }
        hash.value()
    }
}
