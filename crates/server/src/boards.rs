//! Boards as requests say them, and as answers show them.

use crate::problem::Problem;
use axum::http::StatusCode;
use outplay_board::embedding::{Origin, embed_board};
use outplay_board::formats::{Boards, Format, WriteError, unknown_format, write_board};
use outplay_board::{
    Board, Graph, InputError, Layout, Limits, PlaneGraph, Shape, families, layout_for, plane_layout,
};
use outplay_games::Marks;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

/// A board in a request.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardText {
    /// A named family, `grid:3x3`.
    family: Option<String>,
    /// The content of a board file.
    text: Option<String>,
    /// Its format.
    format: Option<String>,
    /// Its file name, whose ending says the format.
    name: Option<String>,
    /// Is an edge list a list of arcs?
    #[serde(default)]
    directed: bool,
}

/// A board that was read.
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) board: Board,
    /// Do the coordinates come from the user, so that they say the embedding?
    pub(crate) drawn: bool,
}

impl BoardText {
    /// Reads the board. `directed` says that the game is played on digraphs.
    pub(crate) fn read(&self, limits: Limits, directed: bool) -> Result<Source, InputError> {
        match (&self.family, &self.text) {
            (Some(family), None) => Ok(Source {
                name: family.clone(),
                board: families::board(family, limits)?,
                drawn: false,
            }),
            (None, Some(text)) => {
                let name = self.name.clone().unwrap_or_else(|| "the board".to_owned());
                let board = self
                    .parse(text, limits, directed)
                    .map_err(|error| error.in_source(name.as_str()))?;
                Ok(Source {
                    name,
                    drawn: board.layout.is_some(),
                    board,
                })
            }
            _ => Err(InputError::found(
                "a board that is not said in one way",
                "\"family\", such as grid:3x3, or \"text\" with the content of a file",
            )),
        }
    }

    fn parse(&self, text: &str, limits: Limits, directed: bool) -> Result<Board, InputError> {
        let format = match &self.format {
            Some(name) => Format::from_name(name).ok_or_else(|| unknown_format(name))?,
            None => self
                .name
                .as_deref()
                .and_then(Format::from_path)
                .or_else(|| Format::sniff(text.as_bytes()))
                .ok_or_else(|| {
                    InputError::found(
                        "text in no format that is known",
                        format_args!("one of {}", format_names()),
                    )
                })?,
        };
        let mut boards =
            Boards::new(text.as_bytes(), format, limits).directed(directed || self.directed);
        let board = boards
            .next()
            .unwrap_or_else(|| Err(InputError::found("nothing", "a board")))?;
        match boards.next() {
            None => Ok(board),
            Some(_) => Err(InputError::found("several graphs", "one board")),
        }
    }
}

fn format_names() -> String {
    Format::ALL.map(Format::name).join(", ")
}

/// Where to draw the vertices, whatever the board.
fn layout_of(board: &Board) -> Layout {
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

/// A board with everything that the page draws.
pub(crate) fn view(source: &Source, outer: Option<&str>) -> Result<Json, InputError> {
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
    let vertices = (0..board.vertex_count()).map(|v| {
        let mut vertex = Map::new();
        if let Some(names) = &board.names {
            vertex.insert("name".into(), json!(names[v]));
        }
        vertex.insert("x".into(), json!(layout[v][0]));
        vertex.insert("y".into(), json!(layout[v][1]));
        if let Some(colors) = &board.colors {
            vertex.insert("color".into(), json!(colors[v]));
        }
        Json::Object(vertex)
    });
    let (directed, edges): (bool, Vec<(u32, u32)>) = match &board.shape {
        Shape::Undirected(graph) => (false, graph.edges().collect()),
        Shape::Directed(digraph) => (true, digraph.arcs().collect()),
    };
    let mut answer = json!({
        "name": source.name,
        "directed": directed,
        "vertices": vertices.collect::<Vec<_>>(),
        "edges": edges,
        "plane": null,
    });
    if !directed && let Ok(text) = write_text(board, Format::Graph6) {
        answer["graph6"] = json!(text.trim_end());
    }
    match (embedded, &board.plane) {
        (Some(Ok(origin)), Some(plane)) => answer["plane"] = plane_json(board, plane, origin),
        (Some(Err(error)), _) => answer["reason"] = json!(error.message),
        _ => {}
    }
    if let (Shape::Undirected(graph), true) = (&source.board.shape, source.drawn)
        && let Some((e, f)) = PlaneGraph::crossing(graph, &layout)
    {
        answer["crossing"] = json!([e, f]);
    }
    Ok(answer)
}

fn plane_json(board: &Board, plane: &PlaneGraph, origin: Origin) -> Json {
    let outer = plane.faces().len() - 1;
    let faces = plane.faces().iter().enumerate().map(|(i, face)| {
        // Along a bridge the walk goes there and back.
        let darts: Vec<(u32, u32)> = face.darts().collect();
        let twice = darts.iter().any(|&(a, b)| darts.contains(&(b, a)));
        json!({ "walk": face.walk, "outer": i == outer, "cell": i != outer && !twice })
    });
    json!({
        "table": write_text(board, Format::GameTable).unwrap_or_default(),
        "faces": faces.collect::<Vec<_>>(),
        "edges": plane.edges_in_table_order(),
        "origin": match origin {
            Origin::Given => "given",
            Origin::Drawn => "drawn",
            Origin::Computed => "computed",
        },
    })
}

/// The board with a fresh layout: without crossings where that is possible, and with the
/// embedding that it has.
pub(crate) fn tidied(mut source: Source) -> Source {
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

/// The board as a file: its name and its content.
pub(crate) fn export(mut source: Source, to: &str, outer: Option<&str>) -> Result<Json, Problem> {
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
        Some(format) => (endings(format)[0], write_text(&source.board, format)?),
    };
    Ok(json!({ "filename": format!("board.{ending}"), "text": text }))
}

fn write_text(board: &Board, format: Format) -> Result<String, Problem> {
    let mut text = Vec::new();
    match write_board(&mut text, board, format) {
        Ok(()) => String::from_utf8(text).map_err(|_| Problem::internal()),
        Err(WriteError::Io(_)) => Err(Problem::internal()),
        Err(error) => Err(Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            error.to_string(),
        )),
    }
}

/// The usual endings of files of a format.
pub(crate) fn endings(format: Format) -> Vec<&'static str> {
    const ALL: [&str; 12] = [
        "dot", "gv", "g6", "s6", "d6", "edges", "txt", "adj", "json", "table", "col", "graphml",
    ];
    let of = |ending: &&str| Format::from_path(&format!("board.{ending}")) == Some(format);
    ALL.into_iter().filter(of).collect()
}
