//! The command line as a whole: read with errors of one line, with the help of single games,
//! completions and a manual page, all from one definition.

use crate::args::Cli;
use crate::output::Failed;
use crate::setup;
use clap::error::ErrorKind;
use clap::{Command, CommandFactory, FromArgMatches};
use outplay_games::registry::{Entry, GAMES};
use std::ffi::OsString;

/// What the program says when nothing is said to it.
const FIRST_STEPS: &str = "\
Outplay settles, proves, explains and plays combinatorial games on graphs. Five things to try:

  outplay play coloring grid:2x3 -k 3 --against easy    play a game here
  outplay solve coloring petersen -k 3                  who wins, whatever the other does
  outplay explain node-kayles path:7                    and why
  outplay digraph edge path:3 -o positions.svg          every position with its label, as a picture
  outplay serve                                         the same in a browser, with a board to click

'outplay --help' lists all commands, 'outplay solve GAME --help' what a game takes.";

/// Reads the arguments. Help is printed here, and what is wrong is said in one line; then
/// there is nothing but an exit status.
pub(crate) fn parse(args: impl Iterator<Item = OsString>) -> Result<Cli, u8> {
    let args: Vec<OsString> = args.collect();
    if args.len() <= 1 {
        let _ = crate::output::say(FIRST_STEPS);
        return Err(0);
    }
    let command = match game_of_help(&args) {
        Some((name, entry)) => {
            Cli::command().mut_subcommand(name, |sub| setup::only(sub, &entry.description))
        }
        None => Cli::command(),
    };
    let parsed = command
        .try_get_matches_from(args)
        .and_then(|matches| Cli::from_arg_matches(&matches));
    parsed.map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // A reader who has seen enough is no failure.
            let _ = error.print();
            0
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            2
        }
        _ => {
            eprintln!("outplay: {}", in_one_line(&error.to_string()));
            2
        }
    })
}

/// The command and the game whose help is asked for, if it is one game's.
fn game_of_help(args: &[OsString]) -> Option<(String, &'static Entry)> {
    let words: Vec<&str> = args.iter().filter_map(|arg| arg.to_str()).collect();
    let asks = words.iter().any(|word| matches!(*word, "--help" | "-h"));
    let command = words.iter().skip(1).find(|word| !word.starts_with('-'))?;
    let entry = GAMES
        .iter()
        .find(|entry| words[1..].contains(&entry.name()))?;
    asks.then(|| ((*command).to_owned(), entry))
}

/// What clap says over several lines: what is wrong, and the tips in brackets.
fn in_one_line(text: &str) -> String {
    let mut message = String::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(error) = line.strip_prefix("error: ") {
            message = error.to_owned();
        } else if let Some(tip) = line.strip_prefix("tip: ") {
            message += &format!(" ({tip})");
        } else if line.starts_with("Usage:") {
            message += &format!("; {}{}", "u", &line[1..]);
        } else if line.starts_with(['<', '-']) || line.starts_with("[possible") {
            message += &format!(" {line}");
        }
    }
    message
}

/// The whole command line with a subcommand for every game, for completions.
fn by_game() -> Command {
    let mut command = Cli::command();
    let names: Vec<String> = command
        .get_subcommands()
        .filter(|sub| sub.get_arguments().any(|arg| arg.get_id() == "game"))
        .map(|sub| sub.get_name().to_owned())
        .collect();
    for name in names {
        command = command.mut_subcommand(name, |sub| {
            sub.mut_arg("game", |arg| {
                arg.value_parser(GAMES.iter().map(Entry::name).collect::<Vec<_>>())
            })
        });
    }
    command
}

/// `outplay completions SHELL`.
pub(crate) fn completions(shell: clap_complete::Shell) -> Result<(), Failed> {
    let mut out = Vec::new();
    clap_complete::generate(shell, &mut by_game(), "outplay", &mut out);
    Ok(std::io::Write::write_all(&mut std::io::stdout(), &out)?)
}

/// `outplay man`: one page with every command.
pub(crate) fn man() -> Result<(), Failed> {
    let mut out = Vec::new();
    let mut command = Cli::command();
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut out)?;
    for sub in command
        .get_subcommands()
        .filter(|sub| sub.get_name() != "help")
    {
        let name = format!("outplay-{}", sub.get_name());
        clap_mangen::Man::new(sub.clone().name(name)).render(&mut out)?;
    }
    Ok(std::io::Write::write_all(&mut std::io::stdout(), &out)?)
}
