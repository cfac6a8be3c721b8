//! Token games: a token stands on a vertex of a digraph, the mover moves it along
//! an arc, and who cannot move loses. Play can go on for ever, which is a draw.

mod certificate;

use crate::notation::{Marks, Notation, Vertices};
use outplay_board::{Board, Digraph, InputError, Shape};
use outplay_engine::{Game, Outcome, Player, Refusal, Symmetric};
use serde_json::{Value, json};
use std::sync::OnceLock;

/// A token game on a digraph. On an undirected board the token moves along
/// edges in either direction.
pub struct Token {
    digraph: Digraph,
    vertices: Vertices,
    start: u32,
    automorphisms: OnceLock<Vec<Vec<u32>>>,
}

impl Token {
    /// The game with the token at `start`, which is a name or number of the board.
    ///
    /// # Errors
    /// `start` is no vertex of the board.
    pub fn new(board: &Board, start: &str) -> Result<Self, InputError> {
        let digraph = match &board.shape {
            Shape::Directed(digraph) => digraph.clone(),
            Shape::Undirected(graph) => graph.into(),
        };
        let vertices = Vertices::new(digraph.vertex_count(), board.names.clone());
        let start = vertices.parse(start)?;
        Ok(Self {
            digraph,
            vertices,
            start,
            automorphisms: OnceLock::new(),
        })
    }

    fn automorphisms(&self) -> &[Vec<u32>] {
        self.automorphisms
            .get_or_init(|| crate::registry::digraph_automorphisms(&self.digraph))
    }
}

impl Game for Token {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        self.start
    }

    fn to_move(&self, _: &u32) -> Player {
        Player::First
    }

    fn result(&self, &vertex: &u32) -> Option<Outcome> {
        self.digraph
            .successors(vertex)
            .is_empty()
            .then_some(Outcome::Lose)
    }

    fn moves(&self, &vertex: &u32, moves: &mut Vec<u32>) {
        moves.extend_from_slice(self.digraph.successors(vertex));
    }

    fn refusal(&self, &vertex: &u32, to: u32) -> Option<Refusal> {
        if self.result(&vertex).is_some() {
            return Some(Refusal::game_over());
        }
        if let Some(reason) = self.vertices.refuse(to) {
            return Some(Refusal(reason));
        }
        (!self.digraph.successors(vertex).contains(&to)).then(|| {
            Refusal(format!(
                "there is no arc from {} to {}",
                self.vertices.name(vertex),
                self.vertices.name(to)
            ))
        })
    }

    fn apply(&self, _: &u32, to: u32) -> u32 {
        to
    }

    fn legal_positions(&self) -> Box<dyn Iterator<Item = u32> + '_> {
        Box::new(self.digraph.vertices())
    }

    fn estimate(&self, _: &u32) -> f64 {
        self.digraph.vertex_count() as f64
    }
}

impl Symmetric for Token {
    /// The vertex that every vertex goes to.
    type Symmetry = Vec<u32>;

    fn symmetries(&self) -> Vec<Vec<u32>> {
        self.automorphisms().to_vec()
    }

    fn map_position(&self, symmetry: &Vec<u32>, &vertex: &u32) -> u32 {
        symmetry[vertex as usize]
    }

    fn map_move(&self, symmetry: &Vec<u32>, to: u32) -> u32 {
        symmetry[to as usize]
    }

    fn canonical(&self, &vertex: &u32) -> u32 {
        let images = self.automorphisms().iter().map(|map| map[vertex as usize]);
        images.min().unwrap_or(vertex)
    }
}

impl Notation for Token {
    fn position_text(&self, &vertex: &u32) -> String {
        self.vertices.name(vertex)
    }

    fn parse_position(&self, text: &str) -> Result<u32, InputError> {
        self.vertices.parse(text)
    }

    fn move_text(&self, to: u32) -> String {
        self.vertices.name(to)
    }

    fn move_json(&self, to: u32) -> Value {
        json!(self.vertices.name(to))
    }

    fn parse_move(&self, text: &str) -> Result<u32, InputError> {
        self.vertices.parse(text.trim().trim_matches('"'))
    }

    fn move_help(&self) -> String {
        "VERTEX, where the token goes".to_owned()
    }

    fn marks(&self, &vertex: &u32) -> Marks {
        Marks {
            token: Some(vertex),
            ..Marks::default()
        }
    }

    fn parameters(&self) -> Vec<(&'static str, Value)> {
        vec![("start", json!(self.vertices.name(self.start)))]
    }
}
