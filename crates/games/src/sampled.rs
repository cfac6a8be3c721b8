//! The sampling search of a game.

use outplay_engine::Game;
use outplay_engine::monte_carlo::{Options, PlainSampler, Thinker, TreeSearch};

/// A game that can be sampled: by its plain rules, or quicker where it has its own way.
pub trait Sampled: Game + Sized + Sync {
    /// The sampling search.
    fn thinker(&self, options: Options) -> Box<dyn Thinker<Self::Position, Self::Move> + '_> {
        let longest = options.longest;
        let sampler = PlainSampler {
            game: self,
            longest,
        };
        Box::new(TreeSearch::new(sampler, options))
    }
}
