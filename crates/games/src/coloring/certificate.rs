//! How certificates write the colouring game, and the lemmas that shorten them.

use super::search::proof::{MOST_COLORS, regions};
use super::{Coloring, Move, Position, Side};
use crate::certificate::{Certified, Regions, colors_row, colors_word, graph_rows};
use crate::symmetry;
use outplay_board::InputError;
use outplay_engine::Outcome;
use outplay_engine::search::Table;
use std::sync::Arc;

/// The most vertices for the lemmas residual and relaxed.
const MOST_RESIDUAL: usize = 128;

/// A vertex that could run out of colours.
struct Endangered {
    vertex: u32,
    /// How many colours it may still take.
    free: u32,
    /// Uncoloured neighbours that could take one of them.
    rivals: Vec<u32>,
}

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

    /// The uncoloured vertices that have no more free colours than uncoloured
    /// neighbours which could take one of them, and with few colours no more of any set of these. All
    /// others are safe.
    fn in_danger(&self, colors: &[u8]) -> Vec<Endangered> {
        let free: Vec<u64> = self
            .graph
            .vertices()
            .map(|v| self.free_set(colors, v))
            .collect();
        let uncolored = |v: u32| colors[v as usize] == 0;
        let vertices = self.graph.vertices().filter(|&v| uncolored(v));
        vertices
            .filter_map(|v| {
                let mine = free[v as usize];
                let neighbors = self.graph.neighbors(v).iter().copied();
                let rivals: Vec<u32> = neighbors
                    .filter(|&w| uncolored(w) && free[w as usize] & mine != 0)
                    .collect();
                let takers = |set: u64| {
                    let able = rivals.iter().filter(|&&w| free[w as usize] & set != 0);
                    able.count()
                };
                let mut set = mine;
                let mut safe = takers(mine) < mine.count_ones() as usize;
                while self.by_regions() && set != 0 && !safe {
                    safe = takers(set) < set.count_ones() as usize;
                    set = (set - 1) & mine;
                }
                (!safe).then_some(Endangered {
                    vertex: v,
                    free: mine.count_ones(),
                    rivals,
                })
            })
            .collect()
    }

    /// Can the relaxed game be searched, and checked?
    fn by_regions(&self) -> bool {
        self.graph.vertex_count() <= MOST_RESIDUAL && usize::from(self.colors) <= MOST_COLORS
    }

    /// Who wins because nobody is in danger, or only vertices far apart (lemmas "safe", "matching" and
    /// "scattered"), or because Bob can take the last colour of a vertex ("threat")?
    fn settled_by_lemma(&self, position: &Position) -> Option<Side> {
        let danger = self.in_danger(&position.colors);
        let threats = danger.iter().filter(|v| v.free == 1).count();
        if threats > usize::from(position.turn == Side::Alice) {
            return (position.turn == Side::Bob).then_some(Side::Bob);
        }
        let mut seen = vec![false; self.graph.vertex_count()];
        let disjoint = danger.iter().all(|v| {
            let mut star = v.rivals.iter().chain([&v.vertex]);
            star.all(|&w| !std::mem::replace(&mut seen[w as usize], true))
        });
        disjoint.then_some(Side::Alice)
    }

    /// The uncoloured vertices, and in order for every colour those of them that
    /// may not take it: the least image under the automorphisms.
    fn residual(&self, colors: &[u8]) -> (Vec<u8>, usize) {
        let open: Vec<(u32, u64)> = self
            .graph
            .vertices()
            .filter(|&v| colors[v as usize] == 0)
            .map(|v| (v, self.free_set(colors, v)))
            .collect();
        let mut least: Vec<u128> = Vec::new();
        let mut symmetry = 0;
        let mut sets = vec![0u128; usize::from(self.colors) + 1];
        for (number, map) in self.automorphisms().iter().enumerate() {
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
                symmetry = number;
            }
        }
        let bytes = self.graph.vertex_count().div_ceil(8);
        let word = |set: u128| set.to_le_bytes().into_iter().take(bytes);
        (least.into_iter().flat_map(word).collect(), symmetry)
    }
}

impl Certified for Coloring {
    fn board_rows(&self) -> Result<Vec<String>, InputError> {
        let pass = format!("pass {}", self.pass.name());
        Ok([
            graph_rows("coloring", &self.graph)?,
            vec![colors_row(self.colors)?, pass],
        ]
        .concat())
    }

    fn position_word(&self, position: &Position) -> String {
        colors_word(&position.colors, self.colors)
    }

    fn move_word(&self, _: &Self::Position, mv: Move) -> String {
        match mv {
            Move::Color { vertex, color } => format!("{vertex}={color}"),
            Move::Pass => "pass".to_owned(),
        }
    }

    fn symmetry_rows(&self) -> Vec<Vec<u32>> {
        self.automorphisms().to_vec()
    }

    fn lemmas(&self) -> &'static [&'static str] {
        match self.graph.vertex_count() {
            _ if self.by_regions() => &[
                "residual",
                "threat",
                "matching",
                "scattered",
                "relaxed",
                "isomorphism",
            ],
            0..=MOST_RESIDUAL => &["residual", "threat", "safe", "scattered"],
            _ => &["threat", "safe", "scattered"],
        }
    }

    fn key(&self, position: &Position, lemmas: bool) -> (Vec<u8>, usize) {
        if lemmas && self.graph.vertex_count() <= MOST_RESIDUAL {
            return self.residual(&position.colors);
        }
        let (least, number) = symmetry::least_coloring(&position.colors, self.automorphisms());
        (least.into(), number)
    }

    /// What the search has learnt comes first. Beside that, Alice wins soon where little is in danger, Bob where
    /// much is and where threats leave her no choice.
    fn effort(&self, position: &Position, disproof: Option<u32>) -> u64 {
        const THREAT: u32 = 1000;
        let danger = |v: Endangered| match v.free {
            1 => THREAT,
            free => 1 + v.rivals.len() as u32 - free,
        };
        let danger: u32 = self
            .in_danger(&position.colors)
            .into_iter()
            .map(danger)
            .sum();
        let guess = match position.turn {
            Side::Bob => danger,
            Side::Alice => u32::MAX - danger,
        };
        u64::from(disproof.unwrap_or(u32::MAX)) << 32 | u64::from(guess)
    }

    fn settled(&self, position: &Position, lemmas: bool) -> Option<Outcome> {
        let winner = lemmas.then(|| self.settled_by_lemma(position)).flatten()?;
        Some(Outcome::of(winner == position.turn))
    }

    fn regions(&self, table: &Arc<Table>) -> Option<Box<dyn Regions<Position> + '_>> {
        regions(self, table)
    }
}
