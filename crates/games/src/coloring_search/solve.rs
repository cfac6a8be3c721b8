//! Questions about the colouring game, and their answers.

use super::key::Keys;
use super::residual::{Residual, Rules, ShutOff, Standing};
use super::{MOST_COLORS, MOST_VERTICES, Shortcuts, Words};
use crate::coloring::Pass;
use outplay_board::Graph;
use outplay_engine::Budget;
use outplay_engine::search::{
    Entry, Glance, SearchGame, SearchOptions, SearchReport, Table, known, search,
};
use std::fmt;
use std::sync::Arc;

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

    /// The question after the player to move gives `vertex` the colour `color`.
    #[must_use]
    pub fn after(&self, vertex: u32, color: u32) -> Self {
        let mut next = self.clone();
        next.position[vertex as usize] = color;
        next.alice_to_move = !self.alice_to_move;
        next
    }

    fn is_legal(&self, graph: &Graph) -> bool {
        self.position.len() == graph.vertex_count()
            && self.position.iter().all(|&c| c as usize <= self.colors)
            && graph.edges().all(|(a, b)| {
                let color = self.position[a as usize];
                color == 0 || color != self.position[b as usize]
            })
    }
}

/// Why a question has no answer here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionError {
    /// The board or the number of colours is too large for this search.
    TooLarge,
    /// The position does not belong to the board: not one colour for every vertex,
    /// a colour that does not exist, or neighbours of one colour.
    IllegalPosition,
}

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => write!(
                f,
                "the search handles up to {MOST_VERTICES} vertices and {MOST_COLORS} colours"
            ),
            Self::IllegalPosition => f.write_str("the position is not a legal partial colouring"),
        }
    }
}

impl std::error::Error for QuestionError {}

/// Answers questions about the colouring game, remembering what it has learnt.
///
/// ```
/// use outplay_board::Graph;
/// use outplay_engine::{Budget, search::SearchOptions};
/// use outplay_games::Pass;
/// use outplay_games::coloring_search::{Question, Shortcuts, Solver};
///
/// let path = Graph::new(4, [(0, 1), (1, 2), (2, 3)]).unwrap();
/// let solver = Solver::new(1 << 20, Shortcuts::default());
/// let wins = |colors| {
///     let question = Question::new(&path, colors, true, Pass::None);
///     let options = SearchOptions::default();
///     let report = solver.solve(&path, &question, &options, &Budget::UNLIMITED);
///     report.unwrap().wins
/// };
/// assert_eq!((wins(2), wins(3)), (Some(false), Some(true)));
/// ```
pub struct Solver {
    table: Arc<Table>,
    shortcuts: Shortcuts,
}

struct ColoringSearch<S, const K: usize> {
    rules: Rules<S>,
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
                let key = self.rules.key(rest, keys);
                let (proof, disproof) = self.rules.difficulty(rest);
                Glance::Open {
                    key,
                    proof,
                    disproof,
                }
            }
        }
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
        (self.rules.shortcuts.relaxed && !rest.alice && !rest.relaxed).then_some(Residual {
            relaxed: true,
            ..*rest
        })
    }
}

impl Solver {
    /// A solver whose table takes about so many bytes.
    pub fn new(table_bytes: usize, shortcuts: Shortcuts) -> Self {
        Self::with_table(Arc::new(Table::new(table_bytes)), shortcuts)
    }

    /// A solver that goes on with a table of the colouring game.
    pub fn with_table(table: Arc<Table>, shortcuts: Shortcuts) -> Self {
        Self { table, shortcuts }
    }

    /// The table, for its size and how full it is.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Does Alice win? In the report, `wins` is about Alice, whoever is to move.
    ///
    /// Everything learnt stays in the table, for this board and all others, for any
    /// number of colours; so asking about every move after the position itself is cheap.
    ///
    /// # Errors
    /// The board is too large for this search, or the position does not belong to it.
    pub fn solve(
        &self,
        graph: &Graph,
        question: &Question,
        options: &SearchOptions,
        budget: &Budget<'_>,
    ) -> Result<SearchReport, QuestionError> {
        let ask = Winner(&self.table, options, budget);
        let report = self.dispatch(graph, question, ask)?;
        Ok(SearchReport {
            wins: report.wins.map(|wins| wins == question.alice_to_move),
            ..report
        })
    }

    /// Does Alice win, as far as that is known without a search? After a search that
    /// was stopped, this says which moves are settled.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn known(&self, graph: &Graph, question: &Question) -> Result<Option<bool>, QuestionError> {
        let entry = self.entry(graph, question)?.and_then(Entry::value);
        Ok(entry.map(|wins| wins == question.alice_to_move))
    }

    /// What is known without a search, for the player to move.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn entry(
        &self,
        graph: &Graph,
        question: &Question,
    ) -> Result<Option<Entry>, QuestionError> {
        self.dispatch(graph, question, Known(&self.table))
    }

    fn dispatch<A: Ask>(
        &self,
        graph: &Graph,
        question: &Question,
        ask: A,
    ) -> Result<A::Answer, QuestionError> {
        if !question.is_legal(graph) {
            return Err(QuestionError::IllegalPosition);
        }
        if question.colors > graph.max_degree() {
            // No vertex can ever run out of colours.
            return Ok(A::settled(question.alice_to_move));
        }
        Ok(match (graph.vertex_count(), question.colors) {
            (0..=64, 0..=4) => self.run::<u64, 4, A>(graph, question, ask),
            (0..=64, 5..=8) => self.run::<u64, 8, A>(graph, question, ask),
            (0..=64, 9..=MOST_COLORS) => self.run::<u64, MOST_COLORS, A>(graph, question, ask),
            (65..=MOST_VERTICES, 0..=8) => self.run::<u128, 8, A>(graph, question, ask),
            (65..=MOST_VERTICES, 9..=MOST_COLORS) => {
                self.run::<u128, MOST_COLORS, A>(graph, question, ask)
            }
            _ => return Err(QuestionError::TooLarge),
        })
    }

    fn run<S: Words, const K: usize, A: Ask>(
        &self,
        graph: &Graph,
        question: &Question,
        ask: A,
    ) -> A::Answer {
        let game = ColoringSearch::<S, K> {
            rules: Rules {
                neighbors: graph.neighborhoods(),
                colors: question.colors,
                pass: question.pass,
                shortcuts: self.shortcuts,
            },
        };
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
        if left != uncolored {
            return A::settled(!question.alice_to_move);
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
        ask.ask(&game, &rest)
    }
}

/// What can be asked about a position, whatever its size makes of its type.
trait Ask {
    type Answer;
    /// The answer where it shows at once whether the player to move wins.
    fn settled(wins: bool) -> Self::Answer;
    fn ask<G: SearchGame>(self, game: &G, node: &G::Node) -> Self::Answer;
}

/// Does the player to move win?
struct Winner<'a>(&'a Table, &'a SearchOptions, &'a Budget<'a>);

impl Ask for Winner<'_> {
    type Answer = SearchReport;
    fn settled(wins: bool) -> SearchReport {
        SearchReport {
            wins: Some(wins),
            positions: 1,
            stopped: None,
        }
    }
    fn ask<G: SearchGame>(self, game: &G, node: &G::Node) -> SearchReport {
        search(game, node, self.0, self.1, self.2)
    }
}

/// What does the table know?
struct Known<'a>(&'a Table);

impl Ask for Known<'_> {
    type Answer = Option<Entry>;
    fn settled(wins: bool) -> Option<Entry> {
        Some(Entry::settled(wins))
    }
    fn ask<G: SearchGame>(self, game: &G, node: &G::Node) -> Option<Entry> {
        known(game, node, self.0)
    }
}
