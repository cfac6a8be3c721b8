//! How certificates write Node Kayles.

use super::{NodeKayles, Position};
use crate::certificate::{Certified, graph_rows};
use crate::symmetry;
use outplay_board::InputError;

impl Certified for NodeKayles {
    fn board_rows(&self) -> Result<Vec<String>, InputError> {
        graph_rows("node-kayles", &self.graph)
    }

    fn position_word(&self, position: &Position) -> String {
        match position.len() {
            0 => ".".to_owned(),
            _ => position
                .iter()
                .map(|&m| ['-', 'x'][usize::from(m)])
                .collect(),
        }
    }

    fn move_word(&self, _: &Self::Position, vertex: u32) -> String {
        vertex.to_string()
    }

    fn symmetry_rows(&self) -> Vec<Vec<u32>> {
        self.automorphisms.of(&self.graph).to_vec()
    }

    fn lemmas(&self) -> &'static [&'static str] {
        &["closed"]
    }

    /// With the lemma, only which vertices are available counts.
    fn key(&self, position: &Position, lemmas: bool) -> (Vec<u8>, usize) {
        let mark = |v: u32| match lemmas {
            true => u8::from(self.is_available(position, v)),
            false => position[v as usize],
        };
        let row: Vec<u8> = self.graph.vertices().map(mark).collect();
        let (least, number) = symmetry::least_row(&row, self.automorphisms.of(&self.graph));
        (least.into(), number)
    }
}
