//! What nauty's `showg` prints of graphs: under `Graph 1, order 4.` the neighbours of every vertex
//! (`0 : 1 3;`), a matrix (`-a`, `-A`), or a line with sizes and then the edges (`-e`).

use super::input::{Lines, board_of_lists, plain_number, push_edge, quoted};
use super::{Looks, Next, first, matrix};
use crate::{Board, Digraph, Graph, InputError, Limits};

/// The order of a graph whose line this is.
fn order(line: &[u8]) -> Option<u64> {
    let line = std::str::from_utf8(line).ok()?.trim();
    let (_, order) = line.strip_prefix("Graph ")?.split_once(", order ")?;
    plain_number(order.trim_end_matches('.').as_bytes())
}

pub(super) fn looks(text: &[u8]) -> Looks {
    Looks::surely(order(first(text)).is_some())
}

/// Reads the next graph: what is under its line, up to that of the next.
pub(super) fn read(input: &mut Lines<'_>, limits: &Limits) -> Next {
    let (mut head, mut text) = (None, String::new());
    while let Some((number, line)) = input.next()? {
        match (order(line), head) {
            (Some(n), None) => head = Some((number, n)),
            (Some(_), Some(_)) => {
                input.back();
                break;
            }
            (None, None) if line.trim_ascii().is_empty() => {}
            (None, None) => {
                let error = InputError::found(quoted(line), "\"Graph 1, order 5.\"");
                return Err(error.at_line(number));
            }
            (None, Some(_)) => {
                text += &String::from_utf8_lossy(line);
                text.push('\n');
            }
        }
    }
    let Some((number, n)) = head else {
        return Ok(None);
    };
    let read = limits.check("the graph", n.into(), 0);
    let read = read.and_then(|()| graph(&text, n, limits));
    read.map(Some).map_err(|mut error| {
        error.line = Some(number + error.line.unwrap_or(0));
        error
    })
}

fn graph(text: &str, n: u64, limits: &Limits) -> Result<Board, InputError> {
    let number = |word: &str| {
        let number = plain_number(word.as_bytes());
        number.ok_or_else(|| InputError::found(quoted(word.as_bytes()), "the number of a vertex"))
    };
    let size = |found: u64, what: &str| match found == n {
        true => Ok(()),
        false => Err(InputError::found(
            format_args!("{found} {what}"),
            format_args!("{n}, which is the order"),
        )),
    };
    let mut arcs = Vec::new();
    let mut push = |v: u64, w: u64, from: u64| {
        let place = |v: u64| v.checked_sub(from).filter(|&v| v < n).map(|v| v as u32);
        match place(v).zip(place(w)) {
            Some(arc) => push_edge(&mut arcs, arc, limits),
            None => Err(InputError::found(
                format_args!("{w} beside {v}"),
                format_args!("vertices from {from} to {}", n + from - 1),
            )),
        }
    };
    let mut words = text.split_whitespace();
    if text.contains(':') {
        // The number of the first vertex, which -o1 makes 1.
        let (mut from, mut lists) = (0, 0);
        for list in text
            .split_inclusive(';')
            .filter(|list| !list.trim().is_empty())
        {
            let (v, list) = list.split_once(':').unwrap_or((list, ""));
            let v = number(v.trim())?;
            if lists == 0 {
                from = v.min(1);
            }
            if v != from + lists {
                let expected = format!("that of {}", from + lists);
                return Err(InputError::found(format_args!("the list of {v}"), expected));
            }
            for w in list.trim_end_matches(';').split_whitespace() {
                push(v, number(w)?, from)?;
            }
            lists += 1;
        }
        size(lists, "lists")?;
        let names = (from == 1).then(|| (1..=n).map(|v| v.to_string()).collect());
        let board = board_of_lists(n as usize, arcs, None, &|v| v.to_string());
        let board = board.map_err(|(_, error)| error)?;
        return Ok(Board { names, ..board });
    }
    // For two vertices a row of a matrix has two numbers, too.
    if n > 2
        && text
            .trim_start()
            .lines()
            .next()
            .is_some_and(|line| line.split(' ').count() == 2)
    {
        let sizes = (words.next(), words.next());
        size(number(sizes.0.unwrap_or_default())?, "vertices")?;
        while let (Some(v), Some(w)) = (words.next(), words.next()) {
            push(number(v)?, number(w)?, 0)?;
        }
        // From the smaller to the larger end, unless it is a digraph.
        return match arcs.iter().any(|(v, w)| v >= w) {
            true => Ok(Board::directed(Digraph::new(n as usize, arcs)?)),
            false => Ok(Board::undirected(Graph::new(n as usize, arcs)?)),
        };
    }
    let board = match matrix::read(text, limits)? {
        Some(board) => board,
        None => Board::undirected(Graph::new(0, [])?),
    };
    size(board.vertex_count() as u64, "rows")?;
    Ok(board)
}
