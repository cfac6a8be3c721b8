//! What the program teaches: witnesses, words, counts, lessons, levels, reasons.

use crate::common::{folder, objects, outplay, outplay_with};
use std::collections::HashSet;

fn edges() -> Vec<(String, String)> {
    // The Petersen graph: outer cycle, spokes, inner pentagram.
    let outer = (0..5).map(|i| (i, (i + 1) % 5));
    let spokes = (0..5).map(|i| (i, i + 5));
    let inner = (0..5).map(|i| (i + 5, (i + 2) % 5 + 5));
    let edges = outer.chain(spokes).chain(inner);
    edges
        .map(|(a, b): (u32, u32)| (a.to_string(), b.to_string()))
        .collect()
}

#[test]
fn witnesses_can_be_verified() {
    let ask = |name: &str| {
        let ran = outplay(&format!("number {name} petersen --witness --json"));
        assert_eq!(ran.status, 0, "{ran:?}");
        objects(&ran.stdout).remove(0)
    };
    for name in ["chromatic", "acyclic", "edcn"] {
        let answer = ask(name);
        let colors = answer["witness"]["coloring"].as_object().unwrap();
        assert_eq!(colors.len(), 10);
        let used: HashSet<u64> = colors.values().map(|c| c.as_u64().unwrap()).collect();
        assert_eq!(used.len() as u64, answer["value"].as_u64().unwrap());
        let color = |v: &String| colors[v].as_u64().unwrap();
        let mut pairs = HashSet::new();
        for (a, b) in edges() {
            let (a, b) = (color(&a), color(&b));
            let new = pairs.insert((a.min(b), a.max(b)));
            match name {
                "edcn" => assert!(new, "a pair of colours twice"),
                _ => assert_ne!(a, b),
            }
        }
    }
    let order = ask("col2")["witness"]["order"].clone();
    let order: HashSet<&str> = order
        .as_array()
        .unwrap()
        .iter()
        .map(|v| v.as_str().unwrap())
        .collect();
    assert_eq!(order.len(), 10);
    let file = folder("witness").join("petersen.svg");
    let ran = outplay(&format!(
        "number chromatic petersen --witness -o {}",
        file.display()
    ));
    assert!(ran.stdout.contains("colouring: 0="), "{ran:?}");
    assert!(std::fs::read_to_string(file).unwrap().starts_with("<svg"));
    for (line, word) in [
        ("number game-chromatic path:3 --witness", "--witness"),
        ("number chromatic path:3 --witness -o x.bmp", ".svg"),
    ] {
        let ran = outplay(line);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{ran:?}");
        assert!(ran.stderr.contains(word), "{ran:?}");
    }
}

#[test]
fn labels_have_the_words_of_the_game_or_those_asked_for() {
    let moves = |words: &str| outplay(&format!("moves node-kayles path:3{words}")).stdout;
    assert!(
        moves("").contains("1            win in 1 move (to P)"),
        "{}",
        moves("")
    );
    assert!(moves(" --words wl").contains("(to L)"));
    assert!(moves(" --words win").contains("(The first player wins)"));
    let steps = outplay("solve node-kayles path:2 --steps").stdout;
    assert!(
        steps.contains("Round 1: a move to a P wins for the next player (N)"),
        "{steps}"
    );
    let steps = outplay("solve coloring path:2 -k 2 --steps").stdout;
    assert!(steps.contains("1,2  Alice  the game is over"), "{steps}");
}

#[test]
fn a_lesson_asks_before_it_answers() {
    let run = |args: &[&str], input: &str| outplay_with(args, input.as_bytes());
    let args = ["lesson", "node-kayles", "path:2"];
    // Positions: none chosen (N), either one chosen (P).
    let ran = run(&args, "P\nN\nn\n");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_eq!(ran.stdout.matches("Right: P").count(), 1, "{}", ran.stdout);
    assert_eq!(ran.stdout.matches("No: P").count(), 1, "{}", ran.stdout);
    assert!(
        ran.stdout.trim_end().ends_with("2 of 3 right."),
        "{}",
        ran.stdout
    );
    let all = run(
        &["lesson", "token", "arcs:0-1,1-1", "--start", "0", "--all"],
        "",
    );
    assert!(all.stdout.contains("who has a loop never loses"), "{all:?}");
    let json = run(&["lesson", "coloring", "path:2", "-k", "2", "--json"], "");
    let steps = objects(&json.stdout)[0]["steps"].clone();
    let rounds = steps.as_array().unwrap().iter();
    let positions = rounds.map(|round| round["positions"].as_array().unwrap().len());
    // None, one or both vertices coloured: 1 + 4 + 2.
    assert_eq!(positions.sum::<usize>(), 7);
}

/// Who played the Game of Cycles had to find out which edges are lost.
#[test]
fn play_tells_which_edges_can_never_be_directed() {
    let args = ["play", "cycles", "cycle:5", "--against", "human"];
    let ran = outplay_with(&args, b"0->1\n3->2\nboard\n4->3\n");
    let told: Vec<&str> = (ran.stdout.lines())
        .filter(|line| line.starts_with("Can never be directed"))
        .collect();
    assert_eq!(told.len(), 2, "{}", ran.stdout);
    assert_eq!(told[0], "Can never be directed: 1-2.");
    assert!(
        told[1].contains("1-2") && told[1].contains("0-4"),
        "{told:?}"
    );
}

/// What every game teaches can be asked, and what is said to be right is what `moves` and `solve`
/// say there.
#[test]
fn lessons_of_all_games_are_right() {
    let mut topics = HashSet::new();
    for entry in outplay_games::registry::GAMES.iter() {
        let game = entry.name();
        let ran = outplay(&format!("lesson {game} --topic nothing"));
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{ran:?}");
        let names = ran.stderr.split("one of ").nth(1).unwrap().trim();
        for topic in names
            .split(", ")
            .filter(|&topic| topic != "labels" && topic != "outcomes")
        {
            topics.insert(topic.to_owned());
            let ran = outplay(&format!("lesson {game} --topic {topic} --json"));
            assert_eq!(ran.status, 0, "{game} {topic}: {ran:?}");
            let questions = objects(&ran.stdout)[0]["questions"].clone();
            for question in questions.as_array().unwrap() {
                check(game, question);
            }
            let told = outplay(&format!("lesson {game} --topic {topic} --all"));
            assert_eq!(told.status, 0, "{told:?}");
        }
    }
    let wanted = ["threats", "mirror", "sampling", "loops", "sums"];
    assert_eq!(topics, wanted.map(str::to_owned).into());
}

/// Asks the program again what a question of a lesson asks.
fn check(game: &str, question: &serde_json::Value) {
    let setup = question["setup"].as_object().unwrap();
    let mut words = vec!["moves".to_owned(), game.to_owned()];
    words.extend(
        setup
            .get("board")
            .map(|board| board["family"].as_str().unwrap().to_owned()),
    );
    for (name, value) in setup
        .iter()
        .filter(|(name, _)| !matches!(name.as_str(), "game" | "board"))
    {
        let text = value.to_string().replace(['[', ']', '"'], "");
        words.extend([format!("--{name}"), text]);
    }
    let at = question["position"].as_str().unwrap();
    words.extend(["--at", at, "--json", "--grundy"].map(str::to_owned));
    let run = |words: &[String]| {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        outplay_with(&words, b"")
    };
    let mut ran = run(&words);
    if ran.status == 2 {
        words.pop();
        ran = run(&words);
    }
    assert_eq!(ran.status, 0, "{words:?} {ran:?}");
    let answer = objects(&ran.stdout).remove(0);
    let moves = answer["moves"].as_array().unwrap();
    let verdict = |word: &str| moves.iter().any(|m| m["verdict"] == word);
    let answers: Vec<&str> = question["answers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|a| a.as_str().unwrap())
        .collect();
    let text = question["question"].as_str().unwrap();
    let because = question["because"].as_str().unwrap();
    if question["choices"].as_array().unwrap().is_empty() {
        let wins = moves.iter().filter(|m| m["verdict"] == "win");
        let wins: Vec<&str> = wins.map(|m| m["text"].as_str().unwrap()).collect();
        assert_eq!(answers, wins, "{question}");
        assert!(!wins.is_empty(), "{question}");
        // The player of 2013 loses here, and the same search wins if it chooses otherwise.
        if text.contains("2013") {
            assert!(
                because.contains("loses: it is the move in whose games"),
                "{question}"
            );
            assert!(because.ends_with("wins."), "{question}");
        }
    } else if text.contains("Grundy") {
        let values: HashSet<u64> = moves
            .iter()
            .map(|m| m["grundy"].as_u64().unwrap())
            .collect();
        let mex = (0..).find(|v| !values.contains(v)).unwrap();
        assert_eq!(answers, [mex.to_string()], "{question}");
    } else if text.contains("threatened") {
        assert!(matches!(answers[..], ["1"] | ["2"]), "{question}");
    } else if text.contains("2013") {
        // tests/data/report2013.csv: sampled, and exact.
        let line = match setup["board"]["family"].as_str().unwrap() {
            "petersen" => ("4", "4"),
            "grid:2x5" => ("3", "4"),
            "icosahedron" => ("5", "6"),
            "binary-tree:4" => ("4", "3"),
            other => panic!("{other}"),
        };
        assert!(
            text.contains(&format!("sampled {} on", line.0)),
            "{question}"
        );
        assert_eq!(answers, [line.1], "{question}");
    } else {
        let mover = answer["to_move"].as_str().unwrap();
        let wins = verdict("win");
        let label = match answers[0] {
            "N" | "W" => wins,
            "P" | "L" => !wins && !verdict("draw"),
            "D" => !wins && verdict("draw"),
            side => wins == (side.to_lowercase() == mover),
        };
        assert!(label, "{question}");
    }
}

#[test]
fn a_lesson_with_a_topic_asks() {
    let run = |line: &str, input: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        outplay_with(&words, input.as_bytes())
    };
    // One loop beside a lost vertex is a win; one beside a won vertex is a draw.
    let ran = run("lesson token --topic loops", "D\nD\nW\n1\nL\nW\n");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(
        ran.stdout.contains("1. arcs:0-0,0-1,1-2, start 0, 0"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("No: D."), "{}", ran.stdout);
    assert!(
        ran.stdout.trim_end().ends_with("5 of 6 right."),
        "{}",
        ran.stdout
    );
    // Two of the heaps: 4 is worth 1, 5 is worth 2.
    let ran = run("lesson subtraction --topic sums --all", "");
    assert!(
        ran.stdout.contains("position? 3. The moves lead to"),
        "{}",
        ran.stdout
    );
    // Node Kayles on the path with three vertices: the middle one wins, and any board will do.
    let ran = run("lesson node-kayles path:3 --topic outcomes", "N\n1\n");
    assert_eq!(ran.stdout.matches("Right.").count(), 2, "{}", ran.stdout);
    let ran = run("lesson token path:3 --topic loops", "");
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("has its own"), "{}", ran.stderr);
}

#[test]
fn play_changes_levels_explains_and_keeps_the_game() {
    let file = folder("played").join("games.db");
    let file = file.to_str().unwrap();
    let args = [
        "play",
        "node-kayles",
        "path:3",
        "--against",
        "easy",
        "--history",
        file,
    ];
    let lines = "rules\nmoves\nlevel grandmaster\nlevel perfect\nwhy 0\nwhy 7\nhint\n1\n";
    let ran = outplay_with(&args, lines.as_bytes());
    assert_eq!(ran.status, 0, "{ran:?}");
    for part in [
        "played by easy: sees a win in one move",
        "Levels:\n  easy: ",
        "0 loses: the second player answers 2",
        "Not possible: found vertex '7'",
        "Hint: 1",
        "You won: The first player wins.",
    ] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    let list = outplay(&format!("history {file} list"));
    assert!(
        list.stdout.contains("human") && list.stdout.contains("perfect"),
        "{list:?}"
    );
    // The number of colours is part of the game.
    let args = [
        "play",
        "coloring",
        "path:3",
        "--colors",
        "choose",
        "--against",
        "easy",
    ];
    let ran = outplay_with(&args, b"none\n2\n1=a\nquit\n");
    assert!(
        ran.stdout.contains("found 'none', expected a number"),
        "{ran:?}"
    );
    assert!(ran.stdout.contains("1=1"), "{ran:?}");
    let args = [
        "play", "coloring", "petersen", "--colors", "choose", "--as", "bob",
    ];
    let ran = outplay_with(&args, b"quit\n");
    // The game chromatic number of the Petersen graph is 4.
    assert!(ran.stdout.contains("perfect chooses 4 colours"), "{ran:?}");
}

#[test]
fn moves_are_explained_by_what_follows() {
    let ran = outplay("explain coloring path:4 -k 2 --move 0=1");
    assert_eq!(
        ran.stdout,
        "0=1 loses: Bob answers 2=2; vertex 1 has no colour left: its neighbours 0, 2 have them all.\n"
    );
    let ran = outplay("explain coloring path:4 -k 2 --move 9=1");
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{ran:?}");
    let first = outplay_with(&[], b"");
    assert_eq!(first.status, 0);
    assert_eq!(
        first.stdout.matches("\n  outplay ").count(),
        5,
        "{}",
        first.stdout
    );
}

#[test]
fn puzzles_are_told_and_written() {
    // Node Kayles on a path of 9: only the middle wins.
    let ran = outplay("puzzles node-kayles path:9 complete:4 -n 6 --json");
    assert_eq!(ran.status, 0, "{ran:?}");
    let sets = objects(&ran.stdout);
    assert_eq!(
        (&sets[0]["board"], &sets[1]["board"]),
        (&"path:9".into(), &"complete:4".into())
    );
    let puzzles = sets[0]["puzzles"].as_array().unwrap();
    let start = puzzles
        .iter()
        .find(|p| p["position"] == "-,-,-,-,-,-,-,-,-");
    assert_eq!(start.unwrap()["solution"]["text"], "4");
    assert!(sets[1]["puzzles"].as_array().unwrap().is_empty());
    let sheet = folder("puzzles").join("sheet.html");
    let command = format!("puzzles node-kayles path:9 -n 2 -o {}", sheet.display());
    assert_eq!(outplay(&command).status, 0);
    let text = std::fs::read_to_string(&sheet).unwrap();
    assert_eq!(text.matches("<figure>").count(), 2);
    let svg = sheet.with_extension("svg");
    let command = format!(
        "puzzles coloring path:9 petersen -k 3 -n 2 -o {}",
        svg.display()
    );
    assert_eq!(outplay(&command).status, 0);
    let text = std::fs::read_to_string(&svg).unwrap();
    assert!(text.starts_with("<svg") && text.contains("on petersen, 3 colours"));
    let json = objects(&outplay("puzzles coloring path:9 petersen -k 3 -n 2 --json").stdout);
    let sets = json.iter().map(|set| set["puzzles"].as_array().unwrap());
    for (number, puzzle) in (1..).zip(sets.flatten()) {
        let solution = format!("{number}: {}", puzzle["solution"]["text"].as_str().unwrap());
        assert!(text.contains(&solution), "{solution}");
    }
    // A game without a board has its heaps drawn.
    let command = format!(
        "puzzles subtraction --pebbles 3,4 --take 1,2 -n 1 -o {}",
        svg.display()
    );
    assert_eq!(outplay(&command).status, 0);
    let text = std::fs::read_to_string(&svg).unwrap();
    assert!(text.contains("class=\"pebble\""), "{text}");
    let ran = outplay("puzzles node-kayles path:9 -o sheet.pdf");
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    assert!(
        ran.stderr.contains(".html, .svg or .json"),
        "{}",
        ran.stderr
    );
}

#[test]
fn sampling_is_drawn_in_its_four_steps() {
    let file = folder("sampling").join("steps.svg");
    let ran = outplay(&format!(
        "moves coloring path:3 -k 2 --sample 6 -o {}",
        file.display()
    ));
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(
        ran.stdout.contains("Sampling would play "),
        "{}",
        ran.stdout
    );
    let svg = std::fs::read_to_string(&file).unwrap();
    for step in [
        "6. Selection",
        "Expansion: ",
        "Random game: ",
        "Backpropagation",
    ] {
        assert!(svg.contains(step), "{step}");
    }
    for (wrong, said) in [
        ("--sample 0", "found 0 simulations"),
        ("-o steps.svg", "--sample"),
        ("--sample 6 -o steps.pdf", ".svg or .tex"),
    ] {
        let ran = outplay(&format!("moves coloring path:3 -k 2 {wrong}"));
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{wrong}");
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
}
