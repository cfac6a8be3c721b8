//! Exact search: who wins a position, without building the state digraph.
//!
//! A game hands the search its own [`SearchGame`]: nodes that are as small as the
//! game can make them, a key under which equal positions meet, and early verdicts.
//! Everything else lives here, one idea a file: the shared [`Table`], depth-first
//! proof-number search, and the driver that runs it on several threads. A game that has only
//! its rules is searched as a [`PlainSearch`]. Impartial games whose positions fall apart are a
//! [`SumGame`], and [`Sums`] asks for their winners and Grundy values. [`jobs`]
//! spreads the search of one position over many workers. What else was tried, and why it
//! is not here, is written in `docs/search.md`.

mod driver;
mod grundy;
mod hash;
pub mod jobs;
mod node;
mod proof_number;
mod rules_only;
mod saved;
mod shortcuts;
mod sums;
mod table;

pub use driver::{Means, known, search};
pub use hash::{Hash128, mix, sort_hashes, spread};
pub use node::{Glance, SearchGame};
pub use rules_only::PlainSearch;
pub use saved::{Saved, SavedError};
pub use shortcuts::{Ask, Found, Shortcuts, Unsearchable, ask_node, search_by_rules};
pub use sums::{Heaps, Part, SumGame, SumNode, SumScratch, Sums, UNVALUED};
pub use table::{Entry, Table, Verdict};
