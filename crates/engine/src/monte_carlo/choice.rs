//! Which move to play when the sampling is done.
//!
//! Every choice looks from the side of the player to move, and a move that was never tried is
//! the last resort. A 2013 program on these games let one player take the move with the fewest wins of the
//! other by raw count, so that what had never been explored looked best.

use super::exploration::root;
use crate::Outcome;

/// How the move is chosen from what was sampled at the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FinalChoice {
    /// The highest value.
    Max,
    /// The most visits.
    #[default]
    Robust,
    /// The highest value and the most visits. While these are two moves, up to as many
    /// simulations again are made, a tenth at a time; in the end the most visits count.
    RobustMax,
    /// The highest lower confidence bound: the value minus c·√(2 ln n / n_j).
    Secure,
}

/// What was sampled of a move at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// How many simulations began with it.
    pub visits: u64,
    /// The share of them that the player to move won, draws counted half; 0 without visits.
    pub value: f64,
    /// What the move comes to for the player who makes it, if that is proven.
    pub proven: Option<Outcome>,
}

/// What the position is worth to the player to move, if that is proven.
pub(super) fn proven<M>(moves: &[RootMove<M>]) -> Option<Outcome> {
    let has = |outcome| moves.iter().any(|mv| mv.proven == outcome);
    match () {
        () if has(Some(Outcome::Win)) => Some(Outcome::Win),
        () if has(None) || moves.is_empty() => None,
        () if has(Some(Outcome::Draw)) => Some(Outcome::Draw),
        () => Some(Outcome::Lose),
    }
}

/// The moves that the choice is between: those that attain a proven result, or else
/// all that were tried and are not proven to lose.
fn candidates<M>(moves: &[RootMove<M>]) -> impl Iterator<Item = (usize, &RootMove<M>)> + Clone {
    let proven = proven(moves);
    moves
        .iter()
        .enumerate()
        .filter(move |(_, mv)| match proven {
            Some(_) => mv.proven == proven,
            None => mv.visits > 0 && mv.proven != Some(Outcome::Lose),
        })
}

/// The index of the move to play; `None` if there are no moves.
pub(super) fn choose<M>(moves: &[RootMove<M>], choice: FinalChoice, c: f64) -> Option<usize> {
    let value = |mv: &RootMove<M>| match mv.proven {
        Some(Outcome::Win) => 1.0,
        Some(Outcome::Draw) => 0.5,
        Some(Outcome::Lose) => 0.0,
        None => mv.value,
    };
    let bound = c * root(moves.iter().map(|mv| mv.visits).sum());
    let secure = |mv: &RootMove<M>| match mv.proven {
        Some(_) => value(mv),
        None => value(mv) - bound / (mv.visits as f64).sqrt(),
    };
    let visits = |mv: &RootMove<M>| mv.visits as f64;
    let first = match choice {
        FinalChoice::Max => best(candidates(moves), |mv| (value(mv), visits(mv))),
        FinalChoice::Robust | FinalChoice::RobustMax => {
            best(candidates(moves), |mv| (visits(mv), value(mv)))
        }
        FinalChoice::Secure => best(candidates(moves), |mv| (secure(mv), visits(mv))),
    };
    // Nothing was tried, or all that was tried loses.
    let untried = || moves.iter().position(|mv| mv.proven.is_none());
    first.or_else(untried).or((!moves.is_empty()).then_some(0))
}

/// Do the highest value and the most visits belong to one move?
pub(super) fn agree<M>(moves: &[RootMove<M>]) -> bool {
    let by_value = choose(moves, FinalChoice::Max, 0.0);
    let by_visits = choose(moves, FinalChoice::Robust, 0.0);
    let (Some(a), Some(b)) = (by_value, by_visits) else {
        return true;
    };
    proven(moves).is_some()
        || moves[a].visits == moves[b].visits
        || moves[a].value == moves[b].value
}

/// The first of the moves with the greatest score.
fn best<'a, M: 'a>(
    moves: impl Iterator<Item = (usize, &'a RootMove<M>)>,
    score: impl Fn(&RootMove<M>) -> (f64, f64),
) -> Option<usize> {
    let mut best: Option<(usize, (f64, f64))> = None;
    for (index, mv) in moves {
        let score = score(mv);
        if best.is_none_or(|(_, other)| score > other) {
            best = Some((index, score));
        }
    }
    best.map(|(index, _)| index)
}
