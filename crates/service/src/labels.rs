//! The labels of all legal positions of a game, at any size where the board is the digraph of
//! positions itself.

use crate::answer::{Effort, Heading, Judgement, remoteness};
use crate::host::Host;
use crate::setup::Opened;
use outplay_board::{Board, Failed};
use outplay_engine::{Budget, Labels, Outcome, grundy, label};
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
    /// Also the label of each?
    pub listed: bool,
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
    /// The label of every position by its number, and what the positions are called where that is
    /// not their number, if asked for.
    pub listed: Option<(Labels, Option<Vec<String>>)>,
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
    let found = find(opened, &asked, host)?;
    let [win, lose, draw] = found.counts;
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
            positions: win + lose + draw,
            seconds: 0.0,
            exact: true,
            reason: None,
        },
    };
    let mut outcome = None;
    if let (Some(position), Some(value)) = (&asked.at, found.value) {
        outcome = Some(value.outcome);
        answer.judgement = opened.judgement(position, outcome);
        answer.remoteness = remoteness(value);
        answer.grundy = asked.grundy.then_some(value.grundy);
    }
    answer.effort.seconds = (host.clock)() - began;
    Ok(Labelled {
        answer,
        outcome,
        listed: found.listed,
    })
}

/// What labelling found.
struct Found {
    /// Won, lost, drawn.
    counts: [u64; 3],
    /// What the position that was asked about comes to.
    value: Option<Value>,
    listed: Option<(Labels, Option<Vec<String>>)>,
}

fn find(opened: &Opened, asked: &AskLabels, host: &Host<'_>) -> Result<Found, Failed> {
    let game = &*opened.game;
    let whole = |labels: Labels, names, at: Option<u32>, values: Option<&[u32]>| Found {
        counts: labels.counts().map(|n| n as u64),
        value: at.map(|v| Value {
            outcome: labels.outcome(v),
            remoteness: labels.remoteness(v),
            grundy: values.map(|values| values[v as usize]),
        }),
        listed: asked.listed.then_some((labels, names)),
    };
    if let Some(digraph) = game.own_digraph() {
        let values = asked.grundy.then(|| grundy(digraph)).flatten();
        let text = asked.at.as_ref().map(|at| game.position_text(at));
        let at = text.map(|text| index_of(&opened.board, &text));
        let labels = label(digraph, host.threads, |_| false);
        let names = opened.board.names.clone();
        return Ok(whole(labels, names, at, values.as_deref()));
    }
    let fit = game.row_count().unwrap_or(u64::MAX) <= host.bytes.min(host.positions);
    if !asked.listed && fit && game.knows_positions() {
        let labelled = host.run(&String::new, |budget| {
            game.label_rows(asked.grundy, host.threads, budget)
        });
        if let Some(labelled) = labelled.transpose()?
            && let Some([win, lose]) = labelled.counts()
        {
            let value = |at| labelled.value(at, &Budget::UNLIMITED);
            return Ok(Found {
                counts: [win, lose, 0],
                value: asked.at.as_ref().map(value).transpose()?,
                listed: None,
            });
        }
    }
    let view = host.run(&String::new, |budget| {
        game.state_digraph(None, false, host.threads, budget)
    })?;
    let names = view.digraph().vertices().map(|i| view.position(i));
    let names = asked.listed.then(|| names.collect());
    let at = asked.at.as_ref().and_then(|position| view.index(position));
    Ok(whole(view.labels().clone(), names, at, view.grundy()))
}

fn index_of(board: &Board, name: &str) -> u32 {
    board.vertex_named(name).unwrap_or(0)
}
