//! Node-link JSON: `{"nodes": [{"id": …}], "edges": [{"source": …, "target": …}]}`
//! as networkx's `node_link_data` and many drawing programs have it.
//!
//! `links` may stand for `edges`, and `from` and `to` for `source` and `target`. `directed` says
//! whether edges are arcs. Nodes may carry `x` and `y`, or `pos`. Keys other than these are skipped.
//! Instead of edges there may be networkx's `adjacency`; Outplay's own state digraphs have
//! `positions` and `moves`; and an object whose keys are all vertices has their neighbours.

use super::input::{Named, board_of_lists, quoted, weights_ignored};
use super::json::syntax_error;
use super::{adjlist, pairs};
use crate::{Board, InputError, Limits, Shape};
use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The name of a node.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a number or a text as the id of a node")]
enum Id {
    Natural(u64),
    Integer(i64),
    Real(f64),
    Text(String),
    Tuple(Vec<Self>),
}

impl Id {
    /// As Python prints it.
    fn text(&self) -> String {
        match self {
            Self::Natural(id) => id.to_string(),
            Self::Integer(id) => id.to_string(),
            Self::Real(id) => id.to_string(),
            Self::Text(id) => id.clone(),
            Self::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(Self::text).collect();
                format!("({})", parts.join(", "))
            }
        }
    }
}

/// A node, with its place where that is said.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "found something else, expected a node {\"id\": …}"
)]
enum Node {
    Full {
        id: Id,
        x: Option<f64>,
        y: Option<f64>,
        pos: Option<[f64; 2]>,
        /// In a state digraph.
        position: Option<String>,
    },
    Bare(Id),
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "found something else, expected an edge {\"source\": …, \"target\": …}"
)]
enum Edge {
    Full {
        #[serde(alias = "from")]
        source: Id,
        #[serde(alias = "to")]
        target: Id,
        weight: Option<IgnoredAny>,
    },
    Bare(Id, Id),
}

/// A neighbour in networkx's adjacency data.
#[derive(Deserialize)]
#[serde(expecting = "a neighbour {\"id\": …}")]
struct Neighbor {
    id: Id,
    weight: Option<IgnoredAny>,
}

/// What stands under another key.
#[derive(Deserialize)]
#[serde(untagged)]
enum Other {
    List(Vec<Id>),
    Dictionary(IndexMap<String, IgnoredAny>),
    Unknown(IgnoredAny),
}

#[derive(Deserialize)]
#[serde(expecting = "{\"nodes\": […], \"edges\": […]}")]
struct NodeLink {
    #[serde(default)]
    directed: bool,
    nodes: Option<Vec<Node>>,
    #[serde(alias = "links")]
    edges: Option<Vec<Edge>>,
    adjacency: Option<Vec<Vec<Neighbor>>>,
    /// Of a state digraph, as Outplay writes it.
    positions: Option<Vec<Node>>,
    moves: Option<Vec<Edge>>,
    #[serde(flatten)]
    others: IndexMap<String, Other>,
}

impl NodeLink {
    /// What was found, where it is not understood.
    fn unknown(&self) -> InputError {
        let edges = self.edges.is_some().then_some("edges");
        let keys = edges
            .into_iter()
            .chain(self.others.keys().map(String::as_str));
        let keys: Vec<String> = keys.take(9).map(|key| quoted(key.as_bytes())).collect();
        let mut found = match self.nodes {
            None => "an object without \"nodes\"".to_owned(),
            Some(_) => "nodes without edges".to_owned(),
        };
        if !keys.is_empty() {
            found += &format!(", with the keys {}", keys.join(", "));
        }
        InputError::found(
            found,
            "{\"nodes\": [{\"id\": 0}, …], \"edges\": [{\"source\": 0, \"target\": 1}, …]}, or a list of \
             neighbours for every vertex",
        )
    }
}

pub(super) fn read(text: &[u8], limits: &Limits, directed: bool) -> Result<Board, InputError> {
    let mut whole: NodeLink = serde_json::from_slice(text).map_err(|error| syntax_error(&error))?;
    let mut labels = Vec::new();
    let (nodes, edges) = match (
        whole.nodes.take(),
        whole.edges.take(),
        whole.adjacency.take(),
    ) {
        (Some(nodes), Some(edges), _) => (nodes, edges),
        (Some(nodes), None, Some(lists)) => return adjacency(whole, nodes, lists, limits),
        (None, None, None) => match (whole.positions.take(), whole.moves.take()) {
            (Some(positions), Some(moves)) => {
                whole.directed = true;
                let label = |node: &Node| match node {
                    Node::Full { position, .. } => position.clone(),
                    Node::Bare(_) => None,
                };
                labels.extend(positions.iter().map(label));
                (positions, moves)
            }
            (None, None) => return neighbors(&whole, limits, directed),
            _ => return Err(whole.unknown()),
        },
        (nodes, edges, _) => {
            (whole.nodes, whole.edges) = (nodes, edges);
            return Err(whole.unknown());
        }
    };
    let mut graph = with_nodes(whole.directed, nodes, limits)?;
    let mut weights = 0;
    for edge in edges {
        let (source, target, weight) = match edge {
            Edge::Full {
                source,
                target,
                weight,
            } => (source, target, weight),
            Edge::Bare(source, target) => (source, target, None),
        };
        let (a, b) = (end(&graph, &source)?, end(&graph, &target)?);
        weights += usize::from(weight.is_some());
        graph.edge(a, b)?;
    }
    graph.remarks.extend(weights_ignored(weights));
    // Its vertices are called what the positions are: those of a token game are the vertices of its board.
    graph.call(&labels)?;
    graph.into_board()
}

/// A graph that has its nodes.
fn with_nodes(directed: bool, nodes: Vec<Node>, limits: &Limits) -> Result<Named, InputError> {
    let mut graph = Named::new(directed, limits);
    for (i, node) in nodes.into_iter().enumerate() {
        let (id, point) = match node {
            Node::Full { id, x, y, pos, .. } => (id.text(), x.zip(y).map(|(x, y)| [x, y]).or(pos)),
            Node::Bare(id) => (id.text(), None),
        };
        graph.vertex(&id)?;
        if graph.names.len() == i {
            return Err(InputError::found(
                format_args!("two nodes with the id {}", quoted(id.as_bytes())),
                "different ids",
            ));
        }
        graph.points.push(point);
    }
    Ok(graph)
}

fn end(graph: &Named, id: &Id) -> Result<u32, InputError> {
    let id = id.text();
    graph.names.find(&id).ok_or_else(|| {
        InputError::found(
            format_args!("an edge to {}", quoted(id.as_bytes())),
            "the id of one of the nodes",
        )
    })
}

/// networkx's adjacency data: the neighbours of every node, in the order of the nodes.
fn adjacency(
    whole: NodeLink,
    nodes: Vec<Node>,
    lists: Vec<Vec<Neighbor>>,
    limits: &Limits,
) -> Result<Board, InputError> {
    if lists.len() != nodes.len() {
        return Err(InputError::found(
            format_args!("{} lists in \"adjacency\"", lists.len()),
            format_args!("{}, one for every node", nodes.len()),
        ));
    }
    let mut graph = with_nodes(whole.directed, nodes, limits)?;
    let mut weights = 0;
    for (v, list) in (0u32..).zip(&lists) {
        for neighbor in list {
            let w = end(&graph, &neighbor.id)?;
            graph.edge(v, w)?;
            // From both ends it is the same weight.
            weights += usize::from(neighbor.weight.is_some() && (whole.directed || v < w));
        }
    }
    graph.remarks.extend(weights_ignored(weights));
    adjlist::into_board(graph)
}

/// A dictionary of neighbours: `{"a": ["b"], "b": ["a"]}`.
fn neighbors(whole: &NodeLink, limits: &Limits, directed: bool) -> Result<Board, InputError> {
    let mut graph = Named::new(true, limits);
    // What looks like a tuple as a key came from Python.
    let name = |key: &str| match serde_json::from_str::<Id>(key) {
        Ok(id @ Id::Tuple(_)) => id.text(),
        _ => key.to_owned(),
    };
    for key in whole.others.keys() {
        graph.vertex(&name(key))?;
    }
    for (v, list) in (0u32..).zip(whole.others.values()) {
        let ends: Vec<String> = match list {
            Other::List(ids) => ids.iter().map(Id::text).collect(),
            Other::Dictionary(ids) => ids.keys().map(|key| name(key)).collect(),
            Other::Unknown(_) => return Err(whole.unknown()),
        };
        for end in ends {
            let Some(w) = graph.names.find(&end) else {
                return Err(InputError::found(
                    format_args!(
                        "{} among the neighbours of {}",
                        quoted(end.as_bytes()),
                        graph.names.get(v)
                    ),
                    "one of the keys",
                ));
            };
            graph.edge(v, w)?;
        }
    }
    if graph.names.len() == 0 {
        return Err(whole.unknown());
    }
    let (n, arcs) = (graph.names.len(), std::mem::take(&mut graph.edges));
    let name = |v: u32| graph.names.get(v).to_owned();
    let board = board_of_lists(n, arcs, Some(directed), &name).map_err(|(_, error)| error)?;
    graph.directed = matches!(board.shape, Shape::Directed(_));
    graph.edges = pairs(&board.shape).collect();
    graph.into_board()
}
