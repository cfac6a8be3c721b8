//! Everything that a strategy of Alice's uses on a board, for people who want to see it.

use super::{Order, Promising, s1, s2, s3, s4, share};
use outplay_board::{Graph, InputError};
use outplay_games::Coloring;
use std::ops::Range;

/// The strategies that can be taken apart.
pub const STRATEGIES: [&str; 4] = ["s1", "s2", "s3", "s4"];

/// What a strategy is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Anatomy {
    /// With so many colours Alice never loses.
    pub colors: u32,
    /// Its numbers, orders and colourings, in words.
    pub made_of: Vec<String>,
    /// The vertices, first to last; empty where no order is used.
    pub order: Vec<u32>,
    /// For every vertex its backward neighbours, first to last.
    pub backward: Vec<Vec<u32>>,
    /// For every vertex its loose backward neighbours, the adjacent ones among them.
    pub loose: Vec<Vec<u32>>,
    /// The class of every vertex, from 0; empty where no colouring is used.
    pub class: Vec<u32>,
    /// The colours of every class, with as many as are promised.
    pub palettes: Vec<Range<u32>>,
    /// The forests of every two classes of an acyclic colouring.
    pub forests: Vec<Forest>,
    /// The auxiliary graphs from which the order was built, from its end.
    pub halves: Vec<Half>,
}

/// The forest of two classes, rooted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forest {
    /// The classes, from 0.
    pub classes: [u32; 2],
    /// From every vertex to the next one on the way to the root.
    pub arcs: Vec<(u32, u32)>,
}

/// The auxiliary graph at one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Half {
    /// The vertex that is chosen.
    pub vertex: u32,
    /// Twice what it gets; less than 12.
    pub twice: u32,
    /// The edges of the graph.
    pub edges: Vec<(u32, u32)>,
}

/// The largest board whose auxiliary graphs are listed, one for every vertex.
const MOST_HALVES: usize = 100;

/// Takes a strategy apart; `s1` takes options after a colon.
///
/// # Errors
/// There is no such strategy, or not on such boards.
pub fn anatomy(
    text: &str,
    game: &Coloring,
    stop: &dyn Fn() -> bool,
) -> Result<Anatomy, InputError> {
    let graph = game.graph();
    let (name, options) = match text.split_once(':') {
        Some((name, options)) => (name, Some(options)),
        None => (text, None),
    };
    Ok(match (name, options) {
        ("s1", _) => {
            let s1 = s1::prepare(game, s1::Options::read(options)?, stop);
            let (class, classes) = (s1.rule.class.clone(), s1.rule.classes);
            ordered(&s1, &s1.rule.order, graph).with_classes(class, classes)
        }
        ("s2", None) => {
            let s2 = s2::prepare(game, stop);
            let (class, classes) = (s2.rule.class.clone(), s2.rule.classes);
            let mut forests: Vec<Forest> = Vec::new();
            for (a, b) in s2.rule.arcs() {
                let [mut low, mut high] = [a, b].map(|v| class[v as usize]);
                if low > high {
                    (low, high) = (high, low);
                }
                match forests
                    .iter_mut()
                    .find(|forest| forest.classes == [low, high])
                {
                    Some(forest) => forest.arcs.push((a, b)),
                    None => forests.push(Forest {
                        classes: [low, high],
                        arcs: vec![(a, b)],
                    }),
                }
            }
            forests.sort_by_key(|forest| forest.classes);
            let made = Anatomy {
                colors: s2.colors,
                made_of: s2.made_of,
                forests,
                ..Anatomy::default()
            };
            made.with_classes(class, classes)
        }
        ("s3", None) => {
            let s3 = s3::prepare(game, stop);
            ordered(&s3, &s3.rule.order, graph)
        }
        ("s4", None) => {
            let s4 = s4::prepare(game)?;
            let order = &s4.rule.order.vertices;
            let steps = match order.len() <= MOST_HALVES {
                true => 0..order.len(),
                false => 0..0,
            };
            Anatomy {
                halves: steps
                    .rev()
                    .map(|last| half(graph, &order[..=last]))
                    .collect(),
                ..ordered(&s4, &s4.rule.order, graph)
            }
        }
        _ => {
            return Err(InputError::found(
                format_args!("strategy '{}'", outplay_board::shortened(text)),
                format_args!("one of {}", STRATEGIES.join(", ")),
            ));
        }
    })
}

fn ordered<R>(made: &Promising<R>, order: &Order, graph: &Graph) -> Anatomy {
    let loose: Vec<Vec<u32>> = graph.vertices().map(|v| order.loose(graph, v)).collect();
    let adjacent = |(row, v): (&Vec<u32>, u32)| {
        let near = row.iter().copied();
        near.filter(|&w| graph.has_edge(v, w)).collect()
    };
    Anatomy {
        colors: made.colors,
        made_of: made.made_of.clone(),
        order: order.vertices.clone(),
        backward: loose.iter().zip(0..).map(adjacent).collect(),
        loose,
        ..Anatomy::default()
    }
}

impl Anatomy {
    fn with_classes(mut self, class: Vec<u32>, classes: u32) -> Self {
        let colors = self.colors.min(u8::MAX.into()) as u8;
        self.palettes = (0..classes).map(|i| share(i, classes, colors)).collect();
        self.class = class;
        self
    }
}

/// The auxiliary graph when the last vertex of `rest` is chosen and those after it are.
fn half(graph: &Graph, rest: &[u32]) -> Half {
    let inside = |v: &u32| rest.contains(v);
    let mut edges: Vec<(u32, u32)> = graph
        .edges()
        .filter(|(a, b)| inside(a) && inside(b))
        .collect();
    for c in graph.vertices().filter(|v| !inside(v)) {
        let near: Vec<u32> = graph.neighbors(c).iter().copied().filter(inside).collect();
        match near.len() > s4::MOST_REPLACED {
            true => edges.extend(near.iter().map(|&v| (c, v))),
            false => {
                let pairs = near.iter().enumerate();
                edges.extend(pairs.flat_map(|(i, &a)| near[..i].iter().map(move |&b| (b, a))));
            }
        }
    }
    edges.sort_unstable();
    edges.dedup();
    let vertex = *rest.last().expect("there is a vertex to choose");
    let weight = |&(a, b): &(u32, u32)| match (a == vertex, b == vertex) {
        (true, _) if inside(&b) => 2,
        (_, true) if inside(&a) => 2,
        (false, false) => 0,
        _ => 1,
    };
    Half {
        vertex,
        twice: edges.iter().map(weight).sum(),
        edges,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_board::{Limits, families};
    use outplay_games::coloring::{Pass, Side};

    fn taken_apart(name: &str, board: &str) -> (Graph, Anatomy) {
        let board = families::board(board, Limits::BOARD).unwrap();
        let game = Coloring::new(&board, 3, Side::Alice, Pass::None).unwrap();
        let anatomy = anatomy(name, &game, &|| false).unwrap();
        (game.graph().clone(), anatomy)
    }

    #[test]
    fn loose_neighbours_are_those_of_the_definition() {
        for name in ["s1", "s3", "s4"] {
            let (graph, anatomy) = taken_apart(name, "icosahedron");
            let place = |v: u32| anatomy.order.iter().position(|&w| w == v).unwrap();
            for v in graph.vertices() {
                let mut expected: Vec<u32> = graph
                    .vertices()
                    .filter(|&h| {
                        let later = |&j: &u32| place(j) > place(v) && graph.has_edge(j, h);
                        place(h) < place(v)
                            && (graph.has_edge(h, v) || graph.neighbors(v).iter().any(later))
                    })
                    .collect();
                expected.sort_by_key(|&h| place(h));
                assert_eq!(anatomy.loose[v as usize], expected, "{name} {v}");
            }
        }
        // col₂ of the icosahedron is 7, and 3·7 − 1 = 20.
        let (_, s3) = taken_apart("s3", "icosahedron");
        assert_eq!(s3.loose.iter().map(Vec::len).max(), Some(6));
        assert_eq!(s3.colors, 20);
    }

    #[test]
    fn palettes_forests_and_halves_are_what_the_proofs_need() {
        let (graph, s1) = taken_apart("s1", "petersen");
        // χ·(1 + col₂) = 3·6, six shades for each class.
        assert_eq!(
            (s1.colors, &s1.palettes[..]),
            (18, &[1..7, 7..13, 13..19][..])
        );
        assert!(
            graph
                .edges()
                .all(|(a, b)| s1.class[a as usize] != s1.class[b as usize])
        );
        let (graph, s2) = taken_apart("s2", "petersen");
        let arcs = || s2.forests.iter().flat_map(|forest| &forest.arcs);
        assert_eq!(arcs().count(), graph.edge_count());
        for forest in &s2.forests {
            let mut tails: Vec<u32> = forest.arcs.iter().map(|arc| arc.0).collect();
            tails.sort_unstable();
            assert!(
                tails.windows(2).all(|pair| pair[0] != pair[1]),
                "one way to the root"
            );
        }
        let (graph, s4) = taken_apart("s4", "icosahedron");
        assert_eq!(s4.halves.len(), 12);
        assert_eq!(s4.halves[0].edges, graph.edges().collect::<Vec<_>>());
        let chosen: Vec<u32> = s4.halves.iter().rev().map(|half| half.vertex).collect();
        assert_eq!(chosen, s4.order);
        assert!(s4.halves.iter().all(|half| half.twice < 12));
    }
}
