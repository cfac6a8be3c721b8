//! How certificates write the colouring game, and the lemmas that shorten them.

use super::{Coloring, Move, Pass, Position, Side};
use crate::certificate::{Certifiable, MOST_VERTICES, board_rows, colors_row, colors_word};
use outplay_board::InputError;
use outplay_engine::{Game, Outcome, Symmetric};

/// The most vertices for the residual lemma.
const MOST_RESIDUAL: usize = 128;

impl Coloring {
    /// The colours that `v` may take, as bits from 0; for at most 64 colours.
    fn free_set(&self, colors: &[u8], v: u32) -> u64 {
        let row = self.graph.neighbors(v).iter();
        let taken = row
            .map(|&w| colors[w as usize])
            .filter(|&c| c != 0)
            .fold(0u64, |set, c| set | 1 << (c - 1));
        !taken & (u64::MAX >> (64 - self.colors.min(64)))
    }

    /// Has every uncoloured vertex more free colours than uncoloured neighbours
    /// which could take one of them? Then Alice has won.
    fn all_safe(&self, colors: &[u8]) -> bool {
        let free: Vec<u64> = self
            .graph
            .vertices()
            .map(|v| self.free_set(colors, v))
            .collect();
        let uncolored = |v: u32| colors[v as usize] == 0;
        self.graph.vertices().filter(|&v| uncolored(v)).all(|v| {
            let neighbors = self.graph.neighbors(v).iter();
            let mine = free[v as usize];
            let rivals = neighbors.filter(|&&w| uncolored(w) && free[w as usize] & mine != 0);
            mine.count_ones() as usize > rivals.count()
        })
    }

    /// The uncoloured vertices, and in order for every colour those of them that
    /// may not take it: the least image under the automorphisms.
    fn residual(&self, colors: &[u8]) -> Box<[u8]> {
        let open: Vec<(u32, u64)> = self
            .graph
            .vertices()
            .filter(|&v| colors[v as usize] == 0)
            .map(|v| (v, self.free_set(colors, v)))
            .collect();
        let mut least: Vec<u128> = Vec::new();
        let mut sets = vec![0u128; usize::from(self.colors) + 1];
        for map in self.automorphisms() {
            sets.fill(0);
            for &(v, free) in &open {
                let bit = 1u128 << map[v as usize];
                sets[0] |= bit;
                for (c, set) in sets[1..].iter_mut().enumerate() {
                    if free >> c & 1 == 0 {
                        *set |= bit;
                    }
                }
            }
            sets[1..].sort_unstable();
            if least.is_empty() || sets < least {
                least.clone_from(&sets);
            }
        }
        let bytes = self.graph.vertex_count().div_ceil(8);
        let word = |set: u128| set.to_le_bytes().into_iter().take(bytes);
        least.into_iter().flat_map(word).collect()
    }
}

impl Certifiable for Coloring {
    type Key = Box<[u8]>;

    fn certificate_board(&self) -> Result<Vec<String>, InputError> {
        let graph = &self.graph;
        let mut rows = vec!["game coloring".to_owned()];
        rows.extend(board_rows(
            graph.vertex_count(),
            graph.edges(),
            "edges",
            '-',
            MOST_VERTICES,
        )?);
        rows.push(colors_row(self.colors)?);
        rows.push(format!(
            "pass {}",
            match self.pass {
                Pass::None => "none",
                Pass::Alice => "alice",
                Pass::Bob => "bob",
            }
        ));
        Ok(rows)
    }

    fn certificate_position(&self, position: &Position) -> String {
        colors_word(&position.colors, self.colors)
    }

    fn certificate_move(&self, mv: Move) -> String {
        match mv {
            Move::Color { vertex, color } => format!("{vertex}={color}"),
            Move::Pass => "pass".to_owned(),
        }
    }

    fn certificate_symmetries(&self) -> Vec<Vec<u32>> {
        self.automorphisms().to_vec()
    }

    fn certificate_lemmas(&self) -> &'static [&'static str] {
        match self.graph.vertex_count() {
            0..=MOST_RESIDUAL => &["residual", "safe"],
            _ => &["safe"],
        }
    }

    fn certificate_key(&self, position: &Position, lemmas: bool) -> Box<[u8]> {
        if lemmas && self.graph.vertex_count() <= MOST_RESIDUAL {
            self.residual(&position.colors)
        } else {
            self.canonical(position).colors
        }
    }

    fn certificate_result(&self, position: &Position, lemmas: bool) -> Option<Outcome> {
        let result = self.result(position);
        if result.is_none() && lemmas && self.all_safe(&position.colors) {
            return Some(match position.turn {
                Side::Alice => Outcome::Win,
                Side::Bob => Outcome::Lose,
            });
        }
        result
    }
}
