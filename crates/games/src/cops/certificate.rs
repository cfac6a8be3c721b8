//! How certificates write cops and robber: `-` for who was not placed, and an `r` before moves of
//! the robber.

use super::{Cops, NOWHERE, Places, Position, Side};
use crate::certificate::{Certified, graph_rows};
use outplay_board::InputError;

fn word(places: Places) -> String {
    let words: Vec<String> = places.iter().map(|v| v.to_string()).collect();
    match words.is_empty() {
        true => "-".to_owned(),
        false => words.join(","),
    }
}

impl Certified for Cops {
    fn board_rows(&self) -> Result<Vec<String>, InputError> {
        let cops = vec![format!("cops {}", self.cops)];
        Ok([graph_rows("cops", &self.graph)?, cops].concat())
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
}
