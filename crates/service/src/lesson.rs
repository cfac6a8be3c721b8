//! How the labels of all positions are found, round by round, the way one teaches it.
//!
//! Remoteness is the round in which peeling labels a position, so the lesson is
//! the labels sorted by remoteness, each with its reason.

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
    /// The rounds.
    pub steps: Vec<Round>,
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
        .state_digraph(None, false, &few)
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
        let over = |v: &u32| labels.remoteness(*v) == Some(0);
        let won_at_once = vertices
            .clone()
            .filter(over)
            .any(|v| labels.outcome(v) == Outcome::Win);
        let mut rounds: Vec<Round> = (0..=last.unwrap_or(0))
            .map(|round| Round {
                heading: format!("Round {round}: {}", self.rule(round, won_at_once)),
                steps: Vec::new(),
            })
            .collect();
        let mut draws = Round {
            heading: "What is left is never labelled: both can avoid losing, a draw (D)".to_owned(),
            steps: Vec::new(),
        };
        for v in vertices {
            let step = self.explain(v);
            match labels.remoteness(v) {
                Some(round) => rounds[round as usize].steps.push(step),
                None => draws.steps.push(step),
            }
        }
        rounds.retain(|round| !round.steps.is_empty());
        if !draws.steps.is_empty() {
            rounds.push(draws);
        }
        rounds
    }

    fn rule(&self, round: u32, won_at_once: bool) -> &'static str {
        match (self.words, round) {
            (LabelWords::Sides, 0) => "the game is over, and these have their winner",
            (LabelWords::Sides, n) if n % 2 == 1 => {
                "a move to a position that the player who makes it wins"
            }
            (LabelWords::Sides, _) => "every move leads to a position that the other player wins",
            (LabelWords::PreviousNext, 0) if won_at_once => {
                "the game is over, won by the previous (P) or the next (N) player"
            }
            (LabelWords::PreviousNext, 0) => "no move left, so the previous player has won (P)",
            (LabelWords::PreviousNext, n) if n % 2 == 1 => {
                "a move to a P wins for the next player (N)"
            }
            (LabelWords::PreviousNext, _) => {
                "every move leads to an N, so the previous player wins (P)"
            }
            (LabelWords::WinLoseDraw, 0) if won_at_once => {
                "the game is over, lost (L) or won (W) for whoever would move"
            }
            (LabelWords::WinLoseDraw, 0) => "no move left, so whoever must move has lost (L)",
            (LabelWords::WinLoseDraw, n) if n % 2 == 1 => "a move to an L wins (W)",
            (LabelWords::WinLoseDraw, _) => "every move leads to a W, so these are lost (L)",
        }
    }

    fn label(&self, v: u32) -> &str {
        let sides = &self.view.description().sides;
        let mover = self.view.side_to_move(v);
        let outcome = self.view.labels().outcome(v);
        self.words
            .label(outcome, &sides[mover].title, &sides[1 - mover].title)
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
            Outcome::Lose => format!(
                "all moves lead to {}: {}",
                self.label(successors[0]),
                names(&mut successors.iter())
            ),
            Outcome::Win => match lost {
                Some(&w) => {
                    format!("moves to {}, which is {}", view.position(w), self.label(w))
                }
                None => "won already".to_owned(),
            },
            Outcome::Draw if successors.contains(&v) => {
                "no move that wins, but can always move to itself: who has a loop never loses"
                    .to_owned()
            }
            Outcome::Draw => {
                let mut open = successors
                    .iter()
                    .filter(|&&w| labels.outcome(w) == Outcome::Draw);
                format!("no move that wins, but can go on to {}", names(&mut open))
            }
        };
        Labelled {
            position: view.position(v),
            label: self.label(v).to_owned(),
            because,
        }
    }
}
