//! Time, memory and Ctrl-C, turned into a budget for the engine, and the
//! progress line on a terminal.

use crate::args::CommonArgs;
use crate::output::grouped;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use outplay_engine::{Budget, Stop};
use std::cell::Cell;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Is long work under way that watches for interruption?
static WORKING: AtomicBool = AtomicBool::new(false);

/// The status of a program that Ctrl-C ended.
const STOPPED_BY_CTRL_C: i32 = 130;

/// The limits of one question; the clock starts when they are made.
pub(crate) struct Limits {
    started: Instant,
    time: Option<Duration>,
    memory: u64,
    positions: u64,
    /// Is there a progress line, if standard error is a terminal?
    progress: bool,
}

impl Limits {
    pub(crate) fn new(common: &CommonArgs) -> Self {
        catch_ctrl_c();
        Self {
            started: Instant::now(),
            time: common.time_limit,
            memory: memory_limit(common),
            positions: common.max_positions.unwrap_or(u64::MAX),
            progress: !common.quiet && !common.json,
        }
    }

    /// With this time limit if none was asked for.
    pub(crate) fn or_time(self, time: Duration) -> Self {
        Self {
            time: self.time.or(Some(time)),
            ..self
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Should the work stop now?
    pub(crate) fn ran_out(&self) -> Option<Stop> {
        if INTERRUPTED.load(Ordering::Relaxed) {
            return Some(Stop::Interrupted);
        }
        let time = self.time.filter(|&time| self.elapsed() >= time)?;
        Some(Stop::Time(time.as_secs_f64()))
    }

    /// Runs `work` with these limits.
    pub(crate) fn run<T>(&self, work: impl FnOnce(&Budget<'_>) -> T) -> T {
        self.run_noting(&String::new, work)
    }

    /// Runs `work` with these limits; on a terminal, what `note` says is shown twice
    /// a second beside the number of positions.
    pub(crate) fn run_noting<T>(
        &self,
        note: &dyn Fn() -> String,
        work: impl FnOnce(&Budget<'_>) -> T,
    ) -> T {
        const PAUSE: Duration = Duration::from_millis(500);
        let bar = self.progress.then(progress_bar);
        let noted = Cell::new(self.elapsed());
        let stop = |positions: u64| {
            if let Some(bar) = bar.as_ref().filter(|bar| !bar.is_hidden()) {
                bar.set_position(positions);
                if self.elapsed() >= noted.get() + PAUSE {
                    noted.set(self.elapsed());
                    bar.set_message(note());
                }
            }
            self.ran_out()
        };
        WORKING.store(true, Ordering::Relaxed);
        let result = work(&Budget {
            positions: self.positions,
            bytes: self.memory,
            stop: &stop,
        });
        WORKING.store(false, Ordering::Relaxed);
        if let Some(bar) = &bar {
            bar.finish_and_clear();
        }
        result
    }
}

impl Limits {
    /// Runs `work`, which reports every so many games of `total` as done; a line
    /// shows how many there are and how long the others will take.
    pub(crate) fn run_games<T>(&self, total: u64, work: impl FnOnce(&dyn Fn(u64)) -> T) -> T {
        let style = "{spinner} [{bar:30}] {human_pos} of {human_len} games, {eta} left";
        self.run_with_bar(style, |bar| {
            bar.set_length(total);
            work(&|games| bar.inc(games))
        })
    }

    /// Runs `work` with a bar that it moves itself, and that is drawn only on a terminal.
    pub(crate) fn run_with_bar<T>(&self, style: &str, work: impl FnOnce(&ProgressBar) -> T) -> T {
        let bar = match self.progress {
            true => ProgressBar::new(0),
            false => ProgressBar::hidden(),
        };
        let style = ProgressStyle::with_template(style).expect("the template is constant");
        let bar = bar.with_style(style);
        WORKING.store(true, Ordering::Relaxed);
        let result = work(&bar);
        WORKING.store(false, Ordering::Relaxed);
        bar.finish_and_clear();
        result
    }
}

/// A line on standard error, drawn only if that is a terminal.
fn progress_bar() -> ProgressBar {
    let style = "{spinner} {human_pos} positions, {rate} a second, {elapsed}{msg}";
    let rate = |state: &ProgressState, out: &mut dyn Write| {
        // A line that cannot be drawn is no reason to stop.
        let _ = out.write_str(&grouped(state.per_sec() as u64));
    };
    let style = ProgressStyle::with_template(style)
        .expect("the template is constant")
        .with_key("rate", rate);
    ProgressBar::no_length().with_style(style)
}

/// The first Ctrl-C asks long work to stop and say what it knows; at a
/// prompt, or the second time, it ends the program.
fn catch_ctrl_c() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        // Without a handler Ctrl-C simply ends the program, which is acceptable.
        let _ = ctrlc::set_handler(|| {
            let again = INTERRUPTED.swap(true, Ordering::Relaxed);
            if again || !WORKING.load(Ordering::Relaxed) {
                std::process::exit(STOPPED_BY_CTRL_C);
            }
        });
    });
}

/// How many threads to use: all cores, unless told otherwise.
pub(crate) fn threads(asked: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(cores, usize::from)
}

/// How many bytes may be held.
pub(crate) fn memory_limit(common: &CommonArgs) -> u64 {
    common.memory.unwrap_or_else(default_memory)
}

/// Half of the memory that is free, where that can be told; else 2 GB.
pub(crate) fn default_memory() -> u64 {
    let free = std::fs::read_to_string("/proc/meminfo")
        .ok()
        .and_then(|text| {
            let line = text
                .lines()
                .find(|line| line.starts_with("MemAvailable:"))?;
            let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
            Some(kilobytes * 1024)
        });
    free.map_or(2 << 30, |free| free / 2)
}
