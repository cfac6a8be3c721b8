//! The text after the colon of a family: numbers within bounds, and errors that
//! say what was found and what was expected.

use super::Family;
use crate::{Graph, InputError, Limits};
use std::fmt;

/// What was typed after the name of a family.
pub(super) struct Arguments<'a> {
    pub(super) family: &'static Family,
    /// `None` without a colon.
    pub(super) text: Option<&'a str>,
    pub(super) limits: Limits,
    /// How many families may still be nested in this one.
    pub(super) depth: usize,
}

impl<'a> Arguments<'a> {
    /// The text, which must not be empty.
    pub(super) fn some_text(&self, expected: impl fmt::Display) -> Result<&'a str, InputError> {
        self.text
            .filter(|text| !text.is_empty())
            .ok_or_else(|| self.wrong("nothing", expected))
    }

    /// For families without arguments.
    pub(super) fn none(&self) -> Result<(), InputError> {
        match self.text {
            None => Ok(()),
            Some(text) => Err(InputError::found(
                quoted(text),
                format_args!("nothing after {}", self.family.name),
            )),
        }
    }

    /// The single number of the family.
    pub(super) fn one(&self, what: &str, least: u64) -> Result<u64, InputError> {
        self.number(self.some_text(what)?, what, least)
    }

    /// Two numbers.
    pub(super) fn two(
        &self,
        separator: char,
        what: [&str; 2],
        least: [u64; 2],
    ) -> Result<[u64; 2], InputError> {
        let expected = format!("{} and {} with '{separator}' between", what[0], what[1]);
        let text = self.some_text(&expected)?;
        let (a, b) = text
            .split_once(separator)
            .filter(|(_, b)| !b.contains(separator))
            .ok_or_else(|| self.wrong(quoted(text), &expected))?;
        let a = self.number(a, what[0], least[0])?;
        Ok([a, self.number(b, what[1], least[1])?])
    }

    /// Any number of numbers, at least one. Their sum is within the limit on vertices.
    pub(super) fn list(&self, what: &str, least: u64) -> Result<Vec<u64>, InputError> {
        let text = self.some_text(format_args!("{what}, or several with commas"))?;
        let mut list = Vec::new();
        let mut vertices = 0u128;
        for part in text.split(',') {
            list.push(self.number(part, what, least)?);
            vertices += u128::from(list[list.len() - 1]);
            self.check(vertices.max(list.len() as u128), 0)?;
        }
        Ok(list)
    }

    /// One number of the list.
    pub(super) fn number(&self, text: &str, what: &str, least: u64) -> Result<u64, InputError> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            _ if !digits => Err(self.wrong(quoted(text), what)),
            Ok(value) if value < least => {
                let expected = format_args!("{what}, at least {least}");
                Err(self.wrong(quoted(text), expected))
            }
            // Sums and products of such numbers fit into 128 bits.
            Ok(value) if value < 1_000_000_000_000_000_000 => Ok(value),
            _ => Err(self.wrong(quoted(text), "a number below 10^18")),
        }
    }

    /// "found …, expected …, as in path:5".
    pub(super) fn wrong(
        &self,
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) -> InputError {
        InputError::found(
            found,
            format_args!("{expected}, as in {}", self.family.example),
        )
    }

    /// Refuses a board beyond the limits.
    pub(super) fn check(&self, vertices: u128, edges: u128) -> Result<(), InputError> {
        self.limits.check("the board", vertices, edges)
    }

    /// Refuses a board beyond the limits, `None` being beyond any.
    pub(super) fn check_sizes(
        &self,
        vertices: Option<u128>,
        edges: Option<u128>,
    ) -> Result<(), InputError> {
        match (vertices, edges) {
            (Some(vertices), Some(edges)) => self.check(vertices, edges),
            _ => Err(InputError::new(format!(
                "the board has more than 10^30 vertices and edges, expected at most {} vertices and {} edges",
                self.limits.vertices, self.limits.edges
            ))),
        }
    }

    /// The graph, once its size is known to be within the limits.
    pub(super) fn graph(
        &self,
        vertices: u128,
        edges: u128,
        list: impl IntoIterator<Item = (u32, u32)>,
    ) -> Result<Graph, InputError> {
        self.check(vertices, edges)?;
        Graph::new(vertices as usize, list)
    }
}

/// What was typed, in quotes, without control characters and not too long.
pub(super) fn quoted(text: &str) -> String {
    match text {
        "" => "nothing".to_owned(),
        _ => format!("'{}'", crate::shortened(text)),
    }
}
