//! The colouring game as a game of the search, and questions to it.

use super::key::Keys;
use super::residual::{Residual, Rules, ShutOff, Standing};
use super::{MOST_COLORS, MOST_VERTICES, Shortcuts};
use crate::coloring::{Coloring, Position, Side};
use crate::sets::Words;
use outplay_engine::search::{Ask, Found, Glance, Means, SearchGame, Unsearchable, ask_node};

pub(super) struct ColoringSearch<S, const K: usize> {
    pub(super) rules: Rules<S>,
}

impl<S: Words, const K: usize> ColoringSearch<S, K> {
    pub(super) fn new(game: &Coloring, shortcuts: Shortcuts) -> Self {
        Self {
            rules: Rules {
                neighbors: game.graph().neighborhoods(),
                colors: usize::from(game.colors()),
                pass: game.pass(),
                shortcuts,
            },
        }
    }
}

/// What is left of a game; `None` if a vertex has run out of colours.
pub(super) fn residual<S: Words, const K: usize>(
    game: &Coloring,
    position: &Position,
) -> Option<Residual<S, K>> {
    let (graph, row) = (game.graph(), position.colors());
    let mut free = [S::EMPTY; K];
    let mut uncolored = S::EMPTY;
    let mut left = S::EMPTY;
    for v in graph.vertices() {
        if row[v as usize] == 0 {
            uncolored = uncolored.with(v as usize);
            for (c, set) in free[..usize::from(game.colors())].iter_mut().enumerate() {
                let taken = |&w: &u32| usize::from(row[w as usize]) == c + 1;
                if !graph.neighbors(v).iter().any(taken) {
                    *set = set.with(v as usize);
                    left = left.with(v as usize);
                }
            }
        }
    }
    (left == uncolored).then_some(Residual {
        free,
        private: S::EMPTY,
        danger: uncolored,
        threats: S::EMPTY,
        touched: uncolored,
        alice: position.turn() == Side::Alice,
        tempo: false,
        relaxed: false,
    })
}

impl<S: Words, const K: usize> SearchGame for ColoringSearch<S, K> {
    type Node = Residual<S, K>;
    type Scratch = Keys<S>;

    fn scratch(&self) -> Keys<S> {
        Keys::new()
    }

    fn glance(&self, rest: &mut Residual<S, K>, keys: &mut Keys<S>) -> Glance {
        match self.rules.reduce(rest) {
            Standing::AliceWins => Glance::Settled(rest.alice),
            Standing::BobWins => Glance::Settled(!rest.alice),
            Standing::Open => {
                if self.rules.drop_easy_regions(rest, keys) {
                    return Glance::Settled(false);
                }
                Glance::Sketched {
                    guess: self.rules.difficulty(rest),
                    sketch: self.rules.sketch(rest, keys),
                }
            }
        }
    }

    fn key(&self, rest: &Residual<S, K>, keys: &mut Keys<S>) -> u128 {
        self.rules.key(rest, keys)
    }

    fn children(
        &self,
        rest: &Residual<S, K>,
        keys: &mut Keys<S>,
        children: &mut Vec<Residual<S, K>>,
    ) {
        self.rules.split(rest, keys);
        let by_region = rest.relaxed && !rest.alice;
        self.rules.moves(rest, keys, |v, color| {
            match self.rules.color(rest, v, color) {
                Ok(mut next) => {
                    if by_region {
                        next.restrict(keys.region_of(v));
                    }
                    children.push(next);
                }
                Err(ShutOff) => debug_assert!(rest.alice, "Bob's threats were seen before"),
            }
        });
        let other = Residual {
            alice: !rest.alice,
            ..*rest
        };
        if rest.tempo {
            children.push(Residual {
                tempo: false,
                ..other
            });
        }
        if self.rules.may_pass(rest) {
            if by_region {
                for &region in &keys.regions {
                    let mut part = other;
                    part.restrict(region);
                    children.push(part);
                }
            } else {
                children.push(other);
            }
        }
    }

    fn shadow(&self, rest: &Residual<S, K>) -> Option<Residual<S, K>> {
        (self.rules.shortcuts.relaxed && !rest.alice && !rest.relaxed).then(|| rest.shadow())
    }
}

/// Finds out about a position of the colouring game.
///
/// Everything learnt stays in the table, for this board and all others, for any
/// number of colours; so asking about every move after the position itself is cheap.
///
/// # Errors
/// The board or the number of colours is too large for this search, or Grundy values are asked for.
pub fn ask(
    game: &Coloring,
    position: &Position,
    shortcuts: Shortcuts,
    ask: Ask,
    means: &Means<'_>,
) -> Result<Found, Unsearchable> {
    if ask == Ask::Grundy {
        return Err(Unsearchable::NoValues);
    }
    let (graph, colors) = (game.graph(), usize::from(game.colors()));
    if colors > graph.max_degree() {
        // No vertex can ever run out of colours.
        return Ok(Found::settled(position.turn() == Side::Alice));
    }
    let run = match (graph.vertex_count(), colors) {
        (0..=64, 0..=4) => run::<u64, 4>,
        (0..=64, 5..=8) => run::<u64, 8>,
        (0..=64, 9..=MOST_COLORS) => run::<u64, MOST_COLORS>,
        (65..=MOST_VERTICES, 0..=8) => run::<u128, 8>,
        (65..=MOST_VERTICES, 9..=MOST_COLORS) => run::<u128, MOST_COLORS>,
        _ => return Err(Unsearchable::TooLarge("128 vertices and 32 colours")),
    };
    Ok(run(game, position, shortcuts, ask, means))
}

fn run<S: Words, const K: usize>(
    game: &Coloring,
    position: &Position,
    shortcuts: Shortcuts,
    ask: Ask,
    means: &Means<'_>,
) -> Found {
    let Some(rest) = residual::<S, K>(game, position) else {
        // Some vertex is shut off: Bob has won.
        return Found::settled(position.turn() == Side::Bob);
    };
    let game = ColoringSearch::<S, K>::new(game, shortcuts);
    ask_node(&game, &rest, ask, means)
}
