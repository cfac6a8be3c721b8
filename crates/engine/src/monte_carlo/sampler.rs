//! What a game tells the sampling search.

use crate::{Player, Rng};

/// The moment at which a move is wanted.
pub struct Situation<'a, P, M> {
    /// The position.
    pub position: &'a P,
    /// Who is to move; not every position records it.
    pub mover: Player,
    /// The moves that led here from the start of this game.
    pub moves: &'a [M],
}

/// Is the game over?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Not yet.
    Open,
    /// This player has won.
    Won(Player),
    /// Nobody has.
    Drawn,
}

/// A game made for sampling: small states, moves played in place, whole random games.
///
/// The players move in turn, and the search keeps track of whose turn it is.
pub trait Sampler: Sync {
    /// A position of the rules.
    type Position;
    /// A move of the rules.
    type Move: Copy + Eq + Send;
    /// What changes during play, cheap to copy.
    type State: Clone + Send + Sync;
    /// A move, small, in the order in which the rules list the moves.
    type Code: Copy + Ord + Send;
    /// Memory that playouts reuse, one for every thread.
    type Scratch: Send;

    /// Fresh scratch memory.
    fn scratch(&self) -> Self::Scratch;

    /// The state from which to sample; `None` if the game is over.
    fn state(&self, from: &Situation<'_, Self::Position, Self::Move>) -> Option<Self::State>;

    /// Appends the legal moves of a state that is not over.
    fn moves(&self, state: &Self::State, codes: &mut Vec<Self::Code>);

    /// The move that a code stands for.
    fn decode(&self, code: Self::Code) -> Self::Move;

    /// Plays a legal move, and says whether that ended the game.
    fn play(&self, state: &mut Self::State, code: Self::Code) -> Status;

    /// Plays a state that is not over to its end and says who won; nobody if it was a
    /// draw or took too long. `None` if `stop` became true.
    fn playout(
        &self,
        state: &mut Self::State,
        scratch: &mut Self::Scratch,
        rng: &mut Rng,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Option<Player>>;

    /// States with equal keys have the same moves with the same ends for the player to move.
    fn key(&self, state: &Self::State) -> u128;
}
