//! All embeddings of a board in the plane, and who wins on each.

use crate::failure::Failed;
use crate::host::Host;
use crate::setup::Source;
use outplay_board::embedding::embed_board;
use outplay_board::formats::Format;
use outplay_board::{Board, MOST_EMBEDDINGS, plane_layout};
use schemars::JsonSchema;
use serde::Serialize;

/// The embeddings of a board in the plane, with every choice of the outer face.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Embeddings {
    /// The board as given.
    pub board: String,
    /// Which board of a list, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// How many vertices it has.
    pub vertices: usize,
    /// How many edges it has.
    pub edges: usize,
    /// How many embeddings there are up to reflection; null if that is not known.
    pub count: Option<u64>,
    /// One for all that differ from it by symmetries of the graph.
    pub embeddings: Vec<EmbeddingView>,
}

/// An embedding.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EmbeddingView {
    /// Its number, from 1; the first is the board as it was given.
    pub number: usize,
    /// The vertices around the outer face.
    pub outer: Vec<String>,
    /// How many edges every cell has, the fewest first.
    pub cells: Vec<usize>,
    /// How many embeddings it stands for, itself included; null if that is not known.
    pub stands_for: Option<u64>,
    /// The game table.
    pub table: String,
    /// The board with this embedding; not yet with a drawing that shows it.
    #[serde(skip)]
    pub board: Board,
}

impl EmbeddingView {
    /// The board, drawn.
    pub fn picture(&self) -> Board {
        let mut board = self.board.clone();
        if let (None, Some(plane)) = (&board.layout, &board.plane) {
            board.layout = Some(plane_layout(plane));
        }
        board
    }
}

/// Lists the embeddings of a board.
///
/// # Errors
/// The board has none, or more than are listed, or a limit ran out.
pub fn embeddings(mut source: Source, host: &Host<'_>) -> Result<Embeddings, Failed> {
    let title = source.title();
    let wrong = |error: outplay_board::InputError| error.in_source(title.as_str());
    embed_board(&mut source.board, source.drawn, None).map_err(wrong)?;
    let board = source.board;
    let plane = board.plane.as_ref().expect("it was embedded");
    let found = outplay_board::embeddings(plane, MOST_EMBEDDINGS, &|| host.is_over());
    if host.is_over() {
        return Err(Failed::Stopped(
            "a limit ran out before all embeddings were found".to_owned(),
        ));
    }
    let found = found.map_err(wrong)?;
    let counts = found.iter().map(|embedding| embedding.stands_for);
    let mut list = Vec::with_capacity(found.len());
    let count = counts.sum();
    for (embedding, number) in found.into_iter().zip(1..) {
        let outer = embedding.plane.outer().walk.iter().map(|&v| board.name(v));
        let cells = embedding.plane.cells().iter().map(|face| face.walk.len());
        let (outer, mut cells): (Vec<_>, Vec<_>) = (outer.collect(), cells.collect());
        cells.sort_unstable();
        let stands_for = embedding.stands_for;
        let mut own = board.clone();
        if number > 1 {
            own.plane = Some(embedding.plane);
            own.layout = None;
        }
        list.push(EmbeddingView {
            number,
            outer,
            cells,
            stands_for,
            table: outplay_board::formats::board_text(&own, Format::GameTable)?,
            board: own,
        });
    }
    Ok(Embeddings {
        board: source.name,
        index: source.index,
        vertices: board.vertex_count(),
        edges: board.edge_count(),
        count,
        embeddings: list,
    })
}
