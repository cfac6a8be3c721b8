//! Token games.

use crate::graph::Graph;
use crate::lines::{Lines, Outcome, number};
use crate::rules::{Move, Player, Position, Rules};

struct Token {
    digraph: Graph,
}

pub(crate) fn read(lines: &mut Lines) -> Outcome<Box<dyn Rules>> {
    Ok(Box::new(Token {
        digraph: Graph::read(lines, true)?,
    }))
}

impl Rules for Token {
    fn board(&self) -> Option<&Graph> {
        Some(&self.digraph)
    }

    fn can_draw(&self) -> bool {
        true
    }

    fn admit(&self, _map: &[u32]) -> Outcome<()> {
        Ok(())
    }

    fn read_position(&self, text: &str) -> Outcome<Position> {
        match number(text)? {
            v if v < self.digraph.n as u64 => Ok(vec![v]),
            v => Err(format!("there is no vertex {v}")),
        }
    }

    fn read_move(&self, text: &str) -> Outcome<Move> {
        Ok((number(text)?, 0))
    }

    fn show_move(&self, mv: Move) -> String {
        mv.0.to_string()
    }

    fn cost(&self, position: &Position, _: Player) -> u64 {
        1 + self.digraph.neighbors[position[0] as usize].len() as u64
    }

    fn image_cost(&self) -> u64 {
        1
    }

    fn moves(&self, position: &Position, _: Player) -> Vec<Move> {
        let arcs = self.digraph.neighbors[position[0] as usize].iter();
        arcs.map(|&to| (to.into(), 0)).collect()
    }

    fn apply(&self, _: &Position, (to, _): Move) -> Position {
        vec![to]
    }

    fn image(&self, position: &Position, map: Option<&[u32]>) -> Vec<u8> {
        let vertex = position[0] as u32;
        let image = map.map_or(vertex, |map| map[vertex as usize]);
        image.to_be_bytes().to_vec()
    }
}
