//! The colouring game. Alice is the first player, Bob the second.

use crate::graph::Graph;
use crate::lines::pair;
use crate::rules::{Move, Player, Position, Rules, least_image, read_colors, rename_colors};

/// Alice wants every vertex coloured.
pub(crate) const ALICE: Player = Player::First;
/// Bob wants an uncoloured vertex without a legal colour.
pub(crate) const BOB: Player = Player::Second;

const PASS: Move = (u64::MAX, 0);

/// What the residual lemma can take; its sets of vertices are the bits of one word.
pub(crate) const MOST_RESIDUAL: usize = 128;

pub(crate) struct Coloring {
    pub(crate) graph: Graph,
    pub(crate) colors: u64,
    pub(crate) pass: Option<Player>,
    pub(crate) symmetries: Vec<Vec<u32>>,
    /// The lemmas that the certificate uses.
    pub(crate) residual: bool,
    pub(crate) safe: bool,
}

impl Coloring {
    /// The colours that no neighbour of `v` has, as a set of bits 1 to k.
    fn free(&self, colors: &Position, v: usize) -> u64 {
        let all = (1 << (self.colors + 1)) - 2;
        let taken = |set, &w: &u32| set | 1 << colors[w as usize];
        all & !self.graph.neighbors[v].iter().fold(0, taken)
    }

    /// The lemma "safe": every uncoloured vertex has more free colours than
    /// uncoloured neighbours that could take one of them.
    fn all_safe(&self, colors: &Position, free: &[u64]) -> bool {
        let uncolored = |v: usize| colors[v] == 0;
        (0..self.graph.n).filter(|&v| uncolored(v)).all(|v| {
            let neighbors = self.graph.neighbors[v].iter().map(|&w| w as usize);
            let rivals = neighbors.filter(|&w| uncolored(w) && free[w] & free[v] != 0);
            free[v].count_ones() as usize > rivals.count()
        })
    }

    /// The lemma "residual": which vertices are uncoloured, and in any order for
    /// every colour which of these may not take it. The least image under the symmetries.
    fn residual_key(&self, colors: &Position) -> Vec<u8> {
        let n = self.graph.n;
        let uncolored: Vec<usize> = (0..n).filter(|&v| colors[v] == 0).collect();
        let free: Vec<u64> = uncolored.iter().map(|&v| self.free(colors, v)).collect();
        let image = |map: Option<&Vec<u32>>| {
            let mut open = 0u128;
            let mut forbidden = vec![0u128; self.colors as usize];
            for (&v, &free) in uncolored.iter().zip(&free) {
                let bit = 1u128 << map.map_or(v as u32, |map| map[v]);
                open |= bit;
                for (c, set) in (1..).zip(&mut forbidden) {
                    if free & 1 << c == 0 {
                        *set |= bit;
                    }
                }
            }
            forbidden.sort_unstable();
            forbidden.insert(0, open);
            forbidden
        };
        let images = self.symmetries.iter().map(|map| image(Some(map)));
        let least = images.fold(image(None), |least, image| least.min(image));
        let bytes = |set: u128| set.to_le_bytes().into_iter().take(n.div_ceil(8));
        least.into_iter().flat_map(bytes).collect()
    }
}

impl Rules for Coloring {
    fn read_position(&self, text: &str) -> Result<Position, String> {
        let colors = read_colors(text, self.graph.n, self.colors)?;
        for &(a, b) in &self.graph.edges {
            let color = colors[a as usize];
            if color != 0 && color == colors[b as usize] {
                return Err(format!("the neighbours {a} and {b} have the same colour"));
            }
        }
        Ok(colors)
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        if text == "pass" {
            Ok(PASS)
        } else {
            pair(text, '=')
        }
    }

    fn show_move(&self, mv: Move) -> String {
        if mv == PASS {
            "pass".to_owned()
        } else {
            format!("{}={}", mv.0, mv.1)
        }
    }

    fn over(&self, colors: &Position, _: Player) -> Option<Player> {
        let free: Vec<u64> = (0..self.graph.n).map(|v| self.free(colors, v)).collect();
        let stuck = |v: usize| colors[v] == 0 && free[v] == 0;
        if (0..self.graph.n).any(stuck) {
            return Some(BOB);
        }
        let full = colors.iter().all(|&color| color != 0);
        (full || self.safe && self.all_safe(colors, &free)).then_some(ALICE)
    }

    fn moves(&self, colors: &Position, mover: Player) -> Vec<Move> {
        let mut moves = Vec::new();
        for v in (0..self.graph.n).filter(|&v| colors[v] == 0) {
            let free = self.free(colors, v);
            let legal = (1..=self.colors).filter(|color| free & 1 << color != 0);
            moves.extend(legal.map(|color| (v as u64, color)));
        }
        if self.pass == Some(mover) {
            moves.push(PASS);
        }
        moves
    }

    fn apply(&self, colors: &Position, mv: Move) -> Position {
        let mut after = colors.clone();
        if mv != PASS {
            after[mv.0 as usize] = mv.1;
        }
        after
    }

    fn key(&self, colors: &Position) -> Vec<u8> {
        if self.residual {
            self.residual_key(colors)
        } else {
            least_image(colors, &self.symmetries, rename_colors)
        }
    }
}
