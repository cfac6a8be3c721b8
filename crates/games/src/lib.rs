//! The games that Outplay knows: one folder each, chosen by name through one [`registry`].
//!
//! A game is a few small traits. Plain rules ([`Game`](outplay_engine::Game)), symmetries,
//! [`Notation`] and a [`Description`] are all that it needs; shortcuts for the search, a sampler, pictures,
//! reasons and certificates have defaults or are left out. To add a game, copy a folder and add
//! a line to the registry.

mod analysis;
mod any;
pub mod certificate;
pub mod coloring;
pub mod cycles;
mod described;
pub mod edge;
mod explain;
mod listing;
pub mod marking;
pub mod node_kayles;
mod notation;
pub mod parameters;
pub mod registry;
mod sampled;
mod sets;
mod show;
pub mod subtraction;
mod symmetry;
pub mod token;

pub use analysis::{Analysis, Effort, How, Method, MoveValue, StateView, Value, sort_moves};
pub use any::{AnyGame, AnyMove, AnyPosition, Failure, Playable, any};
pub use coloring::{Coloring, Pass, Side};
pub use cycles::Cycles;
pub use described::{
    BoardKind, Described, Description, Example, LabelWords, NotReady, SideName, Sites,
};
pub use edge::EdgeDistinguishing;
pub use explain::{Explanation, Mirror, Reasons, Trial};
pub use node_kayles::NodeKayles;
pub use notation::Notation;
pub use parameters::Values;
pub use sampled::Sampled;
pub use show::{Marks, Notes, Show, Touch};
pub use subtraction::Subtraction;
pub use token::Token;
