//! How positions and moves are written and read: the same words on the command
//! line, in JSON, on the page and in Python.

use crate::parameters::Vertices;
use outplay_board::{InputError, shortened};
use outplay_engine::Game;
use serde_json::Value;

/// The written form of a game's positions and moves.
pub trait Notation: Game {
    /// The position in one word.
    fn position_text(&self, position: &Self::Position) -> String;

    /// The position that `text` says.
    ///
    /// # Errors
    /// `text` is no position, or one that is not legal, or one that play cannot reach. The
    /// last is said in words that hold "not a reachable position", because such a position is
    /// legal all the same (see [`Game::legal_positions`]).
    fn parse_position(&self, text: &str) -> Result<Self::Position, InputError>;

    /// The move in one word.
    fn move_text(&self, mv: Self::Move) -> String;

    /// The move in JSON.
    fn move_json(&self, mv: Self::Move) -> Value;

    /// The move that `text` says; whether it is legal is asked elsewhere.
    ///
    /// # Errors
    /// `text` is no move of this game.
    fn parse_move(&self, text: &str) -> Result<Self::Move, InputError>;

    /// How a move is typed, with an example.
    fn move_help(&self) -> String;
}

/// A row of marks in text: separated by commas or blanks, or as a list or tuple.
/// `expected` names one mark for messages.
pub(crate) fn split_marks(text: &str) -> Vec<String> {
    let separator = |c: char| c.is_whitespace() || ",[]()\"".contains(c);
    text.split(separator)
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

/// A row of marks in text, one for every vertex; without separators if every mark is one
/// character.
pub(crate) fn split_row(text: &str, vertices: usize) -> Vec<String> {
    let marks = split_marks(text);
    match &marks[..] {
        [word] if vertices > 1 && word.chars().count() == vertices => {
            word.chars().map(String::from).collect()
        }
        _ => marks,
    }
}

/// The colours of a position as text: `-` for uncoloured.
pub(crate) fn colors_text(colors: &[u8]) -> String {
    let marks: Vec<String> = colors
        .iter()
        .map(|&c| match c {
            0 => "-".to_owned(),
            c => c.to_string(),
        })
        .collect();
    marks.join(",")
}

/// Reads the colours of a position: one mark a vertex, `-`, `0`, `-1` or `null` for
/// uncoloured; without separators if every mark is one character; or a JSON
/// board with colours.
pub(crate) fn parse_colors(text: &str, vertices: usize, most: u8) -> Result<Vec<u8>, InputError> {
    let text = text.trim();
    let marks = if text.starts_with('[') && text.contains('{') {
        json_board_colors(text)?
    } else {
        split_row(text, vertices)
    };
    if marks.len() != vertices {
        return Err(InputError::found(
            format_args!("{} colours in the position", marks.len()),
            format_args!("{vertices}, one for each vertex ('-' for uncoloured)"),
        ));
    }
    // Where some are -1, 0 may be a colour.
    let minus = |mark: &String| mark == "-1" || mark == "\u{2212}1";
    if marks.iter().any(minus) && marks.iter().any(|mark| mark == "0") {
        return Err(InputError::found(
            "both 0 and -1 in the position",
            "-1 for uncoloured vertices and colours from 1, or 0 for uncoloured ones",
        ));
    }
    marks
        .iter()
        .enumerate()
        .map(|(v, mark)| match mark.as_str() {
            "-" | "0" | "-1" | "\u{2212}1" | "null" => Ok(0),
            mark => mark.parse().ok().filter(|&c| c <= most).ok_or_else(|| {
                InputError::found(
                    format_args!("colour '{}' at vertex {v}", shortened(mark)),
                    format_args!("a colour from 1 to {most}, or '-' for uncoloured"),
                )
            }),
        })
        .collect()
}

fn json_board_colors(text: &str) -> Result<Vec<String>, InputError> {
    let wrong = || {
        InputError::found(
            format_args!("'{}'", shortened(text)),
            "a JSON board: [{\"color\":0,\"adj\":[…]}, …]",
        )
    };
    let value: Value = serde_json::from_str(text).map_err(|_| wrong())?;
    let list = value.as_array().ok_or_else(wrong)?;
    list.iter()
        .map(|vertex| Ok(vertex.get("color").ok_or_else(wrong)?.to_string()))
        .collect()
}

/// A move that colours a vertex: `3=1`, `3 1`, `3:1`, `3,1` or
/// `{"vertex":3,"color":1}`. The name of a vertex may contain blanks.
pub(crate) fn parse_color_move(text: &str, vertices: &Vertices) -> Result<(u32, u32), InputError> {
    let text = text.trim();
    let wrong = || {
        InputError::found(
            format_args!("'{}'", shortened(text)),
            "a vertex and a colour, such as 0=1",
        )
    };
    if text.starts_with('{') {
        let value: Value = serde_json::from_str(text).map_err(|_| wrong())?;
        let vertex = vertices.read_json(value.get("vertex"));
        let color = value.get("color").and_then(Value::as_u64);
        let color = color.and_then(|color| u32::try_from(color).ok());
        return Ok((vertex.ok_or_else(wrong)??, color.ok_or_else(wrong)?));
    }
    let (vertex, color) = text
        .rsplit_once(['=', ':', ','])
        .or_else(|| text.rsplit_once(char::is_whitespace))
        .ok_or_else(wrong)?;
    let color = color.trim();
    // A is the first colour, as people write it.
    let letter = || match *color.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => {
            Some(u32::from(letter.to_ascii_uppercase() - b'A') + 1)
        }
        _ => None,
    };
    let color = color.parse().ok().or_else(letter).ok_or_else(|| {
        InputError::found(
            format_args!("colour '{}'", shortened(color)),
            "a number from 1, or a letter",
        )
    })?;
    Ok((vertices.parse(vertex)?, color))
}
