//! Take-away games.

use crate::graph::Graph;
use crate::lines::{Outcome, number, pair};
use crate::rules::{Move, Player, Position, Rules};

pub(crate) struct Subtraction {
    /// The numbers that may be taken.
    take: Vec<u64>,
}

impl Subtraction {
    pub(crate) fn new(take: &str) -> Outcome<Self> {
        let take = take.split(',').map(number).collect::<Outcome<Vec<u64>>>()?;
        match take.contains(&0) {
            true => Err("0 is no number to take".to_owned()),
            false => Ok(Self { take }),
        }
    }
}

impl Rules for Subtraction {
    fn board(&self) -> Option<&Graph> {
        None
    }

    fn add_symmetry(&mut self, _: Vec<u32>) -> Outcome<()> {
        Err("there is no board".to_owned())
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

    fn key(&self, heaps: &Position) -> Vec<u8> {
        let mut sorted = heaps.clone();
        sorted.sort_unstable();
        sorted.iter().flat_map(|heap| heap.to_le_bytes()).collect()
    }
}
