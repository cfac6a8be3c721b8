//! What a game teaches: ideas, each with positions at which somebody is asked.
//!
//! A lesson never says what is right. Whoever asks computes it, so that no lesson can be wrong
//! about its boards.

use crate::described::{Description, LabelWords};
use crate::parameters::Values;
use serde_json::{Value as Json, json};

/// An idea, and positions at which it is met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// In a word, for programs.
    pub name: &'static str,
    /// In a heading.
    pub title: &'static str,
    /// The idea, in a few sentences that hold on every board.
    pub about: &'static str,
    /// What is asked; nothing where the questions come from the board on the table.
    pub tasks: Vec<Task>,
}

/// A question about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// What is asked.
    pub ask: Query,
    /// The board, in games that have one.
    pub board: &'static str,
    /// The parameters.
    pub values: Values,
    /// The moves that lead to the position.
    pub moves: &'static [&'static str],
}

/// What can be asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Who wins?
    Label,
    /// Which move wins?
    Move,
    /// What is the Grundy value?
    Grundy,
    /// How many vertices are threatened?
    Threats,
    /// What is the number that a program of 2013 sampled on this board?
    Sampled,
    /// Which move wins, where that program chose another?
    SampledMove,
}

impl Task {
    /// A question at the start of a game.
    pub fn new(ask: Query, board: &'static str, values: Values) -> Self {
        Self {
            ask,
            board,
            values,
            moves: &[],
        }
    }

    /// The same after some moves.
    pub fn after(self, moves: &'static [&'static str]) -> Self {
        Self { moves, ..self }
    }
}

impl Lesson {
    /// How all labels are found; every game has this lesson.
    pub const LABELS: &'static str = "labels";
    /// Who wins positions of the board on the table; every game has this lesson.
    pub const OUTCOMES: &'static str = "outcomes";

    /// Mirror strategies: on each board, who wins, and the move after the given ones.
    pub fn mirror(boards: Vec<(&'static str, Values, &'static [&'static str])>) -> Self {
        let tasks = boards.into_iter().flat_map(|(board, values, moves)| {
            let task = |ask| Task::new(ask, board, values.clone());
            [task(Query::Label), task(Query::Move).after(moves)]
        });
        Self {
            name: "mirror",
            title: "Mirror strategies",
            about: "On a symmetric board a player can often answer every move with its mirror image: as long as the other finds a move, so does the mirror.",
            tasks: tasks.collect(),
        }
    }

    /// Nim sums: the Grundy value of each board, and a winning move on the last.
    pub fn sums(boards: Vec<(&'static str, Values)>) -> Self {
        let last = boards.last().cloned();
        let tasks = boards
            .into_iter()
            .map(|(board, values)| Task::new(Query::Grundy, board, values));
        Self {
            name: "sums",
            title: "Nim sums",
            about: "The Grundy value of a position is the least number that none of its moves leads to; the player to move loses exactly at 0. Games side by side have the nim sum of their values: add in binary without carrying.",
            tasks: tasks
                .chain(last.map(|(board, values)| Task::new(Query::Move, board, values)))
                .collect(),
        }
    }
}

impl Description {
    /// The lessons that every game has, and its own.
    pub fn all_lessons(&self) -> Vec<Lesson> {
        let (title, about) = match self.labels {
            LabelWords::PreviousNext => (
                "P and N",
                "In a P-position the previous player wins, in an N-position the next. While the game goes on, a position is N exactly if some move leads to a P.",
            ),
            LabelWords::WinLoseDraw => (
                "Win, lose, draw",
                "A position is won (W) if some move leads to a lost one, lost (L) if every move leads to a won one, and else a draw (D).",
            ),
            LabelWords::Sides => (
                "Who wins?",
                "While the game goes on, the side to move wins exactly if some move leads to a position that it wins.",
            ),
        };
        let lesson = |name, title, about| Lesson {
            name,
            title,
            about,
            tasks: Vec::new(),
        };
        let labels = lesson(
            Lesson::LABELS,
            "How labels are found",
            "From the end of the game backwards, every position gets its label. Before each answer, you are asked.",
        );
        let mut lessons = vec![lesson(Lesson::OUTCOMES, title, about), labels];
        lessons.extend(self.lessons.iter().cloned());
        lessons
    }

    /// The lessons, for programs.
    pub(crate) fn lessons_json(&self) -> Json {
        let lessons = self.all_lessons().into_iter();
        lessons
            .map(|l| json!({ "name": l.name, "title": l.title, "about": l.about, "own_boards": !l.tasks.is_empty() }))
            .collect()
    }
}
