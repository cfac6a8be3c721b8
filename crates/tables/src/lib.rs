//! Results as columns that other programs read: CSV and Parquet files.
//!
//! Parquet is behind the feature `parquet`, because its library takes about a minute
//! of processor time to build. Only its plain column writers are used; the in-memory
//! tables of Arrow would build for longer and are not needed for plain columns. A file is written beside its place and moved there when it is
//! complete, so that a process that dies leaves no half file under that name.

mod columns;
mod error;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(feature = "parquet")]
mod table;

pub use error::TableError;
#[cfg(feature = "parquet")]
pub use table::{Cell, Column, Table};

use columns::Columns;
use outplay_engine::Labels;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Writes the label of every vertex: the columns `vertex`, `outcome` (`win`,
/// `lose` or `draw` for the player to move) and `remoteness` (empty at a draw).
/// The ending of `path` chooses CSV or Parquet.
///
/// `names` gives the name of a vertex; a vertex without one is its number. In
/// Parquet the column `vertex` holds text if any vertex has a name, and 32-bit
/// integers otherwise.
///
/// # Errors
/// An ending other than `.csv` and `.parquet`, `.parquet` without the feature
/// `parquet`, or a file that cannot be written.
pub fn write_labels(
    path: &Path,
    labels: &Labels,
    names: &dyn Fn(u32) -> Option<String>,
) -> Result<(), TableError> {
    let columns = Columns { labels, names };
    let ending = path.extension().and_then(|ending| ending.to_str());
    match ending.map(str::to_ascii_lowercase).as_deref() {
        Some("csv") => write_beside(path, |file| columns.write_csv(file)),
        #[cfg(feature = "parquet")]
        Some("parquet") => write_beside(path, |file| columns.write_parquet(file)),
        #[cfg(not(feature = "parquet"))]
        Some("parquet") => Err(TableError::NoParquet(path.to_owned())),
        _ => Err(TableError::Ending(path.to_owned())),
    }
}

/// The same as CSV, to any writer.
///
/// # Errors
/// `out` cannot be written.
pub fn write_csv(
    out: &mut dyn Write,
    labels: &Labels,
    names: &dyn Fn(u32) -> Option<String>,
) -> std::io::Result<()> {
    Columns { labels, names }.write_csv(out)
}

/// Lets `write` fill a temporary file in the folder of `path`, then renames it.
fn write_beside(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&File>) -> std::io::Result<()>,
) -> Result<(), TableError> {
    let fill = || {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".outplay-").suffix(".part");
        // As any new file: readable by whom the user's mask allows.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder)?;
        let mut buffer = BufWriter::with_capacity(1 << 16, file.as_file());
        write(&mut buffer)?;
        buffer.flush()?;
        drop(buffer);
        file.persist(path)?;
        Ok(())
    };
    fill().map_err(|error| TableError::Write(path.to_owned(), error))
}
