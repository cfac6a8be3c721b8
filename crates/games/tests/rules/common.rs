//! What the tests of the games share: boards by name, the data files, and a
//! solver without memory that is too simple to be wrong.

use outplay_board::{Board, Limits, families};
use outplay_engine::search::Table;
use outplay_engine::{Game, Outcome};
use outplay_games::Effort;
use std::sync::Arc;

/// Settles by the complete digraph, however large.
pub(crate) fn by_digraph() -> Effort {
    Effort {
        explore_most: f64::INFINITY,
        table: Arc::new(Table::new(0)),
        ..Effort::default()
    }
}

/// Settles by the search, however small the digraph.
pub(crate) fn by_search() -> Effort {
    Effort {
        explore_most: 0.0,
        ..Effort::default()
    }
}

pub(crate) fn board(name: &str) -> Board {
    families::board(name, Limits::BOARD).unwrap_or_else(|error| panic!("{name}: {error}"))
}

pub(crate) fn data(file: &str) -> String {
    let path = format!("{}/../../tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The rows of a CSV file without its header; fields may be quoted.
pub(crate) fn rows(file: &str) -> Vec<Vec<String>> {
    data(file)
        .lines()
        .skip(1)
        .filter(|line| !line.starts_with('#'))
        .map(fields)
        .collect()
}

fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            c => fields.last_mut().unwrap().push(c),
        }
    }
    fields
}

/// Can the player to move force a win? Plays every game there is.
pub(crate) fn wins<G: Game + ?Sized>(game: &G, position: &G::Position) -> bool {
    if let Some(result) = game.result(position) {
        return result == Outcome::Win;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
        .iter()
        .any(|&mv| !wins(game, &game.apply(position, mv)))
}
