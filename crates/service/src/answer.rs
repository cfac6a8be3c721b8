//! The parts that many answers share: one dialect for every door.

use crate::setup::Opened;
use outplay_engine::{Outcome, Player};
use outplay_games::{AnyMove, AnyPosition, MoveValue, Value};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json};

/// What every answer about a game begins with.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Heading {
    /// The game.
    pub game: String,
    /// The board as given; null in games without one.
    pub board: Option<String>,
    /// Which board of a list, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// The board of a list in graph6.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph6: Option<String>,
    /// How many vertices it has.
    pub vertices: usize,
    /// How many edges (arcs, if it is directed) it has.
    pub edges: usize,
    /// The parameters of the game.
    #[serde(flatten)]
    pub parameters: Map<String, Json>,
    /// The position asked about, if it is not the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The side to move there; where no parameter says who starts, the side to move is `first`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<String>,
}

impl Heading {
    /// The game on its board, at a position that was said.
    pub fn new(opened: &Opened, position: Option<&AnyPosition>) -> Self {
        let game = &*opened.game;
        let parameters = match game.values().json() {
            Json::Object(map) => map,
            _ => Map::new(),
        };
        let on_board = opened.has_board();
        Self {
            game: game.description().name.to_string(),
            board: on_board.then(|| opened.name.clone()),
            index: opened.index,
            graph6: opened.graph6(),
            vertices: opened.board.vertex_count(),
            edges: opened.board.edge_count(),
            parameters,
            position: position.map(|position| game.position_text(position)),
            to_move: position.map(|position| opened.mover_word(position).to_owned()),
        }
    }
}

impl Opened {
    /// Are the sides told apart by who moves at the position asked about?
    fn is_relative(&self) -> bool {
        self.game.description().is_by_turn()
    }

    /// The side of a player at a position that was asked about.
    fn side_at(&self, position: &AnyPosition, player: Player) -> usize {
        match self.is_relative() {
            true => usize::from(player != self.game.to_move(position)),
            false => self.game.side(player),
        }
    }

    /// The word for who moves at a position that was asked about.
    pub fn mover_word(&self, position: &AnyPosition) -> &str {
        let side = self.side_at(position, self.game.to_move(position));
        &self.game.description().sides[side].word
    }

    /// The word for a player at a position that was asked about.
    pub fn word_at(&self, position: &AnyPosition, player: Player) -> &str {
        &self.game.description().sides[self.side_at(position, player)].word
    }

    /// The word for who wins a position that was asked about; nobody in a draw.
    pub fn winner_word(&self, position: &AnyPosition, outcome: Outcome) -> Option<&str> {
        let mover = self.game.to_move(position);
        let winner = match outcome {
            Outcome::Win => mover,
            Outcome::Lose => mover.other(),
            Outcome::Draw => return None,
        };
        Some(self.word_at(position, winner))
    }

    /// A move in its written forms.
    pub fn named(&self, mv: AnyMove) -> NamedMove {
        NamedMove {
            mv: self.game.move_json(mv),
            text: self.game.move_text(mv),
            touch: self.game.touch(mv).json(),
        }
    }

    /// A legal move with what is known about it.
    pub fn judged(&self, m: &MoveValue, grundy: bool) -> JudgedMove {
        JudgedMove {
            named: self.named(m.mv),
            verdict: m.value.map_or(Verdict::Unknown, |v| v.outcome.into()),
            remoteness: m.value.and_then(|value| value.remoteness),
            to: self.game.position_text(&m.to),
            class: None,
            sampled: None,
            grundy: grundy.then(|| m.value.and_then(|value| value.grundy)),
        }
    }

    /// Who wins, as answers say it.
    pub fn judgement(&self, position: &AnyPosition, outcome: Option<Outcome>) -> Judgement {
        match self.game.description().draws {
            true => Judgement {
                winner: None,
                outcome: Some(outcome.map(Verdict::from)),
            },
            false => {
                let word = outcome.and_then(|outcome| self.winner_word(position, outcome));
                Judgement {
                    winner: Some(word.map(str::to_owned)),
                    outcome: None,
                }
            }
        }
    }
}

/// Who wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Judgement {
    /// The side that wins, in games that cannot be drawn; null where it is not settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Option<String>>,
    /// For the player to move, in games that can be drawn; null where it is not settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Option<Verdict>>,
}

/// What something comes to for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The player wins.
    Win,
    /// The player loses.
    Lose,
    /// Neither can force a win.
    Draw,
    /// Not settled.
    Unknown,
}

impl From<Outcome> for Verdict {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => Self::Win,
            Outcome::Lose => Self::Lose,
            Outcome::Draw => Self::Draw,
        }
    }
}

impl Verdict {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Lose => "lose",
            Self::Draw => "draw",
            Self::Unknown => "unknown",
        }
    }
}

/// A move in its written forms.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct NamedMove {
    /// For programs.
    #[serde(rename = "move")]
    pub mv: Json,
    /// For people.
    pub text: String,
    /// The place that it touches, by index: a vertex and its mark, an edge, a heap.
    #[schemars(extend("x-type" = "Touch"))]
    pub touch: Json,
}

/// A legal move with what is known about it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct JudgedMove {
    /// The move.
    #[serde(flatten)]
    pub named: NamedMove,
    /// What it comes to for the player who makes it.
    pub verdict: Verdict,
    /// How many moves the game lasts with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u32>,
    /// The position that it leads to.
    pub to: String,
    /// Moves with the same number lead to symmetric positions: such as differ by a symmetry of
    /// the board and by names of colours. Only among all moves of a position, and there where
    /// symmetries are few enough to be tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<u32>,
    /// What random games say of it, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampled: Option<Sampled>,
    /// The Grundy value of that position, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grundy: Option<Option<u32>>,
}

/// What Monte-Carlo tree search says of a move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Sampled {
    /// How many simulations began with it.
    pub games: u64,
    /// The share of them that the player who makes it won, draws counted half.
    pub share: f64,
    /// The bound by which the next simulation would choose it; null for a move without games.
    pub bound: Option<f64>,
    /// Is it called better than even and loses, or worse and wins?
    pub wrong: bool,
}

/// What the work was.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Effort {
    /// How many positions were looked at. On several threads it differs from run to run.
    pub positions: u64,
    /// How long it took.
    pub seconds: f64,
    /// Is the answer settled?
    pub exact: bool,
    /// Why it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A number or bound of a graph.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Row {
    /// The key.
    pub name: &'static str,
    /// For people.
    pub title: &'static str,
    /// `number`, `lower` or `upper`.
    pub kind: &'static str,
    /// What it comes to.
    #[serde(flatten)]
    pub known: KnownNumber,
    /// Where it comes from.
    pub from: &'static str,
}

/// What is known of a number.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct KnownNumber {
    /// The number; null if only bounds are known.
    pub value: Option<u32>,
    /// Is it settled?
    pub exact: bool,
    /// It is at least this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<u32>,
    /// It is at most this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<u32>,
    /// Why it is not settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The remoteness as answers say it: there if it is known, or if play can go on for ever.
pub(crate) fn remoteness(value: Value) -> Option<Option<u32>> {
    let said = value.remoteness.is_some() || value.outcome == Outcome::Draw;
    said.then_some(value.remoteness)
}
