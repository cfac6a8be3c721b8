//! How many positions a game has, guessed from random games.
//!
//! Knuth's method: along a random game the product of the numbers of legal moves
//! is, on average, the number of move sequences of that length. A position after
//! t moves is reached by about t! sequences, because in the games here moves can
//! mostly be made in any order; dividing gives the number of positions a layer.

use crate::Game;

/// A small, fast, repeatable generator of random numbers (SplitMix64). The same
/// seed gives the same numbers for ever.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The generator that belongs to `seed`.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A uniform number below `n`, which must not be 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next_u64()) * n as u128) >> 64) as usize
    }

    /// Puts a list into a random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}

/// Guesses the number of positions reachable from `start`, in games whose
/// moves can be made in any order. Repeatable: the seed is fixed. Where positions have very
/// many moves it gives up early and says at least how many moves one position has.
pub fn estimate_positions<G: Game + ?Sized>(game: &G, start: &G::Position) -> f64 {
    probe(game, start, f64::from)
}

/// The same for games in which a token walks: the order of its moves matters, and every walk may
/// lead to a position of its own.
pub fn estimate_walks<G: Game + ?Sized>(game: &G, start: &G::Position) -> f64 {
    probe(game, start, |_| 1.0)
}

/// Plays at random; `orders` is in how many ways the first so many moves lead to a position, over
/// that of one move fewer.
fn probe<G: Game + ?Sized>(game: &G, start: &G::Position, orders: fn(u32) -> f64) -> f64 {
    const PROBES: u32 = 64;
    const LONGEST: u32 = 10_000;
    // Where positions have very many moves, a few probes must do: the answer is
    // "too many" anyway, and it should come at once.
    const MOST_MOVES: usize = 500_000;
    let mut rng = Rng::new(1);
    let mut moves = Vec::new();
    let (mut seen, mut widest) = (0, 0);
    let mut sum = 0.0;
    for probe in 1..=PROBES {
        let mut position = start.clone();
        let mut layer = 1.0;
        for made in 1..LONGEST {
            sum += layer;
            moves.clear();
            game.moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            seen += moves.len();
            widest = widest.max(moves.len());
            if seen > MOST_MOVES {
                return (sum / f64::from(probe)).max(widest as f64);
            }
            layer *= moves.len() as f64 / orders(made);
            position = game.apply(&position, moves[rng.below(moves.len())]);
        }
    }
    sum / f64::from(PROBES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_are_those_of_splitmix64() {
        // The published test vector of SplitMix64 for seed 1234567.
        let mut rng = Rng::new(1_234_567);
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ];
        assert_eq!(expected, std::array::from_fn(|_| rng.next_u64()));
        assert!((0..1000).all(|_| rng.below(7) < 7));
    }
}
