//! Who can play, and what happens when they meet.
//!
//! A [`Strategy`] chooses moves of a game. Players are named by text such as
//! `random`, `perfect` or `mcts:1000`; [`prepare`] turns such a name into a
//! [`Prepared`] player on a given game, with everything computed that all its
//! games share. A [`Seat`] answers to a person, [`Match`] lets two of them meet many times,
//! an [`Event`] lets several meet in pairs. `smart` learns from such games, which a
//! [`history`] keeps in a file.
//!
//! Everything here plays any game through [`AnyGame`](outplay_games::AnyGame), and is compiled
//! once. Clocks come from the caller, and threads are started only where several are asked for.
//!
//! ```
//! use outplay_board::{Limits, families};
//! use outplay_games::{Values, registry};
//! use outplay_players::{Resources, Seat, prepare};
//!
//! let board = families::board("path:5", Limits::BOARD)?;
//! let colors = Values::new().with("colors", 3);
//! let opened = registry::find("coloring")?.open(board, false, &colors, &|| false)?;
//! let game = &*opened.game;
//! let perfect = prepare("perfect", game, Resources::new(1 << 24, &|| false))?;
//! assert_eq!(
//!     perfect.remarks(),
//!     ["all positions are labelled: Alice wins in 5 moves from the start"]
//! );
//! let mut seat = Seat::new(game, &*perfect, game.player(0), 1)?;
//! let choice = seat.choose(&game.start(), &[], &|| false)?.expect("nobody asked to stop");
//! assert!(game.refusal(&game.start(), choice.mv).is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A match
//! ```
//! use outplay_board::{Limits, families};
//! use outplay_games::{Values, registry};
//! use outplay_players::{Match, NO_CLOCK, Resources, Tally, prepare, wilson};
//!
//! let board = families::board("path:5", Limits::BOARD)?;
//! let opened = registry::find("node-kayles")?.open(board, false, &Values::new(), &|| false)?;
//! let game = &*opened.game;
//! let resources = Resources::new(1 << 24, &|| false);
//! let perfect = prepare("perfect", game, resources)?;
//! let random = prepare("random", game, resources)?;
//! let meeting = Match {
//!     game,
//!     start: game.start(),
//!     first: &*perfect,
//!     second: &*random,
//!     seed: 1, // the same seed, the same games, on any number of threads
//!     longest: 1000,
//!     threads: 1,
//!     clock: NO_CLOCK,
//!     stop: &|| false,
//! };
//! let mut tally = Tally::default();
//! meeting.play(0..50, |played| tally.add(&played, meeting.starter()));
//! assert_eq!(tally.wins, [50, 0]); // who moves first wins on this path, and perfect knows how
//! let (low, _) = wilson(tally.wins[0], tally.games);
//! assert!(low > 0.9); // at 95 %
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clock;
mod coloring;
mod colors;
mod event;
mod greedy_bob;
pub mod history;
mod learning;
mod look;
mod r#match;
mod mcts;
mod of_2013;
mod perfect;
mod roster;
mod seat;
mod simple;
mod smart;
mod statistics;
mod strategies;
mod strategy;
pub mod studies;

pub use clock::{Clock, NO_CLOCK, system_clock};
pub use colors::{ChosenColors, choose_colors};
pub use event::{Event, Met};
pub use learning::{Lesson, Point, learning_curve};
pub use r#match::{Match, Played, Tally};
pub use roster::{
    LEVELS, PLAYERS, Past, PlayerInfo, Resources, prepare, split_players, touches_files,
};
pub use seat::Seat;
pub use smart::EXPLORE;
pub use statistics::{may_be_alike, wilson};
pub use strategies::{Anatomy, Forest, Half, STRATEGIES, anatomy};
pub use strategy::{Choice, Prepared, Strategy, Turn};
