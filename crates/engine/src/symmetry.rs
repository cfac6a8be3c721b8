//! Symmetric positions as one position.

use crate::{Endless, Game, Outcome, Player, Refusal};
use outplay_board::{Digraph, Graph, symmetry};
use std::sync::OnceLock;

/// A map of the board and its marks that keeps the rules of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Where every place goes: the vertices of a board, or the heaps.
    pub places: Vec<u32>,
    /// What every mark becomes: colours, or directions; entry 0 is "no mark". Empty in
    /// games whose places have no marks, or where every mark stays.
    pub marks: Vec<u8>,
}

impl Symmetry {
    /// A map of places that leaves all marks as they are.
    pub fn of_places(places: Vec<u32>) -> Self {
        Self {
            places,
            marks: Vec::new(),
        }
    }

    /// What a mark becomes.
    pub fn mark(&self, mark: u8) -> u8 {
        self.marks.get(usize::from(mark)).copied().unwrap_or(mark)
    }

    /// Is it its own inverse?
    pub fn is_involution(&self) -> bool {
        let places = |&to: &u32, v: u32| self.places[to as usize] == v;
        self.places.iter().zip(0..).all(|(to, v)| places(to, v))
            && (0..self.marks.len() as u8).all(|m| self.mark(self.mark(m)) == m)
    }
}

/// Maps of vertices as symmetries.
pub fn of_places(maps: &[Vec<u32>]) -> Vec<Symmetry> {
    maps.iter().cloned().map(Symmetry::of_places).collect()
}

/// On very symmetric boards, listing all symmetries costs more than it saves;
/// there the identity has to do, which is a group as well.
pub const MOST_SYMMETRIES: usize = 2000;

/// The automorphisms of a board, found when they are first asked for.
#[derive(Default)]
pub struct Automorphisms(OnceLock<Vec<Vec<u32>>>);

impl Automorphisms {
    /// Those of a graph.
    pub fn of(&self, graph: &Graph) -> &[Vec<u32>] {
        self.0.get_or_init(|| {
            symmetry::automorphisms(graph, None, MOST_SYMMETRIES)
                .unwrap_or_else(|| vec![graph.vertices().collect()])
        })
    }

    /// Those of a digraph.
    pub fn of_digraph(&self, digraph: &Digraph) -> &[Vec<u32>] {
        self.0.get_or_init(|| {
            symmetry::digraph_automorphisms(digraph, None, MOST_SYMMETRIES)
                .unwrap_or_else(|| vec![digraph.vertices().collect()])
        })
    }
}

/// A game that knows symmetries of its board and parameters.
pub trait Symmetric: Game {
    /// Some symmetries, the identity among them. Where [`canonical`](Self::canonical) is
    /// left as it is, they must be a group.
    fn symmetries(&self) -> Vec<Symmetry>;

    /// By how much taking symmetric positions as one shrinks the game at most.
    fn symmetry_count(&self) -> f64 {
        self.symmetries().len() as f64
    }

    /// The image of a position.
    fn map_position(&self, symmetry: &Symmetry, position: &Self::Position) -> Self::Position;

    /// The image of a move.
    fn map_move(&self, symmetry: &Symmetry, mv: Self::Move) -> Self::Move;

    /// A position that stands for all positions symmetric to this one: equal
    /// results only for symmetric positions.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        let symmetries = self.symmetries();
        let images = symmetries.iter().map(|s| self.map_position(s, position));
        images.min().unwrap_or_else(|| position.clone())
    }
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
    fn endless(&self) -> Option<Endless> {
        self.game.endless()
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
