//! Exact search: who wins a position, without building the state digraph.
//!
//! A game hands the search its own [`SearchGame`]: nodes that are as small as the
//! game can make them, a key under which equal positions meet, and early verdicts.
//! Everything else lives here, one idea a file: the shared [`Table`], proof-number
//! search ([`Method::ProofNumber`]), depth-first search ([`Method::DepthFirst`])
//! and the driver that runs either on several threads. Impartial games whose positions
//! fall apart are a [`SumGame`], and [`Sums`] asks for their winners and Grundy values.

mod depth_first;
mod driver;
mod grundy;
mod node;
mod proof_number;
mod sums;
mod table;

pub use driver::{Method, SearchOptions, SearchReport, known, search};
pub use grundy::GrundyReport;
pub use node::{Glance, SearchGame};
pub use sums::{Heaps, Part, SumGame, SumNode, SumScratch, Sums, UNVALUED};
pub use table::{Entry, Table};
