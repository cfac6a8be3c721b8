//! A game on its board as a history knows it, and back: text that says the board, its
//! vertex names and the parameters, so that equal setups have comparable positions.
//!
//! Undirected boards are graph6, or sparse6 where that is shorter; digraphs are
//! digraph6; where the embedding matters, the board is a game table.

use outplay_board::formats::{Boards, Format, write_board};
use outplay_board::{Board, Graph, InputError, Limits, Shape, families};
use outplay_engine::Player;
use outplay_games::registry::{Options, Registered};
use outplay_games::{Pass, Side};
use outplay_history::Setup;
use serde_json::{Map, Value};

/// Beyond this graph6 has more to say than sparse6, and digraph6 too much.
const MOST_IN_GRAPH6: usize = 62;
const MOST_IN_DIGRAPH6: usize = 2048;

/// What histories call a game on a board.
///
/// # Errors
/// The board is too large for a history.
pub fn setup_of<G: Registered>(game: &G, board: &Board) -> Result<Setup, InputError> {
    let parameters = game.parameters().into_iter();
    let parameters: Map<String, Value> = parameters.map(|(k, v)| (k.to_owned(), v)).collect();
    let names = match &board.names {
        Some(names) if G::ON_BOARD => Value::from(names.as_slice()).to_string(),
        _ => String::new(),
    };
    let side = |player| game.player_name(player).to_owned();
    Ok(Setup {
        game: G::NAME.to_owned(),
        board: match G::ON_BOARD {
            true => board_text(board, G::PLANE)?,
            false => String::new(),
        },
        names,
        parameters: Value::from(parameters).to_string(),
        sides: [side(Player::First), side(Player::Second)],
    })
}

fn board_text(board: &Board, plane: bool) -> Result<String, InputError> {
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
    let mut text = Vec::new();
    write_board(&mut text, board, format).map_err(|error| InputError::new(error.to_string()))?;
    let text = String::from_utf8(text).map_err(|error| InputError::new(error.to_string()))?;
    Ok(text.trim_end().to_owned())
}

/// The board of a setup. If `name` is the name of a family with this very board, it
/// comes with the coordinates of the family.
///
/// # Errors
/// The text is no board.
pub fn board_of(setup: &Setup, name: &str) -> Result<Board, InputError> {
    if setup.board.is_empty() {
        return Ok(Board::undirected(Graph::new(0, [])?));
    }
    let format = match setup.board.as_bytes()[0] {
        b'&' => Format::Digraph6,
        b':' => Format::Sparse6,
        b'0'..=b'9' => Format::GameTable,
        _ => Format::Graph6,
    };
    let names = match setup.names.as_str() {
        "" => None,
        names => Some(serde_json::from_str(names).map_err(|_| {
            InputError::found(
                "something else for the names of the vertices",
                "a JSON list",
            )
        })?),
    };
    let named = families::board(name, Limits::BOARD).ok().filter(|board| {
        let text = board_text(board, format == Format::GameTable);
        board.names == names && text.is_ok_and(|text| text == setup.board)
    });
    if let Some(board) = named {
        return Ok(board);
    }
    let mut boards = Boards::new(setup.board.as_bytes(), format, Limits::BOARD);
    let missing = || Err(InputError::found("no board", "one"));
    let mut board = boards.next().unwrap_or_else(missing)?;
    if names
        .as_ref()
        .is_some_and(|names: &Vec<String>| names.len() != board.vertex_count())
    {
        return Err(InputError::found(
            "another number of names",
            "one for every vertex",
        ));
    }
    board.names = names;
    Ok(board)
}

/// The options of a setup, to open its game again.
///
/// # Errors
/// The parameters are none that a game has.
pub fn options_of(setup: &Setup) -> Result<Options, InputError> {
    let wrong = || {
        let shown: String = setup.parameters.chars().take(60).collect();
        InputError::found(
            format_args!("'{shown}'"),
            "the parameters of a game as JSON",
        )
    };
    let parameters: Map<String, Value> =
        serde_json::from_str(&setup.parameters).map_err(|_| wrong())?;
    let numbers = |value: &Value| match value {
        Value::Array(list) => list.iter().map(Value::as_u64).collect(),
        value => value.as_u64().map(|n| vec![n]),
    };
    let mut options = Options::default();
    for (key, value) in &parameters {
        match (key.as_str(), value.as_str()) {
            ("colors", _) => {
                let colors = value.as_u64().and_then(|k| k.try_into().ok());
                options.colors = Some(colors.ok_or_else(wrong)?);
            }
            ("first", Some("alice")) => options.first = Some(Side::Alice),
            ("first", Some("bob")) => options.first = Some(Side::Bob),
            ("pass", Some("none")) => options.pass = Pass::None,
            ("pass", Some("alice")) => options.pass = Pass::Alice,
            ("pass", Some("bob")) => options.pass = Pass::Bob,
            ("start", Some(start)) => options.start = Some(start.to_owned()),
            ("pebbles", _) => options.pebbles = numbers(value).ok_or_else(wrong)?,
            ("take", _) => options.take = numbers(value).ok_or_else(wrong)?,
            _ => return Err(wrong()),
        }
    }
    Ok(options)
}
