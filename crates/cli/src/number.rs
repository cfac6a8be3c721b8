//! `outplay number`: a number of a graph.

use crate::args::{NumberArgs, ShowNumberArgs};
use crate::boards::{self, Reading};
use crate::checkpoint::Memory;
use crate::lists::{Answer, answer_each};
use crate::output::{Failed, count};
use crate::picture;
use crate::solve::json_line;
use outplay_board::InputError;
use outplay_games::{Coloring, Described, Side};
use outplay_service::{AskNumber, Host, NUMBERS, NumberAnswer, Source, Witness, number};

/// The numbers, for the help.
pub(crate) fn list() -> String {
    let mut text = "A NAME is one of:".to_owned();
    for number in NUMBERS {
        text += &format!("\n  {}: {}", number.name, number.about);
    }
    text
}

/// The number that was asked for, and its variant.
pub(crate) fn asked(args: &NumberArgs) -> Result<AskNumber, InputError> {
    AskNumber::new(&args.name, args.first.as_deref(), args.pass.as_deref())
        .map_err(|error| with_flags(error, &["first", "pass"]))
}

pub(crate) fn run(args: &ShowNumberArgs) -> Result<(), Failed> {
    let mut asked = asked(&args.number)?;
    if args.witness {
        asked = asked
            .with_witness()
            .map_err(|error| with_flags(error, &["witness"]))?;
    }
    if let Some(path) = &args.output {
        picture::expected(path)?;
    }
    let common = &args.number.search.common;
    let reading = Reading {
        format: common.format.as_deref(),
        ..Reading::default()
    };
    let memory = Memory::new(&args.number.search, &Coloring::describe().name)?;
    let answer = |source: Source, host: &Host<'_>| {
        boards::remark(&source, common.quiet);
        let answer = number(&source, asked, host)?;
        if let (Some(path), Some(witness)) = (&args.output, &answer.witness) {
            if source.index.is_some_and(|index| index > 1) {
                let error = InputError::found("several graphs", "one board for -o FILE");
                return Err(error.in_source(source.name.as_str()).into());
            }
            picture::write(path, || witness.svg(&source.board))?;
        }
        let text = match common.json {
            true => json_line(&answer)?,
            false => text(&source, asked, &answer),
        };
        Ok(Answer {
            text,
            settled: answer.known.exact,
        })
    };
    let done = answer_each(&args.number.board, reading, common, &memory, &answer);
    memory.finish()?;
    done
}

/// Flags are typed with dashes.
fn with_flags(mut error: InputError, flags: &[&str]) -> InputError {
    for flag in flags {
        for before in ["take ", "for "] {
            let plain = format!("{before}{flag}");
            error.message = error.message.replace(&plain, &format!("{before}--{flag}"));
        }
    }
    error
}

fn text(source: &Source, asked: AskNumber, answer: &NumberAnswer) -> String {
    let mut variant = Vec::new();
    if let Some(side) = asked
        .first
        .filter(|_| asked.first != asked.number.first.first())
    {
        variant.push(format!("{} first", side.title));
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
    let witness = match &answer.witness {
        Some(Witness::Coloring(colors)) => {
            let pairs: Vec<String> = colors.iter().map(|(v, c)| format!("{v}={c}")).collect();
            format!("  colouring: {}\n", pairs.join(" "))
        }
        Some(Witness::Order(order)) => format!("  order: {}\n", order.join(" ")),
        None => String::new(),
    };
    format!("{name} {board}{variant}: {value}\n{witness}")
}
