//! The games that the checker knows. A new one is a file in `games/` and its name here.

use crate::lines::{Lines, Outcome};
use crate::rules::Rules;

mod coloring;
mod cops;
mod cycles;
mod edge;
mod node_kayles;
mod relaxed;
mod ruled;
mod subtraction;
mod token;

/// Reads what a statement says between the lines `game` and `start`.
type Reader = fn(&mut Lines) -> Outcome<Box<dyn Rules>>;

pub(crate) const GAMES: &[(&str, Reader)] = &[
    ("coloring", coloring::read),
    ("edge", edge::read),
    ("cycles", cycles::read),
    ("node-kayles", node_kayles::read),
    ("token", token::read),
    ("subtraction", subtraction::read),
    ("cops", cops::read),
    ("rules", ruled::read),
];
