//! Edge geography: a token stands on a vertex, the mover moves it along an edge or arc that
//! has not been used, and who cannot move loses. An edge of an undirected board can be used
//! once, in one of its directions.

use crate::any::Playable;
use crate::certificate::Certified;
use crate::described::{BoardKind, Described, Description, Example, Sites};
use crate::explain::Reasons;
use crate::lessons::Lesson;
use crate::listing::Listing;
use crate::notation::{Notation, token_moves};
use crate::parameters::{Values, Vertices};
use crate::ruled::{self, Ruled, Twin, Twofold};
use crate::sampled::Sampled;
use crate::show::{Marks, Show, Touch};
use crate::symmetry::{self, Automorphisms};
use crate::token::{start_parameter, walkable};
use outplay_board::{Board, Digraph, Graph, InputError, Shape, shortened};
use outplay_engine::search::Shortcuts;
use outplay_engine::{Game, Outcome, Player, Refusal, Symmetric, Symmetry, estimate_walks};
use std::collections::HashMap;

/// Edge geography on a graph or digraph.
pub struct EdgeGeography {
    digraph: Digraph,
    /// The edges of the board, the lower end first, or its arcs; in order.
    edges: Vec<(u32, u32)>,
    directed: bool,
    vertices: Vertices,
    start: u32,
    automorphisms: Automorphisms,
    twin: Twin,
}

/// Where the token stands, and what it has used.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    token: u32,
    /// For every edge 1 if it is used, else 0.
    used: Box<[u8]>,
}

impl EdgeGeography {
    /// The game with the token at `start`, which is a name or number of the board.
    ///
    /// # Errors
    /// `start` is no vertex of the board.
    pub fn new(board: &Board, start: &str) -> Result<Self, InputError> {
        let edges = match &board.shape {
            Shape::Directed(digraph) => digraph.arcs().collect(),
            Shape::Undirected(graph) => graph.edges().collect(),
        };
        let vertices = Vertices::of(board);
        let start = vertices.parse(start)?;
        Ok(Self {
            digraph: walkable(board),
            edges,
            directed: matches!(board.shape, Shape::Directed(_)),
            vertices,
            start,
            automorphisms: Automorphisms::default(),
            twin: Twin::default(),
        })
    }

    fn automorphisms(&self) -> &[Vec<u32>] {
        self.automorphisms.of_digraph(&self.digraph)
    }

    /// The number of the edge that leads from one vertex to another.
    fn edge(&self, from: u32, to: u32) -> Option<usize> {
        let ends = match self.directed {
            true => (from, to),
            false => (from.min(to), from.max(to)),
        };
        self.edges.binary_search(&ends).ok()
    }

    fn is_used(&self, position: &Position, to: u32) -> bool {
        let edge = self.edge(position.token, to);
        edge.is_some_and(|edge| position.used[edge] == 1)
    }

    /// Where the token can go.
    fn exits<'a>(&'a self, position: &'a Position) -> impl Iterator<Item = u32> + 'a {
        let next = self.digraph.successors(position.token).iter().copied();
        next.filter(|&to| !self.is_used(position, to))
    }

    fn edge_text(&self, from: u32, to: u32) -> String {
        let sign = if self.directed { "->" } else { "-" };
        format!(
            "{}{sign}{}",
            self.vertices.name(from),
            self.vertices.name(to)
        )
    }

    /// The image of a position under an automorphism.
    fn image(&self, map: &[u32], position: &Position) -> Position {
        let mut used = vec![0; self.edges.len()];
        for (&(a, b), &mark) in self.edges.iter().zip(&position.used) {
            let edge = self.edge(map[a as usize], map[b as usize]);
            used[edge.expect("automorphisms keep edges")] = mark;
        }
        Position {
            token: map[position.token as usize],
            used: used.into(),
        }
    }

    /// Reads the used edges. Names of vertices may have commas: what stands before one is an
    /// edge, or its beginning.
    fn parse_used(&self, text: &str) -> Result<Box<[u8]>, InputError> {
        let arcs = self.digraph.arcs();
        let numbers: HashMap<String, Option<usize>> = arcs
            .map(|(a, b)| (self.edge_text(a, b), self.edge(a, b)))
            .collect();
        let longest = numbers.keys().map(String::len).max().unwrap_or(0);
        let mut used = vec![0; self.edges.len()];
        let mut word = String::new();
        for piece in text.split(',') {
            word += piece;
            if let Some(&Some(edge)) = numbers.get(word.trim()) {
                if used[edge] == 1 {
                    return Err(InputError::new(format!(
                        "not a legal position: {} is used twice",
                        word.trim()
                    )));
                }
                used[edge] = 1;
                word.clear();
            } else if word.trim().len() > longest {
                break;
            } else {
                word.push(',');
            }
        }
        match word.trim().trim_end_matches(',') {
            "" => Ok(used.into()),
            word => Err(InputError::found(
                format_args!("'{}'", shortened(word)),
                match self.edges.first() {
                    Some(&(a, b)) => {
                        format!("an edge of the board, such as {}", self.edge_text(a, b))
                    }
                    None => "none: the board has no edges".to_owned(),
                },
            )),
        }
    }
}

impl Game for EdgeGeography {
    type Position = Position;
    type Move = u32;

    fn start(&self) -> Position {
        Position {
            token: self.start,
            used: vec![0; self.edges.len()].into(),
        }
    }

    fn to_move(&self, position: &Position) -> Player {
        match position.used.iter().filter(|&&mark| mark == 1).count() % 2 {
            0 => Player::First,
            _ => Player::Second,
        }
    }

    fn result(&self, position: &Position) -> Option<Outcome> {
        let none = self.exits(position).next().is_none();
        none.then_some(Outcome::Lose)
    }

    fn moves(&self, position: &Position, moves: &mut Vec<u32>) {
        moves.extend(self.exits(position));
    }

    fn refusal(&self, position: &Position, to: u32) -> Option<Refusal> {
        if self.result(position).is_some() {
            return Some(Refusal::game_over());
        }
        let from = position.token;
        let reason = if let Some(reason) = self.vertices.refuse(to) {
            reason
        } else if self.edge(from, to).is_none() {
            let name = |v| self.vertices.name(v);
            format!("there is no arc from {} to {}", name(from), name(to))
        } else if self.is_used(position, to) {
            format!("{} is used already", self.edge_text(from, to))
        } else {
            return None;
        };
        Some(Refusal(reason))
    }

    fn apply(&self, position: &Position, to: u32) -> Position {
        let mut used = position.used.clone();
        let edge = self.edge(position.token, to);
        used[edge.expect("legal moves are along edges")] = 1;
        Position { token: to, used }
    }

    fn legal_positions(&self) -> Box<dyn Iterator<Item = Position> + '_> {
        let rows = || Listing::new(self.edges.len(), 1, |_| true);
        Box::new(self.digraph.vertices().flat_map(move |token| {
            rows().map(move |row| Position {
                token,
                used: row.into(),
            })
        }))
    }

    fn position_bytes(&self) -> usize {
        size_of::<Position>() + self.edges.len()
    }

    fn estimate(&self, position: &Position) -> f64 {
        estimate_walks(self, position)
    }
}

impl Symmetric for EdgeGeography {
    fn symmetries(&self) -> Vec<Symmetry> {
        symmetry::of_places(self.automorphisms())
    }

    fn map_position(&self, symmetry: &Symmetry, position: &Position) -> Position {
        self.image(&symmetry.places, position)
    }

    fn map_move(&self, symmetry: &Symmetry, to: u32) -> u32 {
        symmetry.places[to as usize]
    }

    fn symmetry_count(&self) -> f64 {
        self.automorphisms().len() as f64
    }

    fn canonical(&self, position: &Position) -> Position {
        let maps = self.automorphisms().iter();
        let images = maps.map(|map| self.image(map, position));
        images.min().unwrap_or_else(|| position.clone())
    }
}

impl Notation for EdgeGeography {
    fn position_text(&self, position: &Position) -> String {
        let token = self.vertices.name(position.token);
        let edges = self.edges.iter().zip(&position.used);
        let used: Vec<String> = edges
            .filter(|&(_, &mark)| mark == 1)
            .map(|(&(a, b), _)| self.edge_text(a, b))
            .collect();
        match used.is_empty() {
            true => token,
            false => format!("{token};{}", used.join(",")),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let (token, used) = text.split_once(';').unwrap_or((text, ""));
        Ok(Position {
            token: self.vertices.parse(token)?,
            used: self.parse_used(used)?,
        })
    }

    token_moves!();
}

impl Described for EdgeGeography {
    fn describe() -> Description {
        Description {
            name: "edge-geography".into(),
            title: "Edge geography".into(),
            about: "move a token along edges that it has not used".into(),
            no_move: "every edge that the token could go along is used".into(),
            rules: "Move the token along an edge that has not been used.".into(),
            board: BoardKind::Directed,
            sites: Sites::Arcs,
            parameters: vec![start_parameter()],
            example: Example {
                board: "grid:2x3".into(),
                values: Values::new().with("start", "0"),
                side: "first".into(),
            },
            lessons: vec![Lesson::mirror(vec![(
                "path:5",
                Values::new().with("start", "2"),
                &["1"],
            )])],
            ..Description::default()
        }
    }

    fn open(board: &Board, values: &Values) -> Result<Self, InputError> {
        Self::new(board, values.word("start").unwrap_or_default())
    }
}

impl Show for EdgeGeography {
    /// Marks the ends of the used edges: where the token has been.
    fn marks(&self, position: &Position) -> Marks {
        let mut visited = vec![0; self.digraph.vertex_count()];
        visited[position.token as usize] = 1;
        for (&(a, b), &mark) in self.edges.iter().zip(&position.used) {
            if mark == 1 {
                visited[a as usize] = 1;
                visited[b as usize] = 1;
            }
        }
        Marks {
            colors: Some(visited),
            token: Some(position.token),
            ..Marks::default()
        }
    }

    fn touch(&self, to: u32) -> Touch {
        Touch::Vertex {
            vertex: to,
            mark: 1,
        }
    }
}

impl Shortcuts for EdgeGeography {}

impl Reasons for EdgeGeography {
    fn place_name(&self, place: u32) -> String {
        self.vertices.name(place)
    }
}

impl Sampled for EdgeGeography {}

impl Twofold for EdgeGeography {
    fn twin(&self) -> Result<&Ruled, InputError> {
        let text = include_str!("../../../../games/edge-geography.toml");
        let board = || match self.directed {
            true => Board::directed(self.digraph.clone()),
            false => {
                let edges = self.edges.iter().copied();
                let graph = Graph::new(self.digraph.vertex_count(), edges);
                Board::undirected(graph.expect("these edges are from a graph"))
            }
        };
        let start = self.start.to_string();
        let values = Values::new().with("start", start.as_str());
        self.twin.get(text, board, &values)
    }

    fn twin_position(&self, twin: &Ruled, position: &Position) -> ruled::Position {
        ruled::position_of(twin, &position.used, Some(position.token))
    }
}

impl Playable for EdgeGeography {
    fn certified(&self) -> Option<&dyn Certified<Position = Position, Move = u32>> {
        Some(self)
    }

    fn values(&self) -> Values {
        Values::new().with("start", self.vertices.name(self.start).as_str())
    }
}
