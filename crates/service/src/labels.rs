//! The labels of all legal positions of a game, at any size where the board is the digraph of
//! positions itself.

use crate::answer::{Effort, Heading, Judgement, remoteness};
use crate::host::Host;
use crate::setup::Opened;
use outplay_board::{Board, Failed};
use outplay_engine::{Labels, Outcome, grundy, label};
use outplay_games::{AnyPosition, Value};
use schemars::JsonSchema;
use serde::Serialize;

/// What is wanted.
#[derive(Clone, Debug)]
pub struct AskLabels {
    /// Also who wins this position.
    pub at: Option<AnyPosition>,
    /// With its Grundy value.
    pub grundy: bool,
}

/// How many positions have which label, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Counts {
    /// Won.
    pub win: u64,
    /// Lost.
    pub lose: u64,
    /// Drawn.
    pub draw: u64,
}

/// All positions, counted.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AllLabels {
    /// What was asked.
    #[serde(flatten)]
    pub heading: Heading,
    /// Who wins the position that was asked about.
    #[serde(flatten)]
    pub judgement: Judgement,
    /// How many moves the game lasts from there; null in a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<Option<u32>>,
    /// Its Grundy value, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grundy: Option<Option<u32>>,
    /// How many positions have which label.
    pub labels: Counts,
    /// The file with all labels, if one was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// What the work was.
    #[serde(flatten)]
    pub effort: Effort,
}

/// All labels, and what is said of them.
pub struct Labelled {
    /// The answer.
    pub answer: AllLabels,
    /// What the position that was asked about comes to for the player to move.
    pub outcome: Option<Outcome>,
    /// The label of every position, by its number.
    pub labels: Labels,
    /// What the positions are called, where that is not their number.
    pub names: Option<Vec<String>>,
}

/// Labels all legal positions.
///
/// # Errors
/// A limit ran out.
pub fn labels(opened: &Opened, asked: AskLabels, host: &Host<'_>) -> Result<Labelled, Failed> {
    let game = &*opened.game;
    let began = (host.clock)();
    let mut heading = Heading::new(opened, None);
    if asked.at.is_none() {
        // Where play begins was not said, because it does not matter.
        let start = game.description().parameters.iter();
        for parameter in start.filter(|p| p.kind == outplay_games::parameters::Kind::Vertex) {
            heading.parameters.remove(parameter.name.as_ref());
        }
    }
    let (labels, names, at, values) = match game.own_digraph() {
        Some(digraph) => {
            let values = asked.grundy.then(|| grundy(digraph)).flatten();
            let at = asked
                .at
                .as_ref()
                .map(|p| index_of(&opened.board, &game.position_text(p)));
            let names = opened.board.names.clone();
            (label(digraph, host.threads, |_| false), names, at, values)
        }
        None => {
            let view = host.run(&String::new, |budget| {
                game.state_digraph(None, false, host.threads, budget)
            })?;
            let names = view.digraph().vertices().map(|i| view.position(i));
            let at = asked.at.as_ref().and_then(|position| view.index(position));
            let values = view.grundy().map(<[u32]>::to_vec);
            (view.labels().clone(), Some(names.collect()), at, values)
        }
    };
    let [win, lose, draw] = labels.counts().map(|n| n as u64);
    let mut answer = AllLabels {
        heading,
        judgement: Judgement {
            winner: None,
            outcome: None,
        },
        remoteness: None,
        grundy: None,
        labels: Counts { win, lose, draw },
        output: None,
        effort: Effort {
            positions: labels.len() as u64,
            seconds: 0.0,
            exact: true,
            reason: None,
        },
    };
    let mut outcome = None;
    if let (Some(position), Some(v)) = (&asked.at, at) {
        let value = Value {
            outcome: labels.outcome(v),
            remoteness: labels.remoteness(v),
            grundy: values.map(|values| values[v as usize]),
        };
        outcome = Some(value.outcome);
        answer.judgement = opened.judgement(position, outcome);
        answer.remoteness = remoteness(value);
        answer.grundy = asked.grundy.then_some(value.grundy);
    }
    answer.effort.seconds = (host.clock)() - began;
    Ok(Labelled {
        answer,
        outcome,
        labels,
        names,
    })
}

fn index_of(board: &Board, name: &str) -> u32 {
    board.vertex_named(name).unwrap_or(0)
}
