//! The tree of a sampling search, or with transpositions its graph.
//!
//! A *node* is a position whose moves are listed, an *edge* is a move. All edges of a
//! node lie side by side, and what UCB1 reads of them lies in rows of its own, so that
//! looking for the best move runs through memory. A move gets its node when it
//! is visited for the second time.
//!
//! Statistics belong to edges: how many simulations made this move here, and how many half
//! points the player who made it got. So all values are from the side of the player to
//! move, who always looks for the greatest; minimising the opponent's share minus the bound is the
//! same thing. With transpositions, moves to positions with equal keys lead to one node. An
//! edge still counts only the simulations that went through itself, while
//! the edges of a shared node count all that passed the node, wherever they came from (the
//! variant UCT1 of Childs, Brodeur and Kocsis, 2008). No simulation is counted twice, and each
//! value is the average over games that were played.

use super::exploration::Roots;
use super::{Sampler, Status};
use crate::{Outcome, Player, Rng};
use rustc_hash::FxHashMap;

const NONE: u32 = u32::MAX;
/// So many edges can be numbered.
pub(super) const MOST_EDGES: usize = NONE as usize - 1;

struct Node {
    first: u32,
    count: u32,
    /// How many edges have been visited. They come first.
    tried: u32,
    /// How many edges are not proven.
    open: u32,
    visits: u32,
    proof: Option<Outcome>,
}

#[derive(Clone, Copy)]
struct Edge<C> {
    code: C,
    node: u32,
    visits: u32,
    points: u32,
}

/// What is known of a move at the root.
pub(super) struct Sampled<C> {
    pub(super) code: C,
    pub(super) visits: u32,
    /// Two for a win of the player to move, one for a draw.
    pub(super) points: u32,
    pub(super) proof: Option<Outcome>,
}

/// What a simulation needs beside the tree.
pub(super) struct Chance<'a, T> {
    pub(super) scratch: &'a mut T,
    pub(super) rng: &'a mut Rng,
    pub(super) stop: &'a (dyn Fn() -> bool + Sync),
}

/// How a tree grows.
#[derive(Clone, Copy)]
pub(super) struct Growth {
    pub(super) exploration: f32,
    pub(super) solver: bool,
    pub(super) transpositions: bool,
    /// The most edges.
    pub(super) limit: usize,
    /// The longest path of a simulation in the tree.
    pub(super) longest: usize,
}

pub(super) struct Tree<C> {
    growth: Growth,
    roots: Roots,
    nodes: Vec<Node>,
    edges: Vec<Edge<C>>,
    means: Vec<f32>,
    /// 1/√visits of every edge.
    spreads: Vec<f32>,
    proofs: Vec<Option<Outcome>>,
    transpositions: FxHashMap<u128, u32>,
    root: u32,
    full: bool,
    depth: usize,
    path: Vec<(u32, u32)>,
    codes: Vec<C>,
}

/// The bytes of a node of the tree in the usual sense, an edge here.
pub(super) const fn bytes_each<C>(transpositions: bool) -> usize {
    let edge = size_of::<Edge<C>>() + 2 * size_of::<f32>() + size_of::<Option<Outcome>>();
    // There can be as many nodes as edges when every position has one move.
    let node = size_of::<Node>();
    // Key and value, with the hash table up to half empty.
    let entry = if transpositions { 80 } else { 0 };
    edge + node + entry
}

impl<C: Copy + Ord> Tree<C> {
    pub(super) fn new(growth: Growth) -> Self {
        Self {
            growth,
            roots: Roots::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            means: Vec::new(),
            spreads: Vec::new(),
            proofs: Vec::new(),
            transpositions: FxHashMap::default(),
            root: NONE,
            full: false,
            depth: 0,
            path: Vec::new(),
            codes: Vec::new(),
        }
    }

    /// Forgets everything and starts from `state`, which is not over.
    pub(super) fn plant<S: Sampler<Code = C>>(&mut self, sampler: &S, state: &S::State) {
        self.nodes.clear();
        self.edges.clear();
        self.means.clear();
        self.spreads.clear();
        self.proofs.clear();
        self.transpositions.clear();
        self.full = false;
        self.depth = 0;
        self.root = self.node_of(sampler, state, true).unwrap_or(NONE);
    }

    /// The node of a state, made if it is new and there is room.
    fn node_of<S: Sampler<Code = C>>(
        &mut self,
        sampler: &S,
        state: &S::State,
        root: bool,
    ) -> Option<u32> {
        let key = self.growth.transpositions.then(|| sampler.key(state));
        if let Some(key) = key
            && let Some(&node) = self.transpositions.get(&key)
        {
            return Some(node);
        }
        if self.full {
            return None;
        }
        self.codes.clear();
        sampler.moves(state, &mut self.codes);
        let first = self.edges.len();
        let len = first + self.codes.len();
        let limit = if root { MOST_EDGES } else { self.growth.limit };
        if len > limit {
            self.full = true;
            return None;
        }
        let most = self.growth.limit.max(len);
        grow(&mut self.edges, len, most);
        grow(&mut self.means, len, most);
        grow(&mut self.spreads, len, most);
        grow(&mut self.proofs, len, most);
        self.edges.extend(self.codes.iter().map(|&code| Edge {
            code,
            node: NONE,
            visits: 0,
            points: 0,
        }));
        self.means.resize(len, 0.0);
        self.spreads.resize(len, 0.0);
        self.proofs.resize(len, None);
        let node = self.nodes.len() as u32;
        grow(&mut self.nodes, node as usize + 1, most);
        self.nodes.push(Node {
            first: first as u32,
            count: (len - first) as u32,
            tried: 0,
            open: (len - first) as u32,
            visits: 0,
            proof: None,
        });
        if let Some(key) = key {
            self.transpositions.insert(key, node);
        }
        Some(node)
    }

    /// One simulation from the root, whose state is given and is spent.
    /// `None` if it was stopped.
    pub(super) fn simulate<S: Sampler<Code = C>>(
        &mut self,
        sampler: &S,
        state: &mut S::State,
        mover: Player,
        chance: &mut Chance<'_, S::Scratch>,
    ) -> Option<()> {
        self.path.clear();
        let mut node = self.root;
        let mut turn = mover;
        let mut proof = None;
        let winner = loop {
            let edge = self.pick(node, chance.rng);
            self.path.push((node, edge));
            let Edge { code, visits, .. } = self.edges[edge as usize];
            match sampler.play(state, code) {
                Status::Open => {}
                Status::Won(player) => {
                    proof = Some(if player == turn {
                        Outcome::Win
                    } else {
                        Outcome::Lose
                    });
                    break Some(player);
                }
                Status::Drawn => {
                    proof = Some(Outcome::Draw);
                    break None;
                }
            }
            turn = turn.other();
            if visits == 0 {
                break sampler.playout(state, chance.scratch, chance.rng, chance.stop)?;
            }
            node = self.edges[edge as usize].node;
            if node == NONE {
                match self.node_of(sampler, state, false) {
                    Some(found) => {
                        node = found;
                        self.edges[edge as usize].node = node;
                    }
                    None => {
                        break sampler.playout(state, chance.scratch, chance.rng, chance.stop)?;
                    }
                }
            }
            if let Some(outcome) = self.nodes[node as usize].proof {
                proof = Some(outcome.reversed());
                break match outcome {
                    Outcome::Win => Some(turn),
                    Outcome::Lose => Some(turn.other()),
                    Outcome::Draw => None,
                };
            }
            if self.path.len() >= self.growth.longest {
                break None;
            }
        };
        self.depth = self.depth.max(self.path.len());
        self.count(winner, mover);
        if self.growth.solver
            && let Some(proof) = proof
        {
            self.prove(proof);
        }
        Some(())
    }

    /// The edge to go: any that was never visited, or else the best by UCB1.
    #[inline]
    fn pick(&mut self, node: u32, rng: &mut Rng) -> u32 {
        let node = &mut self.nodes[node as usize];
        let first = node.first as usize;
        let count = node.count as usize;
        let tried = node.tried as usize;
        if tried < count {
            let other = tried + rng.below(count - tried);
            let edges = &mut self.edges[first..first + count];
            let code = edges[tried].code;
            edges[tried].code = edges[other].code;
            edges[other].code = code;
            node.tried += 1;
            return (first + tried) as u32;
        }
        let bound = self.growth.exploration * self.roots.at(node.visits);
        let means = &self.means[first..first + count];
        let spreads = &self.spreads[first..first + count];
        let mut best = (f32::NEG_INFINITY, 0);
        for (index, (mean, spread)) in means.iter().zip(spreads).enumerate() {
            let score = mean + bound * spread;
            if score > best.0 {
                best = (score, index);
            }
        }
        (first + best.1) as u32
    }

    /// Counts a result at every edge of the path.
    #[inline]
    fn count(&mut self, winner: Option<Player>, mover: Player) {
        let points = |player| match winner {
            None => 1,
            Some(winner) if winner == player => 2,
            Some(_) => 0,
        };
        let mut gain = [points(mover), points(mover.other())];
        for &(node, edge) in &self.path {
            self.nodes[node as usize].visits += 1;
            let at = edge as usize;
            let edge = &mut self.edges[at];
            edge.visits += 1;
            edge.points += gain[0];
            if self.proofs[at].is_none() {
                let visits = edge.visits as f32;
                self.means[at] = 0.5 * edge.points as f32 / visits;
                self.spreads[at] = 1.0 / visits.sqrt();
            }
            gain.swap(0, 1);
        }
    }

    /// Passes a proof of the last edge on the path up as far as it reaches.
    fn prove(&mut self, mut proof: Outcome) {
        for &(node, edge) in self.path.iter().rev() {
            let at = edge as usize;
            let node = &mut self.nodes[node as usize];
            if self.proofs[at].is_none() {
                self.proofs[at] = Some(proof);
                node.open -= 1;
                self.spreads[at] = 0.0;
                self.means[at] = match proof {
                    Outcome::Win => f32::INFINITY,
                    Outcome::Draw => 0.5,
                    Outcome::Lose => f32::NEG_INFINITY,
                };
            }
            if node.proof.is_none() {
                if proof == Outcome::Win {
                    node.proof = Some(Outcome::Win);
                } else if node.open > 0 {
                    return;
                } else {
                    let first = node.first as usize;
                    let proofs = &self.proofs[first..first + node.count as usize];
                    let draw = proofs.contains(&Some(Outcome::Draw));
                    node.proof = Some(if draw { Outcome::Draw } else { Outcome::Lose });
                }
            }
            match node.proof {
                Some(outcome) => proof = outcome.reversed(),
                None => return,
            }
        }
    }

    /// Goes on from the position after these moves, each given by what recognises
    /// it, and forgets what cannot be reached from there. False if that position has no node.
    pub(super) fn follow<M: Copy>(&mut self, moves: &[M], is: impl Fn(C, M) -> bool) -> bool {
        let mut node = self.root;
        for &mv in moves {
            let Some(&Node { first, count, .. }) = self.nodes.get(node as usize) else {
                return false;
            };
            let edges = &self.edges[first as usize..(first + count) as usize];
            match edges.iter().find(|edge| is(edge.code, mv)) {
                Some(edge) => node = edge.node,
                None => return false,
            }
        }
        if node == NONE {
            return false;
        }
        self.root = node;
        self.sweep();
        self.full = false;
        self.depth = 0;
        true
    }

    /// Keeps what can be reached from the root. Nodes stay in their order and so do
    /// their edges, so that everything moves down in place.
    fn sweep(&mut self) {
        let mut now = vec![NONE; self.nodes.len()];
        now[self.root as usize] = 0;
        let mut stack = vec![self.root];
        while let Some(node) = stack.pop() {
            let Node { first, count, .. } = self.nodes[node as usize];
            for edge in &self.edges[first as usize..(first + count) as usize] {
                if edge.node != NONE && now[edge.node as usize] == NONE {
                    now[edge.node as usize] = 0;
                    stack.push(edge.node);
                }
            }
        }
        let (mut nodes, mut edges) = (0, 0);
        for (old, now) in now.iter_mut().enumerate() {
            if *now == NONE {
                continue;
            }
            *now = nodes as u32;
            self.nodes.swap(nodes, old);
            let node = &mut self.nodes[nodes];
            let (first, count) = (node.first as usize, node.count as usize);
            node.first = edges as u32;
            self.edges.copy_within(first..first + count, edges);
            self.means.copy_within(first..first + count, edges);
            self.spreads.copy_within(first..first + count, edges);
            self.proofs.copy_within(first..first + count, edges);
            nodes += 1;
            edges += count;
        }
        self.nodes.truncate(nodes);
        self.edges.truncate(edges);
        self.means.truncate(edges);
        self.spreads.truncate(edges);
        self.proofs.truncate(edges);
        for edge in &mut self.edges {
            if edge.node != NONE {
                edge.node = now[edge.node as usize];
            }
        }
        self.root = now[self.root as usize];
        self.transpositions.retain(|_, node| {
            *node = now[*node as usize];
            *node != NONE
        });
    }

    /// The moves at the root, in the order of the rules.
    pub(super) fn root_moves(&self) -> Vec<Sampled<C>> {
        let Some(&Node { first, count, .. }) = self.nodes.get(self.root as usize) else {
            return Vec::new();
        };
        let mut moves: Vec<_> = (first as usize..(first + count) as usize)
            .map(|at| Sampled {
                code: self.edges[at].code,
                visits: self.edges[at].visits,
                points: self.edges[at].points,
                proof: self.proofs[at],
            })
            .collect();
        moves.sort_by_key(|mv| mv.code);
        moves
    }

    /// Is the value of the root proven?
    pub(super) fn proven(&self) -> bool {
        let root = self.nodes.get(self.root as usize);
        root.is_some_and(|node| node.proof.is_some())
    }

    /// How many simulations the root has seen.
    pub(super) fn visits(&self) -> u32 {
        let root = self.nodes.get(self.root as usize);
        root.map_or(0, |node| node.visits)
    }

    /// How many positions the tree holds, in the usual sense: the root and one for every move.
    pub(super) fn len(&self) -> usize {
        self.edges.len() + 1
    }

    /// The longest path of a simulation inside the tree.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }
}

/// Makes room for `len` entries, doubling but never beyond `most`.
fn grow<T>(row: &mut Vec<T>, len: usize, most: usize) {
    if len > row.capacity() {
        let capacity = len.max((2 * row.capacity()).min(most));
        row.reserve_exact(capacity - row.len());
    }
}
