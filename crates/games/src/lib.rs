//! The games that Outplay knows: one folder each, chosen by name through one [`registry`].
//!
//! A game is a few small traits. Plain rules ([`Game`](outplay_engine::Game)), symmetries,
//! [`Notation`] and a [`Description`] are all that it needs; shortcuts for the search, a sampler, pictures,
//! reasons and certificates have defaults or are left out. To add a game, copy a folder and add
//! a line to the registry.
//!
//! # Who wins?
//! ```
//! use outplay_board::{Limits, families};
//! use outplay_engine::Budget;
//! use outplay_engine::search::{Ask, Means, Shortcuts, Table};
//! use outplay_games::{Coloring, Pass, Side};
//! # use outplay_engine::Game;
//!
//! let board = families::board("grid:4x4", Limits::BOARD)?;
//! let game = Coloring::new(&board, 4, Side::Alice, Pass::None)?;
//! let table = Table::new(1 << 20);
//! let found = game.search(&game.start(), Ask::Winner, &Means::alone(&table))?;
//! assert_eq!(found.wins, Some(true)); // Alice is to move, and 4 colours are enough for her
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A game picked by name, and what its moves are worth
//! ```
//! use outplay_board::{Limits, families};
//! use outplay_engine::{Budget, Outcome};
//! use outplay_games::{Effort, Values, registry};
//!
//! let board = families::board("path:5", Limits::BOARD)?;
//! let entry = registry::find("node-kayles")?;
//! let game = entry.open(board, false, &Values::new(), &|| false)?.game;
//! let start = game.start();
//! let analysis = game.analyse(&start, &Effort::default(), &Budget::UNLIMITED)?;
//! let mut winning = Vec::new();
//! for mv in analysis.moves(&start, &Budget::UNLIMITED)? {
//!     if mv.value.is_some_and(|value| value.outcome == Outcome::Win) {
//!         winning.push(game.move_text(mv.mv));
//!     }
//! }
//! assert_eq!(winning, ["2"]); // the middle one, which leaves two that mirror each other
//!
//! // Parameters are declared by the game, and said by name.
//! let coloring = registry::find("coloring")?;
//! let board = families::board("path:4", Limits::BOARD)?;
//! let values = Values::new().with("colors", 2).with("first", "bob");
//! let game = coloring.open(board, false, &values, &|| false)?.game;
//! let mv = game.parse_move("1=2")?;
//! let next = game.play(&game.start(), mv)?;
//! assert_eq!(game.position_text(&next), "-,2,-,-");
//! assert_eq!(game.player_title(game.to_move(&next)), "Alice");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod any;
pub mod certificate;
pub mod coloring;
pub mod cops;
pub mod cycles;
mod described;
pub mod edge;
mod explain;
mod least;
mod lessons;
pub mod marking;
pub mod node_kayles;
mod notation;
pub mod parameters;
pub mod registry;
pub mod ruled;
mod sampled;
mod sets;
mod show;
pub mod subtraction;
mod symmetry;
pub mod token;

pub use analysis::{
    Analysis, Effort, How, Method, MoveValue, StateView, Value, sort_moves, value_moves,
};
pub use any::{AnyGame, AnyMove, AnyPosition, Failure, Formula, Playable, any, any_described};
pub use coloring::{Coloring, Pass, Side};
pub use cops::Cops;
pub use cycles::Cycles;
pub use described::{
    BoardKind, Described, Description, Example, Identity, LabelWords, SideName, Sites,
};
pub use edge::EdgeDistinguishing;
pub use explain::{Explanation, Mirror, Reasons, Trial};
pub use least::{Least, least};
pub use lessons::{Lesson, Query, Task};
pub use node_kayles::NodeKayles;
pub use notation::Notation;
pub use parameters::Values;
pub use ruled::{Ruled, Rules};
pub use sampled::Sampled;
pub use show::{Marks, Notes, Show, Touch};
pub use subtraction::Subtraction;
pub use token::Token;
