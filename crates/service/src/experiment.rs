//! Experiments of the laboratory: how often Alice wins, cell by cell.

use crate::ask::{Ask, SchemaOf};
use crate::host::{Event, Host};
use crate::limits::check_work;
use crate::play::without_files;
use crate::setup::BoardText;
use outplay_board::{Failed, InputError};
use outplay_games::Side;
use outplay_players::studies::{
    Experiment, Findings, Kind, Meeting, NamedBoard, Progress, Row, Verdict, Work, results,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Games between two players of the colouring game, on boards and with colours.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskExperiment {
    /// A board, beside `boards`.
    board: Option<BoardText>,
    /// The boards.
    #[serde(default)]
    boards: Vec<BoardText>,
    /// The numbers of colours: from, to.
    colors: [u32; 2],
    /// How many games in each cell.
    games: u64,
    /// Who plays Alice.
    alice: String,
    /// Who plays Bob.
    bob: String,
    /// Where chance comes from; 1 without it.
    seed: Option<u64>,
    /// Who starts; Alice without it.
    first: Option<Player>,
}

/// Alice or Bob.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Alice.
    Alice,
    /// Bob.
    Bob,
}

/// A board and a number of colours, and how the games went.
#[derive(Serialize, JsonSchema)]
pub struct Cell {
    /// The board.
    board: String,
    /// How many colours.
    colors: u32,
    /// How many games were played.
    games: u64,
    /// How many of them Alice won.
    wins: u64,
    /// Her share.
    share: f64,
    /// The lower end of its 95 % interval.
    low: f64,
    /// The upper end.
    high: f64,
    /// Who wins under perfect play, if that is known.
    exact: Option<Player>,
}

impl From<&Row> for Cell {
    fn from(row: &Row) -> Self {
        let (share, low, high) = row.share().unwrap_or((0.0, 0.0, 1.0));
        Self {
            board: row.board.clone(),
            colors: row.colors,
            games: row.games,
            wins: row.alice_wins,
            share,
            low,
            high,
            exact: match row.verdict {
                Verdict::Wins(Side::Alice) => Some(Player::Alice),
                Verdict::Wins(Side::Bob) => Some(Player::Bob),
                Verdict::Unknown | Verdict::Unasked => None,
            },
        }
    }
}

/// What was found out.
#[derive(Serialize, JsonSchema)]
pub struct Cells {
    /// Board by board, from few colours to many.
    cells: Vec<Cell>,
    /// Was every game played?
    complete: bool,
    /// The cells as a table.
    csv: String,
    /// And as a chart.
    svg: String,
    /// How long it took.
    seconds: f64,
}

const MOST_BOARDS: u64 = 20;
const MOST_CELLS: u64 = 200;
const MOST_GAMES: u64 = 100_000;
/// Exact verdicts beside the shares, where they cost little.
const EXACT_POSITIONS: u64 = 200_000;
const EXACT_TIME: Duration = Duration::from_secs(1);

impl AskExperiment {
    fn boards(&self, host: &Host<'_>) -> Result<Vec<NamedBoard>, InputError> {
        let texts: Vec<&BoardText> = self.board.iter().chain(&self.boards).collect();
        let [from, to] = self.colors;
        let within = |what: &str, n: u64, most: u64| match n {
            0 => Err(InputError::found(format_args!("no {what}"), "at least one")),
            n if n > most => Err(InputError::found(
                format_args!("{n} {what}"),
                format_args!("at most {most}"),
            )),
            _ => Ok(()),
        };
        within("boards", texts.len() as u64, MOST_BOARDS)?;
        within("games", self.games, MOST_GAMES)?;
        let colors = (u64::from(to) + 1).saturating_sub(from.into());
        within("numbers of colours", colors, MOST_CELLS)?;
        within("cells", colors * texts.len() as u64, MOST_CELLS)?;
        let named = texts.into_iter().map(|text| {
            let source = text.read(host.boards, false)?;
            let moves = source.board.vertex_count().saturating_mul(to as usize);
            check_work(moves, source.board.edge_count())?;
            Ok(NamedBoard {
                name: source.name,
                board: source.board,
            })
        });
        named.collect()
    }

    fn plan(&self, host: &Host<'_>) -> Result<Experiment, InputError> {
        let meeting = Meeting {
            first: match self.first {
                None | Some(Player::Alice) => Side::Alice,
                Some(Player::Bob) => Side::Bob,
            },
            alice: self.alice.clone(),
            bobs: vec![self.bob.clone()],
            games: self.games,
            seed: self.seed.unwrap_or(1),
        };
        let [from, to] = self.colors;
        let colors = (from..=to).collect();
        Experiment::new(Kind::Colors, self.boards(host)?, colors, meeting)
    }
}

/// How often Alice wins, told cell by cell, as the program's `experiment` has it.
impl Ask for AskExperiment {
    type About = ();
    type Answer = Cells;
    const EVENTS: &'static [(&'static str, SchemaOf)] = &[("cell", Cell::json_schema)];

    fn answer(&self, (): &(), host: &Host<'_>) -> Result<Cells, Failed> {
        let began = (host.clock)();
        without_files(&self.alice)?;
        without_files(&self.bob)?;
        let experiment = self.plan(host)?;
        let stop = || host.is_over();
        let work = Work {
            threads: 1,
            memory: host.bytes,
            exact_time: EXACT_TIME,
            exact_positions: EXACT_POSITIONS,
            clock: &|| Duration::from_secs_f64((host.clock)()),
            stop: &stop,
        };
        let tell = &mut |progress: &Progress| {
            (host.tell)(Event::Note(progress.doing.clone()));
            for row in &progress.finished {
                (host.tell)(Event::Cell(&Cell::from(row)));
            }
        };
        let found = experiment.run(None, &work, tell);
        let Findings { rows, complete, .. } = found?;
        Ok(Cells {
            cells: rows.iter().map(Cell::from).collect(),
            complete,
            csv: results::csv(&experiment, &rows),
            svg: results::chart(&experiment, &rows).svg(),
            seconds: (host.clock)() - began,
        })
    }
}
