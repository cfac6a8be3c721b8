//! Exact search: who wins a position, without building the state digraph.
//!
//! A game hands the search its own [`SearchGame`]: nodes that are as small as the
//! game can make them, a key under which equal positions meet, and early verdicts.
//! Everything else lives here, one idea a file: the shared [`Table`], proof-number
//! search ([`Method::ProofNumber`]), depth-first search ([`Method::DepthFirst`])
//! and the driver that runs either on several threads.

mod depth_first;
mod driver;
mod node;
mod proof_number;
mod table;

pub use driver::{Method, SearchOptions, SearchReport, known, search};
pub use node::{Glance, SearchGame};
pub use table::{Entry, Table};
