//! How certificates write take-away games.

use super::{Move, Subtraction};
use crate::certificate::Certified;
use outplay_board::InputError;
use outplay_engine::Symmetric;

impl Certified for Subtraction {
    fn board_rows(&self) -> Result<Vec<String>, InputError> {
        let take: Vec<String> = self.take.iter().map(u64::to_string).collect();
        let take = format!("take {}", take.join(","));
        Ok(vec!["game subtraction".to_owned(), take])
    }

    fn move_word(&self, _: &Self::Position, mv: Move) -> String {
        format!("{}-{}", mv.heap, mv.take)
    }

    fn key(&self, position: &Vec<u64>, _: bool) -> (Vec<u8>, usize) {
        let heaps = self.canonical(position);
        let bytes = heaps.iter().flat_map(|heap| heap.to_le_bytes());
        (bytes.collect(), 0)
    }
}
