//! How the player `smart` gets better: its share of wins against each of some
//! opponents, examined after more and more games.

use crate::LabError;
use crate::folder::write_whole;
use crate::results::save_chart;
use outplay_board::{Board, InputError};
use outplay_charts::{Chart, Curve, Point, Share};
use outplay_engine::{Game, Player};
use outplay_games::registry::{self, Options, Registered, Visitor};
use outplay_players::{Lesson, Resources, learning_curve, prepare, wilson};
use std::path::{Path, PathBuf};

/// What is to be learnt, and from whom.
#[derive(Clone, Debug)]
pub struct Course {
    /// The name of the game.
    pub game: String,
    /// What its board is called; empty if there is none.
    pub board_name: String,
    /// Its board.
    pub board: Board,
    /// Everything else about the game.
    pub options: Options,
    /// The side that `smart` plays, as the game calls it.
    pub side: String,
    /// Against whom, one after the other; each time it begins knowing nothing.
    pub opponents: Vec<String>,
    /// After how many games it is examined, in rising order.
    pub checkpoints: Vec<u64>,
    /// How many games an examination has.
    pub examination: u64,
    /// How eager it is to try what it has seldom tried, while it learns.
    pub explore: f64,
    /// Where chance comes from.
    pub seed: u64,
}

/// What may be used.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    /// How many games are played at a time.
    pub threads: usize,
    /// About how many bytes may be held.
    pub memory: u64,
    /// After so many moves a game is called a draw.
    pub longest: usize,
    /// True when it is to end early.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// How one examination went.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The opponent.
    pub opponent: String,
    /// Games that `smart` had learnt from.
    pub learnt: u64,
    /// Positions that it had records of.
    pub positions: u64,
    /// Games of the examination.
    pub games: u64,
    /// How many of them it won.
    pub wins: u64,
}

impl Mark {
    /// The share of wins and its interval at 95 %.
    pub fn share(&self) -> (f64, f64, f64) {
        let (low, high) = wilson(self.wins, self.games);
        (self.wins as f64 / self.games.max(1) as f64, low, high)
    }
}

/// The most games of a course or an examination.
const MOST_GAMES: u64 = 100_000_000;

impl Course {
    /// Holds the course. Marks that are missing at the end were stopped.
    ///
    /// # Errors
    /// The game, a player or a number is wrong.
    pub fn run(&self, means: &Means<'_>) -> Result<Vec<Mark>, LabError> {
        let rises = self.checkpoints.windows(2).all(|pair| pair[0] < pair[1]);
        let most = self.checkpoints.last().copied().unwrap_or(0);
        if !rises || self.checkpoints.is_empty() || most.max(self.examination) > MOST_GAMES {
            let expected = format!("rising numbers of games, at most {MOST_GAMES}");
            return Err(InputError::found("other numbers of games", expected).into());
        }
        let lessons = Lessons {
            course: self,
            means,
        };
        Ok(registry::visit(
            &self.game,
            &self.board,
            &self.options,
            lessons,
        )??)
    }

    /// The table as CSV.
    pub fn csv(&self, marks: &[Mark]) -> String {
        let mut out = csv::Writer::from_writer(Vec::new());
        let mut write = |record: [&str; 12]| {
            out.write_record(record)
                .expect("memory takes every record of equal length");
        };
        write([
            "game",
            "board",
            "smart_plays",
            "opponent",
            "learnt_games",
            "positions",
            "games",
            "wins",
            "share",
            "low",
            "high",
            "seed",
        ]);
        for mark in marks {
            let (share, low, high) = mark.share();
            write([
                &self.game,
                &self.board_name,
                &self.side,
                &mark.opponent,
                &mark.learnt.to_string(),
                &mark.positions.to_string(),
                &mark.games.to_string(),
                &mark.wins.to_string(),
                &format!("{share:.4}"),
                &format!("{low:.4}"),
                &format!("{high:.4}"),
                &self.seed.to_string(),
            ]);
        }
        let bytes = out.into_inner().expect("memory takes everything");
        String::from_utf8(bytes).expect("made of text")
    }

    /// The learning curves, one for each opponent.
    pub fn chart(&self, marks: &[Mark]) -> Chart {
        let point = |opponent: &str, &learnt: &u64| {
            let mark = marks
                .iter()
                .find(|mark| mark.opponent == opponent && mark.learnt == learnt);
            Point {
                share: mark.map(|mark| {
                    let (value, low, high) = mark.share();
                    Share { value, low, high }
                }),
                ..Point::default()
            }
        };
        let on = match self.board_name.as_str() {
            "" => String::new(),
            name => format!(" on {name}"),
        };
        Chart {
            title: format!("How smart learns {}{on} as {}", self.game, self.side),
            notes: vec![format!(
                "Examined without learning in {} games each, seed {}",
                self.examination, self.seed
            )],
            x_title: "Games it has learnt from".to_owned(),
            ticks: self.checkpoints.iter().map(u64::to_string).collect(),
            y_title: "Games that smart wins".to_owned(),
            curves: self
                .opponents
                .iter()
                .map(|opponent| Curve {
                    name: format!("against {opponent}"),
                    points: self
                        .checkpoints
                        .iter()
                        .map(|learnt| point(opponent, learnt))
                        .collect(),
                })
                .collect(),
        }
    }

    /// Writes the table and the curves into a folder, which is made if needed.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(&self, marks: &[Mark], folder: &Path) -> Result<Vec<PathBuf>, LabError> {
        std::fs::create_dir_all(folder).map_err(|error| LabError::opening(folder, error))?;
        let mut files = Vec::new();
        let mut save = |name: &str, bytes: &[u8]| {
            let path = folder.join(name);
            write_whole(&path, bytes)?;
            files.push(path);
            Ok::<(), LabError>(())
        };
        save("learning.csv", self.csv(marks).as_bytes())?;
        save_chart(&self.chart(marks), "learning", &mut save)?;
        Ok(files)
    }
}

struct Lessons<'a> {
    course: &'a Course,
    means: &'a Means<'a>,
}

impl Visitor for Lessons<'_> {
    type Output = Result<Vec<Mark>, InputError>;

    fn visit<G: Registered>(self, game: G) -> Self::Output {
        let Self { course, means } = self;
        let sides = [Player::First, Player::Second];
        let side = sides
            .into_iter()
            .find(|&side| game.player_name(side) == course.side)
            .ok_or_else(|| {
                InputError::found(
                    format_args!("side '{}'", course.side),
                    sides.map(|side| game.player_name(side)).join(" or "),
                )
            })?;
        let resources = Resources::new(means.memory / 4, means.stop);
        let mut prepared = Vec::new();
        for opponent in &course.opponents {
            let player = prepare(opponent, &game, resources)?;
            player.plays(side.other())?;
            prepared.push(player);
        }
        let mut marks = Vec::new();
        for (opponent, name) in prepared.iter().zip(&course.opponents) {
            let curve = learning_curve(&Lesson {
                game: &game,
                start: Game::start(&game),
                side,
                opponent: &**opponent,
                checkpoints: &course.checkpoints,
                examination: course.examination,
                explore: course.explore,
                memory: means.memory / 4,
                seed: course.seed,
                longest: means.longest,
                threads: means.threads,
                stop: means.stop,
            });
            let index = match side {
                Player::First => 0,
                Player::Second => 1,
            };
            marks.extend(curve.into_iter().map(|point| Mark {
                opponent: name.clone(),
                learnt: point.games,
                positions: point.positions,
                games: point.tally.games,
                wins: point.tally.wins[index],
            }));
        }
        Ok(marks)
    }
}
