//! `outplay check`: does a certificate prove what it states?

use crate::args::CheckArgs;
use crate::output::{Failed, count, say};
use outplay_board::InputError;
use outplay_checker::{Options, check};
use serde_json::{Map, Value as Json, json};
use std::fs::File;
use std::io::{BufRead, BufReader};

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
    let options = Options {
        strict: args.strict,
    };
    let checked = check(input, &options).map_err(|rejection| InputError {
        source: Some(source.to_owned()),
        line: usize::try_from(rejection.line).ok(),
        message: format!("refused: {}", rejection.reason),
    })?;
    if args.json {
        let parameters: Map<String, Json> = checked
            .parameters
            .iter()
            .map(|(key, value)| ((*key).to_owned(), json!(value)))
            .collect();
        let answer = json!({
            "valid": true,
            "statement": checked.statement,
            "game": checked.game,
            "vertices": checked.vertices,
            "edges": checked.edges.len(),
            "parameters": parameters,
            "winner": checked.winner,
            "positions": checked.positions,
            "lemmas": checked.lemmas,
        });
        return Ok(say(answer.to_string())?);
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
