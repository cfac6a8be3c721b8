//! `outplay game`: what a rule file means, and a file to begin with.

use crate::args::GameCommand;
use crate::output::{Failed, json_line, say};
use outplay_board::InputError;
use outplay_games::registry::Entry;
use outplay_games::ruled::{self, Rules};
use std::fs::OpenOptions;
use std::io::{ErrorKind, Read, Write};

/// Rule files are small: more is not read.
const MOST_BYTES: u64 = 1 << 20;

fn text(path: &str) -> Result<String, InputError> {
    let mut text = String::new();
    let read = match path {
        "-" => std::io::stdin().take(MOST_BYTES).read_to_string(&mut text),
        path => std::fs::File::open(path)
            .and_then(|file| file.take(MOST_BYTES).read_to_string(&mut text)),
    };
    match read {
        Ok(_) => Ok(text),
        Err(error) => Err(InputError::new(format!("cannot read: {error}")).in_source(path)),
    }
}

/// The game in a rule file.
pub(crate) fn read(path: &str) -> Result<Entry, InputError> {
    Entry::from_rules(&text(path)?, path)
}

pub(crate) fn run(command: &GameCommand) -> Result<(), Failed> {
    match command {
        GameCommand::Check { file, json } => check(file, *json),
        GameCommand::New { name, output } => begin(name, output.as_deref()),
    }
}

fn check(file: &str, json: bool) -> Result<(), Failed> {
    let source = match file {
        "-" => "standard input",
        file => file,
    };
    let rules = Rules::read(&text(file)?, source)?;
    if json {
        let line = json_line(&ruled::describe(&rules).json())?;
        return Ok(std::io::stdout().write_all(line.as_bytes())?);
    }
    for (what, words) in ruled::summary(&rules) {
        say(format!("{what}: {words}"))?;
    }
    Ok(())
}

fn begin(name: &str, output: Option<&str>) -> Result<(), Failed> {
    let text = ruled::template(name);
    Rules::read(&text, "the name")?;
    let path = output.map_or_else(|| format!("{name}.toml"), str::to_owned);
    if path == "-" {
        return Ok(std::io::stdout().write_all(text.as_bytes())?);
    }
    let file = OpenOptions::new().write(true).create_new(true).open(&path);
    let mut file = file.map_err(|error| {
        let message = match error.kind() {
            ErrorKind::AlreadyExists => "the file exists, expected a new one".to_owned(),
            _ => format!("cannot write: {error}"),
        };
        InputError::new(message).in_source(path.as_str())
    })?;
    file.write_all(text.as_bytes())?;
    Ok(say(format!(
        "{path} is written: try outplay game check {path}, and outplay solve {path} path:5"
    ))?)
}
