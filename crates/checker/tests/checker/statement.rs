//! What the checker says was proved: different statements never read the same.

use crate::common::{Statement, sealed};
use outplay_checker::{Checked, Options, check};

fn proved(certificate: &str) -> Checked {
    let certificate = sealed(certificate);
    check(certificate.as_bytes(), &Options { strict: true })
        .unwrap_or_else(|rejection| panic!("{rejection}\n{certificate}"))
}

/// A diamond with a pendant at 1, an end of the edge that the triangles share: inside one of them.
const INSIDE: &str = "\
outplay-certificate 1
game cycles
vertices 5
edges 0-1 0-2 1-2 1-3 1-4 2-3
cell 1 3 2
cell 0 1 4 1 2
outer 0 2 3 1
start 000000
winner first
strategy
l +-000+ 1>2:3>1 3>1:1>2
l -+000+ 1>2:3>1 2>1:3>1 3>1:1>2
l -0-00+ 3>1:0>2
l 00000+ 0>1:2>0 1>0:0>2 0>2:1>0 2>0:0>1 1>2:3>1 2>1:1>0 3>1:1>2
w 000000 2>3
";

/// The same graph with the pendant outside.
const OUTSIDE: &str = "\
outplay-certificate 1
game cycles
vertices 5
edges 0-1 0-2 1-2 1-3 1-4 2-3
cell 0 1 2
cell 1 3 2
outer 0 2 3 1 4 1
start 000000
winner second
symmetry 3 1 2 0 4
strategy
l +0-000 2>0:3>1 1>3:3>2 3>1:2>0 2>3:3>1 3>2:1>3
l 0++000 3>1:2>3 2>3:3>1
l 000000 0>1:2>1 0>2:1>2 1>2:1>0
";

#[test]
fn says_how_the_board_is_drawn() {
    let (inside, outside) = (proved(INSIDE), proved(OUTSIDE));
    assert_eq!((&*inside.winner, &*outside.winner), ("first", "second"));
    for (text, checked) in [(INSIDE, &inside), (OUTSIDE, &outside)] {
        let statement = Statement::read(text);
        assert_eq!(checked.winner, statement.value("winner"));
        assert_eq!(checked.winner, statement.truth());
    }
    assert_eq!(inside.edges, outside.edges);
    assert_eq!(
        inside.statement,
        "cycles on 5 vertices with 6 edges 0-1 0-2 1-2 1-3 1-4 2-3, cell 1 3 2, cell 0 1 4 1 2, \
         outer 0 2 3 1, start 000000: the player to move wins"
    );
    assert_eq!(
        outside.statement,
        "cycles on 5 vertices with 6 edges 0-1 0-2 1-2 1-3 1-4 2-3, cell 0 1 2, cell 1 3 2, \
         outer 0 2 3 1 4 1, start 000000: the player to move loses"
    );
    // Not only the claim differs: what is said of the board does.
    let board = |checked: &Checked| checked.statement.split(": ").next().unwrap().to_owned();
    assert_ne!(board(&inside), board(&outside));
    assert_ne!(inside.fingerprint, outside.fingerprint);
    // A proof for one drawing is none for the other.
    let faces = "cell 1 3 2\ncell 0 1 4 1 2\nouter 0 2 3 1\n";
    let other = "cell 0 1 2\ncell 1 3 2\nouter 0 2 3 1 4 1\n";
    let swapped = INSIDE.replace(faces, other);
    assert_ne!(swapped, INSIDE);
    assert!(check(sealed(&swapped).as_bytes(), &Options::default()).is_err());
}

#[test]
fn full_is_all_lines_of_the_statement() {
    for text in [INSIDE, OUTSIDE] {
        let lines = text
            .lines()
            .take_while(|line| !line.starts_with("symmetry"));
        let lines: Vec<&str> = lines.take_while(|line| *line != "strategy").collect();
        assert_eq!(proved(text).full, lines);
    }
    // The same statement proved in another way is the same statement.
    let longer = OUTSIDE.replace(
        "l 0++000",
        "l +0-000 2>0:3>1 1>3:3>2 3>1:2>0 2>3:3>1 3>2:1>3\nl 0++000",
    );
    let longer = longer.replace("strategy", "symmetry 0 1 2 3 4\nstrategy");
    let (one, other) = (proved(OUTSIDE), proved(&longer));
    assert_eq!((&one.full, &one.statement), (&other.full, &other.statement));
    assert_eq!(one.fingerprint, other.fingerprint);
    assert_ne!(one.positions, other.positions);
}

/// What `sed '/^winner/q' FILE | sha256sum` prints.
#[test]
fn the_fingerprint_is_sha256_of_these_lines() {
    let pebbles = "outplay-certificate 1\ngame subtraction\ntake 1,2\nstart 3\nwinner second\n\
                   strategy\nl 3 0-1:0-2 0-2:0-1\n";
    assert_eq!(
        proved(pebbles).fingerprint,
        "b2ebcfb59fbbe30126abdd87fdfcda93c8dc986e782cfbf13c4de538f85ebfe3"
    );
    assert_eq!(
        proved(INSIDE).fingerprint,
        "274f6007a4daae20aad0e31068bac5ce7419ea0b2387166df9747cd1e908d526"
    );
}

/// A token that cannot move, on a board with these arcs; there is nothing to prove.
fn token(arcs: &[(usize, usize)]) -> String {
    let arcs: String = arcs.iter().map(|(a, b)| format!(" {a}>{b}")).collect();
    format!(
        "outplay-certificate 1\ngame token\nvertices 600\narcs{arcs}\nstart 0\nwinner second\nstrategy\n"
    )
}

#[test]
fn long_lists_of_edges_carry_a_fingerprint() {
    let arcs: Vec<(usize, usize)> = (1..=500).map(|v| (v, v - 1)).collect();
    let board = proved(&token(&arcs));
    assert_eq!(board.edges.len(), 500);
    assert!(
        board.statement.contains(&board.fingerprint),
        "{}",
        board.statement
    );
    assert!(board.statement.len() < 4000);
    // One arc of the 500 is another: wherever it is, the sentence is another.
    for changed in [0, 199, 200, 201, 499] {
        let mut other = arcs.clone();
        other[changed].1 = 599;
        let other = proved(&token(&other));
        assert_ne!(other.statement, board.statement, "{changed}");
        assert_ne!(other.fingerprint, board.fingerprint);
    }
    // Up to 200 they are all there.
    let short = proved(&token(&arcs[..200]));
    assert!(
        short.statement.contains("with 200 arcs 1>0 2>1 "),
        "{}",
        short.statement
    );
    assert!(
        short.statement.contains(" 200>199, start 0: "),
        "{}",
        short.statement
    );
    assert!(!short.statement.contains(&short.fingerprint));
}

#[test]
fn says_who_moves_and_the_variant() {
    // Two vertices apart and one colour: Alice wins whatever happens.
    let mut statements = Vec::new();
    for pass in ["none", "alice", "bob"] {
        for mover in ["alice", "bob"] {
            let text = format!(
                "outplay-certificate 1\ngame coloring\nvertices 2\ncolors 1\npass {pass}\nstart 11\n\
                 to-move {mover}\nwinner alice\nstrategy\n"
            );
            let statement = proved(&text).statement;
            assert_eq!(
                statement,
                format!(
                    "coloring on 2 vertices with 0 edges, colors 1, pass {pass}, start 11, \
                     to-move {mover}: Alice wins"
                )
            );
            statements.push(statement);
        }
    }
    statements.sort();
    statements.dedup();
    assert_eq!(statements.len(), 6);
}

/// What docs/certificates.md shows as a whole certificate is one.
#[test]
fn examples_of_the_documentation_hold() {
    let text = include_str!("../../../../docs/certificates.md");
    let indented = text.lines().filter_map(|line| line.strip_prefix("    "));
    let mut certificates: Vec<String> = Vec::new();
    // Other examples may follow a certificate, which ends with the last line of its strategy.
    let mut open = false;
    for line in indented {
        if line.starts_with("outplay-certificate") {
            certificates.push(String::new());
            open = true;
        }
        if open {
            let text = certificates.last_mut().unwrap();
            *text += &format!("{line}\n");
            open = !(text.contains("\nstrategy\n") && line.starts_with("end "));
        }
    }
    let mut games = Vec::new();
    for certificate in certificates {
        let strict = Options { strict: true };
        games.push(check(certificate.as_bytes(), &strict).unwrap().game);
    }
    assert_eq!(games, ["subtraction", "rules", "node-kayles"]);
}

/// Every game that the checker knows is in the table of docs/certificates.md.
#[test]
fn the_documentation_knows_all_games() {
    let text = include_str!("../../../../docs/certificates.md");
    let row = text.lines().find(|line| line.starts_with("| `game NAME`"));
    for game in outplay_checker::games() {
        assert!(row.unwrap().contains(&format!("`{game}`")), "{game}");
    }
}
