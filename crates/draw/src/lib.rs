//! All pictures: boards, labelled state digraphs, and the curves of experiments.
//!
//! SVG for people, DOT, GraphML and JSON for other programs, and plain text for
//! a terminal. The SVG is written by hand, because it is a handful of circles,
//! lines and letters: what matters is that it prints well, that colours are never
//! the only sign, and that a name on a board cannot break the file. [`tikz`] turns
//! any such SVG into a figure for papers.

mod board;
mod board_dots;
mod board_text;
pub mod chart;
mod export;
mod geometry;
mod options;
mod order;
mod palette;
mod sheet;
mod simulations;
mod state;
mod svg;
mod text;
mod tikz;
mod xml;

pub use board::{board_svg, labels_svg};
pub use board_text::board_text;
pub use export::{state_dot, state_graphml, state_json};
pub use options::{Arrangement, Most, StateOptions, TooMany};
pub use order::{Place, arranged};
pub use sheet::sheet_svg;
pub use simulations::{Simulated, simulations_svg};
pub use state::state_svg;
pub use tikz::{latex, tikz};
pub use xml::Escaped;
