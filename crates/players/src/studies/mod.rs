//! Studies: what is found out about boards beyond a single verdict.
//!
//! [`Experiment`]s sample how often Alice wins and set the exact verdict beside
//! it, and show how `smart` gets better; [`report`] repeats the study of 2013 and says where it erred. Everything that was
//! sampled is called so, with its number of games, its seed and an interval.
//! Nothing here knows a terminal: progress goes to a callback, results to files.

mod certificates;
mod coloring;
mod exact;
mod experiment;
mod journal;
pub mod ranges;
pub mod report;
pub mod results;

pub use exact::Verdict;
pub use experiment::{Experiment, Findings, Kind, Meeting, Progress, Row, Work};

use outplay_board::{Board, Graph, InputError, Shape};

/// A board and what to call it.
#[derive(Clone, Debug)]
pub struct NamedBoard {
    /// The name; it also decides the chance of the games on the board.
    pub name: String,
    /// The board.
    pub board: Board,
}

/// The graph that the colouring game is played on.
fn graph_of(board: &Board) -> Result<&Graph, InputError> {
    match &board.shape {
        Shape::Undirected(graph) => Ok(graph),
        Shape::Directed(_) => Err(InputError::found("a digraph", "an undirected graph")),
    }
}
