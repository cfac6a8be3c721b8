//! The colouring game, also called the map-colouring game.
//!
//! Alice and Bob in turn colour an uncoloured vertex with one of k colours that
//! no neighbour has. Bob wins as soon as some uncoloured vertex has no
//! colour left; Alice wins when every vertex is coloured. In a variant one of
//! them may pass.

mod certificate;
mod reasons;
mod sample;

use crate::coloring_search::{Question, Shortcuts, Solver};
use crate::explain::{self, Explanation, Mirror, Trial};
use crate::listing::Listing;
use crate::notation::{
    Marks, Notation, Notes, Vertices, colors_text, least_coloring, parse_color_move, parse_colors,
};
use crate::registry::{Options, Registered, need};
use crate::searchable::{Searcher, TooLarge};
use outplay_board::{Board, Graph, InputError};
use outplay_engine::monte_carlo::{self, Thinker};
use outplay_engine::search::{Entry, GrundyReport, SearchOptions, SearchReport, Table};
use outplay_engine::{Budget, Game, Outcome, Player, Refusal, Stopped, Symmetric};
use serde_json::{Value, json};
use std::sync::{Arc, OnceLock};

/// The two sides of the colouring game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Wants every vertex coloured.
    Alice,
    /// Wants a vertex without a colour.
    Bob,
}

impl Side {
    fn other(self) -> Self {
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

/// The colouring game on a graph.
pub struct Coloring {
    graph: Graph,
    vertices: Vertices,
    colors: u8,
    first: Side,
    pass: Pass,
    start: Box<[u8]>,
    automorphisms: OnceLock<Vec<Vec<u32>>>,
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

impl Coloring {
    /// The game with `colors` colours on an undirected board; colours on the
    /// board (from a JSON board) are the position at the start.
    ///
    /// # Errors
    /// The board is directed, there are no or too many colours, or the colours
    /// on the board are no legal position.
    pub fn new(board: &Board, colors: u32, first: Side, pass: Pass) -> Result<Self, InputError> {
        let graph = crate::registry::undirected(board, "coloring")?.clone();
        let colors = crate::registry::color_count(colors)?;
        let mut game = Self {
            vertices: Vertices::new(graph.vertex_count(), board.names.clone()),
            start: vec![0; graph.vertex_count()].into(),
            graph,
            colors,
            first,
            pass,
            automorphisms: OnceLock::new(),
        };
        if let Some(row) = &board.colors {
            let row: Vec<String> = row.iter().map(u32::to_string).collect();
            game.start = game.parse_position(&row.join(","))?.colors;
        }
        Ok(game)
    }

    /// The graph that is coloured.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// How many colours there are.
    pub fn colors(&self) -> u8 {
        self.colors
    }

    /// Who starts.
    pub fn first(&self) -> Side {
        self.first
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
        self.automorphisms
            .get_or_init(|| crate::registry::automorphisms(&self.graph))
    }
}

impl Registered for Coloring {
    const NAME: &'static str = "coloring";
    const ABOUT: &'static str =
        "Alice and Bob colour a graph properly; Bob wants a vertex without a colour left";

    fn open(board: &Board, options: &Options) -> Result<Self, InputError> {
        let colors = need(options.colors, "--colors", "how many colours there are")?;
        let first = options.first.unwrap_or(Side::Alice);
        Self::new(board, colors, first, options.pass)
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
        if position.turn == self.first {
            Player::First
        } else {
            Player::Second
        }
    }

    fn result(&self, position: &Position) -> Option<Outcome> {
        let winner = if self.dead_vertex(&position.colors).is_some() {
            Side::Bob
        } else if !position.colors.contains(&0) {
            Side::Alice
        } else {
            return None;
        };
        Some(if winner == position.turn {
            Outcome::Win
        } else {
            Outcome::Lose
        })
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

/// An automorphism of the board together with a renaming of the colours.
#[derive(Clone, Debug)]
pub struct ColorSymmetry {
    pub(crate) vertices: Vec<u32>,
    /// The new name of every colour; entry 0 is 0.
    pub(crate) colors: Vec<u8>,
}

impl ColorSymmetry {
    /// Every automorphism with the colours as they are, and every swap of
    /// neighbouring colours with the board as it is.
    pub(crate) fn list(automorphisms: &[Vec<u32>], colors: u8) -> Vec<Self> {
        let identity: Vec<u8> = (0..=colors).collect();
        let maps = automorphisms.iter().map(|vertices| Self {
            vertices: vertices.clone(),
            colors: identity.clone(),
        });
        let swaps = (1..colors as usize).map(|c| {
            let mut colors = identity.clone();
            colors.swap(c, c + 1);
            Self {
                vertices: automorphisms[0].clone(),
                colors,
            }
        });
        maps.chain(swaps).collect()
    }

    /// Automorphisms that are their own inverse, together with swaps of colours. All
    /// ways to swap so many pairs of colours are alike on an uncoloured board.
    pub(crate) fn mirrors(
        automorphisms: &[Vec<u32>],
        colors: u8,
        vertices: &Vertices,
    ) -> Vec<Mirror<Self>> {
        const MOST_SWAPS: u8 = 3;
        let mut mirrors = Vec::new();
        for map in automorphisms {
            let Some(swaps) = explain::swaps(map) else {
                continue;
            };
            for pairs in 0..=(colors / 2).min(MOST_SWAPS) {
                let mut row: Vec<u8> = (0..=colors).collect();
                let mut text = format!(
                    "swap {}",
                    explain::cycles_text(&swaps, &|v| vertices.name(v))
                );
                if pairs > 0 {
                    text += " and the colours ";
                }
                for pair in 1..=pairs {
                    row.swap(2 * usize::from(pair) - 1, 2 * usize::from(pair));
                    text += &format!("({} {})", 2 * pair - 1, 2 * pair);
                }
                mirrors.push(Mirror {
                    symmetry: Self {
                        vertices: map.clone(),
                        colors: row,
                    },
                    text,
                    swaps: swaps.clone(),
                });
            }
        }
        mirrors
    }

    pub(crate) fn map(&self, colors: &[u8]) -> Box<[u8]> {
        let mut image = vec![0; colors.len()];
        for (&to, &color) in self.vertices.iter().zip(colors) {
            image[to as usize] = self.colors[color as usize];
        }
        image.into()
    }

    /// How many positions at most are symmetric to one: automorphisms times
    /// orders of the colours that a board can use.
    pub(crate) fn count(automorphisms: &[Vec<u32>], colors: u8, vertices: usize) -> f64 {
        let used = usize::from(colors).min(vertices);
        (0..used).fold(automorphisms.len() as f64, |product, i| {
            product * f64::from(u32::from(colors) - i as u32)
        })
    }
}

impl Symmetric for Coloring {
    type Symmetry = ColorSymmetry;

    fn symmetries(&self) -> Vec<ColorSymmetry> {
        ColorSymmetry::list(self.automorphisms(), self.colors)
    }

    fn symmetry_count(&self) -> f64 {
        ColorSymmetry::count(self.automorphisms(), self.colors, self.graph.vertex_count())
    }

    fn map_position(&self, symmetry: &ColorSymmetry, position: &Position) -> Position {
        Position {
            colors: symmetry.map(&position.colors),
            turn: position.turn,
        }
    }

    fn map_move(&self, symmetry: &ColorSymmetry, mv: Move) -> Move {
        match mv {
            Move::Color { vertex, color } => Move::Color {
                vertex: symmetry.vertices[vertex as usize],
                color: symmetry.colors[color as usize].into(),
            },
            Move::Pass => Move::Pass,
        }
    }

    fn canonical(&self, position: &Position) -> Position {
        Position {
            colors: least_coloring(&position.colors, self.automorphisms()),
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
            Some(word) => [Side::Alice, Side::Bob]
                .into_iter()
                .find(|side| side.name() == word)
                .ok_or_else(|| {
                    InputError::found(
                        format_args!("'{}' to move", outplay_board::shortened(word)),
                        "alice or bob",
                    )
                })?,
        };
        // With passing, every turn can come about once a vertex is coloured.
        let reachable = match self.pass {
            Pass::None => turn == usual,
            _ => turn == usual || colored(&colors) > 0 || self.may_pass(self.first),
        };
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
            Move::Color { vertex, color } => json!({ "vertex": vertex, "color": color }),
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

    fn searcher(&self, table: Arc<Table>) -> Option<Box<dyn Searcher<Position> + '_>> {
        let solver = Solver::with_table(table, Shortcuts::default());
        Some(Box::new(ColoringSearcher { game: self, solver }))
    }

    fn thinker(&self, options: monte_carlo::Options) -> Box<dyn Thinker<Position, Move> + '_> {
        sample::thinker(self, options)
    }

    fn mirrors(&self) -> Vec<Mirror<ColorSymmetry>> {
        ColorSymmetry::mirrors(self.automorphisms(), self.colors, &self.vertices)
    }

    fn simple_reason(&self, position: &Position, budget: &Budget<'_>) -> Option<Explanation> {
        self.safe_vertices(position)
            .or_else(|| self.too_few_colors(position, budget))
    }

    fn strategy_reason(
        &self,
        position: &Position,
        trial: &mut Trial<'_>,
    ) -> Result<Option<Explanation>, Stopped> {
        match self.pairing(position, trial)? {
            Some(found) => Ok(Some(found)),
            None => Ok(self.by_marking(position, trial.budget())),
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
        notes.free = Some(free);
        notes
    }

    fn player_name(&self, player: Player) -> &'static str {
        self.side(player).name()
    }

    fn is_impartial(&self) -> bool {
        false
    }

    fn parameters(&self) -> Vec<(&'static str, Value)> {
        let pass = match self.pass {
            Pass::None => "none",
            Pass::Alice => "alice",
            Pass::Bob => "bob",
        };
        vec![
            ("colors", json!(self.colors)),
            ("first", json!(self.first.name())),
            ("pass", json!(pass)),
        ]
    }
}

/// The colouring game with the table of its search.
struct ColoringSearcher<'a> {
    game: &'a Coloring,
    solver: Solver,
}

impl ColoringSearcher<'_> {
    fn question(&self, position: &Position) -> Question {
        Question {
            colors: self.game.colors.into(),
            position: position.colors.iter().map(|&c| c.into()).collect(),
            alice_to_move: position.turn == Side::Alice,
            pass: self.game.pass,
        }
    }
}

/// From "does Alice win" to "does the player to move win".
fn for_mover(alice_wins: Option<bool>, position: &Position) -> Option<bool> {
    alice_wins.map(|wins| wins == (position.turn == Side::Alice))
}

impl Searcher<Position> for ColoringSearcher<'_> {
    fn winner(
        &self,
        position: &Position,
        options: &SearchOptions,
        budget: &Budget<'_>,
    ) -> Result<SearchReport, TooLarge> {
        let question = self.question(position);
        let report = self
            .solver
            .solve(&self.game.graph, &question, options, budget)
            .map_err(|_| TOO_LARGE)?;
        Ok(SearchReport {
            wins: for_mover(report.wins, position),
            ..report
        })
    }

    fn grundy(
        &self,
        _: &Position,
        _: &SearchOptions,
        _: &Budget<'_>,
    ) -> Result<Option<GrundyReport>, TooLarge> {
        Ok(None)
    }

    fn known(&self, position: &Position) -> Result<Option<Entry>, TooLarge> {
        let question = self.question(position);
        let entry = self.solver.entry(&self.game.graph, &question);
        entry.map_err(|_| TOO_LARGE)
    }
}

const TOO_LARGE: TooLarge = TooLarge("128 vertices and 32 colours");
