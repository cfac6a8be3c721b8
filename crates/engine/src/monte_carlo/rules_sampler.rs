//! Sampling of any game by its plain rules.

use super::{Sampler, Situation, Status};
use crate::search::Hash128;
use crate::{Endless, Game, Outcome, Player, Rng};
use std::cmp::Ordering;
use std::hash::Hash;

/// So many moves of a random game are made before `stop` is asked again.
const POLL: usize = 64;

/// Any game, sampled by its plain rules.
pub struct PlainSampler<'a, G: ?Sized> {
    /// The game.
    pub game: &'a G,
    /// A random game of so many moves counts as one that never ends.
    pub longest: usize,
}

/// A position, and whose turn it is.
#[derive(Clone, Debug)]
pub struct PlainState<P> {
    /// The position.
    pub position: P,
    /// Who is to move.
    pub mover: Player,
}

/// A move with its place among the legal moves.
#[derive(Clone, Copy, Debug)]
pub struct PlainCode<M> {
    index: u32,
    mv: M,
}

impl<M> PartialEq for PlainCode<M> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl<M> Eq for PlainCode<M> {}

impl<M> PartialOrd for PlainCode<M> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<M> Ord for PlainCode<M> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.index.cmp(&other.index)
    }
}

impl<G: Game + ?Sized> PlainSampler<'_, G> {
    fn winner(&self, state: &PlainState<G::Position>) -> Option<Option<Player>> {
        Some(match self.game.result(&state.position)? {
            Outcome::Win => Some(state.mover),
            Outcome::Lose => Some(state.mover.other()),
            Outcome::Draw => None,
        })
    }

    fn make(&self, state: &mut PlainState<G::Position>, mv: G::Move) {
        state.position = self.game.apply(&state.position, mv);
        state.mover = state.mover.other();
    }
}

impl<G: Game + Sync + ?Sized> Sampler for PlainSampler<'_, G> {
    type Position = G::Position;
    type Move = G::Move;
    type State = PlainState<G::Position>;
    type Code = PlainCode<G::Move>;
    type Scratch = Vec<G::Move>;

    fn scratch(&self) -> Vec<G::Move> {
        Vec::new()
    }

    fn state(&self, from: &Situation<'_, G::Position, G::Move>) -> Option<Self::State> {
        let state = PlainState {
            position: from.position.clone(),
            mover: from.mover,
        };
        self.winner(&state).is_none().then_some(state)
    }

    fn moves(&self, state: &Self::State, codes: &mut Vec<Self::Code>) {
        let mut moves = Vec::new();
        self.game.moves(&state.position, &mut moves);
        codes.extend((0..).zip(moves).map(|(index, mv)| PlainCode { index, mv }));
    }

    fn decode(&self, code: Self::Code) -> G::Move {
        code.mv
    }

    fn play(&self, state: &mut Self::State, code: Self::Code) -> Status {
        self.make(state, code.mv);
        match self.winner(state) {
            None => Status::Open,
            Some(Some(player)) => Status::Won(player),
            Some(None) => Status::Drawn,
        }
    }

    fn playout(
        &self,
        state: &mut Self::State,
        moves: &mut Vec<G::Move>,
        rng: &mut Rng,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Option<Player>> {
        for made in 0.. {
            if made == self.longest {
                return Some(self.game.endless().and_then(Endless::winner));
            }
            if made % POLL == POLL - 1 && stop() {
                return None;
            }
            moves.clear();
            self.game.moves(&state.position, moves);
            if moves.is_empty() {
                break;
            }
            self.make(state, moves[rng.below(moves.len())]);
        }
        Some(self.winner(state).flatten())
    }

    /// Who is to move is left out: where the position does not say it, it makes no difference.
    fn key(&self, state: &Self::State) -> u128 {
        let mut hash = Hash128::new(0);
        state.position.hash(&mut hash);
        hash.value()
    }
}
