//! Certificates written by hand: what the checker accepts, and above all what
//! it refuses and why.

use crate::common::sealed;
use outplay_checker::{Checked, Options, Rejection, check, games};
use proptest::prelude::*;
use std::io::{self, BufReader, Read};

fn checked(certificate: &str) -> Result<Checked, Rejection> {
    check(certificate.as_bytes(), &Options::default())
}

/// The reason why a certificate, with its end put right, is refused.
#[track_caller]
fn refused(certificate: &str) -> String {
    match checked(&sealed(certificate)) {
        Ok(proved) => panic!("accepted: {}", proved.statement),
        Err(rejection) => rejection.to_string(),
    }
}

#[track_caller]
fn assert_refused(certificate: &str, reason: &str) {
    let found = refused(certificate);
    assert!(found.contains(reason), "{found}");
}

/// A position with neighbours of the same colour.
const ILLEGAL: &str = "\
outplay-certificate 1
game coloring
vertices 3
edges 0-1 1-2
colors 2
pass none
start ---
to-move alice
winner alice
symmetry 2 1 0
strategy
l 11- X
";

/// The path with three vertices and two colours, Alice starting: she colours
/// the middle, and the rest follows.
const ALICE_ON_PATH: &str = "\
outplay-certificate 1
game coloring
vertices 3
edges 0-1 1-2
colors 2
pass none
start ---
to-move alice
winner alice
symmetry 2 1 0
strategy
l -1- 0=2:2=2
w --- 1=1
";

/// The same with Bob starting, who colours an end and threatens the middle, but
/// Alice can answer.
const BOB_ON_PATH: &str = "\
outplay-certificate 1
game coloring
vertices 3
edges 0-1 1-2
colors 2
pass none
start ---
to-move bob
winner bob
strategy
w --- 0=1
";

#[test]
fn accepts_what_holds() {
    let proved = checked(&sealed(ALICE_ON_PATH)).unwrap();
    assert_eq!(proved.winner, "alice");
    assert_eq!(proved.game, "coloring");
    assert_eq!(
        (proved.vertices, &proved.edges[..]),
        (3, &[(0, 1), (1, 2)][..])
    );
    assert_eq!(proved.positions, 3);
    assert!(proved.lemmas.is_empty());
    for part in [
        "coloring on 3 vertices",
        "0-1 1-2",
        "colors 2",
        "to-move alice",
        "Alice wins",
    ] {
        assert!(proved.statement.contains(part), "{}", proved.statement);
    }
    let strict = check(sealed(ALICE_ON_PATH).as_bytes(), &Options { strict: true });
    assert_eq!(strict, Ok(proved));
}

#[test]
fn refuses_a_missing_or_wrong_reply() {
    // Without the symmetry the two ends are two moves.
    let plain = ALICE_ON_PATH.replace("symmetry 2 1 0\n", "");
    assert_refused(&plain, "line 11: the move 2=2 has no reply");
    let both = plain.replace("0=2:2=2", "0=2:2=2 2=2:0=2");
    assert!(checked(&sealed(&both)).is_ok());
    assert_refused(
        &both.replace("0=2:2=2 2=2:0=2", "2=2:0=2 0=2:2=2"),
        "0=2 has no reply",
    );
    assert_refused(
        &both.replace(" 2=2:0=2", " 2=2:0=1"),
        "'0=1' is no legal reply",
    );
    assert_refused(
        &both.replace(" 2=2:0=2", " 2=2:2=2"),
        "'2=2' is no legal reply",
    );
    assert_refused(
        &both.replace(" 2=2:0=2", " 2=2:pass"),
        "'pass' is no legal reply",
    );
    assert_refused(
        &both.replace(" 2=2:0=2", " 2=2:0=2 2=2:0=2"),
        "the reply to 2=2 is out of place",
    );
    assert_refused(&both.replace(" 2=2:0=2", " 2=2"), "is no reply");
    assert_refused(
        &ALICE_ON_PATH.replace("l -1- 0=2:2=2\n", ""),
        "not settled before",
    );
    assert_refused(
        &ALICE_ON_PATH.replace("w --- 1=1\n", ""),
        "the start is not among",
    );
    assert_refused(
        &ALICE_ON_PATH.replace("w --- 1=1", "w --- 0=1"),
        "not settled before",
    );
    assert_refused(
        &ALICE_ON_PATH.replace("w --- 1=1", "w ---"),
        "a position and a reply",
    );
    assert_refused(
        &ALICE_ON_PATH.replace("w --- 1=1", "w --- 9=1"),
        "no legal reply",
    );
}

#[test]
fn refuses_the_other_winner_and_the_other_turn() {
    assert_refused(&ALICE_ON_PATH.replace("winner alice", "winner bob"), "");
    assert_refused(
        &ALICE_ON_PATH.replace("to-move alice", "to-move bob"),
        "the start is not",
    );
    assert_refused(BOB_ON_PATH, "not settled before");
    assert_refused(ILLEGAL, "the same colour");
}

#[test]
fn refuses_a_circular_argument() {
    // Two vertices, each with an arc to the other: a draw, not a win.
    let circle = "\
outplay-certificate 1
game token
vertices 2
arcs 0>1 1>0
start 0
winner first
strategy
l 1 0:1
w 0 1
";
    assert_refused(circle, "the position after 1 was not settled before");
    assert_refused(
        &circle.replace("l 1 0:1\nw 0 1", "w 0 1\nl 1 0:1"),
        "not settled before",
    );
    assert_refused(
        &circle.replace("l 1 0:1\nw 0 1", "l 1"),
        "the move 0 has no reply",
    );
    let drawn = circle
        .replace("winner first", "winner draw")
        .replace("l 1 0:1\nw 0 1", "d 0\nd 1");
    assert_eq!(checked(&sealed(&drawn)).unwrap().winner, "draw");
    assert_refused(
        &drawn.replace("winner draw", "winner first"),
        "draws prove no win",
    );
    assert_refused(&drawn.replace("d 1\n", ""), "said to be a draw");
    assert_refused(&drawn.replace("d 0\n", ""), "the start is not");
    // With a way out to a vertex without arcs the player to move wins.
    let exit = drawn
        .replace("vertices 2", "vertices 3")
        .replace("1>0", "1>0 1>2");
    assert_refused(&exit, "said to be a draw");
    assert_refused(&exit.replace("d 1", "d 1\nd 2"), "the game is over");
    // All moves leave the draws: that is a loss.
    let leave = "\
outplay-certificate 1
game token
vertices 3
arcs 0>1 1>2
start 0
winner draw
strategy
w 1 2
d 0
";
    assert_refused(leave, "said to be a draw");
}

#[test]
fn refuses_what_is_no_board() {
    let board = |from: &str, to: &str| ALICE_ON_PATH.replace(from, to);
    assert_refused(&board("edges 0-1 1-2", "edges 0-1 1-3"), "3 vertices");
    assert_refused(&board("edges 0-1 1-2", "edges 0-1 0-1"), "listed twice");
    assert_refused(&board("edges 0-1 1-2", "edges 0-1 2-1"), "is no edge");
    assert_refused(&board("edges 0-1 1-2", "edges 0-1 1-1"), "is no edge");
    assert_refused(
        &board("edges 0-1 1-2", "edges 0-1 12"),
        "expected two numbers",
    );
    assert_refused(
        &board("edges 0-1 1-2", "edges  0-1"),
        "expected two numbers",
    );
    assert_refused(&board("vertices 3", "vertices -3"), "expected a number");
    assert_refused(&board("vertices 3", "vertices +3"), "expected a number");
    assert_refused(&board("vertices 3", "vertices 0"), "0 vertices");
    assert_refused(&board("vertices 3", "vertices 1000000"), "from 0 to 4096");
    assert_refused(
        &board("vertices 3", "vertices 99999999999999999999999"),
        "expected a number",
    );
    assert_refused(
        &board("vertices 3", "vertices 4000000000"),
        "expected a number from",
    );
    assert_refused(&board("colors 2", "colors 0"), "from 1 to 60");
    assert_refused(&board("colors 2", "colors 61"), "from 1 to 60");
    assert_refused(&board("pass none", "pass carol"), "who may pass");
    assert_refused(&board("start ---", "start ----"), "expected 3 marks");
    assert_refused(&board("start ---", "start 3--"), "from 1 to 2");
    assert_refused(
        &board("to-move alice", "to-move first"),
        "expected alice or bob",
    );
    assert_refused(
        &board("winner alice", "winner draw"),
        "expected alice or bob",
    );
    assert_refused(&board("game coloring", "game chess"), "unknown");
    assert_refused(&board("game coloring", "game edge"), "expected 'start'");
    assert_refused(&board("strategy", "strategy now"), "nothing after");
    assert_refused(&board("certificate 1", "certificate 3"), "version");
    assert_refused(&board("certificate 1", "certificate 1 "), "version");
    assert_refused(&board("outplay-certificate", "certificate"), "line 1");
}

#[test]
fn refuses_what_is_no_symmetry() {
    let symmetry = |to: &str| ALICE_ON_PATH.replace("symmetry 2 1 0", to);
    assert_refused(&symmetry("symmetry 1 0 2"), "no symmetry");
    assert_refused(&symmetry("symmetry 2 1"), "no permutation");
    assert_refused(&symmetry("symmetry 2 1 0 3"), "no permutation");
    assert_refused(&symmetry("symmetry 2 1 2"), "no permutation");
    assert_refused(&symmetry("symmetry"), "no permutation");
    assert_refused(&symmetry("symmetry 2 1 99999999999"), "no permutation");
    assert!(checked(&sealed(&symmetry("symmetry 2 1 0\nsymmetry 0 1 2"))).is_ok());
}

#[test]
fn repeated_symmetries_cost_nothing() {
    let with = |rows: &[&str], times: usize| {
        let rows: String = rows.iter().map(|row| format!("symmetry {row}\n")).collect();
        let many = ALICE_ON_PATH.replace("symmetry 2 1 0\n", &rows.repeat(times));
        checked(&sealed(&many)).unwrap().symmetries
    };
    assert_eq!(with(&["2 1 0"], 1), 1);
    assert_eq!(with(&["2 1 0"], 100_000), 1);
    assert_eq!(with(&["2 1 0", "0 1 2", "02 01 00"], 1000), 1);
    // The identity alone is no symmetry to use: the two ends are two moves again.
    let identity = ALICE_ON_PATH.replace("symmetry 2 1 0\n", "symmetry 0 1 2\n");
    assert_refused(&identity, "the move 2=2 has no reply");
    assert_eq!(checked(&sealed(TRIANGLE)).unwrap().symmetries, 5);
    let twice = TRIANGLE.replace(
        "symmetry 1 2 0\n",
        "symmetry 0 1 2\nsymmetry 2 0 1\nsymmetry 1 2 0\n",
    );
    assert_eq!(checked(&sealed(&twice)).unwrap().symmetries, 5);
    // A repeated line is still verified.
    let broken = ALICE_ON_PATH.replace("symmetry 2 1 0\n", "symmetry 2 1 0\nsymmetry 1 0 2\n");
    assert_refused(&broken, "line 11: no symmetry");
}

#[test]
fn the_number_of_symmetries_has_a_limit() {
    // All permutations of eight vertices without edges are symmetries: 40,320.
    let mut maps: Vec<String> = vec![String::new()];
    for _ in 0..8 {
        let longer = |map: &String| {
            let free = ('0'..'8').filter(|v| !map.contains(*v));
            free.map(|v| format!("{map} {v}")).collect::<Vec<_>>()
        };
        maps = maps.iter().flat_map(longer).collect();
    }
    let with = |count: usize| {
        let rows: String = maps[..count]
            .iter()
            .map(|map| format!("symmetry{map}\n"))
            .collect();
        format!(
            "outplay-certificate 1\ngame coloring\nvertices 8\ncolors 1\npass none\n\
             start 11111111\nto-move bob\nwinner alice\n{rows}strategy\n"
        )
    };
    // The first is the identity.
    assert_eq!(checked(&sealed(&with(10_001))).unwrap().symmetries, 10_000);
    assert_refused(&with(10_002), "more than 10000 different symmetries");
    assert_refused(&with(maps.len()), "line 10010: more than 10000");
}

#[test]
fn a_lemma_named_twice_is_one_lemma() {
    let lines = "lemma residual\nlemma residual\nsymmetry 2";
    let twice = ALICE_ON_PATH.replace("symmetry 2", lines);
    assert_eq!(checked(&sealed(&twice)).unwrap().lemmas, ["residual"]);
}

#[test]
fn refuses_a_cut_or_altered_file() {
    let good = sealed(ALICE_ON_PATH);
    assert!(checked(&good).is_ok());
    let end = good.lines().last().unwrap().to_owned();
    let words: Vec<&str> = end.split(' ').collect();
    for (i, other) in [(1, "3"), (2, "2"), (3, "0123456789abcdef"), (0, "End")] {
        let mut words = words.clone();
        words[i] = other;
        assert!(checked(&good.replace(&end, &words.join(" "))).is_err());
    }
    for after in ["\n", "x", "l -1- 0=2:2=2\n", "\0"] {
        let rejection = checked(&format!("{good}{after}")).unwrap_err();
        assert!(rejection.reason.contains("after the end"), "{rejection}");
    }
    assert!(checked(&good.replace('\n', "\r\n")).is_err());
    assert!(checked(&format!("\u{feff}{good}")).is_err());
    assert_eq!(checked("").unwrap_err().line, 1);
    assert!(checked("\n\n\n").is_err());
}

#[test]
fn trusts_lemmas_only_when_they_are_named_and_not_strictly() {
    // Two colours on a single edge: every vertex is safe from the start.
    let safe = "\
outplay-certificate 1
game coloring
vertices 2
edges 0-1
colors 2
pass none
start --
to-move bob
winner alice
lemma safe
strategy
";
    let proved = checked(&sealed(safe)).unwrap();
    assert_eq!((proved.lemmas, proved.positions), (vec!["safe"], 0));
    assert_refused(&safe.replace("lemma safe\n", ""), "the start is not");
    assert_refused(
        &safe.replace("lemma safe", "lemma wishful"),
        "no lemma 'wishful'",
    );
    assert_refused(
        &safe.replace("winner alice", "winner bob"),
        "the start is not",
    );
    assert_refused(&safe.replace("colors 2", "colors 1"), "the start is not");
    let strict = check(sealed(safe).as_bytes(), &Options { strict: true });
    assert!(strict.unwrap_err().reason.contains("does not trust"));
    // A path of three with its middle unsafe: the lemma must not apply.
    let path = safe
        .replace("vertices 2", "vertices 3")
        .replace("0-1", "0-1 1-2");
    assert_refused(&path.replace("start --", "start ---"), "the start is not");
    // On a star with three leaves and three colours the middle is unsafe, and
    // a leaf that cannot take a free colour of the middle is no rival.
    let star = safe
        .replace("vertices 2", "vertices 4")
        .replace("0-1", "0-1 0-2 0-3");
    let star = star.replace("colors 2", "colors 3");
    assert_refused(&star.replace("start --", "start ----"), "the start is not");
    assert!(checked(&sealed(&star.replace("start --", "start -1--"))).is_err());
    assert!(checked(&sealed(&star.replace("start --", "start -11-"))).is_ok());
}

#[test]
fn scattered_danger_must_be_scattered() {
    // Two paths of three with two colours: each middle vertex is in danger, for itself.
    let paths = "\
outplay-certificate 1
game coloring
vertices 6
edges 0-1 1-2 3-4 4-5
colors 2
pass none
start ------
to-move bob
winner alice
lemma scattered
strategy
";
    let proved = checked(&sealed(paths)).unwrap();
    assert_eq!((proved.lemmas, proved.positions), (vec!["scattered"], 0));
    let strict = check(sealed(paths).as_bytes(), &Options { strict: true });
    assert!(strict.unwrap_err().reason.contains("does not trust"));
    assert_refused(&paths.replace("scattered", "safe"), "the start is not");
    assert_refused(
        &paths.replace("winner alice", "winner bob"),
        "the start is not",
    );
    // In a path of six every inner vertex is in danger, next to another one.
    assert!(checked(&sealed(&paths.replace("1-2 3-4", "1-2 2-3 3-4"))).is_err());
    // A path of four: Bob wins with two colours, and the two in danger are neighbours.
    let four = paths
        .replace("vertices 6", "vertices 4")
        .replace("0-1 1-2 3-4 4-5", "0-1 1-2 2-3");
    let four = four.replace("start ------", "start ----");
    for mover in ["alice", "bob"] {
        let four = four.replace("to-move bob", &format!("to-move {mover}"));
        assert_refused(&four, "the start is not");
    }
    // One threat: Bob carries it out, Alice parries it. Two are too many for her.
    let threat = paths.replace("start ------", "start 1-----");
    assert_refused(&threat, "the start is not");
    let alice = threat.replace("to-move bob", "to-move alice");
    assert!(checked(&sealed(&alice)).is_ok());
    let two = alice.replace("start 1-----", "start 1--1--");
    assert_refused(&two, "the start is not");
}

#[test]
fn equal_residual_games_are_one_by_the_lemma_only() {
    // Vertex 1 cannot take colour 1, whatever colour the lonely vertex 2 has.
    let text = "\
outplay-certificate 1
game coloring
vertices 3
edges 0-1
colors 2
pass none
start 1--
to-move bob
winner alice
lemma residual
strategy
l 1-- 1=2:2=1 2=1:1=2
";
    assert_eq!(checked(&sealed(text)).unwrap().lemmas, ["residual"]);
    assert_refused(
        &text.replace("lemma residual\n", ""),
        "the move 2=2 has no reply",
    );
}

/// Two triangles on the edge between 0 and 2; the player to move closes one.
#[test]
fn nothing_is_played_after_the_end() {
    let text = "\
outplay-certificate 1
game cycles
vertices 4
edges 0-1 0-2 0-3 1-2 2-3
cell 0 1 2
cell 0 2 3
outer 0 3 2 1
start +0++0
winner second
strategy
l +0++0 2>0:3>2 3>2:2>0
";
    assert_refused(text, "the move 2>0 wins");
    let first = text.replace("winner second", "winner first");
    let first = &first[..first.find("l +").unwrap()];
    assert!(checked(&sealed(&format!("{first}w +0++0 2>0\n"))).is_ok());
    // Nor after a vertex has run out of colours.
    let stuck = "\
outplay-certificate 1
game coloring
vertices 4
edges 0-1 1-2
colors 2
pass none
start 1---
to-move bob
winner alice
strategy
l 1-2- 3=1:3=2
l 1--- 1=2:2=1 2=1:1=2 2=2:3=1 3=1:1=2 3=2:1=2
";
    assert!(refused(stuck).contains("the game is over"));
    let stuck = stuck.replace("l 1-2- 3=1:3=2\n", "");
    assert!(!refused(&stuck).is_empty());
}

/// A triangle: whoever closes it wins, and the third arrow always can.
const TRIANGLE: &str = "\
outplay-certificate 1
game cycles
vertices 3
edges 0-1 0-2 1-2
cell 0 1 2
outer 0 2 1
start 000
winner first
symmetry 1 2 0
symmetry 2 0 1
symmetry 0 2 1
symmetry 1 0 2
symmetry 2 1 0
strategy
l +00 2>0:1>2
w 000 0>1
";

#[test]
fn cycles_on_a_triangle() {
    assert_eq!(checked(&sealed(TRIANGLE)).unwrap().winner, "first");
    let other = |from: &str, to: &str| TRIANGLE.replace(from, to);
    assert_refused(&other("winner first", "winner second"), "");
    assert_refused(&other("2>0:1>2", "2>0:2>1"), "no legal reply");
    assert_refused(&other("2>0:1>2", "0>2:1>2"), "has no reply");
    assert_refused(&other("start 000", "start 00"), "expected 3 arrows");
    assert_refused(&other("start 000", "start 0001"), "0, + or -");
    assert_refused(&other("start 000", "start ++0"), "source or a sink");
    assert_refused(&other("start 000", "start +-+"), "the start is not");
    assert_refused(&other("symmetry 1 2 0", "symmetry 1 1 0"), "no permutation");
    // The faces must be those of a plane graph.
    assert_refused(&other("outer 0 2 1", "outer 0 1 2"), "is on two faces");
    assert_refused(&other("outer 0 2 1", "outer 0 2"), "");
    assert_refused(&other("outer 0 2 1", "outer"), "a face without edges");
    assert_refused(&other("outer 0 2 1", "outer 0 2 7"), "no edge");
    assert_refused(&other("cell 0 1 2\n", ""), "on no face");
    assert_refused(&other("outer 0 2 1\n", ""), "expected 'outer'");
    assert_refused(&other("edges 0-1 0-2 1-2", "edges 0-1 0-2"), "no edge");
    assert_refused(&other("vertices 3", "vertices 4"), "no embedding");
}

#[test]
fn cycles_need_the_plane() {
    let faces = |n: usize, edges: &str, faces: &[&str]| {
        let marks = "0".repeat(edges.split(' ').count());
        let mut text = format!("outplay-certificate 1\ngame cycles\nvertices {n}\nedges {edges}\n");
        for (i, face) in faces.iter().enumerate() {
            let key = if i + 1 == faces.len() {
                "outer"
            } else {
                "cell"
            };
            text += &format!("{key} {face}\n");
        }
        text + &format!("start {marks}\nwinner first\nstrategy\n")
    };
    // K4 on the sphere, and on the torus with two faces.
    let k4 = "0-1 0-2 0-3 1-2 1-3 2-3";
    let plane = faces(4, k4, &["0 1 2", "0 2 3", "0 3 1", "1 3 2"]);
    assert_refused(&plane, "the start is not");
    let torus = faces(4, k4, &["0 1 2 3", "0 2 1 3 2 0 3 1"]);
    assert_refused(&torus, "no embedding");
    // Two pieces of the sphere that touch in two points satisfy Euler's formula.
    // Each is a square 0-a-1-b with two sides; 0 and 1 are the points.
    let squares = "0-2 1-2 1-3 0-3 0-4 1-4 1-5 0-5";
    let touching = ["0 2 1 3", "0 3 1 2", "0 4 1 5", "0 5 1 4"];
    assert_eq!(6 + touching.len(), squares.split(' ').count() + 2);
    assert_refused(&faces(6, squares, &touching), "do not go around it once");
    // A torus and a sphere apart satisfy Euler's formula together.
    let apart = faces(
        7,
        "0-1 0-2 0-3 1-2 1-3 2-3 4-5 4-6 5-6",
        &["0 1 2 3", "0 2 1 3 2 0 3 1", "4 5 6", "4 6 5"],
    );
    assert_refused(&apart, "no embedding");
    // Two triangles apart.
    let apart = faces(
        6,
        "0-1 0-2 1-2 3-4 3-5 4-5",
        &["0 1 2", "0 2 1", "3 4 5", "3 5 4"],
    );
    assert_refused(&apart, "no embedding");
}

/// A symmetry of the graph that is none of the plane board must not count: the
/// cells of a square with a diagonal, with one triangle outside.
#[test]
fn symmetries_of_cycles_take_cells_to_cells() {
    let square = "\
outplay-certificate 1
game cycles
vertices 4
edges 0-1 0-2 0-3 1-2 2-3
cell 0 1 2
cell 0 3 2 1
outer 0 2 3
start 00000
winner first
symmetry 2 1 0 3
strategy
";
    assert_refused(square, "the start is not");
    // Swapping 1 and 3 is an automorphism, but moves the outer face.
    assert_refused(
        &square.replace("2 1 0 3", "0 3 2 1"),
        "some cell goes to no cell",
    );
}

#[test]
fn other_games_have_their_rules() {
    let heaps = "\
outplay-certificate 1
game subtraction
take 1,2
start 2,2
winner second
strategy
l 1,1 0-1:1-1
l 0,3 1-1:1-2 1-2:1-1
l 2,2 0-1:1-1 0-2:1-2
";
    assert!(checked(&sealed(heaps)).is_ok());
    assert_refused(
        &heaps.replace("take 1,2", "take 1,2,0"),
        "no number to take",
    );
    assert_refused(&heaps.replace("take 1,2", "take 1,2,3"), "");
    assert_refused(&heaps.replace("take 1,2", "take"), "expected a number");
    assert_refused(&heaps.replace("start 2,2", "start 2,3"), "the start is not");
    assert_refused(
        &heaps.replace("start 2,2", "start 2,18446744073709551616"),
        "a number",
    );
    assert_refused(&heaps.replace("0-2:1-2", "0-2:1-3"), "no legal reply");
    assert_refused(&heaps.replace("0-2:1-2", "0-2:7-1"), "no legal reply");

    // One colour on two edges that share a vertex: the second edge cannot carry {1,1} too.
    let edge = "\
outplay-certificate 1
game edge
vertices 3
edges 0-1 1-2
colors 1
start ---
winner second
symmetry 2 1 0
strategy
l --- 0=1:2=1 1=1:0=1
";
    assert!(checked(&sealed(edge)).is_ok());
    assert_refused(&edge.replace("winner second", "winner first"), "");
    assert_refused(&edge.replace("start ---", "start 111"), "two edges carry");
    assert_refused(&edge.replace("0=1:2=1", "0=1:2=2"), "no legal reply");
    assert_refused(&edge.replace("colors 1", "colors 2"), "not settled before");
}

/// Node Kayles on a path of four: each choice leaves an answer after which nothing is left.
const KAYLES: &str = "\
outplay-certificate 1
game node-kayles
vertices 4
edges 0-1 1-2 2-3
start ----
winner second
strategy
l ---- 0:2 1:3 2:0 3:1
";

#[test]
fn node_kayles_on_paths() {
    // Paths of 0 to 4 vertices have the Grundy values 0, 1, 1, 2, 0.
    let path = |n: usize, edges: &str, start: &str, winner: &str, strategy: &str| {
        let text = format!(
            "outplay-certificate 1\ngame node-kayles\nvertices {n}\n{edges}start {start}\n\
             winner {winner}\nstrategy\n{strategy}"
        );
        let proved = check(sealed(&text).as_bytes(), &Options { strict: true });
        assert_eq!(crate::common::Statement::read(&text).truth(), winner);
        (proved.unwrap(), text)
    };
    let (proved, _) = path(0, "", ".", "second", "");
    assert_eq!((proved.vertices, proved.positions), (0, 0));
    let (_, one) = path(1, "", "-", "first", "w - 0\n");
    let (_, two) = path(2, "edges 0-1\n", "--", "first", "w -- 0\n");
    let (_, three) = path(3, "edges 0-1 1-2\n", "---", "first", "w --- 1\n");
    for text in [&one, &two, &three] {
        assert_refused(&text.replace("winner first", "winner second"), "");
    }
    assert_refused(&one.replace("w - 0", "w - 1"), "no legal reply");
    assert_refused(&one.replace("w - 0\n", ""), "the start is not");
    // An end leaves the other end.
    assert_refused(
        &three.replace("--- 1", "--- 0"),
        "the position after 0 was not",
    );
    let (proved, text) = path(
        4,
        "edges 0-1 1-2 2-3\n",
        "----",
        "second",
        "l ---- 0:2 1:3 2:0 3:1\n",
    );
    assert_eq!((text.as_str(), proved.positions), (KAYLES, 5));
    assert_eq!(
        proved.statement,
        "node-kayles on 4 vertices with 3 edges 0-1 1-2 2-3, start ----: the player to move loses"
    );
    // From the middle of the game, and where nothing is left.
    path(4, "edges 0-1 1-2 2-3\n", "x---", "first", "w x--- 2\n");
    path(4, "edges 0-1 1-2 2-3\n", "x-x-", "second", "");
    path(4, "edges 0-1 1-2 2-3\n", "x--x", "second", "");
}

#[test]
fn node_kayles_has_its_rules() {
    let other = |from: &str, to: &str| {
        assert!(KAYLES.contains(from), "{from}");
        KAYLES.replace(from, to)
    };
    // Replies beside a chosen vertex, at it, outside, and no replies at all.
    assert_refused(&other("0:2", "0:1"), "line 8: '1' is no legal reply");
    assert_refused(&other("0:2", "0:0"), "'0' is no legal reply");
    assert_refused(&other("0:2", "0:4"), "'4' is no legal reply");
    assert_refused(&other("0:2", "0:18446744073709551615"), "no legal reply");
    assert_refused(&other("0:2", "0:18446744073709551616"), "expected a number");
    assert_refused(&other("0:2", "0:-1"), "expected a number");
    assert_refused(&other("0:2", "0:2=1"), "expected a number");
    assert_refused(&other("0:2", "0:pass"), "expected a number");
    assert_refused(&other("0:2", "0:"), "expected a number");
    assert_refused(&other("0:2", "0"), "'0' is no reply");
    assert_refused(&other("0:2", "0=1:2"), "expected a number");
    // Moves without a reply, twice, out of order, and illegal ones.
    assert_refused(&other(" 0:2", ""), "the move 0 has no reply");
    assert_refused(&other(" 1:3", ""), "the move 1 has no reply");
    assert_refused(&other(" 3:1", ""), "the move 3 has no reply");
    assert_refused(&other(" 0:2 1:3 2:0 3:1", ""), "the move 0 has no reply");
    assert_refused(&other("0:2 1:3", "1:3 0:2"), "the move 0 has no reply");
    assert_refused(&other("0:2", "0:2 0:3"), "the move 1 has no reply");
    assert_refused(&other("3:1", "3:1 3:1"), "the reply to 3 is out of place");
    assert_refused(&other("3:1", "3:1 4:0"), "the reply to 4 is out of place");
    // Winners.
    assert_refused(&other("winner second", "winner first"), "the start is not");
    let first = other("winner second", "winner first");
    let first = first.replace("l ---- 0:2 1:3 2:0 3:1", "w ---- 1");
    assert_refused(&first, "the position after 1 was not settled before");
    assert_refused(&other("winner second", "winner draw"), "first or second");
    assert_refused(&other("winner second", "winner alice"), "first or second");
    assert_refused(&other("winner second", "winner"), "first or second");
    assert_refused(&other("l ----", "d ----"), "draws prove no win");
    assert_refused(&other("l ----", "w ----"), "expected a number");
    // Positions.
    assert_refused(
        &other("start ----", "start xx--"),
        "neighbours 0 and 1 are both",
    );
    assert_refused(
        &other("start ----", "start --xx"),
        "neighbours 2 and 3 are both",
    );
    assert_refused(&other("start ----", "start xxxx"), "both chosen");
    assert_refused(&other("l ----", "l xx--"), "line 8: the neighbours 0 and 1");
    assert_refused(&other("start ----", "start ---"), "expected 4 marks");
    assert_refused(&other("start ----", "start -----"), "expected 4 marks");
    assert_refused(&other("start ----", "start ."), "expected 4 marks");
    assert_refused(&other("start ----", "start"), "expected 4 marks");
    assert_refused(&other("start ----", "start ---1"), "expected an x or -");
    assert_refused(&other("start ----", "start ---X"), "expected an x or -");
    assert_refused(&other("start ----", "start -,-,-,-"), "expected an x or -");
    assert_refused(&other("start ----", "start ---- "), "expected an x or -");
    assert_refused(&other("start ----", "start x---"), "the start is not");
    assert_refused(&other("start ----", "start -x--"), "the start is not");
    assert_refused(&other("l ----", "l x-x-"), "the game is over");
    assert_refused(&other("l ----", "l x---"), "the move 2 wins");
    assert_refused(&other("l ----", "l -"), "expected 4 marks");
    // Boards on which the strategy fails.
    assert_refused(&other("1-2 2-3", "1-2"), "");
    assert_refused(&other("1-2 2-3", "1-2 1-3"), "");
    assert_refused(&other("1-2 2-3", "1-2 2-3 0-2"), "");
    assert_refused(&other("1-2 2-3", "1-2 2-4"), "is no edge");
    assert_refused(&other("1-2 2-3", "1-2 2-2"), "is no edge");
    assert_refused(&other("1-2 2-3", "1-2 1-2"), "listed twice");
    assert_refused(&other("vertices 4", "vertices 5"), "expected 5 marks");
    assert_refused(&other("vertices 4", "vertices 4097"), "from 0 to 4096");
    // Nothing at all is settled by no vertices but for the one who need not move.
    let none =
        "outplay-certificate 1\ngame node-kayles\nvertices 0\nstart .\nwinner first\nstrategy\n";
    assert_refused(none, "the start is not");
    assert_refused(&none.replace("start .", "start -"), "expected 0 marks");
}

#[test]
fn node_kayles_takes_no_foreign_lines() {
    for line in [
        "colors 2",
        "pass none",
        "take 1",
        "to-move first",
        "cell 0 1",
        "outer 0 1",
        "arcs 0>1",
        "limit 4",
    ] {
        let before = KAYLES.replace("start", &format!("{line}\nstart"));
        assert_refused(&before, "line 5: expected 'start', found");
        let after = KAYLES.replace("winner", &format!("{line}\nwinner"));
        assert_refused(&after, "line 6: expected 'winner', found");
    }
    for lemma in [
        "residual",
        "safe",
        "scattered",
        "Closed",
        "closed ",
        "close",
        "",
    ] {
        let with = KAYLES.replace("strategy", &format!("lemma {lemma}\nstrategy"));
        assert_refused(&with, "line 7: no lemma");
    }
    // Nor do the others take its lemma, or its marks.
    let lemma = ALICE_ON_PATH.replace("symmetry 2", "lemma closed\nsymmetry 2");
    assert_refused(&lemma, "no lemma 'closed'");
    assert_refused(&ALICE_ON_PATH.replace("start ---", "start x--"), "a number");
    for name in ["kayles", "node_kayles", "Node-Kayles", "arc-kayles"] {
        let name = format!("game {name}");
        assert_refused(&KAYLES.replace("game node-kayles", &name), "unknown");
    }
}

#[test]
fn node_kayles_up_to_symmetry() {
    let half = KAYLES.replace("0:2 1:3 2:0 3:1", "0:2 1:3");
    assert_refused(&half, "the move 2 has no reply");
    let symmetry = |map: &str| half.replace("strategy", &format!("symmetry {map}\nstrategy"));
    let proved = checked(&sealed(&symmetry("3 2 1 0"))).unwrap();
    assert_eq!((proved.symmetries, proved.positions), (1, 3));
    assert_refused(&symmetry("0 1 2 3"), "the move 2 has no reply");
    assert_refused(&symmetry("1 0 2 3"), "no symmetry: the edge (1, 2)");
    assert_refused(&symmetry("2 3 0 1"), "no symmetry");
    assert_refused(&symmetry("3 2 1"), "no permutation");
    assert_refused(&symmetry("3 2 1 0 4"), "no permutation");
    assert_refused(&symmetry("3 2 1 1"), "no permutation");
    assert_refused(&symmetry("3 2 1 4"), "no permutation");
    assert_refused(&symmetry(""), "no permutation");
}

#[test]
fn what_is_available_counts_by_the_lemma_only() {
    // An edge and a vertex: either end of the edge leaves the vertex.
    let text = "\
outplay-certificate 1
game node-kayles
vertices 3
edges 0-1
start ---
winner second
lemma closed
strategy
l --- 0:2 2:0
";
    let proved = checked(&sealed(text)).unwrap();
    assert_eq!((proved.lemmas, proved.positions), (vec!["closed"], 3));
    let strict = check(sealed(text).as_bytes(), &Options { strict: true });
    assert!(
        strict
            .unwrap_err()
            .reason
            .contains("does not trust the lemmas: closed")
    );
    let plain = text.replace("lemma closed\n", "");
    assert_refused(&plain, "the move 1 has no reply");
    assert_refused(&text.replace(" 2:0", ""), "the move 2 has no reply");
    assert_refused(&text.replace("0:2 ", ""), "the move 0 has no reply");
    assert_refused(&text.replace("winner second", "winner first"), "");
    assert_refused(&text.replace("edges 0-1", "edges 0-1 1-2"), "");
    // What is left of a path of five when its middle is chosen are two ends that are no
    // neighbours; an edge on its own is not the same, though both are two vertices.
    let path = "\
outplay-certificate 1
game node-kayles
vertices 5
edges 0-1 1-2 2-3 3-4
start --x--
winner second
lemma closed
strategy
l --x-- 0:4 4:0
";
    assert!(checked(&sealed(path)).is_ok());
    assert_refused(
        &path.replace("start --x--", "start -x---"),
        "the start is not",
    );
    assert_refused(
        &path.replace("start --x--", "start ---x-"),
        "the start is not",
    );
    // With the order of the certificate fixed, the set is known wherever it comes from.
    let start = path.replace("start --x--", "start -----");
    let start = start.replace("winner second", "winner first");
    assert!(checked(&sealed(&format!("{start}w ----- 2\n"))).is_ok());
    assert_refused(&format!("{start}w ----- 1\n"), "not settled before");
}

#[test]
fn no_line_is_too_long_for_comfort() {
    // An endless line stops the reader, not the machine.
    let endless = BufReader::new(io::repeat(b'x'));
    assert_eq!(check(endless, &Options::default()).unwrap_err().line, 1);
    let start: &[u8] = b"outplay-certificate 1\ngame token\nvertices 5\narcs ";
    let endless = BufReader::new(start.chain(io::repeat(b'1')));
    assert_eq!(check(endless, &Options::default()).unwrap_err().line, 4);
}

/// Col on two vertices, as a table.
const COL: &str = "\
outplay-certificate 1
game rules
called col
players first second
board graph
vertices 2
edges 0-1
sites vertices
move mark
marks own
turns mark
pass none
moves none
end normal
looks mover seen
may 1 - 1
may 1 2 1
may 2 - 2
may 2 1 2
start --
to-move first
winner second
symmetry 1 0
strategy
l -- 0=1:1=2
end 1 1 0
";

#[test]
fn rules_are_what_the_table_says() {
    let proved = check(sealed(COL).as_bytes(), &Options { strict: true }).unwrap();
    assert!(
        proved
            .statement
            .contains("looks mover seen, may 1 - 1, may 1 2 1,")
    );
    assert!(proved.statement.ends_with("the second player wins"));
    assert_eq!(proved.game, "rules");
    for (from, to, needle) in [
        ("second\nsym", "first\nsym", "has no reply"),
        ("may 2 1 2\n", "", "the move 0=1 wins"),
        ("may 2 1 2", "may 2 1 1", "the move 0=1 wins"),
        ("1=2", "1=1", "is no legal reply"),
        ("1=2", "0=2", "is no legal reply"),
        ("1=2", "pass", "is no legal reply"),
        ("may 2 1 2\n", "may 2 1 2\nmay 2 1 2\n", "twice"),
        ("may 2 1 2", "may 2 1", "too short"),
        ("may 2 1 2", "may 2 1 3", "from 1 to 2"),
        ("may 2 1 2", "may 3 1 2", "from 1 to 2"),
        ("may 2 1 2", "may 2 1 2 2", "what is seen and then"),
        ("may 2 1 2", "may 2 1 -", "what is seen and then"),
        ("symmetry 1 0\n", "", "has no reply"),
        ("start --", "start 2-", "not among the positions"),
        ("start --", "start -", "expected 2 marks"),
        ("start --", "start --/-", "no position"),
        ("end normal", "end misere", "was not settled"),
        ("end normal", "end within", "there is no limit"),
        ("end normal", "end never", "expected end"),
        ("moves none", "moves 1", "the move 0=1 wins"),
        ("pass none", "pass 1", "has no reply"),
        ("pass none", "pass 3", "expected pass"),
        ("players first second", "players same", "not the same"),
        ("players first second", "players first first", "two names"),
        (
            "players first second",
            "players white black",
            "expected white or black",
        ),
        ("turns mark", "turns point", "nobody can point"),
        ("move mark", "move token", "cannot be chosen"),
        ("move mark", "move jump", "expected move"),
        ("sites vertices", "sites arcs", "can be sites"),
        ("sites vertices", "sites edges", "expected 1 marks"),
        (
            "looks mover seen",
            "looks mover sight",
            "nothing to look at",
        ),
        (
            "looks mover seen",
            "looks mover mover",
            "nothing to look at",
        ),
        ("may 2 1 2\n", "may 2 1 2\nalike 1 1\n", "not alike"),
        ("may 2 1 2\n", "may 2 1 2\nalike 1\n", "not greater"),
        ("marks own", "marks 32", "from 1 to 31"),
        ("called col\n", "", "expected 'called'"),
    ] {
        assert!(COL.contains(from), "{from}");
        let other = sealed(&COL.replacen(from, to, 1));
        let refused = check(other.as_bytes(), &Options::default());
        let said = refused.err().unwrap_or_else(|| panic!("{from} {to}"));
        assert!(said.reason.contains(needle), "{from} -> {to}: {said}");
    }
}

/// Marks that are not alike must not be renamed.
#[test]
fn marks_are_alike_only_if_the_table_says_so() {
    let rules = "\
outplay-certificate 1
game rules
called test
players same
board graph
vertices 2
edges 0-1
sites vertices
move mark
marks 2
turns mark
pass none
moves none
end normal
looks seen
may - 1,2
may 1 2
start --
winner first
strategy
w -- 0=2
end 1 0 0
";
    // Beside a 1 a 2 may stand, but beside a 2 nothing: 0=2 wins at once.
    assert!(check(sealed(rules).as_bytes(), &Options::default()).is_ok());
    let alike = rules.replace("may 1 2\n", "may 1 2\nalike 1 1\n");
    let refused = check(sealed(&alike).as_bytes(), &Options::default());
    assert!(refused.unwrap_err().reason.contains("not alike"));
    // With the other line they are.
    let both = alike.replace("may 1 2\n", "may 1 2\nmay 2 1\n");
    let lost = both
        .replace("winner first", "winner second")
        .replace("w -- 0=2", "l -- 0=1:1=2 1=1:0=2");
    assert!(check(sealed(&lost).as_bytes(), &Options::default()).is_ok());
}

/// Certificates to be mangled.
const SEEDS: [&str; 6] = [ILLEGAL, ALICE_ON_PATH, TRIANGLE, BOB_ON_PATH, KAYLES, COL];

proptest! {
    #[test]
    fn junk_is_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(check(&bytes[..], &Options::default()).is_err());
    }

    #[test]
    fn mangled_certificates_do_no_harm(
        seed in 0..SEEDS.len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let mut bytes = SEEDS[seed].as_bytes().to_vec();
        for (index, byte) in changes {
            let i = index.index(bytes.len());
            bytes[i] = byte;
        }
        let text = sealed(&String::from_utf8_lossy(&bytes));
        if let Ok(proved) = check(text.as_bytes(), &Options::default()) {
            prop_assert_eq!(proved.winner, crate::common::Statement::read(&text).truth());
        }
    }

    #[test]
    fn words_of_the_format_in_any_order_do_no_harm(
        words in prop::collection::vec(prop::sample::select(WORDS), 0..60),
        game in prop::sample::select(games().collect::<Vec<_>>()),
    ) {
        let text = format!("outplay-certificate 1\ngame {game}\n{}\n", words.join(""));
        if let Ok(proved) = check(sealed(&text).as_bytes(), &Options::default()) {
            prop_assert_eq!(proved.winner, crate::common::Statement::read(&text).truth());
        }
    }
}

const WORDS: &[&str] = &[
    "vertices",
    "edges",
    "arcs",
    "cell",
    "outer",
    "colors",
    "pass",
    "take",
    "called",
    "players",
    "same",
    "board",
    "graph",
    "sites",
    "move",
    "mark",
    "marks",
    "turns",
    "moves",
    "normal",
    "looks",
    "may",
    "alike",
    "start",
    "to-move",
    "winner",
    "lemma",
    "symmetry",
    "strategy",
    "alice",
    "bob",
    "none",
    "first",
    "second",
    "draw",
    "safe",
    "scattered",
    "residual",
    "closed",
    "x",
    " ",
    " ",
    " ",
    "\n",
    "\n",
    "\n",
    "0",
    "1",
    "2",
    "3",
    "-",
    "+",
    ">",
    "=",
    ":",
    ",",
    ".",
    "l",
    "w",
    "d",
    "end",
    "60",
    "1048576",
    "18446744073709551615",
];

/// Seven vertices and three colours, Bob starting: Alice wins the relaxed game on two regions of four
/// vertices, and on the whole board, which needs the second of them moved.
const REGIONS: &str = "\
outplay-certificate 2
game coloring
vertices 7
edges 0-3 0-5
edges 1-3 1-5 1-6
edges 2-3 2-4 2-5 2-6
colors 3
pass none
start -------
to-move bob
winner alice
lemma residual
lemma threat
lemma matching
lemma scattered
lemma relaxed
lemma isomorphism
symmetry 0 1 2 5 4 3 6
strategy
r 3=1+3,5=1+3 0=1+3,2=3 3=3 3=1 3=1
r 3=2+3,5=2+3 0=2+3,1=2+3 3=3 3=3 3=2
r 1=1+2+3,2=1+2+3,3=1+2+3,5=1+2+3 0=1+2+3,4=1+2+3,6=1+2+3 1=1 2=1 3=2 1=2 1=2/= 1=2 2=2/0.2.3.5 2=1/=
l ------- /=
";

#[test]
fn regions_must_be_won() {
    let proved = checked(&sealed(REGIONS)).unwrap();
    assert_eq!((proved.winner.as_str(), proved.positions), ("alice", 18));
    let strict = check(sealed(REGIONS).as_bytes(), &Options { strict: true });
    assert!(strict.unwrap_err().reason.contains("relaxed, isomorphism"));
    let forged = |from: &str, to: &str| {
        assert!(REGIONS.contains(from), "{from}");
        REGIONS.replacen(from, to, 1)
    };
    for (from, to, reason) in [
        // A map must be a map, of this region to a known one, and be allowed.
        ("2=2/0.2.3.5", "2=2/2.0.3.5", "leads to no known region"),
        ("2=2/0.2.3.5", "2=2/0.2.3.3", "3 twice"),
        ("2=2/0.2.3.5", "2=2/0.2.3.7", "7 twice, or no vertex"),
        ("2=2/0.2.3.5", "2=2/0.2.3", "expected a number"),
        ("2=2/0.2.3.5", "2=2/0.2.3.5.6", "has more"),
        ("2=2/0.2.3.5", "2=2", "has no map"),
        ("1=2/=", "1=2/=/=", "no region for the map"),
        ("1=2/=", "1=2/", "has no map"),
        ("lemma isomorphism\n", "", "needs the lemma isomorphism"),
        (
            "lemma relaxed\nlemma isomorphism\n",
            "",
            "without the lemma relaxed",
        ),
        ("lemma relaxed\n", "", "no lemma 'isomorphism'"),
        // Alice's replies are legal, at vertices in danger, one for each move that needs one.
        (" 3=3 3=1 3=1\n", " 3=2 3=1 3=1\n", "no legal reply"),
        (" 3=3 3=1 3=1\n", " 0=3 3=1 3=1\n", "no legal reply"),
        (" 3=3 3=1 3=1\n", " 3=9 3=1 3=1\n", "no legal reply"),
        (
            " 3=3 3=1 3=1\n",
            " 99999999999999999999=1\n",
            "expected a number",
        ),
        (" 3=3 3=1 3=1\n", " pass 3=1 3=1\n", "expected two numbers"),
        (
            " 3=3 3=1 3=1\n",
            " 3=3 3=1\n",
            "after pass: a move has no reply",
        ),
        (" 3=3 3=1 3=1\n", " 3=3 3=1 3=1 3=1\n", "out of place"),
        (" 3=3 3=1 3=1\n", " 3=3 3=3 3=1\n", "no legal reply"),
        // A region is read as it stands, and rests on what stands before it.
        ("r 3=1+3,5=1+3 0=1+3,2=3", "r 3=1+3,5=1 0=1+3,2=3", "wins"),
        ("r 3=1+3,5=1+3", "r 3=1+3,3=1+3", "listed twice"),
        ("r 3=1+3,5=1+3", "r 3=1+3,7=1+3", "from 0 to 6"),
        ("r 3=1+3,5=1+3", "r 3=1+4,5=1+3", "from 1 to 3"),
        ("r 3=1+3,5=1+3", "r 3,5=1+3", "a vertex and its colours"),
        (
            "0=2+3,1=2+3 3=3 3=3 3=2",
            ". 3=3 3=3 3=2",
            "is out of place",
        ),
        (
            "r 3=1+3,5=1+3 0=1+3,2=3 3=3 3=1 3=1\n",
            "",
            "leads to no known region",
        ),
        ("l ------- /=", "l 1------ /=", "leads to no known region"),
        (
            "l ------- /=",
            "l ------- /6.5.4.3.2.1.0",
            "leads to no known region",
        ),
        // Regions speak for Alice, with Bob to move, in version 2.
        (
            "winner alice",
            "winner bob",
            "expected a position or the end",
        ),
        ("to-move bob", "to-move alice", "the start is not among"),
        (
            "certificate 2",
            "certificate 1",
            "expected a position or the end",
        ),
    ] {
        assert_refused(&forged(from, to), reason);
    }
    // Where Alice may pass, Bob does not: the replies to his passes are too many.
    assert_refused(&forged("pass none", "pass alice"), "out of place");
    assert!(checked(&sealed(&forged("pass none", "pass bob"))).is_ok());
    // The last line: a position that was not shown does not show itself.
    let circle = "r 1=1+2+3,2=1+2+3,3=1+2+3,5=1+2+3 0=1+2+3,4=1+2+3,6=1+2+3 1=1 2=1 3=2 1=2 1=2/= 1=2 2=2/0.2.3.5 2=1/=\n";
    assert_refused(&REGIONS.replace(circle, ""), "leads to no known region");
}

/// The path with three vertices in version 2: the mirror image of a known position names its symmetry.
const HINTED: &str = "\
outplay-certificate 2
game coloring
vertices 3
edges 0-1 1-2
colors 2
pass none
start ---
to-move alice
winner alice
symmetry 2 1 0
strategy
l -1- 0=2:2=2 2=2@1
w --- 1=1
";

#[test]
fn version_2_names_every_symmetry() {
    assert!(checked(&sealed(HINTED)).is_ok());
    let strict = check(sealed(HINTED).as_bytes(), &Options { strict: true });
    assert!(strict.is_ok());
    for (to, reason) in [
        ("", "the move 2=2 has no reply"),
        (" 2=2@2", "from 1 to 1"),
        (" 2=2@0", "from 1 to 1"),
        (" 2=2@", "expected a number"),
        (" 2=2@1@1", "expected a number"),
        (" 2=2", "was not settled before"),
        (" 2=1@1", "the move 2=2 has no reply"),
        (" 2=2/=", "regions show only"),
        (" 2=2:0=2@1 2=2@1", "out of place"),
    ] {
        assert_refused(&HINTED.replace(" 2=2@1", to), reason);
    }
    let unhinted = HINTED.replace("certificate 2", "certificate 1");
    assert_refused(&unhinted, "'2=2@1' is no reply");
    let nowhere = HINTED.replace("w --- 1=1", "w --- 1=1/=");
    assert_refused(&nowhere, "without the lemma relaxed");
}

/// K2 is a path of two vertices: with one colour Alice colours an end and the other is lost, with two she wins.
const NUMBER: &str = "\
outplay-number 1
number game-chromatic
value 2
";

/// The certificate of a path of two vertices with so many colours.
fn pair(colors: u32, winner: &str, first: &str) -> String {
    let strategy = match (winner, first) {
        // Whatever Alice colours, Bob has won; or her move is followed by the other end.
        ("bob", "alice") => "l --\n",
        ("bob", _) => "w -- 0=1\n",
        (_, "alice") => "l 1-\nw -- 0=1\n",
        _ => "l -- 0=1:1=2 0=2:1=1 1=1:0=2 1=2:0=1\n",
    };
    sealed(&format!(
        "outplay-certificate 2\ngame coloring\nvertices 2\nedges 0-1\ncolors {colors}\npass none\n\
         start --\nto-move {first}\nwinner {winner}\nstrategy\n{strategy}"
    ))
}

#[test]
fn numbers_need_every_smaller_number_of_colors() {
    let parts = [pair(1, "bob", "alice"), pair(2, "alice", "alice")];
    let whole = format!("{NUMBER}{}{}", parts[0], parts[1]);
    let proved = checked(&whole).unwrap();
    let number = proved.number.clone().unwrap();
    assert_eq!((number.name, number.value), ("game-chromatic", 2));
    assert_eq!(
        proved.statement,
        "χ_g = 2, Alice first, on 2 vertices with 1 edges 0-1"
    );
    assert_eq!(
        proved.full[..3],
        ["outplay-number 1", "number game-chromatic", "value 2"]
    );
    assert!(check(whole.as_bytes(), &Options { strict: true }).is_ok());
    let refused = |text: &str, reason: &str| {
        let why = checked(text).unwrap_err().to_string();
        assert!(why.contains(reason), "{why}");
    };
    refused(&format!("{NUMBER}{}", parts[0]), "the file ends here");
    refused(
        &format!("{NUMBER}{}", parts[1]),
        "with 1 colours, won by bob",
    );
    refused(
        &format!("{NUMBER}{}{}", parts[0], parts[0]),
        "with 2 colours, won by alice",
    );
    refused(&format!("{whole}{}", parts[1]), "something follows");
    refused(
        &whole.replace("value 2", "value 3"),
        "with 2 colours, won by bob",
    );
    refused(
        &whole.replace("value 2", "value 1"),
        "with 1 colours, won by alice",
    );
    refused(&whole.replace("value 2", "value 0"), "from 1 to 60");
    refused(&whole.replace("game-chromatic", "chromatic"), "unknown");
    refused(&whole.replace("number 1\n", "number 2\n"), "version");
    // Another starter, another board, another start, another game.
    let other = pair(2, "alice", "bob");
    refused(
        &format!("{NUMBER}{}{other}", parts[0]),
        "another board or variant",
    );
    let longer = sealed(
        &parts[0]
            .replace("vertices 2", "vertices 3")
            .replace("start --", "start ---")
            .replace("l --", "l --- 2=1:0=1"),
    );
    refused(
        &format!("{NUMBER}{longer}{}", parts[1]),
        "another board or variant",
    );
    let begun = sealed(
        &parts[1]
            .replace("start --", "start 1-")
            .replace("to-move alice", "to-move bob")
            .replace("w -- 0=1\n", ""),
    );
    assert!(checked(&begun).is_ok());
    refused(
        &format!("{NUMBER}{}{begun}", parts[0]),
        "won by alice from the start",
    );
    let pebbles = "outplay-certificate 1\ngame subtraction\ntake 1,2\nstart 3\nwinner second\nstrategy\nl 3 0-1:0-2 0-2:0-1\n";
    refused(
        &format!("{NUMBER}{}", sealed(pebbles)),
        "expected a certificate of",
    );
}

/// `outplay-certificate`, packed by the zstd program: a frame whose text ends too early.
const PACKED: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x58, 0xb1, 0x00, 0x00];

#[test]
fn what_is_packed_is_checked_and_damage_is_seen() {
    let packed = include_bytes!("../../../../tests/data/three_pebbles.certificate.zst");
    let proved = check(&packed[..], &Options { strict: true }).unwrap();
    assert_eq!(proved.winner, "second");
    for cut in 1..packed.len() {
        assert!(check(&packed[..cut], &Options::default()).is_err(), "{cut}");
    }
    let longer = [&packed[..], b"\n"].concat();
    let why = check(&longer[..], &Options::default()).unwrap_err();
    assert!(why.reason.contains("something follows"), "{why}");
    assert!(check(PACKED, &Options::default()).is_err());
    assert!(check(&b"("[..], &Options::default()).is_err());
}
