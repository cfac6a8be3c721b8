//! Indicated colouring: Ann points at an uncoloured vertex, Ben gives it a colour of his choice
//! that none of its neighbours has. Ann wins iff the whole board gets coloured, Ben as soon as
//! some uncoloured vertex has no colour left.

use crate::any::Playable;
use crate::coloring::{color_count, colors_parameter, undirected};
use crate::described::{Described, Description, Example, LabelWords, SideName};
use crate::explain::Reasons;
use crate::listing::Listing;
use crate::notation::{Notation, parse_color_move, parse_colors, split_marks};
use crate::parameters::{Default, Values, Vertices};
use crate::sampled::Sampled;
use crate::show::{Marks, Notes, Show, Touch};
use crate::symmetry::{self, Automorphisms};
use outplay_board::{Board, Graph, InputError};
use outplay_engine::search::Shortcuts;
use outplay_engine::{Game, Outcome, Player, Refusal, Symmetric, Symmetry};
use serde_json::{Value, json};

/// Indicated colouring on a graph. Ann is the first player.
pub struct Indicated {
    graph: Graph,
    vertices: Vertices,
    colors: u8,
    automorphisms: Automorphisms,
}

/// A partial colouring, and the vertex that Ann points at; then it is Ben's turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    colors: Box<[u8]>,
    pointed: Option<u32>,
}

/// What Ann and Ben do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Ann points at a vertex.
    Point(u32),
    /// Ben colours the vertex that she points at.
    Color {
        /// The vertex.
        vertex: u32,
        /// The colour, from 1.
        color: u32,
    },
}

impl outplay_engine::Move for Move {
    fn pack(self) -> u128 {
        match self {
            Self::Point(vertex) => vertex.into(),
            Self::Color { vertex, color } => 1 << 64 | (vertex, color).pack(),
        }
    }
    fn unpack(word: u128) -> Self {
        match word >> 64 {
            0 => Self::Point(word as u32),
            _ => {
                let (vertex, color) = <(u32, u32)>::unpack(word & u128::from(u64::MAX));
                Self::Color { vertex, color }
            }
        }
    }
}

/// How the vertex that Ann points at is written.
const POINTED: &str = "*";

impl Indicated {
    /// The game with `colors` colours on an undirected board.
    ///
    /// # Errors
    /// The board is directed, or there are no or too many colours.
    pub fn new(board: &Board, colors: u32) -> Result<Self, InputError> {
        Ok(Self {
            graph: undirected(board)?.clone(),
            vertices: Vertices::of(board),
            colors: color_count(colors.into())?,
            automorphisms: Automorphisms::default(),
        })
    }

    fn is_free(&self, colors: &[u8], vertex: u32, color: u8) -> bool {
        let near = self.graph.neighbors(vertex).iter();
        near.into_iter().all(|&w| colors[w as usize] != color)
    }

    /// An uncoloured vertex without a colour left: Ben has won.
    fn dead_vertex(&self, colors: &[u8]) -> Option<u32> {
        let open = |v: &u32| colors[*v as usize] == 0;
        let mut vertices = self.graph.vertices().filter(open);
        vertices.find(|&v| (1..=self.colors).all(|c| !self.is_free(colors, v, c)))
    }

    /// Why a partial colouring with a vertex pointed at is no legal position.
    fn refuse(&self, position: &Position) -> Option<String> {
        let Position { colors, pointed } = position;
        let mut edges = self.graph.edges();
        let same = edges.find(|&(a, b)| {
            let color = colors[a as usize];
            color != 0 && color == colors[b as usize]
        });
        if let Some((a, b)) = same {
            let (a, b) = (self.vertices.name(a), self.vertices.name(b));
            return Some(format!(
                "not a legal position: the neighbours {a} and {b} have the same colour"
            ));
        }
        let dead = self.dead_vertex(colors)?;
        let dead = self.vertices.name(dead);
        if pointed.is_some() {
            return Some(format!(
                "not a legal position: vertex {dead} has no colour left, so the game is over and Ann points at nothing"
            ));
        }
        let mut before = colors.clone();
        let ends_here = (0..colors.len()).filter(|&v| colors[v] != 0).any(|last| {
            before[last] = 0;
            let alive = self.dead_vertex(&before).is_none();
            before[last] = colors[last];
            alive
        });
        (!ends_here).then(|| {
            format!(
                "not a reachable position: vertex {dead} has no colour left, and the game was over before the last move"
            )
        })
    }
}

impl Game for Indicated {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position {
            colors: vec![0; self.graph.vertex_count()].into(),
            pointed: None,
        }
    }

    fn to_move(&self, position: &Position) -> Player {
        match position.pointed {
            None => Player::First,
            Some(_) => Player::Second,
        }
    }

    fn result(&self, position: &Position) -> Option<Outcome> {
        // Both ends come about after Ben's move, with Ann to move.
        match self.dead_vertex(&position.colors) {
            Some(_) => Some(Outcome::Lose),
            None => (!position.colors.contains(&0)).then_some(Outcome::Win),
        }
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        if self.result(position).is_some() {
            return;
        }
        match position.pointed {
            None => {
                let open = self.graph.vertices();
                let open = open.filter(|&v| position.colors[v as usize] == 0);
                moves.extend(open.map(Move::Point));
            }
            Some(vertex) => {
                let free = (1..=self.colors).filter(|&c| self.is_free(&position.colors, vertex, c));
                moves.extend(free.map(|color| Move::Color {
                    vertex,
                    color: color.into(),
                }));
            }
        }
    }

    fn refusal(&self, position: &Position, mv: Move) -> Option<Refusal> {
        if self.result(position).is_some() {
            return Some(Refusal::game_over());
        }
        let (Move::Point(vertex) | Move::Color { vertex, .. }) = mv;
        if let Some(reason) = self.vertices.refuse(vertex) {
            return Some(Refusal(reason));
        }
        let name = self.vertices.name(vertex);
        let reason = match (mv, position.pointed) {
            (Move::Point(_), Some(_)) => {
                "Ann has pointed at a vertex: it is Ben's turn to colour it".to_owned()
            }
            (Move::Point(_), None) => {
                let color = position.colors[vertex as usize];
                if color == 0 {
                    return None;
                }
                format!("vertex {name} has colour {color} already")
            }
            (Move::Color { .. }, None) => "Ann points at a vertex first".to_owned(),
            (Move::Color { color, .. }, Some(pointed)) => {
                if vertex != pointed {
                    format!("Ann points at {}", self.vertices.name(pointed))
                } else if !(1..=u32::from(self.colors)).contains(&color) {
                    format!(
                        "there is no colour {color}: expected a colour from 1 to {}",
                        self.colors
                    )
                } else if self.is_free(&position.colors, vertex, color as u8) {
                    return None;
                } else {
                    format!("a neighbour of vertex {name} has colour {color}")
                }
            }
        };
        Some(Refusal(reason))
    }

    fn apply(&self, position: &Position, mv: Move) -> Position {
        let mut next = position.clone();
        match mv {
            Move::Point(vertex) => next.pointed = Some(vertex),
            Move::Color { vertex, color } => {
                next.colors[vertex as usize] = color as u8;
                next.pointed = None;
            }
        }
        next
    }

    fn legal_positions(&self) -> Box<dyn Iterator<Item = Position> + '_> {
        let rows = Listing::new(self.graph.vertex_count(), self.colors, |row| {
            let (vertex, color) = (row.len() - 1, row[row.len() - 1]);
            let earlier = self.graph.neighbors(vertex as u32).iter();
            color == 0
                || earlier
                    .take_while(|&&w| (w as usize) < vertex)
                    .all(|&w| row[w as usize] != color)
        });
        Box::new(rows.flat_map(|row| {
            let colors: Box<[u8]> = row.into();
            let open = self.graph.vertices();
            let open = open.filter(|&v| colors[v as usize] == 0);
            let open = open.filter(|_| self.dead_vertex(&colors).is_none());
            let pointed = std::iter::once(None).chain(open.map(Some));
            let position = |pointed| Position {
                colors: colors.clone(),
                pointed,
            };
            pointed.map(position).collect::<Vec<_>>()
        }))
    }

    fn position_bytes(&self) -> usize {
        size_of::<Position>() + self.graph.vertex_count()
    }
}

impl Symmetric for Indicated {
    fn symmetries(&self) -> Vec<Symmetry> {
        symmetry::with_colors(self.automorphisms.of(&self.graph), self.colors)
    }

    fn symmetry_count(&self) -> f64 {
        let maps = self.automorphisms.of(&self.graph);
        symmetry::color_symmetry_count(maps, self.colors, self.graph.vertex_count())
    }

    fn map_position(&self, symmetry: &Symmetry, position: &Position) -> Position {
        Position {
            colors: symmetry::map_row(symmetry, &position.colors),
            pointed: position.pointed.map(|v| symmetry.places[v as usize]),
        }
    }

    fn map_move(&self, symmetry: &Symmetry, mv: Move) -> Move {
        match mv {
            Move::Point(vertex) => Move::Point(symmetry.places[vertex as usize]),
            Move::Color { vertex, color } => Move::Color {
                vertex: symmetry.places[vertex as usize],
                color: symmetry.mark(color as u8).into(),
            },
        }
    }

    /// The least image: by the vertex pointed at, and then by the colouring up to its colours.
    fn canonical(&self, position: &Position) -> Position {
        let maps = self.automorphisms.of(&self.graph);
        let images = maps.iter().map(|map| {
            let place = Symmetry::of_places(map.clone());
            let image = self.map_position(&place, position);
            let names = vec![(0..image.colors.len() as u32).collect::<Vec<u32>>()];
            Position {
                colors: symmetry::least_coloring(&image.colors, &names),
                ..image
            }
        });
        images.min().unwrap_or_else(|| position.clone())
    }
}

impl Notation for Indicated {
    fn position_text(&self, position: &Position) -> String {
        let marks = position
            .colors
            .iter()
            .zip(0u32..)
            .map(|(&color, v)| match color {
                _ if position.pointed == Some(v) => POINTED.to_owned(),
                0 => "-".to_owned(),
                color => color.to_string(),
            });
        marks.collect::<Vec<_>>().join(",")
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let n = self.graph.vertex_count();
        let mut marks = split_marks(text);
        if let [word] = &marks[..]
            && n > 1
            && word.chars().count() == n
        {
            marks = word.chars().map(String::from).collect();
        }
        let pointed: Vec<usize> = (0..marks.len()).filter(|&v| marks[v] == POINTED).collect();
        if pointed.len() > 1 {
            return Err(InputError::found(
                format_args!("{} vertices pointed at", pointed.len()),
                "at most one '*'",
            ));
        }
        for &v in &pointed {
            "-".clone_into(&mut marks[v]);
        }
        let position = Position {
            colors: parse_colors(&marks.join(","), n, self.colors)?.into(),
            pointed: pointed.first().map(|&v| v as u32),
        };
        match self.refuse(&position) {
            Some(why) => Err(InputError::new(why)),
            None => Ok(position),
        }
    }

    fn move_text(&self, mv: Move) -> String {
        match mv {
            Move::Point(vertex) => self.vertices.name(vertex),
            Move::Color { vertex, color } => format!("{}={color}", self.vertices.name(vertex)),
        }
    }

    fn move_json(&self, mv: Move) -> Value {
        match mv {
            Move::Point(vertex) => json!({ "vertex": self.vertices.json(vertex) }),
            Move::Color { vertex, color } => {
                json!({ "vertex": self.vertices.json(vertex), "color": color })
            }
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, InputError> {
        let colors = match text.trim().starts_with('{') {
            true => text.contains("\"color\""),
            false => text.contains('='),
        };
        if colors {
            let (vertex, color) = parse_color_move(text, &self.vertices)?;
            return Ok(Move::Color { vertex, color });
        }
        let vertex = self.vertices.parse_move(text, &self.move_help())?;
        Ok(Move::Point(vertex))
    }

    fn move_help(&self) -> String {
        "VERTEX to point at it (Ann), VERTEX=COLOUR to colour it (Ben)".to_owned()
    }
}

impl Described for Indicated {
    fn describe() -> Description {
        Description {
            name: "indicated".into(),
            title: "Indicated colouring".into(),
            about: "Ann points at vertices, and Ben colours them as he likes".into(),
            rules: "Ann points at an uncoloured vertex, and Ben gives it a colour that none of its neighbours has.".into(),
            goal: "Ann wins when every vertex is coloured, Ben as soon as some uncoloured vertex has no colour left.".into(),
            sides: [SideName::new("ann", "Ann"), SideName::new("ben", "Ben")],
            labels: LabelWords::Sides,
            impartial: false,
            mark: "colour".into(),
            parameters: vec![colors_parameter(Default::Required)],
            example: Example {
                board: "cycle:4".into(),
                values: Values::new().with("colors", 2),
                side: "ann".into(),
            },
            ..Description::default()
        }
    }

    fn open(board: &Board, values: &Values) -> Result<Self, InputError> {
        Self::new(board, values.count("colors").unwrap_or_default() as u32)
    }
}

impl Playable for Indicated {
    fn values(&self) -> Values {
        Values::new().with("colors", u64::from(self.colors))
    }
}

impl Show for Indicated {
    fn marks(&self, position: &Position) -> Marks {
        Marks {
            colors: Some(position.colors.iter().map(|&c| c.into()).collect()),
            token: position.pointed,
            ..Marks::default()
        }
    }

    fn touch(&self, mv: Move) -> Touch {
        match mv {
            Move::Point(vertex) => Touch::Vertex { vertex, mark: 1 },
            Move::Color { vertex, color } => Touch::Vertex {
                vertex,
                mark: color,
            },
        }
    }

    fn notes(&self, position: &Position) -> Notes {
        let dead = self.dead_vertex(&position.colors);
        Notes {
            over: match dead {
                Some(v) => Some(format!(
                    "vertex {} has no colour left",
                    self.vertices.name(v)
                )),
                None if !position.colors.contains(&0) => {
                    Some("every vertex is coloured".to_owned())
                }
                None => None,
            },
            dead: Some(dead.into_iter().collect()),
            ..Notes::default()
        }
    }
}

impl Reasons for Indicated {
    fn place_name(&self, place: u32) -> String {
        self.vertices.name(place)
    }
}

impl Sampled for Indicated {}

impl Shortcuts for Indicated {}
