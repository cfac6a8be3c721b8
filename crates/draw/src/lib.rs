//! Pictures and files of boards and of labelled state digraphs.
//!
//! SVG for people, DOT, GraphML and JSON for other programs, and plain text for
//! a terminal. The SVG is written by hand, because it is a handful of circles,
//! lines and letters: what matters is that it prints well, that colours are never
//! the only sign, and that a name on a board cannot break the file.

mod board;
mod export;
mod geometry;
mod options;
mod order;
mod palette;
mod state;
mod text;
mod xml;

pub use board::board_svg;
pub use export::{state_dot, state_graphml, state_json};
pub use options::{Most, StateOptions, TooMany, Words};
pub use order::{Place, layered};
pub use state::state_svg;
pub use text::board_text;
