//! What was once wrong, lost or unkind around the solver, each with the words that show it
//! mended.

use crate::common::{folder, json, objects, outplay, outplay_with};
use serde_json::{Value, json as value};
use std::fs;

#[test]
fn colours_on_a_board_count_and_who_is_to_move_is_said() {
    let folder = folder("colored");
    let file = folder.join("p4.json");
    // P4 with one coloured end. Worked out by hand: if Alice was first, Bob is to move and colours
    // the vertex at distance two differently; if Bob was, Alice colours it alike.
    let board = r#"[{"color":1,"adj":[1]},{"color":0,"adj":[0,2]},{"color":0,"adj":[1,3]},{"color":0,"adj":[2]}]"#;
    fs::write(&file, board).unwrap();
    let path = file.to_str().unwrap();
    for (first, expected) in [("alice", 3), ("bob", 2)] {
        let line = format!("number game-chromatic {path} --first {first} --json");
        let answer = &json(&line)[0];
        assert_eq!(answer["value"], expected, "{first}");
        assert_eq!(answer["colored"], 1);
        let ran = outplay(&format!("number game-chromatic {path} --first {first}"));
        let mover = if first == "alice" { "Bob" } else { "Alice" };
        assert!(ran.stdout.contains(&format!("{mover} to move")), "{ran:?}");
    }
    let answer = &json(&format!("bounds {path} --json"))[0];
    assert_eq!(answer["game-chromatic"]["value"], 3);
    assert_eq!(answer["game-chromatic-bob"]["value"], 2);
    assert!(answer["remark"].is_string());
    // Colours that fewer colours could not have made are no error.
    fs::write(&file, board.replace("\"color\":1", "\"color\":2")).unwrap();
    let answer = &json(&format!("number game-chromatic {path} --json"))[0];
    assert_eq!(answer["value"], 3);
    // What a format cannot hold is said.
    let ran = outplay(&format!("convert {path} --to graph6"));
    assert_eq!(ran.status, 0);
    assert!(ran.stderr.contains("colours"), "{ran:?}");
}

#[test]
fn tables_of_tournaments_have_the_columns_of_all_rows() {
    let folder = folder("columns");
    let file = folder.join("table.csv");
    let path = file.to_str().unwrap();
    // In some rows players said something of their moves and in some not.
    let ran = outplay(&format!(
        "tournament coloring path:4 -k 2 --players random,mcts:30,perfect --games 4 -o {path} --quiet"
    ));
    assert_eq!(ran.status, 0, "{ran:?}");
    let text = fs::read_to_string(&file).unwrap();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 12);
    let column = |name: &str| header.iter().position(|h| h == name).unwrap();
    for row in &rows {
        assert_eq!(&row[column("sampled")], "true");
        let said: Value = serde_json::from_str(&row[column("said")]).unwrap();
        assert!(said.is_object());
    }
    // On standard output too.
    let ran = outplay("match coloring path:4 -k 2 --alice random --bob random -n 2 -o - --json");
    assert!(ran.stdout.contains("alice_player"), "{ran:?}");
}

#[test]
fn nothing_that_was_written_before_is_lost() {
    let folder = folder("overwrite");
    let file = folder.join("foreign.txt");
    fs::write(&file, "precious").unwrap();
    let path = file.to_str().unwrap();
    let ran = outplay(&format!("solve coloring grid:3x3 -k 3 --learn {path}"));
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{ran:?}");
    assert!(ran.stderr.contains("expected a saved table"), "{ran:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    // The labels of several boards do not fit into one file, and are not the last one's.
    let labels = folder.join("labels.csv");
    let args = [
        "solve",
        "token",
        "-",
        "--all",
        "-o",
        labels.to_str().unwrap(),
    ];
    let ran = outplay_with(&args, b"&AG\n&AG\n");
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.stderr.contains("several graphs"), "{ran:?}");
}

#[test]
fn a_dash_is_standard_output() {
    let ran = outplay("prove coloring complete:4 -k 3 -o -");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.stdout.starts_with("outplay-certificate 2\n"), "{ran:?}");
    let checked = outplay_with(&["check", "-"], ran.stdout.as_bytes());
    assert_eq!(checked.status, 0, "{checked:?}");
    let ran = outplay("digraph edge path:2 -o -");
    let states: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(states["positions"].as_array().unwrap().len(), 4);
    let ran = outplay("convert path:3 --to graph6 -o -");
    assert_eq!(ran.stdout, "Bg\n");
    let ran = outplay("solve token path:3 --all -o -");
    assert!(
        ran.stdout.starts_with("vertex,outcome,remoteness\n0,"),
        "{ran:?}"
    );
    assert!(!std::path::Path::new("-").exists());
}

/// RULES.md: a diamond with a pendant at an end of the shared edge is won by the first player
/// if the pendant is inside, and by the second if it is outside.
#[test]
fn what_was_proved_names_the_embedding() {
    let folder = folder("embeddings");
    let mut statements = Vec::new();
    for (name, x, y, winner) in [
        ("inside", 1.5, 0.5, "first"),
        ("outside", 2.0, 2.0, "second"),
    ] {
        let dot = format!(
            "graph {{ 0 [pos=\"0,0\"]; 1 [pos=\"2,1\"]; 2 [pos=\"2,-1\"]; 3 [pos=\"4,0\"]; 4 [pos=\"{x},{y}\"];
             0--1; 1--2; 2--0; 1--3; 2--3; 1--4 }}"
        );
        let board = folder.join(format!("{name}.dot"));
        fs::write(&board, dot).unwrap();
        let file = folder.join(format!("{name}.cert"));
        let path = file.to_str().unwrap();
        let ran = outplay(&format!(
            "prove cycles {} -o {path} --json",
            board.display()
        ));
        assert_eq!(ran.status, 0, "{ran:?}");
        let proved = &objects(&ran.stdout)[0];
        let checked = &json(&format!("check {path} --json"))[0];
        assert_eq!(proved["winner"], winner);
        assert_eq!(checked["winner"], winner);
        statements.push((checked["statement"].clone(), checked["fingerprint"].clone()));
        let full = checked["full"].as_array().unwrap();
        assert!(
            full.iter()
                .any(|line| line.as_str().is_some_and(|l| l.starts_with("outer ")))
        );
    }
    assert_ne!(statements[0].0, statements[1].0);
    assert_ne!(statements[0].1, statements[1].1);
}

#[test]
fn the_order_of_edges_is_that_of_the_table() {
    let folder = folder("table-order");
    let file = folder.join("bowtie.table");
    // Two triangles at vertex 1, which the outer face meets twice; its entry is given in
    // either order, and that order is the order of the edges.
    for (entry, first) in [("2,4", "1-2"), ("4,2", "1-4")] {
        let table = format!("3 5 {entry}\n1 0 3\n2 0 1\n0 1 5\n0 4 1\n");
        fs::write(&file, &table).unwrap();
        let path = file.to_str().unwrap();
        let ran = outplay(&format!("convert {path} --to table"));
        assert_eq!(ran.status, 0, "{entry} {first}: {ran:?}");
        let words =
            |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
        assert_eq!(words(&ran.stdout), words(&table), "{entry}");
        // The third edge that the table meets is marked: it has no move left, the others have.
        let moves = &json(&format!("moves cycles {path} --at 0,0,1,0,0,0 --json"))[0]["moves"];
        let texts = moves.as_array().unwrap().iter();
        let texts: Vec<&str> = texts.map(|m| m["text"].as_str().unwrap()).collect();
        let (a, b) = first.split_once('-').unwrap();
        let along = [format!("{a}->{b}"), format!("{b}->{a}")];
        assert!(
            !texts.iter().any(|text| along.contains(&(*text).to_owned())),
            "{texts:?}"
        );
        assert!(
            texts.contains(&"1->3") && texts.contains(&"1->5"),
            "{texts:?}"
        );
    }
}

#[test]
fn answers_say_what_was_asked_and_only_what_was_settled() {
    let plain = outplay("number game-chromatic grid:2x5").stdout;
    let variant = outplay("number game-chromatic grid:2x5 --first bob --pass alice").stdout;
    assert!(variant.contains("Bob first, Alice may pass"), "{variant}");
    assert!(!plain.contains("Bob"), "{plain}");
    let ran = outplay_with(
        &["play", "coloring", "southeast-us", "-k", "4", "--as", "bob"],
        b"quit\n",
    );
    assert!(!ran.stdout.contains("whoever starts"), "{ran:?}");
    // Alice wins there: χ_g is 4.
    assert!(ran.stdout.contains("Alice wins in"), "{ran:?}");
}

#[test]
fn one_dialect() {
    // Vertices are called as in text: by name where the board has names, else by number.
    let moves = &json("moves coloring southeast-us -k 1 --json")[0]["moves"];
    assert_eq!(moves[0]["move"]["vertex"], "Alabama");
    let moves = &json("moves cycles cycle:3 --json")[0]["moves"];
    assert!(moves[0]["move"]["from"].is_u64(), "{moves}");
    let moves = &json("moves token path:2 --start 0 --json")[0]["moves"];
    assert_eq!(moves[0]["move"], 1);
    // The edges are those of the board as given.
    assert_eq!(
        json("solve token petersen --start 0 --json")[0]["edges"],
        15
    );
    let answer = &json("solve subtraction --pebbles 3 --take 1 --json")[0];
    for key in ["board", "vertices", "edges"] {
        assert!(answer.get(key).is_some(), "{key}");
    }
    for line in [
        "solve edge path:3",
        "explain edge path:3",
        "moves edge path:3",
        "number edcn path:3",
    ] {
        assert_eq!(outplay(&format!("{line} --seed 5")).status, 0, "{line}");
    }
    // `first` is who moves at the position asked about.
    let answer = &json("solve edge path:3 --at 1,-,- --json")[0];
    assert_eq!(answer["to_move"], "first");
    let best = &json("moves edge path:3 --at 1,-,- --json")[0]["moves"][0]["verdict"];
    let wins = answer["winner"] == "first";
    assert_eq!(best == "win", wins, "{answer}");
}

#[test]
fn lists_carry_the_graph_and_stop_where_they_are_wrong() {
    let ran = outplay_with(
        &["number", "game-chromatic", "-", "--json"],
        b"Bw\nB?\nBW\n",
    );
    let answers = objects(&ran.stdout);
    let graphs: Vec<&Value> = answers.iter().map(|answer| &answer["graph6"]).collect();
    assert_eq!(graphs, [&value!("Bw"), &value!("B?"), &value!("BW")]);
    assert_eq!(answers[0]["vertices"], 3);
    assert_eq!(answers[0]["edges"], 3);
    // Many boards, on several threads: in order.
    let input: String = (0..500).map(|i| ["Bw\n", "B?\n", "BW\n"][i % 3]).collect();
    let ran = outplay_with(
        &["number", "chromatic", "-", "--json", "--threads", "3"],
        input.as_bytes(),
    );
    for (i, answer) in objects(&ran.stdout).iter().enumerate() {
        assert_eq!(answer["index"], i + 1);
        assert_eq!(answer["value"], [3, 1, 2][i % 3]);
    }
    let input = format!("{input}B\n");
    let ran = outplay_with(&["number", "chromatic", "-", "--json"], input.as_bytes());
    assert_eq!((ran.status, objects(&ran.stdout).len()), (2, 500));
    assert!(ran.stderr.contains("standard input:501"), "{}", ran.stderr);
}

/// Ctrl-C in a list: what is settled is printed, the rest is not.
#[cfg(unix)]
#[test]
fn an_interrupted_list_keeps_what_was_settled() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_outplay"))
        .args([
            "solve",
            "coloring",
            "-",
            "-k",
            "4",
            "--json",
            "--threads",
            "2",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // Small boards, and then boards that take far longer than any test.
    let hard = outplay("convert torus:7x7 --to graph6").stdout;
    let mut input = child.stdin.take().unwrap();
    for _ in 0..64 {
        input.write_all(b"Bw\n").unwrap();
    }
    for _ in 0..64 {
        input.write_all(hard.as_bytes()).unwrap();
    }
    drop(input);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first: Vec<String> = lines.by_ref().take(64).map(Result::unwrap).collect();
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert!(rest.is_empty(), "{rest:?}");
    for line in first {
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["winner"], "alice");
    }
}

/// A reader that waits for the rest of a board went on after the first SIGTERM, and for ever.
#[cfg(unix)]
#[test]
fn a_board_that_never_ends_is_given_up_at_the_first_signal() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    // A comment that no pipe holds, so that it was read in part when it is written; and boards, of
    // which so many are answered that it shows, before half a one.
    let comment = format!("# {}", "x".repeat(1 << 20));
    let boards = format!("{}B", "Bw\n".repeat(64));
    for (line, input, answered) in [
        ("read -", comment, 0),
        ("number chromatic - --format graph6", boards, 64),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_outplay"))
            .args(line.split(' '))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut open = child.stdin.take().unwrap();
        open.write_all(input.as_bytes()).unwrap();
        open.flush().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert_eq!(lines.by_ref().take(answered).count(), answered, "{line}");
        let pid = child.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(sent.unwrap().success());
        assert_eq!(lines.count(), 0, "{line}");
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{line}");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(message, "outplay: interrupted\n", "{line}");
    }
}

#[test]
fn messages_help() {
    for (line, words) in [
        (
            "solve subtraction --pebbles ten --take 1",
            &["--pebbles", "'ten'", "numbers"][..],
        ),
        ("solve colouring path:3 -k 2", &["did you mean coloring?"]),
        ("solve coloring petersn -k 2", &["did you mean petersen?"]),
        (
            "number game-chromatc path:3",
            &["did you mean game-chromatic?"],
        ),
        ("play coloring path:3 -k 2 --against mcts", &["mcts:1000"]),
        (
            "solve token southeast-us --start Ala",
            &["did you mean Alabama?"],
        ),
        ("solve coloring path:3 -k -1", &["'-1'", "from 1 to 255"]),
        ("solve coloring path:3 -k 2 --memory 4", &["'4'", "4G"]),
        ("number chromatic path:3 --first bob", &["--first"]),
        ("number game-coloring path:3 --pass bob", &["--pass"]),
        ("solve coloring . -k 2", &["a folder"]),
        ("solve coloring path:3 -k 2 --tree 1", &["--tree"]),
        ("solve edge path:3 --first alice", &["--first", "--colors"]),
        ("solve node-kayles path:3 -k 2", &["--colors"]),
        ("match edge path:3 --start 0", &["--start"]),
    ] {
        let ran = outplay(line);
        assert_eq!(
            (ran.status, ran.stdout.as_str()),
            (2, ""),
            "{line}: {ran:?}"
        );
        assert_eq!(ran.stderr.lines().count(), 1, "{line}: {}", ran.stderr);
        for word in words {
            assert!(
                ran.stderr.contains(word),
                "{line}: no '{word}' in {}",
                ran.stderr
            );
        }
    }
}

/// Boards on which single steps are long, or which are far too large: an answer or a refusal,
/// within the memory of a small machine. How long it takes depends on the machine, so that is
/// not asserted here; it was measured.
#[test]
fn limits_hold_on_any_board() {
    for line in [
        "solve coloring path:200000 -k 2 --memory 100M --time-limit 1s",
        "solve coloring complete:128 -k 32 --time-limit 1s",
        "solve edge path:128 -k 32 --time-limit 1s",
        "solve cycles cycle:20000 --time-limit 1s",
        "moves cycles cycle:150000 --time-limit 1s",
        "explain edge path:100000 -k 3 --time-limit 1s",
        "solve node-kayles path:100000 --time-limit 1s",
        "digraph coloring path:100000 -k 3 -o - --time-limit 1s --memory 200M",
    ] {
        let ran = outplay(line);
        assert!([0, 2, 3].contains(&ran.status), "{line}: {:?}", ran.stderr);
        assert!(!ran.stderr.contains("panicked"), "{line}: {}", ran.stderr);
    }
}

#[test]
fn what_networkx_writes_is_read() {
    for (text, format, edges) in [
        ("0 1 {}\n1 2 {'weight': 3}\n", "edges", 2),
        ("#comment\n0 1 2\n1 2\n2\n", "adjlist", 3),
        (
            "{\"directed\": false, \"multigraph\": false, \"graph\": {}, \"nodes\": [{\"id\": 0}, {\"id\": 1}], \"links\": [{\"source\": 0, \"target\": 1}]}",
            "node-link",
            1,
        ),
        (
            "[{'color': 0, 'adj': [1]}, {'color': 0, 'adj': [0]}]",
            "json",
            1,
        ),
        ("[{\"b\"}, {\"a\", \"c\"}, {\"b\"}]", "json", 2),
    ] {
        for asked in [&["--format", format][..], &[]] {
            if asked.is_empty() && format == "adjlist" {
                continue;
            }
            let args = [&["solve", "node-kayles", "-", "--json"], asked].concat();
            let ran = outplay_with(&args, text.as_bytes());
            assert_eq!(ran.status, 0, "{text} {asked:?}: {ran:?}");
            assert_eq!(objects(&ran.stdout)[0]["edges"], edges, "{text}");
        }
    }
}
