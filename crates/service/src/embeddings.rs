//! All embeddings of a board in the plane, and who wins on each.

use crate::ask::{Ask, Told};
use crate::host::Host;
use crate::limits::check_work;
use crate::setup::Source;
use crate::text::{count, grouped};
use outplay_board::embedding::embed_board;
use outplay_board::formats::{Format, board_text};
use outplay_board::{Board, Failed, InputError, MOST_EMBEDDINGS, plane_layout};
use outplay_games::Marks;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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

/// All embeddings of a board in the plane.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskEmbeddings {}

impl Ask for AskEmbeddings {
    type About = Source;
    type Answer = Embeddings;

    fn bound(&mut self, source: &Source) -> Result<(), InputError> {
        check_work(source.board.vertex_count(), source.board.edge_count())
    }

    fn answer(&self, source: &Source, host: &Host<'_>) -> Result<Embeddings, Failed> {
        let mut source = source.clone();
        let title = source.title();
        let wrong = |error: InputError| error.in_source(title.as_str());
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
                table: board_text(&own, Format::GameTable)?,
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
}

impl Told<Source> for Embeddings {
    /// All tables, which a reader can take apart at the remarks.
    fn text(&self, _: &Source) -> String {
        let mut text = format!("# {}\n", self.heading());
        let rows = self.embeddings.iter().take(1).flat_map(|embedding| {
            let board = &embedding.board;
            (0..board.vertex_count() as u32).map(|v| board.name(v))
        });
        let rows: Vec<String> = rows.collect();
        if (1..).zip(&rows).any(|(row, name)| *name != row.to_string()) {
            text += &format!(
                "# The rows of the tables, numbered from 1, are the vertices {}\n",
                rows.join(" ")
            );
        }
        for embedding in &self.embeddings {
            text += &format!("\n# {}\n{}", embedding.described(), embedding.table);
        }
        text
    }
}

/// The most that are drawn on a sheet.
const MOST_DRAWN: usize = 200;

impl Embeddings {
    /// How many there are.
    pub fn heading(&self) -> String {
        let different = self.embeddings.len() as u64;
        let all = match self.count {
            Some(all) if all > different => {
                format!("; {} with the names of the vertices", grouped(all))
            }
            _ => String::new(),
        };
        format!(
            "{} ({}, {}): {} in the plane up to reflection and symmetry{all}",
            self.board,
            count(self.vertices as u64, "vertex"),
            count(self.edges as u64, "edge"),
            count(different, "embedding")
        )
    }

    /// All of them on one sheet.
    ///
    /// # Errors
    /// There are too many.
    pub fn svg(&self) -> Result<String, InputError> {
        let list = &self.embeddings;
        if list.len() > MOST_DRAWN {
            return Err(InputError::found(
                count(list.len() as u64, "embedding"),
                format_args!("at most {MOST_DRAWN} in a picture, or a file .table"),
            ));
        }
        let drawn: Vec<_> = list.iter().map(EmbeddingView::picture).collect();
        let boards = list.iter().zip(&drawn).map(|(embedding, board)| {
            let stands_for = embedding.stands_for.filter(|&n| n > 1);
            let note = stands_for.map_or(String::new(), |n| format!(" (stands for {n})"));
            let note = format!("{}{note}", embedding.number);
            (note, board, Marks::default())
        });
        let boards: Vec<_> = boards.collect();
        Ok(outplay_draw::sheet_svg(&self.heading(), &boards, &[]))
    }
}

impl EmbeddingView {
    /// One embedding in a line: "2: outer face 0,1,2; 2 cells with 3 edges, 1 with 5 edges; stands for 4".
    pub fn described(&self) -> String {
        let groups = self.cells.chunk_by(|a, b| a == b);
        let mut cells: Vec<String> = groups
            .map(|group| format!("{} with {} edges", group.len(), group[0]))
            .collect();
        match cells.first_mut() {
            None => cells.push("no cell".to_owned()),
            Some(first) if first.starts_with("1 ") => *first = first.replacen('1', "1 cell", 1),
            Some(first) => *first = first.replacen(" with", " cells with", 1),
        }
        let cells = cells.join(", ");
        let stands_for = match self.stands_for {
            Some(n) if n > 1 => format!("; stands for {}", grouped(n)),
            _ => String::new(),
        };
        let outer = self.outer.join(",");
        format!("{}: outer face {outer}; {cells}{stands_for}", self.number)
    }
}
