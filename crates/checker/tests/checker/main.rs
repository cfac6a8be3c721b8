//! The checker: what it accepts, what it refuses, and what it says.

mod bounds;
mod common;
mod kayles;
mod known;
mod program;
mod reject;
mod statement;
mod tamper;
