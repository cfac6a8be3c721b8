//! Tests of the players through the public interface.

mod common;
mod conformance;
mod greedy_bob;
mod meetings;
mod perfect;
mod strategies;
