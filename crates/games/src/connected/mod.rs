//! The connected colouring game: the colouring game on a connected board, where every vertex
//! after the first must lie beside a coloured one.

use crate::any::Playable;
use crate::coloring::{Coloring, Move, Pass, Position, Side};
use crate::described::{Described, Description, Example};
use crate::explain::{Mirror, Reasons};
use crate::notation::Notation;
use crate::parameters::Values;
use crate::sampled::Sampled;
use crate::show::{Marks, Notes, Show, Touch};
use outplay_board::{Board, InputError};
use outplay_engine::search::Shortcuts;
use outplay_engine::{Game, Outcome, Player, Refusal, Symmetric, Symmetry};
use serde_json::Value;

/// The connected colouring game: the rules of the colouring game, and one more.
pub struct Connected(Coloring);

impl Connected {
    /// The game with `colors` colours on a connected board.
    ///
    /// # Errors
    /// The board is directed or in several parts, or there are no or too many colours.
    pub fn new(board: &Board, colors: u32, first: Side) -> Result<Self, InputError> {
        let game = Self(Coloring::new(board, colors, first, Pass::None)?);
        match game.0.graph().is_connected() {
            true => Ok(game),
            false => Err(InputError::found(
                "a graph in several parts",
                "a connected graph",
            )),
        }
    }

    /// May `vertex` be coloured now, for all that its neighbours' colours matter not?
    fn is_beside(&self, position: &Position, vertex: u32) -> bool {
        let colors = position.colors();
        let near = self.0.graph().neighbors(vertex);
        colors.iter().all(|&c| c == 0) || near.iter().any(|&w| colors[w as usize] != 0)
    }

    /// If the game is over because of a vertex without a colour: is there a vertex that can have
    /// been coloured last, before which it was not over?
    fn can_have_ended(&self, colors: &[u8]) -> bool {
        if self.0.dead_vertex(colors).is_none() {
            return true;
        }
        let mut before = colors.to_vec();
        (0..colors.len()).filter(|&v| colors[v] != 0).any(|last| {
            before[last] = 0;
            let open = self.0.dead_vertex(&before).is_none() && self.is_connected(&before);
            before[last] = colors[last];
            open
        })
    }

    /// Do the coloured vertices hang together?
    fn is_connected(&self, colors: &[u8]) -> bool {
        let Some(first) = colors.iter().position(|&c| c != 0) else {
            return true;
        };
        let mut seen = vec![false; colors.len()];
        seen[first] = true;
        let mut open = vec![first as u32];
        while let Some(v) = open.pop() {
            for &w in self.0.graph().neighbors(v) {
                let w = w as usize;
                if colors[w] != 0 && !std::mem::replace(&mut seen[w], true) {
                    open.push(w as u32);
                }
            }
        }
        colors.iter().zip(seen).all(|(&c, seen)| c == 0 || seen)
    }
}

impl Game for Connected {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.0.start()
    }

    fn to_move(&self, position: &Position) -> Player {
        self.0.to_move(position)
    }

    fn result(&self, position: &Position) -> Option<Outcome> {
        self.0.result(position)
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let before = moves.len();
        self.0.moves(position, moves);
        let mut i = before;
        while i < moves.len() {
            match moves[i] {
                Move::Color { vertex, .. } if !self.is_beside(position, vertex) => {
                    moves.remove(i);
                }
                _ => i += 1,
            }
        }
    }

    fn refusal(&self, position: &Position, mv: Move) -> Option<Refusal> {
        self.0.refusal(position, mv).or_else(|| match mv {
            Move::Color { vertex, .. } if !self.is_beside(position, vertex) => {
                Some(Refusal(format!(
                    "vertex {} has no coloured neighbour",
                    self.0.vertex_name(vertex)
                )))
            }
            _ => None,
        })
    }

    fn apply(&self, position: &Position, mv: Move) -> Position {
        self.0.apply(position, mv)
    }

    fn legal_positions(&self) -> Box<dyn Iterator<Item = Position> + '_> {
        let all = self.0.legal_positions();
        Box::new(all.filter(|position| self.is_connected(position.colors())))
    }

    fn position_bytes(&self) -> usize {
        self.0.position_bytes()
    }
}

impl Symmetric for Connected {
    fn symmetries(&self) -> Vec<Symmetry> {
        self.0.symmetries()
    }
    fn symmetry_count(&self) -> f64 {
        self.0.symmetry_count()
    }
    fn map_position(&self, symmetry: &Symmetry, position: &Position) -> Position {
        self.0.map_position(symmetry, position)
    }
    fn map_move(&self, symmetry: &Symmetry, mv: Move) -> Move {
        self.0.map_move(symmetry, mv)
    }
    fn canonical(&self, position: &Position) -> Position {
        self.0.canonical(position)
    }
}

impl Notation for Connected {
    fn position_text(&self, position: &Position) -> String {
        self.0.position_text(position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let row = text.split_once(';').map_or(text, |(row, _)| row);
        let colors = self.0.parse_proper(row)?;
        if !self.is_connected(&colors) {
            return Err(InputError::new(
                "not a legal position: the coloured vertices do not hang together",
            ));
        }
        match self.can_have_ended(&colors) {
            true => self.0.parse_position(text),
            false => Err(InputError::new(
                "not a reachable position: the game was over before the last move",
            )),
        }
    }

    fn move_text(&self, mv: Move) -> String {
        self.0.move_text(mv)
    }
    fn move_json(&self, mv: Move) -> Value {
        self.0.move_json(mv)
    }
    fn parse_move(&self, text: &str) -> Result<Move, InputError> {
        self.0.parse_move(text)
    }
    fn move_help(&self) -> String {
        self.0.move_help()
    }
}

impl Described for Connected {
    fn describe() -> Description {
        let coloring = Coloring::describe();
        Description {
            name: "connected".into(),
            title: "The connected colouring game".into(),
            about: "the colouring game, where every vertex after the first lies beside a coloured one".into(),
            rules: "Colour an uncoloured vertex beside a coloured one (the first may be any) with a colour that none of its neighbours has.".into(),
            connected: true,
            parameters: coloring
                .parameters
                .iter()
                .filter(|parameter| parameter.name != "pass")
                .cloned()
                .collect(),
            // Connected bipartite boards need two colours only.
            example: Example {
                board: "grid:2x3".into(),
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

impl Playable for Connected {
    fn values(&self) -> Values {
        Values::new()
            .with("colors", u64::from(self.0.colors()))
            .with("first", self.0.first().name())
    }
}

impl Show for Connected {
    fn marks(&self, position: &Position) -> Marks {
        self.0.marks(position)
    }
    fn touch(&self, mv: Move) -> Touch {
        self.0.touch(mv)
    }
    fn notes(&self, position: &Position) -> Notes {
        self.0.notes(position)
    }
}

impl Reasons for Connected {
    fn mirrors(&self) -> Vec<Mirror> {
        self.0.mirrors()
    }
    fn place_name(&self, place: u32) -> String {
        self.0.vertex_name(place)
    }
}

impl Sampled for Connected {}

impl Shortcuts for Connected {}
