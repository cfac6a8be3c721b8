//! The games that Outplay knows: one file of plain rules each, chosen by name
//! through one [`registry`].
//!
//! To add a game, copy one of the files, and add a line to the registry.

mod analysis;
mod any;
pub mod certificate;
pub mod coloring;
pub mod cycles;
pub mod edge;
mod listing;
mod notation;
pub mod registry;
pub mod subtraction;
pub mod token;

pub use analysis::{Analysis, MoveValue, StateView, Value};
pub use any::{AnyGame, Failure, NamedMove};
pub use coloring::{Coloring, Pass, Side};
pub use cycles::Cycles;
pub use edge::EdgeDistinguishing;
pub use notation::{Marks, Notation};
pub use subtraction::Subtraction;
pub use token::Token;
