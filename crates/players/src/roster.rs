//! The players by name.

use crate::coloring::only_coloring;
use crate::greedy_bob::GreedyBob;
use crate::mcts::{self, Mcts};
use crate::perfect::Perfect;
use crate::plain::Plain;
use crate::smart;
use crate::strategies;
use crate::strategy::Prepared;
use outplay_board::{InputError, shortened};
use outplay_games::registry::Registered;
use outplay_history::Setup;

/// What players may use.
#[derive(Clone, Copy)]
pub struct Resources<'a> {
    /// About how many bytes one player may hold.
    pub memory: u64,
    /// True when preparing is no longer wanted.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// For players that learn from a history.
    pub past: Option<Past<'a>>,
}

impl<'a> Resources<'a> {
    /// So much memory, and nothing that was played before.
    pub const fn new(memory: u64, stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self {
            memory,
            stop,
            past: None,
        }
    }
}

/// What was played before.
#[derive(Clone, Copy)]
pub struct Past<'a> {
    /// The game and its board as histories know them, by [`setup_of`](crate::setup_of).
    pub setup: &'a Setup,
    /// The history file, which exists, of players that name none.
    pub file: Option<&'a str>,
}

/// Every player: how it is written, and what it does.
pub const PLAYERS: &[(&str, &str)] = &[
    ("random", "any legal move"),
    (
        "pseudo-smart",
        "the lowest vertex that can be coloured, with its first colour; else the first move",
    ),
    (
        "perfect[:positions=N]",
        "the quickest win or the longest defence; looks at up to N positions for a move",
    ),
    (
        "greedy-bob",
        "coloring: the move that makes the most threats; in Alice's seat, the fewest",
    ),
    (
        "s1",
        "coloring, Alice: palettes and loose backward neighbours, wins with χ·(1+col₂) colours",
    ),
    (
        "s2",
        "coloring, Alice: shades of an acyclic colouring, wins with a(a+1) colours",
    ),
    (
        "s3",
        "coloring, Alice: activation, wins with 3·col₂−1 colours",
    ),
    (
        "s4",
        "coloring, Alice: activation on planar graphs, wins with 18 colours",
    ),
    mcts::ABOUT,
    (
        "smart[:FILE][,explore=C]",
        "the move with the best record in the history FILE and in the games of its match",
    ),
];

/// The players in a list such as `random,mcts:1000,final=max,perfect`: what is written
/// as `option=value` belongs to the player before it.
pub fn split_players(text: &str) -> Vec<&str> {
    let mut players = Vec::new();
    let (mut start, mut end) = (0, 0);
    for piece in text.split(',') {
        let is_option = piece
            .split_once('=')
            .is_some_and(|(name, _)| !name.contains(':'));
        if end > 0 && !is_option {
            players.push(&text[start..end - 1]);
            start = end;
        }
        end += piece.len() + 1;
    }
    players.push(&text[start..end - 1]);
    players.retain(|player| !player.is_empty());
    players
}

/// The player that `text` names, on a game.
///
/// # Errors
/// There is no such player, its options are wrong, or it does not play this game.
pub fn prepare<'a, G: Registered>(
    text: &str,
    game: &'a G,
    resources: Resources<'a>,
) -> Result<Box<dyn Prepared<G> + 'a>, InputError> {
    let (name, options) = match text.split_once(':') {
        Some((name, options)) => (name, Some(options)),
        None => (text, None),
    };
    match (name, options) {
        ("random", None) => Ok(Box::new(Plain::Random)),
        ("pseudo-smart", None) => Ok(Box::new(Plain::PseudoSmart)),
        ("perfect", _) => Ok(Box::new(Perfect::new(game, options, resources)?)),
        ("greedy-bob", None) => only_coloring(text, game, |_| Ok(Box::new(GreedyBob))),
        ("mcts", _) => Ok(Box::new(Mcts::new(text, game, resources)?)),
        ("s1" | "s2" | "s3" | "s4", None) => only_coloring(text, game, |coloring| {
            strategies::prepare(text, coloring, resources.stop)
        }),
        _ if smart::is_meant(text) => smart::prepare(text, game, resources),
        _ => Err(unknown(text)),
    }
}

fn unknown(text: &str) -> InputError {
    let names: Vec<&str> = PLAYERS.iter().map(|&(name, _)| name).collect();
    let shown = shortened(text);
    InputError::found(
        format_args!("player '{shown}'"),
        format_args!("one of {}", names.join(", ")),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_stay_with_their_player() {
        let split = split_players("random,mcts:1000,final=max,c=0.5,smart:a=b.db,perfect");
        let players = [
            "random",
            "mcts:1000,final=max,c=0.5",
            "smart:a=b.db",
            "perfect",
        ];
        assert_eq!(split, players);
        assert_eq!(split_players("s1"), ["s1"]);
        assert_eq!(split_players(",,s1,,"), ["s1"]);
        assert!(split_players("").is_empty());
    }
}
