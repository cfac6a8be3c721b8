//! Every question that can be asked: the type of the question, the type of the answer, and the
//! work between them. The program prints what is answered here, the server streams it, and it
//! runs as well inside a browser: clock, stop, limits and tables come from the [`Host`].
//!
//! # Who wins, and which moves win
//! ```
//! use outplay_board::Limits;
//! use outplay_service::{Ask, AskMoves, AskSolve, BoardText, Host, Setup};
//!
//! let setup = Setup {
//!     game: "node-kayles".to_owned(),
//!     board: Some(BoardText::family("path:5")),
//!     ..Setup::default()
//! };
//! let opened = setup.open(Limits::BOARD, &|| false)?;
//! let answer = Host::alone(|host| AskSolve::default().answer(&opened, host))?;
//! assert_eq!(answer.judgement.winner.flatten().as_deref(), Some("first"));
//!
//! let listed = Host::alone(|host| AskMoves::default().answer(&opened, host))?;
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
//! use outplay_service::{Ask, AskSolve, Host, Setup};
//! use serde_json::{from_value, json, to_value};
//!
//! let setup: Setup = from_value(json!({
//!     "game": "coloring",
//!     "board": { "text": "a b\nb c\nc d\n", "format": "edges" },
//!     "colors": 2,
//! }))?;
//! let opened = setup.open(Limits::BOARD, &|| false)?;
//! let asked = AskSolve {
//!     at: Some("1,-,-,-".to_owned()),
//!     ..AskSolve::default()
//! };
//! let answer = to_value(Host::alone(|host| asked.answer(&opened, host))?)?;
//! assert_eq!((&answer["to_move"], &answer["winner"]), (&json!("bob"), &json!("bob")));
//! assert_eq!(answer["winning_moves"][0]["vertex"], "c"); // vertices by their names
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alike;
pub mod answer;
mod ask;
pub mod boards;
mod bounds;
mod catalogue;
mod check;
mod count;
mod digraph;
mod embeddings;
mod experiment;
mod explain;
mod host;
mod labels;
pub mod lesson;
mod limits;
mod meet;
mod moves;
mod number;
pub mod play;
mod prove;
mod puzzles;
mod quiz;
mod random;
mod read;
pub mod requests;
mod schema;
pub mod session;
mod setup;
mod solve;
mod strategy;
mod tables;
pub mod text;
mod why;

pub use ask::{About, Ask, Asked, Body, Remarked, SchemaOf, Told, Work};
pub use bounds::{AskBounds, BestUpper, Bounds};
pub use catalogue::{AskRules, Catalogue, FamilyInfo, FormatInfo, PlayerCard, catalogue};
pub use check::{AskCheck, Checked, check};
pub use count::{AskCount, Bound, Count, Counted, Legal};
pub use digraph::{
    AskDigraph, DigraphFormat, Node, StateGraph, WriteDigraph, WrittenDigraph, write_digraph,
};
pub use embeddings::{AskEmbeddings, EmbeddingView, Embeddings};
pub use experiment::{AskExperiment, Cell, Cells, Player};
pub use explain::{AskExplain, Explained};
pub use host::{Event, Host, How};
pub use labels::{AllLabels, AskLabels, Counts, Labelled, labels};
pub use limits::{MOST_BYTES, Sizes};
pub use meet::{AskMatch, Meeting, Meetings};
pub use moves::{AskMoves, Moves};
pub use number::{AskNumber, NUMBERS, NumberAnswer, NumberInfo, Witness};
pub use outplay_board::Failed;
pub use outplay_games::certificate::Claim;
pub use prove::{AskNumberProof, AskProof, Certificate, Proved, ProvedNumber};
pub use puzzles::{AskPuzzles, Difficulty, Puzzle, Puzzles, sheet_html, sheet_svg};
pub use quiz::{AskLesson, Question, Taught, find_lesson};
pub use read::{AskRead, BoardRead};
pub use setup::{BoardText, Opened, Setup, Source, graph6, missing_colors};
pub use solve::{AskSolve, Solved, Step};
pub use strategy::{AskStrategy, Auxiliary, ForestView, Palette, Placed, StrategyParts};
pub use tables::Tables;
pub use why::{AskWhy, Ply, Why};
