//! The Game of Cycles. An arrow is 1 from the smaller to the larger vertex and
//! 2 the other way.

use crate::graph::Graph;
use crate::lines::{Lines, number, words};
use crate::rules::{Move, Player, Position, Rules};
use std::collections::HashMap;
use std::io::BufRead;

/// Steps along edges: the number of the edge, and the arrow that goes with the step.
type Steps = Vec<(usize, u64)>;

pub(crate) struct Cycles {
    graph: Graph,
    /// For every vertex the steps that leave it.
    leaving: Vec<Steps>,
    /// The walks around the bounded faces.
    cells: Vec<Steps>,
    /// For every symmetry, which step each step from a smaller to a larger vertex becomes.
    symmetries: Vec<Steps>,
}

fn against(arrow: u64) -> u64 {
    3 - arrow
}

impl Cycles {
    /// Reads the faces as walks and sees to it that they are an embedding of the
    /// graph in the plane.
    pub(crate) fn read<R: BufRead>(graph: Graph, lines: &mut Lines<R>) -> Result<Self, String> {
        let numbered = graph.edges.iter().enumerate();
        let edge_number: HashMap<_, _> = numbered.map(|(i, &edge)| (edge, i)).collect();
        let step = |a: u32, b: u32| match edge_number.get(&(a.min(b), a.max(b))) {
            Some(&edge) => Ok((edge, if a < b { 1 } else { 2 })),
            None => Err(format!("there is no edge between {a} and {b}")),
        };
        let mut leaving = vec![Vec::new(); graph.n];
        for (v, steps) in leaving.iter_mut().enumerate() {
            for &w in &graph.neighbors[v] {
                steps.push(step(v as u32, w)?);
            }
        }

        let mut faces: Vec<Steps> = Vec::new();
        // For every step of a face, the step that follows it.
        let mut next = HashMap::new();
        let mut outer = false;
        while !outer {
            let row = match lines.accept("cell")? {
                Some(row) => row,
                None => {
                    outer = true;
                    lines.expect("outer")?
                }
            };
            let mut walk = Vec::new();
            for word in words(&row) {
                walk.push(number(word)?.min(graph.n as u64) as u32);
            }
            let mut face = Vec::new();
            for i in 0..walk.len() {
                let [a, b, c] = [0, 1, 2].map(|j| walk[(i + j) % walk.len()]);
                face.push(step(a, b)?);
                if next.insert((a, b), (b, c)).is_some() {
                    return Err(format!("the step from {a} to {b} is on two faces"));
                }
            }
            if face.is_empty() && !graph.edges.is_empty() {
                return Err("a face without edges".to_owned());
            }
            faces.push(face);
        }
        if next.len() != 2 * graph.edges.len() {
            return Err("some side of an edge is on no face".to_owned());
        }
        // Gluing the faces along their edges makes a surface if the faces around
        // each vertex make one round, and that is a sphere by Euler's formula.
        for v in 0..graph.n {
            let Some(&first) = graph.neighbors[v].first() else {
                continue;
            };
            let mut w = first;
            for turns in 1..=graph.neighbors[v].len() {
                w = next[&(w, v as u32)].1;
                if (w == first) != (turns == graph.neighbors[v].len()) {
                    return Err(format!("the faces at vertex {v} do not go around it once"));
                }
            }
        }
        if !connected(&graph) || graph.n + faces.len() != graph.edges.len() + 2 {
            return Err("the faces are no embedding in the plane".to_owned());
        }
        faces.pop();
        Ok(Self {
            graph,
            leaving,
            cells: faces,
            symmetries: Vec::new(),
        })
    }

    /// Reads the symmetries: automorphisms of the graph which take cells to cells.
    pub(crate) fn read_symmetries<R: BufRead>(
        &mut self,
        lines: &mut Lines<R>,
    ) -> Result<(), String> {
        let numbered = self.graph.edges.iter().enumerate();
        let edge_number: HashMap<_, _> = numbered.map(|(i, &edge)| (edge, i)).collect();
        let before = unordered(self.cells.clone());
        for map in self.graph.read_symmetries(lines)? {
            let image = |&(a, b): &(u32, u32)| {
                let (a, b) = (map[a as usize], map[b as usize]);
                (
                    edge_number[&(a.min(b), a.max(b))],
                    if a < b { 1 } else { 2 },
                )
            };
            let steps: Steps = self.graph.edges.iter().map(image).collect();
            let moved = |&(edge, arrow): &(usize, u64)| {
                let (to, with) = steps[edge];
                (to, if arrow == 1 { with } else { against(with) })
            };
            let cells = self
                .cells
                .iter()
                .map(|cell| cell.iter().map(moved).collect());
            if unordered(cells.collect()) != before {
                return Err("no symmetry: some cell goes to no cell".to_owned());
            }
            self.symmetries.push(steps);
        }
        Ok(())
    }

    /// Do all arrows at `v` point away from it (a source), or all to it (a sink)?
    fn source_or_sink(&self, arrows: &Position, v: usize) -> bool {
        let steps = &self.leaving[v];
        let all = |arrow: fn(u64) -> u64| steps.iter().all(|&(e, out)| arrows[e] == arrow(out));
        !steps.is_empty() && (all(|out| out) || all(against))
    }

    fn closed(&self, arrows: &Position, cell: &Steps) -> bool {
        cell.iter().all(|&(edge, along)| arrows[edge] == along)
            || cell
                .iter()
                .all(|&(edge, along)| arrows[edge] == against(along))
    }
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

fn connected(graph: &Graph) -> bool {
    let mut reached = vec![false; graph.n];
    let mut queue = Vec::new();
    if graph.n > 0 {
        queue.push(0);
        reached[0] = true;
    }
    while let Some(v) = queue.pop() {
        for &w in &graph.neighbors[v] {
            if !reached[w as usize] {
                reached[w as usize] = true;
                queue.push(w as usize);
            }
        }
    }
    !reached.contains(&false)
}

impl Rules for Cycles {
    fn read_position(&self, text: &str) -> Result<Position, String> {
        let mark = |mark| match mark {
            '0' => Ok(0),
            '+' => Ok(1),
            '-' => Ok(2),
            _ => Err("expected a 0, + or - for every edge".to_owned()),
        };
        let text = if text == "." { "" } else { text };
        let arrows = text.chars().map(mark).collect::<Result<Position, _>>()?;
        if arrows.len() != self.graph.edges.len() {
            return Err(format!("expected {} arrows", self.graph.edges.len()));
        }
        match (0..self.graph.n).find(|&v| self.source_or_sink(&arrows, v)) {
            Some(v) => Err(format!("vertex {v} is a source or a sink")),
            None => Ok(arrows),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        crate::lines::pair(text, '>')
    }

    fn show_move(&self, mv: Move) -> String {
        format!("{}>{}", mv.0, mv.1)
    }

    fn over(&self, arrows: &Position, mover: Player) -> Option<Player> {
        let closed = self.cells.iter().any(|cell| self.closed(arrows, cell));
        (closed || self.moves(arrows, mover).is_empty()).then_some(mover.other())
    }

    fn moves(&self, arrows: &Position, _: Player) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut after = arrows.clone();
        for (edge, &(a, b)) in self.graph.edges.iter().enumerate() {
            if arrows[edge] != 0 {
                continue;
            }
            for (arrow, mv) in [(1, (a, b)), (2, (b, a))] {
                after[edge] = arrow;
                if ![a, b]
                    .iter()
                    .any(|&v| self.source_or_sink(&after, v as usize))
                {
                    moves.push((mv.0.into(), mv.1.into()));
                }
            }
            after[edge] = 0;
        }
        moves
    }

    fn apply(&self, arrows: &Position, (from, to): Move) -> Position {
        let ends = (from.min(to) as u32, from.max(to) as u32);
        let mut after = arrows.clone();
        if let Some(edge) = self.graph.edges.iter().position(|&edge| edge == ends) {
            after[edge] = if from < to { 1 } else { 2 };
        }
        after
    }

    /// The least image under the symmetries, with all arrows as they are or reversed.
    fn key(&self, arrows: &Position) -> Vec<u8> {
        let images = self.symmetries.iter().map(|steps| {
            let mut image = vec![0; arrows.len()];
            for (&(to, with), &arrow) in steps.iter().zip(arrows) {
                image[to] = match (arrow, with) {
                    (0, _) => 0,
                    (_, 1) => arrow as u8,
                    _ => against(arrow) as u8,
                };
            }
            image
        });
        let itself: Vec<u8> = arrows.iter().map(|&arrow| arrow as u8).collect();
        let reversed = |image: Vec<u8>| {
            let back = image.iter().map(|&a| if a == 0 { 0 } else { 3 - a });
            image.clone().min(back.collect())
        };
        let images = images.map(reversed);
        images.fold(reversed(itself), |least, image| least.min(image))
    }
}
