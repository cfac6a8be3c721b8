//! Experiments with the colouring game: on each board, with each number of
//! colours, one Alice meets each of some Bobs many times, and the exact search
//! says who should have won.
//!
//! A cell, that is a board, a number of colours and a Bob, gets its chance from
//! the experiment's seed, the board's name and the number of colours alone. So
//! it is the same whatever else is computed, in whichever order, on however many
//! threads, and more games can be added to it later. Only players that learn from
//! game to game begin a cell anew.

use super::NamedBoard;
use super::coloring::ColoringGame;
use super::exact::{Exactly, Verdict};
use super::journal::{Cell, Journal, Plan, PlannedBoard};
use crate::{
    Clock, EXPLORE, Lesson, Match, NO_CLOCK, Point, Prepared, Resources, learning_curve, prepare,
    wilson,
};
use outplay_board::{Board, Failed, Graph, InputError};
use outplay_engine::{Player, Rng};
use outplay_games::{AnyGame, AnyPosition, Side};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The most cells of one experiment.
const MOST_CELLS: usize = 100_000;
/// The largest board of an experiment; a game takes a move for every vertex.
const MOST_VERTICES: usize = 2000;
/// The most games of a cell.
const MOST_GAMES: u64 = 1_000_000_000;
/// The most games that somebody learns from.
const MOST_LESSONS: u64 = 10_000_000;
/// Who learns.
const SMART: &str = "smart";
/// How long a cell may take before what was played so far is saved.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// What varies along the horizontal axis of the chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The number of colours; a curve for each board.
    Colors,
    /// Bob; a curve for each board and number of colours.
    Bobs,
    /// How many games `smart` has learnt from; a curve for each board, number of colours and
    /// opponent. It begins without records, and is examined in games from which it does not learn.
    Learning {
        /// The side that it plays; the Bobs of the meeting play the other one.
        side: Side,
        /// After how many games it is examined.
        after: Vec<u64>,
    },
}

impl Kind {
    fn word(&self) -> String {
        match self {
            Self::Colors => "coloring".to_owned(),
            Self::Bobs => "bobs".to_owned(),
            Self::Learning { side, .. } => format!("learning as {}", side.name()),
        }
    }

    /// The games that somebody learnt from before those of a cell.
    fn after(&self) -> &[u64] {
        match self {
            Self::Learning { after, .. } => after,
            _ => &[0],
        }
    }
}

/// What is to be found out.
#[derive(Clone, Debug)]
pub struct Experiment {
    pub(crate) kind: Kind,
    pub(crate) boards: Vec<NamedBoard>,
    pub(crate) colors: Vec<u32>,
    pub(crate) first: Side,
    pub(crate) alice: String,
    pub(crate) bobs: Vec<String>,
    pub(crate) games: u64,
    pub(crate) seed: u64,
}

/// Who plays, how often.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// Who starts.
    pub first: Side,
    /// Who plays Alice.
    pub alice: String,
    /// Who plays Bob, one after the other.
    pub bobs: Vec<String>,
    /// How many games in each cell.
    pub games: u64,
    /// Where chance comes from.
    pub seed: u64,
}

/// What may be used.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// How many games are played, and threads search, at a time.
    pub threads: usize,
    /// About how many bytes may be held.
    pub memory: u64,
    /// How long the exact search may take for each board and number of colours.
    pub exact_time: Duration,
    /// How many positions it may look at.
    pub exact_positions: u64,
    /// Measures that time.
    pub clock: Clock<'a>,
    /// True when the experiment is to end; it can go on later.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Work<'a> {
    /// Games between these players, the first and the second side.
    pub(crate) fn meeting(
        &self,
        game: &'a ColoringGame,
        start: AnyPosition,
        [first, second]: [&'a dyn Prepared; 2],
        seed: u64,
    ) -> Match<'a> {
        Match {
            game: &**game,
            start,
            first,
            second,
            seed,
            longest: usize::MAX,
            threads: self.threads,
            clock: NO_CLOCK,
            stop: self.stop,
        }
    }
}

/// How far an experiment is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// Cells that are finished.
    pub cells: u64,
    /// Cells in all.
    pub all_cells: u64,
    /// Games that were played, in this run or before.
    pub games: u64,
    /// Games in all.
    pub all_games: u64,
    /// How many of the games were played before this run.
    pub games_before: u64,
    /// What is being done.
    pub doing: String,
    /// What has just been finished.
    pub finished: Vec<Row>,
}

/// What was found out about a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The board's name.
    pub board: String,
    /// Its vertices.
    pub vertices: usize,
    /// Its edges.
    pub edges: usize,
    /// The number of colours.
    pub colors: u32,
    /// Who played Alice.
    pub alice: String,
    /// Who played Bob.
    pub bob: String,
    /// How many games `smart` had learnt from, if that is the question.
    pub after: Option<u64>,
    /// How many games were played.
    pub games: u64,
    /// How many of them Alice won.
    pub alice_wins: u64,
    /// How many moves were made in them.
    pub moves: u64,
    /// Moves about which a player remarked something, such as that it did not
    /// settle the position.
    pub remarks: u64,
    /// Who is proven to win.
    pub verdict: Verdict,
}

impl Row {
    /// Alice's share of the games and its interval at 95 %, if there were games.
    pub fn share(&self) -> Option<(f64, f64, f64)> {
        let share = share(self.alice_wins, self.games)?;
        let (low, high) = wilson(self.alice_wins, self.games);
        Some((share, low, high))
    }
}

/// What was found out.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The cells, board by board, k by k, Bob by Bob; without those of which
    /// nothing is known yet.
    pub rows: Vec<Row>,
    /// Was every planned game played? Verdicts may still be unknown.
    pub complete: bool,
    /// The files that were written.
    pub files: Vec<PathBuf>,
}

/// A board, a number of colours, one of the Bobs, and how many games somebody learnt from.
type Place<'a> = (&'a NamedBoard, u32, &'a String, u64);

impl Experiment {
    /// An experiment on these boards. Boards that are named twice count once.
    ///
    /// # Errors
    /// A board is directed or too large, there are too many cells or games, a name stands
    /// for two boards, or a player does not exist.
    pub fn new(
        mut kind: Kind,
        boards: Vec<NamedBoard>,
        colors: Vec<u32>,
        meeting: Meeting,
    ) -> Result<Self, InputError> {
        let mut planned: HashMap<String, PlannedBoard> = HashMap::new();
        let mut kept: Vec<NamedBoard> = Vec::new();
        for named in boards {
            let wrong = |error: InputError| error.in_source(named.name.as_str());
            super::graph_of(&named.board).map_err(wrong)?;
            let vertices = named.board.vertex_count();
            if !(1..=MOST_VERTICES).contains(&vertices) {
                let found = format!("a board with {vertices} vertices");
                let expected = format!("from 1 to {MOST_VERTICES} vertices in an experiment");
                return Err(wrong(InputError::found(found, expected)));
            }
            let board = PlannedBoard::new(&named);
            match planned.get(&named.name) {
                None => {
                    planned.insert(named.name.clone(), board);
                    kept.push(named);
                }
                Some(same) if *same == board => {}
                Some(_) => return Err(wrong(InputError::new("this name stands for two boards"))),
            }
        }
        let mut bobs: Vec<String> = Vec::new();
        for bob in meeting.bobs {
            if !bobs.contains(&bob) {
                bobs.push(bob);
            }
        }
        if let Kind::Learning { after, .. } = &mut kind {
            after.sort_unstable();
            after.dedup();
            if after.last().is_some_and(|&most| most > MOST_LESSONS) {
                let found = format!("an examination after {} games", after[after.len() - 1]);
                let expected = format!("after at most {MOST_LESSONS}");
                return Err(InputError::found(found, expected));
            }
        }
        let sizes = [colors.len(), bobs.len(), kind.after().len()];
        let cells = sizes.into_iter().fold(kept.len(), usize::saturating_mul);
        if !(1..=MOST_CELLS).contains(&cells) {
            let found = format!("{cells} cells (boards × numbers of colours × Bobs)");
            let expected = format!("from 1 to {MOST_CELLS}");
            return Err(InputError::found(found, expected));
        }
        if !(1..=MOST_GAMES).contains(&meeting.games) {
            let found = format!("{} games", meeting.games);
            return Err(InputError::found(found, format!("from 1 to {MOST_GAMES}")));
        }
        let experiment = Self {
            kind,
            boards: kept,
            colors,
            first: meeting.first,
            alice: meeting.alice,
            bobs,
            games: meeting.games,
            seed: meeting.seed,
        };
        experiment.check_players()?;
        Ok(experiment)
    }

    fn plan(&self) -> Plan {
        Plan {
            outplay: env!("CARGO_PKG_VERSION").to_owned(),
            experiment: self.kind.word(),
            first: self.first.name().to_owned(),
            alice: self.alice.clone(),
            seed: self.seed,
            games: self.games,
            bobs: self.bobs.clone(),
            colors: self.colors.clone(),
            boards: self.boards.iter().map(PlannedBoard::new).collect(),
        }
    }

    /// What is asked.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Who starts.
    pub fn first(&self) -> Side {
        self.first
    }

    /// How many games a cell has.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Where chance comes from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How many cells there are.
    pub fn cell_count(&self) -> u64 {
        let sizes = [self.colors.len(), self.bobs.len(), self.kind.after().len()];
        sizes
            .into_iter()
            .fold(self.boards.len() as u64, |all, size| all * size as u64)
    }

    /// Who plays Alice and Bob where one of the Bobs is named.
    pub(crate) fn seats<'a>(&'a self, bob: &'a str) -> [&'a str; 2] {
        match self.kind {
            Kind::Learning {
                side: Side::Bob, ..
            } => [bob, SMART],
            Kind::Learning { .. } => [SMART, bob],
            _ => [&self.alice, bob],
        }
    }

    /// Plays and settles what is not known yet, and writes the results to the
    /// folder, if there is one. `progress` is told how far it is.
    ///
    /// # Errors
    /// The folder holds another experiment or cannot be written, or a player
    /// does not play on one of the boards.
    pub fn run(
        &self,
        folder: Option<&Path>,
        work: &Work<'_>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Findings, Failed> {
        let mut journal = match folder {
            Some(folder) => Journal::open(folder, &self.plan())?,
            None => Journal::default(),
        };
        let mut running = Running {
            experiment: self,
            journal: &mut journal,
            work,
            done: Progress::default(),
            progress,
        };
        let ran = running.fill();
        let mut findings = Findings {
            rows: self
                .cells()
                .filter_map(|place| self.row(&journal, place))
                .collect(),
            complete: matches!(ran, Ok(true)),
            files: Vec::new(),
        };
        if let Some(folder) = folder {
            findings.files = super::results::write(self, &findings.rows, folder)?;
        }
        // What was found before something went wrong is kept as well.
        ran.map(|_| findings)
    }

    fn cells(&self) -> impl Iterator<Item = Place<'_>> {
        self.boards.iter().flat_map(move |named| {
            self.colors.iter().flat_map(move |&k| {
                self.bobs.iter().flat_map(move |bob| {
                    let after = self.kind.after().iter();
                    after.map(move |&after| (named, k, bob, after))
                })
            })
        })
    }

    /// What is known of a cell, if anything is.
    fn row(&self, journal: &Journal, (named, colors, bob, after): Place<'_>) -> Option<Row> {
        let cell = journal.cell(&named.name, colors, bob, after);
        let exact = journal.exact(&named.name, colors);
        if cell.is_none() && exact.is_none() {
            return None;
        }
        let cell = cell.cloned().unwrap_or_default();
        let [alice, bob] = self.seats(bob).map(str::to_owned);
        Some(Row {
            board: named.name.clone(),
            vertices: named.board.vertex_count(),
            edges: named.board.edge_count(),
            colors,
            alice,
            bob,
            after: matches!(self.kind, Kind::Learning { .. }).then_some(after),
            games: cell.games,
            alice_wins: cell.alice_wins,
            moves: cell.moves,
            remarks: cell.remarks,
            verdict: Verdict::of(exact),
        })
    }

    /// Do the players exist? Asked on a board so small that it costs nothing.
    fn check_players(&self) -> Result<(), InputError> {
        let edge = Graph::new(2, [(0, 1)]).expect("an edge");
        let named = NamedBoard {
            name: "an edge".to_owned(),
            board: Board::undirected(edge),
        };
        let game = ColoringGame::open(&named, 2, self.first)?;
        let resources = Resources::new(1 << 20, &|| false);
        let side = alice_side(self.first);
        for bob in &self.bobs {
            let [alice, bob] = self.seats(bob);
            seat(alice, &*game, side, resources)?;
            seat(bob, &*game, side.other(), resources)?;
        }
        Ok(())
    }
}

/// An experiment under way.
struct Running<'a> {
    experiment: &'a Experiment,
    journal: &'a mut Journal,
    work: &'a Work<'a>,
    done: Progress,
    progress: &'a mut dyn FnMut(&Progress),
}

impl Running<'_> {
    fn tell(&mut self) {
        (self.progress)(&self.done);
    }

    /// Fills the journal; false if it was stopped.
    fn fill(&mut self) -> Result<bool, Failed> {
        let (experiment, work) = (self.experiment, self.work);
        self.done.all_cells = experiment.cell_count();
        self.done.all_games = experiment.cell_count().saturating_mul(experiment.games);
        for (named, colors, bob, after) in experiment.cells() {
            if let Some(cell) = self.journal.cell(&named.name, colors, bob, after) {
                self.done.games += cell.games;
                self.done.cells += u64::from(cell.games >= experiment.games);
            }
        }
        self.done.games_before = self.done.games;
        self.tell();
        let exactly = Exactly::new(work);
        for named in &experiment.boards {
            for &colors in &experiment.colors {
                if (work.stop)() {
                    return Ok(false);
                }
                let open = || ColoringGame::open(named, colors, experiment.first);
                if exactly.is_wanted(self.journal.exact(&named.name, colors)) {
                    self.done.doing = format!("settling {}, k = {colors}", named.name);
                    self.tell();
                    match exactly.settle(&open()?, &named.name, colors) {
                        Some(settled) => self.journal.note_exact(settled)?,
                        None => return Ok(false),
                    }
                }
                for bob in &experiment.bobs {
                    let cells = experiment.kind.after().iter().map(|&after| {
                        let known = self.journal.cell(&named.name, colors, bob, after);
                        known.cloned().unwrap_or_else(|| Cell {
                            board: named.name.clone(),
                            colors,
                            bob: bob.clone(),
                            after,
                            ..Cell::default()
                        })
                    });
                    let cells: Vec<Cell> =
                        cells.filter(|cell| cell.games < experiment.games).collect();
                    let missing = cells.len() as u64;
                    let Some(cell) = cells.first().cloned() else {
                        continue;
                    };
                    self.done.doing = match &experiment.kind {
                        Kind::Learning { .. } => {
                            format!("{}, k = {colors}, smart against {bob}", named.name)
                        }
                        _ => format!("{}, k = {colors}, Bob {bob}", named.name),
                    };
                    self.tell();
                    let complete = match experiment.kind {
                        Kind::Learning { .. } => self.teach(&open()?, cells)?,
                        _ => self.play(&open()?, cell)?,
                    };
                    if !complete {
                        return Ok(false);
                    }
                    self.done.cells += missing;
                    let after = experiment.kind.after().iter();
                    let rows = after.filter_map(|&after| {
                        experiment.row(self.journal, (named, colors, bob, after))
                    });
                    self.done.finished = rows.collect();
                    self.tell();
                    self.done.finished.clear();
                }
            }
        }
        Ok(true)
    }

    /// Plays the games of a cell that are missing; false if it was stopped.
    fn play(&mut self, game: &ColoringGame, mut cell: Cell) -> Result<bool, Failed> {
        let Self {
            experiment,
            journal,
            work,
            done,
            progress,
        } = self;
        let resources = Resources::new(work.memory / 4, work.stop);
        let alice_side = alice_side(experiment.first);
        let board = cell.board.clone();
        let on_board = |error| InputError {
            source: Some(board.clone()),
            ..error
        };
        let alice = seat(&experiment.alice, &**game, alice_side, resources).map_err(on_board)?;
        let bob = seat(&cell.bob, &**game, alice_side.other(), resources).map_err(on_board)?;
        if (work.stop)() {
            return Ok(false);
        }
        if alice.learns() || bob.learns() {
            // What they learnt in the games so far is forgotten, so these do not count.
            done.games -= cell.games;
            done.games_before -= cell.games;
            cell = Cell {
                board: cell.board,
                colors: cell.colors,
                bob: cell.bob,
                ..Cell::default()
            };
        }
        let players = match alice_side {
            Player::First => [&*alice, &*bob],
            Player::Second => [&*bob, &*alice],
        };
        let seed = cell_seed(experiment.seed, &cell.board, cell.colors);
        let meeting = work.meeting(game, game.start(), players, seed);
        let mut failed = None;
        let mut saved = (work.clock)();
        let complete = meeting.play(cell.games..experiment.games, |played| {
            // After a stop, games may follow whose predecessors are missing.
            if played.index != cell.games {
                return;
            }
            cell.games += 1;
            cell.alice_wins += u64::from(played.winner == Some(alice_side));
            cell.moves += played.moves.len() as u64;
            cell.remarks += played.remarks.len() as u64;
            done.games += 1;
            progress(done);
            if (work.clock)() >= saved + SAVE_EVERY
                && cell.games < experiment.games
                && failed.is_none()
            {
                failed = journal.note_cell(cell.clone()).err();
                saved = (work.clock)();
            }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        if cell.games > 0 {
            journal.note_cell(cell)?;
        }
        Ok(complete)
    }

    /// Teaches `smart` and examines it for these cells, which differ in how much it was taught;
    /// false if it was stopped.
    fn teach(&mut self, game: &ColoringGame, cells: Vec<Cell>) -> Result<bool, Failed> {
        let (experiment, work) = (self.experiment, self.work);
        let Cell {
            board, colors, bob, ..
        } = &cells[0];
        let [alice, _] = experiment.seats(bob);
        let alice_side = alice_side(experiment.first);
        let side = match alice == SMART {
            true => alice_side,
            false => alice_side.other(),
        };
        let resources = Resources::new(work.memory / 4, work.stop);
        let opponent = seat(bob, &**game, side.other(), resources)
            .map_err(|error| error.in_source(board.as_str()))?;
        let checkpoints: Vec<u64> = cells.iter().map(|cell| cell.after).collect();
        let seed = cell_seed(experiment.seed, board, *colors);
        let points = learning_curve(&Lesson {
            against: work.meeting(game, game.start(), [&*opponent; 2], seed),
            side,
            checkpoints: &checkpoints,
            examination: experiment.games,
            explore: EXPLORE,
            memory: work.memory / 4,
        });
        let complete = points.len() == cells.len();
        for (cell, Point { tally, .. }) in cells.into_iter().zip(points) {
            self.done.games += tally.games - cell.games;
            self.journal.note_cell(Cell {
                games: tally.games,
                alice_wins: tally.wins[usize::from(alice_side == Player::Second)],
                moves: tally.moves.iter().sum(),
                remarks: tally.remarks,
                ..cell
            })?;
        }
        Ok(complete)
    }
}

/// A share, if there is anything to share.
pub(crate) fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// Where Alice sits.
pub(crate) fn alice_side(first: Side) -> Player {
    match first {
        Side::Alice => Player::First,
        Side::Bob => Player::Second,
    }
}

/// Where the chance of a cell comes from.
pub(crate) fn cell_seed(seed: u64, board: &str, colors: u32) -> u64 {
    let bytes = board.bytes().chain(colors.to_le_bytes());
    bytes.fold(Rng::new(seed).next_u64(), |hash, byte| {
        Rng::new(hash ^ u64::from(byte)).next_u64()
    })
}

/// A player who can play this side.
pub(crate) fn seat<'a>(
    player: &str,
    game: &'a dyn AnyGame,
    side: Player,
    resources: Resources<'_>,
) -> Result<Box<dyn Prepared + 'a>, InputError> {
    let prepared = prepare(player, game, resources)?;
    prepared.plays(side)?;
    Ok(prepared)
}
