//! The table of 2013, and the table of today as CSV.

use super::{Bounds, Report, open};
use crate::studies::NamedBoard;
use crate::studies::results::csv_text;
use outplay_board::InputError;

const TABLE: &str = include_str!("../../../data/report2013.csv");
const CURVES: &str = include_str!("../../../data/report2013_curves.csv");

/// The boards of the table by their family names, in its order.
pub const BOARDS: [&str; 11] = [
    "path:5",
    "path:8",
    "cycle:5",
    "cycle:8",
    "grid:2x5",
    "grid:5x5",
    "torus:5x5",
    "binary-tree:4",
    "petersen",
    "icosahedron",
    "grotzsch",
];

/// A line of 2013.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Old {
    /// What it called the graph.
    pub graph: String,
    /// χ.
    pub chromatic: Option<u32>,
    /// What strategy 1 needs.
    pub strategy1: Option<u32>,
    /// What strategy 2 needs.
    pub strategy2: Option<u32>,
    /// What strategy 3 needs.
    pub strategy3: Option<u32>,
    /// The sampled game chromatic number.
    pub monte_carlo: u32,
}

/// The game chromatic number that was sampled in 2013 on one of the boards.
pub fn sampled_2013(board: &str) -> Option<u32> {
    let line = BOARDS.iter().position(|&name| name == board)?;
    TABLE.lines().nth(line + 1)?.split(',').nth(6)?.parse().ok()
}

/// The lines of 2013 with their boards.
pub(super) fn boards() -> Result<Vec<(Option<Old>, NamedBoard)>, InputError> {
    let list = lines()?.into_iter();
    Ok(list.map(|(old, board)| (Some(old), board)).collect())
}

/// A board with what 2013 said of it, if it did.
pub(super) fn known(board: NamedBoard) -> (Option<Old>, NamedBoard) {
    let mut list = lines().unwrap_or_default().into_iter();
    let old = list.find(|(_, known)| known.name == board.name);
    (old.map(|(old, _)| old), board)
}

/// The shares that the program printed on a board with so many colours, in percent.
pub(super) fn published(board: &str, colors: u32) -> Vec<String> {
    let start = format!("{board},{colors},");
    let rows = CURVES.lines().filter_map(|line| line.strip_prefix(&start));
    let share = |row: &str| {
        let mut numbers = row.split(',').map_while(|word| word.parse::<f64>().ok());
        let (games, won) = (numbers.next()?, numbers.next()?);
        Some(format!("{:.1} %", 100.0 * won / games))
    };
    rows.filter_map(share).collect()
}

fn lines() -> Result<Vec<(Old, NamedBoard)>, InputError> {
    let mut reader = csv::Reader::from_reader(TABLE.as_bytes());
    let wrong = || InputError::new("the table of 2013 that is built in cannot be read");
    let mut lines = Vec::new();
    for (record, board) in reader.records().zip(BOARDS) {
        let record = record.map_err(|_| wrong())?;
        let number = |column: usize| record.get(column).and_then(|word| word.parse().ok());
        let old = Old {
            graph: record.get(0).ok_or_else(wrong)?.to_owned(),
            chromatic: number(2),
            strategy1: number(3),
            strategy2: number(4),
            strategy3: number(5),
            monte_carlo: number(6).ok_or_else(wrong)?,
        };
        let named = open(board)?;
        // The two lists must not slip against each other.
        if number(1) != Some(named.board.vertex_count() as u32) {
            return Err(wrong());
        }
        lines.push((old, named));
    }
    Ok(lines)
}

/// The table with everything in it.
pub(super) fn csv(report: &Report) -> String {
    let header = [
        "graph",
        "board",
        "vertices",
        "edges",
        "chromatic_2013",
        "chromatic",
        "S1_2013",
        "S1",
        "S2_2013",
        "S2",
        "S3_2013",
        "S3",
        "S4",
        "S1_won_from",
        "S2_won_from",
        "S3_won_from",
        "S4_won_from",
        "sampled_2013",
        "sampled",
        "sampled_most_games",
        "sampled_every_game",
        "sampled_alice",
        "sampled_bob",
        "sampled_games",
        "sampled_seed",
        "exact_lower",
        "exact_upper",
        "exact",
        "remark",
    ];
    let lines = report.lines.iter().map(|line| {
        let number = |n: Option<u32>| n.map_or(String::new(), |n| n.to_string());
        let exact = |bounds: Bounds| number(bounds.value());
        let old = line.old.as_ref();
        let [s1, s2, s3, s4] = line.won_from.map(number);
        vec![
            line.title().to_owned(),
            line.board.name.clone(),
            line.board.board.vertex_count().to_string(),
            line.board.board.edge_count().to_string(),
            number(old.and_then(|old| old.chromatic)),
            exact(line.chromatic),
            number(old.and_then(|old| old.strategy1)),
            exact(line.s1),
            number(old.and_then(|old| old.strategy2)),
            exact(line.s2),
            number(old.and_then(|old| old.strategy3)),
            exact(line.s3),
            number(line.s4),
            s1,
            s2,
            s3,
            s4,
            number(old.map(|old| old.monte_carlo)),
            number(line.sampled),
            number(line.mostly),
            number(line.always),
            report.sampling.alice.clone(),
            report.sampling.bob.clone(),
            report.sampling.games.to_string(),
            report.sampling.seed.to_string(),
            line.exact.lower.to_string(),
            line.exact.upper.to_string(),
            exact(line.exact),
            line.sentences().join(" "),
        ]
    });
    csv_text(&header, lines)
}
