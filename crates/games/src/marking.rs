//! The marking game, which is a rule file, for the exact search, and the game colouring number: the least k with
//! which Alice wins. What the search forgets, and why it may, is written in `docs/lemmas.md`.

use crate::any::AnyGame;
use crate::coloring::Side;
use crate::least::Least;
use crate::parameters::Values;
use crate::registry;
use crate::sets::Words;
use outplay_board::{Board, Graph, InputError, Shape, numbers};
use outplay_engine::search::{
    Ask, Entry, Found, Glance, Hash128, Means, SearchGame, Unsearchable, ask_node, mix, sort_hashes,
};
use outplay_engine::{Budget, Stop};
use outplay_rules::{At, Ruled};
use std::sync::Arc;

/// What is known of the game colouring number without playing: the order in which the vertices are
/// marked shows that it exceeds the degeneracy, and no vertex has more marked neighbours than
/// neighbours.
pub fn at_once(graph: &Graph) -> Least {
    let some = u32::from(graph.vertex_count() > 0);
    let lower = numbers::degeneracy(graph) + some;
    Least::within(lower..=graph.max_degree() as u32 + some)
}

/// How many positions are worth looking at to lower the upper bound by one before
/// the lower bound is raised.
const GLIMPSE: u64 = 5000;

/// The game colouring number: the least k with which Alice wins the marking game.
///
/// Unlike in the colouring game, a win with k is a win with k + 1. So easy wins
/// with large k come first, which leaves narrow bounds if the budget runs out.
pub fn game_coloring(graph: &Graph, alice_first: bool, means: &Means<'_>) -> Least {
    let budget = means.budget;
    let mut known = at_once(graph);
    let mut downward = true;
    while known.is_open() {
        let k = match downward {
            true => known.upper - 1,
            false => known.lower,
        };
        let start = Start {
            graph,
            k: k as usize,
            marked: &vec![0; graph.vertex_count()],
            alice: alice_first,
        };
        let found = means.after(known.positions, |means| {
            let glimpse = Budget {
                positions: means.budget.positions.min(GLIMPSE),
                ..*means.budget
            };
            let glimpse = Means {
                budget: &glimpse,
                ..*means
            };
            start.ask(Ask::Winner, if downward { &glimpse } else { means })
        });
        let found = match found {
            Ok(found) => found,
            Err(too_large) => {
                known.reason = Some(too_large.to_string());
                break;
            }
        };
        known.positions += found.positions;
        let glimpsed = matches!(found.stopped, Some(Stop::Positions(_)) | None);
        match found.wins {
            Some(wins) if wins == alice_first => known.upper = k,
            Some(_) => known.lower = k + 1,
            None if glimpsed && known.positions < budget.positions => downward = false,
            None => known.reason = Some(found.why(budget).to_string()),
        }
    }
    known
}

/// A position of the marking game.
struct Start<'a> {
    graph: &'a Graph,
    k: usize,
    /// For every vertex 1 if it is marked, else 0.
    marked: &'a [u8],
    /// Is Alice to move?
    alice: bool,
}

impl Start<'_> {
    fn ask(&self, ask: Ask, means: &Means<'_>) -> Result<Found, Unsearchable> {
        let run = match self.graph.vertex_count() {
            0..=64 => Self::run::<u64>,
            65..=128 => Self::run::<u128>,
            _ => return Err(Unsearchable::TooLarge("128 vertices")),
        };
        Ok(run(self, ask, means))
    }

    fn run<S: Words>(&self, ask: Ask, means: &Means<'_>) -> Found {
        // More than there are vertices is as good as that.
        let rules = Rules::<S>::new(self.graph, self.k.min(self.graph.vertex_count()));
        let unmarked = (0..self.marked.len()).filter(|&v| self.marked[v] == 0);
        let left = Left {
            unmarked: unmarked.fold(S::EMPTY, S::with),
            tempo: false,
            alice: self.alice,
        };
        ask_node(&rules, &left, ask, means)
    }
}

/// The game, which is a rule file.
pub fn entry() -> &'static registry::Entry {
    registry::find("marking").expect("it is a game of the registry")
}

/// The game on a board without embedding.
///
/// # Errors
/// The board is directed, or `colors` is none or too many.
pub fn open(board: &Board, colors: u32, first: Side) -> Result<Arc<dyn AnyGame>, InputError> {
    let values = Values::new().with("colors", u64::from(colors));
    entry().open_on(board, &values.with("first", first.name()))
}

/// Settles a position of the game.
pub(crate) fn settle(
    game: &Ruled,
    at: At<'_>,
    ask: Ask<'_>,
    means: &Means<'_>,
) -> Option<Result<Found, Unsearchable>> {
    let Shape::Undirected(graph) = &game.board else {
        return None;
    };
    let start = Start {
        graph,
        k: game.k as usize,
        marked: at.row,
        alice: game.side_of(at.mover) == 0,
    };
    Some(start.ask(ask, means))
}

/// The marking game with its parameter.
struct Rules<S> {
    k: usize,
    neighbors: Vec<S>,
    /// The vertices with at least k neighbours; the others are never in danger.
    high: S,
}

/// What is left of a game.
#[derive(Clone, Copy)]
struct Left<S> {
    /// The unmarked vertices that matter: those in danger and their neighbours.
    unmarked: S,
    /// Is one more vertex unmarked whose mark changes nothing?
    tempo: bool,
    alice: bool,
}

/// Memory that key-making reuses.
struct Scratch<S> {
    need: Vec<u8>,
    near: Vec<S>,
    hash: Vec<u64>,
    order: Vec<(u64, u8)>,
    label: Vec<u8>,
}

impl<S: Words> Scratch<S> {
    /// Would exchanging the two vertices change nothing?
    fn twins(&self, v: usize, w: usize) -> bool {
        self.need[v] == self.need[w] && self.near[v].without(w) == self.near[w].without(v)
    }
}

impl<S: Words> Rules<S> {
    fn new(graph: &Graph, k: usize) -> Self {
        let high = graph.vertices().filter(|&v| graph.degree(v) >= k);
        Self {
            k,
            neighbors: graph.neighborhoods(),
            high: high.fold(S::EMPTY, |set, v| set.with(v as usize)),
        }
    }

    /// The unmarked vertices that Bob can still win at.
    fn danger(&self, left: &Left<S>) -> S {
        left.unmarked.intersection(self.high)
    }

    /// How many more neighbours of a vertex in danger must be marked for Bob to win;
    /// all its unmarked neighbours are among those left.
    fn need(&self, left: &Left<S>, v: usize) -> usize {
        let near = self.neighbors[v];
        let marked = near.len() - near.intersection(left.unmarked).len();
        self.k.saturating_sub(marked)
    }

    /// Hashes the structure that is left in an order that depends on it alone, as
    /// far as that is cheap. What is hashed is always the whole structure.
    fn key(&self, left: &Left<S>, scratch: &mut Scratch<S>) -> u128 {
        let danger = self.danger(left);
        scratch.order.clear();
        for v in left.unmarked.iter() {
            let inside = danger.contains(v);
            scratch.need[v] = if inside { self.need(left, v) as u8 } else { 0 };
            let others = if inside { left.unmarked } else { danger };
            scratch.near[v] = self.neighbors[v].intersection(others);
            scratch.hash[v] = mix(u64::from(scratch.need[v]) << 8 | scratch.near[v].len() as u64);
            scratch.order.push((0, v as u8));
        }
        self.refine(scratch);
        for (i, &(_, v)) in scratch.order.iter().enumerate() {
            scratch.label[v as usize] = i as u8;
        }
        let flags = u64::from(left.alice) | u64::from(left.tempo) << 1;
        let mut hash = Hash128::new((scratch.order.len() as u64) << 2 | flags);
        for &(_, v) in &scratch.order {
            let v = v as usize;
            hash.word(scratch.need[v].into());
            let renamed = scratch.near[v]
                .iter()
                .fold(S::EMPTY, |set, w| set.with(scratch.label[w] as usize));
            renamed.hash_into(&mut hash);
        }
        hash.value()
    }

    /// Sorts the vertices by what surrounds them; ties that matter are broken by
    /// singling one out.
    fn refine(&self, scratch: &mut Scratch<S>) {
        let mut before = 0;
        loop {
            for (new, v) in &mut scratch.order {
                let v = *v as usize;
                let near = scratch.near[v].iter();
                *new = near.fold(scratch.hash[v], |sum, w| {
                    sum.wrapping_add(mix(scratch.hash[w] ^ 0x5500))
                });
                *new = mix(*new);
            }
            for &(new, v) in &scratch.order {
                scratch.hash[v as usize] = new;
            }
            sort_hashes(&mut scratch.order);
            let ties = scratch.order.windows(2).filter(|w| w[0].0 == w[1].0);
            let classes = scratch.order.len() - ties.clone().count();
            if classes == scratch.order.len() {
                return;
            }
            if classes > before {
                before = classes;
                continue;
            }
            before = 0;
            let mut ties = ties;
            match ties.find(|w| !scratch.twins(w[0].1.into(), w[1].1.into())) {
                Some(w) => {
                    let v = w[0].1 as usize;
                    scratch.hash[v] ^= 0x5851_F42D_4C95_7F2D;
                }
                None => return,
            }
        }
    }
}

impl<S: Words> SearchGame for Rules<S> {
    type Node = Left<S>;
    type Scratch = Scratch<S>;

    fn scratch(&self) -> Scratch<S> {
        Scratch {
            need: vec![0; S::CAPACITY],
            near: vec![S::EMPTY; S::CAPACITY],
            hash: vec![0; S::CAPACITY],
            order: Vec::new(),
            label: vec![0; S::CAPACITY],
        }
    }

    fn glance(&self, left: &mut Left<S>, scratch: &mut Scratch<S>) -> Glance {
        let danger = self.danger(left);
        let near = danger
            .iter()
            .fold(danger, |set, v| set.union(self.neighbors[v]));
        let matters = near.intersection(left.unmarked);
        left.tempo ^= (left.unmarked.len() - matters.len()) % 2 == 1;
        left.unmarked = matters;

        let mut with_need = [0u8; 129];
        for v in danger.iter() {
            with_need[self.need(left, v)] += 1;
        }
        // Whether Bob has won, or wins at once, whatever Alice does.
        if with_need[0] > 0 || usize::from(with_need[1]) > usize::from(left.alice) {
            return Glance::Settled(!left.alice);
        }
        // Marking the most endangered vertex every time is quick enough for Alice
        // if no more than half as many vertices need t marks as there are marks.
        let mut endangered = 0;
        let in_time = (1..=self.k).all(|t| {
            endangered += usize::from(with_need[t]);
            endangered <= (t + usize::from(left.alice)) / 2
        });
        if in_time {
            return Glance::Settled(left.alice);
        }
        let least = (1..=self.k).find(|&t| with_need[t] > 0).unwrap_or(1) as u32;
        let alice = danger.len() as u32;
        Glance::Open {
            key: self.key(left, scratch),
            guess: match left.alice {
                true => Entry::new(alice, least),
                false => Entry::new(least, alice),
            },
        }
    }

    fn children(&self, left: &Left<S>, _: &mut Scratch<S>, children: &mut Vec<Left<S>>) {
        let danger = self.danger(left);
        let other = Left {
            alice: !left.alice,
            ..*left
        };
        let mark = |v: usize| Left {
            unmarked: left.unmarked.without(v),
            ..other
        };
        let threatened = danger.iter().find(|&v| self.need(left, v) == 1);
        if let Some(v) = threatened.filter(|_| left.alice) {
            children.push(mark(v));
            return;
        }
        let rest = left.unmarked.minus(danger);
        let (first, last) = if left.alice {
            (danger, rest)
        } else {
            (rest, danger)
        };
        children.extend(first.iter().chain(last.iter()).map(mark));
        if left.tempo {
            children.push(Left {
                tempo: false,
                ..other
            });
        }
    }
}
