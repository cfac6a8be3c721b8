//! Vertex geography: a token stands on a vertex, the mover moves it along an edge or arc to a
//! vertex where it has not been, and who cannot move loses. On an undirected board the mover
//! wins from a vertex if and only if every maximum matching covers it.

mod matching;

use crate::any::Playable;
use crate::certificate::Certified;
use crate::described::{BoardKind, Described, Description, Example, Sites};
use crate::explain::Reasons;
use crate::lessons::Lesson;
use crate::listing::Listing;
use crate::notation::{Notation, split_row, token_moves};
use crate::parameters::{Values, Vertices};
use crate::ruled::{self, Ruled, Twin, Twofold};
use crate::sampled::Sampled;
use crate::show::{Marks, Show, Touch};
use crate::symmetry::{Automorphisms, symmetric_rows};
use crate::token::{start_parameter, walkable};
use outplay_board::{Board, Digraph, Graph, InputError, Shape, shortened};
use outplay_engine::search::Hash128;
use outplay_engine::{Game, Outcome, Player, Refusal, estimate_walks};
use std::hash::Hash;

/// Vertex geography on a graph or digraph.
pub struct Geography {
    digraph: Digraph,
    /// The board, if it is undirected.
    graph: Option<Graph>,
    vertices: Vertices,
    start: u32,
    automorphisms: Automorphisms,
    twin: Twin,
    /// Tells this board from others in tables of the search.
    salt: u64,
}

/// For every vertex 2 if the token stands there, 1 if it has been there, else 0.
pub type Position = Box<[u8]>;

const VISITED: u8 = 1;
const TOKEN: u8 = 2;

fn token(position: &[u8]) -> u32 {
    let place = position.iter().position(|&mark| mark == TOKEN);
    place.expect("the token stands somewhere") as u32
}

impl Geography {
    /// The game with the token at `start`, which is a name or number of the board.
    ///
    /// # Errors
    /// `start` is no vertex of the board.
    pub fn new(board: &Board, start: &str) -> Result<Self, InputError> {
        let vertices = Vertices::of(board);
        let start = vertices.parse(start)?;
        let digraph = walkable(board);
        let mut salt = Hash128::new(digraph.vertex_count() as u64);
        digraph.arcs().for_each(|arc| arc.hash(&mut salt));
        Ok(Self {
            salt: salt.value() as u64,
            digraph,
            graph: match &board.shape {
                Shape::Undirected(graph) => Some(graph.clone()),
                Shape::Directed(_) => None,
            },
            vertices,
            start,
            automorphisms: Automorphisms::default(),
            twin: Twin::default(),
        })
    }

    fn automorphisms(&self) -> &[Vec<u32>] {
        self.automorphisms.of_digraph(&self.digraph)
    }

    /// Where the token can go.
    fn exits<'a>(&'a self, position: &'a [u8]) -> impl Iterator<Item = u32> + 'a {
        let next = self.digraph.successors(token(position)).iter().copied();
        next.filter(|&v| position[v as usize] == 0)
    }
}

impl Game for Geography {
    type Position = Position;
    type Move = u32;

    fn start(&self) -> Position {
        let mut position = vec![0; self.digraph.vertex_count()];
        position[self.start as usize] = TOKEN;
        position.into()
    }

    fn to_move(&self, position: &Position) -> Player {
        match position.iter().filter(|&&mark| mark == VISITED).count() % 2 {
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
        let from = token(position);
        let name = |v| self.vertices.name(v);
        let reason = if let Some(reason) = self.vertices.refuse(to) {
            reason
        } else if !self.digraph.successors(from).contains(&to) {
            format!("there is no arc from {} to {}", name(from), name(to))
        } else if position[to as usize] != 0 {
            format!("the token has been on {} already", name(to))
        } else {
            return None;
        };
        Some(Refusal(reason))
    }

    fn apply(&self, position: &Position, to: u32) -> Position {
        let mut next = position.clone();
        next[token(position) as usize] = VISITED;
        next[to as usize] = TOKEN;
        next
    }

    fn legal_positions(&self) -> Box<dyn Iterator<Item = Position> + '_> {
        let n = self.digraph.vertex_count();
        let rows = Listing::new(n, TOKEN, move |row| {
            let tokens = row.iter().filter(|&&mark| mark == TOKEN).count();
            tokens == 1 || (tokens == 0 && row.len() < n)
        });
        Box::new(rows.map(Into::into))
    }

    fn position_bytes(&self) -> usize {
        size_of::<Position>() + self.digraph.vertex_count()
    }

    fn estimate(&self, position: &Position) -> f64 {
        estimate_walks(self, position)
    }
}

symmetric_rows!(Geography);

impl Notation for Geography {
    fn position_text(&self, position: &Position) -> String {
        let marks = position
            .iter()
            .map(|&mark| ["-", "x", "o"][usize::from(mark)]);
        marks.collect::<Vec<_>>().join(",")
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let n = self.digraph.vertex_count();
        let marks = split_row(text, n);
        if marks.len() != n {
            return Err(InputError::found(
                format_args!("{} marks in the position", marks.len()),
                format_args!(
                    "{n}, one for each vertex (o for the token, x where it has been, - for others)"
                ),
            ));
        }
        let mark = |mark: &String| match mark.as_str() {
            "-" | "0" => Ok(0),
            "x" | "X" | "1" => Ok(VISITED),
            "o" | "O" | "2" => Ok(TOKEN),
            other => Err(InputError::found(
                format_args!("'{}'", shortened(other)),
                "o for the token, x for a vertex where it has been or - for another",
            )),
        };
        let position: Position = marks.iter().map(mark).collect::<Result<_, _>>()?;
        match position.iter().filter(|&&mark| mark == TOKEN).count() {
            1 => Ok(position),
            tokens => Err(InputError::new(format!(
                "not a legal position: there are {tokens} tokens, marked o, and not one"
            ))),
        }
    }

    token_moves!();
}

impl Described for Geography {
    fn describe() -> Description {
        Description {
            name: "geography".into(),
            title: "Vertex geography".into(),
            about: "move a token to vertices where it has not been".into(),
            no_move: "the token has been at every vertex that it could go to".into(),
            rules: "Move the token along an edge to a vertex where it has not been.".into(),
            board: BoardKind::Directed,
            sites: Sites::Arcs,
            parameters: vec![start_parameter()],
            example: Example {
                board: "grid:3x4".into(),
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

impl Show for Geography {
    fn marks(&self, position: &Position) -> Marks {
        Marks {
            colors: Some(position.iter().map(|&mark| (mark != 0).into()).collect()),
            token: Some(token(position)),
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

impl Reasons for Geography {
    fn place_name(&self, place: u32) -> String {
        self.vertices.name(place)
    }
}

impl Sampled for Geography {}

impl Twofold for Geography {
    fn twin(&self) -> Result<&Ruled, InputError> {
        let text = include_str!("../../../../games/geography.toml");
        let board = || match &self.graph {
            Some(graph) => Board::undirected(graph.clone()),
            None => Board::directed(self.digraph.clone()),
        };
        let start = self.start.to_string();
        let values = Values::new().with("start", start.as_str());
        self.twin.get(text, board, &values)
    }

    fn twin_position(&self, twin: &Ruled, position: &Position) -> ruled::Position {
        let row: Vec<u8> = position.iter().map(|&mark| mark.min(1)).collect();
        ruled::position_of(twin, &row, Some(token(position)))
    }
}

impl Playable for Geography {
    fn certified(&self) -> Option<&dyn Certified<Position = Position, Move = u32>> {
        Some(self)
    }

    fn values(&self) -> Values {
        Values::new().with("start", self.vertices.name(self.start).as_str())
    }
}
