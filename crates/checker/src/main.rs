//! `outplay-check`: checks a certificate. See `USAGE` for the rest.

use outplay_checker::{Checked, Options, check};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::process::ExitCode;

const USAGE: &str = "\
usage: outplay-check [--strict] [--json] FILE

Checks a certificate, - being standard input, and prints what it proves.
  --strict  trust no lemma beyond renamed colours and symmetries
  --json    print what is proved as a JSON object, with every line of the statement

Exit status: 0 it holds; 1 it does not, line and reason on standard error;
2 nothing was checked (no such file, wrong usage), or the answer could not be printed";

fn main() -> ExitCode {
    let mut options = Options::default();
    let mut json = false;
    let mut files = Vec::new();
    for argument in std::env::args_os().skip(1) {
        match argument.to_str() {
            Some("--strict") => options.strict = true,
            Some("--json") => json = true,
            Some("--help" | "-h") => return print(USAGE),
            Some(option) if option.starts_with('-') && option != "-" => {
                return nothing(&format!("no such option: {option}\n{USAGE}"));
            }
            _ => files.push(argument),
        }
    }
    let [file] = &files[..] else {
        return nothing(USAGE);
    };
    let name = file.to_string_lossy();
    let input: io::Result<Box<dyn BufRead>> = match file == "-" {
        true => Ok(Box::new(io::stdin().lock())),
        false => File::open(file).map(|opened| Box::new(BufReader::new(opened)) as _),
    };
    // A folder can be opened but not read.
    let begun = input.and_then(|mut input| input.fill_buf().map(drop).map(|()| input));
    let input = match begun {
        Ok(input) => input,
        Err(error) => return nothing(&format!("{name}: {error}")),
    };
    match check(input, &options) {
        Ok(checked) if json => print(&as_json(&checked)),
        Ok(checked) => print(&as_text(&checked)),
        Err(rejection) => {
            eprintln!("{name}: {rejection}");
            ExitCode::FAILURE
        }
    }
}

fn print(text: &str) -> ExitCode {
    match writeln!(io::stdout(), "{text}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => nothing(&error.to_string()),
    }
}

fn nothing(why: &str) -> ExitCode {
    eprintln!("{why}");
    ExitCode::from(2)
}

fn as_text(checked: &Checked) -> String {
    let lemmas = match checked.lemmas.is_empty() {
        true => "no lemma".to_owned(),
        false => format!("the lemmas {}", checked.lemmas.join(", ")),
    };
    let of_number = checked
        .full
        .first()
        .is_some_and(|line| line.starts_with("outplay-number"));
    let lines = match (of_number, checked.game.is_empty()) {
        (true, true) => "lines 1 to 3 and the board".to_owned(),
        (true, false) => "lines 1 to 3 and the last one of the certificates".to_owned(),
        (false, _) => format!("lines 1 to {}", checked.full.len()),
    };
    format!(
        "{}\nproved by {} positions, trusting {lemmas} beyond renamed colours and symmetries\n\
         SHA-256 of the statement ({lines}): {}",
        checked.statement, checked.positions, checked.fingerprint
    )
}

fn as_json(checked: &Checked) -> String {
    let number = checked.number.as_ref().map_or(String::new(), |number| {
        format!(
            "\"number\":{},\"value\":{},",
            quoted(number.name),
            number.value
        )
    });
    let full: Vec<String> = checked.full.iter().map(|line| quoted(line)).collect();
    let lemmas: Vec<String> = checked.lemmas.iter().map(|name| quoted(name)).collect();
    format!(
        "{{\"valid\":true,{number}\"game\":{},\"winner\":{},\"statement\":{},\"fingerprint\":{},\
         \"full\":[{}],\"positions\":{},\"symmetries\":{},\"lemmas\":[{}]}}",
        quoted(&checked.game),
        quoted(&checked.winner),
        quoted(&checked.statement),
        quoted(&checked.fingerprint),
        full.join(","),
        checked.positions,
        checked.symmetries,
        lemmas.join(",")
    )
}

/// A string of JSON.
fn quoted(text: &str) -> String {
    let escaped = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_control() => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}

#[test]
fn strings_of_json() {
    assert_eq!(quoted("l 3 0-1…"), "\"l 3 0-1…\"");
    assert_eq!(
        quoted("\"a\\b\"\n\u{1}\u{7f}"),
        r#""\"a\\b\"\u000a\u0001\u007f""#
    );
}
