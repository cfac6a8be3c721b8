//! Boards as people have them, through files of every ending and standard input.

use crate::common::{folder, objects, outplay, outplay_with};
use serde_json::{Value, json};

/// A path with five vertices a–e, as the program of the Edge-Distinguishing Game has it.
const LIST: &str = "[{\"b\"}, {\"a\", \"c\"}, {\"b\", \"d\"}, {\"c\", \"e\"}, {\"d\"}]";
/// A square, as the program of the Game of Cycles has it.
const TABLE: &str = "gameTable = [[[4], [2]], [[1], [3]], [[2], [4]], [[3], [1]]]\n";

fn read(args: &[&str], input: &str) -> Value {
    let args = [&["read", "--json"], args].concat();
    let ran = outplay_with(&args, input.as_bytes());
    assert_eq!(ran.status, 0, "{args:?}\n{input}\n{ran:?}");
    objects(&ran.stdout).remove(0)
}

/// A program, a table or a matrix was refused, and in a file `.adj` or `.txt` above all.
#[test]
fn the_text_of_programs_is_read_in_any_file() {
    let folder = folder("reading");
    let program = format!(
        "# the game\nADJACENCY_LIST = {LIST}\nEDCN = 3\nCOLORS = [-1, 1, 2, 3]\n\nprint(EDCN)\n"
    );
    let letters = json!(["a", "b", "c", "d", "e"]);
    let numbers = json!(["1", "2", "3", "4"]);
    let state = "initial_state = [{'color': 0, 'adj': [1]}, {\"color\": 2, \"adj\": [0]}]";
    for (text, names, vertices, edges) in [
        (LIST, &letters, 5, 4),
        (&program, &letters, 5, 4),
        (TABLE, &numbers, 4, 4),
        (state, &Value::Null, 2, 1),
    ] {
        let expect = |read: &Value, what: &str| {
            let found = (&read["names"], &read["vertices"], &read["edges"]);
            assert_eq!(
                found,
                (names, &json!(vertices), &json!(edges)),
                "{what}: {text}"
            );
        };
        expect(&read(&["-"], text), "standard input");
        for ending in ["txt", "adj", "py", "json", "edges", "table"] {
            let path = folder.join(format!("board.{ending}"));
            std::fs::write(&path, text).unwrap();
            expect(&read(&[path.to_str().unwrap()], ""), ending);
        }
    }
    let found = read(&["-"], &program);
    assert_eq!(found["format"], "json");
    assert_eq!(found["directed"], false);
    let remarks = [
        "read the value of ADJACENCY_LIST on line 2",
        "EDCN = 3 beside the board counts for nothing here",
    ];
    assert_eq!(found["remarks"], json!(remarks));
    // What was decided is said with every answer: in JSON, and on standard error without it.
    let solve = ["solve", "edge", "-", "--colors", "3"];
    let ran = outplay_with(&solve, program.as_bytes());
    assert!(ran.stderr.contains(remarks[0]), "{ran:?}");
    let ran = outplay_with(&[&solve[..], &["--json"]].concat(), program.as_bytes());
    assert_eq!(objects(&ran.stdout)[0]["remarks"], json!(remarks));
    let ran = outplay_with(&["number", "chromatic", "-", "--json"], program.as_bytes());
    assert_eq!(objects(&ran.stdout)[0]["remarks"], json!(remarks));
    assert!(
        outplay("number chromatic path:3 --json")
            .stdout
            .find("remarks")
            .is_none()
    );
}

#[test]
fn a_header_is_told_and_can_be_said() {
    let list = "4 4\n1 2\n2 3\n3 4\n4 1\n";
    let found = read(&["-"], list);
    assert_eq!(
        (&found["header"], &found["vertices"]),
        (&json!(true), &json!(4))
    );
    let unclear = b"4 3\n1 2\n2 3\n3 1\n";
    let ran = outplay_with(&["read", "-"], unclear);
    assert_eq!(ran.status, 2);
    assert!(
        ran.stderr.contains("--header yes") && ran.stderr.contains("--header no"),
        "{ran:?}"
    );
    for (said, vertices, edges) in [("yes", 4, 3), ("no", 4, 4)] {
        let ran = outplay_with(
            &["number", "chromatic", "-", "--header", said, "--json"],
            unclear,
        );
        let answer = &objects(&ran.stdout)[0];
        assert_eq!(
            (&answer["vertices"], &answer["edges"]),
            (&json!(vertices), &json!(edges))
        );
    }
    let ran = outplay_with(&["read", "-"], list.as_bytes());
    let told = "standard input";
    assert!(!ran.stdout.contains(told));
    for part in [
        "the format edges, 4 vertices, 4 edges",
        "vertices: 1, 2, 3, 4",
        "a header",
    ] {
        assert!(ran.stdout.contains(part), "{ran:?}");
    }
    assert!(
        ran.stderr
            .contains("the first line was taken as their number"),
        "{ran:?}"
    );
    // A family is read, too, and every graph of a list.
    assert!(
        outplay("read petersen")
            .stdout
            .starts_with("petersen: a graph, 10 vertices, 15 edges")
    );
    let ran = outplay_with(&["read", "-", "--json"], b"Bw\nDhc\n");
    let sizes: Vec<Value> = objects(&ran.stdout)
        .iter()
        .map(|read| read["edges"].clone())
        .collect();
    assert_eq!(sizes, [3, 5]);
}

/// Sweeps took `--header` and did not read by it; matches and lessons kept remarks to themselves, and
/// called counts of what players said so.
#[test]
fn every_answer_takes_headers_and_has_remarks() {
    let folder = folder("headers");
    let path = folder.join("list.txt");
    std::fs::write(&path, "4 3\n1 2\n2 3\n3 1\n").unwrap();
    let (path, out) = (path.display(), folder.join("out"));
    let sweep = format!("sweep {path} --ask n,m -o {}", out.display());
    let ran = outplay(&sweep);
    assert!(
        ran.status == 2 && ran.stderr.contains("--header yes"),
        "{ran:?}"
    );
    let ran = outplay(&format!("{sweep} --header yes"));
    assert_eq!(ran.status, 0, "{ran:?}");
    let ran = outplay(&format!("sweep show {} --to csv", out.display()));
    assert_eq!(ran.stdout, "n,m\n4,3\n");
    let remarks = json!([
        "read 4 vertices, named 1 to 4; the first line was taken as their number and that of the edges"
    ]);
    for line in [
        "match coloring BOARD -k 3 -n 1",
        "tournament coloring BOARD -k 3 -n 1 --players random,mcts:9",
        "lesson node-kayles BOARD",
    ] {
        let line = line.replace("BOARD", &path.to_string());
        let ran = outplay(&format!("{line} --header yes --json --quiet"));
        let answers = objects(&ran.stdout);
        assert!(!answers.is_empty(), "{ran:?}");
        for answer in answers {
            assert_eq!(answer["remarks"], remarks, "{line}");
            assert_eq!(
                answer["said"].is_object(),
                !line.starts_with("lesson"),
                "{line}"
            );
        }
    }
}

/// What is written is a board again.
#[test]
fn a_state_digraph_in_json_is_a_board() {
    let folder = folder("states");
    let path = folder.join("x.json");
    let ran = outplay(&format!(
        "digraph edge path:3 --colors 2 -o {}",
        path.display()
    ));
    assert_eq!(ran.status, 0, "{ran:?}");
    let dot = folder.join("x.dot");
    outplay(&format!(
        "digraph edge path:3 --colors 2 -o {}",
        dot.display()
    ));
    let sizes = |path: &std::path::Path| {
        let found = read(&[path.to_str().unwrap()], "");
        [&found["vertices"], &found["edges"], &found["directed"]].map(Value::clone)
    };
    assert_eq!(sizes(&path), sizes(&dot));
    let start = format!("solve token {} --json --start", path.display());
    let ran = outplay(&format!("{start}=-,-,-"));
    let labelled = &objects(&ran.stdout)[0];
    let game = outplay("solve edge path:3 --colors 2 --json");
    let wins = objects(&game.stdout)[0]["winner"] == "first";
    assert_eq!(labelled["outcome"] == "win", wins, "{labelled}");
    // The vertices keep their names: 4 is lost, 3 and 1 are won; they came back as 0, 1, 2, 3.
    let own = "digraph token arcs:1-2,2-3,3-1,3-4 --start 1 -o";
    assert_eq!(outplay(&format!("{own} {}", path.display())).status, 0);
    for (vertex, outcome) in [("1", "win"), ("2", "lose"), ("3", "win"), ("4", "lose")] {
        let ran = outplay(&format!("{start} {vertex}"));
        assert_eq!(objects(&ran.stdout)[0]["outcome"], outcome, "{vertex}");
    }
}

/// Positions as the programs print them were refused.
#[test]
fn positions_as_programs_write_them() {
    let at = |game: &[&str], at: &str| {
        let args = [&["moves"], game, &["--json", "--at", at]].concat();
        let ran = outplay_with(&args, b"");
        assert_eq!(ran.status, 0, "{args:?} {ran:?}");
        objects(&ran.stdout).remove(0)["position"].clone()
    };
    let edge = ["edge", "path:5", "--colors", "3"];
    for text in [
        "(-1,-1,1,-1,-1)",
        "-1,-1,1,-1,-1",
        "[-1, -1, 1, -1, -1]",
        "(-1, -1, 1, -1, -1)",
    ] {
        assert_eq!(at(&edge, text), "-,-,1,-,-", "{text}");
    }
    let ran = outplay("moves edge path:5 --colors 3 --at (-1,0,1,-1,-1)");
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("both 0 and -1"), "{ran:?}");
    assert_eq!(at(&["cycles", "cycle:3"], "(1,0,-1)"), "1,0,-1");
}

#[test]
fn ranges_and_missing_colors() {
    for take in ["1-3", "1..3", "1,2-3"] {
        let ran = outplay(&format!(
            "solve subtraction --pebbles 8 --take {take} --json"
        ));
        assert_eq!(objects(&ran.stdout)[0]["take"], json!([1, 2, 3]), "{ran:?}");
    }
    let ran = outplay("solve subtraction --pebbles 8 --take 3-1");
    assert_eq!(ran.status, 2, "{ran:?}");
    // χ_g of the Petersen graph is 4.
    for (line, tries) in [
        ("solve coloring petersen", "χ_g is 4, try --colors 3 or 4"),
        (
            "solve coloring grid:9x9",
            "with how many colours? Try --colors 3",
        ),
    ] {
        let ran = outplay(line);
        assert_eq!(ran.status, 2, "{ran:?}");
        assert!(ran.stderr.contains("--colors is missing"), "{ran:?}");
        assert!(ran.stderr.contains(tries), "{ran:?}");
    }
}

#[test]
fn a_table_tells_its_edges() {
    let ran = outplay("convert edges:0-1,1-2,2-0,0-3 --to table --edges --quiet");
    assert_eq!(ran.status, 0, "{ran:?}");
    let unmarkable = ran
        .stdout
        .lines()
        .filter(|line| line.ends_with("unmarkable"));
    let unmarkable: Vec<&str> = unmarkable.collect();
    assert!(
        unmarkable.len() == 1 && unmarkable[0].contains("0 -> 3"),
        "{ran:?}"
    );
    let again = outplay_with(&["read", "-", "--json"], ran.stdout.as_bytes());
    assert_eq!(objects(&again.stdout)[0]["edges"], 4, "{again:?}");
    assert_eq!(outplay("convert petersen --to dot --edges").status, 2);
}

/// Every list of a program took 64 kB, however short: eight gigabytes for a file of ten megabytes.
#[cfg(unix)]
#[test]
fn many_lists_take_no_more_than_they_hold() {
    let path = folder("many-lists").join("many.py");
    std::fs::write(&path, "a=[]\n".repeat(400_000)).unwrap();
    let program = env!("CARGO_BIN_EXE_outplay");
    let line = format!(
        "ulimit -v 4000000; exec '{program}' read '{}'",
        path.display()
    );
    let ran = std::process::Command::new("sh")
        .args(["-c", &line])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(2), "{said}");
}
