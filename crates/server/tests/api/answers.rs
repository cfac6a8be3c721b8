//! Answers against values that others found, and against the library.

use crate::client::Server;
use serde_json::{Value as Json, json};

fn coloring(board: &str, colors: u32) -> Json {
    json!({ "game": "coloring", "board": { "family": board }, "colors": colors })
}

#[test]
fn known_winners() {
    let server = Server::start();
    let mut asked = 0;
    let rows = include_str!("../../../../tests/data/game_chromatic.csv");
    let plain = rows.lines().filter(|line| !line.starts_with(['#', '"']));
    for row in plain.skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let large = ["torus", "5x5", "hypercube:4", "dodecahedron"];
        if large.iter().any(|name| fields[0].contains(name)) {
            continue;
        }
        for (first, value) in ["alice", "bob"].into_iter().zip(&fields[1..]) {
            let Ok(value) = value.parse::<u32>() else {
                continue;
            };
            for (colors, winner) in [(value - 1, "bob"), (value, "alice")] {
                let mut setup = coloring(fields[0], colors);
                setup["first"] = json!(first);
                let solved = server.result("/api/solve", &json!({ "setup": setup }));
                assert_eq!(solved["winner"], winner, "{setup}");
                assert_eq!(solved["exact"], true);
                asked += 1;
            }
        }
    }
    assert!(asked > 20, "{asked}");
}

#[test]
fn impartial_winners_from_the_rules() {
    let server = Server::start();
    // RULES: the edge game on P2..P9, the Game of Cycles on C3..C6 and K4.
    for (n, winner) in (2..).zip(["second", "first", "first", "first", "first", "second"]) {
        let setup = json!({ "game": "edge", "board": { "family": format!("path:{n}") } });
        let solved = server.result("/api/solve", &json!({ "setup": setup }));
        assert_eq!(solved["winner"], winner, "P{n}");
    }
    for (board, winner) in [
        ("cycle:3", "first"),
        ("cycle:4", "second"),
        ("cycle:5", "first"),
        ("complete:4", "second"),
        ("grid:3x3", "second"),
    ] {
        let setup = json!({ "game": "cycles", "board": { "family": board } });
        let solved = server.result("/api/solve", &json!({ "setup": setup }));
        assert_eq!(solved["winner"], winner, "{board}");
        let explained = server.result("/api/explain", &json!({ "setup": setup }));
        assert_eq!(explained["winner"], winner, "{board}");
        assert_eq!(explained["exact"], true);
    }
    let setup = json!({ "game": "subtraction", "pebbles": [10], "take": [1, 2] });
    let question = json!({ "setup": setup, "grundy": true, "line": true });
    let solved = server.result("/api/solve", &question);
    assert_eq!(
        (&solved["winner"], &solved["grundy"]),
        (&json!("first"), &json!(1))
    );
    let line = solved["line"].as_array().unwrap();
    assert_eq!(json!(line.len()), solved["remoteness"]);
    assert_eq!(line.last().unwrap()["to"], "0");
}

#[test]
fn draws_of_a_token_game() {
    let server = Server::start();
    // A 3-cycle with a way out to a sink: 2 wins by leaving, 1 must go to 2 and loses,
    // 0 wins by going to 1. Without the way out everything is a draw.
    let token = |text: &str, start: u32| json!({ "game": "token", "board": { "text": text, "format": "edges" }, "start": start });
    for (start, outcome) in [(0, "win"), (1, "lose"), (2, "win"), (3, "lose")] {
        let setup = token("0 1\n1 2\n2 0\n2 3", start);
        let solved = server.result("/api/solve", &json!({ "setup": setup }));
        assert_eq!(solved["outcome"], outcome, "from {start}");
    }
    let setup = token("0 1\n1 2\n2 0", 0);
    let solved = server.result("/api/solve", &json!({ "setup": setup, "line": true }));
    assert_eq!(solved["outcome"], "draw");
    assert_eq!(solved.get("winner"), None);
    assert_eq!(solved["line"], json!([]));
    let lesson = server.result("/api/lesson", &json!({ "setup": setup }));
    assert_eq!(lesson["steps"][0]["positions"][0]["label"], "D");
}

#[test]
fn more_positions_than_are_looked_at_are_refused() {
    let server = Server::start();
    let setup = json!({ "game": "node-kayles", "board": { "family": "path:2" } });
    for (path, most) in [("/api/marks", 500), ("/api/puzzles", 50)] {
        let ask = |count| json!({ "setup": setup, "positions": vec!["-,-"; count] });
        assert_eq!(server.post(path, &ask(most)).status, 200, "{path}");
        let refused = server.post(path, &ask(most + 1));
        let expected = format!("found {} positions, expected at most {most}", most + 1);
        assert!(refused.text().contains(&expected), "{}", refused.text());
    }
}

#[test]
fn verdicts_of_moves_agree_with_the_verdict() {
    let server = Server::start();
    // RULES: the winning first move on P3 is the middle, on P6 the second or fifth vertex.
    for (n, winning) in [(3, vec![1]), (6, vec![1, 4])] {
        let setup = json!({ "game": "edge", "board": { "family": format!("path:{n}") } });
        let found = server.result("/api/moves", &json!({ "setup": setup }));
        let moves = found["moves"].as_array().unwrap();
        let wins = moves.iter().filter(|m| m["verdict"] == "win");
        let mut vertices: Vec<u64> = wins
            .map(|m| m["move"]["vertex"].as_u64().unwrap())
            .collect();
        vertices.sort_unstable();
        vertices.dedup();
        assert_eq!(vertices, winning, "P{n}");
        assert_eq!(found["exact"], true);
    }
    // A search instead of all positions, with its verdicts told one by one.
    let setup = coloring("grid:3x4", 3);
    let limits = json!({ "seconds": 600 });
    let answer = server.post("/api/moves", &json!({ "setup": setup, "limits": limits }));
    let lines = answer.lines();
    let told = lines.iter().filter(|line| line["event"] == "move").count();
    let result = lines.last().unwrap();
    assert_eq!(told, result["moves"].as_array().unwrap().len());
    let wins = |m: &Json| m["verdict"] == "win";
    let any = result["moves"].as_array().unwrap().iter().any(wins);
    let solved = server.result("/api/solve", &json!({ "setup": setup }));
    assert_eq!(any, solved["winner"] == "alice");
}

#[test]
fn a_game_is_played_to_its_end() {
    let server = Server::start();
    let setup = coloring("path:4", 2);
    let view = server
        .post("/api/position", &json!({ "setup": setup }))
        .json();
    assert_eq!(view["to_move"], "alice");
    assert_eq!(view["moves"].as_array().unwrap().len(), 8);
    let play = |position: &Json, mv: Json| {
        let question = json!({ "setup": setup, "position": position, "move": mv });
        server.post("/api/play", &question)
    };
    let view = play(&view["position"], json!("0=1")).json();
    assert_eq!(view["to_move"], "bob");
    assert_eq!(view["notes"]["threatened"], json!([1]));
    assert_eq!(
        view["played"],
        json!({
            "move": { "vertex": 0, "color": 1 }, "text": "0=1",
            "touch": { "vertex": 0, "mark": 1 },
        })
    );
    let refused = play(&view["position"], json!("1=1")).problem(422);
    assert_eq!(refused, "vertex 1 has the neighbour 0 with colour 1");
    let view = play(&view["position"], json!({ "vertex": 2, "color": 2 })).json();
    assert_eq!(
        view["over"],
        json!({ "winner": "bob", "reason": "vertex 1 has no colour left: its neighbours 0, 2 have them all" })
    );
    assert_eq!(view["notes"]["dead"], json!([1]));
    assert_eq!(view["moves"], json!([]));
    assert_eq!(
        play(&view["position"], json!("3=1")).problem(422),
        "the game is over"
    );
    let question = json!({ "setup": setup, "position": view["position"], "player": "random" });
    assert_eq!(
        server.post("/api/choose", &question).problem(422),
        "the game is over"
    );
}

#[test]
fn whose_turn_it_is_follows_the_client_where_positions_do_not_say() {
    let server = Server::start();
    let setup = json!({ "game": "subtraction", "pebbles": [2], "take": [1, 2] });
    let question = json!({ "setup": setup, "mover": "second", "move": "2" });
    let view = server.post("/api/play", &question).json();
    assert_eq!(
        (&view["mover"], &view["over"]["winner"]),
        (&json!("first"), &json!("second"))
    );
    let wrong = json!({ "setup": setup, "mover": "third" });
    assert!(
        server
            .post("/api/position", &wrong)
            .problem(422)
            .contains("third")
    );
}

#[test]
fn players_choose_legal_moves_and_perfect_ones_win() {
    let server = Server::start();
    let setup = json!({ "game": "cycles", "board": { "family": "cycle:5" } });
    let mut position = json!("0,0,0,0,0");
    let mut moves: Vec<Json> = Vec::new();
    for turn in 0.. {
        let player = ["perfect", "random"][turn % 2];
        let question = json!({
            "setup": setup, "position": position, "moves": moves, "player": player, "seed": turn,
        });
        let chosen = server.result("/api/choose", &question);
        moves.push(chosen["move"]["text"].clone());
        position = chosen["view"]["position"].clone();
        if !chosen["view"]["over"].is_null() {
            assert_eq!(chosen["view"]["over"]["winner"], "first");
            break;
        }
    }
    let lost = json!({
        "setup": setup, "position": "1,0,0,0,0", "moves": ["0->1", "1->2"], "player": "random",
    });
    assert!(
        server
            .post("/api/choose", &lost)
            .problem(422)
            .contains("another position")
    );
    for player in ["nobody", "smart:a=b.db", "mcts:many", "s1", ""] {
        let question = json!({ "setup": setup, "player": player });
        server.post("/api/choose", &question).problem(422);
    }
}

#[test]
fn boards_are_read_drawn_and_written() {
    let server = Server::start();
    let view = server
        .post("/api/board", &json!({ "board": { "family": "wheel:4" } }))
        .json();
    assert_eq!(view["vertices"].as_array().unwrap().len(), 5);
    let faces = view["plane"]["faces"].as_array().unwrap();
    assert_eq!(faces.iter().filter(|face| face["cell"] == true).count(), 4);
    let table = view["plane"]["table"].clone();
    let board = json!({ "text": table, "format": "table" });
    let again = server.post("/api/board", &json!({ "board": board })).json();
    assert_eq!(again["plane"]["faces"], view["plane"]["faces"]);
    assert_eq!(again["graph6"], view["graph6"]);

    // A square with crossing diagonals, drawn.
    let crossed = r#"[{"color":0,"adj":[2],"x":0,"y":0},{"color":0,"adj":[3],"x":1,"y":0},{"color":0,"adj":[0],"x":1,"y":1},{"color":0,"adj":[1],"x":0,"y":1}]"#;
    let board = json!({ "text": crossed });
    let view = server.post("/api/board", &json!({ "board": board })).json();
    assert_eq!(view["plane"], json!(null));
    assert!(view["reason"].as_str().unwrap().contains("cross"));
    assert_eq!(view["crossing"].as_array().unwrap().len(), 2);
    let question = json!({ "board": { "family": "complete:5" } });
    let view = server.post("/api/board", &question).json();
    assert!(view["reason"].as_str().unwrap().contains("not planar"));

    // A drawn K4 with a crossing is drawn anew without one.
    let k4 = r#"[{"adj":[1,2,3],"x":0,"y":0},{"adj":[0,2,3],"x":1,"y":0},{"adj":[0,1,3],"x":1,"y":1},{"adj":[0,1,2],"x":0,"y":1}]"#;
    let mut question = json!({ "board": { "text": k4, "name": "k4.json" } });
    assert!(
        server
            .post("/api/board", &question)
            .json()
            .get("crossing")
            .is_some()
    );
    question["tidy"] = true.into();
    let tidy = server.post("/api/board", &question).json();
    assert_eq!(tidy.get("crossing"), None);

    let export = json!({ "board": { "family": "path:3" }, "to": "graph6" });
    let file = server.post("/api/board/export", &export).json();
    assert_eq!(file, json!({ "filename": "board.g6", "text": "Bg\n" }));
    let export = json!({ "board": { "family": "path:3" }, "to": "png" });
    server.post("/api/board/export", &export).problem(422);
    let text = json!({ "text": "a b\nb c d", "name": "net.txt" });
    let answer = server.post("/api/board", &json!({ "board": text }));
    answer.problem(422);
    assert_eq!(answer.json()["source"], "net.txt");
    assert_eq!(answer.json()["line"], 2);
}

#[test]
fn numbers_from_the_rules() {
    let server = Server::start();
    // RULES: Petersen χ_g 4 (3), a 4, col_2 5, S1/S2/S3 18/20/14.
    let answer = server.post(
        "/api/numbers",
        &json!({ "board": { "family": "petersen" }, "limits": { "seconds": 600 } }),
    );
    let lines = answer.lines();
    let result = lines.last().unwrap();
    let value = |name: &str| {
        let row = &result[name];
        assert_eq!(row["exact"], true, "{name}");
        row["value"].as_u64().unwrap()
    };
    for (name, expected) in [
        ("game-chromatic", 4),
        ("game-chromatic-bob", 3),
        ("acyclic", 4),
        ("col2", 5),
        ("S1", 18),
        ("S2", 20),
        ("S3", 14),
    ] {
        assert_eq!(value(name), expected, "{name}");
    }
    let told = lines.iter().filter(|line| line["event"] == "row");
    let mut names = 0;
    for row in told {
        names += 1;
        let name = row["name"].as_str().unwrap();
        assert_eq!(result[name]["value"], row["value"], "{name}");
        assert_eq!(result[name]["title"], row["title"], "{name}");
    }
    let rows = result.as_object().unwrap().values();
    assert_eq!(
        names,
        rows.filter(|value| value.get("from").is_some()).count()
    );
    assert_eq!(result["best_upper"]["value"], result["delta+1"]["value"]);
}

#[test]
fn experiments_are_repeatable_and_know_the_exact_verdict() {
    let server = Server::start();
    let question = json!({
        "boards": [{ "family": "path:4" }, { "family": "cycle:4" }],
        "colors": [2, 3], "games": 200, "alice": "random", "bob": "random", "seed": 7,
    });
    let found = server.result("/api/experiment", &question);
    let cells = found["cells"].as_array().unwrap();
    // RULES: P4 has χ_g 3, C4 too.
    let exact: Vec<&Json> = cells.iter().map(|cell| &cell["exact"]).collect();
    assert_eq!(exact, ["bob", "alice", "bob", "alice"]);
    for cell in cells {
        let number = |key: &str| cell[key].as_f64().unwrap();
        assert_eq!(number("games"), 200.0);
        assert_eq!(number("share"), number("wins") / 200.0);
        assert!(number("low") <= number("share") && number("share") <= number("high"));
    }
    // With three colours every vertex of a path or a 4-cycle is always safe.
    assert_eq!(cells[1]["wins"], 200);
    assert_eq!(found["csv"].as_str().unwrap().lines().count(), 5);
    let again = server.result("/api/experiment", &question);
    assert_eq!(again["cells"], found["cells"]);
    for (key, value) in [
        ("games", json!(0)),
        ("games", json!(1_000_000_000)),
        ("colors", json!([3, 2])),
        ("colors", json!([1, 4_000_000_000u32])),
        ("boards", json!([])),
        ("alice", json!("nobody")),
    ] {
        let mut wrong = question.clone();
        wrong[key] = value;
        server.post("/api/experiment", &wrong).problem(422);
    }
}

#[test]
fn state_digraphs_are_small_or_refused() {
    let server = Server::start();
    let setup = json!({ "game": "subtraction", "pebbles": [3], "take": [1, 2] });
    let found = server.result("/api/digraph", &json!({ "setup": setup }));
    let nodes = found["nodes"].as_array().unwrap();
    let labels: Vec<(String, String)> = nodes
        .iter()
        .map(|node| (node["position"].to_string(), node["label"].to_string()))
        .collect();
    for (position, label) in [("3", "P"), ("2", "N"), ("1", "N"), ("0", "P")] {
        let expected = (format!("\"{position}\""), format!("\"{label}\""));
        assert!(labels.contains(&expected), "{labels:?}");
    }
    assert_eq!(found["arcs"].as_array().unwrap().len(), 5);
    let large = json!({ "setup": coloring("grid:4x4", 4) });
    let message = server.post("/api/digraph", &large).problem(422);
    assert!(message.contains("more than 400 positions"), "{message}");
}
