//! Tables that outlive the process: `--checkpoint` and `--resume` for one search, `--learn` for all of a game.

use crate::args::{CommonArgs, SearchArgs};
use crate::limits::{default_memory, memory_limit, threads};
use crate::output::Failed;
use outplay_board::{InputError, write_whole};
use outplay_engine::search::{Kept, Saved, SavedError, Table};
use outplay_games::{Coloring, Described, Identity};
use outplay_service::Tables;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

/// Enough for most searches; a larger table is slower as long as it is not full.
const TABLE_BYTES: u64 = 1 << 30;
/// Enough for boards of which there are many.
const SMALL_TABLE_BYTES: usize = 64 << 20;

/// The tables of one run of the program, and who saves the one that is kept.
pub(crate) struct Memory<'a> {
    args: Option<&'a SearchArgs>,
    /// The game whose table is kept in a file.
    game: Identity,
    pub(crate) tables: Tables,
    /// The table of a game that is kept in a file stays, whatever else is searched.
    kept: Option<Arc<Table>>,
    saver: Option<Saver>,
    /// The file of what is settled of the game.
    learn: Option<&'a str>,
}

impl<'a> Memory<'a> {
    /// The memory for questions about `game`, if they search one. What is to be resumed is read
    /// now; nothing else is allocated until it is used.
    pub(crate) fn new(args: &'a SearchArgs, game: Option<Identity>) -> Result<Self, Failed> {
        let mut memory = Self {
            args: Some(args),
            ..Self::without_file(&args.common)
        };
        match game {
            Some(game) => memory.game = game,
            None => refuse_files(args)?,
        }
        memory.learn_from(args.learn.as_deref(), memory_limit(&args.common))?;
        let table = match &args.resume {
            Some(path) => Some(Arc::new(memory.read(path, memory_limit(&args.common))?)),
            None => None,
        };
        if let Some(path) = &args.checkpoint {
            let known = args.resume.as_ref() == Some(path);
            if !known && Path::new(path).exists() {
                let message = "exists already, and would be overwritten: say --resume FILE as well to go on with it, or another name";
                return Err(InputError::new(message).in_source(path.as_str()).into());
            }
            let table = table.clone();
            let table = table.unwrap_or_else(|| memory.tables.get(&memory.game));
            let (label, every) = (memory.label(), args.checkpoint_every);
            memory.saver = Some(Saver::start(table, label, path.into(), every)?);
        }
        if let Some(table) = table {
            memory.tables.put(&memory.game, table.clone());
            memory.kept = Some(table);
        }
        Ok(memory)
    }

    /// Takes over what others have learnt of the game; [`finish`](Self::finish) adds to it.
    pub(crate) fn learn_from(&mut self, path: Option<&'a str>, most: u64) -> Result<(), Failed> {
        let Some(path) = path else {
            return Ok(());
        };
        self.learn = Some(path);
        if !Path::new(path).exists() {
            // Find out now, not in an hour, that the file cannot be written.
            let table = self.tables.get(&self.game);
            self.save_learnt(path, &table)?;
            self.kept = Some(table);
            return Ok(());
        }
        let table = self.tables.get(&self.game);
        // A large file makes a large table, as far as there is memory; of more, as much is read as finds room.
        let read = self.open(path, |saved| {
            let large = saved.is_larger_than(&table) && saved.bytes() <= most;
            Ok(!large && saved.add_to(&table)?)
        })?;
        if !read {
            let table = Arc::new(self.read(path, most)?);
            self.tables.put(&self.game, table);
        }
        self.kept = Some(self.tables.get(&self.game));
        Ok(())
    }

    fn save_learnt(&self, path: &str, table: &Table) -> Result<(), Failed> {
        save(table, Kept::Settled, &self.label(), Path::new(path))
    }

    /// The memory of a command that keeps no tables.
    pub(crate) fn without_file(common: &CommonArgs) -> Self {
        let bytes = common
            .memory
            .unwrap_or_else(|| default_memory().min(TABLE_BYTES));
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        Self {
            args: None,
            game: Coloring::describe().identity(),
            tables: Tables::new(bytes, 1),
            kept: None,
            saver: None,
            learn: None,
        }
    }

    /// What files are called. Keys may change their meaning from version to version.
    fn label(&self) -> String {
        format!("{}, outplay {}", self.game, env!("CARGO_PKG_VERSION"))
    }

    /// On how many threads to search.
    pub(crate) fn threads(&self) -> usize {
        threads(self.args.and_then(|args| args.threads))
    }

    /// Many small boards are to come: a table that stays in the processor's caches, and whose
    /// pages are soon all touched, is quicker for them than a large one.
    pub(crate) fn expect_small_boards(&self) {
        self.tables.at_most(SMALL_TABLE_BYTES);
    }

    fn read(&self, path: &str, most: u64) -> Result<Table, Failed> {
        let (label, mut input) = (self.label(), input(path)?);
        Table::read(&label, most, &mut input).map_err(|error| unusable(path, &error))
    }

    /// Asks a file that holds a table of the game.
    fn open<T>(
        &self,
        path: &str,
        ask: impl FnOnce(Saved<'_, BufReader<File>>) -> Result<T, SavedError>,
    ) -> Result<T, Failed> {
        let (label, input) = (self.label(), input(path)?);
        let answer = Saved::open(&label, input).and_then(ask);
        answer.map_err(|error| unusable(path, &error))
    }

    /// Saves what was learnt, if that was asked for.
    pub(crate) fn finish(self) -> Result<(), Failed> {
        if let Some(path) = self.learn {
            // Somebody else may have learnt something in the meantime.
            let table = self.tables.get(&self.game);
            let all_here = self.open(path, |saved| {
                Ok(!saved.is_larger_than(&table) && saved.add_to(&table)?)
            })?;
            if all_here {
                self.save_learnt(path, &table)?;
            } else {
                let (label, input) = (self.label(), input(path)?);
                let saved = Saved::open(&label, input).map_err(|error| unusable(path, &error))?;
                if saved.can_take(&table) {
                    write_whole(Path::new(path), |out| {
                        let added = saved.save_with(&table, out);
                        added.map_err(|error| unusable(path, &error))
                    })?;
                } else {
                    eprintln!(
                        "outplay: {path}: nothing is added, because it was made with more memory: say --memory 64M or more"
                    );
                }
            }
        }
        match self.saver {
            Some(saver) => saver.finish(),
            None => Ok(()),
        }
    }
}

/// Refuses to keep what is searched where nothing is.
fn refuse_files(args: &SearchArgs) -> Result<(), InputError> {
    let files = [
        ("learn", &args.learn),
        ("checkpoint", &args.checkpoint),
        ("resume", &args.resume),
    ];
    match files.iter().find(|(_, file)| file.is_some()) {
        None => Ok(()),
        Some((flag, _)) => Err(InputError::found(
            format_args!("--{flag} FILE"),
            "it only where a game is searched: this number is one of the graph alone",
        )),
    }
}

fn input(path: &str) -> Result<BufReader<File>, Failed> {
    let file = File::open(path).map_err(|error| unusable(path, &SavedError::Io(error)))?;
    Ok(BufReader::with_capacity(1 << 20, file))
}

fn unusable(path: &str, error: &SavedError) -> Failed {
    InputError::new(error.to_string()).in_source(path).into()
}

/// Saves a table now and then while it is being filled, and at the end.
struct Saver {
    stop: Sender<()>,
    thread: JoinHandle<Result<(), Failed>>,
}

impl Saver {
    fn start(
        table: Arc<Table>,
        label: String,
        path: PathBuf,
        every: Duration,
    ) -> Result<Self, Failed> {
        // Find out now, not in an hour, that the file cannot be written.
        save(&table, Kept::All, &label, &path)?;
        let (stop, stopped) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            loop {
                let wait = stopped.recv_timeout(every);
                save(&table, Kept::All, &label, &path)?;
                if wait != Err(RecvTimeoutError::Timeout) {
                    return Ok(());
                }
            }
        });
        Ok(Self { stop, thread })
    }

    fn finish(self) -> Result<(), Failed> {
        drop(self.stop);
        let failed = |_| Err(io::Error::other("saving the table failed").into());
        self.thread.join().unwrap_or_else(failed)
    }
}

fn save(table: &Table, kept: Kept, label: &str, path: &Path) -> Result<(), Failed> {
    write_whole(path, |out| Ok(table.save(label, kept, out)?))
}
