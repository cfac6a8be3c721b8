//! Boards and games as questions say them.

use crate::ask::Ask;
use crate::host::Host;
use crate::number::AskNumber;
use outplay_board::formats::{Boards, Format, board_text};
use outplay_board::{Board, Failed, InputError, Limits, Shape, families};
use outplay_games::registry::{self, Entry, Remark};
use outplay_games::{AnyGame, AnyPosition, BoardKind, Coloring, Described};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json};
use std::sync::Arc;

/// A board in a question: a named family, or the content of a file.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardText {
    /// A named family, `grid:3x3`.
    pub family: Option<String>,
    /// The content of a board file.
    pub text: Option<String>,
    /// Its format.
    pub format: Option<String>,
    /// Its file name, whose ending says the format.
    pub name: Option<String>,
    /// Is an edge list a list of arcs?
    #[serde(default)]
    pub directed: bool,
    /// Is the first line of an edge list a header? Without it, its content decides.
    pub header: Option<bool>,
}

/// A board that was read, and what to call it.
#[derive(Clone, Debug)]
pub struct Source {
    /// The argument as given.
    pub name: String,
    /// Which board of a list, from 1.
    pub index: Option<usize>,
    /// Do the coordinates come from the user, so that they say the embedding?
    pub drawn: bool,
    /// The board.
    pub board: Board,
    /// The format in which it was read, if it was a file, and whether that had a header.
    pub read: Option<(Format, bool)>,
}

impl Source {
    /// A board with its name.
    pub fn new(name: impl Into<String>, board: Board) -> Self {
        Self {
            name: name.into(),
            index: None,
            drawn: board.drawn,
            board,
            read: None,
        }
    }

    /// A board that was just read from a file; of several with its number.
    pub fn read(name: &str, board: Board, from: &Boards<'_>, number: usize) -> Self {
        let format = from.format();
        Self {
            index: format.filter(|format| format.is_stream()).map(|_| number),
            read: format.map(|format| (format, from.had_header())),
            ..Self::new(name, board)
        }
    }

    /// The board of games that have none.
    pub fn none() -> Self {
        Self::new("", Entry::no_board())
    }

    /// The board's name for people.
    pub fn title(&self) -> String {
        title(&self.name, self.index)
    }
}

fn title(name: &str, index: Option<usize>) -> String {
    match index {
        Some(index) => format!("{name} #{index}"),
        None => name.to_owned(),
    }
}

/// Who asks in JSON types no options.
fn without_dashes(mut error: InputError) -> InputError {
    for (option, field) in [("yes", "true"), ("no", "false")] {
        let (option, field) = (format!("--header {option}"), format!("\"header\": {field}"));
        error.message = error.message.replace(&option, &field);
    }
    error
}

impl BoardText {
    /// The board of a family.
    pub fn family(name: &str) -> Self {
        Self {
            family: Some(name.to_owned()),
            ..Self::default()
        }
    }

    /// Reads the board. `directed` says that the game is played on digraphs.
    ///
    /// # Errors
    /// It is not a board, or a larger one than the limits allow.
    pub fn read(&self, limits: Limits, directed: bool) -> Result<Source, InputError> {
        match (&self.family, &self.text) {
            (Some(family), None) => Ok(Source::new(family, families::board(family, limits)?)),
            (None, Some(text)) => {
                let name = self.name.clone().unwrap_or_else(|| "the board".to_owned());
                self.parse(&name, text, limits, directed)
                    .map_err(|error| error.in_source(name.as_str()))
            }
            _ => Err(InputError::found(
                "a board that is not said in one way",
                "\"family\", such as grid:3x3, or \"text\" with the content of a file",
            )),
        }
    }

    fn parse(
        &self,
        name: &str,
        text: &str,
        limits: Limits,
        directed: bool,
    ) -> Result<Source, InputError> {
        let path = self.name.as_deref().unwrap_or_default();
        let boards = Boards::open(text.as_bytes(), self.format.as_deref(), path, limits)?;
        let mut boards = boards
            .directed(directed || self.directed)
            .header(self.header);
        let board = boards
            .next()
            .unwrap_or_else(|| Err(InputError::found("nothing", "a board")))
            .map_err(without_dashes)?;
        let source = Source::read(name, board, &boards, 1);
        match boards.next() {
            None => Ok(Source {
                index: None,
                ..source
            }),
            Some(_) => Err(InputError::found("several graphs", "one board")),
        }
    }
}

/// A game with its board and parameters in a question.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Setup {
    /// The game; nothing where the rules are said.
    #[serde(default)]
    pub game: String,
    /// The text of a rule file, for a game that nobody has registered.
    pub rules: Option<String>,
    /// The board, in games that have one.
    pub board: Option<BoardText>,
    /// The parameters of the game, each under its name.
    #[serde(flatten)]
    pub parameters: Map<String, Json>,
}

impl Setup {
    /// Reads the board and opens the game; `stop` bounds the search for defaults.
    ///
    /// # Errors
    /// There is no such game, or it is not played on such a board or with such parameters.
    pub fn open(&self, limits: Limits, stop: &dyn Fn() -> bool) -> Result<Opened, Failed> {
        let written = match &self.rules {
            Some(text) => Some(Entry::from_rules(text, "rules")?),
            None => None,
        };
        let entry = match &written {
            Some(entry) => entry,
            None => registry::find(&self.game)?,
        };
        let kind = entry.description.board;
        let source = match (&self.board, kind) {
            (Some(_), BoardKind::None) => {
                let expected = format!("none, because '{}' is not played on one", entry.name());
                return Err(InputError::found("a board", expected).into());
            }
            (None, BoardKind::None) => Source::none(),
            (Some(board), _) => board.read(limits, entry.description.plain_arcs)?,
            (None, _) => {
                return Err(InputError::new("the board is missing: say \"board\"").into());
            }
        };
        let values = entry.description.values_from_json(&self.parameters)?;
        Opened::new(entry, source, &values, stop)
    }
}

/// A game that is open, on its board.
#[derive(Clone)]
pub struct Opened {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// The board, with the embedding that the game needs.
    pub board: Board,
    /// What the board is called.
    pub name: String,
    /// Which board of a list, from 1.
    pub index: Option<usize>,
    /// What was done for the user that the user should know.
    pub remarks: Vec<Remark>,
}

impl Opened {
    /// Opens a game on a board that was read.
    ///
    /// # Errors
    /// It is not played on such a board or with such parameters.
    pub fn new(
        entry: &Entry,
        source: Source,
        values: &outplay_games::Values,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, Failed> {
        if let Some(error) = missing_colors(entry, values, Some(&source), "") {
            return Err(error.into());
        }
        let Source {
            name,
            index,
            drawn,
            board,
            ..
        } = source;
        let opened = entry
            .open(board, drawn, values, stop)
            .map_err(|error| match error {
                Failed::Input(error) if !name.is_empty() => {
                    Failed::Input(error.in_source(name.as_str()))
                }
                other => other,
            })?;
        Ok(Self {
            game: opened.game,
            board: opened.board,
            name,
            index,
            remarks: opened.remarks,
        })
    }

    /// Is the game played on a board?
    pub fn has_board(&self) -> bool {
        self.game.description().board != BoardKind::None
    }

    /// The board's name for people.
    pub fn title(&self) -> String {
        title(&self.name, self.index)
    }

    /// The position that `text` says, or the start.
    ///
    /// # Errors
    /// It is no legal, reachable position.
    pub fn position(&self, text: Option<&str>) -> Result<AnyPosition, InputError> {
        match text {
            Some(text) => self.game.parse_position(text),
            None => Ok(self.game.start()),
        }
    }

    /// The board in graph6, if it is one of a list.
    pub(crate) fn graph6(&self) -> Option<String> {
        self.index.and_then(|_| graph6(&self.board))
    }
}

/// The parameter that is asked for with a number to try.
const COLORS: &str = "colors";
/// On boards with so many vertices, and so few positions, that number is known at once.
const SMALL: usize = 12;
const QUICK: u64 = 100_000;

/// Where nobody said with how many colours: the question, with what is worth a try on the board;
/// `dashes` stand before the name of the parameter where it is an option.
pub fn missing_colors(
    entry: &Entry,
    values: &outplay_games::Values,
    source: Option<&Source>,
    dashes: &str,
) -> Option<InputError> {
    let description = &entry.description;
    let parameter = description.parameter(COLORS)?;
    if !parameter.is_required() || values.get(COLORS).is_some() {
        return None;
    }
    let coloring = description.identity() == Coloring::describe().identity();
    let source = source.filter(|source| coloring && source.board.vertex_count() <= SMALL);
    let known = source.and_then(|source| {
        let asked = AskNumber::new("game-chromatic", None, None).ok()?;
        let found = Host::alone(|host| {
            let positions = QUICK;
            asked.answer(source, &Host { positions, ..*host })
        });
        found.ok()?.known.value
    });
    let name = format!("{dashes}{COLORS}");
    let tries = match known {
        Some(k) if k > 1 => format!("χ_g is {k}, try {name} {} or {k}", k - 1),
        Some(k) => format!("χ_g is {k}, try {name} {k}"),
        None => format!("Try {name} 3"),
    };
    Some(InputError::new(format!(
        "{name} is missing: with how many colours? {tries}"
    )))
}

/// A board in graph6, digraphs in digraph6.
pub fn graph6(board: &Board) -> Option<String> {
    let format = match board.shape {
        Shape::Undirected(_) => Format::Graph6,
        Shape::Directed(_) => Format::Digraph6,
    };
    let text = board_text(board, format).ok()?;
    Some(text.trim_end().to_owned())
}
