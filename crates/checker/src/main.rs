//! `outplay-check [--strict] FILE`: checks a certificate, `-` being standard input.
//! Ends with 0 if it holds, 1 if not, and 2 if there is nothing to check.

use outplay_checker::{Options, check};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut options = Options::default();
    let mut files = Vec::new();
    for argument in std::env::args_os().skip(1) {
        if argument == "--strict" {
            options.strict = true;
        } else {
            files.push(argument);
        }
    }
    let [file] = &files[..] else {
        eprintln!("usage: outplay-check [--strict] FILE");
        return ExitCode::from(2);
    };
    let name = file.to_string_lossy();
    let input: Box<dyn BufRead> = if file == "-" {
        Box::new(io::stdin().lock())
    } else {
        match File::open(file) {
            Ok(opened) => Box::new(BufReader::new(opened)),
            Err(error) => {
                eprintln!("{name}: {error}");
                return ExitCode::from(2);
            }
        }
    };
    match check(input, &options) {
        Ok(checked) => {
            let lemmas = match checked.lemmas.is_empty() {
                true => "no lemma".to_owned(),
                false => format!("the lemmas {}", checked.lemmas.join(", ")),
            };
            let report = format!(
                "{}\nproved by {} positions, trusting {lemmas} beyond renamed colours and symmetries",
                checked.statement, checked.positions
            );
            match writeln!(io::stdout(), "{report}") {
                Ok(()) => ExitCode::SUCCESS,
                Err(_) => ExitCode::FAILURE,
            }
        }
        Err(rejection) => {
            eprintln!("{name}: {rejection}");
            ExitCode::FAILURE
        }
    }
}
