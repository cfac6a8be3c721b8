//! What the readers share: lines without an allocation each, whole texts up to a
//! limit, edges and names under the limits, and how bad input is quoted.

use crate::{Board, Digraph, Graph, InputError, Limits};
use indexmap::IndexSet;
use std::io::{self, Read};
use std::ops::Range;

/// Some editors begin a file with it; it says nothing.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The lines of an input, pieces of one buffer that grows where a line is longer. What kind of input it is
/// matters only when the buffer is filled.
pub(super) struct Lines<'a> {
    input: Box<dyn Read + 'a>,
    buffer: Vec<u8>,
    /// What is read and not yet taken.
    waiting: Range<usize>,
    /// Where the last line began.
    last: usize,
    /// The number of the last line, from 1.
    number: usize,
    /// The longest line that is read.
    pub(super) longest: usize,
}

/// So many bytes are read at a time, unless lines are longer.
const PIECE: usize = 1 << 13;

impl<'a> Lines<'a> {
    pub(super) fn new(input: impl Read + 'a) -> Self {
        Self {
            input: Box::new(input),
            buffer: Vec::new(),
            waiting: 0..0,
            last: 0,
            number: 0,
            longest: usize::MAX - 1,
        }
    }

    /// The beginning of what is not yet taken: so many bytes, if there are.
    pub(super) fn head(&mut self, most: usize) -> Result<&[u8], InputError> {
        while self.waiting.len() < most && self.fill()? {}
        let head = &self.buffer[self.waiting.clone()];
        let head = &head[..head.len().min(most)];
        Ok(head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(head))
    }

    /// The next line, its number from 1 and its text without the end, or `None`
    /// after the last.
    pub(super) fn next(&mut self) -> Result<Option<(usize, &[u8])>, InputError> {
        let mut length = 0;
        let taken = loop {
            let waiting = &self.buffer[self.waiting.clone()];
            let end = memchr::memchr(b'\n', &waiting[length..]);
            length = end.map_or(waiting.len(), |end| length + end);
            if length > self.longest {
                return Err(InputError::found(
                    format_args!("a line of more than {} characters", self.longest),
                    "shorter lines",
                )
                .at_line(self.number + 1));
            }
            if end.is_some() {
                break length + 1;
            }
            if !self.fill()? {
                break length;
            }
        };
        if taken == 0 {
            return Ok(None);
        }
        let line = &self.buffer[self.waiting.start..][..length];
        self.last = self.waiting.start;
        self.waiting.start += taken;
        self.number += 1;
        Ok(Some((self.number, clean(line, self.number))))
    }

    /// Gives the last line back. Nothing was read since.
    pub(super) fn back(&mut self) {
        self.waiting.start = self.last;
        self.number -= 1;
    }

    /// The next byte, for what does not come in lines.
    pub(super) fn byte(&mut self) -> Result<Option<u8>, InputError> {
        if self.waiting.is_empty() && !self.fill()? {
            return Ok(None);
        }
        let byte = self.buffer[self.waiting.start];
        self.waiting.start += 1;
        Ok(Some(byte))
    }

    /// Reads more. False at the end of the input.
    fn fill(&mut self) -> Result<bool, InputError> {
        if self.waiting.start > 0 {
            self.buffer.copy_within(self.waiting.clone(), 0);
            self.waiting = 0..self.waiting.len();
        }
        if self.waiting.end == self.buffer.len() {
            // One byte more than the longest line is enough to refuse it.
            let size = (2 * self.buffer.len()).min(self.longest + 1);
            self.buffer.resize(size.max(PIECE), 0);
        }
        loop {
            match self.input.read(&mut self.buffer[self.waiting.end..]) {
                Ok(read) => {
                    self.waiting.end += read;
                    return Ok(read > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(unreadable(error)),
            }
        }
    }

    /// Everything that is left, if it is not longer than `limit`.
    pub(super) fn rest(&mut self, limit: u64) -> Result<Vec<u8>, InputError> {
        let mut bytes = self.buffer[self.waiting.clone()].to_vec();
        self.waiting = 0..0;
        let more = (limit + 1).saturating_sub(bytes.len() as u64);
        let read = self.input.by_ref().take(more).read_to_end(&mut bytes);
        read.map_err(unreadable)?;
        if bytes.len() as u64 > limit {
            return Err(InputError::found(
                format_args!("a file of more than {limit} bytes"),
                "a smaller one",
            ));
        }
        if bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(bytes)
    }

    /// Everything that is left as text.
    pub(super) fn rest_as_text(&mut self, limits: &Limits) -> Result<String, InputError> {
        String::from_utf8(self.rest(text_limit(limits))?).map_err(|error| {
            let good = error.utf8_error().valid_up_to();
            not_text().at_line(line_of(error.as_bytes(), good))
        })
    }
}

/// How long a text may be that is read in one piece, generous for the largest
/// board and never beyond a gigabyte.
pub(super) fn text_limit(limits: &Limits) -> u64 {
    limits
        .vertices
        .saturating_add(limits.edges)
        .saturating_mul(256)
        .clamp(1 << 16, 1 << 30)
}

fn unreadable(error: io::Error) -> InputError {
    if error.kind() == io::ErrorKind::IsADirectory {
        return InputError::found("a folder", "a file");
    }
    InputError::new(format!("cannot be read: {error}"))
}

fn clean(line: &[u8], number: usize) -> &[u8] {
    let line = match number {
        1 => line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line),
        _ => line,
    };
    line.strip_suffix(b"\r").unwrap_or(line)
}

pub(super) fn not_text() -> InputError {
    InputError::found("bytes that are not text", "UTF-8 text")
}

/// The line, from 1, of the byte at `offset`.
pub(super) fn line_of(text: &[u8], offset: usize) -> usize {
    1 + memchr::memchr_iter(b'\n', &text[..offset.min(text.len())]).count()
}

/// Bad input in quotes, cut short.
pub(super) fn quoted(bytes: &[u8]) -> String {
    const LONGEST: usize = 40;
    let head = &bytes[..bytes.len().min(4 * LONGEST)];
    let text = String::from_utf8_lossy(head);
    if text.chars().count() <= LONGEST && head.len() == bytes.len() {
        return format!("{text:?}");
    }
    let cut: String = text.chars().take(LONGEST).collect();
    format!("{:?}…", cut)
}

/// Adds an edge or arc unless the limit is reached.
#[inline]
pub(super) fn push_edge(
    edges: &mut Vec<(u32, u32)>,
    edge: (u32, u32),
    limits: &Limits,
) -> Result<(), InputError> {
    if edges.len() as u64 >= limits.edges {
        return Err(InputError::found(
            format_args!("more than {} edges", limits.edges),
            "a smaller board",
        ));
    }
    edges.push(edge);
    Ok(())
}

pub(crate) fn self_loop(name: &str) -> InputError {
    InputError::found(
        format_args!("a self-loop at vertex {name}"),
        "a simple graph without self-loops",
    )
}

/// A remark on edges that were listed before.
pub(crate) fn repeated_ignored(count: usize) -> Option<String> {
    (count > 0)
        .then(|| format!("edges that are listed more than once count once ({count} left out)"))
}

/// A remark on weights, which a board has no place for.
pub(super) fn weights_ignored(count: usize) -> Option<String> {
    (count > 0).then(|| format!("weights are ignored ({count} edges have one)"))
}

/// A remark on coordinates that only some vertices have.
pub(super) fn coordinates_ignored(placed: usize, vertices: usize) -> Option<String> {
    let some = (1..vertices).contains(&placed);
    some.then(|| {
        format!("coordinates are ignored: {placed} of {vertices} vertices have some, expected all")
    })
}

/// A remark on what else stands on the line of an edge.
pub(super) fn edge_data_ignored(count: usize) -> Option<String> {
    (count > 0)
        .then(|| format!("weights and other data of edges are ignored ({count} edges have some)"))
}

/// The numbers that occur, in order. In a list of so many numbers a row of bits up to the largest
/// costs less than sorting, unless they are few and large.
pub(crate) fn distinct<I: Iterator<Item = u32>>(ends: impl Fn() -> I) -> Vec<u32> {
    let (count, most) = ends().fold((0, 0), |(count, most), v| (count + 1, v.max(most)));
    if most as usize / 64 > 4 * count {
        let mut list: Vec<u32> = ends().collect();
        list.sort_unstable();
        list.dedup();
        return list;
    }
    let mut bits = vec![0u64; most as usize / 64 + 1];
    ends().for_each(|v| bits[v as usize / 64] |= 1 << (v % 64));
    let there = |&v: &u32| bits[v as usize / 64] >> (v % 64) & 1 == 1;
    match count {
        0 => Vec::new(),
        _ => (0..=most).filter(there).collect(),
    }
}

/// Gives vertices that are known by these numbers, in order, numbers from 0, and says so: their
/// names and a remark. Nothing where they have just these numbers.
pub(crate) fn name_by_number<'a>(
    present: &[u32],
    edges: impl Iterator<Item = &'a mut (u32, u32)>,
) -> Option<(Vec<String>, String)> {
    let (n, first, last) = (present.len(), *present.first()?, *present.last()?);
    if last as usize == n - 1 {
        return None;
    }
    let packed = (last - first) as usize == n - 1;
    let place = |v: u32| match packed {
        true => v - first,
        false => present.partition_point(|&w| w < v) as u32,
    };
    for (a, b) in edges {
        (*a, *b) = (place(*a), place(*b));
    }
    let remark = match packed {
        _ if n == 1 => format!("read 1 vertex, named {first}"),
        true => format!("read {n} vertices, named {first} to {last}"),
        false => format!("read {n} vertices, named by their numbers, {first} to {last}"),
    };
    let names = present.iter().map(u32::to_string).collect();
    Some((names, remark))
}

/// The board of lists of neighbours: a graph, if all list each other. `directed` says whether it must
/// be one or may be a digraph with loops; without it, lists that differ make a digraph. What is
/// wrong comes with its vertex.
pub(super) fn board_of_lists(
    n: usize,
    mut arcs: Vec<(u32, u32)>,
    directed: Option<bool>,
    name: &dyn Fn(u32) -> String,
) -> Result<Board, (u32, InputError)> {
    arcs.sort_unstable();
    let one_way = |&&(v, w): &&(u32, u32)| arcs.binary_search(&(w, v)).is_err();
    let one_way = arcs.iter().find(one_way);
    let looped = arcs.iter().find(|(v, w)| v == w);
    let is_digraph = match directed {
        Some(true) => one_way.or(looped).is_some(),
        Some(false) => false,
        None => one_way.is_some(),
    };
    let of = |v: u32| move |error| (v, error);
    match (one_way, looped) {
        _ if is_digraph => Ok(Board::directed(Digraph::new(n, arcs).map_err(of(0))?)),
        (_, Some(&(v, _))) => Err((v, self_loop(&name(v)))),
        (Some(&(v, w)), _) => {
            let (a, b) = (name(v), name(w));
            let message = format!("vertex {a} lists {b}, but vertex {b} does not list {a}");
            Err((v, InputError::new(message)))
        }
        (None, None) => {
            arcs.retain(|(v, w)| v < w);
            Ok(Board::undirected(Graph::new(n, arcs).map_err(of(0))?))
        }
    }
}

/// The names of vertices in the order in which a file has them.
#[derive(Debug, Default)]
pub(super) struct Names(IndexSet<String>);

impl Names {
    /// The number of the vertex with this name, which is new or known.
    pub(super) fn number(&mut self, name: &str, limits: &Limits) -> Result<u32, InputError> {
        if let Some(v) = self.find(name) {
            return Ok(v);
        }
        limits.check("the graph", self.0.len() as u128 + 1, 0)?;
        Ok(self.0.insert_full(name.to_owned()).0 as u32)
    }

    /// The number of the vertex with this name, if it is known.
    pub(super) fn find(&self, name: &str) -> Option<u32> {
        self.0.get_index_of(name).map(|i| i as u32)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn get(&self, v: u32) -> &str {
        &self.0[v as usize]
    }

    pub(super) fn into_vec(self) -> Vec<String> {
        self.0.into_iter().collect()
    }

    /// If the names are exactly the numbers 0, …, n−1 in some order: the number
    /// of every vertex.
    fn as_numbers(&self) -> Option<Vec<u32>> {
        // n different numbers below n are all of them.
        self.0
            .iter()
            .map(|name| plain_number(name.as_bytes()).filter(|&v| v < self.len() as u64))
            .map(|v| v.map(|v| v as u32))
            .collect()
    }
}

/// A number as one writes it, without sign and leading zeros.
pub(super) fn plain_number(text: &[u8]) -> Option<u64> {
    let plain = matches!(text, [b'0'] | [b'1'..=b'9', ..])
        && text.len() <= 18
        && text.iter().all(u8::is_ascii_digit);
    plain.then(|| {
        text.iter()
            .fold(0, |number, digit| 10 * number + u64::from(digit - b'0'))
    })
}

/// A graph whose vertices have names, as most formats have it.
#[derive(Debug)]
pub(super) struct Named {
    limits: Limits,
    pub(super) directed: bool,
    pub(super) names: Names,
    pub(super) edges: Vec<(u32, u32)>,
    /// Coordinates of the vertices, as far as there are any.
    pub(super) points: Vec<Option<[f64; 2]>>,
    pub(super) remarks: Vec<String>,
}

impl Named {
    pub(super) fn new(directed: bool, limits: &Limits) -> Self {
        Self {
            limits: *limits,
            directed,
            names: Names::default(),
            edges: Vec::new(),
            points: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// The number of the vertex with this name, which is new or known.
    pub(super) fn vertex(&mut self, name: &str) -> Result<u32, InputError> {
        self.names.number(name, &self.limits)
    }

    /// Adds an edge or arc.
    pub(super) fn edge(&mut self, a: u32, b: u32) -> Result<(), InputError> {
        match a == b && !self.directed {
            true => Err(self_loop(self.names.get(a))),
            false => push_edge(&mut self.edges, (a, b), &self.limits),
        }
    }

    /// Calls the vertices by their labels, where every one has one that is its own.
    pub(super) fn call(&mut self, labels: &[Option<String>]) -> Result<(), InputError> {
        let mut names = Names::default();
        for label in labels.iter().flatten() {
            names.number(label, &self.limits)?;
        }
        if names.len() == self.names.len() {
            self.names = names;
        } else if names.len() > 0 {
            self.remarks.push(
                "labels are left out: not every vertex has one that is its own, so ids are names"
                    .to_owned(),
            );
        }
        Ok(())
    }

    /// The board. Vertices that are named 0, …, n−1 are those numbers.
    pub(super) fn into_board(mut self) -> Result<Board, InputError> {
        let n = self.names.len();
        self.points.resize(n, None);
        let mut layout: Option<Vec<[f64; 2]>> = self.points.iter().copied().collect();
        layout = layout.filter(|points| !points.is_empty());
        let placed = self.points.iter().flatten().count();
        self.remarks.extend(coordinates_ignored(placed, n));
        let listed = self.edges.len();
        let mut names = None;
        if let Some(numbers) = self.names.as_numbers() {
            for (a, b) in &mut self.edges {
                *a = numbers[*a as usize];
                *b = numbers[*b as usize];
            }
            layout = layout.map(|points| {
                let mut sorted = points.clone();
                for (point, v) in points.into_iter().zip(numbers) {
                    sorted[v as usize] = point;
                }
                sorted
            });
        } else {
            names = Some(self.names.into_vec());
        }
        let board = if self.directed {
            Board::directed(Digraph::new(n, self.edges)?)
        } else {
            Board::undirected(Graph::new(n, self.edges)?)
        };
        self.remarks
            .extend(repeated_ignored(listed - board.edge_count()));
        Ok(Board {
            names,
            drawn: layout.is_some(),
            layout,
            remarks: self.remarks,
            ..board
        })
    }
}

/// Nodes that a file declares by ids, and edges between them, as GML, GraphML and node-link JSON have
/// them.
#[derive(Debug)]
pub(super) struct Nodes {
    pub(super) graph: Named,
    /// Is there a node with this id, or do only edges have it?
    declared: Vec<bool>,
    /// Where it was first met.
    first: Vec<usize>,
    labels: Vec<Option<String>>,
    /// How many edges have a weight.
    pub(super) weights: usize,
}

impl Nodes {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            graph: Named::new(false, limits),
            declared: Vec::new(),
            first: Vec::new(),
            labels: Vec::new(),
            weights: 0,
        }
    }

    fn vertex(&mut self, id: &str, at: usize) -> Result<u32, InputError> {
        let v = self.graph.vertex(id)?;
        let n = self.graph.names.len();
        self.declared.resize(n, false);
        self.first.resize(n, at);
        self.labels.resize(n, None);
        self.graph.points.resize(n, None);
        Ok(v)
    }

    /// A node that begins at a place of the file.
    pub(super) fn node(
        &mut self,
        id: &str,
        label: Option<String>,
        at: usize,
    ) -> Result<usize, InputError> {
        let v = self.vertex(id, at)? as usize;
        if std::mem::replace(&mut self.declared[v], true) {
            let found = format!("a second node {}", quoted(id.as_bytes()));
            return Err(InputError::found(found, "different ids"));
        }
        self.labels[v] = label;
        Ok(v)
    }

    /// An edge that begins at a place of the file; its nodes may come later.
    pub(super) fn edge(&mut self, ends: [&str; 2], at: usize) -> Result<(), InputError> {
        let edge = (self.vertex(ends[0], at)?, self.vertex(ends[1], at)?);
        push_edge(&mut self.graph.edges, edge, &self.graph.limits)
    }

    /// The board. `text` is the file, for the line of a place.
    pub(super) fn into_board(mut self, text: &[u8]) -> Result<Board, InputError> {
        let graph = &mut self.graph;
        if let Some(v) = self.declared.iter().position(|&declared| !declared) {
            let id = quoted(graph.names.get(v as u32).as_bytes());
            let error = InputError::found(format_args!("an edge to {id}"), "the id of a node");
            return Err(error.at_line(line_of(text, self.first[v])));
        }
        let looped = graph.edges.iter().find(|(a, b)| a == b);
        if let Some(&(a, _)) = looped.filter(|_| !graph.directed) {
            return Err(self_loop(graph.names.get(a)));
        }
        graph.call(&self.labels)?;
        graph.remarks.extend(weights_ignored(self.weights));
        self.graph.into_board()
    }
}
