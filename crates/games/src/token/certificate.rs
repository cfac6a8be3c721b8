//! How certificates write token games. A certificate has at most as many
//! positions as the board has vertices, so it makes no use of symmetries.

use super::Token;
use crate::certificate::{Certified, board_rows};
use outplay_board::InputError;

const MOST_VERTICES: usize = 1 << 20;

impl Certified for Token {
    fn board_rows(&self) -> Result<Vec<String>, InputError> {
        let digraph = &self.digraph;
        let mut rows = vec!["game token".to_owned()];
        rows.extend(board_rows(
            digraph.vertex_count(),
            digraph.arcs(),
            "arcs",
            '>',
            MOST_VERTICES,
        )?);
        Ok(rows)
    }

    fn position_word(&self, vertex: &u32) -> String {
        vertex.to_string()
    }

    fn move_word(&self, _: &Self::Position, to: u32) -> String {
        to.to_string()
    }
}
