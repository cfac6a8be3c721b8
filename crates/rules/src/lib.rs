//! Games that people write themselves, in a few lines of text.
//!
//! A rule file ([`file`](mod@file)) says what is marked and with what, a condition for legal marks, and how the
//! game ends. The condition is an [`expression`], asked when the game is opened on a board
//! ([`Table`]); from then on play is a look-up, and a game from a file is a game like any other.
//!
//! ```
//! use outplay_board::{Limits, families};
//! use outplay_engine::Game;
//! use outplay_rules::{Rules, Said};
//!
//! let text = "name = 'kayles'\nmarks = 1\nlegal = 'size(seen) == 0'";
//! let rules = Rules::read(text, "kayles.toml")?;
//! let game = rules.open(&families::board("path:3", Limits::BOARD)?, Said::default())?;
//! let mut moves = Vec::new();
//! game.moves(&game.start(), &mut moves);
//! assert_eq!(moves.len(), 3);
//! # Ok::<(), outplay_board::InputError>(())
//! ```

mod condition;
mod ending;
pub mod expression;
pub mod file;
mod game;
mod parts;
mod place;
mod play;
mod rows;
mod sides;
mod table;
mod words;

pub use condition::{Condition, Looks};
pub use ending::Ending;
pub use game::{Move, PASS, Position, Quick, Ruled, Rules, Said, SiteGraph};
pub use place::Place;
pub use play::{At, marked};
pub use table::{Row, Table};
pub use words::{template, titled};
