//! What a player is: something that chooses a move when it is its turn.

use crate::r#match::Played;
use outplay_board::InputError;
use outplay_engine::{Player, Rng};
use outplay_games::{AnyGame, AnyMove, AnyPosition};

/// The moment at which a player has to choose.
pub struct Turn<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The position, which is not over.
    pub position: &'a AnyPosition,
    /// Who is to move; not every position records it.
    pub mover: Player,
    /// The moves that led here from the start of this game, for players that look back.
    pub moves: &'a [AnyMove],
    /// Chance; players use no other, so that games can be repeated.
    pub rng: &'a mut Rng,
    /// True when the choice is no longer wanted.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// A chosen move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<M = AnyMove> {
    /// The move.
    pub mv: M,
    /// What the player has to say about it: that it is sampled, say, because the
    /// position was not settled within the budget.
    pub remark: Option<String>,
}

impl<M> From<M> for Choice<M> {
    fn from(mv: M) -> Self {
        Self { mv, remark: None }
    }
}

/// Chooses the moves of one side, game after game. It may remember what it saw
/// earlier in the same game; [`begin`](Self::begin) says when a new one starts, or
/// when moves were taken back: then the turn's `moves` tell what has happened.
pub trait Strategy: Send {
    /// Forgets the game so far.
    fn begin(&mut self) {}

    /// A legal move, or `None` if the turn's `stop` became true.
    fn choose(&mut self, turn: Turn<'_>) -> Option<Choice>;

    /// Why it chose its last move, in words, if it goes by rules that can be told.
    fn reason(&self) -> Option<String> {
        None
    }
}

/// A player on a given game, with what all its games share computed once.
pub trait Prepared: Send + Sync {
    /// Somebody who plays like that: one for each game that is played at a time.
    fn strategy(&self) -> Box<dyn Strategy + '_>;

    /// Can it play as this player? Whoever seats the players asks; some strategies exist
    /// for one side only.
    ///
    /// # Errors
    /// It cannot; the message says why.
    fn plays(&self, player: Player) -> Result<(), InputError> {
        let _ = player;
        Ok(())
    }

    /// What was computed beforehand, for people: an order of the vertices, say.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// Does it change by the games that are played? Then a match is played in rounds.
    fn learns(&self) -> bool {
        false
    }

    /// Learns from the games of a round, which all began at `start`. Those who were
    /// seated before play on as they did.
    fn learn(&self, game: &dyn AnyGame, start: &AnyPosition, round: &[Played]) {
        let _ = (game, start, round);
    }

    /// The number of colours with which this player never loses, if it promises one.
    fn promise(&self) -> Option<u32> {
        None
    }
}
