//! Where computations run, and how they are bounded.
//!
//! Small questions have places of their own. Every computation starts in a quick lane with a short time slice, so that what is
//! small is answered soon whatever else is going on. What is not done by then must
//! get one of the few places for long work, or wait for one, or be refused: "busy".
//! The headers of the answer are held back until that is decided. A computation
//! asks its [`Job`] now and then whether to go on; the job says no when the client
//! has gone, the time is up or the server stops.

use crate::Options;
use crate::api::in_json;
use crate::listen::Shutdown;
use crate::problem::{Details, Problem};
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use hyper::body::Frame;
use outplay_board::Limits;
use outplay_engine::Stop;
use outplay_service::{Asked, Event, Failed, Host, Tables};
use schemars::JsonSchema;
use serde::Serialize;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};

/// How long a computation may stay in the quick lane.
const SLICE: Duration = Duration::from_millis(100);
/// How often a computation says how far it is.
const PROGRESS: Duration = Duration::from_millis(250);
/// How often one that waits looks whether its client is still there.
const PATIENCE: Duration = Duration::from_millis(50);
/// How many small questions may wait, and how many computations for the quick lane.
const MOST_QUICK: usize = 256;

/// A few places, and a bounded number of those who wait for one.
struct Lane {
    places: Arc<Semaphore>,
    width: usize,
    waiting: AtomicUsize,
    most_waiting: usize,
}

/// Counts somebody who waits, as long as it lives.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Lane {
    fn new(width: usize, most_waiting: usize) -> Self {
        Self {
            places: Arc::new(Semaphore::new(width)),
            width,
            waiting: AtomicUsize::new(0),
            most_waiting,
        }
    }

    async fn enter(&self) -> Result<OwnedSemaphorePermit, Problem> {
        if let Ok(place) = self.places.clone().try_acquire_owned() {
            return Ok(place);
        }
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Waiting(&self.waiting);
        if before >= self.most_waiting {
            return Err(Problem::busy());
        }
        let place = self.places.clone().acquire_owned().await;
        place.map_err(|_| Problem::stopping())
    }

    fn running(&self) -> usize {
        self.width - self.places.available_permits()
    }

    fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }
}

/// The places where work is done, and what it may use.
pub(crate) struct Jobs {
    questions: Lane,
    quick: Lane,
    long: Lane,
    shutdown: Shutdown,
    most_time: Duration,
    memory: u64,
    workers: usize,
    boards: Limits,
    tables: Tables,
}

/// How busy the server is.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Health {
    /// `ok`.
    status: &'static str,
    /// How many computations are in the quick lane.
    quick: usize,
    /// How many long computations run.
    running: usize,
    /// How many wait.
    waiting: usize,
}

/// How far a computation is.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Told {
    /// How many positions were looked at.
    positions: u64,
    /// How long it took so far.
    seconds: f64,
    /// What it says about itself.
    #[serde(skip_serializing_if = "String::is_empty")]
    note: String,
}

/// A line of a stream.
pub(crate) fn line<T: Serialize>(event: &str, content: &T) -> Vec<u8> {
    #[derive(Serialize)]
    struct Line<'a, T> {
        event: &'a str,
        #[serde(flatten)]
        content: &'a T,
    }
    let mut line = in_json(&Line { event, content });
    line.push(b'\n');
    line
}

/// The last line of a stream without an answer.
#[derive(Serialize)]
struct Failure {
    problem: Details,
}

/// So many tables live at a time, each with a share of the memory; one more share is for what
/// is explored or sampled.
const MOST_TABLES: usize = 4;
const SHARES: u64 = MOST_TABLES as u64 + 1;

/// What a small question may hold: 20,000 moves, each with what it touches, take 35 MB until they
/// are text.
const MOST_SMALL: u64 = 40 << 20;

/// How many small questions are answered at a time, within a share of the memory.
fn small_places(options: &Options) -> usize {
    let places = (options.memory / SHARES / MOST_SMALL).max(1);
    (2 * options.workers.max(2)).min(usize::try_from(places).unwrap_or(usize::MAX))
}

impl Jobs {
    pub(crate) fn new(options: &Options, boards: Limits, shutdown: Shutdown) -> Self {
        let share = options.memory / SHARES;
        Self {
            questions: Lane::new(small_places(options), MOST_QUICK),
            quick: Lane::new(2 * options.workers.max(2), MOST_QUICK),
            long: Lane::new(options.workers.max(1), options.waiting),
            shutdown,
            most_time: options.time,
            memory: options.memory,
            workers: options.workers.max(1),
            boards,
            tables: Tables::new(usize::try_from(share).unwrap_or(usize::MAX), MOST_TABLES),
        }
    }

    /// How busy the server is.
    pub(crate) fn state(&self) -> Health {
        Health {
            status: "ok",
            quick: self.quick.running(),
            running: self.long.running(),
            waiting: self.long.waiting() + self.quick.waiting(),
        }
    }

    /// Answers a small question, away from the threads that serve connections.
    pub(crate) async fn answer<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Host<'_>) -> Result<T, Failed> + Send + 'static,
    ) -> Result<T, Problem> {
        /// Small questions search nothing, and need no limits but the clock.
        static NONE: Tables = Tables::new(0, 0);
        let (place, boards) = (self.questions.enter().await?, self.boards);
        let work = tokio::task::spawn_blocking(move || {
            let _place = place;
            let began = Instant::now();
            let clock = || began.elapsed().as_secs_f64();
            let host = Host {
                boards,
                positions: 0,
                bytes: 0,
                ..Host::new(&clock, &NONE)
            };
            Ok(question(&host)?)
        });
        work.await.unwrap_or_else(|_| Err(Problem::internal()))
    }

    /// Starts a computation; the answer streams what it finds.
    pub(crate) async fn start(
        self: Arc<Self>,
        asked: Asked,
        work: impl FnOnce(&Job) -> Result<Vec<u8>, Problem> + Send + 'static,
    ) -> Result<Response, Problem> {
        let place = self.quick.enter().await?;
        let (events, stream) = mpsc::unbounded_channel();
        let (admit, admitted) = oneshot::channel();
        let job = Job {
            time: Duration::from_secs_f64(asked.time(self.most_time.as_secs_f64())),
            positions: asked.positions.unwrap_or(u64::MAX),
            jobs: self,
            handle: Handle::current(),
            started: Instant::now(),
            events,
            progress: Mutex::new(Progress {
                admit: Some(admit),
                place: Some(place),
                slice: Some(SLICE),
                waited: Duration::ZERO,
                told: Duration::ZERO,
                note: String::new(),
            }),
        };
        tokio::task::spawn_blocking(move || job.run(work));
        match admitted.await {
            Ok(Ok(())) => {}
            Ok(Err(problem)) => return Err(problem),
            Err(_) => return Err(Problem::internal()),
        }
        let mut response = Response::new(Body::new(Events(stream)));
        let headers = response.headers_mut();
        let kind = HeaderValue::from_static("application/x-ndjson");
        headers.insert(header::CONTENT_TYPE, kind);
        Ok(response)
    }

    /// How many bytes one computation may hold beside the tables.
    pub(crate) fn bytes_each(&self) -> u64 {
        self.memory / SHARES / self.workers as u64
    }
}

/// A computation under way.
pub(crate) struct Job {
    pub(crate) jobs: Arc<Jobs>,
    handle: Handle,
    started: Instant,
    time: Duration,
    positions: u64,
    events: mpsc::UnboundedSender<Bytes>,
    progress: Mutex<Progress>,
}

struct Progress {
    /// Tells the request whether there will be a stream.
    admit: Option<oneshot::Sender<Result<(), Problem>>>,
    place: Option<OwnedSemaphorePermit>,
    /// The time in the quick lane, as long as that is where the job is.
    slice: Option<Duration>,
    /// Time spent waiting, which does not count.
    waited: Duration,
    /// When progress was reported.
    told: Duration,
    /// What the computation says about itself.
    note: String,
}

impl Progress {
    fn admit(&mut self, verdict: Result<(), Problem>) -> bool {
        // Nobody may be there any more, which shows elsewhere.
        self.admit
            .take()
            .is_some_and(|admit| admit.send(verdict).is_ok())
    }
}

impl Job {
    fn run(mut self, work: impl FnOnce(&Job) -> Result<Vec<u8>, Problem>) {
        // Until now it waited for a thread, which does not count.
        self.started = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| work(&self)));
        let result = result.unwrap_or_else(|_| Err(Problem::internal()));
        let mut progress = lock(&self.progress);
        match result {
            Ok(found) => self.send_line(found),
            Err(problem) if progress.admit.is_some() => {
                progress.admit(Err(problem));
                return;
            }
            Err(problem) => self.send(
                "error",
                &Failure {
                    problem: problem.details(),
                },
            ),
        }
        progress.admit(Ok(()));
    }

    /// Sends an event to the client.
    pub(crate) fn send<T: Serialize>(&self, event: &str, content: &T) {
        self.send_line(line(event, content));
    }

    fn send_line(&self, line: Vec<u8>) {
        // Whether the client is still there is asked elsewhere.
        let _ = self.events.send(Bytes::from(line));
    }

    /// Does work of the service within the limits of this job.
    pub(crate) fn host<T>(&self, work: impl FnOnce(&Host<'_>) -> T) -> T {
        let clock = || self.seconds();
        work(&Host {
            stop: &|positions| self.stop(positions),
            tell: &|event| match event {
                Event::Note(note) => self.note(note),
                Event::Move(judged) => self.send("move", judged),
                Event::Row(row) => self.send("row", row),
                Event::Cell(cell) => self.send("cell", cell),
            },
            boards: self.jobs.boards,
            seconds: self.time_left().as_secs_f64(),
            positions: self.positions,
            bytes: self.jobs.bytes_each(),
            ..Host::new(&clock, &self.jobs.tables)
        })
    }

    /// What to say with the progress.
    pub(crate) fn note(&self, note: String) {
        lock(&self.progress).note = note;
    }

    pub(crate) fn seconds(&self) -> f64 {
        (self.started.elapsed() - lock(&self.progress).waited).as_secs_f64()
    }

    /// The time that is left.
    pub(crate) fn time_left(&self) -> Duration {
        let waited = lock(&self.progress).waited;
        (self.time + waited).saturating_sub(self.started.elapsed())
    }

    /// Should the work stop now? Also the moment at which a job leaves the quick lane
    /// and at which progress is reported.
    pub(crate) fn stop(&self, positions: u64) -> Option<Stop> {
        if self.is_gone() {
            return Some(Stop::Interrupted);
        }
        let mut progress = lock(&self.progress);
        let elapsed = self.started.elapsed();
        if progress.slice.is_some_and(|slice| elapsed >= slice) && !self.leave_quick(&mut progress)
        {
            return Some(Stop::Interrupted);
        }
        let elapsed = self.started.elapsed() - progress.waited;
        if elapsed >= self.time {
            return Some(Stop::Time(self.time.as_secs_f64()));
        }
        if progress.slice.is_none() && elapsed >= progress.told + PROGRESS {
            progress.told = elapsed;
            let told = Told {
                positions,
                seconds: elapsed.as_secs_f64(),
                note: progress.note.clone(),
            };
            self.send("progress", &told);
        }
        None
    }

    /// Has the client left, or is the server about to stop?
    fn is_gone(&self) -> bool {
        self.events.is_closed() || self.jobs.shutdown.is_set()
    }

    /// Gets a place for long work; false if there is none or nobody waits for it any more.
    fn leave_quick(&self, progress: &mut Progress) -> bool {
        progress.slice = None;
        progress.place = None;
        let began = Instant::now();
        let wait = async {
            let mut enter = pin!(self.jobs.long.enter());
            loop {
                match tokio::time::timeout(PATIENCE, enter.as_mut()).await {
                    Ok(entered) => return entered,
                    Err(_) if self.is_gone() => return Err(Problem::stopping()),
                    Err(_) => {}
                }
                if progress.admit(Ok(())) {
                    let told = Told {
                        positions: 0,
                        seconds: 0.0,
                        note: "waiting for other work to end".to_owned(),
                    };
                    self.send("progress", &told);
                }
            }
        };
        let entered = self.handle.block_on(wait);
        progress.waited += began.elapsed();
        match entered {
            Ok(place) => {
                progress.place = Some(place);
                progress.admit(Ok(()));
                true
            }
            Err(problem) => {
                progress.admit(Err(problem));
                false
            }
        }
    }
}

/// A lock is never held where something can panic; if it was, the value is still good.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The body of a streamed answer. When it is dropped, the job knows that nobody listens.
struct Events(mpsc::UnboundedReceiver<Bytes>);

impl HttpBody for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0
            .poll_recv(context)
            .map(|event| event.map(|event| Ok(Frame::data(event))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_small_questions_keep_within_the_memory() {
        let places = |memory: u64, workers| {
            small_places(&Options {
                memory,
                workers,
                ..Options::default()
            })
        };
        assert_eq!([places(1 << 30, 2), places(64 << 30, 2)], [4, 4]);
        for workers in [1, 2, 16, 64] {
            assert_eq!(places(0, workers), 1);
            for memory in [400_000_000, 1 << 30, 1 << 40] {
                let held = places(memory, workers) as u64 * MOST_SMALL;
                assert!(held <= memory / SHARES, "{memory} {workers}");
            }
        }
    }
}
