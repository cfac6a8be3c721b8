//! Node Kayles for the exact search: only which vertices are available counts (choosing one
//! takes it and its neighbours away), and available vertices that no path of available ones
//! joins are independent games. Parts with the same graph have the same value, whatever the
//! board: their keys are made of their isomorphism class.

use super::{NodeKayles, Position};
use crate::sets::Words;
use outplay_board::Graph;
use outplay_board::symmetry::canonical_form;
use outplay_engine::search::{
    self, Ask, Found, Hash128, Heaps, Means, Part, SumGame, Sums, UNVALUED, Unsearchable,
};
use std::hash::Hash;

/// The most vertices for sets in words.
const MOST_VERTICES: usize = 128;

/// Which shortcuts to use. All of them by default; every choice gives the same verdicts. What
/// they are and why they are right is written in `docs/lemmas.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcuts {
    /// Take positions apart into independent parts.
    pub sums: bool,
    /// Isomorphic parts are one.
    pub isomorphism: bool,
    /// Which parts to replace by nim heaps.
    pub heaps: Heaps,
}

impl Default for Shortcuts {
    fn default() -> Self {
        Self {
            sums: true,
            isomorphism: true,
            heaps: Heaps {
                largest: 12,
                cancel: true,
            },
        }
    }
}

struct Available<S> {
    neighbors: Vec<S>,
    shortcuts: Shortcuts,
    /// Tells this board apart from others, where parts are not taken by their graphs.
    salt: u64,
}

impl<S: Words> Available<S> {
    /// The available vertices that hang together with `v`.
    fn component(&self, all: S, v: usize) -> S {
        let mut found = S::single(v);
        let mut open = found;
        while let Some(v) = open.first() {
            let new = self.neighbors[v].intersection(all).minus(found);
            found = found.union(new);
            open = open.without(v).union(new);
        }
        found
    }

    /// Equal for isomorphic parts, and only for those; without that shortcut, for equal ones.
    fn key(&self, part: S) -> u128 {
        if !self.shortcuts.isomorphism {
            let mut hash = Hash128::new(self.salt);
            part.hash_into(&mut hash);
            return hash.value();
        }
        let mut numbers = [0u32; MOST_VERTICES];
        for (v, number) in part.iter().zip(0..) {
            numbers[v] = number;
        }
        let edges = part.iter().flat_map(|v| {
            let later = self.neighbors[v].intersection(part).iter();
            let later = later.filter(move |&w| w > v);
            let numbers = &numbers;
            later.map(move |w| (numbers[v], numbers[w]))
        });
        let graph = Graph::new(part.len(), edges).expect("a part of a simple graph is one");
        let mut hash = Hash128::new(part.len() as u64);
        canonical_form(&graph, None).class.hash(&mut hash);
        hash.value()
    }
}

impl<S: Words> SumGame for Available<S> {
    type Position = S;
    type Scratch = ();

    fn scratch(&self) {}

    fn split(&self, &all: &S, (): &mut (), parts: &mut Vec<Part<S>>) -> u32 {
        let mut left = all;
        let mut singles = 0;
        while let Some(v) = left.first() {
            let part = match self.shortcuts.sums {
                true => self.component(left, v),
                false => left,
            };
            left = left.minus(part);
            match part.len() {
                // One vertex, or two neighbours: one move, and nothing is left.
                1 | 2 if self.shortcuts.sums => singles ^= 1,
                size => parts.push(Part {
                    position: part,
                    key: self.key(part),
                    size: if self.shortcuts.sums {
                        size as u32
                    } else {
                        UNVALUED
                    },
                    work: size as u32,
                }),
            }
        }
        singles
    }

    fn join(&self, a: &S, b: &S) -> S {
        a.union(*b)
    }

    fn moves(&self, &all: &S, (): &mut (), after: &mut Vec<S>) {
        after.extend(all.iter().map(|v| all.without(v).minus(self.neighbors[v])));
    }
}

/// Finds out about a position.
///
/// # Errors
/// The board is too large for the search.
pub fn ask(
    game: &NodeKayles,
    position: &[u8],
    shortcuts: Shortcuts,
    ask: Ask,
    means: &Means<'_>,
) -> Result<Found, Unsearchable> {
    let run = match game.graph.vertex_count() {
        0..=64 => run::<u64>,
        65..=MOST_VERTICES => run::<u128>,
        _ => return Err(Unsearchable::TooLarge("128 vertices")),
    };
    Ok(run(game, position, shortcuts, ask, means))
}

fn run<S: Words>(
    game: &NodeKayles,
    position: &[u8],
    shortcuts: Shortcuts,
    ask: Ask,
    means: &Means<'_>,
) -> Found {
    let mut salt = Hash128::new(game.graph.vertex_count() as u64);
    if !shortcuts.isomorphism {
        game.graph.edges().for_each(|edge| edge.hash(&mut salt));
    }
    let rules = Available::<S> {
        neighbors: game.graph.neighborhoods(),
        shortcuts,
        salt: salt.value() as u64,
    };
    let vertices = game.graph.vertices();
    let available = vertices.filter(|&v| game.is_available(position, v));
    let available = available.fold(S::EMPTY, |set, v| set.with(v as usize));
    Sums::new(&rules, means.table, shortcuts.heaps).ask(&available, ask, means)
}

impl search::Shortcuts for NodeKayles {
    const OWN_KEYS: bool = true;

    fn search(
        &self,
        position: &Position,
        what: Ask,
        means: &Means<'_>,
    ) -> Result<Found, Unsearchable> {
        let shortcuts = Shortcuts::default();
        ask(self, position, shortcuts, what, means)
    }
}
