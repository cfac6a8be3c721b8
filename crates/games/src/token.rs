//! Token games: a token stands on a vertex of a digraph, the mover moves it along
//! an arc, and who cannot move loses. Play can go on for ever, which is a draw.

mod certificate;

use crate::explain::{Explanation, Trial};
use crate::notation::{Marks, Notation, Vertices};
use crate::registry::{Options, Registered, need};
use outplay_board::{Board, Digraph, InputError, Shape};
use outplay_engine::{Game, Outcome, Player, Refusal, Stopped, Symmetric, label};
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

impl Registered for Token {
    const NAME: &'static str = "token";
    const ABOUT: &'static str = "move a token along the arcs of a digraph";

    fn open(board: &Board, options: &Options) -> Result<Self, InputError> {
        let start = need(
            options.start.as_deref(),
            "--start",
            "where the token starts",
        )?;
        Self::new(board, start)
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

    fn strategy_reason(
        &self,
        &start: &u32,
        trial: &mut Trial<'_>,
    ) -> Result<Option<Explanation>, Stopped> {
        trial.budget().poll(0)?;
        let labels = label(&self.digraph, |_| false);
        let outcome = labels.outcome(start);
        // The winner hurries, the loser delays, and draws go on.
        let best = |v: u32| {
            let here = labels.outcome(v).reversed();
            let next = self.digraph.successors(v).iter().copied();
            let next = next.filter(|&w| labels.outcome(w) == here);
            match here {
                Outcome::Lose => next.min_by_key(|&w| labels.remoteness(w)),
                _ => next.max_by_key(|&w| labels.remoteness(w)),
            }
        };
        const SHOWN: usize = 20;
        let mut line = vec![start];
        while let Some(next) = line.last().and_then(|&v| best(v)) {
            let again = outcome == Outcome::Draw && line.contains(&next);
            line.push(next);
            if again || line.len() > SHOWN {
                break;
            }
        }
        let names: Vec<String> = line.iter().map(|&v| self.vertices.name(v)).collect();
        let more = match labels.remoteness(start) {
            Some(moves) if (moves as usize) >= line.len() => " → …",
            _ => "",
        };
        let text = format!("{}{more}", names.join(" → "));
        let (winner, kind, reason) = match (outcome, labels.remoteness(start)) {
            (Outcome::Draw, _) | (_, None) => {
                let drawn = labels.counts()[2];
                let reason = format!(
                    "Play can go on for ever, as in {text}: every drawn vertex ({drawn} in all) has an arc to a drawn one, and none to a vertex that is lost for the player to move there."
                );
                (None, "draw", reason)
            }
            (Outcome::Win, Some(moves)) => {
                let reason = format!(
                    "The first player wins in {moves} moves by always moving to a vertex that is lost for the player to move there, at best {text}."
                );
                (Some(Player::First), "remoteness", reason)
            }
            (Outcome::Lose, Some(moves)) => {
                let reason = format!(
                    "Every arc from here leads to a vertex that is won for the player to move there; the second player wins in {moves} moves, at best {text}."
                );
                (Some(Player::Second), "remoteness", reason)
            }
        };
        let found = Explanation::new(winner, kind, reason).with("line", json!(names));
        Ok(Some(match labels.remoteness(start) {
            Some(moves) => found.with("remoteness", json!(moves)),
            None => found,
        }))
    }

    fn parameters(&self) -> Vec<(&'static str, Value)> {
        vec![("start", json!(self.vertices.name(self.start)))]
    }
}
