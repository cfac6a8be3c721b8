//! Which variants of a number can be asked for, and that they differ.

use outplay_board::{Limits, families};
use outplay_service::{Ask, AskNumber, Host, Source};

fn domination(board: &str, first: Option<&str>) -> (Option<u32>, Option<&'static str>) {
    let source = Source {
        name: board.to_owned(),
        index: None,
        drawn: false,
        board: families::board(board, Limits::BOARD).unwrap(),
    };
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
    let source = Source {
        name: board.to_owned(),
        index: None,
        drawn: false,
        board: families::board(board, Limits::BOARD).unwrap(),
    };
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
