//! How certificates write the Edge-Distinguishing Game.

use super::{EdgeDistinguishing, Move};
use crate::certificate::{Certifiable, MOST_VERTICES, board_rows, colors_row, colors_word};
use outplay_board::InputError;
use outplay_engine::Symmetric;

impl Certifiable for EdgeDistinguishing {
    type Key = Box<[u8]>;

    fn certificate_board(&self) -> Result<Vec<String>, InputError> {
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

    fn certificate_position(&self, position: &Box<[u8]>) -> String {
        colors_word(position, self.colors)
    }

    fn certificate_move(&self, mv: Move) -> String {
        format!("{}={}", mv.vertex, mv.color)
    }

    fn certificate_symmetries(&self) -> Vec<Vec<u32>> {
        self.automorphisms().to_vec()
    }

    fn certificate_key(&self, position: &Box<[u8]>, _: bool) -> Box<[u8]> {
        self.canonical(position)
    }
}
