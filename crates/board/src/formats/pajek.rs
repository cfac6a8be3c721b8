//! Pajek's `.net` files: `*Vertices 3`, a line `1 "name" x y` a vertex, then edges or arcs by number.
//!
//! After `*Edges` and `*Arcs` a line is two vertices and perhaps a weight, after `*Edgeslist` and
//! `*Arcslist` a vertex and its neighbours. `%` begins a comment. The y axis points down.

use super::input::{
    Lines, Named, not_text, plain_number, push_edge, quoted, self_loop, weights_ignored,
};
use super::{Looks, Next, lines};
use crate::{InputError, Limits};

pub(super) fn looks(text: &[u8]) -> Looks {
    let first = lines(text).find(|line| !matches!(line, [] | [b'%', ..]));
    let first = first.unwrap_or_default().to_ascii_lowercase();
    Looks::surely(first.starts_with(b"*vertices") || first.starts_with(b"*network"))
}

/// What the lines are about.
#[derive(Clone, Copy, PartialEq)]
enum Section {
    None,
    Vertices,
    /// Arcs or edges, with a vertex and its neighbours on a line or not.
    Edges {
        arcs: bool,
        list: bool,
    },
    Other,
}

pub(super) fn read(input: &mut Lines<'_>, limits: &Limits) -> Next {
    let mut pajek = Pajek {
        graph: Named::new(false, limits),
        names: Vec::new(),
        section: Section::None,
        arcs: None,
        weights: 0,
    };
    let mut empty = true;
    while let Some((number, line)) = input.next()? {
        let read = std::str::from_utf8(line)
            .map_err(|_| not_text())
            .and_then(|line| {
                let line = line.trim();
                empty &= line.is_empty();
                pajek.line(line, limits)
            });
        read.map_err(|error| error.at_line(number))?;
    }
    match pajek.section {
        Section::None if empty => Ok(None),
        Section::None => Err(InputError::found(
            "no line \"*Vertices\"",
            "\"*Vertices 3\"",
        )),
        _ => pajek.into_board(),
    }
}

struct Pajek {
    graph: Named,
    names: Vec<Option<String>>,
    section: Section,
    /// Have the edges so far been arcs?
    arcs: Option<bool>,
    weights: usize,
}

impl Pajek {
    fn line(&mut self, line: &str, limits: &Limits) -> Result<(), InputError> {
        if line.is_empty() || line.starts_with('%') {
            return Ok(());
        }
        let wrong = |expected: &str| InputError::found(quoted(line.as_bytes()), expected);
        if let Some(section) = line.strip_prefix('*') {
            let mut words = section.split_whitespace();
            let name = words.next().unwrap_or_default().to_ascii_lowercase();
            self.section = match &*name {
                "network" => self.section,
                "vertices" if self.section == Section::None => {
                    let count = words.next().and_then(|word| plain_number(word.as_bytes()));
                    let n = count.ok_or_else(|| wrong("\"*Vertices 3\""))?;
                    limits.check("the graph", n.into(), 0)?;
                    self.names = vec![None; n as usize];
                    self.graph.points = vec![None; n as usize];
                    Section::Vertices
                }
                "edges" | "arcs" | "edgeslist" | "arcslist" if self.section != Section::None => {
                    Section::Edges {
                        arcs: name.starts_with('a'),
                        list: name.ends_with("list"),
                    }
                }
                "vertices" | "edges" | "arcs" | "edgeslist" | "arcslist" | "matrix" => {
                    return Err(wrong("one *Vertices first, and then *Edges or *Arcs"));
                }
                _ => Section::Other,
            };
            return Ok(());
        }
        match self.section {
            Section::None => Err(wrong("\"*Vertices 3\"")),
            Section::Other => Ok(()),
            Section::Vertices => self.vertex(line).ok_or_else(|| {
                wrong("the number of a vertex, its name, and perhaps two coordinates")
            }),
            Section::Edges { arcs, list } => {
                let mut words = line.split_whitespace();
                let n = self.names.len();
                let end = |word: Option<&str>| {
                    let number = word.and_then(|word| plain_number(word.as_bytes()));
                    let number = number.filter(|v| (1..=n as u64).contains(v));
                    number
                        .map(|v| v as u32 - 1)
                        .ok_or_else(|| wrong(&format!("an edge between vertices from 1 to {n}")))
                };
                if *self.arcs.get_or_insert(arcs) != arcs {
                    return Err(InputError::found("both edges and arcs", "only one kind"));
                }
                let v = end(words.next())?;
                loop {
                    let word = words.next();
                    if list && word.is_none() {
                        return Ok(());
                    }
                    let w = end(word)?;
                    if v == w && !arcs {
                        return Err(self_loop(&(v + 1).to_string()));
                    }
                    push_edge(&mut self.graph.edges, (v, w), limits)?;
                    if !list {
                        let weight = words.next().and_then(|word| word.parse::<f64>().ok());
                        self.weights += usize::from(weight.is_some_and(|weight| weight != 1.0));
                        return Ok(());
                    }
                }
            }
        }
    }

    /// A line `1 "name" 0.5 0.25`.
    fn vertex(&mut self, line: &str) -> Option<()> {
        let (number, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let v = plain_number(number.as_bytes())?.checked_sub(1)? as usize;
        let rest = rest.trim();
        let (name, rest) = match rest.strip_prefix('"') {
            Some(rest) => rest.split_once('"')?,
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        *self.names.get_mut(v)? = (!name.is_empty()).then(|| name.to_owned());
        let mut place = rest
            .split_whitespace()
            .map_while(|word| word.parse::<f64>().ok());
        if let (Some(x), Some(y)) = (place.next(), place.next()) {
            self.graph.points[v] =
                Some([x, -y]).filter(|place| place.iter().all(|x| x.is_finite()));
        }
        Some(())
    }

    fn into_board(mut self) -> Next {
        // networkx puts every vertex at one place.
        let points = &mut self.graph.points;
        if points.len() > 1 && points.iter().all(|point| *point == points[0]) {
            points.clear();
        }
        for v in 1..=self.names.len() {
            self.graph.vertex(&v.to_string())?;
        }
        self.graph.call(&self.names)?;
        self.graph.directed = self.arcs == Some(true);
        self.graph.remarks.extend(weights_ignored(self.weights));
        self.graph.into_board().map(Some)
    }
}
