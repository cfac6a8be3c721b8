//! Questions about the colouring game, and their answers.

use super::key::Keys;
use super::residual::{Pass, Residual, Rules, Standing};
use super::{MOST_COLORS, Shortcuts, Words};
use outplay_board::Graph;
use outplay_engine::Budget;
use outplay_engine::search::{
    Glance, SearchGame, SearchOptions, SearchReport, Table, known, search,
};
use std::fmt;
use std::marker::PhantomData;

/// Who wins from a position of the colouring game?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// How many colours there are.
    pub colors: usize,
    /// The colour of every vertex, from 1; 0 where there is none yet.
    pub position: Vec<u32>,
    /// Is Alice to move?
    pub alice_to_move: bool,
    /// Who may pass.
    pub pass: Pass,
}

impl Question {
    /// The question about an uncoloured board.
    pub fn new(graph: &Graph, colors: usize, alice_to_move: bool, pass: Pass) -> Self {
        Self {
            colors,
            position: vec![0; graph.vertex_count()],
            alice_to_move,
            pass,
        }
    }
}

/// The board or the number of colours is too large for the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported;

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the search handles up to 128 vertices and up to {MOST_COLORS} colours"
        )
    }
}

impl std::error::Error for Unsupported {}

/// Answers questions about the colouring game, remembering what it has learnt.
pub struct Solver {
    table: Table,
    shortcuts: Shortcuts,
}

struct ColoringSearch<S, const K: usize> {
    rules: Rules<S>,
    set: PhantomData<[S; K]>,
}

pub(super) struct Scratch<S> {
    keys: Keys<S>,
}

impl<S: Words, const K: usize> SearchGame for ColoringSearch<S, K> {
    type Node = Residual<S, K>;
    type Scratch = Scratch<S>;

    fn scratch(&self) -> Scratch<S> {
        Scratch { keys: Keys::new() }
    }

    fn glance(&self, rest: &mut Residual<S, K>, scratch: &mut Scratch<S>) -> Glance {
        match self.rules.reduce(rest) {
            Standing::AliceWins => Glance::Settled(rest.alice),
            Standing::BobWins => Glance::Settled(!rest.alice),
            Standing::Open => {
                self.rules.split(rest, &mut scratch.keys);
                if rest.relaxed
                    && !rest.alice
                    && self.rules.drop_easy_regions(rest, &mut scratch.keys)
                {
                    return Glance::Settled(false);
                }
                let key = self.rules.key(rest, &mut scratch.keys);
                Glance::Open {
                    key,
                    proof: 1,
                    disproof: 1,
                }
            }
        }
    }

    fn children(
        &self,
        rest: &Residual<S, K>,
        scratch: &mut Scratch<S>,
        children: &mut Vec<Residual<S, K>>,
    ) {
        let keys = &mut scratch.keys;
        self.rules.split(rest, keys);
        let by_region = rest.relaxed && !rest.alice;
        self.rules.moves(rest, keys, |v, color| {
            if let Ok(mut next) = self.rules.color(rest, v, color) {
                if by_region {
                    next.restrict(keys.region_of(v));
                }
                children.push(next);
            }
            false
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
                    children.push(other);
                    children[..].last_mut().unwrap().restrict(region);
                }
            } else {
                children.push(other);
            }
        }
    }

    fn shadow(&self, rest: &Residual<S, K>) -> Option<Residual<S, K>> {
        (self.rules.shortcuts.relaxed && !rest.alice && !rest.relaxed).then_some(Residual {
            relaxed: true,
            ..*rest
        })
    }
}

impl Solver {
    /// A solver whose table takes about so many bytes.
    pub fn new(table_bytes: usize, shortcuts: Shortcuts) -> Self {
        Self {
            table: Table::new(table_bytes),
            shortcuts,
        }
    }

    /// The table, for its size and how full it is.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Does Alice win? In the report, `wins` is about Alice, whoever is to move.
    ///
    /// # Errors
    /// The board or the number of colours is too large for this search.
    ///
    /// # Panics
    /// If the position has not one colour for every vertex, or is not legal.
    pub fn solve(
        &self,
        graph: &Graph,
        question: &Question,
        options: &SearchOptions,
        budget: &Budget<'_>,
    ) -> Result<SearchReport, Unsupported> {
        self.dispatch(graph, question, Some((options, budget)))
    }

    /// Does Alice win, as far as that is already known without a search?
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn known(&self, graph: &Graph, question: &Question) -> Result<Option<bool>, Unsupported> {
        Ok(self.dispatch(graph, question, None)?.wins)
    }

    fn dispatch(
        &self,
        graph: &Graph,
        question: &Question,
        how: Option<(&SearchOptions, &Budget<'_>)>,
    ) -> Result<SearchReport, Unsupported> {
        let n = graph.vertex_count();
        // More colours than this are as good as this many: every vertex has a private one.
        let k = question.colors;
        match (n, k) {
            (0..=64, 0..=4) => Ok(self.run::<u64, 4>(graph, question, how)),
            (0..=64, 5..=8) => Ok(self.run::<u64, 8>(graph, question, how)),
            (0..=64, 9..=MOST_COLORS) => Ok(self.run::<u64, MOST_COLORS>(graph, question, how)),
            (65..=128, 0..=8) => Ok(self.run::<u128, 8>(graph, question, how)),
            (65..=128, 9..=MOST_COLORS) => Ok(self.run::<u128, MOST_COLORS>(graph, question, how)),
            _ => Err(Unsupported),
        }
    }

    fn run<S: Words, const K: usize>(
        &self,
        graph: &Graph,
        question: &Question,
        how: Option<(&SearchOptions, &Budget<'_>)>,
    ) -> SearchReport {
        let game = ColoringSearch::<S, K> {
            rules: Rules {
                neighbors: graph.neighborhoods(),
                colors: question.colors,
                pass: question.pass,
                shortcuts: self.shortcuts,
            },
            set: PhantomData,
        };
        assert_eq!(
            question.position.len(),
            graph.vertex_count(),
            "one colour a vertex"
        );
        let mut free = [S::EMPTY; K];
        let mut uncolored = S::EMPTY;
        let mut left = S::EMPTY;
        for v in graph.vertices() {
            if question.position[v as usize] == 0 {
                uncolored = uncolored.with(v as usize);
                for (c, set) in free[..question.colors].iter_mut().enumerate() {
                    let taken = |&w: &u32| question.position[w as usize] as usize == c + 1;
                    if !graph.neighbors(v).iter().any(taken) {
                        *set = set.with(v as usize);
                        left = left.with(v as usize);
                    }
                }
            }
        }
        let at_once = |wins| SearchReport {
            wins: Some(wins),
            positions: 1,
            stopped: None,
        };
        if left != uncolored {
            return at_once(false);
        }
        let rest = Residual {
            free,
            private: S::EMPTY,
            danger: uncolored,
            threats: S::EMPTY,
            alice: question.alice_to_move,
            tempo: false,
            relaxed: false,
        };
        let mut report = match how {
            Some((options, budget)) => search(&game, &rest, &self.table, options, budget),
            None => SearchReport {
                wins: known(&game, &rest, &self.table),
                positions: 1,
                stopped: None,
            },
        };
        report.wins = report.wins.map(|wins| wins == question.alice_to_move);
        report
    }
}
