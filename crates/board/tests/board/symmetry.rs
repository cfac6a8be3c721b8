//! Automorphisms and canonical forms against brute force over all permutations.

use outplay_board::symmetry::{
    automorphisms, canonical_form, digraph_automorphisms, plane_automorphisms,
};
use outplay_board::{Digraph, GameTable, Graph, PlaneGraph};
use std::collections::{BTreeMap, BTreeSet, HashSet};

fn graph(n: usize, edges: &[(u32, u32)]) -> Graph {
    Graph::new(n, edges.iter().copied()).unwrap()
}

fn pairs(n: u32) -> Vec<(u32, u32)> {
    (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect()
}

/// Every labelled graph with `n` vertices.
fn labelled_graphs(n: u32) -> impl Iterator<Item = Graph> {
    let pairs = pairs(n);
    (0u32..1 << pairs.len()).map(move |mask| {
        let edges = pairs.iter().enumerate();
        let edges = edges.filter(|(i, _)| mask >> i & 1 == 1).map(|(_, &e)| e);
        Graph::new(n as usize, edges).unwrap()
    })
}

/// All permutations in lexicographic order.
fn permutations(n: usize) -> Vec<Vec<u32>> {
    let mut all = vec![vec![]];
    for _ in 0..n {
        all = all
            .iter()
            .flat_map(|p: &Vec<u32>| {
                (0..n as u32)
                    .filter(|v| !p.contains(v))
                    .map(|v| [p.as_slice(), &[v]].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    all
}

/// The graphs of the list of small graphs, which has every class once.
fn small_graphs() -> Vec<Graph> {
    include_str!("../../../../tests/data/coloring_small_graphs.csv")
        .lines()
        .skip(1)
        .map(|line| {
            let bytes = line.split(',').next().unwrap().as_bytes();
            let n = u32::from(bytes[0] - 63);
            let bit = |i: usize| (bytes[1 + i / 6] - 63) >> (5 - i % 6) & 1 == 1;
            let edges = pairs(n).into_iter().enumerate();
            Graph::new(n as usize, edges.filter(|&(i, _)| bit(i)).map(|(_, e)| e)).unwrap()
        })
        .collect()
}

fn keeps(graph: &Graph, colors: &[u32], p: &[u32]) -> bool {
    graph.vertices().all(|a| {
        colors[a as usize] == colors[p[a as usize] as usize]
            && graph
                .vertices()
                .all(|b| graph.has_edge(a, b) == graph.has_edge(p[a as usize], p[b as usize]))
    })
}

/// A small generator, so that every run tests the same.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) % u64::from(n)) as u32
    }

    fn permutation(&mut self, n: usize) -> Vec<u32> {
        let mut p: Vec<u32> = (0..n as u32).collect();
        for i in (1..n).rev() {
            p.swap(i, self.below(i as u32 + 1) as usize);
        }
        p
    }

    fn graph(&mut self, n: u32, percent: u32) -> Graph {
        let edges: Vec<_> = pairs(n)
            .into_iter()
            .filter(|_| self.below(100) < percent)
            .collect();
        graph(n as usize, &edges)
    }
}

fn relabelled(graph: &Graph, p: &[u32]) -> Graph {
    let edges = graph.edges().map(|(a, b)| (p[a as usize], p[b as usize]));
    Graph::new(graph.vertex_count(), edges).unwrap()
}

#[test]
fn small_groups_are_complete() {
    let all: Vec<_> = (0..=6).map(permutations).collect();
    let mut random = Random(1);
    let labelled = (0..=5).flat_map(labelled_graphs);
    let six = small_graphs();
    assert_eq!(six.iter().filter(|g| g.vertex_count() == 6).count(), 156);
    let mut checked = 0;
    for graph in labelled.chain(six) {
        let n = graph.vertex_count();
        let colorings = [vec![0; n], (0..n).map(|_| random.below(2) * 7).collect()];
        for colors in &colorings {
            let expected: Vec<_> = all[n]
                .iter()
                .filter(|p| keeps(&graph, colors, p))
                .cloned()
                .collect();
            let order = expected.len();
            assert_eq!(automorphisms(&graph, Some(colors), order), Some(expected));
            assert_eq!(automorphisms(&graph, Some(colors), order - 1), None);
        }
        assert_eq!(
            automorphisms(&graph, None, 720),
            automorphisms(&graph, Some(&colorings[0]), 720)
        );
        checked += 1;
    }
    assert_eq!(checked, 1 + 1 + 2 + 8 + 64 + 1024 + 208);
}

#[test]
fn small_digraph_groups_are_complete() {
    let all: Vec<_> = (0..=5).map(permutations).collect();
    let mut random = Random(2);
    let mut symmetric = 0;
    for round in 0..3000 {
        let n = 1 + random.below(5);
        let percent = [10, 30, 50, 80][round % 4];
        let mut arcs: Vec<_> = (0..n)
            .flat_map(|a| (0..n).map(move |b| (a, b)))
            .filter(|_| random.below(100) < percent)
            .collect();
        // Half of them with a symmetry: every arc together with its images.
        if round % 2 == 0 {
            let p = random.permutation(n as usize);
            for _ in 0..6 {
                let images: Vec<_> = arcs
                    .iter()
                    .map(|&(a, b)| (p[a as usize], p[b as usize]))
                    .collect();
                arcs.extend(images);
                arcs.sort_unstable();
                arcs.dedup();
            }
        }
        let set: BTreeSet<_> = arcs.iter().copied().collect();
        let digraph = Digraph::new(n as usize, arcs).unwrap();
        let colors: Vec<u32> = (0..n).map(|_| random.below(3) / 2).collect();
        for colors in [None, Some(colors.as_slice())] {
            let expected: Vec<_> = all[n as usize]
                .iter()
                .filter(|p| {
                    let image: BTreeSet<_> = set
                        .iter()
                        .map(|&(a, b)| (p[a as usize], p[b as usize]))
                        .collect();
                    let colored =
                        colors.is_none_or(|c| (0..n as usize).all(|v| c[v] == c[p[v] as usize]));
                    image == set && colored
                })
                .cloned()
                .collect();
            symmetric += usize::from(expected.len() > 1);
            assert_eq!(digraph_automorphisms(&digraph, colors, 120), Some(expected));
        }
    }
    assert!(symmetric > 1000);
}

fn cycle(n: u32) -> Graph {
    Graph::new(n as usize, (0..n).map(|v| (v, (v + 1) % n))).unwrap()
}

fn hypercube(d: u32) -> Graph {
    let edges = (0u32..1 << d).flat_map(|v| (0..d).map(move |i| (v, v ^ 1 << i)));
    Graph::new(1 << d, edges).unwrap()
}

/// The squares of a board of side `n`, joined where a rook moves: strongly regular.
fn rook(n: u32) -> Graph {
    let edges = pairs(n * n).into_iter();
    Graph::new(
        (n * n) as usize,
        edges.filter(|&(a, b)| a / n == b / n || a % n == b % n),
    )
    .unwrap()
}

/// Shrikhande's graph: the same parameters as the 4×4 rook's graph, another graph.
fn shrikhande() -> Graph {
    let edges = (0..16u32).flat_map(|v| {
        [(1, 0), (0, 1), (1, 1)].map(|(x, y)| (v, (v / 4 + x) % 4 * 4 + (v % 4 + y) % 4))
    });
    Graph::new(16, edges).unwrap()
}

/// Quadratic residues modulo a prime that is 1 modulo 4.
fn paley(p: u32) -> Graph {
    let squares: BTreeSet<u32> = (1..p).map(|x| x * x % p).collect();
    let edges = pairs(p)
        .into_iter()
        .filter(|&(a, b)| squares.contains(&(b - a)));
    Graph::new(p as usize, edges).unwrap()
}

#[test]
fn known_group_orders() {
    let petersen: Vec<_> = (0..5)
        .flat_map(|v| [(v, (v + 1) % 5), (v, v + 5), (v + 5, (v + 2) % 5 + 5)])
        .collect();
    let order = |graph: &Graph| automorphisms(graph, None, 100_000).map(|group| group.len());
    assert_eq!(order(&graph(10, &petersen)), Some(120));
    assert_eq!(order(&hypercube(4)), Some(384));
    assert_eq!(order(&rook(4)), Some(1152));
    assert_eq!(order(&shrikhande()), Some(192));
    assert_eq!(order(&paley(13)), Some(78));
    assert_eq!(order(&paley(61)), Some(61 * 30));
    assert_eq!(order(&rook(5)), Some(2 * 120 * 120));
}

#[test]
fn large_boards_are_settled_or_refused() {
    let path = Graph::new(1000, (1..1000).map(|v| (v - 1, v))).unwrap();
    let maps = automorphisms(&path, None, 1000).unwrap();
    assert_eq!(maps.len(), 2);
    assert_eq!(maps[1], (0..1000).rev().collect::<Vec<u32>>());
    assert_eq!(automorphisms(&cycle(1000), None, 2000).unwrap().len(), 2000);
    assert_eq!(automorphisms(&cycle(1000), None, 1999), None);
    for n in [0usize, 1, 7, 1000, 4000] {
        let empty = graph(n, &[]);
        let order = (1..=n.min(9)).product::<usize>();
        let group = automorphisms(&empty, None, 5040);
        assert_eq!(
            group.map(|group| group.len()),
            (order <= 5040).then_some(order)
        );
    }
    assert_eq!(automorphisms(&hypercube(10), None, 100_000), None);
    let matching = Graph::new(2000, (0..1000).map(|v| (2 * v, 2 * v + 1))).unwrap();
    assert_eq!(automorphisms(&matching, None, 100_000), None);
    assert_eq!(automorphisms(&rook(12), None, 100_000), None);
    // 32,768 maps of 4,096 vertices are too much to list.
    let around = |i: u32, step: u32| (i / 64 * 64) + (i + step) % 64;
    let torus: Vec<(u32, u32)> = (0..4096)
        .flat_map(|i| [(i, around(i, 1)), (i, (i + 64) % 4096)])
        .collect();
    assert_eq!(automorphisms(&graph(4096, &torus), None, 100_000), None);
    assert_eq!(automorphisms(&graph(5000, &[]), None, usize::MAX), None);
    let ring = Digraph::new(1000, (0..1000).map(|v| (v, (v + 1) % 1000)).collect()).unwrap();
    assert_eq!(
        digraph_automorphisms(&ring, None, 1000).unwrap().len(),
        1000
    );
    let random = Random(3).graph(400, 50);
    assert_eq!(automorphisms(&random, None, 10).unwrap().len(), 1);
}

/// Checks every map by definition; the answer is how many there are.
fn check_plane_symmetries(plane: &PlaneGraph) -> usize {
    let group = plane_automorphisms(plane, usize::MAX).unwrap();
    let n = plane.graph().vertex_count();
    assert_eq!(group[0].vertices, (0..n as u32).collect::<Vec<_>>());
    assert!(!group[0].mirrored);
    let outer: BTreeSet<_> = plane.outer().darts().collect();
    for map in &group {
        let image = |v: u32| map.vertices[v as usize];
        assert!(keeps(plane.graph(), &vec![0; n], &map.vertices));
        assert_eq!(map.vertices.iter().collect::<BTreeSet<_>>().len(), n);
        for v in plane.graph().vertices() {
            let mut moved: Vec<u32> = plane.rotation(v).iter().map(|&w| image(w)).collect();
            if map.mirrored {
                moved.reverse();
            }
            let there = plane.rotation(image(v));
            let turned = (0..moved.len().max(1)).any(|_| {
                if !moved.is_empty() {
                    moved.rotate_left(1);
                }
                moved == there
            });
            assert!(turned);
        }
        let moved: BTreeSet<_> = outer
            .iter()
            .map(|&(a, b)| match map.mirrored {
                false => (image(a), image(b)),
                true => (image(b), image(a)),
            })
            .collect();
        assert_eq!(moved, outer);
    }
    let distinct: BTreeSet<_> = group.iter().map(|map| &map.vertices).collect();
    assert_eq!(distinct.len(), group.len());
    if plane.graph().edge_count() > 0 {
        assert!(group.len() <= 4 * plane.graph().edge_count());
    }
    group.len()
}

/// All vertex permutations that keep or turn round every rotation, and the outer face.
fn brute_force_plane(plane: &PlaneGraph) -> usize {
    let n = plane.graph().vertex_count();
    let outer: BTreeSet<_> = plane.outer().darts().collect();
    let fits = |p: &[u32], mirrored: bool| {
        let rotations = plane.graph().vertices().all(|v| {
            let row = plane.rotation(v);
            let there = plane.rotation(p[v as usize]);
            let degree = row.len();
            degree == there.len()
                && (degree == 0
                    || (0..degree).any(|shift| {
                        (0..degree).all(|i| {
                            let j = if mirrored { degree - 1 - i } else { i };
                            p[row[j] as usize] == there[(i + shift) % degree]
                        })
                    }))
        });
        rotations
            && outer.iter().all(|&(a, b)| {
                let (a, b) = (p[a as usize], p[b as usize]);
                outer.contains(&if mirrored { (b, a) } else { (a, b) })
            })
    };
    permutations(n)
        .iter()
        .filter(|p| fits(p, false) || fits(p, true))
        .count()
}

#[test]
fn plane_symmetries() {
    let tables: serde_json::Value = serde_json::from_str(include_str!(
        "../../../../tests/data/game_of_cycles_tables.json"
    ))
    .unwrap();
    let mut found = BTreeMap::new();
    for board in tables.as_array().unwrap() {
        let table: GameTable = board["table"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| {
                let row = row.as_array().unwrap().iter();
                row.map(|entry| {
                    let entry = entry.as_array().unwrap().iter();
                    entry.map(|to| to.as_u64().unwrap() as u32).collect()
                })
                .collect()
            })
            .collect();
        let plane = PlaneGraph::from_table(&table).unwrap();
        let order = check_plane_symmetries(&plane);
        if plane.graph().vertex_count() <= 7 {
            assert_eq!(order, brute_force_plane(&plane), "{}", board["board"]);
        }
        found.insert(board["board"].as_str().unwrap().to_owned(), order);
    }
    for n in [3, 4, 5, 6, 7, 8, 9, 10, 12, 13] {
        assert_eq!(found[&format!("C{n}")], 2 * n);
    }
    for n in 2..=7 {
        assert_eq!(found[&format!("P{n}")], 2);
    }
    // Turns and reflections that keep the outer face, from the drawings.
    for (board, order) in [
        ("K4", 6),
        ("W4", 8),
        ("W5", 10),
        ("cube(prism4)", 8),
        ("prism3", 6),
        ("grid3x3", 8),
        ("2squares", 4),
        ("3squares", 4),
        ("diamond(2tri)", 4),
        ("bowtie", 4),
        ("fan4", 2),
        ("fan5", 2),
        ("star3(tree)", 6),
        ("tri+inner leaf", 2),
        ("tri+outer leaf", 2),
        ("square+outer leaf", 2),
    ] {
        assert_eq!(found[board], order, "{board}");
    }
}

#[test]
fn plane_symmetries_of_trees_and_points() {
    let point = PlaneGraph::new(graph(1, &[]), vec![vec![]], None).unwrap();
    assert_eq!(check_plane_symmetries(&point), 1);
    assert_eq!(plane_automorphisms(&point, 0), None);
    let edge = PlaneGraph::new(graph(2, &[(0, 1)]), vec![vec![1], vec![0]], None).unwrap();
    assert_eq!(check_plane_symmetries(&edge), 2);
    assert_eq!(plane_automorphisms(&edge, 1), None);
    // Two arms of length 2 and two of length 1, in turn and side by side.
    let spider = graph(7, &[(0, 1), (0, 2), (0, 3), (0, 4), (1, 5), (2, 6)]);
    let rows = |middle: Vec<u32>| {
        vec![
            middle,
            vec![0, 5],
            vec![0, 6],
            vec![0],
            vec![0],
            vec![1],
            vec![2],
        ]
    };
    let in_turn = PlaneGraph::new(spider.clone(), rows(vec![1, 3, 2, 4]), None).unwrap();
    assert_eq!(check_plane_symmetries(&in_turn), 4);
    let beside = PlaneGraph::new(spider, rows(vec![1, 2, 3, 4]), None).unwrap();
    assert_eq!(check_plane_symmetries(&beside), 2);
}

#[test]
fn large_plane_boards_are_quick_or_refused() {
    let path = |n: u32| {
        let rotation = (0..n).map(|v| {
            let beside = [v.wrapping_sub(1), v + 1];
            beside.into_iter().filter(|&w| w < n).collect()
        });
        let graph = Graph::new(n as usize, (1..n).map(|v| (v - 1, v))).unwrap();
        PlaneGraph::new(graph, rotation.collect(), None).unwrap()
    };
    assert_eq!(plane_automorphisms(&path(1000), 10).unwrap().len(), 2);
    assert_eq!(plane_automorphisms(&path(100_000), 10), None);
    let ring = |n: u32| {
        let rotation = (0..n).map(|v| vec![(v + n - 1) % n, (v + 1) % n]);
        PlaneGraph::new(cycle(n), rotation.collect(), None).unwrap()
    };
    assert_eq!(plane_automorphisms(&ring(1000), 2000).unwrap().len(), 2000);
    assert_eq!(plane_automorphisms(&ring(100_000), 100), None);
}

#[test]
fn classes_are_counted_right() {
    // Graphs with n vertices up to isomorphism, OEIS A000088.
    for (n, classes) in [(0, 1), (1, 1), (2, 2), (3, 4), (4, 11), (5, 34), (6, 156)] {
        let found: HashSet<_> = labelled_graphs(n)
            .map(|graph| canonical_form(&graph, None).class)
            .collect();
        assert_eq!(found.len(), classes, "{n} vertices");
    }
    // Every graph with 7 vertices is one with 6 and another vertex.
    let mut sevens = HashSet::new();
    for six in small_graphs().iter().filter(|g| g.vertex_count() == 6) {
        for mask in 0..64u32 {
            let more = (0..6).filter(|v| mask >> v & 1 == 1).map(|v| (v, 6));
            let graph = Graph::new(7, six.edges().chain(more)).unwrap();
            sevens.insert(canonical_form(&graph, None).class);
        }
    }
    assert_eq!(sevens.len(), 1044);
}

/// Bracelets of `n` beads in three colours, by turning and turning over.
#[test]
fn colored_classes_are_counted_right() {
    for (n, bracelets) in [(3u32, 10), (4, 21), (5, 39), (6, 92), (7, 198), (8, 498)] {
        let cycle = cycle(n);
        let found: HashSet<_> = (0..3u32.pow(n))
            .map(|code| {
                let colors: Vec<u32> = (0..n).map(|i| code / 3u32.pow(i) % 3).collect();
                canonical_form(&cycle, Some(&colors)).class
            })
            .collect();
        assert_eq!(found.len(), bracelets, "{n} beads");
    }
}

#[test]
fn labels_do_not_matter() {
    let mut random = Random(4);
    let mut boards: Vec<Graph> = (0..40).map(|i| random.graph(2 + i, 10 + 2 * i)).collect();
    boards.extend([
        rook(4),
        shrikhande(),
        hypercube(5),
        cycle(30),
        paley(29),
        rook(8),
    ]);
    for graph in &boards {
        let n = graph.vertex_count();
        let colors: Vec<u32> = (0..n).map(|v| u32::from(v % 5 == 0)).collect();
        for colors in [None, Some(colors)] {
            let form = canonical_form(graph, colors.as_deref());
            assert_eq!(form.class.graph(), relabelled(graph, &form.labelling));
            for v in 0..n {
                let expected = colors.as_ref().map_or(0, |c| c[v]);
                assert_eq!(form.class.colors()[form.labelling[v] as usize], expected);
            }
            for _ in 0..5 {
                let p = random.permutation(n);
                let moved = colors.as_ref().map(|c| {
                    let mut moved = vec![0; n];
                    (0..n).for_each(|v| moved[p[v] as usize] = c[v]);
                    moved
                });
                let other = canonical_form(&relabelled(graph, &p), moved.as_deref());
                assert_eq!(other.class, form.class);
            }
        }
    }
    assert_ne!(
        canonical_form(&rook(4), None).class,
        canonical_form(&shrikhande(), None).class
    );
}
