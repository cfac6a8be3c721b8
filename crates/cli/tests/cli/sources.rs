//! What the sources of the games ask for: embeddings, marked tables, pictures, the players
//! and the readings of the map-colouring report, strategies in full.

use crate::common::{Ran, folder, objects, outplay, outplay_with};
use serde_json::Value;
use std::fs;

/// A diamond with a pendant at an end of the shared edge.
const PENDANT: &str = "edges:0-1,1-2,2-0,1-3,2-3,1-4";

fn fed(line: &str, input: &str) -> Ran {
    let args: Vec<&str> = line.split_whitespace().collect();
    outplay_with(&args, input.as_bytes())
}

#[test]
fn embeddings_are_listed_and_the_winner_depends_on_them() {
    let ran = outplay(&format!("embeddings {PENDANT} --json"));
    let answer = objects(&ran.stdout).remove(0);
    let list = answer["embeddings"].as_array().unwrap();
    let stands_for = list.iter().map(|e| e["stands_for"].as_u64().unwrap());
    assert_eq!(answer["count"].as_u64(), Some(stands_for.sum()));
    for (embedding, number) in list.iter().zip(1..) {
        assert_eq!(embedding["number"], number);
        // Each table is a board with that outer face.
        let table = embedding["table"].as_str().unwrap();
        let read = fed("convert - --format table --to table", table);
        assert_eq!(read.stdout, table);
        let ran = fed("solve cycles - --format table --json", table);
        let chosen = outplay(&format!(
            "solve cycles {PENDANT} --embedding {number} --json"
        ));
        let winner = |text: &str| objects(text)[0]["winner"].clone();
        assert_eq!(winner(&ran.stdout), winner(&chosen.stdout));
    }
    let all = outplay(&format!("solve cycles {PENDANT} --embedding all --json"));
    let winners: Vec<Value> = objects(&all.stdout)
        .iter()
        .map(|o| o["winner"].clone())
        .collect();
    assert_eq!(winners.len(), list.len());
    assert!(winners.contains(&"first".into()) && winners.contains(&"second".into()));
    let ran = outplay(&format!("solve cycles {PENDANT} --embedding all"));
    assert!(
        ran.stdout
            .contains("The winner depends on the embedding: on "),
        "{ran:?}"
    );
    let ran = outplay("solve cycles cycle:5 --embedding all");
    let whatever = "Whatever the embedding: the first player wins.";
    assert!(ran.stdout.contains(whatever), "{ran:?}");
}

#[test]
fn embeddings_are_drawn_and_refused_where_they_are_not() {
    let folder = folder("embeddings");
    let file = folder.join("all.svg");
    let ran = outplay(&format!("embeddings complete:4 -o {}", file.display()));
    // A tetrahedron has one embedding on the sphere, and its four faces are alike.
    assert_eq!(
        ran.stdout,
        "complete:4 (4 vertices, 6 edges): 1 embedding in the plane up to reflection and symmetry; 4 with the names of the vertices\n"
    );
    assert!(std::fs::read_to_string(file).unwrap().starts_with("<svg"));
    for (line, word) in [
        ("embeddings complete:5", "not planar"),
        ("embeddings edges:0-1,2-3", "2 pieces"),
        ("embeddings complete:4 -o x.bmp", ".table"),
        ("solve cycles complete:4 --embedding 2", "from 1 to 1"),
        ("solve cycles complete:4 --embedding none", "--embedding"),
        (
            "solve coloring complete:4 -k 3 --embedding all",
            "--embedding",
        ),
        (
            "solve cycles complete:4 --embedding all --outer 0,1,2",
            "--outer",
        ),
        ("play cycles complete:4 --embedding all", "--embedding"),
    ] {
        let ran = outplay(line);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{line}");
        assert!(ran.stderr.contains(word), "{line}: {}", ran.stderr);
    }
}

#[test]
fn marked_tables_are_positions() {
    let folder = folder("marked");
    let file = folder.join("position.table");
    // A triangle beside a triangle; one arrow from 1 to 2, one from 3 to 1.
    let text = "+2\t0\t-3\n3\t4\t-1\n+1\t2\t4\n0\t3\t2\n";
    std::fs::write(&file, text).unwrap();
    let at = |arrows: &str| {
        let plain = text.replace(['+', '-'], "");
        fed(
            &format!("moves cycles - --format table --at {arrows} --json"),
            &plain,
        )
    };
    let by_list = at("1,-1,0,0,0");
    let by_file = at(&file.display().to_string());
    let answer = |ran: &Ran| {
        let mut answer = objects(&ran.stdout).remove(0);
        answer.as_object_mut().unwrap().remove("seconds");
        answer
    };
    assert_eq!(answer(&by_list), answer(&by_file));
    assert_eq!(answer(&by_file)["position"], "1,-1,0,0,0");
    // The file is a board with arrows on it as well: 2->3 closes the cell.
    let ran = outplay(&format!("moves cycles {} --json", file.display()));
    let moves = answer(&ran)["moves"].clone();
    let closing = moves
        .as_array()
        .unwrap()
        .iter()
        .find(|m| m["text"] == "2->3");
    assert_eq!(closing.unwrap()["verdict"], "win");
    // What is written is what was read.
    let ran = outplay(&format!("convert {} --to table", file.display()));
    assert_eq!(ran.stdout, text);
    let plain = text.replace(['+', '-'], "");
    let line = "convert - --format table --game cycles --at 1,-1,0,0,0 --to table";
    assert_eq!(fed(line, &plain).stdout, text);
    // One mark of the two is enough, two that differ are wrong, and so is another board.
    let halved = text.replace("-3", "3").replace("-1", "1");
    let read = fed("convert - --format table --to table", &halved);
    assert_eq!(read.stdout, text);
    for (line, input, word) in [
        (
            "solve cycles - --format table",
            text.replace("-1", "+1"),
            "standard input:2: found the edge between 2 and 1",
        ),
        (
            "solve cycles - --format table",
            text.replace('0', "+0"),
            "found \"+0\"",
        ),
        (
            "solve cycles - --format table",
            text.replace("\t3\t2", "\t+3\t+2"),
            "vertex 4 is a source",
        ),
    ] {
        let ran = fed(line, &input);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{input}");
        assert!(ran.stderr.contains(word), "{word}: {}", ran.stderr);
    }
    let ran = outplay(&format!("solve cycles complete:4 --at {}", file.display()));
    assert!(ran.stderr.contains("the table of another board"), "{ran:?}");
}

#[test]
fn pictures_are_svg_or_tikz() {
    let folder = folder("pictures");
    let written = |line: &str, name: &str| {
        let file = folder.join(name);
        let ran = outplay(&format!("{line} -o {}", file.display()));
        assert_eq!(ran.status, 0, "{line}: {ran:?}");
        std::fs::read(file).unwrap()
    };
    for line in [
        "convert grid:2x3 --game coloring -k 3 --at 1,-,2,-,-,-",
        "convert cycle:4 --game cycles --at 1,0,0,0",
        "convert arcs:0-1,1-0,1-1 --game token --start 1",
        "digraph edge path:3",
        "digraph token arcs:0-1,1-0,1-2,2-2 --all",
        "embeddings edges:0-1,1-2,2-0,0-3",
        "number acyclic petersen --witness",
    ] {
        let svg = String::from_utf8(written(line, "x.svg")).unwrap();
        assert!(svg.starts_with("<svg"), "{line}");
        let tex = String::from_utf8(written(line, "x.tex")).unwrap();
        let count = |word: &str| tex.matches(word).count();
        assert_eq!(count(r"\begin{tikzpicture}"), 1, "{line}");
        assert_eq!(count(r"\begin{scope}"), count(r"\end{scope}"));
        assert_eq!(count("circle[radius="), svg.matches("<circle").count());
    }
    let colored = String::from_utf8(written(
        "convert grid:2x3 --game coloring -k 3 --at 1,-,2,-,-,-",
        "y.svg",
    ));
    assert!(colored.unwrap().contains("colours: 0=1, 2=2"));
    let ran = outplay("convert grid:2x3 --game coloring -k 3 --at 1,-,2,-,-,- --to json");
    let board: Value = serde_json::from_str(&ran.stdout).unwrap();
    let colors: Vec<u64> = board
        .as_array()
        .unwrap()
        .iter()
        .map(|v| v["color"].as_u64().unwrap())
        .collect();
    assert_eq!(colors, [1, 0, 2, 0, 0, 0]);
    for (line, word) in [
        ("convert grid:2x3 --at 1,-,-,-,-,- --to svg", "--game"),
        ("convert grid:2x3 -k 2 --to svg", "--game"),
        (
            "convert grid:2x3 --game coloring --to svg",
            "--colors is missing",
        ),
        (
            "convert grid:2x3 --game coloring -k 2 --at 1,1,-,-,-,- --to svg",
            "both have colour 1",
        ),
        ("digraph edge path:3 -o x.png", ".svg"),
    ] {
        let ran = outplay(line);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{line}");
        assert!(ran.stderr.contains(word), "{line}: {}", ran.stderr);
    }
}

#[test]
fn large_and_round_digraphs_are_drawn() {
    let folder = folder("large");
    let drawn = |line: &str| {
        let file = folder.join("x.svg");
        let ran = outplay(&format!("{line} -o {}", file.display()));
        assert_eq!(ran.status, 0, "{line}: {ran:?}");
        std::fs::read_to_string(file).unwrap()
    };
    // All 625 positions, without the arrows that nobody could follow, and the note says so.
    let svg = drawn("digraph edge path:5");
    assert_eq!(svg.matches(r#"class="position""#).count(), 625);
    assert_eq!(svg.matches(r#"class="move""#).count(), 0);
    assert!(svg.contains("625 positions (") && svg.contains("which are left out"));
    let svg = drawn("digraph edge path:5 --max-nodes 1000");
    assert!(svg.matches(r#"class="move""#).count() > 1000);
    // Rounds are framed, every vertex is there, and no start has to be said.
    let svg = drawn("digraph token arcs:0-1,1-2,2-1,2-3,4-4 --all");
    assert_eq!(svg.matches(r#"class="position""#).count(), 5);
    assert_eq!(svg.matches(r#"class="part""#).count(), 2);
    assert!(svg.contains("can go round") && !svg.contains("the player to move wins</title>"));
    let svg = drawn("digraph token arcs:0-1,1-2,2-1,2-3,4-4 --start 0 --layout topological");
    assert_eq!(svg.matches(r#"class="part""#).count(), 1);
    let svg = drawn("digraph edge path:3 --layout topological");
    assert!(svg.contains("level 0") && svg.contains("level 3") && !svg.contains("class=\"part\""));
}

#[test]
fn strategies_are_shown_in_full() {
    let ran = outplay("strategy s1 petersen");
    // χ = 3 and col₂ = 5, so six shades for each of three classes.
    for words in [
        "χ = 3",
        "col₂ = 5",
        "with 18 colours or more",
        "class 3: colours 13 to 18 for ",
    ] {
        assert!(ran.stdout.contains(words), "{words}: {}", ran.stdout);
    }
    let ask = |line: &str| objects(&outplay(line).stdout).remove(0);
    let s2 = ask("strategy s2 petersen --json");
    let forests = s2["forests"].as_array().unwrap();
    let arcs = forests.iter().map(|f| f["arcs"].as_array().unwrap().len());
    assert_eq!(arcs.sum::<usize>(), 15);
    let s3 = ask("strategy s3 grid:2x5 --json");
    // col₂ = 3: at most two neighbours before a vertex, adjacent or loose.
    for placed in s3["order"].as_array().unwrap() {
        let before = |key: &str| placed[key].as_array().unwrap().len();
        assert!(before("backward") + before("loose") <= 2, "{placed}");
    }
    let s4 = ask("strategy s4 grid:2x3 --json");
    assert_eq!(s4["auxiliary"].as_array().unwrap().len(), 6);
    let file = folder("strategy").join("s4.svg");
    outplay(&format!("strategy s4 grid:2x3 -o {}", file.display()));
    assert!(std::fs::read_to_string(file).unwrap().contains("step 6: "));
    for (line, word) in [
        ("strategy s5 path:3", "s1, s2, s3, s4"),
        ("strategy s4 petersen", "not planar"),
        ("strategy s1:as-read path:3", "as-written"),
        ("strategy s1 arcs:0-1", "undirected"),
    ] {
        let ran = outplay(line);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{line}");
        assert!(ran.stderr.contains(word), "{line}: {}", ran.stderr);
    }
}

#[test]
fn matches_tell_their_moves() {
    let ran = outplay("match coloring grid:2x3 -k 8 --alice s1 --bob random -n 3 --show=2");
    for words in [
        "Game 1\n",
        "Game 2\n",
        "the first vertex without a colour",
        "Alice wins: every vertex is coloured.",
    ] {
        assert!(ran.stdout.contains(words), "{words}: {}", ran.stdout);
    }
    assert!(!ran.stdout.contains("Game 3"));
    let ran =
        outplay("match token arcs:0-1,1-2 --start 0 --alice perfect --bob random -n 1 --show");
    let end = "The second player wins: the first player has no move left: no arc leads out of the vertex with the token.";
    assert!(ran.stdout.contains(end), "{}", ran.stdout);
    assert_eq!(outplay("match nim --show --json").status, 2);
}

/// The tree on which the wording of 2013 loses, and the player of 2013.
#[test]
fn players_of_2013() {
    let edges: Vec<String> = (0..10)
        .map(|i| format!("10-{},{}-{},{}-{i}", 11 + i, 11 + i, 21 + i, 21 + i))
        .collect();
    let tree = format!("edges:{}", edges.join(","));
    let docs = include_str!("../../../../docs/players.md");
    assert!(docs.contains(&format!("T={tree}\n")));
    // Bob gives the neighbours of 10 one colour after the other.
    let plan: String = (12..20).map(|x| format!("{x}={}\n", x - 11)).collect();
    assert!(docs.contains(&plan.replace('\n', r"\n")));
    let against = |alice: &str| {
        let line = format!("play coloring {tree} -k 8 --as bob --against {alice}");
        fed(&line, &plan).stdout
    };
    let end = "Vertex 10 has no colour left: its neighbours 12, 13, 14, 15, 16, 17, 18, 19 have them all. You won: Bob wins.";
    assert!(against("s1:as-written,order=board").contains(end));
    let repaired = against("s1:order=board");
    assert!(
        repaired.contains("Alice plays 10=") && !repaired.contains("Bob wins"),
        "{repaired}"
    );
    let ran = outplay("match coloring path:4 -k 3 --alice mcts-2013:50 --bob random -n 20 --json");
    assert_eq!(objects(&ran.stdout)[0]["games"], 20);
    let ran = outplay("match coloring path:4 -k 3 --alice mcts-2013:0 --bob random");
    assert!(ran.stderr.contains("such as mcts-2013:1000"), "{ran:?}");
}

#[test]
fn loops_and_stolen_strategies_are_explained() {
    let ran = outplay("explain token arcs:0-0,0-1,1-2 --start 0");
    assert!(
        ran.stdout
            .contains("a position with a loop ever be lost, by strategy stealing"),
        "{}",
        ran.stdout
    );
    let ran = outplay("explain token arcs:0-1,0-2,1-2,2-3 --start 0");
    assert!(
        ran.stdout
            .contains("by strategy stealing: whatever is answered to 1"),
        "{}",
        ran.stdout
    );
    let ran = outplay("lesson token arcs:0-0,0-1,1-2 --start 0 --all");
    assert!(
        ran.stdout
            .contains("who has a loop never loses: if this were lost"),
        "{}",
        ran.stdout
    );
}

/// These words mean board, quit and undo; on such boards no move could be made.
#[test]
fn play_swallowed_moves_to_vertices_called_b_q_and_u() {
    let folder = folder("called-q");
    fs::write(folder.join("board.txt"), "b - q\nq - u\nu - x\n").unwrap();
    let board = folder.join("board.txt");
    let line = format!("play node-kayles {} --against human", board.display());
    let ran = fed(&line, "q\n/undo\nb\nu\n");
    // q, taken back, then b and u: all four vertices are chosen or beside a chosen one.
    assert!(ran.stdout.contains("Position: -,x,-,-"), "{ran:?}");
    assert!(ran.stdout.contains("The second player wins."), "{ran:?}");
}

#[test]
fn a_lost_game_says_which_move_lost_it_and_can_be_tried_again() {
    let line = "play coloring path:3 -k 2 --as alice --against perfect";
    let ran = fed(line, "0=1\nagain\n1=1\n");
    let lost = "0=1 (move 1) lost it; 1=1 would have won.";
    assert!(ran.stdout.contains(lost), "{ran:?}");
    // From there the middle is coloured, and nothing is lost.
    assert_eq!(ran.stdout.matches("You lost").count(), 1, "{ran:?}");
    let never_won = fed(
        "play coloring path:4 -k 2 --against perfect",
        "1=1\nagain\n",
    );
    assert!(!never_won.stdout.contains("lost it"), "{never_won:?}");
}

/// "c  The first player  moves to d, which is The second player": who is to move is nobody's name.
#[test]
fn words_for_winners_contradicted_themselves_in_token_games() {
    let ran = outplay("solve token arcs:0-1,1-2,2-3,0-2 --start 0 --words win --steps");
    let step = "2  the player to move  moves to 3, where the other player wins";
    assert!(ran.stdout.contains(step), "{ran:?}");
    assert!(!ran.stdout.contains("which is The"), "{ran:?}");
}

#[test]
fn written_tables_did_not_hear_words() {
    let table = |words| outplay(&format!("solve token arcs:0-1,1-0 --all {words} -o -")).stdout;
    assert_eq!(
        table("--words wl"),
        "vertex,outcome,remoteness\n0,D,\n1,D,\n"
    );
    assert_eq!(table(""), "vertex,outcome,remoteness\n0,draw,\n1,draw,\n");
    let ran = outplay("solve token arcs:0-1 --all --words win -o -");
    assert!(
        ran.status == 2 && ran.stderr.contains("pn or wl"),
        "{ran:?}"
    );
}

/// One vertex is coloured, so that Bob is to move; the heading said "Alice first".
#[test]
fn a_coloured_board_was_headed_with_who_does_not_move() {
    let folder = folder("coloured");
    let text =
        r#"[{"color": 1, "adj": [1]}, {"color": 0, "adj": [0, 2]}, {"color": 0, "adj": [1]}]"#;
    fs::write(folder.join("board.json"), text).unwrap();
    let board = folder.join("board.json");
    let ran = outplay(&format!("solve coloring {} -k 3", board.display()));
    assert!(ran.stdout.contains("3 colours, Bob to move\n"), "{ran:?}");
}

#[test]
fn sides_have_the_names_that_they_are_given() {
    let ran = outplay("explain coloring cycle:4 -k 2 --names Ali,Matin");
    assert!(
        ran.stdout.contains("Ali") || ran.stdout.contains("Matin"),
        "{ran:?}"
    );
    assert!(
        !ran.stdout.contains("Alice") && !ran.stdout.contains("Bob"),
        "{ran:?}"
    );
    let ran = fed(
        "play subtraction --pebbles 3 --take 1,2 --against human --names Ali,Matin",
        "1\n2\n",
    );
    assert!(ran.stdout.contains("Matin wins."), "{ran:?}");
    // Scripts read words, not names.
    let ran = outplay("solve coloring path:3 -k 2 --names Ali,Matin --json");
    assert_eq!(objects(&ran.stdout)[0]["winner"], "alice");
    let ran = outplay("solve coloring path:3 -k 2 --names Ali");
    assert!(
        ran.status == 2 && ran.stderr.contains("such as Ali,Matin"),
        "{ran:?}"
    );
}

#[test]
fn labels_are_drawn_on_ones_own_digraph() {
    let folder = folder("labels");
    let file = folder.join("labels.svg");
    let draw = |more: &str| {
        let line = format!("solve token arcs:0-1,1-2,0-2,3-3,2-4 --all {more} -o");
        let ran = outplay(&format!("{line} {}", file.display()));
        assert_eq!(ran.status, 0, "{ran:?}");
        fs::read_to_string(&file).unwrap()
    };
    // 4 is lost, 2 moves there, 1 can only move to 2, and 0 moves to 1; 3 can stay for ever.
    let svg = draw("");
    for label in [">L0<", ">W1<", ">L2<", ">W3<", ">D<"] {
        assert!(svg.contains(label), "{label} is missing");
    }
    assert!(draw("--words pn").contains(">P2<"));
    let moving = draw("--steps");
    assert_eq!(moving.matches("<set ").count(), 5);
    assert!(moving.contains(r#"begin="4s""#) && moving.contains(">D<"));
    let ran = outplay("solve node-kayles path:3 --all -o labels.svg");
    assert!(
        ran.status == 2 && ran.stderr.contains("such as token"),
        "{ran:?}"
    );
}
