//! The greedy colouring game: Alice and Bob in turn choose an uncoloured vertex, which gets the
//! least colour that no neighbour has. Alice wants few colours, Bob many: with the limit k, Alice
//! wins iff at most k are used.

use crate::any::Playable;
use crate::coloring::{Coloring, Side, color_count, undirected};
use crate::described::{Described, Description, Example};
use crate::explain::Reasons;
use crate::notation::{Notation, colors_text, parse_colors};
use crate::parameters::{Values, Vertices};
use crate::sampled::Sampled;
use crate::show::{Marks, Notes, Show, Touch};
use crate::symmetry::{self, Automorphisms};
use outplay_board::{Board, Graph, InputError};
use outplay_engine::search::Shortcuts;
use outplay_engine::{Game, Outcome, Player, Refusal, Symmetric, Symmetry};
use serde_json::{Value, json};

/// The greedy colouring game on a graph.
pub struct Greedy {
    graph: Graph,
    vertices: Vertices,
    colors: u8,
    first: Side,
    automorphisms: Automorphisms,
}

/// The colour of every vertex, from 1; 0 where there is none yet.
pub type Position = Box<[u8]>;

impl Greedy {
    /// The game with the limit `colors` on an undirected board.
    ///
    /// # Errors
    /// The board is directed, or there are no or too many colours.
    pub fn new(board: &Board, colors: u32, first: Side) -> Result<Self, InputError> {
        Ok(Self {
            graph: undirected(board)?.clone(),
            vertices: Vertices::of(board),
            colors: color_count(colors.into())?.min(u8::MAX - 1),
            first,
            automorphisms: Automorphisms::default(),
        })
    }

    /// The least colour that no neighbour has; one more than the limit if it is beyond that.
    fn least_color(&self, position: &[u8], vertex: u32) -> u8 {
        let near = self.graph.neighbors(vertex);
        let taken = |c: u8| near.iter().any(|&w| position[w as usize] == c);
        (1..=self.colors)
            .find(|&c| !taken(c))
            .unwrap_or(self.colors + 1)
    }

    fn side_to_move(&self, position: &[u8]) -> Side {
        match position.iter().filter(|&&c| c != 0).count() % 2 {
            0 => self.first,
            _ => self.first.other(),
        }
    }

    /// Can the coloured vertices be taken off one by one, each with the least colour that the
    /// others leave? Then they can be put on in the reverse order.
    fn is_reachable(&self, position: &[u8]) -> bool {
        // Whoever has the highest colour can be taken off: nobody's least colour rests on it.
        let mut order: Vec<u32> = self.graph.vertices().collect();
        order.retain(|&v| position[v as usize] != 0);
        order.sort_unstable_by_key(|&v| std::cmp::Reverse(position[v as usize]));
        let mut left = position.to_vec();
        order.iter().all(|&v| {
            left[v as usize] = 0;
            self.least_color(&left, v) == position[v as usize]
        })
    }
}

impl Game for Greedy {
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
        let winner = match position.iter().any(|&c| c > self.colors) {
            true => Side::Bob,
            false if !position.contains(&0) => Side::Alice,
            false => return None,
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
            let color = position[vertex as usize];
            let name = self.vertices.name(vertex);
            (color != 0).then(|| format!("vertex {name} has colour {color} already"))
        });
        reason.map(Refusal)
    }

    fn apply(&self, position: &Position, vertex: u32) -> Position {
        let mut next = position.clone();
        next[vertex as usize] = self.least_color(position, vertex);
        next
    }

    fn legal_positions(&self) -> Box<dyn Iterator<Item = Position> + '_> {
        let n = self.graph.vertex_count();
        let rows = crate::listing::Listing::new(n, self.colors + 1, |_| true);
        let rows = rows.map(Position::from);
        Box::new(rows.filter(|row| self.refuse_position(row).is_none()))
    }

    fn position_bytes(&self) -> usize {
        size_of::<Position>() + self.graph.vertex_count()
    }
}

impl Greedy {
    /// Why a row of colours is no position.
    fn refuse_position(&self, row: &[u8]) -> Option<String> {
        if row.iter().filter(|&&c| c > self.colors).count() > 1 {
            return Some(format!(
                "not a legal position: two vertices have a colour above {}, and the first one ended the game",
                self.colors
            ));
        }
        (!self.is_reachable(row)).then(|| {
            "not a legal position: some vertex has not the least colour that it could have got"
                .to_owned()
        })
    }
}

impl Symmetric for Greedy {
    fn symmetries(&self) -> Vec<Symmetry> {
        symmetry::of_places(self.automorphisms.of(&self.graph))
    }

    fn map_position(&self, symmetry: &Symmetry, position: &Position) -> Position {
        symmetry::map_row(symmetry, position)
    }

    fn map_move(&self, symmetry: &Symmetry, vertex: u32) -> u32 {
        symmetry.places[vertex as usize]
    }

    fn canonical(&self, position: &Position) -> Position {
        symmetry::least_row(position, self.automorphisms.of(&self.graph))
    }
}

impl Notation for Greedy {
    fn position_text(&self, position: &Position) -> String {
        colors_text(position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let row = parse_colors(text, self.graph.vertex_count(), self.colors + 1)?;
        match self.refuse_position(&row) {
            Some(why) => Err(InputError::new(why)),
            None => Ok(row.into()),
        }
    }

    fn move_text(&self, vertex: u32) -> String {
        self.vertices.name(vertex)
    }

    fn move_json(&self, vertex: u32) -> Value {
        json!({ "vertex": self.vertices.json(vertex) })
    }

    fn parse_move(&self, text: &str) -> Result<u32, InputError> {
        self.vertices.parse_move(text, &self.move_help())
    }

    fn move_help(&self) -> String {
        "VERTEX, the one to colour".to_owned()
    }
}

impl Described for Greedy {
    fn describe() -> Description {
        let coloring = Coloring::describe();
        Description {
            name: "greedy".into(),
            title: "The greedy colouring game".into(),
            about: "choose vertices, each of which gets the least colour that its neighbours leave".into(),
            rules: "Choose an uncoloured vertex; it gets the least colour that none of its neighbours has.".into(),
            goal: "Alice wins if in the end at most k colours are used, Bob as soon as there is one more.".into(),
            mark: "".into(),
            parameters: coloring
                .parameters
                .iter()
                .filter(|parameter| parameter.name != "pass")
                .cloned()
                .collect(),
            example: Example {
                board: "path:4".into(),
                values: Values::new().with("colors", 2),
                side: "alice".into(),
            },
            ..coloring
        }
    }

    fn open(board: &Board, values: &Values) -> Result<Self, InputError> {
        let first = values.word("first").and_then(Side::named);
        let colors = values.count("colors").unwrap_or_default() as u32;
        Self::new(board, colors, first.unwrap_or(Side::Alice))
    }
}

impl Playable for Greedy {
    fn values(&self) -> Values {
        Values::new()
            .with("colors", u64::from(self.colors))
            .with("first", self.first.name())
    }
}

impl Show for Greedy {
    fn marks(&self, position: &Position) -> Marks {
        Marks {
            colors: Some(position.iter().map(|&c| c.into()).collect()),
            ..Marks::default()
        }
    }

    fn touch(&self, vertex: u32) -> Touch {
        Touch::Vertex { vertex, mark: 1 }
    }

    fn notes(&self, position: &Position) -> Notes {
        let beyond = position.iter().position(|&c| c > self.colors);
        Notes {
            over: match beyond {
                Some(v) => Some(format!(
                    "vertex {} needed one colour more",
                    self.vertices.name(v as u32)
                )),
                None if !position.contains(&0) => Some("every vertex is coloured".to_owned()),
                None => None,
            },
            ..Notes::default()
        }
    }
}

impl Reasons for Greedy {
    fn place_name(&self, place: u32) -> String {
        self.vertices.name(place)
    }
}

impl Sampled for Greedy {}

impl Shortcuts for Greedy {}
