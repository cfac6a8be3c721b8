//! One table of routes, from which come the router and the document that describes it: a
//! route is made from its handler, and the types of the handler are its description.

use crate::api::{App, as_json, read};
use crate::jobs::{Asked, Job};
use crate::limits::MOST_BYTES;
use crate::problem::Problem;
use crate::{experiment, questions};
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};
use outplay_board::Limits;
use outplay_games::registry::{Entry, GAMES};
use outplay_service::answer::{JudgedMove, Row};
use outplay_service::{Opened, Setup};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

/// A body of a request.
pub(crate) trait Question: DeserializeOwned + JsonSchema + Send + 'static {
    /// The largest that is read.
    const MOST_BYTES: usize = MOST_BYTES;

    /// What the client asks for at most, if this is work.
    fn limits(&self) -> Option<Asked> {
        None
    }
}

/// An answer.
pub(crate) trait Answer: Serialize + JsonSchema + Send + 'static {}
impl<T: Serialize + JsonSchema + Send + 'static> Answer for T {}

/// Writes the schema of a type.
pub(crate) type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// A route with everything that the document says about it.
pub(crate) struct Route {
    pub(crate) path: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) handler: MethodRouter<App>,
    /// The question and an example, unless the route is only looked at.
    pub(crate) question: Option<(SchemaOf, Json)>,
    pub(crate) answer: SchemaOf,
    /// The events before the answer, if the answer is a stream.
    pub(crate) events: Option<Vec<(&'static str, SchemaOf)>>,
}

impl Route {
    /// What is there without a question.
    fn look<A: Answer>(path: &'static str, summary: &'static str, answer: fn(&App) -> A) -> Self {
        Self {
            path,
            summary,
            handler: get(move |State(app): State<App>| async move { as_json(&answer(&app)) }),
            question: None,
            answer: A::json_schema,
            events: None,
        }
    }

    /// A small question.
    fn ask<Q: Question, A: Answer>(
        path: &'static str,
        summary: &'static str,
        example: Json,
        answer: fn(&App, Q) -> Result<A, Problem>,
    ) -> Self {
        let handler = post(move |State(app): State<App>, request: Request| async move {
            let (question, _place) = read::<Q>(&app, request).await?;
            let jobs = app.jobs.clone();
            let found = jobs.answer(move || answer(&app, question)).await?;
            Ok::<Response, Problem>(as_json(&found))
        });
        Self {
            path,
            summary,
            handler,
            question: Some((Q::json_schema, example)),
            answer: A::json_schema,
            events: None,
        }
    }

    /// Work, whose answer is a stream.
    fn work<Q: Question, A: Answer>(
        path: &'static str,
        summary: &'static str,
        example: Json,
        events: Vec<(&'static str, SchemaOf)>,
        run: fn(&App, &Job, Q) -> Result<A, Problem>,
    ) -> Self {
        let handler = post(move |State(app): State<App>, request: Request| async move {
            let (question, place) = read::<Q>(&app, request).await?;
            let jobs = app.jobs.clone();
            let asked = question.limits().unwrap_or_default();
            let work = move |job: &Job| {
                let _place = place;
                run(&app, job, question)
            };
            jobs.start(asked, work).await
        });
        Self {
            path,
            summary,
            handler,
            question: Some((Q::json_schema, example)),
            answer: A::json_schema,
            events: Some(events),
        }
    }
}

/// A rule file, as an example.
const RULES: &str =
    "name = \"mine\"\nsites = \"vertices\"\nmarks = 1\nlegal = \"size(seen) == 0\"\n";

/// The setup of a game as it describes itself to newcomers.
fn example_setup(game: &Entry) -> Json {
    let description = game.description.json();
    let mut setup = json!({ "game": description["name"] });
    if let Some(board) = description["example"]["board"].as_str() {
        setup["board"] = json!({ "family": board });
    }
    for (name, value) in description["example"]["parameters"]
        .as_object()
        .into_iter()
        .flatten()
    {
        setup[name] = value.clone();
    }
    setup
}

fn opened(setup: &Json) -> Option<Opened> {
    let setup: Setup = serde_json::from_value(setup.clone()).ok()?;
    setup.open(Limits::BOARD, &|| false).ok()
}

/// The first move of a game.
fn example_move(setup: &Json) -> Option<String> {
    let game = opened(setup)?.game;
    let moves = game.legal_moves(&game.start());
    moves.first().map(|&mv| game.move_text(mv))
}

/// The setup with the fewest positions, to be shown all.
fn small_setup() -> Json {
    let positions = |setup: &Json| {
        let game = opened(setup).map(|opened| opened.game);
        game.map_or(f64::MAX, |game| {
            game.expected_positions(&game.start(), false)
        })
    };
    let setups = GAMES.iter().map(example_setup);
    let least = setups.min_by(|a, b| positions(a).total_cmp(&positions(b)));
    least.unwrap_or_default()
}

/// Everything but the page's files.
pub(crate) fn routes() -> Vec<Route> {
    let setup = example_setup(&GAMES[0]);
    let all = json!({ "setup": small_setup() });
    let board = json!({ "board": { "family": "grid:2x3" } });
    let about = || json!({ "setup": setup });
    vec![
        Route::look("/healthz", "How busy the server is.", |app| {
            app.jobs.state()
        }),
        Route::look("/api/openapi.json", "This document.", |app| {
            Json::clone(&app.document)
        }),
        Route::look(
            "/api/catalogue",
            "Games, families, formats, players and limits.",
            questions::catalogue,
        ),
        Route::ask(
            "/api/board",
            "A board with everything to draw it.",
            board.clone(),
            questions::board,
        ),
        Route::ask(
            "/api/board/tidy",
            "The same with a fresh layout.",
            board.clone(),
            questions::tidy,
        ),
        Route::ask(
            "/api/board/export",
            "The board as a file.",
            json!({ "board": { "family": "grid:2x3" }, "to": "graph6" }),
            questions::export,
        ),
        Route::ask(
            "/api/rules",
            "What a game from a rule file says about itself, or what is wrong with the file.",
            json!({ "rules": RULES }),
            questions::describe,
        ),
        Route::ask(
            "/api/position",
            "A position: what stands on the board, and the legal moves.",
            about(),
            questions::position,
        ),
        Route::ask(
            "/api/play",
            "The position after a move, or why the move is refused.",
            json!({ "setup": setup, "move": example_move(&setup) }),
            questions::play,
        ),
        Route::work(
            "/api/solve",
            "Who wins, and a line of play that shows it.",
            about(),
            vec![],
            questions::solve,
        ),
        Route::work(
            "/api/moves",
            "Every legal move with its verdict.",
            about(),
            vec![("move", JudgedMove::json_schema)],
            questions::moves,
        ),
        Route::work(
            "/api/choose",
            "What a player plays.",
            json!({ "setup": setup, "player": "random", "seed": 1 }),
            vec![],
            questions::choose,
        ),
        Route::work(
            "/api/explain",
            "Why the winner wins.",
            about(),
            vec![],
            questions::explain,
        ),
        Route::work(
            "/api/why",
            "Why a move wins or loses: the best play after it.",
            json!({ "setup": setup, "move": example_move(&setup) }),
            vec![],
            questions::why,
        ),
        Route::work(
            "/api/digraph",
            "The labelled digraph of all positions, in layers.",
            all.clone(),
            vec![],
            questions::digraph,
        ),
        Route::work(
            "/api/lesson",
            "How the labels are found, round by round.",
            all,
            vec![],
            questions::lesson,
        ),
        Route::work(
            "/api/prove",
            "A certificate that shows who wins.",
            about(),
            vec![],
            questions::prove,
        ),
        Route::work(
            "/api/check",
            "Does a certificate hold?",
            json!(null),
            vec![],
            questions::check,
        ),
        Route::work(
            "/api/numbers",
            "Numbers and bounds of the colouring game.",
            board,
            vec![("row", Row::json_schema)],
            questions::numbers,
        ),
        Route::work(
            "/api/experiment",
            "Many games of the colouring game between two players.",
            json!({
                "board": { "family": "grid:2x3" }, "colors": [2, 3], "games": 50,
                "alice": "random", "bob": "random", "seed": 1,
            }),
            vec![("cell", experiment::Cell::json_schema)],
            experiment::experiment,
        ),
    ]
}
