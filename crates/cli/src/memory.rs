//! The tables of searches, and a file that outlives the process: `--learn` keeps what is settled,
//! for this board, if it is asked about again, and for others of the same game. It is saved now and
//! then, so that a search that is killed loses little.

use crate::args::{CommonArgs, SearchArgs};
use crate::limits::{default_memory, memory_limit, threads};
use crate::output::Failed;
use outplay_board::{InputError, write_whole};
use outplay_engine::search::{Saved, SavedError, Table};
use outplay_games::Identity;
use outplay_service::Tables;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Boards of a list share a table of this size unless --memory says otherwise.
const TABLE_BYTES: u64 = 1 << 30;
/// What a table of small boards takes.
const SMALL_TABLE_BYTES: usize = 64 << 20;
/// When the file is saved: first after so long, then each time that the search has taken as long
/// again, up to once a minute; and so that saving takes at most a part of the time.
const FIRST_SAVE: Duration = Duration::from_millis(200);
const LONGEST_WAIT: Duration = Duration::from_secs(60);
const SHARE_OF_SAVING: u32 = 20;

/// The tables of a command's searches, by game.
pub(crate) struct Memory {
    threads: Option<u16>,
    pub(crate) tables: Tables,
    saver: Option<Saver>,
}

impl Memory {
    /// Tables as asked for. A game is named where there is one to search.
    pub(crate) fn new(args: &SearchArgs, game: Option<Identity>) -> Result<Self, Failed> {
        let mut memory = Self {
            threads: args.threads,
            ..Self::without_file(&args.common)
        };
        match (args.learn.as_deref(), game) {
            (Some(path), Some(game)) => memory.learn(path, game, memory_limit(&args.common))?,
            (Some(_), None) => {
                let expected =
                    "it only where a game is searched: this number is one of the graph alone";
                return Err(InputError::found("--learn FILE", expected).into());
            }
            (None, _) => {}
        }
        Ok(memory)
    }

    /// Begins with what a file knows of a game, in a table of at most so many bytes, and adds to it
    /// what is settled from now on.
    pub(crate) fn learn(&mut self, path: &str, game: Identity, most: u64) -> Result<(), Failed> {
        let mut learnt = Learnt {
            path: path.into(),
            label: format!("{game}, outplay {}", env!("CARGO_PKG_VERSION")),
            table: self.tables.get(&game),
        };
        if learnt.path.exists() {
            let table = &learnt.table;
            let read = learnt.open(|saved| {
                // A table of the file's size loses nothing, and may be added to later.
                let large = saved.is_larger_than(table) && saved.bytes() <= most;
                Ok(!large && saved.add_to(table)?)
            })?;
            if !read {
                let table = Table::read(&learnt.label, most, &mut learnt.input()?);
                learnt.table = Arc::new(table.map_err(|error| learnt.unusable(&error))?);
                self.tables.put(&game, learnt.table.clone());
            }
        } else {
            // Found out now, not after hours, that it cannot be written.
            learnt.write()?;
        }
        self.saver = Some(Saver::start(learnt));
        Ok(())
    }

    /// Tables that end with the process.
    pub(crate) fn without_file(common: &CommonArgs) -> Self {
        let bytes = common
            .memory
            .unwrap_or_else(|| default_memory().min(TABLE_BYTES));
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        Self {
            threads: None,
            tables: Tables::new(bytes, 1),
            saver: None,
        }
    }

    pub(crate) fn threads(&self) -> usize {
        threads(self.threads)
    }

    /// A list begins with a small board, and nobody said how much memory it may take.
    pub(crate) fn expect_small_boards(&self) {
        self.tables.at_most(SMALL_TABLE_BYTES);
    }

    /// Saves what was learnt since.
    pub(crate) fn finish(self) -> Result<(), Failed> {
        self.saver.map_or(Ok(()), Saver::finish)
    }
}

/// What is settled in a game, and the file that keeps it.
struct Learnt {
    path: PathBuf,
    label: String,
    table: Arc<Table>,
}

impl Learnt {
    /// Writes the table in the place of the file.
    fn write(&self) -> Result<(), Failed> {
        write_whole(&self.path, |out| Ok(self.table.save(&self.label, out)?))
    }

    /// Adds to the file what the table has settled, and to the table what others have added to the
    /// file meanwhile; whether that is possible.
    fn save(&self) -> Result<bool, Failed> {
        let all_here = self
            .open(|saved| Ok(!saved.is_larger_than(&self.table) && saved.add_to(&self.table)?))?;
        if all_here {
            self.write()?;
            return Ok(true);
        }
        let saved = Saved::open(&self.label, self.input()?);
        let saved = saved.map_err(|error| self.unusable(&error))?;
        let takes = saved.can_take(&self.table);
        if takes {
            write_whole(&self.path, |out| {
                let added = saved.save_with(&self.table, out);
                added.map_err(|error| self.unusable(&error))
            })?;
        }
        Ok(takes)
    }

    fn open<T>(
        &self,
        ask: impl FnOnce(Saved<'_, BufReader<File>>) -> Result<T, SavedError>,
    ) -> Result<T, Failed> {
        let answer = Saved::open(&self.label, self.input()?).and_then(ask);
        answer.map_err(|error| self.unusable(&error))
    }

    fn input(&self) -> Result<BufReader<File>, Failed> {
        let file = File::open(&self.path).map_err(|error| self.unusable(&error.into()))?;
        Ok(BufReader::with_capacity(1 << 20, file))
    }

    fn unusable(&self, error: &SavedError) -> Failed {
        let error = InputError::new(error.to_string());
        error.in_source(self.path.display().to_string()).into()
    }
}

/// A thread that saves what was learnt, now and then and at the end.
struct Saver {
    stop: Sender<()>,
    thread: JoinHandle<Result<(), Failed>>,
}

impl Saver {
    fn start(learnt: Learnt) -> Self {
        let (stop, stopped) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let began = Instant::now();
            let mut wait = FIRST_SAVE;
            loop {
                let goes_on = stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout);
                let saving = Instant::now();
                let added = learnt.save()?;
                if !goes_on {
                    if !added {
                        let path = learnt.path.display();
                        eprintln!(
                            "outplay: {path}: nothing is added, because it was made with more \
                             memory: say --memory 64M or more"
                        );
                    }
                    return Ok(());
                }
                let least = saving.elapsed() * SHARE_OF_SAVING;
                wait = began.elapsed().min(LONGEST_WAIT).max(least);
            }
        });
        Self { stop, thread }
    }

    fn finish(self) -> Result<(), Failed> {
        drop(self.stop);
        let failed = |_| Err(io::Error::other("saving the table failed").into());
        self.thread.join().unwrap_or_else(failed)
    }
}
