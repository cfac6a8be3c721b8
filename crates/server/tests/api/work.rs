//! Long work: limits, clients that leave, and a server that is busy.

use crate::client::{Client, HOURS, LONG, Server, options};
use outplay_board::Limits;
use outplay_engine::Rng;
use outplay_server::Options;
use outplay_service::{Ask, AskSolve, Host, Setup};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

/// A game that no search settles in a minute.
fn endless(seconds: f64) -> Json {
    let setup = json!({ "game": "coloring", "board": { "family": "hypercube:6" }, "colors": 6 });
    json!({ "setup": setup, "limits": { "seconds": seconds } })
}

/// Starts a computation and does not wait for its answer.
fn begin(server: &Server, path: &str, question: &Json) -> Client {
    let mut client = server.connect();
    let body = question.to_string();
    client.head(
        "POST",
        path,
        "content-type: application/json\r\n",
        body.len(),
    );
    client.send(body.as_bytes());
    client
}

#[test]
fn time_runs_out_and_what_is_known_is_told() {
    let server = Server::start();
    for path in ["/api/solve", "/api/moves", "/api/explain"] {
        // A machine that does much else may not get to tell how far it is in a second.
        let told = [1.0, 5.0, 25.0].into_iter().any(|seconds| {
            let lines = server.post(path, &endless(seconds)).lines();
            let result = lines.last().unwrap();
            assert_eq!(
                (&result["event"], &result["exact"]),
                (&json!("result"), &json!(false)),
                "{path}"
            );
            lines.iter().any(|line| line["event"] == "progress")
        });
        assert!(told, "{path}");
    }
    let result = server.result("/api/solve", &endless(0.5));
    assert_eq!(result["winner"], json!(null));
    assert!(result["reason"].as_str().unwrap().contains("time limit"));
    server.wait_for((0, 0));
}

#[test]
fn the_server_caps_time_and_clients_cap_positions() {
    let server = Server::with(Options {
        time: Duration::from_millis(600),
        ..options()
    });
    let result = server.result("/api/solve", &endless(1e9));
    assert!(result["reason"].as_str().unwrap().contains("0.6 s"));
    for seconds in [-1.0, f64::MAX, 0.0] {
        let result = server.result("/api/solve", &endless(seconds));
        assert_eq!(result["exact"], false);
    }
    let server = Server::start();
    let mut few = endless(HOURS);
    few["limits"]["positions"] = json!(100);
    let result = server.result("/api/solve", &few);
    assert!(result["reason"].as_str().unwrap().contains("100 positions"));
}

#[test]
fn work_ends_when_the_client_leaves() {
    let server = Server::start();
    for path in ["/api/solve", "/api/moves", "/api/explain"] {
        let client = begin(&server, path, &endless(HOURS));
        server.wait_for((1, 0));
        drop(client);
        server.wait_for((0, 0));
    }
    let limits = json!({ "seconds": HOURS });
    let choose = json!({
        "setup": endless(HOURS)["setup"], "player": "mcts:100000000", "limits": limits,
    });
    let experiment = json!({
        "board": { "family": "grid:15x15" }, "colors": [4, 5], "games": 100_000,
        "alice": "random", "bob": "random", "limits": limits,
    });
    let numbers = json!({ "board": { "family": "hypercube:6" }, "limits": limits });
    for (path, question) in [
        ("/api/choose", choose),
        ("/api/experiment", experiment),
        ("/api/numbers", numbers),
    ] {
        let mut client = begin(&server, path, &question);
        server.wait_for((1, 0));
        // Somebody who has read a little and then leaves.
        client.line().unwrap();
        drop(client);
        server.wait_for((0, 0));
    }
}

#[test]
fn a_busy_server_says_so_and_answers_small_questions() {
    let server = Server::start();
    let running = begin(&server, "/api/solve", &endless(HOURS));
    server.wait_for((1, 0));
    let mut waiting = begin(&server, "/api/solve", &endless(0.5));
    server.wait_for((1, 1));
    let waits = Instant::now();
    let answer = server.post("/api/solve", &endless(HOURS));
    assert!(answer.problem(503).contains("busy"));
    assert!(answer.header("retry-after").is_some());

    // Others are still at work when small questions are answered, so these did not wait.
    let setup = json!({ "game": "coloring", "board": { "family": "path:4" }, "colors": 2 });
    for _ in 0..20 {
        let question = json!({ "setup": setup });
        assert_eq!(server.post("/api/position", &question).status, 200);
        let result = server.patient_result("/api/solve", &question);
        assert_eq!(result["winner"], "bob");
    }
    server.wait_for((1, 1));

    // The one that waited, for longer than it has, gets its turn and its own time.
    std::thread::sleep(Duration::from_secs(1).saturating_sub(waits.elapsed()));
    drop(running);
    let answer = waiting.answer(false).unwrap();
    let lines = answer.lines();
    assert!(lines[0]["note"].as_str().unwrap().contains("waiting"));
    let result = lines.last().unwrap();
    assert_eq!(result["event"], "result");
    assert!(result["reason"].as_str().unwrap().contains("0.5 s"));
    assert!(result["seconds"].as_f64().unwrap() >= 0.5, "{result}");
    server.wait_for((0, 0));
}

#[test]
fn proofs_keep_to_their_limits() {
    let server = Server::start();
    // A strategy that goes down for ever before anything of it is written.
    let deep = json!({ "game": "subtraction", "pebbles": 1_000_000_000_000_u64, "take": [1, 2] });
    let limits = json!({ "seconds": 1 });
    let question = json!({ "setup": deep, "limits": limits });
    let answer = server.post("/api/prove", &question);
    match answer.status {
        200 => assert_eq!(answer.lines().pop().unwrap()["event"], "error"),
        _ => assert!(answer.problem(503).contains("limit")),
    }
    server.wait_for((0, 0));
}

#[test]
fn those_who_wait_can_leave() {
    let server = Server::start();
    let running = begin(&server, "/api/solve", &endless(HOURS));
    server.wait_for((1, 0));
    let waiting = begin(&server, "/api/solve", &endless(HOURS));
    server.wait_for((1, 1));
    drop(waiting);
    server.wait_for((1, 0));
    drop(running);
    server.wait_for((0, 0));
}

#[test]
fn stops_while_work_runs() {
    let mut server = Server::start();
    let mut running = begin(&server, "/api/solve", &endless(HOURS));
    let waiting = begin(&server, "/api/moves", &endless(HOURS));
    server.wait_for((1, 1));
    let began = Instant::now();
    server.stop();
    // Within a second, on a machine that does nothing else.
    assert!(began.elapsed() < LONG, "{:?}", began.elapsed());
    if let Some(answer) = running.answer(false) {
        let last = answer.lines().pop().unwrap();
        assert_ne!(last["exact"], true);
    }
    drop(waiting);
}

#[test]
fn a_hundred_clients_at_once() {
    let server = Server::start();
    let setup = json!({ "game": "edge", "board": { "family": "path:5" }, "colors": 3 });
    let (small, large) = (json!({ "setup": setup }), endless(0.3));
    std::thread::scope(|scope| {
        for i in 0..100 {
            let (server, small, large) = (&server, &small, &large);
            scope.spawn(move || match i % 10 {
                0 => {
                    let answer = server.post("/api/solve", large);
                    assert!(matches!(answer.status, 200 | 503), "{}", answer.status);
                }
                n if n % 2 == 0 => assert_eq!(server.post("/api/position", small).status, 200),
                _ => {
                    let winner = server.patient_result("/api/solve", small)["winner"].clone();
                    assert_eq!(winner, "first");
                }
            });
        }
    });
    server.wait_for((0, 0));
}

/// Questions of several clients at a time, of games that differ in a word, some of which run out of
/// a limit or of patience, are answered by one server as by a world that was made for each.
#[test]
fn one_server_answers_as_many_new_worlds_do() {
    let rules =
        |word: &str| format!("name = 'x'\nmarks = 2\nend = 'misere'\nlegal = 'size({word}) < 2'\n");
    let mut setups = Vec::new();
    for board in ["path:7", "cycle:6", "grid:2x3", "star:5"] {
        let board = json!({ "family": board });
        for word in ["seen", "far"] {
            setups.push(json!({ "game": "x", "rules": rules(word), "board": board }));
        }
        for (game, colors) in [
            ("coloring", 2),
            ("coloring", 3),
            ("greedy", 2),
            ("marking", 3),
        ] {
            setups.push(json!({ "game": game, "board": board, "colors": colors }));
        }
        for game in ["node-kayles", "col", "snort", "arc-kayles"] {
            setups.push(json!({ "game": game, "board": board }));
        }
    }
    let truth = |setup: &Json| {
        let setup: Setup = serde_json::from_value(setup.clone()).unwrap();
        let opened = setup.open(Limits::BOARD, &|| false).unwrap();
        let solved = Host::alone(|host| AskSolve::default().answer(&opened, host)).unwrap();
        json!(solved.judgement.winner.flatten().unwrap())
    };
    let winners: Vec<Json> = setups.iter().map(truth).collect();
    let server = Server::with(Options {
        workers: 2,
        waiting: 8,
        ..options()
    });
    std::thread::scope(|scope| {
        for client in 0..3 {
            let (server, setups, winners) = (&server, &setups, &winners);
            scope.spawn(move || {
                let mut rng = Rng::new(client);
                for _ in 0..60 {
                    let at = rng.below(setups.len());
                    let mut body = json!({ "setup": setups[at] });
                    match rng.below(4) {
                        0 => drop(begin(server, "/api/solve", &body)),
                        1 => {
                            body["limits"] = json!({ "positions": 1 + rng.below(20) });
                            let found = &server.patient_result("/api/solve", &body)["winner"];
                            assert!([&winners[at], &Json::Null].contains(&found), "{body}");
                        }
                        _ => {
                            body["limits"] = json!({ "seconds": 600 });
                            let found = &server.patient_result("/api/solve", &body)["winner"];
                            assert_eq!(found, &winners[at], "{body}");
                        }
                    }
                }
            });
        }
    });
    server.wait_for((0, 0));
}
