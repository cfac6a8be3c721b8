//! Token games: a token stands on a vertex of a digraph, the mover moves it along
//! an arc, and who cannot move loses. Play can go on for ever, which is a draw.

mod certificate;

use crate::any::Playable;
use crate::described::{BoardKind, Described, Description, Example, LabelWords, Sites};
use crate::explain::{Explanation, Reasons, Trial};
use crate::lessons::{Lesson, Query, Task};
use crate::notation::Notation;
use crate::parameters::{Default, Kind, Parameter, Values, Vertices};
use crate::sampled::Sampled;
use crate::show::{Marks, Show, Touch};
use crate::symmetry::{self, Automorphisms};
use outplay_board::{Board, Digraph, InputError, Shape};
use outplay_engine::search::Shortcuts;
use outplay_engine::{
    Endless, Game, Outcome, Player, Refusal, Stopped, Symmetric, Symmetry, label,
};
use serde_json::{Value as Json, json};

/// A token game on a digraph. On an undirected board the token moves along
/// edges in either direction.
pub struct Token {
    digraph: Digraph,
    vertices: Vertices,
    start: u32,
    automorphisms: Automorphisms,
}

impl Token {
    /// The game with the token at `start`, which is a name or number of the board.
    ///
    /// # Errors
    /// `start` is no vertex of the board.
    pub fn new(board: &Board, start: &str) -> Result<Self, InputError> {
        let vertices = Vertices::of(board);
        let start = vertices.parse(start)?;
        Ok(Self {
            digraph: walkable(board),
            vertices,
            start,
            automorphisms: Automorphisms::default(),
        })
    }

    fn automorphisms(&self) -> &[Vec<u32>] {
        self.automorphisms.of_digraph(&self.digraph)
    }
}

/// The arcs along which a token moves: those of the board, or its edges in either direction.
pub(crate) fn walkable(board: &Board) -> Digraph {
    match &board.shape {
        Shape::Directed(digraph) => digraph.clone(),
        Shape::Undirected(graph) => graph.into(),
    }
}

/// The parameter of every game with a token: where it starts.
pub(crate) fn start_parameter() -> Parameter {
    Parameter {
        name: "start".into(),
        short: None,
        kind: Kind::Vertex,
        default: Default::Required,
        help: "where the token starts".into(),
        phrase: "start at {}".into(),
    }
}

impl Described for Token {
    fn describe() -> Description {
        Description {
            name: "token".into(),
            title: "A token game".into(),
            about: "move a token along the arcs of a digraph".into(),
            no_move: "no arc leads out of the vertex with the token".into(),
            rules: "Move the token along an arc to another vertex.".into(),
            goal: "Who cannot move loses; if play can go on for ever, nobody wins.".into(),
            labels: LabelWords::WinLoseDraw,
            board: BoardKind::Directed,
            plain_arcs: true,
            records_turn: false,
            draws: true,
            sites: Sites::Arcs,
            parameters: vec![start_parameter()],
            example: Example::new(
                "arcs:0-1,0-2,1-3,2-1,2-4,3-5,4-3,4-6,5-6,6-7",
                Values::new().with("start", "0"),
                "first",
            ),
            lessons: vec![Lesson {
                name: "loops",
                title: "Loops",
                about: "A move may lead back to where it came from. Who stands on a loop cannot be made to lose, but somebody who can only go round does not win either: what no round of labelling reaches is a draw.",
                tasks: [
                    (Query::Label, "arcs:0-0,0-1,1-2"),
                    (Query::Label, "arcs:0-1,1-1"),
                    (Query::Label, "arcs:0-0,0-1"),
                    (Query::Move, "arcs:0-0,0-1"),
                    (Query::Label, "arcs:0-1,1-0,1-2"),
                    (Query::Label, "arcs:0-1,1-0,0-2,2-3"),
                ]
                .map(|(ask, board)| Task::new(ask, board, Values::new().with("start", "0")))
                .to_vec(),
            }],
            ..Description::default()
        }
    }

    fn open(board: &Board, values: &Values) -> Result<Self, InputError> {
        Self::new(board, values.word("start").unwrap_or_default())
    }
}

impl Playable for Token {
    fn values(&self) -> Values {
        Values::new().with("start", self.vertices.name(self.start).as_str())
    }

    fn own_digraph(&self) -> Option<&Digraph> {
        Some(&self.digraph)
    }

    fn own_vertex(&self, &vertex: &u32) -> u32 {
        vertex
    }
}

impl Sampled for Token {}

impl Shortcuts for Token {}

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

    fn endless(&self) -> Option<Endless> {
        Some(Endless::Draw)
    }

    fn legal_positions(&self) -> Box<dyn Iterator<Item = u32> + '_> {
        Box::new(self.digraph.vertices())
    }

    fn estimate(&self, _: &u32) -> f64 {
        self.digraph.vertex_count() as f64
    }
}

impl Symmetric for Token {
    fn symmetries(&self) -> Vec<Symmetry> {
        symmetry::of_places(self.automorphisms())
    }

    fn map_position(&self, symmetry: &Symmetry, &vertex: &u32) -> u32 {
        symmetry.places[vertex as usize]
    }

    fn map_move(&self, symmetry: &Symmetry, to: u32) -> u32 {
        symmetry.places[to as usize]
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

    fn move_json(&self, to: u32) -> Json {
        self.vertices.json(to)
    }

    fn parse_move(&self, text: &str) -> Result<u32, InputError> {
        self.vertices.parse(text.trim().trim_matches('"'))
    }

    fn move_help(&self) -> String {
        "VERTEX, where the token goes".to_owned()
    }
}

impl Show for Token {
    fn touch(&self, to: u32) -> Touch {
        Touch::Vertex {
            vertex: to,
            mark: 1,
        }
    }

    fn marks(&self, &vertex: &u32) -> Marks {
        Marks {
            token: Some(vertex),
            ..Marks::default()
        }
    }
}

impl Reasons for Token {
    fn place_name(&self, place: u32) -> String {
        self.vertices.name(place)
    }

    fn strategy_reason(
        &self,
        &start: &u32,
        trial: &mut Trial<'_>,
    ) -> Result<Option<Explanation>, Stopped> {
        trial.budget().poll(0)?;
        let labels = label(&self.digraph, trial.threads, |_| false);
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
}
