//! What is found out about games and boards beyond a single verdict: the numbers and
//! bounds of a board, lessons, and how a game is set up for all of it.

pub mod bounds;
pub mod lesson;
pub mod setup;
pub mod theory;
