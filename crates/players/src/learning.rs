//! How `smart` gets better with the games it plays.

use crate::r#match::{Match, Tally};
use crate::smart::{Frozen, Smart};
use crate::strategy::Prepared;
use outplay_engine::Player;

/// What is measured: `smart` begins without records, plays one side against an
/// opponent, and is examined now and then.
pub struct Lesson<'a> {
    /// The opponent against itself; `smart` takes one of the seats.
    pub against: Match<'a>,
    /// Which one.
    pub side: Player,
    /// After how many games it is examined, in rising order; 0 is before the first.
    pub checkpoints: &'a [u64],
    /// How many games an examination has. It neither learns nor explores in them.
    pub examination: u64,
    /// C in the rule by which it explores while it learns (see the player `smart`).
    pub explore: f64,
    /// About how many bytes of records it may hold.
    pub memory: u64,
}

/// A point of a learning curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// Games it has learnt from.
    pub games: u64,
    /// Positions it has records of.
    pub positions: u64,
    /// How the examination went; the sides are those of the game.
    pub tally: Tally,
}

/// The learning curve of `smart`: a point for every checkpoint, fewer if it was
/// stopped. The same on any number of threads, but for the times.
pub fn learning_curve(lesson: &Lesson<'_>) -> Vec<Point> {
    let smart = Smart::new(lesson.against.game, lesson.explore, lesson.memory);
    let frozen = Frozen(&smart);
    let lessons = lesson.meeting(&smart, lesson.against.seed);
    // Games of the examination are none of those it learns from.
    let examination = lesson.meeting(&frozen, !lesson.against.seed);
    let starter = lessons.starter();
    let mut points = Vec::with_capacity(lesson.checkpoints.len());
    let mut games = 0;
    for &checkpoint in lesson.checkpoints {
        if checkpoint > games {
            if !lessons.play(games..checkpoint, drop) {
                break;
            }
            games = checkpoint;
        }
        let mut tally = Tally::default();
        let each = |played| tally.add(&played, starter);
        if !examination.play(0..lesson.examination, each) {
            break;
        }
        points.push(Point {
            games,
            positions: smart.positions() as u64,
            tally,
        });
    }
    points
}

impl Lesson<'_> {
    fn meeting<'a>(&'a self, smart: &'a dyn Prepared, seed: u64) -> Match<'a> {
        let mut meeting = self.against.clone();
        meeting.seed = seed;
        match self.side {
            Player::First => meeting.first = smart,
            Player::Second => meeting.second = smart,
        }
        meeting
    }
}
