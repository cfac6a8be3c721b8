//! How positions and moves are written and read: the same words on the command
//! line, in JSON, on the page and in Python.

use crate::explain::{Explanation, Mirror, Trial};
use crate::searchable::Searcher;
use outplay_board::{InputError, shortened};
use outplay_engine::monte_carlo::{self, PlainSampler, Thinker, TreeSearch};
use outplay_engine::search::Table;
use outplay_engine::{Budget, Player, Stopped, Symmetric};
use serde_json::Value;
use std::sync::Arc;

/// What stands on the board, for drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The colour of every vertex (0 = uncoloured), in games that colour vertices.
    pub colors: Option<Vec<u32>>,
    /// The directed edges (from, to), in games that direct edges.
    pub arrows: Option<Vec<(u32, u32)>>,
    /// The vertex where the token stands.
    pub token: Option<u32>,
    /// The pebbles in every heap.
    pub heaps: Option<Vec<u64>>,
}

/// What a player should see in a position beside the legal moves. A list is there
/// if the game has such things.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// The colours that every vertex may still take; none for a coloured one.
    pub free: Option<Vec<Vec<u32>>>,
    /// Uncoloured vertices with a single colour left that a neighbour may take away.
    pub threatened: Option<Vec<u32>>,
    /// Uncoloured vertices that will have a colour left whatever happens.
    pub safe: Option<Vec<u32>>,
    /// Uncoloured vertices without a colour left.
    pub dead: Option<Vec<u32>>,
    /// Undirected edges that can never be directed any more.
    pub impossible_edges: Option<Vec<(u32, u32)>>,
    /// Cells that can never be closed any more.
    pub lost_cells: Option<Vec<usize>>,
    /// The cell that is closed.
    pub closed_cell: Option<usize>,
}

/// The written form of a game's positions and moves.
pub trait Notation: Symmetric {
    /// The position in one word.
    fn position_text(&self, position: &Self::Position) -> String;

    /// The position that `text` says.
    ///
    /// # Errors
    /// `text` is no position, or one that is not legal or cannot be reached by play.
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

    /// What to draw.
    fn marks(&self, position: &Self::Position) -> Marks;

    /// What to point out.
    fn notes(&self, _position: &Self::Position) -> Notes {
        Notes::default()
    }

    /// What a player is called.
    fn player_name(&self, player: Player) -> &'static str {
        match player {
            Player::First => "first",
            Player::Second => "second",
        }
    }

    /// Have both players the same moves, so that Grundy values make sense?
    fn is_impartial(&self) -> bool {
        true
    }

    /// The parameters of the game beside the board, for JSON.
    fn parameters(&self) -> Vec<(&'static str, Value)> {
        Vec::new()
    }

    /// The exact search with this game's shortcuts and a table of this game,
    /// where the game has one.
    fn searcher(&self, _table: Arc<Table>) -> Option<Box<dyn Searcher<Self::Position> + '_>> {
        None
    }

    /// The sampling search, quick where the game has its own way of sampling.
    fn thinker(
        &self,
        options: monte_carlo::Options,
    ) -> Box<dyn Thinker<Self::Position, Self::Move> + '_>
    where
        Self: Sized + Sync,
    {
        let longest = options.longest;
        let sampler = PlainSampler {
            game: self,
            longest,
        };
        Box::new(TreeSearch::new(sampler, options))
    }

    /// Symmetries that are their own inverse, for mirror strategies.
    fn mirrors(&self) -> Vec<Mirror<Self::Symmetry>> {
        Vec::new()
    }

    /// A reason for the verdict that shows without playing. The budget says when to give up.
    fn simple_reason(
        &self,
        _position: &Self::Position,
        _budget: &Budget<'_>,
    ) -> Option<Explanation> {
        None
    }

    /// A reason that is found by trying a strategy of this game.
    ///
    /// # Errors
    /// The budget ran out.
    fn strategy_reason(
        &self,
        _position: &Self::Position,
        _trial: &mut Trial<'_>,
    ) -> Result<Option<Explanation>, Stopped> {
        Ok(None)
    }

    /// The Grundy value where theory gives it without looking at positions.
    fn theory(&self, _position: &Self::Position) -> Option<u32> {
        None
    }
}

/// The vertices of a board as people name them.
#[derive(Clone, Debug)]
pub(crate) struct Vertices {
    count: usize,
    names: Option<Vec<String>>,
}

impl Vertices {
    pub(crate) fn new(count: usize, names: Option<Vec<String>>) -> Self {
        Self { count, names }
    }

    pub(crate) fn name(&self, v: u32) -> String {
        match &self.names {
            Some(names) if (v as usize) < names.len() => names[v as usize].clone(),
            _ => v.to_string(),
        }
    }

    pub(crate) fn parse(&self, text: &str) -> Result<u32, InputError> {
        let text = text.trim();
        let named = self
            .names
            .as_ref()
            .and_then(|names| names.iter().position(|name| name == text));
        let number = || text.parse().ok().filter(|&v: &usize| v < self.count);
        match named.or_else(number) {
            Some(v) => Ok(v as u32),
            None => Err(InputError::found(
                format_args!("vertex '{}'", shortened(text)),
                self.expected(),
            )),
        }
    }

    fn expected(&self) -> String {
        match &self.names {
            _ if self.count == 0 => "none: the board has no vertices".to_owned(),
            Some(names) => format!(
                "a vertex of the board, such as {} or {}",
                names[0],
                names[self.count - 1]
            ),
            None => format!("a vertex from 0 to {}", self.count - 1),
        }
    }

    /// Why `v` is no vertex of the board, for refusals.
    pub(crate) fn refuse(&self, v: u32) -> Option<String> {
        (v as usize >= self.count)
            .then(|| format!("there is no vertex {v}: expected {}", self.expected()))
    }
}

/// A row of marks in text: separated by commas or blanks, or as a JSON list.
/// `expected` names one mark for messages.
pub(crate) fn split_marks(text: &str) -> Vec<String> {
    let separator = |c: char| c == ',' || c.is_whitespace() || c == '[' || c == ']' || c == '"';
    text.split(separator)
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
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

/// Reads the colours of a position: one mark a vertex, `-`, `0` or `null` for
/// uncoloured; without separators if every mark is one character; or a JSON
/// board with colours.
pub(crate) fn parse_colors(text: &str, vertices: usize, most: u8) -> Result<Vec<u8>, InputError> {
    let text = text.trim();
    let marks = if text.starts_with('[') && text.contains('{') {
        json_board_colors(text)?
    } else {
        let marks = split_marks(text);
        match &marks[..] {
            [word] if vertices > 1 && word.chars().count() == vertices => {
                word.chars().map(String::from).collect()
            }
            _ => marks,
        }
    };
    if marks.len() != vertices {
        return Err(InputError::found(
            format_args!("{} colours in the position", marks.len()),
            format_args!("{vertices}, one for each vertex ('-' for uncoloured)"),
        ));
    }
    marks
        .iter()
        .enumerate()
        .map(|(v, mark)| match mark.as_str() {
            "-" | "0" | "null" => Ok(0),
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
        let number = |key| value.get(key).and_then(Value::as_u64);
        let vertex = number("vertex").ok_or_else(wrong)?;
        let color = number("color").ok_or_else(wrong)?;
        let small = |n: u64| u32::try_from(n).map_err(|_| wrong());
        return Ok((small(vertex)?, small(color)?));
    }
    let (vertex, color) = text
        .rsplit_once(['=', ':', ','])
        .or_else(|| text.rsplit_once(char::is_whitespace))
        .ok_or_else(wrong)?;
    let color = color.trim();
    let color = color.parse().map_err(|_| {
        InputError::found(
            format_args!("colour '{}'", shortened(color)),
            "a number from 1",
        )
    })?;
    Ok((vertices.parse(vertex)?, color))
}

/// Renames colours in order of their first appearance.
pub(crate) fn normalize_colors(colors: &mut [u8]) {
    let mut names = [0u8; 256];
    let mut used = 0;
    for color in colors.iter_mut().filter(|color| **color != 0) {
        let name = &mut names[*color as usize];
        if *name == 0 {
            used += 1;
            *name = used;
        }
        *color = *name;
    }
}

/// The least of all images of a colouring under the automorphisms and all
/// renamings of colours.
pub(crate) fn least_coloring(colors: &[u8], automorphisms: &[Vec<u32>]) -> Box<[u8]> {
    let mut best: Vec<u8> = Vec::new();
    let mut image = vec![0; colors.len()];
    for map in automorphisms {
        for (&to, &color) in map.iter().zip(colors) {
            image[to as usize] = color;
        }
        normalize_colors(&mut image);
        if best.is_empty() || image < best {
            best.clone_from(&image);
        }
    }
    best.into()
}
