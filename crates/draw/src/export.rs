//! State digraphs for other programs: DOT, GraphML and JSON, written position by
//! position, so that millions of them need no more memory than the digraph itself.

use crate::options::StateOptions;
use crate::order::{UNREACHED, layers};
use crate::xml::Escaped;
use outplay_engine::Outcome;
use outplay_games::StateView;
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufWriter, Write};

/// What is written about one position: names with texts, numbers, or nothing.
type Fields = [(&'static str, Value); 7];

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

    fn fields(&self, i: u32) -> Fields {
        let view = self.view;
        let outcome = match view.labels().outcome(i) {
            Outcome::Win => "win",
            Outcome::Lose => "lose",
            Outcome::Draw => "draw",
        };
        let grundy = view.grundy().map(|values| values[i as usize]);
        let layer = Some(self.layers[i as usize]).filter(|&layer| layer != UNREACHED);
        let to_move = &*view.description().sides[view.side_to_move(i)].word;
        [
            ("position", view.position(i).into()),
            ("label", self.options.told(view).label(i).into()),
            ("outcome", outcome.into()),
            ("remoteness", view.labels().remoteness(i).into()),
            ("grundy", grundy.into()),
            ("layer", layer.into()),
            ("to_move", to_move.into()),
        ]
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
        let comma = if i == 0 { "" } else { "," };
        write!(out, "{comma}\n{{\"id\":{i}")?;
        for (name, value) in source.fields(i) {
            write!(out, ",\"{name}\":{value}")?;
        }
        out.write_all(b"}")?;
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

/// A value without the quotes of a text.
fn plain(value: &Value) -> Cow<'_, str> {
    match value {
        Value::String(text) => text.into(),
        other => other.to_string().into(),
    }
}

fn json(text: &str) -> Value {
    Value::from(text)
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
        let fields = source.fields(i);
        let paint = options.told(view).paint(i);
        let mut label = format!("{}\n{}", plain(&fields[0].1), plain(&fields[1].1));
        for (sign, (_, value)) in [(" ", &fields[3]), (" g", &fields[4])] {
            if !value.is_null() {
                label += &format!("{sign}{value}");
            }
        }
        write!(
            out,
            "  {i} [label={}, fillcolor=\"{}\", fontcolor=\"{}\", color=\"{}\"",
            Quoted(&label),
            paint.fill,
            paint.ink,
            paint.border,
        )?;
        for (name, value) in fields.iter().filter(|(_, value)| !value.is_null()) {
            match value.as_str() {
                Some(text) => write!(out, ", {name}={}", Quoted(text))?,
                None => write!(out, ", {name}={value}")?,
            }
        }
        out.write_all(b"];\n")?;
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
        write!(out, r#"<node id="n{i}">"#)?;
        for (key, value) in source
            .fields(i)
            .iter()
            .filter(|(_, value)| !value.is_null())
        {
            let value = plain(value);
            write!(out, r#"<data key="{key}">{}</data>"#, Escaped(&value))?;
        }
        out.write_all(b"</node>\n")?;
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
