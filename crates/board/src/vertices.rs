//! The vertices of a board as people name them: read and written by whatever speaks of them.

use crate::{Board, InputError, nearest, shortened};
use serde_json::Value as Json;

/// The vertices of a board as people name them.
#[derive(Clone, Debug)]
pub struct Vertices {
    count: usize,
    names: Option<Vec<String>>,
}

impl Vertices {
    /// Those of a board.
    pub fn of(board: &Board) -> Self {
        Self {
            count: board.vertex_count(),
            names: board.names.clone(),
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// What people call a vertex: its number where the board has no names.
    pub fn name(&self, v: u32) -> String {
        match &self.names {
            Some(names) if (v as usize) < names.len() => names[v as usize].clone(),
            _ => v.to_string(),
        }
    }

    /// The name in JSON: a number where the board has no names.
    pub fn json(&self, v: u32) -> Json {
        match &self.names {
            Some(_) => Json::from(self.name(v)),
            None => Json::from(v),
        }
    }

    /// The vertex with a name or a number.
    ///
    /// # Errors
    /// There is none.
    pub fn parse(&self, text: &str) -> Result<u32, InputError> {
        let text = text.trim();
        let named = self
            .names
            .as_ref()
            .and_then(|names| names.iter().position(|name| name == text));
        let number = || text.parse().ok().filter(|&v: &usize| v < self.count);
        // In any case, where that is clear.
        let loosely = || {
            let mut alike = self.names.iter().flatten().enumerate();
            let mut alike = alike
                .by_ref()
                .filter(|(_, name)| name.to_lowercase() == text.to_lowercase());
            let first = alike.next()?.0;
            alike.next().is_none().then_some(first)
        };
        match named.or_else(number).or_else(loosely) {
            Some(v) => Ok(v as u32),
            None => {
                let near = self.nearest(text);
                let near = near.map_or(String::new(), |near| format!(" (did you mean {near}?)"));
                Err(InputError::found(
                    format_args!("vertex '{}'", shortened(text)),
                    format_args!("{}{near}", self.expected()),
                ))
            }
        }
    }

    /// The vertex that JSON names.
    pub fn read_json(&self, json: Option<&Json>) -> Option<Result<u32, InputError>> {
        Some(match json? {
            Json::String(name) => self.parse(name),
            Json::Number(number) => self.parse(&number.to_string()),
            _ => return None,
        })
    }

    /// A move that is a vertex: its name, or `{"vertex": …}`; `help` says what is expected.
    ///
    /// # Errors
    /// There is no such vertex, or `text` is no such object.
    pub fn parse_move(&self, text: &str, help: &str) -> Result<u32, InputError> {
        let text = text.trim();
        if !text.starts_with('{') {
            return self.parse(text.trim_matches('"'));
        }
        let json: Option<Json> = serde_json::from_str(text).ok();
        let vertex = json.and_then(|json| self.read_json(json.get("vertex")));
        vertex.unwrap_or_else(|| {
            Err(InputError::found(
                format_args!("'{}'", shortened(text)),
                help,
            ))
        })
    }

    /// The name that is meant: the only one that begins so, or one that is typed wrong.
    fn nearest(&self, text: &str) -> Option<&str> {
        let names = self.names.as_ref()?.iter().map(String::as_str);
        let begins = |name: &&str| {
            let start: String = name.chars().take(text.chars().count()).collect();
            start.eq_ignore_ascii_case(text)
        };
        let mut same = names.clone().filter(begins);
        match (same.next(), same.next()) {
            (Some(name), None) if !text.is_empty() => Some(name),
            _ => nearest(text, names),
        }
    }

    fn expected(&self) -> String {
        match &self.names {
            _ if self.count == 0 => "none: the board has no vertices".to_owned(),
            Some(names) => format!(
                "a vertex of the board, such as {} or {}",
                names[0],
                names[self.count - 1]
            ),
            None => format!("a vertex from 0 to {}", self.count - 1),
        }
    }

    /// Why `v` is no vertex of the board, for refusals.
    pub fn refuse(&self, v: u32) -> Option<String> {
        (v as usize >= self.count)
            .then(|| format!("there is no vertex {v}: expected {}", self.expected()))
    }
}
