//! How fast positions of games from rule files are explored, beside the same game in Rust.

use crate::machine::timed;
use outplay_board::{Board, Graph, Limits, Shape, families};
use outplay_engine::search::{Ask, Means, Shortcuts, Table, search_by_rules};
use outplay_engine::{Budget, Game, Outcome, Player, Refusal, StateDigraph};
use outplay_games::{NodeKayles, Rules, Values};

const REPEATS: usize = 5;

const NODE_KAYLES: &str = "name = 'node-kayles'\nmarks = 1\nlegal = 'size(seen) == 0'";
const ARC_KAYLES: &str = include_str!("../../../games/arc-kayles.toml");
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
    for name in ["grid:3x4", "path:13"] {
        let board = board(name);
        if let Shape::Undirected(graph) = &board.shape {
            row("col in Rust", name, &Col(graph.clone()));
        }
        row("col.toml", name, &ruled(COL, &board)?);
        row("snort.toml", name, &ruled(SNORT, &board)?);
    }
    println!("\n## Rule files that fall apart, one thread\n");
    println!("| game | board | positions | seconds | plain positions | plain seconds |");
    println!("|---|---|--:|--:|--:|--:|");
    for (title, text, names) in [
        ("node-kayles.toml", NODE_KAYLES, ["path:24", "grid:4x6"]),
        ("arc-kayles.toml", ARC_KAYLES, ["path:20", "grid:4x4"]),
        ("col.toml", COL, ["path:16", "grid:4x4"]),
        ("snort.toml", SNORT, ["path:16", "grid:4x5"]),
    ] {
        for name in names {
            parts(title, name, &ruled(text, &board(name))?)?;
        }
    }
    println!();
    Ok(())
}

/// Who wins, by parts and by plain rules, which must agree.
fn parts(title: &str, board: &str, game: &outplay_games::Ruled) -> Result<(), String> {
    let (start, budget) = (game.start(), &Budget::UNLIMITED);
    let ask = Ask::Winner;
    let tables = [Table::new(64 << 20), Table::new(64 << 20)];
    let quick = || game.search(&start, ask, &Means::new(&tables[0], 1, budget));
    let plain = || search_by_rules(game, &start, ask, 0, &Means::new(&tables[1], 1, budget));
    let ((quick, seconds), (plain, plain_seconds)) = (timed(quick), timed(plain));
    let (quick, plain) = quick
        .and_then(|quick| Ok((quick, plain?)))
        .map_err(|e| e.to_string())?;
    if quick.wins != plain.wins {
        return Err(format!("{title} on {board}: plain rules disagree"));
    }
    println!(
        "| {title} | {board} | {} | {seconds:.3} | {} | {plain_seconds:.3} |",
        quick.positions, plain.positions
    );
    Ok(())
}

/// Col as one would write it in Rust: a colour for every vertex, 1 or 2.
struct Col(Graph);

impl Col {
    fn marked(position: &[u8]) -> usize {
        position.iter().filter(|&&color| color != 0).count()
    }

    fn is_free(&self, position: &[u8], vertex: u32) -> bool {
        let color = 1 + (Self::marked(position) % 2) as u8;
        let mut near = self.0.neighbors(vertex).iter();
        position[vertex as usize] == 0 && near.all(|&w| position[w as usize] != color)
    }
}

impl Game for Col {
    type Position = Box<[u8]>;
    type Move = u32;

    fn start(&self) -> Box<[u8]> {
        vec![0; self.0.vertex_count()].into()
    }

    fn to_move(&self, position: &Box<[u8]>) -> Player {
        match Self::marked(position) % 2 {
            0 => Player::First,
            _ => Player::Second,
        }
    }

    fn result(&self, position: &Box<[u8]>) -> Option<Outcome> {
        let mut vertices = self.0.vertices();
        let moves = vertices.any(|v| self.is_free(position, v));
        (!moves).then_some(Outcome::Lose)
    }

    fn moves(&self, position: &Box<[u8]>, moves: &mut Vec<u32>) {
        let vertices = self.0.vertices();
        moves.extend(vertices.filter(|&v| self.is_free(position, v)));
    }

    fn refusal(&self, position: &Box<[u8]>, vertex: u32) -> Option<Refusal> {
        let legal = (vertex as usize) < position.len() && self.is_free(position, vertex);
        (!legal).then(|| Refusal("not legal".to_owned()))
    }

    fn apply(&self, position: &Box<[u8]>, vertex: u32) -> Box<[u8]> {
        let mut next = position.clone();
        next[vertex as usize] = 1 + (Self::marked(position) % 2) as u8;
        next
    }
}

fn board(name: &str) -> Board {
    families::board(name, Limits::BOARD).expect("a family that exists")
}

fn ruled(text: &str, board: &Board) -> Result<outplay_games::Ruled, String> {
    let rules = Rules::read(text, "rules").map_err(|error| error.to_string())?;
    let game = outplay_games::ruled::open(&rules, board, &Values::new());
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
