//! The Edge-Distinguishing Game.
//!
//! A move colours an uncoloured vertex with one of k colours such that no two
//! edges with both ends coloured carry the same unordered pair of colours. Who
//! cannot move loses.

mod certificate;
mod rows;
pub mod search;

use crate::any::{Formula, OfRows, Playable};
use crate::coloring::{color_count, undirected};
use crate::described::{Described, Description, Example};
use crate::explain::{Mirror, Reasons};
use crate::lessons::Lesson;
use crate::notation::{Notation, colors_text, parse_color_move, parse_colors};
use crate::parameters::{Default, Values, Vertices, colors_parameter};
use crate::sampled::Sampled;
use crate::show::{Marks, Notes, Show, Touch};
use crate::symmetry::{self, Automorphisms};
use outplay_board::{Board, Failed, Graph, InputError, numbers};
use outplay_engine::Listing;
use outplay_engine::{Game, Outcome, Player, Refusal, Symmetric, Symmetry};
use serde_json::{Value, json};

/// The Edge-Distinguishing Game on a graph.
pub struct EdgeDistinguishing {
    graph: Graph,
    vertices: Vertices,
    colors: u8,
    start: Box<[u8]>,
    automorphisms: Automorphisms,
}

/// Colours a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The vertex.
    pub vertex: u32,
    /// The colour, from 1.
    pub color: u32,
}

impl outplay_engine::Move for Move {
    fn pack(self) -> u128 {
        (self.vertex, self.color).pack()
    }
    fn unpack(word: u128) -> Self {
        let (vertex, color) = <(u32, u32)>::unpack(word);
        Self { vertex, color }
    }
}

/// An edge with its colours.
type Carrier = (u32, u32, (u8, u8));

impl EdgeDistinguishing {
    /// The game with `colors` colours on an undirected board; colours on the
    /// board (from a JSON board) are the position at the start.
    ///
    /// # Errors
    /// The board is directed, there are no or too many colours, or the colours
    /// on the board are no legal position.
    pub fn new(board: &Board, colors: u32) -> Result<Self, InputError> {
        let graph = undirected(board)?.clone();
        let colors = color_count(colors.into())?;
        let mut game = Self {
            vertices: Vertices::of(board),
            start: vec![0; graph.vertex_count()].into(),
            graph,
            colors,
            automorphisms: Automorphisms::default(),
        };
        if let Some(row) = &board.colors {
            let row: Vec<String> = row.iter().map(u32::to_string).collect();
            game.start = game.parse_position(&row.join(","))?;
        }
        Ok(game)
    }

    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    pub(crate) fn colors(&self) -> usize {
        self.colors.into()
    }

    /// Every edge with both ends coloured, with its colours in order.
    fn carriers<'a>(&'a self, colors: &'a [u8]) -> impl Iterator<Item = Carrier> + 'a {
        self.graph.edges().filter_map(|(a, b)| {
            let (c, d) = (colors[a as usize], colors[b as usize]);
            (c != 0 && d != 0).then(|| (a, b, (c.min(d), c.max(d))))
        })
    }

    /// Two edges that carry the same pair of colours.
    fn clash(&self, colors: &[u8]) -> Option<(Carrier, Carrier)> {
        let mut carriers: Vec<Carrier> = self.carriers(colors).collect();
        carriers.sort_by_key(|&(_, _, pair)| pair);
        let pair = carriers.windows(2).find(|w| w[0].2 == w[1].2)?;
        Some((pair[0], pair[1]))
    }

    fn clash_text(&self, (first, second): (Carrier, Carrier)) -> String {
        let edge =
            |(a, b, _): Carrier| format!("{}-{}", self.vertices.name(a), self.vertices.name(b));
        let (c, d) = first.2;
        format!(
            "the edges {} and {} both carry the colours {c} and {d}",
            edge(first),
            edge(second)
        )
    }

    fn automorphisms(&self) -> &[Vec<u32>] {
        self.automorphisms.of(&self.graph)
    }
}

impl Described for EdgeDistinguishing {
    fn describe() -> Description {
        Description {
            name: "edge".into(),
            title: "The Edge-Distinguishing Game".into(),
            about: "colour vertices so that no two edges carry the same pair of colours".into(),
            no_move: "every vertex is coloured, or each of its colours would give two edges the same pair".into(),
            rules: "Colour an uncoloured vertex so that no two edges with both ends coloured carry the same pair of colours.".into(),
            mark: "colour".into(),
            parameters: vec![colors_parameter(Default::Computed("λ, the least number with which the whole board can be coloured".into()), 255)],
            example: Example::new("path:5", Values::new(), "first"),
            lessons: vec![Lesson::mirror(vec![
                ("path:3", Values::new(), &[]),
                ("complete:3", Values::new(), &["0=1"]),
                ("cycle:4", Values::new(), &["0=1"]),
            ])],
            ..Description::default()
        }
    }

    /// As many colours as a full colouring needs: λ.
    fn prepare(board: &Board, values: &mut Values, stop: &dyn Fn() -> bool) -> Result<(), Failed> {
        if values.count("colors").is_none() {
            let number = numbers::edcn(undirected(board)?, stop).value();
            let colors = number.ok_or_else(|| {
                let why =
                    "the edge-distinguishing number could not be settled in time (say colors)";
                Failed::Stopped(why.to_owned())
            })?;
            values.set("colors", u64::from(colors.max(1)));
        }
        Ok(())
    }

    fn open(board: &Board, values: &Values) -> Result<Self, InputError> {
        Self::new(board, values.count("colors").unwrap_or_default() as u32)
    }
}

impl Playable for EdgeDistinguishing {
    fn values(&self) -> Values {
        Values::new().with("colors", u64::from(self.colors))
    }

    fn dense(&self) -> Option<&dyn OfRows<Box<[u8]>>> {
        Some(self)
    }

    fn formulas(&self) -> Vec<Formula> {
        vec![Formula::boards(
            u32::from(self.colors) + 1,
            self.graph.vertex_count(),
        )]
    }
}

impl Sampled for EdgeDistinguishing {}

impl Reasons for EdgeDistinguishing {
    fn mirrors(&self) -> Vec<Mirror> {
        symmetry::color_mirrors(self.automorphisms(), self.colors, &self.vertices)
    }

    fn place_name(&self, place: u32) -> String {
        self.vertices.name(place)
    }
}

impl Game for EdgeDistinguishing {
    type Position = Box<[u8]>;
    type Move = Move;

    fn start(&self) -> Box<[u8]> {
        self.start.clone()
    }

    fn to_move(&self, position: &Box<[u8]>) -> Player {
        Player::after(position.iter().filter(|&&c| c != 0).count())
    }

    fn result(&self, position: &Box<[u8]>) -> Option<Outcome> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.is_empty().then_some(Outcome::Lose)
    }

    fn moves(&self, position: &Box<[u8]>, moves: &mut Vec<Move>) {
        let k = usize::from(self.colors) + 1;
        let pair = |c: u8, d: u8| usize::from(c.min(d)) * k + usize::from(c.max(d));
        let mut used = vec![false; k * k];
        for (_, _, (c, d)) in self.carriers(position) {
            used[pair(c, d)] = true;
        }
        let mut new = Vec::new();
        for vertex in self.graph.vertices() {
            if position[vertex as usize] != 0 {
                continue;
            }
            for color in 1..=self.colors {
                let row = self.graph.neighbors(vertex).iter();
                let beside = row.map(|&w| position[w as usize]).filter(|&c| c != 0);
                new.clear();
                new.extend(beside.map(|c| pair(c, color)));
                new.sort_unstable();
                if new.iter().all(|&p| !used[p]) && new.windows(2).all(|w| w[0] != w[1]) {
                    let color = color.into();
                    moves.push(Move { vertex, color });
                }
            }
        }
    }

    fn refusal(&self, position: &Box<[u8]>, mv: Move) -> Option<Refusal> {
        if self.result(position).is_some() {
            return Some(Refusal::game_over());
        }
        let reason = if let Some(reason) = self.vertices.refuse(mv.vertex) {
            reason
        } else if !(1..=u32::from(self.colors)).contains(&mv.color) {
            format!(
                "there is no colour {}: expected a colour from 1 to {}",
                mv.color, self.colors
            )
        } else if position[mv.vertex as usize] != 0 {
            format!(
                "vertex {} has colour {} already",
                self.vertices.name(mv.vertex),
                position[mv.vertex as usize]
            )
        } else {
            let clash = self.clash(&self.apply(position, mv))?;
            format!("then {}", self.clash_text(clash))
        };
        Some(Refusal(reason))
    }

    fn apply(&self, position: &Box<[u8]>, mv: Move) -> Box<[u8]> {
        let mut colors = position.clone();
        colors[mv.vertex as usize] = mv.color as u8;
        colors
    }

    fn legal_positions(&self) -> Box<dyn Iterator<Item = Box<[u8]>> + '_> {
        let n = self.graph.vertex_count();
        Box::new(
            Listing::new(n, self.colors, move |row| {
                let mut colors = row.to_vec();
                colors.resize(n, 0);
                self.clash(&colors).is_none()
            })
            .map(Into::into),
        )
    }

    fn position_bytes(&self) -> usize {
        size_of::<Box<[u8]>>() + self.graph.vertex_count()
    }
}

impl Symmetric for EdgeDistinguishing {
    fn symmetries(&self) -> Vec<Symmetry> {
        symmetry::with_colors(self.automorphisms(), self.colors)
    }

    fn symmetry_count(&self) -> f64 {
        let vertices = self.graph.vertex_count();
        symmetry::color_symmetry_count(self.automorphisms(), self.colors, vertices)
    }

    fn map_position(&self, symmetry: &Symmetry, position: &Box<[u8]>) -> Box<[u8]> {
        symmetry::map_row(symmetry, position)
    }

    fn map_move(&self, symmetry: &Symmetry, mv: Move) -> Move {
        Move {
            vertex: symmetry.places[mv.vertex as usize],
            color: symmetry.mark(mv.color as u8).into(),
        }
    }

    fn canonical(&self, position: &Box<[u8]>) -> Box<[u8]> {
        symmetry::least_coloring(position, self.automorphisms()).0
    }
}

impl Notation for EdgeDistinguishing {
    fn position_text(&self, position: &Box<[u8]>) -> String {
        colors_text(position)
    }

    fn parse_position(&self, text: &str) -> Result<Box<[u8]>, InputError> {
        // Any part of a legal colouring is legal, so every legal position can be reached.
        let colors = parse_colors(text, self.graph.vertex_count(), self.colors)?;
        match self.clash(&colors) {
            Some(clash) => Err(InputError::new(format!(
                "not a legal position: {}",
                self.clash_text(clash)
            ))),
            None => Ok(colors.into()),
        }
    }

    fn move_text(&self, mv: Move) -> String {
        format!("{}={}", self.vertices.name(mv.vertex), mv.color)
    }

    fn move_json(&self, mv: Move) -> Value {
        json!({ "vertex": self.vertices.json(mv.vertex), "color": mv.color })
    }

    fn parse_move(&self, text: &str) -> Result<Move, InputError> {
        let (vertex, color) = parse_color_move(text, &self.vertices)?;
        Ok(Move { vertex, color })
    }

    fn move_help(&self) -> String {
        format!("VERTEX=COLOUR, such as {}=1", self.vertices.name(0))
    }
}

impl Show for EdgeDistinguishing {
    fn touch(&self, mv: Move) -> Touch {
        Touch::Vertex {
            vertex: mv.vertex,
            mark: mv.color,
        }
    }

    fn marks(&self, position: &Box<[u8]>) -> Marks {
        Marks {
            colors: Some(position.iter().map(|&c| c.into()).collect()),
            ..Marks::default()
        }
    }

    fn notes(&self, position: &Box<[u8]>) -> Notes {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        let mut free = vec![Vec::new(); self.graph.vertex_count()];
        for mv in moves {
            free[mv.vertex as usize].push(mv.color);
        }
        let dead = self
            .graph
            .vertices()
            .filter(|&v| position[v as usize] == 0 && free[v as usize].is_empty());
        let pairs = self.carriers(position);
        Notes {
            dead: Some(dead.collect()),
            used_pairs: Some(pairs.map(|(_, _, (c, d))| (c.into(), d.into())).collect()),
            free: Some(free),
            ..Notes::default()
        }
    }
}
