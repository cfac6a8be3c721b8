//! What there is: games, families of boards, formats, players.

use crate::ask::{Ask, Work};
use crate::host::Host;
use outplay_board::Failed;
use outplay_board::families::FAMILIES;
use outplay_board::formats::Format;
use outplay_games::registry::{Entry, GAMES};
use outplay_players::{LEVELS, PLAYERS};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// A game that somebody wrote.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskRules {
    /// The text of the rule file.
    rules: String,
}

/// What a game says about itself, as in the catalogue.
#[derive(Serialize, JsonSchema)]
pub struct DescribedGame {
    #[schemars(extend("x-type" = "Game"))]
    game: Json,
}

impl Ask for AskRules {
    type About = ();
    type Answer = DescribedGame;
    const WORK: Work = Work::Small;

    fn answer(&self, (): &(), _: &Host<'_>) -> Result<DescribedGame, Failed> {
        let game = Entry::from_rules(&self.rules, "rules")?.description.json();
        Ok(DescribedGame { game })
    }
}

/// Everything that can be chosen from.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Catalogue {
    /// The version of the program.
    pub version: &'static str,
    /// What every game says about itself.
    #[schemars(extend("x-type" = "Game[]"))]
    pub games: Vec<Json>,
    /// The families of boards.
    pub families: Vec<FamilyInfo>,
    /// The formats of board files.
    pub formats: Vec<FormatInfo>,
    /// The players.
    pub players: Vec<PlayerCard>,
    /// Those whom people meet first, from the weakest to the strongest.
    pub levels: [&'static str; 4],
}

/// A family of boards.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FamilyInfo {
    /// Its name.
    pub name: &'static str,
    /// How it is written.
    pub usage: &'static str,
    /// What comes after the colon.
    pub arguments: &'static str,
    /// What it is.
    pub about: &'static str,
    /// One board of it.
    pub example: &'static str,
}

/// A format of board files.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FormatInfo {
    /// Its name.
    pub name: &'static str,
    /// The usual endings of file names.
    pub endings: &'static [&'static str],
}

/// A player.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlayerCard {
    /// Its name.
    pub name: &'static str,
    /// How it is written, with its options.
    pub usage: &'static str,
    /// What it does.
    pub about: &'static str,
    /// One way to write it.
    pub example: &'static str,
    /// The games that it plays; null for all.
    pub games: Option<Vec<String>>,
    /// The sides that it can take; null for both.
    pub sides: Option<Vec<&'static str>>,
    /// Is it a strategy that can be taken apart?
    pub strategy: bool,
}

/// Everything that can be chosen from. Players that touch files are left out unless `files`.
pub fn catalogue(files: bool) -> Catalogue {
    let families = FAMILIES.iter().map(|family| {
        let arguments = family.usage.strip_prefix(family.name).unwrap_or_default();
        FamilyInfo {
            name: family.name,
            usage: family.usage,
            arguments: arguments.trim_start_matches(':'),
            about: family.about,
            example: family.example,
        }
    });
    let formats = Format::ALL.iter().map(|&format| FormatInfo {
        name: format.name(),
        endings: format.endings(),
    });
    let offered = PLAYERS
        .iter()
        .filter(|player| files || !player.touches_files);
    let players = offered.map(|player| PlayerCard {
        name: player.name,
        usage: player.usage,
        about: player.about,
        example: player.example,
        games: player.only_game().map(|game| vec![game]),
        sides: player.only_side().map(|side| vec![side]),
        strategy: player.is_strategy(),
    });
    Catalogue {
        version: env!("CARGO_PKG_VERSION"),
        games: GAMES.iter().map(|entry| entry.description.json()).collect(),
        families: families.collect(),
        formats: formats.collect(),
        players: players.collect(),
        levels: LEVELS,
    }
}
