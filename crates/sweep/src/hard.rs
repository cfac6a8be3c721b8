//! One hard board: a search that falls into jobs, with a folder in which all that was learnt is kept.
//!
//! The tree of the jobs is in the engine; here is its log. The file `jobs.log` begins with a line that says the
//! question, then every job that was done is a line. A line is written before the tree takes it,
//! has a checksum, and is never changed. So whatever dies, worker, driver or machine, the next [`Hard::open`] has
//! everything that was learnt by then; a last line that is torn was never there.
//!
//! [`Hard::run`] does the jobs on the threads of this machine, which share one table. A driver of other machines
//! gives out [`Hard::next`] and brings back what [`work`] says there.

use outplay_board::{Board, Failed, InputError, Lock, Shape, beside, shortened};
use outplay_engine::search::jobs::{Done, JobTree, NodeId, Step};
use outplay_engine::search::{Hash128, Means, Table, Verdict};
use outplay_engine::{Budget, Stop, Stopped};
use outplay_games::{AnyGame, AnyPosition, Method};
use outplay_service::{Ask, AskSolve, Event, Host, How, Opened, Solved, graph6};
use serde_json::{Map, Value as Json, json};
use std::fs::{self, File, OpenOptions};
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A search that falls into jobs.
pub struct Hard {
    tree: JobTree,
    log: File,
    path: PathBuf,
    /// All that workers have told, for those who have not heard it.
    news: Vec<Verdict>,
    jobs: u64,
    _lock: Lock,
}

/// A job that is given out.
#[derive(Clone, Debug)]
pub struct Given {
    id: NodeId,
    /// Where it is.
    pub path: Vec<Step>,
    /// How many positions it may look at.
    pub positions: u64,
}

const FORMAT: &str = "outplay jobs 1";
/// What a node of the tree takes, with its place in the index, in bytes.
const NODE_BYTES: u64 = 200;
/// How long a thread waits that has nothing to do, before it asks whether to stop.
const WAIT: Duration = Duration::from_millis(50);
/// How often it is told how far the search is, in seconds.
const PAUSE: f64 = 0.5;

/// Settles a position as [`outplay_service::solve`] does, in jobs whose log is in a folder.
///
/// # Errors
/// The question is wrong, or the folder is not one of it. A limit that ran out is no error.
pub fn solve(
    folder: &Path,
    opened: &Opened,
    asked: AskSolve,
    host: &Host<'_>,
) -> Result<Solved, Failed> {
    if opened.index.is_some() {
        return Err(
            InputError::found("several graphs", "one board to search in jobs")
                .in_source(opened.name.as_str())
                .into(),
        );
    }
    let began = (host.clock)();
    let position = opened.position(asked.at.as_deref())?;
    let mut hard = Hard::open(folder, opened, &position)?;
    let table = host.tables.get(&opened.game.description().identity());
    let stopped = hard.run(opened, &position, &table, host)?;
    // What remains is looked up: who wins is in the table, or nothing more is to be done.
    let asked = AskSolve {
        how: How {
            method: Method::Search,
            ..asked.how
        },
        ..asked
    };
    let nothing_more = Host {
        positions: 0,
        ..*host
    };
    let host = if stopped.is_some() {
        &nothing_more
    } else {
        host
    };
    let mut solved = asked.answer(opened, host)?;
    solved.effort.positions = hard.tree.positions();
    solved.effort.seconds = (host.clock)() - began;
    if !solved.effort.exact {
        solved.effort.reason = stopped.map(|stopped| stopped.to_string());
    }
    Ok(solved)
}

/// What is asked, so that a folder or a worker is never taken for that of another question.
///
/// # Errors
/// The game cannot be searched on this board.
pub fn question(opened: &Opened, position: &AnyPosition) -> Result<String, InputError> {
    let game = &*opened.game;
    // The first nodes of the search, by which games differ that are called the same.
    let (table, none) = (
        Table::new(0),
        Budget {
            positions: 0,
            ..Budget::UNLIMITED
        },
    );
    let first = work(game, position, &[], &table, &none)?;
    let mut hash = Hash128::new(0);
    first.map(|done| done.to_string()).hash(&mut hash);
    mark(&opened.board, &mut hash);
    let parameters = game.values();
    let parameters: Map<_, _> = parameters
        .iter()
        .map(|(name, value)| (name.to_string(), json!(value.text())))
        .collect();
    let question = json!({
        "program": env!("CARGO_PKG_VERSION"),
        "game": game.description().identity().to_string(),
        "parameters": parameters,
        "board": graph6(&opened.board),
        "at": game.position_text(position),
        "mark": format!("{:032x}", hash.value()),
    });
    Ok(question.to_string())
}

fn mark(board: &Board, hash: &mut impl Hasher) {
    match &board.shape {
        Shape::Undirected(graph) => graph.edges().for_each(|edge| edge.hash(hash)),
        Shape::Directed(digraph) => digraph.arcs().for_each(|arc| arc.hash(hash)),
    }
    for face in board.plane.iter().flat_map(|plane| plane.faces()) {
        face.walk.hash(hash);
    }
    (board.vertex_count(), &board.colors).hash(hash);
}

/// What the first line of a log says that is not asked.
fn difference(said: &str, header: &str) -> InputError {
    let read = |line: &str| {
        line.strip_prefix(FORMAT)
            .and_then(|json| serde_json::from_str::<Map<String, Json>>(json).ok())
    };
    let (said, asked) = (
        read(said).unwrap_or_default(),
        read(header).unwrap_or_default(),
    );
    let differs = asked
        .into_iter()
        .find(|(key, value)| said.get(key) != Some(value));
    let (key, value) = differs.unwrap_or_default();
    let found = shortened(&said.get(&key).unwrap_or(&Json::Null).to_string());
    InputError::found(
        format_args!("the search of another question, with {key} {found}"),
        format_args!("{key} {}", shortened(&value.to_string())),
    )
}

fn with_checksum(line: &str) -> String {
    let mut hash = Hash128::new(0);
    line.hash(&mut hash);
    format!("{:016x} {line}\n", hash.value() as u64)
}

/// Does a job about a position: what it comes to, or `None` if the budget's stop said so.
///
/// # Errors
/// The game cannot be searched on this board.
pub fn work(
    game: &dyn AnyGame,
    position: &AnyPosition,
    path: &[Step],
    table: &Table,
    budget: &Budget<'_>,
) -> Result<Option<Done>, InputError> {
    let search = |ask: outplay_engine::search::Ask<'_>, budget: &Budget<'_>| {
        game.search(position, ask, &Means::new(table, 1, budget))
    };
    Done::work(path, table, budget, search).map_err(|error| InputError::new(error.to_string()))
}

impl Hard {
    /// Begins the search of a position in a folder, or goes on with it.
    ///
    /// # Errors
    /// The folder belongs to another question or is in use, its log is damaged, or the game cannot be searched.
    pub fn open(folder: &Path, opened: &Opened, position: &AnyPosition) -> Result<Self, Failed> {
        let question = question(opened, position)?;
        let path = folder.join("jobs.log");
        let wrong = |error: InputError| Failed::Input(error.in_source(path.display().to_string()));
        if folder.is_dir()
            && !path.exists()
            && fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
        {
            return Err(wrong(InputError::found(
                "a folder with other files and no jobs.log",
                "a new folder, or one of the same search",
            )));
        }
        fs::create_dir_all(folder).map_err(|error| Failed::writing(folder, error))?;
        let Some(lock) = Lock::take(&folder.join("lock"))? else {
            return Err(wrong(InputError::new("another process is at this search")));
        };
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(Failed::reading(&path, error)),
        };
        let log = OpenOptions::new().create(true).append(true).open(&path);
        let log = log.map_err(|error| Failed::writing(&path, error))?;
        let mut hard = Self {
            tree: JobTree::default(),
            log,
            news: Vec::new(),
            jobs: 0,
            _lock: lock,
            path: path.clone(),
        };
        let header = format!("{FORMAT} {question}");
        let mut whole = 0;
        for (number, line) in (1..).zip(text.split_inclusive(|&byte| byte == b'\n')) {
            let line_text = str::from_utf8(line).unwrap_or_default();
            let said = line_text
                .split_once(' ')
                .map_or("", |(_, said)| said.trim_end());
            if with_checksum(said) != line_text {
                if whole + line.len() == text.len() {
                    // Torn when its writer died: nobody has acted on it.
                    hard.log
                        .set_len(whole as u64)
                        .map_err(|error| Failed::writing(&path, error))?;
                    break;
                }
                return Err(wrong(
                    InputError::found("a damaged line", "a line as it was written").at_line(number),
                ));
            }
            if number == 1 && said != header {
                return Err(wrong(difference(said, &header)));
            } else if number > 1 {
                let taken = Done::read(said).filter(|done| hard.tree.take(done).is_ok());
                let done = taken.ok_or_else(|| {
                    wrong(
                        InputError::found("a line of another search", "a job of this one")
                            .at_line(number),
                    )
                })?;
                hard.jobs += 1;
                hard.news.extend(done.news);
            }
            whole += line.len();
        }
        if whole == 0 {
            hard.write(&header)?;
        }
        Ok(hard)
    }

    fn write(&mut self, line: &str) -> Result<(), Failed> {
        let written = self.log.write_all(with_checksum(line).as_bytes());
        written.map_err(|error| Failed::writing(&self.path, error))
    }

    /// The tree of jobs.
    pub fn tree(&self) -> &JobTree {
        &self.tree
    }

    /// How many jobs were done, in this run and before.
    pub fn jobs(&self) -> u64 {
        self.jobs
    }

    /// What workers have told since so much was told.
    pub fn news(&self, heard: usize) -> &[Verdict] {
        &self.news[heard.min(self.news.len())..]
    }

    /// The next job, of at least so many positions; `None` if all that matters is in work.
    pub fn next(&mut self, least: u64) -> Option<Given> {
        let id = self.tree.choose()?;
        Some(Given {
            id,
            path: self.tree.path(id),
            positions: self.tree.budget().max(least),
        })
    }

    /// Writes down what a job came to.
    ///
    /// # Errors
    /// It cannot be written, or there is no such job.
    pub fn done(&mut self, done: &Done) -> Result<(), Failed> {
        self.write(&done.to_string())?;
        self.jobs += 1;
        self.news.extend(&done.news);
        self.tree.take(done).map_err(|_| {
            let path = self.path.display().to_string();
            Failed::Input(InputError::found("what is no job of this search", "one").in_source(path))
        })?;
        Ok(())
    }

    /// The worker of a job is gone, and somebody else may do it.
    pub fn lost(&mut self, given: &Given) {
        self.tree.give_back(given.id);
    }

    /// Does jobs on the threads of this machine until the winner is known or a limit runs out. What is settled is
    /// then in the table, so that further questions cost little.
    ///
    /// # Errors
    /// The log cannot be written.
    pub fn run(
        &mut self,
        opened: &Opened,
        position: &AnyPosition,
        table: &Table,
        host: &Host<'_>,
    ) -> Result<Option<Stopped>, Failed> {
        table.learn(self.news.iter().copied());
        let shared = Shared {
            before: self.tree.positions(),
            state: Mutex::new(State {
                hard: self,
                stopped: None,
                failed: None,
                told: (host.clock)(),
            }),
            changed: Condvar::new(),
            opened,
            position,
            table,
            host,
        };
        beside(host.threads.max(1) - 1, &|| shared.work(), &mut || {
            shared.work();
        });
        let State {
            stopped, failed, ..
        } = shared
            .state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = failed {
            return Err(error);
        }
        table.learn(self.tree.settled());
        let positions = self.tree.positions();
        Ok(match self.tree.verdict() {
            Some(_) => None,
            None => stopped.map(|why| Stopped { why, positions }),
        })
    }
}

/// What the threads of a search share.
struct Shared<'a> {
    state: Mutex<State<'a>>,
    changed: Condvar,
    opened: &'a Opened,
    position: &'a AnyPosition,
    table: &'a Table,
    host: &'a Host<'a>,
    /// How many positions were looked at in earlier runs, which had limits of their own.
    before: u64,
}

struct State<'a> {
    hard: &'a mut Hard,
    stopped: Option<Stop>,
    failed: Option<Failed>,
    /// When it was last told how far it is.
    told: f64,
}

impl<'a> Shared<'a> {
    fn lock(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What one thread does.
    fn work(&self) {
        let mut state = self.lock();
        while !self.is_over(&mut state) {
            let Some(given) = state.hard.next(0) else {
                let waited = self.changed.wait_timeout(state, WAIT);
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
                continue;
            };
            let before = state.hard.tree.positions();
            drop(state);
            let budget = Budget {
                positions: given.positions,
                stop: &|now| (self.host.stop)(before + now),
                ..Budget::UNLIMITED
            };
            let done = work(
                &*self.opened.game,
                self.position,
                &given.path,
                self.table,
                &budget,
            );
            state = self.lock();
            let taken = match done {
                Ok(Some(done)) => state.hard.done(&done),
                Ok(None) => {
                    state.hard.lost(&given);
                    Ok(())
                }
                Err(error) => Err(error.into()),
            };
            if let Err(error) = taken {
                state.failed.get_or_insert(error);
            }
            self.changed.notify_all();
            self.tell(&mut state);
        }
        self.changed.notify_all();
    }

    /// Is the winner known, or must it end for another reason?
    fn is_over(&self, state: &mut State<'_>) -> bool {
        let tree = &state.hard.tree;
        let (positions, bytes) = (tree.positions(), tree.nodes() as u64 * NODE_BYTES);
        let limits = self.host.budget(self.host.stop);
        let over = limits.check(positions - self.before, bytes);
        let over = over.err().map(|stopped| stopped.why);
        state.stopped = over
            .or_else(|| (self.host.stop)(positions))
            .or(state.stopped);
        state.stopped.is_some() || state.failed.is_some() || tree.verdict().is_some()
    }

    fn tell(&self, state: &mut State<'_>) {
        let now = (self.host.clock)();
        if now >= state.told + PAUSE {
            state.told = now;
            let (tree, jobs) = (&state.hard.tree, state.hard.jobs);
            let note = format!(
                "{jobs} jobs done, {} in work, {} positions in their tree",
                tree.in_work(),
                tree.nodes()
            );
            (self.host.tell)(Event::Note(note));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_board::Limits;
    use outplay_engine::Rng;
    use outplay_service::{BoardText, Setup};
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    fn open(game: &str, board: &str, parameters: Json) -> Opened {
        let Json::Object(parameters) = parameters else {
            panic!("parameters are an object");
        };
        let setup = Setup {
            game: game.to_owned(),
            board: Some(BoardText::family(board)),
            parameters,
            ..Setup::default()
        };
        setup.open(Limits::BOARD, &|| false).unwrap()
    }

    fn winner(solved: &Solved) -> Json {
        assert!(solved.effort.exact);
        serde_json::to_value(solved).unwrap()["winner"].clone()
    }

    /// Games with shortcuts of every kind, and some with none.
    fn boards() -> Vec<Opened> {
        let no = || json!({});
        vec![
            open("coloring", "torus:3x5", json!({ "colors": 4 })),
            open("coloring", "grid:4x5", json!({ "colors": 4 })),
            open(
                "coloring",
                "grid:2x10",
                json!({ "colors": 3, "first": "bob" }),
            ),
            open("edge", "cycle:12", no()),
            open("cycles", "grid:2x5", no()),
            open("node-kayles", "grid:5x6", no()),
            open("arc-kayles", "grid:4x4", no()),
            open("col", "grid:4x5", no()),
            open("snort", "grid:4x5", no()),
            open("geography", "petersen", json!({ "start": 0 })),
            open("edge-geography", "grid:3x3", json!({ "start": 0 })),
            open("marking", "grid:4x4", json!({ "colors": 3 })),
            open("domination", "grid:3x4", json!({ "moves": 4 })),
            open("connected", "grid:3x4", json!({ "colors": 2 })),
        ]
    }

    #[test]
    fn jobs_find_the_winner_that_one_search_finds() {
        let mut grown = 0;
        for opened in boards() {
            let asked = AskSolve {
                how: How {
                    method: Method::Search,
                    ..How::default()
                },
                ..AskSolve::default()
            };
            let plain = Host::alone(|host| asked.answer(&opened, host)).unwrap();
            for threads in [1, 3] {
                let folder = tempfile::tempdir().unwrap();
                let folder = folder.path().join("run");
                let ask = || {
                    Host::alone(|host| {
                        solve(&folder, &opened, asked.clone(), &Host { threads, ..*host })
                    })
                    .unwrap()
                };
                let in_jobs = ask();
                assert_eq!(
                    winner(&in_jobs),
                    winner(&plain),
                    "{} {}",
                    opened.game.description().name,
                    opened.name
                );
                grown += u32::from(
                    fs::read_to_string(folder.join("jobs.log"))
                        .unwrap()
                        .lines()
                        .count()
                        > 5,
                );
                // Once more it is read from the log.
                let again = ask();
                assert_eq!(winner(&again), winner(&plain));
                assert_eq!(again.effort.positions, in_jobs.effort.positions);
            }
        }
        assert!(
            grown >= 10,
            "most of them take more than a few jobs: {grown}"
        );
    }

    /// Jobs are lost with the tables of their workers, the driver dies with half a line written, and the
    /// verdict is the same.
    #[test]
    fn whoever_dies_nothing_is_lost() {
        let mut dead = [0; 2];
        for (opened, seed) in boards().into_iter().zip(1..) {
            let start = opened.game.start();
            let mut rng = Rng::new(seed);
            let folder = tempfile::tempdir().unwrap();
            let mut hard = Hard::open(folder.path(), &opened, &start).unwrap();
            let mut tables = [0; 3].map(|_| Table::new(0));
            while hard.tree.verdict().is_none() {
                let given: Vec<Given> = std::iter::from_fn(|| hard.next(0)).take(3).collect();
                for (given, table) in given.into_iter().zip(&mut tables) {
                    if rng.below(5) == 0 {
                        hard.lost(&given);
                        *table = Table::new(0);
                        dead[0] += 1;
                        continue;
                    }
                    let budget = Budget {
                        positions: given.positions,
                        ..Budget::UNLIMITED
                    };
                    let done = work(&*opened.game, &start, &given.path, table, &budget).unwrap();
                    hard.done(&done.unwrap()).unwrap();
                }
                if rng.below(10) == 0 {
                    let before = (
                        hard.jobs,
                        hard.news.clone(),
                        hard.tree.nodes(),
                        hard.tree.positions(),
                    );
                    assert!(
                        Hard::open(folder.path(), &opened, &start).is_err(),
                        "it is locked"
                    );
                    hard.log.write_all(b"0123456789abcdef /1/2 5").unwrap();
                    drop(hard);
                    hard = Hard::open(folder.path(), &opened, &start).unwrap();
                    assert_eq!(
                        before,
                        (
                            hard.jobs,
                            hard.news.clone(),
                            hard.tree.nodes(),
                            hard.tree.positions()
                        )
                    );
                    dead[1] += 1;
                }
            }
            let plain = Host::alone(|host| AskSolve::default().answer(&opened, host)).unwrap();
            let wins = plain.outcome == Some(outplay_engine::Outcome::Win);
            assert_eq!(
                hard.tree.verdict(),
                Some(wins),
                "{} {}",
                opened.game.description().name,
                opened.name
            );
        }
        assert!(dead.iter().all(|&n| n > 10), "{dead:?}");
    }

    #[test]
    fn a_limit_that_runs_out_leaves_what_was_learnt() {
        let opened = open("coloring", "torus:5x6", json!({ "colors": 4 }));
        let folder = tempfile::tempdir().unwrap();
        let ask = |positions, stop: &(dyn Fn(u64) -> Option<Stop> + Sync)| {
            let asked = AskSolve::default();
            Host::alone(|host| {
                solve(
                    folder.path(),
                    &opened,
                    asked,
                    &Host {
                        threads: 2,
                        positions,
                        stop,
                        ..*host
                    },
                )
            })
            .unwrap()
        };
        let first = ask(3000, &|_| None);
        let reason = first.effort.reason.unwrap();
        assert!(
            !first.effort.exact && reason.contains("3000 positions"),
            "{reason}"
        );
        let second = ask(3000, &|_| None);
        assert!(
            second.effort.positions > first.effort.positions + 3000,
            "the limit is this run's"
        );
        let stopped = AtomicBool::new(false);
        let third = ask(u64::MAX, &|positions| {
            // Who has said so once stays with it: a job that is stopped counts for nothing.
            stopped.fetch_or(positions > second.effort.positions + 5000, Relaxed);
            stopped.load(Relaxed).then_some(Stop::Interrupted)
        });
        assert!(third.effort.reason.unwrap().starts_with("interrupted"));
        assert!(third.effort.positions > second.effort.positions);
    }

    #[test]
    fn wrong_folders_are_refused() {
        let opened = open("coloring", "torus:3x5", json!({ "colors": 4 }));
        let start = opened.game.start();
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("jobs.log");
        let refused = |opened: &Opened, words: &[&str]| {
            let error = Hard::open(folder.path(), opened, &opened.game.start())
                .err()
                .expect("refused")
                .to_string();
            assert!(words.iter().all(|word| error.contains(word)), "{error}");
        };
        fs::write(folder.path().join("thesis.tex"), "").unwrap();
        refused(&opened, &["jobs.log", "other files"]);
        fs::remove_file(folder.path().join("thesis.tex")).unwrap();
        Host::alone(|host| solve(folder.path(), &opened, AskSolve::default(), host)).unwrap();
        refused(
            &open("coloring", "torus:3x5", json!({ "colors": 3 })),
            &["another question", "parameters", "\"3\""],
        );
        refused(
            &open("coloring", "grid:3x5", json!({ "colors": 4 })),
            &["another question", "board"],
        );
        let at = opened
            .game
            .apply(&start, opened.game.legal_moves(&start)[0]);
        assert!(Hard::open(folder.path(), &opened, &at).is_err());

        let whole = fs::read_to_string(&log).unwrap();
        assert!(whole.lines().count() > 3);
        fs::write(&log, whole.replacen(" ? ", " + ", 1)).unwrap();
        refused(&opened, &["jobs.log:2", "damaged"]);
        // What is written for another tree has a good checksum, and no place here.
        let (header, _) = whole.split_once('\n').unwrap();
        fs::write(
            &log,
            format!(
                "{header}\n{}{}",
                with_checksum("/7/7 1 +"),
                with_checksum("/ 1 +")
            ),
        )
        .unwrap();
        refused(&opened, &["jobs.log:2", "another search"]);
        // A header that is torn was never there.
        fs::write(&log, &header[..40]).unwrap();
        let hard = Hard::open(folder.path(), &opened, &start).unwrap();
        assert_eq!((hard.jobs(), hard.tree.nodes()), (0, 1));
    }
}
