//! Questions and answers, against plain rules and against each other.

mod alike;
mod boards;
mod bounds;
mod count;
mod number;
mod proved_numbers;
mod puzzles;
mod referee;
mod results;
mod session;
mod why;
