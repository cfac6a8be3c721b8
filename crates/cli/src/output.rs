//! Standard output and the ways in which a command can fail.

use outplay_board::InputError;
use outplay_games::Failure;
use serde::Serialize;
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

impl From<outplay_players::history::Error> for Failed {
    fn from(error: outplay_players::history::Error) -> Self {
        match error {
            outplay_players::history::Error::Input(error) => Self::Input(error),
            outplay_players::history::Error::Store(error) => Self::Output(io::Error::other(error)),
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

/// One JSON object on a line.
pub(crate) fn json_line(answer: &impl Serialize) -> Result<String, Failed> {
    let mut text = serde_json::to_string(answer).map_err(io::Error::from)?;
    text.push('\n');
    Ok(text)
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
