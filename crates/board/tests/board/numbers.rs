//! Graph numbers against formulas, verified values and brute force.

use outplay_board::Graph;
use outplay_board::numbers::{Number, acyclic, chromatic, col2, edcn};
use std::cell::Cell;
use std::collections::BTreeSet;

fn never() -> bool {
    false
}

fn graph(n: u32, edges: impl IntoIterator<Item = (u32, u32)>) -> Graph {
    Graph::new(n as usize, edges).unwrap()
}

fn pairs(n: u32) -> Vec<(u32, u32)> {
    (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect()
}

fn path(n: u32) -> Graph {
    graph(n, (1..n).map(|v| (v - 1, v)))
}

fn cycle(n: u32) -> Graph {
    graph(n, (0..n).map(|v| (v, (v + 1) % n)))
}

fn complete(n: u32) -> Graph {
    graph(n, pairs(n))
}

fn star(leaves: u32) -> Graph {
    graph(leaves + 1, (1..=leaves).map(|v| (0, v)))
}

fn wheel(rim: u32) -> Graph {
    let edges = (0..rim).flat_map(|v| [(v, (v + 1) % rim), (v, rim)]);
    graph(rim + 1, edges)
}

fn complete_bipartite(a: u32, b: u32) -> Graph {
    graph(a + b, (0..a).flat_map(|v| (a..a + b).map(move |w| (v, w))))
}

fn grid(rows: u32, columns: u32) -> Graph {
    let edges = pairs(rows * columns).into_iter();
    graph(
        rows * columns,
        edges.filter(|&(a, b)| {
            (a / columns).abs_diff(b / columns) + (a % columns).abs_diff(b % columns) == 1
        }),
    )
}

fn torus(rows: u32, columns: u32) -> Graph {
    let edges = (0..rows * columns).flat_map(|v| {
        let (x, y) = (v / columns, v % columns);
        [
            (v, (x + 1) % rows * columns + y),
            (v, x * columns + (y + 1) % columns),
        ]
    });
    graph(rows * columns, edges)
}

fn hypercube(d: u32) -> Graph {
    graph(
        1 << d,
        (0u32..1 << d).flat_map(|v| (0..d).map(move |i| (v, v ^ 1 << i))),
    )
}

/// Two rings of `n`, the inner one with steps of `k`.
fn generalized_petersen(n: u32, k: u32) -> Graph {
    let edges = (0..n).flat_map(|v| [(v, (v + 1) % n), (v, v + n), (v + n, (v + k) % n + n)]);
    graph(2 * n, edges)
}

/// Two poles and two rings of five in antiprism position.
fn icosahedron() -> Graph {
    let edges = (0..5).flat_map(|v| {
        let next = (v + 1) % 5;
        let down = v + 5;
        [
            (10, v),
            (11, down),
            (v, next),
            (down, next + 5),
            (v, down),
            (v, next + 5),
        ]
    });
    graph(12, edges)
}

fn octahedron() -> Graph {
    graph(6, pairs(6).into_iter().filter(|&(a, b)| a / 2 != b / 2))
}

/// A copy of every vertex next to its neighbours, and a vertex next to all copies.
fn mycielskian(of: &Graph) -> Graph {
    let n = of.vertex_count() as u32;
    let edges = of
        .edges()
        .flat_map(|(a, b)| [(a, b), (a, b + n), (a + n, b)])
        .chain((0..n).map(|v| (v + n, 2 * n)));
    graph(2 * n + 1, edges.collect::<Vec<_>>())
}

fn grotzsch() -> Graph {
    mycielskian(&cycle(5))
}

fn queen(n: u32) -> Graph {
    let edges = pairs(n * n).into_iter();
    graph(
        n * n,
        edges.filter(|&(a, b)| {
            let (x, y) = ((a / n).abs_diff(b / n), (a % n).abs_diff(b % n));
            x == 0 || y == 0 || x == y
        }),
    )
}

/// Sets of two out of `n`, joined where they are disjoint.
fn kneser2(n: u32) -> Graph {
    let sets = pairs(n);
    let edges = pairs(sets.len() as u32).into_iter().filter(|&(i, j)| {
        let ((a, b), (c, d)) = (sets[i as usize], sets[j as usize]);
        a != c && a != d && b != c && b != d
    });
    graph(sets.len() as u32, edges)
}

fn random(n: u32, percent: u64, seed: u64) -> Graph {
    let mut state = seed;
    let edges = pairs(n).into_iter().filter(|_| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) % 100 < percent
    });
    graph(n, edges)
}

fn labelled_graphs(n: u32) -> impl Iterator<Item = Graph> {
    let pairs = pairs(n);
    (0u32..1 << pairs.len()).map(move |mask| {
        let edges = pairs.iter().enumerate();
        graph(
            n,
            edges.filter(|(i, _)| mask >> i & 1 == 1).map(|(_, &e)| e),
        )
    })
}

/// Every graph with up to 6 vertices once, with its chromatic number.
fn small_graphs() -> Vec<(Graph, u32)> {
    let lines = include_str!("../../../../tests/data/coloring_small_graphs.csv").lines();
    let graphs = lines.skip(1).map(|line| {
        let mut fields = line.split(',');
        let bytes = fields.next().unwrap().as_bytes();
        let n = u32::from(bytes[0] - 63);
        let bit = |i: usize| (bytes[1 + i / 6] - 63) >> (5 - i % 6) & 1 == 1;
        let edges = pairs(n).into_iter().enumerate();
        let graph = graph(n, edges.filter(|&(i, _)| bit(i)).map(|(_, e)| e));
        (graph, fields.nth(2).unwrap().parse().unwrap())
    });
    graphs.collect()
}

fn is_proper(graph: &Graph, color: &[u32]) -> bool {
    graph
        .edges()
        .all(|(a, b)| color[a as usize] != color[b as usize])
}

fn is_acyclic(graph: &Graph, color: &[u32]) -> bool {
    let k = color.iter().max().map_or(0, |&c| c + 1);
    is_proper(graph, color)
        && pairs(k).into_iter().all(|(c, d)| {
            let inside = |v: u32| color[v as usize] == c || color[v as usize] == d;
            let edges = graph.edges().filter(|&(a, b)| inside(a) && inside(b));
            is_forest(graph.vertex_count(), edges)
        })
}

fn is_forest(n: usize, edges: impl Iterator<Item = (u32, u32)>) -> bool {
    let mut root: Vec<usize> = (0..n).collect();
    let find = |root: &[usize], mut v: usize| {
        while root[v] != v {
            v = root[v];
        }
        v
    };
    edges.into_iter().all(|(a, b)| {
        let (a, b) = (find(&root, a as usize), find(&root, b as usize));
        root[a] = b;
        a != b
    })
}

fn distinguishes_edges(graph: &Graph, color: &[u32]) -> bool {
    let mut seen = BTreeSet::new();
    graph.edges().all(|(a, b)| {
        let (c, d) = (color[a as usize], color[b as usize]);
        seen.insert((c.min(d), c.max(d)))
    })
}

/// The least k for which some map to k colours is good.
fn fewest(graph: &Graph, good: impl Fn(&Graph, &[u32]) -> bool) -> u32 {
    let n = graph.vertex_count();
    (0..=n as u32)
        .find(|&k| {
            (0..k.pow(n as u32)).any(|code| {
                let color: Vec<u32> = (0..n as u32).map(|i| code / k.pow(i) % k).collect();
                good(graph, &color)
            })
        })
        .unwrap()
}

/// By the definition: one more than the most loose backward neighbours.
fn value_of_order(graph: &Graph, order: &[u32]) -> u32 {
    let place = |v: u32| order.iter().position(|&w| w == v).unwrap();
    let loose = |h: u32, v: u32| {
        place(h) < place(v)
            && (graph.has_edge(h, v)
                || graph
                    .vertices()
                    .any(|j| place(j) > place(v) && graph.has_edge(h, j) && graph.has_edge(v, j)))
    };
    let count = |&v: &u32| graph.vertices().filter(|&h| loose(h, v)).count() as u32;
    order.iter().map(count).max().map_or(0, |most| most + 1)
}

fn all_orders(n: u32) -> Vec<Vec<u32>> {
    (0..n).fold(vec![vec![]], |orders, new| {
        orders
            .iter()
            .flat_map(|order: &Vec<u32>| {
                (0..=order.len()).map(move |i| {
                    let mut longer = order.clone();
                    longer.insert(i, new);
                    longer
                })
            })
            .collect()
    })
}

fn check_colors(number: &Number, graph: &Graph, good: impl Fn(&Graph, &[u32]) -> bool) {
    assert!(number.lower <= number.upper);
    assert_eq!(number.witness.len(), graph.vertex_count());
    assert!(number.witness.iter().all(|&c| c < number.upper));
    assert!(good(graph, &number.witness));
}

fn chi(graph: &Graph) -> Option<u32> {
    let number = chromatic(graph, &never);
    check_colors(&number, graph, is_proper);
    number.value()
}

fn lambda(graph: &Graph) -> Option<u32> {
    let number = edcn(graph, &never);
    check_colors(&number, graph, distinguishes_edges);
    number.value()
}

fn acyclic_number(graph: &Graph) -> Option<u32> {
    let number = acyclic(graph, &never);
    check_colors(&number, graph, is_acyclic);
    number.value()
}

fn check_order(number: &Number, graph: &Graph) {
    assert!(number.lower <= number.upper);
    let sorted: BTreeSet<u32> = number.witness.iter().copied().collect();
    assert_eq!(number.witness.len(), graph.vertex_count());
    assert!(sorted.into_iter().eq(graph.vertices()));
    if graph.vertex_count() <= 200 {
        assert!(value_of_order(graph, &number.witness) <= number.upper);
    }
}

fn col2_value(graph: &Graph) -> Option<u32> {
    let number = col2(graph, &never);
    check_order(&number, graph);
    number.value()
}

#[test]
fn small_boards_by_brute_force() {
    for (graph, chromatic) in small_graphs() {
        assert_eq!(chi(&graph), Some(chromatic));
        assert_eq!(acyclic_number(&graph), Some(fewest(&graph, is_acyclic)));
        let orders = all_orders(graph.vertex_count() as u32);
        let best = orders
            .iter()
            .map(|order| value_of_order(&graph, order))
            .min();
        assert_eq!(col2_value(&graph), best);
    }
    for graph in (0..=5).flat_map(labelled_graphs) {
        assert_eq!(lambda(&graph), Some(fewest(&graph, distinguishes_edges)));
    }
}

#[test]
fn chromatic_numbers() {
    assert_eq!(chi(&grotzsch()), Some(4));
    assert_eq!(chi(&mycielskian(&grotzsch())), Some(5));
    // χ of a Kneser graph is n − 2k + 2 (Lovász).
    for n in 5..=8 {
        assert_eq!(chi(&kneser2(n)), Some(n - 2));
    }
    assert_eq!(chi(&queen(5)), Some(5));
    assert_eq!(chi(&queen(6)), Some(7));
    assert_eq!(chi(&queen(7)), Some(7));
    assert_eq!(chi(&generalized_petersen(5, 2)), Some(3));
    assert_eq!(chi(&icosahedron()), Some(4));
    assert_eq!(chi(&torus(5, 5)), Some(3));
    assert_eq!(chi(&complete(300)), Some(300));
    assert_eq!(chi(&wheel(301)), Some(4));
    assert_eq!(chi(&wheel(300)), Some(3));
    assert_eq!(chi(&grid(20, 20)), Some(2));
    assert_eq!(chi(&path(100_000)), Some(2));
    assert_eq!(chi(&cycle(100_001)), Some(3));
    assert_eq!(chi(&star(100_000)), Some(2));
    let two = random(25, 50, 1);
    let shifted = two.edges().map(|(a, b)| (a + 25, b + 25));
    let twice = graph(50, two.edges().chain(shifted).collect::<Vec<_>>());
    assert_eq!(chi(&twice), chi(&two));
}

/// The fewest independent sets that cover each set of vertices.
fn chromatic_by_subsets(graph: &Graph) -> u32 {
    let n = graph.vertex_count();
    let neighbors: Vec<u64> = graph.neighborhoods();
    let independent: Vec<bool> = (0u64..1 << n)
        .map(|set| (0..n).all(|v| set >> v & 1 == 0 || neighbors[v] & set == 0))
        .collect();
    let mut least = vec![0u32; 1 << n];
    for set in 1usize..1 << n {
        // The class of the first vertex, with any others.
        let first = set & set.wrapping_neg();
        let rest = set ^ first;
        let mut others = rest;
        least[set] = u32::MAX;
        loop {
            if independent[others | first] {
                least[set] = least[set].min(least[rest ^ others] + 1);
            }
            if others == 0 {
                break;
            }
            others = (others - 1) & rest;
        }
    }
    least[(1 << n) - 1]
}

#[test]
fn chromatic_agrees_with_subsets() {
    for seed in 0..60 {
        let graph = random(8 + seed as u32 % 6, 20 + seed * 11 % 70, seed);
        assert_eq!(chi(&graph), Some(chromatic_by_subsets(&graph)), "{seed}");
    }
}

/// The least k for which colours can be given one vertex after the other, good all the way.
fn fewest_in_order(graph: &Graph, good: &dyn Fn(&Graph, &[u32]) -> bool) -> u32 {
    fn extend(
        graph: &Graph,
        color: &mut Vec<u32>,
        k: u32,
        good: &dyn Fn(&Graph, &[u32]) -> bool,
    ) -> bool {
        let n = color.len();
        let edges = graph.edges().filter(|&(_, b)| (b as usize) < n);
        let start = Graph::new(n, edges).unwrap();
        if !good(&start, color) {
            return false;
        }
        if n == graph.vertex_count() {
            return true;
        }
        (0..k).any(|c| {
            color.push(c);
            let found = extend(graph, color, k, good);
            color.pop();
            found
        })
    }
    (0..)
        .find(|&k| extend(graph, &mut Vec::new(), k, good))
        .unwrap()
}

#[test]
fn larger_boards_by_brute_force() {
    for seed in 0..40 {
        let graph = random(7 + seed as u32 % 3, 15 + seed * 13 % 40, seed);
        assert_eq!(
            acyclic_number(&graph),
            Some(fewest_in_order(&graph, &is_acyclic))
        );
        assert_eq!(
            lambda(&graph),
            Some(fewest_in_order(&graph, &distinguishes_edges))
        );
    }
}

#[test]
fn a_random_graph_of_sixty() {
    // A SAT solver refutes 9 colours for this graph.
    assert_eq!(chi(&random(60, 50, 1)), Some(10));
}

#[test]
fn edge_distinguishing_numbers() {
    let least = |fits: &dyn Fn(u32) -> bool| (1..).find(|&k| fits(k));
    for n in 2..=46 {
        let room = |k: u32| {
            if k % 2 == 1 {
                k * (k + 1) / 2
            } else {
                k * k / 2 + 1
            }
        };
        assert_eq!(lambda(&path(n)), least(&|k| n - 1 <= room(k)), "P{n}");
    }
    for n in 3..=46 {
        let room = |k: u32| {
            if k % 2 == 1 {
                k * (k + 1) / 2
            } else {
                k * k / 2
            }
        };
        assert_eq!(
            lambda(&cycle(n)),
            least(&|k| k >= 3 && n <= room(k)),
            "C{n}"
        );
    }
    for n in 3..=30 {
        assert_eq!(lambda(&complete(n)), Some(n));
    }
    for n in 1..=200 {
        assert_eq!(lambda(&star(n)), Some(n));
    }
    let lines = include_str!("../../../../tests/data/edge_state_counts.csv").lines();
    for line in lines.skip(1).take(23) {
        let (board, rest) = match line.strip_prefix('"') {
            Some(quoted) => quoted.split_once("\",").unwrap(),
            None => line.split_once(',').unwrap(),
        };
        let k: u32 = rest.split(',').next().unwrap().parse().unwrap();
        assert_eq!(lambda(&named(board)), Some(k), "{board}");
    }
}

fn named(board: &str) -> Graph {
    let (name, arguments) = board.split_once([':', ' ']).unwrap();
    let numbers: Vec<u32> = arguments
        .split([',', 'x', '-', ' '])
        .map(|number| number.parse().unwrap())
        .collect();
    match name {
        "path" => path(numbers[0]),
        "cycle" => cycle(numbers[0]),
        "complete" => complete(numbers[0]),
        "star" => star(numbers[0]),
        "wheel" => wheel(numbers[0]),
        "complete-bipartite" => complete_bipartite(numbers[0], numbers[1]),
        "grid" => grid(numbers[0], numbers[1]),
        "edges" => {
            let n = numbers.iter().max().unwrap() + 1;
            graph(n, numbers.chunks(2).map(|edge| (edge[0], edge[1])))
        }
        _ => panic!("{board}"),
    }
}

#[test]
fn acyclic_numbers() {
    for (graph, expected) in [
        (generalized_petersen(5, 2), 4),
        (grotzsch(), 4),
        (icosahedron(), 4),
        (octahedron(), 5),
        (hypercube(3), 4),
        (generalized_petersen(10, 2), 3),
        (torus(5, 5), 4),
        (path(1), 1),
        (path(50_000), 2),
        (cycle(5000), 3),
        (complete(20), 20),
    ] {
        assert_eq!(acyclic_number(&graph), Some(expected));
    }
}

#[test]
fn col2_numbers() {
    for (graph, expected) in [
        (path(20), 2),
        (star(40), 2),
        (path(50_000), 2),
        (cycle(3), 3),
        (cycle(29), 3),
        (cycle(1000), 3),
        (grid(2, 5), 3),
        (grid(3, 3), 4),
        (grid(5, 5), 4),
        (generalized_petersen(5, 2), 5),
        (grotzsch(), 6),
        (icosahedron(), 7),
        (octahedron(), 5),
        (generalized_petersen(10, 2), 5),
        (hypercube(3), 4),
        (hypercube(4), 7),
        (torus(5, 5), 7),
        (complete(40), 40),
    ] {
        assert_eq!(col2_value(&graph), Some(expected));
    }
}

/// Dynamic programming over all subsets, as the definition suggests.
fn col2_by_subsets(graph: &Graph) -> u32 {
    let n = graph.vertex_count();
    let neighbors: Vec<u64> = graph.neighborhoods();
    let mut least = vec![0u32; 1 << n];
    for set in 1u64..1 << n {
        least[set as usize] = (0..n)
            .filter(|&v| set >> v & 1 == 1)
            .map(|v| {
                let earlier = set & !(1 << v);
                let mut loose = neighbors[v];
                for (j, row) in neighbors.iter().enumerate() {
                    if neighbors[v] >> j & 1 == 1 && set >> j & 1 == 0 {
                        loose |= row;
                    }
                }
                least[earlier as usize].max((loose & earlier).count_ones())
            })
            .min()
            .unwrap();
    }
    least[(1 << n) - 1] + 1
}

#[test]
fn col2_agrees_with_subsets() {
    for seed in 0..60 {
        let n = 8 + seed as u32 % 7;
        let graph = random(n, 10 + seed * 7 % 60, seed);
        assert_eq!(col2_value(&graph), Some(col2_by_subsets(&graph)), "{seed}");
    }
}

#[test]
fn an_interrupted_answer_has_sound_bounds() {
    type Function = fn(&Graph, &dyn Fn() -> bool) -> Number;
    let cases: [(Function, Graph, u32); 4] = [
        (chromatic, queen(6), 7),
        (edcn, path(29), 7),
        (acyclic, grotzsch(), 4),
        (col2, torus(5, 5), 7),
    ];
    for (function, graph, value) in cases {
        for patience in [0, 1, 2, 5, 100] {
            let calls = Cell::new(0);
            let number = function(&graph, &|| {
                calls.set(calls.get() + 1);
                calls.get() > patience
            });
            assert!(number.lower <= value && value <= number.upper, "{number:?}");
            assert_eq!(number.witness.len(), graph.vertex_count());
        }
    }
}
