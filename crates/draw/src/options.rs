//! What is said about a state digraph beside its positions, and the words for it.

use crate::palette::{DARK, DRAWN, PALE, Paint};
use crate::text::shortened;
use outplay_engine::Outcome;
use outplay_games::{LabelWords, StateView};
use std::fmt;

/// A state digraph with the words in which its labels are told.
#[derive(Clone, Copy)]
pub(crate) struct Told<'a> {
    view: &'a dyn StateView,
    words: LabelWords,
}

impl<'a> Told<'a> {
    /// The side that wins position `i`: its place in the description.
    fn winner(self, i: u32) -> Option<usize> {
        let mover = self.view.side_to_move(i);
        match self.view.labels().outcome(i) {
            Outcome::Win => Some(mover),
            Outcome::Lose => Some(1 - mover),
            Outcome::Draw => None,
        }
    }

    /// The label of position `i`: P or N, W, L or D, or the winner's name.
    pub(crate) fn label(self, i: u32) -> &'a str {
        let sides = &self.view.description().sides;
        let mover = self.view.side_to_move(i);
        let outcome = self.view.labels().outcome(i);
        self.words
            .label(outcome, &sides[mover].title, &sides[1 - mover].title)
    }

    /// The same in one letter.
    pub(crate) fn letter(self, i: u32) -> String {
        let label = match (self.words, self.winner(i)) {
            (LabelWords::Sides, Some(side)) => &self.view.description().sides[side].word,
            _ => self.label(i),
        };
        let first = label.chars().take(1);
        first.flat_map(char::to_uppercase).collect()
    }

    pub(crate) fn paint(self, i: u32) -> &'static Paint {
        let outcome = self.view.labels().outcome(i);
        match (self.words, self.winner(i)) {
            (_, None) => &DRAWN,
            (LabelWords::Sides, Some(0)) => &PALE,
            (LabelWords::Sides, Some(_)) => &DARK,
            _ if outcome == Outcome::Win => &PALE,
            _ => &DARK,
        }
    }

    /// Who wins from `i`, in a few words.
    pub(crate) fn verdict(self, i: u32) -> String {
        match (self.words, self.winner(i)) {
            (_, None) => "a draw".to_owned(),
            (LabelWords::WinLoseDraw, _) => {
                let wins = self.view.labels().outcome(i) == Outcome::Win;
                let word = if wins { "wins" } else { "loses" };
                format!("the player to move {word}")
            }
            (_, Some(side)) => {
                let side = &self.view.description().sides[side];
                format!("{} {}", side.inside(), side.verb("wins"))
            }
        }
    }
}

/// How much is drawn at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Most {
    /// Positions with arrows between them; more are drawn without their moves.
    pub nodes: usize,
    /// Moves between them.
    pub arcs: usize,
    /// Positions without their moves.
    pub boards: usize,
}

impl Default for Most {
    fn default() -> Self {
        Self {
            nodes: 400,
            arcs: 3000,
            boards: 5000,
        }
    }
}

/// In which order positions are drawn, from top to bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrangement {
    /// By how many moves it takes to get there.
    #[default]
    Layers,
    /// Every move leads down, but for those inside a strongly connected part, which is framed.
    Topological,
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
            "the state digraph has {nodes} positions and {arcs} moves, too many to draw (at most {} positions): \
             write it as .json, .dot or .graphml instead, draw it up to symmetry, or begin at a later position",
            most.boards
        )
    }
}

impl std::error::Error for TooMany {}

/// How to show a state digraph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateOptions {
    /// The board as the user gave it; empty if there is none.
    pub board: String,
    /// The parameters in words, such as "2 colours"; may be empty.
    pub details: String,
    /// The words for who wins, if not those of the game.
    pub words: Option<LabelWords>,
    /// The number of the position at which play begins; layers count from it.
    pub start: u32,
    /// Show Grundy values in the picture where they exist?
    pub grundy: bool,
    /// How much is drawn at most.
    pub most: Most,
    /// In which order.
    pub arrangement: Arrangement,
}

impl StateOptions {
    /// The digraph in the words that are to be used.
    pub(crate) fn told<'a>(&self, view: &'a dyn StateView) -> Told<'a> {
        Told {
            view,
            words: self.words.unwrap_or(view.description().labels),
        }
    }

    /// What is played, and who wins: "coloring · path:4 · 2 colours — Bob wins".
    pub(crate) fn title(&self, view: &dyn StateView) -> String {
        let name = view.description().name.as_ref();
        let parts = [name, &self.board, &self.details];
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        let parts: Vec<String> = parts.map(|part| shortened(part, 60)).collect();
        let title = parts.join(" · ");
        if (self.start as usize) < view.digraph().vertex_count() {
            format!("{title} — {}", self.told(view).verdict(self.start))
        } else {
            title
        }
    }
}
