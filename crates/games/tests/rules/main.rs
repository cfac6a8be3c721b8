//! The rules of the games: one conformance suite for all of them, and values that
//! others found.

mod common;
mod conformance;
mod geography;
mod impartial_search;
mod known_values;
mod notes;
mod rule_files;
