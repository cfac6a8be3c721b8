//! Numbers of boards that carry colours, against a brute force of their definition.

use outplay_board::{Board, Limits, Shape, families};
use outplay_games::Side;
use outplay_service::{Ask, AskBounds, AskNumber, Bounds, Host, Source};

fn source(name: &str) -> Source {
    Source::new(
        name.to_owned(),
        families::board(name, Limits::BOARD).unwrap(),
    )
}

/// Does the player to move win? Plain recursion over all moves.
fn mover_wins(edges: &[(usize, usize)], row: &mut [u8], k: u8, alice: bool) -> bool {
    let free = |row: &[u8], v: usize| -> Vec<u8> {
        let taken = |c: u8| {
            edges
                .iter()
                .any(|&(a, b)| (a == v && row[b] == c) || (b == v && row[a] == c))
        };
        (1..=k).filter(|&c| !taken(c)).collect()
    };
    let open: Vec<usize> = (0..row.len()).filter(|&v| row[v] == 0).collect();
    if open.iter().any(|&v| free(row, v).is_empty()) {
        return !alice;
    }
    if open.is_empty() {
        return alice;
    }
    for v in open {
        for c in free(row, v) {
            row[v] = c;
            let lost = !mover_wins(edges, row, k, !alice);
            row[v] = 0;
            if lost {
                return true;
            }
        }
    }
    false
}

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

/// Who is to move, if `first` began and they took turns.
fn mover(colors: &[u32], first: Side) -> Side {
    match colors.iter().filter(|&&c| c != 0).count() % 2 {
        0 => first,
        _ => first.other(),
    }
}

fn chi_g(source: &Source, first: Side) -> Option<u32> {
    let asked = AskNumber::new("game-chromatic", Some(first.name()), None).unwrap();
    Host::alone(|host| asked.answer(source, host).unwrap().known.value)
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
    let mut odd = 0;
    for name in names {
        let mut source = source(name);
        for colors in partial(&edges_of(&source.board), source.board.vertex_count(), 3) {
            source.board.colors = Some(colors.clone());
            for first in [Side::Alice, Side::Bob] {
                let expected = brute_force(&source.board, &colors, mover(&colors, first));
                let found = chi_g(&source, first);
                assert_eq!(found, Some(expected), "{name} {colors:?} {first:?}");
            }
            odd += colors.iter().filter(|&&c| c != 0).count() % 2;
        }
    }
    assert!(odd > 100, "{odd}");
    // Worked out by hand: Alice was first and coloured an end, so Bob is to move, and with two
    // colours a different one at distance two kills the vertex between. If Bob was first, Alice
    // colours that vertex alike.
    let mut path = source("path:4");
    path.board.colors = Some(vec![1, 0, 0, 0]);
    assert_eq!(chi_g(&path, Side::Alice), Some(3));
    assert_eq!(chi_g(&path, Side::Bob), Some(2));
}

#[test]
fn the_table_leaves_out_what_colours_make_void() {
    let mut source = source("grid:2x3");
    let all = |source: &Source| Host::alone(|host| AskBounds {}.answer(source, host));
    let value = |bounds: &Bounds, name: &str| {
        let row = bounds.rows.iter().find(|row| row.name == name);
        row.and_then(|row| row.known.value)
    };
    let plain = all(&source).unwrap();
    assert_eq!(plain.remark, None);
    assert_eq!(plain.rows.len(), 17);
    assert_eq!(value(&plain, "game-chromatic"), Some(3));
    for colors in [vec![1, 0, 0, 0, 0, 0], vec![0, 2, 0, 5, 0, 0]] {
        source.board.colors = Some(colors.clone());
        let found = all(&source).unwrap();
        assert!(found.remark.is_some());
        let names: Vec<&str> = found.rows.iter().map(|row| row.name).collect();
        let expected = [
            "game-chromatic",
            "game-chromatic-bob",
            "chromatic",
            "clique",
            "delta+1",
        ];
        assert_eq!(names, expected);
        for (name, first) in [
            ("game-chromatic", Side::Alice),
            ("game-chromatic-bob", Side::Bob),
        ] {
            let expected = brute_force(&source.board, &colors, mover(&colors, first));
            assert_eq!(value(&found, name), Some(expected), "{colors:?}");
            assert!(found.best_upper.value >= expected);
        }
    }
    source.board.colors = Some(vec![1, 1, 0, 0, 0, 0]);
    assert!(all(&source).is_err());
}
