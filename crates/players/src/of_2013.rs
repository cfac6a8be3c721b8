//! `mcts-2013:SIMULATIONS`: the player of a program of 2013, in the colouring game, so that its
//! curves can be made again and seen to be wrong.
//!
//! It samples by a tree to the end of every game. A node is a move with the games that went
//! through it (n_j) and those of them that Alice won (w_j); moves take a colour that is used
//! already or the one after the largest. Alice goes where w_j/n_j + √(2 ln N / n_j) is greatest,
//! Bob where w_j/n_j − √(2 ln N / n_j) is least, N being the sum of the n_j; ties are broken by
//! chance. **A move that was never played counts as exactly 1 for Alice and 0 for Bob**, so that a
//! move that was tried, with a bound above 1, comes before it: that, not the trying of every move
//! first, makes these curves. Then Alice plays the move with the most won games, Bob the one with
//! the fewest, the first of equals: a move that he never tried looks best to him. Each side keeps
//! its tree below the moves that are played.
//!
//! Only moves that were played have nodes here; the others differ in nothing but their place.

use crate::coloring::coloring;
use crate::roster::Resources;
use crate::strategy::{Choice, Prepared, Strategy, Turn};
use outplay_board::{Graph, InputError, shortened};
use outplay_engine::Rng;
use outplay_games::coloring::{Coloring, Move, Position};
use outplay_games::{AnyMove, Side};

/// How this player is written.
pub(crate) const USAGE: &str = "mcts-2013:SIMULATIONS";

/// No node.
const NONE: u32 = u32::MAX;
/// The root of a tree.
const ROOT: u32 = 0;
/// The most simulations.
const MOST: u64 = 1_000_000_000;
/// How often a simulation asks whether it is still wanted.
const POLL: u64 = 64;

/// The player, with so many simulations a move, fewer if there is no room for more nodes.
pub(crate) struct Of2013 {
    simulations: u64,
    nodes: usize,
}

impl Of2013 {
    /// # Errors
    /// `options` is no number of simulations.
    pub(crate) fn new(options: Option<&str>, resources: Resources<'_>) -> Result<Self, InputError> {
        let nodes = (resources.memory / size_of::<Node>() as u64).clamp(1, u64::from(NONE) - 1);
        let said = options.unwrap_or("");
        let simulations = said.parse().ok().filter(|n| (1..=MOST).contains(n));
        let simulations = simulations.ok_or_else(|| {
            InputError::found(
                format_args!("mcts-2013 with simulations '{}'", shortened(said)),
                format_args!("a number from 1 to {MOST}, such as mcts-2013:1000"),
            )
        })?;
        Ok(Self {
            simulations,
            nodes: nodes as usize,
        })
    }
}

impl Prepared for Of2013 {
    fn strategy(&self) -> Box<dyn Strategy + '_> {
        Box::new(Grown {
            player: self,
            known: None,
            nodes: Vec::new(),
        })
    }
}

/// A move that was played in some game.
#[derive(Clone, Copy)]
struct Node {
    vertex: u32,
    color: u8,
    games: u32,
    /// Those that Alice won.
    won: u32,
    /// How many moves can follow, if any did.
    moves: u32,
    /// The first of those that did, and the next beside this one.
    child: u32,
    next: u32,
}

impl Node {
    fn of(vertex: u32, color: u8) -> Self {
        Self {
            vertex,
            color,
            games: 0,
            won: 0,
            moves: 0,
            child: NONE,
            next: NONE,
        }
    }
}

/// The tree of one side.
struct Grown<'a> {
    player: &'a Of2013,
    /// The board and the turn at the root.
    known: Option<(Vec<u8>, Side)>,
    nodes: Vec<Node>,
}

impl Strategy for Grown<'_> {
    fn begin(&mut self) {
        self.known = None;
    }

    fn choose(&mut self, turn: Turn<'_>) -> Option<Choice> {
        let game = coloring(turn.game).expect("prepared for the colouring game");
        let position: &Position = turn.position.get();
        let root = Game::new(game, position);
        self.follow(&root);
        let mut state = root.clone();
        for made in 0..self.player.simulations {
            if made % POLL == 0 && (turn.stop)() {
                return None;
            }
            if self.nodes.len() + root.left as usize > self.player.nodes {
                break;
            }
            state.clone_from(&root);
            self.simulate(&mut state, turn.rng);
        }
        let (vertex, color) = self.chosen(&root);
        let mut after = root;
        after.play(vertex, color);
        self.follow(&after);
        Some(
            AnyMove::new(Move::Color {
                vertex,
                color: color.into(),
            })
            .into(),
        )
    }
}

impl Grown<'_> {
    fn children(&self, node: u32) -> impl Iterator<Item = u32> {
        let first = self.nodes[node as usize].child;
        let next = |&child: &u32| Some(self.nodes[child as usize].next).filter(|&n| n != NONE);
        std::iter::successors(Some(first).filter(|&child| child != NONE), next)
    }

    /// Makes the position the root: that below the move that led to it, if there is one.
    fn follow(&mut self, to: &Game<'_>) {
        let moved = self.known.as_ref().and_then(|(colors, side)| {
            let mut changed = (0u32..)
                .zip(colors.iter().zip(&to.colors))
                .filter(|(_, (before, now))| before != now);
            match (changed.next(), changed.next(), *side == to.side) {
                (None, _, true) => Some(ROOT),
                (Some((vertex, (0, &color))), None, false) => self.children(ROOT).find(|&child| {
                    let node = &self.nodes[child as usize];
                    (node.vertex, node.color) == (vertex, color)
                }),
                _ => None,
            }
        });
        match moved {
            Some(ROOT) => {}
            Some(node) => self.keep(node),
            None => self.nodes = vec![Node::of(0, 0)],
        }
        self.known = Some((to.colors.clone(), to.side));
    }

    /// Keeps what is below a node, and nothing else.
    fn keep(&mut self, node: u32) {
        let mut kept = vec![self.nodes[node as usize]];
        kept[0].next = NONE;
        let mut at = 0;
        while at < kept.len() {
            let mut child = std::mem::replace(&mut kept[at].child, NONE);
            while child != NONE {
                let mut copy = self.nodes[child as usize];
                child = std::mem::replace(&mut copy.next, kept[at].child);
                kept[at].child = kept.len() as u32;
                kept.push(copy);
            }
            at += 1;
        }
        self.nodes = kept;
    }

    /// Plays a game to its end, and remembers its moves and who won.
    fn simulate(&mut self, state: &mut Game<'_>, rng: &mut Rng) {
        let mut path = vec![ROOT];
        while !state.is_over() {
            let node = path[path.len() - 1];
            let next = self.next(node, state, rng);
            let Node { vertex, color, .. } = self.nodes[next as usize];
            state.play(vertex, color);
            path.push(next);
        }
        for node in path {
            let node = &mut self.nodes[node as usize];
            node.games += 1;
            node.won += u32::from(!state.dead);
        }
    }

    /// The move of a simulation: the best by its bound, where one that was never played counts
    /// as a move that always won for who is to move.
    fn next(&mut self, node: u32, state: &Game<'_>, rng: &mut Rng) -> u32 {
        if self.nodes[node as usize].moves == 0 {
            self.nodes[node as usize].moves = state.moves().count() as u32;
        }
        let (mut games, mut tried) = (0, 0);
        for child in self.children(node) {
            games += self.nodes[child as usize].games;
            tried += 1;
        }
        let log = 2.0 * f64::from(games).ln();
        let untried = (self.nodes[node as usize].moves - tried) as usize;
        let (mut best, mut chosen, mut equal) = match untried {
            0 => (f64::NEG_INFINITY, NONE, 0),
            _ => (state.sign().max(0.0), NONE, untried),
        };
        for child in self.children(node) {
            let at = &self.nodes[child as usize];
            let played = f64::from(at.games);
            let score = state.sign() * f64::from(at.won) / played + (log / played).sqrt();
            if score > best {
                (best, chosen, equal) = (score, child, 1);
            } else if score == best {
                equal += 1;
                if rng.below(equal) == 0 {
                    chosen = child;
                }
            }
        }
        if chosen != NONE {
            return chosen;
        }
        let played: Vec<(u32, u8)> = self
            .children(node)
            .map(|child| &self.nodes[child as usize])
            .map(|child| (child.vertex, child.color))
            .collect();
        let mut fresh = state.moves().filter(|mv| !played.contains(mv));
        let (vertex, color) = fresh
            .nth(rng.below(untried))
            .expect("so many were not played");
        let added = self.nodes.len() as u32;
        self.nodes.push(Node {
            next: self.nodes[node as usize].child,
            ..Node::of(vertex, color)
        });
        self.nodes[node as usize].child = added;
        added
    }

    /// The move to play: by the number of games that Alice won.
    fn chosen(&self, root: &Game<'_>) -> (u32, u8) {
        let won = |(vertex, color): (u32, u8)| {
            let mut children = self.children(ROOT).map(|child| &self.nodes[child as usize]);
            let node = children.find(|node| (node.vertex, node.color) == (vertex, color));
            i64::from(node.map_or(0, |node| node.won)) * root.sign() as i64
        };
        let better = |best: (u32, u8), mv| if won(mv) > won(best) { mv } else { best };
        let moves = root.moves().reduce(better);
        moves.expect("play is not over")
    }
}

/// A position of the colouring game as simulations change it.
#[derive(Clone)]
struct Game<'a> {
    graph: &'a Graph,
    most: u8,
    colors: Vec<u8>,
    side: Side,
    left: u32,
    /// The largest colour that is used.
    used: u8,
    /// For every vertex, which colours its neighbours have, and how many colours they leave.
    seen: Vec<bool>,
    free: Vec<u8>,
    /// Has some vertex no colour left?
    dead: bool,
}

impl<'a> Game<'a> {
    fn new(game: &'a Coloring, position: &Position) -> Self {
        let graph = game.graph();
        let n = graph.vertex_count();
        let mut new = Self {
            graph,
            most: game.colors(),
            colors: vec![0; n],
            side: position.turn(),
            left: n as u32,
            used: 0,
            seen: vec![false; n * usize::from(game.colors())],
            free: vec![game.colors(); n],
            dead: false,
        };
        for (vertex, &color) in (0..).zip(position.colors()) {
            if color != 0 {
                new.color(vertex, color);
            }
        }
        new
    }

    /// 1 where Alice is to move, who wants games to be won, −1 where Bob is.
    fn sign(&self) -> f64 {
        match self.side {
            Side::Alice => 1.0,
            Side::Bob => -1.0,
        }
    }

    fn is_over(&self) -> bool {
        self.dead || self.left == 0
    }

    fn place(&self, vertex: u32, color: u8) -> usize {
        vertex as usize * usize::from(self.most) + usize::from(color) - 1
    }

    fn moves(&self) -> impl Iterator<Item = (u32, u8)> {
        let colors = 1..=self.most.min(self.used.saturating_add(1));
        let open = (0u32..).zip(&self.colors).filter(|(_, color)| **color == 0);
        open.flat_map(move |(vertex, _)| colors.clone().map(move |color| (vertex, color)))
            .filter(|&(vertex, color)| !self.seen[self.place(vertex, color)])
    }

    fn play(&mut self, vertex: u32, color: u8) {
        self.color(vertex, color);
        self.side = self.side.other();
    }

    fn color(&mut self, vertex: u32, color: u8) {
        self.colors[vertex as usize] = color;
        self.used = self.used.max(color);
        self.left -= 1;
        let graph = self.graph;
        for &w in graph.neighbors(vertex) {
            let place = self.place(w, color);
            if !std::mem::replace(&mut self.seen[place], true) {
                self.free[w as usize] -= 1;
                self.dead |= self.free[w as usize] == 0;
            }
        }
    }
}
