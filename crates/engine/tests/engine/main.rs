//! The engine on games without a folder: limits and Monte-Carlo search.

mod limits;
mod monte_carlo;
