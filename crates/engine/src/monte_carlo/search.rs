//! Runs the trees and picks the move.
//!
//! Several trees sample the same position independently and share the simulations, and
//! the statistics at their roots are added up (root parallelisation). Each tree has
//! its own chance from the seed and its number, so what is found depends on the seed
//! and the number of trees, and not on how many threads run them.

use super::choice::{self, FinalChoice, RootMove};
use super::rules_sampler::PlainCode;
use super::tree::{self, Chance, Growth, MOST_EDGES, Tree};
use super::{Sampler, Situation};
use crate::{Outcome, Player, Rng};
use outplay_board::share;
use std::sync::atomic::{AtomicBool, Ordering};

/// So many simulations are made before `stop` is asked again.
const POLL: u64 = 64;
/// Several trees are asked so many times for a proof, or a choice on which value and visits agree.
const ROUNDS: u64 = 10;

/// How to sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Simulations for a move, over all trees; at most 10^9, so that counts fit.
    pub simulations: u64,
    /// The factor c of the bound c·√(2 ln n / n_j).
    pub exploration: f64,
    /// How the move is chosen in the end.
    pub choice: FinalChoice,
    /// Pass proven results up the tree, and stop when the root is proven.
    pub solver: bool,
    /// Keep the part of the tree that the moves played since the last time lead to.
    pub reuse: bool,
    /// Let moves that lead to the same position share what lies below.
    pub transpositions: bool,
    /// The most nodes, over all trees. When there is no room, sampling goes on without
    /// new ones. The moves at the root always have room.
    pub nodes: usize,
    /// How many trees.
    pub trees: usize,
    /// How many threads may run them.
    pub threads: usize,
    /// A simulation of so many moves is called a draw.
    pub longest: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            simulations: 1000,
            exploration: 1.0,
            choice: FinalChoice::default(),
            solver: true,
            reuse: true,
            transpositions: false,
            nodes: 1 << 22,
            trees: 1,
            threads: 1,
            longest: 10_000,
        }
    }
}

/// About how many bytes a node takes at most, in a game with such moves.
pub const fn node_bytes<M>(transpositions: bool) -> usize {
    tree::bytes_each::<PlainCode<M>>(transpositions)
}

/// What was sampled.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The move to play; `None` if the game is over.
    pub chosen: Option<M>,
    /// Every legal move, in the order of the rules.
    pub moves: Vec<RootMove<M>>,
    /// What the position is worth to the player to move, if that is proven.
    pub proven: Option<Outcome>,
    /// Simulations that were made.
    pub simulations: u64,
    /// Simulations that an earlier tree had made already; the visits include them.
    pub reused: u64,
    /// Nodes of all trees.
    pub nodes: u64,
    /// The longest path of a simulation inside a tree.
    pub depth: usize,
    /// Did `stop` end it early?
    pub stopped: bool,
}

/// One simulation, as it went.
#[derive(Clone, Debug)]
pub struct Simulation<S: Sampler> {
    /// The moves inside the tree. The last one was added to it, unless the game ended with it
    /// before.
    pub path: Vec<S::Move>,
    /// The state in which the random game after them ended.
    pub end: S::State,
    /// Who won; nobody in a draw.
    pub winner: Option<Player>,
}

/// Something that samples positions of a game, whatever its states look like.
pub trait Thinker<P, M>: Send {
    /// Samples a position and picks a move. The seed is where chance comes from.
    fn think(
        &mut self,
        situation: &Situation<'_, P, M>,
        seed: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Report<M>;

    /// A new game starts: trees of the last one are of no use.
    fn forget(&mut self);
}

/// Monte-Carlo tree search of one game.
pub struct TreeSearch<S: Sampler> {
    sampler: S,
    options: Options,
    trees: Vec<Grown<S>>,
    /// The moves that led to the root of the trees.
    line: Option<Vec<S::Move>>,
}

/// A tree with what its simulations need.
struct Grown<S: Sampler> {
    tree: Tree<S::Code>,
    scratch: S::Scratch,
    rng: Rng,
    made: u64,
}

impl<S: Sampler> TreeSearch<S> {
    /// Trees are grown when they are wanted.
    pub fn new(sampler: S, options: Options) -> Self {
        let trees = options.trees.max(1);
        let growth = Growth {
            exploration: options.exploration as f32,
            solver: options.solver,
            transpositions: options.transpositions,
            limit: (options.nodes / trees).saturating_sub(1).min(MOST_EDGES),
            longest: options.longest,
        };
        Self {
            trees: (0..trees)
                .map(|_| Grown {
                    tree: Tree::new(growth),
                    scratch: sampler.scratch(),
                    rng: Rng::new(0),
                    made: 0,
                })
                .collect(),
            sampler,
            options,
            line: None,
        }
    }

    /// Plants the trees, or goes on with what is left of the last ones.
    fn prepare(&mut self, state: &S::State, moves: &[S::Move], seed: u64) {
        let rest = match &self.line {
            Some(line) if self.options.reuse => moves.strip_prefix(line.as_slice()),
            _ => None,
        };
        let rest = rest.filter(|_| {
            let most = u64::from(u32::MAX / 2).saturating_sub(self.options.simulations * 2);
            let fits = |grown: &Grown<S>| u64::from(grown.tree.visits()) < most;
            self.trees.iter().all(fits)
        });
        let is = |code, mv| self.sampler.decode(code) == mv;
        let base = Rng::new(seed).next_u64();
        for (index, grown) in self.trees.iter_mut().enumerate() {
            grown.rng = Rng::new(base ^ index as u64);
            if !rest.is_some_and(|rest| grown.tree.follow(rest, is)) {
                grown.tree.plant(&self.sampler, state, &mut grown.rng);
            }
            grown.made = 0;
        }
        self.line = self.options.reuse.then(|| moves.to_vec());
    }

    /// The simulations of the first tree one by one, to be looked at: what was sampled before is
    /// forgotten. Fewer if it was stopped; none if the game is over.
    pub fn watch(
        &mut self,
        situation: &Situation<'_, S::Position, S::Move>,
        seed: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Vec<Simulation<S>> {
        let Some(root) = self.sampler.state(situation) else {
            return Vec::new();
        };
        self.line = None;
        self.prepare(&root, situation.moves, seed);
        let grown = &mut self.trees[0];
        let mut chance = Chance {
            scratch: &mut grown.scratch,
            rng: &mut grown.rng,
            stop,
        };
        let mut watched = Vec::new();
        for _ in 0..self.options.simulations {
            let mut end = root.clone();
            let tree = &mut grown.tree;
            let made = tree.simulate(&self.sampler, &mut end, situation.mover, &mut chance);
            let Some(winner) = made else {
                break;
            };
            watched.push(Simulation {
                path: tree.path().map(|code| self.sampler.decode(code)).collect(),
                end,
                winner,
            });
        }
        watched
    }

    /// The sums over all trees.
    fn merged(&self) -> Vec<RootMove<S::Move>> {
        let mut sums = self.trees[0].tree.root_moves();
        let mut totals: Vec<(u64, u64)> = (sums.iter())
            .map(|mv| (mv.visits.into(), mv.points.into()))
            .collect();
        for grown in &self.trees[1..] {
            let moves = grown.tree.root_moves();
            for ((sum, total), mv) in sums.iter_mut().zip(&mut totals).zip(moves) {
                sum.proof = sum.proof.or(mv.proof);
                total.0 += u64::from(mv.visits);
                total.1 += u64::from(mv.points);
            }
        }
        sums.iter()
            .zip(totals)
            .map(|(mv, (visits, points))| RootMove {
                mv: self.sampler.decode(mv.code),
                visits,
                value: 0.5 * points as f64 / visits.max(1) as f64,
                proven: mv.proof,
            })
            .collect()
    }

    /// Lets every tree make its share of simulations. False if it was stopped.
    fn round(
        &mut self,
        simulations: u64,
        state: &S::State,
        mover: Player,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> bool {
        let trees = self.trees.len() as u64;
        let part = |index: u64| simulations / trees + u64::from(index < simulations % trees);
        let sampler = &self.sampler;
        let run = |index: usize, grown: &mut Grown<S>| {
            grown.run(sampler, part(index as u64), (state, mover), stop)
        };
        let complete = AtomicBool::new(true);
        let trees = self.trees.iter_mut().enumerate();
        share(self.options.threads, trees, |(index, grown)| {
            if !run(index, grown) {
                complete.store(false, Ordering::Relaxed);
            }
        });
        complete.into_inner()
    }
}

impl<S: Sampler> Grown<S> {
    /// Makes simulations until the root is proven; false if it was stopped.
    fn run(
        &mut self,
        sampler: &S,
        simulations: u64,
        (root, mover): (&S::State, Player),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> bool {
        let mut state = root.clone();
        let mut chance = Chance {
            scratch: &mut self.scratch,
            rng: &mut self.rng,
            stop,
        };
        for made in 0..simulations {
            if self.tree.proven() {
                break;
            }
            if made % POLL == 0 && stop() {
                return false;
            }
            state.clone_from(root);
            if self
                .tree
                .simulate(sampler, &mut state, mover, &mut chance)
                .is_none()
            {
                return false;
            }
            self.made += 1;
        }
        true
    }
}

impl<S: Sampler + Send> Thinker<S::Position, S::Move> for TreeSearch<S> {
    fn think(
        &mut self,
        situation: &Situation<'_, S::Position, S::Move>,
        seed: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Report<S::Move> {
        let Some(state) = self.sampler.state(situation) else {
            return Report {
                chosen: None,
                moves: Vec::new(),
                proven: None,
                simulations: 0,
                reused: 0,
                nodes: 0,
                depth: 0,
                stopped: false,
            };
        };
        let Options {
            simulations,
            choice,
            exploration,
            ..
        } = self.options;
        self.prepare(&state, situation.moves, seed);
        let reused = self
            .trees
            .iter()
            .map(|grown| u64::from(grown.tree.visits()))
            .sum();
        let rounds = match self.trees.len() > 1 && self.options.solver {
            true => ROUNDS.min(simulations.max(1)),
            false => 1,
        };
        let mut stopped = false;
        let mut moves = Vec::new();
        for round in 0.. {
            // The rounds of the budget, and then as many again for a choice on which
            // value and visits agree.
            let part = match round {
                _ if round < rounds => {
                    simulations * (round + 1) / rounds - simulations * round / rounds
                }
                _ if choice == FinalChoice::RobustMax
                    && round < rounds + ROUNDS
                    && !choice::agree(&moves) =>
                {
                    simulations.div_ceil(ROUNDS)
                }
                _ => break,
            };
            stopped = !self.round(part, &state, situation.mover, stop);
            moves = self.merged();
            if stopped || choice::proven(&moves).is_some() {
                break;
            }
        }
        let chosen = choice::choose(&moves, choice, exploration);
        Report {
            chosen: chosen.map(|index| moves[index].mv),
            proven: choice::proven(&moves),
            moves,
            simulations: self.trees.iter().map(|grown| grown.made).sum(),
            reused,
            nodes: self.trees.iter().map(|grown| grown.tree.len() as u64).sum(),
            depth: self
                .trees
                .iter()
                .map(|grown| grown.tree.depth())
                .max()
                .unwrap_or(0),
            stopped,
        }
    }

    fn forget(&mut self) {
        self.line = None;
    }
}
