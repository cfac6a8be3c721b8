//! A small language for games on graphs.

pub mod expression;
mod place;

pub use place::Place;
