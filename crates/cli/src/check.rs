//! `outplay check`: does a certificate prove what it states?

use crate::args::CheckArgs;
use crate::output::{Failed, count, say};
use crate::solve::json_line;
use outplay_board::InputError;
use outplay_service::check;
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
    let checked = check(input, source, args.strict)?;
    if args.json {
        let line = json_line(&checked)?;
        return Ok(std::io::stdout().write_all(line.as_bytes())?);
    }
    if let Some(short) = &checked.short {
        say(short.clone())?;
    }
    say(format!("Proved: {}", checked.statement))?;
    let lemmas = match checked.lemmas.is_empty() {
        true => "by plain rules and symmetries".to_owned(),
        false => format!("with the lemmas {}", checked.lemmas.join(", ")),
    };
    Ok(say(format!(
        "  {} checked, {lemmas}.",
        count(checked.positions, "position")
    ))?)
}
