//! graph6, sparse6 and digraph6, the formats of nauty: one graph a line in
//! printable characters of six bits each.
//!
//! A line begins with `:` for sparse6 and `&` for digraph6, then comes the number
//! of vertices, then bits: the upper triangle of the adjacency matrix by columns
//! (graph6), the whole matrix by rows (digraph6), or a list of edges by their
//! larger end (sparse6).

use super::input::{Lines, push_edge, quoted, repeated_ignored, self_loop};
use super::{Facts, Format, Next, READ_ONLY, unsuitable};
use crate::{Board, Digraph, Graph, InputError, Limits, Shape};

/// The longest line that is read or written, in bytes.
pub(super) const LONGEST_LINE: usize = 1 << 30;

/// What the three formats have in common.
pub(super) const LINES: Facts = Facts {
    holds: "one graph6, sparse6 or digraph6 graph a line",
    read: |input| read_line(&mut input.lines, &input.limits),
    stream: true,
    ..READ_ONLY
};

const HEADERS: [&[u8]; 3] = [b">>graph6<<", b">>sparse6<<", b">>digraph6<<"];

/// The graph on the next line that is not blank.
pub(super) fn read_line(lines: &mut Lines<'_>, limits: &Limits) -> Next {
    while let Some((number, line)) = lines.next()? {
        let mut line = line.trim_ascii();
        if let Some(header) = HEADERS.iter().find(|header| line.starts_with(header)) {
            line = &line[header.len()..];
        }
        if !line.is_empty() {
            let board = parse(line, limits).map_err(|error| error.at_line(number))?;
            return Ok(Some(board));
        }
    }
    Ok(None)
}

/// Is it one graph in graph6, by its length and characters? A long line may be
/// only the beginning.
pub(super) fn looks_like(line: &[u8]) -> bool {
    let fits = |(n, body): (u64, &[u8])| match graph6_length(n) {
        length if body.len() < 500 => body.len() as u64 == length,
        length => body.len() as u64 <= length,
    };
    check_characters(line).is_ok() && size(line).is_ok_and(fits)
}

fn parse(line: &[u8], limits: &Limits) -> Result<Board, InputError> {
    let (kind, text) = match line {
        [kind @ (b':' | b'&'), text @ ..] => (*kind, text),
        [b';', ..] => {
            return Err(InputError::found(
                "incremental sparse6 (a line that begins with \";\")",
                "sparse6 lines that begin with \":\" (nauty's copyg -s writes them)",
            ));
        }
        _ => (b' ', line),
    };
    check_characters(text)?;
    let (n, body) = size(text)?;
    limits.check("the graph", n.into(), 0)?;
    match kind {
        b':' => read_sparse6(n, body, limits),
        b'&' => read_digraph6(n, body, limits),
        _ => read_graph6(n, body, limits),
    }
}

fn check_characters(text: &[u8]) -> Result<(), InputError> {
    match text.iter().position(|byte| !(63..=126).contains(byte)) {
        Some(at) => Err(InputError::found(
            format_args!("{} in {}", quoted(&text[at..=at]), quoted(text)),
            "a graph6 line: the characters \"?\" to \"~\" only",
        )),
        None => Ok(()),
    }
}

/// The number of vertices, and what follows it.
fn size(text: &[u8]) -> Result<(u64, &[u8]), InputError> {
    let (digits, body) = match text {
        [126, 126, rest @ ..] => rest.split_at_checked(6),
        [126, rest @ ..] => rest.split_at_checked(3),
        _ => text.split_at_checked(1),
    }
    .ok_or_else(|| {
        InputError::found(
            format_args!("the end of the line after {}", quoted(text)),
            "a number of vertices",
        )
    })?;
    let n = digits
        .iter()
        .fold(0, |n, &byte| n << 6 | u64::from(byte - 63));
    Ok((n, body))
}

fn graph6_length(n: u64) -> u64 {
    // Sizes have 36 bits, so the number of pairs can have more than 64.
    let pairs = u128::from(n) * u128::from(n.saturating_sub(1)) / 2;
    pairs.div_ceil(6).try_into().unwrap_or(u64::MAX)
}

fn check_length(body: &[u8], wanted: u64, n: u64) -> Result<(), InputError> {
    if body.len() as u64 == wanted {
        return Ok(());
    }
    Err(InputError::found(
        format_args!("{} characters after the size", body.len()),
        format_args!("{wanted} for a graph with {n} vertices"),
    ))
}

/// The places of the bits that are set in a body.
fn ones(body: &[u8]) -> impl Iterator<Item = u64> + '_ {
    (0u64..)
        .zip(body)
        .filter(|&(_, &byte)| byte != 63)
        .flat_map(|(i, &byte)| {
            (0..6)
                .filter(move |bit| (byte - 63) & (32 >> bit) != 0)
                .map(move |bit| 6 * i + bit)
        })
}

fn read_graph6(n: u64, body: &[u8], limits: &Limits) -> Result<Board, InputError> {
    check_length(body, graph6_length(n), n)?;
    let mut edges = Vec::new();
    // Column `b` of the triangle begins at bit `start` and has `b` bits.
    let (mut b, mut start) = (1, 0);
    for at in ones(body) {
        while start + b <= at {
            start += b;
            b += 1;
        }
        if b < n {
            push_edge(&mut edges, ((at - start) as u32, b as u32), limits)?;
        }
    }
    Ok(Board::undirected(Graph::new(n as usize, edges)?))
}

fn read_digraph6(n: u64, body: &[u8], limits: &Limits) -> Result<Board, InputError> {
    check_length(body, (n * n).div_ceil(6), n)?;
    let mut arcs = Vec::new();
    for at in ones(body).take_while(|&at| at < n * n) {
        push_edge(&mut arcs, ((at / n) as u32, (at % n) as u32), limits)?;
    }
    Ok(Board::directed(Digraph::new(n as usize, arcs)?))
}

/// How many bits a vertex takes in sparse6.
fn vertex_bits(n: u64) -> u32 {
    64 - n.saturating_sub(1).leading_zeros()
}

fn read_sparse6(n: u64, body: &[u8], limits: &Limits) -> Result<Board, InputError> {
    let width = vertex_bits(n);
    let mut edges = Vec::new();
    let mut bytes = body.iter();
    let (mut bits, mut held) = (0u64, 0);
    let mut v = 0;
    'units: while v < n {
        while held < width + 1 {
            let Some(byte) = bytes.next() else {
                break 'units;
            };
            bits = bits << 6 | u64::from(byte - 63);
            held += 6;
        }
        held -= width + 1;
        let unit = bits >> held;
        bits &= (1 << held) - 1;
        v += unit >> width;
        let x = unit & ((1 << width) - 1);
        if x > v {
            v = x;
        } else if v < n {
            if x == v {
                return Err(self_loop(&v.to_string()));
            }
            push_edge(&mut edges, (x as u32, v as u32), limits)?;
        }
    }
    let listed = edges.len();
    let mut board = Board::undirected(Graph::new(n as usize, edges)?);
    let repeated = listed - board.edge_count();
    board.remarks.extend(repeated_ignored(repeated));
    Ok(board)
}

fn write_size(out: &mut Vec<u8>, n: u64) {
    let (head, digits): (&[u8], u32) = match n {
        0..=62 => (b"", 1),
        63..=258_047 => (b"~", 3),
        _ => (b"~~", 6),
    };
    out.extend(head);
    out.extend(
        (0..digits)
            .rev()
            .map(|digit| 63 + (n >> (6 * digit) & 63) as u8),
    );
}

/// A line for `n` vertices with these bits set, of so many.
fn matrix(
    n: u64,
    bits: u64,
    ones: impl Iterator<Item = u64>,
    format: Format,
) -> Result<String, InputError> {
    let length = bits.div_ceil(6);
    // A size has at most eight characters.
    if length > LONGEST_LINE as u64 - 8 {
        return Err(unsuitable(
            format,
            format_args!(
                "its matrix would take {length} characters (sparse6 and edge lists are shorter)"
            ),
        ));
    }
    let mut out = match format {
        Format::Digraph6 => vec![b'&'],
        _ => Vec::new(),
    };
    write_size(&mut out, n);
    let head = out.len();
    out.resize(head + length as usize, 63);
    for bit in ones {
        out[head + (bit / 6) as usize] += 32 >> (bit % 6);
    }
    Ok(text(out))
}

fn text(mut line: Vec<u8>) -> String {
    line.push(b'\n');
    String::from_utf8(line).expect("printable characters")
}

pub(super) fn write_graph6(graph: &Graph) -> Result<String, InputError> {
    let n = graph.vertex_count() as u64;
    let edges = graph.edges().map(|(a, b)| (u64::from(a), u64::from(b)));
    let ones = edges.map(|(a, b)| b * (b - 1) / 2 + a);
    matrix(n, n * n.saturating_sub(1) / 2, ones, Format::Graph6)
}

pub(super) fn write_digraph6(shape: &Shape) -> Result<String, InputError> {
    let doubled;
    let digraph = match shape {
        Shape::Directed(digraph) => digraph,
        Shape::Undirected(graph) => {
            doubled = Digraph::from(graph);
            &doubled
        }
    };
    let n = digraph.vertex_count() as u64;
    let ones = digraph.arcs().map(|(a, b)| u64::from(a) * n + u64::from(b));
    matrix(n, n * n, ones, Format::Digraph6)
}

pub(super) fn write_sparse6(graph: &Graph) -> String {
    let n = graph.vertex_count() as u64;
    let width = vertex_bits(n);
    let mut out = vec![b':'];
    write_size(&mut out, n);
    // At most five bits wait here for the sixth.
    let (mut bits, mut held) = (0u64, 0);
    let mut unit = |step: bool, x: u32| {
        bits = (bits << 1 | u64::from(step)) << width | u64::from(x);
        held += width + 1;
        while held >= 6 {
            held -= 6;
            out.push(63 + (bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    };
    let mut v = 0;
    for w in graph.vertices() {
        for &x in graph.neighbors(w).iter().take_while(|&&x| x < w) {
            if w > v + 1 {
                unit(true, w);
                unit(false, x);
            } else {
                unit(w == v + 1, x);
            }
            v = w;
        }
    }
    if held > 0 {
        // Ones pad, but must not look like a self-loop at the last vertex.
        let padding = 6 - held;
        let loop_like = n == 1 << width && u64::from(v) + 2 == n && padding > width;
        let ones = (1 << (padding - u32::from(loop_like))) - 1;
        out.push(63 + (bits << padding | ones) as u8);
    }
    text(out)
}
