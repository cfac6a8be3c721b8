//! Results as columns that other programs read: CSV and Parquet files.
//!
//! A crate of its own, because the library of Parquet takes about a minute of processor time to
//! build. Only its plain column writers are used; the in-memory tables of Arrow would build for
//! longer and are not needed for plain columns.

mod columns;
mod parquet;
mod table;

pub use table::{Cell, Column, Table};

use columns::Columns;
use outplay_board::{Failed, InputError, write_whole};
use outplay_engine::{Labels, Outcome};
use std::io::Write;
use std::path::Path;

/// Writes the label of every vertex: the columns `vertex`, `outcome` (for the player to move, in
/// the words of `word`, such as [`plain`]) and `remoteness` (empty at a draw).
/// The ending of `path` chooses CSV or Parquet.
///
/// `names` gives the name of a vertex; a vertex without one is its number. In
/// Parquet the column `vertex` holds text if any vertex has a name, and 32-bit
/// integers otherwise.
///
/// # Errors
/// An ending other than `.csv` and `.parquet`, or a file that cannot be written.
pub fn write_labels(
    path: &Path,
    labels: &Labels,
    names: &dyn Fn(u32) -> Option<String>,
    word: fn(Outcome) -> &'static str,
) -> Result<(), Failed> {
    let columns = Columns {
        labels,
        names,
        word,
    };
    let ending = path.extension().and_then(|ending| ending.to_str());
    match ending.map(str::to_ascii_lowercase).as_deref() {
        Some("csv") => write_whole(path, |file| Ok(columns.write_csv(file)?)),
        Some("parquet") => write_whole(path, |file| Ok(columns.write_parquet(file)?)),
        _ => {
            let error = InputError::new("expected a file name that ends in .csv or .parquet");
            Err(error.in_source(path.display().to_string()).into())
        }
    }
}

/// The words `win`, `lose` and `draw`.
pub fn plain(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Lose => "lose",
        Outcome::Draw => "draw",
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
    word: fn(Outcome) -> &'static str,
) -> std::io::Result<()> {
    let columns = Columns {
        labels,
        names,
        word,
    };
    columns.write_csv(out)
}
