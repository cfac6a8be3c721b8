//! `outplay number`: a number of a graph.

use crate::args::NumberArgs;
use crate::boards::{self, Reading};
use crate::checkpoint::Memory;
use crate::lists::{Answer, answer_each};
use crate::output::{Failed, count};
use crate::solve::json_line;
use outplay_games::{Coloring, Described, Side};
use outplay_service::{AskNumber, Host, NUMBERS, NumberAnswer, Source, number};

/// The numbers, for the help.
pub(crate) fn list() -> String {
    let mut text = "A NAME is one of:".to_owned();
    for number in NUMBERS {
        text += &format!("\n  {}: {}", number.name, number.about);
    }
    text
}

/// The number that was asked for, and its variant.
pub(crate) fn asked(args: &NumberArgs) -> Result<AskNumber, outplay_board::InputError> {
    AskNumber::new(&args.name, args.first.as_deref(), args.pass.as_deref())
        .map_err(|error| with_flags(error, &["first", "pass"]))
}

pub(crate) fn run(args: &NumberArgs) -> Result<(), Failed> {
    let asked = asked(args)?;
    let common = &args.search.common;
    let reading = Reading {
        format: common.format.as_deref(),
        ..Reading::default()
    };
    let memory = Memory::new(&args.search, &Coloring::describe().name)?;
    let answer = |source: Source, host: &Host<'_>| {
        boards::remark(&source, common.quiet);
        let answer = number(&source, asked, host)?;
        let text = match common.json {
            true => json_line(&answer)?,
            false => text(&source, &answer),
        };
        Ok(Answer {
            text,
            settled: answer.known.exact,
        })
    };
    let done = answer_each(&args.board, reading, common, &memory, &answer);
    memory.finish()?;
    done
}

/// Flags are typed with dashes.
fn with_flags(mut error: outplay_board::InputError, flags: &[&str]) -> outplay_board::InputError {
    for flag in flags {
        for before in ["take ", "for "] {
            let plain = format!("{before}{flag}");
            error.message = error.message.replace(&plain, &format!("{before}--{flag}"));
        }
    }
    error
}

fn text(source: &Source, answer: &NumberAnswer) -> String {
    let mut variant = Vec::new();
    if answer.first == Some(Side::Bob.name()) {
        variant.push("Bob first".to_owned());
    }
    if let (Some(colored), Some(mover)) = (answer.colored, answer.to_move) {
        let mover = Side::named(mover).map_or(mover, Side::title);
        variant.push(format!(
            "{} coloured, {mover} to move",
            count(colored as u64, "vertex")
        ));
    }
    match answer.pass {
        Some(word) if Side::named(word).is_some() => {
            let side = Side::named(word).map_or(word, Side::title);
            variant.push(format!("{side} may pass"));
        }
        _ => {}
    }
    let variant = match variant.is_empty() {
        true => String::new(),
        false => format!(" ({})", variant.join(", ")),
    };
    let (name, board, known) = (answer.name, source.title(), &answer.known);
    let value = match (known.value, &known.reason) {
        (Some(value), _) => value.to_string(),
        (None, reason) => {
            let [lower, upper] = [known.lower, known.upper].map(Option::unwrap_or_default);
            let reason = reason
                .as_ref()
                .map_or(String::new(), |why| format!(" ({why})"));
            format!("unknown, from {lower} to {upper}{reason}")
        }
    };
    format!("{name} {board}{variant}: {value}\n")
}
