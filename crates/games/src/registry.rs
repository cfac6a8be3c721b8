//! The games by name. To add a game, write its file and add its type to the list here.

use crate::certificate::Certifiable;
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

/// What a game says about itself to be picked by name.
pub trait Registered: Certifiable + Sized + 'static {
    /// The name.
    const NAME: &'static str;
    /// What it is, in a line.
    const ABOUT: &'static str;
    /// Is it played on a board?
    const ON_BOARD: bool = true;
    /// Does the embedding of the board matter?
    const PLANE: bool = false;

    /// Sets the game up.
    ///
    /// # Errors
    /// The game is not played on such a board or with such options.
    fn open(board: &Board, options: &Options) -> Result<Self, InputError>;
}

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

/// Work that needs a game's own types, for speed, whichever game it is.
pub trait Visitor {
    /// What the work gives.
    type Output;

    /// Does the work with a game.
    fn visit<G: Registered>(self, game: G) -> Self::Output;
}

macro_rules! games {
    ($($game:ty),+ $(,)?) => {
        /// Every game.
        pub const GAMES: &[Entry] = &[$(Entry {
            name: <$game>::NAME,
            about: <$game>::ABOUT,
            on_board: <$game>::ON_BOARD,
            open: |board, options| Ok(Box::new(<$game>::open(board, options)?)),
        }),+];

        /// Sets the game with this name up and hands it to `visitor`.
        ///
        /// # Errors
        /// There is no such game, or it is not played like that.
        pub fn visit<V: Visitor>(
            name: &str,
            board: &Board,
            options: &Options,
            visitor: V,
        ) -> Result<V::Output, InputError> {
            match name {
                $(<$game as Registered>::NAME => {
                    Ok(visitor.visit(<$game>::open(board, options)?))
                })+
                _ => Err(unknown(name)),
            }
        }
    };
}

games![Coloring, EdgeDistinguishing, Cycles, Token, Subtraction];

/// The game with a name.
///
/// # Errors
/// There is no such game; the message lists those that exist.
pub fn find(name: &str) -> Result<&'static Entry, InputError> {
    GAMES
        .iter()
        .find(|entry| entry.name == name)
        .ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> InputError {
    let names: Vec<&str> = GAMES.iter().map(|entry| entry.name).collect();
    InputError::found(
        format_args!("game '{}'", outplay_board::shortened(name)),
        format_args!("one of {}", names.join(", ")),
    )
}

pub(crate) fn need<T>(option: Option<T>, flag: &str, what: &str) -> Result<T, InputError> {
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
