//! The edge-distinguishing chromatic number λ: the least number of colours for the vertices such that no two edges
//! have the same pair of colours at their ends.
//!
//! The certificate has a colouring, and a tree that goes through all colourings with one colour less, up to the
//! names of colours: at every node it names a vertex, which then gets one colour after another. A branch ends where two edges
//! have or will have the same pair, because there is one of them already, or two neighbours of a vertex have the same colour, or a
//! colour has more edges than pairs; and where the tree says that the colours have no room for the rest, which is a sum
//! (`docs/lemmas.md`).

use crate::graph::Graph;
use crate::lines::{Lines, Outcome, number_in, words};
use crate::meter::Meter;
use crate::rules::Palette;
use crate::statement::{fingerprint, sentence};
use crate::{Checked, Number};

pub(crate) const NAME: &str = "edcn";

/// Checks what follows after the value.
pub(crate) fn check(lines: &mut Lines, value: u64) -> Outcome<Checked> {
    let mut full = lines.kept.replace(Vec::new()).unwrap_or_default();
    let called = lines.accept("called")?;
    lines.kept = Some(Vec::new());
    let graph = Graph::read(lines, false)?;
    full.extend(lines.kept.take().unwrap_or_default());
    if graph.n == 0 {
        return Err("a board without vertices has no such number".to_owned());
    }
    let palette = Palette {
        graph,
        colors: value,
    };
    let text = lines.expect("coloring")?;
    let colors = palette.read_position(&text)?;
    let pair = |&(a, b): &(u32, u32)| {
        let (a, b) = (colors[a as usize], colors[b as usize]);
        (a.min(b), a.max(b))
    };
    let mut pairs: Vec<(u64, u64)> = palette.graph.edges.iter().map(pair).collect();
    pairs.sort_unstable();
    if colors.contains(&0) || pairs.windows(2).any(|two| two[0] == two[1]) {
        return Err("a vertex has no colour, or two edges have the same pair".to_owned());
    }
    let nodes = match value {
        1 => 0,
        _ => exhaust(lines, &palette.graph, value - 1)?,
    };
    let footer = lines.expect("end")?;
    lines.check_footer(&footer, &nodes.to_string())?;
    let fingerprint = fingerprint(&full);
    let board = sentence(&palette.graph, &fingerprint);
    Ok(Checked {
        statement: format!("λ = {value},{board}"),
        board,
        number: Some(Number {
            name: NAME,
            sign: "λ",
            value,
            called,
            variant: String::new(),
        }),
        full,
        fingerprint,
        vertices: palette.graph.n,
        edges: palette.graph.edges,
        positions: nodes,
        ..Checked::default()
    })
}

/// Some vertices with colours.
struct Partial<'a> {
    graph: &'a Graph,
    k: u64,
    colors: Vec<u64>,
    /// For two colours, whether an edge has them.
    taken: Vec<bool>,
    /// The sum of the degrees at every colour.
    degrees: Vec<u64>,
}

impl<'a> Partial<'a> {
    fn new(graph: &'a Graph, k: u64) -> Self {
        Self {
            graph,
            k,
            colors: vec![0; graph.n],
            taken: vec![false; ((k + 1) * (k + 1)) as usize],
            degrees: vec![0; k as usize + 1],
        }
    }

    /// The pairs that the edges from `v` to coloured vertices get.
    fn pairs(&self, v: usize, color: u64) -> Vec<usize> {
        let near = self.graph.neighbors[v]
            .iter()
            .map(|&w| self.colors[w as usize]);
        let pair = |other: u64| color.min(other) * (self.k + 1) + color.max(other);
        near.filter(|&other| other != 0)
            .map(|other| pair(other) as usize)
            .collect()
    }

    /// Steps to try the colours at `v`.
    fn cost(&self, v: usize) -> u64 {
        let near = &self.graph.neighbors[v];
        let beyond = near.iter().map(|&w| self.graph.neighbors[w as usize].len());
        (1 + near.len() + beyond.sum::<usize>()) as u64 * self.k
    }

    /// Can `v` have this colour, for all that can be seen now? No two edges may get the same pair, no two
    /// neighbours of a vertex the same colour, and for every edge at a vertex of this colour there must be a pair left.
    fn fits(&self, v: usize, color: u64) -> bool {
        let near = &self.graph.neighbors[v];
        let beside = |&w: &u32| {
            let mut around = self.graph.neighbors[w as usize].iter();
            around.any(|&u| self.colors[u as usize] == color)
        };
        let pairs = self.pairs(v, color);
        let itself = (color * (self.k + 1) + color) as usize;
        let twice = u64::from(self.taken[itself] || pairs.contains(&itself));
        self.degrees[color as usize] + near.len() as u64 <= self.k + twice
            && !near.iter().any(beside)
            && pairs.iter().all(|&pair| !self.taken[pair])
    }

    /// Do the degrees of the uncoloured vertices fit to the colours? A colour has room for k + 1, and only a
    /// vertex of odd degree changes whether that is even.
    fn has_room(&self) -> bool {
        let (mut room, mut odd) = (0, 0);
        for degrees in &self.degrees[1..] {
            let left = (self.k + 1).saturating_sub(*degrees);
            room += left;
            odd += left % 2;
        }
        let near = self.graph.neighbors.iter().zip(&self.colors);
        for (near, _) in near.filter(|(_, color)| **color == 0) {
            room = match room.checked_sub(near.len() as u64) {
                Some(left) => left,
                None => return false,
            };
            odd = odd.saturating_sub(near.len() as u64 % 2);
        }
        odd <= room
    }

    fn set(&mut self, v: usize, color: u64, taken: bool) {
        for pair in self.pairs(v, color) {
            self.taken[pair] = taken;
        }
    }

    fn color(&mut self, v: usize, color: u64) {
        self.set(v, color, true);
        self.colors[v] = color;
        self.degrees[color as usize] += self.graph.neighbors[v].len() as u64;
    }

    fn uncolor(&mut self, v: usize) {
        let color = std::mem::take(&mut self.colors[v]);
        self.set(v, color, false);
        self.degrees[color as usize] -= self.graph.neighbors[v].len() as u64;
    }
}

/// Follows the tree of the lines `try V V x V …`, where `x` says that there is no room; how many nodes it has.
fn exhaust(lines: &mut Lines, graph: &Graph, k: u64) -> Outcome<u64> {
    let mut state = Partial::new(graph, k);
    // The vertices on the way down, each with how many colours there were before it.
    let mut path: Vec<(usize, u64)> = Vec::new();
    let mut nodes = 0;
    let mut open = true;
    while let Some(row) = lines.accept("try")? {
        for word in words(&row) {
            if !open {
                return Err("nothing is left to try".to_owned());
            }
            nodes += 1;
            if word != "x" {
                let v = number_in(word, 0, graph.n as u64 - 1)? as usize;
                if state.colors[v] != 0 {
                    return Err(format!("vertex {v} has a colour there"));
                }
                let used = |&(last, used): &(usize, u64)| used.max(state.colors[last]);
                path.push((v, path.last().map_or(0, used)));
            } else if lines
                .meter
                .spend(graph.n as u64)
                .map(|()| state.has_room())?
            {
                return Err("there is room for the rest".to_owned());
            }
            open = next(&mut state, &mut path, lines.meter)?;
        }
    }
    match open {
        true => Err("not all colourings with one colour less were tried".to_owned()),
        false => Ok(nodes),
    }
}

/// Gives the last vertex of the path its next colour that fits, or goes back to an earlier one; false when all
/// has been tried. Of colours that are not used yet the first stands for all.
fn next(state: &mut Partial, path: &mut Vec<(usize, u64)>, meter: &Meter) -> Outcome<bool> {
    while let Some(&(v, used)) = path.last() {
        meter.spend(state.cost(v))?;
        let tried = state.colors[v];
        if tried != 0 {
            state.uncolor(v);
        }
        let most = state.k.min(used + 1);
        match (tried + 1..=most).find(|&color| state.fits(v, color)) {
            Some(_) if path.len() == state.graph.n => {
                return Err("there is a colouring with one colour less".to_owned());
            }
            Some(color) => {
                state.color(v, color);
                return Ok(true);
            }
            None => {
                path.pop();
            }
        }
    }
    Ok(false)
}
