//! Who can play, and what happens when they meet.
//!
//! A [`Strategy`] chooses moves of one game. Players are named by text such as
//! `random`, `perfect` or `mcts:1000`; [`prepare`] turns such a name into a
//! [`Prepared`] player on a given game, with everything computed that all its
//! games share. [`Match`] lets two of them meet many times, [`Record`] keeps their
//! games in a history, and `smart` learns from such games.

mod coloring;
mod colors;
mod event;
mod greedy_bob;
mod learning;
mod mcts;
mod meeting;
mod perfect;
mod plain;
mod record;
mod roster;
mod seat;
mod setup;
mod smart;
mod statistics;
mod strategies;
mod strategy;

pub use colors::{ChosenColors, choose_colors};
pub use event::{Event, Met};
pub use learning::{Lesson, Point, learning_curve};
pub use meeting::{Match, Played, Tally};
pub use record::Record;
pub use roster::{PLAYERS, Past, Resources, prepare, split_players};
pub use seat::{Seat, Setup};
pub use setup::{board_of, options_of, setup_of};
pub use smart::EXPLORE;
pub use statistics::wilson;
pub use strategy::{Choice, Prepared, Strategy, Turn};
