//! The Game of Cycles on a plane graph.
//!
//! A move directs an undirected edge without making a sink or a source. Who
//! closes a cell (a bounded face) into a directed cycle wins at once; otherwise
//! the last mover wins. The outer face is no cell.

mod certificate;
mod rows;
pub mod search;

use crate::any::{Formula, OfRows, Playable};
use crate::coloring::undirected;
use crate::described::{
    BoardKind, Described, Description, Example, PLANE, SideName, Sites, plane_parameters,
};
use crate::explain::{self, Explanation, Mirror, Reasons};
use crate::lessons::Lesson;
use crate::notation::{Notation, split_marks};
use crate::parameters::{Values, Vertices};
use crate::sampled::Sampled;
use crate::show::{Marks, Notes, Show, Touch};
use outplay_board::formats::{Boards, Format};
use outplay_board::{Board, InputError, Limits, PlaneGraph};
use outplay_engine::Listing;
use outplay_engine::{Budget, Game, Outcome, Player, Refusal, Symmetric, Symmetry};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// The Game of Cycles on a plane graph.
pub struct Cycles {
    plane: PlaneGraph,
    vertices: Vertices,
    /// (smaller, larger) vertex, in the order of the game table.
    edges: Vec<(u32, u32)>,
    /// For every vertex its edges and whether a forward arrow leaves it.
    ends: Vec<Vec<(u32, bool)>>,
    /// For every cell its edges and whether the walk runs forward along them.
    cells: Vec<Vec<(u32, bool)>>,
    symmetries: OnceLock<Vec<EdgeSymmetry>>,
    /// Arrows that are there at the start.
    start: Position,
    /// The embedding or its outer face, as it was said.
    said: Values,
}

/// For every edge 0, 1 (from the smaller to the larger vertex) or −1.
pub type Position = Box<[i8]>;

/// Directs the edge between two vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where the arrow begins.
    pub from: u32,
    /// Where it points.
    pub to: u32,
}

impl outplay_engine::Move for Move {
    fn pack(self) -> u128 {
        (self.from, self.to).pack()
    }
    fn unpack(word: u128) -> Self {
        let (from, to) = <(u32, u32)>::unpack(word);
        Self { from, to }
    }
}

/// Where every edge goes, and whether its arrow is turned round on the way.
#[derive(Clone, Debug)]
struct EdgeSymmetry {
    vertices: Vec<u32>,
    reverse: bool,
    edges: Vec<(u32, bool)>,
}

/// What the directions of an edge become: none, forward, backward.
const KEPT: [u8; 3] = [0, 1, 2];
const TURNED: [u8; 3] = [0, 2, 1];

impl EdgeSymmetry {
    fn plain(&self) -> Symmetry {
        let marks = if self.reverse { TURNED } else { KEPT };
        Symmetry {
            places: self.vertices.clone(),
            marks: marks.to_vec(),
        }
    }
}

/// How to win by answering with reversed mirror images.
struct Reversing {
    /// The edge in the middle, to be directed first.
    first: Option<Move>,
    /// Must cells be closed where that is possible?
    eager: bool,
}

impl Cycles {
    /// The game on a board with an embedding.
    ///
    /// # Errors
    /// The board is directed or has no embedding.
    pub fn new(board: &Board) -> Result<Self, InputError> {
        undirected(board)?;
        let plane = board.plane.clone().ok_or_else(|| {
            InputError::found(
                "a board without an embedding",
                "a plane graph (a game table, a plane family, or a drawing with coordinates)",
            )
        })?;
        let graph = plane.graph();
        let edges = plane.edges_in_table_order();
        let numbers: HashMap<(u32, u32), u32> = edges.iter().copied().zip(0..).collect();
        let edge = |a: u32, b: u32| (numbers[&(a.min(b), a.max(b))], a < b);
        let ends = graph
            .vertices()
            .map(|v| graph.neighbors(v).iter().map(|&w| edge(v, w)).collect())
            .collect();
        let cells = plane
            .cells()
            .iter()
            .map(|face| face.darts().map(|(a, b)| edge(a, b)).collect())
            .collect();
        let mut game = Self {
            vertices: Vertices::of(board),
            start: vec![0; edges.len()].into(),
            edges,
            ends,
            cells,
            symmetries: OnceLock::new(),
            said: Values::new(),
            plane,
        };
        if let Some(arrows) = &board.arrows {
            game.start = game.directed(arrows)?;
        }
        Ok(game)
    }

    /// The position with these arrows.
    fn directed(&self, arrows: &[(u32, u32)]) -> Result<Position, InputError> {
        let mut position = vec![0; self.edges.len()];
        for &(from, to) in arrows {
            let edge = self.edge_between(from, to);
            position[edge.expect("arrows lie on edges")] = if from < to { 1 } else { -1 };
        }
        self.checked(position)
    }

    /// The position that a marked game table says. It must be one of this board, so its
    /// edges and its faces must be.
    fn marked_table(&self, text: &str) -> Result<Position, InputError> {
        let mut boards = Boards::new(text.as_bytes(), Format::GameTable, Limits::BOARD);
        let board = boards.next().transpose()?;
        let other = || {
            let expected =
                "the table of this board, as 'outplay convert BOARD --to table' writes it";
            InputError::found("the table of another board", expected)
        };
        let table = board.as_ref().and_then(|board| board.plane.as_ref());
        let table = table.ok_or_else(other)?;
        let cells = |plane: &PlaneGraph| -> HashSet<Vec<(u32, u32)>> {
            let cells = plane.cells().iter();
            cells
                .map(|face| {
                    let mut darts: Vec<_> = face.darts().collect();
                    darts.sort_unstable();
                    darts
                })
                .collect()
        };
        if table.graph() != self.plane.graph() || cells(table) != cells(&self.plane) {
            return Err(other());
        }
        let arrows = board.and_then(|board| board.arrows);
        self.directed(&arrows.unwrap_or_default())
    }

    /// A position that play can lead to, if these arrows are one.
    fn checked(&self, arrows: Vec<i8>) -> Result<Position, InputError> {
        for v in self.plane.graph().vertices() {
            for (wrong, word) in [
                (self.is_sink(&arrows, v), "sink"),
                (self.is_source(&arrows, v), "source"),
            ] {
                if wrong {
                    return Err(InputError::new(format!(
                        "not a legal position: vertex {} is a {word}",
                        self.vertices.name(v)
                    )));
                }
            }
        }
        if self.closed_cell(&arrows).is_some() {
            let mut before = arrows.clone();
            let ends_here = (0..arrows.len()).any(|last| {
                before[last] = 0;
                let open = self.closed_cell(&before).is_none();
                before[last] = arrows[last];
                open
            });
            if !ends_here {
                return Err(InputError::new(
                    "not a reachable position: two cells are closed, and the first one ended the game",
                ));
            }
        }
        Ok(arrows.into())
    }

    pub(crate) fn ends(&self) -> &[Vec<(u32, bool)>] {
        &self.ends
    }

    pub(crate) fn cells(&self) -> &[Vec<(u32, bool)>] {
        &self.cells
    }

    /// The symmetries that undo themselves: where every edge goes, and whether its
    /// arrow is turned round on the way.
    pub(crate) fn involutions(&self) -> impl Iterator<Item = &[(u32, bool)]> {
        self.symmetry_list()
            .iter()
            .map(|symmetry| &symmetry.edges[..])
            .filter(|map| {
                (0u32..)
                    .zip(*map)
                    .all(|(edge, &(image, turned))| map[image as usize] == (edge, turned))
            })
    }

    fn edge_between(&self, a: u32, b: u32) -> Option<usize> {
        let ends = self.ends.get(a as usize)?.iter();
        let edges = ends.map(|&(edge, _)| edge as usize);
        let wanted = (a.min(b), a.max(b));
        edges.into_iter().find(|&edge| self.edges[edge] == wanted)
    }

    /// Is `v` a sink (or a source)? A vertex without edges is neither.
    fn is_sink(&self, arrows: &[i8], v: u32) -> bool {
        self.all_point(arrows, v, false)
    }

    fn is_source(&self, arrows: &[i8], v: u32) -> bool {
        self.all_point(arrows, v, true)
    }

    fn all_point(&self, arrows: &[i8], v: u32, out: bool) -> bool {
        let ends = &self.ends[v as usize];
        !ends.is_empty()
            && ends
                .iter()
                .all(|&(edge, leaves)| arrows[edge as usize] == if leaves == out { 1 } else { -1 })
    }

    /// Do all edges of the cell point the same way around it?
    fn is_closed(&self, arrows: &[i8], cell: &[(u32, bool)]) -> bool {
        let along = |(edge, forward): (u32, bool)| match forward {
            true => arrows[edge as usize],
            false => -arrows[edge as usize],
        };
        let first = along(cell[0]);
        first != 0 && cell.iter().all(|&dart| along(dart) == first)
    }

    fn closed_cell(&self, arrows: &[i8]) -> Option<usize> {
        self.cells
            .iter()
            .position(|cell| self.is_closed(arrows, cell))
    }

    /// For every undirected edge whether an arrow may run backward, and forward,
    /// by the rule of sinks and sources.
    fn legal_directions(&self, arrows: &[i8]) -> Vec<[bool; 2]> {
        let mut after = arrows.to_vec();
        let mut legal = vec![[false; 2]; self.edges.len()];
        for (i, &(a, b)) in self.edges.iter().enumerate() {
            if arrows[i] != 0 {
                continue;
            }
            for (forward, (from, to)) in [(b, a), (a, b)].into_iter().enumerate() {
                after[i] = if forward == 1 { 1 } else { -1 };
                legal[i][forward] = !self.is_source(&after, from) && !self.is_sink(&after, to);
            }
            after[i] = 0;
        }
        legal
    }

    fn symmetry_list(&self) -> &[EdgeSymmetry] {
        self.symmetries.get_or_init(|| {
            let maps = crate::symmetry::plane_automorphisms(&self.plane);
            maps.into_iter()
                .flat_map(|vertices| {
                    [false, true].map(|reverse| EdgeSymmetry {
                        edges: self
                            .edges
                            .iter()
                            .map(|&(a, b)| {
                                let (a, b) = (vertices[a as usize], vertices[b as usize]);
                                let edge = self.edge_between(a, b);
                                (
                                    edge.expect("automorphisms map edges to edges") as u32,
                                    (a > b) != reverse,
                                )
                            })
                            .collect(),
                        vertices: vertices.clone(),
                        reverse,
                    })
                })
                .collect()
        })
    }

    /// Does answering with the reversed mirror image win from an undirected board, by
    /// the criterion of `docs/lemmas.md`?
    fn reversing_mirror(&self, symmetry: &EdgeSymmetry) -> Option<Reversing> {
        if !symmetry.reverse {
            return None;
        }
        let image = |edge: u32| symmetry.edges[edge as usize].0;
        let degree = |v: u32| self.ends[v as usize].len();
        let mut first = None;
        for (edge, &(a, b)) in (0..).zip(&self.edges) {
            if image(edge) != edge || degree(a).min(degree(b)) == 1 {
                continue;
            }
            if first.is_some() || symmetry.vertices[a as usize] == a {
                return None;
            }
            first = Some(Move { from: a, to: b });
        }
        let mut eager = false;
        for cell in &self.cells {
            let edges: HashSet<u32> = cell.iter().map(|&(edge, _)| edge).collect();
            let inside = edges.iter().filter(|&&edge| edges.contains(&image(edge)));
            let pairs = inside.clone().filter(|&&edge| image(edge) != edge);
            match (inside.count() == edges.len(), pairs.count()) {
                (true, _) => {}
                (false, 0) => eager = true,
                (false, _) => return None,
            }
        }
        Some(Reversing { first, eager })
    }

    fn mirror(&self, symmetry: &EdgeSymmetry) -> Option<Mirror> {
        let swaps = explain::swaps(&symmetry.vertices)?;
        let vertices = explain::cycles_text(&swaps, &|v| self.vertices.name(v));
        let arrows = match symmetry.reverse {
            true => " and turn the arrow round",
            false => "",
        };
        Some(Mirror {
            symmetry: symmetry.plain(),
            text: format!("swap {vertices}{arrows}"),
            swaps,
        })
    }

    fn map_into(&self, symmetry: &EdgeSymmetry, arrows: &[i8], image: &mut [i8]) {
        for (&(edge, turned), &arrow) in symmetry.edges.iter().zip(arrows) {
            image[edge as usize] = if turned { -arrow } else { arrow };
        }
    }
}

impl Described for Cycles {
    fn describe() -> Description {
        Description {
            name: "cycles".into(),
            title: "The Game of Cycles".into(),
            about: "direct the edges of a plane graph; closing a cell into a cycle wins".into(),
            no_move: "every edge has its arrow, or would make a sink or a source either way".into(),
            rules: "Direct an undirected edge without making a sink or a source.".into(),
            goal: "Who closes a cell into a directed cycle wins at once; otherwise who cannot move loses.".into(),
            board: BoardKind::Plane,
            connected: true,
            sites: Sites::Edges,
            mark: "direction".into(),
            parameters: plane_parameters(),
            example: Example::new("cycle:5", Values::new(), "first"),
            lessons: vec![Lesson::mirror(vec![
                ("cycle:5", Values::new(), &[]),
                ("cycle:4", Values::new(), &["0->1"]),
                ("grid:2x3", Values::new(), &["1->4", "0->3"]),
            ])],
            ..Description::default()
        }
    }

    fn open(board: &Board, values: &Values) -> Result<Self, InputError> {
        let mut game = Self::new(board)?;
        for name in PLANE {
            if let Some(value) = values.get(name) {
                game.said.set(name, value.clone());
            }
        }
        Ok(game)
    }
}

impl Playable for Cycles {
    fn values(&self) -> Values {
        self.said.clone()
    }

    fn dense(&self) -> Option<&dyn OfRows<Position>> {
        Some(self)
    }

    fn formulas(&self) -> Vec<Formula> {
        vec![Formula::boards(3, self.edges.len())]
    }
}

impl Sampled for Cycles {}

impl Reasons for Cycles {
    fn simple_reason(&self, position: &Position, _: &Budget<'_>) -> Option<Explanation> {
        if position.iter().any(|&arrow| arrow != 0) {
            return None;
        }
        let mut mirrors = self.symmetry_list().iter().filter_map(|symmetry| {
            let mirror = self.mirror(symmetry)?;
            Some((self.reversing_mirror(symmetry)?, mirror))
        });
        let (Reversing { first, eager }, mirror) = mirrors.next()?;
        let (winner, side) = match first {
            Some(_) => (Player::First, 0),
            None => (Player::Second, 1),
        };
        let first = first.map(|mv| (self.move_text(mv), self.move_json(mv)));
        let side = &SideName::first_and_second()[side];
        Some(explain::mirror_reason(winner, side, first, &mirror, eager))
    }

    fn mirrors(&self) -> Vec<Mirror> {
        let list = self.symmetry_list().iter();
        list.filter_map(|symmetry| self.mirror(symmetry)).collect()
    }

    fn place_name(&self, place: u32) -> String {
        self.vertices.name(place)
    }
}

impl Game for Cycles {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn to_move(&self, position: &Position) -> Player {
        Player::after(position.iter().filter(|&&arrow| arrow != 0).count())
    }

    fn result(&self, position: &Position) -> Option<Outcome> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.is_empty().then_some(Outcome::Lose)
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        if self.closed_cell(position).is_some() {
            return;
        }
        for (&(a, b), [back, forth]) in self.edges.iter().zip(self.legal_directions(position)) {
            moves.extend(forth.then_some(Move { from: a, to: b }));
            moves.extend(back.then_some(Move { from: b, to: a }));
        }
    }

    fn refusal(&self, position: &Position, mv: Move) -> Option<Refusal> {
        if self.result(position).is_some() {
            return Some(Refusal::game_over());
        }
        let name = |v| self.vertices.name(v);
        let strangers = [mv.from, mv.to]
            .into_iter()
            .find_map(|v| self.vertices.refuse(v));
        let reason = if let Some(reason) = strangers {
            reason
        } else if let Some(edge) = self.edge_between(mv.from, mv.to) {
            let after = self.apply(position, mv);
            if position[edge] != 0 {
                format!(
                    "the edge between {} and {} has a direction already",
                    name(mv.from),
                    name(mv.to)
                )
            } else if self.is_source(&after, mv.from) {
                format!("vertex {} would be a source", name(mv.from))
            } else if self.is_sink(&after, mv.to) {
                format!("vertex {} would be a sink", name(mv.to))
            } else {
                return None;
            }
        } else {
            format!(
                "there is no edge between {} and {}",
                name(mv.from),
                name(mv.to)
            )
        };
        Some(Refusal(reason))
    }

    fn apply(&self, position: &Position, mv: Move) -> Position {
        let mut arrows = position.clone();
        if let Some(edge) = self.edge_between(mv.from, mv.to) {
            arrows[edge] = if mv.from < mv.to { 1 } else { -1 };
        }
        arrows
    }

    fn legal_positions(&self) -> Box<dyn Iterator<Item = Position> + '_> {
        let arrows =
            |row: &[u8]| -> Vec<i8> { row.iter().map(|&m| [0, 1, -1][m as usize]).collect() };
        let rows = Listing::new(self.edges.len(), 2, move |row| {
            let mut position = arrows(row);
            position.resize(self.edges.len(), 0);
            let (a, b) = self.edges[row.len() - 1];
            [a, b]
                .into_iter()
                .all(|v| !self.is_sink(&position, v) && !self.is_source(&position, v))
        });
        Box::new(rows.map(move |row| arrows(&row).into()))
    }

    fn position_bytes(&self) -> usize {
        size_of::<Position>() + self.edges.len()
    }
}

impl Symmetric for Cycles {
    fn symmetries(&self) -> Vec<Symmetry> {
        let list = self.symmetry_list().iter();
        list.map(EdgeSymmetry::plain).collect()
    }

    fn symmetry_count(&self) -> f64 {
        self.symmetry_list().len() as f64
    }

    fn map_position(&self, symmetry: &Symmetry, position: &Position) -> Position {
        let mut image = position.clone();
        let reverse = symmetry.marks == TURNED;
        for (&(a, b), &arrow) in self.edges.iter().zip(position) {
            let (a, b) = (symmetry.places[a as usize], symmetry.places[b as usize]);
            let edge = self.edge_between(a, b);
            let edge = edge.expect("automorphisms map edges to edges");
            image[edge] = if (a > b) != reverse { -arrow } else { arrow };
        }
        image
    }

    fn map_move(&self, symmetry: &Symmetry, mv: Move) -> Move {
        let from = symmetry.places[mv.from as usize];
        let to = symmetry.places[mv.to as usize];
        match symmetry.marks == TURNED {
            false => Move { from, to },
            true => Move { from: to, to: from },
        }
    }

    fn canonical(&self, position: &Position) -> Position {
        let mut best = position.clone();
        let mut image = position.clone();
        for symmetry in self.symmetry_list() {
            self.map_into(symmetry, position, &mut image);
            if image < best {
                best.clone_from(&image);
            }
        }
        best
    }
}

impl Notation for Cycles {
    fn position_text(&self, position: &Position) -> String {
        let marks: Vec<String> = position.iter().map(i8::to_string).collect();
        marks.join(",")
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let marks = split_marks(text);
        // A table has an entry for every vertex and face, which are never as many as edges.
        if text.trim().contains('\n') && marks.len() != self.edges.len() {
            return self.marked_table(text);
        }
        if marks.len() != self.edges.len() {
            return Err(InputError::found(
                format_args!("{} entries in the position", marks.len()),
                format_args!("{}, one for each edge (0, 1 or -1)", self.edges.len()),
            ));
        }
        let mut arrows = Vec::new();
        for (i, mark) in marks.iter().enumerate() {
            arrows.push(match mark.as_str() {
                "0" | "-" => 0,
                "1" | "+1" => 1,
                "-1" | "\u{2212}1" => -1,
                mark => {
                    return Err(InputError::found(
                        format_args!("'{}' for edge {i}", outplay_board::shortened(mark)),
                        "0, 1 or -1",
                    ));
                }
            });
        }
        self.checked(arrows)
    }

    fn move_text(&self, mv: Move) -> String {
        format!(
            "{}->{}",
            self.vertices.name(mv.from),
            self.vertices.name(mv.to)
        )
    }

    fn move_json(&self, mv: Move) -> Value {
        json!({ "from": self.vertices.json(mv.from), "to": self.vertices.json(mv.to) })
    }

    fn parse_move(&self, text: &str) -> Result<Move, InputError> {
        let wrong = || {
            InputError::found(
                format_args!("'{}'", outplay_board::shortened(text.trim())),
                format_args!("an arrow along an edge: {}", self.move_help()),
            )
        };
        if text.trim_start().starts_with('{') {
            let value: Value = serde_json::from_str(text).map_err(|_| wrong())?;
            let end = |key: &str| self.vertices.read_json(value.get(key)).ok_or_else(wrong);
            let (from, to) = (end("from")??, end("to")??);
            return Ok(Move { from, to });
        }
        let (from, to) = text
            .split_once("->")
            .or_else(|| text.split_once('→'))
            .or_else(|| text.trim().split_once(char::is_whitespace))
            .ok_or_else(wrong)?;
        Ok(Move {
            from: self.vertices.parse(from)?,
            to: self.vertices.parse(to)?,
        })
    }

    fn move_help(&self) -> String {
        match self.edges.first() {
            Some(&(a, b)) => format!(
                "FROM->TO, such as {}->{}",
                self.vertices.name(a),
                self.vertices.name(b)
            ),
            None => "FROM->TO (this board has no edge)".to_owned(),
        }
    }
}

impl Show for Cycles {
    fn touch(&self, mv: Move) -> Touch {
        Touch::Edge {
            from: mv.from,
            to: mv.to,
        }
    }

    fn marks(&self, position: &Position) -> Marks {
        let arrows = self
            .edges
            .iter()
            .zip(position)
            .filter_map(|(&(a, b), &arrow)| match arrow {
                1 => Some((a, b)),
                -1 => Some((b, a)),
                _ => None,
            });
        Marks {
            arrows: Some(arrows.collect()),
            ..Marks::default()
        }
    }

    /// A direction that is not legal now never will be: all other edges of the vertex
    /// that would be a sink or a source have their arrows.
    fn notes(&self, position: &Position) -> Notes {
        let legal = self.legal_directions(position);
        let closable = |cell: &[(u32, bool)], along: bool| {
            cell.iter().all(|&(edge, forward)| {
                let wanted = forward == along;
                match position[edge as usize] {
                    0 => legal[edge as usize][usize::from(wanted)],
                    arrow => (arrow == 1) == wanted,
                }
            })
        };
        let edges = self.edges.iter().zip(position).zip(&legal);
        let impossible = edges
            .filter(|&((_, &arrow), legal)| arrow == 0 && *legal == [false; 2])
            .map(|((&edge, _), _)| edge);
        let lost = (0..self.cells.len()).filter(|&i| {
            let cell = &self.cells[i][..];
            !closable(cell, true) && !closable(cell, false)
        });
        Notes {
            impossible_edges: Some(impossible.collect()),
            lost_cells: Some(lost.collect()),
            closed_cell: self.closed_cell(position),
            over: self.closed_cell(position).map(|cell| {
                let walk = self.plane.cells()[cell].walk.iter();
                let names: Vec<String> = walk.map(|&v| self.vertices.name(v)).collect();
                format!("the cell {} is closed into a cycle", names.join(" "))
            }),
            ..Notes::default()
        }
    }
}
