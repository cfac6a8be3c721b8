//! Who can play, and what happens when they meet.
//!
//! A [`Strategy`] chooses moves of one game. Players are named by text such as
//! `random`, `perfect` or `mcts:1000`; [`prepare`] turns such a name into a
//! [`Prepared`] player on a given game, with everything computed that all its
//! games share. [`Match`] lets two of them meet many times, [`Record`] keeps their
//! games in a history, and `smart` learns from such games.

mod learning;
mod meeting;
mod plain;
mod record;
mod roster;
mod setup;
mod smart;
mod strategy;

pub use learning::{Lesson, Point, learning_curve};
pub use meeting::{Match, Played, Tally};
pub use record::Record;
pub use roster::{PLAYERS, Resources, prepare};
pub use setup::{board_of, options_of, setup_of};
pub use strategy::{Choice, Prepared, Strategy, Turn};
