//! What can go wrong when a table is written.

use std::path::PathBuf;
use std::{fmt, io};

/// Why a table was not written.
#[derive(Debug)]
pub enum TableError {
    /// The file's ending names no format that is written here.
    Ending(PathBuf),
    /// The file would be Parquet, which this build cannot write: the feature
    /// `parquet` of this crate is off.
    NoParquet(PathBuf),
    /// The file cannot be written.
    Write(PathBuf, io::Error),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ending(path) => write!(
                f,
                "{}: expected a file name that ends in .csv or .parquet",
                path.display()
            ),
            Self::NoParquet(path) => write!(
                f,
                "{}: this build writes no Parquet (the feature 'parquet' is off); \
                 expected a file name that ends in .csv",
                path.display()
            ),
            Self::Write(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Ending(_) | Self::NoParquet(_) => None,
            Self::Write(_, error) => Some(error),
        }
    }
}
