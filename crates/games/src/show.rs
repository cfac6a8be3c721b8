//! What stands on the board in a position, and what to point out: for pictures and the page.

use crate::notation::Notation;
use serde::Serialize;
use serde_json::{Value as Json, json};

/// What stands on the board, for drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Marks {
    /// The colour of every vertex (0 = uncoloured), in games that mark vertices.
    pub colors: Option<Vec<u32>>,
    /// The directed edges (from, to), in games that direct edges.
    pub arrows: Option<Vec<(u32, u32)>>,
    /// The vertex where the token stands.
    pub token: Option<u32>,
    /// The pebbles in every heap.
    pub heaps: Option<Vec<u64>>,
}

/// What a player should see in a position beside the legal moves. A list is there
/// if the game has such things.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Notes {
    /// The colours that every vertex may still take; none for a coloured one.
    pub free: Option<Vec<Vec<u32>>>,
    /// Uncoloured vertices with a single colour left that a neighbour may take away.
    pub threatened: Option<Vec<u32>>,
    /// Uncoloured vertices that will have a colour left whatever happens.
    pub safe: Option<Vec<u32>>,
    /// Unmarked vertices that can take no mark any more.
    pub dead: Option<Vec<u32>>,
    /// Undirected edges that can never be directed any more.
    pub impossible_edges: Option<Vec<(u32, u32)>>,
    /// Cells that can never be closed any more.
    pub lost_cells: Option<Vec<usize>>,
    /// The cell that is closed.
    pub closed_cell: Option<usize>,
    /// The pairs of colours that edges carry, where no two edges may carry the same.
    pub used_pairs: Option<Vec<(u32, u32)>>,
    /// Why the game is over, in words, if it is and there is more to say than that no move is left.
    #[serde(skip)]
    pub over: Option<String>,
}

/// The places on the board that a move touches, and the mark that it puts there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Touch {
    /// Puts a mark on a vertex, or moves a token there.
    Vertex {
        /// The vertex.
        vertex: u32,
        /// The mark, from 1.
        mark: u32,
    },
    /// Moves several pieces at once.
    Vertices {
        /// Where they go.
        vertices: Vec<u32>,
    },
    /// Directs an edge.
    Edge {
        /// Where the arrow begins.
        from: u32,
        /// Where it points.
        to: u32,
    },
    /// Takes from a heap.
    Heap {
        /// The heap.
        heap: u32,
        /// How many.
        take: u64,
    },
    /// Touches nothing: a pass.
    Nothing,
}

impl Touch {
    /// For programs; vertices by their index on the board.
    pub fn json(&self) -> Json {
        match self {
            Self::Vertex { vertex, mark } => json!({ "vertex": vertex, "mark": mark }),
            Self::Vertices { vertices } => json!({ "vertices": vertices }),
            Self::Edge { from, to } => json!({ "from": from, "to": to }),
            Self::Heap { heap, take } => json!({ "heap": heap, "take": take }),
            Self::Nothing => json!({}),
        }
    }
}

/// A game that can be shown.
pub trait Show: Notation {
    /// What to draw.
    fn marks(&self, position: &Self::Position) -> Marks;

    /// What a move touches.
    fn touch(&self, mv: Self::Move) -> Touch;

    /// What to point out.
    fn notes(&self, position: &Self::Position) -> Notes {
        let _ = position;
        Notes::default()
    }
}

/// An object without what is not there.
fn there(list: &impl Serialize) -> Json {
    let mut json = json!(list);
    if let Json::Object(entries) = &mut json {
        entries.retain(|_, value| !value.is_null());
    }
    json
}

impl Marks {
    /// Those that are there.
    pub fn json(&self) -> Json {
        there(self)
    }
}

impl Notes {
    /// Those that are there.
    pub fn json(&self) -> Json {
        there(self)
    }
}
