//! A game on its board as a history knows it, and back: text that says the board, its
//! vertex names and the parameters, so that equal setups have comparable positions.
//!
//! Undirected boards are graph6, or sparse6 where that is shorter; digraphs are
//! digraph6; where the embedding matters, the board is a game table.

use outplay_board::formats::{Boards, Format, board_text};
use outplay_board::{Board, InputError, Limits, Shape, families};
use outplay_engine::Player;
use outplay_games::registry::{self, Entry};
use outplay_games::{AnyGame, BoardKind, Values};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What makes positions comparable: a game, its board and its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The name of the game.
    pub game: String,
    /// Its parameters.
    pub parameters: Map<String, Value>,
    /// The board in a format that says it all, empty where there is none.
    pub graph: String,
    /// The names of the vertices, if they are not called by number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub names: Option<Vec<String>>,
    /// What the first and the second side are called.
    pub sides: [String; 2],
}

/// Beyond this graph6 has more to say than sparse6, and digraph6 too much.
const MOST_IN_GRAPH6: usize = 62;
const MOST_IN_DIGRAPH6: usize = 2048;

/// What histories call a game on a board.
///
/// # Errors
/// The board is too large for a history.
pub fn setup_of(game: &dyn AnyGame, board: &Board) -> Result<Setup, InputError> {
    let description = game.description();
    let named = description.board != BoardKind::None;
    let side = |player| game.player_word(player).to_owned();
    Ok(Setup {
        game: description.name.to_string(),
        parameters: match game.values().json() {
            Value::Object(parameters) => parameters,
            _ => Map::new(),
        },
        graph: match description.board {
            BoardKind::None => String::new(),
            kind => compact_text(board, kind == BoardKind::Plane)?,
        },
        names: board.names.clone().filter(|_| named),
        sides: [side(Player::First), side(Player::Second)],
    })
}

fn compact_text(board: &Board, plane: bool) -> Result<String, InputError> {
    let vertices = board.vertex_count();
    let format = match &board.shape {
        Shape::Undirected(_) if plane && board.plane.is_some() => Format::GameTable,
        Shape::Undirected(_) if vertices <= MOST_IN_GRAPH6 => Format::Graph6,
        Shape::Undirected(_) => Format::Sparse6,
        Shape::Directed(_) if vertices > MOST_IN_DIGRAPH6 => {
            return Err(InputError::new(format!(
                "the digraph has {vertices} vertices, expected at most {MOST_IN_DIGRAPH6} in a history"
            )));
        }
        Shape::Directed(_) => Format::Digraph6,
    };
    let text = board_text(board, format)?;
    Ok(text.trim_end().to_owned())
}

/// The board of a setup. If `name` is the name of a family with this very board, it
/// comes with the coordinates of the family.
///
/// # Errors
/// The text is no board.
pub fn board_of(setup: &Setup, name: &str) -> Result<Board, InputError> {
    if setup.graph.is_empty() {
        return Ok(Entry::no_board());
    }
    let format = match setup.graph.as_bytes()[0] {
        b'&' => Format::Digraph6,
        b':' => Format::Sparse6,
        b'0'..=b'9' => Format::GameTable,
        _ => Format::Graph6,
    };
    let named = families::board(name, Limits::BOARD).ok().filter(|board| {
        let text = compact_text(board, format == Format::GameTable);
        board.names == setup.names && text.is_ok_and(|text| text == setup.graph)
    });
    if let Some(board) = named {
        return Ok(board);
    }
    let mut boards = Boards::new(setup.graph.as_bytes(), format, Limits::BOARD);
    let missing = || Err(InputError::found("no board", "one"));
    let mut board = boards.next().unwrap_or_else(missing)?;
    let names = &setup.names;
    if names
        .as_ref()
        .is_some_and(|names| names.len() != board.vertex_count())
    {
        return Err(InputError::found(
            "another number of names",
            "one for every vertex",
        ));
    }
    board.names.clone_from(names);
    Ok(board)
}

/// The parameters of a setup, to open its game again.
///
/// # Errors
/// There is no such game, or it has no such parameters.
pub fn values_of(setup: &Setup) -> Result<Values, InputError> {
    let description = &registry::find(&setup.game)?.description;
    description.values_from_json(&setup.parameters)
}
