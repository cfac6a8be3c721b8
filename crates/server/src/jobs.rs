//! Where computations run, and how they are bounded.
//!
//! Small questions have places of their own. Every computation starts in a quick lane with a short time slice, so that what is
//! small is answered soon whatever else is going on. What is not done by then must
//! get one of the few places for long work, or wait for one, or be refused: "busy".
//! The headers of the answer are held back until that is decided. A computation
//! asks its [`Job`] now and then whether to go on; the job says no when the client
//! has gone, the time is up or the server stops.

use crate::Options;
use crate::listen::Shutdown;
use crate::problem::Problem;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use hyper::body::Frame;
use outplay_engine::search::Table;
use outplay_engine::{Budget, Stop};
use outplay_games::Effort;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
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
/// The time of a computation whose client does not say how long.
const USUAL_TIME: Duration = Duration::from_secs(20);

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
    /// One for each game: what was learnt for one client serves the next.
    tables: Mutex<BTreeMap<&'static str, Arc<Table>>>,
}

/// What a client asks for at most.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    seconds: Option<f64>,
    positions: Option<u64>,
}

impl Jobs {
    pub(crate) fn new(options: &Options, shutdown: Shutdown) -> Self {
        Self {
            questions: Lane::new(2 * options.workers.max(2), MOST_QUICK),
            quick: Lane::new(2 * options.workers.max(2), MOST_QUICK),
            long: Lane::new(options.workers.max(1), options.waiting),
            shutdown,
            most_time: options.time,
            memory: options.memory,
            workers: options.workers.max(1),
            tables: Mutex::new(BTreeMap::new()),
        }
    }

    /// How busy the server is.
    pub(crate) fn state(&self) -> Json {
        json!({
            "quick": self.quick.running(),
            "running": self.long.running(),
            "waiting": self.long.waiting() + self.quick.waiting(),
        })
    }

    /// Answers a small question, away from the threads that serve connections.
    pub(crate) async fn answer<T: Send + 'static>(
        &self,
        question: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let place = self.questions.enter().await?;
        let work = tokio::task::spawn_blocking(move || {
            let _place = place;
            question()
        });
        work.await.unwrap_or_else(|_| Err(Problem::internal()))
    }

    /// Starts a computation; the answer streams what it finds.
    pub(crate) async fn start(
        self: Arc<Self>,
        asked: Asked,
        work: impl FnOnce(&Job) -> Result<Json, Problem> + Send + 'static,
    ) -> Result<Response, Problem> {
        let place = self.quick.enter().await?;
        let (events, stream) = mpsc::unbounded_channel();
        let (admit, admitted) = oneshot::channel();
        let time = match asked.seconds {
            Some(seconds) => Duration::try_from_secs_f64(seconds).unwrap_or(USUAL_TIME),
            None => USUAL_TIME,
        };
        let job = Job {
            time: time.min(self.most_time),
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

    /// The table of a game, whose size is a share of the memory.
    pub(crate) fn table(&self, game: &'static str) -> Arc<Table> {
        // Colouring, marking, edge, cycles, and a share for what is explored or sampled.
        const SHARES: u64 = 5;
        let mut tables = lock(&self.tables);
        let table = tables.entry(game).or_insert_with(|| {
            let bytes = usize::try_from(self.memory / SHARES).unwrap_or(usize::MAX);
            Arc::new(Table::new(bytes))
        });
        table.clone()
    }

    /// How many bytes one computation may hold beside the tables.
    pub(crate) fn bytes_each(&self) -> u64 {
        self.memory / 5 / self.workers as u64
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
    fn run(self, work: impl FnOnce(&Job) -> Result<Json, Problem>) {
        let result = catch_unwind(AssertUnwindSafe(|| work(&self)));
        let result = result.unwrap_or_else(|_| Err(Problem::internal()));
        let mut progress = lock(&self.progress);
        let last = match result {
            Ok(mut found) => {
                found["event"] = "result".into();
                found
            }
            Err(problem) => {
                if progress.admit.is_some() {
                    progress.admit(Err(problem));
                    return;
                }
                json!({ "event": "error", "problem": problem.json() })
            }
        };
        self.send(&last);
        progress.admit(Ok(()));
    }

    /// Sends an event to the client.
    pub(crate) fn send(&self, event: &Json) {
        let mut line = event.to_string();
        line.push('\n');
        // Whether the client is still there is asked elsewhere.
        let _ = self.events.send(Bytes::from(line));
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
            let seconds = elapsed.as_secs_f64();
            let mut event =
                json!({ "event": "progress", "positions": positions, "seconds": seconds });
            if !progress.note.is_empty() {
                event["note"] = progress.note.as_str().into();
            }
            self.send(&event);
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
                    self.send(&json!({
                        "event": "progress", "positions": 0, "seconds": 0,
                        "note": "waiting for other work to end",
                    }));
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

    /// The budget of this job for work that looks at positions.
    pub(crate) fn budget<'a>(&self, stop: &'a dyn Fn(u64) -> Option<Stop>) -> Budget<'a> {
        Budget {
            positions: self.positions,
            bytes: self.jobs.bytes_each(),
            stop,
        }
    }

    /// How to settle positions of a game.
    pub(crate) fn effort(&self, game: &'static str) -> Effort {
        Effort {
            table: self.jobs.table(game),
            ..Effort::default()
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
