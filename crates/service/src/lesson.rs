//! How the labels of all positions are found, round by round, the way one teaches it.
//!
//! Remoteness is the round in which peeling labels a position, so the lesson is
//! the labels sorted by remoteness, each with its reason.

use crate::quiz::Question;
use outplay_board::InputError;
use outplay_engine::{Budget, Outcome, Stop};
use outplay_games::{AnyGame, Failure, LabelWords, StateView};
use schemars::JsonSchema;
use serde::Serialize;

const MOST: usize = 2000;

/// The positions that one round of peeling labels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Round {
    /// The rule that this round applies.
    #[serde(rename = "rule")]
    pub heading: String,
    /// What it labels.
    #[serde(rename = "positions")]
    pub steps: Vec<Labelled>,
}

/// A position and why it has its label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Labelled {
    /// The position.
    pub position: String,
    /// The label, in the words that were asked for: P or N; W, L or D; or the winner.
    pub label: String,
    /// The reason.
    pub because: String,
}

/// The lesson: what is labelled in every round, and why.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Lesson {
    /// The rounds, in the lesson about labels.
    pub steps: Vec<Round>,
    /// The questions of other lessons.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<Question>,
    /// What was decided for the asker.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
}

/// The lesson: what is labelled in every round, and why; in the words of the game, if no others
/// are asked for.
///
/// # Errors
/// There are too many positions for a lesson, or the budget ran out.
pub fn rounds(
    game: &dyn AnyGame,
    words: Option<LabelWords>,
    budget: &Budget<'_>,
) -> Result<Vec<Round>, Failure> {
    // Without a limit, a game with millions of positions would be listed to be refused.
    let few = Budget {
        positions: budget.positions.min(MOST as u64),
        ..*budget
    };
    let view = game
        .state_digraph(None, false, 1, &few)
        .map_err(|stopped| match stopped.why {
            Stop::Positions(_) | Stop::TooMany { .. } => too_many().into(),
            _ => Failure::from(stopped),
        })?;
    let words = words.unwrap_or(game.description().labels);
    let teacher = Teacher {
        view: view.as_ref(),
        words,
    };
    Ok(teacher.peel())
}

fn too_many() -> InputError {
    InputError::found(
        format_args!("more than {MOST} positions"),
        format_args!("at most {MOST} to show how the labels are found"),
    )
}

/// Who explains the labels of a state digraph, in given words.
struct Teacher<'a> {
    view: &'a dyn StateView,
    words: LabelWords,
}

impl Teacher<'_> {
    fn peel(&self) -> Vec<Round> {
        let labels = self.view.labels();
        let vertices = self.view.digraph().vertices();
        let last = vertices.clone().filter_map(|v| labels.remoteness(v)).max();
        let mut rounds: Vec<Round> = (0..=last.unwrap_or(0))
            .map(|_| Round {
                heading: String::new(),
                steps: Vec::new(),
            })
            .collect();
        // Does a round label positions that the player to move wins, and such that the player loses?
        let mut kinds = vec![[false; 2]; rounds.len()];
        let mut draws = Round {
            heading: "What is left is never labelled: both can avoid losing, a draw (D)".to_owned(),
            steps: Vec::new(),
        };
        for v in vertices {
            let step = self.explain(v);
            match labels.remoteness(v) {
                Some(round) => {
                    rounds[round as usize].steps.push(step);
                    kinds[round as usize][usize::from(labels.outcome(v) != Outcome::Win)] = true;
                }
                None => draws.steps.push(step),
            }
        }
        for (i, (round, kind)) in rounds.iter_mut().zip(kinds).enumerate() {
            round.heading = format!("Round {i}: {}", self.rule(i, kind));
        }
        rounds.retain(|round| !round.steps.is_empty());
        if !draws.steps.is_empty() {
            rounds.push(draws);
        }
        rounds
    }

    /// The rule of a round that labels won positions, lost ones, or both.
    fn rule(&self, round: usize, [won, lost]: [bool; 2]) -> String {
        if round == 0 {
            return match (self.words, won) {
                (LabelWords::Sides, _) => "the game is over, and these have their winner",
                (LabelWords::PreviousNext, true) => {
                    "the game is over, won by the previous (P) or the next (N) player"
                }
                (LabelWords::PreviousNext, false) => {
                    "no move left, so the previous player has won (P)"
                }
                (LabelWords::WinLoseDraw, true) => {
                    "the game is over, lost (L) or won (W) for whoever would move"
                }
                (LabelWords::WinLoseDraw, false) => {
                    "no move left, so whoever must move has lost (L)"
                }
            }
            .to_owned();
        }
        let (wins, loses) = match self.words {
            LabelWords::Sides => (
                "who can move to a position of their own wins",
                "every move leads to a position of the other player, who wins",
            ),
            LabelWords::PreviousNext => (
                "a move to a P wins for the next player (N)",
                "every move leads to an N, so the previous player wins (P)",
            ),
            LabelWords::WinLoseDraw => (
                "a move to an L wins (W)",
                "every move leads to a W, so these are lost (L)",
            ),
        };
        match (won, lost) {
            (true, true) => format!("{wins}; {loses}"),
            (true, false) => wins.to_owned(),
            (false, _) => loses.to_owned(),
        }
    }

    fn label(&self, v: u32) -> &str {
        let description = self.view.description();
        let sides = &description.sides;
        let mover = self.view.side_to_move(v);
        let outcome = self.view.labels().outcome(v);
        // Where a position does not say whose turn it is, nobody in it is the first player.
        match description.is_by_turn() {
            true => (self.words).label(outcome, "the player to move", "the other player"),
            false => (self.words).label(outcome, &sides[mover].title, &sides[1 - mover].title),
        }
    }

    /// To a position, with its label.
    fn leads(&self, w: u32, names: &str) -> String {
        match self.words {
            LabelWords::Sides => format!("to {names}, where {} wins", self.label(w)),
            _ => format!("to {names}, which is {}", self.label(w)),
        }
    }

    fn explain(&self, v: u32) -> Labelled {
        let (view, labels) = (self.view, self.view.labels());
        let successors = view.digraph().successors(v);
        let remoteness = |w: u32| labels.remoteness(w).unwrap_or(u32::MAX);
        let names = |list: &mut dyn Iterator<Item = &u32>| -> String {
            let names: Vec<String> = list.map(|&w| view.position(w)).collect();
            names.join(", ")
        };
        let lost = successors
            .iter()
            .filter(|&&w| labels.outcome(w) == Outcome::Lose)
            .min_by_key(|&&w| remoteness(w));
        let because = match labels.outcome(v) {
            Outcome::Lose if successors.is_empty() => match self.words {
                LabelWords::Sides => "the game is over".to_owned(),
                _ => "no move".to_owned(),
            },
            Outcome::Lose if self.words == LabelWords::Sides => {
                let names = names(&mut successors.iter());
                format!("all moves lead {}", self.leads(successors[0], &names))
            }
            Outcome::Lose => format!(
                "all moves lead to {}: {}",
                self.label(successors[0]),
                names(&mut successors.iter())
            ),
            Outcome::Win => match lost {
                Some(&w) => {
                    format!("moves {}", self.leads(w, &view.position(w)))
                }
                None if self.words == LabelWords::Sides => "the game is over".to_owned(),
                None => "won already".to_owned(),
            },
            Outcome::Draw if successors.contains(&v) => {
                "no move that wins, but can always move to itself".to_owned()
            }
            Outcome::Draw => {
                let mut open = successors
                    .iter()
                    .filter(|&&w| labels.outcome(w) == Outcome::Draw);
                format!("no move that wins, but can go on to {}", names(&mut open))
            }
        };
        let never_lost = match successors.contains(&v) {
            true => {
                "; who has a loop never loses: if this were lost, the loop would lead to a lost position, and win"
            }
            false => "",
        };
        Labelled {
            position: view.position(v),
            label: self.label(v).to_owned(),
            because: because + never_lost,
        }
    }
}
