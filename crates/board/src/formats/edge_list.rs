//! Edge lists: one edge or arc a line.
//!
//! A line is `a b` or `a,b`, an edge `a-b` or an arc `a -> b`, with a weight such as `2.5` or data in
//! braces after it or not; a vertex alone says that it exists; `#` and `%` begin comments. The
//! vertices are those that are named, and nobody else: numbers in their order, where every vertex is
//! a number, and otherwise names, as they first appear. Where nothing is joined, our own first
//! comment tells a digraph from a graph. A name in double quotes can be anything,
//! with `\"`, `\\`, `\n`, `\r`, `\t` inside.
//!
//! The first line can be a header: how many vertices there are, or vertices and edges, where that is
//! true of what follows, or names of columns above numbers. What can be read in two ways that differ is refused,
//! until somebody says which is meant; see [`super::Boards::header`].
//!
//! Digraphs of token games come this way with tens of millions of lines, so the
//! usual line, two numbers, has a path of its own that touches every byte once
//! and keeps eight bytes an arc; everything else goes through words.

use super::input::{
    Lines, Names, distinct, edge_data_ignored, name_by_number, not_text, push_edge, quoted,
    repeated_ignored, self_loop,
};
use super::{Format, Looks, Next, pairs, unsuitable};
use crate::{Board, Digraph, Graph, InputError, Limits, Shape};
use std::borrow::Cow;
use std::fmt::Write;

/// What is said about how a list is to be read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reading {
    /// Lines `a b` are arcs.
    pub(super) directed: bool,
    /// Is the first line a header?
    pub(super) header: Option<bool>,
    /// Was it one?
    pub(super) had_header: bool,
}

/// How our own first line ends where nothing below it could say that it is a digraph.
const NO_ARCS: &str = " vertices, 0 arcs";

/// Nearly any text can be one; our own say so.
pub(super) fn looks(text: &[u8]) -> Looks {
    let own = super::first(text).strip_prefix(b"# ");
    let own = own.is_some_and(|line| line.windows(11).any(|words| words == b" vertices, "));
    match own {
        true => Looks::Surely,
        false => Looks::Perhaps,
    }
}

pub(super) fn read(lines: &mut Lines<'_>, limits: &Limits, reading: &mut Reading) -> Next {
    let mut list = List {
        limits: *limits,
        reading: *reading,
        first: First::Waited,
        edges: Vec::new(),
        alone: Vec::new(),
        names: None,
        kind: None,
        no_arcs: false,
        plain: false,
        both: 0,
        bare_word: None,
        with_data: 0,
        decimal: false,
        whole: None,
    };
    while let Some((number, line)) = lines.next()? {
        let result = match two_numbers(line) {
            Some((a, b, joint)) if list.names.is_none() && list.first.is_settled() => {
                list.edge(a, b, joint)
            }
            _ => list.line(number, line),
        };
        if let Err(error) = result {
            return Err(error.at_line(number));
        }
    }
    let board = list.into_board()?;
    if let Some((_, had_header)) = board {
        reading.had_header = had_header;
    }
    Ok(board.map(|(board, _)| board))
}

/// What stands between two vertices.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joint {
    /// Blanks or a comma: an edge, or an arc in games on digraphs.
    Plain,
    /// A dash: an edge.
    Dash,
    Arrow,
}

/// The fast path: a line that is two numbers with something between them.
#[inline]
fn two_numbers(line: &[u8]) -> Option<(u32, u32, Joint)> {
    let (a, after) = number(skip_blanks(line))?;
    let joint = skip_blanks(after);
    let blank = joint.len() < after.len();
    let (joint, rest) = match joint {
        [b'0'..=b'9', ..] if blank => (Joint::Plain, joint),
        [b',', rest @ ..] => (Joint::Plain, skip_blanks(rest)),
        [b'-', b'>', rest @ ..] => (Joint::Arrow, skip_blanks(rest)),
        [b'-', rest @ ..] if !blank => (Joint::Dash, rest),
        _ => return None,
    };
    let (b, rest) = number(rest)?;
    skip_blanks(rest).is_empty().then_some((a, b, joint))
}

/// A line that is a number alone.
fn one_number(line: &[u8]) -> Option<u32> {
    let (n, rest) = number(skip_blanks(line))?;
    rest.trim_ascii().is_empty().then_some(n)
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

/// The first line that says something, until it is clear whether it is a header.
enum First {
    /// There was none yet.
    Waited,
    /// An edge like the others.
    Edge,
    /// Names of columns, which are left out.
    Columns,
    /// Two numbers on this line: of vertices and edges, or an edge.
    Counts(usize, [u32; 2]),
    /// A number on this line: of vertices, or a vertex that stands alone.
    Count(usize, u32),
    /// Words on this line, which may be names of columns.
    Words(usize, String),
}

impl First {
    #[inline]
    fn is_settled(&self) -> bool {
        !matches!(self, Self::Waited | Self::Words(..))
    }
}

/// Words by which columns of edges are called, in pairs.
const COLUMNS: [[&str; 2]; 6] = [
    ["source", "target"],
    ["from", "to"],
    ["src", "dst"],
    ["src", "dest"],
    ["tail", "head"],
    ["node1", "node2"],
];

struct List {
    limits: Limits,
    reading: Reading,
    first: First,
    edges: Vec<(u32, u32)>,
    /// Vertices that stand alone, with the number of edges before them.
    alone: Vec<(usize, u32)>,
    /// Present from the first name on.
    names: Option<Names>,
    /// Have the edges so far been arcs, in a list that says so itself?
    kind: Option<bool>,
    /// Does a comment of our own say that this is a digraph without arcs?
    no_arcs: bool,
    /// Was a plain line read as an arc?
    plain: bool,
    /// How many edges were put down as two arcs.
    both: usize,
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
    fn edge(&mut self, a: u32, b: u32, joint: Joint) -> Result<(), InputError> {
        if self.reading.directed {
            self.plain |= joint == Joint::Plain;
            if joint == Joint::Dash && a != b {
                self.both += 1;
                push_edge(&mut self.edges, (b, a), &self.limits)?;
            }
        } else {
            let arrow = joint == Joint::Arrow;
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

    /// Any line, also the first.
    fn line(&mut self, number: usize, line: &[u8]) -> Result<(), InputError> {
        let text = std::str::from_utf8(line).map_err(|_| not_text())?;
        if matches!(text.trim().chars().next(), None | Some('#' | '%')) {
            self.no_arcs |= text.starts_with("# ") && text.ends_with(NO_ARCS);
            return Ok(());
        }
        match &mut self.first {
            First::Waited => {
                self.first = self.begin(number, text);
                match self.first {
                    First::Edge if self.reading.header == Some(true) => {
                        let expected = "a header, as was said: how many vertices and edges there \
                                        are, or names of columns";
                        Err(InputError::found(quoted(line), expected))
                    }
                    First::Edge => self.words(number, text),
                    _ => Ok(()),
                }
            }
            First::Words(at, words) => {
                let (at, words) = (*at, std::mem::take(words));
                if self.reading.header == Some(true) || is_above(&words, text) {
                    self.first = First::Columns;
                } else {
                    self.first = First::Edge;
                    self.words(at, &words).map_err(|error| error.at_line(at))?;
                }
                self.words(number, text)
            }
            _ => self.words(number, text),
        }
    }

    /// What the first line may be.
    fn begin(&self, number: usize, text: &str) -> First {
        let wanted = self.reading.header;
        let said = text.split(['#', '%']).next().unwrap_or_default();
        match two_numbers(said.as_bytes()) {
            _ if wanted == Some(false) => First::Edge,
            Some((a, b, Joint::Plain)) => First::Counts(number, [a, b]),
            None if columns(text).is_some() => First::Words(number, text.to_owned()),
            _ => match one_number(said.as_bytes()) {
                Some(n) => First::Count(number, n),
                None => First::Edge,
            },
        }
    }

    /// The edge or vertex that the first line was after all, before any other.
    fn put_first(&mut self) -> Result<(), InputError> {
        if let First::Count(_, n) = self.first {
            self.first = First::Edge;
            self.alone.insert(0, (0, n));
        }
        if let First::Counts(line, [a, b]) = self.first {
            self.first = First::Edge;
            let others = std::mem::take(&mut self.edges);
            self.edge(a, b, Joint::Plain)
                .map_err(|error| error.at_line(line))?;
            let added = self.edges.len();
            self.edges.extend(others);
            self.alone
                .iter_mut()
                .for_each(|(before, _)| *before += added);
        }
        Ok(())
    }

    /// Any line of vertices.
    fn words(&mut self, number: usize, line: &str) -> Result<(), InputError> {
        let mut ends = Vec::new();
        let Parts { joint, data } = split(line, &mut ends)?;
        self.with_data += usize::from(data != Data::None);
        self.decimal |= data == Data::Decimal;
        if data == Data::Whole && self.whole.is_none() {
            self.whole = Some((number, not_an_edge(line)));
        }
        if self.names.is_none() && ends.iter().any(Word::is_name) {
            if self.reading.header != Some(true) {
                self.put_first()?;
            }
            self.switch_to_names()?;
        }
        match &ends[..] {
            [] => Ok(()),
            [end] => {
                let v = self.vertex(end)?;
                if end.is_name() && !end.quoted && !is_digits(&end.text) {
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
                self.edge(a, b, joint)
            }
            _ => unreachable!("lines are split into at most two words"),
        }
    }

    fn vertex(&mut self, word: &Word) -> Result<u32, InputError> {
        match &mut self.names {
            Some(names) => names.number(&word.text, &self.limits),
            None => {
                let value = number(word.text.as_bytes()).map(|(value, _)| value);
                Ok(value.expect("what is no name is a number"))
            }
        }
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

    /// The board, and whether there was a header.
    fn into_board(mut self) -> Result<Option<(Board, bool)>, InputError> {
        if let First::Words(at, words) = &mut self.first {
            let (at, words) = (*at, std::mem::take(words));
            self.first = First::Edge;
            self.words(at, &words).map_err(|error| error.at_line(at))?;
        }
        let counted = match self.first {
            First::Counts(line, counts) => {
                let counted = self.header(counts);
                let counted = counted.map_err(|error| error.at_line(line))?;
                if !counted {
                    self.put_first()?;
                }
                counted.then_some(counts[0])
            }
            First::Count(line, n) => {
                let counted = self.count(n).map_err(|error| error.at_line(line))?;
                if !counted {
                    self.put_first()?;
                }
                counted.then_some(n)
            }
            _ => None,
        };
        if self.edges.is_empty() && counted.is_none() {
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
        // Below a header a third number can be nothing but a weight.
        let said = counted.is_some() || matches!(self.first, First::Columns);
        if let (Some((line, error)), false) = (self.whole.take(), self.decimal || said) {
            return Err(error.at_line(line));
        }
        let arcs = self.reading.directed
            || self.kind == Some(true)
            || self.no_arcs && self.edges.is_empty();
        let mut remarks = Vec::new();
        let (n, names) = match self.names.take() {
            Some(names) => (names.len(), Some(names.into_vec())),
            None => self.number_vertices(counted, &mut remarks)?,
        };
        match (&self.first, counted) {
            (First::Columns, _) => {
                remarks.insert(0, "the first line was taken as names of columns".to_owned());
            }
            (_, Some(_)) => {
                let what = if arcs { "arcs" } else { "edges" };
                let last = remarks
                    .pop()
                    .unwrap_or_else(|| format!("read {n} vertices"));
                let also = match self.first {
                    First::Count(..) => String::new(),
                    _ => format!(" and that of the {what}"),
                };
                remarks.push(format!(
                    "{last}; the first line was taken as their number{also}"
                ));
            }
            _ => {}
        }
        if self.plain {
            remarks
                .push("lines \"a b\" are arcs from a to b here (\"a - b\" is an edge)".to_owned());
        }
        drop(self.alone);
        let listed = self.edges.len();
        let board = match arcs {
            true => Board::directed(Digraph::new(n, self.edges)?),
            false => Board::undirected(Graph::new(n, self.edges)?),
        };
        remarks.extend(repeated_ignored(listed - board.edge_count()));
        remarks.extend(edge_data_ignored(self.with_data));
        let board = Board {
            names,
            remarks,
            ..board
        };
        Ok(Some((board, said)))
    }

    /// How many lines have an edge.
    fn listed(&self) -> usize {
        self.edges.len() - self.both
    }

    /// The vertices that are named, with every repetition, where they are numbers.
    fn ends(&self) -> impl Iterator<Item = u32> + '_ {
        let ends = self.edges.iter().flat_map(|&(a, b)| [a, b]);
        ends.chain(self.alone.iter().map(|&(_, v)| v))
    }

    /// The least and the largest vertex that is named.
    fn range(&self) -> (u32, u32) {
        self.ends().fold((u32::MAX, 0), |(least, most), v| {
            (least.min(v), most.max(v))
        })
    }

    /// Are the vertices that are named some of `n`, counted from 0 or from 1?
    fn are_among(&self, n: u32) -> bool {
        let (least, most) = self.range();
        let none = self.edges.is_empty() && self.alone.is_empty();
        let named = self.names.as_ref().map(Names::len);
        n > 0
            && (none || most < n || most == n && least > 0)
            && named.is_none_or(|named| named == n as usize)
    }

    /// Does a first line with one number say how many vertices there are?
    fn count(&self, n: u32) -> Result<bool, InputError> {
        let fits = self.are_among(n);
        if self.reading.header == Some(true) {
            return match fits {
                true => Ok(true),
                false => Err(InputError::found(
                    format_args!("vertices up to {} below the first line", self.range().1),
                    format_args!("{n} vertices, as it says"),
                )),
            };
        }
        if !fits || self.edges.is_empty() {
            return Ok(false);
        }
        // A vertex that is named below, as all of them are, may be said alone as well.
        let named = distinct(|| self.ends());
        if named.len() == n as usize && named.last() == Some(&n) {
            return Ok(true);
        }
        Err(InputError::found(
            format_args!("a first line \"{n}\" that can be read in two ways"),
            format_args!(
                "--header yes, if there are {n} vertices, or --header no, if it is a vertex"
            ),
        ))
    }

    /// Does a first line with two numbers say how many vertices and edges follow?
    fn header(&self, [n, m]: [u32; 2]) -> Result<bool, InputError> {
        let most = self.range().1;
        let fits = self.listed() == m as usize && self.are_among(n);
        if self.reading.header == Some(true) {
            return match fits {
                true => Ok(true),
                false => Err(InputError::found(
                    format_args!(
                        "{} edges between vertices up to {most} below the first line",
                        self.listed()
                    ),
                    format_args!("{m} edges between {n} vertices, as it says"),
                )),
            };
        }
        // As an edge the line is odd if it is a loop, says an edge again, or leaves out numbers: of
        // those that vertices have, the last would be named nowhere but in it.
        let again =
            |&(a, b): &(u32, u32)| (a, b) == (n, m) || !self.reading.directed && (b, a) == (n, m);
        let odd = n == m || m > most.max(n) + 1 || self.edges.iter().any(again);
        if !fits || odd || m == 0 {
            return Ok(fits && m > 0);
        }
        let what = if self.reading.directed {
            "arcs"
        } else {
            "edges"
        };
        Err(InputError::found(
            format_args!("a first line \"{n} {m}\" that can be read in two ways"),
            format_args!(
                "--header yes, if there are {n} vertices and {m} {what}, or --header no, if it is one of {} {what}",
                u64::from(m) + 1
            ),
        ))
    }

    /// Gives the vertices numbers from 0: how many there are, and their names, if these are others.
    fn number_vertices(
        &mut self,
        counted: Option<u32>,
        remarks: &mut Vec<String>,
    ) -> Result<(usize, Option<Vec<String>>), InputError> {
        let present = match counted {
            // Who counts from 1 names no 0, and who counts from 0 not the number of vertices.
            Some(n) => {
                self.limits.check("the graph", n.into(), 0)?;
                let from = u32::from(!self.ends().any(|v| v == 0));
                (from..from + n).collect()
            }
            None => distinct(|| self.ends()),
        };
        let n = present.len();
        self.limits.check("the graph", n as u128, 0)?;
        let named = name_by_number(&present, self.edges.iter_mut());
        let names = named.map(|(names, remark)| {
            remarks.push(remark);
            names
        });
        Ok((n, names))
    }
}

/// The words of a line that can be names of columns: at least two, none of them a number.
fn columns(line: &str) -> Option<Vec<&str>> {
    let separator = |c: char| c.is_whitespace() || c == ',' || c == ';';
    let words: Vec<&str> = line
        .split(separator)
        .filter(|word| !word.is_empty())
        .collect();
    let named = |word: &&str| {
        let mut chars = word.chars();
        chars.next().is_some_and(char::is_alphabetic)
            && chars.all(|c| c.is_alphanumeric() || c == '_' || c == '.')
    };
    (words.len() >= 2 && words.iter().all(named)).then_some(words)
}

/// Do words name the columns of the line below them? If that has numbers, or if columns of edges are
/// called so.
fn is_above(words: &str, below: &str) -> bool {
    let mut ends = Vec::new();
    let numbers = match split(below, &mut ends) {
        Ok(_) => ends.len() == 2 && !ends.iter().any(Word::is_name),
        Err(_) => false,
    };
    let words = columns(words).unwrap_or_default();
    let called = |column: &[&str; 2]| {
        let mut both = column.iter().zip(&words);
        both.all(|(name, word)| name.eq_ignore_ascii_case(word))
    };
    numbers || COLUMNS.iter().any(called)
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
    /// Is it other than a number of at most nine digits? A leading zero makes a name, so that the
    /// text of a number can be told from its value.
    fn is_name(&self) -> bool {
        let number = number(self.text.as_bytes()).is_some_and(|(_, rest)| rest.is_empty());
        self.quoted || !number
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
struct Parts {
    joint: Joint,
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
fn split<'a>(line: &'a str, words: &mut Vec<Word<'a>>) -> Result<Parts, InputError> {
    let bad = || {
        InputError::found(
            quoted(line.as_bytes()),
            "an edge such as 0 1, or a -> b (names with other characters in quotes)",
        )
    };
    // Is there more than blanks between the last word and the next?
    let mut joined = false;
    let mut joint = Joint::Plain;
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
            if words.is_empty() || std::mem::replace(&mut joined, true) {
                return Err(bad());
            }
            joint = match mark {
                "->" => Joint::Arrow,
                "--" => Joint::Dash,
                _ => Joint::Plain,
            };
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
                if words.is_empty() || std::mem::replace(&mut joined, true) {
                    return Err(bad());
                }
                joint = Joint::Dash;
                rest = rest.trim_start();
                continue;
            }
            if text.contains(is_reserved) || text.starts_with('-') || text.ends_with(['-', ':']) {
                return Err(bad());
            }
            words.push(Word {
                text: text.into(),
                quoted: false,
            });
        }
        joined = false;
        rest = rest.trim_start();
    }
    if joined {
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
        joint = Joint::Dash;
        words.clear();
        words.extend([a, b].map(|text| Word {
            text: text.into(),
            quoted: false,
        }));
    }
    Ok(Parts { joint, data })
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
        for (a, b) in pairs(&board.shape) {
            let _ = writeln!(out, "{a}{joint}{b}");
        }
        // After the edges, where nobody takes the first of them for a number of vertices.
        for v in (0..n).filter(|&v| isolated[v]) {
            let _ = writeln!(out, "{v}");
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

pub(super) fn quote(name: &str) -> String {
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
