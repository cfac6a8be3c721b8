//! Every question, with its name and how it is asked: one list, walked by each [`Door`]. The
//! server offers it over HTTP, the page without a server asks inside the browser, Python asks by
//! name.

use crate::ask::Ask;
use crate::boards::{AskBoard, AskExport};
use crate::check::AskCheck;
use crate::experiment::AskExperiment;
use crate::limits::Sizes;
use crate::play::{AskChoose, AskMarks, AskPlay, AskPosition};
use crate::prove::{AskNumberProof, AskProof};
use crate::setup::{Opened, Setup};
use crate::{
    AskBounds, AskCount, AskDigraph, AskEmbeddings, AskExplain, AskLesson, AskMatch, AskMoves,
    AskNumber, AskPuzzles, AskRead, AskRules, AskSolve, AskStrategy, AskWhy, Catalogue,
};
use outplay_board::Limits;
use outplay_games::registry::{Entry, GAMES};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value as Json, json};

/// What there is, and how much of it may be asked.
#[derive(Serialize, JsonSchema)]
pub struct Offer {
    /// What there is.
    #[serde(flatten)]
    catalogue: Catalogue,
    /// How much may be asked.
    limits: Sizes,
}

impl Offer {
    /// The path of it.
    pub const PATH: &str = "/api/catalogue";

    /// What there is in a place of this size.
    pub fn new(limits: Sizes) -> Self {
        let catalogue = crate::catalogue(false);
        Self { catalogue, limits }
    }
}

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
    /// A question.
    fn offer<Q: Ask>(&mut self, request: Request);
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

fn number() -> Json {
    json!({ "board": { "family": "grid:2x3" }, "name": "game-chromatic" })
}

fn example_play() -> Json {
    let setup = setup();
    json!({ "setup": setup, "move": example_move(&setup) })
}

fn in_setup() -> Json {
    json!({ "setup": setup() })
}

fn small() -> Json {
    json!({ "setup": small_setup() })
}

/// Shows a door every question.
pub fn offer(door: &mut impl Door) {
    macro_rules! ask {
        ($question:ty, $path:literal, $summary:literal, $example:expr) => {
            door.offer::<$question>(Request {
                path: $path,
                summary: $summary,
                example: $example,
            });
        };
    }
    ask!(
        AskBoard,
        "/api/board",
        "A board with everything to draw it.",
        board
    );
    ask!(
        AskRead,
        "/api/read",
        "What was understood of a board.",
        || json!({ "board": { "text": "3 3\n1 2\n2 3\n3 1\n", "name": "board.txt" } })
    );
    ask!(
        AskExport,
        "/api/board/export",
        "The board as a file.",
        || json!({ "board": { "family": "grid:2x3" }, "to": "graph6" })
    );
    ask!(
        AskRules,
        "/api/rules",
        "What a game from a rule file says about itself, or what is wrong with the file.",
        || json!({ "rules": RULES })
    );
    ask!(
        AskPosition,
        "/api/position",
        "A position: what stands on the board, and the legal moves.",
        in_setup
    );
    ask!(
        AskMarks,
        "/api/marks",
        "What stands on the board in each of several positions.",
        || json!({ "setup": setup(), "positions": [example_position(&setup())] })
    );
    ask!(
        AskPlay,
        "/api/play",
        "The position after a move, or why the move is refused.",
        example_play
    );
    ask!(
        AskSolve,
        "/api/solve",
        "Who wins, and a line of play that shows it.",
        || json!({ "setup": setup(), "line": true })
    );
    ask!(
        AskMoves,
        "/api/moves",
        "Every legal move with its verdict.",
        in_setup
    );
    ask!(
        AskChoose,
        "/api/choose",
        "What a player plays.",
        || json!({ "setup": setup(), "player": "random", "seed": 1 })
    );
    ask!(
        AskMatch,
        "/api/match",
        "How often each of two players wins.",
        || json!({ "setup": setup(), "players": ["random", "random"], "games": 20 })
    );
    ask!(AskExplain, "/api/explain", "Why the winner wins.", in_setup);
    ask!(
        AskWhy,
        "/api/why",
        "Why a move wins or loses: the best play after it.",
        example_play
    );
    ask!(
        AskCount,
        "/api/count",
        "How many positions and plays there are.",
        small
    );
    ask!(
        AskDigraph,
        "/api/digraph",
        "The labelled digraph of all positions, with places to draw them.",
        small
    );
    ask!(
        AskLesson,
        "/api/lesson",
        "How the labels are found, round by round.",
        small
    );
    ask!(
        AskPuzzles,
        "/api/puzzles",
        "Positions with one winning move.",
        || json!({ "setup": setup(), "count": 2 })
    );
    ask!(
        AskStrategy,
        "/api/strategy",
        "What a strategy of Alice's is made of on a board.",
        || json!({ "board": { "family": "grid:2x3" }, "strategy": "s1" })
    );
    ask!(
        AskEmbeddings,
        "/api/embeddings",
        "All embeddings of a board in the plane.",
        board
    );
    ask!(
        AskProof,
        "/api/prove",
        "A certificate that shows who wins.",
        in_setup
    );
    ask!(
        AskNumberProof,
        "/api/prove/number",
        "A certificate of a number.",
        number
    );
    ask!(AskCheck, "/api/check", "Does a certificate hold?", || {
        Json::Null
    });
    ask!(AskNumber, "/api/number", "A number of a graph.", number);
    ask!(
        AskBounds,
        "/api/numbers",
        "Numbers and bounds of the colouring game.",
        board
    );
    ask!(
        AskExperiment,
        "/api/experiment",
        "Many games of the colouring game between two players.",
        || json!({
            "board": { "family": "grid:2x3" }, "colors": [2, 3], "games": 50,
            "alice": "random", "bob": "random", "seed": 1,
        })
    );
}
