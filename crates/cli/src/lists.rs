//! One question about every board of a list: on all threads, answered in order.
//!
//! Boards are read here, answered by workers, and printed in the order in which they were
//! read. A board that cannot be read ends the list after the answers before it; Ctrl-C ends
//! it after what was settled by then.

use crate::args::CommonArgs;
use crate::boards::{self, Reading};
use crate::limits::{Limits, is_interrupted};
use crate::memory::Memory;
use crate::output::Failed;
use indicatif::ProgressBar;
use outplay_service::{Host, Source};
use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::time::Duration;

/// What is printed for a board.
pub(crate) struct Answer {
    /// Whole lines.
    pub(crate) text: String,
    /// Was the question settled?
    pub(crate) settled: bool,
}

type Work<'a> = dyn Fn(Source, &Host<'_>) -> Result<Answer, Failed> + Sync + 'a;

/// So many boards go to a worker at a time, and so many may wait to be printed.
const BATCH: usize = 32;
const MOST_WAITING: u64 = 1 << 16;
/// A list whose first board has no more vertices is one of small boards.
const SMALL: usize = 16;

/// Answers `work` for every board of the argument.
pub(crate) fn answer_each(
    argument: &str,
    reading: Reading<'_>,
    common: &CommonArgs,
    memory: &Memory,
    work: &Work<'_>,
) -> Result<(), Failed> {
    let mut settled = true;
    let limits = Limits::new(common);
    let threads = memory.threads();
    let lists = Lists {
        limits: &limits,
        memory,
        work,
        stopped: AtomicBool::new(false),
        printed: AtomicU64::new(0),
    };
    let done = limits.run_with_bar(
        "{spinner} {human_pos} boards, {per_sec}, {elapsed}",
        |bar| {
            std::thread::scope(|scope| {
                let mut list = None;
                let read = boards::for_each(argument, reading, |source| {
                    if source.index.is_none() {
                        let answer = limits
                            .anew_shown()
                            .host(memory, threads, |host| work(source, host))?;
                        settled &= answer.settled;
                        std::io::stdout().write_all(answer.text.as_bytes())?;
                        return Ok(());
                    }
                    let running = list.get_or_insert_with(|| {
                        if common.memory.is_none() && source.board.vertex_count() <= SMALL {
                            memory.expect_small_boards();
                        }
                        let (boards, queue) = mpsc::sync_channel(2 * threads);
                        let (answers, answered) = mpsc::channel();
                        let queue = Mutex::new(queue);
                        let lists = &lists;
                        let printer = scope.spawn(move || lists.print(answered, bar));
                        let queue = std::sync::Arc::new(queue);
                        for _ in 0..threads {
                            let (queue, answers) = (queue.clone(), answers.clone());
                            scope.spawn(move || lists.answer(&queue, &answers));
                        }
                        Running {
                            boards,
                            printer,
                            batch: Vec::with_capacity(BATCH),
                            next: 0,
                        }
                    });
                    running.push(source, &lists)
                });
                let printed = match list {
                    Some(running) => {
                        let (all_settled, printed) = running.finish();
                        settled &= all_settled;
                        printed
                    }
                    None => Ok(()),
                };
                // What was wrong with an earlier board comes before what was wrong with a later one.
                printed.and(match read {
                    Err(Failed::Stopped(_)) if is_interrupted() => Ok(()),
                    read => read,
                })
            })
        },
    );
    done?;
    if is_interrupted() {
        return Err(Failed::Stopped("interrupted".to_owned()));
    }
    crate::output::all_settled(settled)
}

/// What the threads of a list share.
struct Lists<'a> {
    limits: &'a Limits,
    memory: &'a Memory,
    work: &'a Work<'a>,
    stopped: AtomicBool,
    printed: AtomicU64,
}

type Batch = (u64, Vec<Source>);
type Answered = (u64, Vec<Result<Answer, Failed>>);

/// A list under way.
struct Running<'scope> {
    boards: SyncSender<Batch>,
    printer: std::thread::ScopedJoinHandle<'scope, (bool, Result<(), Failed>)>,
    batch: Vec<Source>,
    next: u64,
}

impl Running<'_> {
    fn push(&mut self, source: Source, lists: &Lists<'_>) -> Result<(), Failed> {
        if is_interrupted() || lists.stopped.load(Relaxed) {
            return Err(Failed::Stopped(String::new()));
        }
        while self.next.saturating_sub(lists.printed.load(Relaxed)) > MOST_WAITING {
            std::thread::sleep(Duration::from_millis(1));
            if is_interrupted() {
                return Err(Failed::Stopped(String::new()));
            }
        }
        self.batch.push(source);
        if self.batch.len() == BATCH {
            self.send();
        }
        Ok(())
    }

    fn send(&mut self) {
        let batch = std::mem::replace(&mut self.batch, Vec::with_capacity(BATCH));
        let first = self.next;
        self.next += batch.len() as u64;
        // Without workers there is nobody to answer, which shows elsewhere.
        let _ = self.boards.send((first, batch));
    }

    fn finish(mut self) -> (bool, Result<(), Failed>) {
        self.send();
        drop(self.boards);
        self.printer.join().expect("no panic")
    }
}

impl Lists<'_> {
    fn answer(&self, queue: &Mutex<Receiver<Batch>>, answers: &mpsc::Sender<Answered>) {
        loop {
            let received = queue.lock().expect("no panic").recv();
            let Ok((first, batch)) = received else {
                return;
            };
            let mut list = Vec::with_capacity(batch.len());
            for source in batch {
                if is_interrupted() || self.stopped.load(Relaxed) {
                    break;
                }
                let limits = self.limits.anew();
                list.push(limits.host(self.memory, 1, |host| (self.work)(source, host)));
            }
            if answers.send((first, list)).is_err() {
                return;
            }
        }
    }

    /// Prints answers in order; whether all were settled, and what went wrong first.
    fn print(&self, answers: Receiver<Answered>, bar: &ProgressBar) -> (bool, Result<(), Failed>) {
        let mut out = BufWriter::new(std::io::stdout());
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        let mut settled = true;
        let mut result = Ok(());
        for (first, list) in answers {
            waiting.insert(first, list);
            while let Some(list) = waiting.remove(&due) {
                for answer in list {
                    due += 1;
                    if result.is_err() {
                        continue;
                    }
                    match answer {
                        // What Ctrl-C cut off is not an answer.
                        Ok(answer) if !answer.settled && is_interrupted() => settled = false,
                        Ok(answer) => {
                            settled &= answer.settled;
                            bar.inc(1);
                            if let Err(error) = out.write_all(answer.text.as_bytes()) {
                                self.stopped.store(true, Relaxed);
                                result = Err(error.into());
                            }
                        }
                        Err(failed) => {
                            self.stopped.store(true, Relaxed);
                            result = Err(failed);
                        }
                    }
                }
                self.printed.store(due, Relaxed);
            }
            if let Err(error) = out.flush()
                && result.is_ok()
            {
                self.stopped.store(true, Relaxed);
                result = Err(error.into());
            }
        }
        (settled, result)
    }
}
