//! What a sweep costs beside the question itself: χ_g of all graphs with some number of vertices,
//! both starters, by `outplay sweep` on one thread, against the library's own loop; and how much
//! memory it holds, beside a sweep of the graphs with one vertex less.

use crate::machine;
use crate::search::all_graphs;
use outplay_board::formats::{Format, board_text};
use outplay_board::{Board, Graph};
use outplay_engine::search::{Means, Table};
use outplay_games::coloring::{Start, game_chromatic};
use outplay_games::{Pass, Side};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The program, as ./outplay builds it.
const PROGRAM: &str = "target/release/outplay";
const ROUNDS: usize = 3;

/// Measures; takes a number of vertices, 8 without it. With 9 it takes many minutes.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let vertices = match arguments {
        [] => 8,
        [text] => text
            .parse()
            .ok()
            .filter(|n| (2..=9).contains(n))
            .ok_or_else(|| {
                format!("found \"{text}\", expected a number of vertices from 2 to 9")
            })?,
        [_, more, ..] => return Err(format!("sweep takes one argument, found \"{more}\" too")),
    };
    if !Path::new(PROGRAM).exists() {
        return Err(format!(
            "{PROGRAM} is missing: run ./outplay --version first"
        ));
    }
    let folder = std::env::temp_dir().join(format!("outplay-bench-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let measured = measure(vertices, &folder);
    // What was measured counts, not what is left behind.
    let _ = fs::remove_dir_all(&folder);
    measured
}

fn measure(vertices: usize, folder: &Path) -> Result<(), String> {
    let graphs = all_graphs(vertices);
    let (source, smaller) = (folder.join("graphs.g6"), folder.join("smaller.g6"));
    write(&source, &graphs)?;
    write(&smaller, &all_graphs(vertices - 1))?;
    println!(
        "### A sweep: χ_g of all {} graphs with {vertices} vertices, both starters, processor time on one thread\n",
        graphs.len()
    );
    println!("| round | library, seconds | sweep, seconds | factor | peak memory, MB |");
    println!("|--:|--:|--:|--:|--:|");
    let rounds = if vertices == 9 { 1 } else { ROUNDS };
    for round in 1..=rounds {
        let ((), library) = machine::timed(|| by_library(&graphs));
        let (seconds, peak) = by_program(&source, &folder.join(format!("out-{round}")))?;
        println!(
            "| {round} | {library:.2} | {seconds:.2} | {:.3} | {} |",
            seconds / library,
            megabytes(peak)
        );
    }
    let (_, peak) = by_program(&smaller, &folder.join("out-smaller"))?;
    println!(
        "\nPeak memory of the sweep of all graphs with {} vertices: {} MB.\n",
        vertices - 1,
        megabytes(peak)
    );
    Ok(())
}

fn megabytes(bytes: Option<u64>) -> String {
    bytes.map_or("?".to_owned(), |bytes| (bytes >> 20).to_string())
}

fn write(path: &Path, graphs: &[Graph]) -> Result<(), String> {
    let mut text = String::new();
    for graph in graphs {
        let board = Board::undirected(graph.clone());
        text += &board_text(&board, Format::Graph6).map_err(|error| error.to_string())?;
    }
    fs::write(path, text).map_err(|error| error.to_string())
}

fn by_library(graphs: &[Graph]) {
    let table = Table::new(64 << 20);
    for graph in graphs {
        for first in [Side::Alice, Side::Bob] {
            let start = Start::new(graph, None, first, Pass::None);
            let known = game_chromatic(start, start.range(), &Means::alone(&table));
            assert!(known.is_ok_and(|known| known.lower == known.upper));
        }
    }
}

/// The processor time of a sweep, and the most memory that it was seen to hold.
fn by_program(source: &Path, out: &Path) -> Result<(f64, Option<u64>), String> {
    let before = machine::children_seconds().ok_or("the system does not tell times")?;
    let mut child = Command::new(PROGRAM)
        .arg("sweep")
        .arg(source)
        .args(["--ask", "graph6,game-chromatic,game-chromatic:bob"])
        .args(["--threads", "1", "--quiet", "-o"])
        .arg(out)
        .stdin(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut peak = None;
    let status = loop {
        peak = machine::peak_memory_of(&child.id().to_string()).or(peak);
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break status;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    if !status.success() {
        return Err(format!("the program failed: {status}"));
    }
    let after = machine::children_seconds().ok_or("the system does not tell times")?;
    Ok((after - before, peak))
}
