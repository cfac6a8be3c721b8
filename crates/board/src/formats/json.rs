//! JSON boards: a list with one object a vertex, `{"color": 0, "adj": [1, 2]}`.
//!
//! `color` is 0 (or left out) for an uncoloured vertex. Besides, `name` is read
//! where every vertex has one or some do (others are called by their number), and
//! `x` and `y` as the layout where every vertex has both; they are written where
//! the board has them. Other keys are skipped.
//!
//! An element may also be just the list of neighbours, as numbers or as the
//! letters a to z, A to Z in the order of the list. What Python prints is read
//! too, with its quotes and with sets for lists; and an object instead of a list
//! is node-link JSON.

use super::finite_layout;
use super::input::{coordinates_ignored, push_edge, self_loop};
use super::{letters, node_link, python};
use crate::graph::vertex_out_of_range;
use crate::{Board, Graph, InputError, Limits};
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt;

#[derive(Deserialize, Serialize)]
#[serde(expecting = "a vertex {\"color\": 0, \"adj\": […]}")]
struct Vertex {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, deserialize_with = "zero_for_null")]
    color: u32,
    adj: Vec<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    x: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    y: Option<f64>,
}

fn zero_for_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(0))
}

/// A neighbour in a bare list.
#[derive(Deserialize)]
#[serde(untagged, expecting = "the number or the letter of a neighbour")]
enum Neighbor {
    Number(u32),
    Letter(char),
}

/// One element of the list, and whether its neighbours are letters.
struct Element {
    vertex: Vertex,
    letters: bool,
}

impl<'de> Deserialize<'de> for Element {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ElementVisitor)
    }
}

struct ElementVisitor;

impl<'de> Visitor<'de> for ElementVisitor {
    type Value = Element;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a vertex {\"color\": 0, \"adj\": […]}")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Element, A::Error> {
        let vertex = Vertex::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Element {
            vertex,
            letters: false,
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Element, A::Error> {
        let mut letters = false;
        let mut adj = Vec::new();
        while let Some(neighbor) = list.next_element()? {
            adj.push(match neighbor {
                Neighbor::Number(v) => v,
                Neighbor::Letter(letter) => {
                    letters = true;
                    let byte = u8::try_from(letter).ok();
                    let v = byte.and_then(letters::vertex).ok_or_else(|| {
                        A::Error::custom(format_args!(
                            "found {letter:?}, expected a letter a to z or A to Z"
                        ))
                    })?;
                    v as u32
                }
            });
        }
        let vertex = Vertex {
            name: None,
            color: 0,
            adj,
            x: None,
            y: None,
        };
        Ok(Element { vertex, letters })
    }
}

/// Reads the list and keeps what was read before an error, so that the error can
/// say at which vertex it is.
struct List<'a> {
    vertices: &'a mut Vec<Vertex>,
    letters: &'a mut bool,
    limits: &'a Limits,
}

impl<'de> DeserializeSeed<'de> for List<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for List<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of {\"color\": 0, \"adj\": […]}, one for every vertex")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let mut ends = 0;
        while let Some(Element { vertex, letters }) = list.next_element()? {
            *self.letters |= letters;
            ends += vertex.adj.len();
            self.vertices.push(vertex);
            self.limits
                .check("the board", self.vertices.len() as u128, ends as u128 / 2)
                .map_err(A::Error::custom)?;
        }
        Ok(())
    }
}

pub(super) fn read(text: &[u8], limits: &Limits) -> Result<Option<Board>, InputError> {
    if text.trim_ascii().is_empty() {
        return Ok(None);
    }
    let error = match read_json(text, limits) {
        Ok(board) => return Ok(Some(board)),
        Err(error) => error,
    };
    match python::as_json(text).filter(|json| json != text) {
        Some(json) => read_json(&json, limits).map(Some),
        None => Err(error),
    }
}

fn read_json(text: &[u8], limits: &Limits) -> Result<Board, InputError> {
    if text.trim_ascii_start().starts_with(b"{") {
        return node_link::read(text, limits);
    }
    let mut vertices = Vec::new();
    let mut letters = false;
    let mut json = serde_json::Deserializer::from_slice(text);
    let list = List {
        vertices: &mut vertices,
        letters: &mut letters,
        limits,
    };
    let read = list.deserialize(&mut json);
    let complete = read.is_ok();
    if let Err(error) = read.and_then(|()| json.end()) {
        let mut wrong = syntax_error(&error);
        if complete {
            wrong.message = "found text after the list, expected the end of the file".to_owned();
        } else if text.trim_ascii_start().starts_with(b"[") {
            wrong.message = format!("at vertex {}: {}", vertices.len(), wrong.message);
        }
        return Err(wrong);
    }
    board(vertices, letters, limits)
}

/// What serde found, with the line in its own place.
pub(super) fn syntax_error(error: &serde_json::Error) -> InputError {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = message.strip_suffix(&place).unwrap_or(&message);
    match error.line() {
        0 => InputError::new(message),
        line => InputError::new(message).at_line(line),
    }
}

fn board(mut vertices: Vec<Vertex>, letters: bool, limits: &Limits) -> Result<Board, InputError> {
    let n = vertices.len();
    let mut edges = Vec::new();
    for (v, vertex) in (0u32..).zip(&mut vertices) {
        let place =
            |error: InputError| InputError::new(format!("at vertex {v}: {}", error.message));
        vertex.adj.sort_unstable();
        if let Some(pair) = vertex.adj.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(place(InputError::found(
                format_args!("{} twice in \"adj\"", pair[0]),
                "every neighbour once",
            )));
        }
        for &w in &vertex.adj {
            if w as usize >= n {
                return Err(place(vertex_out_of_range(w, n)));
            }
            if w == v {
                return Err(place(self_loop(&v.to_string())));
            }
            if v < w {
                push_edge(&mut edges, (v, w), limits)?;
            }
        }
    }
    for (v, vertex) in (0u32..).zip(&vertices) {
        for &w in &vertex.adj {
            if vertices[w as usize].adj.binary_search(&v).is_err() {
                return Err(InputError::new(format!(
                    "vertex {v} has {w} in \"adj\", but vertex {w} does not have {v}"
                )));
            }
        }
    }
    let colors: Vec<u32> = vertices.iter().map(|vertex| vertex.color).collect();
    let layout = vertices
        .iter()
        .map(|vertex| Some([vertex.x?, vertex.y?]))
        .collect::<Option<Vec<_>>>();
    let layout = layout.filter(|points| !points.is_empty());
    let placed = vertices.iter().filter(|v| v.x.is_some() && v.y.is_some());
    let remarks = coordinates_ignored(placed.count(), n);
    let names = match letters {
        true => Some(letters::names(n)?),
        false => names(vertices)?,
    };
    Ok(Board {
        names,
        drawn: layout.is_some(),
        layout,
        remarks: remarks.into_iter().collect(),
        colors: Some(colors).filter(|colors| colors.iter().any(|&color| color != 0)),
        ..Board::undirected(Graph::new(n, edges)?)
    })
}

fn names(vertices: Vec<Vertex>) -> Result<Option<Vec<String>>, InputError> {
    if vertices.iter().all(|vertex| vertex.name.is_none()) {
        return Ok(None);
    }
    let names: Vec<String> = (0..)
        .zip(vertices)
        .map(|(v, vertex): (usize, _)| vertex.name.unwrap_or_else(|| v.to_string()))
        .collect();
    let mut seen = HashSet::new();
    match names.iter().find(|&name| !seen.insert(name)) {
        Some(name) => Err(InputError::found(
            format_args!("two vertices with the name {name:?}"),
            "different names",
        )),
        None => Ok(Some(names)),
    }
}

pub(super) fn write(board: &Board, graph: &Graph) -> String {
    let mut out = String::new();
    let layout = finite_layout(board);
    let mut before = "[\n";
    for v in graph.vertices() {
        let i = v as usize;
        let point = layout.map(|points| points[i]);
        let vertex = Vertex {
            name: board.names.as_ref().map(|names| names[i].clone()),
            color: board.colors.as_ref().map_or(0, |colors| colors[i]),
            adj: graph.neighbors(v).to_vec(),
            x: point.map(|[x, _]| x),
            y: point.map(|[_, y]| y),
        };
        out += before;
        out += &serde_json::to_string(&vertex).expect("numbers and texts");
        before = ",\n";
    }
    match graph.vertex_count() {
        0 => "[]\n".to_owned(),
        _ => out + "\n]\n",
    }
}
