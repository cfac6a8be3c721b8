//! How certificates write cops and robber: `-` for who was not placed, and an `r` before moves of
//! the robber.

use super::{Cops, NOWHERE, Places, Position, Side};
use crate::certificate::{Certified, MOST_VERTICES, board_rows};
use outplay_board::InputError;

fn word(places: Places) -> String {
    let words: Vec<String> = places.iter().map(|v| v.to_string()).collect();
    match words.is_empty() {
        true => "-".to_owned(),
        false => words.join(","),
    }
}

impl Certified for Cops {
    type Position = Position;
    type Move = Places;

    fn board_rows(&self) -> Result<Vec<String>, InputError> {
        let graph = &self.graph;
        let n = graph.vertex_count();
        let mut rows = vec!["game cops".to_owned()];
        rows.extend(board_rows(n, graph.edges(), "edges", '-', MOST_VERTICES)?);
        rows.push(format!("cops {}", self.cops));
        Ok(rows)
    }

    fn position_word(&self, position: &Position) -> String {
        let robber = match position.robber {
            NOWHERE => "-".to_owned(),
            v => v.to_string(),
        };
        format!("{}/{robber}", word(position.cops))
    }

    fn move_word(&self, position: &Position, mv: Places) -> String {
        match position.mover {
            Side::Cops => word(mv),
            Side::Robber => format!("r{}", word(mv)),
        }
    }

    fn key(&self, position: &Position, _: bool) -> (Vec<u8>, usize) {
        let Places(cops) = position.cops;
        let places = cops.into_iter().chain([position.robber]);
        let turn = [u8::from(position.mover == Side::Cops)];
        (places.flat_map(u16::to_le_bytes).chain(turn).collect(), 0)
    }
}
