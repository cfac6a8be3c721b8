//! What there is: games, families of boards, formats, players.

use crate::boards::endings;
use outplay_board::families;
use outplay_board::formats::Format;
use outplay_games::registry::GAMES;
use serde_json::{Value as Json, json};

/// Everything that can be chosen from. Players that touch files are left out unless `files`.
pub fn catalogue(files: bool) -> Json {
    let games = GAMES.iter().map(|entry| entry.description.json());
    let families = families::FAMILIES.iter().map(|family| {
        let arguments = family.usage.strip_prefix(family.name).unwrap_or_default();
        json!({
            "name": family.name,
            "usage": family.usage,
            "arguments": arguments.trim_start_matches(':'),
            "about": family.about,
            "example": family.example,
        })
    });
    let formats = Format::ALL
        .iter()
        .map(|&format| json!({ "name": format.name(), "endings": endings(format) }));
    let players = outplay_players::PLAYERS
        .iter()
        .filter(|player| files || !player.touches_files)
        .map(|player| {
            json!({
                "name": player.name,
                "usage": player.usage,
                "about": player.about,
                "example": player.example,
                "games": player.only_game().map(|game| [game]),
                "sides": player.only_side().map(|side| [side]),
            })
        });
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "games": games.collect::<Vec<_>>(),
        "families": families.collect::<Vec<_>>(),
        "formats": formats.collect::<Vec<_>>(),
        "players": players.collect::<Vec<_>>(),
    })
}
