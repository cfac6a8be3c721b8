//! Known facts about the families, what they refuse, and how they are drawn.

use super::*;
use crate::layout::is_legible;
use crate::{Shape, embed, plane_layout};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn made(text: &str) -> Board {
    board(text, Limits::BOARD).unwrap_or_else(|error| panic!("{error}"))
}

fn graph(text: &str) -> Graph {
    match made(text).shape {
        Shape::Undirected(graph) => graph,
        Shape::Directed(_) => panic!("{text} is directed"),
    }
}

/// Distances from `root`, without the edge `without`.
fn distances(graph: &Graph, root: u32, without: Option<(u32, u32)>) -> Vec<Option<usize>> {
    let mut distance = vec![None; graph.vertex_count()];
    distance[root as usize] = Some(0);
    for round in 0..graph.vertex_count() {
        for (a, b) in graph.edges().filter(|&edge| Some(edge) != without) {
            for (a, b) in [(a, b), (b, a)] {
                if distance[a as usize] == Some(round) && distance[b as usize].is_none() {
                    distance[b as usize] = Some(round + 1);
                }
            }
        }
    }
    distance
}

fn diameter(graph: &Graph) -> usize {
    let all = graph.vertices().flat_map(|v| distances(graph, v, None));
    all.map(|d| d.expect("connected")).max().unwrap()
}

/// The length of a shortest cycle.
fn girth(graph: &Graph) -> Option<usize> {
    let around = |(a, b): (u32, u32)| Some(1 + distances(graph, a, Some((a, b)))[b as usize]?);
    graph.edges().filter_map(around).min()
}

/// Can the vertices be coloured with `k` colours, neighbours differently?
fn colorable(graph: &Graph, k: u32, colors: &mut Vec<u32>) -> bool {
    let v = colors.len() as u32;
    if v as usize == graph.vertex_count() {
        return true;
    }
    (0..k).any(|color| {
        let earlier = graph.neighbors(v).iter().filter(|&&w| w < v);
        let fits = earlier.clone().all(|&w| colors[w as usize] != color);
        if fits {
            colors.push(color);
            if colorable(graph, k, colors) {
                return true;
            }
            colors.pop();
        }
        false
    })
}

#[test]
fn sizes_are_as_defined() {
    for (text, vertices, edges) in [
        ("path:1", 1, 0),
        ("path:7", 7, 6),
        ("cycle:3", 3, 3),
        ("cycle:9", 9, 9),
        ("complete:7", 7, 21),
        ("star:6", 7, 6),
        ("wheel:3", 4, 6),
        ("wheel:8", 9, 16),
        ("complete-bipartite:3,5", 8, 15),
        ("complete-multipartite:4", 4, 0),
        ("complete-multipartite:2,3,4", 9, 26),
        ("crown:1", 2, 0),
        ("crown:5", 10, 20),
        ("cocktail-party:4", 8, 24),
        ("grid:1x1", 1, 0),
        ("grid:3x4", 12, 17),
        ("torus:3x5", 15, 30),
        ("ladder:5", 10, 13),
        ("prism:6", 12, 18),
        ("fan:1", 3, 3),
        ("fan:4", 6, 9),
        ("hypercube:0", 1, 0),
        ("hypercube:5", 32, 80),
        ("binary-tree:1", 1, 0),
        ("binary-tree:4", 15, 14),
        ("caterpillar:0", 1, 0),
        ("caterpillar:3,2,2,3", 14, 13),
        ("sunlet:6", 12, 12),
        ("helm:5", 11, 15),
        ("edges:0-1,1-2,1-0,0-4", 4, 3),
        ("kneser:4,4", 1, 0),
        ("kneser:1000000000000,1000000000000", 1, 0),
        ("kneser:5,1", 5, 10),
        ("kneser:6,2", 15, 45),
        ("tetrahedron", 4, 6),
        ("cube", 8, 12),
        ("octahedron", 6, 12),
        ("southeast-us", 8, 12),
        ("power:1:petersen", 10, 15),
        ("power:2:petersen", 10, 45),
        ("power:2:cycle:6", 6, 12),
        ("power:2:path:5", 5, 7),
        ("power:999999:path:5", 5, 10),
        ("line:star:5", 5, 10),
        ("line:path:5", 4, 3),
        ("line:path:1", 0, 0),
        ("line:line:line:line:path:9", 5, 4),
        ("random:9,0,3", 9, 0),
        ("random:9,1,3", 9, 36),
        ("random:1,.5,3", 1, 0),
        ("path:0005", 5, 4),
        ("triangular:1", 1, 0),
        ("triangular:4", 10, 18),
        ("hex:1x1", 6, 6),
        ("hex:1x2", 10, 11),
        ("hex:2x2", 16, 19),
        // Chess programmers know these: moves on the empty board, each counted once.
        ("queens:8", 64, 1456 / 2),
        ("kings:8", 64, 420 / 2),
        ("rooks:8", 64, 896 / 2),
        ("bishops:8", 64, 560 / 2),
        ("knights:8", 64, 336 / 2),
        ("queens:1x4", 4, 6),
        ("kings:3x4", 12, 29),
        // Two straight and two diagonal lines of five through each square; eight neighbours each.
        ("torus-queens:5", 25, 25 * 16 / 2),
        ("torus-bishops:5", 25, 25 * 8 / 2),
        ("torus-kings:4x5", 20, 20 * 8 / 2),
        ("torus-knights:5", 25, 25 * 8 / 2),
        ("torus-kings:3", 9, 36),
        ("mycielski:1:cycle:5", 6, 10),
        ("mycielski:2:path:2", 5, 5),
        ("mycielski:3:cycle:5", 16, 30),
        ("complement:cycle:7", 7, 14),
        ("complement:path:1", 1, 0),
        ("disjoint:path:3+cycle:4+path:1", 8, 6),
        ("disjoint:cartesian:path:2×path:3+path:2", 8, 8),
        ("cartesian:path:3×cycle:4", 12, 20),
        ("strong:complete:3*complete:4", 12, 66),
    ] {
        let graph = graph(text);
        assert_eq!(
            (graph.vertex_count(), graph.edge_count()),
            (vertices, edges),
            "{text}"
        );
    }
}

#[test]
fn numbering_is_as_promised() {
    let rows = |text: &str, v: u32| graph(text).neighbors(v).to_vec();
    assert_eq!(rows("grid:3x4", 5), [1, 4, 6, 9]);
    assert_eq!(rows("ladder:3", 0), [1, 3]);
    assert_eq!(rows("torus:3x4", 0), [1, 3, 4, 8]);
    assert_eq!(rows("wheel:5", 5), [0, 1, 2, 3, 4]);
    assert_eq!(rows("wheel:5", 0), [1, 4, 5]);
    assert_eq!(rows("star:3", 0), [1, 2, 3]);
    assert_eq!(rows("fan:3", 0), [1, 2, 3, 4]);
    assert_eq!(rows("fan:3", 4), [0, 3]);
    assert_eq!(rows("prism:4", 0), [1, 3, 4]);
    assert_eq!(rows("prism:4", 4), [0, 5, 7]);
    assert_eq!(rows("sunlet:4", 0), [1, 3, 4]);
    assert_eq!(rows("sunlet:4", 7), [3]);
    assert_eq!(rows("helm:4", 4), [0, 1, 2, 3]);
    assert_eq!(rows("helm:4", 5), [0]);
    assert_eq!(rows("binary-tree:3", 1), [0, 3, 4]);
    assert_eq!(rows("caterpillar:1,0,2", 2), [1, 4, 5]);
    assert_eq!(rows("hypercube:3", 5), [1, 4, 7]);
    assert_eq!(rows("crown:3", 0), [4, 5]);
    assert_eq!(rows("cocktail-party:3", 0), [1, 2, 4, 5]);
    assert_eq!(rows("complete-multipartite:1,2,1", 1), [0, 3]);
    // Sets of two by their larger member: 01 02 12 03 13 23; disjoint pairs match.
    assert_eq!(rows("kneser:4,2", 0), [5]);
    assert_eq!(rows("kneser:4,2", 1), [4]);
    assert_eq!(rows("kneser:4,2", 2), [3]);
    // Edges 0-1, 0-2, 0-3, 1-2, 1-3, 2-3 of the tetrahedron: opposite ones do not meet.
    assert_eq!(rows("line:complete:4", 0), [1, 2, 3, 4]);
}

#[test]
fn families_that_are_the_same_board() {
    for (one, other) in [
        ("cartesian:path:3×path:4", "grid:3x4"),
        ("cartesian:cycle:4*cycle:5", "torus:4x5"),
        (
            "cartesian:path:2×path:2×path:2",
            "cartesian:grid:2x2×path:2",
        ),
        ("cartesian:complete:3×complete:4", "rooks:3x4"),
        ("strong:path:3×path:4", "kings:3x4"),
        ("strong:cycle:4×cycle:5", "torus-kings:4x5"),
        ("complement:complement:petersen", "petersen"),
        (
            "complement:complete-multipartite:2,3",
            "disjoint:path:2+complete:3",
        ),
        ("mycielski:1:cycle:5", "wheel:5"),
    ] {
        assert_eq!(graph(one), graph(other), "{one} {other}");
    }
    // The Grötzsch graph is that of Mycielski over a cycle of five.
    let mycielski = graph("mycielski:2:cycle:5");
    assert_eq!((girth(&mycielski), diameter(&mycielski)), (Some(4), 2));
    let degrees = |graph: &Graph| -> Vec<usize> {
        let mut degrees: Vec<usize> = graph.vertices().map(|v| graph.degree(v)).collect();
        degrees.sort_unstable();
        degrees
    };
    assert_eq!(degrees(&mycielski), degrees(&graph("grotzsch")));
    assert!(!colorable(&mycielski, 3, &mut Vec::new()));
    // A queen goes where a rook or a bishop goes, on a torus as well.
    for (all, straight, diagonal) in [
        ("queens:4x5", "rooks:4x5", "bishops:4x5"),
        ("torus-queens:5", "rooks:5", "torus-bishops:5"),
        ("torus-queens:4x6", "rooks:4x6", "torus-bishops:4x6"),
    ] {
        let mut both: Vec<_> = graph(straight).edges().collect();
        both.extend(graph(diagonal).edges());
        let n = graph(all).vertex_count();
        assert_eq!(Graph::new(n, both).unwrap(), graph(all), "{all}");
    }
}

/// Orders, sizes, degrees, girths and diameters from the literature
/// (Brouwer, Cohen and Neumaier, "Distance-Regular Graphs"; Frucht, Graver and
/// Watkins, "The groups of the generalized Petersen graphs").
#[test]
fn named_graphs_are_themselves() {
    for (text, vertices, degree, girth_, diameter_) in [
        ("petersen", 10, 3, 5, 2),
        ("kneser:5,2", 10, 3, 5, 2),
        ("generalized-petersen:5,2", 10, 3, 5, 2),
        ("generalized-petersen:8,3", 16, 3, 6, 4),
        ("generalized-petersen:10,2", 20, 3, 5, 5),
        ("generalized-petersen:10,3", 20, 3, 6, 5),
        ("generalized-petersen:12,5", 24, 3, 6, 4),
        ("kneser:7,3", 35, 4, 6, 3),
        ("heawood", 14, 3, 6, 3),
        ("tetrahedron", 4, 3, 3, 1),
        ("cube", 8, 3, 4, 3),
        ("crown:4", 8, 3, 4, 3),
        ("hypercube:3", 8, 3, 4, 3),
        ("octahedron", 6, 4, 3, 2),
        ("line:tetrahedron", 6, 4, 3, 2),
        ("dodecahedron", 20, 3, 5, 5),
        ("icosahedron", 12, 5, 3, 3),
        ("hypercube:4", 16, 4, 4, 4),
        ("torus:4x4", 16, 4, 4, 4),
        ("line:petersen", 15, 4, 3, 3),
        ("cocktail-party:4", 8, 6, 3, 2),
    ] {
        let graph = graph(text);
        assert_eq!(graph.vertex_count(), vertices, "{text}");
        assert!(
            graph.vertices().all(|v| graph.degree(v) == degree),
            "{text}"
        );
        assert_eq!(girth(&graph), Some(girth_), "{text}");
        assert_eq!(diameter(&graph), diameter_, "{text}");
    }
    let grotzsch = graph("grotzsch");
    assert_eq!((grotzsch.vertex_count(), grotzsch.edge_count()), (11, 20));
    assert_eq!((girth(&grotzsch), diameter(&grotzsch)), (Some(4), 2));
    assert!(!colorable(&grotzsch, 3, &mut Vec::new()));
    assert!(colorable(&grotzsch, 4, &mut Vec::new()));
    assert!(colorable(&graph("heawood"), 2, &mut Vec::new()));
    // Prisms of odd polygons are not bipartite.
    assert!(!colorable(&graph("prism:5"), 2, &mut Vec::new()));
}

#[test]
fn the_states_have_names() {
    let board = made("southeast-us");
    let v = |name: &str| board.vertex_named(name).unwrap();
    let graph = graph("southeast-us");
    assert_eq!(graph.neighbors(v("Kentucky")), [v("Tennessee")]);
    assert_eq!(graph.neighbors(v("Florida")), [v("Alabama"), v("Georgia")]);
    assert_eq!(graph.degree(v("Tennessee")), 5);
    assert_eq!(made("power:2:southeast-us").names, board.names);
}

#[test]
fn edges_listed_twice_are_remarked_on() {
    assert_eq!(made("edges:0-1,1-2,1-0").remarks.len(), 1);
    assert!(made("edges:0-1,1-2").remarks.is_empty());
}

#[test]
fn a_family_has_no_drawing_of_the_user() {
    let board = made("grid:3x3");
    assert!(board.layout.is_some() && !board.drawn);
}

#[test]
fn random_boards_stay_as_they_are() {
    // The first numbers of SplitMix64 from 0 are e220a8397b1dcdaf, 6e789e6aa1b965f4,
    // 06c45d188009454f, f88bb8a8724c81ec, 1b39896a51a8749b, 53cb9f0c747ea2ea:
    // below a half where the first digit is below 8.
    let edges: Vec<_> = graph("random:4,0.5,0").edges().collect();
    assert_eq!(edges, [(0, 2), (0, 3), (1, 3), (2, 3)]);
    assert_eq!(graph("random:40,0.3,7"), graph("random:40,0.300,7"));
    assert_ne!(graph("random:40,0.3,7"), graph("random:40,0.3,8"));
    let dense = graph("random:100,0.3,18446744073709551615").edge_count();
    // 4,950 pairs: 1,485 expected, standard deviation 32.
    assert!((1300..1670).contains(&dense), "{dense}");
}

#[test]
fn sparse_random_boards_may_be_large() {
    // 10^6 vertices have 499,999,500,000 pairs: 999,999 edges expected, standard
    // deviation 1,000; within the first half of the vertices a quarter of them.
    let large = graph("random:1000000,0.000002,1");
    let edges = large.edge_count();
    assert!((995_000..1_005_000).contains(&edges), "{edges}");
    let early = large.edges().filter(|&(_, b)| b < 500_000).count();
    assert!((247_500..252_500).contains(&early), "{early}");
    assert_eq!(large, graph("random:1000000,0.000002,1"));
    assert_ne!(large, graph("random:1000000,0.000002,2"));
    // Counts of coins on 19,900 pairs, tossed one by one and skipped over.
    for probability in [0.0, 0.001, 0.1, 0.5, 0.75, 1.0] {
        let mean: f64 = 19_900.0 * probability;
        let deviation = (mean * (1.0 - probability)).sqrt();
        for seed in 0..20 {
            for edges in [
                derived::drawn_pairs(200, probability, seed, 20_000),
                derived::spaced_pairs(200, probability, seed, 20_000),
            ] {
                let off = (edges.len() as f64 - mean).abs();
                assert!(off <= 5.0 * deviation, "{probability} {}", edges.len());
                assert!(edges.is_sorted() && edges.iter().all(|(a, b)| a < b && *b < 200));
            }
        }
    }
    assert_eq!(derived::spaced_pairs(200, 1.0, 3, 50).len(), 51);
}

#[test]
fn graph6_is_read() {
    // The example of nauty's description of the format.
    let edges: Vec<_> = graph("graph6:DQc").edges().collect();
    assert_eq!(edges, [(0, 2), (0, 4), (1, 3), (3, 4)]);
    assert_eq!(graph("graph6:?").vertex_count(), 0);
    let long = format!("graph6:~??~{}", "?".repeat(326));
    assert_eq!(graph(&long).vertex_count(), 63);
}

#[test]
fn planar_or_not() {
    for text in [
        "complete:5",
        "complete-bipartite:3,3",
        "petersen",
        "torus:4x4",
        "torus:3x3",
        "heawood",
        "grotzsch",
        "hypercube:4",
        "crown:5",
        "generalized-petersen:8,3",
        "power:2:cycle:7",
        "cocktail-party:4",
    ] {
        assert_eq!(embed(&graph(text)), None, "{text}");
    }
    for (text, faces) in [
        ("icosahedron", 20),
        ("dodecahedron", 12),
        ("octahedron", 8),
        ("generalized-petersen:10,2", 12),
        ("crown:4", 6),
        ("hypercube:3", 6),
        ("power:2:cycle:8", 10),
        ("complete-bipartite:2,9", 9),
        ("triangular:5", 17),
        ("hex:3x4", 13),
        ("grid:30x30", 842),
        ("binary-tree:9", 1),
    ] {
        let plane = embed(&graph(text)).unwrap();
        assert_eq!(plane.faces().len(), faces, "{text}");
    }
}

/// Deeply nested triangles, long and bushy trees, many parallel paths: where
/// rounding would be seen first.
#[test]
fn larger_drawings_keep_their_embedding() {
    for text in [
        "power:3:path:150",
        "power:3:path:900",
        "power:2:path:300",
        "path:900",
        "binary-tree:8",
        "caterpillar:9,0,0,70,5,100",
        "wheel:299",
        "star:900",
        "complete-bipartite:2,298",
        "complete-multipartite:1,1,200",
        "generalized-petersen:140,2",
        "grid:4x70",
    ] {
        let plane = embed(&graph(text)).expect(text);
        let layout = plane_layout(&plane);
        let again = PlaneGraph::from_layout(graph(text), &layout).expect(text);
        let darts = |plane: &PlaneGraph| plane.outer().darts().collect::<BTreeSet<_>>();
        assert_eq!(darts(&again), darts(&plane), "{text}");
        assert_eq!(again.faces().len(), plane.faces().len(), "{text}");
    }
}

/// Plane families and the lengths of the outer face and of a longest cell.
const PLANE: [(&str, usize, usize); 35] = [
    ("path:1", 0, 0),
    ("path:6", 10, 0),
    ("cycle:3", 3, 3),
    ("cycle:4", 4, 4),
    ("cycle:100", 100, 100),
    ("complete:1", 0, 0),
    ("complete:2", 2, 0),
    ("complete:3", 3, 3),
    ("complete:4", 3, 3),
    ("star:1", 2, 0),
    ("star:7", 14, 0),
    ("star:100", 200, 0),
    ("wheel:3", 3, 3),
    ("wheel:8", 8, 3),
    ("complete-bipartite:1,4", 8, 0),
    ("complete-bipartite:2,2", 4, 4),
    ("complete-bipartite:2,7", 4, 4),
    ("complete-bipartite:7,2", 4, 4),
    ("grid:3x4", 10, 4),
    ("grid:20x20", 76, 4),
    ("ladder:5", 10, 4),
    ("prism:3", 3, 4),
    ("prism:8", 8, 8),
    ("fan:1", 3, 3),
    ("fan:12", 14, 3),
    ("hypercube:3", 4, 4),
    ("binary-tree:5", 60, 0),
    ("caterpillar:3,0,9,2", 34, 0),
    ("sunlet:5", 15, 5),
    ("helm:5", 15, 3),
    ("cube", 4, 4),
    ("octahedron", 3, 3),
    ("dodecahedron", 5, 5),
    ("icosahedron", 3, 3),
    ("generalized-petersen:7,1", 7, 7),
];

#[test]
fn plane_families_are_embedded_as_drawn() {
    for (text, outer, longest) in PLANE {
        let board = made(text);
        let plane = board.plane.expect(text);
        let drawing = PlaneGraph::from_layout(graph(text), &board.layout.expect(text));
        assert_eq!(drawing.as_ref(), Ok(&plane), "{text}");
        assert_eq!(plane.outer().walk.len(), outer, "{text}");
        let cells = plane.cells().iter().map(|face| face.walk.len());
        assert_eq!(cells.max().unwrap_or(0), longest, "{text}");
    }
    // Seven borders around the states, and a dead end to Kentucky.
    let states = made("southeast-us").plane.unwrap();
    assert_eq!(states.faces().len(), 6);
    assert_eq!(states.outer().walk.len(), 9);
    for text in ["petersen", "torus:3x3", "edges:0-1", "random:3,1,1"] {
        assert_eq!(made(text).plane, None, "{text}");
    }
}

#[test]
fn the_usual_vertices_are_outside() {
    let outer = |text: &str| {
        let mut walk = made(text).plane.unwrap().outer().walk.clone();
        walk.sort_unstable();
        walk.dedup();
        walk
    };
    assert_eq!(outer("wheel:5"), [0, 1, 2, 3, 4]);
    assert_eq!(outer("prism:4"), [0, 1, 2, 3]);
    assert_eq!(outer("helm:3"), [0, 1, 2, 4, 5, 6]);
    assert_eq!(outer("sunlet:3"), [0, 1, 2, 3, 4, 5]);
    assert_eq!(outer("fan:3"), [0, 1, 2, 3, 4]);
    // The outer face is walked counter-clockwise, and so are cycles.
    assert_eq!(
        made("cycle:6").plane.unwrap().outer().walk,
        [0, 1, 2, 3, 4, 5]
    );
}

#[test]
fn drawings_are_legible() {
    let more = [
        "complete:9",
        "complete:10",
        "complete-bipartite:5,6",
        "complete-multipartite:3,3,3",
        "complete-multipartite:2,2,2",
        "torus:3x3",
        "torus:5x7",
        "hypercube:4",
        "hypercube:5",
        "generalized-petersen:8,3",
        "generalized-petersen:20,9",
        "kneser:6,2",
        "kneser:4,2",
        "power:2:grid:3x3",
        "power:3:path:9",
        "power:2:cycle:8",
        "line:petersen",
        "line:complete:6",
        "random:12,0.3,1",
        "random:12,0.9,1",
        "random:30,0.1,1",
        "random:30,0.05,2",
        "random:40,0.5,2",
        "edges:0-9",
    ];
    let undirected = |text: &&str| matches!(made(text).shape, Shape::Undirected(_));
    let examples = FAMILIES.iter().map(|family| family.example);
    let examples = examples.filter(undirected);
    for text in examples.chain(more).chain(PLANE.map(|(text, ..)| text)) {
        let (graph, layout) = (graph(text), made(text).layout.expect(text));
        if graph.vertex_count() > 40 {
            continue;
        }
        // A chessboard is drawn as one, though not all of a queen's lines can be told apart.
        assert!(
            is_legible(&graph, &layout) || text.contains("queens"),
            "{text}"
        );
        let mut total = 0.0;
        for (a, b) in graph.edges() {
            let ([ax, ay], [bx, by]) = (layout[a as usize], layout[b as usize]);
            total += (ax - bx).hypot(ay - by);
        }
        // About unit length; graphs with many chords have long ones.
        let mean = total / (graph.edge_count() as f64).max(1.0);
        let unit = graph.edge_count() == 0 || (0.5..10.0).contains(&mean);
        assert!(unit, "{text}: {mean}");
        for (i, p) in layout.iter().enumerate() {
            let apart = |q: &[f64; 2]| (p[0] - q[0]).hypot(p[1] - q[1]) > 0.1;
            assert!(layout[..i].iter().all(apart), "{text}: vertex {i}");
        }
    }
}

#[test]
fn errors_say_what_was_expected() {
    for (text, message) in [
        (
            "path:x",
            "path:x: found 'x', expected a number of vertices, as in path:5",
        ),
        (
            "path:",
            "path:: found nothing, expected a number of vertices, as in path:5",
        ),
        (
            "path",
            "path: found nothing, expected a number of vertices, as in path:5",
        ),
        (
            "path:3,4",
            "path:3,4: found '3,4', expected a number of vertices, as in path:5",
        ),
        (
            "path:-1",
            "path:-1: found '-1', expected a number of vertices, as in path:5",
        ),
        (
            "path:+1",
            "path:+1: found '+1', expected a number of vertices, as in path:5",
        ),
        (
            "path:٣",
            "path:٣: found '٣', expected a number of vertices, as in path:5",
        ),
        (
            "path:0",
            "path:0: found '0', expected a number of vertices, at least 1, as in path:5",
        ),
        (
            "cycle:2",
            "cycle:2: found '2', expected a number of vertices, at least 3, as in cycle:5",
        ),
        (
            "wheel:2",
            "wheel:2: found '2', expected a number of rim vertices, at least 3, as in wheel:5",
        ),
        (
            "torus:2x5",
            "torus:2x5: found '2', expected a number of rows, at least 3, as in torus:4x5",
        ),
        (
            "torus:5x2",
            "torus:5x2: found '2', expected a number of columns, at least 3, as in torus:4x5",
        ),
        (
            "grid:3",
            "grid:3: found '3', expected a number of rows and a number of columns with 'x' between, as in grid:3x4",
        ),
        (
            "grid:3x4x5",
            "grid:3x4x5: found '3x4x5', expected a number of rows and a number of columns with 'x' between, as in grid:3x4",
        ),
        (
            "grid:3x",
            "grid:3x: found nothing, expected a number of columns, as in grid:3x4",
        ),
        (
            "generalized-petersen:6,3",
            "generalized-petersen:6,3: found a step of 3, expected a step below 6/2, as in generalized-petersen:7,2",
        ),
        (
            "kneser:3,4",
            "kneser:3,4: found sets of 4, expected sets of at most 3 things, as in kneser:5,2",
        ),
        (
            "petersen:5",
            "petersen:5: found '5', expected nothing after petersen",
        ),
        (
            "edges:0-1,2",
            "edges:0-1,2: found '2', expected an edge A-B, as in edges:0-1,1-2,2-0",
        ),
        (
            "edges:1-1",
            "edges:1-1: found a self-loop at vertex 1, expected a simple graph without self-loops",
        ),
        (
            "random:5,2,1",
            "random:5,2,1: found '2', expected a probability from 0 to 1, as in random:10,0.5,1",
        ),
        (
            "random:5,0.5",
            "random:5,0.5: found '5,0.5', expected a number of vertices, a probability and a seed with commas between, as in random:10,0.5,1",
        ),
        (
            "power:2",
            "power:2: found '2', expected an exponent and a board with ':' between, as in power:2:cycle:7",
        ),
        (
            "power:0:path:3",
            "power:0:path:3: found '0', expected an exponent, at least 1, as in power:2:cycle:7",
        ),
        (
            "line:path:x",
            "line:path:x: found 'x', expected a number of vertices, as in path:5",
        ),
        (
            "line:line:line:line:line:path:9",
            "line:line:line:line:line:path:9: found more than 4 boards made from each other, expected at most 4",
        ),
        (
            "grdi:3x4",
            "grdi:3x4: found 'grdi', expected the name of a family (did you mean grid:MxN?)",
        ),
        (
            "petersson",
            "petersson: found 'petersson', expected the name of a family (did you mean petersen?)",
        ),
        (
            "groetzsch",
            "groetzsch: found 'groetzsch', expected the name of a family (did you mean grotzsch?)",
        ),
        (
            "x",
            "x: found 'x', expected the name of a family, such as path, cycle or grid",
        ),
        (
            "",
            ": found nothing, expected the name of a family, such as path, cycle or grid",
        ),
        (
            "graph6:D",
            "graph6:D: found 0 characters after the size, expected 2 for a graph with 5 vertices",
        ),
        (
            "graph6:D ?",
            "graph6:D ?: found \" \" in \"D ?\", expected a graph6 line: the characters \"?\" to \"~\" only",
        ),
        (
            "path:1000000000",
            "path:1000000000: the board has 1000000000 vertices, expected at most 1048576",
        ),
        (
            "complete:1000000",
            "complete:1000000: the board has 499999500000 edges, expected at most 8388608",
        ),
        (
            "path:1000000000000000000",
            "path:1000000000000000000: found '1000000000000000000', expected a number below 10^18, as in path:5",
        ),
    ] {
        assert_eq!(board(text, Limits::BOARD).unwrap_err().to_string(), message);
    }
}

#[test]
fn sizes_are_refused_before_they_cost_anything() {
    let huge = "999999999999999999";
    let sized = FAMILIES.iter().filter_map(|family| {
        let arguments = family.usage.split_once(':')?.1;
        let letters = arguments.replace("BOARD", "path:N").replace('…', "");
        let filled: String = letters
            .chars()
            .map(|c| {
                if c.is_ascii_uppercase() {
                    huge.to_owned()
                } else {
                    c.to_string()
                }
            })
            .collect();
        let skipped = matches!(family.name, "graph6" | "generalized-petersen" | "kneser");
        (!skipped).then(|| format!("{}:{filled}", family.name))
    });
    let more = [
        "hypercube:200",
        "hypercube:21",
        "binary-tree:21",
        "kneser:1000,500",
        "kneser:1000000000000,6",
        "generalized-petersen:1000000,1",
        "complete-bipartite:1000000000,1",
        "caterpillar:0,1048576",
        "edges:0-4294967296",
        "random:5000,0.9,1",
        "random:1000000,0.0001,1",
        "random:1048577,0,1",
        "power:2:star:5000",
        "power:9:grid:1000x1000",
        "line:star:5000",
        "line:line:line:line:complete:30",
        "graph6:~~~~~~~~",
    ];
    for text in sized.chain(more.map(str::to_owned)) {
        let error = board(&text, Limits::BOARD).unwrap_err();
        assert!(error.message.contains("expected"), "{error}");
    }
    let wide = Limits {
        vertices: u64::MAX,
        edges: u64::MAX,
    };
    assert!(board("path:5000000000", wide).is_err());
}

#[test]
fn large_boards_are_made() {
    for (text, vertices) in [
        ("path:1000000", 1_000_000),
        ("hypercube:18", 1 << 18),
        ("kneser:22,11", 705_432),
        ("star:9000", 9001),
        ("random:2000,0.0004,1", 2000),
        ("random:5000,0,1", 5000),
        ("random:100000,0,1", 100_000),
        ("random:1000000,0.0000000000000000001,1", 1_000_000),
        ("complete-bipartite:700,700", 1400),
    ] {
        assert_eq!(graph(text).vertex_count(), vertices, "{text}");
    }
}

#[test]
fn arcs_make_digraphs() {
    let board = made("arcs:0-1,1-0,1-3,2-2");
    let Shape::Directed(digraph) = &board.shape else {
        panic!("undirected");
    };
    let arcs: Vec<_> = digraph.arcs().collect();
    assert_eq!(arcs, [(0, 1), (1, 0), (1, 3), (2, 2)]);
    assert_eq!(board.layout.unwrap().len(), 4);
    for text in [
        "line:arcs:0-1",
        "arcs:",
        "arcs:0",
        "arcs:0-x",
        "arcs:0-4294967296",
    ] {
        assert!(super::board(text, Limits::BOARD).is_err(), "{text}");
    }
}

#[test]
fn the_list_is_sound() {
    for family in FAMILIES {
        assert!(is_family(family.usage) && is_family(family.example) && is_family(family.name));
        assert_eq!(word_of(family.example), family.name);
        made(family.example);
    }
    assert!(is_family("path:junk"));
    assert!(!is_family("path5") && !is_family("") && !is_family("board.dot") && !is_family(":"));
}

proptest! {
    #[test]
    fn no_text_does_harm(
        text in prop_oneof![
            any::<String>(),
            ("(power:[1-3]:|line:){0,5}", 0..FAMILIES.len(), "(:[0-9x,.:~?A-Fa-f٣ -]{0,12}|:[0-9]{1,2}([,x][0-9]{1,2}){0,3}|:[0-9]{1,40})?")
                .prop_map(|(front, i, back)| format!("{front}{}{back}", FAMILIES[i].name)),
        ],
    ) {
        let limits = Limits { vertices: 150, edges: 400 };
        match board(&text, limits) {
            Ok(board) => {
                prop_assert!(is_family(&text));
                prop_assert!(board.vertex_count() <= 150 && board.edge_count() <= 400);
                let layout = board.layout.as_ref().unwrap();
                prop_assert_eq!(layout.len(), board.vertex_count());
                prop_assert!(layout.iter().flatten().all(|x| x.is_finite()));
            }
            Err(error) => prop_assert!(error.message.len() < 400, "{}", error),
        }
    }
}
