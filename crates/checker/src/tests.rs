//! Positions that the checker takes for the same have the same winner, and what
//! a lemma calls won is won: on all small graphs, against plain play to the end.

use crate::lines::Lines;
use crate::meter::Meter;
use crate::rules::{Player, Position, Rules};
use crate::statement::Statement;
use std::collections::HashMap;

fn statement(header: &str) -> Result<Statement, String> {
    let text = format!("outplay-certificate 1\n{header}strategy\n");
    let mut bytes = text.as_bytes();
    crate::statement::read(&mut Lines::new(&mut bytes, &Meter::new(&|| false)))
}

fn rules(header: &str) -> Result<Box<dyn Rules>, String> {
    statement(header).map(|statement| statement.rules)
}

type Known = HashMap<(Position, bool), Player>;

/// Who wins, by playing every game.
fn winner(rules: &dyn Rules, position: &Position, mover: Player, known: &mut Known) -> Player {
    let key = (position.clone(), mover == Player::First);
    if let Some(&winner) = known.get(&key) {
        return winner;
    }
    let wins = rules.over(position, mover).unwrap_or_else(|| {
        let moves = rules.moves(position, mover);
        let mut nexts = moves.into_iter().map(|mv| rules.apply(position, mv));
        match nexts.any(|next| winner(rules, &next, mover.other(), known) == mover) {
            true => mover,
            false => mover.other(),
        }
    });
    known.insert(key, wins);
    wins
}

/// All words of a length over an alphabet.
fn words(alphabet: &str, length: usize) -> Vec<String> {
    (0..length).fold(vec![String::new()], |words, _| {
        let longer = |word: &String| alphabet.chars().map(|c| format!("{word}{c}")).collect();
        words.iter().flat_map::<Vec<String>, _>(longer).collect()
    })
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for v in 0..n {
        let insert = |map: &Vec<usize>| {
            let at = |i| {
                let mut map = map.clone();
                map.insert(i, v);
                map
            };
            (0..=map.len()).map(at).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(insert).collect();
    }
    all
}

/// `header` with every symmetry that the checker takes; how many these are.
fn with_symmetries(header: &str, n: usize) -> (String, usize) {
    let mut lines = String::new();
    for map in permutations(n) {
        let map: Vec<String> = map.iter().map(usize::to_string).collect();
        let line = format!("symmetry {}\n", map.join(" "));
        if rules(&format!("{header}{line}")).is_ok() {
            lines += &line;
        }
    }
    (format!("{header}{lines}"), lines.lines().count())
}

/// Compares the rules of `header` with those of `header` and more. How many
/// positions there are, and how many keys.
fn compare(header: &str, more: &str, positions: &[String]) -> (usize, usize) {
    let plain = rules(header).unwrap();
    let Statement {
        rules: other,
        symmetries,
        ..
    } = statement(more).unwrap();
    let (mut known, mut keys) = (HashMap::new(), HashMap::new());
    let mut count = 0;
    for text in positions {
        let Ok(position) = plain.read_position(text) else {
            continue;
        };
        for mover in [Player::First, Player::Second] {
            let wins = winner(&*plain, &position, mover, &mut known);
            match other.over(&position, mover) {
                Some(player) => assert_eq!(player, wins, "{text} {more}"),
                None => {
                    let images = symmetries
                        .iter()
                        .map(|map| other.image(&position, Some(map)));
                    let least = images.fold(other.image(&position, None), Vec::min);
                    let key = (least, mover == Player::First);
                    // A game that is over by the rules is never looked up.
                    if plain.over(&position, mover).is_none() {
                        count += 1;
                        assert_eq!(*keys.entry(key).or_insert(wins), wins, "{text} {more}");
                    }
                }
            }
        }
    }
    (count, keys.len())
}

fn edges(n: usize, set: usize) -> String {
    let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
    let chosen = pairs.enumerate().filter(|(i, _)| set >> i & 1 == 1);
    chosen.fold("edges".to_owned(), |row, (_, (a, b))| {
        format!("{row} {a}-{b}")
    })
}

/// All graphs with up to four vertices, and some with five.
fn small_graphs() -> Vec<(usize, String)> {
    let mut graphs = Vec::new();
    for n in 1..=5usize {
        let step = if n == 5 { 41 } else { 1 };
        let sets = (0..1 << (n * (n - 1) / 2)).step_by(step);
        graphs.extend(sets.map(|set| (n, edges(n, set))));
    }
    graphs
}

#[test]
fn keys_and_lemmas_of_coloring() {
    let (mut positions, mut plain_keys, mut lemma_keys) = (0, 0, 0);
    for (n, edges) in small_graphs() {
        for (colors, alphabet) in [(1, "-1"), (2, "-12"), (3, "-123")] {
            for pass in ["none", "alice", "bob"] {
                let start = "-".repeat(n);
                let header = format!(
                    "game coloring\nvertices {n}\n{edges}\ncolors {colors}\npass {pass}\n\
                     start {start}\nto-move alice\nwinner alice\n"
                );
                let words = words(alphabet, n);
                let lemmas = format!("{header}lemma residual\n");
                let (symmetric, _) = with_symmetries(&header, n);
                let (all, _) = with_symmetries(&lemmas, n);
                let (count, keys) = compare(&header, &symmetric, &words);
                positions += count;
                plain_keys += keys;
                lemma_keys += compare(&header, &all, &words).1;
                for lemma in [
                    "safe",
                    "scattered",
                    "matching",
                    "threat",
                    "scattered\nlemma matching",
                ] {
                    let lemmas = format!("lemma residual\nlemma {lemma}");
                    compare(&header, &all.replace("lemma residual", &lemmas), &words);
                }
            }
        }
    }
    assert!(positions > 4 * plain_keys && plain_keys > lemma_keys && lemma_keys > 0);
}

#[test]
fn danger_far_apart() {
    // Two paths of three are the smallest board with two stars; then a path, paths that
    // touch, and some of all graphs with six vertices.
    let chosen = [
        "edges 0-1 1-2 3-4 4-5",
        "edges 0-1 1-2 2-3 3-4 4-5",
        "edges 0-1 1-2 2-3 3-4 3-5",
    ];
    let some = (1..1 << 15).step_by(4999).map(|set| edges(6, set));
    for edges in chosen.into_iter().map(str::to_owned).chain(some) {
        for (colors, alphabet) in [(2, "-12"), (3, "-123")] {
            for pass in ["none", "alice", "bob"] {
                let header = format!(
                    "game coloring\nvertices 6\n{edges}\ncolors {colors}\npass {pass}\n\
                     start ------\nto-move alice\nwinner alice\n"
                );
                for lemmas in ["lemma scattered\n", "lemma matching\nlemma scattered\n"] {
                    compare(&header, &format!("{header}{lemmas}"), &words(alphabet, 6));
                }
            }
        }
    }
}

#[test]
fn keys_of_edge() {
    let (mut positions, mut keys) = (0, 0);
    for (n, edges) in small_graphs() {
        for (colors, alphabet) in [(1, "-1"), (2, "-12"), (3, "-123")] {
            let header = format!(
                "game edge\nvertices {n}\n{edges}\ncolors {colors}\nstart {}\nwinner first\n",
                "-".repeat(n)
            );
            let (symmetric, _) = with_symmetries(&header, n);
            let found = compare(&header, &symmetric, &words(alphabet, n));
            positions += found.0;
            keys += found.1;
        }
    }
    assert!(positions > 4 * keys && keys > 0);
}

#[test]
fn keys_of_node_kayles() {
    let (mut positions, mut plain_keys, mut closed_keys) = (0, 0, 0);
    let more = (0..1 << 10).step_by(3).map(|set| (5, edges(5, set)));
    let some = (0..1 << 15).step_by(499).map(|set| (6, edges(6, set)));
    for (n, edges) in small_graphs().into_iter().chain(more).chain(some) {
        let header = format!(
            "game node-kayles\nvertices {n}\n{edges}\nstart {}\nwinner first\n",
            "-".repeat(n)
        );
        let words = words("-x", n);
        let closed = format!("{header}lemma closed\n");
        let (symmetric, _) = with_symmetries(&header, n);
        let (both, _) = with_symmetries(&closed, n);
        let (count, keys) = compare(&header, &symmetric, &words);
        positions += count;
        plain_keys += keys;
        assert!(compare(&header, &closed, &words).1 <= count);
        closed_keys += compare(&header, &both, &words).1;
    }
    assert!(positions > plain_keys && plain_keys > closed_keys && closed_keys > 0);
}

#[test]
fn keys_of_cycles() {
    // A triangle, two triangles on an edge with either face outside, a square
    // with a tail inside, and K4: with as many symmetries as their drawings have.
    let boards = [
        (3, "0-1 0-2 1-2", "cell 0 1 2\nouter 0 2 1", 6),
        (
            4,
            "0-1 0-2 0-3 1-2 2-3",
            "cell 0 1 2\ncell 0 2 3\nouter 0 3 2 1",
            4,
        ),
        (
            4,
            "0-1 0-2 0-3 1-2 2-3",
            "cell 0 1 2\ncell 0 3 2 1\nouter 0 2 3",
            2,
        ),
        (
            5,
            "0-1 1-2 2-3 0-3 0-4",
            "cell 0 1 2 3 0 4\nouter 0 3 2 1",
            2,
        ),
        (
            4,
            "0-1 0-2 0-3 1-2 1-3 2-3",
            "cell 0 1 2\ncell 0 2 3\ncell 0 3 1\nouter 1 3 2",
            6,
        ),
    ];
    for (n, edges, faces, symmetries) in boards {
        let marks = edges.split(' ').count();
        let header = format!(
            "game cycles\nvertices {n}\nedges {edges}\n{faces}\nstart {}\nwinner first\n",
            "0".repeat(marks)
        );
        let (symmetric, found) = with_symmetries(&header, n);
        assert_eq!(found, symmetries, "{header}");
        let (positions, keys) = compare(&header, &symmetric, &words("0+-", marks));
        assert!(positions > keys && keys > 0);
    }
}
