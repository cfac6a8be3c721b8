//! What is said about bad input, and how much of it is read.
//!
//! One error type for every reader: where it was found, what was found, and
//! what was expected, so that a user can mend the file without guessing.

use std::path::Path;
use std::{fmt, io};

/// Input that cannot be used, with the place where it went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// The file name, `standard input`, or what was typed.
    pub source: Option<String>,
    /// Line number, from 1.
    pub line: Option<usize>,
    /// What is wrong: what was found and what was expected.
    pub message: String,
}

impl InputError {
    /// An error without a place; readers add it with [`at_line`](Self::at_line) and [`in_source`](Self::in_source).
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            source: None,
            line: None,
            message: message.into(),
        }
    }

    /// "found …, expected …", the usual shape of a message.
    pub fn found(found: impl fmt::Display, expected: impl fmt::Display) -> Self {
        Self::new(format!("found {found}, expected {expected}"))
    }

    /// Says on which line (from 1) the error is, unless that is known already.
    pub fn at_line(mut self, line: usize) -> Self {
        self.line.get_or_insert(line);
        self
    }

    /// Says in which file the error is, unless that is known already.
    pub fn in_source(mut self, source: impl Into<String>) -> Self {
        self.source.get_or_insert_with(|| source.into());
        self
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.source, self.line) {
            (Some(source), Some(line)) => write!(f, "{source}:{line}: {}", self.message),
            (Some(source), None) => write!(f, "{source}: {}", self.message),
            (None, Some(line)) => write!(f, "line {line}: {}", self.message),
            (None, None) => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for InputError {}

/// Why work has no result: one error for all that is done with boards, wherever it is done.
#[derive(Debug)]
pub enum Failed {
    /// What was asked for is wrong.
    Input(InputError),
    /// A limit ran out, and nothing is known. Empty if it was said already.
    Stopped(String),
    /// Somebody asked to stop.
    Interrupted,
    /// A file could not be written; what was written before stands.
    Output(io::Error),
}

impl Failed {
    /// A file that cannot be read.
    pub fn reading(path: &Path, error: impl fmt::Display) -> Self {
        let error = InputError::new(format!("cannot read: {error}"));
        Self::Input(error.in_source(path.display().to_string()))
    }

    /// A file that cannot be written.
    pub fn writing(path: &Path, error: io::Error) -> Self {
        let message = format!("{}: {error}", path.display());
        Self::Output(io::Error::new(error.kind(), message))
    }
}

impl From<InputError> for Failed {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => error.fmt(f),
            Self::Stopped(why) => f.write_str(why),
            Self::Interrupted => f.write_str("interrupted"),
            Self::Output(error) => write!(f, "cannot write: {error}"),
        }
    }
}

impl std::error::Error for Failed {}

/// How large a board may be. Checked before anything is allocated, so that a
/// typed `complete:1000000000` is an answer and not an accident.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most vertices that a board may have.
    pub vertices: u64,
    /// The most edges or arcs that a board may have.
    pub edges: u64,
}

impl Limits {
    /// For boards of every game but the token game.
    pub const BOARD: Self = Self {
        vertices: 1 << 20,
        edges: 1 << 23,
    };
    /// For the digraphs of token games, which are labelled in linear time.
    pub const DIGRAPH: Self = Self {
        vertices: 1 << 29,
        edges: 1 << 31,
    };

    /// Refuses a board larger than the limit. `what` names the board in the message.
    pub fn check(&self, what: &str, vertices: u128, edges: u128) -> Result<(), InputError> {
        if vertices > u128::from(self.vertices) {
            return Err(InputError::new(format!(
                "{what} has {vertices} vertices, expected at most {}",
                self.vertices
            )));
        }
        if edges > u128::from(self.edges) {
            return Err(InputError::new(format!(
                "{what} has {edges} edges, expected at most {}",
                self.edges
            )));
        }
        Ok(())
    }
}

/// The beginning of a text, without control characters.
pub fn shortened(text: &str) -> String {
    let mut short = String::new();
    for (i, c) in text.chars().enumerate() {
        match c {
            _ if i == 60 => {
                short.push('…');
                break;
            }
            _ if c.is_control() => short.extend(c.escape_default()),
            _ => short.push(c),
        }
    }
    short
}

/// The candidate that takes the fewest typing errors to become `word`, if few do.
///
/// ```
/// use outplay_board::nearest;
/// assert_eq!(nearest("peterson", ["path", "petersen"]), Some("petersen"));
/// assert_eq!(nearest("board.txt", ["path", "petersen"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters: Vec<char> = word.chars().take(40).collect();
    let (errors, candidate) = candidates
        .into_iter()
        .map(|candidate| (edit_distance(&letters, candidate), candidate))
        .min_by_key(|&(errors, _)| errors)?;
    (errors <= 1 + candidate.len() / 4 && errors < letters.len()).then_some(candidate)
}

/// Insertions, deletions and replacements that turn one word into the other.
fn edit_distance(a: &[char], b: &str) -> usize {
    let mut row: Vec<usize> = (0..=a.len()).collect();
    for (i, letter) in b.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for j in 0..a.len() {
            let replaced = diagonal + usize::from(a[j] != letter);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[a.len()]
}
