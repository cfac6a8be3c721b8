//! The rules of the games: one conformance suite for all of them, and values that
//! others found.

mod certificate;
mod coloring_search;
mod common;
mod conformance;
mod explain;
mod geography;
mod impartial_search;
mod known_values;
mod marking;
mod notes;
mod rule_files;
mod sampling;
