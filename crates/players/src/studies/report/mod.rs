//! The map-colouring report, of 2013 and of any boards: every number of its table computed, its
//! sampled game chromatic numbers beside exact ones, with how few colours the strategies really
//! win, and for every line certificates that the independent checker has accepted.
//!
//! What was sampled is read in two ways. Today's reading takes the least k with which Alice
//! won more than half of her games; 2013 took the least k with which she won every one.

mod markdown;
mod sheet;
mod table;

use crate::studies::NamedBoard;
use crate::studies::certificates::{Claim, NoProof, Proof};
use crate::studies::coloring::ColoringGame;
use crate::studies::exact::{Exactly, Verdict};
use crate::studies::experiment::{Experiment, Findings, Kind, Meeting, Progress, Row, Work};
use crate::studies::journal::{file_name, make_folder, write_whole};
use crate::{Match, Resources, prepare};
use outplay_board::{Failed, Graph, InputError, Limits, families, numbers};
use outplay_engine::Player;
use outplay_games::Side;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub use table::{BOARDS, Old, sampled_2013};

/// What activation promises on planar boards.
const S4: u32 = 18;

/// At most so many colours are sampled. With one more than a vertex has neighbours Alice cannot
/// lose; so many are enough for all boards of 2013.
const MOST_COLORS: u32 = 12;

/// The strategies of Alice's that are tried.
const STRATEGIES: [&str; 4] = ["s1", "s2", "s3", "s4"];
/// At most so many games show that one of them wins.
const MOST_TRIALS: u64 = 100;

/// The player of 2013, with so many simulations a move.
pub fn player_of_2013(simulations: u32) -> String {
    format!("mcts-2013:{simulations}")
}

/// How the report samples.
#[derive(Clone, Debug)]
pub struct Sampling {
    /// Is the reading of 2013 the one that counts?
    pub as_2013: bool,
    /// Who plays Alice.
    pub alice: String,
    /// Who plays Bob.
    pub bob: String,
    /// How many games for each board and number of colours.
    pub games: u64,
    /// Where chance comes from.
    pub seed: u64,
}

impl Default for Sampling {
    fn default() -> Self {
        Self {
            as_2013: false,
            alice: "mcts:200".to_owned(),
            bob: "mcts:200".to_owned(),
            games: 100,
            seed: 1,
        }
    }
}

/// A number between two bounds; exact if they meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// At least this.
    pub lower: u32,
    /// At most this.
    pub upper: u32,
}

impl Bounds {
    /// The number, if it is known.
    pub fn value(self) -> Option<u32> {
        (self.lower == self.upper).then_some(self.upper)
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value() {
            Some(value) => write!(f, "{value}"),
            None => write!(f, "{}–{}", self.lower, self.upper),
        }
    }
}

/// A proof that belongs to a line, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// With how many colours.
    pub colors: u32,
    /// Who wins.
    pub winner: Side,
    /// The checked certificate, or why there is none.
    pub proof: Result<Proof, String>,
}

/// A line of the table.
#[derive(Clone, Debug)]
pub struct Line {
    /// What 2013 said, if it is one of its boards.
    pub old: Option<Old>,
    /// The board.
    pub board: NamedBoard,
    /// χ.
    pub chromatic: Bounds,
    /// S1 = χ(1 + col_2).
    pub s1: Bounds,
    /// S2 = a(a + 1).
    pub s2: Bounds,
    /// S3 = 3 col_2 − 1.
    pub s3: Bounds,
    /// S4 = 18, where the board is planar.
    pub s4: Option<u32>,
    /// The least k with which each strategy won all of its games, where that was found.
    pub won_from: [Option<u32>; 4],
    /// χ_g, Alice first.
    pub exact: Bounds,
    /// The least k with which the sampled Alice won more than half of her games.
    pub mostly: Option<u32>,
    /// The least k with which she won every game, as 2013 counted.
    pub always: Option<u32>,
    /// The one of the two that counts.
    pub sampled: Option<u32>,
    /// What was sampled, by k.
    pub rows: Vec<Row>,
    /// Who wins with which k, and the proof.
    pub evidence: Vec<Evidence>,
}

impl Line {
    /// Does the exact value contradict the sampled one of 2013?
    pub fn contradicts(&self) -> bool {
        let outside =
            |old: &Old| old.monte_carlo < self.exact.lower || old.monte_carlo > self.exact.upper;
        self.old.as_ref().is_some_and(outside)
    }

    /// What people call the board.
    pub fn title(&self) -> &str {
        self.old.as_ref().map_or(&self.board.name, |old| &old.graph)
    }

    /// The numbers of the table that 2013 had otherwise: name, then, now.
    pub fn corrections(&self) -> Vec<(&'static str, u32, String)> {
        let Some(old) = &self.old else {
            return Vec::new();
        };
        let columns = [
            ("χ", old.chromatic, self.chromatic),
            ("S1", old.strategy1, self.s1),
            ("S2", old.strategy2, self.s2),
            ("S3", old.strategy3, self.s3),
        ];
        let wrong = |(name, old, new): (&'static str, Option<u32>, Bounds)| {
            let old = old?;
            let differs = old < new.lower || old > new.upper;
            differs.then(|| (name, old, new.to_string()))
        };
        columns.into_iter().filter_map(wrong).collect()
    }

    /// What is to be said about the line, as sentences: first if it contradicts 2013.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        if let Some(old) = self.old.as_ref().filter(|_| self.contradicts()) {
            sentences.push(format!(
                "2013 sampled {}, and the exact value is {}.",
                old.monte_carlo, self.exact
            ));
        }
        for evidence in &self.evidence {
            let (who, k) = (side_name(evidence.winner), evidence.colors);
            let colors = if k == 1 { "colour" } else { "colours" };
            sentences.push(match &evidence.proof {
                Ok(proof) => format!(
                    "{who} wins with {k} {colors}: certificates/{} ({}, accepted by the independent checker).",
                    proof.file,
                    match proof.positions {
                        0 => "by a lemma at the start".to_owned(),
                        1 => "1 position".to_owned(),
                        positions => format!("{positions} positions"),
                    }
                ),
                Err(why) => format!(
                    "{who} wins with {k} {colors} by exact search; there is no certificate: {why}."
                ),
            });
        }
        sentences
    }
}

/// The report.
#[derive(Clone, Debug)]
pub struct Report {
    /// The lines, in the order of the boards.
    pub lines: Vec<Line>,
    /// How it was sampled.
    pub sampling: Sampling,
    /// Was everything computed that the limits allow? False after an interruption.
    pub complete: bool,
    /// The files that were written.
    pub files: Vec<PathBuf>,
    exact_time: Duration,
    most_colors: u32,
}

/// Computes the report of some boards, or else of those of 2013, and writes it to a folder:
/// `report.md`, `report.csv`, `report.tex`, `report.html`, the certificates, and in `samples` the
/// experiment behind it with its curves, from which an interrupted report goes on.
///
/// # Errors
/// A player does not exist, or the folder cannot be written or holds another report.
pub fn map_coloring(
    folder: &Path,
    boards: Vec<NamedBoard>,
    sampling: &Sampling,
    work: &Work<'_>,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, Failed> {
    let boards: Vec<(Option<Old>, NamedBoard)> = match boards.is_empty() {
        true => table::boards()?,
        false => boards.into_iter().map(table::known).collect(),
    };
    let mut most_colors = 1;
    for (_, board) in &boards {
        let safe = crate::studies::graph_of(&board.board)?.max_degree() as u32 + 1;
        most_colors = most_colors.max(safe.min(MOST_COLORS));
    }
    let meeting = Meeting {
        first: Side::Alice,
        alice: sampling.alice.clone(),
        bobs: vec![sampling.bob.clone()],
        games: sampling.games,
        seed: sampling.seed,
    };
    let named = boards.iter().map(|(_, board)| board.clone()).collect();
    let experiment = Experiment::new(Kind::Colors, named, (1..=most_colors).collect(), meeting)?;
    let mut last = None;
    let Findings { rows, complete, .. } =
        experiment.run(Some(&folder.join("samples")), work, &mut |now| {
            last = Some(now.clone());
            progress(now);
        })?;
    let mut doing = |what: &str| {
        if let Some(last) = &mut last {
            last.doing = what.to_owned();
            progress(last);
        }
    };
    let mut report = Report {
        lines: Vec::new(),
        sampling: sampling.clone(),
        complete,
        files: Vec::new(),
        exact_time: work.exact_time,
        most_colors,
    };
    let exactly = Exactly::new(work);
    for (old, board) in boards {
        let rows: Vec<Row> = rows
            .iter()
            .filter(|row| row.board == board.name)
            .cloned()
            .collect();
        doing(&format!("the numbers of {}", board.name));
        let mut line = numbers_of(old, board, rows, work)?;
        line.sampled = match sampling.as_2013 {
            true => line.always,
            false => line.mostly,
        };
        doing(&format!("the strategies on {}", line.board.name));
        line.won_from = won_from(&line, sampling, work)?;
        if !(work.stop)() {
            report.complete &= gather_evidence(&mut line, folder, &exactly, &mut doing)?;
        }
        report.lines.push(line);
    }
    report.complete &= !(work.stop)();
    report.write(folder)?;
    Ok(report)
}

/// The numbers of one line, each within the limit for exact work.
fn numbers_of(
    old: Option<Old>,
    board: NamedBoard,
    rows: Vec<Row>,
    work: &Work<'_>,
) -> Result<Line, InputError> {
    let graph = crate::studies::graph_of(&board.board)?;
    let number = |number: fn(&Graph, &dyn Fn() -> bool) -> numbers::Number| {
        let began = Instant::now();
        let stop = || (work.stop)() || began.elapsed() >= work.exact_time;
        let found = number(graph, &stop);
        Bounds {
            lower: found.lower,
            upper: found.upper,
        }
    };
    let made = |of: &dyn Fn(u32, u32) -> u32, a: Bounds, b: Bounds| Bounds {
        lower: of(a.lower, b.lower),
        upper: of(a.upper, b.upper),
    };
    let chromatic = number(numbers::chromatic);
    let acyclic = number(numbers::acyclic);
    let col2 = number(numbers::col2);
    let planar = outplay_board::is_planar(graph);
    let exact = game_chromatic(&rows, graph);
    let mostly = |row: &&Row| 2 * row.alice_wins > row.games;
    let always = |row: &&Row| row.games > 0 && row.alice_wins == row.games;
    Ok(Line {
        chromatic,
        s1: made(&|chi, col2| chi * (1 + col2), chromatic, col2),
        s2: made(&|a, _| a * (a + 1), acyclic, acyclic),
        s3: made(&|col2, _| (3 * col2).saturating_sub(1), col2, col2),
        s4: planar.then_some(S4),
        won_from: [None; 4],
        exact,
        mostly: rows.iter().find(mostly).map(|row| row.colors),
        always: rows.iter().find(always).map(|row| row.colors),
        sampled: None,
        rows,
        evidence: Vec::new(),
        old,
        board,
    })
}

/// The least k with which each strategy of Alice's wins all games against the Bob of the report.
fn won_from(
    line: &Line,
    sampling: &Sampling,
    work: &Work<'_>,
) -> Result<[Option<u32>; 4], InputError> {
    let mut won_from = [None; 4];
    let games = sampling.games.min(MOST_TRIALS);
    for (strategy, found) in STRATEGIES.iter().zip(&mut won_from) {
        for colors in line.chromatic.lower.max(1)..=u32::from(u8::MAX) {
            let game = ColoringGame::open(&line.board, colors, Side::Alice)?;
            let resources = Resources::new(work.memory, work.stop);
            // S4 is for planar boards alone.
            let Ok(alice) = prepare(strategy, &*game, resources) else {
                break;
            };
            let bob = prepare(&sampling.bob, &*game, resources)?;
            let lost = AtomicBool::new(false);
            let meeting = Match {
                stop: &|| (work.stop)() || lost.load(Ordering::Relaxed),
                ..work.meeting(&game, game.start(), [&*alice, &*bob], sampling.seed)
            };
            let all = meeting.play(0..games, |played| {
                if played.winner != Some(Player::First) {
                    lost.store(true, Ordering::Relaxed);
                }
            });
            if all && !lost.load(Ordering::Relaxed) {
                *found = Some(colors);
            }
            // With what it promises it cannot lose.
            let promised = alice.promise().is_some_and(|promise| colors >= promise);
            if found.is_some() || promised || (work.stop)() {
                break;
            }
        }
    }
    Ok(won_from)
}

/// What the verdicts, by growing k, say about the least k with which Alice wins.
fn game_chromatic(rows: &[Row], graph: &Graph) -> Bounds {
    let lost = |row: &&Row| row.verdict == Verdict::Wins(Side::Bob);
    let won = |row: &&Row| row.verdict == Verdict::Wins(Side::Alice);
    let safe = graph.max_degree() as u32 + 1;
    let upper = rows
        .iter()
        .find(won)
        .map_or(safe, |row| row.colors.min(safe));
    let lower = 1 + rows.iter().take_while(lost).count() as u32;
    Bounds { lower, upper }
}

/// Certificates for every k up to the exact number; false if it was interrupted.
fn gather_evidence(
    line: &mut Line,
    folder: &Path,
    exactly: &Exactly<'_>,
    doing: &mut dyn FnMut(&str),
) -> Result<bool, Failed> {
    let folder = folder.join("certificates");
    make_folder(&folder)?;
    // With fewer colours than χ nobody can colour the board at all.
    let least = line.chromatic.lower;
    for row in &line.rows {
        let Verdict::Wins(winner) = row.verdict else {
            continue;
        };
        if row.colors < least || row.colors > line.exact.upper {
            continue;
        }
        let game = ColoringGame::open(&line.board, row.colors, Side::Alice)?;
        let word = winner.name();
        let file = format!(
            "{}-k{}-{word}.cert",
            file_name(&line.board.name),
            row.colors
        );
        let claim = Claim {
            game: &game,
            winner,
        };
        doing(&format!("proving {}, k = {}", row.board, row.colors));
        let proof = match claim.prove(&folder, &file, exactly) {
            Ok(proof) => Ok(proof),
            Err(NoProof::Missing(why)) => Err(why),
            Err(NoProof::Interrupted) => return Ok(false),
            Err(NoProof::Failed(error)) => return Err(error),
        };
        line.evidence.push(Evidence {
            colors: row.colors,
            winner,
            proof,
        });
    }
    Ok(true)
}

impl Report {
    fn write(&mut self, folder: &Path) -> Result<(), Failed> {
        let files = [
            ("report.md", markdown::page(self)),
            ("report.csv", table::csv(self)),
            ("report.tex", sheet::latex(self)),
            ("report.html", sheet::html(self)),
        ];
        for (name, text) in files {
            let path = folder.join(name);
            write_whole(&path, text.as_bytes())?;
            self.files.push(path);
        }
        Ok(())
    }

    /// The table, and what contradicts that of 2013, as Markdown.
    pub fn summary(&self) -> String {
        markdown::summary(self)
    }

    /// How many boards there are, each with every number of colours.
    pub fn cell_count(&self) -> u64 {
        self.lines.len() as u64 * u64::from(self.most_colors)
    }

    /// How the sampled numbers came about, in a sentence.
    fn sampling_words(&self) -> String {
        let Sampling {
            as_2013,
            alice,
            bob,
            games,
            seed,
        } = &self.sampling;
        let most = self.most_colors;
        let [counts, other] = match as_2013 {
            true => ["every one, as 2013 counted", "more than half of them"],
            false => ["more than half of them", "every one, as 2013 counted"],
        };
        format!(
            "Sampled: Alice ({alice}) and Bob ({bob}) played {games} games on each board with each k from 1 to {most}, \
             Alice first, seed {seed}; the sampled number is the least k with which Alice won {counts}; \
             beside it in brackets is the least k with which she won {other}."
        )
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Alice => "Alice",
        Side::Bob => "Bob",
    }
}

impl Line {
    /// The number that was sampled, and in brackets the other reading.
    fn readings(&self) -> String {
        let word = |k: Option<u32>| k.map_or("–".to_owned(), |k| k.to_string());
        // Where both readings agree, it does not matter which counts.
        let other = match self.sampled == self.mostly {
            true => self.always,
            false => self.mostly,
        };
        format!("{} ({})", word(self.sampled), word(other))
    }
}

/// A board of the table by its family name.
fn open(name: &str) -> Result<NamedBoard, InputError> {
    Ok(NamedBoard {
        name: name.to_owned(),
        board: families::board(name, Limits::BOARD)?,
    })
}
