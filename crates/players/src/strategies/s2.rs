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

use super::{Promising, Reason, Rule, answered, coloring_text, listed, number_text, share, sought};
use outplay_board::{Graph, numbers};
use outplay_games::coloring::{Coloring, Move};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

pub(super) struct S2 {
    /// The class of every vertex in an acyclic colouring.
    pub(super) class: Vec<u32>,
    pub(super) classes: u32,
    /// The out-neighbour of a vertex in a class.
    out: HashMap<(u32, u32), u32>,
}

pub(super) fn prepare(game: &Coloring, stop: &dyn Fn() -> bool) -> Promising<S2> {
    let acyclic = sought(numbers::acyclic, game.graph(), stop);
    let out = towards_roots(game.graph(), &acyclic.witness);
    let mut made_of = vec![
        number_text("a", &acyclic),
        coloring_text(game, &acyclic.witness),
    ];
    let rule = S2 {
        out,
        class: acyclic.witness,
        classes: acyclic.upper,
    };
    let arcs = rule.arcs().into_iter();
    let arcs = arcs.map(|(v, w)| format!("{}→{}", game.vertex_name(v), game.vertex_name(w)));
    made_of.push(format!("forests: {}", listed(arcs)));
    Promising {
        colors: acyclic.upper.saturating_mul(1 + acyclic.upper),
        made_of,
        rule,
    }
}

impl S2 {
    /// From every vertex to its out-neighbours.
    pub(super) fn arcs(&self) -> Vec<(u32, u32)> {
        let mut arcs: Vec<(u32, u32)> = self.out.iter().map(|(&(v, _), &w)| (v, w)).collect();
        arcs.sort_unstable();
        arcs
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
    fn vertex(&self, game: &Coloring, colors: &[u8], moves: &[Move]) -> (u32, Reason) {
        let uncolored = |&v: &u32| colors[v as usize] == 0;
        let endangered = answered(moves).and_then(|(x, color)| {
            let shade_of = |class| share(class, self.classes, game.colors()).contains(&color);
            let class = (0..self.classes).find(|&class| shade_of(class))?;
            let v = self.out.get(&(x, class)).copied().filter(uncolored)?;
            Some((v, Reason::Endangered { bobs: x, class }))
        });
        let lowest = || game.graph().vertices().find(uncolored);
        endangered
            .or_else(|| Some((lowest()?, Reason::First)))
            .expect("the game is not over")
    }

    fn palette(&self, vertex: u32, colors: u8) -> Range<u32> {
        share(self.class[vertex as usize], self.classes, colors)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_board::{Limits, families};
    use outplay_games::coloring::{Pass, Side};

    #[test]
    fn every_edge_points_to_a_root_once() {
        for name in ["petersen", "grid:4x5", "icosahedron", "random:20,0.3,1"] {
            let board = families::board(name, Limits::BOARD).unwrap();
            let game = Coloring::new(&board, 3, Side::Alice, Pass::None).unwrap();
            let graph = game.graph();
            let class = numbers::acyclic(graph, &|| false).witness;
            let out = towards_roots(graph, &class);
            assert_eq!(out.len(), graph.edge_count());
            for (&(v, i), &w) in &out {
                assert!(graph.has_edge(v, w) && class[w as usize] == i);
                assert_ne!(out.get(&(w, class[v as usize])), Some(&v), "{name}");
            }
        }
    }

    #[test]
    fn the_endangered_vertex_is_answered() {
        // The path 0 – 1 – 2 with the classes 0, 1, 0, so 2 → 1 → 0; shades 1 to 3 and 4 to 6.
        let board = families::board("path:3", Limits::BOARD).unwrap();
        let game = Coloring::new(&board, 6, Side::Bob, Pass::None).unwrap();
        let class = vec![0, 1, 0];
        let rule = S2 {
            out: towards_roots(game.graph(), &class),
            class,
            classes: 2,
        };
        let answer = |vertex: u32, color: u32| {
            let mut colors = [0; 3];
            colors[vertex as usize] = color as u8;
            rule.vertex(&game, &colors, &[Move::Color { vertex, color }])
                .0
        };
        assert_eq!(answer(2, 4), 1);
        assert_eq!(answer(1, 3), 0);
        assert_eq!(
            answer(0, 4),
            1,
            "a root endangers nobody: the lowest vertex"
        );
        assert_eq!(answer(2, 1), 0, "so does a shade of its own class");
        assert_eq!(rule.vertex(&game, &[0, 0, 0], &[]).0, 0);
        assert_eq!(rule.palette(1, 6), 4..7);
    }
}
