//! The Edge-Distinguishing Game.

use crate::graph::Graph;
use crate::lines::pair;
use crate::rules::{Move, Player, Position, Rules, least_image, read_colors, rename_colors};

pub(crate) struct Edge {
    pub(crate) graph: Graph,
    pub(crate) colors: u64,
    pub(crate) symmetries: Vec<Vec<u32>>,
}

impl Edge {
    /// For every colour c the colours d, as bits, such that some edge carries
    /// {c, d}; an error if two edges carry the same pair.
    fn carried(&self, colors: &Position) -> Result<Vec<u64>, String> {
        let mut carried = vec![0; self.colors as usize + 1];
        for &(a, b) in &self.graph.edges {
            let (c, d) = (colors[a as usize], colors[b as usize]);
            if c == 0 || d == 0 {
                continue;
            }
            if carried[c as usize] & 1 << d != 0 {
                return Err(format!("two edges carry the colours {c} and {d}"));
            }
            carried[c as usize] |= 1 << d;
            carried[d as usize] |= 1 << c;
        }
        Ok(carried)
    }
}

impl Rules for Edge {
    fn read_position(&self, text: &str) -> Result<Position, String> {
        let colors = read_colors(text, self.graph.n, self.colors)?;
        self.carried(&colors)?;
        Ok(colors)
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        pair(text, '=')
    }

    fn show_move(&self, mv: Move) -> String {
        format!("{}={}", mv.0, mv.1)
    }

    fn over(&self, colors: &Position, mover: Player) -> Option<Player> {
        self.moves(colors, mover)
            .is_empty()
            .then_some(mover.other())
    }

    fn moves(&self, colors: &Position, _: Player) -> Vec<Move> {
        let mut moves = Vec::new();
        let Ok(carried) = self.carried(colors) else {
            return moves; // cannot be: all positions here are legal
        };
        for v in (0..self.graph.n).filter(|&v| colors[v] == 0) {
            for color in 1..=self.colors {
                // The edges to coloured neighbours get pairs that must be new
                // and differ, so the neighbours' colours must differ.
                let mut pairs = carried[color as usize];
                let fresh = self.graph.neighbors[v].iter().all(|&w| {
                    let pair = 1 << colors[w as usize];
                    let fresh = colors[w as usize] == 0 || pairs & pair == 0;
                    pairs |= pair;
                    fresh
                });
                if fresh {
                    moves.push((v as u64, color));
                }
            }
        }
        moves
    }

    fn apply(&self, colors: &Position, mv: Move) -> Position {
        let mut after = colors.clone();
        after[mv.0 as usize] = mv.1;
        after
    }

    fn key(&self, colors: &Position) -> Vec<u8> {
        least_image(colors, &self.symmetries, rename_colors)
    }
}
