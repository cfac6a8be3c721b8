//! The marking game: Alice and Bob in turn mark an unmarked vertex. With the parameter k, Alice
//! wins if every vertex, at the time it is marked, has fewer than k marked neighbours. All
//! vertices get marked, so Bob has won as soon as an unmarked vertex has k marked neighbours.
//! The least k with which Alice wins is the game colouring number.

mod search;

pub use search::{GameColoring, game_coloring};

use crate::any::Playable;
use crate::certificate::Certified;
use crate::coloring::{Coloring, Side, color_count, undirected};
use crate::described::{Described, Description, Example};
use crate::explain::Reasons;
use crate::lessons::Lesson;
use crate::notation::Chooses;
use crate::parameters::{Parameter, Values, Vertices};
use crate::ruled::{self, Ruled, Twin, Twofold};
use crate::sampled::Sampled;
use crate::show::{Marks, Notes, Show, Touch};
use crate::symmetry::{Automorphisms, symmetric_rows};
use outplay_board::{Board, Graph, InputError};
use outplay_engine::Listing;
use outplay_engine::{Game, Outcome, Player, Refusal};

/// The marking game on a graph.
pub struct Marking {
    graph: Graph,
    vertices: Vertices,
    colors: u8,
    first: Side,
    automorphisms: Automorphisms,
    twin: Twin,
}

/// For every vertex 1 if it is marked, else 0.
pub type Position = Box<[u8]>;

impl Marking {
    /// The game with the parameter `colors` on an undirected board.
    ///
    /// # Errors
    /// The board is directed, or `colors` is none or too many.
    pub fn new(board: &Board, colors: u32, first: Side) -> Result<Self, InputError> {
        Ok(Self {
            graph: undirected(board)?.clone(),
            vertices: Vertices::of(board),
            colors: color_count(colors.into())?,
            first,
            automorphisms: Automorphisms::default(),
            twin: Twin::default(),
        })
    }

    /// Has a vertex so many marked neighbours that it must not be unmarked any more?
    fn is_crowded(&self, position: &[u8], vertex: u32) -> bool {
        let near = self.graph.neighbors(vertex).iter();
        let marked = near.filter(|&&w| position[w as usize] == 1).count();
        marked >= self.colors.into()
    }

    /// An unmarked vertex with k marked neighbours: Bob has won.
    fn lost_vertex(&self, position: &[u8]) -> Option<u32> {
        let mut vertices = self.graph.vertices();
        vertices.find(|&v| position[v as usize] == 0 && self.is_crowded(position, v))
    }

    fn side_to_move(&self, position: &[u8]) -> Side {
        match position.iter().filter(|&&mark| mark == 1).count() % 2 {
            0 => self.first,
            _ => self.first.other(),
        }
    }

    /// Can the marked vertices have been marked in some order, each with fewer than k marked
    /// neighbours at the time? A vertex that has so few among all of them may as well be the
    /// last: the others never miss it. So they are taken off one by one.
    fn is_legal(&self, position: &[u8]) -> bool {
        let mut left = position.to_vec();
        let last = |left: &[u8]| {
            let mut vertices = self.graph.vertices();
            vertices.find(|&v| left[v as usize] == 1 && !self.is_crowded(left, v))
        };
        while let Some(v) = last(&left) {
            left[v as usize] = 0;
        }
        !left.contains(&1)
    }

    fn automorphisms(&self) -> &[Vec<u32>] {
        self.automorphisms.of(&self.graph)
    }
}

impl Game for Marking {
    type Position = Position;
    type Move = u32;

    fn start(&self) -> Position {
        vec![0; self.graph.vertex_count()].into()
    }

    fn to_move(&self, position: &Position) -> Player {
        match self.side_to_move(position) == self.first {
            true => Player::First,
            false => Player::Second,
        }
    }

    fn result(&self, position: &Position) -> Option<Outcome> {
        let winner = match self.lost_vertex(position) {
            Some(_) => Side::Bob,
            None if !position.contains(&0) => Side::Alice,
            None => return None,
        };
        Some(match winner == self.side_to_move(position) {
            true => Outcome::Win,
            false => Outcome::Lose,
        })
    }

    fn moves(&self, position: &Position, moves: &mut Vec<u32>) {
        if self.result(position).is_none() {
            let vertices = self.graph.vertices();
            moves.extend(vertices.filter(|&v| position[v as usize] == 0));
        }
    }

    fn refusal(&self, position: &Position, vertex: u32) -> Option<Refusal> {
        if self.result(position).is_some() {
            return Some(Refusal::game_over());
        }
        let reason = self.vertices.refuse(vertex).or_else(|| {
            let name = self.vertices.name(vertex);
            (position[vertex as usize] == 1).then(|| format!("vertex {name} is marked already"))
        });
        reason.map(Refusal)
    }

    fn apply(&self, position: &Position, vertex: u32) -> Position {
        let mut next = position.clone();
        next[vertex as usize] = 1;
        next
    }

    fn legal_positions(&self) -> Box<dyn Iterator<Item = Position> + '_> {
        let n = self.graph.vertex_count();
        // With fewer marks the others had no more marked neighbours.
        let rows = Listing::new(n, 1, move |row| {
            let mut position = row.to_vec();
            position.resize(n, 0);
            self.is_legal(&position)
        });
        Box::new(rows.map(Into::into))
    }

    fn position_bytes(&self) -> usize {
        size_of::<Position>() + self.graph.vertex_count()
    }
}

symmetric_rows!(Marking);

impl Chooses for Marking {
    const VERB: &'static str = "mark";

    fn vertices(&self) -> &Vertices {
        &self.vertices
    }

    fn refuse_position(&self, position: &[u8]) -> Option<String> {
        (!self.is_legal(position)).then(|| {
            format!(
                "not a legal position: in every order some vertex had {} marked neighbours before it was marked",
                self.colors
            )
        })
    }
}

impl Described for Marking {
    fn describe() -> Description {
        let coloring = Coloring::describe();
        let parameter = |parameter: &Parameter| match parameter.name.as_ref() {
            "pass" => None,
            "colors" => Some(Parameter {
                help: "how many marked neighbours an unmarked vertex must not have".into(),
                phrase: "k = {}".into(),
                ..parameter.clone()
            }),
            _ => Some(parameter.clone()),
        };
        Description {
            name: "marking".into(),
            title: "The marking game".into(),
            about: "mark vertices; Bob wants an unmarked one with many marked neighbours".into(),
            rules: "Mark an unmarked vertex.".into(),
            goal: "Alice wins when every vertex is marked, Bob as soon as some unmarked vertex has k marked neighbours.".into(),
            mark: "".into(),
            parameters: coloring.parameters.iter().filter_map(parameter).collect(),
            example: Example {
                board: "petersen".into(),
                values: Values::new().with("colors", 3),
                side: "bob".into(),
            },
            lessons: vec![Lesson::mirror(vec![(
                "cycle:4",
                Values::new().with("colors", 2),
                &["0"],
            )])],
            ..coloring
        }
    }

    fn open(board: &Board, values: &Values) -> Result<Self, InputError> {
        let first = values.word("first").and_then(Side::named);
        let colors = values.count("colors").unwrap_or_default() as u32;
        Self::new(board, colors, first.unwrap_or(Side::Alice))
    }
}

impl Twofold for Marking {
    fn twin(&self) -> Result<&Ruled, InputError> {
        let text = include_str!("../../../../games/marking.toml");
        let board = || Board::undirected(self.graph.clone());
        self.twin.get(text, board, &self.values())
    }

    fn twin_position(&self, twin: &Ruled, position: &Position) -> ruled::Position {
        ruled::position_of(twin, position, None)
    }
}

impl Playable for Marking {
    fn certified(&self) -> Option<&dyn Certified<Position = Position, Move = u32>> {
        Some(self)
    }

    fn values(&self) -> Values {
        Values::new()
            .with("colors", u64::from(self.colors))
            .with("first", self.first.name())
    }
}

impl Show for Marking {
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
        Notes {
            over: match self.lost_vertex(position) {
                Some(v) => Some(format!(
                    "vertex {} is unmarked and has {} marked neighbours",
                    self.vertices.name(v),
                    self.colors
                )),
                None if !position.contains(&0) => Some("every vertex is marked".to_owned()),
                None => None,
            },
            ..Notes::default()
        }
    }
}

impl Reasons for Marking {
    fn place_name(&self, place: u32) -> String {
        self.vertices.name(place)
    }
}

impl Sampled for Marking {}
