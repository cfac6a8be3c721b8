//! Which variants of a number can be asked for, and that they differ.

use outplay_board::{Limits, families};
use outplay_service::{AskNumber, Host, Source, number};

fn domination(board: &str, first: Option<&str>) -> (Option<u32>, Option<&'static str>) {
    let source = Source {
        name: board.to_owned(),
        index: None,
        drawn: false,
        board: families::board(board, Limits::BOARD).unwrap(),
    };
    let asked = AskNumber::new("game-domination", first, None).unwrap();
    let answer = Host::alone(|host| number(&source, asked, host).unwrap());
    (answer.known.value, answer.first)
}

#[test]
fn the_game_domination_number_takes_its_own_sides() {
    assert_eq!(domination("path:7", None), (Some(3), Some("dominator")));
    let (dominator, staller) = (Some("dominator"), Some("staller"));
    assert_eq!(domination("path:7", dominator), (Some(3), dominator));
    assert_eq!(domination("path:7", staller), (Some(4), staller));
}

#[test]
fn a_number_says_which_sides_it_takes() {
    for (name, first, words) in [
        ("game-domination", "alice", "dominator or staller"),
        ("game-coloring", "staller", "alice or bob"),
        ("chromatic", "alice", "does not take first"),
    ] {
        let error = AskNumber::new(name, Some(first), None).unwrap_err();
        assert!(error.to_string().contains(words), "{name}: {error}");
    }
}
