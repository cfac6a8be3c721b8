//! Every question that can be asked: the type of the question, the type of the answer, and the
//! work between them. The program prints what is answered here, the server streams it, and it
//! runs as well inside a browser: clock, stop, limits and tables come from the [`Host`].
//!
//! # Who wins, and which moves win
//! ```
//! use outplay_board::Limits;
//! use outplay_service::{AskMoves, BoardText, Host, Setup, Solve, moves, solve};
//!
//! let setup = Setup {
//!     game: "node-kayles".to_owned(),
//!     board: Some(BoardText::family("path:5")),
//!     ..Setup::default()
//! };
//! let opened = setup.open(Limits::BOARD, &|| false)?;
//! let answer = Host::alone(|host| solve(&opened, Solve::default(), host))?;
//! assert_eq!(answer.judgement.winner.flatten().as_deref(), Some("first"));
//!
//! let listed = Host::alone(|host| moves(&opened, AskMoves::default(), host))?;
//! let best = &listed.moves[0]; // the best ones come first
//! assert_eq!((best.named.text.as_str(), best.verdict.word()), ("2", "win"));
//! # Ok::<(), outplay_service::Failed>(())
//! ```
//!
//! # The same in JSON, as every door says it
//! Parameters stand beside the game under their names; a board is a family or the text of a file.
//!
//! ```
//! use outplay_board::Limits;
//! use outplay_service::{Host, Setup, Solve, solve};
//! use serde_json::{from_value, json, to_value};
//!
//! let setup: Setup = from_value(json!({
//!     "game": "coloring",
//!     "board": { "text": "a b\nb c\nc d\n", "format": "edges" },
//!     "colors": 2,
//! }))?;
//! let opened = setup.open(Limits::BOARD, &|| false)?;
//! let asked = Solve {
//!     at: Some("1,-,-,-"),
//!     ..Solve::default()
//! };
//! let answer = to_value(Host::alone(|host| solve(&opened, asked, host))?)?;
//! assert_eq!((&answer["to_move"], &answer["winner"]), (&json!("bob"), &json!("bob")));
//! assert_eq!(answer["winning_moves"][0]["vertex"], "c"); // vertices by their names
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alike;
pub mod answer;
pub mod boards;
mod bounds;
mod catalogue;
mod count;
mod digraph;
mod embeddings;
mod explain;
mod failure;
mod host;
mod labels;
pub mod lesson;
mod moves;
mod number;
pub mod play;
mod prove;
mod puzzles;
mod quiz;
pub mod requests;
mod schema;
pub mod session;
mod setup;
mod solve;
mod strategy;
mod why;

pub use bounds::{BestUpper, Bounds, bounds};
pub use catalogue::{Catalogue, FamilyInfo, FormatInfo, PlayerCard, catalogue, describe};
pub use count::{Bound, Count, Counted, count};
pub use digraph::{
    AskDigraph, DigraphFormat, Node, StateGraph, WriteDigraph, WrittenDigraph, digraph,
    write_digraph,
};
pub use embeddings::{EmbeddingView, Embeddings, embeddings};
pub use explain::{Explained, explain};
pub use failure::Failed;
pub use host::{Event, Host, How};
pub use labels::{AllLabels, AskLabels, Counts, Labelled, labels};
pub use moves::{AskMoves, Moves, moves};
pub use number::{AskNumber, NUMBERS, NumberAnswer, NumberInfo, Witness, number};
pub use outplay_games::certificate::Claim;
pub use prove::{Checked, Proved, ProvedNumber, check, prove, prove_number};
pub use puzzles::{
    AskPuzzles, Difficulty, Puzzle, Puzzles, puzzles, puzzles_at, sheet_html, sheet_svg,
};
pub use quiz::{Question, find_lesson, outcomes, tasks};
pub use setup::{BoardText, Opened, Setup, Source, graph6};
pub use solve::{Solve, Solved, Step, solve};
pub use strategy::{Auxiliary, ForestView, Palette, Placed, StrategyParts, strategy};
pub use why::{Ply, Why, why};
