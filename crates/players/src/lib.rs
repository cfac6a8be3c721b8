//! Who can play, and what happens when they meet.
//!
//! A [`Strategy`] chooses moves of one game. Players are named by text such as
//! `random`, `perfect` or `mcts:1000`; [`prepare`] turns such a name into a
//! [`Prepared`] player on a given game, with everything computed that all its
//! games share. [`Match`] lets two of them meet many times.

mod coloring;
mod colors;
mod greedy_bob;
mod mcts;
mod meeting;
mod perfect;
mod plain;
mod roster;
mod sampled;
mod seat;
mod statistics;
mod strategies;
mod strategy;

pub use colors::{ChosenColors, choose_colors};
pub use meeting::{Match, Played, Tally};
pub use roster::{PLAYERS, Resources, prepare, split_players};
pub use seat::{Seat, Setup};
pub use statistics::wilson;
pub use strategy::{Choice, Prepared, Strategy, Turn};
