//! Games as requests say them.

use crate::boards::{BoardText, Source};
use crate::problem::Problem;
use axum::http::StatusCode;
use outplay_board::{Board, Graph, InputError, Limits};
use outplay_games::registry::{self, Entry};
use outplay_games::{AnyGame, Pass, Side};
use outplay_lab::setup::{NotReady, make_ready};
use serde::Deserialize;

/// A game with its board and parameters in a request.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Setup {
    pub(crate) game: String,
    board: Option<BoardText>,
    colors: Option<u32>,
    first: Option<First>,
    pass: Option<MayPass>,
    start: Option<Word>,
    #[serde(default)]
    pebbles: Vec<u64>,
    #[serde(default)]
    take: Vec<u64>,
    outer: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum First {
    Alice,
    Bob,
}

impl First {
    pub(crate) fn side(self) -> Side {
        match self {
            Self::Alice => Side::Alice,
            Self::Bob => Side::Bob,
        }
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum MayPass {
    None,
    Alice,
    Bob,
}

/// The name of a vertex, which is often a number.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Word {
    Text(String),
    Number(u64),
}

/// Vertices times colours: so many moves can a position list.
const MOST_MOVES: u64 = 20_000;
/// Finding the faces of a drawing takes quadratic time at worst.
const MOST_PLANE_EDGES: usize = 2000;

/// Vertices times colours times edges of the largest game that is worth a computation:
/// beyond, single steps take too long for limits of time to be kept.
const MOST_WORK: usize = 2_000_000;

/// Refuses a computation about a game that is out of reach anyway.
pub(crate) fn check_work(board: &Board, colors: Option<u32>) -> Result<(), InputError> {
    let (vertices, edges) = (board.vertex_count(), board.edge_count());
    let colors = colors.unwrap_or(1);
    let work = vertices
        .saturating_mul(edges)
        .saturating_mul(colors as usize);
    match work > MOST_WORK {
        true => Err(InputError::found(
            format_args!("{vertices} vertices, {edges} edges and {colors} colours"),
            format_args!("a product of at most {MOST_WORK} for computations"),
        )),
        false => Ok(()),
    }
}

/// A game that is ready to be opened.
pub(crate) struct Ready {
    pub(crate) entry: &'static Entry,
    pub(crate) source: Source,
    pub(crate) options: registry::Options,
}

impl Ready {
    pub(crate) fn open(&self) -> Result<Box<dyn AnyGame>, InputError> {
        (self.entry.open)(&self.source.board, &self.options)
    }
}

impl Setup {
    /// Reads the board and adds what the game needs beside it; `stop` bounds that.
    pub(crate) fn ready(&self, limits: Limits, stop: &dyn Fn() -> bool) -> Result<Ready, Problem> {
        let entry = registry::find(&self.game)?;
        let mut options = registry::Options {
            colors: self.colors,
            first: self.first.map(First::side),
            pass: match self.pass {
                None | Some(MayPass::None) => Pass::None,
                Some(MayPass::Alice) => Pass::Alice,
                Some(MayPass::Bob) => Pass::Bob,
            },
            start: self.start.as_ref().map(|word| match word {
                Word::Text(text) => text.clone(),
                Word::Number(number) => number.to_string(),
            }),
            pebbles: self.pebbles.clone(),
            take: self.take.clone(),
        };
        let mut source = match (&self.board, entry.on_board) {
            (Some(board), true) => board.read(limits, entry.name == "token")?,
            (None, false) => Source {
                name: String::new(),
                board: Board::undirected(Graph::new(0, [])?),
                drawn: false,
            },
            (None, true) => {
                return Err(InputError::new("the board is missing: say \"board\"").into());
            }
            (Some(_), false) => {
                let expected = format!("none, because '{}' is not played on one", entry.name);
                return Err(InputError::found("a board", expected).into());
            }
        };
        let vertices = source.board.vertex_count() as u64;
        let colors = u64::from(options.colors.unwrap_or(1));
        if vertices * colors > MOST_MOVES {
            return Err(InputError::found(
                format_args!("{vertices} vertices and {colors} colours"),
                format_args!("at most {MOST_MOVES} for the product of the two"),
            )
            .into());
        }
        if entry.name == "cycles" && source.board.edge_count() > MOST_PLANE_EDGES {
            return Err(InputError::found(
                format_args!("{} edges", source.board.edge_count()),
                format_args!("at most {MOST_PLANE_EDGES} in the Game of Cycles"),
            )
            .into());
        }
        let (drawn, outer) = (source.drawn, self.outer.as_deref());
        let board = &mut source.board;
        match make_ready(entry.name, board, drawn, outer, &mut options, stop) {
            Ok(_) => {}
            Err(NotReady::Input(error)) => {
                return Err(error.in_source(source.name.as_str()).into());
            }
            Err(NotReady::Colors) => {
                return Err(Problem::new(
                    StatusCode::UNPROCESSABLE_ENTITY,
                    "the edge-distinguishing number could not be settled in time (say \"colors\")",
                ));
            }
        }
        Ok(Ready {
            entry,
            source,
            options,
        })
    }
}
