//! Adjacency matrices as text: a row a line, `0 1 1`, `0,1,1` or `011`, or as NumPy prints arrays.
//!
//! A matrix that is symmetric is a graph, any other one a digraph.

use super::input::{board_of_lists, line_of, push_edge, quoted};
use super::{HEAD, Looks, Next, begins, lines};
use crate::{Board, InputError, Limits};

/// What stands between entries.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || "[](),;".contains(c)
}

fn entry(word: &str) -> Option<bool> {
    match word.trim_end_matches('0').strip_suffix('.').unwrap_or(word) {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

/// The entries of a row, which may stand side by side.
fn entries(row: &str) -> Result<Vec<bool>, InputError> {
    let mut words = row.split(is_gap).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    if words.next().is_none() && first.bytes().all(|byte| matches!(byte, b'0' | b'1')) {
        return Ok(first.bytes().map(|byte| byte == b'1').collect());
    }
    let words = row.split(is_gap).filter(|word| !word.is_empty());
    let read = words.map(|word| {
        entry(word).ok_or_else(|| match word {
            "..." => InputError::found(
                "\"...\", where NumPy left entries out",
                "all (numpy.set_printoptions(threshold=sys.maxsize) prints them)",
            ),
            word => InputError::found(quoted(word.as_bytes()), "0 or 1"),
        })
    });
    read.collect()
}

/// The rows of a text with the places where they begin: lines, or what ends with a bracket.
fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let end = if text.contains('[') { ']' } else { '\n' };
    let mut at = 0;
    let rows = text.split(end).map(move |row| {
        let begin = at + row.len() - row.trim_start_matches(is_gap).len();
        at += row.len() + 1;
        (begin, row)
    });
    rows.filter(|(_, row)| !row.trim_matches(is_gap).is_empty())
}

/// As many rows as columns, of zeros and ones.
pub(super) fn looks(text: &[u8]) -> Looks {
    let first = super::first(text);
    let numpy = |byte: &u8| byte.is_ascii_digit() || b"[]. ".contains(byte);
    if begins(text, &[b"[["]) && first.iter().all(numpy) && first.contains(&b' ') {
        return Looks::Surely;
    }
    let mut rows: Vec<&[u8]> = lines(text).filter(|line| !line.is_empty()).collect();
    let long = text.len() >= HEAD;
    // The last line of a beginning may be torn.
    if long && rows.len() > 1 {
        rows.pop();
    }
    let rows = rows.into_iter().map(|row| {
        entries(std::str::from_utf8(row).ok()?)
            .ok()
            .map(|row| row.len())
    });
    let Some(rows) = rows.collect::<Option<Vec<usize>>>() else {
        return Looks::No;
    };
    let n = rows.first().copied().unwrap_or_default();
    match (rows.len() == n || long && rows.len() < n)
        && rows
            .iter()
            .take(n.saturating_sub(1))
            .all(|&length| length == n)
    {
        // A short one may be edges.
        true if n > 2 => Looks::Surely,
        true => Looks::Perhaps,
        false => Looks::No,
    }
}

pub(super) fn read(text: &str, limits: &Limits) -> Next {
    let mut list = Vec::new();
    for (at, row) in rows(text) {
        let place = |error: InputError| error.at_line(line_of(text.as_bytes(), at));
        list.push((at, entries(row).map_err(place)?));
        limits
            .check("the matrix", list.len() as u128, 0)
            .map_err(place)?;
    }
    let n = list.len();
    if let Some((at, row)) = list.iter().find(|(_, row)| row.len() != n) {
        let found = format!("{} entries in a row", row.len());
        let error = InputError::found(found, format_args!("{n}, as there are {n} rows"));
        return Err(error.at_line(line_of(text.as_bytes(), *at)));
    }
    match n {
        0 => Ok(None),
        _ => board(list.iter().map(|(_, row)| row.iter().copied()), limits).map(Some),
    }
}

/// The board of a matrix of so many columns as rows.
pub(super) fn board(
    rows: impl ExactSizeIterator<Item = impl Iterator<Item = bool>>,
    limits: &Limits,
) -> Result<Board, InputError> {
    let n = rows.len();
    let mut arcs = Vec::new();
    for (v, row) in (0u32..).zip(rows) {
        for (w, _) in (0u32..).zip(row).filter(|(_, there)| *there) {
            push_edge(&mut arcs, (v, w), limits)?;
        }
    }
    board_of_lists(n, arcs, None, &|v| v.to_string()).map_err(|(_, error)| error)
}
