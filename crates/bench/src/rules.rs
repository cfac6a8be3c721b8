//! How fast positions of games from rule files are explored, beside the same game in Rust.

use crate::machine::timed;
use outplay_board::{Board, Limits, families};
use outplay_engine::{Budget, Game, StateDigraph};
use outplay_games::{NodeKayles, Rules, Values};

const REPEATS: usize = 5;

const NODE_KAYLES: &str = include_str!("../../../games/node-kayles.toml");
const COL: &str = include_str!("../../../games/col.toml");
const SNORT: &str = include_str!("../../../games/snort.toml");

/// `rules`: the table.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    if !arguments.is_empty() {
        return Err("expected: rules".into());
    }
    println!("## Rule files, all positions on one thread\n");
    println!("| game | board | positions | seconds | positions/s |");
    println!("|---|---|--:|--:|--:|");
    for name in ["grid:4x5", "path:24"] {
        let board = board(name);
        let game = NodeKayles::new(&board).map_err(|error| error.to_string())?;
        row("node-kayles in Rust", name, &game);
        row("node-kayles.toml", name, &ruled(NODE_KAYLES, &board)?);
    }
    for (title, text) in [("col.toml", COL), ("snort.toml", SNORT)] {
        for name in ["grid:3x4", "path:13"] {
            row(title, name, &ruled(text, &board(name))?);
        }
    }
    println!();
    Ok(())
}

fn board(name: &str) -> Board {
    families::board(name, Limits::BOARD).expect("a family that exists")
}

fn ruled(text: &str, board: &Board) -> Result<outplay_games::Ruled, String> {
    let rules = Rules::read(text, "rules").map_err(|error| error.to_string())?;
    let game = rules.open(board, &Values::new());
    game.map_err(|error| error.to_string())
}

fn row<G: Game>(title: &str, board: &str, game: &G) {
    let mut best = f64::INFINITY;
    let mut positions = 0;
    for _ in 0..REPEATS {
        let explore = || StateDigraph::explore(game, [game.start()], &Budget::UNLIMITED);
        let (states, seconds) = timed(explore);
        positions = states.expect("no limits").len();
        best = best.min(seconds);
    }
    let speed = positions as f64 / best;
    println!("| {title} | {board} | {positions} | {best:.3} | {speed:.0} |");
}
