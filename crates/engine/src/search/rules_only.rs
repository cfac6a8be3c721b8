//! The search for games that have nothing but their rules.

use super::{Entry, Glance, Hash128, SearchGame};
use crate::{Game, Outcome};
use std::hash::Hash;

/// A game as the search sees it when it offers no shortcuts: positions are
/// nodes, and equal positions are one. With [`UpToSymmetry`](crate::UpToSymmetry)
/// symmetric positions are one as well.
///
/// Play must be finite and end in a win or a loss. A game in which play can go
/// on for ever needs its state digraph; a position that ends in a draw makes the search panic.
pub struct PlainSearch<'a, G> {
    /// The game.
    pub game: &'a G,
    /// Makes the keys other than those of games with another salt.
    pub salt: u64,
}

impl<G> SearchGame for PlainSearch<'_, G>
where
    G: Game + Sync,
    G::Position: Send,
    G::Move: Send,
{
    type Node = G::Position;
    type Scratch = Vec<G::Move>;

    fn scratch(&self) -> Vec<G::Move> {
        Vec::new()
    }

    fn glance(&self, position: &mut G::Position, moves: &mut Vec<G::Move>) -> Glance {
        match self.game.result(position) {
            Some(outcome) => {
                assert_ne!(outcome, Outcome::Draw, "games end in a win or a loss");
                Glance::Settled(outcome == Outcome::Win)
            }
            None => {
                let mut hash = Hash128::new(self.salt);
                position.hash(&mut hash);
                moves.clear();
                self.game.moves(position, moves);
                Glance::Open {
                    key: hash.value(),
                    guess: Entry::new(1, moves.len().max(1) as u32),
                }
            }
        }
    }

    fn children(
        &self,
        position: &G::Position,
        moves: &mut Vec<G::Move>,
        children: &mut Vec<G::Position>,
    ) {
        moves.clear();
        self.game.moves(position, moves);
        children.extend(moves.iter().map(|&mv| self.game.apply(position, mv)));
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Means, Table, search};
    use super::*;
    use crate::{Budget, Player, Refusal, Rng, StateDigraph};

    /// Colour vertices of a path with two colours, neighbours differently; who cannot move loses.
    struct PathGame(usize);

    impl Game for PathGame {
        type Position = Vec<u8>;
        type Move = (u32, u32);

        fn start(&self) -> Vec<u8> {
            vec![0; self.0]
        }
        fn to_move(&self, position: &Vec<u8>) -> Player {
            Player::after(position.iter().filter(|&&c| c != 0).count())
        }
        fn result(&self, position: &Vec<u8>) -> Option<Outcome> {
            let mut moves = Vec::new();
            self.moves(position, &mut moves);
            moves.is_empty().then_some(Outcome::Lose)
        }
        fn moves(&self, position: &Vec<u8>, moves: &mut Vec<(u32, u32)>) {
            let all = (0..self.0 as u32).flat_map(|v| [(v, 1), (v, 2)]);
            moves.extend(all.filter(|&mv| self.refusal(position, mv).is_none()));
        }
        fn refusal(&self, position: &Vec<u8>, (v, c): (u32, u32)) -> Option<Refusal> {
            let v = v as usize;
            let near = [v.checked_sub(1), Some(v + 1)];
            let mut near = near.iter().flatten().filter_map(|&w| position.get(w));
            (position[v] != 0 || near.any(|&d| u32::from(d) == c)).then(Refusal::game_over)
        }
        fn apply(&self, position: &Vec<u8>, (v, c): (u32, u32)) -> Vec<u8> {
            let mut next = position.clone();
            next[v as usize] = c as u8;
            next
        }
    }

    #[test]
    fn agrees_with_the_state_digraph_at_random_positions() {
        let mut rng = Rng::new(2);
        for n in 1..=8 {
            let game = PathGame(n);
            let states = StateDigraph::explore(&game, [game.start()], &Budget::UNLIMITED).unwrap();
            let labels = states.label(1);
            let table = Table::new(0);
            for _ in 0..20 {
                let i = rng.below(states.digraph().vertex_count()) as u32;
                let position = states.position(i);
                for threads in [1, 2] {
                    let plain = PlainSearch {
                        game: &game,
                        salt: 0,
                    };
                    let report = search(
                        &plain,
                        position,
                        &Means::new(&table, threads, &Budget::UNLIMITED),
                    );
                    assert_eq!(report.wins, Some(labels.outcome(i) == Outcome::Win));
                }
            }
        }
    }
}
