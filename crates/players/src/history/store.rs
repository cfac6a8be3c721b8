//! The file: how it is made, recognised and locked.

use super::Error;
use outplay_board::InputError;
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};
use std::path::Path;
use std::time::Duration;

/// "Outp", by which the file says whose it is.
const APPLICATION: i32 = 0x4F75_7470;
/// The version of the tables below.
const VERSION: i32 = 1;

/// Positions are stored once and numbered, which makes the file small and the
/// records quick. `AUTOINCREMENT`: the number of a pruned game is never given again.
const TABLES: &str = "
CREATE TABLE setups (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    board TEXT NOT NULL,        -- graph6, sparse6, digraph6 or a game table
    names TEXT NOT NULL,        -- JSON list of vertex names, or empty
    parameters TEXT NOT NULL,   -- JSON object
    first TEXT NOT NULL,        -- what the two sides are called
    second TEXT NOT NULL,
    UNIQUE (game, parameters, board, names)
);
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    setup INTEGER NOT NULL REFERENCES setups,
    board TEXT NOT NULL,        -- the board as its user called it
    first TEXT NOT NULL,        -- who played the first and the second side
    second TEXT NOT NULL,
    seed INTEGER NOT NULL,
    number INTEGER NOT NULL,    -- of the game in its match
    start TEXT NOT NULL,        -- the position at its start, as it stood
    winner TEXT,                -- a side; nobody in a draw
    moves INTEGER NOT NULL,
    finished INTEGER NOT NULL   -- seconds since 1970
);
CREATE TABLE positions (
    id INTEGER PRIMARY KEY,
    setup INTEGER NOT NULL REFERENCES setups,
    position TEXT NOT NULL,     -- up to symmetry
    UNIQUE (setup, position)
);
CREATE TABLE moves (
    game INTEGER NOT NULL REFERENCES games,
    number INTEGER NOT NULL,    -- from 1
    position INTEGER NOT NULL REFERENCES positions,
    child INTEGER NOT NULL REFERENCES positions,
    mover TEXT NOT NULL,
    move TEXT NOT NULL,         -- as it was made
    result INTEGER NOT NULL,    -- how the game ended for the mover: 1 won, 0 drawn, -1 lost
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE INDEX moves_by_position ON moves (position, child);
CREATE TABLE records (
    position INTEGER NOT NULL REFERENCES positions,
    child INTEGER NOT NULL REFERENCES positions,
    tries INTEGER NOT NULL,
    wins INTEGER NOT NULL,      -- of the mover
    draws INTEGER NOT NULL,
    PRIMARY KEY (position, child)
) WITHOUT ROWID;
CREATE VIEW log AS
SELECT m.game, m.number, s.game AS name, g.board, s.parameters, p.position, m.mover, m.move,
    c.position AS child, m.result
FROM moves m JOIN games g ON g.id = m.game JOIN setups s ON s.id = g.setup
JOIN positions p ON p.id = m.position JOIN positions c ON c.id = m.child;
";

/// How long one attempt to lock the file waits, and how many attempts are made.
const PATIENCE: Duration = Duration::from_secs(10);
const ATTEMPTS: u32 = 6;

/// A history file that is open. One for every thread that uses it.
#[derive(Debug)]
pub struct History {
    pub(crate) db: Connection,
    pub(crate) path: String,
}

impl History {
    /// Opens a history to write to it; makes it where there is none.
    ///
    /// # Errors
    /// The file is something else, comes from a newer version, or cannot be opened.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        Self::connect(path.as_ref(), true)
    }

    /// Opens a history that exists.
    ///
    /// # Errors
    /// As [`open`](Self::open), or there is no such file.
    pub fn open_existing(path: impl AsRef<Path>) -> Result<Self, Error> {
        Self::connect(path.as_ref(), false)
    }

    /// The file's name, for messages.
    pub fn path(&self) -> &str {
        &self.path
    }

    fn connect(file: &Path, create: bool) -> Result<Self, Error> {
        let path = file.display().to_string();
        look_before_opening(file, &path, create)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let flags = match create {
            true => flags | OpenFlags::SQLITE_OPEN_CREATE,
            false => flags,
        };
        // To SQLite a bare ":memory:" would be no file.
        let file = match file.is_relative() {
            true => Path::new(".").join(file),
            false => file.to_owned(),
        };
        let db = Connection::open_with_flags(file, flags)
            .map_err(|error| sqlite_error(&path, &error))?;
        let mut history = Self { db, path };
        history.recognise(create)?;
        Ok(history)
    }

    /// Checks whose file it is before anything in it is changed.
    fn recognise(&mut self, create: bool) -> Result<(), Error> {
        let found = self.patiently(|db| {
            db.busy_timeout(PATIENCE)?;
            // One look at everything, while others may be making the file.
            let look = db.transaction()?;
            whose(&look)
        })?;
        match found {
            Whose::Ours(VERSION) => return self.settle(),
            Whose::Ours(version) => {
                let message = format!(
                    "found version {version} of the history format, expected {VERSION}: it was made by a newer outplay"
                );
                return Err(Error::Input(
                    InputError::new(message).in_source(self.path.as_str()),
                ));
            }
            Whose::Nobodys if create => {}
            Whose::Nobodys => return Err(not_a_history(&self.path, "an empty database")),
            Whose::Foreign => {
                return Err(not_a_history(&self.path, "another program's database"));
            }
        }
        self.settle()?;
        // Somebody else may have made it by now.
        self.write(|db| match whose(db)? {
            Whose::Nobodys => {
                db.execute_batch(TABLES)?;
                db.pragma_update(None, "application_id", APPLICATION)?;
                db.pragma_update(None, "user_version", VERSION)
            }
            _ => Ok(()),
        })
    }

    fn settle(&mut self) -> Result<(), Error> {
        self.patiently(|db| {
            db.pragma_update(None, "journal_mode", "wal")?;
            db.pragma_update(None, "synchronous", "normal")?;
            // What is written here refers only to what is there; looking it up again
            // would make forgetting slow.
            db.pragma_update(None, "foreign_keys", false)?;
            db.pragma_update(None, "journal_size_limit", 1 << 26)
        })
    }

    /// Does what may find the file locked, several times if need be.
    pub(crate) fn patiently<T>(
        &mut self,
        mut work: impl FnMut(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, Error> {
        let mut attempt = 1;
        loop {
            match work(&mut self.db) {
                Ok(done) => return Ok(done),
                Err(error) if attempt < ATTEMPTS && is_busy(&error) => {
                    // Some locks are refused at once, whatever the time-out says.
                    std::thread::sleep(Duration::from_millis(20 << attempt));
                    attempt += 1;
                }
                Err(error) => return Err(sqlite_error(&self.path, &error)),
            }
        }
    }

    /// Does `work` as a whole or not at all, while nobody else writes.
    pub(crate) fn write<T>(
        &mut self,
        work: impl Fn(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, Error> {
        self.patiently(|db| {
            let transaction = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let done = work(&transaction)?;
            transaction.commit()?;
            Ok(done)
        })
    }

    pub(crate) fn error(&self, error: &rusqlite::Error) -> Error {
        sqlite_error(&self.path, error)
    }
}

fn sqlite_error(path: &str, error: &rusqlite::Error) -> Error {
    let code = error.sqlite_error_code();
    let message = match code {
        Some(ErrorCode::NotADatabase) => return not_a_history(path, "no SQLite database"),
        Some(ErrorCode::DatabaseCorrupt) => {
            return not_a_history(path, "a damaged SQLite database");
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "another program has kept the file locked for too long".to_owned()
        }
        Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
            let error = InputError::new(format!("cannot open: {error}"));
            return Error::Input(error.in_source(path));
        }
        _ => error.to_string(),
    };
    Error::Store(InputError::new(message).in_source(path))
}

fn not_a_history(path: &str, found: &str) -> Error {
    let message = format!("not an Outplay history: found {found}, expected a file made by outplay");
    Error::Input(InputError::new(message).in_source(path))
}

/// No SQLite database is smaller than its smallest page.
const SMALLEST: u64 = 512;

/// Looks at the file without SQLite, which would take a byte of junk for an empty
/// database and write over it. The file is not opened for that: closing it
/// would take away all locks that this process has on it, also those of SQLite.
fn look_before_opening(file: &Path, path: &str, create: bool) -> Result<(), Error> {
    let found = match std::fs::metadata(file) {
        Ok(found) => found,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && create => return Ok(()),
        Err(error) => {
            let error = InputError::new(format!("cannot read: {error}"));
            return Err(Error::Input(error.in_source(path)));
        }
    };
    match found.len() {
        _ if !found.is_file() => Err(not_a_history(path, "something that is no file")),
        0 if !create => Err(not_a_history(path, "an empty file")),
        1..SMALLEST => Err(not_a_history(path, "no SQLite database")),
        _ => Ok(()),
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
    )
}

enum Whose {
    Ours(i32),
    Nobodys,
    Foreign,
}

fn whose(db: &Connection) -> rusqlite::Result<Whose> {
    let number = |name| db.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let tables: i64 = db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(match (number("application_id")?, number("user_version")?) {
        (APPLICATION, version) => Whose::Ours(version),
        (0, 0) if tables == 0 => Whose::Nobodys,
        _ => Whose::Foreign,
    })
}
