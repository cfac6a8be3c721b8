//! The named families: boards that are typed instead of read from a file, such as
//! `grid:3x4` or `power:2:cycle:7`.
//!
//! [`FAMILIES`] is the one list of them: a new family is a function that makes a
//! board from its arguments and a line in that list. Sizes are computed from the
//! arguments and checked against the limits before anything is allocated.
//! A family that is usually drawn without crossings carries the embedding of its
//! drawing, so that what one sees is what one plays.

mod arguments;
mod basic;
mod chess;
mod derived;
mod named;
mod ranges;

use crate::formats::{Boards, Format};
use crate::{Board, Graph, InputError, Layout, Limits, PlaneGraph, layout_for, nearest};
use arguments::{Arguments, quoted};

pub use derived::{line_graph, power};
pub use ranges::ranges;

/// A family of boards, for help texts.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The word before the first colon.
    pub name: &'static str,
    /// How it is written, `grid:MxN`.
    pub usage: &'static str,
    /// One that works, `grid:3x4`.
    pub example: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    build: fn(&Arguments) -> Result<Board, InputError>,
}

macro_rules! families {
    ($($usage:literal, $example:literal, $about:literal, $build:expr;)*) => {
        &[$(Family {
            name: word_of($usage),
            usage: $usage,
            example: $example,
            about: $about,
            build: $build,
        }),*]
    };
}

/// Every family.
pub const FAMILIES: &[Family] = families! {
    "path:N", "path:5", "a path with N vertices", basic::path;
    "cycle:N", "cycle:5", "a cycle with N vertices", basic::cycle;
    "complete:N", "complete:5", "N vertices, all joined", basic::complete;
    "star:N", "star:5", "a centre (0) and N leaves", basic::star;
    "wheel:N", "wheel:5", "N rim vertices and a hub (N)", basic::wheel;
    "complete-bipartite:M,N", "complete-bipartite:3,4", "M and N vertices, all joined across", basic::complete_bipartite;
    "complete-multipartite:A,B,C…", "complete-multipartite:2,2,3", "parts of A, B, C, … vertices, all joined across", basic::complete_multipartite;
    "crown:N", "crown:4", "K_{N,N} without a perfect matching", basic::crown;
    "cocktail-party:N", "cocktail-party:4", "N pairs, all joined but the two of a pair", basic::cocktail_party;
    "grid:MxN", "grid:3x4", "M rows of N vertices, numbered row by row", basic::grid;
    "torus:MxN", "torus:4x5", "a grid whose rows and columns close up", basic::torus;
    "ladder:N", "ladder:4", "the grid 2xN", basic::ladder;
    "prism:N", "prism:5", "two cycles of N vertices joined by N rungs", basic::prism;
    "fan:N", "fan:4", "a hub (0) and a path: N triangles", basic::fan;
    "hypercube:D", "hypercube:4", "2^D vertices, joined where one bit differs", basic::hypercube;
    "binary-tree:L", "binary-tree:4", "the complete binary tree with L levels", basic::binary_tree;
    "caterpillar:A,B,…", "caterpillar:3,2,2,3", "a path whose vertices carry A, B, … leaves", basic::caterpillar;
    "sunlet:N", "sunlet:5", "a cycle with a pendant at each of N vertices", basic::sunlet;
    "helm:N", "helm:5", "a wheel with a pendant at each of N rim vertices", basic::helm;
    "triangular:N", "triangular:4", "a triangle of triangles, N vertices on each side, row by row", basic::triangular;
    "hex:MxN", "hex:2x3", "a honeycomb of M rows with N hexagons each", basic::hex;
    "queens:N or MxN", "queens:5", "squares that a queen goes between; also torus-queens", chess::board;
    "kings:N or MxN", "kings:3x4", "squares that a king goes between; also torus-kings", chess::board;
    "rooks:N or MxN", "rooks:3", "squares that a rook goes between", chess::board;
    "bishops:N or MxN", "bishops:4", "squares that a bishop goes between; also torus-bishops", chess::board;
    "knights:N or MxN", "knights:3x4", "squares that a knight goes between; also torus-knights", chess::board;
    "torus-queens:N or MxN", "torus-queens:5", "the same on a board whose sides close up", chess::board;
    "torus-kings:N or MxN", "torus-kings:4x5", "the same on a board whose sides close up", chess::board;
    "torus-bishops:N or MxN", "torus-bishops:5", "the same on a board whose sides close up", chess::board;
    "torus-knights:N or MxN", "torus-knights:5", "the same on a board whose sides close up", chess::board;
    "edges:A-B,C-D,…", "edges:0-1,1-2,2-0", "the edges as listed, vertices numbered from 0", derived::edges;
    "arcs:A-B,C-D,…", "arcs:0-1,1-2,2-0", "the arcs of a digraph as listed, vertices numbered from 0", derived::arcs;
    "petersen", "petersen", "the Petersen graph", |arguments| same_as(arguments, "generalized-petersen:5,2");
    "generalized-petersen:N,K", "generalized-petersen:7,2", "a cycle of N vertices and a star polygon of step K", named::generalized_petersen;
    "kneser:N,K", "kneser:5,2", "the K-subsets of N things, joined where disjoint", named::kneser;
    "grotzsch", "grotzsch", "the Grötzsch graph: 11 vertices, 4-chromatic without triangles", named::grotzsch;
    "heawood", "heawood", "the Heawood graph: 14 vertices, 3-regular of girth 6", named::heawood;
    "tetrahedron", "tetrahedron", "the tetrahedron, K_4", |arguments| same_as(arguments, "wheel:3");
    "cube", "cube", "the cube, a prism of squares", |arguments| same_as(arguments, "prism:4");
    "octahedron", "octahedron", "the octahedron, K_{2,2,2}", named::octahedron;
    "dodecahedron", "dodecahedron", "the dodecahedron, 20 vertices", named::dodecahedron;
    "icosahedron", "icosahedron", "the icosahedron, 12 vertices", named::icosahedron;
    "southeast-us", "southeast-us", "eight states of the USA and their borders", named::southeast_us;
    "power:K:BOARD", "power:2:cycle:7", "another family, joined up to distance K", derived::power_of;
    "line:BOARD", "line:complete:4", "the line graph of another family", derived::line_of;
    "mycielski:L:BOARD", "mycielski:2:cycle:5", "L layers of copies of another family, each joined to the one before as that to itself, and an apex over the last; with 2 Mycielski's graph", derived::mycielski;
    "complement:BOARD", "complement:cycle:7", "another family with all other pairs joined", derived::complement;
    "disjoint:A+B+…", "disjoint:path:3+cycle:4", "other families side by side", derived::disjoint;
    "cartesian:A×B×…", "cartesian:path:3×cycle:4", "the Cartesian product of other families (× or *)", derived::cartesian;
    "strong:A×B×…", "strong:path:3×path:4", "the strong product of other families (× or *)", derived::strong;
    "random:N,P,SEED", "random:10,0.5,1", "N vertices, each edge with probability P", derived::random;
    "graph6:STRING", "graph6:DhC", "a graph in graph6 form", derived::graph6;
};

/// The word before the first colon.
const fn word_of(text: &str) -> &str {
    let bytes = text.as_bytes();
    let mut end = 0;
    while end < bytes.len() && bytes[end] != b':' {
        end += 1;
    }
    text.split_at(end).0
}

/// Families within each other, at most.
const DEEPEST: usize = 4;

/// Larger boards carry no coordinates: nobody could see them in a drawing.
const LARGEST_DRAWING: usize = 10_000;

/// Boards with more edges carry no embedding: finding it in a drawing takes
/// quadratic time at worst, and the games that need one are far out of reach.
const LARGEST_EMBEDDING: usize = 2_000;

/// Is the word before the first colon the name of a family?
pub fn is_family(text: &str) -> bool {
    family(word_of(text)).is_some()
}

fn family(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.name == name)
}

/// The board that a text such as `grid:3x4` names.
///
/// ```
/// use outplay_board::{Limits, families};
/// let board = families::board("wheel:5", Limits::BOARD).unwrap();
/// assert_eq!((board.vertex_count(), board.edge_count()), (6, 10));
/// let error = families::board("path:x", Limits::BOARD).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "path:x: found 'x', expected a number of vertices, as in path:5"
/// );
/// ```
///
/// # Errors
/// No such family, wrong arguments, or a board beyond the limits.
pub fn board(text: &str, limits: Limits) -> Result<Board, InputError> {
    // Rows of graphs are numbered with 32 bits, whatever the limits.
    let limits = Limits {
        vertices: limits.vertices.min(1 << 30),
        edges: limits.edges.min(1 << 30),
    };
    nested(text, limits, DEEPEST).map_err(|error| error.in_source(crate::shortened(text)))
}

/// A family that is one board of another.
fn same_as(arguments: &Arguments, other: &str) -> Result<Board, InputError> {
    arguments.none()?;
    nested(other, arguments.limits, arguments.depth)
}

/// A board with at most `depth` further families around it.
fn nested(text: &str, limits: Limits, depth: usize) -> Result<Board, InputError> {
    let name = word_of(text);
    let Some(family) = family(name) else {
        let near = nearest(name, FAMILIES.iter().map(|family| family.name));
        let expected = match near.and_then(self::family) {
            Some(family) => format!("the name of a family (did you mean {}?)", family.usage),
            None => "the name of a family, such as path, cycle or grid".to_owned(),
        };
        return Err(InputError::found(quoted(name), expected));
    };
    let arguments = Arguments {
        family,
        text: text[name.len()..].strip_prefix(':'),
        limits,
        depth,
    };
    (family.build)(&arguments)
}

/// A board with its usual drawing, and its embedding if nothing crosses there.
fn drawn(graph: Graph, layout: impl FnOnce() -> Layout) -> Board {
    let mut board = Board::undirected(graph.clone());
    if graph.vertex_count() <= LARGEST_DRAWING {
        let layout = layout();
        let (n, m) = (graph.vertex_count(), graph.edge_count());
        if m <= LARGEST_EMBEDDING && (n < 3 || m <= 3 * n - 6) {
            board.plane = PlaneGraph::from_layout(graph, &layout).ok();
        }
        board.layout = Some(layout);
    }
    board
}

/// A board that has no usual drawing; it gets some drawing, but no embedding.
fn undrawn(graph: Graph) -> Board {
    let layout = (graph.vertex_count() <= LARGEST_DRAWING).then(|| layout_for(&graph));
    Board {
        layout,
        ..Board::undirected(graph)
    }
}

/// The bare board that a graph6 text stands for.
fn graph6_board(text: &str, limits: Limits) -> Result<Board, InputError> {
    let mut boards = Boards::new(text.as_bytes(), Format::Graph6, limits);
    boards
        .next()
        .unwrap_or_else(|| Err(InputError::found("nothing", "graph6 text")))
        .map_err(|error| InputError::new(error.message))
}

#[cfg(test)]
mod tests;
