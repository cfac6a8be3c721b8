//! The files of an experiment that people and other programs look at: a table
//! and charts. They are made anew from the journal at the end of every run.

use super::exact::Verdict;
use super::experiment::{Experiment, Kind, Row, share};
use super::journal::write_whole;
use outplay_board::Failed;
use outplay_draw::chart::{Chart, Curve, Point, Share};
use outplay_games::Side;
use std::path::{Path, PathBuf};

/// The columns of `results.csv`.
pub const COLUMNS: [&str; 18] = [
    "board",
    "vertices",
    "edges",
    "colors",
    "first",
    "alice",
    "bob",
    "games",
    "alice_wins",
    "bob_wins",
    "share",
    "low",
    "high",
    "mean_moves",
    "remarks",
    "seed",
    "exact",
    "after",
];

/// Lines as CSV, each as long as the header.
pub(crate) fn csv_text(header: &[&str], lines: impl Iterator<Item = Vec<String>>) -> String {
    let mut out = csv::Writer::from_writer(Vec::new());
    let header = header.iter().map(|&word| word.to_owned()).collect();
    for line in std::iter::once(header).chain(lines) {
        out.write_record(&line)
            .expect("memory takes every record of equal length");
    }
    let bytes = out.into_inner().expect("memory takes everything");
    String::from_utf8(bytes).expect("made of text")
}

/// The table as CSV.
pub fn csv(experiment: &Experiment, rows: &[Row]) -> String {
    let lines = rows.iter().map(|row| {
        let sampled = row.share();
        let number = |value: Option<f64>, digits: usize| match value {
            Some(value) => format!("{value:.digits$}"),
            None => String::new(),
        };
        vec![
            row.board.clone(),
            row.vertices.to_string(),
            row.edges.to_string(),
            row.colors.to_string(),
            experiment.first.name().to_owned(),
            row.alice.clone(),
            row.bob.clone(),
            row.games.to_string(),
            row.alice_wins.to_string(),
            (row.games - row.alice_wins).to_string(),
            number(sampled.map(|s| s.0), 4),
            number(sampled.map(|s| s.1), 4),
            number(sampled.map(|s| s.2), 4),
            number(share(row.moves, row.games), 2),
            row.remarks.to_string(),
            experiment.seed.to_string(),
            row.verdict.word().to_owned(),
            row.after.map_or(String::new(), |after| after.to_string()),
        ]
    });
    csv_text(&COLUMNS, lines)
}

/// The chart of an experiment: the rows of a curve follow each other in the table.
pub fn chart(experiment: &Experiment, rows: &[Row]) -> Chart {
    let Experiment { alice, bobs, .. } = experiment;
    let mut who = "Alice";
    let (title, x_title, ticks, players) = match &experiment.kind {
        Kind::Colors => (
            "How often Alice won the colouring game, by number of colours",
            "colours k",
            experiment.colors.iter().map(u32::to_string).collect(),
            format!("Alice: {alice} · Bob: {}", bobs[0]),
        ),
        Kind::Bobs => (
            "How often Alice won the colouring game, by Bob's strength",
            "Bob",
            bobs.clone(),
            format!("Alice: {alice}"),
        ),
        Kind::Learning { side, after } => {
            who = side.title();
            (
                "How smart learns the colouring game",
                "games it has learnt from",
                after.iter().map(u64::to_string).collect(),
                format!("{who}: smart, examined after so many games"),
            )
        }
    };
    let ticks: Vec<String> = ticks;
    let mut curves: Vec<Curve> = Vec::new();
    for row in rows {
        let Row {
            board,
            colors,
            alice,
            bob,
            ..
        } = row;
        let (name, tick) = match &experiment.kind {
            Kind::Colors => (board.clone(), colors.to_string()),
            Kind::Bobs => (format!("{board}, k = {colors}"), bob.clone()),
            Kind::Learning { side, .. } => {
                let other = if *side == Side::Alice { bob } else { alice };
                let after = row.after.unwrap_or(0).to_string();
                (format!("{board}, k = {colors}, {other}"), after)
            }
        };
        if curves.last().is_none_or(|curve| curve.name != name) {
            let points = vec![Point::default(); ticks.len()];
            curves.push(Curve { name, points });
        }
        let share = row.share().map(|(value, low, high)| match who {
            "Alice" => Share { value, low, high },
            _ => Share {
                value: 1.0 - value,
                low: 1.0 - high,
                high: 1.0 - low,
            },
        });
        let at = ticks.iter().position(|known| *known == tick);
        if let (Some(curve), Some(at)) = (curves.last_mut(), at) {
            curve.points[at] = Point {
                share,
                verdict: mark(row.verdict),
            };
        }
    }
    let played: Vec<u64> = rows.iter().map(|row| row.games).collect();
    let games = match (played.iter().min(), played.iter().max()) {
        (Some(least), Some(most)) if least == most => format!("{most} games"),
        (Some(least), Some(most)) => format!("{least} to {most} games"),
        _ => "no games".to_owned(),
    };
    let (first, seed) = (experiment.first.title(), experiment.seed);
    Chart {
        title: title.to_owned(),
        notes: vec![format!(
            "{players} · {first} first · {games} for each point · seed {seed}"
        )],
        x_title: x_title.to_owned(),
        ticks,
        y_title: format!("games that {who} won (sampled)"),
        curves,
    }
}

/// Writes `results.csv` and `curves.svg`.
pub(crate) fn write(
    experiment: &Experiment,
    rows: &[Row],
    folder: &Path,
) -> Result<Vec<PathBuf>, Failed> {
    let mut files = Vec::new();
    let mut save = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        write_whole(&path, bytes)?;
        files.push(path);
        Ok::<(), Failed>(())
    };
    save("results.csv", csv(experiment, rows).as_bytes())?;
    save("curves.svg", chart(experiment, rows).svg().as_bytes())?;
    Ok(files)
}

/// How charts mark a verdict.
pub(crate) fn mark(verdict: Verdict) -> outplay_draw::chart::Verdict {
    match verdict {
        Verdict::Unasked => outplay_draw::chart::Verdict::Unasked,
        Verdict::Unknown => outplay_draw::chart::Verdict::Unknown,
        Verdict::Wins(Side::Alice) => outplay_draw::chart::Verdict::Alice,
        Verdict::Wins(Side::Bob) => outplay_draw::chart::Verdict::Bob,
    }
}
