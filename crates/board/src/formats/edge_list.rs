//! Edge lists: one edge or arc a line.
//!
//! A line is `a b`, `a,b`, `a-b` or an arc `a -> b`, with a weight such as `2.5` or
//! data in braces after it or not; a vertex alone says that it exists; `#` and `%` begin comments. Vertices are the numbers 0, …, n−1 where
//! every vertex is a number, and otherwise names, numbered as they first appear.
//! A name in double quotes can be anything, with `\"`, `\\`, `\n`, `\r`, `\t` inside.
//!
//! Digraphs of token games come this way with tens of millions of lines, so the
//! usual line, two numbers, has a path of its own that touches every byte once
//! and keeps eight bytes an arc; everything else goes through words.

use super::input::{
    Lines, Names, edge_data_ignored, not_text, plain_number, push_edge, quoted, repeated_ignored,
    self_loop,
};
use super::{Format, pairs, unsuitable};
use crate::{Board, Digraph, Graph, InputError, Limits, Shape};
use std::borrow::Cow;
use std::fmt::Write;

pub(super) fn read(
    lines: &mut Lines<'_>,
    limits: &Limits,
    directed: bool,
) -> Result<Option<Board>, InputError> {
    let mut list = List {
        limits: *limits,
        directed,
        edges: Vec::new(),
        alone: Vec::new(),
        n: 0,
        names: None,
        kind: None,
        bare_word: None,
        with_data: 0,
        decimal: false,
        whole: None,
    };
    while let Some((number, line)) = lines.next()? {
        let result = match two_numbers(line) {
            Some((a, b, arrow)) if list.names.is_none() => list.numbers(a, b, arrow),
            _ => list.words(number, line),
        };
        if let Err(error) = result {
            return Err(error.at_line(number));
        }
    }
    list.into_board()
}

/// The fast path: a line that is two numbers with something between them, and
/// whether that is an arrow.
#[inline]
fn two_numbers(line: &[u8]) -> Option<(u32, u32, bool)> {
    let (a, after) = number(skip_blanks(line))?;
    let joint = skip_blanks(after);
    let blank = joint.len() < after.len();
    let (arrow, rest) = match joint {
        [b'0'..=b'9', ..] if blank => (false, joint),
        [b',', rest @ ..] => (false, skip_blanks(rest)),
        [b'-', b'>', rest @ ..] => (true, skip_blanks(rest)),
        [b'-', rest @ ..] if !blank => (false, rest),
        _ => return None,
    };
    let (b, rest) = number(rest)?;
    skip_blanks(rest).is_empty().then_some((a, b, arrow))
}

#[inline]
fn skip_blanks(mut text: &[u8]) -> &[u8] {
    while let [b' ' | b'\t', rest @ ..] = text {
        text = rest;
    }
    text
}

#[inline]
fn number(text: &[u8]) -> Option<(u32, &[u8])> {
    let mut value = 0u32;
    let mut length = 0;
    while let Some(digit @ b'0'..=b'9') = text.get(length) {
        value = value.wrapping_mul(10).wrapping_add(u32::from(digit - b'0'));
        length += 1;
    }
    // Nine digits always fit; a leading zero makes a name.
    let plain = (1..=9).contains(&length) && (length == 1 || text[0] != b'0');
    plain.then(|| (value, &text[length..]))
}

struct List {
    limits: Limits,
    /// Lines without an arrow are arcs too.
    directed: bool,
    edges: Vec<(u32, u32)>,
    /// Vertices that stand alone, with the number of edges before them.
    alone: Vec<(usize, u32)>,
    /// One more than the largest number.
    n: u32,
    /// Present from the first name on.
    names: Option<Names>,
    /// Have the edges so far been arcs?
    kind: Option<bool>,
    /// The line of a name that stands alone without quotes.
    bare_word: Option<usize>,
    /// How many edges have a weight or other data.
    with_data: usize,
    /// Is one of the weights surely no vertex?
    decimal: bool,
    /// The first line with a whole number behind its edge, and what is wrong
    /// with it unless other lines show that it is a weight.
    whole: Option<(usize, InputError)>,
}

impl List {
    #[inline]
    fn numbers(&mut self, a: u32, b: u32, arrow: bool) -> Result<(), InputError> {
        self.see(a)?;
        self.see(b)?;
        self.edge(a, b, arrow)
    }

    #[inline]
    fn see(&mut self, v: u32) -> Result<(), InputError> {
        if v >= self.n {
            if u64::from(v) >= self.limits.vertices {
                return Err(self.too_large(v));
            }
            self.n = v + 1;
        }
        Ok(())
    }

    fn too_large(&self, v: impl std::fmt::Display) -> InputError {
        InputError::found(
            format_args!("vertex {v}"),
            format_args!(
                "fewer than {} vertices with numbers from 0 (put a name that is a number in quotes)",
                self.limits.vertices
            ),
        )
    }

    #[inline]
    fn edge(&mut self, a: u32, b: u32, arrow: bool) -> Result<(), InputError> {
        if !self.directed {
            if self.kind.is_some_and(|kind| kind != arrow) {
                return Err(mixed(arrow));
            }
            self.kind = Some(arrow);
            if a == b && !arrow {
                let name = self.names.as_ref().map(|names| names.get(a).to_owned());
                return Err(self_loop(&name.unwrap_or_else(|| a.to_string())));
            }
        }
        push_edge(&mut self.edges, (a, b), &self.limits)
    }

    /// Any line.
    fn words(&mut self, number: usize, line: &[u8]) -> Result<(), InputError> {
        let line = std::str::from_utf8(line).map_err(|_| not_text())?;
        let mut ends = Vec::new();
        let Joint { arrow, data } = split(line, &mut ends)?;
        self.with_data += usize::from(data != Data::None);
        self.decimal |= data == Data::Decimal;
        if data == Data::Whole && self.whole.is_none() {
            self.whole = Some((number, not_an_edge(line)));
        }
        if self.names.is_none() && ends.iter().any(Word::is_name) {
            self.switch_to_names()?;
        }
        match &ends[..] {
            [] => Ok(()),
            [end] => {
                let v = self.vertex(end)?;
                if end.is_name() && !end.quoted {
                    self.bare_word.get_or_insert(number);
                }
                if self.alone.len() as u64 >= self.limits.vertices {
                    return Err(InputError::found(
                        format_args!("more than {} vertices", self.limits.vertices),
                        "a smaller board",
                    ));
                }
                self.alone.push((self.edges.len(), v));
                Ok(())
            }
            [a, b] => {
                let (a, b) = (self.vertex(a)?, self.vertex(b)?);
                self.edge(a, b, arrow)
            }
            _ => unreachable!("lines are split into at most two words"),
        }
    }

    fn vertex(&mut self, word: &Word) -> Result<u32, InputError> {
        if let Some(names) = &mut self.names {
            return names.number(&word.text, &self.limits);
        }
        let number = plain_number(word.text.as_bytes()).and_then(|v| v.try_into().ok());
        let v = number.ok_or_else(|| self.too_large(quoted(word.text.as_bytes())))?;
        self.see(v)?;
        Ok(v)
    }

    /// Makes names of the numbers so far, in the order in which they came.
    fn switch_to_names(&mut self) -> Result<(), InputError> {
        let mut names = Names::default();
        let mut alone = self.alone.iter_mut().peekable();
        let mut rename = |v: &mut u32| -> Result<(), InputError> {
            *v = names.number(&v.to_string(), &self.limits)?;
            Ok(())
        };
        for (i, (a, b)) in self.edges.iter_mut().enumerate() {
            while let Some((_, v)) = alone.next_if(|(before, _)| *before <= i) {
                rename(v)?;
            }
            rename(a)?;
            rename(b)?;
        }
        alone.try_for_each(|(_, v)| rename(v))?;
        self.names = Some(names);
        Ok(())
    }

    fn into_board(self) -> Result<Option<Board>, InputError> {
        if self.edges.is_empty() {
            if self.alone.is_empty() {
                return Ok(None);
            }
            if let Some(line) = self.bare_word {
                return Err(InputError::found(
                    "words but no edge",
                    "one edge a line (put isolated vertices in quotes; is it another format, such as graph6?)",
                )
                .at_line(line));
            }
        }
        if let (Some((line, error)), false) = (self.whole, self.decimal) {
            return Err(error.at_line(line));
        }
        let n = self
            .names
            .as_ref()
            .map_or(self.n as usize, |names| names.len());
        drop(self.alone);
        let listed = self.edges.len();
        let board = if self.directed || self.kind == Some(true) {
            Board::directed(Digraph::new(n, self.edges)?)
        } else {
            Board::undirected(Graph::new(n, self.edges)?)
        };
        let repeated = repeated_ignored(listed - board.edge_count());
        let data = edge_data_ignored(self.with_data);
        Ok(Some(Board {
            names: self.names.map(Names::into_vec),
            remarks: repeated.into_iter().chain(data).collect(),
            ..board
        }))
    }
}

#[cold]
fn mixed(arrow: bool) -> InputError {
    let (found, before) = if arrow {
        (
            "an arc with an arrow",
            "edges without, as on the lines before",
        )
    } else {
        (
            "an edge without an arrow",
            "arcs \"a -> b\", as on the lines before",
        )
    };
    InputError::found(found, before)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A vertex as it stands on a line.
struct Word<'a> {
    text: Cow<'a, str>,
    quoted: bool,
}

impl Word<'_> {
    /// Is it other than a number? A leading zero makes a name, so that the text
    /// of a number can be told from its value.
    fn is_name(&self) -> bool {
        let zero = self.text.starts_with('0') && self.text.len() > 1;
        self.quoted || zero || !is_digits(&self.text)
    }
}

/// Characters that do not belong in a name without quotes.
fn is_reserved(c: char) -> bool {
    c.is_control() || "\"{}[]()<>;=".contains(c)
}

/// What stands behind the two vertices of an edge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Data {
    None,
    /// Data in braces.
    Braces,
    /// A number that is no vertex, such as 2.5.
    Decimal,
    /// A whole number: a weight, or a third vertex of something else.
    Whole,
}

/// What a line says beside its vertices.
struct Joint {
    /// Is there an arrow between them?
    arrow: bool,
    data: Data,
}

fn edge_data(text: &str) -> Option<Data> {
    let text = text.strip_prefix(',').unwrap_or(text).trim();
    if text == "{}" {
        return Some(Data::None);
    }
    if text.starts_with('{') {
        return text.ends_with('}').then_some(Data::Braces);
    }
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let ends = matches!(rest.trim_start().chars().next(), None | Some('#' | '%'));
    match () {
        _ if !ends => None,
        _ if is_digits(word) => Some(Data::Whole),
        _ => is_decimal(word.as_bytes()).then_some(Data::Decimal),
    }
}

/// A number other than a whole one without sign.
pub(super) fn is_decimal(word: &[u8]) -> bool {
    let begins = matches!(word, [b'0'..=b'9' | b'+' | b'-' | b'.', ..]);
    std::str::from_utf8(word)
        .is_ok_and(|word| begins && !is_digits(word) && word.parse::<f64>().is_ok())
}

fn not_an_edge(line: &str) -> InputError {
    InputError::found(
        quoted(line.as_bytes()),
        "an edge with two vertices (a weight as 2.0 or {'weight': 2}; lists of neighbours are the format adjlist)",
    )
}

/// Splits a line into vertices.
fn split<'a>(line: &'a str, words: &mut Vec<Word<'a>>) -> Result<Joint, InputError> {
    let bad = || {
        InputError::found(
            quoted(line.as_bytes()),
            "an edge such as 0 1, or a -> b (names with other characters in quotes)",
        )
    };
    // Is there more than blanks between the last word and the next?
    let mut joint = false;
    let mut arrow = false;
    let mut data = Data::None;
    let mut rest = line.trim();
    while !rest.is_empty() && !rest.starts_with(['#', '%']) {
        if words.len() == 2 {
            data = edge_data(rest).ok_or_else(|| not_an_edge(line))?;
            break;
        }
        if let Some(mark) = ["->", ",", "--"]
            .into_iter()
            .find(|mark| rest.starts_with(mark))
        {
            if words.is_empty() || std::mem::replace(&mut joint, true) {
                return Err(bad());
            }
            arrow |= mark == "->";
            rest = rest[mark.len()..].trim_start();
            continue;
        }
        if let Some(text) = rest.strip_prefix('"') {
            let (text, after) = unquote(text).ok_or_else(bad)?;
            words.push(Word { text, quoted: true });
            rest = after;
        } else {
            let end = rest
                .find(|c: char| c.is_whitespace() || c == ',' || c == '"')
                .unwrap_or(rest.len());
            let end = rest[..end].find("->").unwrap_or(end);
            let (text, after) = rest.split_at(end);
            rest = after;
            if text == "-" {
                // A dash with blanks on both sides joins, as any other mark.
                if words.is_empty() || std::mem::replace(&mut joint, true) {
                    return Err(bad());
                }
                rest = rest.trim_start();
                continue;
            }
            if text.contains(is_reserved) || text.starts_with('-') || text.ends_with('-') {
                return Err(bad());
            }
            words.push(Word {
                text: text.into(),
                quoted: false,
            });
        }
        joint = false;
        rest = rest.trim_start();
    }
    if joint {
        return Err(bad());
    }
    // A single word with a dash is an edge.
    if let [word] = &words[..]
        && !word.quoted
        && let Cow::Borrowed(text) = word.text
        && let Some((a, b)) = text.split_once('-')
    {
        let b = b.strip_prefix('-').unwrap_or(b);
        if a.is_empty() || b.is_empty() || b.contains('-') {
            return Err(bad());
        }
        words.clear();
        words.extend([a, b].map(|text| Word {
            text: text.into(),
            quoted: false,
        }));
    }
    Ok(Joint { arrow, data })
}

/// The text up to the closing quote, and what follows it.
fn unquote(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let mut name = String::new();
    let mut chars = text.char_indices();
    while let Some((i, c)) = chars.next() {
        match c {
            '"' => return Some((name.into(), &text[i + 1..])),
            '\\' => name.push(match chars.next()?.1 {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                c @ ('"' | '\\') => c,
                _ => return None,
            }),
            c => name.push(c),
        }
    }
    None
}

pub(super) fn write(board: &Board) -> Result<String, InputError> {
    let mut out = String::new();
    let n = board.vertex_count();
    if n == 0 {
        return Err(unsuitable(Format::EdgeList, "it has no vertices"));
    }
    let (what, joint) = match board.shape {
        Shape::Undirected(_) => ("edges", " "),
        Shape::Directed(_) => ("arcs", " -> "),
    };
    let _ = writeln!(out, "# {n} vertices, {} {what}", board.edge_count());
    let Some(names) = &board.names else {
        let mut isolated = vec![true; n];
        for (a, b) in pairs(&board.shape) {
            isolated[a as usize] = false;
            isolated[b as usize] = false;
        }
        for v in (0..n).filter(|&v| isolated[v]) {
            let _ = writeln!(out, "{v}");
        }
        for (a, b) in pairs(&board.shape) {
            let _ = writeln!(out, "{a}{joint}{b}");
        }
        return Ok(out);
    };
    // Every vertex first, because names are numbered as they appear.
    for name in names {
        let _ = writeln!(out, "{}", quote(name));
    }
    for (a, b) in pairs(&board.shape) {
        let (a, b) = (&names[a as usize], &names[b as usize]);
        let _ = writeln!(out, "{}{joint}{}", bare_or_quoted(a), bare_or_quoted(b));
    }
    Ok(out)
}

fn bare_or_quoted(name: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    if !name.is_empty() && name.chars().all(plain) && !is_digits(name) {
        name.into()
    } else {
        quote(name).into()
    }
}

fn quote(name: &str) -> String {
    let mut text = String::from("\"");
    for c in name.chars() {
        match c {
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '"' | '\\' => text.extend(['\\', c]),
            c => text.push(c),
        }
    }
    text.push('"');
    text
}
