//! The game colouring number against plain rules and values that others found.

use outplay_board::{Graph, Limits, Shape, families, numbers};
use outplay_engine::search::{Means, Table};
use outplay_engine::{Budget, Rng, Stop};
use outplay_games::marking::{at_once, game_coloring};

fn board(name: &str) -> Graph {
    match families::board(name, Limits::BOARD).unwrap().shape {
        Shape::Undirected(graph) => graph,
        Shape::Directed(_) => panic!("{name} is undirected"),
    }
}

fn number(graph: &Graph, alice_first: bool) -> u32 {
    let table = Table::new(1 << 20);
    let known = game_coloring(graph, alice_first, &Means::alone(&table));
    known.value().unwrap()
}

/// The plain rules: one more than the most marked neighbours that a vertex has when
/// it is marked, under best play.
fn brute_force(graph: &Graph, alice_first: bool) -> u32 {
    fn score(graph: &Graph, marked: u32, alice: bool, memory: &mut [Option<u32>]) -> u32 {
        let open = graph.vertices().filter(|&v| marked >> v & 1 == 0);
        if let Some(score) = memory[marked as usize] {
            return score;
        }
        let scores: Vec<u32> = open
            .map(|v| {
                let near = graph.neighbors(v).iter();
                let now = 1 + near.filter(|&&w| marked >> w & 1 == 1).count() as u32;
                now.max(score(graph, marked | 1 << v, !alice, memory))
            })
            .collect();
        let best = if alice {
            scores.into_iter().min()
        } else {
            scores.into_iter().max()
        };
        *memory[marked as usize].insert(best.unwrap_or(0))
    }
    let mut memory = vec![None; 1 << graph.vertex_count()];
    score(graph, 0, alice_first, &mut memory)
}

#[test]
fn small_graphs() {
    let rows = include_str!("../../../../tests/data/coloring_small_graphs.csv");
    let mut lines = rows.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    let column = |name: &str| header.iter().position(|&word| word == name).unwrap();
    let (col_g, chi_g) = (column("col_g_A"), column("chi_g_A"));
    let mut count = 0;
    for line in lines {
        let row: Vec<&str> = line.split(',').collect();
        let graph = board(&format!("graph6:{}", row[0]));
        let found = number(&graph, true);
        assert_eq!(found, row[col_g].parse::<u32>().unwrap(), "{line}");
        assert!(found >= row[chi_g].parse::<u32>().unwrap(), "{line}");
        for alice_first in [true, false] {
            let expected = brute_force(&graph, alice_first);
            assert_eq!(number(&graph, alice_first), expected, "{line}");
        }
        count += 1;
    }
    assert_eq!(count, 208);
}

#[test]
fn random_graphs() {
    let mut rng = Rng::new(5);
    for round in 0..400 {
        let n = 7 + rng.below(6);
        let sparse = 2 + rng.below(4);
        let pairs: Vec<(u32, u32)> = (0..n as u32)
            .flat_map(|b| (0..b).map(move |a| (a, b)))
            .filter(|_| rng.below(sparse) == 0)
            .collect();
        let graph = Graph::new(n, pairs.iter().copied()).unwrap();
        for alice_first in [true, false] {
            let expected = brute_force(&graph, alice_first);
            assert_eq!(number(&graph, alice_first), expected, "{round}: {pairs:?}");
        }
    }
}

/// Forests have game colouring number at most 4 (Faigle, Kern, Kierstead and Trotter).
#[test]
fn trees_need_at_most_four() {
    let mut rng = Rng::new(9);
    let mut most = 0;
    for _ in 0..60 {
        let n = 14 + rng.below(10) as u32;
        let edges: Vec<(u32, u32)> = (1..n).map(|v| (rng.below(v as usize) as u32, v)).collect();
        let tree = Graph::new(n as usize, edges).unwrap();
        most = most.max(number(&tree, true));
    }
    assert!((3..=4).contains(&most), "{most}");
    // The only small tree that needs four colours needs four marks too.
    assert_eq!(number(&board("caterpillar:3,2,2,3"), true), 4);
}

#[test]
fn named_boards() {
    // Complete graphs, stars and cycles by hand.
    for n in 3..=9 {
        assert_eq!(number(&board(&format!("complete:{n}")), true), n);
        assert_eq!(number(&board(&format!("star:{n}")), true), 2);
        assert_eq!(number(&board(&format!("cycle:{n}")), true), 3);
    }
    assert_eq!(number(&Graph::new(0, []).unwrap(), true), 0);
    assert_eq!(number(&Graph::new(3, []).unwrap(), false), 1);
    // Between the game chromatic number and the activation bound.
    for (name, chi_g) in [
        ("petersen", 4),
        ("icosahedron", 6),
        ("grotzsch", 4),
        ("grid:4x4", 4),
    ] {
        let graph = board(name);
        let col2 = numbers::col2(&graph, &|| false).value().unwrap();
        let found = number(&graph, true);
        assert!((chi_g..=3 * col2 - 1).contains(&found), "{name}: {found}");
    }
}

#[test]
fn threads_and_limits() {
    let graph = board("grid:4x5");
    let table = Table::new(1 << 20);
    let found = game_coloring(&graph, true, &Means::new(&table, 2, &Budget::UNLIMITED));
    assert_eq!(found.value(), Some(number(&graph, true)));

    let hard = board("random:60,0.1,1");
    let budget = Budget {
        positions: 2000,
        ..Budget::UNLIMITED
    };
    let table = Table::new(1 << 20);
    let found = game_coloring(&hard, true, &Means::new(&table, 2, &budget));
    let why = Stop::Positions(2000).to_string();
    assert_eq!(found.reason, Some(why));
    let known = at_once(&hard);
    assert!(found.lower >= known.lower && found.upper < known.upper);
    assert!(found.lower < found.upper, "{found:?}");
    assert!(found.positions < 10_000);

    let large = board("grid:20x20");
    let known = game_coloring(&large, true, &Means::new(&table, 2, &budget));
    let why = "the search handles up to 128 vertices".to_owned();
    assert_eq!((known.lower, known.upper, known.reason), (3, 5, Some(why)));
}
