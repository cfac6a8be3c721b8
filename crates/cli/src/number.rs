//! `outplay number`: a number of a graph.

use crate::args::{NumberArgs, NumberName};
use crate::boards::{self, Reading, Source};
use crate::checkpoint::Memory;
use crate::limits::Limits;
use crate::output::{Failed, all_settled, say};
use outplay_board::{InputError, Shape, numbers};
use outplay_games::Effort;
use outplay_lab::bounds::{game_chromatic, game_coloring, graph_number};
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

/// Computes and prints one number; false if only bounds are known.
fn answer(args: &NumberArgs, memory: &Memory<'_>, source: &Source) -> Result<bool, Failed> {
    let Shape::Undirected(graph) = &source.board.shape else {
        let error = InputError::found("a digraph", "an undirected graph");
        return Err(error.in_source(source.name.as_str()).into());
    };
    let limits = Limits::new(&args.search.common);
    let of_graph = |number| limits.run(|_| graph_number(graph, number, &|| limits.ran_out()));
    let known = match args.name {
        NumberName::Chromatic => of_graph(numbers::chromatic),
        NumberName::Edcn => of_graph(numbers::edcn),
        NumberName::Acyclic => of_graph(numbers::acyclic),
        NumberName::Col2 => of_graph(numbers::col2),
        NumberName::GameColoring => {
            let (table, threads) = (memory.new_table(), memory.threads());
            let first = args.first.side();
            limits.run(|budget| game_coloring(graph, first, &table, threads, budget))
        }
        NumberName::GameChromatic => {
            // With more colours than neighbours no vertex is ever in danger.
            let upper = match graph.vertex_count() {
                0 => 0,
                _ => graph.max_degree() as u32 + 1,
            };
            let (first, pass) = (args.first.side(), args.pass.pass());
            let (board, effort) = (&source.board, by_search(memory)?);
            let range = upper.min(1)..=upper;
            limits
                .run(|budget| game_chromatic(board, first, pass, &effort, range, budget))
                .map_err(|error| error.in_source(source.name.as_str()))?
        }
    };
    let exact = known.is_exact();
    let seconds = limits.elapsed().as_secs_f64();
    if args.search.common.json {
        let mut json = Map::new();
        json.insert("name".into(), json!(args.name.word()));
        json.insert("board".into(), json!(source.name));
        if let Some(index) = source.index {
            json.insert("index".into(), json!(index));
        }
        if args.name.is_of_a_game() {
            json.insert("first".into(), json!(args.first.word()));
        }
        if args.name == NumberName::GameChromatic {
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

/// Where only the winner counts, the search is quicker even if the digraph is small.
pub(crate) fn by_search(memory: &Memory<'_>) -> Result<Effort, Failed> {
    Ok(Effort {
        explore_most: 0.0,
        ..memory.effort()?
    })
}
