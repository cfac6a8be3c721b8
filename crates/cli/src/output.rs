//! Standard output and the ways in which a command can fail.

pub(crate) use outplay_board::Failed;
use serde::Serialize;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::Path;

/// The end of a command that answered everything, or not everything; what is
/// missing was said already.
pub(crate) fn all_settled(settled: bool) -> Result<(), Failed> {
    match settled {
        true => Ok(()),
        false => Err(Failed::Stopped(String::new())),
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
    outplay_board::write_whole(Path::new(path), |out| write(out))
}
