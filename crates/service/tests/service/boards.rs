//! Boards as text: what one game reads another reads as well.

use outplay_board::Limits;
use outplay_service::boards::AskBoard;
use outplay_service::{Ask, AskLesson, AskMatch, AskRead, AskSolve, Body, Host, Opened, Setup};
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

/// What a door answers, as JSON.
fn answer<Q: Ask>(body: serde_json::Value) -> Result<serde_json::Value, String> {
    let body: Body<Q> = serde_json::from_value(body).unwrap();
    let answer = Host::alone(|host| body.answer(host));
    let answer = answer.map_err(|failed| failed.to_string())?;
    Ok(serde_json::to_value(answer).unwrap())
}

/// Only the program asked kindly for the number of colours; matches and lessons kept the remarks.
#[test]
fn colours_are_asked_for_and_all_answers_have_remarks() {
    let setup =
        |board: serde_json::Value| json!({ "setup": { "game": "coloring", "board": board } });
    for (family, tries) in [
        (
            "petersen",
            "colors is missing: with how many colours? χ_g is 4, try colors 3 or 4",
        ),
        (
            "grid:9x9",
            "colors is missing: with how many colours? Try colors 3",
        ),
    ] {
        let refused = answer::<AskSolve>(setup(json!({ "family": family }))).unwrap_err();
        assert!(refused.ends_with(tries), "{refused}");
    }
    let list = "4 3\n1 2\n2 3\n3 1\n";
    let refused = answer::<AskRead>(json!({ "board": { "text": list } })).unwrap_err();
    assert!(
        refused.contains("\"header\": true, if there are 4"),
        "{refused}"
    );
    let board = json!({ "text": list, "header": true });
    let asked = json!({ "setup": { "game": "node-kayles", "board": board } });
    let lesson = answer::<AskLesson>(asked.clone()).unwrap();
    let mut asked = asked;
    asked["players"] = json!(["random", "mcts:9"]);
    asked["games"] = json!(1);
    let met = answer::<AskMatch>(asked).unwrap();
    assert!(met["meetings"][0]["said"].is_object());
    for answer in [lesson, met] {
        let remark = answer["remarks"][0].as_str().unwrap();
        assert!(remark.contains("the first line was taken"), "{remark}");
    }
}

/// The page, the server and the browser read what the program reads, and say what was decided.
#[test]
fn the_text_of_a_program_is_a_board_in_every_question() {
    let text = "ADJACENCY_LIST = [{'b'}, {'a', 'c'}, {'b'}]\nEDCN = 2\n";
    let remarks = json!([
        "read the value of ADJACENCY_LIST on line 1",
        "EDCN = 2 beside the board counts for nothing here"
    ]);
    for name in [None, Some("board.txt"), Some("board.adj"), Some("seed.py")] {
        let board = json!({ "text": text, "name": name });
        let read = answer::<AskRead>(json!({ "board": board })).unwrap();
        assert_eq!(read["names"], json!(["a", "b", "c"]));
        assert_eq!(read["remarks"], remarks);
        let drawn = answer::<AskBoard>(json!({ "board": board })).unwrap();
        assert_eq!(
            (&drawn["remarks"], &drawn["edges"]),
            (&remarks, &json!([[0, 1], [1, 2]]))
        );
        let setup = json!({ "game": "edge", "colors": 2, "board": board });
        let solved = answer::<AskSolve>(json!({ "setup": setup })).unwrap();
        assert_eq!(
            (&solved["remarks"], &solved["vertices"]),
            (&remarks, &json!(3))
        );
    }
    let plain = json!({ "board": { "family": "path:3" } });
    assert_eq!(answer::<AskRead>(plain).unwrap().get("remarks"), None);
    let list = json!({ "text": "4 3\n1 2\n2 3\n3 1\n", "header": true });
    let read = answer::<AskRead>(json!({ "board": list })).unwrap();
    assert_eq!((&read["header"], &read["edges"]), (&json!(true), &json!(3)));
    let refused = json!({ "text": "{\"nodes\": [{\"id\": 0}], \"arcs\": []}" });
    let refused = answer::<AskRead>(json!({ "board": refused })).unwrap_err();
    assert!(refused.contains("nodes without edges"), "{refused}");
}
