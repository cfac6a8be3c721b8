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

/// A number that a family takes: its meaning, and the least that makes sense.
#[derive(Clone, Copy)]
pub(super) struct Number {
    pub(super) what: &'static str,
    pub(super) least: u64,
}

/// A number with this meaning.
pub(super) const fn number(what: &'static str, least: u64) -> Number {
    Number { what, least }
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
    pub(super) fn one(&self, number: Number) -> Result<u64, InputError> {
        self.number(self.some_text(number.what)?, number)
    }

    /// Two numbers.
    pub(super) fn two(
        &self,
        separator: char,
        numbers: [Number; 2],
    ) -> Result<[u64; 2], InputError> {
        let expected = format!(
            "{} and {} with '{separator}' between",
            numbers[0].what, numbers[1].what
        );
        let text = self.some_text(&expected)?;
        let (a, b) = text
            .split_once(separator)
            .filter(|(_, b)| !b.contains(separator))
            .ok_or_else(|| self.wrong(quoted(text), &expected))?;
        Ok([self.number(a, numbers[0])?, self.number(b, numbers[1])?])
    }

    /// Any number of numbers, at least one. Their sum is within the limit on vertices.
    pub(super) fn list(&self, number: Number) -> Result<Vec<u64>, InputError> {
        let text = self.some_text(format_args!("{}, or several with commas", number.what))?;
        let mut list = Vec::new();
        let mut vertices = 0u128;
        for part in text.split(',') {
            list.push(self.number(part, number)?);
            vertices += u128::from(list[list.len() - 1]);
            self.check(vertices.max(list.len() as u128), 0)?;
        }
        Ok(list)
    }

    /// One number of the list.
    pub(super) fn number(&self, text: &str, number: Number) -> Result<u64, InputError> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits {
            return Err(self.wrong(quoted(text), number.what));
        }
        // Below 10^18, so that no size computed from two of them overflows 128 bits.
        let value: u64 = match text.parse() {
            Ok(value) if value < 1_000_000_000_000_000_000 => value,
            _ => return Err(self.wrong(quoted(text), "a number below 10^18")),
        };
        if value < number.least {
            return Err(self.wrong(
                quoted(text),
                format_args!("{}, at least {}", number.what, number.least),
            ));
        }
        Ok(value)
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
