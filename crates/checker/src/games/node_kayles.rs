//! Node Kayles: choose a vertex that is neither chosen nor beside a chosen one.

use crate::graph::Graph;
use crate::lines::{Lines, Outcome, number};
use crate::rules::{Move, Player, Position, Rules, moved};

struct NodeKayles {
    graph: Graph,
    /// Does the certificate use the lemma of this name?
    closed: bool,
}

pub(crate) fn read(lines: &mut Lines) -> Outcome<Box<dyn Rules>> {
    Ok(Box::new(NodeKayles {
        graph: Graph::read(lines, false)?,
        closed: false,
    }))
}

impl NodeKayles {
    /// Is `v` neither chosen (1) nor beside a chosen vertex?
    fn available(&self, chosen: &Position, v: usize) -> bool {
        let mut beside = self.graph.neighbors[v].iter();
        chosen[v] == 0 && beside.all(|&w| chosen[w as usize] == 0)
    }
}

impl Rules for NodeKayles {
    fn last_mover_wins(&self) -> bool {
        true
    }

    fn board(&self) -> Option<&Graph> {
        Some(&self.graph)
    }

    fn admit(&self, _map: &[u32]) -> Outcome<()> {
        Ok(())
    }

    fn add_lemma(&mut self, name: &str) -> Option<&'static str> {
        self.closed |= name == "closed";
        (name == "closed").then_some("closed")
    }

    fn read_position(&self, text: &str) -> Outcome<Position> {
        let mark = |mark| match mark {
            '-' => Ok(0),
            'x' => Ok(1),
            _ => Err("expected an x or - for every vertex".to_owned()),
        };
        let marks = if text == "." { "" } else { text };
        let marks = marks.chars().take(self.graph.n + 1);
        let chosen = marks.map(mark).collect::<Outcome<Position>>()?;
        if chosen.len() != self.graph.n {
            return Err(format!("expected {} marks", self.graph.n));
        }
        let both = |&&(a, b): &&(u32, u32)| chosen[a as usize] == 1 && chosen[b as usize] == 1;
        match self.graph.edges.iter().find(both) {
            Some((a, b)) => Err(format!("the neighbours {a} and {b} are both chosen")),
            None => Ok(chosen),
        }
    }

    fn read_move(&self, text: &str) -> Outcome<Move> {
        Ok((number(text)?, 0))
    }

    fn show_move(&self, mv: Move) -> String {
        mv.0.to_string()
    }

    fn cost(&self, _: &Position, _: Player) -> u64 {
        self.graph.looks()
    }

    fn image_cost(&self) -> u64 {
        self.graph.looks()
    }

    fn moves(&self, chosen: &Position, _: Player) -> Vec<Move> {
        let vertices = (0..chosen.len()).filter(|&v| self.available(chosen, v));
        vertices.map(|v| (v as u64, 0)).collect()
    }

    fn apply(&self, chosen: &Position, (v, _): Move) -> Position {
        let mut after = chosen.clone();
        after[v as usize] = 1;
        after
    }

    /// The chosen vertices, by the lemma "closed" the available ones.
    fn image(&self, chosen: &Position, map: Option<&[u32]>) -> Vec<u8> {
        let marked = |v| match self.closed {
            true => self.available(chosen, v),
            false => chosen[v] == 1,
        };
        moved((0..chosen.len()).map(|v| u8::from(marked(v))), map)
    }
}
