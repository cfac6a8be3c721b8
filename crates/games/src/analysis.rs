//! What is known about every position of a game: its state digraph with labels.

use crate::any::{Failure, NamedMove};
use crate::notation::{Marks, Notation};
use outplay_board::{Digraph, InputError};
use outplay_engine::{Budget, Game, Labels, Outcome, StateDigraph, Stopped, UpToSymmetry, grundy};

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// How long the game lasts, where that was asked and play ends.
    pub remoteness: Option<u32>,
    /// The Grundy value, where that was asked and exists.
    pub grundy: Option<u32>,
}

/// A legal move and what it is worth to the player who makes it.
#[derive(Clone, Debug)]
pub struct MoveValue {
    /// The move.
    pub mv: NamedMove,
    /// The position that it leads to.
    pub to: String,
    /// The value for the player who makes the move; its Grundy value is that of
    /// the position reached.
    pub value: Value,
}

/// A settled game: the value of every position that can be reached.
pub trait Analysis {
    /// How many positions were looked at.
    fn positions(&self) -> u64;

    /// The value of a position. Must be reachable from where the analysis began.
    ///
    /// # Errors
    /// `position` is no position of the game.
    fn value(&self, position: &str) -> Result<Value, InputError>;

    /// Every legal move with its value, best first: quick wins, draws, slow losses.
    ///
    /// # Errors
    /// `position` is no position of the game.
    fn moves(&self, position: &str) -> Result<Vec<MoveValue>, InputError>;
}

/// A state digraph to be shown: positions are the vertices.
pub trait StateView {
    /// The digraph.
    fn digraph(&self) -> &Digraph;
    /// Who wins where.
    fn labels(&self) -> &Labels;
    /// Grundy values, if the game is impartial and ends.
    fn grundy(&self) -> Option<&[u32]>;
    /// The number of a position, if it is there.
    fn index(&self, position: &str) -> Option<u32>;
    /// The position with a number.
    fn position(&self, i: u32) -> String;
    /// What stands on the board there.
    fn marks(&self, i: u32) -> Marks;
    /// How many moves were made there.
    fn layer(&self, i: u32) -> u32;
    /// The name of the player to move there.
    fn to_move(&self, i: u32) -> &'static str;
    /// The move along an arc of the digraph.
    fn arc_move(&self, arc: usize) -> String;
}

/// A game explored completely from one position.
pub(crate) struct Explored<'a, G: Notation> {
    rules: UpToSymmetry<'a, G>,
    states: StateDigraph<UpToSymmetry<'a, G>>,
    labels: Labels,
    grundy: Option<Vec<u32>>,
}

impl<'a, G: Notation> Explored<'a, G> {
    pub(crate) fn new(
        rules: UpToSymmetry<'a, G>,
        seeds: impl Iterator<Item = G::Position>,
        budget: &Budget<'_>,
    ) -> Result<Self, Stopped> {
        let seeds = seeds.map(|seed| rules.representative(seed));
        let states = StateDigraph::explore(&rules, seeds, budget)?;
        let impartial = rules.game.is_impartial();
        Ok(Self {
            labels: states.label(),
            grundy: impartial.then(|| grundy(states.digraph())).flatten(),
            rules,
            states,
        })
    }

    /// Explores from one position, unless that is hopeless.
    pub(crate) fn from(
        game: &'a G,
        position: &str,
        symmetry: bool,
        budget: &Budget<'_>,
    ) -> Result<Self, Failure> {
        let rules = UpToSymmetry { game, on: symmetry };
        let position = game.parse_position(position)?;
        budget.check_estimate(rules.estimate(&position))?;
        Ok(Self::new(rules, std::iter::once(position), budget)?)
    }

    pub(crate) fn value_of(&self, position: G::Position) -> Option<Value> {
        let index = self.states.index(&self.rules.representative(position))?;
        Some(Value {
            outcome: self.labels.outcome(index),
            remoteness: self.labels.remoteness(index),
            grundy: self.grundy.as_ref().map(|values| values[index as usize]),
        })
    }
}

fn unexplored() -> InputError {
    InputError::new("this position cannot be reached from the one that was analysed")
}

impl<G: Notation> Analysis for Explored<'_, G> {
    fn positions(&self) -> u64 {
        self.states.len() as u64
    }

    fn value(&self, position: &str) -> Result<Value, InputError> {
        let position = self.rules.game.parse_position(position)?;
        self.value_of(position).ok_or_else(unexplored)
    }

    fn moves(&self, position: &str) -> Result<Vec<MoveValue>, InputError> {
        let game = self.rules.game;
        let position = game.parse_position(position)?;
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let mut values = Vec::with_capacity(moves.len());
        for mv in moves {
            let next = game.apply(&position, mv);
            let to = game.position_text(&next);
            let after = self.value_of(next).ok_or_else(unexplored)?;
            values.push(MoveValue {
                mv: NamedMove::new(game, mv),
                to,
                value: Value {
                    outcome: after.outcome.reversed(),
                    remoteness: after.remoteness.map(|r| r + 1),
                    grundy: after.grundy,
                },
            });
        }
        values.sort_by_key(|m| {
            let length = i64::from(m.value.remoteness.unwrap_or(0));
            match m.value.outcome {
                Outcome::Win => (0, length),
                Outcome::Draw => (1, 0),
                Outcome::Lose => (2, -length),
            }
        });
        Ok(values)
    }
}

impl<G: Notation> StateView for Explored<'_, G> {
    fn digraph(&self) -> &Digraph {
        self.states.digraph()
    }
    fn labels(&self) -> &Labels {
        &self.labels
    }
    fn grundy(&self) -> Option<&[u32]> {
        self.grundy.as_deref()
    }
    fn index(&self, position: &str) -> Option<u32> {
        let position = self.rules.game.parse_position(position).ok()?;
        self.states.index(&self.rules.representative(position))
    }
    fn position(&self, i: u32) -> String {
        self.rules.game.position_text(self.states.position(i))
    }
    fn marks(&self, i: u32) -> Marks {
        self.rules.game.marks(self.states.position(i))
    }
    fn layer(&self, i: u32) -> u32 {
        self.states.layer(i)
    }
    fn to_move(&self, i: u32) -> &'static str {
        let game = self.rules.game;
        game.player_name(game.to_move(self.states.position(i)))
    }
    fn arc_move(&self, arc: usize) -> String {
        self.rules.game.move_text(self.states.arc_move(arc))
    }
}
