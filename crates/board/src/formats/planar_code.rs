//! planar_code, the binary format of plantri: plane graphs, one after the other.
//!
//! After the header `>>planar_code<<` a graph is its number of vertices and then,
//! for every vertex, its neighbours in clockwise order and a zero. Vertices are
//! numbered from 1. Numbers are bytes, or after a zero byte in front of the graph
//! pairs of bytes in the order that the header names (`le` or `be`).

use super::Next;
use super::input::Lines;
use crate::{Board, Graph, InputError, Limits, PlaneGraph};

pub(super) const HEADER: &[u8] = b">>planar_code";

/// How far a file has been read.
#[derive(Debug, Default)]
pub(super) struct Source {
    /// Graphs so far.
    graphs: usize,
    /// Are pairs of bytes little-endian? `None` where the header does not say.
    little_endian: Option<bool>,
}

impl Source {
    pub(super) fn read(&mut self, input: &mut Lines<'_>, limits: &Limits) -> Next {
        let mut first = input.byte()?;
        if self.graphs == 0 && first == Some(b'>') {
            self.header(input)?;
            first = input.byte()?;
        }
        let Some(first) = first else {
            return Ok(None);
        };
        self.graphs += 1;
        self.graph(input, first, limits)
            .map(Some)
            .map_err(|error| InputError::new(format!("graph {}: {}", self.graphs, error.message)))
    }

    /// The rest of the header after its first byte.
    fn header(&mut self, input: &mut Lines<'_>) -> Result<(), InputError> {
        let mut header = vec![b'>'];
        while !header.ends_with(b"<<") && header.len() < HEADER.len() + 8 {
            let Some(byte) = input.byte()? else {
                break;
            };
            header.push(byte);
        }
        let inside = header
            .strip_prefix(HEADER)
            .and_then(|rest| rest.strip_suffix(b"<<"));
        self.little_endian = match inside.map(<[u8]>::trim_ascii) {
            Some(b"") => None,
            Some(b"le") => Some(true),
            Some(b"be") => Some(false),
            _ => {
                return Err(InputError::found(
                    super::input::quoted(&header),
                    "the header >>planar_code<<",
                ));
            }
        };
        Ok(())
    }

    fn graph(
        &self,
        input: &mut Lines<'_>,
        first: u8,
        limits: &Limits,
    ) -> Result<Board, InputError> {
        let wide = match (first, self.little_endian) {
            (0, None) => {
                return Err(InputError::found(
                    "numbers of two bytes",
                    "their order in the header, >>planar_code le<< or >>planar_code be<<",
                ));
            }
            (0, order) => order,
            _ => None,
        };
        let mut number = || -> Result<usize, InputError> {
            let mut byte = || {
                let end = || InputError::found("the end of the file", "the rest of the graph");
                input.byte()?.ok_or_else(end)
            };
            let number = match wide {
                None => u16::from(byte()?),
                Some(true) => u16::from_le_bytes([byte()?, byte()?]),
                Some(false) => u16::from_be_bytes([byte()?, byte()?]),
            };
            Ok(number.into())
        };
        let n = match wide {
            None => first.into(),
            Some(_) => number()?,
        };
        if n == 0 {
            return Err(InputError::found("no vertices", "a connected plane graph"));
        }
        limits.check("the graph", n as u128, 0)?;
        let mut rotation: Vec<Vec<u32>> = Vec::with_capacity(n);
        let mut darts: Vec<(u32, u32)> = Vec::new();
        for v in 0..n {
            let mut row = Vec::new();
            loop {
                let w = number()?;
                if w == 0 {
                    break;
                }
                if w > n || w == v + 1 {
                    return Err(InputError::found(
                        format_args!("{w} around vertex {}", v + 1),
                        format_args!("another vertex from 1 to {n}"),
                    ));
                }
                row.push(w as u32 - 1);
                darts.push((v as u32, w as u32 - 1));
                if darts.len() > 6 * n {
                    return Err(InputError::found(
                        format_args!("more than {} neighbours of {n} vertices", 6 * n),
                        "a simple plane graph, which has fewer than three edges a vertex",
                    ));
                }
            }
            // The file has them clockwise.
            row.reverse();
            rotation.push(row);
        }
        limits.check("the graph", n as u128, darts.len() as u128 / 2)?;
        darts.sort_unstable();
        for pair in darts.windows(2) {
            if pair[0] == pair[1] {
                return Err(InputError::found(
                    format_args!(
                        "vertex {} twice around vertex {}",
                        pair[0].1 + 1,
                        pair[0].0 + 1
                    ),
                    "a graph without parallel edges",
                ));
            }
        }
        for &(a, b) in &darts {
            if darts.binary_search(&(b, a)).is_err() {
                let (a, b) = (a + 1, b + 1);
                return Err(InputError::new(format!(
                    "vertex {b} is around vertex {a}, but vertex {a} is not around vertex {b}"
                )));
            }
        }
        let plane = PlaneGraph::new(Graph::new(n, darts)?, rotation, None)?;
        Ok(Board {
            names: Some((1..=n).map(|v| v.to_string()).collect()),
            ..Board::plane(plane)
        })
    }
}
