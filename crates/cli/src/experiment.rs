//! `outplay experiment`: many games on many boards, and what is proven beside them.

use crate::args::CommonArgs;
use crate::boards::{self, Reading};
use crate::lab_args::{BobsArgs, ColoringArgs, ExperimentArgs, ExperimentCommand};
use crate::lab_args::{LabArgs, LearningArgs, SampledArgs, WorkArgs};
use crate::limits::{Limits, memory_limit, threads};
use crate::output::{Failed, say};
use outplay_board::InputError;
use outplay_games::Side;
use outplay_players::split_players;
use outplay_players::studies::{
    Experiment, Findings, Kind, Meeting, NamedBoard, Progress, Row, Work, ranges,
};
use outplay_service::text::{count, grouped, percent, table};
use serde_json::{Value as Json, json};
use std::path::Path;
use std::time::Duration;

/// How long a question may take the exact search.
const EXACT_TIME: Duration = Duration::from_secs(10);

pub(crate) fn run(args: &ExperimentArgs) -> Result<(), Failed> {
    match &args.experiment {
        ExperimentCommand::Coloring(args) => coloring(args),
        ExperimentCommand::Bobs(args) => bobs(args),
        ExperimentCommand::Learning(args) => learning(args),
    }
}

fn coloring(args: &ColoringArgs) -> Result<(), Failed> {
    let bobs = vec![args.bob.clone()];
    sample(Kind::Colors, &args.lab, &args.sampled, &args.alice, bobs)
}

fn bobs(args: &BobsArgs) -> Result<(), Failed> {
    let bobs = names(&args.ladder);
    sample(Kind::Bobs, &args.lab, &args.sampled, &args.alice, bobs)
}

fn learning(args: &LearningArgs) -> Result<(), Failed> {
    let kind = Kind::Learning {
        side: args.side,
        after: args.after.clone(),
    };
    sample(
        kind,
        &args.lab,
        &args.sampled,
        "smart",
        names(&args.against),
    )
}

fn names(players: &str) -> Vec<String> {
    let players = split_players(players).into_iter();
    players.map(str::to_owned).collect()
}

/// The boards that the arguments name, ranges and files with several graphs included.
pub(crate) fn read_boards(
    boards: &[String],
    common: &CommonArgs,
) -> Result<Vec<NamedBoard>, Failed> {
    let reading = Reading {
        format: common.format.as_deref(),
        header: common.header,
        ..Reading::default()
    };
    let mut named = Vec::new();
    for argument in boards {
        let names = match Path::new(argument).is_file() {
            true => vec![argument.clone()],
            false => ranges::boards(argument)?,
        };
        for name in names {
            boards::for_each(&name, reading, |source| {
                if named.len() == ranges::MOST_BOARDS {
                    let expected = format!("at most {}", ranges::MOST_BOARDS);
                    return Err(InputError::found("more boards", expected).into());
                }
                named.push(NamedBoard {
                    name: source.title(),
                    board: source.board,
                });
                Ok(())
            })?;
        }
    }
    Ok(named)
}

/// What the arguments allow.
pub(crate) fn work<'a>(
    args: &WorkArgs,
    exact_time: Duration,
    stop: &'a (dyn Fn() -> bool + Sync),
) -> Work<'a> {
    Work {
        threads: threads(args.threads),
        memory: memory_limit(&args.common),
        exact_time: args.exact_limit.unwrap_or(exact_time),
        exact_positions: args.common.max_positions.unwrap_or(u64::MAX),
        clock: &outplay_players::system_clock,
        stop,
    }
}

/// Runs work that reports [`Progress`], with a bar of the games.
pub(crate) fn with_bar<T>(limits: &Limits, work: impl FnOnce(&mut dyn FnMut(&Progress)) -> T) -> T {
    let style = "{spinner} [{bar:25}] {human_pos} of {human_len} games, {eta} left, {msg}";
    limits.run_with_bar(style, |bar| {
        let mut doing = String::new();
        let mut begun = false;
        work(&mut |progress| {
            if !std::mem::replace(&mut begun, true) {
                // What was played before says nothing about the time that is left.
                bar.set_length(progress.all_games);
                bar.set_position(progress.games_before);
                bar.reset_eta();
            }
            if doing != progress.doing {
                doing.clone_from(&progress.doing);
                bar.set_message(doing.clone());
            }
            bar.set_position(progress.games);
        })
    })
}

fn sample(
    kind: Kind,
    args: &LabArgs,
    sampled: &SampledArgs,
    alice: &str,
    bobs: Vec<String>,
) -> Result<(), Failed> {
    let common = &args.work.common;
    let meeting = Meeting {
        first: args.first,
        alice: alice.to_owned(),
        bobs,
        games: sampled.games.unwrap_or(match kind {
            Kind::Bobs => 200,
            _ => 1000,
        }),
        seed: common.seed,
    };
    let boards = read_boards(&args.boards, common)?;
    let colors = ranges::colors(&args.colors)?;
    let folder = match &sampled.output {
        Some(folder) => folder.clone(),
        None => usual_folder(&kind, &args.boards, &meeting),
    };
    let experiment = Experiment::new(kind, boards, colors, meeting)?;
    let limits = Limits::new(common);
    let stop = || limits.ran_out().is_some();
    let work = work(&args.work, EXACT_TIME, &stop);
    let findings = with_bar(&limits, |progress| {
        experiment.run(Some(Path::new(&folder)), &work, progress)
    })?;
    print(&experiment, &findings, common)?;
    remark_files(common, Some(&folder), findings.files.len());
    if findings.complete {
        return Ok(());
    }
    let done = findings
        .rows
        .iter()
        .filter(|row| row.games == experiment.games());
    Err(unfinished(
        done.count() as u64,
        experiment.cell_count(),
        &folder,
        &limits,
    ))
}

/// The folder of an experiment whose user names none: the same for the same question,
/// so that it goes on, and another one for another.
fn usual_folder(kind: &Kind, boards: &[String], meeting: &Meeting) -> String {
    let mut name = match kind {
        Kind::Colors => format!("coloring-{}-{}", meeting.alice, meeting.bobs.join("-")),
        Kind::Bobs => format!("bobs-{}", meeting.alice),
        Kind::Learning { side, .. } => {
            format!("learning-{}-{}", side.name(), meeting.bobs.join("-"))
        }
    };
    if meeting.first == Side::Bob {
        name += "-bob-first";
    }
    if meeting.seed != 1 {
        name += &format!("-seed-{}", meeting.seed);
    }
    for board in boards {
        name += &format!("-{board}");
    }
    let plain = |c: char| match c.is_ascii_alphanumeric() || c == '.' {
        true => c,
        false => '-',
    };
    name.chars().take(120).map(plain).collect()
}

/// What is said when work stopped early.
pub(crate) fn unfinished(done: u64, all: u64, folder: &str, limits: &Limits) -> Failed {
    let why = limits
        .ran_out()
        .map_or(String::new(), |why| format!("{why}: "));
    Failed::Stopped(format!(
        "{why}{done} of {all} cells are finished; the same command goes on from there ({folder})"
    ))
}

fn remark_files(common: &CommonArgs, output: Option<&str>, files: usize) {
    if let Some(folder) = output
        && !common.quiet
    {
        eprintln!(
            "outplay: {} written to {folder}",
            count(files as u64, "file")
        );
    }
}

fn print(experiment: &Experiment, findings: &Findings, common: &CommonArgs) -> Result<(), Failed> {
    if common.json {
        for row in &findings.rows {
            say(to_json(experiment, row).to_string())?;
        }
        return Ok(());
    }
    say(format!(
        "{} first; sampled with {} games a cell, seed {}; intervals at 95 %",
        experiment.first().title(),
        grouped(experiment.games()),
        experiment.seed()
    ))?;
    let learns = matches!(experiment.kind(), Kind::Learning { .. });
    let header = [
        "board",
        "Alice",
        "Bob",
        "proven",
        "k",
        if learns { "learnt from" } else { "games" },
        "Alice won",
        "from",
        "to",
    ];
    let mut lines = vec![header.map(str::to_owned).to_vec()];
    for row in &findings.rows {
        let share = row.share();
        let part = |part: Option<f64>| part.map_or(String::new(), percent);
        lines.push(vec![
            row.board.clone(),
            row.alice.clone(),
            row.bob.clone(),
            row.verdict.word().to_owned(),
            row.colors.to_string(),
            grouped(row.after.unwrap_or(row.games)),
            part(share.map(|s| s.0)),
            part(share.map(|s| s.1)),
            part(share.map(|s| s.2)),
        ]);
    }
    Ok(say(table(&lines, 4))?)
}

fn to_json(experiment: &Experiment, row: &Row) -> Json {
    let share = row.share();
    let winner = Some(row.verdict.word()).filter(|word| matches!(*word, "alice" | "bob"));
    json!({
        "game": "coloring",
        "board": row.board,
        "vertices": row.vertices,
        "edges": row.edges,
        "colors": row.colors,
        "first": experiment.first().name(),
        "alice": row.alice,
        "bob": row.bob,
        "after": row.after,
        "sampled": {
            "games": row.games,
            "alice_wins": row.alice_wins,
            "share": share.map(|s| s.0),
            "low": share.map(|s| s.1),
            "high": share.map(|s| s.2),
            "seed": experiment.seed(),
        },
        "said": row.remarks,
        "winner": winner,
        "exact": winner.is_some(),
    })
}
