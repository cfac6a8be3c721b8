//! The program `outplay`.
fn main() {}
