//! The tree of a sampling search, or with transpositions its graph.
//!
//! A *node* is a position whose moves are listed, an *edge* is a move. A move gets its node
//! when it is visited for the second time. Most of the time goes into waiting for memory, so
//! all that belongs to a node lies at one place: the edges fill *blocks* of eight, the node has the
//! number of its first block, and what UCB1 reads of a block fills one line of the cache.
//!
//! Statistics belong to edges: how many simulations made this move here, and how many half
//! points the player who made it got. So all values are from the side of the player to
//! move, who always looks for the greatest; minimising the opponent's share minus the bound is the
//! same thing. With transpositions, moves to positions with equal keys lead to one node. An
//! edge still counts only the simulations that went through itself, while
//! the edges of a shared node count all that passed the node, wherever they came from (the
//! variant UCT1 of Childs, Brodeur and Kocsis, 2008). No simulation is counted twice, and each
//! value is the average over games that were played.

use super::uct::Roots;
use super::{Sampler, Status};
use crate::{Outcome, Player, Rng};
use rustc_hash::FxHashMap;

const NONE: u32 = u32::MAX;
/// How many edges a block has.
const LANES: usize = 8;
/// So many edges can be numbered.
pub(super) const MOST_EDGES: usize = (NONE as usize / LANES - 1) * LANES;

/// A position whose moves are listed, kept in its first block.
#[derive(Clone, Copy)]
struct Node {
    /// How many edges.
    count: u32,
    /// How many edges have been visited. They come first.
    tried: u32,
    /// How many edges are not proven, or that the value of the node is.
    open: Open,
    visits: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Open(u32);

impl Open {
    const WON: Self = Self(u32::MAX);
    const DRAWN: Self = Self(u32::MAX - 1);
    const LOST: Self = Self(u32::MAX - 2);

    fn proven(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => Self::WON,
            Outcome::Lose => Self::LOST,
            Outcome::Draw => Self::DRAWN,
        }
    }

    #[inline(always)]
    fn proof(self) -> Option<Outcome> {
        if self.0 < Self::LOST.0 {
            return None;
        }
        Some(match self {
            Self::WON => Outcome::Win,
            Self::LOST => Outcome::Lose,
            _ => Outcome::Draw,
        })
    }
}

impl Node {
    fn blocks(&self) -> usize {
        (self.count as usize).div_ceil(LANES)
    }
}

/// Eight edges. The rows are in the order of the cache lines that are read together: the
/// scores while looking for the best edge, the counts after the simulation, the rest on the way.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Block<C> {
    /// The value for UCB1. It is −∞ for a lane without an edge, or with one that was never
    /// visited or is proven to lose.
    means: [f32; LANES],
    /// 1/√visits, but 0 for an edge that is proven, so that only the mean counts. Not
    /// a number for one that was never visited.
    spreads: [f32; LANES],
    visits: [u32; LANES],
    /// Two for a win of the player who makes the move, one for a draw.
    points: [u32; LANES],
    /// Where the moves lead.
    nodes: [u32; LANES],
    /// The node to which this block belongs, in the first of its blocks.
    node: Node,
    codes: [C; LANES],
}

impl<C: Copy> Block<C> {
    fn new(codes: &[C]) -> Self {
        Self {
            means: [f32::NEG_INFINITY; LANES],
            spreads: [f32::NAN; LANES],
            visits: [0; LANES],
            points: [0; LANES],
            nodes: [NONE; LANES],
            node: Node {
                count: 0,
                tried: 0,
                open: Open(0),
                visits: 0,
            },
            codes: std::array::from_fn(|lane| codes[lane.min(codes.len() - 1)]),
        }
    }

    /// What a move comes to for the player who makes it, if that is proven.
    #[inline(always)]
    fn proof(&self, lane: usize) -> Option<Outcome> {
        (self.spreads[lane] == 0.0).then(|| match self.means[lane] {
            f32::INFINITY => Outcome::Win,
            f32::NEG_INFINITY => Outcome::Lose,
            _ => Outcome::Draw,
        })
    }

    fn prove(&mut self, lane: usize, outcome: Outcome) {
        self.spreads[lane] = 0.0;
        self.means[lane] = match outcome {
            Outcome::Win => f32::INFINITY,
            Outcome::Lose => f32::NEG_INFINITY,
            Outcome::Draw => 0.5,
        };
    }
}

/// The block and the lane of an edge.
#[inline(always)]
fn place(edge: u32) -> (usize, usize) {
    (edge as usize / LANES, edge as usize % LANES)
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
    blocks: Vec<Block<C>>,
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
    let block = size_of::<Block<C>>();
    // Key and value, with the hash table up to half empty.
    let entry = if transpositions { 80 } else { 0 };
    (block + entry) / LANES
}

impl<C: Copy + Ord> Tree<C> {
    pub(super) fn new(growth: Growth) -> Self {
        Self {
            growth,
            roots: Roots::new(),
            blocks: Vec::new(),
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
        self.blocks.clear();
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
        let node = self.blocks.len();
        let blocks = node + count.div_ceil(LANES);
        let most = self.growth.limit / LANES;
        if blocks > most && self.root != NONE {
            self.full = true;
            return None;
        }
        for untried in (2..=count).rev() {
            self.codes.swap(untried - 1, rng.below(untried));
        }
        grow(&mut self.blocks, blocks, most);
        self.blocks.extend(self.codes.chunks(LANES).map(Block::new));
        let made = &mut self.blocks[node].node;
        made.count = count as u32;
        made.open = Open(count as u32);
        self.len += count;
        let node = node as u32;
        if let Some(key) = key {
            self.transpositions.insert(key, node);
        }
        Some(node)
    }

    #[inline(always)]
    fn node(&self, node: u32) -> &Node {
        &self.blocks[node as usize].node
    }

    /// The blocks and lanes of the edges of a node.
    fn edges_of(&self, node: u32) -> impl Iterator<Item = (&Block<C>, usize)> {
        let count = match self.blocks.get(node as usize) {
            Some(block) => block.node.count,
            None => 0,
        };
        (0..count).map(move |index| {
            let (block, lane) = place(index);
            (&self.blocks[node as usize + block], lane)
        })
    }

    /// One simulation from the root, whose state is given and is spent: who won it, nobody in a
    /// draw. `None` if it was stopped.
    #[inline(always)]
    pub(super) fn simulate<S: Sampler<Code = C>>(
        &mut self,
        sampler: &S,
        state: &mut S::State,
        mover: Player,
        chance: &mut Chance<'_, S::Scratch>,
    ) -> Option<Option<Player>> {
        self.path.clear();
        let mut node = self.root;
        let mut turn = mover;
        let mut proof = None;
        let winner = loop {
            let (edge, fresh) = self.pick(node);
            self.path.push((node, edge));
            let (block, lane) = place(edge);
            match sampler.play(state, self.blocks[block].codes[lane]) {
                Status::Open => {}
                Status::Won(player) => {
                    proof = Some(Outcome::of(player == turn));
                    break Some(player);
                }
                Status::Drawn => {
                    proof = Some(Outcome::Draw);
                    break None;
                }
            }
            turn = turn.other();
            if fresh {
                match sampler.playout(state, chance.scratch, chance.rng, chance.stop) {
                    Some(winner) => break winner,
                    None => return self.give_up(),
                }
            }
            node = self.blocks[block].nodes[lane];
            if node == NONE {
                match self.node_of(sampler, state, chance.rng) {
                    Some(found) => {
                        node = found;
                        self.blocks[block].nodes[lane] = node;
                    }
                    None => match sampler.playout(state, chance.scratch, chance.rng, chance.stop) {
                        Some(winner) => break winner,
                        None => return self.give_up(),
                    },
                }
            }
            if let Some(outcome) = self.node(node).open.proof() {
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
        Some(winner)
    }

    /// The moves of the last simulation inside the tree.
    pub(super) fn path(&self) -> impl Iterator<Item = C> {
        self.path.iter().map(|&(_, edge)| {
            let (block, lane) = place(edge);
            self.blocks[block].codes[lane]
        })
    }

    /// The simulation was stopped: what it tried for the first time was not tried.
    #[cold]
    fn give_up(&mut self) -> Option<Option<Player>> {
        for &(node, edge) in &self.path {
            let (block, lane) = place(edge);
            if self.blocks[block].visits[lane] == 0 {
                self.blocks[node as usize].node.tried -= 1;
            }
        }
        None
    }

    /// The edge to go, and whether it was never visited: the next such one, or else the
    /// best by UCB1.
    #[inline(always)]
    fn pick(&mut self, first: u32) -> (u32, bool) {
        let node = &mut self.blocks[first as usize].node;
        let edges = first * LANES as u32;
        if node.tried < node.count {
            node.tried += 1;
            return (edges + node.tried - 1, true);
        }
        let bound = self.growth.exploration * self.roots.at(node.visits);
        let end = first as usize + node.blocks();
        (
            edges + best(&self.blocks[first as usize..end], bound),
            false,
        )
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
            self.blocks[node as usize].node.visits += 1;
            let (block, lane) = place(edge);
            let block = &mut self.blocks[block];
            block.visits[lane] += 1;
            block.points[lane] += gain[0];
            if block.proof(lane).is_none() {
                let visits = block.visits[lane] as f32;
                block.means[lane] = 0.5 * block.points[lane] as f32 / visits;
                block.spreads[lane] = 1.0 / visits.sqrt();
            }
            gain.swap(0, 1);
        }
    }

    /// Passes a proof of the last edge on the path up as far as it reaches.
    fn prove(&mut self, mut proof: Outcome) {
        for at in (0..self.path.len()).rev() {
            let (first, edge) = self.path[at];
            let (block, lane) = place(edge);
            let new = self.blocks[block].proof(lane).is_none();
            if new {
                self.blocks[block].prove(lane, proof);
            }
            let node = &mut self.blocks[first as usize].node;
            let outcome = match node.open.proof() {
                Some(outcome) => outcome,
                None if proof == Outcome::Win => Outcome::Win,
                None => {
                    node.open.0 -= u32::from(new);
                    if node.open.0 > 0 {
                        return;
                    }
                    let mut edges = self.edges_of(first);
                    match edges.any(|(block, lane)| block.proof(lane) == Some(Outcome::Draw)) {
                        true => Outcome::Draw,
                        false => Outcome::Lose,
                    }
                }
            };
            self.blocks[first as usize].node.open = Open::proven(outcome);
            proof = outcome.reversed();
        }
    }

    /// Goes on from the position after these moves, each given by what recognises
    /// it, and forgets what cannot be reached from there. False if that position has no node.
    pub(super) fn follow<M: Copy>(&mut self, moves: &[M], is: impl Fn(C, M) -> bool) -> bool {
        let mut node = self.root;
        for &mv in moves {
            let mut edges = self.edges_of(node);
            match edges.find(|(block, lane)| is(block.codes[*lane], mv)) {
                Some((block, lane)) => node = block.nodes[lane],
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
        let mut now = vec![NONE; self.blocks.len()];
        now[self.root as usize] = 0;
        let mut stack = vec![self.root];
        while let Some(node) = stack.pop() {
            for (block, lane) in self.edges_of(node) {
                let next = block.nodes[lane];
                if next != NONE && now[next as usize] == NONE {
                    now[next as usize] = 0;
                    stack.push(next);
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
            let node = self.blocks[old].node;
            self.len += node.count as usize;
            self.blocks.copy_within(old..old + node.blocks(), end);
            end += node.blocks();
        }
        self.blocks.truncate(end);
        for next in self.blocks.iter_mut().flat_map(|block| &mut block.nodes) {
            if *next != NONE {
                *next = now[*next as usize];
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
        let mut moves: Vec<_> = (self.edges_of(self.root))
            .map(|(block, lane)| Sampled {
                code: block.codes[lane],
                visits: block.visits[lane],
                points: block.points[lane],
                proof: block.proof(lane),
            })
            .collect();
        moves.sort_by_key(|mv| mv.code);
        moves
    }

    /// Is the value of the root proven?
    pub(super) fn proven(&self) -> bool {
        let root = self.blocks.get(self.root as usize);
        root.is_some_and(|block| block.node.open.proof().is_some())
    }

    /// How many simulations the root has seen.
    pub(super) fn visits(&self) -> u32 {
        let root = self.blocks.get(self.root as usize);
        root.map_or(0, |block| block.node.visits)
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

/// The index of a greatest mean + bound · spread. Written so that it compiles to vectors;
/// which of several it is depends on the number of lanes only.
#[inline(always)]
fn best<C>(blocks: &[Block<C>], bound: f32) -> u32 {
    let mut top = [f32::NEG_INFINITY; LANES];
    let mut place = [0u32; LANES];
    for (number, block) in (0..).zip(blocks) {
        for lane in 0..LANES {
            let score = block.means[lane] + bound * block.spreads[lane];
            let better = score > top[lane];
            top[lane] = if better { score } else { top[lane] };
            place[lane] = if better { number } else { place[lane] };
        }
    }
    let most = top
        .iter()
        .fold(f32::NEG_INFINITY, |a, &b| if b > a { b } else { a });
    let mask = (0..LANES).fold(0, |mask, lane| mask | u32::from(top[lane] == most) << lane);
    let lane = mask.trailing_zeros() as usize % LANES;
    place[lane] * LANES as u32 + lane as u32
}

/// Makes room for `len` entries, doubling but never beyond `most`.
fn grow<T>(row: &mut Vec<T>, len: usize, most: usize) {
    if len > row.capacity() {
        let capacity = len.max((2 * row.capacity()).min(most));
        row.reserve_exact(capacity - row.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_edge_has_the_greatest_score() {
        let mut rng = Rng::new(5);
        for count in (1..60).chain([200]) {
            for _ in 0..50 {
                // Few different values, so that there are ties.
                let mut draw = || (rng.below(4) as f32, rng.below(3) as f32 / 2.0);
                let edges: Vec<(f32, f32)> = (0..count).map(|_| draw()).collect();
                let mut blocks = vec![Block::new(&[0u16]); edges.len().div_ceil(LANES)];
                for (index, &(mean, spread)) in (0..).zip(&edges) {
                    let (block, lane) = place(index);
                    blocks[block].means[lane] = mean;
                    blocks[block].spreads[lane] = spread;
                }
                let score = |&(mean, spread): &(f32, f32)| mean + 1.5 * spread;
                let most = edges.iter().map(score).fold(f32::NEG_INFINITY, f32::max);
                assert_eq!(
                    edges.get(best(&blocks, 1.5) as usize).map(score),
                    Some(most)
                );
            }
        }
    }
}
