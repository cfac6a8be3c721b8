//! DOT, the language of Graphviz, as far as it says what a graph is.
//!
//! Words, strings and comments are small winnow parsers; statements are read by
//! plain functions on top of them, because a message about a wrong statement
//! should say what was expected there. Attributes are skipped except `pos` of a
//! node, which may also be said of all nodes that follow. In strings `\"` is a quote, `\\` a backslash, and a backslash at the end
//! of a line joins it with the next.

use super::input::{Named, line_of, quoted};
use super::{Next, finite_layout, pairs};
use crate::{Board, InputError, Limits, Shape};
use std::borrow::Cow;
use std::fmt::Write;
use winnow::ascii::{digit0, digit1, multispace1};
use winnow::combinator::{alt, not, opt, peek, repeat, terminated};
use winnow::error::EmptyError;
use winnow::prelude::*;
use winnow::token::{one_of, take_till, take_until, take_while};

/// How deep subgraphs may be nested.
const DEEPEST: usize = 100;

type Lexed<T> = Result<T, EmptyError>;

/// Blanks and comments.
fn gap(input: &mut &str) -> Lexed<()> {
    repeat(
        0..,
        alt((
            multispace1.void(),
            (alt(("//", "#")), take_till(0.., '\n')).void(),
            ("/*", take_until(0.., "*/"), "*/").void(),
        )),
    )
    .parse_next(input)
}

fn is_word_start(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || !c.is_ascii()
}

fn is_word(c: char) -> bool {
    is_word_start(c) || c.is_ascii_digit()
}

fn word<'a>(input: &mut &'a str) -> Lexed<&'a str> {
    (one_of(is_word_start), take_while(0.., is_word))
        .take()
        .parse_next(input)
}

fn number<'a>(input: &mut &'a str) -> Lexed<&'a str> {
    let digits = alt(((digit1, opt(('.', digit0))).void(), ('.', digit1).void()));
    terminated((opt('-'), digits).take(), peek(not(one_of(is_word)))).parse_next(input)
}

fn string(input: &mut &str) -> Lexed<String> {
    '"'.parse_next(input)?;
    let mut text = String::new();
    loop {
        text.push_str(take_till(0.., ['"', '\\']).parse_next(input)?);
        if opt('"').parse_next(input)?.is_some() {
            return Ok(text);
        }
        let escaped = alt((
            "\\\"".value("\""),
            "\\\\".value("\\"),
            ("\\", opt('\r'), '\n').value(""),
            "\\".value("\\"),
        ))
        .parse_next(input)?;
        text.push_str(escaped);
    }
}

/// Strings can be joined with `+`.
fn strings(input: &mut &str) -> Lexed<String> {
    let mut text = string(input)?;
    while let Some((_, _, _, more)) = opt((gap, '+', gap, string)).parse_next(input)? {
        text.push_str(&more);
    }
    Ok(text)
}

/// `<…>` with balanced brackets.
fn html<'a>(input: &mut &'a str) -> Lexed<&'a str> {
    let mut depth = 0usize;
    for (i, c) in input.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            let end = if c == '>' { i + 1 } else { 0 };
            let (text, rest) = input.split_at(end);
            *input = rest;
            return if end > 0 { Ok(text) } else { Err(EmptyError) };
        }
    }
    Err(EmptyError)
}

/// A name or value; words without quotes may be keywords.
enum Id<'a> {
    Word(&'a str),
    Text(Cow<'a, str>),
}

impl<'a> Id<'a> {
    fn text(self) -> Cow<'a, str> {
        match self {
            Self::Word(word) => word.into(),
            Self::Text(text) => text,
        }
    }
}

fn id<'a>(input: &mut &'a str) -> Lexed<Id<'a>> {
    alt((
        word.map(Id::Word),
        number.map(|text| Id::Text(text.into())),
        strings.map(|text| Id::Text(text.into())),
        html.map(|text| Id::Text(text.into())),
    ))
    .parse_next(input)
}

/// Does it begin like a DOT file?
pub(super) fn looks_like(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let mut rest = &*text;
    let first = (gap, word).parse_next(&mut rest);
    first.is_ok_and(|(_, word)| {
        let keyword = ["strict", "graph", "digraph"]
            .iter()
            .any(|keyword| keyword.eq_ignore_ascii_case(word));
        keyword && rest.contains('{')
    })
}

/// A DOT file, of which graph after graph is read.
#[derive(Debug)]
pub(super) struct Source {
    text: String,
    at: usize,
}

impl Source {
    pub(super) fn new(text: String) -> Self {
        Self { text, at: 0 }
    }

    pub(super) fn read(&mut self, limits: &Limits) -> Next {
        let mut grammar = Grammar {
            text: &self.text,
            rest: &self.text[self.at..],
            graph: Named::new(false, limits),
            usual: None,
        };
        grammar.skip_gap();
        if grammar.rest.is_empty() {
            return Ok(None);
        }
        grammar.graph()?;
        self.at = self.text.len() - grammar.rest.len();
        grammar.graph.into_board().map(Some)
    }
}

struct Grammar<'a> {
    text: &'a str,
    rest: &'a str,
    graph: Named,
    /// The place of vertices that are new, as `node [pos=…]` says.
    usual: Option<[f64; 2]>,
}

impl<'a> Grammar<'a> {
    fn skip_gap(&mut self) {
        // Always succeeds, because no gap is one too.
        let _ = gap(&mut self.rest);
    }

    /// Says on which line `rest` begins.
    fn here(&self, error: InputError) -> InputError {
        let at = self.text.len() - self.rest.len();
        error.at_line(line_of(self.text.as_bytes(), at))
    }

    fn expected(&self, expected: &str) -> InputError {
        let found = match self.rest.chars().next() {
            None => "the end of the file".to_owned(),
            Some('"') if string(&mut { self.rest }).is_err() => "a string without end".to_owned(),
            Some('<') => "\"<\" without its \">\"".to_owned(),
            Some('/') if self.rest.starts_with("/*") => "a comment without end".to_owned(),
            Some(c) if is_word(c) => {
                let end = self.rest.find(|c| !is_word(c));
                quoted(&self.rest.as_bytes()[..end.unwrap_or(self.rest.len())])
            }
            Some(c) => format!("{:?}", c.to_string()),
        };
        self.here(InputError::found(found, expected))
    }

    fn try_mark(&mut self, mark: &str) -> bool {
        match self.rest.strip_prefix(mark) {
            Some(rest) => {
                self.rest = rest;
                self.skip_gap();
                true
            }
            None => false,
        }
    }

    fn try_id(&mut self) -> Option<Id<'a>> {
        let mut rest = self.rest;
        let id = id(&mut rest).ok()?;
        self.rest = rest;
        self.skip_gap();
        Some(id)
    }

    fn id(&mut self, expected: &str) -> Result<Cow<'a, str>, InputError> {
        match self.try_id() {
            Some(id) => Ok(id.text()),
            None => Err(self.expected(expected)),
        }
    }

    /// Takes one of the keywords, given in lower case.
    fn try_keyword<'k>(&mut self, keywords: &[&'k str]) -> Option<&'k str> {
        let mut rest = self.rest;
        let found = word(&mut rest).ok()?;
        let keyword = keywords.iter().find(|k| k.eq_ignore_ascii_case(found))?;
        self.rest = rest;
        self.skip_gap();
        Some(keyword)
    }

    fn graph(&mut self) -> Result<(), InputError> {
        let strict = self.try_keyword(&["strict"]).is_some();
        self.graph.directed = match self.try_keyword(&["graph", "digraph"]) {
            Some(kind) => kind == "digraph",
            None if strict => return Err(self.expected("\"graph\" or \"digraph\"")),
            None => return Err(self.expected("\"graph\", \"digraph\" or \"strict\"")),
        };
        let named = self.try_id().is_some();
        if !self.try_mark("{") {
            return Err(self.expected(if named { "\"{\"" } else { "a name or \"{\"" }));
        }
        self.statements(0, &mut None)
    }

    /// Statements up to the closing brace. Vertices that they mention are added
    /// to `members`.
    fn statements(
        &mut self,
        depth: usize,
        members: &mut Option<Vec<u32>>,
    ) -> Result<(), InputError> {
        while !self.try_mark("}") {
            if !self.try_mark(";") && !self.try_mark(",") {
                self.statement(depth, members)?;
            }
        }
        Ok(())
    }

    fn statement(
        &mut self,
        depth: usize,
        members: &mut Option<Vec<u32>>,
    ) -> Result<(), InputError> {
        if let Some(kind) = self.try_keyword(&["graph", "node", "edge"]) {
            if !self.rest.starts_with('[') {
                return Err(self.expected("\"[\" and attributes"));
            }
            let place = self.place(kind == "node")?;
            self.usual = place.or(self.usual);
            return Ok(());
        }
        let begin = self.rest;
        if self.try_id().is_some() && self.try_mark("=") {
            self.id("a value")?;
            return Ok(());
        }
        self.rest = begin;
        let (mut tails, single) = match self.try_subgraph(depth)? {
            Some(members) => (members, None),
            None => {
                let v = self.vertex("a statement or \"}\"")?;
                (vec![v], Some(v))
            }
        };
        let mut edges = false;
        loop {
            if let Some(members) = members {
                members.extend_from_slice(&tails);
            }
            let (right, wrong, kind) = match self.graph.directed {
                true => ("->", "--", "a digraph"),
                false => ("--", "->", "an undirected graph"),
            };
            if self.rest.starts_with(wrong) {
                return Err(self.here(InputError::found(
                    format_args!("{wrong:?}"),
                    format_args!("{right:?} in {kind}"),
                )));
            }
            if !self.try_mark(right) {
                break;
            }
            edges = true;
            let heads = match self.try_subgraph(depth)? {
                Some(members) => members,
                None => vec![self.vertex("a vertex or a subgraph")?],
            };
            self.connect(&tails, &heads)?;
            tails = heads;
        }
        let single = single.filter(|_| !edges);
        if let (Some(point), Some(v)) = (self.place(single.is_some())?, single) {
            self.put(v, point);
        }
        Ok(())
    }

    /// Any number of attribute lists: the place that they say, where they are those of nodes.
    fn place(&mut self, of_nodes: bool) -> Result<Option<[f64; 2]>, InputError> {
        let begin = self.rest;
        let pos = self.attributes()?;
        let pos = pos.filter(|pos| of_nodes && !pos.trim().is_empty());
        let Some(pos) = pos else {
            return Ok(None);
        };
        let place = point(&pos);
        if place.is_none() {
            self.rest = begin;
            return Err(self.here(InputError::found(
                format_args!("pos={}", quoted(pos.as_bytes())),
                "two numbers such as pos=\"1.5,2\"",
            )));
        }
        Ok(place)
    }

    fn put(&mut self, v: u32, point: [f64; 2]) {
        let points = &mut self.graph.points;
        points.resize(points.len().max(v as usize + 1), None);
        points[v as usize] = Some(point);
    }

    /// The vertices of a subgraph, if one begins here.
    fn try_subgraph(&mut self, depth: usize) -> Result<Option<Vec<u32>>, InputError> {
        let keyword = self.try_keyword(&["subgraph"]).is_some();
        if keyword {
            self.try_id();
        }
        if !self.rest.starts_with('{') {
            return match keyword {
                true => Err(self.expected("\"{\"")),
                false => Ok(None),
            };
        }
        if depth == DEEPEST {
            return Err(self.here(InputError::found(
                format_args!("more than {DEEPEST} subgraphs inside each other"),
                "fewer",
            )));
        }
        self.try_mark("{");
        let mut members = Some(Vec::new());
        let usual = self.usual;
        self.statements(depth + 1, &mut members)?;
        self.usual = usual;
        let mut members = members.unwrap_or_default();
        members.sort_unstable();
        members.dedup();
        Ok(Some(members))
    }

    /// A vertex, perhaps with a port and a compass point.
    fn vertex(&mut self, expected: &str) -> Result<u32, InputError> {
        let begin = self.rest;
        let name = match self.try_id() {
            Some(Id::Word(word))
                if ["graph", "digraph", "node", "edge", "strict"]
                    .iter()
                    .any(|keyword| keyword.eq_ignore_ascii_case(word)) =>
            {
                self.rest = begin;
                return Err(self.here(InputError::found(
                    format_args!("the keyword {word:?}"),
                    format_args!("{expected} (put such a name in quotes)"),
                )));
            }
            Some(id) => id.text(),
            None => return Err(self.expected(expected)),
        };
        let known = self.graph.names.len();
        let v = self.graph.vertex(&name);
        let v = v.map_err(|error| self.here(error))?;
        if let Some(place) = self.usual.filter(|_| v as usize == known) {
            self.put(v, place);
        }
        for _ in 0..2 {
            if self.try_mark(":") {
                self.id("a port")?;
            }
        }
        Ok(v)
    }

    fn connect(&mut self, tails: &[u32], heads: &[u32]) -> Result<(), InputError> {
        for &a in tails {
            for &b in heads {
                let edge = self.graph.edge(a, b);
                edge.map_err(|error| self.here(error))?;
            }
        }
        Ok(())
    }

    /// Any number of attribute lists; returns the last `pos` in them.
    fn attributes(&mut self) -> Result<Option<Cow<'a, str>>, InputError> {
        let mut pos = None;
        while self.try_mark("[") {
            while !self.try_mark("]") {
                let key = self.id("an attribute or \"]\"")?;
                if self.try_mark("=") {
                    let value = self.id("a value")?;
                    if key == "pos" {
                        pos = Some(value);
                    }
                }
                let _ = self.try_mark(",") || self.try_mark(";");
            }
        }
        Ok(pos)
    }
}

/// Units of length, in points.
const UNITS: [(&str, f64); 5] = [
    ("in", 72.0),
    ("cm", 72.0 / 2.54),
    ("mm", 7.2 / 2.54),
    ("pt", 1.0),
    ("px", 1.0),
];

/// `x,y`, with units or not, and with a third coordinate or an exclamation mark that are skipped.
pub(super) fn point(pos: &str) -> Option<[f64; 2]> {
    let text = pos.trim().trim_end_matches('!');
    let mut numbers = text
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|number| !number.is_empty())
        .map(|text| {
            let unit = UNITS.iter().find(|(name, _)| text.ends_with(name));
            let (name, points) = unit.unwrap_or(&("", 1.0));
            let number = text.strip_suffix(name)?.trim_end().parse::<f64>().ok()?;
            Some(points * number).filter(|x| x.is_finite())
        });
    Some([numbers.next()??, numbers.next()??])
}

pub(super) fn write(board: &Board) -> String {
    let mut out = String::new();
    let (kind, joint) = match board.shape {
        Shape::Undirected(_) => ("graph", "--"),
        Shape::Directed(_) => ("digraph", "->"),
    };
    let ids: Option<Vec<String>> = board
        .names
        .as_ref()
        .map(|names| names.iter().map(|name| quote(name)).collect());
    let id = |v: u32| match &ids {
        Some(ids) => Cow::Borrowed(&*ids[v as usize]),
        None => v.to_string().into(),
    };
    let layout = finite_layout(board);
    let _ = writeln!(out, "{kind} {{");
    for v in 0..board.vertex_count() as u32 {
        let _ = write!(out, "  {}", id(v));
        if let Some([x, y]) = layout.map(|points| points[v as usize]) {
            let _ = write!(out, " [pos=\"{x},{y}!\"]");
        }
        let _ = writeln!(out, ";");
    }
    for (a, b) in pairs(&board.shape) {
        let _ = writeln!(out, "  {} {joint} {};", id(a), id(b));
    }
    let _ = writeln!(out, "}}");
    out
}

fn quote(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}
