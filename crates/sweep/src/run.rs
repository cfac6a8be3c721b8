//! The parts of a sweep on the threads of this machine.

use crate::part::{PartDone, Tally, Work};
use crate::plan::Sweep;
use outplay_board::{Failed, InputError, shortened};
use outplay_service::Host;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// A share of the parts: the `index`-th of `count`, as in nauty's `res/mod`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Which one, from 0.
    pub index: u64,
    /// Of how many.
    pub count: u64,
}

impl Share {
    /// All parts.
    pub const ALL: Self = Self { index: 0, count: 1 };

    /// Reads `I/N`.
    ///
    /// # Errors
    /// It says no share.
    pub fn read(text: &str) -> Result<Self, InputError> {
        let number = |text: &str| text.parse::<u64>().ok();
        let share = text.split_once('/').and_then(|(index, count)| {
            let (index, count) = (number(index)?, number(count)?);
            (index < count).then_some(Self { index, count })
        });
        share.ok_or_else(|| {
            let found = format!("'{}'", shortened(text));
            InputError::found(found, "I/N with I from 0 to N - 1, such as 0/100")
        })
    }

    fn has(self, part: u64) -> bool {
        part % self.count == self.index
    }
}

/// How a sweep is done.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// How many parts are done at a time.
    pub threads: usize,
    /// Which parts.
    pub share: Share,
    /// How many seconds a board may take.
    pub limit: Option<f64>,
    /// Ask again what was not known.
    pub again: bool,
}

impl Default for Run {
    fn default() -> Self {
        Self {
            threads: 1,
            share: Share::ALL,
            limit: None,
            again: false,
        }
    }
}

/// How far a sweep is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// How many parts of the share are there.
    pub parts: u64,
    /// Of how many.
    pub of: u64,
    /// How many boards were asked in this run.
    pub boards: u64,
    /// How many seconds this run has taken.
    pub seconds: f64,
    /// How many seconds it may still take, once that can be told.
    pub left: Option<f64>,
    /// The board that has taken longest of those being asked now, and for how many seconds.
    pub slowest: Option<(String, f64)>,
}

/// What a run came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many parts the share has.
    pub parts: u64,
    /// How many of them other processes are at.
    pub elsewhere: u64,
    /// What was found in this run.
    pub tally: Tally,
}

/// How often it is told how far the sweep is.
const PAUSE: Duration = Duration::from_millis(200);

/// What a thread is at: a board, and since when.
type Slot = Mutex<(String, f64)>;

impl Sweep {
    /// Does all parts of a share that are not there, and tells how far it is.
    ///
    /// # Errors
    /// A part cannot be done, or it was interrupted. The parts that were done by then stand.
    pub fn run(
        &self,
        run: &Run,
        host: &Host<'_>,
        tell: &mut dyn FnMut(&Progress),
    ) -> Result<Summary, Failed> {
        let share: Vec<u64> = (0..self.parts()).filter(|&p| run.share.has(p)).collect();
        let todo: Vec<u64> = share
            .iter()
            .copied()
            .filter(|&part| match run.again {
                true => self.has_part(part),
                false => host.is_over() || !self.has_sound_part(part),
            })
            .collect();
        let before = if run.again {
            0
        } else {
            share.len() - todo.len()
        };
        let began = (host.clock)();
        let (next, boards, failed) = (
            AtomicUsize::new(0),
            AtomicU64::new(0),
            AtomicBool::new(false),
        );
        let threads = run.threads.clamp(1, todo.len().max(1));
        let slots: Vec<Slot> = (0..threads).map(|_| Slot::default()).collect();
        let be_at = |slot: &Slot, board: &str| {
            let mut now = slot.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            now.0.clear();
            now.0.push_str(board);
            now.1 = (host.clock)();
        };
        let mut summary = Summary {
            parts: share.len() as u64,
            ..Summary::default()
        };
        let mut first_error = None;
        std::thread::scope(|scope| {
            let (sender, done) = channel();
            for slot in &slots {
                let (sender, todo) = (sender.clone(), &todo);
                let (next, failed, boards, be_at) = (&next, &failed, &boards, &be_at);
                scope.spawn(move || {
                    let work = Work {
                        host,
                        limit: run.limit,
                        again: run.again,
                        only: None,
                        board: &|board| {
                            boards.fetch_add(1, Relaxed);
                            be_at(slot, board);
                        },
                    };
                    while !failed.load(Relaxed)
                        && let Some(&part) = todo.get(next.fetch_add(1, Relaxed))
                    {
                        let result = self.run_part(part, &work);
                        // Others finish the parts that they are at, so that nothing is lost.
                        failed.fetch_or(result.is_err(), Relaxed);
                        if sender.send(result).is_err() {
                            return;
                        }
                    }
                    // Nothing is slow here any more.
                    be_at(slot, "");
                });
            }
            drop(sender);
            let mut finished = 0u64;
            loop {
                match done.recv_timeout(PAUSE) {
                    Ok(Ok(PartDone::Now(tally))) => summary.tally.add(tally),
                    Ok(Ok(PartDone::Before)) => {}
                    Ok(Ok(PartDone::Elsewhere)) => summary.elsewhere += 1,
                    Ok(Err(error)) => {
                        first_error.get_or_insert(error);
                        continue;
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) => {
                        let now = (host.clock)();
                        let seconds = now - began;
                        let left = todo.len() as f64 - finished as f64;
                        tell(&Progress {
                            parts: before as u64 + finished,
                            of: (before + todo.len()) as u64,
                            boards: boards.load(Relaxed),
                            seconds,
                            left: (finished > 0).then(|| seconds / finished as f64 * left),
                            slowest: slowest(&slots, now),
                        });
                        continue;
                    }
                }
                finished += 1;
            }
        });
        match first_error {
            Some(error) => Err(error),
            None => Ok(summary),
        }
    }
}

fn slowest(slots: &[Slot], now: f64) -> Option<(String, f64)> {
    let at = slots.iter().filter_map(|slot| {
        let at = slot.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        (!at.0.is_empty()).then(|| (at.0.clone(), now - at.1))
    });
    at.max_by(|a, b| a.1.total_cmp(&b.1))
}
