//! The players by name.

use crate::plain::Plain;
use crate::smart;
use crate::strategy::Prepared;
use outplay_board::InputError;
use outplay_games::registry::Registered;
use outplay_history::Setup;

/// What players may use.
#[derive(Clone, Copy)]
pub struct Resources<'a> {
    /// About how many bytes one player may hold.
    pub memory: u64,
    /// True when preparing is no longer wanted.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// The game and its board as histories know them, by [`setup_of`](crate::setup_of).
    pub setup: Option<&'a Setup>,
    /// The history file, which exists, of players that learn and name none.
    pub history: Option<&'a str>,
}

/// Every player: how it is written, and what it does.
pub const PLAYERS: &[(&str, &str)] = &[
    ("random", "any legal move"),
    (
        "pseudo-smart",
        "the lowest vertex that can be coloured, with its first colour; else the first move",
    ),
    (
        "smart[:FILE][,explore=C]",
        "the move with the best record in the history FILE and in the games of its match",
    ),
];

/// The player that `text` names, on a game.
///
/// # Errors
/// There is no such player, its options are wrong, or it does not play this game.
pub fn prepare<'a, G: Registered>(
    text: &str,
    game: &'a G,
    resources: Resources<'a>,
) -> Result<Box<dyn Prepared<G> + 'a>, InputError> {
    match text {
        "random" => Ok(Box::new(Plain::Random)),
        "pseudo-smart" => Ok(Box::new(Plain::PseudoSmart)),
        _ if smart::is_meant(text) => smart::prepare(text, game, resources),
        _ => Err(unknown(text)),
    }
}

fn unknown(text: &str) -> InputError {
    let names: Vec<&str> = PLAYERS.iter().map(|&(name, _)| name).collect();
    let shown: String = text.chars().take(40).collect();
    InputError::found(
        format_args!("player '{shown}'"),
        format_args!("one of {}", names.join(", ")),
    )
}
