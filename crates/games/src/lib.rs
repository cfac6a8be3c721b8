//! The games that Outplay knows: one file of plain rules each, chosen by name
//! through one [`registry`].
//!
//! To add a game, copy one of the files with the folder of its name, which says how
//! certificates write it, and add a line to the registry.

mod analysis;
mod any;
pub mod certificate;
pub mod coloring;
pub mod coloring_search;
pub mod cycles;
pub mod cycles_search;
pub mod edge;
pub mod edge_search;
mod explain;
mod groups;
mod listing;
pub mod marking;
mod notation;
pub mod registry;
mod searchable;
pub mod subtraction;
pub mod token;

pub use analysis::{Analysis, Effort, Explored, MoveValue, StateView, Value};
pub use any::{AnyGame, Failure, NamedMove};
pub use coloring::{Coloring, Pass, Side};
pub use cycles::Cycles;
pub use edge::EdgeDistinguishing;
pub use explain::{Explanation, Mirror, Trial};
pub use notation::{Marks, Notation, Notes};
pub use searchable::{Searchable, Searcher, TooLarge};
pub use subtraction::Subtraction;
pub use token::Token;
