//! Boards in JSON, and in the literals of programs, which are read as JSON is.
//!
//! A list has an element for every vertex: `{"color": 0, "adj": [1, 2]}`, or just its neighbours, as
//! numbers or as the letters a to z, A to Z in the order of the list. `color` is 0 (or left out) for
//! an uncoloured vertex. Besides, `name` is read where every vertex has one or some do (others are
//! called by their number), and `x` and `y` as the layout where every vertex has both; they are
//! written where the board has them. Other keys are skipped.
//!
//! Lists of numbers can also be an adjacency matrix, which as lists of neighbours would have
//! self-loops, or a game table, whose last vertex would be none of the list. Tuples can be edges. An
//! object is the matter of `node_link`. A program may be around all this: the value of its one
//! assignment that is a board is read.

use super::input::{Lines, board_of_lists, coordinates_ignored};
use super::{Next, edge_list, finite_layout, game_table, letters, matrix, node_link, python};
use crate::graph::vertex_out_of_range;
use crate::{Board, GameTable, Graph, InputError, Limits, shortened};
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt;

#[derive(Default, Deserialize, Serialize)]
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

/// An entry of a bare list.
#[derive(Deserialize)]
#[serde(untagged, expecting = "the number or the letter of a neighbour")]
enum Entry {
    Number(u32),
    Real(f64),
    Text(String),
    /// Of a game table.
    Several(Vec<u32>),
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(v) => v.fmt(f),
            Self::Real(x) => x.fmt(f),
            Self::Text(text) => write!(f, "{:?}", shortened(text)),
            Self::Several(list) => write!(f, "{list:?}"),
        }
    }
}

/// One element of the list.
enum Element {
    Vertex(Vertex),
    Entries(Vec<Entry>),
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
        Vertex::deserialize(MapAccessDeserializer::new(map)).map(Element::Vertex)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Element, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = list.next_element()? {
            entries.push(entry);
        }
        Ok(Element::Entries(entries))
    }
}

/// Reads the list and keeps what was read before an error, so that the error can
/// say at which vertex it is.
struct List<'a> {
    read: &'a mut Elements,
    limits: &'a Limits,
}

/// Vertices, or lists of neighbours.
#[derive(Default)]
struct Elements {
    vertices: Vec<Vertex>,
    lists: Vec<Vec<Entry>>,
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
        let Elements { vertices, lists } = self.read;
        let mut ends = 0;
        while let Some(element) = list.next_element()? {
            match element {
                Element::Vertex(vertex) if lists.is_empty() => {
                    ends += vertex.adj.len();
                    vertices.push(vertex);
                }
                Element::Entries(list) if vertices.is_empty() => lists.push(list),
                _ => {
                    return Err(A::Error::custom(
                        "found both lists and objects, expected one kind",
                    ));
                }
            }
            let n = vertices.len() + lists.len();
            self.limits
                .check("the board", n as u128, ends as u128 / 2)
                .map_err(A::Error::custom)?;
        }
        Ok(())
    }
}

pub(super) fn read(text: &[u8], limits: &Limits, directed: bool) -> Next {
    if text.trim_ascii().is_empty() {
        return Ok(None);
    }
    let error = match read_json(text, false, limits, directed) {
        Ok(board) => return Ok(Some(board)),
        Err(error) => error,
    };
    if let Some(found) = python::as_json(text) {
        return read_json(&found.json, found.tuples, limits, directed).map(Some);
    }
    match std::str::from_utf8(text) {
        Ok(text) => read_program(text, error, limits, directed).map(Some),
        Err(_) => Err(error),
    }
}

/// The one board to which a program gives a name.
fn read_program(
    text: &str,
    mut error: InputError,
    limits: &Limits,
    directed: bool,
) -> Result<Board, InputError> {
    let (assigned, constants) = python::assigned(text);
    let mut found: Option<(&python::Assigned<'_>, Board)> = None;
    let mut failed = false;
    for one in &assigned {
        match read_json(&one.literal.json, one.literal.tuples, limits, directed) {
            // Programs begin with empty lists.
            Ok(board) if board.edge_count() == 0 && assigned.len() > 1 => {}
            Ok(board) => match &found {
                Some((first, other)) if !other.is_same(&board, directed) => {
                    return Err(InputError::found(
                        format_args!(
                            "two boards that differ, {} (line {}) and {} (line {})",
                            first.name, first.line, one.name, one.line
                        ),
                        "one (leave the other out)",
                    ));
                }
                Some(_) => {}
                None => found = Some((one, board)),
            },
            Err(mut wrong) if !std::mem::replace(&mut failed, true) => {
                wrong.line = Some(wrong.line.unwrap_or(1) + one.line - 1);
                wrong.message = format!("{} is no board: {}", one.name, wrong.message);
                error = wrong;
            }
            Err(_) => {}
        }
    }
    let Some((one, mut board)) = found else {
        return Err(error);
    };
    let whose = format!("read the value of {} on line {}", one.name, one.line);
    board.remarks.insert(0, whose);
    if !constants.is_empty() {
        let beside = constants.join(", ");
        let remark = format!("{beside} beside the board counts for nothing here");
        board.remarks.push(remark);
    }
    Ok(board)
}

/// Reads a value. A list of `tuples` may be one of edges.
fn read_json(
    text: &[u8],
    tuples: bool,
    limits: &Limits,
    directed: bool,
) -> Result<Board, InputError> {
    if text.trim_ascii_start().starts_with(b"{") {
        return node_link::read(text, limits, directed);
    }
    let mut read = Elements::default();
    let mut json = serde_json::Deserializer::from_slice(text);
    let list = List {
        read: &mut read,
        limits,
    };
    let done = list.deserialize(&mut json);
    let complete = done.is_ok();
    if let Err(error) = done.and_then(|()| json.end()) {
        let mut wrong = syntax_error(&error);
        if complete {
            wrong.message = "found text after the list, expected the end of the file".to_owned();
        } else if text.trim_ascii_start().starts_with(b"[") {
            let v = read.vertices.len() + read.lists.len();
            wrong.message = format!("at vertex {v}: {}", wrong.message);
        }
        return Err(wrong);
    }
    let read = match read.lists.is_empty() {
        true => board(read.vertices, None, limits, directed),
        false if tuples => edges_or_bare(read.lists, limits, directed),
        false => bare(&read.lists, limits, directed),
    };
    read.map_err(|(v, error)| match v {
        Some(v) => error.at_line(line_of_element(text, v)),
        None => error,
    })
}

/// What is wrong, and at which element.
type Wrong = (Option<usize>, InputError);

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

/// The line on which an element of a list in JSON begins.
fn line_of_element(text: &[u8], element: usize) -> usize {
    let (mut line, mut depth, mut before, mut in_text) = (1, 0, 0, false);
    let mut bytes = text.iter();
    while let Some(&byte) = bytes.next() {
        match byte {
            b'\n' => line += 1,
            b'\\' if in_text => {
                bytes.next();
            }
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'[' | b'{' => {
                depth += 1;
                if depth == 2 && before == element {
                    break;
                }
            }
            b']' | b'}' => depth -= 1,
            b',' if depth == 1 => before += 1,
            _ => {}
        }
    }
    line
}

/// A board of tuples: edges, as `list(G.edges)` prints them, if not what lists can be as well.
fn edges_or_bare(lists: Vec<Vec<Entry>>, limits: &Limits, directed: bool) -> Result<Board, Wrong> {
    let mut text = String::new();
    for list in &lists {
        let mut line = |end: String| {
            text += &end;
            text.push(' ');
        };
        for (i, entry) in list.iter().enumerate() {
            line(match entry {
                Entry::Text(text) => edge_list::quote(text),
                Entry::Number(weight) if i == 2 => format!("{weight}.0"),
                Entry::Number(v) => v.to_string(),
                Entry::Real(x) => format!("{x:?}"),
                Entry::Several(_) => return bare(&lists, limits, directed),
            });
        }
        text.push('\n');
    }
    let mut reading = edge_list::Reading {
        directed,
        header: Some(false),
        ..edge_list::Reading::default()
    };
    let edges = match lists.iter().all(|list| (2..=3).contains(&list.len())) {
        true => edge_list::read(&mut Lines::new(text.as_bytes()), limits, &mut reading),
        false => return bare(&lists, limits, directed),
    };
    match (edges, bare(&lists, limits, directed)) {
        (Ok(Some(edges)), Ok(other)) if !edges.is_same(&other, directed) => {
            let error = InputError::found(
                "tuples that can be edges and neighbours of every vertex",
                "neighbours in square brackets, or the edges as lines",
            );
            Err((None, error))
        }
        (Ok(Some(edges)), _) => Ok(edges),
        (Err(error), Err(_)) => {
            let element = error.line.map(|line| line - 1);
            Err((element, InputError::new(error.message)))
        }
        (_, other) => other,
    }
}

/// A board of lists without keys: neighbours, a matrix or a table.
fn bare(lists: &[Vec<Entry>], limits: &Limits, directed: bool) -> Result<Board, Wrong> {
    let n = lists.len();
    let any = |is: fn(&Entry) -> bool| lists.iter().flatten().any(is);
    if any(|entry| matches!(entry, Entry::Text(_))) {
        let names = letters::names(n).map_err(|error| (None, error))?;
        let vertices = listed(lists, &|v, entry| {
            let known = match entry {
                Entry::Text(text) => names.iter().position(|name| name == text),
                _ => None,
            };
            known.map(|w| w as u32).ok_or_else(|| {
                format!(
                    "in the list of {}, expected a letter from a to {}, as there are {n} lists",
                    names[v],
                    names[n - 1]
                )
            })
        })?;
        return board(vertices, Some(names), limits, directed);
    }
    if any(|entry| matches!(entry, Entry::Several(_))) {
        return table(lists, limits).map_err(|error| (None, error));
    }
    let is = |entry: &Entry, x: u32| match entry {
        Entry::Number(v) => *v == x,
        Entry::Real(y) => *y == f64::from(x),
        _ => false,
    };
    if lists
        .iter()
        .all(|row| row.len() == n && row.iter().all(|entry| is(entry, 0) || is(entry, 1)))
    {
        let rows = lists.iter().map(|row| row.iter().map(|entry| is(entry, 1)));
        return matrix::board(rows, limits).map_err(|error| (None, error));
    }
    let read = listed(lists, &|v, entry| match entry {
        Entry::Number(w) => Ok(*w),
        _ => Err(format!(
            "in the list of vertex {v}, expected the number of a vertex"
        )),
    })
    .and_then(|vertices| board(vertices, None, limits, directed));
    // The last vertex of a table is none of a list that counts from 0.
    read.or_else(|wrong| table(lists, limits).map_err(|_| wrong))
}

/// Vertices whose neighbours are told by `which`.
fn listed(
    lists: &[Vec<Entry>],
    which: &dyn Fn(usize, &Entry) -> Result<u32, String>,
) -> Result<Vec<Vertex>, Wrong> {
    let vertex = |(v, list): (usize, &Vec<Entry>)| {
        let neighbor = |entry| {
            let which = which(v, entry);
            which.map_err(|why| (Some(v), InputError::new(format!("found {entry} {why}"))))
        };
        let adj = list.iter().map(neighbor).collect::<Result<_, _>>()?;
        Ok(Vertex {
            adj,
            ..Vertex::default()
        })
    };
    lists.iter().enumerate().map(vertex).collect()
}

fn table(lists: &[Vec<Entry>], limits: &Limits) -> Result<Board, InputError> {
    let entry = |entry: &Entry| match entry {
        Entry::Number(v) => Ok(vec![*v]),
        Entry::Several(list) if list.is_empty() => Ok(vec![0]),
        Entry::Several(list) => Ok(list.clone()),
        other => Err(InputError::found(
            other,
            "the number of a vertex, or a list of such",
        )),
    };
    let rows = lists.iter().map(|row| row.iter().map(entry).collect());
    let table: GameTable = rows.collect::<Result<_, _>>()?;
    game_table::board(&table, limits)
}

/// The board of vertices that have numbers, or these names.
fn board(
    mut vertices: Vec<Vertex>,
    named: Option<Vec<String>>,
    limits: &Limits,
    directed: bool,
) -> Result<Board, Wrong> {
    let n = vertices.len();
    let name = |v: u32| {
        named
            .as_ref()
            .map_or(v.to_string(), |names| names[v as usize].clone())
    };
    let mut arcs = Vec::new();
    for (v, vertex) in (0u32..).zip(&mut vertices) {
        vertex.adj.sort_unstable();
        let twice = vertex.adj.windows(2).find(|pair| pair[0] == pair[1]);
        let twice = twice.map(|pair| {
            let found = format!("{} twice among its neighbours", name(pair[0]));
            InputError::found(found, "every neighbour once")
        });
        let far = vertex.adj.iter().find(|&&w| w as usize >= n);
        if let Some(error) = twice.or(far.map(|&w| vertex_out_of_range(w, n))) {
            let message = format!("at vertex {}: {}", name(v), error.message);
            return Err((Some(v as usize), InputError::new(message)));
        }
        arcs.extend(vertex.adj.iter().map(|&w| (v, w)));
    }
    let sizes = limits.check("the board", n as u128, arcs.len() as u128 / 2);
    sizes.map_err(|error| (None, error))?;
    let graph = board_of_lists(n, arcs, Some(directed), &name);
    let graph = graph.map_err(|(v, error)| (Some(v as usize), error))?;
    let colors: Vec<u32> = vertices.iter().map(|vertex| vertex.color).collect();
    let layout = vertices
        .iter()
        .map(|vertex| Some([vertex.x?, vertex.y?]))
        .collect::<Option<Vec<_>>>();
    let layout = layout.filter(|points| !points.is_empty());
    let placed = vertices.iter().filter(|v| v.x.is_some() && v.y.is_some());
    let remarks = coordinates_ignored(placed.count(), n);
    let names = match named {
        Some(names) => Some(names),
        None => names(vertices).map_err(|error| (None, error))?,
    };
    Ok(Board {
        names,
        drawn: layout.is_some(),
        layout,
        remarks: remarks.into_iter().collect(),
        colors: Some(colors).filter(|colors| colors.iter().any(|&color| color != 0)),
        ..graph
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
