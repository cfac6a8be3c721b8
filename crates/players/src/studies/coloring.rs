//! The colouring game as the laboratory holds it: sealed, as players and searches want it, and by
//! its type.

use super::NamedBoard;
use outplay_board::InputError;
use outplay_games::{AnyGame, Coloring, Pass, Side, any};
use std::ops::Deref;
use std::sync::Arc;

/// The colouring game on a board.
#[derive(Clone)]
pub(crate) struct ColoringGame(Arc<dyn AnyGame>);

impl ColoringGame {
    /// Opens the game, in which nobody may pass.
    pub(crate) fn open(named: &NamedBoard, colors: u32, first: Side) -> Result<Self, InputError> {
        let game = Coloring::new(&named.board, colors, first, Pass::None)
            .map_err(|error| error.in_source(named.name.as_str()))?;
        Ok(Self(any(game)))
    }

    /// By its type.
    pub(crate) fn typed(&self) -> &Coloring {
        let typed = self.0.typed().downcast_ref();
        typed.expect("made of this type")
    }
}

impl Deref for ColoringGame {
    type Target = dyn AnyGame;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}
