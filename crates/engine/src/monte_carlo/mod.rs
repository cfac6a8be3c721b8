//! Monte-Carlo tree search: moves are judged by random games.
//!
//! UCT in its minimax form: in the tree each player takes the move that looks best
//! from his own side by UCB1, outside the tree a random game is played, and what came
//! of it is counted at every move on the way. What was sampled is never a verdict; but where
//! the search has seen every end of the game it knows, and [`Options::solver`]
//! passes such proofs up the tree.
//!
//! A game is sampled through the trait [`Sampler`], which [`PlainSampler`] gives to any
//! [`Game`](crate::Game). [`TreeSearch`] runs one tree or several and picks the move.

mod choice;
mod rules_sampler;
mod sampler;
mod search;
mod tree;
mod uct;

pub use choice::{FinalChoice, RootMove};
pub use rules_sampler::{PlainCode, PlainSampler, PlainState};
pub use sampler::{Sampler, Situation, Status};
pub use search::{Options, Report, Simulation, Thinker, TreeSearch, node_bytes};
