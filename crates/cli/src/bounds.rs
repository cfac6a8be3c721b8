//! `outplay bounds`: the numbers and bounds of the colouring game on a board.

use crate::args::BoundsArgs;
use crate::boards::{self, Reading};
use crate::checkpoint::Memory;
use crate::lists::{Answer, answer_each};
use crate::output::{Failed, count};
use crate::solve::json_line;
use outplay_games::{Coloring, Described};
use outplay_service::answer::Row;
use outplay_service::{Bounds, Host, Source, bounds};

/// Some numbers of middling graphs are beyond reach; the others should not wait
/// for them for ever.
const SECONDS: f64 = 30.0;

pub(crate) fn run(args: &BoundsArgs) -> Result<(), Failed> {
    let common = &args.search.common;
    let reading = Reading {
        format: common.format.as_deref(),
        ..Reading::default()
    };
    let time = common.time_limit.map_or(SECONDS, |time| time.as_secs_f64());
    let memory = Memory::new(&args.search, &Coloring::describe().name)?;
    let answer = |source: Source, host: &Host<'_>| {
        boards::remark(&source, common.quiet);
        let answer = bounds(&source, time, host)?;
        let games = answer
            .rows
            .iter()
            .filter(|row| row.title.starts_with("χ_g"));
        let settled = games.clone().all(|row| row.known.exact);
        let text = match common.json {
            true => json_line(&answer)?,
            false => text(&source, &answer),
        };
        Ok(Answer { text, settled })
    };
    let done = answer_each(&args.board, reading, common, &memory, &answer);
    memory.finish()?;
    done
}

fn text(source: &Source, answer: &Bounds) -> String {
    let mut text = format!(
        "bounds on {} ({}, {}, {})\n",
        source.title(),
        count(answer.vertices as u64, "vertex"),
        count(answer.edges as u64, "edge"),
        if answer.planar {
            "planar"
        } else {
            "not planar"
        },
    );
    if let Some(remark) = answer.remark {
        text += &format!("  ({remark})\n");
    }
    let value = |row: &Row| {
        let value = row.known.value.unwrap_or_default();
        match row.kind {
            "lower" => format!("≥ {value}"),
            "upper" => format!("≤ {value}"),
            _ if row.known.exact => format!("= {value}"),
            _ => {
                let [lower, upper] = [row.known.lower, row.known.upper];
                let [lower, upper] = [lower, upper].map(Option::unwrap_or_default);
                format!("unknown ({lower}..{upper})")
            }
        }
    };
    let rows = &answer.rows;
    let width = |text: &dyn Fn(&Row) -> usize| rows.iter().map(text).max().unwrap_or(0);
    let titles = width(&|row| row.title.chars().count());
    let values = width(&|row| value(row).chars().count());
    for row in rows {
        let (title, value) = (row.title, value(row));
        text += &format!("  {title:titles$}  {value:values$}  {}\n", row.from);
    }
    let best = &answer.best_upper;
    let by = best.by.iter();
    let by = by.filter_map(|name| Some(rows.iter().find(|row| row.name == *name)?.title));
    text += &format!(
        "  χ_g ≤ {} without a search of the game: {}.\n",
        best.value,
        by.collect::<Vec<_>>().join(", ")
    );
    text
}
