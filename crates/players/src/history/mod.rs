//! The history: finished games in one file, a line of JSON for each, which every tool can read.
//!
//! The first line says whose file it is; every other line is a [`Finished`] game with all that is
//! needed to play it again: the board, the parameters, the start and the moves as they were made.
//! Nothing else is kept. Players that learn count for themselves what the games say.
//!
//! Any number of processes may write to one file. Lines are only ever added, many in one write and
//! under a lock of the file, so that a process that is killed loses at most the games that it was
//! writing, never one that [`History::record`] returned from. What it leaves of a line that it did
//! not finish is passed over by who reads, and cut off by who writes next. Only
//! [`History::prune`] takes lines away: it puts a new file in the place of the old one, whose
//! first line differs, by which a writer sees that it has locked the wrong one.

mod log;
mod record;
mod replay;
mod setup;

pub use log::{Filter, Finished, Games, History, Prune, Pruned};
pub use record::{Occasion, Record, utc};
pub use replay::{Move, Replay};
pub use setup::{Setup, board_of, setup_of, values_of};
