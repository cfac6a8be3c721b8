//! `outplay number`: a number of a graph.

use crate::args::{NumberArgs, NumberName};
use crate::boards::{self, Reading, Source};
use crate::checkpoint::Memory;
use crate::limits::Limits;
use crate::output::{Failed, all_settled, say};
use outplay_board::{Board, Graph, InputError, Shape, numbers};
use outplay_engine::Outcome;
use outplay_engine::search::SearchOptions;
use outplay_games::marking::{GameColoring, game_coloring as game_coloring_of};
use outplay_games::{AnyGame, Coloring, Effort, Failure, Pass, Side};
use serde_json::{Map, Value as Json, json};
use std::ops::RangeInclusive;

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
pub(crate) struct Known {
    pub(crate) lower: u32,
    pub(crate) upper: u32,
    /// Why the bounds do not meet.
    pub(crate) reason: Option<String>,
}

impl Known {
    pub(crate) fn is_exact(&self) -> bool {
        self.lower == self.upper
    }
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
        NumberName::GameColoring => game_coloring(graph, args.first.side(), memory, &limits),
        NumberName::GameChromatic => {
            // With more colours than neighbours no vertex is ever in danger.
            let upper = match graph.vertex_count() {
                0 => 0,
                _ => graph.max_degree() as u32 + 1,
            };
            let (first, pass) = (args.first.side(), args.pass.pass());
            let (board, effort) = (&source.board, by_search(memory)?);
            game_chromatic(board, first, pass, &effort, upper.min(1)..=upper, &limits)
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

pub(crate) fn graph_number(
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

/// Where only the winner counts, the search is quicker even if the digraph is small.
pub(crate) fn by_search(memory: &Memory<'_>) -> Result<Effort, Failed> {
    Ok(Effort {
        explore_most: 0.0,
        ..memory.effort()?
    })
}

/// The least k with which Alice wins the marking game.
pub(crate) fn game_coloring(
    graph: &Graph,
    first: Side,
    memory: &Memory<'_>,
    limits: &Limits,
) -> Known {
    let table = memory.new_table();
    let options = SearchOptions {
        threads: memory.threads(),
    };
    let alice_first = first == Side::Alice;
    let found = limits.run(|budget| game_coloring_of(graph, alice_first, &table, &options, budget));
    let (known, reason) = match found {
        Ok(known) => (known, known.stopped.map(|why| why.to_string())),
        Err(too_large) => (GameColoring::at_once(graph), Some(too_large.to_string())),
    };
    Known {
        lower: known.lower,
        upper: known.upper,
        reason,
    }
}

/// The moves of a position of the colouring game take time in proportion to this;
/// beyond, not even the size of the game can be told in good time.
const MOST_WORK: usize = 20_000_000;

/// The least k with which Alice wins, known to lie in a range. Whether a win with
/// k colours always means a win with k + 1 is an open question, so every k is
/// asked in turn.
pub(crate) fn game_chromatic(
    board: &Board,
    first: Side,
    pass: Pass,
    effort: &Effort,
    range: RangeInclusive<u32>,
    limits: &Limits,
) -> Result<Known, InputError> {
    let (lower, upper) = range.into_inner();
    let mut known = Known {
        lower,
        upper,
        reason: None,
    };
    while known.lower < upper {
        let work = board.vertex_count() * known.lower as usize * board.edge_count();
        if known.lower > u8::MAX.into() || work > MOST_WORK {
            known.reason = Some("the board is too large for the game".to_owned());
            break;
        }
        let game = Coloring::new(board, known.lower, first, pass)?;
        let start = AnyGame::start(&game);
        let settled = limits.run(|budget| {
            let analysis = game.analyse(&start, effort, budget)?;
            analysis.value(&start, budget)
        });
        match settled {
            Ok(value) if (value.outcome == Outcome::Win) == (first == Side::Alice) => {
                known.upper = known.lower;
                break;
            }
            Ok(_) => known.lower += 1,
            Err(Failure::Stopped(stopped)) => {
                known.reason = Some(stopped.to_string());
                break;
            }
            Err(Failure::Input(error)) => return Err(error),
        }
    }
    Ok(known)
}
