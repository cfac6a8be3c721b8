//! Adjacency lists as networkx writes them: a vertex and its neighbours on a
//! line, or on a line of their own each ("multiline").
//!
//! An edge may be listed at one end only, which is what networkx does, or at
//! both. `#` begins a comment. Vertices named 0, …, n−1 are those numbers.

use super::input::{
    Lines, Named, edge_data_ignored, not_text, plain_number, quoted, repeated_ignored,
};
use super::{HEAD, Looks, Next, lines};
use crate::{Board, InputError, Limits};
use std::collections::HashSet;

/// networkx says when it wrote a file. In one with a neighbour a line the data of an edge, in
/// braces, comes after the neighbour.
fn of_networkx(text: &[u8]) -> Option<bool> {
    let second_is_data = |line: &[u8]| {
        let mut words = line.split(u8::is_ascii_whitespace);
        words.nth(1).is_some_and(|word| word.starts_with(b"{"))
    };
    let dated = lines(text).take(5).any(|line| line.starts_with(b"# GMT "));
    dated.then(|| lines(text).any(second_is_data))
}

pub(super) fn looks_multiline(text: &[u8]) -> Looks {
    Looks::surely(of_networkx(text) == Some(true))
}

/// Without a date it may be one if every line is the only one of its vertex, and either has a
/// colon or is made of numbers that all have a line.
pub(super) fn looks(text: &[u8]) -> Looks {
    if of_networkx(text) == Some(false) {
        return Looks::Surely;
    }
    let (mut colons, mut plain, mut numbers, mut wide) = (false, false, true, false);
    let (mut own, mut named) = (HashSet::new(), HashSet::new());
    for line in lines(text).filter(|line| !matches!(line, [] | [b'#', ..])) {
        let Ok((first, rest)) = parts(line) else {
            return Looks::No;
        };
        *if line.contains(&b':') {
            &mut colons
        } else {
            &mut plain
        } = true;
        let is_number = |word: &str| plain_number(word.as_bytes()).is_some();
        numbers &= is_number(first);
        for (i, word) in rest.enumerate() {
            wide |= i > 0;
            numbers &= is_number(word);
            named.insert(word);
        }
        if !own.insert(first) {
            return Looks::No;
        }
    }
    // Of a long text this is only the beginning. Lines of two are edges.
    let whole = text.len() >= HEAD || named.is_subset(&own);
    match colons && !plain || plain && !colons && numbers && wide && whole {
        true => Looks::Perhaps,
        false => Looks::No,
    }
}

/// The vertex of a line, and its neighbours. A colon may stand behind it, as in the lists of the
/// House of Graphs.
fn parts(line: &[u8]) -> Result<(&str, impl Iterator<Item = &str>), InputError> {
    let text = without_comment(line)?.trim();
    let (first, rest) = match text.split_once(':') {
        Some((first, rest)) if !first.trim().contains(char::is_whitespace) => (first.trim(), rest),
        _ => text.split_once(char::is_whitespace).unwrap_or((text, "")),
    };
    Ok((first, rest.split_whitespace()))
}

/// Lines `u v w …`: u has the neighbours v, w, ….
pub(super) fn read(lines: &mut Lines<'_>, limits: &Limits, directed: bool) -> Next {
    let mut graph = Named::new(directed, limits);
    while let Some((number, line)) = lines.next()? {
        read_line(&mut graph, line).map_err(|error| error.at_line(number))?;
    }
    some_board(graph)
}

fn read_line(graph: &mut Named, line: &[u8]) -> Result<(), InputError> {
    let (first, words) = parts(line)?;
    if first.is_empty() {
        return Ok(());
    }
    let v = graph.vertex(checked(first)?)?;
    for word in words {
        let w = graph.vertex(checked(word)?)?;
        graph.edge(v, w)?;
    }
    Ok(())
}

/// Lines `u d`, each followed by d lines with a neighbour, and data after it.
pub(super) fn read_multiline(lines: &mut Lines<'_>, limits: &Limits, directed: bool) -> Next {
    let mut graph = Named::new(directed, limits);
    // The vertex whose neighbours follow, and how many.
    let mut open: Option<(u32, u64)> = None;
    let mut with_data = 0;
    let mut last = 0;
    while let Some((number, line)) = lines.next()? {
        last = number;
        let mut line = |open: Option<(u32, u64)>| -> Result<Option<(u32, u64)>, InputError> {
            let text = without_comment(line)?.trim();
            if text.is_empty() {
                return Ok(open);
            }
            let Some((v, left)) = open else {
                let (name, count) = text
                    .rsplit_once(char::is_whitespace)
                    .and_then(|(name, count)| Some((name, plain_number(count.as_bytes())?)))
                    .ok_or_else(|| {
                        InputError::found(
                            quoted(text.as_bytes()),
                            "a vertex and how many neighbours follow, such as 0 2",
                        )
                    })?;
                let v = graph.vertex(checked(name.trim())?)?;
                return Ok((count > 0).then_some((v, count)));
            };
            let (name, data) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            let data = data.trim();
            if !(data.is_empty() || data.starts_with('{') && data.ends_with('}')) {
                return Err(InputError::found(
                    quoted(text.as_bytes()),
                    format_args!(
                        "a neighbour of vertex {}, of which {left} more follow",
                        graph.names.get(v)
                    ),
                ));
            }
            with_data += usize::from(!matches!(data, "" | "{}"));
            let w = graph.vertex(checked(name)?)?;
            graph.edge(v, w)?;
            Ok((left > 1).then_some((v, left - 1)))
        };
        open = line(open).map_err(|error| error.at_line(number))?;
    }
    if let Some((v, left)) = open {
        return Err(InputError::found(
            "the end of the file",
            format_args!("{left} more neighbours of vertex {}", graph.names.get(v)),
        )
        .at_line(last));
    }
    graph.remarks.extend(edge_data_ignored(with_data));
    some_board(graph)
}

fn without_comment(line: &[u8]) -> Result<&str, InputError> {
    let line = line.split(|&byte| byte == b'#').next().unwrap_or_default();
    std::str::from_utf8(line).map_err(|_| not_text())
}

/// A vertex, but not a piece of another format.
fn checked(word: &str) -> Result<&str, InputError> {
    let foreign = |c: char| c.is_control() || "{}[]\"<>;".contains(c);
    match word.is_empty() || word.contains(foreign) {
        true => Err(InputError::found(
            quoted(word.as_bytes()),
            "vertices separated by blanks",
        )),
        false => Ok(word),
    }
}

pub(super) fn into_board(mut graph: Named) -> Result<Board, InputError> {
    if !graph.directed {
        // From both ends an edge is listed as it should be; from one end twice it is not.
        let listed = graph.edges.len();
        graph.edges.sort_unstable();
        graph.edges.dedup();
        graph
            .remarks
            .extend(repeated_ignored(listed - graph.edges.len()));
        let sorted = graph.edges.clone();
        graph
            .edges
            .retain(|&(a, b)| a < b || sorted.binary_search(&(b, a)).is_err());
    }
    graph.into_board()
}

/// The board, if there is anything.
fn some_board(graph: Named) -> Next {
    match graph.names.len() {
        0 => Ok(None),
        _ => into_board(graph).map(Some),
    }
}
