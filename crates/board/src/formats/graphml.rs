//! GraphML: the graph of a file, with node data named `x` and `y` as its layout; and GEXF, which
//! has the same nodes and edges one level deeper, labels, and a position.
//!
//! Entities that a file declares are never expanded, and nothing outside the file
//! is looked up. Graphs inside nodes, hyperedges, and files with several graphs
//! are refused, since a board has no place for them. The y axis points up.

use super::dot::point;
use super::input::{Nodes, line_of, quoted, self_loop};
use super::{Format, Next, finite_layout, pairs, unsuitable};
use crate::{Board, InputError, Limits, Shape};
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::collections::HashMap;
use std::fmt::Write;

/// An element that is open.
#[derive(Clone, Copy, PartialEq)]
enum Open {
    Root,
    Graph,
    Node(u32),
    /// A coordinate (0 = x, 1 = y) of a node, or both (`BOTH`).
    Coordinate(u32, usize),
    Other,
}

/// Where a data key stands for both coordinates, as networkx writes its layouts.
const BOTH: usize = 2;

struct Document {
    open: Vec<Open>,
    nodes: Nodes,
    /// The `edgedefault` of the graph, once it has begun.
    default: Option<bool>,
    /// Whether the edges so far are directed.
    directed: Option<bool>,
    /// Which coordinate a data key stands for.
    keys: HashMap<String, usize>,
    coordinates: Vec<[Option<f64>; 2]>,
    text: String,
}

pub(super) fn read(text: &str, limits: &Limits) -> Next {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let mut document = Document {
        open: Vec::new(),
        nodes: Nodes::new(limits),
        default: None,
        directed: None,
        keys: HashMap::new(),
        coordinates: Vec::new(),
        text: String::new(),
    };
    let line = |at: usize| line_of(text.as_bytes(), at);
    loop {
        let begin = reader.buffer_position() as usize;
        let event = reader.read_event().map_err(|error| {
            InputError::new(format!("not well-formed XML: {error}"))
                .at_line(line(reader.error_position() as usize))
        })?;
        if event == Event::Eof {
            break;
        }
        document
            .event(event, begin)
            .map_err(|error| error.at_line(line(begin)))?;
    }
    if !document.open.is_empty() {
        return Err(
            InputError::found("the end of the file inside an element", "its closing tag")
                .at_line(line(text.len())),
        );
    }
    let Some(default) = document.default else {
        return Err(InputError::found(
            "no graph",
            "GraphML: <graphml> with a <graph> inside",
        ));
    };
    let mut nodes = document.nodes;
    nodes.graph.directed = document.directed.unwrap_or(default);
    for (point, [x, y]) in nodes.graph.points.iter_mut().zip(document.coordinates) {
        *point = x.zip(y).map(|(x, y)| [x, y]);
    }
    nodes.into_board(text.as_bytes()).map(Some)
}

impl Document {
    fn event(&mut self, event: Event<'_>, at: usize) -> Result<(), InputError> {
        let in_coordinate = matches!(self.open.last(), Some(Open::Coordinate(..)));
        match event {
            Event::Start(tag) => {
                let open = self.start(&tag, at)?;
                self.open.push(open);
            }
            Event::End(_) => {
                if let Some(Open::Coordinate(v, axis)) = self.open.pop() {
                    self.coordinate(v, axis)?;
                }
            }
            Event::Text(text) if in_coordinate => self.text.push_str(&text.xml10_content()),
            Event::CData(text) if in_coordinate => self.text.push_str(&text.xml10_content()),
            Event::GeneralRef(_) if in_coordinate => {
                return Err(InputError::found("an entity", "a number as coordinate"));
            }
            _ => {}
        }
        Ok(())
    }

    fn start(&mut self, tag: &BytesStart<'_>, at: usize) -> Result<Open, InputError> {
        let parent = self.open.last().copied();
        let name = tag.local_name();
        Ok(match (parent, name.as_ref()) {
            (None, "graphml" | "gexf") => Open::Root,
            (Some(Open::Graph), "nodes" | "edges") => Open::Graph,
            (None, other) => {
                return Err(InputError::found(
                    format_args!("<{}>", other.escape_debug()),
                    "<graphml> as the outermost element",
                ));
            }
            (Some(Open::Root), "key") => {
                self.key(tag)?;
                Open::Other
            }
            (Some(Open::Root), "graph") => {
                let [default, gexf] = attributes(tag, ["edgedefault", "defaultedgetype"])?;
                let default = match default.or(gexf).as_deref() {
                    Some("directed") => true,
                    Some("undirected") | None => false,
                    Some(other) => {
                        return Err(InputError::found(
                            format_args!("edgedefault={}", quoted(other.as_bytes())),
                            "\"directed\" or \"undirected\"",
                        ));
                    }
                };
                if self.default.replace(default).is_some() {
                    return Err(InputError::found("a second graph", "one graph in the file"));
                }
                Open::Graph
            }
            (Some(Open::Graph), "node") => Open::Node(self.node(tag, at)?),
            (Some(Open::Graph), "edge") => {
                self.edge(tag, at)?;
                Open::Other
            }
            (Some(Open::Graph), "hyperedge") => {
                return Err(InputError::found("a hyperedge", "edges between two nodes"));
            }
            (Some(Open::Node(_) | Open::Graph), "graph") => {
                return Err(InputError::found(
                    "a graph inside a graph",
                    "nodes and edges without nesting",
                ));
            }
            (Some(Open::Node(v)), "position") => {
                let place = attributes(tag, ["x", "y"])?;
                let place = place.map(|x| {
                    x.and_then(|x| x.parse().ok())
                        .filter(|x: &f64| x.is_finite())
                });
                self.coordinates[v as usize] = place;
                Open::Other
            }
            // Of yEd, which names the upper left corner of a shape, and lets y grow downwards.
            (Some(_), "Geometry") => {
                let sides = attributes(tag, ["x", "y", "width", "height"])?;
                let [x, y, width, height] = sides.map(|side| side?.parse::<f64>().ok());
                let node = self.open.iter().rev().find_map(|open| match open {
                    Open::Node(v) => Some(*v as usize),
                    _ => None,
                });
                if let (Some(v), Some(x), Some(y)) = (node, x, y) {
                    let place = [
                        x + width.unwrap_or(0.0) / 2.0,
                        -y - height.unwrap_or(0.0) / 2.0,
                    ];
                    if place.iter().all(|x| x.is_finite()) {
                        self.coordinates[v] = place.map(Some);
                    }
                }
                Open::Other
            }
            (Some(Open::Node(v)), "data") => {
                let [key] = attributes(tag, ["key"])?;
                match key.and_then(|key| self.keys.get(&key).copied()) {
                    Some(axis) => {
                        self.text.clear();
                        Open::Coordinate(v, axis)
                    }
                    None => Open::Other,
                }
            }
            _ => Open::Other,
        })
    }

    fn key(&mut self, tag: &BytesStart<'_>) -> Result<(), InputError> {
        let [id, domain, name] = attributes(tag, ["id", "for", "attr.name"])?;
        let for_nodes = matches!(domain.as_deref(), Some("node" | "all") | None);
        let axis = match name.as_deref() {
            Some("x") => 0,
            Some("y") => 1,
            Some("pos") => BOTH,
            _ => return Ok(()),
        };
        if let (true, Some(id)) = (for_nodes, id) {
            self.keys.insert(id, axis);
        }
        Ok(())
    }

    fn node(&mut self, tag: &BytesStart<'_>, at: usize) -> Result<u32, InputError> {
        let [id, label] = attributes(tag, ["id", "label"])?;
        let Some(id) = id else {
            return Err(InputError::found("a node without id", "<node id=\"…\">"));
        };
        let v = self.nodes.node(&id, label, at)?;
        self.coordinates
            .resize(self.nodes.graph.names.len(), [None; 2]);
        Ok(v as u32)
    }

    fn edge(&mut self, tag: &BytesStart<'_>, at: usize) -> Result<(), InputError> {
        let [source, target, directed, gexf, weight] =
            attributes(tag, ["source", "target", "directed", "type", "weight"])?;
        let (Some(source), Some(target)) = (source, target) else {
            return Err(InputError::found(
                "an edge with an end missing",
                "<edge source=\"…\" target=\"…\">",
            ));
        };
        let weight = weight.and_then(|weight| weight.parse::<f64>().ok());
        self.nodes.weights += usize::from(weight.is_some_and(|weight| weight != 1.0));
        let directed = match directed.or(gexf).as_deref() {
            None => self.default == Some(true),
            Some("true" | "1" | "directed") => true,
            Some("false" | "0" | "undirected") => false,
            Some(other) => {
                return Err(InputError::found(
                    format_args!("directed={}", quoted(other.as_bytes())),
                    "\"true\" or \"false\"",
                ));
            }
        };
        if *self.directed.get_or_insert(directed) != directed {
            return Err(InputError::found(
                "both directed and undirected edges",
                "only one kind",
            ));
        }
        if source == target && !directed {
            return Err(self_loop(&source));
        }
        self.nodes.edge([&source, &target], at)
    }

    fn coordinate(&mut self, v: u32, axis: usize) -> Result<(), InputError> {
        let text = self.text.trim();
        if axis == BOTH {
            let brackets = ['(', ')', '[', ']'];
            if let Some(place) = point(text.trim_matches(brackets)) {
                self.coordinates[v as usize] = place.map(Some);
            }
            return Ok(());
        }
        match text.parse::<f64>() {
            Ok(value) if value.is_finite() => {
                self.coordinates[v as usize][axis] = Some(value);
                Ok(())
            }
            _ => Err(InputError::found(
                format_args!("{} as coordinate", quoted(text.as_bytes())),
                "a number",
            )),
        }
    }
}

/// The values of the attributes with the given names.
fn attributes<const N: usize>(
    tag: &BytesStart<'_>,
    names: [&str; N],
) -> Result<[Option<String>; N], InputError> {
    let mut values = [const { None }; N];
    // The library's own check for attributes given twice takes quadratic time.
    for attribute in tag.attributes().with_checks(false) {
        let attribute =
            attribute.map_err(|error| InputError::new(format!("not well-formed XML: {error}")))?;
        if let Some(i) = names
            .iter()
            .position(|&name| attribute.key.as_ref() == name)
        {
            let value = attribute
                .normalized_value_with(XmlVersion::Implicit1_0, 1, resolve_predefined_entity)
                .map_err(|error| InputError::new(format!("not well-formed XML: {error}")))?;
            values[i] = Some(value.into_owned());
        }
    }
    Ok(values)
}

pub(super) fn write(board: &Board) -> Result<String, InputError> {
    let mut out = String::new();
    let ids: Option<Vec<String>> = match &board.names {
        Some(names) => Some(
            names
                .iter()
                .map(|name| escape(name))
                .collect::<Result<_, _>>()?,
        ),
        None => None,
    };
    let id = |v: u32| match &ids {
        Some(ids) => ids[v as usize].clone(),
        None => v.to_string(),
    };
    let layout = finite_layout(board);
    let default = match board.shape {
        Shape::Undirected(_) => "undirected",
        Shape::Directed(_) => "directed",
    };
    let _ = writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    let _ = writeln!(
        out,
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">"
    );
    if layout.is_some() {
        for axis in ["x", "y"] {
            let _ = writeln!(
                out,
                "  <key id=\"{axis}\" for=\"node\" attr.name=\"{axis}\" attr.type=\"double\"/>"
            );
        }
    }
    let _ = writeln!(out, "  <graph edgedefault=\"{default}\">");
    for v in 0..board.vertex_count() as u32 {
        let _ = write!(out, "    <node id=\"{}\"", id(v));
        let _ = match layout.map(|points| points[v as usize]) {
            Some([x, y]) => writeln!(
                out,
                "><data key=\"x\">{x}</data><data key=\"y\">{y}</data></node>"
            ),
            None => writeln!(out, "/>"),
        };
    }
    for (a, b) in pairs(&board.shape) {
        let _ = writeln!(out, "    <edge source=\"{}\" target=\"{}\"/>", id(a), id(b));
    }
    let _ = writeln!(out, "  </graph>\n</graphml>");
    Ok(out)
}

fn escape(name: &str) -> Result<String, InputError> {
    let mut text = String::new();
    for c in name.chars() {
        match c {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            // As they are, they would be read as blanks.
            '\t' | '\n' | '\r' => text.push_str(&format!("&#{};", c as u32)),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => {
                return Err(unsuitable(
                    Format::GraphMl,
                    format!("XML has no way to write the name {name:?}"),
                ));
            }
            c => text.push(c),
        }
    }
    Ok(text)
}
