//! Monte-Carlo tree search against the method of a 2013 program for the colouring game.
//!
//! That program played no random games beside its tree: every simulation went on inside
//! the tree, listing all moves of each new position, down to the end of the game, and all
//! these nodes stayed. [`Yardstick`] does the same with the means of its time, one heap object a
//! node. Both sides run on one thread and make the same number of simulations, and proofs
//! are off, so that no simulation is saved.

use crate::machine;
use outplay_board::{Board, Graph, Limits, Shape, families};
use outplay_engine::monte_carlo::{Options, Situation};
use outplay_engine::{Game, Rng};
use outplay_games::{Coloring, Pass, Sampled, Side};

/// A board, its colours, simulations (as many as the yardstick's nodes leave memory for), and
/// what the original made a second.
struct Case {
    board: &'static str,
    colors: u8,
    simulations: u64,
    original: f64,
}

const CASES: &[Case] = &[
    Case {
        board: "path:5",
        colors: 2,
        simulations: 1_000_000,
        original: 1.9e6,
    },
    Case {
        board: "grid:2x5",
        colors: 3,
        simulations: 60_000,
        original: 0.21e6,
    },
    Case {
        board: "grotzsch",
        colors: 4,
        simulations: 40_000,
        original: 0.12e6,
    },
    Case {
        board: "grid:5x5",
        colors: 4,
        simulations: 8_000,
        original: 15_000.0,
    },
];

/// Rounds of which the quickest counts, for both sides.
const ROUNDS: usize = 3;
/// Simulations of the longer run, in which the tree no longer fits the caches.
const LONG: u64 = 1_000_000;
const LONG_ROUNDS: usize = 2;

/// No arguments, or `ours` for our side alone, to profile it.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let ours_alone = match arguments {
        [] => false,
        [word] if word == "ours" => true,
        _ => return Err("mcts takes no argument, or \"ours\"".to_owned()),
    };
    println!("### Monte-Carlo tree search, simulations a second on one thread\n");
    println!(
        "| board | colours | simulations | ours | yardstick | ratio | original (2013) | ours, {LONG} simulations |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|");
    let mut product = 1.0;
    for case in CASES {
        let board: Board = families::board(case.board, Limits::BOARD).map_err(|e| e.to_string())?;
        let Shape::Undirected(graph) = &board.shape else {
            return Err(format!("{} is directed", case.board));
        };
        let game = Coloring::new(&board, case.colors.into(), Side::Alice, Pass::None)
            .map_err(|e| e.to_string())?;
        let quickest = |rounds: usize, work: &dyn Fn() -> f64| {
            (0..rounds).map(|_| work()).fold(f64::INFINITY, f64::min)
        };
        let ours = |rounds: usize, simulations: u64| {
            let seconds = quickest(rounds, &|| sample(&game, simulations));
            simulations as f64 / seconds
        };
        let short = ours(ROUNDS, case.simulations);
        let yardstick = match ours_alone {
            true => f64::NAN,
            false => {
                let seconds = quickest(ROUNDS, &|| {
                    let mut yardstick = Yardstick::new(graph, case.colors);
                    machine::timed(|| yardstick.simulate(case.simulations)).1
                });
                case.simulations as f64 / seconds
            }
        };
        product *= short / yardstick;
        println!(
            "| {} | {} | {} | {short:.0} | {yardstick:.0} | {:.1} | {:.0} | {:.0} |",
            case.board,
            case.colors,
            case.simulations,
            short / yardstick,
            case.original,
            ours(LONG_ROUNDS, LONG),
        );
    }
    let mean = product.powf(1.0 / CASES.len() as f64);
    println!("\nGeometric mean of the ratios: {mean:.1} (goal: at least 10)\n");
    Ok(())
}

/// Processor seconds of our search.
fn sample(game: &Coloring, simulations: u64) -> f64 {
    let options = Options {
        simulations,
        solver: false,
        reuse: false,
        nodes: 1 << 28,
        ..Options::default()
    };
    let start = game.start();
    let situation = Situation {
        position: &start,
        mover: game.to_move(&start),
        moves: &[],
    };
    let mut thinker = game.thinker(options);
    let (report, seconds) = machine::timed(|| thinker.think(&situation, 1, &|| false));
    assert_eq!(report.simulations, simulations);
    seconds
}

/// A tree of heap objects, down to the end of every game, as a program of 2013 had it.
struct Yardstick<'a> {
    graph: &'a Graph,
    colors: u8,
    root: Box<Node>,
    rng: Rng,
    /// The position of the simulation under way.
    position: Vec<u8>,
}

/// A heap object each, as programs of that time had them.
#[derive(Default)]
struct Node {
    vertex: u32,
    color: u8,
    /// Are the children listed?
    listed: bool,
    visits: u32,
    /// Games that Alice won.
    wins: u32,
    #[allow(clippy::vec_box)]
    children: Vec<Box<Node>>,
}

impl<'a> Yardstick<'a> {
    fn new(graph: &'a Graph, colors: u8) -> Self {
        Self {
            graph,
            colors,
            root: Box::default(),
            rng: Rng::new(1),
            position: vec![0; graph.vertex_count()],
        }
    }

    fn simulate(&mut self, simulations: u64) {
        let mut root = std::mem::take(&mut self.root);
        for _ in 0..simulations {
            self.position.fill(0);
            self.descend(&mut root, true, self.graph.vertex_count());
        }
        self.root = root;
    }

    /// Plays on from a node to the end of the game; does Alice win?
    fn descend(&mut self, node: &mut Node, alice: bool, left: usize) -> bool {
        let wins = if left == 0 {
            true
        } else if self.dead_neighbor(node) {
            false
        } else {
            if !node.listed {
                node.children = self.children();
                node.listed = true;
            }
            let child = self.best(node, alice);
            let child = &mut node.children[child];
            self.position[child.vertex as usize] = child.color;
            self.descend(child, !alice, left - 1)
        };
        node.visits += 1;
        node.wins += u32::from(wins);
        wins
    }

    fn taken(&self, vertex: u32, color: u8) -> bool {
        let neighbors = self.graph.neighbors(vertex);
        neighbors
            .iter()
            .any(|&w| self.position[w as usize] == color)
    }

    /// Did the last move leave a vertex without colours?
    fn dead_neighbor(&self, node: &Node) -> bool {
        node.color != 0
            && self.graph.neighbors(node.vertex).iter().any(|&w| {
                self.position[w as usize] == 0 && (1..=self.colors).all(|c| self.taken(w, c))
            })
    }

    #[allow(clippy::vec_box)]
    fn children(&self) -> Vec<Box<Node>> {
        let mut children = Vec::new();
        for vertex in self.graph.vertices() {
            if self.position[vertex as usize] != 0 {
                continue;
            }
            for color in 1..=self.colors {
                if !self.taken(vertex, color) {
                    children.push(Box::new(Node {
                        vertex,
                        color,
                        ..Node::default()
                    }));
                }
            }
        }
        children
    }

    /// A random child that was never visited, or else the best by UCB1.
    fn best(&mut self, node: &Node, alice: bool) -> usize {
        let fresh = node.children.iter().filter(|c| c.visits == 0).count();
        if fresh > 0 {
            let rank = self.rng.below(fresh);
            let mut fresh = (0..).zip(&node.children).filter(|(_, c)| c.visits == 0);
            return fresh.nth(rank).map_or(0, |(index, _)| index);
        }
        let log = 2.0 * f64::from(node.visits).ln();
        let mut best = (f64::NEG_INFINITY, 0);
        for (index, child) in node.children.iter().enumerate() {
            let visits = f64::from(child.visits);
            let share = f64::from(child.wins) / visits;
            let own = if alice { share } else { 1.0 - share };
            let score = own + (log / visits).sqrt();
            if score > best.0 {
                best = (score, index);
            }
        }
        best.1
    }
}
