//! Who wins.

use crate::answer::{Effort, Heading, JudgedMove, Judgement, NamedMove, remoteness};
use crate::ask::{Ask, Told};
use crate::host::{Host, How};
use crate::lesson::{Round, rounds};
use crate::setup::Opened;
use crate::text::{count, grouped, heading_at, verdict_line};
use outplay_board::{Failed, InputError};
use outplay_engine::{Budget, Outcome, Stop, Stopped};
use outplay_games::{
    Analysis, AnyGame, AnyMove, AnyPosition, Failure, How as By, LabelWords, MoveValue, Value,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::fmt::Write;

/// Who wins a position, and what is wanted beside that.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AskSolve {
    /// The position; the start without it.
    #[serde(rename = "position")]
    pub at: Option<String>,
    /// Also the Grundy value?
    pub grundy: bool,
    /// Also how the labels are found, round by round?
    pub steps: bool,
    /// The words of these labels, if not those of the game.
    #[serde(skip)]
    pub words: Option<LabelWords>,
    /// Also a line of best play?
    pub line: bool,
    /// Also winning moves where a search gave the verdict, as far as some more work settles them?
    #[serde(skip)]
    pub first_moves: bool,
    /// How to settle it.
    #[serde(skip)]
    pub how: How,
}

/// Who wins a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Solved {
    /// What was asked.
    #[serde(flatten)]
    pub heading: Heading,
    /// Who wins.
    #[serde(flatten)]
    pub judgement: Judgement,
    /// How many moves the game lasts; null in a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<Option<u32>>,
    /// The Grundy value, if asked for; null if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grundy: Option<Option<u32>>,
    /// The moves that win, if all moves are settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_moves: Option<Vec<Json>>,
    /// The moves that are settled, where not all are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known_moves: Option<Vec<JudgedMove>>,
    /// How the labels are found, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<Round>>,
    /// A line in which the winner always plays a winning move, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<Step>>,
    /// What the work was.
    #[serde(flatten)]
    pub effort: Effort,
    /// What it comes to for the player to move.
    #[serde(skip)]
    pub outcome: Option<Outcome>,
    /// The winning moves as text.
    #[serde(skip)]
    pub winning_texts: Vec<String>,
    /// How many legal moves there are.
    #[serde(skip)]
    pub legal_moves: usize,
    /// Was it settled by theory?
    #[serde(skip)]
    pub by_theory: bool,
    /// Would the number of positions be another in another run?
    #[serde(skip)]
    pub varies: bool,
}

/// A move of a line of play.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Step {
    /// The move.
    #[serde(flatten)]
    pub named: NamedMove,
    /// The position that it leads to.
    pub to: String,
}

/// Refuses Grundy values where there are none.
pub(crate) fn must_have_values(game: &dyn AnyGame, grundy: bool) -> Result<(), InputError> {
    match grundy && !game.description().impartial {
        true => Err(InputError::new(format!(
            "grundy: '{}' is not impartial, so its positions have no Grundy values",
            game.description().name
        ))),
        false => Ok(()),
    }
}

impl Ask for AskSolve {
    type About = Opened;
    type Answer = Solved;

    fn answer(&self, opened: &Opened, host: &Host<'_>) -> Result<Solved, Failed> {
        let asked = self;
        let game = &*opened.game;
        must_have_values(game, asked.grundy)?;
        let began = (host.clock)();
        let seconds = || (host.clock)() - began;
        let position = opened.position(asked.at.as_deref())?;
        let said = asked.at.as_ref().map(|_| &position);
        let mut effort = host.effort(&game.description().identity(), &asked.how);
        effort.grundy = asked.grundy;
        let mut answer = Solved {
            heading: Heading::new(opened, said),
            judgement: opened.judgement(&position, None),
            remoteness: None,
            grundy: None,
            winning_moves: None,
            known_moves: None,
            steps: None,
            line: None,
            effort: Effort {
                positions: 0,
                seconds: 0.0,
                exact: false,
                reason: None,
            },
            outcome: None,
            winning_texts: Vec::new(),
            legal_moves: 0,
            by_theory: false,
            varies: false,
        };
        let unsettled = |mut answer: Solved, stopped: &Stopped| {
            answer.effort = Effort {
                positions: stopped.positions,
                seconds: seconds(),
                exact: false,
                reason: Some(stopped.to_string()),
            };
            Ok(answer)
        };
        let nothing = String::new;
        let analysis = match host.run(&nothing, |budget| game.analyse(&position, &effort, budget)) {
            Ok(analysis) => analysis,
            Err(Failure::Stopped(stopped)) => return unsettled(answer, &stopped),
            Err(failure) => return Err(failure.into()),
        };
        let note = || note(game, &*analysis, &position, effort.table.fill(), host);
        let value = match host.run(&note, |budget| analysis.value(&position, budget)) {
            Ok(value) => value,
            Err(Failure::Stopped(stopped)) => {
                let moves = analysis.known_moves(&position, &host.within(KNOWN_TIME))?;
                answer.legal_moves = moves.len();
                let known = moves.iter().filter(|m| m.value.is_some());
                answer.known_moves = Some(known.map(|m| opened.judged(m, false)).collect());
                return unsettled(answer, &stopped);
            }
            Err(failure) => return Err(failure.into()),
        };
        answer.judgement = opened.judgement(&position, Some(value.outcome));
        answer.outcome = Some(value.outcome);
        answer.remoteness = remoteness(value);
        answer.grundy = asked.grundy.then_some(value.grundy);
        answer.by_theory = analysis.how() == By::Theory;
        answer.varies = analysis.how() == By::Search && host.threads > 1;
        answer.effort = Effort {
            positions: analysis.positions(),
            seconds: seconds(),
            exact: true,
            reason: None,
        };
        // With a search, the value of every move can be far more work than the verdict.
        if analysis.is_complete() {
            let moves = analysis.known_moves(&position, &|| false)?;
            let wins = |m: &&MoveValue| m.value.is_some_and(|v| v.outcome == Outcome::Win);
            let winning: Vec<AnyMove> = moves.iter().filter(wins).map(|m| m.mv).collect();
            answer.legal_moves = moves.len();
            answer.winning_texts = winning.iter().map(|&mv| game.move_text(mv)).collect();
            answer.winning_moves = Some(winning.iter().map(|&mv| game.move_json(mv)).collect());
        } else if asked.first_moves && value.outcome == Outcome::Win && !answer.by_theory {
            settle_some(opened, &*analysis, &position, &mut answer, host)?;
        }
        if asked.line {
            answer.line = Some(best_line(opened, &*analysis, &position, value, host)?);
        }
        if asked.steps {
            answer.steps = Some(host.run(&nothing, |budget| rounds(game, asked.words, budget))?);
        }
        Ok(answer)
    }
}

/// The share of the positions of the verdict, and the least number, that first moves may cost.
const MORE_SHARE: u64 = 10;
const MORE_LEAST: u64 = 10_000;

/// Settles as many moves as a little more work allows; one of them wins.
fn settle_some(
    opened: &Opened,
    analysis: &dyn Analysis,
    position: &AnyPosition,
    answer: &mut Solved,
    host: &Host<'_>,
) -> Result<(), Failed> {
    let mut moves = analysis.known_moves(position, &host.within(KNOWN_TIME))?;
    let before = analysis.positions();
    let most = before / MORE_SHARE + MORE_LEAST;
    for m in moves.iter_mut().filter(|m| m.value.is_none()) {
        let left = (before + most).saturating_sub(analysis.positions());
        let found = host.run(&String::new, |budget| {
            let some = Budget {
                positions: budget.positions.min(left),
                ..*budget
            };
            analysis.value(&m.to, &some)
        });
        match found {
            Ok(after) => m.value = Some(after.before()),
            Err(Failure::Stopped(_)) => break,
            Err(failure) => return Err(failure.into()),
        }
    }
    let wins = |m: &&MoveValue| m.value.is_some_and(|v| v.outcome == Outcome::Win);
    let winning: Vec<AnyMove> = moves.iter().filter(wins).map(|m| m.mv).collect();
    let game = &*opened.game;
    answer.legal_moves = moves.len();
    answer.winning_texts = winning.iter().map(|&mv| game.move_text(mv)).collect();
    match moves.iter().all(|m| m.value.is_some()) {
        true => {
            answer.winning_moves = Some(winning.iter().map(|&mv| game.move_json(mv)).collect());
        }
        false => {
            let known = moves.iter().filter(|m| m.value.is_some());
            answer.known_moves = Some(known.map(|m| opened.judged(m, false)).collect());
        }
    }
    Ok(())
}

/// How many moves of the current line of play a note shows.
const SHOWN_LINE: usize = 4;

/// How long a note may take, and how long what is known after a limit ran out, in seconds.
const NOTE_TIME: f64 = 0.02;
const KNOWN_TIME: f64 = 0.3;

/// How far a search has come.
fn note(
    game: &dyn AnyGame,
    analysis: &dyn Analysis,
    position: &AnyPosition,
    fill: f64,
    host: &Host<'_>,
) -> String {
    let stop = host.within(NOTE_TIME);
    let moves = analysis.known_moves(position, &stop).unwrap_or_default();
    let known = moves.iter().filter(|m| m.value.is_some()).count();
    let line = analysis.line(position, SHOWN_LINE, &stop);
    let line: String = line
        .iter()
        .map(|&mv| format!(" {}", game.move_text(mv)))
        .collect();
    format!(
        "table {:.0} % full, {known} of {} first moves settled{}{line}",
        100.0 * fill,
        moves.len(),
        if line.is_empty() { "" } else { ", at" }
    )
}

/// The longest line of play that is shown.
const LONGEST_LINE: usize = 300;
/// Finding winning moves after the verdict may take so many seconds.
const LINE_TIME: f64 = 2.0;

/// A line in which the winner always plays a winning move. It ends early where none is
/// found in time, or where play can go on for ever.
fn best_line(
    opened: &Opened,
    analysis: &dyn Analysis,
    start: &AnyPosition,
    value: Value,
    host: &Host<'_>,
) -> Result<Vec<Step>, Failed> {
    let game = &*opened.game;
    let began = (host.clock)();
    let stop = |positions| {
        let late = (host.clock)() > began + LINE_TIME;
        (host.stop)(positions).or_else(|| late.then_some(Stop::Time(LINE_TIME)))
    };
    let budget = host.budget(&stop);
    let mut line = Vec::new();
    let mut position = start.clone();
    let mut wins = match value.outcome {
        Outcome::Win => true,
        Outcome::Lose => false,
        Outcome::Draw => return Ok(line),
    };
    while line.len() < LONGEST_LINE && game.result(&position).is_none() {
        let moves = analysis.known_moves(&position, &|| (host.clock)() > began + LINE_TIME)?;
        let winning = |m: &&MoveValue| m.value.is_some_and(|v| v.outcome == Outcome::Win);
        let step = match moves.iter().find(winning) {
            Some(known) if wins => Some(known),
            _ if wins => winning_move(analysis, &moves, &budget)?,
            // Best first: the loser delays as long as possible.
            _ => moves.first(),
        };
        let Some(step) = step else {
            break;
        };
        line.push(Step {
            named: opened.named(step.mv),
            to: game.position_text(&step.to),
        });
        position = step.to.clone();
        wins = !wins;
    }
    Ok(line)
}

/// The first move that turns out to win.
fn winning_move<'a>(
    analysis: &dyn Analysis,
    moves: &'a [MoveValue],
    budget: &Budget<'_>,
) -> Result<Option<&'a MoveValue>, Failed> {
    for step in moves.iter().filter(|m| m.value.is_none()) {
        match analysis.value(&step.to, budget) {
            Ok(value) if value.outcome == Outcome::Lose => return Ok(Some(step)),
            Ok(_) => {}
            Err(Failure::Stopped(_)) => return Ok(None),
            Err(failure) => return Err(failure.into()),
        }
    }
    Ok(None)
}

impl Told<Opened> for Solved {
    fn text(&self, opened: &Opened) -> String {
        let solved = self;
        let mut text = heading_at(opened, solved.heading.position.as_ref());
        let mut line = |words: String| text += &format!("  {words}\n");
        let effort = &solved.effort;
        let Some(outcome) = solved.outcome else {
            line(format!(
                "Unknown: {}.",
                effort.reason.as_deref().unwrap_or("not settled")
            ));
            if let Some(known) = &solved.known_moves {
                let words: Vec<String> = known
                    .iter()
                    .map(|m| format!("{} {}", m.named.text, m.verdict.word()))
                    .collect();
                let all = solved.legal_moves as u64;
                line(match words.len() {
                    0 => format!("None of {} is settled.", count(all, "first move")),
                    n => format!(
                        "Settled are {n} of {all} first moves: {}.",
                        words.join(", ")
                    ),
                });
            }
            return text;
        };
        line(verdict_line(
            opened,
            &solved.heading.to_move,
            outcome,
            solved.remoteness.flatten(),
        ));
        if let Some(grundy) = solved.grundy {
            line(match grundy {
                Some(grundy) => format!("Grundy value {grundy}."),
                None => "No Grundy value, because play can go on for ever.".to_owned(),
            });
        }
        if !solved.winning_texts.is_empty() {
            let mut words = winning_line(&solved.winning_texts);
            if let Some(known) = &solved.known_moves {
                let (known, all) = (known.len(), solved.legal_moves);
                words += &format!(" ({known} of {all} first moves are settled.)");
            }
            line(words);
        }
        line(match (solved.by_theory, solved.varies) {
            (true, _) => "Settled by theory.".to_owned(),
            (_, varies) => format!(
                "{}{} looked at in {:.2} s.",
                if varies { "About " } else { "" },
                count(effort.positions, "position"),
                effort.seconds
            ),
        });
        if let Some(rounds) = &solved.steps {
            text += &steps(rounds);
        }
        text
    }

    fn is_settled(&self) -> bool {
        self.effort.exact
    }
}

fn steps(rounds: &[Round]) -> String {
    let mut text = String::new();
    for round in rounds {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", round.heading);
        let steps = round.steps.iter();
        let width = steps.map(|s| s.position.chars().count()).max().unwrap_or(0);
        for step in &round.steps {
            let (position, label, because) = (&step.position, &step.label, &step.because);
            let _ = writeln!(text, "  {position:>width$}  {label}  {because}");
        }
    }
    text
}

fn winning_line(moves: &[String]) -> String {
    const SHOWN: usize = 12;
    let shown = moves[..moves.len().min(SHOWN)].join(", ");
    let more = match moves.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {} more", grouped(more as u64)),
    };
    let noun = if moves.len() == 1 { "move" } else { "moves" };
    format!("Winning {noun}: {shown}{more}.")
}
