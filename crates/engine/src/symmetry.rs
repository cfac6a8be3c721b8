//! Symmetric positions as one position.

use crate::{Game, Outcome, Player, Refusal};

/// A game that knows symmetries of its board and parameters.
pub trait Symmetric: Game {
    /// A map of positions and moves that keeps the rules.
    type Symmetry: Clone;

    /// Some symmetries, the identity among them.
    fn symmetries(&self) -> Vec<Self::Symmetry>;

    /// The image of a position.
    fn map_position(&self, symmetry: &Self::Symmetry, position: &Self::Position) -> Self::Position;

    /// The image of a move.
    fn map_move(&self, symmetry: &Self::Symmetry, mv: Self::Move) -> Self::Move;

    /// A position that stands for all positions symmetric to this one: equal
    /// results only for symmetric positions.
    fn canonical(&self, position: &Self::Position) -> Self::Position;
}

/// A game in which symmetric positions are one: the same verdicts, Grundy values
/// and remoteness from far fewer positions.
pub struct UpToSymmetry<'a, G>(pub &'a G);

impl<G: Symmetric> Game for UpToSymmetry<'_, G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.0.canonical(&self.0.start())
    }
    fn to_move(&self, position: &G::Position) -> Player {
        self.0.to_move(position)
    }
    fn result(&self, position: &G::Position) -> Option<Outcome> {
        self.0.result(position)
    }
    fn moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.0.moves(position, moves);
    }
    fn refusal(&self, position: &G::Position, mv: G::Move) -> Option<Refusal> {
        self.0.refusal(position, mv)
    }
    fn apply(&self, position: &G::Position, mv: G::Move) -> G::Position {
        self.0.canonical(&self.0.apply(position, mv))
    }
    fn position_bytes(&self) -> usize {
        self.0.position_bytes()
    }
}
