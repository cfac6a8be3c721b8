//! Tests of the players through the public interface.

mod common;
mod conformance;
mod greedy_bob;
mod history;
mod mcts;
mod meetings;
mod perfect;
mod smart;
mod strategies;
mod studies;
