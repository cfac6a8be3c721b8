//! Lessons that ask: questions about positions, with what is right and why. The game says where
//! to ask what; every answer is computed when it is asked for.

use crate::answer::{JudgedMove, Verdict};
use crate::ask::{About, Ask, Work};
use crate::explain::AskExplain;
use crate::host::Host;
use crate::lesson::{Lesson, rounds};
use crate::limits::open_for_work;
use crate::moves::AskMoves;
use crate::number::AskNumber;
use crate::play::AskChoose;
use crate::puzzles::{MOST_POSITIONS, met};
use crate::setup::{BoardText, Opened, Setup};
use crate::why::AskWhy;
use outplay_board::{Failed, InputError, Limits};
use outplay_engine::{Outcome, Rng};
use outplay_games::{AnyPosition, Description, LabelWords, Lesson as Topic, Query, Task, registry};
use outplay_players::studies::report::{player_of_2013, sampled_2013};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

/// A question of a lesson, and what is right.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Question {
    /// The game with its board and parameters, where it is not the one that was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-type" = "Setup"))]
    pub setup: Option<Json>,
    /// The position on the board.
    pub position: String,
    /// The side to move there.
    pub to_move: String,
    /// The question.
    pub question: String,
    /// What one can choose from; nothing where the answer is a move.
    pub choices: Vec<String>,
    /// What is right: a choice, or moves.
    pub answers: Vec<String>,
    /// Why.
    pub because: String,
}

/// Reasons that only say what was computed.
const COMPUTED: [&str; 3] = ["digraph", "search", "theory"];
/// So many positions of the board on the table are asked about.
const ASKED: usize = 4;
/// So many are looked at for that.
const TRIES: usize = 40;
/// So many games does a sampling player look at.
const SIMULATIONS: u32 = 1000;

/// What a lesson is about.
#[derive(Clone)]
pub enum Taught {
    /// A game whose board is left out where the lesson has its own.
    Said(Setup),
    /// A game on a board.
    On(Opened),
}

impl About for Taught {
    const KEY: Option<&'static str> = Opened::KEY;
    type Said = Setup;

    fn open(setup: &Setup, _: Work, _: &Host<'_>) -> Result<Self, Failed> {
        Ok(Self::Said(setup.clone()))
    }
}

/// How the labels are found, or questions about positions.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AskLesson {
    /// The lesson, as the game's description names it; without it, how the labels are found.
    pub lesson: Option<String>,
    /// Where chance comes from; 1 without it.
    pub seed: Option<u64>,
    /// The words for who wins, if not those of the game.
    #[serde(skip)]
    pub words: Option<LabelWords>,
}

impl Ask for AskLesson {
    type About = Taught;
    type Answer = Lesson;

    fn answer(&self, taught: &Taught, host: &Host<'_>) -> Result<Lesson, Failed> {
        let name = self.lesson.as_deref().unwrap_or(Topic::LABELS);
        let (mut steps, mut questions) = (Vec::new(), Vec::new());
        if let Taught::Said(setup) = taught
            && setup.rules.is_none()
        {
            let game = &registry::find(&setup.game)?.description;
            let lesson = find_lesson(game, name)?;
            if !lesson.tasks.is_empty() {
                questions = tasks(game, &lesson, host)?;
                return Ok(Lesson {
                    steps,
                    questions,
                    remarks: Vec::new(),
                });
            }
        }
        let opened = match taught {
            Taught::Said(setup) => &open_for_work(setup, host)?,
            Taught::On(opened) => opened,
        };
        match find_lesson(opened.game.description(), name)?.name {
            Topic::LABELS => {
                let (game, words) = (&*opened.game, self.words);
                steps = host.run(&String::new, |budget| rounds(game, words, budget))?;
            }
            _ => questions = outcomes(opened, self.seed.unwrap_or(1), host)?,
        }
        Ok(Lesson {
            steps,
            questions,
            remarks: opened.remarks(),
        })
    }
}

/// The lesson of a game with this name.
///
/// # Errors
/// It has none; the message says which it has.
pub fn find_lesson(game: &Description, name: &str) -> Result<Topic, InputError> {
    let mut all = game.all_lessons();
    match all.iter().position(|lesson| lesson.name == name) {
        Some(i) => Ok(all.swap_remove(i)),
        None => {
            let names: Vec<&str> = all.iter().map(|lesson| lesson.name).collect();
            Err(InputError::found(
                format_args!("lesson '{}'", outplay_board::shortened(name)),
                format_args!("one of {}", names.join(", ")),
            ))
        }
    }
}

/// The questions of a lesson that has its own boards.
fn tasks(game: &Description, lesson: &Topic, host: &Host<'_>) -> Result<Vec<Question>, Failed> {
    let ask = |task: &Task| {
        let mut setup = json!({ "game": game.name });
        if !task.board.is_empty() {
            setup["board"] = json!({ "family": task.board });
        }
        for (name, value) in task.values.iter() {
            setup[name] = value.json();
        }
        let said = Setup::deserialize(&setup).map_err(|e| InputError::new(e.to_string()))?;
        let opened = said.open(Limits::BOARD, &|| host.is_over())?;
        let mut position = opened.game.start();
        for text in task.moves {
            let mv = crate::why::legal(&opened, &position, text)?;
            position = outplay_engine::Game::apply(&*opened.game, &position, mv);
        }
        let desk = Desk::new(&opened, position, host);
        let question = match task.ask {
            Query::Label => Some(desk.label()?),
            Query::Move => desk.find("")?,
            Query::Grundy => Some(desk.grundy()?),
            Query::Threats => Some(desk.threats()),
            Query::Sampled => Some(desk.sampled()?),
            Query::SampledMove => desk.sampled_move()?,
        };
        Ok(question.map(|question| Question {
            setup: Some(setup),
            ..question
        }))
    };
    lesson
        .tasks
        .iter()
        .filter_map(|task| ask(task).transpose())
        .collect()
}

/// Who wins the start and positions that are met in random play, as far as they are soon settled,
/// and which moves win there. Where a limit runs out, there are fewer questions.
fn outcomes(opened: &Opened, seed: u64, host: &Host<'_>) -> Result<Vec<Question>, Failed> {
    let game = &*opened.game;
    let few = Host {
        positions: host.positions.min(MOST_POSITIONS),
        ..*host
    };
    let mut rng = Rng::new(seed);
    let mut seen = BTreeSet::new();
    let mut asked = Vec::new();
    let mut positions = 0;
    let start = (game.result(&game.start()).is_none()).then(|| game.start());
    let others = std::iter::from_fn(|| Some(met(game, &mut rng, host)));
    for position in std::iter::once(start).chain(others.take(TRIES)).flatten() {
        if positions >= ASKED || host.is_over() {
            break;
        }
        if !seen.insert(game.canonical(&position)) {
            continue;
        }
        let desk = Desk::new(opened, position, &few);
        match desk.label() {
            Ok(label) => asked.push(label),
            Err(Failed::Stopped(_)) => continue,
            Err(error) => return Err(error),
        }
        positions += 1;
        match desk.find("") {
            Ok(find) => asked.extend(find),
            Err(Failed::Stopped(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(asked)
}

/// Somebody who asks about a position.
struct Desk<'a> {
    opened: &'a Opened,
    position: AnyPosition,
    text: String,
    host: &'a Host<'a>,
}

impl<'a> Desk<'a> {
    fn new(opened: &'a Opened, position: AnyPosition, host: &'a Host<'a>) -> Self {
        let text = opened.game.position_text(&position);
        Self {
            opened,
            position,
            text,
            host,
        }
    }

    fn question(
        &self,
        question: String,
        choices: Vec<String>,
        answers: Vec<String>,
        because: String,
    ) -> Question {
        Question {
            setup: None,
            position: self.text.clone(),
            to_move: self.opened.mover_word(&self.position).to_owned(),
            question,
            choices,
            answers,
            because,
        }
    }

    fn mover(&self) -> &str {
        let game = &*self.opened.game;
        &game.description().sides[game.side(game.to_move(&self.position))].title
    }

    /// The reason of the verdict, its kind, and the verdict for the player to move.
    fn explained(&self) -> Result<(String, String, Outcome), Failed> {
        let asked = AskExplain {
            at: Some(self.text.clone()),
            ..AskExplain::default()
        };
        let found = asked.answer(self.opened, self.host)?;
        let reason = found.effort.reason.unwrap_or_default();
        match found.outcome {
            Some(outcome) => Ok((reason, found.kind, outcome)),
            None => Err(Failed::Stopped(reason)),
        }
    }

    fn label(&self) -> Result<Question, Failed> {
        let (reason, _, outcome) = self.explained()?;
        let game = &*self.opened.game;
        let description = game.description();
        let words = description.labels;
        let sides = &description.sides;
        let mover = game.side(game.to_move(&self.position));
        let label = |outcome| {
            let label = words.label(outcome, &sides[mover].title, &sides[1 - mover].title);
            label.to_owned()
        };
        let mut choices = vec![label(Outcome::Win), label(Outcome::Lose)];
        if description.draws {
            choices.push(label(Outcome::Draw));
        }
        choices.sort();
        let question = match words {
            LabelWords::Sides => format!("{} to move. Who wins?", self.mover()),
            _ => format!("{} to move. Which label has this position?", self.mover()),
        };
        Ok(self.question(question, choices, vec![label(outcome)], reason))
    }

    fn moves(&self, grundy: bool) -> Result<Vec<JudgedMove>, Failed> {
        let asked = AskMoves {
            at: Some(self.text.clone()),
            grundy,
            ..AskMoves::default()
        };
        let found = asked.answer(self.opened, self.host)?;
        match found.effort.exact {
            true => Ok(found.moves),
            false => Err(Failed::Stopped(found.effort.reason.unwrap_or_default())),
        }
    }

    /// A move that wins, if some do and others do not; `remark` is what is said before.
    fn find(&self, remark: &str) -> Result<Option<Question>, Failed> {
        let (reason, kind, _) = self.explained()?;
        let moves = self.moves(false)?;
        let wins = moves.iter().filter(|m| m.verdict == Verdict::Win);
        let answers: Vec<String> = wins.map(|m| m.named.text.clone()).collect();
        if answers.is_empty() || answers.len() == moves.len() {
            return Ok(None);
        }
        let because = match (kind.as_str(), answers.first()) {
            (kind, Some(best)) if COMPUTED.contains(&kind) => {
                let asked = AskWhy {
                    at: Some(self.text.clone()),
                    mv: json!(best),
                    ..AskWhy::default()
                };
                let told = asked.answer(self.opened, self.host)?;
                told.effort.reason.unwrap_or(reason)
            }
            _ => reason,
        };
        let question = format!("{} to move.{} Find a move that wins.", self.mover(), remark);
        Ok(Some(self.question(question, Vec::new(), answers, because)))
    }

    fn grundy(&self) -> Result<Question, Failed> {
        let options = self.moves(true)?;
        let values: BTreeSet<u32> = options
            .into_iter()
            .filter_map(|m| m.grundy.flatten())
            .collect();
        let (reason, ..) = self.explained()?;
        let mex = (0..)
            .find(|value| !values.contains(value))
            .unwrap_or_default();
        let list: Vec<String> = values.iter().map(u32::to_string).collect();
        let mut because = match values.is_empty() {
            true => "There is no move, so the value is 0.".to_owned(),
            false => format!(
                "The moves lead to the values {}; the least number that is missing there is {mex}.",
                list.join(", ")
            ),
        };
        if reason.contains("Grundy") {
            because = format!("{because} {reason}");
        }
        let most = values.last().map_or(0, |last| last + 1).max(3);
        let choices = (0..=most).map(|value| value.to_string()).collect();
        let question = "What is the Grundy value of this position?".to_owned();
        Ok(self.question(question, choices, vec![mex.to_string()], because))
    }

    fn threats(&self) -> Question {
        let threatened = self
            .opened
            .game
            .notes(&self.position)
            .threatened
            .unwrap_or_default();
        let names: Vec<String> = threatened
            .iter()
            .map(|&v| self.opened.board.name(v))
            .collect();
        let because = match names.as_slice() {
            [] => "No uncoloured vertex with one colour left can lose it.".to_owned(),
            [one] => format!("It is {one}."),
            [rest @ .., last] => format!("They are {} and {last}.", rest.join(", ")),
        };
        let choices = (0..=3.max(names.len()))
            .map(|count| count.to_string())
            .collect();
        let question = "How many vertices are threatened?".to_owned();
        self.question(question, choices, vec![names.len().to_string()], because)
    }

    fn sampled(&self) -> Result<Question, Failed> {
        let board = &self.opened.name;
        let old = sampled_2013(board).ok_or_else(|| {
            InputError::found(format_args!("board '{board}'"), "one of the table of 2013")
        })?;
        let source = BoardText::family(board).read(Limits::BOARD, false)?;
        let asked = AskNumber::new("game-chromatic", None, None)?;
        let known = asked.answer(&source, self.host)?.known;
        let exact = known
            .value
            .ok_or_else(|| Failed::Stopped(known.reason.unwrap_or_default()))?;
        let because = if old < exact {
            format!(
                "With {old} colours Bob wins, but the Bob of 2013 did not find how: he took a move that he had never tried for a won one, and then the move with the fewest wins of Alice by raw count."
            )
        } else if old > exact {
            format!(
                "Alice wins with {exact}, but the Alice of 2013, who sampled too, lost some game with {exact} colours; one lost game was enough to count against her."
            )
        } else {
            "Here the sampled number was right.".to_owned()
        };
        let choices = old.min(exact).saturating_sub(1).max(1)..=old.max(exact) + 1;
        let question = format!(
            "The program of 2013 sampled {old} on {board}. What is the game chromatic number?"
        );
        Ok(self.question(
            question,
            choices.map(|k| k.to_string()).collect(),
            vec![exact.to_string()],
            because,
        ))
    }

    fn sampled_move(&self) -> Result<Option<Question>, Failed> {
        let judged = self.moves(false)?;
        let play = |player: String| -> Result<(String, &str), Failed> {
            let asked = AskChoose {
                position: Some(self.text.clone()),
                player,
                ..AskChoose::default()
            };
            let chosen = asked.answer(self.opened, self.host)?;
            let mv = chosen
                .mv
                .ok_or_else(|| Failed::Stopped(chosen.reason.unwrap_or_default()))?;
            let verdict = judged
                .iter()
                .find(|m| m.named.text == mv.text)
                .map_or(Verdict::Unknown, |m| m.verdict);
            Ok((
                mv.text,
                if verdict == Verdict::Win {
                    "wins"
                } else {
                    "loses"
                },
            ))
        };
        let (old, old_verdict) = play(player_of_2013(SIMULATIONS))?;
        let (new, new_verdict) = play(format!("mcts:{SIMULATIONS},solver=off"))?;
        let remark = format!(" The player of 2013 samples {SIMULATIONS} games and plays {old}.");
        let question = self.find(&remark)?;
        Ok(question.map(|question| Question {
            because: format!(
                "{} The choice of 2013, {old}, {old_verdict}: it is the move in whose games Alice won least often in raw counts, which a move that was hardly tried is, too. A search that samples as many games, tries every move and takes the one that it looked at most plays {new}, and {new} {new_verdict}.",
                question.because
            ),
            ..question
        }))
    }
}
