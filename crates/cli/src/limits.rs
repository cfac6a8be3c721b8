//! Time, memory and Ctrl-C: the host of the service on this machine, and the progress
//! line on a terminal.

use crate::args::CommonArgs;
use crate::memory::Memory;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use outplay_engine::Stop;
use outplay_service::text::grouped;
use outplay_service::{Event, Host};
use std::fmt::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// How much long work is under way that watches for interruption.
static WORKING: AtomicUsize = AtomicUsize::new(0);
/// How much of it reads a board, and watches for nothing.
static READING: AtomicUsize = AtomicUsize::new(0);

/// The status of a program that Ctrl-C ended.
const STOPPED_BY_CTRL_C: i32 = 130;
/// The status of one that was interrupted in its work.
const INTERRUPTED_AT_WORK: i32 = 3;
/// So long a reader has to come to its next board.
const PATIENCE: Duration = Duration::from_millis(500);

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

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The same limits for the next question, whose clock starts now; without a progress line.
    pub(crate) fn anew(&self) -> Self {
        Self {
            started: Instant::now(),
            progress: false,
            ..*self
        }
    }

    /// The same without a limit of time, for work that has one of its own for each board.
    pub(crate) fn without_time(&self) -> Self {
        Self {
            time: None,
            ..self.anew()
        }
    }

    /// The same for a question that is shown on its own.
    pub(crate) fn anew_shown(&self) -> Self {
        Self {
            started: Instant::now(),
            ..*self
        }
    }

    /// Should the work stop now?
    pub(crate) fn ran_out(&self) -> Option<Stop> {
        if INTERRUPTED.load(Ordering::Relaxed) {
            return Some(Stop::Interrupted);
        }
        let time = self.time.filter(|&time| self.elapsed() >= time)?;
        Some(Stop::Time(time.as_secs_f64()))
    }

    /// Answers a question within these limits, on so many threads. On a terminal a line says
    /// how far it is.
    pub(crate) fn host<T>(
        &self,
        memory: &Memory,
        threads: usize,
        work: impl FnOnce(&Host<'_>) -> T,
    ) -> T {
        let bar = self
            .progress
            .then(progress_bar)
            .filter(|bar| !bar.is_hidden());
        let stop = |positions: u64| {
            if let Some(bar) = &bar {
                bar.set_position(positions);
            }
            self.ran_out()
        };
        let tell = |event: Event<'_>| {
            if let (Some(bar), Event::Note(note)) = (&bar, event)
                && !note.is_empty()
            {
                bar.set_message(format!(", {note}"));
            }
        };
        WORKING.fetch_add(1, Ordering::Relaxed);
        let clock = || self.elapsed().as_secs_f64();
        let result = work(&Host {
            stop: &stop,
            tell: &tell,
            threads,
            seconds: self.time.map_or(f64::INFINITY, |time| time.as_secs_f64()),
            positions: self.positions,
            bytes: self.memory,
            ..Host::new(&clock, &memory.tables)
        });
        WORKING.fetch_sub(1, Ordering::Relaxed);
        if let Some(bar) = &bar {
            bar.finish_and_clear();
        }
        result
    }
}

impl Limits {
    /// Runs `work` with a bar that it moves itself, and that is drawn only on a terminal.
    pub(crate) fn run_with_bar<T>(&self, style: &str, work: impl FnOnce(&ProgressBar) -> T) -> T {
        let bar = match self.progress {
            true => ProgressBar::new(0),
            false => ProgressBar::hidden(),
        };
        let style = ProgressStyle::with_template(style).expect("the template is constant");
        let bar = bar.with_style(style);
        WORKING.fetch_add(1, Ordering::Relaxed);
        let result = work(&bar);
        WORKING.fetch_sub(1, Ordering::Relaxed);
        bar.finish_and_clear();
        result
    }
}

/// A line on standard error, drawn only if that is a terminal.
fn progress_bar() -> ProgressBar {
    let style = "{spinner} {work}{elapsed}{msg}";
    // Matches and lists look at no positions.
    let work = |state: &ProgressState, out: &mut dyn Write| {
        if state.pos() > 0 {
            let (positions, rate) = (grouped(state.pos()), grouped(state.per_sec() as u64));
            // A line that cannot be drawn is no reason to stop.
            let _ = write!(out, "{positions} positions, {rate} a second, ");
        }
    };
    let style = ProgressStyle::with_template(style)
        .expect("the template is constant")
        .with_key("work", work);
    ProgressBar::no_length().with_style(style)
}

/// Reads a board, which nobody can ask to stop: it may wait for a line that never comes.
pub(crate) fn while_reading<T>(read: impl FnOnce() -> T) -> T {
    READING.fetch_add(1, Ordering::Relaxed);
    let board = read();
    READING.fetch_sub(1, Ordering::Relaxed);
    board
}

/// Ends the program as soon as it does nothing but read a board; what was answered of those before
/// it has been printed by then.
fn end_where_it_only_reads() {
    loop {
        std::thread::sleep(PATIENCE);
        let read = READING.load(Ordering::Relaxed);
        if read > 0 && read == WORKING.load(Ordering::Relaxed) {
            eprintln!("outplay: interrupted");
            std::process::exit(INTERRUPTED_AT_WORK);
        }
    }
}

/// The first Ctrl-C asks long work to stop and say what it knows; at a
/// prompt, or the second time, it ends the program.
fn catch_ctrl_c() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        // Without a handler Ctrl-C simply ends the program, which is acceptable.
        let _ = ctrlc::set_handler(|| {
            let again = INTERRUPTED.swap(true, Ordering::Relaxed);
            if again || WORKING.load(Ordering::Relaxed) == 0 {
                std::process::exit(STOPPED_BY_CTRL_C);
            }
            std::thread::spawn(end_where_it_only_reads);
        });
    });
}

/// How many threads to use: all cores, unless told otherwise.
pub(crate) fn threads(asked: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(cores, usize::from)
}

/// Did somebody press Ctrl-C?
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// How many bytes may be held.
pub(crate) fn memory_limit(common: &CommonArgs) -> u64 {
    common.memory.unwrap_or_else(default_memory)
}

/// Half of the memory that is free, where that can be told; else 2 GB.
pub(crate) fn default_memory() -> u64 {
    static FREE: OnceLock<u64> = OnceLock::new();
    *FREE.get_or_init(half_of_free_memory)
}

fn half_of_free_memory() -> u64 {
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
