//! How certificates write token games. A certificate has at most as many
//! positions as the board has vertices, so it makes no use of symmetries.

use super::Token;
use crate::certificate::{Certifiable, board_rows};
use outplay_board::InputError;

const MOST_VERTICES: usize = 1 << 20;

impl Certifiable for Token {
    type Key = u32;

    fn certificate_board(&self) -> Result<Vec<String>, InputError> {
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

    fn certificate_position(&self, vertex: &u32) -> String {
        vertex.to_string()
    }

    fn certificate_move(&self, to: u32) -> String {
        to.to_string()
    }

    fn certificate_key(&self, &vertex: &u32, _: bool) -> u32 {
        vertex
    }
}
