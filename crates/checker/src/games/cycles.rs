//! The Game of Cycles.

use crate::graph::Graph;
use crate::lines::{Lines, Outcome, number, pair, words};
use crate::rules::{Move, Player, Position, Rules};
use std::collections::HashMap;

/// An arrow from the smaller to the larger vertex is 1, the other way 2.
fn against(arrow: u64) -> u64 {
    if arrow == 0 { 0 } else { 3 - arrow }
}

/// Steps along edges: the number of the edge, and the arrow that goes with the step.
type Steps = Vec<(usize, u64)>;

struct Cycles {
    graph: Graph,
    /// The walks around the bounded faces.
    cells: Vec<Steps>,
    /// Steps to find all moves.
    cost: u64,
}

/// Steps to find an edge among others.
const FINDING: u64 = 8;

fn step(graph: &Graph, a: u32, b: u32) -> Outcome<(usize, u64)> {
    match graph.edge(a, b) {
        Some(edge) => Ok((edge, if a < b { 1 } else { 2 })),
        None => Err(format!("there is no edge between {a} and {b}")),
    }
}

pub(crate) fn read(lines: &mut Lines) -> Outcome<Box<dyn Rules>> {
    let graph = Graph::read(lines, false)?;
    Ok(Box::new(Cycles::read(graph, lines)?))
}

impl Cycles {
    /// Reads the faces as walks and sees to it that they are an embedding of the
    /// graph in the plane.
    fn read(graph: Graph, lines: &mut Lines) -> Outcome<Self> {
        let mut faces = Vec::new();
        // For every step of a walk, where the next step leads.
        let mut next = HashMap::new();
        let mut outer = false;
        while !outer {
            let cell = lines.accept("cell")?;
            outer = cell.is_none();
            let row = match cell {
                Some(row) => row,
                None => lines.expect("outer")?,
            };
            let walk = words(&row).map(number).collect::<Outcome<Vec<u64>>>()?;
            let vertex = |i: usize| walk[i % walk.len()].min(graph.n as u64) as u32;
            let mut face = Vec::new();
            for i in 0..walk.len() {
                let (a, b) = (vertex(i), vertex(i + 1));
                face.push(step(&graph, a, b)?);
                if next.insert((a, b), vertex(i + 2)).is_some() {
                    return Err(format!("the step from {a} to {b} is on two faces"));
                }
            }
            if face.is_empty() && graph.n != 1 {
                return Err("a face without edges".to_owned());
            }
            faces.push(face);
        }
        if next.len() != 2 * graph.edges.len() {
            return Err("some side of an edge is on no face".to_owned());
        }
        // Gluing the faces along their edges makes a surface if the faces around
        // each vertex make one round; it is a sphere if it is connected and
        // Euler's formula holds.
        for v in 0..graph.n as u32 {
            let neighbors = &graph.neighbors[v as usize];
            let mut w = neighbors.first().copied().unwrap_or_default();
            for turn in 1..=neighbors.len() {
                w = next[&(w, v)];
                if (w == neighbors[0]) != (turn == neighbors.len()) {
                    return Err(format!("the faces at vertex {v} do not go around it once"));
                }
            }
        }
        let no_plane = || Err("the faces are no embedding in the plane".to_owned());
        if graph.n + faces.len() != graph.edges.len() + 2 {
            return no_plane();
        }
        lines.meter.spend((graph.n * graph.edges.len()) as u64)?;
        let mut reached: Vec<bool> = (0..graph.n).map(|v| v == 0).collect();
        for _ in 0..graph.n {
            for &(a, b) in &graph.edges {
                let either = reached[a as usize] || reached[b as usize];
                (reached[a as usize], reached[b as usize]) = (either, either);
            }
        }
        if reached.contains(&false) {
            return no_plane();
        }
        faces.pop();
        let degree = |v: u32| graph.neighbors[v as usize].len() as u64;
        let each = |&(a, b): &(u32, u32)| 4 * FINDING * (1 + degree(a) + degree(b));
        Ok(Self {
            cost: graph.edges.iter().map(each).sum(),
            graph,
            cells: faces,
        })
    }

    /// Do all arrows at `v` point away from it (a source), or all to it (a sink)?
    fn source_or_sink(&self, arrows: &Position, v: u32) -> bool {
        let leaves = |&w: &u32| step(&self.graph, v, w).map(|(edge, out)| (arrows[edge], out));
        let ends = || self.graph.neighbors[v as usize].iter().flat_map(leaves);
        let source = ends().all(|(arrow, out)| arrow == out);
        let sink = ends().all(|(arrow, out)| arrow == against(out));
        ends().next().is_some() && (source || sink)
    }

    fn closed(&self, arrows: &Position, cell: &Steps) -> bool {
        cell.iter().all(|&(edge, along)| arrows[edge] == along)
            || cell
                .iter()
                .all(|&(edge, along)| arrows[edge] == against(along))
    }
}

/// The image of a step under a symmetry.
fn moved(steps: &Steps, (edge, arrow): (usize, u64)) -> (usize, u64) {
    let (to, with) = steps[edge];
    (to, if with == 1 { arrow } else { against(arrow) })
}

/// The cells as sets of steps, in one of their two directions and in order:
/// all that matters for being closed.
fn unordered(mut cells: Vec<Steps>) -> Vec<Steps> {
    for cell in &mut cells {
        let mut back: Steps = cell
            .iter()
            .map(|&(edge, along)| (edge, against(along)))
            .collect();
        back.sort_unstable();
        cell.sort_unstable();
        if back < *cell {
            *cell = back;
        }
    }
    cells.sort_unstable();
    cells
}

impl Rules for Cycles {
    fn last_mover_wins(&self) -> bool {
        true
    }

    fn board(&self) -> Option<&Graph> {
        Some(&self.graph)
    }

    /// A symmetry must take cells to cells.
    fn admit(&self, map: &[u32]) -> Outcome<()> {
        let image = |&(a, b): &(u32, u32)| step(&self.graph, map[a as usize], map[b as usize]);
        let steps = self
            .graph
            .edges
            .iter()
            .map(image)
            .collect::<Outcome<Steps>>()?;
        let cell = |cell: &Steps| cell.iter().map(|&along| moved(&steps, along)).collect();
        if unordered(self.cells.iter().map(cell).collect()) != unordered(self.cells.clone()) {
            return Err("no symmetry: some cell goes to no cell".to_owned());
        }
        Ok(())
    }

    fn read_position(&self, text: &str) -> Outcome<Position> {
        let mark = |mark| match mark {
            '0' => Ok(0),
            '+' => Ok(1),
            '-' => Ok(2),
            _ => Err("expected a 0, + or - for every edge".to_owned()),
        };
        let marks = if text == "." { "" } else { text };
        let marks = marks.chars().take(self.graph.edges.len() + 1);
        let arrows = marks.map(mark).collect::<Outcome<Position>>()?;
        if arrows.len() != self.graph.edges.len() {
            return Err(format!("expected {} arrows", self.graph.edges.len()));
        }
        match (0..self.graph.n as u32).find(|&v| self.source_or_sink(&arrows, v)) {
            Some(v) => Err(format!("vertex {v} is a source or a sink")),
            None => Ok(arrows),
        }
    }

    fn read_move(&self, text: &str) -> Outcome<Move> {
        pair(text, '>')
    }

    fn show_move(&self, mv: Move) -> String {
        format!("{}>{}", mv.0, mv.1)
    }

    fn over(&self, arrows: &Position, mover: Player) -> Option<Player> {
        let closed = self.cells.iter().any(|cell| self.closed(arrows, cell));
        (closed || self.moves(arrows, mover).is_empty()).then_some(mover.other())
    }

    fn cost(&self, _: &Position, _: Player) -> u64 {
        self.cost
    }

    fn image_cost(&self) -> u64 {
        (self.graph.edges.len() as u64) * FINDING
    }

    fn moves(&self, arrows: &Position, _: Player) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut after = arrows.clone();
        for (edge, &(a, b)) in self.graph.edges.iter().enumerate() {
            for (arrow, from, to) in [(1, a, b), (2, b, a)] {
                if arrows[edge] == 0 {
                    after[edge] = arrow;
                    if ![a, b].iter().any(|&v| self.source_or_sink(&after, v)) {
                        moves.push((from.into(), to.into()));
                    }
                    after[edge] = 0;
                }
            }
        }
        moves
    }

    fn apply(&self, arrows: &Position, (from, to): Move) -> Position {
        let mut after = arrows.clone();
        if let Ok((edge, arrow)) = step(&self.graph, from as u32, to as u32) {
            after[edge] = arrow;
        }
        after
    }

    /// With all arrows as they are or reversed, whichever makes the first one a `+`.
    fn image(&self, arrows: &Position, map: Option<&[u32]>) -> Vec<u8> {
        let mut image = vec![0; arrows.len()];
        for (&arrow, &(a, b)) in arrows.iter().zip(&self.graph.edges) {
            let [a, b] = [a, b].map(|v| map.map_or(v, |map| map[v as usize]));
            if let Ok((to, with)) = step(&self.graph, a, b) {
                image[to] = if with == 1 { arrow } else { against(arrow) } as u8;
            }
        }
        if image.iter().find(|&&arrow| arrow != 0) == Some(&2) {
            image
                .iter_mut()
                .for_each(|arrow| *arrow = against(u64::from(*arrow)) as u8);
        }
        image
    }
}
