//! How long players think is measured by a clock that the caller has: not every machine has one.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The time that has passed since some moment.
pub type Clock<'a> = &'a (dyn Fn() -> Duration + Sync);

/// Stands still: nobody's time is measured.
pub const NO_CLOCK: Clock<'static> = &|| Duration::ZERO;

/// The clock of the operating system, since it was first asked.
pub fn system_clock() -> Duration {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGAN.elapsed()
}
