//! `outplay solve`: who wins.

use crate::args::{CommonArgs, GameArgs, SetupArgs, SolveArgs};
use crate::boards::{self, Reading, Source};
use crate::checkpoint::Memory;
use crate::limits::{Limits, memory_limit};
use crate::output::{Failed, all_settled, count, grouped, parameter_words, say, title};
use crate::steps;
use outplay_board::{Board, Digraph, Graph, InputError, Shape};
use outplay_engine::{Labels, Outcome, Stopped, grundy, label};
use outplay_games::registry;
use outplay_games::{AnyGame, Failure, MoveValue, NamedMove, Value};
use outplay_lab::lesson;
use outplay_lab::setup::{self, NotReady};
use outplay_lab::theory;
use serde_json::{Map, Value as Json, json};

pub(crate) fn run(args: &SolveArgs) -> Result<(), Failed> {
    if args.all || args.game.setup.game == "token" && !args.steps && args.game.setup.at.is_none() {
        return solve_token(args);
    }
    let mut settled = true;
    let memory = Memory::new(&args.game.search, &args.game.setup.game);
    for_each_game(&args.game, |source, game| {
        settled &= solve_one(args, &memory, source, game)?;
        Ok(())
    })?;
    memory.finish()?;
    all_settled(settled)
}

/// Opens the game on every board of the argument.
pub(crate) fn for_each_game(
    args: &GameArgs,
    mut each: impl FnMut(&Source, &dyn AnyGame) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let common = &args.search.common;
    for_each_setup(
        args.setup.without_choice()?,
        common,
        |source, entry, options| {
            let game = (entry.open)(&source.board, options);
            let game = game.map_err(|error| error.in_source(source.name.as_str()))?;
            each(source, game.as_ref())
        },
    )
}

/// Everything that it takes to open the game, on every board of the argument.
pub(crate) fn for_each_setup(
    setup: &SetupArgs,
    common: &CommonArgs,
    mut each: impl FnMut(&Source, &registry::Entry, &registry::Options) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let entry = registry::find(&setup.game)?;
    if !entry.on_board {
        if let Some(board) = &setup.board {
            let found = format!("board '{board}'");
            let expected = format!("no board, because '{}' is not played on one", entry.name);
            return Err(InputError::found(found, expected).into());
        }
        let source = Source {
            name: String::new(),
            index: None,
            drawn: false,
            board: Board::undirected(Graph::new(0, [])?),
        };
        return each(&source, entry, &setup.options());
    }
    boards::for_each(
        board_argument(setup)?,
        reading(setup, common),
        |mut source| {
            let mut options = setup.options();
            make_ready(entry, &mut source, setup, &mut options, common)?;
            each(&source, entry, &options)
        },
    )
}

/// Adds what the game needs and was not said.
fn make_ready(
    entry: &registry::Entry,
    source: &mut Source,
    args: &SetupArgs,
    options: &mut registry::Options,
    common: &CommonArgs,
) -> Result<(), Failed> {
    let limits = Limits::new(common);
    let (board, outer) = (&mut source.board, args.outer.as_deref());
    let stop = || limits.ran_out().is_some();
    let ready =
        limits.run(|_| setup::make_ready(entry.name, board, source.drawn, outer, options, &stop));
    match ready {
        Ok(Some(origin)) => boards::remark_on(source, origin, common.quiet),
        Ok(None) => {}
        Err(NotReady::Input(error)) => return Err(error.in_source(source.name.as_str()).into()),
        Err(NotReady::Colors) => return Err(Failed::Unsettled(NotReady::Colors.to_string())),
    }
    Ok(())
}

pub(crate) fn board_argument(setup: &SetupArgs) -> Result<&str, InputError> {
    setup.board.as_deref().ok_or_else(|| {
        InputError::new(format!(
            "the board is missing: try 'outplay solve {} petersen', or - for standard input",
            setup.game
        ))
    })
}

fn reading<'a>(setup: &SetupArgs, common: &'a CommonArgs) -> Reading<'a> {
    Reading {
        format: common.format.as_deref(),
        directed: setup.game == "token",
        memory: (setup.game == "token").then(|| memory_limit(common)),
    }
}

/// Settles one game and prints the answer; false if a limit ran out.
fn solve_one(
    args: &SolveArgs,
    memory: &Memory<'_>,
    source: &Source,
    game: &dyn AnyGame,
) -> Result<bool, Failed> {
    let name = args.game.setup.game.as_str();
    if args.grundy && !game.is_impartial() {
        return Err(InputError::new(format!(
            "--grundy: '{name}' is not impartial, so its positions have no Grundy values"
        ))
        .into());
    }
    let as_json = args.game.search.common.json;
    let limits = Limits::new(&args.game.search.common);
    let mut answer = Answer::new(name, source, game.parameters());
    let position = match &args.game.setup.at {
        Some(text) => {
            let position = game.position(text)?;
            answer.heading += &format!(", at {position}");
            answer.put("position", position.clone());
            answer.put("to_move", game.player_name(game.to_move(&position)?));
            position
        }
        None => game.start(),
    };
    if !args.steps
        && let Some(value) = theory::value(game, &position)?
    {
        tell(args, game, &position, value, &mut answer)?;
        answer.effort(0, limits.elapsed().as_secs_f64());
        return answer.print(as_json).map(|()| true);
    }
    let effort = args.game.effort(memory, args.grundy)?;
    let key = if name == "token" { "outcome" } else { "winner" };
    let analysis = match limits.run(|budget| game.analyse(&position, &effort, budget)) {
        Ok(analysis) => analysis,
        Err(Failure::Stopped(stopped)) => {
            answer.give_up(key, &stopped, limits.elapsed().as_secs_f64());
            answer.print(as_json)?;
            return Ok(false);
        }
        Err(failure) => return Err(failure.into()),
    };
    let note = || {
        let moves = analysis.known_moves(&position).unwrap_or_default();
        let known = moves.iter().filter(|m| m.value.is_some()).count();
        let line = analysis.line(&position, SHOWN_LINE).unwrap_or_default();
        let line: String = line.iter().map(|mv| format!(" {}", mv.text)).collect();
        format!(
            ", table {:.0} % full, {known} of {} first moves settled{}{line}",
            100.0 * effort.table.fill(),
            moves.len(),
            if line.is_empty() { "" } else { ", at" }
        )
    };
    let value = match limits.run_noting(&note, |budget| analysis.value(&position, budget)) {
        Ok(value) => value,
        Err(Failure::Stopped(stopped)) => {
            answer.give_up(key, &stopped, limits.elapsed().as_secs_f64());
            answer.tell_known(analysis.known_moves(&position)?);
            answer.print(as_json)?;
            return Ok(false);
        }
        Err(failure) => return Err(failure.into()),
    };
    // With a search, the value of every move can be far more work than the verdict.
    let moves = match analysis.is_complete() {
        true => Some(analysis.known_moves(&position)?),
        false => None,
    };
    let positions = analysis.positions();
    let seconds = limits.elapsed().as_secs_f64();
    tell(args, game, &position, value, &mut answer)?;
    if let Some(moves) = moves {
        let wins = |m: &MoveValue| m.value.is_some_and(|v| v.outcome == Outcome::Win);
        let winning: Vec<_> = moves.into_iter().filter(wins).map(|m| m.mv).collect();
        let list: Vec<Json> = winning.iter().map(|mv| mv.json.clone()).collect();
        answer.put("winning_moves", list);
        if !winning.is_empty() {
            let texts: Vec<&str> = winning.iter().map(|mv| mv.text.as_str()).collect();
            answer.text.push(winning_line(&texts));
        }
    }
    answer.effort(positions, seconds);
    if !args.steps {
        return answer.print(as_json).map(|()| true);
    }
    let rounds = limits.run(|budget| lesson::rounds(game, budget))?;
    if as_json {
        answer.put("steps", steps::json(&rounds));
    }
    answer.print(as_json)?;
    if !as_json {
        steps::print(&rounds)?;
    }
    Ok(true)
}

/// How many moves of the current line of play the progress line shows.
const SHOWN_LINE: usize = 4;

/// Writes the verdict into the answer.
fn tell(
    args: &SolveArgs,
    game: &dyn AnyGame,
    position: &str,
    value: Value,
    answer: &mut Answer,
) -> Result<(), Failed> {
    let to_move = game.to_move(position)?;
    let winner = match value.outcome {
        Outcome::Win => Some(to_move),
        Outcome::Lose => Some(to_move.other()),
        Outcome::Draw => None,
    };
    if args.game.setup.game == "token" {
        answer.put("outcome", outcome_word(value.outcome));
    } else {
        answer.put("winner", winner.map(|winner| game.player_name(winner)));
    }
    if value.remoteness.is_some() || value.outcome == Outcome::Draw {
        answer.put("remoteness", value.remoteness);
    }
    answer.text.push(verdict_line(
        winner.map(|winner| game.player_name(winner)),
        args.game
            .setup
            .at
            .as_ref()
            .map(|_| game.player_name(to_move)),
        value.remoteness,
    ));
    if args.grundy {
        answer.put("grundy", value.grundy);
        answer.text.push(match value.grundy {
            Some(grundy) => format!("Grundy value {grundy}."),
            None => "No Grundy value, because play can go on for ever.".to_owned(),
        });
    }
    Ok(())
}

pub(crate) fn verdict_line(
    winner: Option<&str>,
    to_move: Option<&str>,
    moves: Option<u32>,
) -> String {
    let turn = to_move.map_or(String::new(), |name| format!(" ({name} to move)"));
    let lasts = match moves {
        Some(0) => ", the game is over".to_owned(),
        Some(n) => format!(" in {}", count(n.into(), "move")),
        None => String::new(),
    };
    match winner {
        Some(winner) => format!("{} wins{lasts}{turn}.", title(winner)),
        None => format!("A draw: neither player can force a win{turn}."),
    }
}

/// Token games at any size: the board is its own state digraph.
fn solve_token(args: &SolveArgs) -> Result<(), Failed> {
    if args.game.setup.game != "token" {
        let found = format!("--all with '{}'", args.game.setup.game);
        return Err(InputError::found(found, "the game 'token'").into());
    }
    if args.game.setup.start.is_none() && !args.all {
        let message = "--start is missing: say where the token starts, or --all for every vertex";
        return Err(InputError::new(message).into());
    }
    let as_json = args.game.search.common.json;
    boards::for_each(
        board_argument(&args.game.setup)?,
        reading(&args.game.setup, &args.game.search.common),
        |mut source| {
            let limits = Limits::new(&args.game.search.common);
            let start = match &args.game.setup.start {
                Some(text) => Some(source.board.vertex_named(text).ok_or_else(|| {
                    let expected = match source.board.vertex_count() {
                        0 => "none, because the board is empty".to_owned(),
                        n => format!(
                            "a vertex from {} to {}",
                            source.board.name(0),
                            source.board.name(n as u32 - 1)
                        ),
                    };
                    InputError::found(format_args!("vertex '{text}' for --start"), expected)
                        .in_source(source.name.as_str())
                })?),
                None => None,
            };
            let digraph = take_digraph(&mut source.board);
            let labels = label(&digraph, |_| false);
            let parameters = start.map(|v| ("start", json!(source.board.name(v))));
            source.board.shape = Shape::Directed(digraph);
            let mut answer = Answer::new("token", &source, parameters.into_iter().collect());
            if let Some(v) = start {
                let Shape::Directed(digraph) = &source.board.shape else {
                    unreachable!("set above")
                };
                tell_token(args, &source.board, digraph, &labels, v, &mut answer);
            }
            if args.all {
                let [win, lose, draw] = labels.counts();
                answer.put("labels", json!({ "win": win, "lose": lose, "draw": draw }));
                let [win, lose, draw] = [win, lose, draw].map(|n| grouped(n as u64));
                answer.text.push(format!(
                    "All vertices: {win} won, {lose} lost, {draw} drawn for the player to move."
                ));
            }
            if let Some(path) = &args.output {
                let names = source.board.names.as_ref();
                let name = |v: u32| names.map(|names| names[v as usize].clone());
                outplay_tables::write_labels(path.as_ref(), &labels, &name)
                    .map_err(|error| InputError::new(error.to_string()).in_source(path.as_str()))?;
                answer.text.push(format!("Labels written to {path}."));
                answer.put("output", path.as_str());
            }
            answer.effort(labels.len() as u64, limits.elapsed().as_secs_f64());
            answer.print(as_json)
        },
    )
}

/// The digraph of a board, leaving an empty one, so that a large one is not held twice.
fn take_digraph(board: &mut Board) -> Digraph {
    let empty = Shape::Directed(Digraph::from_rows(vec![0], Vec::new()));
    match std::mem::replace(&mut board.shape, empty) {
        Shape::Directed(digraph) => digraph,
        Shape::Undirected(graph) => (&graph).into(),
    }
}

fn tell_token(
    args: &SolveArgs,
    board: &Board,
    digraph: &Digraph,
    labels: &Labels,
    start: u32,
    answer: &mut Answer,
) {
    let outcome = labels.outcome(start);
    let remoteness = labels.remoteness(start);
    answer.put("outcome", outcome_word(outcome));
    answer.put("remoteness", remoteness);
    let winner = match outcome {
        Outcome::Win => Some("first"),
        Outcome::Lose => Some("second"),
        Outcome::Draw => None,
    };
    answer.text.push(verdict_line(winner, None, remoteness));
    if args.grundy {
        let value = grundy(digraph).map(|values| values[start as usize]);
        answer.put("grundy", value);
        answer.text.push(match value {
            Some(value) => format!("Grundy value {value}."),
            None => "No Grundy values, because the digraph has a cycle.".to_owned(),
        });
    }
    let winning: Vec<String> = digraph
        .successors(start)
        .iter()
        .filter(|&&w| labels.outcome(w) == Outcome::Lose)
        .map(|&w| board.name(w))
        .collect();
    if !winning.is_empty() {
        let moves: Vec<&str> = winning.iter().map(String::as_str).collect();
        answer.text.push(winning_line(&moves));
    }
    answer.put("winning_moves", winning);
}

/// What `solve` says about one game, in both forms.
pub(crate) struct Answer {
    pub(crate) heading: String,
    json: Map<String, Json>,
    pub(crate) text: Vec<String>,
}

impl Answer {
    /// The game, its board and its parameters.
    pub(crate) fn new(name: &str, source: &Source, parameters: Vec<(&'static str, Json)>) -> Self {
        let mut json = Map::new();
        json.insert("game".into(), json!(name));
        let mut heading = name.to_owned();
        if !source.name.is_empty() {
            let (vertices, edges) = (source.board.vertex_count(), source.board.edge_count());
            json.insert("board".into(), json!(source.name));
            if let Some(index) = source.index {
                json.insert("index".into(), json!(index));
            }
            json.insert("vertices".into(), json!(vertices));
            json.insert("edges".into(), json!(edges));
            let edge = match source.board.shape {
                Shape::Undirected(_) => "edge",
                Shape::Directed(_) => "arc",
            };
            heading += &format!(
                " on {} ({}, {})",
                source.title(),
                count(vertices as u64, "vertex"),
                count(edges as u64, edge)
            );
        }
        for phrase in parameter_words(&parameters) {
            heading += &format!(", {phrase}");
        }
        for (key, value) in parameters {
            json.insert(key.into(), value);
        }
        Self {
            heading,
            json,
            text: Vec::new(),
        }
    }

    pub(crate) fn put(&mut self, key: &str, value: impl Into<Json>) {
        self.json.insert(key.into(), value.into());
    }

    fn effort(&mut self, positions: u64, seconds: f64) {
        self.put("positions", positions);
        self.put("seconds", seconds);
        self.put("exact", true);
        self.text.push(match positions {
            0 => "Settled by theory.".to_owned(),
            n => format!("{} looked at in {seconds:.2} s.", count(n, "position")),
        });
    }

    pub(crate) fn give_up(&mut self, key: &str, stopped: &Stopped, seconds: f64) {
        self.put(key, Json::Null);
        self.put("positions", stopped.positions);
        self.put("seconds", seconds);
        self.put("exact", false);
        self.put("reason", stopped.to_string());
        self.text.push(format!("Unknown: {stopped}."));
    }

    /// What is known of single moves although the whole is not settled.
    fn tell_known(&mut self, moves: Vec<MoveValue>) {
        let all = moves.len();
        let known: Vec<(&NamedMove, &str)> = moves
            .iter()
            .filter_map(|m| Some((&m.mv, outcome_word(m.value?.outcome))))
            .collect();
        let list = known
            .iter()
            .map(|(mv, verdict)| json!({ "move": mv.json, "verdict": verdict }));
        self.put("known_moves", list.collect::<Vec<Json>>());
        let words: Vec<String> = known
            .iter()
            .map(|(mv, verdict)| format!("{} {verdict}", mv.text))
            .collect();
        self.text.push(match words.len() {
            0 => format!("None of {} is settled.", count(all as u64, "first move")),
            n => format!(
                "Settled are {n} of {all} first moves: {}.",
                words.join(", ")
            ),
        });
    }

    pub(crate) fn print(self, as_json: bool) -> Result<(), Failed> {
        if as_json {
            return Ok(say(Json::Object(self.json).to_string())?);
        }
        say(&self.heading)?;
        for line in &self.text {
            say(format!("  {line}"))?;
        }
        Ok(())
    }
}

fn winning_line(moves: &[&str]) -> String {
    const SHOWN: usize = 12;
    let shown = moves[..moves.len().min(SHOWN)].join(", ");
    let more = match moves.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {} more", grouped(more as u64)),
    };
    let noun = if moves.len() == 1 { "move" } else { "moves" };
    format!("Winning {noun}: {shown}{more}.")
}

pub(crate) fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Lose => "lose",
        Outcome::Draw => "draw",
    }
}
