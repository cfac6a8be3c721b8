//! The domination game: Dominator and Staller in turn choose a vertex that dominates (itself and
//! its neighbours) at least one new vertex. Dominator wants few moves, Staller many: with the
//! limit K, Dominator wins iff all vertices are dominated within K moves.

mod number;

pub use number::{GameDomination, game_domination};

use crate::any::Playable;
use crate::certificate::Certified;
use crate::coloring::undirected;
use crate::described::{Described, Description, Example, LabelWords, SideName};
use crate::explain::Reasons;
use crate::lessons::Lesson;
use crate::notation::Chooses;
use crate::parameters::{Default, Kind, Parameter, Value as Said, Values, Vertices};
use crate::ruled::{self, Ruled, Twin, Twofold};
use crate::sampled::Sampled;
use crate::show::{Marks, Notes, Show, Touch};
use crate::symmetry::{Automorphisms, symmetric_rows};
use outplay_board::{Board, Graph, InputError};
use outplay_engine::Listing;
use outplay_engine::search::Shortcuts;
use outplay_engine::{Game, Outcome, Player, Refusal};

/// The two sides of the domination game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Wants few moves.
    Dominator,
    /// Wants many.
    Staller,
}

impl Side {
    /// The opponent.
    pub fn other(self) -> Self {
        match self {
            Self::Dominator => Self::Staller,
            Self::Staller => Self::Dominator,
        }
    }

    /// In lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dominator => "dominator",
            Self::Staller => "staller",
        }
    }

    /// The side with this name.
    pub fn named(word: &str) -> Option<Self> {
        [Self::Dominator, Self::Staller]
            .into_iter()
            .find(|side| side.name() == word)
    }
}

/// The domination game on a graph.
pub struct Domination {
    graph: Graph,
    vertices: Vertices,
    moves: u64,
    first: Side,
    automorphisms: Automorphisms,
    twin: Twin,
}

/// For every vertex 1 if it is chosen, else 0.
pub type Position = Box<[u8]>;

fn chosen(position: &[u8]) -> usize {
    position.iter().filter(|&&mark| mark == 1).count()
}

impl Domination {
    /// The game with a limit of moves on an undirected board.
    ///
    /// # Errors
    /// The board is directed.
    pub fn new(board: &Board, moves: u64, first: Side) -> Result<Self, InputError> {
        Ok(Self {
            vertices: Vertices::of(board),
            ..Self::on(undirected(board)?.clone(), moves, first)
        })
    }

    fn on(graph: Graph, moves: u64, first: Side) -> Self {
        Self {
            vertices: Vertices::of(&Board::undirected(graph.clone())),
            graph,
            moves,
            first,
            automorphisms: Automorphisms::default(),
            twin: Twin::default(),
        }
    }

    fn is_dominated(&self, position: &[u8], vertex: u32) -> bool {
        let mut near = self.graph.neighbors(vertex).iter();
        position[vertex as usize] == 1 || near.any(|&w| position[w as usize] == 1)
    }

    /// Would choosing this vertex dominate a new one?
    fn dominates_new(&self, position: &[u8], vertex: u32) -> bool {
        let mut near = self.graph.neighbors(vertex).iter();
        !self.is_dominated(position, vertex) || near.any(|&w| !self.is_dominated(position, w))
    }

    fn undominated(&self, position: &[u8]) -> Option<u32> {
        let mut vertices = self.graph.vertices();
        vertices.find(|&v| !self.is_dominated(position, v))
    }

    fn side_to_move(&self, position: &[u8]) -> Side {
        match chosen(position) % 2 {
            0 => self.first,
            _ => self.first.other(),
        }
    }

    /// Can the chosen vertices have been chosen in some order, each dominating a new one? One
    /// that dominates what none of the others does may as well be the last: without it the
    /// others dominate as many new ones. So they are taken off one by one.
    fn has_an_order(&self, position: &[u8]) -> bool {
        let mut left = position.to_vec();
        let mut some_went = true;
        while some_went {
            some_went = false;
            for v in self.graph.vertices().filter(|&v| position[v as usize] == 1) {
                if left[v as usize] == 1 {
                    left[v as usize] = 0;
                    let goes = self.dominates_new(&left, v);
                    left[v as usize] = u8::from(!goes);
                    some_went |= goes;
                }
            }
        }
        !left.contains(&1)
    }

    fn automorphisms(&self) -> &[Vec<u32>] {
        self.automorphisms.of(&self.graph)
    }
}

impl Game for Domination {
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
        let winner = match self.undominated(position) {
            None => Side::Dominator,
            Some(_) if chosen(position) as u64 >= self.moves => Side::Staller,
            Some(_) => return None,
        };
        Some(match winner == self.side_to_move(position) {
            true => Outcome::Win,
            false => Outcome::Lose,
        })
    }

    fn moves(&self, position: &Position, moves: &mut Vec<u32>) {
        if self.result(position).is_none() {
            let vertices = self.graph.vertices();
            moves.extend(vertices.filter(|&v| self.dominates_new(position, v)));
        }
    }

    fn refusal(&self, position: &Position, vertex: u32) -> Option<Refusal> {
        if self.result(position).is_some() {
            return Some(Refusal::game_over());
        }
        let reason = if let Some(reason) = self.vertices.refuse(vertex) {
            reason
        } else if position[vertex as usize] == 1 {
            format!("vertex {} is chosen already", self.vertices.name(vertex))
        } else if !self.dominates_new(position, vertex) {
            format!(
                "vertex {} and its neighbours are dominated already",
                self.vertices.name(vertex)
            )
        } else {
            return None;
        };
        Some(Refusal(reason))
    }

    fn apply(&self, position: &Position, vertex: u32) -> Position {
        let mut next = position.clone();
        next[vertex as usize] = 1;
        next
    }

    fn legal_positions(&self) -> Box<dyn Iterator<Item = Position> + '_> {
        let n = self.graph.vertex_count();
        // Fewer chosen vertices dominate new ones in the same order.
        let rows = Listing::new(n, 1, move |row| {
            let mut position = row.to_vec();
            position.resize(n, 0);
            self.refuse_position(&position).is_none()
        });
        Box::new(rows.map(Into::into))
    }

    fn position_bytes(&self) -> usize {
        size_of::<Position>() + self.graph.vertex_count()
    }
}

symmetric_rows!(Domination);

impl Chooses for Domination {
    const VERB: &'static str = "choose";

    fn vertices(&self) -> &Vertices {
        &self.vertices
    }

    /// All others can be reached: when all is dominated, no further vertex dominates a new one.
    fn refuse_position(&self, row: &[u8]) -> Option<String> {
        let made = chosen(row);
        if made as u64 > self.moves {
            return Some(format!(
                "not a legal position: {made} vertices are chosen, and the limit is {} moves",
                self.moves
            ));
        }
        (!self.has_an_order(row)).then(|| {
            "not a legal position: in every order some chosen vertex dominates no new one"
                .to_owned()
        })
    }
}

impl Described for Domination {
    fn describe() -> Description {
        Description {
            name: "domination".into(),
            title: "The domination game".into(),
            about: "choose vertices until all are dominated; Dominator wants few moves, Staller many".into(),
            rules: "Choose a vertex that dominates a new one: itself or a neighbour, which no chosen vertex dominates yet.".into(),
            goal: "Dominator wins when every vertex is dominated within the limit of moves, Staller when the moves are made and one is not.".into(),
            sides: [
                SideName::new("dominator", "Dominator"),
                SideName::new("staller", "Staller"),
            ],
            starter: Some("first".into()),
            labels: LabelWords::Sides,
            impartial: false,
            parameters: vec![
                Parameter {
                    name: "moves".into(),
                    short: None,
                    kind: Kind::Count {
                        least: 1,
                        most: u64::MAX,
                    },
                    default: Default::Required,
                    help: "how many moves may be made, by both together".into(),
                    phrase: "1 move|{} moves".into(),
                },
                Parameter {
                    name: "first".into(),
                    short: None,
                    kind: Kind::Choice(vec!["dominator".into(), "staller".into()]),
                    default: Default::Value(Said::from("dominator")),
                    help: "who starts".into(),
                    phrase: "{} first".into(),
                },
            ],
            example: Example {
                board: "path:7".into(),
                values: Values::new().with("moves", 3),
                side: "dominator".into(),
            },
            lessons: vec![Lesson::mirror(vec![(
                "cycle:6",
                Values::new().with("moves", 3),
                &[],
            )])],
            ..Description::default()
        }
    }

    fn open(board: &Board, values: &Values) -> Result<Self, InputError> {
        let first = values.word("first").and_then(Side::named);
        let moves = values.count("moves").unwrap_or_default();
        Self::new(board, moves, first.unwrap_or(Side::Dominator))
    }
}

impl Twofold for Domination {
    fn twin(&self) -> Result<&Ruled, InputError> {
        let text = include_str!("../../../../games/domination.toml");
        let board = || Board::undirected(self.graph.clone());
        self.twin.get(text, board, &self.values())
    }

    fn twin_position(&self, twin: &Ruled, position: &Position) -> ruled::Position {
        ruled::position_of(twin, position, None)
    }
}

impl Playable for Domination {
    fn certified(&self) -> Option<&dyn Certified<Position = Position, Move = u32>> {
        Some(self)
    }

    fn values(&self) -> Values {
        Values::new()
            .with("moves", self.moves)
            .with("first", self.first.name())
    }
}

impl Show for Domination {
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
        let vertices = self.graph.vertices();
        let dead = vertices
            .filter(|&v| position[v as usize] == 0 && !self.dominates_new(position, v))
            .collect();
        let made = chosen(position);
        Notes {
            dead: Some(dead),
            over: match self.undominated(position) {
                None => Some("every vertex is dominated".to_owned()),
                Some(v) if made as u64 >= self.moves => Some(format!(
                    "all moves are made, and vertex {} is not dominated",
                    self.vertices.name(v)
                )),
                Some(_) => None,
            },
            ..Notes::default()
        }
    }
}

impl Reasons for Domination {
    fn place_name(&self, place: u32) -> String {
        self.vertices.name(place)
    }
}

impl Sampled for Domination {}

impl Shortcuts for Domination {}
