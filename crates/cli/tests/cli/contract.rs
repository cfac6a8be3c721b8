//! What scripts rely on: commands, JSON keys, exit statuses.

use crate::common::{Ran, folder, json, objects, outplay, outplay_with};
use serde_json::{Value, json as value};

fn solved(line: &str) -> Value {
    let mut answers = json(line);
    assert_eq!(answers.len(), 1, "{line}");
    let answer = answers.remove(0);
    assert_eq!(answer["exact"], true, "{line}");
    assert!(
        answer["positions"].is_u64() && answer["seconds"].is_f64(),
        "{line}"
    );
    answer
}

#[test]
fn solve_coloring() {
    let answer = solved("solve coloring petersen --colors 3 --json");
    assert_eq!(answer["game"], "coloring");
    assert_eq!(answer["board"], "petersen");
    assert_eq!(answer["vertices"], 10);
    assert_eq!(answer["edges"], 15);
    assert_eq!(answer["colors"], 3);
    assert_eq!(answer["first"], "alice");
    assert_eq!(answer["winner"], "bob");
    let bob_first = solved("solve coloring petersen --colors 3 --first bob --json");
    assert_eq!(bob_first["winner"], "alice");
    assert_eq!(bob_first["first"], "bob");
    // C4 with two colours, Bob first: Alice wins, but not if Bob may pass.
    let passing = solved("solve coloring cycle:4 --colors 2 --first bob --pass bob --json");
    assert_eq!(passing["winner"], "bob");
    assert_eq!(passing["pass"], "bob");
    assert_eq!(
        solved("solve coloring cycle:4 -k 2 --first bob --json")["winner"],
        "alice"
    );
}

#[test]
fn solve_edge() {
    let answer = solved("solve edge path:4 --json");
    assert_eq!(
        (&answer["colors"], &answer["winner"]),
        (&value!(2), &value!("first"))
    );
    assert!(answer.get("grundy").is_none());
    let answer = solved("solve edge path:4 --colors 3 --json --grundy");
    assert_eq!(
        (&answer["colors"], &answer["winner"]),
        (&value!(3), &value!("second"))
    );
    assert_eq!(answer["grundy"], 0);
    let same = solved("solve edge path:4 --no-symmetry --json");
    assert_eq!(same["winner"], "first");
    assert_eq!(same["positions"], 59);
}

#[test]
fn solve_cycles() {
    assert_eq!(solved("solve cycles cycle:5 --json")["winner"], "first");
    assert_eq!(solved("solve cycles wheel:4 --json")["winner"], "second");
}

#[test]
fn solve_token_and_subtraction() {
    let board = b"0 1\n1 2\n2 0\n2 3\n4 4\n5 4\n";
    let ran = outplay_with(&["solve", "token", "-", "--start", "0", "--json"], board);
    let answer = &objects(&ran.stdout)[0];
    assert_eq!(
        (&answer["outcome"], &answer["remoteness"]),
        (&value!("win"), &value!(3))
    );
    let ran = outplay_with(&["solve", "token", "-", "--start", "5", "--json"], board);
    let answer = &objects(&ran.stdout)[0];
    assert_eq!(
        (&answer["outcome"], &answer["remoteness"]),
        (&value!("draw"), &Value::Null)
    );
    let ran = outplay_with(&["solve", "token", "-", "--start", "3", "--json"], board);
    assert_eq!(objects(&ran.stdout)[0]["outcome"], "lose");

    let answer = solved("solve subtraction --pebbles 10 --take 1,2 --json --grundy");
    assert_eq!(
        (&answer["winner"], &answer["grundy"]),
        (&value!("first"), &value!(1))
    );
    let answer = solved("solve subtraction --pebbles 9 --take 1,2 --json");
    assert_eq!(answer["winner"], "second");
    // Nim-sum of 3 mod 3, 4 mod 3, 5 mod 3: 0 ^ 1 ^ 2 = 3.
    let answer = solved("solve subtraction --pebbles 3,4,5 --take 1,2 --json --grundy");
    assert_eq!(answer["grundy"], 3);
    // Theory reaches where counting down does not.
    let answer = solved("solve subtraction --pebbles 3000000000000 --take 1,2 --json");
    assert_eq!(
        (&answer["winner"], &answer["positions"]),
        (&value!("second"), &value!(0))
    );
}

#[test]
fn the_labels_of_all_vertices_are_written() {
    let folder = folder("labels");
    for ending in ["csv", "parquet"] {
        let file = folder.join(format!("labels.{ending}"));
        let path = file.to_str().unwrap();
        let ran = outplay_with(
            &["solve", "token", "-", "--all", "-o", path, "--json"],
            b"0 1\n1 2\n2 0\n2 3\n4 4\n",
        );
        assert_eq!(ran.status, 0, "{ran:?}");
        let labels = value!({ "win": 2, "lose": 2, "draw": 1 });
        assert_eq!(objects(&ran.stdout)[0]["labels"], labels);
        let bytes = std::fs::read(&file).unwrap();
        if ending == "csv" {
            let text = String::from_utf8(bytes).unwrap();
            let rows = "vertex,outcome,remoteness\n0,win,3\n1,lose,2\n2,win,1\n3,lose,0\n4,draw,\n";
            assert_eq!(text, rows);
        } else {
            assert!(bytes.starts_with(b"PAR1"));
        }
    }
    let ran = outplay("solve token cycle:4 --all -o labels.pdf");
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains(".parquet"), "{ran:?}");
}

#[test]
fn steps_teach_the_labels() {
    let answer = solved("solve subtraction --pebbles 4 --take 1,2 --steps --json");
    let steps = answer["steps"].as_array().unwrap();
    let round = |i: usize| -> Vec<(String, String)> {
        let positions = steps[i]["positions"].as_array().unwrap();
        let text = |v: &Value| v.as_str().unwrap().to_owned();
        positions
            .iter()
            .map(|p| (text(&p["position"]), text(&p["label"])))
            .collect()
    };
    let expect = |list: &[(&str, &str)]| -> Vec<(String, String)> {
        list.iter()
            .map(|&(p, l)| (p.to_owned(), l.to_owned()))
            .collect()
    };
    assert_eq!(round(0), expect(&[("0", "L")]));
    assert_eq!(round(1), expect(&[("1", "W"), ("2", "W")]));
    assert_eq!(round(2), expect(&[("3", "L")]));
    assert_eq!(round(3), expect(&[("4", "W")]));
    let ran = outplay_with(
        &["solve", "token", "-", "--start", "1", "--steps"],
        b"0 0\n1 0\n2 3\n",
    );
    assert!(
        ran.stdout
            .contains("D  no move that wins, but can go on to 0"),
        "{ran:?}"
    );
}

#[test]
fn several_graphs_are_answered_in_order() {
    // The four graphs on three vertices.
    let input = b"B?\nB_\nBW\nBw\n";
    let values = |args: &[&str]| -> Vec<Value> {
        let ran = outplay_with(args, input);
        assert_eq!(ran.status, 0, "{ran:?}");
        objects(&ran.stdout)
    };
    let numbers = values(&["number", "chromatic", "-", "--json"]);
    let list: Vec<_> = numbers
        .iter()
        .map(|n| n["value"].as_u64().unwrap())
        .collect();
    assert_eq!(list, [1, 2, 2, 3]);
    let solved = values(&["solve", "coloring", "-", "--colors", "2", "--json"]);
    let list: Vec<_> = solved
        .iter()
        .map(|n| n["winner"].as_str().unwrap())
        .collect();
    assert_eq!(list, ["alice", "alice", "alice", "bob"]);
    assert_eq!(solved[2]["index"], 3);
    // An error further on does not take back the answers before it.
    let ran = outplay_with(&["number", "chromatic", "-", "--json"], b"BW\nB\n");
    assert_eq!((ran.status, objects(&ran.stdout).len()), (2, 1), "{ran:?}");
    assert!(ran.stderr.contains("standard input:2"), "{ran:?}");
}

#[test]
fn numbers() {
    for (line, expected) in [
        ("chromatic grotzsch", 4),
        ("edcn cycle:9", 5),
        ("edcn star:5", 5),
        ("game-chromatic path:4", 3),
        ("game-chromatic petersen", 4),
        ("game-chromatic petersen --first bob", 3),
        ("acyclic octahedron", 5),
        ("col2 petersen", 5),
    ] {
        let answer = &json(&format!("number {line} --json"))[0];
        assert_eq!(answer["value"], expected, "{line}");
        assert_eq!(answer["exact"], true);
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(
            (&answer["name"], &answer["board"]),
            (&value!(words[0]), &value!(words[1]))
        );
    }
}

#[test]
fn moves_carry_verdicts() {
    let answer = &json("moves coloring path:3 -k 2 --at 1,-,- --json")[0];
    assert_eq!(
        (&answer["position"], &answer["to_move"]),
        (&value!("1,-,-"), &value!("bob"))
    );
    let moves = answer["moves"].as_array().unwrap();
    let verdict = |vertex: u32, color: u32| {
        let mv = value!({ "vertex": vertex, "color": color });
        moves
            .iter()
            .find(|m| m["move"] == mv)
            .map(|m| m["verdict"].clone())
    };
    assert_eq!(moves.len(), 3);
    assert_eq!(verdict(2, 2), Some(value!("win")));
    assert_eq!(verdict(2, 1), Some(value!("lose")));
    assert_eq!(verdict(1, 2), Some(value!("lose")));
    let text = outplay("moves edge path:3");
    assert!(
        text.stdout.contains("1=1          win in 3 moves"),
        "{text:?}"
    );
    let over = outplay("moves coloring path:3 -k 2 --at 1,2,1");
    assert!(over.stdout.contains("the game is over"), "{over:?}");
}

#[test]
fn positions_are_read_the_way_they_are_printed() {
    for (line, position) in [
        ("moves coloring path:3 -k 2 --at 1-- --json", "1,-,-"),
        ("moves coloring path:3 -k 2 --at [1,0,null] --json", "1,-,-"),
        ("moves edge path:3 --at -,1,- --json", "-,1,-"),
        ("moves cycles cycle:3 --at 0,-1,0 --json", "0,-1,0"),
        ("moves token cycle:4 --start 0 --at 2 --json", "2"),
        (
            "moves subtraction --pebbles 5,6 --take 1,2 --at 4,4 --json",
            "4,4",
        ),
        (
            "moves coloring path:3 -k 2 --pass bob --at ---;alice --json",
            "-,-,-;alice",
        ),
    ] {
        assert_eq!(json(line)[0]["position"], position, "{line}");
    }
    // A JSON board with colours sets the position.
    let board = br#"[{"color":1,"adj":[1]},{"color":0,"adj":[0,2]},{"color":0,"adj":[1]}]"#;
    let ran = outplay_with(&["moves", "coloring", "-", "-k", "2", "--json"], board);
    assert_eq!(objects(&ran.stdout)[0]["position"], "1,-,-", "{ran:?}");
    let at = String::from_utf8_lossy(board);
    let ran = outplay_with(
        &[
            "moves", "coloring", "path:3", "-k", "2", "--json", "--at", &at,
        ],
        b"",
    );
    assert_eq!(objects(&ran.stdout)[0]["to_move"], "bob", "{ran:?}");
}

#[test]
fn a_limit_that_runs_out_is_status_3() {
    let unsettled = |ran: &Ran| {
        assert_eq!(ran.status, 3, "{ran:?}");
        let answer = &objects(&ran.stdout)[0];
        assert_eq!(
            (&answer["winner"], &answer["exact"]),
            (&Value::Null, &value!(false))
        );
        answer["reason"].as_str().unwrap().to_owned()
    };
    let ran = outplay("solve edge cycle:9 --max-positions 100 --json");
    assert!(unsettled(&ran).contains("100"), "{ran:?}");
    let ran = outplay("solve edge cycle:9 --memory 20K --json");
    assert!(unsettled(&ran).contains("memory"), "{ran:?}");
    let ran = outplay("solve coloring torus:7x7 -k 4 --time-limit 100ms --json");
    assert!(unsettled(&ran).contains("time limit"), "{ran:?}");
    let ran = outplay("moves edge cycle:9 --max-positions 100 --json");
    assert_eq!(ran.status, 3);
    let answer = &objects(&ran.stdout)[0];
    assert_eq!(answer["moves"][0]["verdict"], "unknown");
    let ran = outplay("number game-chromatic torus:6x6 --max-positions 100 --json");
    assert_eq!(ran.status, 3);
    let answer = &objects(&ran.stdout)[0];
    assert_eq!(
        (&answer["value"], &answer["exact"]),
        (&Value::Null, &value!(false))
    );
    let ran = outplay("digraph edge cycle:9 -o never.json --max-positions 100");
    assert_eq!((ran.status, ran.stdout.as_str()), (3, ""));
}

#[test]
fn state_digraphs_are_written() {
    let folder = folder("digraphs");
    for (line, positions, moves) in [
        ("edge path:4", 59, 136),
        ("edge path:3", 23, 42),
        ("cycles cycle:4", 35, 72),
        ("subtraction --pebbles 4 --take 1,2", 5, 7),
    ] {
        for ending in ["json", "dot", "graphml", "svg"] {
            let file = folder.join(format!("x.{ending}"));
            let ran = outplay(&format!("digraph {line} -o {}", file.display()));
            assert_eq!((ran.status, ran.stdout.as_str()), (0, ""), "{ran:?}");
            let text = std::fs::read_to_string(&file).unwrap();
            match ending {
                "json" => {
                    let digraph: Value = serde_json::from_str(&text).unwrap();
                    assert_eq!(digraph["positions"].as_array().unwrap().len(), positions);
                    assert_eq!(digraph["moves"].as_array().unwrap().len(), moves);
                }
                "graphml" => assert_eq!(text.matches("<edge ").count(), moves),
                "dot" => assert_eq!(text.matches(" -> ").count(), moves),
                _ => assert!(text.starts_with("<svg") || text.starts_with("<?xml")),
            }
        }
    }
    let ran = outplay("digraph edge path:7 -o never.svg");
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("too many to draw"), "{ran:?}");
    assert!(!std::path::Path::new("never.svg").exists());
    let file = folder.join("folded.json");
    outplay(&format!(
        "digraph edge path:4 --symmetry -o {}",
        file.display()
    ));
    let digraph: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert!(digraph["positions"].as_array().unwrap().len() < 30);
}

#[test]
fn boards_are_converted() {
    let folder = folder("convert");
    let adjacency = |path: &str| {
        let ran = outplay(&format!("convert {path} --to graph6"));
        assert_eq!(ran.status, 0, "{path}: {ran:?}");
        ran.stdout
    };
    for ending in [
        "dot", "gv", "g6", "s6", "txt", "edges", "adj", "json", "table", "col", "graphml",
    ] {
        let file = folder.join(format!("wheel.{ending}"));
        let path = file.to_str().unwrap();
        let ran = outplay(&format!("convert wheel:5 -o {path}"));
        assert_eq!(ran.status, 0, "{ending}: {ran:?}");
        assert_eq!(adjacency(path), adjacency("wheel:5"), "{ending}");
    }
    let digraph = folder.join("arcs.d6");
    let path = digraph.to_str().unwrap();
    let ran = outplay_with(
        &["convert", "-", "--directed", "-o", path],
        b"0 1\n1 2\n2 2\n",
    );
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_eq!(
        outplay(&format!("convert {path} --to edges"))
            .stdout
            .matches("->")
            .count(),
        3
    );
    let svg = outplay("convert petersen --to svg");
    assert!(svg.stdout.starts_with("<svg") || svg.stdout.starts_with("<?xml"));
    assert!(
        outplay("convert --families")
            .stdout
            .contains("generalized-petersen:N,K")
    );
    for line in [
        "convert petersen --to table",
        "convert petersen",
        "convert petersen --to pdf",
    ] {
        let ran = outplay(line);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{line}");
    }
}

#[test]
fn drawings_decide_the_embedding() {
    // The diamond with a pendant at an end of the shared edge, inside and outside a triangle.
    let drawing = |x: f64, y: f64| {
        format!(
            "graph {{ 0 [pos=\"0,0\"]; 1 [pos=\"2,1\"]; 2 [pos=\"2,-1\"]; 3 [pos=\"4,0\"]; 4 [pos=\"{x},{y}\"];
             0--1; 1--2; 2--0; 1--3; 2--3; 1--4 }}"
        )
    };
    let winner = |dot: &str| {
        let args = ["solve", "cycles", "-", "--format", "dot", "--json"];
        let ran = outplay_with(&args, dot.as_bytes());
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
        objects(&ran.stdout)[0]["winner"].clone()
    };
    assert_eq!(winner(&drawing(1.5, 0.5)), "first");
    assert_eq!(winner(&drawing(2.0, 2.0)), "second");
    let crossing = drawing(5.0, -5.0);
    let ran = outplay_with(
        &["solve", "cycles", "-", "--format", "dot"],
        crossing.as_bytes(),
    );
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("cross"), "{ran:?}");
    // Without coordinates the program chooses, and says so.
    let ran = outplay("solve cycles edges:0-1,1-2,2-0,1-3,2-3,1-4");
    assert!(ran.stderr.contains("--outer"), "{ran:?}");
    let ran = outplay("solve cycles edges:0-1,1-2,2-0,1-3,2-3,1-4 --outer 0,1,2");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
}

#[test]
fn play_in_a_pipe() {
    let play = |line: &str, moves: &str| {
        outplay_with(&line.split(' ').collect::<Vec<_>>(), moves.as_bytes())
    };
    // Alice makes the one winning first move on P3 and wins whatever Bob does.
    let ran = play(
        "play coloring path:3 -k 2",
        "why\n5=1\n1=1\nundo\n1=1\n0=2\n2=2\n",
    );
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.stdout.contains("Not possible"), "{ran:?}");
    assert!(
        ran.stdout.trim_end().ends_with("Alice wins."),
        "{}",
        ran.stdout
    );
    // The perfect opponent punishes: ten pebbles, taking two leaves eight.
    let ran = play(
        "play subtraction --pebbles 10 --take 1,2",
        "2\n1\n1\n1\n1\n1\n1\n",
    );
    assert!(
        ran.stdout.contains("The second player wins."),
        "{}",
        ran.stdout
    );
    let ran = play(
        "play token cycle:4 --start 0 --against human",
        "1\n2\nhint\nquit\n",
    );
    assert_eq!(ran.status, 0);
    assert!(ran.stdout.contains("draw"), "{}", ran.stdout);
    let ran = play("play edge path:4 --against random --seed 7 --as second", "");
    assert_eq!(ran.status, 0);
    let same = play("play edge path:4 --against random --seed 7 --as second", "");
    assert_eq!(ran.stdout, same.stdout);
    assert_eq!(play("play coloring path:3 -k 2 --as carol", "").status, 2);
    assert_eq!(play("play coloring - -k 2", "").status, 2);
}
