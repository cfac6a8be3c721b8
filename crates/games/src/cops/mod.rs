//! Cops and robber: the cops choose vertices, the robber another, and then they go along edges in
//! turn, or stay. The cops win when one of them is where the robber is; the robber wins by never
//! being caught, so that this is a game in which endless play has a winner.
//!
//! Cops are not told apart: a position lists their vertices in order, and so does a move of all of
//! them at once.

mod certificate;

use crate::any::Playable;
use crate::coloring::undirected;
use crate::described::{Described, Description, Example, LabelWords, SideName};
use crate::explain::Reasons;
use crate::notation::Notation;
use crate::parameters::{Default, Kind, Parameter, Values, Vertices};
use crate::sampled::Sampled;
use crate::show::{Marks, Show, Touch};
use crate::symmetry::{self, Automorphisms};
use outplay_board::{Board, Graph, InputError, shortened};
use outplay_engine::search::Shortcuts;
use outplay_engine::{Endless, Game, Move, Outcome, Player, Refusal, Symmetric, Symmetry};
use serde_json::Value as Json;

/// The most cops.
pub const MOST_COPS: usize = 8;
/// So many ways to place the cops there may be: each is a move at the start.
const MOST_PLACES: f64 = (1 << 18) as f64;
/// No vertex: nobody was placed.
const NOWHERE: u16 = u16::MAX;

/// Vertices in order, those of nobody last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Places([u16; MOST_COPS]);

impl Places {
    const NONE: Self = Self([NOWHERE; MOST_COPS]);

    fn of(vertices: impl IntoIterator<Item = u16>) -> Self {
        let mut places = Self::NONE;
        for (place, v) in places.0.iter_mut().zip(vertices) {
            *place = v;
        }
        places.0.sort_unstable();
        places
    }

    fn with(self, v: u16) -> Self {
        let Self(mut places) = self;
        places[MOST_COPS - 1] = v;
        places.sort_unstable();
        Self(places)
    }

    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let there = self.0.iter().filter(|&&v| v != NOWHERE);
        there.map(|&v| v.into())
    }
}

/// Where the cops go, or the robber.
impl Move for Places {
    fn pack(self) -> u128 {
        self.0.iter().fold(0, |word, &v| word << 16 | u128::from(v))
    }
    fn unpack(word: u128) -> Self {
        Self::of((0..MOST_COPS).map(|i| (word >> (16 * i)) as u16))
    }
}

/// Where everybody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    cops: Places,
    robber: u16,
    mover: Side,
}

/// Who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Side {
    Cops,
    Robber,
}

/// So many cops and a robber on a graph.
pub struct Cops {
    graph: Graph,
    vertices: Vertices,
    cops: usize,
    automorphisms: Automorphisms,
}

impl Cops {
    /// The game on an undirected board.
    ///
    /// # Errors
    /// The board is directed, has no vertices or too many for so many cops, or names that hold the
    /// signs between places.
    pub fn new(board: &Board, cops: usize) -> Result<Self, InputError> {
        let graph = undirected(board)?.clone();
        let n = graph.vertex_count();
        if n == 0 {
            return Err(InputError::found(
                "a board without vertices",
                "a vertex on which the cops can begin",
            ));
        }
        if !(1..=MOST_COPS).contains(&cops) {
            return Err(InputError::found(
                format_args!("{cops} cops"),
                format_args!("1 to {MOST_COPS}"),
            ));
        }
        if n >= usize::from(NOWHERE) || ways(n, cops) > MOST_PLACES {
            return Err(InputError::found(
                format_args!("{cops} cops on {n} vertices, which begin in too many ways"),
                format_args!("at most {MOST_PLACES} ways: fewer cops, or a smaller board"),
            ));
        }
        let vertices = Vertices::of(board);
        let unclear = |name: &String| name.contains([',', ';']) || name == "-";
        if let Some(name) = board.names.iter().flatten().find(|name| unclear(name)) {
            return Err(InputError::found(
                format_args!("a vertex that is called '{}'", shortened(name)),
                "names without ',' and ';', which stand between places here",
            ));
        }
        Ok(Self {
            graph,
            vertices,
            cops,
            automorphisms: Automorphisms::default(),
        })
    }

    /// The vertices to which somebody can go from `v`, `v` among them.
    fn around(&self, v: u32) -> impl Iterator<Item = u16> + '_ {
        let near = self.graph.neighbors(v).iter().copied();
        near.chain([v]).map(|v| v as u16)
    }

    /// All ways to go on for the cops, in order. Cops go one after the other, and ways that are
    /// alike by then are one.
    fn cops_moves(&self, cops: Places) -> Vec<Places> {
        let mut ways = vec![Places::NONE];
        let from: Vec<Option<u32>> = match cops == Places::NONE {
            true => vec![None; self.cops],
            false => cops.iter().map(Some).collect(),
        };
        for from in from {
            let all = 0..self.graph.vertex_count() as u16;
            let to: Vec<u16> = match from {
                Some(v) => self.around(v).collect(),
                None => all.collect(),
            };
            ways = ways
                .iter()
                .flat_map(|way| to.iter().map(|&v| way.with(v)))
                .collect();
            ways.sort_unstable();
            ways.dedup();
        }
        ways
    }

    fn names(&self, places: Places) -> String {
        let names: Vec<String> = places.iter().map(|v| self.vertices.name(v)).collect();
        names.join(",")
    }

    fn parse_places(&self, text: &str) -> Result<Places, InputError> {
        let mut places = Vec::new();
        for name in text.split(',') {
            places.push(self.vertices.parse(name)? as u16);
        }
        match places.len() <= MOST_COPS {
            true => Ok(Places::of(places)),
            false => Err(InputError::found(
                format_args!("{} vertices", places.len()),
                format_args!("{}, one for each cop", self.cops),
            )),
        }
    }

    fn automorphisms(&self) -> &[Vec<u32>] {
        self.automorphisms.of(&self.graph)
    }

    /// A position with the board moved.
    fn moved(map: &[u32], position: &Position) -> Position {
        let to = |v: u32| map[v as usize] as u16;
        Position {
            cops: Places::of(position.cops.iter().map(to)),
            robber: match position.robber {
                NOWHERE => NOWHERE,
                v => to(v.into()),
            },
            mover: position.mover,
        }
    }
}

/// In how many ways so many cops can stand on `n` vertices.
fn ways(n: usize, cops: usize) -> f64 {
    (1..=cops).fold(1.0, |ways, i| ways * (n + i - 1) as f64 / i as f64)
}

impl Game for Cops {
    type Position = Position;
    type Move = Places;

    fn start(&self) -> Position {
        Position {
            cops: Places::NONE,
            robber: NOWHERE,
            mover: Side::Cops,
        }
    }

    fn to_move(&self, position: &Position) -> Player {
        match position.mover {
            Side::Cops => Player::First,
            Side::Robber => Player::Second,
        }
    }

    fn result(&self, position: &Position) -> Option<Outcome> {
        let caught = position.robber != NOWHERE && position.cops.0.contains(&position.robber);
        caught.then_some(Outcome::of(position.mover == Side::Cops))
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Places>) {
        if self.result(position).is_some() {
            return;
        }
        match (position.mover, position.robber) {
            (Side::Cops, _) => moves.extend(self.cops_moves(position.cops)),
            (Side::Robber, NOWHERE) => {
                let all = self.graph.vertices();
                moves.extend(all.map(|v| Places::of([v as u16])));
            }
            (Side::Robber, at) => {
                let mut to: Vec<u16> = self.around(at.into()).collect();
                to.sort_unstable();
                moves.extend(to.into_iter().map(|v| Places::of([v])));
            }
        }
    }

    fn refusal(&self, position: &Position, mv: Places) -> Option<Refusal> {
        if self.result(position).is_some() {
            return Some(Refusal::game_over());
        }
        if let Some(reason) = mv.iter().find_map(|v| self.vertices.refuse(v)) {
            return Some(Refusal(reason));
        }
        let (who, expected) = match position.mover {
            Side::Cops => ("the cops", self.cops),
            Side::Robber => ("the robber", 1),
        };
        let found = mv.iter().count();
        if found != expected {
            let expected = match expected {
                1 => "one vertex".to_owned(),
                n => format!("{n} vertices"),
            };
            return Some(Refusal(format!(
                "{who} move to {expected}, and {found} are named"
            )));
        }
        let mut legal = Vec::new();
        self.moves(position, &mut legal);
        (!legal.contains(&mv)).then(|| {
            let from = match position.mover {
                Side::Cops => self.names(position.cops),
                Side::Robber => self.names(Places::of([position.robber])),
            };
            let to = self.names(mv);
            Refusal(format!(
                "{who} cannot go from {from} to {to}: each stays or goes along an edge"
            ))
        })
    }

    fn apply(&self, position: &Position, mv: Places) -> Position {
        match position.mover {
            Side::Cops => Position {
                cops: mv,
                mover: Side::Robber,
                ..*position
            },
            Side::Robber => Position {
                robber: mv.0[0],
                mover: Side::Cops,
                ..*position
            },
        }
    }

    fn endless(&self) -> Option<Endless> {
        Some(Endless::WonBy(Player::Second))
    }

    fn legal_positions(&self) -> Box<dyn Iterator<Item = Position> + '_> {
        let placed = self.cops_moves(Places::NONE).into_iter();
        let placed = placed.flat_map(|cops| {
            let robbers = self.graph.vertices().flat_map(move |v| {
                [Side::Cops, Side::Robber].map(|mover| Position {
                    cops,
                    robber: v as u16,
                    mover,
                })
            });
            let chooses = Position {
                cops,
                robber: NOWHERE,
                mover: Side::Robber,
            };
            [chooses].into_iter().chain(robbers)
        });
        Box::new([self.start()].into_iter().chain(placed))
    }

    fn estimate(&self, _: &Position) -> f64 {
        let n = self.graph.vertex_count();
        ways(n, self.cops) * (2 * n + 1) as f64
    }
}

impl Symmetric for Cops {
    fn symmetries(&self) -> Vec<Symmetry> {
        symmetry::of_places(self.automorphisms())
    }

    fn map_position(&self, symmetry: &Symmetry, position: &Position) -> Position {
        Self::moved(&symmetry.places, position)
    }

    fn map_move(&self, symmetry: &Symmetry, mv: Places) -> Places {
        Places::of(mv.iter().map(|v| symmetry.places[v as usize] as u16))
    }

    fn canonical(&self, position: &Position) -> Position {
        let maps = self.automorphisms().iter();
        let images = maps.map(|map| Self::moved(map, position));
        images.min().unwrap_or(*position)
    }
}

impl Notation for Cops {
    fn position_text(&self, position: &Position) -> String {
        let cops = self.names(position.cops);
        match (position.cops, position.robber, position.mover) {
            (Places::NONE, ..) => "-".to_owned(),
            (_, NOWHERE, _) => format!("{cops};-"),
            (_, v, mover) => {
                let mover = match mover {
                    Side::Cops => "cops",
                    Side::Robber => "robber",
                };
                format!("{cops};{};{mover}", self.vertices.name(v.into()))
            }
        }
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let wrong = || {
            InputError::found(
                format_args!("'{}'", shortened(text)),
                "the vertices of the cops, that of the robber and who moves, such as \
                 0,1;5;robber, or 0,1;- before the robber has chosen, or - at the start",
            )
        };
        let parts: Vec<&str> = text.split(';').map(str::trim).collect();
        if parts == ["-"] {
            return Ok(self.start());
        }
        let (robber, mover) = match parts[1..] {
            ["-"] => (NOWHERE, Side::Robber),
            [v, "cops"] => (self.vertices.parse(v)? as u16, Side::Cops),
            [v, "robber"] => (self.vertices.parse(v)? as u16, Side::Robber),
            _ => return Err(wrong()),
        };
        let cops = self.parse_places(parts[0])?;
        let found = cops.iter().count();
        if found != self.cops {
            return Err(InputError::found(
                format_args!("{found} cops in the position"),
                self.cops,
            ));
        }
        Ok(Position {
            cops,
            robber,
            mover,
        })
    }

    fn move_text(&self, mv: Places) -> String {
        self.names(mv)
    }

    fn move_json(&self, mv: Places) -> Json {
        let places: Vec<Json> = mv.iter().map(|v| self.vertices.json(v)).collect();
        match &places[..] {
            [place] => place.clone(),
            _ => Json::from(places),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Places, InputError> {
        let text = text.trim();
        match serde_json::from_str(text) {
            Ok(Json::Array(places)) => {
                let names = places.into_iter().map(|place| match place {
                    Json::String(name) => name,
                    other => other.to_string(),
                });
                self.parse_places(&names.collect::<Vec<_>>().join(","))
            }
            Ok(Json::String(name)) => self.parse_places(&name),
            _ => self.parse_places(text),
        }
    }

    fn move_help(&self) -> String {
        match self.cops {
            1 => "VERTEX, where the cop goes, or the robber".to_owned(),
            n => format!("{n} vertices, where the cops go, such as 0,1; or one, the robber's"),
        }
    }
}

impl Described for Cops {
    fn describe() -> Description {
        Description {
            name: "cops".into(),
            title: "Cops and robber".into(),
            about: "catch a robber, or never be caught".into(),
            rules:
                "First the cops choose vertices, then the robber. After that they move in turn: \
                    everybody stays or goes along an edge, all cops at once."
                    .into(),
            goal: "The cops win when one of them is where the robber is, the robber if that never \
                   happens."
                .into(),
            sides: [
                SideName::many("cops", "The cops"),
                SideName::new("robber", "The robber"),
            ],
            labels: LabelWords::Sides,
            impartial: false,
            parameters: vec![Parameter {
                name: "cops".into(),
                short: Some('k'),
                kind: Kind::Count {
                    least: 1,
                    most: MOST_COPS as u64,
                },
                default: Default::Value(1.into()),
                help: "how many cops".into(),
                phrase: "{} cop|{} cops".into(),
            }],
            example: Example::new(
                "edges:0-1,1-2,2-3,3-4,1-3,0-5,5-1,4-6",
                Values::new(),
                "cops",
            ),
            ..Description::default()
        }
    }

    fn open(board: &Board, values: &Values) -> Result<Self, InputError> {
        Self::new(board, values.count("cops").unwrap_or(1) as usize)
    }
}

impl Show for Cops {
    /// The cops as marks, the robber as a token.
    fn marks(&self, position: &Position) -> Marks {
        let mut colors = vec![0; self.graph.vertex_count()];
        position.cops.iter().for_each(|v| colors[v as usize] = 1);
        Marks {
            colors: Some(colors),
            token: (position.robber != NOWHERE).then(|| position.robber.into()),
            ..Marks::default()
        }
    }

    fn touch(&self, mv: Places) -> Touch {
        let vertices: Vec<u32> = mv.iter().collect();
        match vertices[..] {
            [vertex] => Touch::Vertex { vertex, mark: 1 },
            _ => Touch::Vertices { vertices },
        }
    }
}

impl Reasons for Cops {
    fn place_name(&self, place: u32) -> String {
        self.vertices.name(place)
    }
}

impl Sampled for Cops {}

impl Shortcuts for Cops {}

impl Playable for Cops {
    fn values(&self) -> Values {
        Values::new().with("cops", self.cops as u64)
    }
}
