//! The history: finished games, and what they say about moves, in one SQLite file.
//!
//! Two things are kept. The *log* has every game with its moves: the position, who
//! moved, the move, and how the game ended for the mover. The *records* sum the log
//! up for players that learn: how often each move was tried in each position, and
//! with what success. Positions are kept as text up to symmetry, and a move is known
//! by the position it leads to, so that symmetric moves share one record. Log and
//! records change in the same transaction; the records are always the sum of the log.
//!
//! Any number of processes may write to one file. A process that is killed loses at
//! most the batch it was writing, never one that [`History::record`] returned from,
//! and leaves a file that opens as usual. When the power fails, the last
//! batches may be lost as well, but the file stays whole (a write-ahead log,
//! synchronised at checkpoints).
//!
//! In the file positions and moves are words. People can read it with their own tools; the view
//! `log` has the moves with all texts, and the positions up to symmetry: a move as it was made
//! need not be possible in them. [`Logged::replay`] and [`History::export`] give the positions as
//! they stood.

mod log;
mod prune;
mod read;
mod record;
mod replay;
mod store;

pub use crate::error::Error;
pub use crate::setup::Setup;
pub use crate::smart::Stat;
pub use log::{Finished, Step};
pub use prune::{Prune, Pruned};
pub use read::{Filter, Logged, Move, Summary};
pub use record::{Occasion, Record};
pub use replay::Replay;
pub use store::History;
