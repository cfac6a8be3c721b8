//! Pictures, read back as what they are written in.

mod chart;
mod draw;
