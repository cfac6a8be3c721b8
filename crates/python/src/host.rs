//! The host of the service inside Python: a clock, limits, and Ctrl-C.
//!
//! Python hears Ctrl-C on its main thread only, and only when somebody asks. So a question is
//! worked on by a thread of its own, and the thread that asked looks for signals meanwhile.

use outplay_engine::Stop;
use outplay_service::{Host, Tables};
use pyo3::prelude::*;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How often signals are looked for.
const SIGNALS: Duration = Duration::from_millis(50);

/// As much as the main thread of a program has.
const STACK: usize = 8 << 20;

/// A larger table is slower as long as it is not full.
const MOST_TABLE: u64 = 1 << 30;

/// What a question may use.
#[derive(Clone, Copy, FromPyObject)]
pub(crate) struct Limits {
    /// Seconds.
    time: Option<f64>,
    /// Bytes.
    pub(crate) memory: u64,
    pub(crate) threads: usize,
}

impl Limits {
    /// Does `work` here, with `stop` to be asked beside the clock.
    pub(crate) fn host<T>(
        &self,
        stop: &(dyn Fn() -> Option<Stop> + Sync),
        work: impl FnOnce(&Host<'_>) -> T,
    ) -> T {
        let began = Instant::now();
        let tables = Tables::new(self.table_bytes(), 1);
        let seconds = || began.elapsed().as_secs_f64();
        let late = |time: &f64| seconds() >= *time;
        let ran_out = |_| stop().or_else(|| self.time.filter(late).map(Stop::Time));
        work(&Host {
            stop: &ran_out,
            seconds: self.time.unwrap_or(f64::INFINITY),
            threads: self.threads,
            bytes: self.memory,
            ..Host::new(&seconds, &tables)
        })
    }

    /// How large a table is.
    pub(crate) fn table_bytes(&self) -> usize {
        self.memory.min(MOST_TABLE) as usize
    }

    /// The same limits for one of many questions whose tables are shared.
    pub(crate) fn each(&self, host: &Host<'_>, work: &mut dyn FnMut(&Host<'_>)) {
        let began = (host.clock)();
        let late = |time: &f64| (host.clock)() - began >= *time;
        let stop = |positions| {
            let all = (host.stop)(positions).filter(|why| matches!(why, Stop::Interrupted));
            all.or_else(|| self.time.filter(late).map(Stop::Time))
        };
        work(&Host {
            stop: &stop,
            threads: 1,
            ..*host
        });
    }

    /// Does `work` on a thread of its own, without Python's lock.
    pub(crate) fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Host<'_>) -> T + Send,
    ) -> PyResult<T> {
        let interrupted = AtomicBool::new(false);
        let stop = || interrupted.load(Relaxed).then_some(Stop::Interrupted);
        let (result, raised) = py.detach(|| {
            let (done, wait) = channel::<()>();
            thread::scope(|scope| {
                let stop = &stop;
                let worker = move || {
                    // Also a panic lets go of it.
                    let _done = done;
                    self.host(stop, work)
                };
                let worker = thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, worker)?;
                let mut raised = None;
                while wait.recv_timeout(SIGNALS) == Err(RecvTimeoutError::Timeout) {
                    if let Err(error) = Python::attach(|py| py.check_signals()) {
                        interrupted.store(true, Relaxed);
                        raised = Some(error);
                    }
                }
                let result = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
                Ok::<_, std::io::Error>((result, raised))
            })
        })?;
        match raised {
            Some(error) => Err(error),
            None => Ok(result),
        }
    }
}
