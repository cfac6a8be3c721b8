//! Boards: the graphs that games are played on.
//!
//! Everything below the games: undirected [`Graph`]s, [`Digraph`]s and
//! [`PlaneGraph`]s, the formats they are read from and written to, the named
//! families, symmetry, and graph numbers. Nothing here knows a game.
//!
//! # Boards from files and families, and back
//! ```
//! use outplay_board::formats::{Boards, Format, board_text};
//! use outplay_board::{Limits, Shape, families, numbers};
//!
//! // Each line of graph6 is a board; this is a cycle with five vertices.
//! let mut lines = Boards::new("Dhc\n".as_bytes(), Format::Graph6, Limits::BOARD);
//! let cycle = lines.next().expect("there is a line")?;
//! assert_eq!((cycle.vertex_count(), cycle.edge_count()), (5, 5));
//!
//! // Families have names. Numbers are exact, unless `stop` says so first.
//! let wheel = families::board("wheel:5", Limits::BOARD)?;
//! let Shape::Undirected(graph) = &wheel.shape else {
//!     unreachable!("wheels are undirected");
//! };
//! let chromatic = numbers::chromatic(graph, &|| false);
//! assert_eq!(chromatic.value(), Some(4));
//! assert_eq!(chromatic.witness.len(), 6); // a colour for every vertex
//!
//! assert!(board_text(&cycle, Format::Dot)?.contains("0 -- 1;"));
//!
//! // What is wrong with a board is said in words.
//! let error = families::board("weel:5", Limits::BOARD).unwrap_err();
//! assert!(error.to_string().contains("did you mean wheel"), "{error}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod digraph;
pub mod embedding;
mod embeddings;
mod error;
pub mod families;
mod files;
pub mod formats;
mod graph;
mod layout;
mod lock;
pub mod numbers;
mod planarity;
mod plane;
mod set;
mod share;
pub mod symmetry;
mod vertices;

pub use digraph::Digraph;
pub use embeddings::{Embedding, MOST_EMBEDDINGS, embeddings};
pub use error::{Failed, InputError, Limits, nearest, shortened};
pub use files::{write_whole, write_whole_as};
pub use graph::Graph;
pub use layout::layout_for;
pub use lock::Lock;
pub use planarity::{embed, is_planar, plane_layout};
pub use plane::{Face, GameTable, PlaneGraph};
pub use set::{VertexSet, Wide};
pub use share::{beside, share};
pub use vertices::Vertices;

/// Coordinates for drawing, one point a vertex, y pointing up.
pub type Layout = Vec<[f64; 2]>;

/// The graph of a board: directed or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A simple undirected graph.
    Undirected(Graph),
    /// A digraph; self-loops and cycles are allowed.
    Directed(Digraph),
}

/// A graph together with what a file or a family says about it beyond its edges.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The graph itself.
    pub shape: Shape,
    /// Vertex names, where the source has names other than the numbers 0, 1, ….
    pub names: Option<Vec<String>>,
    /// Where to draw the vertices.
    pub layout: Option<Layout>,
    /// Are the coordinates those of the source? Those of a family or of the
    /// program are not, and say nothing about the embedding.
    pub drawn: bool,
    /// Colours already on the board (0 = uncoloured), from a JSON board.
    pub colors: Option<Vec<u32>>,
    /// Arrows already on edges, from a marked game table, as (from, to).
    pub arrows: Option<Vec<(u32, u32)>>,
    /// The embedding, where the source fixes one (a game table, a plane family).
    /// Its graph equals `shape`'s.
    pub plane: Option<PlaneGraph>,
    /// What the reader did with input that a board cannot hold, such as weights
    /// or parallel edges: one sentence each, for the user.
    pub remarks: Vec<String>,
}

impl Board {
    /// A bare undirected board.
    pub fn undirected(graph: Graph) -> Self {
        Self::new(Shape::Undirected(graph))
    }

    /// A bare directed board.
    pub fn directed(digraph: Digraph) -> Self {
        Self::new(Shape::Directed(digraph))
    }

    /// A plane board: the graph of `plane` with its embedding.
    pub fn plane(plane: PlaneGraph) -> Self {
        Self {
            plane: Some(plane.clone()),
            ..Self::undirected(plane.graph().clone())
        }
    }

    fn new(shape: Shape) -> Self {
        Self {
            shape,
            names: None,
            layout: None,
            drawn: false,
            colors: None,
            arrows: None,
            plane: None,
            remarks: Vec::new(),
        }
    }

    /// How many vertices the board has.
    pub fn vertex_count(&self) -> usize {
        match &self.shape {
            Shape::Undirected(graph) => graph.vertex_count(),
            Shape::Directed(digraph) => digraph.vertex_count(),
        }
    }

    /// How many edges (or arcs) the board has.
    pub fn edge_count(&self) -> usize {
        match &self.shape {
            Shape::Undirected(graph) => graph.edge_count(),
            Shape::Directed(digraph) => digraph.arc_count(),
        }
    }

    /// The name of vertex `v`: the source's, or its number.
    pub fn name(&self, v: u32) -> String {
        match &self.names {
            Some(names) => names[v as usize].clone(),
            None => v.to_string(),
        }
    }

    /// The vertex that a user means by `text`: a name of the source, or a number.
    /// Names come first, because a file may name its vertices with numbers.
    pub fn vertex_named(&self, text: &str) -> Option<u32> {
        if let Some(names) = &self.names
            && let Some(v) = names.iter().position(|name| name == text)
        {
            return Some(v as u32);
        }
        text.parse()
            .ok()
            .filter(|&v: &u32| (v as usize) < self.vertex_count())
    }
}
