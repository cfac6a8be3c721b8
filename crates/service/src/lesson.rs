//! How the labels of all positions are found, round by round, the way one teaches it.
//!
//! Remoteness is the round in which peeling labels a position, so the lesson is
//! the labels sorted by remoteness, each with its reason.

use outplay_board::InputError;
use outplay_engine::{Budget, Outcome, Stop};
use outplay_games::{AnyGame, Failure, StateView};
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
    /// W, L or D.
    pub label: &'static str,
    /// The reason.
    pub because: String,
}

/// The lesson: what is labelled in every round, and why.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Lesson {
    /// The rounds.
    pub steps: Vec<Round>,
}

/// The lesson: what is labelled in every round, and why.
///
/// # Errors
/// There are too many positions for a lesson, or the budget ran out.
pub fn rounds(game: &dyn AnyGame, budget: &Budget<'_>) -> Result<Vec<Round>, Failure> {
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
    Ok(peel(view.as_ref()))
}

fn too_many() -> InputError {
    InputError::found(
        format_args!("more than {MOST} positions"),
        format_args!("at most {MOST} to show how the labels are found"),
    )
}

fn peel(view: &dyn StateView) -> Vec<Round> {
    let labels = view.labels();
    let vertices = view.digraph().vertices();
    let last = vertices.clone().filter_map(|v| labels.remoteness(v)).max();
    let over = |v: &u32| labels.remoteness(*v) == Some(0);
    let won_at_once = vertices
        .clone()
        .filter(over)
        .any(|v| labels.outcome(v) == Outcome::Win);
    let mut rounds: Vec<Round> = (0..=last.unwrap_or(0))
        .map(|round| Round {
            heading: match round {
                0 if won_at_once => {
                    "Round 0: the game is over, lost (L) or won (W) for whoever would move"
                        .to_owned()
                }
                0 => "Round 0: no move left, so whoever must move has lost (L)".to_owned(),
                n if n % 2 == 1 => format!("Round {n}: a move to an L wins (W)"),
                n => format!("Round {n}: every move leads to a W, so these are lost (L)"),
            },
            steps: Vec::new(),
        })
        .collect();
    let mut draws = Round {
        heading: "What is left is never labelled: both can avoid losing, a draw (D)".to_owned(),
        steps: Vec::new(),
    };
    for v in vertices {
        let step = explain(view, v);
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

fn explain(view: &dyn StateView, v: u32) -> Labelled {
    let labels = view.labels();
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
    let (label, because) = match labels.outcome(v) {
        Outcome::Lose if successors.is_empty() => ("L", "no move".to_owned()),
        Outcome::Lose => (
            "L",
            format!("all moves lead to W: {}", names(&mut successors.iter())),
        ),
        Outcome::Win => match lost {
            Some(&w) => ("W", format!("moves to {}, which is L", view.position(w))),
            None => ("W", "won already".to_owned()),
        },
        Outcome::Draw => {
            let mut open = successors
                .iter()
                .filter(|&&w| labels.outcome(w) == Outcome::Draw);
            (
                "D",
                format!("no move to an L, but can go on to {}", names(&mut open)),
            )
        }
    };
    Labelled {
        position: view.position(v),
        label,
        because,
    }
}
