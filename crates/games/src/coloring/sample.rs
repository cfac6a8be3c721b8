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
    /// The member that has `rank` smaller ones, if there is one.
    fn nth(self, rank: usize) -> usize;
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
        let [low, high] = self.words();
        match rank.checked_sub(low.len()) {
            None => low.nth(rank),
            Some(rank) => 64 + high.nth(rank),
        }
    }

    fn words(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }
}

/// The colouring game with up to `K` colours on a board that fits `S`.
struct Sample<S, const K: usize> {
    neighbors: Vec<S>,
    colors: usize,
    alice: Player,
    /// May Bob pass, and may Alice?
    pass: [bool; 2],
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
        }
    }

    /// Colours a vertex, and says whether that ended the game.
    #[inline]
    fn color(&self, state: &mut Free<S, K>, vertex: usize, color: usize) -> Status {
        let lost = state.free[color].intersection(self.neighbors[vertex]);
        state.free[color] = state.free[color].minus(lost);
        let mut left = S::EMPTY;
        for set in &mut state.free {
            *set = set.without(vertex);
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

    /// Makes a random move.
    #[inline]
    fn random(&self, state: &mut Free<S, K>, rng: &mut Rng) -> Status {
        let counts = state.free.map(VertexSet::len);
        let total: usize = counts.iter().sum();
        let pass = usize::from(self.pass[usize::from(state.alice)]);
        let mut rank = rng.below(total + pass);
        for (color, count) in counts.into_iter().enumerate() {
            if rank < count {
                return self.color(state, state.free[color].nth(rank), color);
            }
            rank -= count;
        }
        state.alice = !state.alice;
        Status::Open
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
        // At most one player may pass, so that this ends.
        loop {
            if let Status::Won(player) = self.random(state, rng) {
                return Some(Some(player));
            }
        }
    }

    fn key(&self, state: &Free<S, K>) -> u128 {
        let mut hash = Hash128::new(state.alice.into());
        for word in state.free.into_iter().flat_map(S::words) {
            hash.word(word);
        }
        hash.value()
    }
}
