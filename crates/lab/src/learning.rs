//! How `smart` gets better with the games that it plays: it begins without any
//! experience, plays one side against an opponent, and is examined now and then
//! in games from which it does not learn.

use crate::coloring::ColoringGame;
use crate::exact::{Exactly, Verdict};
use crate::experiment::{Work, alice_side, cell_seed, seat, share};
use crate::folder::write_whole;
use crate::results::{csv_text, mark, save_chart};
use crate::{LabError, NamedBoard};
use outplay_board::InputError;
use outplay_draw::chart::{Chart, Curve, Point, Share};
use outplay_engine::Player;
use outplay_games::{AnyGame, Side};
use outplay_players::{EXPLORE, Lesson, NO_CLOCK, Resources, learning_curve, wilson};
use std::path::{Path, PathBuf};

/// The most games of a lesson or an examination.
const MOST_GAMES: u64 = 10_000_000;
/// The most curves.
const MOST_CURVES: usize = 1000;

/// What is to be learnt.
#[derive(Clone, Debug)]
pub struct School {
    /// The boards.
    pub boards: Vec<NamedBoard>,
    /// The numbers of colours.
    pub colors: Vec<u32>,
    /// Who starts.
    pub first: Side,
    /// The side that `smart` plays.
    pub side: Side,
    /// Its opponents, one for each curve.
    pub against: Vec<String>,
    /// After how many games it is examined.
    pub after: Vec<u64>,
    /// How many games an examination has.
    pub games: u64,
    /// Where chance comes from.
    pub seed: u64,
}

/// An examination.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// The board's name.
    pub board: String,
    /// The number of colours.
    pub colors: u32,
    /// The opponent.
    pub against: String,
    /// How many games it had learnt from.
    pub after: u64,
    /// How many positions it had records of.
    pub positions: u64,
    /// How many games it was examined in.
    pub games: u64,
    /// How many of them it won.
    pub wins: u64,
    /// Who is proven to win the game.
    pub verdict: Verdict,
}

impl Stage {
    /// The share of games that it won, and the interval at 95 %.
    pub fn share(&self) -> (f64, f64, f64) {
        let (low, high) = wilson(self.wins, self.games);
        (share(self.wins, self.games).unwrap_or(0.5), low, high)
    }
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Taught {
    /// The examinations, curve by curve.
    pub stages: Vec<Stage>,
    /// Were all of them held?
    pub complete: bool,
    /// The files that were written.
    pub files: Vec<PathBuf>,
}

impl School {
    /// Teaches and examines; `progress` is told how many curves are done, of how
    /// many, and which is next. With a folder, writes `learning.csv`,
    /// `learning.svg` and `learning.png` there.
    ///
    /// # Errors
    /// A board, a player or a number is wrong, or the folder cannot be written.
    pub fn run(
        &self,
        folder: Option<&Path>,
        work: &Work<'_>,
        progress: &mut dyn FnMut(u64, u64, &str),
    ) -> Result<Taught, LabError> {
        let after = self.checkpoints()?;
        if let Some(folder) = folder {
            std::fs::create_dir_all(folder).map_err(|error| LabError::opening(folder, error))?;
        }
        let exactly = Exactly::new(work);
        let all = self.boards.len() * self.colors.len() * self.against.len();
        if !(1..=MOST_CURVES).contains(&all) {
            let found = format!("{all} curves (boards × numbers of colours × opponents)");
            return Err(InputError::found(found, format!("from 1 to {MOST_CURVES}")).into());
        }
        let mut taught = Taught {
            stages: Vec::new(),
            complete: true,
            files: Vec::new(),
        };
        let mut done = 0;
        for named in &self.boards {
            for &colors in &self.colors {
                let game = ColoringGame::open(named, colors, self.first)?;
                let settled = match exactly.is_wanted(None) {
                    true => exactly.settle(&game, &named.name, colors),
                    false => None,
                };
                let verdict = Verdict::of(settled.as_ref());
                for against in &self.against {
                    progress(
                        done,
                        all as u64,
                        &format!("{}, k = {colors}, against {against}", named.name),
                    );
                    let seed = cell_seed(self.seed, &named.name, colors);
                    let points = self
                        .teach(&*game, seed, against, &after, work)
                        .map_err(|error| error.in_source(named.name.as_str()))?;
                    taught.complete &= points.len() == after.len();
                    let wins = usize::from(self.player() == Player::Second);
                    taught.stages.extend(points.iter().map(|point| Stage {
                        board: named.name.clone(),
                        colors,
                        against: against.clone(),
                        after: point.games,
                        positions: point.positions,
                        games: point.tally.games,
                        wins: point.tally.wins[wins],
                        verdict,
                    }));
                    done += 1;
                }
            }
        }
        if let Some(folder) = folder {
            let files = &mut taught.files;
            let mut save = |name: &str, bytes: &[u8]| {
                let path = folder.join(name);
                write_whole(&path, bytes)?;
                files.push(path);
                Ok(())
            };
            save("learning.csv", self.csv(&taught.stages).as_bytes())?;
            save_chart(&self.chart(&taught.stages, &after), "learning", &mut save)?;
        }
        Ok(taught)
    }

    /// When it is examined, in order.
    fn checkpoints(&self) -> Result<Vec<u64>, InputError> {
        let mut after = self.after.clone();
        after.sort_unstable();
        after.dedup();
        let most = after.iter().copied().max().unwrap_or(0).max(self.games);
        if after.is_empty() || self.games == 0 || most > MOST_GAMES {
            let found = format!(
                "{} examinations of {} games, the last after {most}",
                after.len(),
                self.games
            );
            let expected = format!("some, of 1 to {MOST_GAMES} games, after at most {MOST_GAMES}");
            return Err(InputError::found(found, expected));
        }
        Ok(after)
    }

    /// The side that `smart` plays, by who starts.
    fn player(&self) -> Player {
        match self.side {
            Side::Alice => alice_side(self.first),
            Side::Bob => alice_side(self.first).other(),
        }
    }

    fn teach(
        &self,
        game: &dyn AnyGame,
        seed: u64,
        against: &str,
        after: &[u64],
        work: &Work<'_>,
    ) -> Result<Vec<outplay_players::Point>, InputError> {
        let side = self.player();
        let resources = Resources::new(work.memory / 4, work.stop);
        let opponent = seat(against, game, side.other(), resources)?;
        Ok(learning_curve(&Lesson {
            game,
            start: game.start(),
            side,
            opponent: &*opponent,
            checkpoints: after,
            examination: self.games,
            explore: EXPLORE,
            memory: work.memory / 4,
            seed,
            longest: usize::MAX,
            threads: work.threads,
            clock: NO_CLOCK,
            stop: work.stop,
        }))
    }

    fn csv(&self, stages: &[Stage]) -> String {
        let header = [
            "board",
            "colors",
            "smart",
            "against",
            "after",
            "positions",
            "games",
            "wins",
            "share",
            "low",
            "high",
            "seed",
            "exact",
        ];
        let lines = stages.iter().map(|stage| {
            let (share, low, high) = stage.share();
            vec![
                stage.board.clone(),
                stage.colors.to_string(),
                self.side.name().to_owned(),
                stage.against.clone(),
                stage.after.to_string(),
                stage.positions.to_string(),
                stage.games.to_string(),
                stage.wins.to_string(),
                format!("{share:.4}"),
                format!("{low:.4}"),
                format!("{high:.4}"),
                self.seed.to_string(),
                stage.verdict.word().to_owned(),
            ]
        });
        csv_text(&header, lines)
    }

    fn chart(&self, stages: &[Stage], after: &[u64]) -> Chart {
        let who = match self.side {
            Side::Alice => "Alice",
            Side::Bob => "Bob",
        };
        let mut curves: Vec<Curve> = Vec::new();
        for stage in stages {
            let name = format!("{}, k = {}, {}", stage.board, stage.colors, stage.against);
            if curves.last().is_none_or(|curve| curve.name != name) {
                curves.push(Curve {
                    name,
                    points: Vec::new(),
                });
            }
            let (value, low, high) = stage.share();
            if let Some(curve) = curves.last_mut() {
                curve.points.push(Point {
                    share: Some(Share { value, low, high }),
                    verdict: mark(stage.verdict),
                });
            }
        }
        Chart {
            title: format!("How smart learns the colouring game as {who}"),
            notes: vec![format!(
                "without experience at first, then examined in {} games after so many against each opponent · seed {}",
                self.games, self.seed
            )],
            x_title: "games it has learnt from".to_owned(),
            ticks: after.iter().map(u64::to_string).collect(),
            y_title: "games that smart won (sampled)".to_owned(),
            curves,
        }
    }
}
