//! The tree of a sampling search, or with transpositions its graph.
//!
//! A *node* is a position whose moves are listed, an *edge* is a move. A move gets its node
//! when it is visited for the second time. Most of the time goes into waiting for memory, so
//! all that belongs to a node lies at one place: the edges fill *blocks* of eight, the node has the
//! number of its first block, and what UCB1 reads of a block is one line of the cache.
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
/// How many edges a block has.
const LANES: usize = 8;
/// So many edges can be numbered.
pub(super) const MOST_EDGES: usize = (NONE as usize / LANES - 1) * LANES;

/// A position whose moves are listed. It is kept with its first block; other blocks
/// have an unused one.
#[derive(Clone, Copy)]
struct Node {
    /// How many edges; 0 if unused.
    count: u32,
    /// How many edges have been visited. They come first.
    tried: u32,
    /// How many edges are not proven.
    open: u32,
    visits: u32,
    proof: Option<Outcome>,
}

const UNUSED: Node = Node {
    count: 0,
    tried: 0,
    open: 0,
    visits: 0,
    proof: None,
};

impl Node {
    fn blocks(&self) -> usize {
        (self.count as usize).div_ceil(LANES)
    }
}

/// What UCB1 reads of a block. Lanes without an edge, or with one that was not visited, lose.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Scores {
    means: [f32; LANES],
    /// 1/√visits.
    spreads: [f32; LANES],
}

const UNSEEN: Scores = Scores {
    means: [f32::NEG_INFINITY; LANES],
    spreads: [0.0; LANES],
};

#[derive(Clone, Copy)]
struct Edge<C> {
    code: C,
    proof: Option<Outcome>,
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
    /// One for every block, like the next two.
    nodes: Vec<Node>,
    scores: Vec<Scores>,
    edges: Vec<[Edge<C>; LANES]>,
    transpositions: FxHashMap<u128, u32>,
    root: u32,
    /// Edges, without those that fill up blocks.
    len: usize,
    full: bool,
    depth: usize,
    path: Vec<(u32, u32)>,
    codes: Vec<C>,
}

/// About how many bytes an edge takes.
pub(super) const fn bytes_each<C>(transpositions: bool) -> usize {
    let block = size_of::<Node>() + size_of::<Scores>() + size_of::<[Edge<C>; LANES]>();
    // Key and value, with the hash table up to half empty.
    let entry = if transpositions { 80 } else { 0 };
    (block + entry) / LANES
}

impl<C: Copy + Ord> Tree<C> {
    pub(super) fn new(growth: Growth) -> Self {
        Self {
            growth,
            roots: Roots::new(),
            nodes: Vec::new(),
            scores: Vec::new(),
            edges: Vec::new(),
            transpositions: FxHashMap::default(),
            root: NONE,
            len: 0,
            full: false,
            depth: 0,
            path: Vec::new(),
            codes: Vec::new(),
        }
    }

    /// Forgets everything and starts from `state`, which is not over.
    pub(super) fn plant<S: Sampler<Code = C>>(
        &mut self,
        sampler: &S,
        state: &S::State,
        rng: &mut Rng,
    ) {
        self.nodes.clear();
        self.scores.clear();
        self.edges.clear();
        self.transpositions.clear();
        self.root = NONE;
        self.len = 0;
        self.full = false;
        self.depth = 0;
        self.root = self.node_of(sampler, state, rng).unwrap_or(NONE);
    }

    /// The node of a state, made if it is new and there is room. Its moves are put into
    /// random order, the order in which they will be tried.
    #[inline(never)]
    fn node_of<S: Sampler<Code = C>>(
        &mut self,
        sampler: &S,
        state: &S::State,
        rng: &mut Rng,
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
        let count = self.codes.len();
        let node = self.nodes.len();
        let blocks = node + count.div_ceil(LANES);
        let most = self.growth.limit / LANES;
        if blocks > most && self.root != NONE {
            self.full = true;
            return None;
        }
        for untried in (2..=count).rev() {
            self.codes.swap(untried - 1, rng.below(untried));
        }
        grow(&mut self.nodes, blocks, most);
        grow(&mut self.scores, blocks, most);
        grow(&mut self.edges, blocks, most);
        self.nodes.resize(blocks, UNUSED);
        self.nodes[node].count = count as u32;
        self.nodes[node].open = count as u32;
        self.scores.resize(blocks, UNSEEN);
        for chunk in self.codes.chunks(LANES) {
            self.edges.push(std::array::from_fn(|lane| Edge {
                code: chunk[lane.min(chunk.len() - 1)],
                proof: None,
                node: NONE,
                visits: 0,
                points: 0,
            }));
        }
        self.len += count;
        let node = node as u32;
        if let Some(key) = key {
            self.transpositions.insert(key, node);
        }
        Some(node)
    }

    #[inline(always)]
    fn edge(&self, edge: u32) -> &Edge<C> {
        &self.edges[edge as usize / LANES][edge as usize % LANES]
    }

    #[inline(always)]
    fn edge_mut(&mut self, edge: u32) -> &mut Edge<C> {
        &mut self.edges[edge as usize / LANES][edge as usize % LANES]
    }

    /// The edges of a node.
    fn edges_of(&self, node: u32) -> &[Edge<C>] {
        match self.nodes.get(node as usize) {
            Some(of) => {
                let blocks = &self.edges[node as usize..node as usize + of.blocks()];
                &blocks.as_flattened()[..of.count as usize]
            }
            None => &[],
        }
    }

    /// One simulation from the root, whose state is given and is spent.
    /// `None` if it was stopped.
    #[inline(always)]
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
            let edge = self.pick(node);
            self.path.push((node, edge));
            let &Edge { code, visits, .. } = self.edge(edge);
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
            node = self.edge(edge).node;
            if node == NONE {
                match self.node_of(sampler, state, chance.rng) {
                    Some(found) => {
                        node = found;
                        self.edge_mut(edge).node = node;
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

    /// The edge to go: the next that was never visited, or else the best by UCB1.
    #[inline(always)]
    fn pick(&mut self, first: u32) -> u32 {
        let node = &mut self.nodes[first as usize];
        let index = if node.tried < node.count {
            node.tried += 1;
            node.tried - 1
        } else {
            let bound = self.growth.exploration * self.roots.at(node.visits);
            best(
                &self.scores[first as usize..first as usize + node.blocks()],
                bound,
            )
        };
        first * LANES as u32 + index
    }

    /// Counts a result at every edge of the path.
    #[inline(always)]
    fn count(&mut self, winner: Option<Player>, mover: Player) {
        let points = |player| match winner {
            None => 1,
            Some(winner) if winner == player => 2,
            Some(_) => 0,
        };
        let mut gain = [points(mover), points(mover.other())];
        for &(node, edge) in &self.path {
            self.nodes[node as usize].visits += 1;
            let (block, lane) = (edge as usize / LANES, edge as usize % LANES);
            let edge = &mut self.edges[block][lane];
            edge.visits += 1;
            edge.points += gain[0];
            if edge.proof.is_none() {
                let visits = edge.visits as f32;
                let scores = &mut self.scores[block];
                scores.means[lane] = 0.5 * edge.points as f32 / visits;
                scores.spreads[lane] = 1.0 / visits.sqrt();
            }
            gain.swap(0, 1);
        }
    }

    /// Passes a proof of the last edge on the path up as far as it reaches.
    fn prove(&mut self, mut proof: Outcome) {
        for at in (0..self.path.len()).rev() {
            let (first, edge) = self.path[at];
            let (block, lane) = (edge as usize / LANES, edge as usize % LANES);
            let node = &mut self.nodes[first as usize];
            let edge = &mut self.edges[block][lane];
            if edge.proof.is_none() {
                edge.proof = Some(proof);
                node.open -= 1;
                let scores = &mut self.scores[block];
                scores.spreads[lane] = 0.0;
                scores.means[lane] = match proof {
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
                    let mut edges = self.edges_of(first).iter();
                    let draw = edges.any(|edge| edge.proof == Some(Outcome::Draw));
                    let proof = if draw { Outcome::Draw } else { Outcome::Lose };
                    self.nodes[first as usize].proof = Some(proof);
                }
            }
            match self.nodes[first as usize].proof {
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
            match self.edges_of(node).iter().find(|edge| is(edge.code, mv)) {
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

    /// Keeps what can be reached from the root. Blocks stay in their order, so that
    /// everything moves down in place.
    fn sweep(&mut self) {
        let mut now = vec![NONE; self.nodes.len()];
        now[self.root as usize] = 0;
        let mut stack = vec![self.root];
        while let Some(node) = stack.pop() {
            for edge in self.edges_of(node) {
                if edge.node != NONE && now[edge.node as usize] == NONE {
                    now[edge.node as usize] = 0;
                    stack.push(edge.node);
                }
            }
        }
        let mut end = 0;
        self.len = 0;
        for (old, now) in now.iter_mut().enumerate() {
            if *now == NONE {
                continue;
            }
            *now = end as u32;
            let blocks = self.nodes[old].blocks();
            self.len += self.nodes[old].count as usize;
            self.nodes.copy_within(old..old + blocks, end);
            self.scores.copy_within(old..old + blocks, end);
            self.edges.copy_within(old..old + blocks, end);
            end += blocks;
        }
        self.nodes.truncate(end);
        self.scores.truncate(end);
        self.edges.truncate(end);
        for edge in self.edges.as_flattened_mut() {
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
        let mut moves: Vec<_> = (self.edges_of(self.root).iter())
            .map(|edge| Sampled {
                code: edge.code,
                visits: edge.visits,
                points: edge.points,
                proof: edge.proof,
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
        self.len + 1
    }

    /// The longest path of a simulation inside the tree.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }
}

/// The index of the first greatest mean + bound · spread. Written so that it compiles to
/// vectors.
#[inline(always)]
fn best(blocks: &[Scores], bound: f32) -> u32 {
    let mut top = [f32::NEG_INFINITY; LANES];
    let mut place = [0u32; LANES];
    for (block, scores) in (0..).zip(blocks) {
        for lane in 0..LANES {
            let score = scores.means[lane] + bound * scores.spreads[lane];
            let better = score > top[lane];
            top[lane] = if better { score } else { top[lane] };
            place[lane] = if better { block } else { place[lane] };
        }
    }
    let mut best = 0;
    for lane in 1..LANES {
        if top[lane] > top[best] || (top[lane] == top[best] && place[lane] < place[best]) {
            best = lane;
        }
    }
    place[best] * LANES as u32 + best as u32
}

/// Makes room for `len` entries, doubling but never beyond `most`.
fn grow<T>(row: &mut Vec<T>, len: usize, most: usize) {
    if len > row.capacity() {
        let capacity = len.max((2 * row.capacity()).min(most));
        row.reserve_exact(capacity - row.len());
    }
}
