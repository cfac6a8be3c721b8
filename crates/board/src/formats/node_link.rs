//! Node-link JSON: `{"nodes": [{"id": …}], "edges": [{"source": …, "target": …}]}`
//! as networkx's `node_link_data` and many drawing programs have it.
//!
//! `links` may stand for `edges`. `directed` says whether edges are arcs. Nodes
//! may carry `x` and `y`, or `pos`. Keys other than these are skipped.

use super::input::{Named, push_edge, quoted, self_loop, weights_ignored};
use super::json::syntax_error;
use crate::{Board, InputError, Limits};
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

#[derive(Deserialize)]
#[serde(expecting = "a node {\"id\": …}")]
struct Node {
    id: Id,
    x: Option<f64>,
    y: Option<f64>,
    pos: Option<[f64; 2]>,
}

#[derive(Deserialize)]
#[serde(expecting = "an edge {\"source\": …, \"target\": …}")]
struct Edge {
    source: Id,
    target: Id,
    weight: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(expecting = "{\"nodes\": […], \"edges\": […]}")]
struct NodeLink {
    #[serde(default)]
    directed: bool,
    nodes: Option<Vec<Node>>,
    #[serde(default, alias = "links")]
    edges: Vec<Edge>,
}

pub(super) fn read(text: &[u8], limits: &Limits) -> Result<Board, InputError> {
    let whole: NodeLink = serde_json::from_slice(text).map_err(|error| syntax_error(&error))?;
    let Some(nodes) = whole.nodes else {
        return Err(InputError::found(
            "an object without \"nodes\"",
            "{\"nodes\": [{\"id\": 0}, …], \"edges\": [{\"source\": 0, \"target\": 1}, …]}",
        ));
    };
    let mut graph = Named {
        directed: whole.directed,
        ..Named::default()
    };
    for (i, node) in nodes.into_iter().enumerate() {
        let id = node.id.text();
        graph.names.number(&id, limits)?;
        if graph.names.len() == i {
            return Err(InputError::found(
                format_args!("two nodes with the id {}", quoted(id.as_bytes())),
                "different ids",
            ));
        }
        let point = node.x.zip(node.y).map(|(x, y)| [x, y]);
        graph.points.push(point.or(node.pos));
    }
    let mut weights = 0;
    for edge in whole.edges {
        let end = |id: &Id| {
            let id = id.text();
            graph.names.find(&id).ok_or_else(|| {
                InputError::found(
                    format_args!("an edge to {}", quoted(id.as_bytes())),
                    "the id of one of the nodes",
                )
            })
        };
        let (a, b) = (end(&edge.source)?, end(&edge.target)?);
        if a == b && !graph.directed {
            return Err(self_loop(&edge.source.text()));
        }
        weights += usize::from(edge.weight.is_some());
        push_edge(&mut graph.edges, (a, b), limits)?;
    }
    graph.remarks.extend(weights_ignored(weights));
    graph.into_board()
}
