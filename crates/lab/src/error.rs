//! What can go wrong in the laboratory.

use outplay_board::{Failed, InputError};
use std::fmt;
use std::io;
use std::path::Path;

/// Why an experiment could not be done.
#[derive(Debug)]
pub enum LabError {
    /// The request, or a file that was read, is wrong.
    Input(InputError),
    /// A file could not be written.
    Output(io::Error),
}

impl LabError {
    pub(crate) fn reading(path: &Path, error: io::Error) -> Self {
        let error = InputError::new(format!("cannot read: {error}"));
        Self::Input(error.in_source(path.display().to_string()))
    }

    /// A folder or file that was asked for and cannot be made.
    pub(crate) fn opening(path: &Path, error: io::Error) -> Self {
        let error = InputError::new(format!("cannot write: {error}"));
        Self::Input(error.in_source(path.display().to_string()))
    }

    pub(crate) fn writing(path: &Path, error: io::Error) -> Self {
        Self::Output(io::Error::new(
            error.kind(),
            format!("{}: {error}", path.display()),
        ))
    }
}

impl From<InputError> for LabError {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => error.fmt(f),
            Self::Output(error) => write!(f, "cannot write {error}"),
        }
    }
}

impl std::error::Error for LabError {}

impl From<LabError> for Failed {
    fn from(error: LabError) -> Self {
        match error {
            LabError::Input(error) => Self::Input(error),
            LabError::Output(error) => Self::Output(error),
        }
    }
}
