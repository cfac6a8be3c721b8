//! `outplay bounds`: the numbers and bounds of the colouring game on a board.

use crate::args::BoundsArgs;
use crate::boards::{self, Reading, Source};
use crate::checkpoint::Memory;
use crate::limits::Limits;
use crate::number;
use crate::output::{Failed, count, say};
use outplay_board::{Graph, InputError, Shape, is_planar};
use outplay_lab::bounds::{Kind, Line, Means, best_upper, table};
use serde_json::{Map, Value as Json, json};
use std::time::Duration;

/// Some numbers of middling graphs are beyond reach; the others should not wait
/// for them for ever.
const TIME: Duration = Duration::from_secs(30);

pub(crate) fn run(args: &BoundsArgs) -> Result<(), Failed> {
    let reading = Reading {
        format: args.search.common.format.as_deref(),
        ..Reading::default()
    };
    let mut settled = true;
    let memory = Memory::new(&args.search, "coloring");
    boards::for_each(&args.board, reading, |source| {
        settled &= answer(args, &memory, &source)?;
        Ok(())
    })?;
    memory.finish()?;
    match settled {
        true => Ok(()),
        false => Err(Failed::Unsettled("no number could be settled".to_owned())),
    }
}

/// Computes and prints everything about one graph; false if no number was settled.
fn answer(args: &BoundsArgs, memory: &Memory<'_>, source: &Source) -> Result<bool, Failed> {
    let Shape::Undirected(graph) = &source.board.shape else {
        let error = InputError::found("a digraph", "an undirected graph");
        return Err(error.in_source(source.name.as_str()).into());
    };
    let limits = Limits::new(&args.search.common).or_time(TIME);
    let planar = is_planar(graph);
    let effort = number::by_search(memory)?;
    let marking = memory.new_table();
    let lines = limits.run(|budget| {
        let means = Means {
            effort: &effort,
            marking: &marking,
            budget,
            time: args.search.common.time_limit.unwrap_or(TIME),
        };
        table(graph, planar, &means, &mut |_| {})
    })?;
    let settled = lines
        .iter()
        .any(|line| line.kind == Kind::Number && line.known.is_exact());
    if args.search.common.json {
        let seconds = limits.elapsed().as_secs_f64();
        say(to_json(source, graph, planar, &lines, seconds).to_string())?;
    } else {
        print(source, graph, planar, &lines)?;
    }
    Ok(settled)
}

fn to_json(source: &Source, graph: &Graph, planar: bool, lines: &[Line], seconds: f64) -> Json {
    let mut json = Map::new();
    json.insert("board".into(), json!(source.name));
    if let Some(index) = source.index {
        json.insert("index".into(), json!(index));
    }
    json.insert("vertices".into(), json!(graph.vertex_count()));
    json.insert("edges".into(), json!(graph.edge_count()));
    json.insert("planar".into(), json!(planar));
    for line in lines {
        let exact = line.known.is_exact();
        let value = line.value();
        let mut entry = Map::new();
        entry.insert("value".into(), json!(value));
        entry.insert("exact".into(), json!(exact));
        if value.is_none() {
            entry.insert("lower".into(), json!(line.known.lower));
            entry.insert("upper".into(), json!(line.known.upper));
        }
        if !exact {
            entry.insert("reason".into(), json!(line.known.reason));
        }
        entry.insert("from".into(), json!(line.from));
        json.insert(line.name.into(), Json::Object(entry));
    }
    let (value, by) = best_upper(lines);
    let by: Vec<&str> = by.iter().map(|line| line.name).collect();
    json.insert("best_upper".into(), json!({ "value": value, "by": by }));
    json.insert("seconds".into(), json!(seconds));
    Json::Object(json)
}

fn print(source: &Source, graph: &Graph, planar: bool, lines: &[Line]) -> Result<(), Failed> {
    say(format!(
        "bounds on {} ({}, {}, {})",
        source.title(),
        count(graph.vertex_count() as u64, "vertex"),
        count(graph.edge_count() as u64, "edge"),
        if planar { "planar" } else { "not planar" },
    ))?;
    let value = |line: &Line| {
        let known = &line.known;
        match line.kind {
            Kind::Number if known.is_exact() => format!("= {}", known.upper),
            Kind::Number => format!("unknown ({}..{})", known.lower, known.upper),
            Kind::Lower => format!("≥ {}", known.upper),
            Kind::Upper => format!("≤ {}", known.upper),
        }
    };
    let width = |text: &dyn Fn(&Line) -> usize| lines.iter().map(text).max().unwrap_or(0);
    let titles = width(&|line| line.title.chars().count());
    let values = width(&|line| value(line).chars().count());
    for line in lines {
        let (title, value) = (line.title, value(line));
        say(format!("  {title:titles$}  {value:values$}  {}", line.from))?;
    }
    let (least, by) = best_upper(lines);
    let by: Vec<&str> = by.iter().map(|line| line.title).collect();
    say(format!(
        "  χ_g ≤ {least} without a search of the game: {}.",
        by.join(", ")
    ))?;
    Ok(())
}
