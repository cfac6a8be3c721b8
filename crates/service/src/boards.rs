//! Boards: with everything that is drawn of them, tidied, and in other formats.

use crate::ask::{Ask, Work};
use crate::host::Host;
use crate::setup::{Source, graph6};
use outplay_board::embedding::{Origin, embed_board};
use outplay_board::formats::{Format, board_text, unknown_format};
use outplay_board::{
    Board, Failed, Graph, InputError, Layout, PlaneGraph, Shape, layout_for, plane_layout,
};
use outplay_games::Marks;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A board with everything that a page draws.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BoardView {
    /// What it is called.
    pub name: String,
    /// Are its edges arcs?
    pub directed: bool,
    /// The vertices.
    pub vertices: Vec<Vertex>,
    /// The edges or arcs, by indices of vertices.
    pub edges: Vec<(u32, u32)>,
    /// The embedding; null if it has none.
    pub plane: Option<Plane>,
    /// In graph6, if it is undirected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph6: Option<String>,
    /// Why it is not plane.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Two edges that cross in the drawing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crossing: Option<[(u32, u32); 2]>,
}

/// A vertex.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Vertex {
    /// Its name, if the board names its vertices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where it is.
    pub x: f64,
    /// Where it is, upward.
    pub y: f64,
    /// The colour that it has on the board; 0 for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<u32>,
}

/// An embedding in the plane.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Plane {
    /// The game table.
    pub table: String,
    /// The faces, the outer one last.
    pub faces: Vec<FaceView>,
    /// The edges in the order of the game table.
    pub edges: Vec<(u32, u32)>,
    /// `given`, `drawn` or `computed`.
    pub origin: &'static str,
}

/// A face.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FaceView {
    /// The vertices around it.
    pub walk: Vec<u32>,
    /// Is it the outer face?
    pub outer: bool,
    /// Can it become a cycle?
    pub cell: bool,
}

/// Where to draw the vertices, whatever the board.
pub fn layout_of(board: &Board) -> Layout {
    match (&board.layout, &board.shape) {
        (Some(layout), _) => layout.clone(),
        (None, Shape::Undirected(graph)) => layout_for(graph),
        (None, Shape::Directed(digraph)) => {
            let arcs = digraph.arcs().filter(|(a, b)| a != b);
            match Graph::new(digraph.vertex_count(), arcs) {
                Ok(graph) => layout_for(&graph),
                Err(_) => vec![[0.0; 2]; digraph.vertex_count()],
            }
        }
    }
}

/// A board with everything that a page draws.
///
/// # Errors
/// There is no such outer face.
pub fn view(source: &Source, outer: Option<&str>) -> Result<BoardView, InputError> {
    let mut plane_board = source.board.clone();
    let embedded = match &source.board.shape {
        Shape::Undirected(_) => Some(embed_board(&mut plane_board, source.drawn, outer)),
        Shape::Directed(_) => None,
    };
    // What was chosen by its vertices must be there; other boards need not be plane.
    if let (Some(Err(error)), Some(_)) = (&embedded, outer) {
        return Err(error.clone());
    }
    let board = match embedded {
        Some(Ok(_)) => &plane_board,
        _ => &source.board,
    };
    let layout = layout_of(board);
    let vertex = |v: usize| Vertex {
        name: board.names.as_ref().map(|names| names[v].clone()),
        x: layout[v][0],
        y: layout[v][1],
        color: board.colors.as_ref().map(|colors| colors[v]),
    };
    let (directed, edges): (bool, Vec<(u32, u32)>) = match &board.shape {
        Shape::Undirected(graph) => (false, graph.edges().collect()),
        Shape::Directed(digraph) => (true, digraph.arcs().collect()),
    };
    let crossing = match (&source.board.shape, source.drawn) {
        (Shape::Undirected(graph), true) => PlaneGraph::crossing(graph, &layout),
        _ => None,
    };
    let (plane, reason) = match (embedded, &board.plane) {
        (Some(Ok(origin)), Some(plane)) => (Some(plane_view(board, plane, origin)), None),
        (Some(Err(error)), _) => (None, Some(error.message)),
        _ => (None, None),
    };
    Ok(BoardView {
        name: source.name.clone(),
        directed,
        vertices: (0..board.vertex_count()).map(vertex).collect(),
        edges,
        plane,
        graph6: (!directed).then(|| graph6(board)).flatten(),
        reason,
        crossing: crossing.map(|(e, f)| [e, f]),
    })
}

fn plane_view(board: &Board, plane: &PlaneGraph, origin: Origin) -> Plane {
    let outer = plane.faces().len() - 1;
    let faces = plane.faces().iter().enumerate().map(|(i, face)| {
        // Along a bridge the walk goes there and back.
        let darts: Vec<(u32, u32)> = face.darts().collect();
        let twice = darts.iter().any(|&(a, b)| darts.contains(&(b, a)));
        FaceView {
            walk: face.walk.clone(),
            outer: i == outer,
            cell: i != outer && !twice,
        }
    });
    Plane {
        table: board_text(board, Format::GameTable).unwrap_or_default(),
        faces: faces.collect(),
        edges: plane.edges_in_table_order(),
        origin: match origin {
            Origin::Given => "given",
            Origin::Drawn => "drawn",
            Origin::Computed => "computed",
        },
    }
}

/// A board with everything to draw it.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AskBoard {
    /// The outer face, by some of its vertices: 0,1,2.
    outer: Option<String>,
    /// With a fresh layout, without crossings where that is possible?
    tidy: bool,
}

impl Ask for AskBoard {
    type About = Source;
    type Answer = BoardView;
    const WORK: Work = Work::Small;

    fn answer(&self, source: &Source, _: &Host<'_>) -> Result<BoardView, Failed> {
        let outer = self.outer.as_deref();
        Ok(match self.tidy {
            true => view(&tidied(source.clone()), outer)?,
            false => view(source, outer)?,
        })
    }
}

/// The board as a file.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskExport {
    /// A format, or svg.
    to: String,
    /// The outer face, by some of its vertices: 0,1,2.
    outer: Option<String>,
}

impl Ask for AskExport {
    type About = Source;
    type Answer = FileText;
    const WORK: Work = Work::Small;

    fn answer(&self, source: &Source, _: &Host<'_>) -> Result<FileText, Failed> {
        export(source.clone(), &self.to, self.outer.as_deref())
    }
}

/// The board with a fresh layout: without crossings where that is possible, and with the
/// embedding that it has.
#[must_use]
pub fn tidied(mut source: Source) -> Source {
    let drawing = match &source.board.shape {
        Shape::Undirected(_) => {
            let mut plane = source.board.clone();
            let embedded = embed_board(&mut plane, source.drawn, None).is_ok();
            embedded.then_some(plane.plane).flatten()
        }
        Shape::Directed(_) => None,
    };
    source.board.layout = drawing.as_ref().map(plane_layout);
    source.board.plane = drawing;
    source
}

/// A file.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FileText {
    /// What to call it.
    pub filename: String,
    /// Its content.
    pub text: String,
}

/// The board as a file: a board format, or `svg` for a picture.
///
/// # Errors
/// There is no such format or outer face, or the format cannot hold the board.
pub fn export(mut source: Source, to: &str, outer: Option<&str>) -> Result<FileText, Failed> {
    let format = match to {
        "svg" => None,
        name => Some(Format::from_name(name).ok_or_else(|| unknown_format(name))?),
    };
    if format == Some(Format::GameTable) || outer.is_some() {
        embed_board(&mut source.board, source.drawn, outer)?;
    }
    let (ending, text) = match format {
        None => {
            let board = &mut source.board;
            board.layout = Some(layout_of(board));
            ("svg", outplay_draw::board_svg(board, &Marks::default()))
        }
        Some(format) => (
            format.endings().first().copied().unwrap_or("txt"),
            board_text(&source.board, format)?,
        ),
    };
    Ok(FileText {
        filename: format!("board.{ending}"),
        text,
    })
}
