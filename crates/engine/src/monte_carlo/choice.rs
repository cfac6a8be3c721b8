//! Which move to play when the sampling is done.
//!
//! Every choice looks from the side of the player to move, and a move that was never tried is the
//! last resort.

use super::uct::root;
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

impl<M> RootMove<M> {
    /// The bound by which the next of `all` simulations and one would choose it.
    pub fn bound(&self, all: u64, exploration: f64) -> f64 {
        self.value + exploration * root(all) / (self.visits as f64).sqrt()
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn root(moves: &[(u64, f64)]) -> Vec<RootMove<usize>> {
        let numbered = moves.iter().enumerate();
        numbered
            .map(|(mv, &(visits, value))| RootMove {
                mv,
                visits,
                value,
                proven: None,
            })
            .collect()
    }

    #[test]
    fn the_four_choices_differ_where_they_should() {
        // 130 visits: √(2 ln 130) = 3.1201. The lower bounds are
        // 0.60 − 3.1201/√60 = 0.1972, 0.75 − 3.1201/√20 = 0.0523 and 0.72 − 3.1201/√50 = 0.2788.
        // The last move was never tried; what it would give is unknown, not best.
        let moves = root(&[(60, 0.60), (20, 0.75), (50, 0.72), (0, 0.0)]);
        assert_eq!(choose(&moves, FinalChoice::Robust, 1.0), Some(0));
        assert_eq!(choose(&moves, FinalChoice::Max, 1.0), Some(1));
        assert_eq!(choose(&moves, FinalChoice::Secure, 1.0), Some(2));
        assert!(!agree(&moves));
        assert_eq!(choose(&moves, FinalChoice::RobustMax, 1.0), Some(0));
        // With c = 0.3 the bounds are 0.4792, 0.5407 and 0.5876; with c = 0.1 they are
        // 0.5597, 0.6802 and 0.6759, and without a bound the value decides.
        assert_eq!(choose(&moves, FinalChoice::Secure, 0.3), Some(2));
        assert_eq!(choose(&moves, FinalChoice::Secure, 0.1), Some(1));
        assert_eq!(choose(&moves, FinalChoice::Secure, 0.0), Some(1));
        let moves = root(&[(20, 0.60), (60, 0.75), (50, 0.72)]);
        assert!(agree(&moves));
        for choice in [
            FinalChoice::Max,
            FinalChoice::Robust,
            FinalChoice::RobustMax,
        ] {
            assert_eq!(choose(&moves, choice, 1.0), Some(1));
        }
    }

    #[test]
    fn what_is_proven_counts_first() {
        use Outcome::{Draw, Lose, Win};
        let with = |proofs: [Option<Outcome>; 3]| {
            let mut moves = root(&[(60, 0.60), (20, 0.75), (1, 0.0)]);
            for (mv, proof) in moves.iter_mut().zip(proofs) {
                mv.proven = proof;
            }
            let [max, robust, secure] =
                [FinalChoice::Max, FinalChoice::Robust, FinalChoice::Secure]
                    .map(|choice| choose(&moves, choice, 1.0).unwrap());
            (proven(&moves), [max, robust, secure])
        };
        assert_eq!(with([None, None, Some(Win)]), (Some(Win), [2; 3]));
        assert_eq!(with([Some(Lose), None, None]), (None, [1, 1, 1]));
        // 81 visits: 0.60 − 2.9647/√60 = 0.2173, which is less than a certain half.
        assert_eq!(with([None, Some(Lose), Some(Draw)]), (None, [0, 0, 2]));
        assert_eq!(
            with([Some(Lose), Some(Lose), Some(Draw)]),
            (Some(Draw), [2; 3])
        );
        assert_eq!(with([Some(Lose); 3]), (Some(Lose), [0; 3]));
        assert_eq!(with([None; 3]).0, None);
    }

    #[test]
    fn something_is_chosen_when_nothing_was_tried() {
        assert_eq!(choose(&root(&[]), FinalChoice::Max, 1.0), None);
        assert_eq!(
            choose(&root(&[(0, 0.0), (0, 0.0)]), FinalChoice::Secure, 1.0),
            Some(0)
        );
        let mut moves = root(&[(3, 0.0), (0, 0.0)]);
        moves[0].proven = Some(Outcome::Lose);
        assert_eq!(choose(&moves, FinalChoice::Robust, 1.0), Some(1));
    }
}
