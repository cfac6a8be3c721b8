//! `s4`: activation on an order for planar graphs (Kierstead), 18 colours.
//!
//! The order is built from its end. With C the vertices chosen so far and U the others,
//! let H be the graph without the edges inside C, in which every vertex of C with
//! at most three neighbours in U is replaced by a clique on them. H is planar:
//! with no edges inside C, drawing a triangle around a vertex of degree three and
//! removing it crosses nothing. Give the ends of every edge of H two together: one each
//! inside U, ½ to the end in U and 1½ to the end in C between them. A vertex of C left in
//! H has four neighbours at least, so it gets 6 or more; a planar graph has fewer
//! than three edges a vertex, so somebody gets less than 6. The vertex u of U that gets
//! least is chosen next.
//!
//! Why 18: let u have p neighbours in U and q in C when it is chosen, in H; p + q/2 < 6,
//! so 2p + q ≤ 11 and p ≤ 5. Its backward neighbours are at most p. Its forward
//! neighbours x are q that are left in H, and others that were replaced: their backward
//! neighbours up to u are joined to u in H. Steps of a walk from those x go to u or to one of these
//! p vertices, at most twice each; as activation says, that makes 2p active ones after
//! a move of Alice's. With Bob's next move u has at most p + q + 2p + 1 coloured
//! neighbours: p + (2p + q) + 1 ≤ 5 + 11 + 1 = 17.

use super::activation::Activation;
use super::{Order, Promising};
use outplay_board::{Graph, InputError, is_planar};
use outplay_games::Coloring;
use std::collections::BTreeSet;

const COLORS: u32 = 18;

pub(super) fn prepare(game: &Coloring) -> Result<Promising<Activation>, InputError> {
    if !is_planar(game.graph()) {
        return Err(InputError::found(
            "a board that is not planar",
            "a planar graph, because s4 needs an order that only planar graphs are sure to have",
        ));
    }
    let order = Order::new(planar_order(game.graph()));
    Ok(Promising {
        colors: COLORS,
        made_of: vec![order.text(game)],
        rule: Activation { order },
    })
}

/// The graph H while the order is built.
struct Halves<'a> {
    graph: &'a Graph,
    chosen: Vec<bool>,
    /// The neighbours in U of every vertex of U.
    inside: Vec<BTreeSet<u32>>,
    /// How many neighbours in C every vertex of U has.
    across: Vec<usize>,
    /// The vertices of U by twice what they get.
    queue: BTreeSet<(usize, u32)>,
}

impl Halves<'_> {
    fn weight(&self, v: u32) -> usize {
        2 * self.inside[v as usize].len() + self.across[v as usize]
    }

    /// Changes a vertex of U and keeps its place in the queue.
    fn change(&mut self, v: u32, change: impl FnOnce(&mut Self)) {
        self.queue.remove(&(self.weight(v), v));
        change(self);
        self.queue.insert((self.weight(v), v));
    }

    fn rest(&self, v: u32) -> Vec<u32> {
        let row = self.graph.neighbors(v).iter().copied();
        row.filter(|&w| !self.chosen[w as usize]).collect()
    }

    fn join(&mut self, clique: &[u32]) {
        for &v in clique {
            self.change(v, |halves| {
                let others = clique.iter().copied().filter(|&w| w != v);
                halves.inside[v as usize].extend(others);
            });
        }
    }

    /// Moves a vertex from U to C.
    fn choose(&mut self, v: u32) {
        self.queue.remove(&(self.weight(v), v));
        self.chosen[v as usize] = true;
        for w in std::mem::take(&mut self.inside[v as usize]) {
            self.change(w, |halves| {
                halves.inside[w as usize].remove(&v);
            });
        }
        for &c in self.graph.neighbors(v) {
            if self.chosen[c as usize] {
                let rest = self.rest(c);
                if rest.len() == MOST_REPLACED {
                    for &w in &rest {
                        self.change(w, |halves| halves.across[w as usize] -= 1);
                    }
                    self.join(&rest);
                }
            }
        }
        let rest = self.rest(v);
        if rest.len() <= MOST_REPLACED {
            self.join(&rest);
        } else {
            for &w in &rest {
                self.change(w, |halves| halves.across[w as usize] += 1);
            }
        }
    }
}

/// With so many neighbours in U, a vertex of C is replaced by a clique.
pub(super) const MOST_REPLACED: usize = 3;

/// The order, first to last.
fn planar_order(graph: &Graph) -> Vec<u32> {
    let mut halves = Halves {
        graph,
        chosen: vec![false; graph.vertex_count()],
        inside: graph
            .vertices()
            .map(|v| graph.neighbors(v).iter().copied().collect())
            .collect(),
        across: vec![0; graph.vertex_count()],
        queue: BTreeSet::new(),
    };
    halves.queue = graph.vertices().map(|v| (halves.weight(v), v)).collect();
    let mut order = Vec::with_capacity(graph.vertex_count());
    while let Some(&(_, v)) = halves.queue.first() {
        halves.choose(v);
        order.push(v);
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_board::{Limits, Shape, families};
    use outplay_engine::Rng;

    fn graph(name: &str) -> Graph {
        match families::board(name, Limits::BOARD).unwrap().shape {
            Shape::Undirected(graph) => graph,
            Shape::Directed(_) => panic!("{name}"),
        }
    }

    /// A triangulation: again and again a vertex is put into a face, and edges are turned
    /// round inside the two triangles that share them.
    fn triangulation(n: u32, seed: u64) -> Graph {
        let mut rng = Rng::new(seed);
        let mut faces = vec![[0, 1, 2], [0, 2, 1]];
        for v in 3..n {
            let [a, b, c] = faces.swap_remove(rng.below(faces.len()));
            faces.extend([[a, b, v], [b, c, v], [c, a, v]]);
        }
        let has = |faces: &[[u32; 3]], a, b| faces.iter().any(|f| f.contains(&a) && f.contains(&b));
        for _ in 0..5 * n {
            let i = rng.below(faces.len());
            let turn = rng.below(3);
            let [a, b, c] = [0, 1, 2].map(|k| faces[i][(turn + k) % 3]);
            let across = |f: &[u32; 3]| (0..3).find(|&k| f[k] == b && f[(k + 1) % 3] == a);
            let Some(j) = faces.iter().position(|f| across(f).is_some()) else {
                continue;
            };
            let k = across(&faces[j]).unwrap();
            let d = faces[j][(k + 2) % 3];
            if c != d && !has(&faces, c, d) {
                faces[i] = [a, d, c];
                faces[j] = [d, b, c];
            }
        }
        let edges = faces.iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]);
        Graph::new(n as usize, edges).unwrap()
    }

    /// Twice what a vertex of U gets, from the definition: `order` is U, the vertex
    /// last, and what stands behind it is C.
    fn twice(graph: &Graph, order: &[u32], v: u32) -> usize {
        let inside = |w: &u32| order.contains(w);
        let mut near: BTreeSet<u32> = graph.neighbors(v).iter().copied().filter(inside).collect();
        let mut across = 0;
        for &c in graph.neighbors(v).iter().filter(|&w| !inside(w)) {
            let rest = graph.neighbors(c).iter().copied().filter(inside);
            let rest: Vec<u32> = rest.collect();
            if rest.len() > 3 {
                across += 1;
            } else {
                near.extend(rest.into_iter().filter(|&w| w != v));
            }
        }
        2 * near.len() + across
    }

    #[test]
    fn every_vertex_gets_less_than_six_when_it_is_chosen() {
        let named = [
            "grid:6x7",
            "icosahedron",
            "dodecahedron",
            "wheel:20",
            "path:1",
        ];
        let mut graphs: Vec<Graph> = named.map(graph).into();
        graphs.push(graph("complete-bipartite:2,20"));
        graphs.extend((0..20).map(|seed| triangulation(40, seed)));
        for graph in graphs {
            assert!(is_planar(&graph));
            let order = planar_order(&graph);
            for last in 0..order.len() {
                let (u, v) = (&order[..=last], order[last]);
                let least = u.iter().map(|&w| twice(&graph, u, w)).min();
                assert_eq!(Some(twice(&graph, u, v)), least);
                assert!(least < Some(12), "{graph:?}");
            }
        }
    }

    #[test]
    fn tells_planar_graphs_also_in_parts() {
        for (name, planar) in [
            ("complete:4", true),
            ("complete:5", false),
            ("complete-bipartite:3,3", false),
            ("edges:0-1,2-3,4-5", true),
            ("petersen", false),
        ] {
            assert_eq!(is_planar(&graph(name)), planar, "{name}");
        }
        let twice = graph("complete:5")
            .edges()
            .map(|(a, b)| (a + 3, b + 3))
            .collect::<Vec<_>>();
        let apart = Graph::new(8, twice.into_iter().chain([(0, 1)])).unwrap();
        assert!(!is_planar(&apart));
        assert!(is_planar(&Graph::new(0, []).unwrap()));
    }
}
