//! One question about millions of boards.
//!
//! A [`Sweep`] is a question (columns, and a condition for the rows that are kept), sources of
//! boards, and a folder. The boards fall into parts; a part is a function from boards to a Parquet
//! file that is there whole or not at all ([`Sweep::run_part`]), so that any process, on this
//! machine or another, can do any part at any time, and a process that dies loses at most the
//! parts that it was at. [`Sweep::run`] does them on the threads of this machine, and
//! [`Sweep::show`] reads them back as rows. One board that is too hard for one machine falls into jobs: [`hard`].
//!
//! ```
//! use outplay_service::Host;
//! use outplay_sweep::{Query, Request, Run, Sweep, To, Writer};
//!
//! let folder = tempfile::tempdir()?;
//! let texts = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
//! let request = Request {
//!     sources: &texts(&["cycle:3..6", "path:1..3"]),
//!     columns: &texts(&["board", "game-chromatic"]),
//!     condition: Some("game_chromatic >= 3"),
//!     ..Request::default()
//! };
//! let sweep = Sweep::begin(&folder.path().join("out"), request, &|| false)?;
//! let run = Run { threads: 2, ..Run::default() };
//! let summary = Host::alone(|host| sweep.run(&run, host, &mut |_| {}))?;
//! assert_eq!((summary.parts, summary.tally.boards), (2, 7));
//!
//! let mut text = Vec::new();
//! let mut writer = Writer::new(To::Csv, &mut text);
//! sweep.show(&Query::default(), &mut |rows| writer.rows(rows))?;
//! writer.finish()?;
//! let expected = "board,game_chromatic\ncycle:3,3\ncycle:4,3\ncycle:5,3\ncycle:6,3\n";
//! assert_eq!(String::from_utf8(text)?, expected);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod catalogue;
mod column;
mod condition;
mod facts;
pub mod hard;
mod parcel;
mod part;
mod plan;
mod run;
mod show;
mod source;
mod stoppable;
mod write;

pub use catalogue::catalogues;
pub use column::{Kind, column_list, column_name};
pub use condition::Condition;
pub use part::{Open, PartDone, Tally, Work};
pub use plan::{Request, Sweep};
pub use run::{Progress, Run, Share, Summary};
pub use show::{Query, Shown};
pub use source::{Reading, Stream};
pub use write::{To, Writer};
