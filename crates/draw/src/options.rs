//! What is said about a state digraph beside its positions, and the words for it.

use crate::palette::{DARK, DRAWN, PALE, Paint};
use crate::text::shortened;
use outplay_engine::Outcome;
use outplay_games::StateView;
use std::fmt;

/// The words for who wins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Words {
    /// P and N, for impartial games: the previous or the next player wins.
    #[default]
    PreviousNext,
    /// W, L and D, for token games: win, lose or draw for the player to move.
    WinLoseDraw,
    /// The names of the first and the second player, where they have different
    /// aims: who wins, by name.
    Players([String; 2]),
}

impl Words {
    /// The label of position `i`: P or N, W, L or D, or the winner's name.
    pub(crate) fn label<'a>(&'a self, view: &dyn StateView, i: u32) -> &'a str {
        match (self, view.labels().outcome(i)) {
            (Self::PreviousNext, Outcome::Win) => "N",
            (Self::PreviousNext, Outcome::Lose) => "P",
            (Self::WinLoseDraw, Outcome::Win) => "W",
            (Self::WinLoseDraw, Outcome::Lose) => "L",
            (Self::Players(names), Outcome::Win) => &names[self.mover(view, i)],
            (Self::Players(names), Outcome::Lose) => &names[1 - self.mover(view, i)],
            (Self::Players(_), Outcome::Draw) => "draw",
            (_, Outcome::Draw) => "D",
        }
    }

    /// The same in one letter.
    pub(crate) fn letter(&self, view: &dyn StateView, i: u32) -> String {
        let label = self.label(view, i).chars();
        label.take(1).flat_map(char::to_uppercase).collect()
    }

    pub(crate) fn paint(&self, view: &dyn StateView, i: u32) -> &'static Paint {
        match (self, view.labels().outcome(i)) {
            (_, Outcome::Draw) => &DRAWN,
            (Self::Players(names), _) if self.label(view, i) == names[0] => &PALE,
            (Self::Players(_), _) => &DARK,
            (_, Outcome::Win) => &PALE,
            (_, Outcome::Lose) => &DARK,
        }
    }

    /// Which player moves at `i`: 0 or 1.
    fn mover(&self, view: &dyn StateView, i: u32) -> usize {
        match self {
            Self::Players(names) if names[1].eq_ignore_ascii_case(view.to_move(i)) => 1,
            _ => 0,
        }
    }

    /// Who wins from `i`, in a few words.
    pub(crate) fn verdict(&self, view: &dyn StateView, i: u32) -> String {
        let outcome = view.labels().outcome(i);
        match self {
            _ if outcome == Outcome::Draw => "a draw".to_owned(),
            Self::Players(_) => format!("{} wins", self.label(view, i)),
            Self::WinLoseDraw => {
                let word = if outcome == Outcome::Win {
                    "wins"
                } else {
                    "loses"
                };
                format!("the player to move {word}")
            }
            Self::PreviousNext => {
                let first = (outcome == Outcome::Win) == (view.to_move(i) == "first");
                let who = if first { "first" } else { "second" };
                format!("the {who} player wins")
            }
        }
    }
}

/// How much is drawn at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Most {
    /// Positions.
    pub nodes: usize,
    /// Moves between them.
    pub arcs: usize,
}

impl Default for Most {
    fn default() -> Self {
        Self {
            nodes: 400,
            arcs: 3000,
        }
    }
}

/// A state digraph too large for a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany {
    /// How many positions it has.
    pub nodes: usize,
    /// How many moves.
    pub arcs: usize,
    /// How many are drawn at most.
    pub most: Most,
}

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { nodes, arcs, most } = self;
        write!(
            f,
            "the state digraph has {nodes} positions and {arcs} moves, too many to draw (at most {} and {}): \
             write it as .json, .dot or .graphml instead, draw it up to symmetry, or begin at a later position",
            most.nodes, most.arcs
        )
    }
}

impl std::error::Error for TooMany {}

/// How to show a state digraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateOptions {
    /// The name of the game.
    pub game: String,
    /// The board as the user gave it; empty if there is none.
    pub board: String,
    /// The parameters in words, such as "2 colours"; may be empty.
    pub details: String,
    /// The words for who wins.
    pub words: Words,
    /// Does a position tell whose turn it is? If so, layers say who is to move.
    pub records_turn: bool,
    /// The number of the position at which play begins; layers count from it.
    pub start: u32,
    /// Show Grundy values in the picture where they exist?
    pub grundy: bool,
    /// How much is drawn at most.
    pub most: Most,
}

impl Default for StateOptions {
    fn default() -> Self {
        Self {
            game: String::new(),
            board: String::new(),
            details: String::new(),
            words: Words::default(),
            records_turn: true,
            start: 0,
            grundy: false,
            most: Most::default(),
        }
    }
}

impl StateOptions {
    /// What is played, and who wins: "coloring · path:4 · 2 colours — Bob wins".
    pub(crate) fn title(&self, view: &dyn StateView) -> String {
        let parts = [&self.game, &self.board, &self.details];
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        let parts: Vec<String> = parts.map(|part| shortened(part, 60)).collect();
        let title = parts.join(" · ");
        if (self.start as usize) < view.digraph().vertex_count() {
            format!("{title} — {}", self.words.verdict(view, self.start))
        } else {
            title
        }
    }
}
