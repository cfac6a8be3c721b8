//! Which players may be asked for over the network: those that touch no file.

use outplay_board::InputError;
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

/// Refuses other players.
pub(crate) fn check(text: &str) -> Result<(), InputError> {
    if WITHOUT_FILES.contains(&name_of(text)) {
        return Ok(());
    }
    let shown: String = text.chars().take(40).collect();
    let names: Vec<&str> = list().map(|(usage, _)| usage).collect();
    Err(InputError::found(
        format_args!("player '{shown}'"),
        format_args!("one of {}", names.join(", ")),
    ))
}
