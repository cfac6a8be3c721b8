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
    let ran = outplay("puzzles node-kayles path:9 -o sheet.pdf");
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains(".html or .json"), "{}", ran.stderr);
}
