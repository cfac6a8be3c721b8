//! `outplay experiment learning`: how the player `smart` gets better.

use crate::experiment::{percent, remark_files};
use crate::lab_args::LearningArgs;
use crate::limits::{Limits, memory_limit};
use crate::output::{Failed, all_settled, grouped, say, table};
use crate::solve::for_each_setup;
use outplay_lab::learning::{Course, Mark, Means};
use outplay_players::split_players;
use serde_json::{Value as Json, json};
use std::path::Path;

pub(crate) fn run(args: &LearningArgs) -> Result<(), Failed> {
    let common = &args.common;
    let mut complete = true;
    for_each_setup(&args.setup, common, |source, entry, options| {
        let usual = match entry.name {
            "coloring" => "alice",
            _ => "first",
        };
        let opponents = split_players(&args.against);
        let course = Course {
            game: entry.name.to_owned(),
            board_name: source.title(),
            board: source.board.clone(),
            options: options.clone(),
            side: args.side.clone().unwrap_or_else(|| usual.to_owned()),
            opponents: opponents.iter().map(|&name| name.to_owned()).collect(),
            checkpoints: args.checkpoints.clone(),
            examination: args.games,
            explore: args.explore,
            seed: args.seed,
        };
        let limits = Limits::new(common);
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let means = Means {
            threads: args.threads.map_or_else(cores, usize::from),
            memory: memory_limit(common),
            longest: args.longest as usize,
            stop: &|| limits.ran_out().is_some(),
        };
        let style = "{spinner} learning, {elapsed}";
        let marks = limits.run_with_bar(style, |bar| {
            bar.enable_steady_tick(std::time::Duration::from_millis(200));
            course.run(&means)
        })?;
        complete &= marks.len() == course.opponents.len() * course.checkpoints.len();
        print(&course, &marks, common.json)?;
        if let Some(folder) = &args.output {
            let files = course.write(&marks, Path::new(folder))?;
            remark_files(common, Some(folder), files.len());
        }
        Ok(())
    })?;
    all_settled(complete)
}

fn print(course: &Course, marks: &[Mark], as_json: bool) -> Result<(), Failed> {
    if as_json {
        for mark in marks {
            say(to_json(course, mark).to_string())?;
        }
        return Ok(());
    }
    let on = match course.board_name.as_str() {
        "" => String::new(),
        name => format!(" on {name}"),
    };
    say(format!(
        "smart learns {}{on} as {}; examined in {} games each, seed {}; intervals at 95 %",
        course.game,
        course.side,
        grouped(course.examination),
        course.seed
    ))?;
    let header = [
        "against",
        "learnt from",
        "positions",
        "smart won",
        "from",
        "to",
    ];
    let mut lines = vec![header.map(str::to_owned).to_vec()];
    lines.extend(marks.iter().map(|mark| {
        let (share, low, high) = mark.share();
        vec![
            mark.opponent.clone(),
            format!("{} games", grouped(mark.learnt)),
            grouped(mark.positions),
            percent(share),
            percent(low),
            percent(high),
        ]
    }));
    Ok(say(table(&lines, 1))?)
}

fn to_json(course: &Course, mark: &Mark) -> Json {
    let (share, low, high) = mark.share();
    json!({
        "game": course.game,
        "board": course.board_name,
        "smart_plays": course.side,
        "opponent": mark.opponent,
        "learnt_games": mark.learnt,
        "positions": mark.positions,
        "sampled": {
            "games": mark.games,
            "wins": mark.wins,
            "share": share,
            "low": low,
            "high": high,
            "seed": course.seed,
        },
    })
}
