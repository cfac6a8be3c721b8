//! What nauty's `showg` prints of graphs: under `Graph 1, order 4.` the neighbours of every vertex
//! (`0 : 1 3;`), a matrix (`-a`, `-A`), or a line with sizes and then the edges (`-e`).

use super::input::{Lines, plain_number, push_edge, quoted, self_loop};
use super::{Looks, Next, first};
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

/// How a graph is printed.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Lists,
    Matrix,
    /// With so many edges.
    Edges(u64),
}

struct Reading {
    n: u64,
    kind: Option<Kind>,
    /// The number of the first vertex, which `-o1` makes 1.
    first: Option<u64>,
    arcs: Vec<(u32, u32)>,
    /// The rows or lists that are complete.
    done: u64,
    /// The end of an edge whose other end comes.
    from: Option<u32>,
}

/// Reads the next graph.
pub(super) fn read(lines: &mut Lines<'_>, limits: &Limits) -> Next {
    let n = loop {
        match lines.next()? {
            None => return Ok(None),
            Some((_, line)) if line.trim_ascii().is_empty() => {}
            Some((number, line)) => match order(line) {
                Some(n) => break n,
                None => {
                    let error = InputError::found(quoted(line), "\"Graph 1, order 5.\"");
                    return Err(error.at_line(number));
                }
            },
        }
    };
    limits.check("the graph", n.into(), 0)?;
    let mut reading = Reading {
        n,
        kind: None,
        first: None,
        arcs: Vec::new(),
        done: 0,
        from: None,
    };
    while !reading.is_complete() {
        let Some((number, line)) = lines.next()? else {
            return Err(InputError::found(
                "the end of the file",
                "the rest of a graph",
            ));
        };
        reading
            .line(line, limits)
            .map_err(|error| error.at_line(number))?;
    }
    reading.into_board().map(Some)
}

impl Reading {
    fn is_complete(&self) -> bool {
        match self.kind {
            None => self.n == 0,
            Some(Kind::Edges(m)) => self.arcs.len() as u64 == m,
            Some(_) => self.done == self.n,
        }
    }

    fn line(&mut self, line: &[u8], limits: &Limits) -> Result<(), InputError> {
        let wrong = || InputError::found(quoted(line), "neighbours, a row of a matrix, or edges");
        let text = std::str::from_utf8(line).map_err(|_| wrong())?;
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.is_empty() {
            return Ok(());
        }
        let numbers = |words: &[&str]| -> Option<Vec<u64>> {
            words
                .iter()
                .map(|word| plain_number(word.as_bytes()))
                .collect()
        };
        let kind = match self.kind {
            Some(kind) => kind,
            None if text.contains(':') => Kind::Lists,
            None => match numbers(&words).as_deref() {
                // For two vertices a row of a matrix has two numbers, too.
                Some(&[n, m]) if n == self.n && n > 1 => {
                    self.kind = Some(Kind::Edges(m));
                    return Ok(());
                }
                _ => Kind::Matrix,
            },
        };
        self.kind = Some(kind);
        match kind {
            Kind::Edges(_) => {
                for end in numbers(&words).ok_or_else(wrong)? {
                    let end = self.vertex(end, 0)?;
                    match self.from.take() {
                        None => self.from = Some(end),
                        Some(from) => push_edge(&mut self.arcs, (from, end), limits)?,
                    }
                }
            }
            Kind::Matrix => {
                let row: Vec<u8> = words.concat().into_bytes();
                if row.len() as u64 != self.n || row.iter().any(|byte| !b"01".contains(byte)) {
                    return Err(wrong());
                }
                for (w, _) in (0u32..).zip(row).filter(|(_, byte)| *byte == b'1') {
                    push_edge(&mut self.arcs, (self.done as u32, w), limits)?;
                }
                self.done += 1;
            }
            Kind::Lists => {
                let rest = match text.split_once(':') {
                    None => text,
                    Some((label, rest)) => {
                        let label = plain_number(label.trim().as_bytes()).ok_or_else(wrong)?;
                        let first = *self.first.get_or_insert(label);
                        if label.checked_sub(first) != Some(self.done) || first > 1 {
                            return Err(wrong());
                        }
                        rest
                    }
                };
                let (list, end) = match rest.trim().strip_suffix(';') {
                    Some(list) => (list, true),
                    None => (rest, false),
                };
                let words: Vec<&str> = list.split_whitespace().collect();
                for w in numbers(&words).ok_or_else(wrong)? {
                    let w = self.vertex(w, self.first.unwrap_or(0))?;
                    push_edge(&mut self.arcs, (self.done as u32, w), limits)?;
                }
                self.done += u64::from(end);
            }
        }
        Ok(())
    }

    fn vertex(&self, v: u64, first: u64) -> Result<u32, InputError> {
        let place = v.checked_sub(first).filter(|&v| v < self.n);
        place.map(|v| v as u32).ok_or_else(|| {
            let last = self.n + first - 1;
            InputError::found(
                format_args!("vertex {v}"),
                format_args!("one from {first} to {last}"),
            )
        })
    }

    /// Lists and matrices have every edge twice, and of a digraph not all arcs.
    fn into_board(mut self) -> Result<Board, InputError> {
        let n = self.n as usize;
        self.arcs.sort_unstable();
        let one_way = |&(v, w): &(u32, u32)| self.arcs.binary_search(&(w, v)).is_err();
        let edges = matches!(self.kind, Some(Kind::Edges(_)));
        let directed = match edges {
            // From the smaller to the larger end, unless it is a digraph.
            true => self.arcs.iter().any(|(v, w)| v >= w),
            false => self.arcs.iter().any(one_way),
        };
        let names = (self.first == Some(1)).then(|| (1..=n).map(|v| v.to_string()).collect());
        let board = if directed {
            Board::directed(Digraph::new(n, self.arcs)?)
        } else {
            if let Some((v, _)) = self.arcs.iter().find(|(v, w)| v == w) {
                return Err(self_loop(&v.to_string()));
            }
            self.arcs.retain(|(v, w)| v < w);
            Board::undirected(Graph::new(n, self.arcs)?)
        };
        Ok(Board { names, ..board })
    }
}
