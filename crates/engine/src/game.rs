//! The trait that every game implements: its plain rules.

use std::fmt;
use std::hash::Hash;

/// The two players, by who moves at the start of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Moves at the start.
    First,
    /// Moves second.
    Second,
}

impl Player {
    /// Who moves after so many moves, made in turn.
    pub fn after(moves: usize) -> Self {
        match moves % 2 {
            0 => Self::First,
            _ => Self::Second,
        }
    }

    /// The opponent.
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// How a position ends under perfect play, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player to move can force a win (an N-position).
    Win,
    /// The player to move loses against perfect play (a P-position).
    Lose,
    /// Neither side can force a win.
    Draw,
}

impl Outcome {
    /// A win, or else a loss.
    pub fn of(wins: bool) -> Self {
        match wins {
            true => Self::Win,
            false => Self::Lose,
        }
    }

    /// The same result as the opponent sees it.
    pub fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Lose,
            Self::Lose => Self::Win,
            Self::Draw => Self::Draw,
        }
    }
}

/// What it comes to when play never ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endless {
    /// Nobody wins.
    Draw,
    /// This player wins, who only has to hold out. Then no play ends in a draw.
    WonBy(Player),
}

impl Endless {
    /// For the player who is to move somewhere on the way.
    pub fn outcome(self, mover: Player) -> Outcome {
        match self {
            Self::Draw => Outcome::Draw,
            Self::WonBy(winner) if winner == mover => Outcome::Win,
            Self::WonBy(_) => Outcome::Lose,
        }
    }

    /// Who wins, if anybody does.
    pub fn winner(self) -> Option<Player> {
        match self {
            Self::Draw => None,
            Self::WonBy(winner) => Some(winner),
        }
    }
}

/// Why a move is not legal, in words for the person who tried it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);

impl Refusal {
    /// The reason that every game shares.
    pub fn game_over() -> Self {
        Self("the game is over".to_owned())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

/// A move of some game: small, and nothing but a few numbers.
///
/// Code that is compiled once for all games holds moves as one word.
pub trait Move: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// The move as a word.
    fn pack(self) -> u128;

    /// The move that was packed into a word.
    fn unpack(word: u128) -> Self;
}

impl Move for u32 {
    fn pack(self) -> u128 {
        self.into()
    }
    fn unpack(word: u128) -> Self {
        word as u32
    }
}

impl Move for (u32, u32) {
    fn pack(self) -> u128 {
        u128::from(self.0) << 32 | u128::from(self.1)
    }
    fn unpack(word: u128) -> Self {
        ((word >> 32) as u32, word as u32)
    }
}

/// The rules of a two-player game on its board, plain and obviously right.
///
/// The value that implements this holds the board and the parameters; a
/// position holds only what changes. Players take turns, and every move
/// (a pass as well) hands the turn to the opponent. Every position has
/// a legal move or a [`result`](Self::result), never both.
pub trait Game {
    /// What changes during play.
    type Position: Clone + Eq + Ord + Hash + fmt::Debug + Send + Sync + 'static;
    /// A move, small and copyable.
    type Move: Move;

    /// The position at which play begins.
    fn start(&self) -> Self::Position;

    /// Whose turn it is. Where a position does not record that (a token game),
    /// the player to move is called `First`.
    fn to_move(&self, position: &Self::Position) -> Player;

    /// The result for the player to move, if the game is over.
    fn result(&self, position: &Self::Position) -> Option<Outcome>;

    /// Appends the legal moves to `moves`, in a fixed order; none when the game is over.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Why `mv` is not legal in `position`; `None` if it is legal. Takes any
    /// value of the move type, whatever nonsense it holds.
    fn refusal(&self, position: &Self::Position, mv: Self::Move) -> Option<Refusal>;

    /// The position after a legal move.
    fn apply(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// The position after `mv`, if that is a legal move.
    ///
    /// # Errors
    /// Why the move was refused.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Result<Self::Position, Refusal> {
        match self.refusal(position, mv) {
            Some(refusal) => Err(refusal),
            None => Ok(self.apply(position, mv)),
        }
    }

    /// What it comes to when play goes on for ever, if it can. Then only the digraph of all
    /// positions settles the game.
    fn endless(&self) -> Option<Endless> {
        None
    }

    /// Every legal position, each once, in a fixed order.
    ///
    /// Legal is what the rules about marks, tokens and heaps allow on the board, whether play
    /// can reach it or not: a position may break off a game that was over before, or have a turn
    /// that no play leads to. What the notation reads is legal, and so is what it refuses only
    /// as "not a reachable position"; nothing else is. Without a list of its own a game lists
    /// where play begins, which is wrong for nearly every game.
    fn legal_positions(&self) -> Box<dyn Iterator<Item = Self::Position> + '_> {
        Box::new(std::iter::once(self.start()))
    }

    /// About how many bytes one stored position takes.
    fn position_bytes(&self) -> usize {
        size_of::<Self::Position>()
    }

    /// Roughly how many positions can be reached from `position`.
    fn estimate(&self, position: &Self::Position) -> f64 {
        crate::estimate_positions(self, position)
    }
}
