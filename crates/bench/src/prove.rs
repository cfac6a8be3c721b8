//! Certificates: how large they are, and how long it takes to write and to check them. Beside the boards of the
//! other topics every game is proved on a board of its own.

use crate::machine;
use outplay_board::{Board, Graph, Limits, families};
use outplay_checker::{Options, check};
use outplay_engine::Budget;
use outplay_games::certificate::{Claim, Proving};
use outplay_games::{Effort, Values, registry};

/// Names and values.
type Parameters = &'static [(&'static str, &'static str)];

/// Game, board, parameters.
const BOARDS: &[(&str, &str, Parameters)] = &[
    ("coloring", "grid:4x4", &[("colors", "3")]),
    ("coloring", "torus:3x5", &[("colors", "4")]),
    (
        "coloring",
        "grid:2x10",
        &[("colors", "3"), ("first", "bob")],
    ),
    ("coloring", "grid:4x5", &[("colors", "4")]),
    ("coloring", "torus:4x5", &[("colors", "4")]),
    ("coloring", "grid:5x5", &[("colors", "4")]),
    ("coloring", "grid:4x8", &[("colors", "4")]),
    ("coloring", "grid:5x6", &[("colors", "4")]),
    ("coloring", "torus:5x5", &[("colors", "4")]),
    ("coloring", "torus:5x6", &[("colors", "4")]),
    ("coloring", "grid:6x6", &[("colors", "4")]),
    ("edge", "path:10", &[("colors", "4")]),
    ("edge", "path:12", &[("colors", "5")]),
    ("edge", "path:14", &[("colors", "5")]),
    ("edge", "cycle:12", &[("colors", "5")]),
    ("edge", "cycle:14", &[("colors", "5")]),
    ("cycles", "wheel:7", &[]),
    ("cycles", "wheel:9", &[]),
    ("cycles", "grid:2x5", &[]),
    ("cycles", "grid:3x4", &[]),
    ("node-kayles", "path:30", &[]),
    ("node-kayles", "grid:4x5", &[]),
    ("token", "grid:10x10", &[("start", "0")]),
    (
        "subtraction",
        "",
        &[("pebbles", "40,30,20"), ("take", "1,2,5")],
    ),
    ("geography", "grid:4x4", &[("start", "0")]),
    ("edge-geography", "grid:3x3", &[("start", "0")]),
    ("domination", "grid:3x4", &[("moves", "5")]),
    ("marking", "grid:4x4", &[("colors", "4")]),
    ("arc-kayles", "grid:3x4", &[]),
    ("col", "grid:3x4", &[]),
    ("snort", "grid:3x4", &[]),
    ("greedy", "grid:3x3", &[("colors", "3")]),
    ("indicated", "petersen", &[("colors", "3")]),
    ("connected", "grid:3x4", &[("colors", "3")]),
];

/// All of them, or those of the games that are named.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    println!("### Certificates\n");
    println!("| game | winner | positions | bytes | processor seconds to write | to check |");
    println!("|---|---|--:|--:|--:|--:|");
    let wanted = |name: &str| arguments.is_empty() || arguments.iter().any(|a| a == name);
    for &(name, board, parameters) in BOARDS.iter().filter(|row| wanted(row.0)) {
        row(name, board, parameters).map_err(|why| format!("{name} {board}: {why}"))?;
    }
    println!();
    Ok(())
}

fn row(name: &str, board: &str, parameters: &[(&str, &str)]) -> Result<(), String> {
    let entry = registry::find(name).map_err(|e| e.to_string())?;
    let mut values = Values::new();
    for &(name, value) in parameters {
        let parameter = entry.description.parameters.iter().find(|p| p.name == name);
        let value = parameter
            .ok_or(name)?
            .parse(value)
            .map_err(|e| e.to_string())?;
        values.set(name.to_owned(), value);
    }
    let shape = match board {
        "" => Board::undirected(Graph::new(0, []).map_err(|e| e.to_string())?),
        name => families::board(name, Limits::BOARD).map_err(|e| e.to_string())?,
    };
    let opened = entry.open(shape, false, &values, &|| false);
    let game = opened.map_err(|e| e.to_string())?.game;
    let mut bytes = Vec::new();
    let effort = Effort::default();
    let (written, writing) = machine::timed(|| {
        let proving = Proving {
            game: &*game,
            claim: Claim::Winner,
            lemmas: true,
            budget: &Budget::UNLIMITED,
        };
        proving.prove(&game.start(), &effort, &mut bytes)
    });
    let written = written.map_err(|e| e.to_string())?;
    let (checked, checking) = machine::timed(|| check(&bytes[..], &Options::default()));
    let checked = checked.map_err(|e| e.to_string())?;
    assert_eq!(checked.positions, written.positions, "{name} {board}");
    let said: Vec<String> = parameters
        .iter()
        .map(|(key, value)| format!(", {key} {value}"))
        .collect();
    println!(
        "| {name} {board}{} | {} | {} | {} | {writing:.2} | {checking:.2} |",
        said.concat(),
        checked.winner,
        written.positions,
        bytes.len(),
    );
    Ok(())
}
