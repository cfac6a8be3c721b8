//! Symmetric positions as one position.

use crate::{Game, Outcome, Player, Refusal};

/// A game that knows symmetries of its board and parameters.
pub trait Symmetric: Game {
    /// A map of positions and moves that keeps the rules.
    type Symmetry: Clone;

    /// Some symmetries, the identity among them.
    fn symmetries(&self) -> Vec<Self::Symmetry>;

    /// By how much taking symmetric positions as one shrinks the game at most.
    fn symmetry_count(&self) -> f64 {
        self.symmetries().len() as f64
    }

    /// The image of a position.
    fn map_position(&self, symmetry: &Self::Symmetry, position: &Self::Position) -> Self::Position;

    /// The image of a move.
    fn map_move(&self, symmetry: &Self::Symmetry, mv: Self::Move) -> Self::Move;

    /// A position that stands for all positions symmetric to this one: equal
    /// results only for symmetric positions.
    fn canonical(&self, position: &Self::Position) -> Self::Position;
}

/// A game in which symmetric positions are one (if `on`): the same verdicts,
/// Grundy values and remoteness from far fewer positions.
#[derive(Clone, Copy)]
pub struct UpToSymmetry<'a, G> {
    /// The game.
    pub game: &'a G,
    /// Whether symmetric positions are identified at all.
    pub on: bool,
}

impl<G: Symmetric> UpToSymmetry<'_, G> {
    /// The position that stands for `position`.
    pub fn representative(&self, position: G::Position) -> G::Position {
        if self.on {
            self.game.canonical(&position)
        } else {
            position
        }
    }
}

impl<G: Symmetric> Game for UpToSymmetry<'_, G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.representative(self.game.start())
    }
    fn to_move(&self, position: &G::Position) -> Player {
        self.game.to_move(position)
    }
    fn result(&self, position: &G::Position) -> Option<Outcome> {
        self.game.result(position)
    }
    fn moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.game.moves(position, moves);
    }
    fn refusal(&self, position: &G::Position, mv: G::Move) -> Option<Refusal> {
        self.game.refusal(position, mv)
    }
    fn apply(&self, position: &G::Position, mv: G::Move) -> G::Position {
        self.representative(self.game.apply(position, mv))
    }
    fn position_bytes(&self) -> usize {
        self.game.position_bytes()
    }
    fn estimate(&self, position: &G::Position) -> f64 {
        self.game.estimate(position)
            / if self.on {
                self.game.symmetry_count()
            } else {
                1.0
            }
    }
}
