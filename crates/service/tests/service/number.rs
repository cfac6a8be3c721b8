//! Which variants of a number can be asked for, and that they differ.

use outplay_board::{Graph, Limits, Shape, families};
use outplay_service::{Ask, AskNumber, AskNumberProof, Host, Source, check};

fn domination(board: &str, first: Option<&str>) -> (Option<u32>, Option<&'static str>) {
    let source = Source::new(
        board.to_owned(),
        families::board(board, Limits::BOARD).unwrap(),
    );
    let asked = AskNumber::new("game-domination", first, None).unwrap();
    let answer = Host::alone(|host| asked.answer(&source, host).unwrap());
    (answer.known.value, answer.first)
}

#[test]
fn the_game_domination_number_takes_its_own_sides() {
    assert_eq!(domination("path:7", None), (Some(3), Some("dominator")));
    let (dominator, staller) = (Some("dominator"), Some("staller"));
    assert_eq!(domination("path:7", dominator), (Some(3), dominator));
    assert_eq!(domination("path:7", staller), (Some(4), staller));
}

fn value(name: &str, board: &str, first: Option<&str>) -> Result<Option<u32>, String> {
    let source = Source::new(
        board.to_owned(),
        families::board(board, Limits::BOARD).unwrap(),
    );
    let asked = AskNumber::new(name, first, None).unwrap();
    let answer = Host::alone(|host| asked.answer(&source, host));
    answer
        .map(|answer| answer.known.value)
        .map_err(|failed| format!("{failed:?}"))
}

/// The numbers of the colouring games that are rule files, on all graphs with up to six vertices.
#[test]
fn small_graphs_have_the_numbers_that_others_found() {
    let data = include_str!("../../../../tests/data/more_games_small_graphs.csv");
    let mut seen = 0;
    for line in data.lines().skip(1) {
        let row: Vec<&str> = line.split(',').collect();
        let board = format!("graph6:{}", row[0]);
        for (name, first, column) in [
            ("game-greedy", None, 3),
            ("game-greedy", Some("bob"), 4),
            ("indicated", None, 5),
            ("connected-game", None, 6),
        ] {
            match (row[column].parse::<u32>(), value(name, &board, first)) {
                (Ok(expected), found) => {
                    assert_eq!(found, Ok(Some(expected)), "{name} of {board}");
                    seen += 1;
                }
                // The connected game is for connected graphs.
                (Err(_), found) => {
                    assert!(found.unwrap_err().contains("a connected graph"), "{board}");
                }
            }
        }
    }
    assert_eq!(seen, 3 * 208 + 143);
    // Larger ones from theorems: a forest needs at most three colours in the greedy game, a
    // connected bipartite board two in the connected one.
    assert!(value("game-greedy", "binary-tree:4", None).unwrap() <= Some(3));
    assert_eq!(value("connected-game", "grid:3x4", None), Ok(Some(2)));
}

#[test]
fn a_number_says_which_sides_it_takes() {
    for (name, first, words) in [
        ("game-domination", "alice", "dominator or staller"),
        ("game-coloring", "staller", "alice or bob"),
        ("chromatic", "alice", "does not take first"),
        ("indicated", "bob", "does not take first"),
        ("game-greedy", "ann", "alice or bob"),
    ] {
        let error = AskNumber::new(name, Some(first), None).unwrap_err();
        assert!(error.to_string().contains(words), "{name}: {error}");
    }
}

/// Cop numbers from the literature: trees, complete graphs and cycles (A. Quilliot; R. Nowakowski,
/// P. Winkler, Discrete Mathematics 43, 1983), grids (Cartesian products of two trees), and graphs
/// without short cycles, on which one cop for every neighbour of a vertex is too few (M. Aigner, M.
/// Fromme, Discrete Applied Mathematics 8, 1984, who also show that three do on plane graphs).
#[test]
fn cop_numbers_are_those_of_the_literature() {
    for (boards, expected) in [
        (
            "path:1 path:6 binary-tree:3 star:5 complete:5 wheel:6 fan:3",
            1,
        ),
        (
            "cycle:4 cycle:5 cycle:9 grid:2x2 grid:3x4 grid:5x5 complete-bipartite:3,4 cube",
            2,
        ),
        ("petersen heawood dodecahedron", 3),
    ] {
        for board in boards.split(' ') {
            assert_eq!(value("cops", board, None), Ok(Some(expected)), "{board}");
        }
    }
    assert_eq!(
        value("cops", "edges:0-1,2-3,3-4,4-5,5-2", None),
        Ok(Some(3))
    );
    assert!(AskNumber::new("cops", Some("cops"), None).is_err());
}

/// One cop is enough on a connected graph exactly if it can be taken apart, vertex by vertex, each
/// of which has all its neighbours beside another; no graph with fewer than ten vertices needs three.
fn cops_by_dismantling(graph: &Graph) -> u32 {
    let near = |v: u32, w: u32| v == w || graph.neighbors(v).contains(&w);
    let mut parts: Vec<Vec<u32>> = Vec::new();
    for v in graph.vertices() {
        let (with, mut others): (Vec<_>, Vec<_>) = parts
            .into_iter()
            .partition(|part| part.iter().any(|&w| near(v, w)));
        others.push(with.concat().into_iter().chain([v]).collect());
        parts = others;
    }
    let needed = |mut part: Vec<u32>| {
        let corner = |part: &[u32], v: u32| {
            let beside = |w: u32| part.iter().all(|&u| !near(v, u) || near(w, u));
            part.iter().any(|&w| w != v && beside(w))
        };
        while let Some(i) = (0..part.len()).find(|&i| corner(&part, part[i])) {
            part.remove(i);
        }
        if part.len() == 1 { 1 } else { 2 }
    };
    parts.into_iter().map(needed).sum()
}

#[test]
fn cop_numbers_of_small_graphs_are_proven() {
    let data = include_str!("../../../../tests/data/more_games_small_graphs.csv");
    let mut seen = [0; 8];
    for line in data.lines().skip(1) {
        let name = format!("graph6:{}", line.split(',').next().unwrap());
        let source = Source {
            board: families::board(&name, Limits::BOARD).unwrap(),
            name,
            ..Source::none()
        };
        let Shape::Undirected(graph) = &source.board.shape else {
            panic!("{line}");
        };
        let expected = cops_by_dismantling(graph);
        assert_eq!(
            value("cops", &source.name, None),
            Ok(Some(expected)),
            "{line}"
        );
        let asked = AskNumberProof {
            name: "cops".to_owned(),
            ..AskNumberProof::default()
        };
        let mut proof = Vec::new();
        let proved = Host::alone(|host| asked.write(&source, &mut proof, host)).unwrap();
        assert_eq!(proved.value, expected, "{line}");
        let checked = Host::alone(|host| check(&proof[..], "proof", true, host)).unwrap();
        let number = (checked.number, checked.value);
        assert_eq!(number, (Some("cops"), Some(expected.into())), "{line}");
        // Another number is not proven by it.
        let text = String::from_utf8(proof).unwrap();
        let other = text.replace(
            &format!("value {expected}\n"),
            &format!("value {}\n", expected + 1),
        );
        let refused = Host::alone(|host| check(other.as_bytes(), "proof", false, host));
        assert!(refused.is_err(), "{line}");
        seen[expected as usize] += 1;
    }
    assert!(seen[1] > 80 && seen[2] > 40 && seen[3] > 10, "{seen:?}");
}
