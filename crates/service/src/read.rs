//! What was understood of a board, so that nobody is answered about another one than was meant.

use crate::ask::{Ask, Told, Work};
use crate::host::Host;
use crate::setup::Source;
use crate::text::count;
use outplay_board::embedding::{Origin, embed_board};
use outplay_board::{Failed, Shape};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What was understood of a board.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskRead {}

/// A board as it was read.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BoardRead {
    /// What it is called.
    pub board: String,
    /// Which board of a list, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// The format; null for a named family.
    pub format: Option<&'static str>,
    /// How many vertices it has.
    pub vertices: usize,
    /// How many edges (arcs, if it is directed) it has.
    pub edges: usize,
    /// Was the first line of an edge list a header?
    pub header: bool,
    /// Are its edges arcs?
    pub directed: bool,
    /// The names of the vertices; null if they are the numbers from 0.
    pub names: Option<Vec<String>>,
    /// Does it say where its vertices are?
    pub coordinates: bool,
    /// Where its embedding in the plane comes from, `given` or `drawn`; null if it says none.
    pub embedding: Option<&'static str>,
    /// The colours that stand on it, 0 for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colors: Option<Vec<u32>>,
    /// The arrows that stand on its edges, from and to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrows: Option<Vec<(String, String)>>,
}

impl Ask for AskRead {
    type About = Source;
    type Answer = BoardRead;
    const WORK: Work = Work::Small;

    fn answer(&self, source: &Source, _: &Host<'_>) -> Result<BoardRead, Failed> {
        let board = &source.board;
        let directed = matches!(board.shape, Shape::Directed(_));
        let embedded = || embed_board(&mut board.clone(), source.drawn, None).ok();
        let says = board.plane.is_some() || source.drawn && !directed;
        let embedding = match says.then(embedded).flatten() {
            Some(Origin::Given) => Some("given"),
            Some(Origin::Drawn) => Some("drawn"),
            Some(Origin::Computed) | None => None,
        };
        let arrow = |&(a, b): &(u32, u32)| (board.name(a), board.name(b));
        let arrows = board.arrows.as_ref();
        Ok(BoardRead {
            board: source.name.clone(),
            index: source.index,
            format: source.read.map(|(format, _)| format.name()),
            vertices: board.vertex_count(),
            edges: board.edge_count(),
            header: source.read.is_some_and(|(_, header)| header),
            directed,
            names: board.names.clone(),
            coordinates: source.drawn,
            embedding,
            colors: board.colors.clone(),
            arrows: arrows.map(|arrows| arrows.iter().map(arrow).collect()),
        })
    }
}

/// So many names are shown.
const MOST_NAMES: usize = 12;

impl Told<Source> for BoardRead {
    fn text(&self, source: &Source) -> String {
        let kind = match (self.format, self.directed) {
            (Some(format), _) => format!("the format {format}"),
            (None, true) => "a digraph".to_owned(),
            (None, false) => "a graph".to_owned(),
        };
        let edge = if self.directed { "arc" } else { "edge" };
        let mut text = format!(
            "{}: {kind}, {}, {}{}\n",
            source.title(),
            count(self.vertices as u64, "vertex"),
            count(self.edges as u64, edge),
            if self.directed { ", directed" } else { "" },
        );
        let mut line = |words: String| text += &format!("  {words}\n");
        if let Some(names) = &self.names {
            let more = if names.len() > MOST_NAMES {
                ", …"
            } else {
                ""
            };
            let first: Vec<&str> = names.iter().take(MOST_NAMES).map(String::as_str).collect();
            line(format!("vertices: {}{more}", first.join(", ")));
        }
        if self.header {
            line("its first line is a header".to_owned());
        }
        match (self.embedding, self.coordinates) {
            (Some("drawn"), _) => line("an embedding in the plane, by its coordinates".to_owned()),
            (Some(_), _) => line("an embedding in the plane".to_owned()),
            (None, true) => line("coordinates, but no embedding in the plane".to_owned()),
            (None, false) => {}
        }
        if let Some(colors) = &self.colors {
            let colored = colors.iter().filter(|&&color| color != 0).count();
            line(format!("colours on {}", count(colored as u64, "vertex")));
        }
        if let Some(arrows) = &self.arrows {
            line(format!("arrows on {}", count(arrows.len() as u64, "edge")));
        }
        text
    }
}
