//! Undirected vertex geography by maximum matchings (A. Fraenkel, E. Scheinerman, D. Ullman). Why it is
//! right is in `docs/lemmas.md` ("Vertex geography"); the plain rules are those of the file.
//!
//! Matchings are grown by J. Edmonds' algorithm: a breadth-first search for a path that leaves the
//! matching larger, in which an odd cycle counts as its base.

use outplay_board::{Graph, Shape};
use outplay_engine::search::{Ask, Found, Means, Unsearchable};
use outplay_engine::{Budget, Stopped};
use outplay_rules::{At, Ruled};
use std::collections::VecDeque;

const NOBODY: u32 = u32::MAX;

/// A matching of the vertices that are still there.
struct Matching<'a> {
    graph: &'a Graph,
    there: Vec<bool>,
    mate: Vec<u32>,
    /// The base of the odd cycle in which a vertex is, or itself.
    base: Vec<u32>,
    /// From where a vertex was reached by an edge outside of the matching.
    from: Vec<u32>,
    reached: Vec<bool>,
    open: VecDeque<u32>,
}

impl<'a> Matching<'a> {
    fn new(graph: &'a Graph, there: Vec<bool>) -> Self {
        let n = graph.vertex_count();
        Self {
            graph,
            there,
            mate: vec![NOBODY; n],
            base: vec![0; n],
            from: vec![NOBODY; n],
            reached: vec![false; n],
            open: VecDeque::new(),
        }
    }

    /// Gives `root`, which has none, a mate, if a matching with one more edge can be had so.
    fn augment(&mut self, root: u32) -> bool {
        self.base = self.graph.vertices().collect();
        self.from.fill(NOBODY);
        self.reached.fill(false);
        self.reached[root as usize] = true;
        self.open.clear();
        self.open.push_back(root);
        let graph = self.graph;
        while let Some(v) = self.open.pop_front() {
            for &w in graph.neighbors(v) {
                let (i, j) = (v as usize, w as usize);
                if !self.there[j] || self.base[i] == self.base[j] || self.mate[i] == w {
                    continue;
                }
                let mate = self.mate[j];
                if w == root || mate != NOBODY && self.from[mate as usize] != NOBODY {
                    self.shrink(v, w);
                } else if self.from[j] == NOBODY {
                    self.from[j] = v;
                    if mate == NOBODY {
                        self.exchange(w);
                        return true;
                    }
                    self.reached[mate as usize] = true;
                    self.open.push_back(mate);
                }
            }
        }
        false
    }

    /// Takes the edges of the path to `end` into the matching and out of it in turn.
    fn exchange(&mut self, mut end: u32) {
        while end != NOBODY {
            let before = self.from[end as usize];
            let next = self.mate[before as usize];
            self.mate[end as usize] = before;
            self.mate[before as usize] = end;
            end = next;
        }
    }

    /// The way from a vertex to the root, by bases.
    fn base_before(&self, base: u32) -> Option<u32> {
        let mate = self.mate[base as usize];
        (mate != NOBODY).then(|| self.base[self.from[mate as usize] as usize])
    }

    /// An edge closes an odd cycle: all its vertices get one base, and can be gone on from.
    fn shrink(&mut self, v: u32, w: u32) {
        let mut passed = vec![false; self.base.len()];
        let mut at = Some(self.base[v as usize]);
        while let Some(base) = at {
            passed[base as usize] = true;
            at = self.base_before(base);
        }
        let mut common = self.base[w as usize];
        while !passed[common as usize] {
            let before = self.base_before(common);
            common = before.expect("both ways end at the root");
        }
        let mut inside = vec![false; self.base.len()];
        for (mut at, mut child) in [(v, w), (w, v)] {
            while self.base[at as usize] != common {
                let mate = self.mate[at as usize];
                inside[self.base[at as usize] as usize] = true;
                inside[self.base[mate as usize] as usize] = true;
                self.from[at as usize] = child;
                child = mate;
                at = self.from[mate as usize];
            }
        }
        for u in self.graph.vertices() {
            if inside[self.base[u as usize] as usize] {
                self.base[u as usize] = common;
                if !std::mem::replace(&mut self.reached[u as usize], true) {
                    self.open.push_back(u);
                }
            }
        }
    }
}

/// Does every maximum matching of what is left, the vertex of the token included, cover it? It does
/// if and only if it makes a maximum matching of the rest larger.
fn token_is_covered(graph: &Graph, at: At<'_>, budget: &Budget<'_>) -> Result<bool, Stopped> {
    let token = at.last - 1;
    let mut matching = Matching::new(graph, at.row.iter().map(|&mark| mark == 0).collect());
    for v in graph.vertices() {
        budget.poll(v.into())?;
        if matching.there[v as usize] && matching.mate[v as usize] == NOBODY {
            matching.augment(v);
        }
    }
    matching.there[token as usize] = true;
    Ok(matching.augment(token))
}

/// Settles a position of vertex geography on an undirected board.
pub(super) fn settle(
    game: &Ruled,
    at: At<'_>,
    ask: Ask<'_>,
    means: &Means<'_>,
) -> Option<Result<Found, Unsearchable>> {
    let Shape::Undirected(graph) = &game.board else {
        return None;
    };
    if !matches!(ask, Ask::Winner | Ask::Job([])) {
        return None;
    }
    Some(Ok(match token_is_covered(graph, at, means.budget) {
        Ok(wins) => Found {
            positions: 1,
            ..Found::settled(wins)
        },
        Err(stopped) => Found {
            stopped: Some(stopped.why),
            ..Found::default()
        },
    }))
}
