//! Standard output and the ways in which a command can fail.

use outplay_board::{InputError, Shape};
use outplay_games::{Failure, SideName};
use outplay_service::Opened;
use std::fs::File;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::PathBuf;

/// Why a command did not succeed; decides the exit status.
#[derive(Debug)]
pub(crate) enum Failed {
    /// The input or the arguments are wrong: status 2.
    Input(InputError),
    /// A limit ran out: status 3. Empty if it was said already.
    Unsettled(String),
    /// Output could not be written: status 1.
    Output(io::Error),
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

impl From<outplay_players::Error> for Failed {
    fn from(error: outplay_players::Error) -> Self {
        match error {
            outplay_players::Error::Input(error) => Self::Input(error),
            outplay_players::Error::Store(error) => Self::Output(io::Error::other(error)),
        }
    }
}

impl From<outplay_service::Failed> for Failed {
    fn from(failed: outplay_service::Failed) -> Self {
        match failed {
            outplay_service::Failed::Input(error) => Self::Input(error),
            outplay_service::Failed::Stopped(why) => Self::Unsettled(why),
            outplay_service::Failed::Output(error) => Self::Output(error),
        }
    }
}

impl From<Failure> for Failed {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Input(error) => Self::Input(error),
            Failure::Stopped(stopped) => Self::Unsettled(stopped.to_string()),
        }
    }
}

/// The end of a command that answered everything, or not everything; what is
/// missing was said already.
pub(crate) fn all_settled(settled: bool) -> Result<(), Failed> {
    match settled {
        true => Ok(()),
        false => Err(Failed::Unsettled(String::new())),
    }
}

/// Prints a line on standard output.
pub(crate) fn say(line: impl AsRef<str>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(line.as_ref().as_bytes())?;
    out.write_all(b"\n")?;
    out.flush()
}

/// Asks for a line, and gives it without the blanks around it; nothing at the end of the input.
pub(crate) fn read_line(prompt: &str) -> io::Result<Option<String>> {
    const LONGEST_LINE: u64 = 1 << 20;
    let mut out = io::stdout();
    write!(out, "{prompt}> ")?;
    out.flush()?;
    // Junk in the pipe is a bad line, not the end; nor is a long line a bomb.
    let mut raw = Vec::new();
    let mut input = io::stdin().lock().take(LONGEST_LINE);
    let length = input.read_until(b'\n', &mut raw)?;
    let line = String::from_utf8_lossy(&raw);
    if !io::stdin().is_terminal() {
        say(line.trim_end())?;
    }
    if length == 0 {
        say("")?;
        return Ok(None);
    }
    Ok(Some(line.trim().to_owned()))
}

/// Lines of cells in columns, indented; the first `left` columns start at the left, the
/// others end at the right.
pub(crate) fn table(lines: &[Vec<String>], left: usize) -> String {
    let width = |text: &str| text.chars().count();
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|i| {
            lines
                .iter()
                .filter_map(|line| line.get(i))
                .map(|cell| width(cell))
                .max()
        })
        .map(Option::unwrap_or_default)
        .collect();
    let line = |cells: &Vec<String>| {
        let mut text = String::new();
        for (i, (cell, wide)) in cells.iter().zip(&widths).enumerate() {
            let space = " ".repeat(wide - width(cell));
            text += "  ";
            text += &match i < left {
                true => format!("{cell}{space}"),
                false => format!("{space}{cell}"),
            };
        }
        text.trim_end().to_owned()
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A number with its noun: "1 edge", "12 edges".
pub(crate) fn count(n: u64, noun: &str) -> String {
    match (n, noun.strip_suffix("ex")) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{} {stem}ices", grouped(n)),
        _ => format!("{} {noun}s", grouped(n)),
    }
}

/// A number with commas between groups of three digits.
pub(crate) fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share of all, in words.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// The game and its board in words: "coloring on petersen (10 vertices, 15 edges), 3 colours".
pub(crate) fn heading(opened: &Opened) -> String {
    let description = opened.game.description();
    let mut text = description.name.to_string();
    if opened.has_board() {
        let edge = match opened.board.shape {
            Shape::Undirected(_) => "edge",
            Shape::Directed(_) => "arc",
        };
        text += &format!(
            " on {} ({}, {})",
            opened.title(),
            count(opened.board.vertex_count() as u64, "vertex"),
            count(opened.board.edge_count() as u64, edge)
        );
    }
    for phrase in description.phrases(&opened.game.values()) {
        text += &format!(", {phrase}");
    }
    text
}

/// The side that a word of an answer means.
pub(crate) fn side<'a>(opened: &'a Opened, word: &str) -> &'a SideName {
    let description = opened.game.description();
    &description.sides[description.side(word).unwrap_or(0)]
}

/// Where something is written: a file that appears whole or not at all, or standard output
/// for `-`.
pub(crate) fn write_whole<T>(
    path: &str,
    write: impl FnOnce(&mut dyn Write) -> Result<T, Failed>,
) -> Result<T, Failed> {
    if path == "-" {
        let mut out = io::BufWriter::new(io::stdout().lock());
        let written = write(&mut out)?;
        out.flush()?;
        return Ok(written);
    }
    let cannot_write =
        |error: io::Error| InputError::new(format!("cannot write: {error}")).in_source(path);
    let part = PathBuf::from(format!("{path}.part"));
    let file = File::create(&part).map_err(cannot_write)?;
    let mut out = io::BufWriter::new(file);
    let written = write(&mut out).and_then(|written| {
        out.flush().map_err(cannot_write)?;
        std::fs::rename(&part, path).map_err(cannot_write)?;
        Ok(written)
    });
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_read_well() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(count(1, "vertex"), "1 vertex");
        assert_eq!(count(1000, "vertex"), "1,000 vertices");
        assert_eq!(count(2, "edge"), "2 edges");
    }
}
