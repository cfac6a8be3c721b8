//! How fast all rows of marks are labelled, on one thread: beside a plain loop over subsets for one
//! mark, and beside the explored state digraph.

use crate::machine::timed;
use outplay_board::{Board, Graph, Limits, Shape, families};
use outplay_engine::Budget;
use outplay_games::registry::Entry;
use outplay_games::{Method, Values};

const ELBOW_ROOM: &str = include_str!("../../../games/elbow-room.toml");
const THREE: &str = "name = 'three'\nmarks = 3\nlegal = '!(mark in seen)'";

/// Measures; takes no arguments.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    if let Some(argument) = arguments.first() {
        return Err(format!("dense takes no argument, found \"{argument}\""));
    }
    println!("## Rows of marks, million a second on one thread\n");
    println!("| game | board | rows | who wins | with length | plain loop | digraph |");
    println!("|---|---|--:|--:|--:|--:|--:|");
    for (title, text, board) in [
        ("elbow-room.toml", ELBOW_ROOM, "grid:4x6"),
        ("elbow-room.toml", ELBOW_ROOM, "generalized-petersen:13,5"),
        ("three marks", THREE, "petersen"),
        ("three marks", THREE, "grid:3x4"),
    ] {
        row(title, text, board).map_err(|why| format!("{title} {board}: {why}"))?;
    }
    println!();
    Ok(())
}

fn row(title: &str, text: &str, name: &str) -> Result<(), String> {
    let board = families::board(name, Limits::BOARD).map_err(|e| e.to_string())?;
    let entry = Entry::from_rules(text, title).map_err(|e| e.to_string())?;
    let opened = entry.open(board.clone(), false, &Values::new(), &|| false);
    let game = opened.map_err(|e| e.to_string())?.game;
    let (budget, start) = (&Budget::UNLIMITED, game.start());
    let rows = game.row_count().ok_or("no rows")? as f64;
    let (labelled, seconds) = timed(|| game.label_rows(false, 1, budget));
    let labelled = labelled.ok_or("no rows")?.map_err(|e| e.to_string())?;
    let outcome = labelled
        .value(&start, budget)
        .map_err(|e| e.to_string())?
        .outcome;
    let wins = outcome == outplay_engine::Outcome::Win;
    let speed = |count: f64, seconds: f64| format!("{:.1}", count / seconds / 1e6);
    let (mut counts, mut plain) = ("–".to_owned(), "–".to_owned());
    if let Some(counted) = game.counted() {
        let (found, seconds) = timed(|| counted.first_wins(1, budget));
        assert_eq!(found.map_err(|e| e.to_string())?, wins, "{title} {name}");
        counts = speed(rows, seconds);
        let (found, seconds) = timed(|| by_loop(&board));
        assert_eq!(found, wins, "{title} {name}");
        plain = speed(rows, seconds);
    }
    let effort = outplay_games::Effort {
        method: Method::Labels,
        symmetry: false,
        ..Default::default()
    };
    let mut digraph = "–".to_owned();
    if rows < 2e7 {
        let (explored, seconds) = timed(|| game.analyse(&start, &effort, budget));
        let explored = explored.map_err(|e| e.to_string())?;
        let value = explored.value(&start, budget).map_err(|e| e.to_string())?;
        assert_eq!(value.outcome, outcome, "{title} {name}");
        digraph = speed(explored.positions() as f64, seconds);
    }
    println!(
        "| {title} | {name} | {rows:.1e} | {counts} | {} | {plain} | {digraph} |",
        speed(rows, seconds)
    );
    Ok(())
}

/// Elbow room as one would write it for one board: a byte for every subset, from the largest on.
fn by_loop(board: &Board) -> bool {
    let Shape::Undirected(graph) = &board.shape else {
        return false;
    };
    let sets = |graph: &Graph, v| graph.neighbors(v).iter().fold(0u32, |set, w| set | 1 << w);
    let near: Vec<u32> = graph.vertices().map(|v| sets(graph, v)).collect();
    let mut wins = vec![false; 1 << near.len()];
    for row in (0..wins.len() as u32).rev() {
        wins[row as usize] = near.iter().enumerate().any(|(v, near)| {
            let legal = row >> v & 1 == 0 && 2 * (row & near).count_ones() <= near.count_ones();
            legal && !wins[(row | 1 << v) as usize]
        });
    }
    wins[0]
}
