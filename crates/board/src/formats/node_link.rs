//! Node-link JSON: `{"nodes": [{"id": …}], "edges": [{"source": …, "target": …}]}`
//! as networkx's `node_link_data` and many drawing programs have it.
//!
//! `links` may stand for `edges`. `directed` says whether edges are arcs. Nodes
//! may carry `x` and `y`, or `pos`. Keys other than these are skipped.

use super::input::{Named, push_edge, quoted, self_loop, weights_ignored};
use super::json::syntax_error;
use crate::{Board, InputError, Limits};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// The name of a node: a text, a number, or a tuple of them as Python prints it.
struct Id(String);

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Id;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number or a text as the id of a node")
            }

            fn visit_u64<E: Error>(self, id: u64) -> Result<Id, E> {
                Ok(Id(id.to_string()))
            }

            fn visit_i64<E: Error>(self, id: i64) -> Result<Id, E> {
                Ok(Id(id.to_string()))
            }

            fn visit_f64<E: Error>(self, id: f64) -> Result<Id, E> {
                Ok(Id(id.to_string()))
            }

            fn visit_str<E: Error>(self, id: &str) -> Result<Id, E> {
                Ok(Id(id.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Id, A::Error> {
                let mut parts = Vec::new();
                while let Some(Id(part)) = list.next_element()? {
                    parts.push(part);
                }
                Ok(Id(format!("({})", parts.join(", "))))
            }
        }
        deserializer.deserialize_any(Any)
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

#[derive(Default)]
struct NodeLink {
    directed: bool,
    nodes: Option<Vec<Node>>,
    edges: Vec<Edge>,
}

/// A list of at most so many elements.
struct List<'a, T> {
    list: &'a mut Vec<T>,
    most: u64,
    what: &'static str,
    element: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for List<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for List<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of {}", self.what)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(element) = list.next_element()? {
            if self.list.len() as u64 >= self.most {
                return Err(A::Error::custom(format_args!(
                    "found more than {} {}, expected a smaller board",
                    self.most, self.what
                )));
            }
            self.list.push(element);
        }
        Ok(())
    }
}

struct Whole<'a>(&'a Limits);

impl<'de> Visitor<'de> for Whole<'_> {
    type Value = NodeLink;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{\"nodes\": […], \"edges\": […]}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<NodeLink, A::Error> {
        let mut whole = NodeLink::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "directed" => whole.directed = map.next_value()?,
                "nodes" => map.next_value_seed(List {
                    list: whole.nodes.get_or_insert_default(),
                    most: self.0.vertices,
                    what: "nodes",
                    element: PhantomData,
                })?,
                "edges" | "links" => map.next_value_seed(List {
                    list: &mut whole.edges,
                    most: self.0.edges,
                    what: "edges",
                    element: PhantomData,
                })?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(whole)
    }
}

pub(super) fn read(text: &[u8], limits: &Limits) -> Result<Board, InputError> {
    let mut json = serde_json::Deserializer::from_slice(text);
    let whole = json
        .deserialize_map(Whole(limits))
        .map_err(|error| syntax_error(&error))?;
    json.end().map_err(|error| syntax_error(&error))?;
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
        graph.names.number(&node.id.0, limits)?;
        if graph.names.len() == i {
            return Err(InputError::found(
                format_args!("two nodes with the id {}", quoted(node.id.0.as_bytes())),
                "different ids",
            ));
        }
        let point = node.x.zip(node.y).map(|(x, y)| [x, y]);
        graph.points.push(point.or(node.pos));
    }
    let mut weights = 0;
    for edge in whole.edges {
        let end = |id: &Id| {
            graph.names.find(&id.0).ok_or_else(|| {
                InputError::found(
                    format_args!("an edge to {}", quoted(id.0.as_bytes())),
                    "the id of one of the nodes",
                )
            })
        };
        let (a, b) = (end(&edge.source)?, end(&edge.target)?);
        if a == b && !graph.directed {
            return Err(self_loop(&edge.source.0));
        }
        weights += usize::from(edge.weight.is_some());
        push_edge(&mut graph.edges, (a, b), limits)?;
    }
    graph.remarks.extend(weights_ignored(weights));
    graph.into_board()
}
