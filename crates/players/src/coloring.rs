//! Players of the colouring game only: they know its positions and moves by their types.

use crate::strategy::{Choice, Prepared, Strategy, Turn};
use outplay_board::InputError;
use outplay_engine::{Player, Rng};
use outplay_games::coloring::{Coloring, Move, Position};
use outplay_games::{AnyGame, AnyMove, Described};

/// The moment at which a player of the colouring game has to choose.
pub(crate) struct ColoringTurn<'a> {
    pub(crate) game: &'a Coloring,
    pub(crate) position: &'a Position,
    pub(crate) moves: &'a [Move],
    pub(crate) rng: &'a mut Rng,
}

/// Somebody who plays the colouring game.
pub(crate) trait ColoringPlayer: Send + Sync {
    /// What it reuses from move to move.
    type Memory: Default + Send;

    /// A legal move.
    fn choose(&self, turn: ColoringTurn<'_>, memory: &mut Self::Memory) -> Move;

    /// Why the last move was chosen, in words.
    fn reason(&self, memory: &Self::Memory) -> Option<String> {
        let _ = memory;
        None
    }

    /// Can it play as this player?
    fn plays(&self, player: Player) -> Result<(), InputError> {
        let _ = player;
        Ok(())
    }

    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    fn promise(&self) -> Option<u32> {
        None
    }
}

/// The colouring game, if that is what is played.
pub(crate) fn coloring(game: &dyn AnyGame) -> Option<&Coloring> {
    game.typed().downcast_ref()
}

/// The colouring game that the player `name` needs.
///
/// # Errors
/// Another game is played.
pub(crate) fn only_coloring<'a>(
    name: &str,
    game: &'a dyn AnyGame,
) -> Result<&'a Coloring, InputError> {
    coloring(game).ok_or_else(|| {
        InputError::found(
            format_args!("player '{name}' in the game '{}'", game.description().name),
            format_args!(
                "the game '{}', the only one it plays",
                Coloring::describe().name
            ),
        )
    })
}

/// A player of the colouring game among those of any game.
pub(crate) struct Sealed<P>(pub(crate) P);

impl<P: ColoringPlayer> Prepared for Sealed<P> {
    fn strategy(&self) -> Box<dyn Strategy + '_> {
        Box::new(Seated {
            player: &self.0,
            memory: P::Memory::default(),
            moves: Vec::new(),
        })
    }

    fn plays(&self, player: Player) -> Result<(), InputError> {
        self.0.plays(player)
    }

    fn remarks(&self) -> Vec<String> {
        self.0.remarks()
    }

    fn promise(&self) -> Option<u32> {
        self.0.promise()
    }
}

struct Seated<'a, P: ColoringPlayer> {
    player: &'a P,
    memory: P::Memory,
    moves: Vec<Move>,
}

impl<P: ColoringPlayer> Strategy for Seated<'_, P> {
    fn choose(&mut self, turn: Turn<'_>) -> Option<Choice> {
        let game = coloring(turn.game).expect("prepared for the colouring game");
        self.moves.clear();
        self.moves
            .extend(turn.moves.iter().map(|mv| mv.get::<Move>()));
        let typed = ColoringTurn {
            game,
            position: turn.position.get(),
            moves: &self.moves,
            rng: turn.rng,
        };
        let mv = self.player.choose(typed, &mut self.memory);
        Some(AnyMove::new(mv).into())
    }

    fn reason(&self) -> Option<String> {
        self.player.reason(&self.memory)
    }
}
