//! Clients that do not behave: what they get is a clear error, and the server goes on.

use crate::client::{Server, options};
use outplay_server::Options;
use serde_json::json;
use std::time::Duration;

const JSON: &str = "content-type: application/json\r\n";

fn is_well(server: &Server) {
    let view = server.post("/api/board", &json!({ "board": { "family": "path:2" } }));
    assert_eq!(view.status, 200);
}

#[test]
fn every_answer_carries_the_headers() {
    let server = Server::start();
    let answers = [
        server.get("/"),
        server.get("/api/catalogue"),
        server.get("/nothing/here"),
        server.get("/api/nothing"),
        server.get("/api/solve"),
        server.post_text("/api/board", "{"),
        server.post("/api/solve", &json!({ "setup": { "game": "coloring", "board": { "family": "path:2" }, "colors": 2 } })),
        server.connect().request("GET", "/", "host: evil.example\r\n", b""),
    ];
    for answer in answers {
        let csp = answer.header("content-security-policy").unwrap();
        assert!(csp.starts_with("default-src 'none'; script-src 'self';"));
        assert!(!csp.contains("unsafe"));
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value));
        }
    }
}

#[test]
fn the_page_is_served_and_cached() {
    let server = Server::start();
    let page = server.get("/");
    assert_eq!(
        page.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    assert!(page.text().to_lowercase().contains("<!doctype html>"));
    assert_eq!(server.get("/index.html").body, page.body);
    let tag = page.header("etag").unwrap();
    let known = format!("if-none-match: {tag}\r\n");
    let again = server.connect().request("GET", "/", &known, b"");
    assert_eq!((again.status, again.body.len()), (304, 0));
    let head = server.connect().request("HEAD", "/", "", b"");
    assert_eq!(head.status, 200);
    let length = page.body.len().to_string();
    assert_eq!(head.header("content-length"), Some(length.as_str()));
}

#[test]
fn files_are_compressed_for_those_who_take_them() {
    let server = Server::start();
    let plain = server.get("/page.js");
    assert_eq!(plain.header("content-encoding"), None);
    for (accepted, is_small) in [
        ("gzip", true),
        ("br, GZIP;q=0.5", true),
        ("br", false),
        ("gzip;q=0", false),
    ] {
        let header = format!("accept-encoding: {accepted}\r\n");
        let answer = server.connect().request("GET", "/page.js", &header, b"");
        let coding = answer.header("content-encoding");
        assert_eq!(coding, is_small.then_some("gzip"), "{accepted}");
        if is_small {
            assert!(answer.body.len() < plain.body.len() / 2);
            let mut text = Vec::new();
            let mut reader = flate2::read::GzDecoder::new(answer.body.as_slice());
            std::io::Read::read_to_end(&mut reader, &mut text).unwrap();
            assert_eq!(text, plain.body);
        }
    }
}

#[test]
fn nothing_else_is_reachable() {
    let server = Server::start();
    for path in [
        "/..%2fCargo.toml",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%5cCargo.toml",
        "//etc/passwd",
        "/assets/../../../Cargo.toml",
        "/etc/passwd",
        "/index.html/",
        "/index.html%00.js",
        "/%69ndex.html/..",
        "/api",
        "/api/",
        "/api/board/",
        "/API/catalogue",
        "/?/../..",
    ] {
        let answer = server.get(path);
        match path {
            "/?/../.." => assert_eq!(answer.body, server.get("/").body),
            _ => {
                answer.problem(404);
            }
        }
    }
    for board in [
        "/etc/passwd",
        "Cargo.toml",
        "-",
        "power:2:/etc/passwd",
        "line:-",
        "../x.g6",
    ] {
        let answer = server.post("/api/board", &json!({ "board": { "family": board } }));
        answer.problem(422);
    }
}

#[test]
fn methods_types_and_strangers() {
    let server = Server::start();
    let answer = server.get("/api/solve");
    answer.problem(405);
    assert_eq!(answer.header("allow"), Some("POST"));
    server.post("/api/catalogue", &json!({})).problem(405);
    server
        .connect()
        .request("DELETE", "/", "", b"")
        .problem(405);
    for kind in [
        "",
        "content-type: text/plain\r\n",
        "content-type: application/jsonx\r\n",
    ] {
        let answer = server.connect().request("POST", "/api/board", kind, b"{}");
        answer.problem(415);
    }
    let body = br#"{"board":{"family":"path:2"}}"#;
    let kind = "content-type: application/json; charset=utf-8\r\n";
    let answer = server.connect().request("POST", "/api/board", kind, body);
    assert_eq!(answer.status, 200);
    for host in [
        "evil.example",
        "evil.example:80",
        "localhost.evil.example",
        "",
    ] {
        let headers = format!("host: {host}\r\n{JSON}");
        server
            .connect()
            .request("POST", "/api/board", &headers, body)
            .problem(403);
        server
            .connect()
            .request("GET", "/", &headers, b"")
            .problem(403);
    }
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1", ""] {
        let headers = format!("origin: {origin}\r\n{JSON}");
        server
            .connect()
            .request("POST", "/api/board", &headers, body)
            .problem(403);
    }
    let headers = format!("origin: http://{}\r\n{JSON}", server.address);
    let answer = server
        .connect()
        .request("POST", "/api/board", &headers, body);
    assert_eq!(answer.status, 200);
    let headers = format!("host: localhost:{}\r\n{JSON}", server.address.port());
    let answer = server
        .connect()
        .request("POST", "/api/board", &headers, body);
    assert_eq!(answer.status, 200);
}

#[test]
fn names_that_were_said_are_answered() {
    let server = Server::with(Options {
        hosts: vec!["class.example".to_owned()],
        ..options()
    });
    let body = br#"{"board":{"family":"path:2"}}"#;
    let ask = |headers: &str| {
        let headers = format!("{headers}{JSON}");
        let mut client = server.connect();
        client.request("POST", "/api/board", &headers, body)
    };
    for headers in [
        "host: class.example\r\n",
        "host: Class.example:8080\r\n",
        "host: class.example\r\norigin: https://class.example\r\n",
        "host: localhost\r\norigin: https://class.example\r\n",
    ] {
        assert_eq!(ask(headers).status, 200, "{headers}");
    }
    for headers in [
        "host: evil.example\r\n",
        "host: class.example.evil\r\n",
        "host: class.example\r\norigin: https://evil.example\r\n",
        "host: evil.example\r\norigin: https://class.example\r\n",
    ] {
        ask(headers).problem(403);
    }
}

#[test]
fn a_token_that_was_set_is_asked_for() {
    let server = Server::with(Options {
        token: Some("Z2ab-secret".to_owned()),
        ..options()
    });
    let body = br#"{"board":{"family":"path:2"}}"#;
    let ask = |method: &str, path: &str, headers: &str| {
        let headers = format!("{headers}{JSON}");
        let body: &[u8] = if method == "POST" { body } else { b"" };
        server.connect().request(method, path, &headers, body)
    };
    for (method, path) in [
        ("GET", "/"),
        ("GET", "/page.js"),
        ("GET", "/healthz"),
        ("GET", "/api/catalogue"),
        ("POST", "/api/board"),
    ] {
        for headers in [
            "",
            "x-outplay-token:\r\n",
            "x-outplay-token: Z2ab-secre\r\n",
            "x-outplay-token: Z2ab-secrets\r\n",
            "x-outplay-token: z2ab-secret\r\n",
            "x-outplay-token: \u{e9}\r\n",
            "authorization: Z2ab-secret\r\n",
        ] {
            let answer = ask(method, path, headers);
            answer.problem(403);
            assert!(!answer.text().contains("Z2ab"), "{}", answer.text());
        }
        let answer = ask(method, path, "x-outplay-token: Z2ab-secret\r\n");
        assert_eq!(answer.status, 200, "{method} {path}");
    }
}

#[test]
fn certificates_that_are_none() {
    let server = Server::start();
    let head = "outplay-certificate 1\ngame coloring\n";
    for text in [
        String::new(),
        "\0".to_owned(),
        "x".repeat(1 << 20),
        format!("{head}vertices 4000000000\n"),
        format!("{head}vertices 1000000\nedges 0-1\n"),
        "outplay-certificate 1\ngame subtraction\ntake 1\nstart 99999999999999999999\n".to_owned(),
    ] {
        let answer = server.post("/api/check", &json!({ "certificate": text }));
        assert!(answer.problem(422).contains("refused"));
    }
    let long = json!({ "certificate": "\n".repeat(7 << 20) });
    server.post("/api/check", &long).problem(413);
    server
        .post("/api/check", &json!({ "file": "/etc/passwd" }))
        .problem(422);
    let body = vec![b' '; (1 << 20) + 1];
    server
        .connect()
        .request("POST", "/api/prove", JSON, &body)
        .problem(413);
    is_well(&server);
}

#[test]
fn bodies_that_are_no_question() {
    let server = Server::start();
    let deep = "[".repeat(200_000);
    let nested = format!("{{\"board\":{}", "{\"board\":".repeat(100_000));
    for body in [
        "",
        "{",
        "nul",
        "\u{feff}{}",
        "{}{}",
        deep.as_str(),
        nested.as_str(),
    ] {
        let answer = server.post_text("/api/board", body);
        assert!(matches!(answer.status, 400 | 422), "{}", answer.status);
        answer.problem(answer.status);
    }
    let answer = server
        .connect()
        .request("POST", "/api/board", JSON, b"{\"board\":\"\xff\xfe\"}");
    assert!(matches!(answer.status, 400 | 422));
    for body in [
        json!(null),
        json!([]),
        json!({}),
        json!({ "board": 3 }),
        json!({ "board": {} }),
        json!({ "board": { "family": 3 } }),
        json!({ "board": { "family": "path:3", "text": "x" } }),
        json!({ "board": { "family": "path:3" }, "surprise": 1 }),
        json!({ "board": { "file": "/etc/passwd" } }),
    ] {
        server.post("/api/board", &body).problem(422);
    }
    for setup in [
        json!({ "game": "chess", "board": { "family": "path:3" } }),
        json!({ "game": "coloring", "colors": 3 }),
        json!({ "game": "coloring", "board": { "family": "path:3" } }),
        json!({ "game": "coloring", "board": { "family": "path:3" }, "colors": -1 }),
        json!({ "game": "coloring", "board": { "family": "path:3" }, "colors": 0 }),
        json!({ "game": "coloring", "board": { "family": "path:3" }, "colors": 4_000_000_000u32 }),
        json!({ "game": "coloring", "board": { "family": "path:3" }, "colors": 1e300 }),
        json!({ "game": "coloring", "board": { "family": "path:3" }, "colors": 3, "first": "carol" }),
        json!({ "game": "subtraction", "board": { "family": "path:3" }, "pebbles": [3], "take": [1] }),
        json!({ "game": "subtraction", "pebbles": [], "take": [1] }),
        json!({ "game": "subtraction", "pebbles": [3], "take": [0] }),
        json!({ "game": "token", "board": { "family": "path:3" }, "start": "nowhere" }),
        json!({ "game": "cycles", "board": { "family": "complete:5" } }),
        json!({ "game": "cycles", "board": { "family": "complete:4" }, "outer": "9,9" }),
        json!({ "game": "cycles", "board": { "family": "cycle:4" }, "colors": 3 }),
        json!({ "game": "coloring", "board": { "family": "path:3" }, "colors": 3, "surprise": 1 }),
    ] {
        server
            .post("/api/position", &json!({ "setup": setup }))
            .problem(422);
        server
            .post("/api/solve", &json!({ "setup": setup }))
            .problem(422);
    }
    let setup = json!({ "game": "coloring", "board": { "family": "path:3" }, "colors": 3 });
    for position in ["", "1", "9,9,9", "1,1,-", "€€€", "-,-,-;carol"] {
        let question = json!({ "setup": setup, "position": position });
        server.post("/api/position", &question).problem(422);
        server.post("/api/moves", &question).problem(422);
    }
    for mv in [
        json!(null),
        json!(7),
        json!([]),
        json!("x"),
        json!({ "vertex": -1 }),
        json!("0=9"),
    ] {
        server
            .post("/api/play", &json!({ "setup": setup, "move": mv }))
            .problem(422);
    }
    is_well(&server);
}

/// One request of 0.9 kB, whose condition doubled a text sixty times, ended the server.
#[test]
fn rules_that_would_grow_without_end() {
    let server = Server::start();
    let doubled = format!(
        "size(marks.map(x, 'aaaaaaaa'){}) > 0",
        ".map(x, x + x)".repeat(60)
    );
    let nested = |open: &str, close: &str| format!("{}true{}", open.repeat(240), close.repeat(240));
    let head = "name = 'x'\nmarks = 1\nlegal = ";
    let condition = |text: &str| format!("{head}\"{text}\"\n");
    for rules in [
        condition(&doubled),
        condition(&nested("(", ")")),
        condition(&nested("!", "")),
        condition(&nested("all(x, ", ")")),
        condition(&"a".repeat(1 << 20)),
        format!("{head}{}\n", "[".repeat(100_000)),
        format!("{head}{}\n", "{a = ".repeat(100_000)),
        format!("{} = 1\n", vec!["a"; 100_000].join(".")),
    ] {
        let setup = json!({ "game": "x", "rules": rules, "board": { "family": "path:4" } });
        for path in ["/api/position", "/api/moves", "/api/solve"] {
            let answer = server.post(path, &json!({ "setup": setup }));
            // Of the rules, or of the whole body, which is larger than any question.
            assert!(
                matches!(answer.status, 413 | 422),
                "{path}: {}",
                answer.text()
            );
            assert!(!answer.problem(answer.status).is_empty());
        }
        let checked = server.post("/api/rules", &json!({ "rules": rules }));
        assert!(matches!(checked.status, 413 | 422), "{}", checked.text());
        is_well(&server);
    }
}

#[test]
fn boards_that_are_too_large_or_no_boards() {
    let server = Server::start();
    for family in [
        "complete:1000000000",
        "path:1000000000",
        "path:99999999999999999999999999",
        "grid:1000000x1000000",
        "hypercube:64",
        "power:1000000000:path:900",
        "line:complete:999",
        "kneser:60,30",
        "random:1000,1.0,1",
        "edges:0-4000000000",
        "graph6:~~~~~~~~",
        "path:1001",
        "no-such-family:3",
        "",
    ] {
        let answer = server.post("/api/board", &json!({ "board": { "family": family } }));
        answer.problem(422);
    }
    for text in [
        "",
        "\0\0\0\0",
        "~~~~~~~~~~~~~~~",
        "p edge 4000000000 1\ne 1 2",
        "<graphml>",
        "[{\"adj\":[99]}]",
        "digraph {",
        "{{{{",
    ] {
        let answer = server.post("/api/board", &json!({ "board": { "text": text } }));
        answer.problem(422);
    }
    let two = json!({ "board": { "text": "Bw\nBw\n", "format": "graph6" } });
    assert!(
        server
            .post("/api/board", &two)
            .problem(422)
            .contains("several graphs")
    );
    // Too many moves to list, too much work, and too many edges for a plane board.
    for setup in [
        json!({ "game": "coloring", "board": { "family": "path:1000" }, "colors": 200 }),
        json!({ "game": "coloring", "board": { "family": "complete:200" }, "colors": 255 }),
        json!({ "game": "cycles", "board": { "family": "grid:32x31" } }),
        json!({ "game": "cycles", "board": { "family": "torus:31x32" } }),
        json!({ "game": "cycles", "board": { "family": "grid:33x33" } }),
    ] {
        let asked = json!({ "setup": setup });
        server.post("/api/solve", &asked).problem(422);
        server.post("/api/moves", &asked).problem(422);
    }
    let colors = json!({ "game": "coloring", "board": { "family": "path:1000" }, "colors": 200 });
    server
        .post("/api/position", &json!({ "setup": colors }))
        .problem(422);
    is_well(&server);
}

#[test]
fn names_on_a_board_stay_text() {
    let server = Server::start();
    let text = r#"graph { "<script>alert(1)</script>" -- "b" }"#;
    let board = json!({ "text": text, "format": "dot" });
    let answer = server.post("/api/board", &json!({ "board": board }));
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(
        answer.json()["vertices"][0]["name"],
        "<script>alert(1)</script>"
    );
    let picture = server.post("/api/board/export", &json!({ "board": board, "to": "svg" }));
    assert!(!picture.json()["text"].as_str().unwrap().contains("<script"));
}

#[test]
fn huge_bodies() {
    let server = Server::start();
    let body = vec![b' '; (1 << 20) + 1];
    let answer = server.connect().request("POST", "/api/board", JSON, &body);
    answer.problem(413);
    // Only announced: the answer does not wait for it.
    let mut client = server.connect();
    client.head("POST", "/api/board", JSON, 1 << 40);
    client.answer(false).unwrap().problem(413);
    let mut client = server.connect();
    let long = format!("x-long: {}\r\n", "a".repeat(1 << 20));
    client.head("GET", "/", &long, 0);
    if let Some(answer) = client.answer(false) {
        assert_eq!(answer.status, 431);
    }
    is_well(&server);
}

#[test]
fn slow_clients_are_not_waited_for() {
    let server = Server::with(Options {
        patience: Duration::from_millis(700),
        ..options()
    });
    let silent = server.connect();
    let mut half_a_head = server.connect();
    half_a_head.send(b"GET / HTTP/1.1\r\nhost: loc");
    let mut half_a_body = server.connect();
    half_a_body.head("POST", "/api/board", JSON, 100);
    half_a_body.send(b"{\"board\"");
    let mut idle = server.connect();
    idle.head("GET", "/healthz", "", 0);
    half_a_body.answer(false).unwrap().problem(408);
    for mut client in [silent, half_a_head, idle] {
        assert!(client.is_closed());
    }
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn junk_instead_of_http() {
    let server = Server::start();
    for junk in [
        &b"\x16\x03\x01\x02\x00\x01\x00"[..],
        b"\0\0\0\0\r\n\r\n",
        b"GET\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        let mut client = server.connect();
        client.send(junk);
        if let Some(answer) = client.answer(false) {
            assert!(answer.status >= 400);
        }
    }
    is_well(&server);
}

#[test]
fn no_route_passes_over_a_word_that_it_does_not_know() {
    let server = Server::start();
    let document = server.get("/api/openapi.json").json();
    let mut asked = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        let body = &operations["post"]["requestBody"]["content"]["application/json"];
        let Some(example) = body["example"].as_object() else {
            continue;
        };
        let mut question = example.clone();
        question.insert("wrod".to_owned(), json!(1));
        let answer = server.post(path, &question.into());
        assert_eq!(answer.status, 422, "{path}: {}", answer.text());
        assert!(answer.text().contains("wrod"), "{path}: {}", answer.text());
        asked += 1;
    }
    assert!(asked > 20, "{asked}");
}

#[test]
fn more_players_and_games_than_can_meet_are_refused() {
    let server = Server::start();
    let setup = json!({ "game": "node-kayles", "board": { "family": "path:3" } });
    let names: Vec<String> = (1..=50_000).map(|n| format!("mcts:{n}")).collect();
    // All pairs of them would not fit into any memory.
    let many = json!({ "setup": setup, "players": names, "tournament": true, "games": 1 });
    let long = json!({ "setup": setup, "players": ["random", "random"], "games": 100_001 });
    for (question, found) in [(many, "50,000 players"), (long, "100,001 games")] {
        let answer = server.post("/api/match", &question);
        assert_eq!(answer.status, 422, "{}", answer.text());
        assert!(answer.text().contains(found), "{}", answer.text());
    }
    is_well(&server);
}
