//! Boards: formats, numbers, plane graphs and symmetry, each against an independent judge.

mod formats;
mod numbers;
mod plane;
mod symmetry;
