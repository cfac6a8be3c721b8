//! The players by name.

use crate::plain::Plain;
use crate::strategy::Prepared;
use outplay_board::InputError;
use outplay_games::registry::Registered;

/// What players may use.
#[derive(Clone, Copy)]
pub struct Resources<'a> {
    /// About how many bytes one player may hold.
    pub memory: u64,
    /// True when preparing is no longer wanted.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// Every player: how it is written, and what it does.
pub const PLAYERS: &[(&str, &str)] = &[
    ("random", "any legal move"),
    (
        "pseudo-smart",
        "the lowest vertex that can be coloured, with its first colour; else the first move",
    ),
    crate::mcts::ABOUT,
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
        _ if is_kind(text, "mcts") => Ok(Box::new(crate::mcts::Mcts::new(text, game, resources)?)),
        _ => Err(unknown(text)),
    }
}

/// Is it `name`, alone or with options after a colon?
fn is_kind(text: &str, name: &str) -> bool {
    text.split(':').next() == Some(name)
}

fn unknown(text: &str) -> InputError {
    let names: Vec<&str> = PLAYERS.iter().map(|&(name, _)| name).collect();
    let shown: String = text.chars().take(40).collect();
    InputError::found(
        format_args!("player '{shown}'"),
        format_args!("one of {}", names.join(", ")),
    )
}
