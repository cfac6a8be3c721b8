//! Players of the colouring game only.

use crate::strategy::Prepared;
use outplay_board::InputError;
use outplay_games::Coloring;
use outplay_games::registry::Registered;
use std::any::Any;

/// Lets `make` prepare a player of the colouring game, if that is what is played.
///
/// # Errors
/// Another game is played, or `make` fails.
pub(crate) fn only_coloring<G: Registered>(
    name: &str,
    game: &G,
    make: impl FnOnce(&Coloring) -> Result<Box<dyn Prepared<Coloring>>, InputError>,
) -> Result<Box<dyn Prepared<G>>, InputError> {
    let game: &dyn Any = game;
    let Some(coloring) = game.downcast_ref::<Coloring>() else {
        return Err(InputError::found(
            format_args!("player '{name}' in the game '{}'", G::NAME),
            format_args!("the game '{}', the only one it plays", Coloring::NAME),
        ));
    };
    let made: Box<dyn Any> = Box::new(make(coloring)?);
    let made = made.downcast().expect("G is the colouring game");
    Ok(*made)
}
