//! The program `outplay`: arguments in, text or JSON out. Thin: everything that
//! is worth knowing happens in the crates below. It is a library as well, so that
//! `python -m outplay` is the same program.

mod args;
mod boards;
mod check;
mod convert;
mod digraph;
mod experiment;
mod game;
mod help;
mod history;
mod lab_args;
mod lesson;
mod limits;
mod lists;
mod r#match;
mod memory;
mod output;
mod picture;
mod play;
mod prove;
mod puzzles;
mod questions;
mod read;
mod report;
mod serve;
mod setup;
mod solve;
mod sweep;

use args::Command;
pub use args::{bytes, duration};
use output::Failed;
use std::ffi::OsString;

/// Runs the program with its arguments, the first being its name, and returns its exit status.
pub fn run(args: impl Iterator<Item = OsString>) -> u8 {
    let cli = match help::parse(args) {
        Ok(cli) => cli,
        Err(status) => return status,
    };
    let done = match &cli.command {
        Command::Solve(args) => solve::run(args),
        Command::Explain(args) => questions::explain(args),
        Command::Moves(args) => questions::moves(args),
        Command::Count(args) => questions::count(args),
        Command::Lesson(args) => lesson::run(args),
        Command::Puzzles(args) => puzzles::run(args),
        Command::Digraph(args) => digraph::run(args),
        Command::Embeddings(args) => questions::embeddings(args),
        Command::Number(args) => questions::number(args),
        Command::Strategy(args) => questions::strategy(args),
        Command::Sweep(args) => sweep::run(args),
        Command::Bounds(args) => questions::bounds(args),
        Command::Prove(args) => prove::run(args),
        Command::Check(args) => check::run(args),
        Command::Game(command) => game::run(command),
        Command::Convert(args) => convert::run(args),
        Command::Read(args) => read::run(args),
        Command::Play(args) => play::run(args),
        Command::Serve(args) => serve::run(args),
        Command::Match(args) => r#match::run_match(args),
        Command::Tournament(args) => r#match::run_tournament(args),
        Command::History(args) => history::run(args),
        Command::Experiment(args) => experiment::run(args),
        Command::Report(args) => report::run(args),
        Command::Completions(args) => help::completions(args.shell),
        Command::Man => help::man(),
    };
    let (status, message) = match done {
        Ok(()) => return 0,
        Err(Failed::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => return 0,
        Err(Failed::Output(error)) => (1, Failed::Output(error).to_string()),
        Err(Failed::Input(error)) => (2, error.to_string()),
        Err(Failed::Stopped(message)) => (3, message),
        Err(failed @ Failed::Interrupted) => (3, failed.to_string()),
    };
    if !message.is_empty() {
        eprintln!("outplay: {message}");
    }
    status
}
