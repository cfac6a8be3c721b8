//! Games from rule files: against values that others found, against the same games in Rust, and
//! what is said about files that are wrong.

use crate::common::{board, rows, wins};
use crate::conformance::conforms;
use outplay_engine::search::{Ask, Means, Table};
use outplay_engine::{Budget, Outcome};
use outplay_games::registry::{self, Entry};
use outplay_games::ruled::summary;
use outplay_games::{AnyGame, Rules, StateView, Values};
use std::collections::BTreeMap;
use std::sync::Arc;

const NODE_KAYLES: &str = "name = 'node-kayles'\nmarks = 1\nlegal = 'size(seen) == 0'";

fn entry(text: &str) -> Entry {
    Entry::from_rules(text, "test.toml").unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn open(entry: &Entry, name: &str, values: &Values) -> Arc<dyn AnyGame> {
    let opened = entry.open(board(name), false, values, &|| false);
    opened
        .unwrap_or_else(|error| panic!("{}: {error}", entry.name()))
        .game
}

fn grundy(game: &dyn AnyGame) -> u32 {
    let table = Table::new(1 << 20);
    let budget = Budget::UNLIMITED;
    let found = game.search(&game.start(), Ask::Grundy, &Means::new(&table, 1, &budget));
    found.unwrap().grundy.unwrap()
}

fn first_wins(game: &dyn AnyGame) -> bool {
    let table = Table::new(1 << 20);
    let budget = Budget::UNLIMITED;
    let found = game.search(&game.start(), Ask::Winner, &Means::new(&table, 1, &budget));
    found.unwrap().wins.unwrap()
}

/// All graphs with up to six vertices, and what two other programs found.
#[test]
fn small_graphs_have_the_values_that_others_found() {
    let node_kayles = entry(NODE_KAYLES);
    let [arc_kayles, col, snort] =
        ["arc-kayles", "col", "snort"].map(|name| registry::find(name).unwrap());
    let rows = rows("more_games_small_graphs.csv");
    assert_eq!(rows.len(), 208);
    for row in rows {
        let name = format!("graph6:{}", row[0]);
        let value = |entry| grundy(&*open(entry, &name, &Values::new()));
        assert_eq!(value(&node_kayles).to_string(), row[7], "{name}");
        assert_eq!(value(arc_kayles).to_string(), row[8], "{name}");
        let word = |entry| match first_wins(&*open(entry, &name, &Values::new())) {
            true => "N",
            false => "P",
        };
        assert_eq!(word(col), row[9], "col on {name}");
        assert_eq!(word(snort), row[10], "snort on {name}");
    }
}

/// The least number of colours with which the first side wins, on the same graphs.
#[test]
fn small_graphs_need_the_colours_that_others_found() {
    let wins = |game: &str, name: &str, colors: u64, first: &str| {
        let values = Values::new().with("colors", colors).with("first", first);
        let game = open(registry::find(game).unwrap(), name, &values);
        let side = game.description().side(first).unwrap();
        first_wins(&*game) == (side == 0)
    };
    for row in rows("more_games_small_graphs.csv") {
        let name = format!("graph6:{}", row[0]);
        for (game, first, column) in [
            ("greedy", "alice", 3),
            ("greedy", "bob", 4),
            ("indicated", "ann", 5),
            ("connected", "alice", 6),
        ] {
            // The connected game is for connected graphs.
            let Ok(value) = row[column].parse::<u64>() else {
                assert_eq!(game, "connected");
                continue;
            };
            assert!(wins(game, &name, value, first), "{game} on {name}");
            let fewer = value > 1 && wins(game, &name, value - 1, first);
            assert!(!fewer, "{game} on {name} with fewer");
        }
    }
}

#[test]
fn complete_graphs_of_arc_kayles() {
    let entry = registry::find("arc-kayles").unwrap();
    let values = (2..=6).map(|n| grundy(&*open(entry, &format!("complete:{n}"), &Values::new())));
    assert_eq!(values.collect::<Vec<_>>(), [1, 1, 0, 0, 1]);
}

/// Dawson's Kayles by its own recursion: taking a vertex takes its neighbours away.
#[test]
fn long_paths_fall_apart() {
    let mut values = vec![0u32];
    for n in 1..=60usize {
        let after: Vec<u32> = (0..n)
            .map(|i| values[i.saturating_sub(1)] ^ values[(n - i).saturating_sub(2)])
            .collect();
        let least = (0..).find(|g| !after.contains(g));
        values.push(least.unwrap());
    }
    let entry = entry(NODE_KAYLES);
    for n in [1, 2, 5, 13, 34, 59, 60] {
        let game = open(&entry, &format!("path:{n}"), &Values::new());
        assert_eq!(grundy(&*game), values[n], "path:{n}");
        assert_eq!(first_wins(&*game), values[n] != 0);
    }
}

/// Every position with its verdict and remoteness.
fn labelled(game: &dyn AnyGame) -> BTreeMap<String, (Outcome, Option<u32>, usize)> {
    let budget = Budget::UNLIMITED;
    let view: Box<dyn StateView + '_> = game
        .state_digraph(Some(&game.start()), false, 1, &budget)
        .unwrap();
    (0..view.digraph().vertex_count() as u32)
        .map(|i| {
            let labels = view.labels();
            let arcs = view.digraph().successors(i).len();
            let label = (labels.outcome(i), labels.remoteness(i), arcs);
            (view.position(i).replace('x', "1"), label)
        })
        .collect()
}

fn graphs_up_to_five() -> Vec<String> {
    let rows = rows("more_games_small_graphs.csv").into_iter();
    let small = rows.filter(|row| row[1].parse::<usize>().unwrap() <= 5);
    small.map(|row| format!("graph6:{}", row[0])).collect()
}

#[test]
fn games_that_exist_twice_have_the_same_state_digraph() {
    let coloring = entry(
        r#"
        name  = "coloring"
        sites = "vertices"
        marks = "k"
        legal = "!(mark in seen)"
        end   = "stuck"
        sides = ["alice", "bob"]
        "#,
    );
    let node_kayles = entry(NODE_KAYLES);
    let graphs = graphs_up_to_five();
    assert_eq!(graphs.len(), 52);
    for name in graphs {
        let ours = open(&node_kayles, &name, &Values::new());
        let theirs = open(
            registry::find("node-kayles").unwrap(),
            &name,
            &Values::new(),
        );
        assert_eq!(labelled(&*ours), labelled(&*theirs), "{name}");
        for first in ["alice", "bob"] {
            for colors in 1..=3u64 {
                let values = Values::new().with("colors", colors).with("first", first);
                let ours = open(&coloring, &name, &values);
                let theirs = open(registry::find("coloring").unwrap(), &name, &values);
                assert_eq!(labelled(&*ours), labelled(&*theirs), "{name} {colors}");
            }
        }
    }
}

/// Plain rules of a game in which vertices are chosen one by one: sets of vertices are bits.
struct Plain {
    name: &'static str,
    parameter: &'static str,
    /// May a vertex be chosen when these are, each set of `near` being a vertex with its neighbours?
    may: fn(near: &[u32], chosen: u32, v: usize) -> bool,
    /// Who wins, if the game is over: does the first side?
    over: fn(near: &[u32], chosen: u32, k: u32) -> Option<bool>,
}

const PLAIN: [Plain; 2] = [
    Plain {
        name: "domination",
        parameter: "moves",
        may: |near, chosen, v| {
            let all = near.iter().enumerate();
            let dominated = all.filter(|(_, near)| **near & chosen != 0);
            near[v] & !dominated.fold(0, |set, (w, _)| set | 1 << w) != 0
        },
        over: |near, chosen, k| {
            let done = near.iter().all(|near| near & chosen != 0);
            (done || chosen.count_ones() >= k).then_some(done)
        },
    },
    Plain {
        name: "marking",
        parameter: "colors",
        may: |_, _, _| true,
        over: |near, chosen, k| {
            let mut unmarked = (0..near.len()).filter(|v| chosen >> v & 1 == 0).peekable();
            match unmarked.peek() {
                None => Some(true),
                Some(_) => unmarked
                    .any(|v| (near[v] & chosen).count_ones() >= k)
                    .then_some(false),
            }
        },
    },
];

/// The files of the program against plain rules: the same moves and results in all positions.
#[test]
fn files_are_their_plain_rules() {
    let mut positions = 0;
    let mut boards = graphs_up_to_five();
    boards.push("cycle:6".to_owned());
    for (plain, name) in PLAIN
        .iter()
        .flat_map(|plain| boards.iter().map(move |name| (plain, name)))
    {
        let near = closed_neighbourhoods(name);
        let entry = registry::find(plain.name).unwrap();
        for (k, side) in (1..=3).flat_map(|k| [(k, 0), (k, 1)]) {
            let word = entry.description.sides[side].word.to_string();
            let values = Values::new().with(plain.parameter, u64::from(k));
            let game = open(entry, name, &values.with("first", word.as_str()));
            for position in game.legal_positions() {
                let text = game.position_text(&position);
                let row = text.split(',').filter(|mark| !mark.is_empty()).enumerate();
                let chosen = row.filter(|(_, mark)| *mark == "x");
                let chosen = chosen.fold(0u32, |set, (v, _)| set | 1 << v);
                let mover = usize::from(chosen.count_ones() % 2 == 1) ^ side;
                let over = (plain.over)(&near, chosen, k);
                let expected = over.map(|first| match first == (mover == 0) {
                    true => Outcome::Win,
                    false => Outcome::Lose,
                });
                let at = format!("{} {k} on {name}: {text}", plain.name);
                assert_eq!(game.result(&position), expected, "{at}");
                let free = (0..near.len()).filter(|v| chosen >> v & 1 == 0);
                let may = free.filter(|&v| over.is_none() && (plain.may)(&near, chosen, v));
                let moves = game.legal_moves(&position).into_iter();
                let moves: Vec<String> = moves.map(|mv| game.move_text(mv)).collect();
                assert_eq!(
                    moves,
                    may.map(|v| v.to_string()).collect::<Vec<_>>(),
                    "{at}"
                );
                positions += 1;
            }
        }
    }
    assert!(positions > 5_000, "{positions}");
}

/// Arcs and directed boards.
#[test]
fn tokens_walk_along_arcs() {
    // On an undirected board an arc can be used in each direction, an edge once.
    let rules = |sites: &str| {
        let text = format!("name = 't'\nsites = '{sites}'\nmove = 'token'\nlegal = 'true'");
        let values = Values::new().with("start", "0");
        first_wins(&*open(&entry(&text), "path:2", &values))
    };
    assert!(rules("edges"));
    assert!(!rules("arcs"));
    // Arcs that are marked: opposite ones have their ends in common.
    let text = "name = 't'\nsites = 'arcs'\nmarks = 1\nlegal = 'size(seen) == 0'";
    let game = open(&entry(text), "path:3", &Values::new());
    assert_eq!(game.legal_moves(&game.start()).len(), 4);
    assert_eq!(grundy(&*game), 1);
    assert_eq!(game.move_text(game.legal_moves(&game.start())[1]), "1->0");
}

/// Removing: what is gone is no neighbour any more.
#[test]
fn removed_sites_are_gone() {
    // Take a vertex that has a neighbour left: on a path of n vertices as an octal game.
    let entry_of = |legal: &str| entry(&format!("name = 't'\nmove = 'remove'\nlegal = '{legal}'"));
    let grim = entry_of("degree > 0");
    let mut values = vec![0u32, 0];
    for n in 2..=12usize {
        let after: Vec<u32> = (0..n).map(|i| values[i] ^ values[n - 1 - i]).collect();
        values.push((0..).find(|g| !after.contains(g)).unwrap());
    }
    for (n, &value) in values.iter().enumerate().skip(1) {
        assert_eq!(
            grundy(&*open(&grim, &format!("path:{n}"), &Values::new())),
            value
        );
    }
    // Only vertices of even degree: on a triangle all three, then none of two, which are odd.
    let even = entry_of("degree % 2 == 0");
    assert_eq!(grundy(&*open(&even, "complete:3", &Values::new())), 1);
    assert_eq!(grundy(&*open(&even, "complete:4", &Values::new())), 0);
    // With their neighbours, edges go as in Arc Kayles.
    let edges =
        entry("name = 't'\nsites = 'edges'\nmove = 'remove'\ntakes = 'neighbours'\nlegal = 'true'");
    for (n, value) in (2..=6).zip([1, 1, 0, 0, 1]) {
        let game = open(&edges, &format!("complete:{n}"), &Values::new());
        assert_eq!(grundy(&*game), value, "K{n}");
    }
}

/// Sums of parts against all positions, for rules of every kind that fall apart.
#[test]
fn parts_are_independent() {
    for (marks, legal) in [
        ("1", "size(seen) == 0"),
        ("1", "marked < 2"),
        ("1", "marked % 2 == 0"),
        ("1", "marked * 2 <= degree"),
        ("2", "!(mark in seen)"),
        ("2", "mark == 1 ? size(seen) == 0 : !(1 in seen)"),
        ("2", "count(mark) < 2"),
        ("2", "mark == 1 || count(1) == 1"),
        ("3", "mark == 1 || (mark - 1) in seen"),
        (
            r#"["red", "blue"]"#,
            r#"!("red" in seen) || count("blue") == 1"#,
        ),
        ("1\nmove = 'remove'", "degree > 0"),
        ("1\nmove = 'remove'", "degree % 2 == 0"),
        ("1\nmove = 'remove'\nsites = 'edges'", "degree != 1"),
        ("1\nmove = 'remove'\ntakes = 'neighbours'", "degree < 2"),
        (
            "1\nmove = 'remove'\ntakes = 'neighbours'",
            "degree % 2 == 1",
        ),
        ("1\nsites = 'arcs'", "marked < 2"),
    ] {
        let text = format!("name = 'test'\nmarks = {marks}\nlegal = '''{legal}'''");
        let entry = entry(&text);
        assert!(entry.description.impartial, "{legal}");
        for name in graphs_up_to_five() {
            let game = open(&entry, &name, &Values::new());
            let table = Table::new(1 << 20);
            let budget = Budget::UNLIMITED;
            let view = game
                .state_digraph(Some(&game.start()), false, 1, &budget)
                .unwrap();
            let all = game.legal_positions();
            for (i, position) in all.enumerate().filter(|(i, _)| i % 7 == 0 || *i < 20) {
                let at = view.index(&position).unwrap();
                let expected = view.grundy().unwrap()[at as usize];
                let found = game.search(&position, Ask::Grundy, &Means::new(&table, 1, &budget));
                let found = found.unwrap().grundy;
                assert_eq!(found, Some(expected), "{legal} on {name} {i}: {position:?}");
                let found = game.search(&position, Ask::Winner, &Means::new(&table, 1, &budget));
                assert_eq!(
                    found.unwrap().wins,
                    Some(expected != 0),
                    "{legal} on {name}"
                );
            }
        }
    }
}

/// Partizan sums against all positions, whoever is to move, for rules of every kind that fall apart.
#[test]
fn partizan_parts_add_up() {
    let (mut first, mut second) = (0, 0);
    for rules in [
        "marks = 'own'\nlegal = '!(mark in seen)'",
        "marks = 'own'\nlegal = 'seen.all(m, m == mark)'",
        "marks = 'own'\nlegal = 'count(mark) < 2 && marked < 3'",
        "marks = 'own'\nlegal = 'size(seen) != mark'",
        "marks = 2\nlegal = 'mover == 1 ? !(mark in seen) : marked < 2'",
        "marks = 1\nlegal = 'mover == 1 || marked == 0'\nsides = ['white', 'black']",
        "move = 'remove'\nlegal = 'degree % 2 == mover - 1'",
        "move = 'remove'\nsites = 'edges'\nlegal = 'degree < 2 || mover == 2'",
    ] {
        let entry = entry(&format!("name = 'test'\n{rules}"));
        assert!(!entry.description.impartial, "{rules}");
        let mut boards = graphs_up_to_five();
        boards.extend(["path:9", "edges:0-1,2-3,3-4,5-6,6-7,7-8", "cycle:7"].map(str::to_owned));
        for name in boards {
            let game = open(&entry, &name, &Values::new());
            let table = Table::new(1 << 20);
            let budget = Budget::UNLIMITED;
            let view = game
                .state_digraph(Some(&game.start()), false, 1, &budget)
                .unwrap();
            let all = game.legal_positions().enumerate();
            for (i, position) in all.filter(|(i, _)| i % 5 == 0 || *i < 20).take(300) {
                let at = view.index(&position).unwrap();
                let expected = view.labels().outcome(at) == Outcome::Win;
                let found = game.search(&position, Ask::Winner, &Means::new(&table, 1, &budget));
                let found = found.unwrap().wins;
                assert_eq!(found, Some(expected), "{rules} on {name} {i}: {position:?}");
                *(if expected { &mut first } else { &mut second }) += 1;
            }
        }
    }
    assert!(first > 1000 && second > 1000, "{first} {second}");
}

/// Col and Snort on two copies of a board are won
/// by who answers in the other copy with the other colour.
#[test]
fn copies_cancel() {
    for name in ["col", "snort"] {
        let entry = registry::find(name).unwrap();
        for edges in ["0-1,1-2,2-3,4-5,5-6,6-7", "0-1,1-2,2-0,3-4,4-5,5-3"] {
            let game = open(entry, &format!("edges:{edges}"), &Values::new());
            assert!(!first_wins(&*game), "{name} on {edges}");
        }
    }
    // On an even path of Col the second player mirrors with the other colour; on an odd path of Snort
    // the first one does, after the middle.
    let on = |game: &str, board: &str| {
        first_wins(&*open(registry::find(game).unwrap(), board, &Values::new()))
    };
    assert!(!on("col", "path:12"));
    assert!(on("snort", "path:13"));
}

/// Files with everything that a file can say pass the suite of all games.
#[test]
fn rule_files_conform() {
    for text in [
        "marks = 1\nlegal = 'size(seen) == 0'\nend = 'misere'",
        "marks = 'own'\nlegal = '!(mark in seen)'\nend = 'misere'",
        "marks = 'own'\nlegal = '!(mark in far) && size(seen) < 2'\nend = 'most'",
        "marks = 2\nlegal = '!(mark in seen)'\nend = 'maker'",
        "marks = 'k'\nlegal = '!(mark in seen) && marks.all(m, m >= mark || m in seen)'\nend = 'maker'\nsides = ['alice', 'bob']",
        "marks = ['red', 'blue']\nlegal = '(empty || size(seen) > 0) && !(mark in seen)'\nend = 'maker'",
        "marks = 2\nlegal = '!(mark in seen)'\nend = 'stuck'\nsides = ['ann', 'ben']\nturns = 'point'",
        "marks = 2\nlegal = '!(mark in seen)'\nend = 'stuck'\nsides = ['alice', 'bob']\npass = 'bob'",
        "marks = 2\nlegal = 'mark != last'\n",
        "marks = 1\nlegal = 'empty || beside'",
        "marks = 1\nlegal = 'degree > 0'\nmoves = 'n'\nend = 'misere'",
        "marks = 2\nlegal = 'mover == 1 || mark == 2'\nsites = 'edges'",
        "marks = 2\nlegal = 'count(mark) == 0'\nsites = 'edges'\nend = 'maker'",
        "marks = 'own'\nlegal = 'mark in seen || empty'\npass = 'second'",
        "marks = 1\nlegal = 'fresh > 0 || marked == 0'\nend = 'within'\nmoves = 2",
        "marks = 1\nlegal = 'marked < k'\nend = 'stuck'\nsides = ['alice', 'bob']",
        "marks = 1\nsites = 'arcs'\nlegal = 'marked < 2'",
        "move = 'remove'\nlegal = 'degree > 0'\nend = 'misere'",
        "move = 'remove'\nlegal = 'degree % 2 == mover - 1'",
        "move = 'remove'\nsites = 'edges'\nlegal = 'degree < 3'\nend = 'maker'",
        "move = 'remove'\ntakes = 'neighbours'\nlegal = 'degree != 1'",
        "marks = 2\nlegal = '!(mark in seen)'\nend = 'count(1) > count(2) || last == 2'",
        "marks = ['red', 'blue']\nlegal = 'true'\nuntil = 'exists(mark in seen)'",
        "move = 'remove'\nlegal = 'true'\nend = 'made % 2 == k'\nuntil = 'all(degree == 0)'",
        "move = 'token'\nlegal = 'marked < 3'",
        "move = 'token'\nlegal = 'degree > 1'\nend = 'maker'\nsides = ['alice', 'bob']",
        "move = 'token'\nsites = 'edges'\nlegal = 'true'\nend = 'misere'",
        "move = 'token'\nsites = 'arcs'\nlegal = 'mover == 1 || degree < 4'\npass = 'second'\nmoves = 4",
    ] {
        let text = format!("name = 'test'\n{text}\n");
        conforms(&entry(&text));
    }
    // The files of the gallery that are not part of the program.
    for text in [
        include_str!("../../games/elbow-room.toml"),
        include_str!("../../games/parity.toml"),
        include_str!("../../games/misere-node-kayles.toml"),
        include_str!("../../games/maker-breaker-domination.toml"),
    ] {
        conforms(&entry(text));
    }
}

/// What docs/own-games.md says of its example: on paths it is Officers, the octal game 0.6, and
/// cycles follow from that.
#[test]
fn elbow_room_is_officers_on_paths() {
    let entry = entry(include_str!("../../games/elbow-room.toml"));
    let value = |name: &str| grundy(&*open(&entry, name, &Values::new()));
    let mut officers = vec![0u32, 0];
    for n in 2..=40usize {
        let after: Vec<u32> = (0..n).map(|i| officers[i] ^ officers[n - 1 - i]).collect();
        officers.push((0..).find(|g| !after.contains(g)).unwrap());
    }
    assert_eq!(value("path:1"), 1);
    for n in 2..=40 {
        assert_eq!(value(&format!("path:{n}")), officers[n], "path:{n}");
        if n > 2 {
            let first = u32::from(officers[n - 1] == 0);
            assert_eq!(value(&format!("cycle:{n}")), first, "cycle:{n}");
        }
    }
    let complete = (1..=8).map(|n| value(&format!("complete:{n}")));
    assert_eq!(complete.collect::<Vec<_>>(), [1, 1, 0, 0, 1, 1, 0, 0]);
    let mut counts = BTreeMap::new();
    for row in rows("more_games_small_graphs.csv") {
        let n: usize = row[1].parse().unwrap();
        let game = open(&entry, &format!("graph6:{}", row[0]), &Values::new());
        if !wins(&*game, &game.start()) {
            *counts.entry(n).or_insert(0) += 1;
        }
    }
    let expected = BTreeMap::from([(2, 1), (3, 2), (4, 6), (5, 4), (6, 80)]);
    assert_eq!(counts, expected);
}

/// Who cannot move wins: against a solver without memory.
#[test]
fn misere_play_is_right() {
    for legal in ["size(seen) == 0", "marked < 2"] {
        let text = format!("name = 'test'\nmarks = 1\nlegal = '{legal}'\nend = 'misere'");
        let entry = entry(&text);
        assert!(!entry.description.impartial);
        for name in graphs_up_to_five() {
            let game = open(&entry, &name, &Values::new());
            let expected = wins(&*game, &game.start());
            assert_eq!(first_wins(&*game), expected, "{legal} on {name}");
        }
    }
    // Two vertices apart: the first mark must be followed by the second.
    let entry = entry("name = 'test'\nmarks = 1\nlegal = 'true'\nend = 'misere'");
    assert!(first_wins(&*open(&entry, "graph6:A?", &Values::new())));
    assert!(!first_wins(&*open(&entry, "path:1", &Values::new())));
}

/// The words for ends are names of conditions.
#[test]
fn ends_are_conditions() {
    for (rules, word, condition) in [
        (
            "marks = 1\nlegal = 'marked < 2'",
            "normal",
            "end = 'mover == 2'",
        ),
        (
            "marks = 1\nlegal = 'marked < 2'",
            "misere",
            "end = 'mover == 1'",
        ),
        (
            "marks = 2\nlegal = '!(mark in seen)'",
            "maker",
            "end = 'free == 0'",
        ),
        (
            "marks = 2\nlegal = '!(mark in seen)'",
            "stuck",
            "end = 'free == 0'\nuntil = 'dead > 0'",
        ),
        (
            "marks = 'own'\nlegal = '!(mark in seen)'",
            "most",
            "end = 'count(1) > count(2)'",
        ),
        (
            "marks = 1\nmoves = 2\nlegal = 'size(seen) == 0'",
            "within",
            "end = 'blocked && made <= 2'",
        ),
    ] {
        for sides in ["", "sides = ['ann', 'ben']"] {
            let open = |end: &str, name: &str, first: &str| {
                let entry = entry(&format!("name = 'test'\n{rules}\n{sides}\n{end}"));
                let values = match sides {
                    "" => Values::new(),
                    _ => Values::new().with("first", first),
                };
                open(&entry, name, &values)
            };
            for name in graphs_up_to_five().iter().step_by(3) {
                for first in ["ann", "ben"] {
                    let named = open(&format!("end = '{word}'"), name, first);
                    let said = open(condition, name, first);
                    let symmetry = |game: &dyn AnyGame| {
                        let start = Some(game.start());
                        let view = game.state_digraph(start.as_ref(), false, 1, &Budget::UNLIMITED);
                        let view = view.unwrap();
                        let n = view.digraph().vertex_count() as u32;
                        let label = |i| (view.labels().outcome(i), view.labels().remoteness(i));
                        (0..n).map(label).collect::<Vec<_>>()
                    };
                    assert_eq!(symmetry(&*named), symmetry(&*said), "{word} on {name}");
                    assert_eq!(first_wins(&*named), first_wins(&*said), "{word} on {name}");
                }
            }
        }
    }
}

/// Every vertex with its neighbours, as bits.
fn closed_neighbourhoods(name: &str) -> Vec<u32> {
    let outplay_board::Shape::Undirected(graph) = board(name).shape else {
        unreachable!("these are undirected");
    };
    let near = graph.vertices().map(|v| {
        let near = graph.neighbors(v).iter();
        near.fold(1 << v, |set, w| set | 1u32 << w)
    });
    near.collect()
}

/// Who wins Maker–Breaker domination, by its definition: what each has taken, as bits.
fn dominates(near: &[u32], taken: [u32; 2], dominator: bool) -> bool {
    let free = (0..near.len()).filter(|v| (taken[0] | taken[1]) >> v & 1 == 0);
    let mut after = free.map(|v| {
        let mut taken = taken;
        taken[usize::from(!dominator)] |= 1 << v;
        dominates(near, taken, !dominator)
    });
    match (taken[0] | taken[1]).count_ones() as usize == near.len() {
        true => near.iter().all(|near| near & taken[0] != 0),
        false if dominator => after.any(|wins| wins),
        false => after.all(|wins| wins),
    }
}

#[test]
fn maker_breaker_domination_is_a_file() {
    let entry = entry(include_str!("../../games/maker-breaker-domination.toml"));
    let wins = |name: &str, first: &str| {
        let game = open(&entry, name, &Values::new().with("first", first));
        first_wins(&*game) == (first == "dominator")
    };
    for name in graphs_up_to_five() {
        let near = closed_neighbourhoods(&name);
        for (first, dominator) in [("dominator", true), ("staller", false)] {
            let expected = dominates(&near, [0; 2], dominator);
            assert_eq!(wins(&name, first), expected, "{name}, {first}");
        }
    }
    // Duchêne, Gledel, Parreau and Renault: cycles are Dominator's, whoever starts; of paths those with
    // an even number of vertices are, the others belong to who starts.
    for n in 3..=9 {
        assert!(wins(&format!("cycle:{n}"), "staller"), "cycle:{n}");
        assert!(wins(&format!("path:{n}"), "dominator"), "path:{n}");
        assert_eq!(
            wins(&format!("path:{n}"), "staller"),
            n % 2 == 0,
            "path:{n}"
        );
    }
    // Certificates cannot hold such an end yet, and say so.
    let game = open(&entry, "path:4", &Values::new().with("first", "dominator"));
    let certified = game.board_rows();
    let said = certified.unwrap_err().to_string();
    assert!(said.contains("an end that is a condition"), "{said}");
}

/// Exchanging marks is found, and only where it changes nothing.
#[test]
fn marks_that_are_alike_are_found() {
    for (legal, expected) in [
        ("!(mark in seen)", 3),
        ("mark == 1 || !(mark in seen)", 2),
        ("!(mark in seen) && (mark < 3 || size(seen) == 0)", 2),
        ("mark == 1 || (mark - 1) in seen", 1),
    ] {
        let text = format!("name = 'test'\nmarks = 3\nlegal = '{legal}'");
        let game = open(
            &entry(&text),
            "edges:0-1,1-2,2-3,3-0,3-4,4-5",
            &Values::new(),
        );
        let places = game
            .symmetries()
            .iter()
            .filter(|s| s.marks.is_empty())
            .count();
        assert_eq!(game.symmetries().len() - places + 1, expected, "{legal}");
    }
}

#[test]
fn wrong_files_are_refused_with_their_place() {
    for (text, line, column, needle) in [
        (
            "name = \"x\"\nmarks = 1\nlegal = \"seen == [\"",
            3,
            0,
            "expected a value",
        ),
        (
            "name = \"x\"\nmarks = 1\nlegal = \"sen == []\"",
            3,
            10,
            "did you mean seen?",
        ),
        (
            "name = \"x\"\nmarks = 1\nlegal = \"size(seen)\"",
            3,
            10,
            "true or false",
        ),
        (
            "name = \"x\"\nmarks = 1\nlegal = \"mark + seen\"",
            3,
            10,
            "true or false",
        ),
        (
            "name = \"x\"\nmarks = 1\nlegal = \"matches(mark)\"",
            3,
            0,
            "function",
        ),
        (
            "name = \"x\"\nmarks = 0\nlegal = \"true\"",
            2,
            9,
            "a number from 1",
        ),
        (
            "name = \"x\"\nmarks = 99\nlegal = \"true\"",
            2,
            9,
            "found 99",
        ),
        (
            "name = \"x\"\nmarks = \"owned\"\nlegal = \"true\"",
            2,
            9,
            "\"own\"",
        ),
        (
            "name = \"x\"\nmarks = [\"a\", \"a\"]\nlegal = \"true\"",
            2,
            15,
            "each once",
        ),
        ("name = \"x\"\nmark = 1\nlegal = \"true\"", 2, 8, "text"),
        (
            "name = \"x\"\nmarcs = 1\nlegal = \"true\"",
            2,
            1,
            "did you mean marks?",
        ),
        ("name = \"x\"\nmarks = 1\n", 3, 1, "legal is missing"),
        ("marks = 1\nlegal = \"true\"", 2, 15, "name is missing"),
        (
            "name = \"Col!\"\nmarks = 1\nlegal = \"true\"",
            1,
            8,
            "small letters",
        ),
        (
            "name = \"x\"\nmarks = 1\nlegal = \"true\"\nend = \"never\"",
            4,
            7,
            "misere",
        ),
        (
            "name = \"x\"\nmarks = 1\nlegal = \"true\"\nend = \"free = 0\"",
            4,
            13,
            "expected names",
        ),
        (
            "name = \"x\"\nmarks = 1\nlegal = \"true\"\nend = \"stuck\"\nuntil = \"dead > 0\"",
            5,
            9,
            "says until when",
        ),
        (
            "name = \"x\"\nmarks = 1\nlegal = \"true\"\nend = \"most\"",
            4,
            7,
            "own",
        ),
        ("name = \"x\nmarks = 1", 1, 0, ""),
        (
            "name = \"x\"\nmove = \"remove\"\nlegal = \"marked == 0\"",
            3,
            10,
            "degree counts what is left",
        ),
        (
            "name = \"x\"\nmove = \"token\"\nmarks = 2\nlegal = \"true\"",
            3,
            9,
            "does not choose a mark",
        ),
        (
            "name = \"x\"\nmove = \"token\"\nlegal = \"beside\"",
            3,
            10,
            "the last move",
        ),
        (
            "name = \"x\"\nmove = \"token\"\nlegal = \"true\"\nend = \"stuck\"",
            4,
            7,
            "another end",
        ),
        (
            "name = \"x\"\nmove = \"jump\"\nmarks = 1\nlegal = \"true\"",
            2,
            8,
            "\"token\"",
        ),
        (
            "name = \"x\"\nmarks = 1\ntakes = \"neighbours\"\nlegal = \"true\"",
            3,
            9,
            "move = \"remove\"",
        ),
        (
            "name = \"x\"\nmarks = 1\nlegal = \"true\"\nend = \"within\"",
            4,
            15,
            "moves is missing",
        ),
        (
            "name = \"x\"\nmarks = 1\nlegal = '''\n  size(seen) == 0 &&\n  wrong'''",
            5,
            3,
            "'wrong'",
        ),
        (
            "name = \"x\"\nmarks = 1\nlegal = \"[1].all(a, [1].all(b, [1].all(c, true)))\"",
            3,
            0,
            "inside each other",
        ),
    ] {
        let error = Entry::from_rules(text, "x.toml")
            .err()
            .unwrap_or_else(|| panic!("{text}"));
        let said = error.to_string();
        assert_eq!(error.source.as_deref(), Some("x.toml"), "{said}");
        assert_eq!(error.line, Some(line), "{said}");
        assert!(said.contains("column "), "{said}");
        if column > 0 {
            assert!(said.contains(&format!("column {column}:")), "{said}");
            assert!(said.ends_with('^'), "{said}");
        }
        assert!(said.contains(needle), "{said}");
    }
}

#[test]
fn giant_tables_are_refused_with_their_size() {
    for (marks, legal, name) in [
        ("31", "!(mark in seen)", "path:3"),
        ("8", "count(mark) < 3", "complete:40"),
        ("20", "!(mark in far)", "star:30"),
        (
            "15",
            "marks.all(a, marks.all(b, a in seen || b in seen))",
            "complete:20",
        ),
    ] {
        let text = format!("name = 'test'\nmarks = {marks}\nlegal = '{legal}'");
        let entry = entry(&text);
        let opened = entry.open(board(name), false, &Values::new(), &|| false);
        let said = opened
            .err()
            .unwrap_or_else(|| panic!("{legal}"))
            .to_string();
        assert!(
            said.contains("expected at most") || said.contains("expected so few"),
            "{said}"
        );
        assert!(said.contains(&format!("{marks} marks")), "{said}");
    }
}

/// A board of which the neighbourhoods alone would take for ever is refused.
#[test]
fn giant_boards_are_refused() {
    for rules in [
        "marks = 1\nlegal = 'size(far) == 0'",
        "marks = 1\nsites = 'edges'\nlegal = 'true'",
        "marks = 1\nsites = 'arcs'\nlegal = 'true'",
    ] {
        let entry = entry(&format!("name = 'test'\n{rules}"));
        let opened = entry.open(board("complete:500"), false, &Values::new(), &|| false);
        let said = opened.err().unwrap().to_string();
        assert!(said.contains("pairs of edges"), "{said}");
    }
}

#[test]
fn no_text_makes_the_reader_panic() {
    use proptest::prelude::*;
    use proptest::test_runner::{Config, TestRunner};
    let words = prop_oneof![
        any::<String>(),
        "[-a-z0-9 =\"'\\[\\]{}#\n.,!()]{0,60}",
        "[-+*/%!<>=&|?:.,()\\[\\]{}a-z0-9 '\"\\\\]{0,40}"
            .prop_map(|legal| format!("name = 'x'\nmarks = 2\nlegal = '''{legal}'''")),
        proptest::collection::vec(
            prop::sample::select(vec![
                "mark",
                "seen",
                "far",
                "mover",
                "count(",
                "size(",
                "(",
                ")",
                "!",
                "&&",
                "||",
                "in",
                "==",
                "<",
                "+",
                "-",
                "*",
                "/",
                "%",
                "1",
                "2",
                "9223372036854775807",
                "[",
                "]",
                ",",
                "marks.all(m,",
                "seen.exists(a,",
                "m",
                "a",
                "?",
                ":",
                "'red'",
                "true",
                "last",
                "degree",
                "empty",
                "null",
                "1.5",
                "1u",
                "{",
                "}",
                ".",
                "has(",
                "dyn(",
                "b'x'",
                "marked",
                "beside",
            ]),
            0..14
        )
        .prop_map(|list| format!("name = 'x'\nmarks = 2\nlegal = \"{}\"", list.join(" "))),
    ];
    let mut runner = TestRunner::new_with_rng(
        Config {
            cases: 3000,
            failure_persistence: None,
            ..Config::default()
        },
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    );
    runner
        .run(&words, |text| {
            if let Ok(entry) = Entry::from_rules(&text, "x.toml")
                && let Ok(opened) = entry.open(board("cycle:4"), false, &Values::new(), &|| false)
            {
                let game = opened.game;
                game.legal_moves(&game.start());
            }
            Ok(())
        })
        .unwrap();
    // Deep nesting is refused, not followed.
    for (open, close) in [("(", ")"), ("!", ""), ("[", "]"), ("-", ""), ("size(", ")")] {
        let legal = format!("{}true{}", open.repeat(150), close.repeat(150));
        let text = format!("name = 'x'\nmarks = 1\nlegal = '{legal}'");
        let _ = Entry::from_rules(&text, "x.toml");
        let text = format!("name = {}", "[".repeat(8000));
        assert!(Entry::from_rules(&text, "x.toml").is_err());
    }
}

#[test]
fn a_summary_says_what_was_understood() {
    let rules = Rules::read(NODE_KAYLES, "node-kayles.toml").unwrap();
    let lines = summary(&rules);
    let says = |key: &str| lines.iter().find(|line| line.0 == key).unwrap().1.clone();
    assert!(says("the game is").starts_with("impartial"));
    assert_eq!(
        says("the condition looks at"),
        "which marks the neighbours have"
    );
    assert_eq!(says("the end"), "Who cannot move loses.");
    let error = Rules::read("name = 'x'", "x.toml").err().unwrap();
    assert!(error.to_string().contains("marks is missing"), "{error}");
    assert!(
        Rules::variables()
            .iter()
            .all(|(name, what)| !name.is_empty() && !what.is_empty())
    );
}
