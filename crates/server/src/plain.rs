//! Small questions: what there is, boards, positions and moves.

use crate::api::{App, MOST_BYTES, as_json};
use crate::boards::{self, BoardText, Source};
use crate::players;
use crate::problem::Problem;
use crate::setup::Setup;
use axum::extract::State;
use axum::response::Response;
use outplay_board::formats::Format;
use outplay_board::{InputError, Shape, families};
use outplay_engine::{Outcome, Player};
use outplay_games::{AnyGame, NamedMove, registry};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use std::time::{Duration, Instant};

/// A small question gets so long for λ, if the colours are not said.
const PREPARATION: Duration = Duration::from_secs(2);

/// How the server is doing.
pub(crate) async fn health(State(app): State<App>) -> Response {
    let mut state = app.jobs.state();
    state["status"] = "ok".into();
    as_json(&state)
}

/// The description of this API.
pub(crate) async fn openapi() -> Response {
    let text = include_str!("../openapi.json");
    as_json(&serde_json::from_str(text).unwrap_or_default())
}

/// Games, families, formats, players and limits.
pub(crate) async fn catalogue(State(app): State<App>) -> Response {
    let games = registry::GAMES
        .iter()
        .map(|game| json!({ "name": game.name, "about": game.about, "on_board": game.on_board }));
    let families = families::FAMILIES.iter().map(|family| {
        let arguments = family.usage.strip_prefix(family.name).unwrap_or_default();
        json!({
            "name": family.name,
            "usage": family.usage,
            "arguments": arguments.trim_start_matches(':'),
            "about": family.about,
            "example": family.example,
        })
    });
    let formats = Format::ALL
        .iter()
        .map(|&format| json!({ "name": format.name(), "endings": boards::endings(format) }));
    let players = players::list().map(|(usage, about)| {
        let name = usage.split([':', '[']).next();
        json!({ "name": name, "usage": usage, "about": about })
    });
    as_json(&json!({
        "version": env!("CARGO_PKG_VERSION"),
        "games": games.collect::<Vec<_>>(),
        "families": families.collect::<Vec<_>>(),
        "formats": formats.collect::<Vec<_>>(),
        "players": players.collect::<Vec<_>>(),
        "limits": {
            "vertices": app.limits.vertices,
            "edges": app.limits.edges,
            "seconds": app.time.as_secs_f64(),
            "bytes": MOST_BYTES,
        },
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AboutBoard {
    board: BoardText,
    outer: Option<String>,
}

impl AboutBoard {
    fn read(&self, app: &App) -> Result<Source, InputError> {
        self.board.read(app.limits, false)
    }
}

pub(crate) fn board(app: &App, asked: AboutBoard) -> Result<Json, Problem> {
    Ok(boards::view(&asked.read(app)?, asked.outer.as_deref())?)
}

pub(crate) fn tidy(app: &App, asked: AboutBoard) -> Result<Json, Problem> {
    let source = boards::tidied(asked.read(app)?);
    Ok(boards::view(&source, asked.outer.as_deref())?)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Export {
    board: BoardText,
    to: String,
    outer: Option<String>,
}

pub(crate) fn export(app: &App, asked: Export) -> Result<Json, Problem> {
    let source = asked.board.read(app.limits, false)?;
    boards::export(source, &asked.to, asked.outer.as_deref())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AtPosition {
    setup: Setup,
    position: Option<String>,
    mover: Option<String>,
}

pub(crate) fn position(app: &App, asked: AtPosition) -> Result<Json, Problem> {
    let (game, position) = open(app, &asked.setup, asked.position.as_deref())?;
    let mover = mover(&asked.setup, &*game, &position, asked.mover.as_deref())?;
    Ok(view(&*game, &position, mover)?)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    setup: Setup,
    position: Option<String>,
    mover: Option<String>,
    #[serde(rename = "move")]
    mv: Json,
}

pub(crate) fn play(app: &App, asked: Play) -> Result<Json, Problem> {
    let (game, position) = open(app, &asked.setup, asked.position.as_deref())?;
    let before = mover(&asked.setup, &*game, &position, asked.mover.as_deref())?;
    let mv = move_text(&asked.mv);
    let played = game.named_move(&mv)?;
    let next = game.play(&position, &mv)?;
    let after = mover(
        &asked.setup,
        &*game,
        &next,
        Some(player_word(before.other())),
    )?;
    let mut answer = view(&*game, &next, after)?;
    answer["played"] = move_json(&played);
    Ok(answer)
}

/// Opens a game at a position, or at its start.
fn open(
    app: &App,
    setup: &Setup,
    position: Option<&str>,
) -> Result<(Box<dyn AnyGame>, String), Problem> {
    let began = Instant::now();
    let ready = setup.ready(app.limits, &|| began.elapsed() > PREPARATION)?;
    let game = ready.open()?;
    let position = match position {
        Some(text) => game.position(text)?,
        None => game.start(),
    };
    Ok((game, position))
}

/// A move as text, from its text or its JSON.
pub(crate) fn move_text(mv: &Json) -> String {
    match mv {
        Json::String(text) => text.clone(),
        json => json.to_string(),
    }
}

/// A move in both forms.
pub(crate) fn move_json(mv: &NamedMove) -> Json {
    json!({ "text": mv.text, "json": mv.json })
}

pub(crate) fn player_word(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

/// Whose turn it is. Positions of token and take-away games do not record that, so there
/// the client may say.
pub(crate) fn mover(
    setup: &Setup,
    game: &dyn AnyGame,
    position: &str,
    said: Option<&str>,
) -> Result<Player, InputError> {
    let recorded = game.to_move(position)?;
    if !matches!(setup.game.as_str(), "token" | "subtraction") {
        return Ok(recorded);
    }
    match said {
        None => Ok(recorded),
        Some("first") => Ok(Player::First),
        Some("second") => Ok(Player::Second),
        Some(word) => {
            let word = outplay_board::shortened(word);
            Err(InputError::found(
                format_args!("mover '{word}'"),
                "first or second",
            ))
        }
    }
}

/// A position with everything that the page shows of it.
pub(crate) fn view(game: &dyn AnyGame, position: &str, mover: Player) -> Result<Json, InputError> {
    let marks = game.marks(position)?;
    let notes = game.notes(position)?;
    let moves: Vec<Json> = game.moves(position)?.iter().map(move_json).collect();
    let over = game.result(position)?.map(|outcome| {
        let winner = match outcome {
            Outcome::Win => Some(mover),
            Outcome::Lose => Some(mover.other()),
            Outcome::Draw => None,
        };
        let reason = match (&notes.dead, notes.closed_cell) {
            (_, Some(_)) => "a cell is closed into a cycle",
            (Some(dead), _) if !game.is_impartial() => match dead.is_empty() {
                true => "every vertex is coloured",
                false => "a vertex has no colour left",
            },
            _ => "no move is left",
        };
        json!({ "winner": winner.map(|winner| game.player_name(winner)), "reason": reason })
    });
    let mut shown = Map::new();
    let mut put = |key: &str, value: Option<Json>| {
        if let Some(value) = value {
            shown.insert(key.to_owned(), value);
        }
    };
    put("colors", marks.colors.map(|list| json!(list)));
    put("arrows", marks.arrows.map(|list| json!(list)));
    put("token", marks.token.map(|vertex| json!(vertex)));
    put("heaps", marks.heaps.map(|list| json!(list)));
    let mut noted = Map::new();
    let mut put = |key: &str, value: Option<Json>| {
        if let Some(value) = value {
            noted.insert(key.to_owned(), value);
        }
    };
    put("free", notes.free.map(|list| json!(list)));
    put("threatened", notes.threatened.map(|list| json!(list)));
    put("safe", notes.safe.map(|list| json!(list)));
    put("dead", notes.dead.map(|list| json!(list)));
    put(
        "impossible_edges",
        notes.impossible_edges.map(|list| json!(list)),
    );
    put("lost_cells", notes.lost_cells.map(|list| json!(list)));
    put("closed_cell", notes.closed_cell.map(|cell| json!(cell)));
    let parameters: Map<String, Json> = game
        .parameters()
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect();
    Ok(json!({
        "position": position,
        "to_move": game.player_name(mover),
        "mover": player_word(mover),
        "over": over,
        "marks": shown,
        "moves": moves,
        "move_help": game.move_help(),
        "notes": noted,
        "parameters": parameters,
    }))
}

/// The undirected graph of a board.
pub(crate) fn undirected(source: &Source) -> Result<&outplay_board::Graph, InputError> {
    match &source.board.shape {
        Shape::Undirected(graph) => Ok(graph),
        Shape::Directed(_) => {
            Err(InputError::found("a digraph", "an undirected graph")
                .in_source(source.name.as_str()))
        }
    }
}
