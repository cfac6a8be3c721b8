//! What the service gets from its host: a clock, a stop, limits, tables, and somebody to tell
//! how it goes. The service itself has no clock, starts no threads of its own and opens no
//! files, so that it runs in a browser as well as in a server.

use crate::answer::{JudgedMove, Row};
use crate::experiment::Cell;
use crate::tables::Tables;
use outplay_board::Limits;
use outplay_engine::search::Means;
use outplay_engine::{Budget, Stop};
use outplay_games::{Effort, Identity, Method};

/// The surroundings of a question.
#[derive(Clone, Copy)]
pub struct Host<'a> {
    /// Seconds since some moment that stays the same.
    pub clock: &'a (dyn Fn() -> f64 + Sync),
    /// Asked now and then with the number of positions so far; `Some` stops the work.
    pub stop: &'a (dyn Fn(u64) -> Option<Stop> + Sync),
    /// Is told how it goes.
    pub tell: &'a (dyn Fn(Event<'_>) + Sync),
    /// The tables of searches.
    pub tables: &'a Tables,
    /// The largest boards that are read.
    pub boards: Limits,
    /// The time that the work has, for what shares it among its parts; `stop` keeps the limit.
    pub seconds: f64,
    /// How many threads may search or label.
    pub threads: usize,
    /// The most positions to look at.
    pub positions: u64,
    /// About how many bytes may be held beside the tables.
    pub bytes: u64,
}

/// What is told while a question is being answered.
pub enum Event<'a> {
    /// How far it is, for people.
    Note(String),
    /// A move whose verdict is known.
    Move(&'a JudgedMove),
    /// A number that is known.
    Row(&'a Row),
    /// Games of an experiment that were played.
    Cell(&'a Cell),
}

/// How often notes are told, in seconds.
const PAUSE: f64 = 0.5;

impl<'a> Host<'a> {
    /// A host without limits and with nobody to tell, on one thread.
    pub fn new(clock: &'a (dyn Fn() -> f64 + Sync), tables: &'a Tables) -> Self {
        Self {
            clock,
            stop: &|_| None,
            tell: &|_| {},
            tables,
            boards: Limits::BOARD,
            seconds: f64::INFINITY,
            threads: 1,
            positions: u64::MAX,
            bytes: u64::MAX,
        }
    }

    /// Does `work` with such a host, and without a clock: for small questions of other programs.
    pub fn alone<T>(work: impl FnOnce(&Host<'_>) -> T) -> T {
        const TABLE_BYTES: usize = 64 << 20;
        work(&Host::new(&|| 0.0, &Tables::new(TABLE_BYTES, usize::MAX)))
    }

    /// The budget of work that looks at positions.
    pub fn budget<'b>(&self, stop: &'b dyn Fn(u64) -> Option<Stop>) -> Budget<'b> {
        Budget {
            positions: self.positions,
            bytes: self.bytes,
            stop,
        }
    }

    /// Does `work` within the limits; while it goes on, `note` says how far it is.
    pub fn run<T>(&self, note: &dyn Fn() -> String, work: impl FnOnce(&Budget<'_>) -> T) -> T {
        let noted = std::cell::Cell::new((self.clock)());
        let stop = |positions| {
            let now = (self.clock)();
            if now >= noted.get() + PAUSE {
                noted.set(now);
                (self.tell)(Event::Note(note()));
            }
            (self.stop)(positions)
        };
        work(&self.budget(&stop))
    }

    /// Does `work` with the table of a game, within the limits.
    pub fn search<T>(&self, game: &Identity, work: impl FnOnce(&Means<'_>) -> T) -> T {
        let table = self.tables.get(game);
        let note = || format!("table {:.0} % full", 100.0 * table.fill());
        self.run(&note, |budget| {
            work(&Means::new(&table, self.threads, budget))
        })
    }

    /// Says yes when so many seconds have passed from now.
    pub fn within(&self, seconds: f64) -> impl Fn() -> bool + use<'a> {
        let (clock, until) = (self.clock, (self.clock)() + seconds);
        move || clock() > until
    }

    /// Is it time to stop?
    pub fn is_over(&self) -> bool {
        (self.stop)(0).is_some()
    }

    /// How to settle positions of a game.
    pub fn effort(&self, game: &Identity, how: &How) -> Effort {
        Effort {
            method: how.method,
            symmetry: !how.no_symmetry,
            threads: self.threads,
            table: self.tables.get(game),
            ..Effort::default()
        }
    }
}

/// How a question is to be answered.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// By which method.
    pub method: Method,
    /// Are symmetric positions different ones?
    pub no_symmetry: bool,
}

impl Default for How {
    fn default() -> Self {
        Self {
            method: Method::Auto,
            no_symmetry: false,
        }
    }
}
