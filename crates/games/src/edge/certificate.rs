//! How certificates write the Edge-Distinguishing Game.

use super::{EdgeDistinguishing, Move};
use crate::certificate::{Certified, MOST_VERTICES, board_rows, colors_row, colors_word};
use crate::symmetry;
use outplay_board::InputError;

impl Certified for EdgeDistinguishing {
    type Position = Box<[u8]>;
    type Move = Move;

    fn board_rows(&self) -> Result<Vec<String>, InputError> {
        let graph = &self.graph;
        let mut rows = vec!["game edge".to_owned()];
        rows.extend(board_rows(
            graph.vertex_count(),
            graph.edges(),
            "edges",
            '-',
            MOST_VERTICES,
        )?);
        rows.push(colors_row(self.colors)?);
        Ok(rows)
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
