//! Games that people write themselves: the rules of a file, which are a crate of their own, as a
//! game like any other, with notation, certificates and words.

mod certificate;
mod describe;
mod matching;
mod notation;

use crate::lessons::Lesson;
use crate::parameters::{Value, Values};
pub use describe::{describe, parameters_of_files, summary};
use outplay_board::{Board, InputError};
pub use outplay_rules::{Position, Ruled, Rules, template};
use outplay_rules::{Quick, Said, file::Limit};

/// A file that is part of the program, and a game of the registry.
pub(crate) struct Shipped {
    /// Where it is.
    pub(crate) source: &'static str,
    pub(crate) text: &'static str,
    /// What the game teaches beside what every game does.
    pub(crate) lessons: Vec<Lesson>,
    /// A quicker way to settle its positions than that of all files.
    pub(crate) quick: Option<Quick>,
}

macro_rules! file {
    ($name:literal) => {
        Shipped {
            source: concat!("games/", $name, ".toml"),
            text: include_str!(concat!("../../games/", $name, ".toml")),
            lessons: Vec::new(),
            quick: None,
        }
    };
}

/// The files that are part of the program.
pub(crate) fn shipped() -> impl Iterator<Item = Shipped> {
    fn mirror(
        board: &'static str,
        name: &'static str,
        value: impl Into<Value>,
        moves: &'static [&'static str],
    ) -> Lesson {
        Lesson::mirror(vec![(board, Values::new().with(name, value), moves)])
    }
    let walk = || mirror("path:5", "start", "2", &["1"]);
    [
        Shipped {
            lessons: vec![walk()],
            quick: Some(matching::settle),
            ..file!("geography")
        },
        Shipped {
            lessons: vec![walk()],
            ..file!("edge-geography")
        },
        Shipped {
            lessons: vec![mirror("cycle:6", "moves", 3, &[])],
            ..file!("domination")
        },
        Shipped {
            lessons: vec![mirror("cycle:4", "colors", 2, &["0"])],
            quick: Some(crate::marking::settle),
            ..file!("marking")
        },
        file!("arc-kayles"),
        file!("col"),
        file!("snort"),
        file!("greedy"),
        file!("indicated"),
        file!("connected"),
    ]
    .into_iter()
}

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
