//! Puzzles: positions in which one move wins and no other does, up to symmetry. They are met in
//! random play and settled exactly, so that the solution is proven.

use crate::answer::{Heading, NamedMove};
use crate::ask::{Ask, Told};
use crate::host::{Host, How};
use crate::limits::at_most;
use crate::random::RandomPlay;
use crate::setup::Opened;
use crate::text::heading;
use outplay_board::{Failed, InputError};
use outplay_draw::Escaped;
use outplay_engine::{Budget, Outcome, Rng};
use outplay_games::{AnyGame, AnyPosition, Failure, Marks};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Puzzles of a game.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AskPuzzles {
    /// How many; 5 without it, and in a request at most 50.
    pub count: usize,
    /// The same seed finds the same puzzles, if no limit runs out; 1 without it.
    pub seed: u64,
    /// These positions, if they are puzzles, instead of new ones; in a request at most 50.
    pub positions: Option<Vec<String>>,
    /// Also a picture of every position?
    pub pictures: bool,
}

impl Default for AskPuzzles {
    fn default() -> Self {
        Self {
            count: 5,
            seed: 1,
            positions: None,
            pictures: false,
        }
    }
}

/// Puzzles of a game on a board, the easiest first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Puzzles {
    /// What was asked.
    #[serde(flatten)]
    pub heading: Heading,
    /// The puzzles; fewer than were wanted where no more were met.
    pub puzzles: Vec<Puzzle>,
    /// How long it took.
    pub seconds: f64,
}

/// A position with one winning move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Puzzle {
    /// The position.
    pub position: String,
    /// The side that is to find the move.
    pub to_move: String,
    /// The move; where symmetries give others, they win as well.
    pub solution: NamedMove,
    /// How many legal moves there are.
    pub moves: usize,
    /// `easy` if the move wins at once, `medium` if the game is won with the next move whatever
    /// the answer is, else `hard`.
    pub difficulty: Difficulty,
    /// The position as SVG, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

/// How far one has to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// The move wins at once.
    Easy,
    /// The next move wins, whatever the answer is.
    Medium,
    /// Longer.
    Hard,
}

impl Difficulty {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }
}

/// Fewer moves are no puzzle.
const LEAST_MOVES: usize = 3;
/// So many positions are looked at for each puzzle that is wanted.
const TRIES: usize = 60;
/// Plays that go on for ever are left after so many moves.
const LONGEST: usize = 200;
/// A position that takes more than this to settle is no puzzle for people.
pub(crate) const MOST_POSITIONS: u64 = 300_000;
/// Looking at every answer to every move is for positions with few moves.
const FEW_MOVES: usize = 60;

/// So many puzzles are made for a request at most, and as many positions looked at.
const MOST_PUZZLES: usize = 50;

impl Ask for AskPuzzles {
    type About = Opened;
    type Answer = Puzzles;

    fn bound(&mut self, _: &Opened) -> Result<(), InputError> {
        self.count = self.count.min(MOST_PUZZLES);
        at_most(self.positions.as_deref().unwrap_or_default(), MOST_PUZZLES)
    }

    fn answer(&self, opened: &Opened, host: &Host<'_>) -> Result<Puzzles, Failed> {
        let began = (host.clock)();
        let mut puzzles = match &self.positions {
            Some(positions) => among(opened, positions, host)?,
            None => self.found(opened, host)?,
        };
        for puzzle in puzzles.iter_mut().filter(|_| self.pictures) {
            let marks = marks(opened, puzzle);
            puzzle.picture = Some(outplay_draw::board_svg(&opened.board, &marks));
        }
        Ok(Puzzles {
            heading: Heading::new(opened, None),
            puzzles,
            seconds: (host.clock)() - began,
        })
    }
}

impl AskPuzzles {
    /// Puzzles that are met in random play. Where a limit runs out, those that were found.
    fn found(&self, opened: &Opened, host: &Host<'_>) -> Result<Vec<Puzzle>, Failed> {
        let game = &*opened.game;
        let mut rng = Rng::new(self.seed);
        let mut found: Vec<Puzzle> = Vec::new();
        let mut seen = BTreeSet::new();
        for _ in 0..self.count.saturating_mul(TRIES) {
            if found.len() >= self.count || host.is_over() {
                break;
            }
            let Some(position) = met(game, &mut rng, host) else {
                continue;
            };
            if seen.insert(game.canonical(&position)) {
                let note = || format!("{} of {} puzzles found", found.len(), self.count);
                let puzzle = host.run(&note, |budget| look(opened, &position, host, budget))?;
                found.extend(puzzle);
            }
        }
        found.sort_by_key(|puzzle| (puzzle.difficulty, puzzle.moves));
        Ok(found)
    }
}

/// Those of the given positions that are puzzles, in their order. Where a limit runs out, those
/// that were settled.
fn among(opened: &Opened, at: &[String], host: &Host<'_>) -> Result<Vec<Puzzle>, Failed> {
    let mut found = Vec::new();
    for text in at {
        let position = opened.position(Some(text))?;
        found.extend(host.run(&String::new, |budget| look(opened, &position, host, budget))?);
    }
    Ok(found)
}

impl Told<Opened> for Puzzles {
    fn text(&self, opened: &Opened) -> String {
        let mut text = format!("{}\n", heading(opened));
        if self.puzzles.is_empty() {
            text += "  no position with one winning move was met\n";
        }
        for (i, puzzle) in self.puzzles.iter().enumerate() {
            text += &format!(
                "  {}. {}, {} to move ({}): {}\n",
                i + 1,
                puzzle.position,
                puzzle.to_move,
                puzzle.difficulty.word(),
                puzzle.solution.text
            );
        }
        text
    }
}

/// A position of a random play.
pub(crate) fn met(game: &dyn AnyGame, rng: &mut Rng, host: &Host<'_>) -> Option<AnyPosition> {
    let play = RandomPlay::new(game, game.start(), LONGEST, rng, host);
    let play = play.filter(|&(_, moves)| moves >= LEAST_MOVES);
    let mut play: Vec<AnyPosition> = play.map(|(position, _)| position).collect();
    match play.is_empty() {
        true => None,
        false => Some(play.swap_remove(rng.below(play.len()))),
    }
}

/// The puzzle of a position, if it is one and can be settled soon.
fn look(
    opened: &Opened,
    position: &AnyPosition,
    host: &Host<'_>,
    budget: &Budget<'_>,
) -> Result<Option<Puzzle>, Failed> {
    let game = &*opened.game;
    let few = Budget {
        positions: budget.positions.min(MOST_POSITIONS),
        ..*budget
    };
    let effort = host.effort(&game.description().identity(), &How::default());
    let values = game
        .analyse(position, &effort, &few)
        .and_then(|analysis| Ok(analysis.moves(position, &few)?));
    let values = match values {
        Ok(values) => values,
        Err(Failure::Stopped(_)) => return Ok(None),
        Err(failure) => return Err(failure.into()),
    };
    if values.iter().any(|m| m.value.is_none()) {
        return Ok(None);
    }
    let wins = |m: &&_| -> bool {
        let m: &outplay_games::MoveValue = m;
        m.value.is_some_and(|value| value.outcome == Outcome::Win)
    };
    let winning: BTreeSet<AnyPosition> = values
        .iter()
        .filter(wins)
        .map(|m| game.canonical(&m.to))
        .collect();
    let all = values.iter().all(|m| wins(&m));
    let Some(best) = values.first().filter(|_| winning.len() == 1 && !all) else {
        return Ok(None);
    };
    Ok(Some(Puzzle {
        position: game.position_text(position),
        to_move: opened.mover_word(position).to_owned(),
        solution: opened.named(best.mv),
        moves: values.len(),
        difficulty: match game.result(&best.to) {
            Some(_) => Difficulty::Easy,
            None if wins_next(game, &best.to) => Difficulty::Medium,
            None => Difficulty::Hard,
        },
        picture: None,
    }))
}

/// Does whoever just moved win with the next move, whatever the answer is?
fn wins_next(game: &dyn AnyGame, position: &AnyPosition) -> bool {
    let over = |position: &AnyPosition, outcome| game.result(position) == Some(outcome);
    let answers = game.legal_moves(position);
    answers.len() <= FEW_MOVES
        && answers.into_iter().all(|answer| {
            let next = game.apply(position, answer);
            let mut moves = game.legal_moves(&next).into_iter();
            over(&next, Outcome::Win) || moves.any(|mv| over(&game.apply(&next, mv), Outcome::Lose))
        })
}

fn marks(opened: &Opened, puzzle: &Puzzle) -> Marks {
    let position = opened.game.parse_position(&puzzle.position);
    position.map_or_else(
        |_| Marks::default(),
        |position| opened.game.marks(&position),
    )
}

/// The game, the board and the parameters, in words.
fn title(opened: &Opened) -> String {
    let description = opened.game.description();
    let board = match opened.has_board() {
        true => format!(" on {}", opened.title()),
        false => String::new(),
    };
    let phrases = description.phrases(&opened.game.values()).into_iter();
    let phrases: String = phrases.map(|phrase| format!(", {phrase}")).collect();
    format!("{}{board}{phrases}", description.title)
}

/// What is to be done, in words.
fn task(opened: &Opened, puzzle: &Puzzle) -> String {
    let sides = &opened.game.description().sides;
    let side = sides.iter().find(|side| side.word == puzzle.to_move);
    let side = side.map_or(puzzle.to_move.as_str(), |side| &side.title);
    format!("{side} to move and win")
}

const HEADING: &str = "Find the only winning move";
const NOTE: &str = "Where symmetries give other moves, they win as well.";

/// A sheet to print as one picture, with the solutions below.
pub fn sheet_svg(sets: &[(Opened, Puzzles)]) -> String {
    const PER_LINE: usize = 8;
    let puzzles: Vec<(&Opened, &Puzzle)> = sets
        .iter()
        .flat_map(|(opened, set)| set.puzzles.iter().map(move |puzzle| (opened, puzzle)))
        .collect();
    let boards = puzzles.iter().zip(1..).map(|(&(opened, puzzle), number)| {
        let note = format!(
            "{number}. {} ({})",
            task(opened, puzzle),
            puzzle.difficulty.word()
        );
        (note, &opened.board, marks(opened, puzzle))
    });
    let solutions: Vec<String> = puzzles
        .iter()
        .zip(1..)
        .map(|((_, puzzle), number)| format!("{number}: {}", puzzle.solution.text))
        .collect();
    let lines = solutions.chunks(PER_LINE).map(|line| line.join(" · "));
    let foot = std::iter::once(format!("Solutions. {NOTE}")).chain(lines);
    let games: Vec<String> = sets.iter().map(|(opened, _)| title(opened)).collect();
    outplay_draw::sheet_svg(
        &format!("{HEADING}. {}", games.join("; ")),
        &boards.collect::<Vec<_>>(),
        &foot.collect::<Vec<_>>(),
    )
}

/// A sheet to print as a page: a picture of every puzzle, and the solutions on a page of their own.
pub fn sheet_html(sets: &[(Opened, Puzzles)]) -> String {
    let mut tasks = String::new();
    let mut solutions = String::new();
    let mut number = 0;
    for (i, (opened, set)) in sets.iter().enumerate() {
        let _ = writeln!(tasks, "<h2>{}</h2>", Escaped(&title(opened)));
        if i == 0 {
            let description = opened.game.description();
            let words = format!("{} {}", description.rules, description.goal);
            let _ = writeln!(tasks, "<p>{}</p>", Escaped(&words));
        }
        for puzzle in &set.puzzles {
            number += 1;
            let _ = write!(
                tasks,
                "<figure>\n{}<figcaption><b>{number}.</b> {} <i>({})</i></figcaption>\n</figure>\n",
                outplay_draw::board_svg(&opened.board, &marks(opened, puzzle)),
                Escaped(&task(opened, puzzle)),
                puzzle.difficulty.word(),
            );
            let _ = writeln!(solutions, "<li>{}</li>", Escaped(&puzzle.solution.text));
        }
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Puzzles</title>\n<style>\n\
         body {{ font: 12pt/1.4 serif; max-width: 19cm; margin: 1cm auto; }}\n\
         figure {{ display: inline-block; width: 8.8cm; margin: 0.2cm; break-inside: avoid; text-align: center; }}\n\
         figure svg {{ width: 100%; height: auto; max-height: 7cm; }}\n\
         .solutions {{ break-before: page; }}\n</style>\n\
         <h1>{HEADING}</h1>\n{tasks}\
         <section class=\"solutions\">\n<h2>Solutions</h2>\n<p>{NOTE}</p>\n<ol>\n{solutions}</ol>\n</section>\n</html>\n"
    )
}
