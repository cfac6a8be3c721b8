//! What a list costs beside the work itself: χ_g of all graphs with 8 vertices by the program,
//! against the library's own loop, on one thread.

use crate::machine;
use crate::search::all_graphs;
use outplay_board::formats::{Format, board_text};
use outplay_board::{Board, Graph};
use outplay_engine::search::{Means, Table};
use outplay_games::coloring::{Start, game_chromatic};
use outplay_games::{Pass, Side};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

const ROUNDS: usize = 3;
/// The program, as ./outplay builds it.
pub(crate) const PROGRAM: &str = "target/release/outplay";

/// Measures; takes no arguments.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    if let Some(argument) = arguments.first() {
        return Err(format!("numbers takes no argument, found \"{argument}\""));
    }
    let program = PROGRAM;
    if !std::path::Path::new(program).exists() {
        return Err(format!(
            "{program} is missing: run ./outplay --version first"
        ));
    }
    let graphs = all_graphs(8);
    let mut text = String::new();
    for graph in &graphs {
        let board = Board::undirected(graph.clone());
        text += &board_text(&board, Format::Graph6).map_err(|error| error.to_string())?;
    }
    println!(
        "### A list of boards: χ_g of all {} graphs with 8 vertices\n",
        graphs.len()
    );
    println!("| round | library, seconds | program, seconds | factor |");
    println!("|--:|--:|--:|--:|");
    for round in 1..=ROUNDS {
        let ((), library) = machine::timed(|| by_library(&graphs));
        let began = Instant::now();
        by_program(program, text.as_bytes())?;
        let seconds = began.elapsed().as_secs_f64();
        println!(
            "| {round} | {library:.2} | {seconds:.2} | {:.2} |",
            seconds / library
        );
    }
    println!();
    Ok(())
}

fn by_library(graphs: &[Graph]) {
    let table = Table::new(64 << 20);
    for graph in graphs {
        let start = Start::new(graph, None, Side::Alice, Pass::None);
        let known = game_chromatic(start, start.range(), &Means::alone(&table));
        assert!(known.is_ok_and(|known| known.lower == known.upper));
    }
}

fn by_program(program: &str, text: &[u8]) -> Result<(), String> {
    let mut child = Command::new(program)
        .args(["number", "game-chromatic", "-", "--json", "--threads", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut input = child.stdin.take().ok_or("no standard input")?;
    input.write_all(text).map_err(|error| error.to_string())?;
    drop(input);
    match child.wait() {
        Ok(status) if status.success() => Ok(()),
        other => Err(format!("the program failed: {other:?}")),
    }
}
