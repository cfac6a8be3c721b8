//! The Edge-Distinguishing Game.

use crate::graph::Graph;
use crate::lines::{Lines, Outcome};
use crate::rules::{Move, Palette, Player, Position, Rules};

struct Edge(Palette);

pub(crate) fn read(lines: &mut Lines) -> Outcome<Box<dyn Rules>> {
    Ok(Box::new(Edge(Palette::read(lines)?)))
}

impl Edge {
    /// For every colour c the colours d, as bits, such that some edge carries
    /// {c, d}; and whether two edges carry the same pair.
    fn carried(&self, colors: &Position) -> (Vec<u64>, bool) {
        let mut carried = vec![0; self.0.colors as usize + 1];
        let mut clash = false;
        for &(a, b) in &self.0.graph.edges {
            let (c, d) = (colors[a as usize], colors[b as usize]);
            if c != 0 && d != 0 {
                clash |= carried[c as usize] & 1 << d != 0;
                carried[c as usize] |= 1 << d;
                carried[d as usize] |= 1 << c;
            }
        }
        (carried, clash)
    }
}

impl Rules for Edge {
    fn last_mover_wins(&self) -> bool {
        true
    }

    fn board(&self) -> Option<&Graph> {
        Some(&self.0.graph)
    }

    fn admit(&self, _map: &[u32]) -> Outcome<()> {
        Ok(())
    }

    fn read_position(&self, text: &str) -> Outcome<Position> {
        let colors = self.0.read_position(text)?;
        match self.carried(&colors) {
            (_, true) => Err("two edges carry the same pair of colours".to_owned()),
            (_, false) => Ok(colors),
        }
    }

    fn read_move(&self, text: &str) -> Outcome<Move> {
        self.0.read_move(text)
    }

    fn show_move(&self, mv: Move) -> String {
        format!("{}={}", mv.0, mv.1)
    }

    fn cost(&self, _: &Position, _: Player) -> u64 {
        self.0.graph.looks() * self.0.colors
    }

    fn image_cost(&self) -> u64 {
        self.0.graph.n as u64
    }

    fn moves(&self, colors: &Position, _: Player) -> Vec<Move> {
        let (carried, _) = self.carried(colors);
        let mut moves = Vec::new();
        for v in (0..colors.len()).filter(|&v| colors[v] == 0) {
            for color in 1..=self.0.colors {
                // The edge to a neighbour of colour c gets the pair {color, c}: no
                // edge carries it yet, and no other neighbour has the colour c.
                let mut taken = carried[color as usize];
                let beside = self.0.graph.neighbors[v]
                    .iter()
                    .map(|&w| colors[w as usize]);
                let legal = beside.filter(|&c| c != 0).all(|c| {
                    let fresh = taken & 1 << c == 0;
                    taken |= 1 << c;
                    fresh
                });
                if legal {
                    moves.push((v as u64, color));
                }
            }
        }
        moves
    }

    fn apply(&self, colors: &Position, mv: Move) -> Position {
        self.0.apply(colors, mv)
    }

    fn image(&self, colors: &Position, map: Option<&[u32]>) -> Vec<u8> {
        self.0.image(colors, map)
    }
}
