//! `outplay number`: a number of a graph.

use crate::args::{NumberArgs, NumberName};
use crate::boards::{self, Reading, Source};
use crate::checkpoint::Memory;
use crate::limits::Limits;
use crate::output::{Failed, all_settled, say};
use outplay_board::{Graph, InputError, Shape, numbers};
use outplay_engine::Outcome;
use outplay_games::{AnyGame, Coloring, Effort, Failure, Side};
use serde_json::{Map, Value as Json, json};

pub(crate) fn run(args: &NumberArgs) -> Result<(), Failed> {
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
    all_settled(settled)
}

/// What is known of a number: exact if the bounds meet.
struct Known {
    lower: u32,
    upper: u32,
    reason: Option<String>,
}

/// Computes and prints one number; false if only bounds are known.
fn answer(args: &NumberArgs, memory: &Memory<'_>, source: &Source) -> Result<bool, Failed> {
    let Shape::Undirected(graph) = &source.board.shape else {
        let error = InputError::found("a digraph", "an undirected graph");
        return Err(error.in_source(source.name.as_str()).into());
    };
    let limits = Limits::new(&args.search.common);
    let known = match args.name {
        NumberName::Chromatic => graph_number(&limits, graph, numbers::chromatic),
        NumberName::Edcn => graph_number(&limits, graph, numbers::edcn),
        NumberName::Acyclic => graph_number(&limits, graph, numbers::acyclic),
        NumberName::Col2 => graph_number(&limits, graph, numbers::col2),
        NumberName::GameChromatic => game_chromatic(args, memory, source, graph, &limits)?,
    };
    let exact = known.lower == known.upper;
    let seconds = limits.elapsed().as_secs_f64();
    if args.search.common.json {
        let mut json = Map::new();
        json.insert("name".into(), json!(args.name.word()));
        json.insert("board".into(), json!(source.name));
        if let Some(index) = source.index {
            json.insert("index".into(), json!(index));
        }
        if args.name == NumberName::GameChromatic {
            json.insert("first".into(), json!(args.first.word()));
            json.insert("pass".into(), json!(args.pass.word()));
        }
        json.insert("value".into(), json!(exact.then_some(known.upper)));
        json.insert("exact".into(), json!(exact));
        if !exact {
            json.insert("lower".into(), json!(known.lower));
            json.insert("upper".into(), json!(known.upper));
            json.insert("reason".into(), json!(known.reason));
        }
        json.insert("seconds".into(), json!(seconds));
        say(Json::Object(json).to_string())?;
    } else {
        let name = args.name.word();
        let board = source.title();
        say(match &known.reason {
            _ if exact => format!("{name} {board}: {}", known.upper),
            Some(reason) => format!(
                "{name} {board}: unknown, from {} to {} ({reason})",
                known.lower, known.upper
            ),
            None => format!(
                "{name} {board}: unknown, from {} to {}",
                known.lower, known.upper
            ),
        })?;
    }
    Ok(exact)
}

fn graph_number(
    limits: &Limits,
    graph: &Graph,
    number: fn(&Graph, &dyn Fn() -> bool) -> numbers::Number,
) -> Known {
    let found = limits.run(|_| number(graph, &|| limits.ran_out().is_some()));
    let reason = match limits.ran_out() {
        Some(why) => why.to_string(),
        None => "too large to settle exactly".to_owned(),
    };
    Known {
        lower: found.lower,
        upper: found.upper,
        reason: Some(reason),
    }
}

/// The least k with which Alice wins. Whether a win with k colours always means
/// a win with k + 1 is an open question, so every k is asked in turn.
fn game_chromatic(
    args: &NumberArgs,
    memory: &Memory<'_>,
    source: &Source,
    graph: &Graph,
    limits: &Limits,
) -> Result<Known, Failed> {
    let pass = args.pass.pass();
    let first = args.first.side();
    // With more colours than neighbours no vertex is ever in danger.
    let upper = graph.max_degree() as u32 + 1;
    if graph.vertex_count() == 0 {
        return Ok(Known {
            lower: 0,
            upper: 0,
            reason: None,
        });
    }
    // Only the winner counts here, so the search is quicker even where the digraph is small.
    let effort = Effort {
        explore_most: 0.0,
        ..memory.effort()?
    };
    for k in 1..upper {
        let game = Coloring::new(&source.board, k, first, pass)
            .map_err(|error| error.in_source(source.name.as_str()))?;
        let start = AnyGame::start(&game);
        let settled = limits.run(|budget| {
            let analysis = game.analyse(&start, &effort, budget)?;
            analysis.value(&start, budget)
        });
        let mover_wins = match settled {
            Ok(value) => value.outcome == Outcome::Win,
            Err(Failure::Stopped(stopped)) => {
                return Ok(Known {
                    lower: k,
                    upper,
                    reason: Some(stopped.to_string()),
                });
            }
            Err(failure) => return Err(failure.into()),
        };
        if mover_wins == (first == Side::Alice) {
            return Ok(Known {
                lower: k,
                upper: k,
                reason: None,
            });
        }
    }
    Ok(Known {
        lower: upper,
        upper,
        reason: None,
    })
}
