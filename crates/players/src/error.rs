//! Why games could not be played or kept.

use outplay_board::{Failed, InputError};
use std::path::Path;
use std::{fmt, io};

/// Why games could not be played or kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// What was asked for is wrong: a player, or a file that is none that can be used.
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
    /// The message with its place, whatever kind it is.
    pub fn into_input(self) -> InputError {
        match self {
            Self::Input(error) | Self::Store(error) => error,
        }
    }

    /// A file that was asked for and cannot be read.
    pub(crate) fn reading(path: &Path, error: io::Error) -> Self {
        let error = InputError::new(format!("cannot read: {error}"));
        Self::Input(error.in_source(path.display().to_string()))
    }

    /// A folder or file that was asked for and cannot be made.
    pub(crate) fn opening(path: &Path, error: io::Error) -> Self {
        let error = InputError::new(format!("cannot write: {error}"));
        Self::Input(error.in_source(path.display().to_string()))
    }

    /// Writing that failed on the way.
    pub(crate) fn writing(path: &Path, error: io::Error) -> Self {
        let error = InputError::new(format!("cannot write: {error}"));
        Self::Store(error.in_source(path.display().to_string()))
    }
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        match error {
            Error::Input(error) => Self::Input(error),
            Error::Store(error) => Self::Output(std::io::Error::other(error)),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) | Self::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}
