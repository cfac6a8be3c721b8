//! Why a history could not be used.

use outplay_board::InputError;
use rusqlite::ErrorCode;
use std::fmt;

/// Why a history could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The file is none that can be used, or what was asked for is not in it.
    Input(InputError),
    /// The file is all right, but reading or writing it failed.
    Store(InputError),
}

impl From<InputError> for Error {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

impl Error {
    pub(crate) fn sqlite(path: &str, error: &rusqlite::Error) -> Self {
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
                return Self::Input(error.in_source(path));
            }
            _ => error.to_string(),
        };
        Self::Store(InputError::new(message).in_source(path))
    }

    /// The message with its place, whatever kind it is.
    pub fn into_input(self) -> InputError {
        match self {
            Self::Input(error) | Self::Store(error) => error,
        }
    }
}

pub(crate) fn not_a_history(path: &str, found: &str) -> Error {
    let message = format!("not an Outplay history: found {found}, expected a file made by outplay");
    Error::Input(InputError::new(message).in_source(path))
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) | Self::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}
