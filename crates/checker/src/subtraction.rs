//! Take-away games.

use crate::lines::{number, pair};
use crate::rules::{Move, Player, Position, Rules};

pub(crate) struct Subtraction {
    /// The numbers that may be taken.
    pub(crate) take: Vec<u64>,
}

/// Numbers between commas.
pub(crate) fn read_numbers(text: &str) -> Result<Vec<u64>, String> {
    text.split(',').map(number).collect()
}

impl Rules for Subtraction {
    fn read_position(&self, text: &str) -> Result<Position, String> {
        read_numbers(text)
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        pair(text, '-')
    }

    fn show_move(&self, mv: Move) -> String {
        format!("{}-{}", mv.0, mv.1)
    }

    fn over(&self, heaps: &Position, mover: Player) -> Option<Player> {
        self.moves(heaps, mover).is_empty().then_some(mover.other())
    }

    fn moves(&self, heaps: &Position, _: Player) -> Vec<Move> {
        let mut moves = Vec::new();
        for (heap, &pebbles) in (0..).zip(heaps) {
            let legal = self.take.iter().filter(|&&take| take <= pebbles);
            moves.extend(legal.map(|&take| (heap, take)));
        }
        moves
    }

    fn apply(&self, heaps: &Position, mv: Move) -> Position {
        let mut after = heaps.clone();
        after[mv.0 as usize] -= mv.1;
        after
    }

    fn key(&self, heaps: &Position) -> Vec<u8> {
        let mut sorted = heaps.clone();
        sorted.sort_unstable();
        sorted.iter().flat_map(|heap| heap.to_le_bytes()).collect()
    }
}
