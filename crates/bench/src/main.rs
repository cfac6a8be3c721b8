//! Measurements of the parts that must be fast, one topic a file.
//!
//! `outplay-bench` (the script `./bench`) measures every topic, `outplay-bench TOPIC [ARGUMENT…]` one
//! of them. A topic prints Markdown. Seconds mean little on a shared machine, so
//! each table also has a yardstick that was measured in the same run. To add a
//! topic, write a file with a function `run` and add a line to [`TOPICS`].

mod curves;
mod dense;
mod jobs;
mod labels;
mod machine;
mod search;
mod sweep;

use std::process::ExitCode;

/// A topic takes its arguments and says what is wrong with them.
type Topic = fn(&[String]) -> Result<(), String>;

const TOPICS: &[(&str, Topic)] = &[
    ("labels", labels::run),
    ("dense", dense::run),
    ("search", search::run),
    ("jobs", jobs::run),
    ("2013", curves::run),
    ("sweep", sweep::run),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("bench: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    let Some((name, rest)) = arguments.split_first() else {
        println!("Machine: {}\n", machine::description());
        return TOPICS.iter().try_for_each(|(_, topic)| topic(&[]));
    };
    match TOPICS.iter().find(|(topic, _)| topic == name) {
        Some((_, topic)) => topic(rest),
        None => Err(format!(
            "no topic \"{name}\"; there are: {}",
            TOPICS.iter().map(|t| t.0).collect::<Vec<_>>().join(", ")
        )),
    }
}
