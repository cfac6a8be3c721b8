//! Certificates of random small games: as they were written they hold, and
//! whatever is altered in them, nothing false is accepted.

use crate::common::{Statement, sealed};
use crate::kayles::Writer;
use outplay_board::{Board, Digraph, Graph, Limits, PlaneGraph, families};
use outplay_checker::{Checked, Options, Rejection, check};
use outplay_engine::search::Table;
use outplay_engine::{Budget, Rng};
use outplay_games::certificate::{Claim, Proving};
use outplay_games::registry::{self, Entry};
use outplay_games::{
    AnyGame, AnyPosition, Coloring, Cops, Cycles, EdgeDistinguishing, Effort, Method, NodeKayles,
    Pass, Side, Subtraction, Token, Values, any,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Settles by the complete digraph.
fn by_digraph() -> Effort {
    Effort {
        method: Method::Labels,
        table: Arc::new(Table::new(0)),
        ..Effort::default()
    }
}

fn checked(certificate: &str, strict: bool) -> Result<Checked, Rejection> {
    check(certificate.as_bytes(), &Options { strict })
}

/// How often each winner was proved, and how many altered certificates passed.
#[derive(Default)]
struct Tally {
    winners: BTreeMap<String, usize>,
    altered: usize,
    passed: usize,
}

impl Tally {
    /// Certifies `game` at its start and after some random moves, with and
    /// without lemmas, and tampers with what comes out.
    fn try_game(&mut self, game: &dyn AnyGame, rng: &mut Rng) {
        let mut position = game.start();
        loop {
            for lemmas in [false, true] {
                self.try_position(game, &position, (Claim::Winner, lemmas), rng);
                let claim = Claim::Grundy;
                let has_values = game.description().impartial && game.endless().is_none();
                if has_values && game.description().name != "token" {
                    self.try_position(game, &position, (claim, lemmas), rng);
                }
            }
            let moves = game.legal_moves(&position);
            if moves.is_empty() || rng.below(2) == 0 {
                return;
            }
            position = game.apply(&position, moves[rng.below(moves.len())]);
        }
    }

    fn try_position(
        &mut self,
        game: &dyn AnyGame,
        position: &AnyPosition,
        (claim, lemmas): (Claim, bool),
        rng: &mut Rng,
    ) {
        let mut bytes = Vec::new();
        let proving = Proving {
            game,
            claim,
            lemmas,
            budget: &Budget::UNLIMITED,
        };
        let certified = proving.prove(position, &by_digraph(), &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(sealed(&text), text);
        let proved = self.try_certificate(&text, lemmas, rng);
        assert_eq!(proved.positions, certified.positions);
    }

    /// Checks a certificate and tampers with it.
    fn try_certificate(&mut self, text: &str, lemmas: bool, rng: &mut Rng) -> Checked {
        let statement = Statement::read(text);
        let proved = checked(text, false).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(proved.winner, statement.truth(), "{text}");
        assert_eq!(proved.winner, statement.value("winner"));
        match proved.lemmas.is_empty() {
            true => assert_eq!(checked(text, true).as_ref(), Ok(&proved)),
            false => assert!(lemmas && checked(text, true).is_err()),
        }
        *self.winners.entry(proved.winner.clone()).or_default() += 1;

        for cut in 0..text.len() {
            assert!(checked(&text[..cut], false).is_err(), "{}", &text[..cut]);
        }
        for winner in ["alice", "bob", "first", "second", "draw", "cops", "robber"] {
            if winner != proved.winner {
                let flip = format!("winner {winner}\n");
                let other = text.replace(&format!("winner {}\n", proved.winner), &flip);
                assert!(checked(&sealed(&other), false).is_err(), "{other}");
            }
        }
        // All alterations of short certificates, a sample of those of long ones.
        let altered = alterations(text);
        let every = altered.len().div_ceil(800);
        let offset = rng.below(every);
        for other in altered.into_iter().skip(offset).step_by(every) {
            if other == text {
                continue;
            }
            assert!(
                checked(&other, false).is_err(),
                "the checksum missed\n{other}"
            );
            let other = sealed(&other);
            self.altered += 1;
            if let Ok(proved) = checked(&other, false) {
                self.passed += 1;
                assert_eq!(proved.winner, Statement::read(&other).truth(), "{other}");
            }
        }
        proved
    }
}

/// Every line deleted, doubled, and swapped with its neighbour; every word
/// deleted and doubled; every character altered in several ways.
fn alterations(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let joined = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect();
    let mut altered: Vec<String> = Vec::new();
    for i in 0..lines.len() {
        let mut fewer = lines.clone();
        fewer.remove(i);
        altered.push(joined(&fewer));
        let mut more = lines.clone();
        more.insert(i, lines[i]);
        altered.push(joined(&more));
        let mut swapped = lines.clone();
        swapped.swap(i, (i + 1) % lines.len());
        altered.push(joined(&swapped));
        let words: Vec<&str> = lines[i].split(' ').collect();
        for j in 0..words.len() {
            for copies in [0, 2] {
                let before = words[..j]
                    .iter()
                    .chain(std::iter::repeat_n(&words[j], copies));
                let row: Vec<&str> = before.chain(&words[j + 1..]).copied().collect();
                let row = row.join(" ");
                let mut other = lines.clone();
                other[i] = &row;
                altered.push(joined(&other));
            }
        }
    }
    for (i, c) in text.char_indices() {
        let others: &[&str] = match c {
            '0'..='9' => &["", "0", "1", "2", "3", "9", "-", "99"],
            '-' | '+' => &["", "0", "1", "2", "+", "-", "x"],
            'x' => &["", "-", "0", "xx", "X"],
            'l' | 'w' | 'd' | 'h' => &["l", "w", "d", "h"],
            _ => &["", "x", " ", "\u{fffd}"],
        };
        for other in others {
            altered.push(format!("{}{other}{}", &text[..i], &text[i + 1..]));
        }
    }
    altered
}

fn random_graph(n: usize, rng: &mut Rng) -> Graph {
    let n = n as u32;
    let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
    let edges: Vec<_> = pairs.filter(|_| rng.below(2) == 0).collect();
    Graph::new(n as usize, edges).unwrap()
}

#[test]
fn coloring() {
    let mut rng = Rng::new(1);
    let mut tally = Tally::default();
    for round in 0..36 {
        let board = Board::undirected(random_graph(1 + rng.below(5), &mut rng));
        let first = [Side::Alice, Side::Bob][round % 2];
        let pass = [Pass::None, Pass::Alice, Pass::Bob][round / 2 % 3];
        let colors = 1 + rng.below(3) as u32;
        tally.try_game(
            &*any(Coloring::new(&board, colors, first, pass).unwrap()),
            &mut rng,
        );
    }
    // Ten colours and more are written with commas.
    let board = Board::undirected(random_graph(2, &mut rng));
    tally.try_game(
        &*any(Coloring::new(&board, 11, Side::Bob, Pass::None).unwrap()),
        &mut rng,
    );
    assert!(tally.winners["alice"] > 20 && tally.winners["bob"] > 20);
    assert!(tally.altered > 3 * tally.passed && tally.passed > 0);
}

/// Boards on which Alice needs the relaxed game: their certificates have lines about regions.
#[test]
fn regions() {
    let mut rng = Rng::new(8);
    let mut tally = Tally::default();
    let mut found = 0;
    while found < 12 {
        let board = Board::undirected(random_graph(6 + rng.below(2), &mut rng));
        let first = [Side::Alice, Side::Bob][found % 2];
        let pass = [Pass::None, Pass::Alice, Pass::Bob][found / 2 % 3];
        let game = any(Coloring::new(&board, 3, first, pass).unwrap());
        let mut bytes = Vec::new();
        let start = game.start();
        let proving = Proving {
            game: &*game,
            claim: Claim::Winner,
            lemmas: true,
            budget: &Budget::UNLIMITED,
        };
        proving.prove(&start, &by_digraph(), &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        if text.contains("\nr ") {
            found += 1;
            tally.try_certificate(&text, true, &mut rng);
        }
    }
    assert_eq!(tally.winners["alice"], 12);
    assert!(tally.altered > 3 * tally.passed && tally.passed > 0);
}

#[test]
fn edge() {
    let mut rng = Rng::new(2);
    let mut tally = Tally::default();
    for _ in 0..24 {
        let board = Board::undirected(random_graph(1 + rng.below(5), &mut rng));
        let colors = 1 + rng.below(3) as u32;
        tally.try_game(
            &*any(EdgeDistinguishing::new(&board, colors).unwrap()),
            &mut rng,
        );
    }
    assert!(tally.winners["first"] > 10 && tally.winners["second"] > 10);
    assert!(tally.altered > 3 * tally.passed && tally.passed > 0);
}

/// A connected plane graph: points of a 3×3 grid, some lines between neighbours.
fn random_plane(rng: &mut Rng) -> PlaneGraph {
    loop {
        let points: Vec<[f64; 2]> = (0..9)
            .map(|i| [f64::from(i % 3), f64::from(i / 3)])
            .filter(|_| rng.below(3) > 0)
            .collect();
        let n = points.len() as u32;
        let near = |a: u32, b: u32| {
            let [p, q] = [a, b].map(|v| points[v as usize]);
            let (x, y) = (q[0] - p[0], q[1] - p[1]);
            // No two of these cross: of the diagonals only those with one slope.
            (x * x + y * y) == 1.0 || (x == 1.0 && y == 1.0) || (x == -1.0 && y == -1.0)
        };
        let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
        let edges: Vec<_> = pairs
            .filter(|&(a, b)| near(a, b) && rng.below(5) > 0)
            .collect();
        if edges.len() > 8 {
            continue;
        }
        let graph = Graph::new(n as usize, edges).unwrap();
        if n > 0 && graph.is_connected() {
            return PlaneGraph::from_layout(graph, &points).unwrap();
        }
    }
}

#[test]
fn cycles() {
    let mut rng = Rng::new(3);
    let mut tally = Tally::default();
    for _ in 0..24 {
        let plane = random_plane(&mut rng);
        tally.try_game(&*any(Cycles::new(&Board::plane(plane)).unwrap()), &mut rng);
    }
    assert!(tally.winners["first"] > 10 && tally.winners["second"] > 10);
    assert!(tally.altered > 3 * tally.passed && tally.passed > 0);
}

#[test]
fn token() {
    let mut rng = Rng::new(4);
    let mut tally = Tally::default();
    for _ in 0..40 {
        let n = 1 + rng.below(7) as u32;
        let pairs = (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
        let arcs = pairs.filter(|_| rng.below(3) == 0).collect();
        let board = Board::directed(Digraph::new(n as usize, arcs).unwrap());
        tally.try_game(&*any(Token::new(&board, "0").unwrap()), &mut rng);
    }
    let least = tally.winners.values().min();
    assert!(tally.winners.len() == 3 && *least.unwrap() > 10);
    assert!(tally.altered > 3 * tally.passed && tally.passed > 0);
}

#[test]
fn cops() {
    let mut rng = Rng::new(9);
    let mut tally = Tally::default();
    for round in 0..24 {
        let n = 1 + rng.below(5);
        let graph = match round % 3 {
            // The smallest boards on which a robber is never caught by one cop.
            0 => families::board(["cycle:4", "cycle:5"][rng.below(2)], Limits::BOARD).unwrap(),
            _ => Board::undirected(random_graph(n, &mut rng)),
        };
        let cops = 1 + rng.below(2);
        tally.try_game(&*any(Cops::new(&graph, cops).unwrap()), &mut rng);
    }
    assert!(tally.winners["cops"] > 10 && tally.winners["robber"] > 10);
    assert!(tally.altered > 3 * tally.passed && tally.passed > 0);
}

#[test]
fn subtraction() {
    let mut rng = Rng::new(5);
    let mut tally = Tally::default();
    for _ in 0..24 {
        let heaps = (0..=rng.below(3)).map(|_| rng.below(7) as u64).collect();
        let take = (0..=rng.below(3))
            .map(|_| 1 + rng.below(4) as u64)
            .collect();
        tally.try_game(&*any(Subtraction::new(heaps, take).unwrap()), &mut rng);
    }
    assert!(tally.winners["first"] > 10 && tally.winners["second"] > 10);
    assert!(tally.altered > 3 * tally.passed && tally.passed > 0);
}

/// Rules of every kind that a file can say.
const RULES: &[&str] = &[
    "marks = 1\nlegal = 'size(seen) == 0'",
    "marks = 1\nlegal = 'size(seen) == 0'\nend = 'misere'",
    "marks = 'own'\nlegal = '!(mark in seen)'",
    "marks = 'own'\nlegal = '!(mark in far) && size(seen) < 2'\nend = 'most'",
    "marks = 'own'\nlegal = 'mark in seen || empty'\npass = 'second'",
    "marks = 'k'\nlegal = '!(mark in seen)'\nend = 'maker'\nsides = ['maker', 'breaker']",
    "marks = 3\nlegal = 'count(mark) < 2 && (mark < 3 || degree > 1)'\nend = 'stuck'",
    "marks = ['red', 'blue']\nlegal = '(empty || size(seen) > 0) && !(mark in seen)'\nend = 'maker'",
    "marks = 2\nlegal = '!(mark in seen)'\nend = 'stuck'\nsides = ['ann', 'ben']\nturns = 'point'",
    "marks = 2\nlegal = '!(mark in seen)'\nend = 'stuck'\nsides = ['alice', 'bob']\npass = 'bob'",
    "marks = 2\nlegal = 'mark != last'",
    "marks = 1\nlegal = 'empty || beside'",
    "marks = 1\nlegal = 'marked == 0 || fresh > 0'\nend = 'within'\nmoves = 2",
    "marks = 1\nlegal = 'marked < k'\nend = 'stuck'",
    "marks = 2\nlegal = 'mover == 1 || mark == 2'\nsites = 'edges'",
    "marks = 12\nlegal = 'mark < 3 && !(mark in seen)'\nmoves = 2",
    "marks = 1\nsites = 'arcs'\nlegal = 'marked < 2'",
    "move = 'remove'\nlegal = 'degree % 2 == 0'",
    "move = 'remove'\nsites = 'edges'\nlegal = 'degree < 3'\nend = 'maker'",
    "move = 'remove'\ntakes = 'neighbours'\nlegal = 'degree != 1'",
    "move = 'token'\nlegal = 'marked < 3'",
    "move = 'token'\nsites = 'edges'\nlegal = 'true'\nend = 'misere'",
    "move = 'token'\nsites = 'arcs'\nlegal = 'mover == 1 || degree < 4'\npass = 'second'\nmoves = 4",
];

fn try_entry(entry: &Entry, round: usize, tally: &mut Tally, rng: &mut Rng) {
    let directed = entry.description.board == outplay_games::BoardKind::Directed;
    let connected = entry.description.connected;
    let graph = loop {
        let graph = random_graph(1 + rng.below(4), rng);
        if !connected || graph.is_connected() {
            break graph;
        }
    };
    let n = graph.vertex_count();
    let board = match directed && rng.below(2) == 0 {
        false => Board::undirected(graph),
        true => {
            let pairs = (0..n as u32).flat_map(|a| (0..n as u32).map(move |b| (a, b)));
            let arcs = pairs.filter(|_| rng.below(3) == 0).collect();
            Board::directed(Digraph::new(n, arcs).unwrap())
        }
    };
    let mut values = Values::new();
    for parameter in &entry.description.parameters {
        match parameter.name.as_ref() {
            "first" => {
                let side = round % entry.description.sides.len();
                let word = entry.description.sides[side].word.to_string();
                if parameter.parse(&word).is_ok() {
                    values.set("first", word.as_str());
                }
            }
            "start" => values.set("start", rng.below(n).to_string().as_str()),
            name => values.set(name.to_owned(), 1 + rng.below(3) as u64),
        }
    }
    let opened = entry.open(board, false, &values, &|| false);
    tally.try_game(&*opened.unwrap_or_else(|e| panic!("{e}")).game, rng);
}

#[test]
fn rules_that_people_write() {
    let mut rng = Rng::new(7);
    let mut tally = Tally::default();
    for (i, rules) in RULES.iter().enumerate() {
        let entry = Entry::from_rules(&format!("name = 'test'\n{rules}"), "test.toml");
        let entry = entry.unwrap_or_else(|e| panic!("{rules}: {e}"));
        for round in 0..3 {
            try_entry(&entry, i + round, &mut tally, &mut rng);
        }
    }
    assert!(tally.winners["first"] > 20 && tally.winners["second"] > 20);
    assert!(tally.winners.len() > 4, "{:?}", tally.winners);
    assert!(tally.altered > 3 * tally.passed && tally.passed > 0);
}

/// Every game of the registry has certificates: those whose rules the checker has only as a table.
#[test]
fn games_of_the_registry_as_tables() {
    let mut rng = Rng::new(8);
    for entry in registry::GAMES.iter() {
        let own = outplay_checker::games().any(|game| game == entry.name());
        let mut tally = Tally::default();
        for round in 0..if own { 0 } else { 3 } {
            try_entry(entry, round, &mut tally, &mut rng);
        }
        assert!(own || tally.altered > tally.passed, "{}", entry.name());
    }
}

/// All permutations of `n` vertices that take edges to edges.
fn automorphisms(n: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut maps = vec![Vec::new()];
    for _ in 0..n {
        let longer = |map: &Vec<usize>| {
            let free: Vec<usize> = (0..n).filter(|v| !map.contains(v)).collect();
            let with = |v| map.iter().copied().chain([v]).collect();
            free.into_iter().map(with).collect::<Vec<Vec<usize>>>()
        };
        maps = maps.iter().flat_map(longer).collect();
    }
    let edge = |a: usize, b: usize| edges.contains(&(a.min(b), a.max(b)));
    maps.retain(|map| edges.iter().all(|&(a, b)| edge(map[a], map[b])));
    maps
}

#[test]
fn node_kayles() {
    let mut rng = Rng::new(6);
    let mut tally = Tally::default();
    let mut sizes = [0; 4];
    for _ in 0..30 {
        let n = rng.below(7);
        let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
        let edges: Vec<_> = pairs.filter(|_| rng.below(2) == 0).collect();
        // The start, or after the first vertex was chosen.
        let chosen = u32::from(n > 0 && rng.below(3) == 0);
        let maps = automorphisms(n, &edges);
        for (i, size) in sizes.iter_mut().enumerate() {
            let (closed, symmetric) = (i % 2 == 1, i / 2 == 1);
            let maps = if symmetric { maps.clone() } else { Vec::new() };
            let writer = Writer::new(n, &edges, closed, maps);
            let proved = tally.try_certificate(&sealed(&writer.write(chosen)), closed, &mut rng);
            *size += proved.positions;
        }
        // And as the program itself writes them.
        let board = Board::undirected(random_graph(1 + rng.below(6), &mut rng));
        tally.try_game(&*any(NodeKayles::new(&board).unwrap()), &mut rng);
    }
    assert!(tally.winners["first"] > 10 && tally.winners["second"] > 10);
    assert!(tally.altered > 3 * tally.passed && tally.passed > 0);
    // The lemma and the symmetries each make certificates shorter, and more so together.
    let [plain, closed, symmetric, both] = sizes;
    assert!(
        both < closed.min(symmetric) && closed.max(symmetric) < plain,
        "{sizes:?}"
    );
}
