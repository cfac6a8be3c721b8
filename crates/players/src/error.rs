//! Why games could not be played or kept.

use outplay_board::{Failed, InputError};
use std::fmt;

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
