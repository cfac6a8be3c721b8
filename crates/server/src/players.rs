//! Which players may be asked for over the network: those that touch no file.

use outplay_board::{InputError, shortened};
use outplay_players::PLAYERS;

const WITHOUT_FILES: [&str; 9] = [
    "random",
    "pseudo-smart",
    "perfect",
    "greedy-bob",
    "s1",
    "s2",
    "s3",
    "s4",
    "mcts",
];

fn name_of(text: &str) -> &str {
    text.split([':', '[']).next().unwrap_or(text)
}

/// Every player that may be asked for: how it is written, and what it does.
pub(crate) fn list() -> impl Iterator<Item = (&'static str, &'static str)> {
    PLAYERS
        .iter()
        .copied()
        .filter(|(usage, _)| WITHOUT_FILES.contains(&name_of(usage)))
}

/// Refuses other players, also as those who play the random games of one that samples.
pub(crate) fn check(text: &str) -> Result<(), InputError> {
    let inner = text
        .split(',')
        .filter_map(|option| option.strip_prefix("rollouts="));
    for player in std::iter::once(text).chain(inner) {
        if !WITHOUT_FILES.contains(&name_of(player)) {
            let shown = shortened(player);
            let names: Vec<&str> = list().map(|(usage, _)| usage).collect();
            return Err(InputError::found(
                format_args!("player '{shown}'"),
                format_args!("one of {}", names.join(", ")),
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_player_reaches_a_file() {
        assert!(check("mcts:10,rollouts=pseudo-smart,c=2").is_ok());
        for text in [
            "smart:games.db",
            "mcts:10,rollouts=smart:games.db",
            "mcts:10,c=1,rollouts=mcts:5,rollouts=smart:games.db",
            "",
        ] {
            assert!(check(text).is_err(), "{text}");
        }
    }
}
