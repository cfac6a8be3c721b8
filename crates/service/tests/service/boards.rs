//! Boards as text: what one game reads another reads as well.

use outplay_board::Limits;
use outplay_service::{Ask, AskSolve, Host, Opened, Setup};
use serde_json::json;

fn opened(game: &str, start: &str, board: serde_json::Value) -> Opened {
    let setup: Setup = serde_json::from_value(json!({
        "game": game, "start": start, "board": board,
    }))
    .unwrap();
    setup.open(Limits::BOARD, &|| false).unwrap()
}

fn mover_wins(opened: &Opened) -> bool {
    let answer = Host::alone(|host| AskSolve::default().answer(opened, host)).unwrap();
    answer.outcome.unwrap() == outplay_engine::Outcome::Win
}

/// The lines of a list were arcs in geography and edges in the family of the same text: another
/// winner.
#[test]
fn plain_edge_lists_are_edges_in_geography() {
    for game in ["geography", "edge-geography"] {
        let family = opened(game, "1", json!({ "family": "edges:0-1" }));
        assert!(mover_wins(&family), "{game}");
        for text in ["0-1\n", "0 1\n", "0,1\n", "0 -- 1\n"] {
            let list = opened(game, "1", json!({ "text": text }));
            assert!(mover_wins(&list), "{game} {text:?}");
            assert!(list.remarks.is_empty(), "{:?}", list.remarks);
        }
        // An arrow is an arc, and there is none from 1.
        let arc = opened(game, "1", json!({ "text": "0 -> 1\n" }));
        assert!(!mover_wins(&arc), "{game}");
    }
    // A game on digraphs alone has arcs, which it says, and edges where they are marked as such.
    let plain = opened("token", "1", json!({ "text": "0 1\n" }));
    assert!(!mover_wins(&plain));
    assert!(plain.remarks[0].text.contains("arcs from a to b"));
    let edge = opened("token", "1", json!({ "text": "0-1\n" }));
    let solved = Host::alone(|host| AskSolve::default().answer(&edge, host)).unwrap();
    assert_eq!(solved.outcome, Some(outplay_engine::Outcome::Draw));
    assert!(edge.remarks.is_empty());
}
