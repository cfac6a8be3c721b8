//! GML, the Graph Modelling Language, as networkx, yEd and Gephi write it.
//!
//! A file is keys with values; a value is a number, a text in double quotes, or
//! a list of keys with values in brackets. Of the graph's `node`s the `id`, the
//! `label` (its name, where all have different ones) and coordinates are read, of
//! its `edge`s `source` and `target`; everything else is skipped.

use super::input::{Nodes, line_of, quoted};
use super::{Next, finite_layout, pairs};
use crate::{Board, InputError, Limits, Shape};
use std::borrow::Cow;
use std::fmt::Write;

/// How deep lists may be nested.
const DEEPEST: usize = 100;

/// Does it begin like a GML file: some keys with values, and then `graph [`?
pub(super) fn looks_like(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let mut parser = Parser {
        text: &text,
        rest: &text,
    };
    for _ in 0..20 {
        let Some(key) = parser.key() else {
            return false;
        };
        match parser.value() {
            Ok(Value::Open) => return key == "graph",
            Ok(_) => {}
            Err(_) => return false,
        }
    }
    false
}

enum Value<'a> {
    /// The beginning of a list.
    Open,
    Number(&'a str),
    Text(Cow<'a, str>),
}

impl<'a> Value<'a> {
    /// What stands there, number or text.
    fn plain(self) -> Option<Cow<'a, str>> {
        match self {
            Self::Open => None,
            Self::Number(text) => Some(text.into()),
            Self::Text(text) => Some(text),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Parser<'a> {
    /// Blanks, and lines that begin with `#`.
    fn skip_gap(&mut self) {
        self.rest = self.rest.trim_start();
        while self.rest.starts_with('#') {
            let end = self.rest.find('\n').unwrap_or(self.rest.len());
            self.rest = self.rest[end..].trim_start();
        }
    }

    fn key(&mut self) -> Option<&'a str> {
        self.skip_gap();
        let is_key = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !is_key(c)).unwrap_or(self.rest.len());
        let (key, rest) = self.rest.split_at(end);
        key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            .then(|| {
                self.rest = rest;
                key
            })
    }

    fn value(&mut self) -> Result<Value<'a>, InputError> {
        self.skip_gap();
        if let Some(rest) = self.rest.strip_prefix('[') {
            self.rest = rest;
            return Ok(Value::Open);
        }
        if let Some(text) = self.rest.strip_prefix('"') {
            let Some(end) = text.find('"') else {
                return Err(self.expected("the closing \" of a text"));
            };
            self.rest = &text[end + 1..];
            return Ok(Value::Text(without_entities(&text[..end])));
        }
        let is_number = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
        let end = self.rest.find(|c| !is_number(c)).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(end);
        if number.parse::<f64>().is_err() {
            return Err(self.expected("a number, a text in quotes, or \"[\""));
        }
        self.rest = rest;
        Ok(Value::Number(number))
    }

    /// The next key of a list, or `None` at its end.
    fn next(&mut self) -> Result<Option<&'a str>, InputError> {
        self.skip_gap();
        if let Some(rest) = self.rest.strip_prefix(']') {
            self.rest = rest;
            return Ok(None);
        }
        match self.key() {
            Some(key) => Ok(Some(key)),
            None => Err(self.expected("a key or \"]\"")),
        }
    }

    /// Skips a value that is of no interest.
    fn skip(&mut self) -> Result<(), InputError> {
        let mut depth = 0;
        loop {
            if matches!(self.value()?, Value::Open) {
                depth += 1;
                if depth > DEEPEST {
                    return Err(self.expected("lists that are nested less deeply"));
                }
            }
            loop {
                if depth == 0 {
                    return Ok(());
                }
                if self.next()?.is_some() {
                    break;
                }
                depth -= 1;
            }
        }
    }

    fn open(&mut self, what: &str) -> Result<(), InputError> {
        match self.value()? {
            Value::Open => Ok(()),
            _ => Err(self.here(InputError::found(
                format_args!("{what} without a list"),
                "\"[\"",
            ))),
        }
    }

    fn offset(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    fn here(&self, error: InputError) -> InputError {
        error.at_line(line_of(self.text.as_bytes(), self.offset()))
    }

    fn expected(&self, expected: &str) -> InputError {
        let line = self.rest.lines().next().unwrap_or_default();
        let found = match line.trim_end() {
            "" => "the end of the file".to_owned(),
            line => quoted(line.as_bytes()),
        };
        self.here(InputError::found(found, expected))
    }
}

/// `&quot;`, `&amp;` and characters by number, which is how GML writes what is not ASCII.
fn without_entities(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return text.into();
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.bytes().take(12).position(|byte| byte == b';');
        let character = end.and_then(|end| match &rest[1..end] {
            "quot" => Some('"'),
            "amp" => Some('&'),
            "apos" => Some('\''),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "nbsp" => Some('\u{a0}'),
            entity => {
                let number = entity.strip_prefix('#')?;
                let code = match number.strip_prefix('x') {
                    Some(digits) => u32::from_str_radix(digits, 16),
                    None => number.parse(),
                };
                char::from_u32(code.ok()?)
            }
        });
        match (character, end) {
            (Some(character), Some(end)) => {
                plain.push(character);
                rest = &rest[end + 1..];
            }
            _ => {
                plain.push('&');
                rest = &rest[1..];
            }
        }
    }
    plain.push_str(rest);
    plain.into()
}

pub(super) fn read(text: &str, limits: &Limits) -> Next {
    let mut parser = Parser { text, rest: text };
    parser.skip_gap();
    if parser.rest.is_empty() {
        return Ok(None);
    }
    let mut graph = None;
    loop {
        parser.skip_gap();
        if parser.rest.is_empty() {
            break;
        }
        match parser.key() {
            Some("graph") if graph.is_none() => graph = Some(read_graph(&mut parser, limits)?),
            Some("graph") => {
                return Err(parser.here(InputError::found("a second graph", "only one")));
            }
            Some(_) => parser.skip()?,
            None => return Err(parser.expected("a key, such as graph")),
        }
    }
    match graph {
        Some(nodes) => nodes.into_board(text.as_bytes()).map(Some),
        None => Err(InputError::found(
            "no graph",
            "graph [ node [ … ] edge [ … ] ]",
        )),
    }
}

fn read_graph(parser: &mut Parser<'_>, limits: &Limits) -> Result<Nodes, InputError> {
    let mut nodes = Nodes::new(limits);
    parser.open("graph")?;
    while let Some(key) = parser.next()? {
        match key {
            "directed" => {
                let value = parser.value()?.plain();
                nodes.graph.directed = match value.as_deref() {
                    Some("0") => false,
                    Some("1") => true,
                    _ => return Err(parser.here(InputError::found("directed", "0 or 1 after it"))),
                };
            }
            "node" => node(&mut nodes, parser)?,
            "edge" => edge(&mut nodes, parser)?,
            _ => parser.skip()?,
        }
    }
    Ok(nodes)
}

fn node(nodes: &mut Nodes, parser: &mut Parser<'_>) -> Result<(), InputError> {
    parser.open("node")?;
    let at = parser.offset();
    let text = parser.text;
    let place = |error: InputError| error.at_line(line_of(text.as_bytes(), at));
    let (mut id, mut label) = (None, None);
    let mut point = Vec::new();
    let mut in_graphics = false;
    loop {
        let Some(key) = parser.next()? else {
            if std::mem::take(&mut in_graphics) {
                continue;
            }
            break;
        };
        match key {
            "graphics" if !in_graphics => {
                parser.open("graphics")?;
                in_graphics = true;
            }
            "id" if !in_graphics => id = parser.value()?.plain(),
            "label" if !in_graphics => label = parser.value()?.plain(),
            // A list of numbers is the same key again and again.
            "x" | "y" | "pos" => {
                let value = parser.value()?.plain();
                let number = value.and_then(|text| text.parse::<f64>().ok());
                point.push((key, number));
            }
            _ => parser.skip()?,
        }
    }
    let Some(id) = id else {
        return Err(place(InputError::found(
            "a node without id",
            "id and a number",
        )));
    };
    let label = label.map(Cow::into_owned);
    let v = nodes.node(&id, label, at).map_err(place)?;
    let axis = |name: &str| {
        let named = point.iter().find(|(key, _)| *key == name);
        named.and_then(|&(_, number)| number)
    };
    let listed: Vec<f64> = point
        .iter()
        .filter(|(key, _)| *key == "pos")
        .filter_map(|&(_, number)| number)
        .collect();
    let named = axis("x").zip(axis("y")).map(|(x, y)| [x, y]);
    let place = named.or_else(|| listed.get(..2).map(|pair| [pair[0], pair[1]]));
    nodes.graph.points[v] = place.filter(|place| place.iter().all(|x| x.is_finite()));
    Ok(())
}

fn edge(nodes: &mut Nodes, parser: &mut Parser<'_>) -> Result<(), InputError> {
    parser.open("edge")?;
    let at = parser.offset();
    let text = parser.text;
    let place = |error: InputError| error.at_line(line_of(text.as_bytes(), at));
    let (mut source, mut target) = (None, None);
    while let Some(key) = parser.next()? {
        match key {
            "source" => source = parser.value()?.plain(),
            "target" => target = parser.value()?.plain(),
            _ => {
                nodes.weights += usize::from(key == "weight");
                parser.skip()?;
            }
        }
    }
    let (Some(source), Some(target)) = (source, target) else {
        let error = InputError::found("an edge without source or target", "both");
        return Err(place(error));
    };
    nodes.edge([&source, &target], at).map_err(place)
}

pub(super) fn write(board: &Board) -> String {
    let directed = u8::from(matches!(board.shape, Shape::Directed(_)));
    let mut out = format!("graph [\n  directed {directed}\n");
    let layout = finite_layout(board);
    for v in 0..board.vertex_count() as u32 {
        let _ = write!(out, "  node [ id {v} label \"");
        for c in board.name(v).chars() {
            match c {
                '&' | '"' | '\0'..='\x1f' => {
                    let _ = write!(out, "&#{};", c as u32);
                }
                c => out.push(c),
            }
        }
        out.push('"');
        if let Some([x, y]) = layout.map(|points| points[v as usize]) {
            let _ = write!(out, " graphics [ x {x} y {y} ]");
        }
        out.push_str(" ]\n");
    }
    for (a, b) in pairs(&board.shape) {
        let _ = writeln!(out, "  edge [ source {a} target {b} ]");
    }
    out + "]\n"
}
