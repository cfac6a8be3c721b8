//! Letter adjacency lists: line after line the neighbours of a, b, …, z, A, …, Z.
//!
//! Every edge is there twice, once from each end. A list that the other end does
//! not confirm is an error, because nothing says which of the two is right.

use super::input::quoted;
use super::{Format, Next, unsuitable};
use crate::{Board, Graph, InputError};
use std::fmt::Write;

const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The number of the vertex that a letter stands for.
pub(super) fn vertex(letter: u8) -> Option<usize> {
    LETTERS.iter().position(|&l| l == letter)
}

fn letter(v: usize) -> char {
    LETTERS[v].into()
}

/// What `n` vertices are called.
pub(super) fn names(n: usize) -> Result<Vec<String>, InputError> {
    if n > LETTERS.len() {
        return Err(InputError::found(
            format_args!("{n} vertices"),
            "at most 52, which is how many letters there are",
        ));
    }
    Ok((0..n).map(|v| letter(v).to_string()).collect())
}

/// The board of a whole file; `None` if there is nothing in it.
pub(super) fn read(text: &[u8]) -> Next {
    if text.is_empty() {
        return Ok(None);
    }
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    // For every vertex its line number, and its neighbours as a bit set.
    let mut rows: Vec<(usize, u64)> = Vec::new();
    for (number, line) in (1..).zip(text.split(|&byte| byte == b'\n')) {
        if line.starts_with(b"#") {
            continue;
        }
        let v = rows.len();
        if v == LETTERS.len() {
            return Err(InputError::found(
                "more than 52 lines",
                "one for each of the letters a to z and A to Z",
            )
            .at_line(number));
        }
        let row = read_row(line, v).map_err(|error| error.at_line(number))?;
        rows.push((number, row));
    }
    let n = rows.len();
    if n == 0 {
        return Ok(None);
    }
    let mut edges = Vec::new();
    for (v, &(number, row)) in rows.iter().enumerate() {
        for w in (0..LETTERS.len()).filter(|w| row >> w & 1 == 1) {
            let (v_name, w_name) = (letter(v), letter(w));
            let Some(&(other_number, other)) = rows.get(w) else {
                return Err(InputError::found(
                    format_args!("{w_name} in the list of {v_name}"),
                    format_args!("letters up to {}, as there are {n} lines", letter(n - 1)),
                )
                .at_line(number));
            };
            if other >> v & 1 == 0 {
                return Err(InputError::new(format!(
                    "{v_name} lists {w_name}, but {w_name} (line {other_number}) does not list {v_name}"
                ))
                .at_line(number));
            }
            edges.push((v as u32, w as u32));
        }
    }
    Ok(Some(Board {
        names: Some(names(n)?),
        ..Board::undirected(Graph::new(n, edges)?)
    }))
}

/// The neighbours of `v` as a bit set.
fn read_row(line: &[u8], v: usize) -> Result<u64, InputError> {
    let mut list = line.trim_ascii();
    if let [first, rest @ ..] = list
        && let [b':', rest @ ..] = rest.trim_ascii_start()
    {
        if vertex(*first) != Some(v) {
            return Err(InputError::found(
                format_args!("the list of {}", quoted(&[*first])),
                format_args!(
                    "that of {}: lists stand in the order a to z, A to Z",
                    letter(v)
                ),
            ));
        }
        list = rest;
    }
    let mut row = 0;
    for word in list.split(|byte| byte.is_ascii_whitespace() || *byte == b',') {
        let w = match word {
            [] => continue,
            [byte] => vertex(*byte),
            _ => None,
        };
        let Some(w) = w else {
            return Err(InputError::found(
                quoted(word),
                "single letters separated by blanks or commas",
            ));
        };
        if w == v {
            return Err(InputError::found(
                format_args!("{} in its own list", letter(v)),
                "a simple graph without self-loops",
            ));
        }
        if row >> w & 1 == 1 {
            return Err(InputError::found(
                format_args!("{} twice in the list of {}", letter(w), letter(v)),
                "every neighbour once",
            ));
        }
        row |= 1 << w;
    }
    Ok(row)
}

pub(super) fn write(graph: &Graph) -> Result<String, InputError> {
    let mut out = String::new();
    let n = graph.vertex_count();
    if n == 0 {
        return Err(unsuitable(Format::Letters, "it has no vertices"));
    }
    if n > LETTERS.len() {
        let reason = format!("it has {n} vertices and there are 52 letters");
        return Err(unsuitable(Format::Letters, reason));
    }
    for v in graph.vertices() {
        let _ = write!(out, "{}:", letter(v as usize));
        for &w in graph.neighbors(v) {
            let _ = write!(out, " {}", letter(w as usize));
        }
        let _ = writeln!(out);
    }
    Ok(out)
}
