//! Every question as a request has it: a path, a body, an answer. The server offers them over HTTP,
//! the page without a server asks them inside the browser: one list, walked by each [`Door`].

mod experiment;
mod limits;
mod questions;

pub use experiment::Cell;
pub use limits::{MOST_BYTES, Room};

use crate::answer::{JudgedMove, Row};
use crate::failure::Failed;
use crate::host::Host;
use crate::setup::{Opened, Setup};
use outplay_board::Limits;
use outplay_games::registry::{Entry, GAMES};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// What a client asks for at most.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Limits")]
pub struct Asked {
    /// 20 without it; the server caps it.
    pub seconds: Option<f64>,
    /// How many positions may be looked at.
    pub positions: Option<u64>,
}

/// The time of a computation whose client does not say how long, in seconds.
const USUAL_TIME: f64 = 20.0;

impl Asked {
    /// How long the work may take, where it may take `most`.
    pub fn time(&self, most: f64) -> f64 {
        let said = self.seconds.filter(|s| s.is_finite() && *s >= 0.0);
        said.unwrap_or(USUAL_TIME).min(most)
    }
}

/// A body of a request.
pub trait Question: DeserializeOwned + JsonSchema + Send + 'static {
    /// The largest that is read.
    const MOST_BYTES: usize = MOST_BYTES;

    /// What the client asks for at most, if this is work.
    fn limits(&self) -> Option<Asked> {
        None
    }
}

/// An answer.
pub trait Answer: Serialize + JsonSchema + Send + 'static {}
impl<T: Serialize + JsonSchema + Send + 'static> Answer for T {}

/// Writes the schema of a type.
pub type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// A path, what is asked there, and an example of a body.
#[derive(Clone, Copy)]
pub struct Request {
    /// The path.
    pub path: &'static str,
    /// What is asked, in a sentence.
    pub summary: &'static str,
    /// An example of the body; null where there is none.
    pub example: fn() -> Json,
}

/// Who offers the questions.
pub trait Door {
    /// What is there without a question.
    fn look<A: Answer>(&mut self, request: Request, answer: fn(&Room) -> A);

    /// A small question.
    fn ask<Q: Question, A: Answer>(
        &mut self,
        request: Request,
        answer: fn(&Room, &Host<'_>, Q) -> Result<A, Failed>,
    );

    /// Work, which tells these events while it goes on.
    fn work<Q: Question, A: Answer>(
        &mut self,
        request: Request,
        events: &[(&'static str, SchemaOf)],
        run: fn(&Room, &Host<'_>, Q) -> Result<A, Failed>,
    );
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

/// The position at its start.
fn example_position(setup: &Json) -> Option<String> {
    let game = opened(setup)?.game;
    Some(game.position_text(&game.start()))
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

fn setup() -> Json {
    example_setup(&GAMES[0])
}

fn board() -> Json {
    json!({ "board": { "family": "grid:2x3" } })
}

fn example_play() -> Json {
    let setup = setup();
    json!({ "setup": setup, "move": example_move(&setup) })
}

fn asks(path: &'static str, summary: &'static str, example: fn() -> Json) -> Request {
    Request {
        path,
        summary,
        example,
    }
}

/// Shows a door every question.
pub fn offer(door: &mut impl Door) {
    use questions as q;
    let request = asks(
        "/api/catalogue",
        "Games, families, formats, players and limits.",
        || Json::Null,
    );
    door.look(request, q::catalogue);
    let request = asks("/api/board", "A board with everything to draw it.", board);
    door.ask(request, q::board);
    let request = asks("/api/board/tidy", "The same with a fresh layout.", board);
    door.ask(request, q::tidy);
    let request = asks(
        "/api/board/export",
        "The board as a file.",
        || json!({ "board": { "family": "grid:2x3" }, "to": "graph6" }),
    );
    door.ask(request, q::export);
    let request = asks(
        "/api/rules",
        "What a game from a rule file says about itself, or what is wrong with the file.",
        || json!({ "rules": RULES }),
    );
    door.ask(request, q::describe);
    let request = asks(
        "/api/position",
        "A position: what stands on the board, and the legal moves.",
        || json!({ "setup": setup() }),
    );
    door.ask(request, q::position);
    let request = asks(
        "/api/marks",
        "What stands on the board in each of several positions.",
        || json!({ "setup": setup(), "positions": [example_position(&setup())] }),
    );
    door.ask(request, q::marks);
    let request = asks(
        "/api/play",
        "The position after a move, or why the move is refused.",
        example_play,
    );
    door.ask(request, q::play);
    let request = asks(
        "/api/solve",
        "Who wins, and a line of play that shows it.",
        || json!({ "setup": setup() }),
    );
    door.work(request, &[], q::solve);
    let request = asks(
        "/api/moves",
        "Every legal move with its verdict.",
        || json!({ "setup": setup() }),
    );
    door.work(request, &[("move", JudgedMove::json_schema)], q::moves);
    let request = asks(
        "/api/choose",
        "What a player plays.",
        || json!({ "setup": setup(), "player": "random", "seed": 1 }),
    );
    door.work(request, &[], q::choose);
    let request = asks(
        "/api/explain",
        "Why the winner wins.",
        || json!({ "setup": setup() }),
    );
    door.work(request, &[], q::explain);
    let request = asks(
        "/api/why",
        "Why a move wins or loses: the best play after it.",
        example_play,
    );
    door.work(request, &[], q::why);
    let request = asks(
        "/api/digraph",
        "The labelled digraph of all positions, with places to draw them.",
        || json!({ "setup": small_setup() }),
    );
    door.work(request, &[], q::digraph);
    let request = asks(
        "/api/lesson",
        "How the labels are found, round by round.",
        || json!({ "setup": small_setup() }),
    );
    door.work(request, &[], q::lesson);
    let request = asks(
        "/api/puzzles",
        "Positions with one winning move.",
        || json!({ "setup": setup(), "count": 2 }),
    );
    door.work(request, &[], q::puzzles);
    let request = asks(
        "/api/strategy",
        "What a strategy of Alice's is made of on a board.",
        || json!({ "board": { "family": "grid:2x3" }, "strategy": "s1" }),
    );
    door.work(request, &[], q::strategy);
    let request = asks(
        "/api/embeddings",
        "All embeddings of a board in the plane.",
        board,
    );
    door.work(request, &[], q::embeddings);
    let request = asks(
        "/api/prove",
        "A certificate that shows who wins.",
        || json!({ "setup": setup() }),
    );
    door.work(request, &[], q::prove);
    let request = asks("/api/check", "Does a certificate hold?", || Json::Null);
    door.work(request, &[], q::check);
    let request = asks(
        "/api/numbers",
        "Numbers and bounds of the colouring game.",
        board,
    );
    door.work(request, &[("row", Row::json_schema)], q::numbers);
    let request = asks(
        "/api/experiment",
        "Many games of the colouring game between two players.",
        || {
            json!({
                "board": { "family": "grid:2x3" }, "colors": [2, 3], "games": 50,
                "alice": "random", "bob": "random", "seed": 1,
            })
        },
    );
    door.work(
        request,
        &[("cell", Cell::json_schema)],
        experiment::experiment,
    );
}
