//! Node Kayles: choose a vertex that is neither chosen nor beside a chosen one; who cannot
//! move loses. On paths it is Dawson's Kayles.

mod certificate;
pub mod search;

use crate::any::{Formula, Playable};
use crate::coloring::undirected;
use crate::described::{Described, Description, Example};
use crate::explain::Reasons;
use crate::lessons::Lesson;
use crate::notation::{Notation, split_row};
use crate::parameters::{Values, Vertices};
use crate::sampled::Sampled;
use crate::show::{Marks, Notes, Show, Touch};
use crate::symmetry::{self, Automorphisms};
use outplay_board::{Board, Graph, InputError, shortened};
use outplay_engine::Listing;
use outplay_engine::{Game, Outcome, Player, Refusal, Symmetric, Symmetry};
use serde_json::{Value as Json, json};

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
        Player::after(position.iter().filter(|&&mark| mark == 1).count())
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

impl Symmetric for NodeKayles {
    fn symmetries(&self) -> Vec<Symmetry> {
        symmetry::of_places(self.automorphisms())
    }

    fn map_position(&self, symmetry: &Symmetry, position: &Position) -> Position {
        symmetry::map_row(symmetry, position)
    }

    fn map_move(&self, symmetry: &Symmetry, vertex: u32) -> u32 {
        symmetry.places[vertex as usize]
    }

    fn canonical(&self, position: &Position) -> Position {
        symmetry::least_row(position, self.automorphisms()).0
    }
}

impl Notation for NodeKayles {
    fn position_text(&self, position: &Position) -> String {
        let marks = position.iter().map(|&mark| ["-", "x"][usize::from(mark)]);
        marks.collect::<Vec<_>>().join(",")
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let n = self.vertices.count();
        let marks = split_row(text, n);
        if marks.len() != n {
            return Err(InputError::found(
                format_args!("{} marks in the position", marks.len()),
                format_args!("{n}, one for each vertex (x for chosen, - for not)"),
            ));
        }
        let mark = |mark: &String| match mark.as_str() {
            "-" | "0" => Ok(0),
            "x" | "X" | "1" => Ok(1),
            other => Err(InputError::found(
                format_args!("'{}'", shortened(other)),
                "x for a chosen vertex or - for another",
            )),
        };
        let position: Position = marks.iter().map(mark).collect::<Result<_, _>>()?;
        let both = |&(a, b): &(u32, u32)| position[a as usize] + position[b as usize] == 2;
        match self.graph.edges().find(both) {
            None => Ok(position),
            Some((a, b)) => Err(InputError::new(format!(
                "not a legal position: the neighbours {} and {} are both chosen",
                self.vertices.name(a),
                self.vertices.name(b)
            ))),
        }
    }

    fn move_text(&self, vertex: u32) -> String {
        self.vertices.name(vertex)
    }

    fn move_json(&self, vertex: u32) -> Json {
        json!({ "vertex": self.vertices.json(vertex) })
    }

    fn parse_move(&self, text: &str) -> Result<u32, InputError> {
        self.vertices.parse_move(text, &self.move_help())
    }

    fn move_help(&self) -> String {
        "VERTEX, the one to choose".to_owned()
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
            example: Example::new("path:5", Values::new(), "first"),
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
    fn values(&self) -> Values {
        Values::new()
    }

    fn formulas(&self) -> Vec<Formula> {
        vec![Formula::boards(2, self.graph.vertex_count())]
    }
}
