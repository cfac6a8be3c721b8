//! How certificates write the colouring game, and the lemmas that shorten them.

use super::{Coloring, Move, Position, Side};
use crate::certificate::{Certified, MOST_VERTICES, board_rows, colors_row, colors_word};
use outplay_board::InputError;
use outplay_engine::{Outcome, Symmetric};

/// The most vertices for the residual lemma.
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
    /// neighbours which could take one of them. All others are safe.
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
                (mine.count_ones() as usize <= rivals.len()).then_some(Endangered {
                    vertex: v,
                    free: mine.count_ones(),
                    rivals,
                })
            })
            .collect()
    }

    /// Does Alice win because nobody is in danger, or only vertices far apart
    /// (lemmas "safe" and "scattered")?
    fn settled_by_lemma(&self, position: &Position) -> bool {
        let danger = self.in_danger(&position.colors);
        let threats = danger.iter().filter(|v| v.free == 1).count();
        if threats > usize::from(position.turn == Side::Alice) {
            return false;
        }
        let mut seen = vec![false; self.graph.vertex_count()];
        danger.iter().all(|v| {
            let mut star = v.rivals.iter().chain([&v.vertex]);
            star.all(|&w| !std::mem::replace(&mut seen[w as usize], true))
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

impl Certified for Coloring {
    type Position = Position;
    type Move = Move;

    fn board_rows(&self) -> Result<Vec<String>, InputError> {
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
        rows.push(format!("pass {}", self.pass.name()));
        Ok(rows)
    }

    fn position_word(&self, position: &Position) -> String {
        colors_word(&position.colors, self.colors)
    }

    fn move_word(&self, mv: Move) -> String {
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
            0..=MOST_RESIDUAL => &["residual", "safe", "scattered"],
            _ => &["safe", "scattered"],
        }
    }

    fn key(&self, position: &Position, lemmas: bool) -> Vec<u8> {
        if lemmas && self.graph.vertex_count() <= MOST_RESIDUAL {
            self.residual(&position.colors).into()
        } else {
            self.canonical(position).colors.into()
        }
    }

    /// Alice wins soon where little is in danger. Bob wins where threats leave her no choice, and
    /// which chain of them is short only the search has learnt: without it, where much is in danger.
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
        match position.turn {
            Side::Bob => danger.into(),
            Side::Alice => {
                u64::from(disproof.unwrap_or(u32::MAX)) << 32 | u64::from(u32::MAX - danger)
            }
        }
    }

    fn settled(&self, position: &Position, lemmas: bool) -> Option<Outcome> {
        (lemmas && self.settled_by_lemma(position)).then_some(match position.turn {
            Side::Alice => Outcome::Win,
            Side::Bob => Outcome::Lose,
        })
    }
}
