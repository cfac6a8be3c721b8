//! Tables that outlive the process: `--checkpoint` and `--resume`.

use crate::args::SearchArgs;
use crate::limits::{default_memory, memory_limit, threads};
use crate::output::Failed;
use outplay_board::InputError;
use outplay_engine::search::Table;
use outplay_games::Effort;
use std::fs::File;
use std::io::{self, BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::Duration;

/// Enough for most searches; a larger table is slower as long as it is not full.
const TABLE_BYTES: u64 = 1 << 30;

/// The table of one run of the program, and who saves it.
pub(crate) struct Memory<'a> {
    args: &'a SearchArgs,
    label: String,
    table: OnceLock<Arc<Table>>,
    saver: OnceLock<Saver>,
}

impl<'a> Memory<'a> {
    /// The memory for questions about `game`. Nothing is read or allocated until it is used.
    pub(crate) fn new(args: &'a SearchArgs, game: &str) -> Self {
        Self {
            args,
            // Keys may change their meaning from version to version.
            label: format!("{game}, outplay {}", env!("CARGO_PKG_VERSION")),
            table: OnceLock::new(),
            saver: OnceLock::new(),
        }
    }

    /// How hard to try, with the table as it is by now.
    pub(crate) fn effort(&self) -> Result<Effort, Failed> {
        Ok(Effort {
            threads: self.threads(),
            table: self.table()?,
            ..Effort::default()
        })
    }

    /// On how many threads to search.
    pub(crate) fn threads(&self) -> usize {
        threads(self.args.threads)
    }

    /// An empty table of the usual size.
    pub(crate) fn new_table(&self) -> Table {
        let usual = || default_memory().min(TABLE_BYTES);
        let bytes = self.args.common.memory.unwrap_or_else(usual);
        Table::new(usize::try_from(bytes).unwrap_or(usize::MAX))
    }

    fn table(&self) -> Result<Arc<Table>, Failed> {
        if let Some(table) = self.table.get() {
            return Ok(table.clone());
        }
        let table = Arc::new(match &self.args.resume {
            Some(path) => self.read(path, memory_limit(&self.args.common))?,
            None => self.new_table(),
        });
        if let Some(path) = &self.args.checkpoint {
            let saver = Saver::start(
                table.clone(),
                self.label.clone(),
                path.into(),
                self.args.checkpoint_every,
            )?;
            let _ = self.saver.set(saver);
        }
        Ok(self.table.get_or_init(|| table).clone())
    }

    fn read(&self, path: &str, most: u64) -> Result<Table, Failed> {
        let wrong = |message: String| InputError::new(message).in_source(path);
        let file = File::open(path).map_err(|error| wrong(format!("cannot read: {error}")))?;
        let mut input = BufReader::with_capacity(1 << 20, file);
        let table = Table::read(&self.label, most, &mut input);
        Ok(table.map_err(|error| wrong(error.to_string()))?)
    }

    /// Saves what was learnt, if that was asked for.
    pub(crate) fn finish(self) -> Result<(), Failed> {
        match self.saver.into_inner() {
            Some(saver) => saver.finish(),
            None => Ok(()),
        }
    }
}

/// Saves a table now and then while it is being filled, and at the end.
struct Saver {
    stop: Sender<()>,
    thread: JoinHandle<io::Result<()>>,
    path: PathBuf,
}

impl Saver {
    fn start(
        table: Arc<Table>,
        label: String,
        path: PathBuf,
        every: Duration,
    ) -> Result<Self, Failed> {
        // Find out now, not in an hour, that the file cannot be written.
        save(&table, &label, &path).map_err(|error| cannot_write(&path, &error))?;
        let (stop, stopped) = mpsc::channel();
        let target = path.clone();
        let thread = std::thread::spawn(move || {
            loop {
                let wait = stopped.recv_timeout(every);
                save(&table, &label, &target)?;
                if wait != Err(RecvTimeoutError::Timeout) {
                    return Ok(());
                }
            }
        });
        Ok(Self { stop, thread, path })
    }

    fn finish(self) -> Result<(), Failed> {
        drop(self.stop);
        match self.thread.join() {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(cannot_write(&self.path, &error)),
            Err(_) => Err(Failed::Output(io::Error::other("saving the table failed"))),
        }
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> Failed {
    let message = format!("cannot write: {error}");
    InputError::new(message)
        .in_source(path.display().to_string())
        .into()
}

/// Writes beside the file and then renames, so that a process that dies in between
/// loses nothing that was saved before.
fn save(table: &Table, label: &str, path: &Path) -> io::Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let file = File::create(&part)?;
    let mut out = BufWriter::with_capacity(1 << 20, &file);
    table.save(label, &mut out)?;
    drop(out);
    file.sync_all()?;
    std::fs::rename(&part, path)
}
