//! Every question that can be asked: the type of the question, the type of the answer, and the
//! work between them. The program prints what is answered here, the server streams it, and it
//! runs as well inside a browser: clock, stop, limits and tables come from the [`Host`].

pub mod answer;
pub mod boards;
mod bounds;
mod catalogue;
mod digraph;
mod explain;
mod failure;
mod host;
mod labels;
pub mod lesson;
mod moves;
mod number;
pub mod play;
mod prove;
mod schema;
mod setup;
mod solve;

pub use bounds::{BestUpper, Bounds, bounds};
pub use catalogue::{Catalogue, FamilyInfo, FormatInfo, PlayerCard, catalogue};
pub use digraph::{AskDigraph, Node, StateGraph, digraph};
pub use explain::{Explained, explain};
pub use failure::Failed;
pub use host::{Event, Host, How};
pub use labels::{AllLabels, AskLabels, Counts, Labelled, labels};
pub use moves::{AskMoves, Moves, moves};
pub use number::{AskNumber, NUMBERS, NumberAnswer, NumberInfo, number};
pub use prove::{Checked, Proved, check, prove};
pub use setup::{BoardText, Opened, Setup, Source, graph6};
pub use solve::{Solve, Solved, Step, solve};
