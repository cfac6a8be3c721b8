//! The state digraph of a game: in layers, for pictures that are drawn elsewhere, or as a file.

use crate::answer::Verdict;
use crate::ask::Ask;
use crate::host::Host;
use crate::setup::Opened;
use outplay_board::{Failed, InputError};
use outplay_draw::{
    Arrangement, Most, StateOptions, state_dot, state_graphml, state_json, state_svg,
};
use outplay_engine::{Budget, Outcome, Stop};
use outplay_games::parameters::Kind;
use outplay_games::{AnyPosition, LabelWords};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// Which positions, and how many at most.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AskDigraph {
    /// The position to begin with; the start without it.
    #[serde(rename = "position")]
    pub at: Option<String>,
    /// Are symmetric positions one?
    pub symmetry: bool,
    /// The most positions; 400 without it, and in a request at most 8000.
    pub most: Option<u64>,
    /// In which order they are placed; by the number of moves without it.
    pub order: Option<Order>,
    /// Answer without positions, instead of refusing, where there are more?
    pub or_none: bool,
}

/// In which order positions are placed, from top to bottom.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// By how many moves it takes to get there.
    Layers,
    /// Every move leads down, but for those in parts in which play can go round.
    Topological,
}

impl From<Order> for Arrangement {
    fn from(order: Order) -> Self {
        match order {
            Order::Layers => Self::Layers,
            Order::Topological => Self::Topological,
        }
    }
}

/// So many positions are told by default, and at most to a request.
const USUAL_NODES: u64 = 400;
const MOST_NODES: u64 = 8000;

/// The forms in which a state digraph is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DigraphFormat {
    /// A picture.
    Svg,
    /// For Graphviz.
    Dot,
    /// For other programs about graphs.
    GraphMl,
    /// For any program.
    Json,
}

/// What is to be written of a state digraph.
#[derive(Clone, Copy, Debug)]
pub struct WriteDigraph<'a> {
    /// The form.
    pub format: DigraphFormat,
    /// The position to begin with; the start without it.
    pub at: Option<&'a str>,
    /// All legal positions, also those that play cannot reach?
    pub all: bool,
    /// Are symmetric positions one?
    pub symmetry: bool,
    /// Grundy values, too?
    pub grundy: bool,
    /// The words for who wins, if not those of the game.
    pub words: Option<LabelWords>,
    /// The most positions of a picture with arrows.
    pub most_drawn: usize,
    /// The order of a picture; where all positions are wanted and no start was said, the
    /// topological one.
    pub arrangement: Option<Arrangement>,
    /// Was it said where play begins?
    pub starts: bool,
}

/// What was written.
#[derive(Clone, Copy, Debug)]
pub struct WrittenDigraph {
    /// How many positions.
    pub positions: usize,
    /// How many moves between them.
    pub moves: usize,
}

/// Writes the labelled state digraph.
///
/// # Errors
/// The question is wrong, a limit ran out, or it cannot be written.
pub fn write_digraph(
    opened: &Opened,
    asked: WriteDigraph<'_>,
    host: &Host<'_>,
    out: &mut dyn Write,
) -> Result<WrittenDigraph, Failed> {
    let game = &*opened.game;
    let start = opened.position(asked.at)?;
    let from = (!asked.all).then_some(&start);
    let view = host.run(&String::new, |budget| {
        game.state_digraph(from, asked.symmetry, host.threads, budget)
    })?;
    let view = view.as_ref();
    let mut values = game.values();
    if !asked.starts {
        let places = game.description().parameters.iter();
        let places = places.filter(|parameter| parameter.kind == Kind::Vertex);
        places.for_each(|place| values.remove(&place.name));
    }
    let options = StateOptions {
        board: opened.title(),
        details: game.description().phrases(&values).join(", "),
        words: asked.words,
        start: match asked.starts {
            true => view.index(&start).unwrap_or(0),
            false => u32::MAX,
        },
        grundy: asked.grundy,
        most: Most {
            nodes: asked.most_drawn,
            arcs: asked.most_drawn.saturating_mul(8).max(Most::default().arcs),
            ..Most::default()
        },
        arrangement: asked.arrangement.unwrap_or(match asked.starts {
            true => Arrangement::Layers,
            false => Arrangement::Topological,
        }),
    };
    match asked.format {
        DigraphFormat::Svg => {
            let picture = state_svg(view, &opened.board, &options)
                .map_err(|error| InputError::new(error.to_string()))?;
            out.write_all(picture.as_bytes())?;
        }
        DigraphFormat::Dot => state_dot(view, &options, out)?,
        DigraphFormat::GraphMl => state_graphml(view, &options, out)?,
        DigraphFormat::Json => state_json(view, &options, out)?,
    }
    Ok(WrittenDigraph {
        positions: view.digraph().vertex_count(),
        moves: view.digraph().arc_count(),
    })
}

/// The most arcs that are told.
const MOST_ARCS: usize = 60_000;

/// All positions that can follow, with labels and places.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StateGraph {
    /// The number of the position to begin with.
    pub start: u32,
    /// The positions.
    pub nodes: Vec<Node>,
    /// From, to, and the move.
    pub arcs: Vec<(u32, u32, String)>,
}

/// A position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Node {
    /// The position.
    pub position: String,
    /// How many moves were made; null if play does not lead there.
    pub layer: Option<u32>,
    /// The label in the words of the game: P or N; W, L or D; or the winner.
    pub label: String,
    /// What it comes to for the player to move.
    pub outcome: Verdict,
    /// The side to move.
    pub to_move: String,
    /// The side that wins; null in a draw.
    pub winner: Option<String>,
    /// How many moves the game lasts; null in a draw.
    pub remoteness: Option<u32>,
    /// The Grundy value, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grundy: Option<u32>,
    /// Where to draw it.
    pub x: f64,
    /// Where to draw it.
    pub y: f64,
}

impl Ask for AskDigraph {
    type About = Opened;
    type Answer = StateGraph;

    fn bound(&mut self, _: &Opened) -> Result<(), InputError> {
        self.most = self.most.map(|most| most.min(MOST_NODES));
        Ok(())
    }

    fn answer(&self, opened: &Opened, host: &Host<'_>) -> Result<StateGraph, Failed> {
        let position = opened.position(self.at.as_deref())?;
        match self.placed(opened, &position, host) {
            // All else that can be wrong with the question was looked at.
            Err(Failed::Input(_)) if self.or_none => Ok(StateGraph {
                start: 0,
                nodes: Vec::new(),
                arcs: Vec::new(),
            }),
            found => found,
        }
    }
}

impl AskDigraph {
    fn placed(
        &self,
        opened: &Opened,
        position: &AnyPosition,
        host: &Host<'_>,
    ) -> Result<StateGraph, Failed> {
        let (asked, game) = (self, &*opened.game);
        let most = asked.most.unwrap_or(USUAL_NODES);
        let too_many = || {
            InputError::found(
                format_args!("a game with more than {most} positions"),
                "a smaller one, a later position, or positions up to symmetry",
            )
        };
        let explored = host.run(&String::new, |budget| {
            let few = Budget {
                positions: most,
                ..*budget
            };
            game.state_digraph(Some(position), asked.symmetry, host.threads, &few)
        });
        let states = explored.map_err(|stopped| match stopped.why {
            Stop::Positions(_) | Stop::TooMany { .. } => too_many().into(),
            _ => Failed::from(stopped),
        })?;
        let (arcs, labels) = (states.digraph(), states.labels());
        if arcs.arc_count() > MOST_ARCS {
            return Err(too_many().into());
        }
        let start = states.index(position).unwrap_or(0);
        let places = outplay_draw::arranged(
            arcs,
            start,
            asked
                .order
                .map_or(Arrangement::default(), Arrangement::from),
        );
        let description = game.description();
        let word = |side: usize| description.sides[side].word.to_string();
        let title = |side: usize| description.sides[side].title.as_ref();
        let node = |i: u32| {
            let outcome = labels.outcome(i);
            let mover = states.side_to_move(i);
            let place = places[i as usize];
            Node {
                position: states.position(i),
                layer: place.layer,
                label: description
                    .labels
                    .label(outcome, title(mover), title(1 - mover))
                    .to_owned(),
                outcome: outcome.into(),
                to_move: word(mover),
                winner: match outcome {
                    Outcome::Win => Some(word(mover)),
                    Outcome::Lose => Some(word(1 - mover)),
                    Outcome::Draw => None,
                },
                remoteness: labels.remoteness(i),
                grundy: states.grundy().map(|values| values[i as usize]),
                x: place.x,
                y: place.y,
            }
        };
        let mut moves = Vec::with_capacity(arcs.arc_count());
        for a in arcs.vertices() {
            for (arc, &b) in arcs.arcs_of(a).zip(arcs.successors(a)) {
                moves.push((a, b, states.arc_move(arc)));
            }
        }
        Ok(StateGraph {
            start,
            nodes: arcs.vertices().map(node).collect(),
            arcs: moves,
        })
    }
}
