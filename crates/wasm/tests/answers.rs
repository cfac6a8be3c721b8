//! The browser's answers, without a browser.

use outplay_wasm::{Browser, answer};
use serde_json::{Value as Json, json};
use std::sync::Mutex;

fn lines(path: &str, body: &Json) -> Vec<Json> {
    let said = Mutex::new(Vec::new());
    let line = |text: &str| said.lock().unwrap().push(text.parse().unwrap());
    let (clock, line) = (&|| 0.0, &line);
    answer(path, &body.to_string(), &Browser { clock, line });
    said.into_inner().unwrap()
}

fn last(path: &str, body: &Json) -> Json {
    lines(path, body).pop().unwrap()
}

#[test]
fn questions_are_found_by_their_paths_and_answered() {
    let setup = json!({ "game": "coloring", "board": { "family": "petersen" }, "colors": 3 });
    let solved = last("/api/solve", &json!({ "setup": setup }));
    // RULES: the Petersen graph needs four colours.
    assert_eq!(
        (&solved["event"], &solved["winner"]),
        (&json!("result"), &json!("bob"))
    );
    let judged = lines("/api/moves", &json!({ "setup": setup }));
    assert_eq!(judged.len(), 31, "30 moves and the result");
    assert!(
        judged[..30]
            .iter()
            .all(|line| line["event"] == "move" && line["verdict"] == "lose")
    );
    let catalogue = last("/api/catalogue", &Json::Null);
    assert_eq!(catalogue["limits"]["vertices"], 1000);
}

#[test]
fn what_is_wrong_is_said_as_the_server_says_it() {
    for (path, body, status, detail) in [
        ("/api/nothing", json!({}), 404, "no such question"),
        (
            "/api/board",
            json!({ "board": { "family": "grid:0x9" } }),
            422,
            "grid",
        ),
        (
            "/api/board",
            json!({ "board": {}, "size": 3 }),
            422,
            "unknown field",
        ),
        (
            "/api/board",
            json!({ "board": { "text": "x".repeat(2 << 20) } }),
            413,
            "bytes",
        ),
    ] {
        let line = last(path, &body);
        assert_eq!(
            (&line["event"], &line["problem"]["status"]),
            (&json!("error"), &json!(status)),
            "{path}"
        );
        let said = line["problem"]["detail"].as_str().unwrap();
        assert!(said.contains(detail), "{said}");
    }
    let text = json!({ "board": { "text": "0 1\n1 x y\n", "format": "edges" } });
    assert_eq!(last("/api/board", &text)["problem"]["line"], 2);
}

#[test]
fn limits_hold_by_the_clock_that_was_lent() {
    let said = Mutex::new(Vec::<Json>::new());
    let ticks = std::sync::atomic::AtomicU64::new(0);
    let clock = || ticks.fetch_add(1, std::sync::atomic::Ordering::Relaxed) as f64 / 100.0;
    let body = json!({
        "setup": { "game": "coloring", "board": { "family": "torus:7x7" }, "colors": 4 },
        "limits": { "seconds": 2 },
    });
    let line = |text: &str| said.lock().unwrap().push(text.parse().unwrap());
    answer(
        "/api/solve",
        &body.to_string(),
        &Browser {
            clock: &clock,
            line: &line,
        },
    );
    let said = said.into_inner().unwrap();
    let (result, before) = said.split_last().unwrap();
    assert_eq!(
        (&result["exact"], &result["winner"]),
        (&json!(false), &Json::Null)
    );
    assert!(before.iter().any(|line| line["event"] == "progress"));
}

#[test]
fn the_lower_levels_play_on_boards_that_are_too_large_to_search() {
    let setup = json!({ "game": "coloring", "board": { "family": "grid:30x30" }, "colors": 4 });
    let choose = |player: &str| last("/api/choose", &json!({ "setup": setup, "player": player }));
    for level in ["easy", "medium"] {
        assert!(choose(level)["move"]["text"].is_string(), "{level}");
    }
    let refused = choose("perfect");
    let detail = refused["problem"]["detail"].as_str().unwrap();
    assert!(detail.contains("3600 moves on 1740 edges"), "{detail}");
}
