//! Take-away games.

use crate::lines::{Lines, Outcome, number, pair};
use crate::rules::{Move, Player, Position, Rules};

struct Subtraction {
    /// The numbers that may be taken.
    take: Vec<u64>,
}

pub(crate) fn read(lines: &mut Lines) -> Outcome<Box<dyn Rules>> {
    let row = lines.parameter("take")?;
    let take = row.split(',').map(number).collect::<Outcome<Vec<u64>>>()?;
    match take.contains(&0) {
        true => Err("0 is no number to take".to_owned()),
        false => Ok(Box::new(Subtraction { take })),
    }
}

impl Rules for Subtraction {
    fn last_mover_wins(&self) -> bool {
        true
    }

    fn read_position(&self, text: &str) -> Outcome<Position> {
        text.split(',').map(number).collect()
    }

    fn read_move(&self, text: &str) -> Outcome<Move> {
        pair(text, '-')
    }

    fn show_move(&self, mv: Move) -> String {
        format!("{}-{}", mv.0, mv.1)
    }

    fn cost(&self, heaps: &Position, _: Player) -> u64 {
        (1 + heaps.len() * (1 + self.take.len())) as u64
    }

    /// Heaps are written out, so putting them in order costs no more than reading them.
    fn image_cost(&self) -> u64 {
        1
    }

    fn moves(&self, heaps: &Position, _: Player) -> Vec<Move> {
        let mut moves = Vec::new();
        for (heap, pebbles) in (0..).zip(heaps) {
            let legal = self.take.iter().filter(|take| *take <= pebbles);
            moves.extend(legal.map(|&take| (heap, take)));
        }
        moves
    }

    fn apply(&self, heaps: &Position, (heap, take): Move) -> Position {
        let mut after = heaps.clone();
        after[heap as usize] -= take;
        after
    }

    fn image(&self, heaps: &Position, _: Option<&[u32]>) -> Vec<u8> {
        let mut sorted = heaps.clone();
        sorted.sort_unstable();
        sorted.iter().flat_map(|heap| heap.to_le_bytes()).collect()
    }
}
