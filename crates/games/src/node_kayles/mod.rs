//! Node Kayles: choose a vertex that is neither chosen nor beside a chosen one; who cannot
//! move loses. On paths it is Dawson's Kayles.

mod certificate;
pub mod search;

use crate::any::Playable;
use crate::coloring::undirected;
use crate::described::{Described, Description, Example};
use crate::explain::Reasons;
use crate::lessons::Lesson;
use crate::notation::Chooses;
use crate::parameters::{Values, Vertices};
use crate::sampled::Sampled;
use crate::show::{Marks, Notes, Show, Touch};
use crate::symmetry::{Automorphisms, symmetric_rows};
use outplay_board::{Board, Graph, InputError};
use outplay_engine::Listing;
use outplay_engine::{Game, Outcome, Player, Refusal};

/// Node Kayles on a graph.
pub struct NodeKayles {
    graph: Graph,
    vertices: Vertices,
    automorphisms: Automorphisms,
}

/// For every vertex 1 if it is chosen, else 0.
pub type Position = Box<[u8]>;

impl NodeKayles {
    /// The game on an undirected board.
    ///
    /// # Errors
    /// The board is directed.
    pub fn new(board: &Board) -> Result<Self, InputError> {
        Ok(Self {
            graph: undirected(board)?.clone(),
            vertices: Vertices::of(board),
            automorphisms: Automorphisms::default(),
        })
    }

    fn chosen_neighbor(&self, position: &[u8], vertex: u32) -> Option<u32> {
        let near = self.graph.neighbors(vertex).iter().copied();
        near.into_iter().find(|&w| position[w as usize] == 1)
    }

    fn is_available(&self, position: &[u8], vertex: u32) -> bool {
        position[vertex as usize] == 0 && self.chosen_neighbor(position, vertex).is_none()
    }

    fn automorphisms(&self) -> &[Vec<u32>] {
        self.automorphisms.of(&self.graph)
    }
}

impl Game for NodeKayles {
    type Position = Position;
    type Move = u32;

    fn start(&self) -> Position {
        vec![0; self.graph.vertex_count()].into()
    }

    fn to_move(&self, position: &Position) -> Player {
        match position.iter().filter(|&&mark| mark == 1).count() % 2 {
            0 => Player::First,
            _ => Player::Second,
        }
    }

    fn result(&self, position: &Position) -> Option<Outcome> {
        let mut vertices = self.graph.vertices();
        let none = !vertices.any(|v| self.is_available(position, v));
        none.then_some(Outcome::Lose)
    }

    fn moves(&self, position: &Position, moves: &mut Vec<u32>) {
        let vertices = self.graph.vertices();
        moves.extend(vertices.filter(|&v| self.is_available(position, v)));
    }

    fn refusal(&self, position: &Position, vertex: u32) -> Option<Refusal> {
        if self.result(position).is_some() {
            return Some(Refusal::game_over());
        }
        let name = |v| self.vertices.name(v);
        let reason = if let Some(reason) = self.vertices.refuse(vertex) {
            reason
        } else if position[vertex as usize] == 1 {
            format!("vertex {} is chosen already", name(vertex))
        } else {
            let neighbor = self.chosen_neighbor(position, vertex)?;
            format!(
                "vertex {} is beside {}, which is chosen",
                name(vertex),
                name(neighbor)
            )
        };
        Some(Refusal(reason))
    }

    fn apply(&self, position: &Position, vertex: u32) -> Position {
        let mut next = position.clone();
        next[vertex as usize] = 1;
        next
    }

    fn legal_positions(&self) -> Box<dyn Iterator<Item = Position> + '_> {
        let rows = Listing::new(self.graph.vertex_count(), 1, |row| {
            let vertex = row.len() - 1;
            let earlier = self.graph.neighbors(vertex as u32).iter();
            row[vertex] == 0
                || earlier
                    .take_while(|&&w| (w as usize) < vertex)
                    .all(|&w| row[w as usize] == 0)
        });
        Box::new(rows.map(Into::into))
    }

    fn position_bytes(&self) -> usize {
        size_of::<Position>() + self.graph.vertex_count()
    }
}

symmetric_rows!(NodeKayles);

impl Chooses for NodeKayles {
    const VERB: &'static str = "choose";

    fn vertices(&self) -> &Vertices {
        &self.vertices
    }

    fn refuse_position(&self, position: &[u8]) -> Option<String> {
        let both = |&(a, b): &(u32, u32)| position[a as usize] + position[b as usize] == 2;
        let (a, b) = self.graph.edges().find(both)?;
        Some(format!(
            "not a legal position: the neighbours {} and {} are both chosen",
            self.vertices.name(a),
            self.vertices.name(b)
        ))
    }
}

impl Described for NodeKayles {
    fn describe() -> Description {
        Description {
            name: "node-kayles".into(),
            title: "Node Kayles".into(),
            about: "choose vertices of which no two are neighbours".into(),
            no_move: "every vertex is chosen or beside a chosen one".into(),
            rules: "Choose a vertex that is neither chosen nor beside a chosen one.".into(),
            example: Example {
                board: "path:5".into(),
                values: Values::new(),
                side: "first".into(),
            },
            lessons: vec![
                Lesson::mirror(vec![
                    ("path:5", Values::new(), &[]),
                    ("cycle:6", Values::new(), &["1"]),
                    ("grid:2x3", Values::new(), &["1", "3"]),
                ]),
                Lesson::sums(
                    [
                        "path:1",
                        "path:2",
                        "path:3",
                        "path:4",
                        "edges:0-1,2-3,3-4,4-5",
                        "edges:0-1,2-3,3-4",
                    ]
                    .map(|board| (board, Values::new()))
                    .to_vec(),
                ),
            ],
            ..Description::default()
        }
    }

    fn open(board: &Board, _: &Values) -> Result<Self, InputError> {
        Self::new(board)
    }
}

impl Show for NodeKayles {
    fn marks(&self, position: &Position) -> Marks {
        Marks {
            colors: Some(position.iter().map(|&mark| mark.into()).collect()),
            ..Marks::default()
        }
    }

    fn touch(&self, vertex: u32) -> Touch {
        Touch::Vertex { vertex, mark: 1 }
    }

    fn notes(&self, position: &Position) -> Notes {
        let dead = self
            .graph
            .vertices()
            .filter(|&v| position[v as usize] == 0 && self.chosen_neighbor(position, v).is_some());
        Notes {
            dead: Some(dead.collect()),
            ..Notes::default()
        }
    }
}

impl Reasons for NodeKayles {
    fn place_name(&self, place: u32) -> String {
        self.vertices.name(place)
    }
}

impl Sampled for NodeKayles {}

impl Playable for NodeKayles {
    fn certified(
        &self,
    ) -> Option<&dyn crate::certificate::Certified<Position = Position, Move = u32>> {
        Some(self)
    }

    fn values(&self) -> Values {
        Values::new()
    }
}
