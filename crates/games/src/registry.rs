//! The games by name. To add a game, write its file and add its line here.

use crate::{AnyGame, Coloring, Cycles, EdgeDistinguishing, Pass, Side, Subtraction, Token};
use outplay_board::{Board, Digraph, Graph, InputError, PlaneGraph, Shape, symmetry};

/// What a user can say about a game beside its name and board.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How many colours (`coloring`, `edge`).
    pub colors: Option<u32>,
    /// Who starts (`coloring`).
    pub first: Option<Side>,
    /// Who may pass (`coloring`).
    pub pass: Pass,
    /// Where the token starts (`token`).
    pub start: Option<String>,
    /// The heaps (`subtraction`).
    pub pebbles: Vec<u64>,
    /// What may be taken (`subtraction`).
    pub take: Vec<u64>,
}

/// A game that is ready to be played, or what is wrong with the request.
pub type Opened = Result<Box<dyn AnyGame>, InputError>;

/// A game that can be picked by name.
pub struct Entry {
    /// The name.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// Is it played on a board?
    pub on_board: bool,
    /// Sets the game up.
    pub open: fn(&Board, &Options) -> Opened,
}

/// Every game.
pub const GAMES: &[Entry] = &[
    Entry {
        name: "coloring",
        about: "Alice and Bob colour a graph properly; Bob wants a vertex without a colour left",
        on_board: true,
        open: |board, options| {
            let colors = need(options.colors, "--colors", "how many colours there are")?;
            let first = options.first.unwrap_or(Side::Alice);
            let game = Coloring::new(board, colors, first, options.pass)?;
            Ok(Box::new(game))
        },
    },
    Entry {
        name: "edge",
        about: "colour vertices so that no two edges carry the same pair of colours",
        on_board: true,
        open: |board, options| {
            let colors = need(options.colors, "--colors", "how many colours there are")?;
            Ok(Box::new(EdgeDistinguishing::new(board, colors)?))
        },
    },
    Entry {
        name: "cycles",
        about: "direct the edges of a plane graph; closing a cell into a cycle wins",
        on_board: true,
        open: |board, _| Ok(Box::new(Cycles::new(board)?)),
    },
    Entry {
        name: "token",
        about: "move a token along the arcs of a digraph",
        on_board: true,
        open: |board, options| {
            let start = need(
                options.start.as_deref(),
                "--start",
                "where the token starts",
            )?;
            Ok(Box::new(Token::new(board, start)?))
        },
    },
    Entry {
        name: "subtraction",
        about: "take pebbles from heaps",
        on_board: false,
        open: |_, options| {
            let game = Subtraction::new(options.pebbles.clone(), options.take.clone())?;
            Ok(Box::new(game))
        },
    },
];

/// The game with a name.
///
/// # Errors
/// There is no such game; the message lists those that exist.
pub fn find(name: &str) -> Result<&'static Entry, InputError> {
    GAMES
        .iter()
        .find(|entry| entry.name == name)
        .ok_or_else(|| {
            let names: Vec<&str> = GAMES.iter().map(|entry| entry.name).collect();
            InputError::found(
                format_args!("game '{}'", crate::notation::shortened(name)),
                format_args!("one of {}", names.join(", ")),
            )
        })
}

fn need<T>(option: Option<T>, flag: &str, what: &str) -> Result<T, InputError> {
    option.ok_or_else(|| InputError::new(format!("{flag} is missing: say {what}")))
}

/// The undirected graph of a board.
pub(crate) fn undirected<'a>(board: &'a Board, game: &str) -> Result<&'a Graph, InputError> {
    match &board.shape {
        Shape::Undirected(graph) => Ok(graph),
        Shape::Directed(_) => Err(InputError::found(
            "a digraph",
            format_args!("an undirected graph, because '{game}' is played on those"),
        )),
    }
}

/// A number of colours that fits the positions.
pub(crate) fn color_count(colors: u32) -> Result<u8, InputError> {
    u8::try_from(colors)
        .ok()
        .filter(|&k| k >= 1)
        .ok_or_else(|| InputError::found(format_args!("{colors} colours"), "from 1 to 255 colours"))
}

/// On very symmetric boards, listing all symmetries costs more than it saves;
/// there the identity has to do, which is a group as well.
const MOST_SYMMETRIES: usize = 2000;

/// The automorphisms that identify positions.
pub(crate) fn automorphisms(graph: &Graph) -> Vec<Vec<u32>> {
    symmetry::automorphisms(graph, None, MOST_SYMMETRIES)
        .unwrap_or_else(|| vec![graph.vertices().collect()])
}

pub(crate) fn digraph_automorphisms(digraph: &Digraph) -> Vec<Vec<u32>> {
    symmetry::digraph_automorphisms(digraph, None, MOST_SYMMETRIES)
        .unwrap_or_else(|| vec![digraph.vertices().collect()])
}

/// The maps of a plane graph that keep its outer face, mirror images included.
pub(crate) fn plane_automorphisms(plane: &PlaneGraph) -> Vec<Vec<u32>> {
    match symmetry::plane_automorphisms(plane, MOST_SYMMETRIES) {
        Some(maps) => maps.into_iter().map(|map| map.vertices).collect(),
        None => vec![plane.graph().vertices().collect()],
    }
}
