//! How certificates write take-away games.

use super::{Move, Subtraction};
use crate::certificate::Certifiable;
use crate::notation::Notation;
use outplay_board::InputError;
use outplay_engine::Symmetric;

impl Certifiable for Subtraction {
    type Key = Vec<u64>;

    fn certificate_board(&self) -> Result<Vec<String>, InputError> {
        let take: Vec<String> = self.take.iter().map(u64::to_string).collect();
        let take = format!("take {}", take.join(","));
        Ok(vec!["game subtraction".to_owned(), take])
    }

    fn certificate_position(&self, position: &Vec<u64>) -> String {
        self.position_text(position)
    }

    fn certificate_move(&self, mv: Move) -> String {
        format!("{}-{}", mv.heap, mv.take)
    }

    fn certificate_key(&self, position: &Vec<u64>, _: bool) -> Vec<u64> {
        self.canonical(position)
    }
}
