//! Limits on long work, and how it says that it stopped at one.
//!
//! The engine has no clock and catches no signals: the caller's `stop` is asked
//! now and then, and what it answers is passed on.

use outplay_board::Failed;
use std::fmt;

/// Why work stopped before it was done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stop {
    /// So many positions were allowed.
    Positions(u64),
    /// So many bytes were allowed.
    Memory(u64),
    /// The time limit, in seconds.
    Time(f64),
    /// Somebody pressed Ctrl-C or went away.
    Interrupted,
    /// Not begun, because about so many positions were expected and so many allowed.
    TooMany {
        /// The estimate.
        expected: f64,
        /// The limit.
        allowed: u64,
    },
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Positions(limit) => write!(f, "the limit of {limit} positions was reached"),
            Self::Memory(bytes) => write!(
                f,
                "the memory limit of {:.1} MB was reached",
                *bytes as f64 / 1e6
            ),
            Self::Time(seconds) => write!(f, "the time limit of {seconds} s was reached"),
            Self::Interrupted => f.write_str("interrupted"),
            Self::TooMany { expected, allowed } => write!(
                f,
                "about {expected:.1e} positions are expected, and the limits allow about {allowed}"
            ),
        }
    }
}

/// Work that stopped early: why, and how far it came.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stopped {
    /// What ran out.
    pub why: Stop,
    /// Positions looked at until then.
    pub positions: u64,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.why {
            Stop::TooMany { .. } => write!(f, "{}", self.why),
            why => write!(f, "{why} after {} positions", self.positions),
        }
    }
}

impl std::error::Error for Stopped {}

impl From<Stop> for Failed {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Interrupted => Self::Interrupted,
            stop => Self::Stopped(stop.to_string()),
        }
    }
}

impl From<Stopped> for Failed {
    fn from(stopped: Stopped) -> Self {
        match stopped.why {
            Stop::Interrupted => Self::Interrupted,
            _ => Self::Stopped(stopped.to_string()),
        }
    }
}

/// How much work may be done.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The most positions to look at.
    pub positions: u64,
    /// About how many bytes may be held.
    pub bytes: u64,
    /// Asked now and then with the number of positions so far; `Some` stops the work.
    pub stop: &'a dyn Fn(u64) -> Option<Stop>,
}

impl Budget<'_> {
    /// No limit at all, for small work and tests.
    pub const UNLIMITED: Budget<'static> = Budget {
        positions: u64::MAX,
        bytes: u64::MAX,
        stop: &|_| None,
    };

    /// Are so many positions and bytes too many?
    pub fn check(&self, positions: u64, bytes: u64) -> Result<(), Stopped> {
        let why = if positions > self.positions {
            Stop::Positions(self.positions)
        } else if bytes > self.bytes {
            Stop::Memory(self.bytes)
        } else {
            return Ok(());
        };
        Err(Stopped { why, positions })
    }

    /// Asks the caller whether to go on.
    pub fn poll(&self, positions: u64) -> Result<(), Stopped> {
        match (self.stop)(positions) {
            Some(why) => Err(Stopped { why, positions }),
            None => Ok(()),
        }
    }

    /// Refuses work that is hopeless: an estimate of positions, each of so many
    /// bytes, far above the limits. Estimates can be off, so only a factor of ten counts.
    pub fn check_estimate(&self, expected: f64, bytes_each: u64) -> Result<(), Stopped> {
        let allowed = self.positions.min(self.bytes / bytes_each.max(1));
        if expected > 10.0 * allowed as f64 {
            return Err(Stopped {
                why: Stop::TooMany { expected, allowed },
                positions: 0,
            });
        }
        Ok(())
    }
}
