//! `greedy-bob`: makes as many threats as possible, in the colouring game.
//!
//! A threat is an uncoloured vertex v with exactly one free colour that an uncoloured
//! neighbour of v can still take: when Bob is to move, that neighbour kills v. Every
//! such v counts once, however many neighbours could do it. Bob takes a move that kills
//! a vertex at once if there is one, else a move after which there are most threats.
//! In Alice's seat it takes a move that leaves the fewest, and kills nothing if it
//! can help it. Equally good moves are equally likely.
//!
//! A move changes threats only near its vertex: at its neighbours, which may lose
//! the colour and lose an attacker, and at the neighbours of those that lose
//! the colour. Only these are looked at again for each move.

use crate::coloring::{ColoringPlayer, ColoringTurn};
use outplay_board::{Graph, VertexSet, Wide};
use outplay_engine::Game;
use outplay_games::Side;
use outplay_games::coloring::{Coloring, Move};

/// `greedy-bob`.
pub(crate) struct GreedyBob;

impl ColoringPlayer for GreedyBob {
    type Memory = Moves;

    fn choose(&self, turn: ColoringTurn<'_>, moves: &mut Moves) -> Move {
        moves.all.clear();
        moves.best.clear();
        turn.game.moves(turn.position, &mut moves.all);
        match turn.game.colors() {
            0..=64 => moves.find_best::<u64>(&turn),
            _ => moves.find_best::<Wide<4>>(&turn),
        }
        moves.best[turn.rng.below(moves.best.len())]
    }
}

/// The moves of a position, and the best of them.
#[derive(Default)]
pub(crate) struct Moves {
    all: Vec<Move>,
    best: Vec<Move>,
}

impl Moves {
    fn find_best<C: VertexSet>(&mut self, turn: &ColoringTurn<'_>) {
        let mut board = Threats::<C>::new(turn.game, turn.position.colors());
        let wants_more = turn.position.turn() == Side::Bob;
        let mut highest = i64::MIN;
        for &mv in &self.all {
            let threats = match mv {
                Move::Color { vertex, color } => board.after(vertex, color as usize - 1),
                Move::Pass => board.count,
            };
            let score = if wants_more { threats } else { -threats };
            if score > highest {
                highest = score;
                self.best.clear();
            }
            if score == highest {
                self.best.push(mv);
            }
        }
    }
}

/// More than any number of threats: a vertex is dead.
const KILLED: i64 = 1 << 40;

/// The threats on a board; `C` is a set of colours from 0.
struct Threats<'a, C> {
    graph: &'a Graph,
    colors: &'a [u8],
    /// The free colours of the uncoloured vertices.
    free: Vec<C>,
    threatened: Vec<bool>,
    count: i64,
    /// near[w] == v + 1: w is a neighbour of the vertex v that is tried.
    near: Vec<u32>,
    /// The vertices already looked at again carry the number of the trial.
    seen: Vec<u32>,
    trial: u32,
}

impl<'a, C: VertexSet> Threats<'a, C> {
    fn new(game: &'a Coloring, colors: &'a [u8]) -> Self {
        let graph = game.graph();
        let all = C::below(game.colors().into());
        let free = graph.vertices().map(|v| {
            let row = graph.neighbors(v).iter().map(|&w| colors[w as usize]);
            row.filter(|&c| c != 0)
                .fold(all, |free, c| free.without(c as usize - 1))
        });
        let mut board = Self {
            graph,
            colors,
            free: free.collect(),
            threatened: Vec::new(),
            count: 0,
            near: vec![0; colors.len()],
            seen: vec![0; colors.len()],
            trial: 0,
        };
        let threatened = graph.vertices().map(|v| board.is_threatened(v, None));
        board.threatened = threatened.collect();
        board.count = board.threatened.iter().filter(|&&t| t).count() as i64;
        board
    }

    /// What a vertex may take after a move, if it is uncoloured then.
    fn free_after(&self, v: u32, tried: Option<(u32, usize)>) -> Option<C> {
        if self.colors[v as usize] != 0 {
            return None;
        }
        let free = self.free[v as usize];
        match tried {
            Some((vertex, _)) if vertex == v => None,
            Some((vertex, color)) if self.near[v as usize] == vertex + 1 => {
                Some(free.without(color))
            }
            _ => Some(free),
        }
    }

    fn is_threatened(&self, v: u32, tried: Option<(u32, usize)>) -> bool {
        let Some(free) = self.free_after(v, tried) else {
            return false;
        };
        let Some(last) = free.first().filter(|_| free.len() == 1) else {
            return false;
        };
        self.graph.neighbors(v).iter().any(|&w| {
            self.free_after(w, tried)
                .is_some_and(|free| free.contains(last))
        })
    }

    /// How many threats there are after a move.
    fn after(&mut self, vertex: u32, color: usize) -> i64 {
        let graph = self.graph;
        for &w in graph.neighbors(vertex) {
            self.near[w as usize] = vertex + 1;
        }
        self.trial += 1;
        let tried = Some((vertex, color));
        let mut count = self.count;
        let again = |board: &mut Self, u: u32| {
            if std::mem::replace(&mut board.seen[u as usize], board.trial) == board.trial {
                return 0;
            }
            i64::from(board.is_threatened(u, tried)) - i64::from(board.threatened[u as usize])
        };
        count += again(self, vertex);
        for &w in graph.neighbors(vertex) {
            if self.colors[w as usize] != 0 {
                continue;
            }
            count += again(self, w);
            let free = self.free[w as usize];
            if free.contains(color) {
                if free.len() == 1 {
                    return KILLED;
                }
                for &u in graph.neighbors(w) {
                    count += again(self, u);
                }
            }
        }
        count
    }
}
