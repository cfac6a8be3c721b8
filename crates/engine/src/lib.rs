//! The engine: what can be said about any game that is given by its rules.
//!
//! A [`Game`] is plain rules. [`explore`](StateDigraph::explore) turns it into
//! the digraph of its positions, [`label`] settles every position of a digraph
//! by retrograde analysis, and [`grundy`] gives Grundy values where they exist.
//! [`search`] settles single positions of games whose digraph would be too large.
//! [`monte_carlo`] judges moves by random games.
//! Nothing here knows any particular game, and nothing here touches files or
//! clocks: limits come in as a [`Budget`]. Only searches and labelling start threads, when asked.
//!
//! # A game, all its positions, and who wins where
//! A pile of pebbles of which a move takes one, two or three; who takes the last one wins.
//!
//! ```
//! use outplay_engine::{Budget, Game, Outcome, Player, Refusal, StateDigraph, grundy};
//!
//! struct Pile(u32);
//!
//! impl Game for Pile {
//!     type Position = u32; // how many pebbles are left
//!     type Move = u32; // how many are taken
//!
//!     fn start(&self) -> u32 {
//!         self.0
//!     }
//!     fn to_move(&self, _: &u32) -> Player {
//!         Player::First // a pile does not record whose turn it is
//!     }
//!     fn result(&self, &left: &u32) -> Option<Outcome> {
//!         (left == 0).then_some(Outcome::Lose)
//!     }
//!     fn moves(&self, &left: &u32, moves: &mut Vec<u32>) {
//!         moves.extend(1..=left.min(3));
//!     }
//!     fn refusal(&self, &left: &u32, take: u32) -> Option<Refusal> {
//!         let legal = (1..=left.min(3)).contains(&take);
//!         (!legal).then(|| Refusal(format!("take 1, 2 or 3 of {left} pebbles")))
//!     }
//!     fn apply(&self, &left: &u32, take: u32) -> u32 {
//!         left - take
//!     }
//! }
//!
//! let game = Pile(10);
//! let states = StateDigraph::explore(&game, [game.start()], &Budget::UNLIMITED)?;
//! assert_eq!((states.len(), states.digraph().arc_count()), (11, 27));
//! let labels = states.label(1);
//! for i in states.digraph().vertices() {
//!     let lost = states.position(i) % 4 == 0;
//!     assert_eq!(labels.outcome(i) == Outcome::Lose, lost);
//! }
//! assert_eq!(labels.remoteness(0), Some(5)); // 2, then 4 together, then 4 together
//! assert_eq!(grundy(states.digraph()).expect("play ends")[0], 2);
//! assert!(game.play(&10, 4).is_err());
//! # Ok::<(), outplay_engine::Stopped>(())
//! ```

mod budget;
pub mod dense;
mod estimate;
mod game;
mod grundy;
mod label;
mod listing;
pub mod monte_carlo;
pub mod search;
mod state;
mod symmetry;

pub use budget::{Budget, Stop, Stopped};
pub use estimate::{Rng, estimate_positions, estimate_walks};
pub use game::{Endless, Game, Move, Outcome, Player, Refusal};
pub use grundy::grundy;
pub use label::{Labels, label, label_ended};
pub use listing::Listing;
pub use state::StateDigraph;
pub use symmetry::{Automorphisms, MOST_SYMMETRIES, Symmetric, Symmetry, UpToSymmetry, of_places};
