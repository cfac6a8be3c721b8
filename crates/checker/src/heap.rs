//! A game beside a nim heap, which proves Grundy values: a position has the value v if and only if
//! the player to move loses it beside a heap of v (Sprague and Grundy; `docs/lemmas.md`).

use crate::graph::Graph;
use crate::lines::{Outcome, number_in, quote};
use crate::rules::{Move, Player, Position, Rules};

/// No game here has larger values that anybody could write down.
pub(crate) const MOST: u64 = 1 << 16;

/// Who can move in neither loses. A position is that of the game and then the heap.
pub(crate) struct Beside {
    game: Box<dyn Rules>,
}

/// Takes the heap down to so many.
fn down(left: u64) -> Move {
    (u64::MAX, left)
}

impl Beside {
    pub(crate) fn new(game: Box<dyn Rules>) -> Outcome<Self> {
        match game.last_mover_wins() {
            true => Ok(Self { game }),
            false => Err("no heap beside a game that the last to move need not win".to_owned()),
        }
    }
}

fn parts(position: &Position) -> (Position, u64) {
    let (heap, game) = position.split_last().unwrap_or((&0, &[]));
    (game.to_vec(), *heap)
}

impl Rules for Beside {
    fn board(&self) -> Option<&Graph> {
        self.game.board()
    }

    fn admit(&self, map: &[u32]) -> Outcome<()> {
        self.game.admit(map)
    }

    fn add_lemma(&mut self, name: &str) -> Option<&'static str> {
        self.game.add_lemma(name)
    }

    fn read_position(&self, text: &str) -> Outcome<Position> {
        let (game, heap) = text
            .rsplit_once('*')
            .ok_or_else(|| format!("expected a position, * and a heap, found {}", quote(text)))?;
        let mut position = self.game.read_position(game)?;
        position.push(number_in(heap, 0, MOST)?);
        Ok(position)
    }

    fn read_move(&self, text: &str) -> Outcome<Move> {
        match text.strip_prefix('*') {
            Some(left) => Ok(down(number_in(left, 0, MOST)?)),
            None => self.game.read_move(text),
        }
    }

    fn show_move(&self, mv: Move) -> String {
        match mv {
            (u64::MAX, left) => format!("*{left}"),
            mv => self.game.show_move(mv),
        }
    }

    fn cost(&self, position: &Position, mover: Player) -> u64 {
        let (game, heap) = parts(position);
        heap.saturating_add(self.game.cost(&game, mover))
    }

    fn image_cost(&self) -> u64 {
        self.game.image_cost()
    }

    fn moves(&self, position: &Position, mover: Player) -> Vec<Move> {
        let (game, heap) = parts(position);
        let mut moves = match self.game.over(&game, mover) {
            Some(_) => Vec::new(),
            None => self.game.moves(&game, mover),
        };
        moves.extend((0..heap).map(down));
        moves
    }

    fn apply(&self, position: &Position, mv: Move) -> Position {
        let (mut game, mut heap) = parts(position);
        match mv {
            (u64::MAX, left) => heap = left,
            mv => game = self.game.apply(&game, mv),
        }
        game.push(heap);
        game
    }

    fn image(&self, position: &Position, map: Option<&[u32]>) -> Vec<u8> {
        let (game, heap) = parts(position);
        let mut image = self.game.image(&game, map);
        image.extend(heap.to_le_bytes());
        image
    }
}
