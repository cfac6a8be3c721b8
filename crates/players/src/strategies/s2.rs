//! `s2`: an acyclic colouring with a classes (Dinski and Zhu).
//!
//! Every two classes of an acyclic colouring induce a forest. Root every tree of it:
//! towards the root each vertex has at most one out-neighbour there, so at most
//! a − 1 in all, one for every other class. Every class has a palette of its own with
//! a + 1 shades, and Alice gives a vertex only shades of its class.
//!
//! When Bob gives a vertex x a shade of another class i, the vertices of class i
//! next to x lose that shade. Those that have x as their out-neighbour can bear it: they
//! have only a − 1 of these. That leaves one, the out-neighbour of x in class
//! i, and Alice colours it at once, if it has no colour yet. Else she colours the
//! lowest vertex.
//!
//! Why that is enough: after a move of Alice's an uncoloured vertex of class i sees
//! shades of i only at its out-neighbours, at most a − 1 of them. Bob's next move
//! adds at most one, and there are a + 1.

use super::{Promising, Rule, answered, coloring_text, listed, number_text, share, sought};
use outplay_board::{Graph, numbers};
use outplay_games::coloring::{Coloring, Move};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

pub(super) struct S2 {
    /// The class of every vertex in an acyclic colouring.
    class: Vec<u32>,
    classes: u32,
    /// The out-neighbour of a vertex in a class.
    out: HashMap<(u32, u32), u32>,
}

pub(super) fn prepare(game: &Coloring, stop: &dyn Fn() -> bool) -> Promising<S2> {
    let acyclic = sought(numbers::acyclic, game.graph(), stop);
    let out = towards_roots(game.graph(), &acyclic.witness);
    let mut arcs: Vec<(u32, u32)> = out.iter().map(|(&(v, _), &w)| (v, w)).collect();
    arcs.sort_unstable();
    let arcs = arcs
        .iter()
        .map(|&(v, w)| format!("{}→{}", game.vertex_name(v), game.vertex_name(w)));
    Promising {
        colors: acyclic.upper.saturating_mul(1 + acyclic.upper),
        made_of: vec![
            number_text("a", &acyclic),
            coloring_text(game, &acyclic.witness),
            format!("forests: {}", listed(arcs)),
        ],
        rule: S2 {
            out,
            class: acyclic.witness,
            classes: acyclic.upper,
        },
    }
}

/// Roots the forest of every two classes at its lowest vertices. The answer has the
/// next vertex on the way to the root for every vertex and other class.
fn towards_roots(graph: &Graph, class: &[u32]) -> HashMap<(u32, u32), u32> {
    let mut out = HashMap::new();
    // A vertex and the other class of the forest that it was met in.
    let mut met = HashSet::new();
    let mut queue = Vec::new();
    for root in graph.vertices() {
        for &first in graph.neighbors(root) {
            let other = class[first as usize];
            if met.insert((root, other)) {
                queue.push((root, other));
            }
            while let Some((v, other)) = queue.pop() {
                let own = class[v as usize];
                for &w in graph.neighbors(v) {
                    if class[w as usize] == other && met.insert((w, own)) {
                        out.insert((w, own), v);
                        queue.push((w, own));
                    }
                }
            }
        }
    }
    out
}

impl Rule for S2 {
    fn vertex(&self, game: &Coloring, colors: &[u8], moves: &[Move]) -> u32 {
        let uncolored = |&v: &u32| colors[v as usize] == 0;
        let endangered = answered(moves).and_then(|(x, color)| {
            let shade_of = |class| share(class, self.classes, game.colors()).contains(&color);
            let class = (0..self.classes).find(|&class| shade_of(class))?;
            self.out.get(&(x, class)).copied().filter(uncolored)
        });
        endangered
            .or_else(|| game.graph().vertices().find(uncolored))
            .expect("the game is not over")
    }

    fn palette(&self, vertex: u32, colors: u8) -> Range<u32> {
        share(self.class[vertex as usize], self.classes, colors)
    }
}
