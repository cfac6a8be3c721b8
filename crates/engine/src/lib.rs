//! The engine: what can be said about any game that is given by its rules.
//!
//! A [`Game`] is plain rules. [`explore`](StateDigraph::explore) turns it into
//! the digraph of its positions, [`label`] settles every position of a digraph
//! by retrograde analysis, and [`grundy`] gives Grundy values where they exist.
//! [`search`] settles single positions of games whose digraph would be too large.
//! [`monte_carlo`] judges moves by random games.
//! Nothing here knows any particular game, and nothing here touches files or
//! clocks: limits come in as a [`Budget`]. Only the searches start threads, when asked.

mod budget;
mod estimate;
mod game;
mod grundy;
mod label;
pub mod monte_carlo;
pub mod search;
mod state;
mod symmetry;

pub use budget::{Budget, Stop, Stopped};
pub use estimate::{Rng, estimate_positions};
pub use game::{Game, Move, Outcome, Player, Refusal};
pub use grundy::grundy;
pub use label::{Labels, label};
pub use state::StateDigraph;
pub use symmetry::{Symmetric, Symmetry, UpToSymmetry};
