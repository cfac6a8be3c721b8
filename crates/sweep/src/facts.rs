//! What a sweep can say of a board without any game.

use crate::column::{Answer, Kind};
use outplay_board::{Graph, is_planar, numbers, symmetry};
use std::collections::VecDeque;

/// A fact about graphs.
pub(crate) struct Fact {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) kind: Kind,
    pub(crate) find: fn(&Graph, &dyn Fn() -> bool) -> Answer,
}

const fn fact(
    name: &'static str,
    about: &'static str,
    kind: Kind,
    find: fn(&Graph, &dyn Fn() -> bool) -> Answer,
) -> Fact {
    Fact {
        name,
        about,
        kind,
        find,
    }
}

type Number = fn(&Graph, &dyn Fn() -> bool) -> numbers::Number;

/// What a strategy of Alice's promises, made of two numbers.
fn promised(
    graph: &Graph,
    stop: &dyn Fn() -> bool,
    [a, b]: [Number; 2],
    made: fn(u32, u32) -> u32,
) -> Answer {
    let a = a(graph, stop).value();
    match a.zip(b(graph, stop).value()) {
        Some((a, b)) => Answer::Int(made(a, b).into()),
        None => Answer::Stopped("not settled in time".to_owned()),
    }
}

/// Every fact.
pub(crate) const FACTS: &[Fact] = &[
    fact("n", "how many vertices", Kind::Int, |graph, _| {
        int(graph.vertex_count())
    }),
    fact("m", "how many edges", Kind::Int, |graph, _| {
        int(graph.edge_count())
    }),
    fact("connected", "is it in one part?", Kind::Bool, |graph, _| {
        Answer::Bool(graph.is_connected())
    }),
    fact("components", "how many parts", Kind::Int, |graph, _| {
        int(graph.components().len())
    }),
    fact("bipartite", "has it no odd cycle?", Kind::Bool, |g, _| {
        Answer::Bool(is_bipartite(g))
    }),
    fact("planar", "is it planar?", Kind::Bool, |graph, _| {
        Answer::Bool(is_planar(graph))
    }),
    fact(
        "max-degree",
        "the greatest degree",
        Kind::Int,
        |graph, _| int(graph.max_degree()),
    ),
    fact("min-degree", "the least degree", Kind::Int, |graph, _| {
        int(graph.vertices().map(|v| graph.degree(v)).min().unwrap_or(0))
    }),
    fact("degeneracy", "the degeneracy", Kind::Int, |graph, _| {
        int(numbers::degeneracy(graph) as usize)
    }),
    fact(
        "automorphisms",
        "how many symmetries",
        Kind::Int,
        |graph, _| match symmetry::automorphism_count(graph).map(i64::try_from) {
            Some(Ok(count)) => Answer::Int(count),
            _ => Answer::Unknown("too many symmetries to count".to_owned()),
        },
    ),
    fact(
        "clique",
        "the clique number",
        Kind::Int,
        |graph, stop| match numbers::clique_number(graph, stop).value() {
            Some(value) => Answer::Int(value.into()),
            None => Answer::Unknown("too large to settle exactly".to_owned()),
        },
    ),
    fact(
        "girth",
        "the length of a shortest cycle, none in a forest",
        Kind::Int,
        |graph, _| girth(graph).map_or(Answer::None, int),
    ),
    fact(
        "diameter",
        "the greatest distance, none if it is not connected",
        Kind::Int,
        |graph, _| diameter(graph).map_or(Answer::None, int),
    ),
    fact(
        "s1",
        "colours that strategy S1 promises, χ(1 + col₂)",
        Kind::Int,
        |graph, stop| {
            promised(graph, stop, [numbers::chromatic, numbers::col2], |a, b| {
                a * (1 + b)
            })
        },
    ),
    fact(
        "s2",
        "colours that strategy S2 promises, a(a + 1)",
        Kind::Int,
        |graph, stop| promised(graph, stop, [numbers::acyclic; 2], |a, _| a * (a + 1)),
    ),
    fact(
        "s3",
        "colours that strategy S3 promises, 3col₂ − 1",
        Kind::Int,
        |graph, stop| {
            promised(graph, stop, [numbers::col2; 2], |a, _| {
                (3 * a).saturating_sub(1)
            })
        },
    ),
];

fn int(n: usize) -> Answer {
    Answer::Int(n as i64)
}

const FAR: u32 = u32::MAX;

/// The distances from a vertex, and the length of the shortest closed walk without a turn that
/// the search from there meets.
fn distances(graph: &Graph, from: u32) -> (Vec<u32>, Option<usize>) {
    let mut distance = vec![FAR; graph.vertex_count()];
    let mut parent = vec![FAR; graph.vertex_count()];
    let mut queue = VecDeque::from([from]);
    let mut cycle = None;
    distance[from as usize] = 0;
    while let Some(v) = queue.pop_front() {
        for &w in graph.neighbors(v) {
            if distance[w as usize] == FAR {
                distance[w as usize] = distance[v as usize] + 1;
                parent[w as usize] = v;
                queue.push_back(w);
            } else if parent[v as usize] != w {
                let length = (distance[v as usize] + distance[w as usize] + 1) as usize;
                cycle = Some(cycle.map_or(length, |least: usize| least.min(length)));
            }
        }
    }
    (distance, cycle)
}

fn girth(graph: &Graph) -> Option<usize> {
    let cycles = graph.vertices().map(|v| distances(graph, v).1);
    cycles.flatten().min()
}

fn diameter(graph: &Graph) -> Option<usize> {
    let mut most = 0;
    for v in graph.vertices() {
        let farthest = distances(graph, v).0.into_iter().max()?;
        if farthest == FAR {
            return None;
        }
        most = most.max(farthest);
    }
    Some(most as usize)
}

fn is_bipartite(graph: &Graph) -> bool {
    let mut side = vec![FAR; graph.vertex_count()];
    for component in graph.components() {
        let Some(&from) = component.first() else {
            continue;
        };
        for (v, distance) in (0..).zip(distances(graph, from).0) {
            if distance != FAR {
                side[v as usize] = distance % 2;
            }
        }
    }
    graph
        .edges()
        .all(|(a, b)| side[a as usize] != side[b as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_board::formats::{Boards, Format};
    use outplay_board::{Limits, Shape, families};

    /// The facts as everybody knows them: n, m, connected, components, bipartite, planar,
    /// maximum and minimum degree, degeneracy, automorphisms, clique number, girth, diameter.
    #[test]
    fn facts_of_well_known_graphs() {
        let known = [
            ("petersen", "10 15 true 1 false false 3 3 3 120 2 5 2"),
            ("complete:9", "9 36 true 1 false false 8 8 8 362880 9 3 1"),
            ("cycle:8", "8 8 true 1 true true 2 2 2 16 2 8 4"),
            ("path:4", "4 3 true 1 true true 2 1 1 2 2 - 3"),
            ("edges:0-1,2-3", "4 2 false 2 true true 1 1 1 8 2 - -"),
            ("hypercube:4", "16 32 true 1 true false 4 4 4 384 2 4 4"),
            ("icosahedron", "12 30 true 1 false true 5 5 5 120 3 3 3"),
        ];
        for (name, expected) in known {
            let board = families::board(name, Limits::BOARD).unwrap();
            let Shape::Undirected(graph) = &board.shape else {
                unreachable!("these are graphs");
            };
            // What strategies promise is compared with tests/data/bounds.csv, through the program.
            let facts = FACTS.iter().filter(|fact| !fact.name.starts_with('s'));
            let found = facts.map(|fact| match (fact.find)(graph, &|| false) {
                Answer::Bool(yes) => yes.to_string(),
                Answer::Int(n) => n.to_string(),
                Answer::None => "-".to_owned(),
                other => panic!("{name}, {}: {other:?}", fact.name),
            });
            assert_eq!(found.collect::<Vec<_>>().join(" "), expected, "{name}");
        }
    }

    /// The facts of all graphs with 7 vertices, found in other and plainer ways.
    #[test]
    fn facts_of_small_graphs() {
        let lines = include_bytes!("../../../tests/data/graphs_7_vertices.g6");
        let boards = Boards::new(&lines[..], Format::Graph6, Limits::BOARD);
        let mut seen = 0;
        for board in boards {
            let Shape::Undirected(graph) = board.unwrap().shape else {
                unreachable!("these are graphs");
            };
            let n = graph.vertex_count();
            let is_clique = |set: &u32| {
                let members: Vec<u32> = (0..n as u32).filter(|v| set >> v & 1 == 1).collect();
                let joined = |&a: &u32| members.iter().all(|&b| a == b || graph.has_edge(a, b));
                members.iter().all(joined)
            };
            let cliques = (0..1u32 << n).filter(is_clique);
            let clique = cliques.map(u32::count_ones).max().unwrap();
            let group = symmetry::automorphisms(&graph, None, 5040).unwrap().len();
            // Distances, first as if there was no way.
            let mut far = vec![vec![99usize; n]; n];
            for (v, row) in far.iter_mut().enumerate() {
                row[v] = 0;
                for &w in graph.neighbors(v as u32) {
                    row[w as usize] = 1;
                }
            }
            for via in 0..n {
                for a in 0..n {
                    for b in 0..n {
                        far[a][b] = far[a][b].min(far[a][via] + far[via][b]);
                    }
                }
            }
            let diameter = far
                .iter()
                .flatten()
                .copied()
                .max()
                .filter(|&most| most < 99);
            // Every edge of a cycle is a way round to its other end.
            let round = |(a, b): (u32, u32)| {
                let rest = graph.edges().filter(|&edge| edge != (a, b));
                let rest = Graph::new(n, rest).unwrap();
                let way = distances(&rest, a).0[b as usize];
                (way != FAR).then_some(way as usize + 1)
            };
            let girth = graph.edges().filter_map(round).min();
            let two = numbers::chromatic(&graph, &|| false).value().unwrap() <= 2;
            let fact = |name: &str| {
                let fact = FACTS.iter().find(|fact| fact.name == name).unwrap();
                (fact.find)(&graph, &|| false)
            };
            assert_eq!(fact("clique"), Answer::Int(clique.into()));
            assert_eq!(fact("automorphisms"), int(group));
            assert_eq!(fact("diameter"), diameter.map_or(Answer::None, int));
            assert_eq!(fact("girth"), girth.map_or(Answer::None, int));
            assert_eq!(fact("bipartite"), Answer::Bool(two));
            seen += 1;
        }
        assert_eq!(seen, 1044);
    }
}
