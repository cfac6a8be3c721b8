//! DIMACS `.col` files: `p edge n m`, then `e a b` with vertices from 1.
//!
//! Many of the files in circulation list every edge twice or count them wrongly,
//! so the number of edges in the header is not held against them.

use super::Next;
use super::input::{Lines, plain_number, push_edge, quoted, repeated_ignored, self_loop};
use crate::{Board, Graph, InputError, Limits};
use std::fmt::Write;

pub(super) fn read(lines: &mut Lines<'_>, limits: &Limits) -> Next {
    let mut n = None;
    let mut edges = Vec::new();
    let mut empty = true;
    while let Some((number, line)) = lines.next()? {
        empty &= line.trim_ascii().is_empty();
        read_line(line, &mut n, &mut edges, limits).map_err(|error| error.at_line(number))?;
    }
    match n {
        Some(n) => {
            let listed = edges.len();
            let mut board = Board::undirected(Graph::new(n as usize, edges)?);
            let repeated = listed - board.edge_count();
            board.remarks.extend(repeated_ignored(repeated));
            Ok(Some(board))
        }
        None if empty => Ok(None),
        None => Err(InputError::found(
            "no line that begins with \"p\"",
            "\"p edge VERTICES EDGES\"",
        )),
    }
}

fn read_line(
    line: &[u8],
    n: &mut Option<u64>,
    edges: &mut Vec<(u32, u32)>,
    limits: &Limits,
) -> Result<(), InputError> {
    let mut words = line
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    let Some(kind) = words.next() else {
        return Ok(());
    };
    let mut word = || words.next().unwrap_or_default();
    match kind {
        // Comments, and the vertex weights of some files.
        b"c" | b"n" => return Ok(()),
        b"p" => {
            let (problem, vertices, count) = (word(), word(), word());
            let known = [&b"edge"[..], b"edges", b"col"].contains(&problem);
            let sizes = plain_number(vertices).zip(plain_number(count));
            let (true, Some((vertices, _))) = (known, sizes) else {
                return Err(InputError::found(quoted(line), "\"p edge VERTICES EDGES\""));
            };
            limits.check("the graph", vertices.into(), 0)?;
            if n.replace(vertices).is_some() {
                return Err(InputError::found("a second line \"p\"", "only one"));
            }
        }
        b"e" => {
            let Some(n) = *n else {
                return Err(InputError::found(
                    "an edge before the sizes",
                    "a line \"p edge VERTICES EDGES\" first",
                ));
            };
            let mut end = || {
                let text = word();
                match plain_number(text).filter(|v| (1..=n).contains(v)) {
                    Some(v) => Ok(v as u32 - 1),
                    None if text.is_empty() => Err(InputError::found(
                        quoted(line),
                        "an edge \"e A B\" with two vertices",
                    )),
                    None => Err(InputError::found(
                        format_args!("vertex {}", quoted(text)),
                        format_args!("a vertex from 1 to {n}"),
                    )),
                }
            };
            let (a, b) = (end()?, end()?);
            if a == b {
                return Err(self_loop(&(a + 1).to_string()));
            }
            push_edge(edges, (a, b), limits)?;
        }
        _ => {
            return Err(InputError::found(
                quoted(line),
                "a line that begins with \"c\", \"p\" or \"e\"",
            ));
        }
    }
    match word() {
        [] => Ok(()),
        extra => Err(InputError::found(
            format_args!("{} after {}", quoted(extra), quoted(kind)),
            "the end of the line",
        )),
    }
}

pub(super) fn write(graph: &Graph) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "p edge {} {}",
        graph.vertex_count(),
        graph.edge_count()
    );
    for (a, b) in graph.edges() {
        let _ = writeln!(out, "e {} {}", a + 1, b + 1);
    }
    out
}
