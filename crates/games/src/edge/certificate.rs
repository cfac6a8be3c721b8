//! How certificates write the Edge-Distinguishing Game.

use super::{EdgeDistinguishing, Move};
use crate::certificate::{Certified, colors_row, colors_word, graph_rows};
use crate::symmetry;
use outplay_board::InputError;

impl Certified for EdgeDistinguishing {
    fn board_rows(&self) -> Result<Vec<String>, InputError> {
        Ok([
            graph_rows("edge", &self.graph)?,
            vec![colors_row(self.colors)?],
        ]
        .concat())
    }

    fn position_word(&self, position: &Box<[u8]>) -> String {
        colors_word(position, self.colors)
    }

    fn move_word(&self, _: &Self::Position, mv: Move) -> String {
        format!("{}={}", mv.vertex, mv.color)
    }

    fn symmetry_rows(&self) -> Vec<Vec<u32>> {
        self.automorphisms().to_vec()
    }

    fn key(&self, position: &Box<[u8]>, _: bool) -> (Vec<u8>, usize) {
        let (least, number) = symmetry::least_coloring(position, self.automorphisms());
        (least.into(), number)
    }
}
