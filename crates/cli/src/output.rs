//! Standard output and the ways in which a command can fail.

use outplay_board::InputError;
use outplay_games::Failure;
use serde_json::Value as Json;
use std::io::{self, Write};

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

impl From<outplay_history::Error> for Failed {
    fn from(error: outplay_history::Error) -> Self {
        match error {
            outplay_history::Error::Input(error) => Self::Input(error),
            outplay_history::Error::Store(error) => Self::Output(io::Error::other(error)),
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

/// The parameters of a game in words: "3 colours, Alice first".
pub(crate) fn parameter_words<K: AsRef<str>>(parameters: &[(K, Json)]) -> Vec<String> {
    let word = |value: &Json| match value {
        Json::String(word) => word.clone(),
        Json::Array(list) => {
            let list: Vec<String> = list.iter().map(Json::to_string).collect();
            list.join(",")
        }
        other => other.to_string(),
    };
    let phrase = |(key, value): &(K, Json)| {
        let value = word(value);
        Some(match key.as_ref() {
            "pass" if value == "none" => return None,
            "pass" => format!("{} may pass", title(&value)),
            "first" => format!("{} first", title(&value)),
            "colors" if value == "1" => "1 colour".to_owned(),
            "colors" => format!("{value} colours"),
            "pebbles" => format!("{value} pebbles"),
            "start" => format!("start at {value}"),
            key => format!("{key} {value}"),
        })
    };
    parameters.iter().filter_map(phrase).collect()
}

/// "Alice" for "alice", "The first player" for "first".
pub(crate) fn title(player: &str) -> String {
    match player {
        "first" | "second" => format!("The {player} player"),
        name => {
            let mut letters = name.chars();
            let first = letters.next().into_iter().flat_map(char::to_uppercase);
            first.chain(letters).collect()
        }
    }
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
        assert_eq!(title("bob"), "Bob");
        assert_eq!(title("first"), "The first player");
    }
}
