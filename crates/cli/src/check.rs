//! `outplay check`: does a certificate prove what it states?

use crate::args::CheckArgs;
use crate::output::{Failed, json_line};
use outplay_board::InputError;
use outplay_service::{Host, Told, check};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};

pub(crate) fn run(args: &CheckArgs) -> Result<(), Failed> {
    let source = match args.certificate.as_str() {
        "-" => "standard input",
        path => path,
    };
    let input: Box<dyn BufRead> = match args.certificate.as_str() {
        "-" => Box::new(BufReader::new(std::io::stdin())),
        path => {
            let file = File::open(path).map_err(|error| {
                InputError::new(format!("cannot read: {error}")).in_source(path)
            })?;
            Box::new(BufReader::new(file))
        }
    };
    let checked = Host::alone(|host| check(input, source, args.strict, host))?;
    let text = match args.json {
        true => json_line(&checked)?,
        false => checked.text(&()),
    };
    Ok(std::io::stdout().write_all(text.as_bytes())?)
}
