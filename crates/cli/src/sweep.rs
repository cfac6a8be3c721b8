//! `outplay sweep`: one question about millions of boards, and its answers as rows.

use crate::args::{ShowArgs, SweepArgs, SweepCommand};
use crate::limits::{Limits, is_interrupted, memory_limit, threads};
use crate::memory::Memory;
use crate::output::{Failed, say};
use indicatif::ProgressBar;
use outplay_board::InputError;
use outplay_games::{Coloring, Described};
use outplay_service::Host;
use outplay_service::text::{count, grouped};
use outplay_sweep::{
    Progress, Query, Reading, Request, Run, Share, Summary, Sweep, To, Writer, catalogues,
    column_list,
};
use serde_json::json;
use std::io::{BufWriter, IsTerminal};
use std::path::Path;
use std::time::Duration;

/// Boards with no more vertices are settled with small tables.
const SMALL: u64 = 16;

/// The columns and catalogues, for the help.
pub(crate) fn list() -> String {
    let mut text = format!(
        "A SOURCE is a file of many graphs, - for standard input, a family with ranges such as grid:4x3..12,\n\
         or a catalogue made by nauty's programs: {}, with a number of vertices as in all:9 or all:1..9.\n\n\
         A COLUMN is one of:",
        catalogues().join(", ")
    );
    for (name, about) in column_list() {
        text += &format!("\n  {name}: {about}");
    }
    text + "\n\n--time-limit is a limit for each board. The same command goes on where it was stopped."
}

/// What stands between commas, each once as it was typed.
fn split(texts: &[String]) -> Vec<String> {
    let words = texts.iter().flat_map(|text| text.split(','));
    let words = words.map(str::trim).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

pub(crate) fn run(args: &SweepArgs) -> Result<(), Failed> {
    if let Some(SweepCommand::Show(args)) = &args.command {
        return show(args);
    }
    let common = &args.common;
    let output = args.output.as_deref().unwrap_or_default();
    if output == "-" {
        return Err(InputError::found("-o -", "a folder: a sweep is many files").into());
    }
    let share = match &args.part {
        Some(text) => {
            Share::read(text).map_err(|error| InputError::new(format!("--part: {error}")))?
        }
        None => Share::ALL,
    };
    let stdin = std::io::stdin();
    let asked = split(&args.ask);
    let request = Request {
        sources: &args.sources,
        columns: &asked,
        condition: args.condition.as_deref(),
        parts: share.count,
        reading: Reading {
            format: common.format.as_deref(),
            directed: false,
            header: common.header,
        },
        // At a terminal nobody types a million graphs: then what was kept before is meant.
        stream: match stdin.is_terminal() && Path::new(output).join("sweep.json").exists() {
            true => None,
            false => Some(Box::new(stdin)),
        },
    };
    let limits = Limits::new(common);
    let folder = Path::new(output);
    let style = "{spinner} {msg}";
    let (sweep, summary) = limits.run_with_bar(style, |bar| {
        bar.enable_steady_tick(Duration::from_millis(200));
        bar.set_message("looking at the boards");
        let sweep = Sweep::begin(folder, request, &is_interrupted)?;
        let mut memory = Memory::without_file(common);
        memory.tables.divide(sweep.games());
        if common.memory.is_none() && sweep.most_vertices() <= SMALL {
            memory.expect_small_boards();
        }
        if let Some(path) = &args.learn {
            memory.learn(path, Coloring::describe().identity(), memory_limit(common))?;
        }
        // A limit of time is one for each board.
        let endless = limits.without_time();
        let run = Run {
            threads: threads(args.threads),
            share,
            limit: common.time_limit.map(|time| time.as_secs_f64()),
            again: args.again,
        };
        let work = |host: &Host<'_>| sweep.run(&run, host, &mut |now| show_progress(bar, now));
        let summary = endless.host(&memory, 1, work);
        memory.finish()?;
        Ok::<_, Failed>((sweep, summary))
    })?;
    let summary = match summary {
        Err(Failed::Interrupted) => {
            let message =
                format!("interrupted; what is done is in {output}: the same command goes on");
            return Err(Failed::Stopped(message));
        }
        summary => summary?,
    };
    report(&sweep, &summary, args, output)
}

fn show_progress(bar: &ProgressBar, now: &Progress) {
    let mut text = format!(
        "{} of {} parts, {} boards, {} a second",
        grouped(now.parts),
        grouped(now.of),
        grouped(now.boards),
        grouped((now.boards as f64 / now.seconds.max(0.001)) as u64),
    );
    if let Some(left) = now.left {
        text += &format!(", {} left", span(left));
    }
    // Only what takes long enough to be read.
    if let Some((board, seconds)) = now.slowest.as_ref().filter(|(_, s)| *s >= 1.0) {
        text += &format!(
            ", {} for {}",
            outplay_board::shortened(board),
            span(*seconds)
        );
    }
    bar.set_message(text);
}

/// A time for people.
fn span(seconds: f64) -> String {
    match seconds as u64 {
        s if s < 120 => format!("{s} s"),
        s if s < 7200 => format!("{} min", s / 60),
        s if s < 172_800 => format!("{} h", s / 3600),
        s => format!("{} days", s / 86_400),
    }
}

/// Says what was done, and what is left to do.
fn report(sweep: &Sweep, summary: &Summary, args: &SweepArgs, output: &str) -> Result<(), Failed> {
    let missing = (0..sweep.parts())
        .filter(|&part| !sweep.has_part(part))
        .count() as u64;
    let tally = &summary.tally;
    if args.common.json {
        let answer = json!({
            "folder": output,
            "parts": sweep.parts(),
            "missing": missing,
            "boards": tally.boards,
            "unsettled": tally.stopped.boards,
            "unfit": tally.unfit.boards,
            "reason": tally.stopped.reason.as_ref().or(tally.unfit.reason.as_ref()),
        });
        say(answer.to_string())?;
    } else if !args.common.quiet {
        eprintln!(
            "outplay: {} asked; {} of {} parts are in {output}",
            count(tally.boards, "board"),
            grouped(sweep.parts() - missing),
            grouped(sweep.parts())
        );
        if summary.elsewhere > 0 {
            let parts = count(summary.elsewhere, "part");
            eprintln!("outplay: {parts} left to another process");
        }
        for part in &tally.damaged {
            eprintln!("outplay: done again: {part}");
        }
        if let Some(reason) = &tally.unfit.reason {
            let boards = count(tally.unfit.boards, "board");
            eprintln!("outplay: {boards} could not be asked everything: {reason}");
        }
        if let Some(reason) = &tally.stopped.reason {
            let boards = count(tally.stopped.boards, "board");
            eprintln!(
                "outplay: {boards} not settled: {reason}; the same command with --again and a longer --time-limit asks them once more"
            );
        }
    }
    crate::output::all_settled(tally.stopped.boards == 0)
}

fn show(args: &ShowArgs) -> Result<(), Failed> {
    let to = match args.json {
        true => To::Json,
        false => {
            let known = To::ALL.iter().find(|(name, _)| *name == args.to);
            known
                .ok_or_else(|| {
                    let names: Vec<&str> = To::ALL.iter().map(|(name, _)| *name).collect();
                    let found = format!("--to {}", outplay_board::shortened(&args.to));
                    InputError::found(found, format_args!("one of {}", names.join(", ")))
                })?
                .1
        }
    };
    let sweep = Sweep::open(Path::new(&args.folder))?;
    let query = Query {
        condition: args.condition.as_deref(),
        group: &split(&args.group),
        sort: &split(&args.sort),
        descending: args.descending,
        examples: args.examples,
        only_boards: to == To::G6,
    };
    let mut writer = Writer::new(to, BufWriter::new(std::io::stdout().lock()));
    let shown = sweep.show(&query, &mut |rows| writer.rows(rows))?;
    writer.finish()?;
    if shown.missing > 0 && !args.quiet {
        eprintln!(
            "outplay: {}: {} of {} parts are not there yet",
            args.folder,
            grouped(shown.missing),
            grouped(sweep.parts())
        );
    }
    Ok(())
}
