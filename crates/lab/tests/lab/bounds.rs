//! Numbers of boards that carry colours, against a brute force of their definition.

use crate::boards;
use crate::surprises::mover_wins;
use outplay_board::{Board, Shape};
use outplay_engine::Budget;
use outplay_engine::search::Table;
use outplay_games::{Effort, Pass, Side};
use outplay_lab::bounds::{Bounds, Means, best_upper, game_chromatic, table};
use std::time::Duration;

fn edges_of(board: &Board) -> Vec<(usize, usize)> {
    let Shape::Undirected(graph) = &board.shape else {
        panic!("undirected");
    };
    let edges = graph.edges();
    edges.map(|(a, b)| (a as usize, b as usize)).collect()
}

/// The least k, from the largest colour on the board, with which Alice wins.
fn brute_force(board: &Board, colors: &[u32], first: Side) -> u32 {
    let edges = edges_of(board);
    let mut row: Vec<u8> = colors.iter().map(|&c| c as u8).collect();
    let alice = first == Side::Alice;
    let mut least = colors.iter().copied().max().unwrap_or(0).max(1);
    while mover_wins(&edges, &mut row, least as u8, alice) != alice {
        least += 1;
    }
    least
}

fn chi_g(board: &Board, first: Side, effort: &Effort) -> Option<u32> {
    let Shape::Undirected(graph) = &board.shape else {
        panic!("undirected");
    };
    let range = 1..=graph.max_degree() as u32 + 1;
    let known = game_chromatic(board, first, Pass::None, effort, range, &Budget::UNLIMITED);
    let known = known.unwrap();
    known.is_exact().then_some(known.upper)
}

/// Every proper partial colouring with so many colours.
fn partial(edges: &[(usize, usize)], vertices: usize, most: u32) -> Vec<Vec<u32>> {
    let mut rows = vec![Vec::new()];
    for _ in 0..vertices {
        rows = rows
            .iter()
            .flat_map(|row: &Vec<u32>| (0..=most).map(|c| [&row[..], &[c]].concat()))
            .collect();
    }
    rows.retain(|row| {
        let mut edges = edges.iter();
        edges.all(|&(a, b)| row[a] == 0 || row[a] != row[b])
    });
    rows
}

#[test]
fn colours_on_the_board_count_and_so_does_whose_turn_it_is() {
    let names = [
        "path:4",
        "cycle:4",
        "star:4",
        "complete:3",
        "edges:0-1,1-2,2-0,2-3,4-0",
    ];
    let by_search = Effort {
        explore_most: 0.0,
        ..Effort::default()
    };
    let mut odd = 0;
    for named in boards(&names) {
        let mut board = named.board;
        for colors in partial(&edges_of(&board), board.vertex_count(), 3) {
            board.colors = Some(colors.clone());
            for first in [Side::Alice, Side::Bob] {
                let expected = brute_force(&board, &colors, first);
                for effort in [&by_search, &Effort::default()] {
                    let found = chi_g(&board, first, effort);
                    assert_eq!(found, Some(expected), "{} {colors:?} {first:?}", named.name);
                }
            }
            odd += colors.iter().filter(|&&c| c != 0).count() % 2;
        }
    }
    assert!(odd > 100, "{odd}");
    // Worked out by hand, 0 – 1 – 2 – 3 with colour 1 at 0: with two colours Bob takes 2=2, which
    // kills 1; Alice takes 2=1, after which 1 and 3 keep colour 2.
    let mut path = boards(&["path:4"]).remove(0).board;
    path.colors = Some(vec![1, 0, 0, 0]);
    assert_eq!(chi_g(&path, Side::Bob, &by_search), Some(3));
    assert_eq!(chi_g(&path, Side::Alice, &by_search), Some(2));
}

fn bounds(board: &Board) -> Result<Bounds, outplay_board::InputError> {
    let began = std::time::Instant::now();
    let (effort, marking) = (Effort::default(), Table::new(1 << 20));
    let means = Means {
        effort: &effort,
        marking: &marking,
        budget: &Budget::UNLIMITED,
        time: Duration::from_secs(60),
        clock: &|| began.elapsed(),
    };
    let mut seen = 0;
    let found = table(board, true, &means, &mut |_| seen += 1)?;
    assert_eq!(seen, found.lines.len());
    Ok(found)
}

#[test]
fn the_table_leaves_out_what_colours_make_void() {
    let mut board = boards(&["grid:2x3"]).remove(0).board;
    let plain = bounds(&board).unwrap();
    assert!(plain.remarks.is_empty());
    assert_eq!(plain.lines.len(), 13);
    let value = |bounds: &Bounds, name: &str| {
        let line = bounds.lines.iter().find(|line| line.name == name);
        line.and_then(|line| line.value())
    };
    assert_eq!(value(&plain, "game-chromatic"), Some(3));
    for colors in [vec![1, 0, 0, 0, 0, 0], vec![0, 2, 0, 5, 0, 0]] {
        board.colors = Some(colors.clone());
        let found = bounds(&board).unwrap();
        assert_eq!(found.remarks.len(), 1);
        let names: Vec<&str> = found.lines.iter().map(|line| line.name).collect();
        assert_eq!(
            names,
            [
                "game-chromatic",
                "game-chromatic-bob",
                "chromatic",
                "clique",
                "delta+1"
            ]
        );
        for (name, first) in [
            ("game-chromatic", Side::Alice),
            ("game-chromatic-bob", Side::Bob),
        ] {
            let expected = brute_force(&board, &colors, first);
            assert_eq!(value(&found, name), Some(expected), "{colors:?}");
            assert!(best_upper(&found.lines).0 >= expected);
        }
    }
    board.colors = Some(vec![1, 1, 0, 0, 0, 0]);
    assert!(bounds(&board).is_err());
}
