//! What can go wrong in a sweep.

use outplay_board::InputError;
use outplay_service::Failed;
use std::path::Path;
use std::{fmt, io};

/// Why a sweep, or a part of it, was not done.
#[derive(Debug)]
pub enum SweepError {
    /// The question, a source or a folder is wrong.
    Input(InputError),
    /// A file could not be written; what was written before stands.
    Output(io::Error),
    /// Somebody asked to stop.
    Interrupted,
}

impl SweepError {
    pub(crate) fn reading(path: &Path, error: impl fmt::Display) -> Self {
        let error = InputError::new(format!("cannot read: {error}"));
        Self::Input(error.in_source(path.display().to_string()))
    }

    pub(crate) fn writing(path: &Path, error: io::Error) -> Self {
        let message = format!("{}: {error}", path.display());
        Self::Output(io::Error::new(error.kind(), message))
    }
}

impl From<InputError> for SweepError {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

impl From<Failed> for SweepError {
    fn from(failed: Failed) -> Self {
        match failed {
            Failed::Input(error) => Self::Input(error),
            Failed::Output(error) => Self::Output(error),
            Failed::Stopped(_) => Self::Interrupted,
        }
    }
}

impl fmt::Display for SweepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => error.fmt(f),
            Self::Output(error) => write!(f, "cannot write: {error}"),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for SweepError {}
