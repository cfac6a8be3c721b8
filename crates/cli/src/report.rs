//! `outplay report`: a study written to a folder.

use crate::experiment::{read_boards, unfinished, with_bar, work};
use crate::lab_args::{MapColoringArgs, ReportArgs, ReportCommand};
use crate::limits::Limits;
use crate::output::{Failed, say};
use outplay_games::Side;
use outplay_players::studies::report::{Line, Report, Sampling, map_coloring, player_of_2013};
use serde_json::{Value as Json, json};
use std::path::Path;
use std::time::Duration;

/// How long a question may take the exact search, and a certificate to be written.
const EXACT_TIME: Duration = Duration::from_secs(60);

pub(crate) fn run(args: &ReportArgs) -> Result<(), Failed> {
    match &args.report {
        ReportCommand::MapColoring(args) => run_map_coloring(args),
    }
}

fn run_map_coloring(args: &MapColoringArgs) -> Result<(), Failed> {
    let usual = Sampling::default();
    let player = match (args.as_2013, args.quick) {
        (false, _) => usual.alice,
        (true, false) => player_of_2013(1000),
        (true, true) => player_of_2013(200),
    };
    let games = match args.as_2013 && !args.quick {
        true => 1000,
        false => usual.games,
    };
    let named = |said: &Option<String>| said.clone().unwrap_or_else(|| player.clone());
    let sampling = Sampling {
        as_2013: args.as_2013,
        alice: named(&args.alice),
        bob: named(&args.bob),
        games: args.games.unwrap_or(games),
        seed: args.work.common.seed,
    };
    let common = &args.work.common;
    let boards = read_boards(&args.boards, common)?;
    let limits = Limits::new(common);
    let stop = || limits.ran_out().is_some();
    let work = work(&args.work, EXACT_TIME, &stop);
    let folder = Path::new(&args.output);
    let report = with_bar(&limits, |progress| {
        map_coloring(folder, boards, &sampling, &work, progress)
    })?;
    if common.json {
        for line in &report.lines {
            say(to_json(&report, line).to_string())?;
        }
    } else {
        say(report.summary().trim_end())?;
    }
    if !common.quiet {
        for file in &report.files {
            eprintln!("outplay: written: {}", file.display());
        }
    }
    if report.complete {
        return Ok(());
    }
    let rows = || report.lines.iter().flat_map(|line| &line.rows);
    let done = rows().filter(|row| row.games == sampling.games).count() as u64;
    let all = report.cell_count();
    Err(unfinished(done, all, &args.output, &limits))
}

fn to_json(report: &Report, line: &Line) -> Json {
    let evidence = line.evidence.iter().map(|evidence| {
        json!({
            "colors": evidence.colors,
            "winner": match evidence.winner { Side::Alice => "alice", Side::Bob => "bob" },
            "certificate": evidence.proof.as_ref().ok().map(|proof| format!("certificates/{}", proof.file)),
            "positions": evidence.proof.as_ref().ok().map(|proof| proof.positions),
            "reason": evidence.proof.as_ref().err(),
        })
    });
    json!({
        "graph": line.title(),
        "board": line.board.name,
        "vertices": line.board.board.vertex_count(),
        "edges": line.board.board.edge_count(),
        "chromatic": line.chromatic.value(),
        "S1": line.s1.value(),
        "S2": line.s2.value(),
        "S3": line.s3.value(),
        "S4": line.s4,
        "sampled": {
            "value": line.sampled,
            "most_games": line.mostly,
            "every_game": line.always,
            "alice": report.sampling.alice,
            "bob": report.sampling.bob,
            "games": report.sampling.games,
            "seed": report.sampling.seed,
        },
        "game-chromatic": { "value": line.exact.value(), "exact": line.exact.value().is_some(), "lower": line.exact.lower, "upper": line.exact.upper },
        "won_from": line.won_from,
        "2013": line.old.as_ref().map(|old| json!({
            "chromatic": old.chromatic,
            "S1": old.strategy1,
            "S2": old.strategy2,
            "S3": old.strategy3,
            "sampled": old.monte_carlo,
        })),
        "contradicts_2013": line.contradicts(),
        "evidence": evidence.collect::<Vec<_>>(),
    })
}
