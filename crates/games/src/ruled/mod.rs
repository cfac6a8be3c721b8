//! Games that people write themselves: the rules of a file, which are a crate of their own, as a
//! game like any other, with notation, certificates and words.

mod certificate;
mod describe;
mod notation;

use crate::parameters::Values;
pub(crate) use certificate::{Twin, Twofold, position_of};
pub use describe::{describe, parameters_of_files, summary};
use outplay_board::{Board, InputError};
pub use outplay_rules::{Position, Ruled, Rules, template};
use outplay_rules::{Said, file::Limit};

macro_rules! shipped {
    ($($name:literal),+ $(,)?) => {
        &[$((
            concat!("games/", $name, ".toml"),
            include_str!(concat!("../../../../games/", $name, ".toml")),
        )),+]
    };
}

/// The files that are part of the program and games of the registry.
pub(crate) const SHIPPED: &[(&str, &str)] = shipped![
    "arc-kayles",
    "col",
    "snort",
    "greedy",
    "indicated",
    "connected"
];

/// Opens the game of some rules on a board. The parameters are complete.
///
/// # Errors
/// The game is not played on such a board, or the condition would need too large a table there.
pub fn open(rules: &Rules, board: &Board, values: &Values) -> Result<Ruled, InputError> {
    let said = Said {
        colors: values.count("colors"),
        start: values.word("start"),
        moves: values.count("moves"),
        first: describe(rules).starting_side(values),
    };
    rules.open(board, said)
}

/// The parameters that a game was opened with.
fn values(game: &Ruled) -> Values {
    let file = game.file();
    let mut values = Values::new();
    if file.takes_colors() {
        values.set("colors", game.k);
    }
    if game.walks() {
        values.set("start", game.vertices.name(game.start).as_str());
    }
    if file.limit == Limit::Parameter {
        values.set("moves", game.limit as u64);
    }
    if let Some(sides) = &file.sides {
        values.set("first", sides[game.starter].as_str());
    }
    values
}
