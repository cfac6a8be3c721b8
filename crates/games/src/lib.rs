//! games
pub mod coloring_search;
