//! Work: verdicts, hints, moves of players, explanations, state digraphs, numbers and
//! experiments. Everything here runs as a [`Job`].

use crate::api::App;
use crate::boards::BoardText;
use crate::jobs::{Asked, Job};
use crate::plain::{move_json, move_text, mover, undirected, view};
use crate::players;
use crate::problem::Problem;
use crate::setup::{First, Ready, Setup, check_work};
use axum::http::StatusCode;
use outplay_board::{InputError, is_planar};
use outplay_engine::{Budget, Outcome, Player, Stop, Stopped};
use outplay_games::{Analysis, AnyGame, Effort, Failure, MoveValue, Side, Value};
use outplay_lab::bounds::{self, Line, Means};
use outplay_lab::{
    self as lab, Kind, LabError, Meeting, NamedBoard, Row, Verdict, Work, lesson as lessons,
    results, theory,
};
use outplay_players::Resources;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use std::time::{Duration, Instant};

/// A question about a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct About {
    setup: Setup,
    position: Option<String>,
    #[serde(default)]
    grundy: bool,
    pub(crate) limits: Option<Asked>,
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Input(error) => error.into(),
            Failure::Stopped(stopped) => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, stopped.to_string())
            }
        }
    }
}

/// An opened game, for as long as the job runs.
struct Opened {
    ready: Ready,
    game: Box<dyn AnyGame>,
    position: String,
    effort: Effort,
}

fn make_ready(app: &App, job: &Job, setup: &Setup) -> Result<Ready, Problem> {
    let ready = setup.ready(app.limits, &|| job.stop(0).is_some())?;
    if matches!(ready.entry.name, "coloring" | "edge") {
        check_work(&ready.source.board, ready.options.colors)?;
    }
    Ok(ready)
}

fn open(app: &App, job: &Job, setup: &Setup, position: Option<&str>) -> Result<Opened, Problem> {
    let ready = make_ready(app, job, setup)?;
    let game = ready.open()?;
    let position = match position {
        Some(text) => game.position(text)?,
        None => game.start(),
    };
    Ok(Opened {
        effort: job.effort(ready.entry.name),
        ready,
        game,
        position,
    })
}

impl Opened {
    /// What every answer about a game begins with.
    fn heading(&self) -> Map<String, Json> {
        let mut answer = Map::new();
        answer.insert("game".into(), json!(self.ready.entry.name));
        if self.ready.entry.on_board {
            let board = &self.ready.source.board;
            answer.insert("board".into(), json!(self.ready.source.name));
            answer.insert("vertices".into(), json!(board.vertex_count()));
            answer.insert("edges".into(), json!(board.edge_count()));
        }
        for (key, value) in self.game.parameters() {
            answer.insert(key.into(), value);
        }
        answer.insert("position".into(), json!(self.position));
        answer
    }

    fn must_be_impartial(&self, grundy: bool) -> Result<(), InputError> {
        match grundy && !self.game.is_impartial() {
            true => Err(InputError::new(format!(
                "grundy: '{}' is not impartial, so its positions have no Grundy values",
                self.ready.entry.name
            ))),
            false => Ok(()),
        }
    }
}

fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Lose => "lose",
        Outcome::Draw => "draw",
    }
}

fn winner_of(to_move: Player, outcome: Outcome) -> Option<Player> {
    match outcome {
        Outcome::Win => Some(to_move),
        Outcome::Lose => Some(to_move.other()),
        Outcome::Draw => None,
    }
}

/// Who wins, and a line of play that shows it.
pub(crate) fn solve(app: &App, job: &Job, asked: About) -> Result<Json, Problem> {
    let mut opened = open(app, job, &asked.setup, asked.position.as_deref())?;
    opened.must_be_impartial(asked.grundy)?;
    opened.effort.grundy = asked.grundy;
    let (game, position, effort) = (&*opened.game, opened.position.as_str(), &opened.effort);
    let to_move = game.to_move(position)?;
    let mut answer = opened.heading();
    answer.insert("to_move".into(), json!(game.player_name(to_move)));
    if let Some(value) = theory::value(game, position)? {
        tell(&mut answer, game, to_move, value, asked.grundy);
        finish(&mut answer, 0, job);
        return Ok(answer.into());
    }
    let stop = |positions| job.stop(positions);
    let budget = job.budget(&stop);
    let analysis = match game.analyse(position, effort, &budget) {
        Ok(analysis) => analysis,
        Err(Failure::Stopped(stopped)) => return Ok(unknown(answer, &stopped, job)),
        Err(failure) => return Err(failure.into()),
    };
    let noted = std::cell::Cell::new(0.0);
    let noting = |positions| {
        let seconds = job.seconds();
        if seconds > noted.get() + 0.5 {
            noted.set(seconds);
            job.note(note(&*analysis, position, effort));
        }
        job.stop(positions)
    };
    let value = match analysis.value(position, &job.budget(&noting)) {
        Ok(value) => value,
        Err(Failure::Stopped(stopped)) => {
            let known = analysis.known_moves(position)?;
            let known = known.iter().filter(|m| m.value.is_some());
            let known: Vec<Json> = known.map(|m| move_value(m, false)).collect();
            answer.insert("known_moves".into(), known.into());
            return Ok(unknown(answer, &stopped, job));
        }
        Err(failure) => return Err(failure.into()),
    };
    tell(&mut answer, game, to_move, value, asked.grundy);
    if analysis.is_complete() {
        let wins = |m: &MoveValue| m.value.is_some_and(|v| v.outcome == Outcome::Win);
        let moves = analysis.known_moves(position)?.into_iter().filter(wins);
        let moves: Vec<Json> = moves.map(|m| m.mv.json).collect();
        answer.insert("winning_moves".into(), moves.into());
    }
    let positions = analysis.positions();
    finish(&mut answer, positions, job);
    let line = best_line(game, &*analysis, position, value, job)?;
    answer.insert("line".into(), line.into());
    Ok(answer.into())
}

/// How far a search has come.
fn note(analysis: &dyn Analysis, position: &str, effort: &Effort) -> String {
    let moves = analysis.known_moves(position).unwrap_or_default();
    let known = moves.iter().filter(|m| m.value.is_some()).count();
    format!(
        "table {:.0} % full, {known} of {} first moves settled",
        100.0 * effort.table.fill(),
        moves.len()
    )
}

fn tell(
    answer: &mut Map<String, Json>,
    game: &dyn AnyGame,
    to_move: Player,
    value: Value,
    grundy: bool,
) {
    let winner = winner_of(to_move, value.outcome).map(|winner| game.player_name(winner));
    answer.insert("outcome".into(), json!(outcome_word(value.outcome)));
    answer.insert("winner".into(), json!(winner));
    if value.remoteness.is_some() || value.outcome == Outcome::Draw {
        answer.insert("remoteness".into(), json!(value.remoteness));
    }
    if grundy {
        answer.insert("grundy".into(), json!(value.grundy));
    }
}

fn finish(answer: &mut Map<String, Json>, positions: u64, job: &Job) {
    answer.insert("positions".into(), json!(positions));
    answer.insert("seconds".into(), json!(job.seconds()));
    answer.insert("exact".into(), json!(true));
}

/// The answer when a limit ran out.
fn unknown(mut answer: Map<String, Json>, stopped: &Stopped, job: &Job) -> Json {
    answer.insert("outcome".into(), Json::Null);
    answer.insert("winner".into(), Json::Null);
    finish(&mut answer, stopped.positions, job);
    answer.insert("exact".into(), json!(false));
    answer.insert("reason".into(), json!(stopped.to_string()));
    answer.into()
}

/// The longest line of play that is shown.
const LONGEST_LINE: usize = 300;
/// Finding winning moves after the verdict may take so long.
const LINE_TIME: Duration = Duration::from_secs(2);

/// A line in which the winner always plays a winning move. It ends early where none is
/// found in time, or where play can go on for ever.
fn best_line(
    game: &dyn AnyGame,
    analysis: &dyn Analysis,
    start: &str,
    value: Value,
    job: &Job,
) -> Result<Vec<Json>, Problem> {
    let began = Instant::now();
    let stop = |positions| {
        let late = began.elapsed() > LINE_TIME;
        job.stop(positions)
            .or_else(|| late.then_some(Stop::Time(LINE_TIME.as_secs_f64())))
    };
    let budget = job.budget(&stop);
    let mut line = Vec::new();
    let mut position = start.to_owned();
    let mut wins = match value.outcome {
        Outcome::Win => true,
        Outcome::Lose => false,
        Outcome::Draw => return Ok(line),
    };
    while line.len() < LONGEST_LINE && game.result(&position)?.is_none() {
        let moves = analysis.known_moves(&position)?;
        let winning = |m: &&MoveValue| m.value.is_some_and(|v| v.outcome == Outcome::Win);
        let step = match moves.iter().find(winning) {
            Some(known) if wins => Some(known),
            _ if wins => winning_move(analysis, &moves, &budget)?,
            // Best first: the loser delays as long as possible.
            _ => moves.first(),
        };
        let Some(step) = step else {
            break;
        };
        line.push(json!({ "move": move_json(&step.mv), "to": step.to }));
        position.clone_from(&step.to);
        wins = !wins;
    }
    Ok(line)
}

/// The first move that turns out to win.
fn winning_move<'a>(
    analysis: &dyn Analysis,
    moves: &'a [MoveValue],
    budget: &Budget<'_>,
) -> Result<Option<&'a MoveValue>, Problem> {
    for step in moves.iter().filter(|m| m.value.is_none()) {
        match analysis.value(&step.to, budget) {
            Ok(value) if value.outcome == Outcome::Lose => return Ok(Some(step)),
            Ok(_) => {}
            Err(Failure::Stopped(_)) => return Ok(None),
            Err(failure) => return Err(failure.into()),
        }
    }
    Ok(None)
}

fn move_value(m: &MoveValue, grundy: bool) -> Json {
    let verdict = m
        .value
        .map_or("unknown", |value| outcome_word(value.outcome));
    let mut entry = json!({
        "move": m.mv.json,
        "text": m.mv.text,
        "verdict": verdict,
        "to": m.to,
    });
    if let Some(remoteness) = m.value.and_then(|value| value.remoteness) {
        entry["remoteness"] = remoteness.into();
    }
    if grundy {
        entry["grundy"] = json!(m.value.and_then(|value| value.grundy));
    }
    entry
}

/// Every legal move with its verdict, told one by one.
pub(crate) fn moves(app: &App, job: &Job, asked: About) -> Result<Json, Problem> {
    let mut opened = open(app, job, &asked.setup, asked.position.as_deref())?;
    opened.must_be_impartial(asked.grundy)?;
    opened.effort.grundy = asked.grundy;
    let (game, position) = (&*opened.game, opened.position.as_str());
    let tell = |m: &MoveValue| {
        let mut event = move_value(m, asked.grundy);
        event["move"] = move_json(&m.mv);
        event["event"] = "move".into();
        job.send(&event);
    };
    let stop = |positions| job.stop(positions);
    let budget = job.budget(&stop);
    let (mut moves, positions) = match game.analyse(position, &opened.effort, &budget) {
        Ok(analysis) => {
            let mut moves = analysis.known_moves(position)?;
            let mut stopped = false;
            for m in &mut moves {
                let unvalued = m.value.is_none() || asked.grundy && !analysis.is_complete();
                if unvalued && !stopped {
                    m.value = match analysis.value(&m.to, &budget) {
                        Ok(after) => Some(Value {
                            outcome: after.outcome.reversed(),
                            ..after
                        }),
                        Err(Failure::Stopped(_)) => None,
                        Err(failure) => return Err(failure.into()),
                    };
                    stopped = m.value.is_none();
                }
                if m.value.is_some() {
                    tell(m);
                }
            }
            (moves, analysis.positions())
        }
        Err(Failure::Stopped(stopped)) => (unsettled_moves(game, position)?, stopped.positions),
        Err(failure) => return Err(failure.into()),
    };
    moves.sort_by_key(|m| match m.value.map(|value| value.outcome) {
        Some(Outcome::Win) => 0,
        Some(Outcome::Draw) => 1,
        Some(Outcome::Lose) => 2,
        None => 3,
    });
    let to_move = game.to_move(position)?;
    Ok(json!({
        "position": position,
        "to_move": game.player_name(to_move),
        "moves": moves.iter().map(|m| move_value(m, asked.grundy)).collect::<Vec<_>>(),
        "exact": moves.iter().all(|m| m.value.is_some()),
        "positions": positions,
        "seconds": job.seconds(),
    }))
}

/// The legal moves, with nothing known about them.
fn unsettled_moves(game: &dyn AnyGame, position: &str) -> Result<Vec<MoveValue>, InputError> {
    let moves = game.moves(position)?.into_iter().map(|mv| {
        Ok(MoveValue {
            to: game.play(position, &mv.text)?,
            mv,
            value: None,
        })
    });
    moves.collect()
}

/// A question to a player.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Choose {
    setup: Setup,
    position: Option<String>,
    mover: Option<String>,
    /// How the position came about, for players that look back.
    #[serde(default)]
    moves: Vec<Json>,
    player: String,
    seed: Option<u64>,
    pub(crate) limits: Option<Asked>,
}

/// What a player chooses.
pub(crate) fn choose(app: &App, job: &Job, asked: Choose) -> Result<Json, Problem> {
    players::check(&asked.player)?;
    let opened = open(app, job, &asked.setup, asked.position.as_deref())?;
    let (game, position) = (&*opened.game, opened.position.as_str());
    let mover = mover(&asked.setup, game, position, asked.mover.as_deref())?;
    if game.result(position)?.is_some() {
        return Err(InputError::new("the game is over").into());
    }
    let moves = moves_to(game, &asked.moves, position)?;
    let from = match moves.is_empty() {
        true => position.to_owned(),
        false => game.start(),
    };
    let stop = || job.stop(0).is_some();
    let resources = Resources::new(job.jobs.bytes_each(), &stop);
    let setup = outplay_players::Setup {
        game: opened.ready.entry.name,
        board: &opened.ready.source.board,
        options: &opened.ready.options,
    };
    let mut answer = None;
    setup.seat(
        &asked.player,
        mover,
        asked.seed.unwrap_or(1),
        resources,
        &mut |seat| answer = Some((seat.choose(&from, &moves), seat.remarks().to_vec())),
    )?;
    let (choice, remarks) = answer.ok_or_else(Problem::internal)?;
    let Some(choice) = choice? else {
        let why = job.stop(0).unwrap_or(Stop::Interrupted);
        return Ok(json!({ "move": null, "reason": why.to_string() }));
    };
    let next = game.play(position, &choice.mv)?;
    let word = crate::plain::player_word(mover.other());
    let after = self::mover(&asked.setup, game, &next, Some(word))?;
    let mut answer = json!({
        "move": move_json(&game.named_move(&choice.mv)?),
        "view": view(game, &next, after)?,
        "seconds": job.seconds(),
    });
    if let Some(remark) = choice.remark {
        answer["remark"] = remark.into();
    }
    if !remarks.is_empty() {
        answer["remarks"] = remarks.into();
    }
    Ok(answer)
}

/// The moves from the start of the game to `position`, if they were said.
fn moves_to(game: &dyn AnyGame, said: &[Json], position: &str) -> Result<Vec<String>, InputError> {
    if said.is_empty() {
        return Ok(Vec::new());
    }
    let mut reached = game.start();
    let mut moves = Vec::with_capacity(said.len());
    for mv in said {
        let mv = move_text(mv);
        reached = game.play(&reached, &mv)?;
        moves.push(mv);
    }
    match reached == position {
        true => Ok(moves),
        false => Err(InputError::found(
            "moves that lead to another position",
            "the moves from the start of the game to the position",
        )),
    }
}

/// Why the winner wins.
pub(crate) fn explain(app: &App, job: &Job, asked: About) -> Result<Json, Problem> {
    let opened = open(app, job, &asked.setup, asked.position.as_deref())?;
    let (game, position) = (&*opened.game, opened.position.as_str());
    let mut answer = opened.heading();
    let to_move = game.to_move(position)?;
    answer.insert("to_move".into(), json!(game.player_name(to_move)));
    let stop = |positions| job.stop(positions);
    let found = match game.explain(position, &opened.effort, &job.budget(&stop)) {
        Ok(found) => found,
        Err(Failure::Stopped(stopped)) => {
            answer.insert("kind".into(), json!("unknown"));
            answer.insert("text".into(), json!(format!("Unknown: {stopped}.")));
            return Ok(unknown(answer, &stopped, job));
        }
        Err(failure) => return Err(failure.into()),
    };
    let winner = found.winner.map(|winner| game.player_name(winner));
    answer.insert("winner".into(), json!(winner));
    answer.insert("kind".into(), json!(found.kind));
    answer.insert("text".into(), json!(found.reason));
    let mut details = found.details;
    if let (Some(swaps), Some(text)) = (details.remove("involution"), details.remove("mirror")) {
        answer.insert("mirror".into(), json!({ "swaps": swaps, "text": text }));
    }
    for (key, value) in details {
        answer.insert(key, value);
    }
    finish(&mut answer, found.positions, job);
    Ok(answer.into())
}

/// A question about all positions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AllPositions {
    setup: Setup,
    position: Option<String>,
    #[serde(default)]
    symmetry: bool,
    most: Option<u64>,
    pub(crate) limits: Option<Asked>,
}

/// So many positions are drawn by default, and at most.
const USUAL_NODES: u64 = 400;
const MOST_NODES: u64 = 3000;
const MOST_ARCS: usize = 30_000;

/// The state digraph in layers.
pub(crate) fn digraph(app: &App, job: &Job, asked: AllPositions) -> Result<Json, Problem> {
    let opened = open(app, job, &asked.setup, asked.position.as_deref())?;
    let (game, position) = (&*opened.game, opened.position.as_str());
    let most = asked.most.unwrap_or(USUAL_NODES).min(MOST_NODES);
    let stop = |positions| job.stop(positions);
    let budget = Budget {
        positions: most,
        ..job.budget(&stop)
    };
    let too_many = || {
        InputError::found(
            format_args!("a game with more than {most} positions"),
            "a smaller one, a later position, or positions up to symmetry",
        )
    };
    let states = match game.state_digraph(Some(position), asked.symmetry, &budget) {
        Ok(states) => states,
        Err(Failure::Stopped(Stopped {
            why: Stop::Positions(_) | Stop::TooMany { .. },
            ..
        })) => return Err(too_many().into()),
        Err(failure) => return Err(failure.into()),
    };
    let (arcs, labels) = (states.digraph(), states.labels());
    if arcs.arc_count() > MOST_ARCS {
        return Err(too_many().into());
    }
    let start = states.index(position).unwrap_or(0);
    let places = outplay_draw::layered(arcs, start);
    let name = asked.setup.game.as_str();
    let nodes = arcs.vertices().map(|i| {
        let outcome = labels.outcome(i);
        let label = match (name, outcome) {
            (_, Outcome::Draw) => "D",
            ("token" | "coloring", Outcome::Win) => "W",
            ("token" | "coloring", Outcome::Lose) => "L",
            (_, Outcome::Win) => "N",
            (_, Outcome::Lose) => "P",
        };
        let place = places[i as usize];
        let to_move = states.to_move(i);
        let [first, second] = [Player::First, Player::Second].map(|p| game.player_name(p));
        let other = if to_move == first { second } else { first };
        let mut node = json!({
            "position": states.position(i),
            "layer": place.layer,
            "label": label,
            "to_move": to_move,
            "winner": match outcome {
                Outcome::Win => Some(to_move),
                Outcome::Lose => Some(other),
                Outcome::Draw => None,
            },
            "remoteness": labels.remoteness(i),
            "x": place.x,
            "y": place.y,
        });
        if let Some(values) = states.grundy() {
            node["grundy"] = values[i as usize].into();
        }
        node
    });
    let nodes: Vec<Json> = nodes.collect();
    let mut moves = Vec::with_capacity(arcs.arc_count());
    for a in arcs.vertices() {
        for (arc, &b) in arcs.arcs_of(a).zip(arcs.successors(a)) {
            moves.push(json!([a, b, states.arc_move(arc)]));
        }
    }
    Ok(json!({ "start": start, "nodes": nodes, "arcs": moves }))
}

/// How the labels of all positions are found.
pub(crate) fn lesson(app: &App, job: &Job, asked: AllPositions) -> Result<Json, Problem> {
    let opened = open(app, job, &asked.setup, asked.position.as_deref())?;
    let stop = |positions| job.stop(positions);
    let rounds = lessons::rounds(&*opened.game, &job.budget(&stop))?;
    let rounds = rounds.iter().map(|round| {
        let steps = round.steps.iter().map(
            |step| json!({ "position": step.position, "label": step.label, "why": step.because }),
        );
        json!({ "heading": round.heading, "steps": steps.collect::<Vec<_>>() })
    });
    Ok(json!({ "rounds": rounds.collect::<Vec<_>>() }))
}

/// A question about a graph.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Numbers {
    board: BoardText,
    pub(crate) limits: Option<Asked>,
}

fn row(line: &Line) -> Json {
    let mut row = json!({
        "name": line.name,
        "title": line.title,
        "kind": match line.kind {
            bounds::Kind::Number => "number",
            bounds::Kind::Lower => "lower",
            bounds::Kind::Upper => "upper",
        },
        "value": line.value(),
        "exact": line.known.is_exact(),
        "from": line.from,
    });
    if line.value().is_none() {
        row["lower"] = line.known.lower.into();
        row["upper"] = line.known.upper.into();
    }
    if !line.known.is_exact() {
        row["reason"] = json!(line.known.reason);
    }
    row
}

/// The numbers and bounds of the colouring game, told one by one.
pub(crate) fn numbers(app: &App, job: &Job, asked: Numbers) -> Result<Json, Problem> {
    let source = asked.board.read(app.limits, false)?;
    let graph = undirected(&source)?;
    let planar = is_planar(graph);
    let stop = |positions| job.stop(positions);
    let effort = Effort {
        explore_most: 0.0,
        ..job.effort("coloring")
    };
    let means = Means {
        effort: &effort,
        marking: &job.jobs.table("marking"),
        budget: &job.budget(&stop),
        time: job.time_left(),
    };
    let lines = bounds::table(graph, planar, &means, &mut |line| {
        let mut event = row(line);
        event["event"] = "row".into();
        job.send(&event);
    })?;
    let (best, by) = bounds::best_upper(&lines);
    let by: Vec<&str> = by.iter().map(|line| line.name).collect();
    Ok(json!({
        "board": source.name,
        "vertices": graph.vertex_count(),
        "edges": graph.edge_count(),
        "planar": planar,
        "rows": lines.iter().map(row).collect::<Vec<_>>(),
        "best_upper": { "value": best, "by": by },
        "seconds": job.seconds(),
    }))
}

/// Games between two players of the colouring game, on boards and with colours.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Experiment {
    board: Option<BoardText>,
    #[serde(default)]
    boards: Vec<BoardText>,
    colors: [u32; 2],
    games: u64,
    alice: String,
    bob: String,
    seed: Option<u64>,
    first: Option<First>,
    pub(crate) limits: Option<Asked>,
}

const MOST_BOARDS: u64 = 20;
const MOST_CELLS: u64 = 200;
const MOST_GAMES: u64 = 100_000;
/// Exact verdicts beside the shares, where they cost little.
const EXACT_POSITIONS: u64 = 200_000;
const EXACT_TIME: Duration = Duration::from_secs(1);

/// A board and a number of colours, and how the games went.
fn cell(row: &Row) -> Json {
    let (share, low, high) = row.share().unwrap_or((0.0, 0.0, 1.0));
    json!({
        "board": row.board,
        "colors": row.colors,
        "games": row.games,
        "wins": row.alice_wins,
        "share": share,
        "low": low,
        "high": high,
        "exact": match row.verdict {
            Verdict::Wins(Side::Alice) => Some("alice"),
            Verdict::Wins(Side::Bob) => Some("bob"),
            Verdict::Unknown | Verdict::Unasked => None,
        },
    })
}

/// How often Alice wins, cell by cell, as the command line's `experiment` has it.
pub(crate) fn experiment(app: &App, job: &Job, asked: Experiment) -> Result<Json, Problem> {
    players::check(&asked.alice)?;
    players::check(&asked.bob)?;
    let texts: Vec<&BoardText> = asked.board.iter().chain(&asked.boards).collect();
    let [from, to] = asked.colors;
    let within = |what: &str, n: u64, most: u64| match n {
        0 => Err(InputError::found(format_args!("no {what}"), "at least one")),
        n if n > most => Err(InputError::found(
            format_args!("{n} {what}"),
            format_args!("at most {most}"),
        )),
        _ => Ok(()),
    };
    within("boards", texts.len() as u64, MOST_BOARDS)?;
    within("games", asked.games, MOST_GAMES)?;
    let colors = (u64::from(to) + 1).saturating_sub(from.into());
    within("numbers of colours", colors, MOST_CELLS)?;
    within("cells", colors * texts.len() as u64, MOST_CELLS)?;
    let mut boards: Vec<NamedBoard> = Vec::new();
    for text in texts {
        let source = text.read(app.limits, false)?;
        check_work(&source.board, Some(to))?;
        boards.push(NamedBoard {
            name: source.name,
            board: source.board,
        });
    }
    let plan = |boards: Vec<NamedBoard>, colors: Vec<u32>| {
        let meeting = Meeting {
            first: asked.first.map_or(Side::Alice, First::side),
            alice: asked.alice.clone(),
            bobs: vec![asked.bob.clone()],
            games: asked.games,
            seed: asked.seed.unwrap_or(1),
        };
        lab::Experiment::new(Kind::Colors, boards, colors, meeting)
    };
    let whole = plan(boards.clone(), (from..=to).collect())?;
    let stop = || job.stop(0).is_some();
    let work = Work {
        threads: 1,
        memory: job.jobs.bytes_each(),
        exact_time: EXACT_TIME,
        exact_positions: EXACT_POSITIONS,
        stop: &stop,
    };
    let mut rows: Vec<Row> = Vec::new();
    let mut complete = true;
    for named in &boards {
        for colors in from..=to {
            let known = |row: &Row| row.board == named.name && row.colors == colors;
            if !complete || rows.iter().any(known) {
                continue;
            }
            let part = plan(vec![named.clone()], vec![colors])?;
            let found = part.run(None, &work, &mut |progress| {
                job.note(progress.doing.clone())
            });
            let found = match found {
                Ok(found) => found,
                Err(LabError::Input(error)) => return Err(error.into()),
                Err(LabError::Output(_)) => return Err(Problem::internal()),
            };
            complete = found.complete;
            for row in found.rows {
                let mut event = cell(&row);
                event["event"] = "cell".into();
                job.send(&event);
                rows.push(row);
            }
        }
    }
    Ok(json!({
        "cells": rows.iter().map(cell).collect::<Vec<_>>(),
        "complete": complete,
        "csv": results::csv(&whole, &rows),
        "svg": results::chart(&whole, &rows).svg(),
        "seconds": job.seconds(),
    }))
}
