//! State digraphs for other programs: DOT, GraphML and JSON, written position by
//! position, so that millions of them need no more memory than the digraph itself.

use crate::options::StateOptions;
use crate::order::{UNREACHED, layers};
use crate::xml::Escaped;
use outplay_engine::Outcome;
use outplay_games::StateView;
use serde_json::Value;
use std::fmt;
use std::io::{self, BufWriter, Write};

/// What is written about one position.
struct Node<'a> {
    position: String,
    label: &'a str,
    outcome: &'static str,
    remoteness: Option<u32>,
    grundy: Option<u32>,
    layer: Option<u32>,
    to_move: &'a str,
}

/// A state digraph with its layers.
struct Source<'a> {
    view: &'a dyn StateView,
    options: &'a StateOptions,
    layers: Vec<u32>,
}

impl<'a> Source<'a> {
    fn new(view: &'a dyn StateView, options: &'a StateOptions) -> Self {
        Self {
            layers: layers(view.digraph(), options.start),
            view,
            options,
        }
    }

    fn node(&self, i: u32) -> Node<'a> {
        let view = self.view;
        let layer = self.layers[i as usize];
        Node {
            position: view.position(i),
            label: self.options.told(view).label(i),
            outcome: match view.labels().outcome(i) {
                Outcome::Win => "win",
                Outcome::Lose => "lose",
                Outcome::Draw => "draw",
            },
            remoteness: view.labels().remoteness(i),
            grundy: view.grundy().map(|values| values[i as usize]),
            layer: (layer != UNREACHED).then_some(layer),
            to_move: &view.description().sides[view.side_to_move(i)].word,
        }
    }

    /// Calls `write` with (from, to, move, winning) for every arc.
    fn for_each_arc(
        &self,
        mut write: impl FnMut(u32, u32, &str, bool) -> io::Result<()>,
    ) -> io::Result<()> {
        let digraph = self.view.digraph();
        for a in digraph.vertices() {
            for (arc, &b) in digraph.arcs_of(a).zip(digraph.successors(a)) {
                let winning = self.view.labels().outcome(b) == Outcome::Lose;
                write(a, b, &self.view.arc_move(arc), winning)?;
            }
        }
        Ok(())
    }
}

/// Writes a state digraph as JSON: `game`, `board`, `positions` and `moves`.
///
/// # Errors
/// Writing failed.
pub fn state_json(view: &dyn StateView, options: &StateOptions, out: impl Write) -> io::Result<()> {
    let source = Source::new(view, options);
    let mut out = BufWriter::new(out);
    write!(
        out,
        r#"{{"game":{},"board":{},"positions":["#,
        json(&view.description().name),
        json(&options.board)
    )?;
    for i in view.digraph().vertices() {
        let node = source.node(i);
        let comma = if i == 0 { "" } else { "," };
        write!(
            out,
            "{comma}\n{{\"id\":{i},\"position\":{},\"label\":{},\"outcome\":{},\"remoteness\":{},\"grundy\":{},\"layer\":{},\"to_move\":{}}}",
            json(&node.position),
            json(node.label),
            json(node.outcome),
            OrNull(node.remoteness),
            OrNull(node.grundy),
            OrNull(node.layer),
            json(node.to_move)
        )?;
    }
    out.write_all(b"\n],\"moves\":[")?;
    let mut comma = "";
    source.for_each_arc(|a, b, mv, winning| {
        write!(
            out,
            "{comma}\n{{\"from\":{a},\"to\":{b},\"move\":{},\"winning\":{winning}}}",
            json(mv)
        )?;
        comma = ",";
        Ok(())
    })?;
    out.write_all(b"\n]}\n")?;
    out.flush()
}

fn json(text: &str) -> Value {
    Value::from(text)
}

/// A number in JSON that may be missing.
struct OrNull(Option<u32>);

impl fmt::Display for OrNull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(number) => number.fmt(f),
            None => f.write_str("null"),
        }
    }
}

/// Writes a state digraph for Graphviz.
///
/// # Errors
/// Writing failed.
pub fn state_dot(view: &dyn StateView, options: &StateOptions, out: impl Write) -> io::Result<()> {
    let source = Source::new(view, options);
    let mut out = BufWriter::new(out);
    writeln!(out, "digraph {} {{", Quoted(&view.description().name))?;
    writeln!(
        out,
        "  label={}; labelloc=t; fontname=\"sans-serif\";",
        Quoted(&options.title(view))
    )?;
    writeln!(
        out,
        "  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\"];"
    )?;
    writeln!(
        out,
        "  edge [color=\"#B4B4B4\", fontname=\"sans-serif\", fontsize=10];"
    )?;
    for i in view.digraph().vertices() {
        let node = source.node(i);
        let paint = options.told(view).paint(i);
        let mut below = node.label.to_owned();
        for (name, value) in [("", node.remoteness), ("g", node.grundy)] {
            if let Some(value) = value {
                below.push_str(&format!(" {name}{value}"));
            }
        }
        write!(
            out,
            "  {i} [label={}, fillcolor=\"{}\", fontcolor=\"{}\", color=\"{}\", position={}, outcome={}",
            Quoted(&format!("{}\n{below}", node.position)),
            paint.fill,
            paint.ink,
            paint.border,
            Quoted(&node.position),
            node.outcome,
        )?;
        for (name, value) in [
            ("remoteness", node.remoteness),
            ("grundy", node.grundy),
            ("layer", node.layer),
        ] {
            if let Some(value) = value {
                write!(out, ", {name}={value}")?;
            }
        }
        writeln!(out, ", to_move={}];", Quoted(node.to_move))?;
    }
    source.for_each_arc(|a, b, mv, winning| {
        let pen = match winning {
            true => ", color=\"#111111\", penwidth=2.5",
            false => "",
        };
        writeln!(
            out,
            "  {a} -> {b} [label={}, winning={winning}{pen}];",
            Quoted(mv)
        )
    })?;
    out.write_all(b"}\n")?;
    out.flush()
}

/// Text in quotes for DOT, where it means itself. Control characters other than
/// line ends become U+FFFD.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                c if c.is_control() => f.write_char('\u{FFFD}')?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}

/// Writes a state digraph as GraphML.
///
/// # Errors
/// Writing failed.
pub fn state_graphml(
    view: &dyn StateView,
    options: &StateOptions,
    out: impl Write,
) -> io::Result<()> {
    let source = Source::new(view, options);
    let mut out = BufWriter::new(out);
    out.write_all(
        br#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"#,
    )?;
    for (on, name, kind) in [
        ("graph", "game", "string"),
        ("graph", "board", "string"),
        ("node", "position", "string"),
        ("node", "label", "string"),
        ("node", "outcome", "string"),
        ("node", "remoteness", "int"),
        ("node", "grundy", "int"),
        ("node", "layer", "int"),
        ("node", "to_move", "string"),
        ("edge", "move", "string"),
        ("edge", "winning", "boolean"),
    ] {
        writeln!(
            out,
            r#"<key id="{name}" for="{on}" attr.name="{name}" attr.type="{kind}"/>"#
        )?;
    }
    writeln!(out, r#"<graph id="states" edgedefault="directed">"#)?;
    for (key, text) in [
        ("game", view.description().name.as_ref()),
        ("board", &options.board),
    ] {
        writeln!(out, r#"<data key="{key}">{}</data>"#, Escaped(text))?;
    }
    for i in view.digraph().vertices() {
        let node = source.node(i);
        write!(
            out,
            r#"<node id="n{i}"><data key="position">{}</data><data key="label">{}</data><data key="outcome">{}</data>"#,
            Escaped(&node.position),
            Escaped(node.label),
            node.outcome
        )?;
        for (key, value) in [
            ("remoteness", node.remoteness),
            ("grundy", node.grundy),
            ("layer", node.layer),
        ] {
            if let Some(value) = value {
                write!(out, r#"<data key="{key}">{value}</data>"#)?;
            }
        }
        writeln!(
            out,
            r#"<data key="to_move">{}</data></node>"#,
            Escaped(node.to_move)
        )?;
    }
    source.for_each_arc(|a, b, mv, winning| {
        writeln!(
            out,
            r#"<edge source="n{a}" target="n{b}"><data key="move">{}</data><data key="winning">{winning}</data></edge>"#,
            Escaped(mv)
        )
    })?;
    out.write_all(b"</graph>\n</graphml>\n")?;
    out.flush()
}
