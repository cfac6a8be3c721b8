//! The players by name, and what is true of them.

use crate::coloring::{Sealed, only_coloring};
use crate::greedy_bob::GreedyBob;
use crate::look::Look;
use crate::mcts::{self, Mcts};
use crate::of_2013::{self, Of2013};
use crate::perfect::Perfect;
use crate::simple::Simple;
use crate::smart;
use crate::strategies;
use crate::strategy::Prepared;
use outplay_board::{Board, InputError, nearest, shortened};
use outplay_games::{AnyGame, Coloring, Described, Side};

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

/// Where to find what was played before.
#[derive(Clone, Copy)]
pub struct Past<'a> {
    /// The board of the game, by which histories know it.
    pub board: &'a Board,
    /// The history file, which exists, of players that name none.
    pub file: Option<&'a str>,
}

/// What is true of a player.
#[derive(Debug)]
pub struct PlayerInfo {
    /// Its name, before all options.
    pub name: &'static str,
    /// How it is written, with its options.
    pub usage: &'static str,
    /// One way to write it.
    pub example: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Can it be told to read a file?
    pub touches_files: bool,
    plays: Plays,
}

/// What a player plays.
#[derive(Clone, Copy, Debug)]
enum Plays {
    /// Both sides of every game.
    Anything,
    /// Both sides of the colouring game.
    Coloring,
    /// Alice in the colouring game.
    Alice,
}

impl PlayerInfo {
    /// The only game that it plays; nothing if it plays them all.
    pub fn only_game(&self) -> Option<String> {
        match self.plays {
            Plays::Anything => None,
            _ => Some(Coloring::describe().name.into_owned()),
        }
    }

    /// The only side that it takes, as the game names it; nothing if it takes both.
    pub fn only_side(&self) -> Option<&'static str> {
        match self.plays {
            Plays::Anything | Plays::Coloring => None,
            Plays::Alice => Some(Side::Alice.name()),
        }
    }

    /// Is it a strategy that [`anatomy`](crate::anatomy) takes apart?
    pub fn is_strategy(&self) -> bool {
        matches!(self.plays, Plays::Alice)
    }
}

/// Every player.
pub const PLAYERS: &[PlayerInfo] = &[
    PlayerInfo {
        name: "random",
        usage: "random",
        example: "random",
        about: "any legal move",
        touches_files: false,
        plays: Plays::Anything,
    },
    PlayerInfo {
        name: "pseudo-smart",
        usage: "pseudo-smart",
        example: "pseudo-smart",
        about: "the lowest vertex that can be coloured, with its first colour; else the first move",
        touches_files: false,
        plays: Plays::Anything,
    },
    PlayerInfo {
        name: "perfect",
        usage: "perfect[:positions=N]",
        example: "perfect",
        about: "the quickest win or the longest defence, found by looking at up to N (2,000,000) positions for a move",
        touches_files: false,
        plays: Plays::Anything,
    },
    PlayerInfo {
        name: "easy",
        usage: "easy",
        example: "easy",
        about: "sees a win in one move, and otherwise makes any move",
        touches_files: false,
        plays: Plays::Anything,
    },
    PlayerInfo {
        name: "medium",
        usage: "medium",
        example: "medium",
        about: "sees what happens within three moves, and otherwise makes any move",
        touches_files: false,
        plays: Plays::Anything,
    },
    PlayerInfo {
        name: "hard",
        usage: "hard",
        example: "hard",
        about: "samples 2,000 games for a move, and plays what that proves",
        touches_files: false,
        plays: Plays::Anything,
    },
    PlayerInfo {
        name: "greedy-bob",
        usage: "greedy-bob",
        example: "greedy-bob",
        about: "coloring: the move that makes the most threats; in Alice's seat, the fewest",
        touches_files: false,
        plays: Plays::Coloring,
    },
    PlayerInfo {
        name: "s1",
        usage: "s1[:as-written,order=board]",
        example: "s1",
        about: "coloring, Alice: palettes and loose backward neighbours, wins with χ·(1+col₂) colours; as-written: in the wording of 2013, which can fail",
        touches_files: false,
        plays: Plays::Alice,
    },
    PlayerInfo {
        name: "s2",
        usage: "s2",
        example: "s2",
        about: "coloring, Alice: shades of an acyclic colouring, wins with a(a+1) colours",
        touches_files: false,
        plays: Plays::Alice,
    },
    PlayerInfo {
        name: "s3",
        usage: "s3",
        example: "s3",
        about: "coloring, Alice: activation, wins with 3·col₂−1 colours",
        touches_files: false,
        plays: Plays::Alice,
    },
    PlayerInfo {
        name: "s4",
        usage: "s4",
        example: "s4",
        about: "coloring, Alice: activation on planar graphs, wins with 18 colours",
        touches_files: false,
        plays: Plays::Alice,
    },
    PlayerInfo {
        name: "mcts",
        usage: mcts::USAGE,
        example: "mcts:1000",
        about: mcts::ABOUT,
        touches_files: false,
        plays: Plays::Anything,
    },
    PlayerInfo {
        name: "mcts-2013",
        usage: of_2013::USAGE,
        example: "mcts-2013:1000",
        about: "coloring: samples as a program of 2013 did, which took moves that it had never tried for won ones",
        touches_files: false,
        plays: Plays::Coloring,
    },
    PlayerInfo {
        name: "smart",
        usage: "smart[:FILE][,explore=C]",
        example: "smart",
        about: "the move with the best record in the history FILE and in the games of its match",
        touches_files: true,
        plays: Plays::Anything,
    },
];

/// The players whom people meet first, from the weakest to the strongest.
pub const LEVELS: [&str; 4] = ["easy", "medium", "hard", "perfect"];

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

/// The name in what was typed for a player.
fn name_of(text: &str) -> &str {
    text.split([':', ',']).next().unwrap_or(text)
}

/// May the player that `text` names read a file, by itself or by those who play the random
/// games of one that samples?
pub fn touches_files(text: &str) -> bool {
    let inner = text
        .split(',')
        .filter_map(|option| option.strip_prefix("rollouts="));
    let names = std::iter::once(text).chain(inner).map(name_of);
    let touching = || PLAYERS.iter().filter(|player| player.touches_files);
    names
        .into_iter()
        .any(|name| touching().any(|player| player.name == name))
}

/// The player that `text` names, on a game.
///
/// # Errors
/// There is no such player, its options are wrong, or it does not play this game.
pub fn prepare<'a>(
    text: &str,
    game: &'a dyn AnyGame,
    resources: Resources<'_>,
) -> Result<Box<dyn Prepared + 'a>, InputError> {
    let (name, options) = match text.split_once(':') {
        Some((name, options)) => (name, Some(options)),
        None => (text, None),
    };
    match (name, options) {
        ("random", None) => Ok(Box::new(Simple::Random)),
        ("pseudo-smart", None) => Ok(Box::new(Simple::PseudoSmart)),
        ("perfect", _) => Ok(Box::new(Perfect::new(game, options, resources)?)),
        ("easy", None) => Ok(Box::new(Look { ahead: 1 })),
        ("medium", None) => Ok(Box::new(Look { ahead: 3 })),
        ("hard", None) => Ok(Box::new(Mcts::new("mcts:2000", game, resources)?)),
        ("greedy-bob", None) => {
            only_coloring(text, game)?;
            Ok(Box::new(Sealed(GreedyBob)))
        }
        ("mcts-2013", _) => {
            only_coloring(text, game)?;
            Ok(Box::new(Of2013::new(options, resources)?))
        }
        ("mcts", _) => Ok(Box::new(Mcts::new(text, game, resources)?)),
        ("s1", _) | ("s2" | "s3" | "s4", None) => {
            let game = only_coloring(text, game)?;
            strategies::prepare(name, options, game, resources.stop)
        }
        _ if smart::is_meant(text) => smart::prepare(text, game, resources),
        _ => Err(unknown(text)),
    }
}

fn unknown(text: &str) -> InputError {
    let usages: Vec<&str> = PLAYERS.iter().map(|player| player.usage).collect();
    let mut expected = format!("one of {}", usages.join(", "));
    let names = PLAYERS.iter().map(|player| player.name);
    if let Some(name) = nearest(name_of(text), names)
        && let Some(player) = PLAYERS.iter().find(|player| player.name == name)
    {
        expected += &match name == name_of(text) {
            true => format!(" ({name} takes no such options)"),
            false => format!(" (did you mean {}?)", player.example),
        };
    }
    InputError::found(format_args!("player '{}'", shortened(text)), expected)
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

    #[test]
    fn who_is_not_known_is_guessed() {
        let message = |text: &str| unknown(text).message;
        for (text, guess) in [
            ("randon", "(did you mean random?)"),
            ("perfekt", "(did you mean perfect?)"),
            ("mtcs:10", "(did you mean mcts:1000?)"),
            ("greedybob", "(did you mean greedy-bob?)"),
        ] {
            let message = message(text);
            assert!(message.ends_with(guess), "{message}");
        }
        let usage = PLAYERS.last().unwrap().usage;
        assert!(message("nobody at all").ends_with(usage));
        assert!(
            unknown("random:5")
                .message
                .ends_with("(random takes no such options)")
        );
    }

    #[test]
    fn files_are_reached_by_name_only() {
        assert!(!touches_files("mcts:10,rollouts=pseudo-smart,c=2"));
        for text in [
            "smart",
            "smart:games.db",
            "mcts:10,rollouts=smart:games.db",
            "mcts:10,c=1,rollouts=mcts:5,rollouts=smart:games.db",
        ] {
            assert!(touches_files(text), "{text}");
        }
    }
}
