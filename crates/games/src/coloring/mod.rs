//! The colouring game, also called the map-colouring game.
//!
//! Alice and Bob in turn colour an uncoloured vertex with one of k colours that
//! no neighbour has. Bob wins as soon as some uncoloured vertex has no
//! colour left; Alice wins when every vertex is coloured. In a variant one of
//! them may pass.

mod certificate;
mod number;
mod reasons;
mod sample;
pub mod search;

pub use number::{Start, game_chromatic, monotone};

use crate::any::{Formula, Playable};
use crate::described::{Described, Description, Example, LabelWords, SideName};
use crate::lessons::{Lesson, Query, Task};
use crate::notation::{Notation, colors_text, parse_color_move, parse_colors};
use crate::parameters::{
    Default, Kind, Parameter, Value as Said, Values, Vertices, colors_parameter, first_parameter,
};
use crate::sampled::Sampled;
use crate::show::{Marks, Notes, Show, Touch};
use crate::symmetry::{self, Automorphisms};
use outplay_board::{Board, Graph, InputError, Shape};
use outplay_engine::Listing;
use outplay_engine::monte_carlo::{self, Thinker};
use outplay_engine::search::{Ask, Found, Means, Unsearchable};
use outplay_engine::{Game, Outcome, Player, Refusal, Symmetric, Symmetry};
use serde_json::{Value, json};

/// The two sides of the colouring game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Wants every vertex coloured.
    Alice,
    /// Wants a vertex without a colour.
    Bob,
}

impl Side {
    /// The opponent.
    pub fn other(self) -> Self {
        match self {
            Self::Alice => Self::Bob,
            Self::Bob => Self::Alice,
        }
    }

    /// In lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Alice => "alice",
            Self::Bob => "bob",
        }
    }

    /// At the beginning of a sentence.
    pub fn title(self) -> &'static str {
        match self {
            Self::Alice => "Alice",
            Self::Bob => "Bob",
        }
    }

    /// The side with this name.
    pub fn named(word: &str) -> Option<Self> {
        [Self::Alice, Self::Bob]
            .into_iter()
            .find(|side| side.name() == word)
    }
}

/// Who may pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pass {
    /// Nobody.
    #[default]
    None,
    /// Alice, at will.
    Alice,
    /// Bob, at will.
    Bob,
}

impl Pass {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Alice => "alice",
            Self::Bob => "bob",
        }
    }

    /// Who may pass, by a word.
    pub fn named(word: &str) -> Option<Self> {
        [Self::None, Self::Alice, Self::Bob]
            .into_iter()
            .find(|pass| pass.name() == word)
    }
}

/// The colouring game on a graph.
pub struct Coloring {
    graph: Graph,
    vertices: Vertices,
    colors: u8,
    first: Side,
    pass: Pass,
    start: Box<[u8]>,
    automorphisms: Automorphisms,
}

/// A partial colouring and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    colors: Box<[u8]>,
    turn: Side,
}

impl Position {
    /// The colour of every vertex, from 1; 0 where there is none yet.
    pub fn colors(&self) -> &[u8] {
        &self.colors
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Side {
        self.turn
    }
}

/// A move of the colouring game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Colours a vertex.
    Color {
        /// The vertex.
        vertex: u32,
        /// The colour, from 1.
        color: u32,
    },
    /// Leaves the board as it is.
    Pass,
}

impl outplay_engine::Move for Move {
    fn pack(self) -> u128 {
        match self {
            Self::Color { vertex, color } => (vertex, color).pack(),
            Self::Pass => u128::MAX,
        }
    }
    fn unpack(word: u128) -> Self {
        match word {
            u128::MAX => Self::Pass,
            word => {
                let (vertex, color) = <(u32, u32)>::unpack(word);
                Self::Color { vertex, color }
            }
        }
    }
}

/// A number of colours that fits the positions.
pub(crate) fn color_count(colors: u64) -> Result<u8, InputError> {
    u8::try_from(colors)
        .ok()
        .filter(|&k| k >= 1)
        .ok_or_else(|| InputError::found(format_args!("{colors} colours"), "from 1 to 255 colours"))
}

/// The undirected graph of a board.
pub(crate) fn undirected(board: &Board) -> Result<&Graph, InputError> {
    match &board.shape {
        Shape::Undirected(graph) => Ok(graph),
        Shape::Directed(_) => Err(InputError::found("a digraph", "an undirected graph")),
    }
}

impl Coloring {
    /// The game on an uncoloured graph.
    pub fn on(graph: Graph, colors: u8, first: Side, pass: Pass) -> Self {
        Self {
            vertices: Vertices::of(&Board::undirected(graph.clone())),
            start: vec![0; graph.vertex_count()].into(),
            graph,
            colors,
            first,
            pass,
            automorphisms: Automorphisms::default(),
        }
    }

    /// The game with `colors` colours on an undirected board; colours on the
    /// board (from a JSON board) are the position at the start.
    ///
    /// # Errors
    /// The board is directed, there are no or too many colours, or the colours
    /// on the board are no legal position.
    pub fn new(board: &Board, colors: u32, first: Side, pass: Pass) -> Result<Self, InputError> {
        let graph = undirected(board)?.clone();
        let mut game = Self {
            vertices: Vertices::of(board),
            ..Self::on(graph, color_count(colors.into())?, first, pass)
        };
        if let Some(row) = &board.colors {
            let row: Vec<String> = row.iter().map(u32::to_string).collect();
            game.start = game.parse_position(&row.join(","))?.colors;
        }
        Ok(game)
    }

    /// The position with these colours (0 where there is none) and this side to move, however
    /// it came about.
    ///
    /// # Errors
    /// There is not one colour for every vertex, or neighbours share one.
    pub fn position(&self, colors: &[u32], turn: Side) -> Result<Position, InputError> {
        let row: Vec<String> = colors.iter().map(u32::to_string).collect();
        let colors = self.parse_proper(&row.join(","))?;
        Ok(Position {
            colors: colors.into(),
            turn,
        })
    }

    /// The proper partial colouring that `row` says.
    fn parse_proper(&self, row: &str) -> Result<Vec<u8>, InputError> {
        let colors = parse_colors(row, self.graph.vertex_count(), self.colors)?;
        for (a, b) in self.graph.edges() {
            let (color, other) = (colors[a as usize], colors[b as usize]);
            if color != 0 && color == other {
                return Err(InputError::new(format!(
                    "not a legal position: the neighbours {} and {} both have colour {color}",
                    self.vertices.name(a),
                    self.vertices.name(b)
                )));
            }
        }
        Ok(colors)
    }

    /// The graph that is coloured.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// How many colours there are.
    pub fn colors(&self) -> u8 {
        self.colors
    }

    /// Who may pass.
    pub fn pass(&self) -> Pass {
        self.pass
    }

    /// What people call a vertex.
    pub fn vertex_name(&self, vertex: u32) -> String {
        self.vertices.name(vertex)
    }

    /// Which of the two players has a side.
    pub fn player(&self, side: Side) -> Player {
        match side == self.first {
            true => Player::First,
            false => Player::Second,
        }
    }

    fn may_pass(&self, side: Side) -> bool {
        match self.pass {
            Pass::None => false,
            Pass::Alice => side == Side::Alice,
            Pass::Bob => side == Side::Bob,
        }
    }

    fn neighbor_with(&self, colors: &[u8], vertex: u32, color: u8) -> Option<u32> {
        let row = self.graph.neighbors(vertex).iter().copied();
        row.into_iter().find(|&w| colors[w as usize] == color)
    }

    /// An uncoloured vertex without a legal colour: Bob has won.
    fn dead_vertex(&self, colors: &[u8]) -> Option<u32> {
        self.graph.vertices().find(|&v| {
            colors[v as usize] == 0
                && (1..=self.colors).all(|c| self.neighbor_with(colors, v, c).is_some())
        })
    }

    /// Whose turn it is after so many coloured vertices if nobody passed.
    fn turn_after(&self, colored: usize) -> Side {
        if colored.is_multiple_of(2) {
            self.first
        } else {
            self.first.other()
        }
    }

    /// Which side a player is.
    pub fn side(&self, player: Player) -> Side {
        match player {
            Player::First => self.first,
            Player::Second => self.first.other(),
        }
    }

    fn automorphisms(&self) -> &[Vec<u32>] {
        self.automorphisms.of(&self.graph)
    }
}

impl Described for Coloring {
    fn describe() -> Description {
        Description {
            name: "coloring".into(),
            title: "The colouring game".into(),
            about: "Alice and Bob colour a graph properly; Bob wants a vertex without a colour left".into(),
            rules: "Colour an uncoloured vertex with a colour that none of its neighbours has.".into(),
            goal: "Alice wins when every vertex is coloured, Bob as soon as some uncoloured vertex has no colour left.".into(),
            sides: [SideName::new("alice", "Alice"), SideName::new("bob", "Bob")],
            starter: Some("first".into()),
            labels: LabelWords::Sides,
            impartial: false,
            mark: "colour".into(),
            parameters: vec![
                colors_parameter(Default::Required, 255),
                Parameter {
                    help: "who starts".into(),
                    ..first_parameter(vec!["alice".into(), "bob".into()], "alice")
                },
                Parameter {
                    name: "pass".into(),
                    short: None,
                    kind: Kind::Choice(vec!["none".into(), "alice".into(), "bob".into()]),
                    default: Default::Value(Said::from("none")),
                    help: "who may pass instead of colouring".into(),
                    phrase: "{} may pass".into(),
                },
            ],
            example: Example::new("petersen", Values::new().with("colors", 3), "bob"),
            lessons: lessons(),
            ..Description::default()
        }
    }

    fn open(board: &Board, values: &Values) -> Result<Self, InputError> {
        let side = |name| values.word(name).and_then(Side::named);
        let pass = values.word("pass").and_then(Pass::named);
        Self::new(
            board,
            values.count("colors").unwrap_or_default() as u32,
            side("first").unwrap_or(Side::Alice),
            pass.unwrap_or_default(),
        )
    }
}

/// What the colouring game teaches.
fn lessons() -> Vec<Lesson> {
    let colors = |k: u64| Values::new().with("colors", k);
    let bob_first = || colors(2).with("first", "bob");
    let task = |ask, board, values, moves| Task::new(ask, board, values).after(moves);
    let sampled = |board| Task::new(Query::Sampled, board, colors(3));
    vec![
        Lesson {
            name: "threats",
            title: "Threats",
            about: "An uncoloured vertex is threatened if it has one colour left and a neighbour may still take that colour away: then Bob has won. Alice must look after every threat, and two at once are often one too many.",
            tasks: vec![
                task(Query::Threats, "path:3", colors(2), &["0=1"]),
                task(Query::Move, "path:3", colors(2), &["0=1"]),
                task(Query::Threats, "path:4", bob_first(), &["0=1"]),
                task(Query::Move, "path:4", bob_first(), &["0=1"]),
                task(Query::Threats, "path:6", bob_first(), &["2=1"]),
                task(Query::Label, "path:6", bob_first(), &["2=1"]),
                task(Query::Move, "petersen", colors(3), &["0=1"]),
            ],
        },
        Lesson::mirror(vec![
            ("complete-bipartite:2,3", colors(3), &[]),
            ("cube", colors(3), &["0=1"]),
        ]),
        Lesson {
            name: "sampling",
            title: "Why sampling was wrong in 2013",
            about: "The game chromatic number is the least number of colours with which Alice wins. A program of 2013 let two players that sample games by chance meet, and took the least number with which Alice won every time. See what it said of these boards, and what is true.",
            tasks: vec![
                sampled("petersen"),
                sampled("grid:2x5"),
                task(Query::SampledMove, "grid:2x5", colors(3), &["2=1"]),
                sampled("icosahedron"),
                sampled("binary-tree:4"),
            ],
        },
    ]
}

impl Playable for Coloring {
    fn values(&self) -> Values {
        Values::new()
            .with("colors", u64::from(self.colors))
            .with("first", self.first.name())
            .with("pass", self.pass.name())
    }

    /// Those of the report of 2013: every order of the vertices with every colour for each; the same
    /// where a new colour is the next one; the tree of all moves; what a sampled game costs.
    fn formulas(&self) -> Vec<Formula> {
        let (n, k) = (self.graph.vertex_count(), usize::from(self.colors));
        let mut list = vec![Formula::boards(k as u32 + 1, n)];
        if self.pass != Pass::None || n == 0 {
            return list;
        }
        let (v, c) = (n as f64, k as f64);
        let factorial = |n: usize| (1..=n).map(|i| (i as f64).log10()).sum::<f64>();
        list.push(Formula {
            of: "Plays are at most",
            formula: format!("{k}^{n} · {n}!"),
            log10: c.log10() * v + factorial(n),
        });
        if k <= n {
            list.push(Formula {
                of: "With names for colours as they come, at most",
                formula: format!("{k}! · {k}^{} · {n}!", n - k),
                log10: factorial(k) + c.log10() * (v - c) + factorial(n),
            });
        }
        if n * k > 1 {
            // (x^(n+1) − 1) / (x − 1) = x^n · (1 − x^−(n+1)) / (1 − 1/x)
            let x = v * c;
            let sum = (1.0 - x.powf(-v - 1.0)) / (1.0 - 1.0 / x);
            list.push(Formula {
                of: "Nodes of the tree of all moves are at most",
                formula: format!("({}^{} − 1) / ({} − 1)", n * k, n + 1, n * k),
                log10: v * x.log10() + sum.log10(),
            });
        }
        list.push(Formula {
            of: "Steps of a sampled game, O(c·v³)",
            formula: format!("{k} · {n}^3"),
            log10: c.log10() + 3.0 * v.log10(),
        });
        list
    }
}

impl Sampled for Coloring {
    fn thinker(&self, options: monte_carlo::Options) -> Box<dyn Thinker<Position, Move> + '_> {
        sample::thinker(self, options)
    }
}

impl outplay_engine::search::Shortcuts for Coloring {
    const OWN_KEYS: bool = true;

    fn search(
        &self,
        position: &Position,
        ask: Ask,
        means: &Means<'_>,
    ) -> Result<Found, Unsearchable> {
        let shortcuts = search::Shortcuts::default();
        search::ask(self, position, shortcuts, ask, means)
    }
}

fn colored(colors: &[u8]) -> usize {
    colors.iter().filter(|&&c| c != 0).count()
}

impl Game for Coloring {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position {
            turn: self.turn_after(colored(&self.start)),
            colors: self.start.clone(),
        }
    }

    fn to_move(&self, position: &Position) -> Player {
        self.player(position.turn)
    }

    fn result(&self, position: &Position) -> Option<Outcome> {
        let winner = if self.dead_vertex(&position.colors).is_some() {
            Side::Bob
        } else if !position.colors.contains(&0) {
            Side::Alice
        } else {
            return None;
        };
        Some(Outcome::of(winner == position.turn))
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        if self.result(position).is_some() {
            return;
        }
        for vertex in self.graph.vertices() {
            if position.colors[vertex as usize] != 0 {
                continue;
            }
            for color in 1..=self.colors {
                if self
                    .neighbor_with(&position.colors, vertex, color)
                    .is_none()
                {
                    let color = color.into();
                    moves.push(Move::Color { vertex, color });
                }
            }
        }
        if self.may_pass(position.turn) {
            moves.push(Move::Pass);
        }
    }

    fn refusal(&self, position: &Position, mv: Move) -> Option<Refusal> {
        if self.result(position).is_some() {
            return Some(Refusal::game_over());
        }
        let reason = match mv {
            Move::Pass if self.may_pass(position.turn) => return None,
            Move::Pass => format!("{} may not pass in this game", position.turn.name()),
            Move::Color { vertex, color } => {
                if let Some(reason) = self.vertices.refuse(vertex) {
                    reason
                } else if !(1..=u32::from(self.colors)).contains(&color) {
                    format!(
                        "there is no colour {color}: expected a colour from 1 to {}",
                        self.colors
                    )
                } else if position.colors[vertex as usize] != 0 {
                    format!(
                        "vertex {} has colour {} already",
                        self.vertices.name(vertex),
                        position.colors[vertex as usize]
                    )
                } else {
                    let neighbor = self.neighbor_with(&position.colors, vertex, color as u8)?;
                    format!(
                        "vertex {} has the neighbour {} with colour {color}",
                        self.vertices.name(vertex),
                        self.vertices.name(neighbor)
                    )
                }
            }
        };
        Some(Refusal(reason))
    }

    fn apply(&self, position: &Position, mv: Move) -> Position {
        let mut colors = position.colors.clone();
        if let Move::Color { vertex, color } = mv {
            colors[vertex as usize] = color as u8;
        }
        Position {
            colors,
            turn: position.turn.other(),
        }
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
        Box::new(rows.flat_map(|colors| {
            let turn = self.turn_after(colored(&colors));
            let turns = [turn, turn.other()];
            let turns = match self.pass {
                Pass::None => &turns[..1],
                _ => &turns[..],
            };
            turns
                .iter()
                .map(|&turn| Position {
                    colors: colors.clone().into(),
                    turn,
                })
                .collect::<Vec<_>>()
        }))
    }

    fn position_bytes(&self) -> usize {
        size_of::<Position>() + self.graph.vertex_count()
    }
}

impl Symmetric for Coloring {
    fn symmetries(&self) -> Vec<Symmetry> {
        symmetry::with_colors(self.automorphisms(), self.colors)
    }

    fn symmetry_count(&self) -> f64 {
        let vertices = self.graph.vertex_count();
        symmetry::color_symmetry_count(self.automorphisms(), self.colors, vertices)
    }

    fn map_position(&self, symmetry: &Symmetry, position: &Position) -> Position {
        Position {
            colors: symmetry::map_row(symmetry, &position.colors),
            turn: position.turn,
        }
    }

    fn map_move(&self, symmetry: &Symmetry, mv: Move) -> Move {
        match mv {
            Move::Color { vertex, color } => Move::Color {
                vertex: symmetry.places[vertex as usize],
                color: symmetry.mark(color as u8).into(),
            },
            Move::Pass => Move::Pass,
        }
    }

    fn canonical(&self, position: &Position) -> Position {
        Position {
            colors: symmetry::least_coloring(&position.colors, self.automorphisms()).0,
            turn: position.turn,
        }
    }
}

impl Notation for Coloring {
    fn position_text(&self, position: &Position) -> String {
        let colors = colors_text(&position.colors);
        match self.pass {
            Pass::None => colors,
            _ => format!("{colors};{}", position.turn.name()),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let (row, turn) = match text.split_once(';') {
            Some((row, turn)) => (row, Some(turn.trim())),
            None => (text, None),
        };
        let colors = self.parse_proper(row)?;
        if let Some(v) = self.dead_vertex(&colors) {
            let mut before = colors.clone();
            let ends_here = (0..colors.len()).filter(|&v| colors[v] != 0).any(|last| {
                before[last] = 0;
                let alive = self.dead_vertex(&before).is_none();
                before[last] = colors[last];
                alive
            });
            if !ends_here {
                return Err(InputError::new(format!(
                    "not a reachable position: vertex {} has no colour left, and the game was over before the last move",
                    self.vertices.name(v)
                )));
            }
        }
        let usual = self.turn_after(colored(&colors));
        let turn = match turn {
            None => usual,
            Some(word) => Side::named(word).ok_or_else(|| {
                InputError::found(
                    format_args!("'{}' to move", outplay_board::shortened(word)),
                    "alice or bob",
                )
            })?,
        };
        // With passing, the turn can change before the first move, or after it if the game goes on.
        let over = self.dead_vertex(&colors).is_some() || !colors.contains(&0);
        let passed = match (self.pass, colored(&colors)) {
            (Pass::None, _) => false,
            (_, 0) => self.may_pass(self.first) && !over,
            (_, 1) => self.may_pass(self.first) || !over,
            _ => true,
        };
        let reachable = turn == usual || passed;
        if !reachable {
            return Err(InputError::new(format!(
                "not a reachable position: with {} coloured vertices it is {}'s turn",
                colored(&colors),
                usual.name()
            )));
        }
        Ok(Position {
            colors: colors.into(),
            turn,
        })
    }

    fn move_text(&self, mv: Move) -> String {
        match mv {
            Move::Color { vertex, color } => format!("{}={color}", self.vertices.name(vertex)),
            Move::Pass => "pass".to_owned(),
        }
    }

    fn move_json(&self, mv: Move) -> Value {
        match mv {
            Move::Color { vertex, color } => {
                json!({ "vertex": self.vertices.json(vertex), "color": color })
            }
            Move::Pass => json!("pass"),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, InputError> {
        if text.trim().trim_matches('"').eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        let (vertex, color) = parse_color_move(text, &self.vertices)?;
        Ok(Move::Color { vertex, color })
    }

    fn move_help(&self) -> String {
        let pass = match self.pass {
            Pass::None => "",
            Pass::Alice => ", or pass (alice)",
            Pass::Bob => ", or pass (bob)",
        };
        format!("VERTEX=COLOUR, such as {}=1{pass}", self.vertices.name(0))
    }
}

impl Show for Coloring {
    fn touch(&self, mv: Move) -> Touch {
        match mv {
            Move::Color { vertex, color } => Touch::Vertex {
                vertex,
                mark: color,
            },
            Move::Pass => Touch::Nothing,
        }
    }

    fn marks(&self, position: &Position) -> Marks {
        Marks {
            colors: Some(position.colors.iter().map(|&c| c.into()).collect()),
            ..Marks::default()
        }
    }

    fn notes(&self, position: &Position) -> Notes {
        let colors = &position.colors;
        let free_at = |v: u32| -> Vec<u32> {
            let mut free = vec![colors[v as usize] == 0; usize::from(self.colors) + 1];
            for &w in self.graph.neighbors(v) {
                free[usize::from(colors[w as usize])] = false;
            }
            let colors = (1..=u32::from(self.colors)).filter(|&c| free[c as usize]);
            colors.collect()
        };
        let free: Vec<Vec<u32>> = self.graph.vertices().map(free_at).collect();
        // How many neighbours can take one of the colours that are left to `v`?
        let rivals = |v: u32| {
            let left = &free[v as usize];
            let row = self.graph.neighbors(v).iter();
            row.filter(|&&w| free[w as usize].iter().any(|c| left.contains(c)))
                .count()
        };
        let mut notes = Notes {
            threatened: Some(Vec::new()),
            safe: Some(Vec::new()),
            dead: Some(Vec::new()),
            ..Notes::default()
        };
        for v in self.graph.vertices().filter(|&v| colors[v as usize] == 0) {
            let list = match free[v as usize].len() {
                0 => &mut notes.dead,
                n if n > rivals(v) => &mut notes.safe,
                1 => &mut notes.threatened,
                _ => continue,
            };
            list.get_or_insert_default().push(v);
        }
        notes.over = match (&notes.dead, colors.contains(&0)) {
            (Some(dead), _) if !dead.is_empty() => {
                let v = dead[0];
                let taken = self.graph.neighbors(v).iter();
                let taken = taken.filter(|&&w| colors[w as usize] != 0);
                let taken: Vec<String> = taken.map(|&w| self.vertices.name(w)).collect();
                Some(format!(
                    "vertex {} has no colour left: its neighbours {} have them all",
                    self.vertices.name(v),
                    taken.join(", ")
                ))
            }
            (_, false) => Some("every vertex is coloured".to_owned()),
            _ => None,
        };
        notes.free = Some(free);
        notes
    }
}
