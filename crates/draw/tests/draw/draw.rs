//! Pictures and files against the digraphs that they show.

use outplay_board::{Board, Digraph, Graph, Layout, PlaneGraph};
use outplay_draw::{
    Arrangement, StateOptions, TooMany, board_svg, board_text, state_dot, state_graphml,
    state_json, state_svg,
};
use outplay_engine::Budget;
use outplay_games::registry::find;
use outplay_games::{AnyGame, LabelWords, Marks, StateView, Values};
use proptest::prelude::*;
use roxmltree::Document;
use serde_json::Value;
use std::sync::Arc;

/// Names that would break a careless writer.
const HOSTILE: [&str; 5] = [
    "<b>&amp;\"'",
    "]]>",
    "back\\",
    "\u{1b}[31m\0\n",
    "a\"] -> x;",
];

fn path(n: u32) -> Board {
    Board {
        layout: Some((0..n).map(|i| [f64::from(i), 0.0]).collect()),
        ..Board::undirected(Graph::new(n as usize, (1..n).map(|i| (i - 1, i))).unwrap())
    }
}

fn square() -> Board {
    let graph = Graph::new(4, [(0, 1), (1, 2), (2, 3), (3, 0)]).unwrap();
    let layout: Layout = vec![[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]];
    Board {
        layout: Some(layout.clone()),
        ..Board::plane(PlaneGraph::from_layout(graph, &layout).unwrap())
    }
}

fn no_board() -> Board {
    Board::undirected(Graph::new(0, []).unwrap())
}

fn colors(colors: u64) -> Values {
    Values::new().with("colors", colors)
}

fn pebbles(heap: u64) -> Values {
    Values::new()
        .with("pebbles", vec![heap])
        .with("take", vec![1, 2])
}

fn open(name: &str, board: &Board, values: &Values) -> Arc<dyn AnyGame> {
    let opened = find(name)
        .unwrap()
        .open(board.clone(), false, values, &|| false);
    opened.unwrap_or_else(|error| panic!("{error}")).game
}

fn from_start(game: &dyn AnyGame) -> Box<dyn StateView + '_> {
    let digraph = game.state_digraph(Some(&game.start()), false, 1, &Budget::UNLIMITED);
    digraph.unwrap_or_else(|failure| panic!("{failure:?}"))
}

fn options(board: &str) -> StateOptions {
    StateOptions {
        board: board.to_owned(),
        ..StateOptions::default()
    }
}

fn json(view: &dyn StateView, options: &StateOptions) -> Value {
    let mut out = Vec::new();
    state_json(view, options, &mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

fn graphml(view: &dyn StateView, options: &StateOptions) -> String {
    let mut out = Vec::new();
    state_graphml(view, options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn dot(view: &dyn StateView, options: &StateOptions) -> String {
    let mut out = Vec::new();
    state_dot(view, options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// How many elements have a class.
fn count_class(xml: &Document<'_>, class: &str) -> usize {
    let nodes = xml.descendants();
    nodes
        .filter(|node| node.attribute("class") == Some(class))
        .count()
}

fn count_tag(xml: &Document<'_>, tag: &str) -> usize {
    xml.descendants().filter(|n| n.has_tag_name(tag)).count()
}

/// The strings in quotes of a DOT file, read as Graphviz reads them, and the rest.
fn split_dot(text: &str) -> (Vec<String>, String) {
    let mut strings = Vec::new();
    let mut rest = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '"' {
            rest.push(c);
            continue;
        }
        let mut string = String::new();
        loop {
            match chars.next().expect("a quote is closed") {
                '"' => break,
                '\\' => match chars.next().expect("an escape is complete") {
                    'n' => string.push('\n'),
                    c @ ('"' | '\\') => string.push(c),
                    c => panic!("escape \\{c}"),
                },
                c => string.push(c),
            }
        }
        strings.push(string);
    }
    (strings, rest)
}

/// Every output of a state digraph has as many positions and moves.
fn check_counts(
    view: &dyn StateView,
    board: &Board,
    options: &StateOptions,
    nodes: usize,
    arcs: usize,
) {
    let svg = state_svg(view, board, options).unwrap();
    let xml = Document::parse(&svg).unwrap();
    assert_eq!(xml.root_element().attribute("role"), Some("img"));
    assert_eq!(count_class(&xml, "position"), nodes);
    assert_eq!(count_class(&xml, "move"), arcs);
    assert_eq!(svg, state_svg(view, board, options).unwrap());

    let value = json(view, options);
    assert_eq!(value["positions"].as_array().unwrap().len(), nodes);
    assert_eq!(value["moves"].as_array().unwrap().len(), arcs);

    let text = graphml(view, options);
    let xml = Document::parse(&text).unwrap();
    assert_eq!(count_tag(&xml, "node"), nodes);
    assert_eq!(count_tag(&xml, "edge"), arcs);

    let (_, rest) = split_dot(&dot(view, options));
    let lines = |sign: &str| rest.lines().filter(|line| line.contains(sign)).count();
    assert_eq!(lines(" -> "), arcs);
    assert_eq!(lines("outcome="), nodes);
}

#[test]
fn counts_are_the_digraphs() {
    // Legal boards and moves of the Edge-Distinguishing Game, as counted by an
    // independent program.
    for (n, nodes, arcs) in [(3, 23, 42), (4, 59, 136)] {
        let board = path(n);
        let game = open("edge", &board, &colors(2));
        let options = options(&format!("path:{n}"));
        check_counts(&*from_start(&*game), &board, &options, nodes, arcs);
        let all = game.state_digraph(None, false, 1, &Budget::UNLIMITED);
        let all = all.unwrap_or_else(|failure| panic!("{failure:?}"));
        check_counts(&*all, &board, &options, nodes, arcs);
    }
    // 81 ways to direct some edges of a square, less those with a sink or source.
    let board = square();
    let game = open("cycles", &board, &Values::new());
    let view = from_start(&*game);
    assert_eq!(view.digraph().vertex_count(), 35);
    let arcs = view.digraph().arc_count();
    check_counts(&*view, &board, &options("cycle:4"), 35, arcs);
}

#[test]
fn labels_of_a_heap_of_four() {
    let game = open("subtraction", &no_board(), &pebbles(4));
    let view = from_start(&*game);
    let mut options = options("");
    options.details = "4 pebbles".to_owned();
    options.grundy = true;
    let value = json(&*view, &options);
    assert_eq!(value["game"], "subtraction");
    // By hand: multiples of three are lost, Grundy values are remainders.
    let rows: Vec<(String, String, u64, u64, u64)> = value["positions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| {
            let text = |key: &str| p[key].as_str().unwrap().to_owned();
            let number = |key: &str| p[key].as_u64().unwrap();
            let label = format!("{} {} {}", text("label"), text("outcome"), text("to_move"));
            (
                text("position"),
                label,
                number("remoteness"),
                number("grundy"),
                number("layer"),
            )
        })
        .collect();
    let row = |position: &str, label: &str, remoteness, grundy, layer| {
        (
            position.to_owned(),
            format!("{label} first"),
            remoteness,
            grundy,
            layer,
        )
    };
    assert_eq!(
        rows,
        [
            row("4", "N win", 3, 1, 0),
            row("3", "P lose", 2, 0, 1),
            row("2", "N win", 1, 2, 1),
            row("1", "N win", 1, 1, 2),
            row("0", "P lose", 0, 0, 2),
        ]
    );
    let mut moves: Vec<String> = value["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| {
            format!(
                "{}-{}:{}:{}",
                m["from"],
                m["to"],
                m["move"].as_str().unwrap(),
                m["winning"]
            )
        })
        .collect();
    moves.sort();
    assert_eq!(
        moves,
        [
            "0-1:1:true",
            "0-2:2:false",
            "1-2:1:false",
            "1-3:2:false",
            "2-3:1:false",
            "2-4:2:true",
            "3-4:1:true"
        ]
    );
    let (strings, rest) = split_dot(&dot(&*view, &options));
    assert!(strings.contains(&"4\nN 3 g1".to_owned()), "{strings:?}");
    assert_eq!(rest.matches("winning=true").count(), 3);
    assert_eq!(
        graphml(&*view, &options)
            .matches(r#""winning">true"#)
            .count(),
        3
    );

    let svg = state_svg(&*view, &no_board(), &options).unwrap();
    let xml = Document::parse(&svg).unwrap();
    let title = xml
        .descendants()
        .find(|n| n.has_tag_name(("http://www.w3.org/2000/svg", "title")));
    assert_eq!(
        title.and_then(|t| t.text()),
        Some("subtraction · 4 pebbles — the first player wins")
    );
    assert!(svg.contains("5 positions (3 N, 2 P), 7 moves"));
    assert_eq!(svg.matches("(wins)</title>").count(), 3);
    // 4 + 3 + 2 + 1 pebbles.
    assert_eq!(count_class(&xml, "pebble"), 10);
}

/// Each layer of a heap from which one takes one pebble at a time could say who is
/// to move; but its positions do not tell. Those of Node Kayles do.
#[test]
fn layers_say_whose_turn_it_is_only_if_positions_tell() {
    let one = pebbles(3).with("take", vec![1]);
    let edgeless = Board::undirected(Graph::new(3, []).unwrap());
    for (name, board, values, records_turn) in [
        ("subtraction", no_board(), one, false),
        ("node-kayles", edgeless, Values::new(), true),
    ] {
        let game = open(name, &board, &values);
        let view = from_start(&*game);
        let svg = state_svg(&*view, &board, &options("")).unwrap();
        assert!(svg.contains(">2 moves<"), "{name}");
        assert_eq!(svg.contains("first to move<"), records_turn, "{name}");
    }
}

#[test]
fn winners_have_names_in_the_coloring_game() {
    // χ_g(P4) = 3: with two colours Bob wins, with three Alice.
    let board = path(4);
    for (k, winner) in [(2, "Bob"), (3, "Alice")] {
        let game = open("coloring", &board, &colors(k));
        let view = from_start(&*game);
        let options = options("path:4");
        let value = json(&*view, &options);
        assert_eq!(value["positions"][0]["label"], winner);
        assert_eq!(value["positions"][0]["to_move"], "alice");
        assert_eq!(value["positions"][0]["grundy"], Value::Null);
        let svg = state_svg(&*view, &board, &options).unwrap();
        assert!(svg.contains(&format!("— {winner} wins</title>")));
        assert!(svg.contains("Alice to move") && svg.contains("Bob to move"));
    }
}

#[test]
fn positions_without_a_play_come_last() {
    // One colour on P3: 1,-,1 is legal, but after 1,-,- the game is over.
    let board = path(3);
    let game = open("coloring", &board, &colors(1));
    let all = game.state_digraph(None, false, 1, &Budget::UNLIMITED);
    let all = all.unwrap_or_else(|failure| panic!("{failure:?}"));
    let options = options("path:3");
    check_counts(&*all, &board, &options, 5, 3);
    let value = json(&*all, &options);
    let lost: Vec<_> = value["positions"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|p| p["layer"].is_null())
        .map(|p| p["position"].as_str().unwrap())
        .collect();
    assert_eq!(lost, ["1,-,1"]);
    assert!(
        state_svg(&*all, &board, &options)
            .unwrap()
            .contains("reached by")
    );
    let reached = from_start(&*game);
    assert!(
        !state_svg(&*reached, &board, &options)
            .unwrap()
            .contains("reached by")
    );
}

#[test]
fn token_games_draw() {
    // a and b chase each other; c loses and d wins, and e can only wait.
    let arcs = vec![(0, 1), (1, 0), (0, 3), (3, 2), (0, 4), (4, 4)];
    let board = Board {
        names: Some(["a", "b", "c", "d", "e"].map(String::from).to_vec()),
        ..Board::directed(Digraph::new(5, arcs).unwrap())
    };
    let start = Values::new().with("start", "a");
    let game = open("token", &board, &start);
    let view = from_start(&*game);
    let options = StateOptions {
        words: Some(LabelWords::WinLoseDraw),
        ..options("x.dot")
    };
    check_counts(&*view, &board, &options, 5, 6);
    let value = json(&*view, &options);
    let labels: Vec<String> = value["positions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| {
            format!(
                "{}{}",
                p["position"].as_str().unwrap(),
                p["label"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(labels, ["aD", "bD", "dW", "eD", "cL"]);
    let svg = state_svg(&*view, &board, &options).unwrap();
    assert!(svg.contains("— a draw</title>"));
    assert_eq!(svg.matches("(draws)</title>").count(), 4);
    let xml = Document::parse(&svg).unwrap();
    assert_eq!(count_class(&xml, "token"), 5);
}

/// Arrows that go back up bowed out of their layers, through the legend and the headings.
#[test]
fn arrows_stay_away_from_legend_and_title() {
    let around = |n: u32, steps: &[u32]| {
        let arcs = (0..n).flat_map(|v| steps.iter().map(move |s| (v, (v + s) % n)));
        Board::directed(Digraph::new(n as usize, arcs.collect()).unwrap())
    };
    let mut fan = vec![(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6), (0, 7)];
    fan.extend([(1, 7), (7, 2), (6, 1), (3, 6), (5, 1), (7, 0)]);
    for board in [
        around(9, &[1]),
        around(12, &[1, 5]),
        around(8, &[1, 2, 7]),
        Board::directed(Digraph::new(8, fan).unwrap()),
    ] {
        let start = Values::new().with("start", "0");
        let game = open("token", &board, &start);
        let view = from_start(&*game);
        for arrangement in [Arrangement::Layers, Arrangement::Topological] {
            let options = StateOptions {
                arrangement,
                ..options("x.dot")
            };
            let svg = state_svg(&*view, &board, &options).unwrap();
            let xml = Document::parse(&svg).unwrap();
            let attribute = |node: roxmltree::Node<'_, '_>, name: &str| {
                node.attribute(name).unwrap_or_default().to_owned()
            };
            let number = |text: String| text.parse::<f64>().unwrap();
            let rule = xml
                .descendants()
                .find(|node| node.attribute("stroke") == Some("#BBB"));
            let legend = numbers(&attribute(rule.unwrap(), "d"))[1];
            let width = number(attribute(xml.root_element(), "width"));
            let texts = xml.descendants().filter(|node| node.has_tag_name("text"));
            let headings: Vec<_> = texts
                .filter(|text| attribute(*text, "x") == "24")
                .filter(|text| number(attribute(*text, "y")) < legend)
                .collect();
            let title = number(attribute(headings[1], "y"));
            let moves = xml
                .descendants()
                .filter(|node| attribute(*node, "class") == "move");
            let mut bent = 0;
            for path in moves.flat_map(|node| node.children().filter(|c| c.has_tag_name("path"))) {
                let d = attribute(path, "d");
                let bend = numbers(&d);
                let (true, &[a, b, c, e, f, g]) = (d.contains('Q'), &bend[..]) else {
                    continue;
                };
                bent += 1;
                for t in (0..=50).map(|t| f64::from(t) / 50.0) {
                    let at = |p: f64, q: f64, r: f64| {
                        (1.0 - t) * (1.0 - t) * p + 2.0 * t * (1.0 - t) * q + t * t * r
                    };
                    let (x, y) = (at(a, c, f), at(b, e, g));
                    assert!(y > title && y < legend, "{y}: {title} to {legend}");
                    assert!(x > 24.0 && x < width, "{x}: to {width}");
                }
            }
            assert!(bent > 0);
        }
    }
}

/// The numbers of a path.
fn numbers(path: &str) -> Vec<f64> {
    let words = path.split(|c: char| c.is_ascii_alphabetic() || c.is_whitespace() || c == ',');
    let words = words.filter(|word| !word.is_empty());
    words.map(|word| word.parse().unwrap()).collect()
}

#[test]
fn too_many_is_an_answer() {
    let board = path(5);
    let game = open("edge", &board, &colors(3));
    let view = from_start(&*game);
    let mut options = options("path:5");
    let arrows = |svg: &str| svg.matches(r#"class="move""#).count();
    // 625 legal boards and 2070 moves, counted by an independent program: boards without
    // arrows, and the picture says so.
    let svg = state_svg(&*view, &board, &options).unwrap();
    assert_eq!(svg.matches(r#"class="position""#).count(), 625);
    assert!(arrows(&svg) == 0 && svg.contains("2070 moves, which are left out"));
    options.most.boards = 624;
    let error = state_svg(&*view, &board, &options).unwrap_err();
    assert_eq!(
        error,
        TooMany {
            nodes: 625,
            arcs: 2070,
            most: options.most
        }
    );
    let message = error.to_string();
    for word in ["625", "2070", ".json", ".dot", ".graphml", "symmetry"] {
        assert!(message.contains(word), "{message}");
    }
    options.most.nodes = 625;
    let svg = state_svg(&*view, &board, &options).unwrap();
    assert_eq!(arrows(&svg), 2070);
    options.most.arcs = 2069;
    assert_eq!(arrows(&state_svg(&*view, &board, &options).unwrap()), 0);
}

#[test]
fn hostile_names_are_only_names() {
    let names: Vec<String> = HOSTILE.map(String::from).to_vec();
    let board = Board {
        names: Some(names.clone()),
        ..path(5)
    };
    let start = Values::new().with("start", HOSTILE[0]);
    let game = open("token", &board, &start);
    let view = from_start(&*game);
    let options = StateOptions {
        details: HOSTILE[0].to_owned(),
        ..options(HOSTILE[4])
    };
    check_counts(&*view, &board, &options, 5, 8);
    let value = json(&*view, &options);
    assert_eq!(value["board"], HOSTILE[4]);
    for (i, name) in names.iter().enumerate() {
        assert_eq!(value["positions"][i]["position"], *name);
    }
    let cleaned = |c: char| {
        if c.is_control() && c != '\n' {
            '\u{FFFD}'
        } else {
            c
        }
    };
    let (strings, _) = split_dot(&dot(&*view, &options));
    let text = graphml(&*view, &options);
    let xml = Document::parse(&text).unwrap();
    let positions: Vec<&str> = xml
        .descendants()
        .filter(|n| n.attribute("key") == Some("position"))
        .filter_map(|n| n.text())
        .collect();
    for (i, name) in names.iter().enumerate() {
        let name: String = name.chars().map(cleaned).collect();
        assert_eq!(positions[i], name);
        assert!(strings.contains(&name), "{name:?} in {strings:?}");
    }
    let svg = board_svg(&board, &Marks::default());
    let xml = Document::parse(&svg).unwrap();
    let texts: Vec<&str> = xml.descendants().filter_map(|n| n.text()).collect();
    assert!(texts.contains(&HOSTILE[0]));
    assert_eq!(count_tag(&xml, "b"), 0);
}

#[test]
fn marks_are_drawn() {
    let marks = Marks {
        colors: Some(vec![1, 0, 12, 2]),
        ..Marks::default()
    };
    let svg = board_svg(&square(), &marks);
    let xml = Document::parse(&svg).unwrap();
    assert_eq!(count_class(&xml, "vertex"), 4);
    let bold: Vec<&str> = xml
        .descendants()
        .filter(|n| n.attribute("font-weight") == Some("bold"))
        .filter_map(|n| n.text())
        .collect();
    assert_eq!(bold, ["1", "12", "2"]);
    let fills: Vec<&str> = xml
        .descendants()
        .filter(|n| n.attribute("class") == Some("vertex"))
        .filter_map(|n| n.attribute("fill"))
        .collect();
    assert_eq!(fills[1], "#FFF");
    assert_eq!((fills[0], fills[3]), ("#E69F00", "#0072B2"));

    // A closed cell is shaded more strongly than an open one.
    let arrows = |arrows: &[(u32, u32)]| Marks {
        arrows: Some(arrows.to_vec()),
        ..Marks::default()
    };
    let open = board_svg(&square(), &arrows(&[(0, 1), (1, 2), (2, 3)]));
    let closed = board_svg(&square(), &arrows(&[(0, 1), (1, 2), (2, 3), (3, 0)]));
    assert_eq!(count_class(&Document::parse(&open).unwrap(), "arrow"), 3);
    assert!(open.contains("#F1F4F7") && !open.contains("#F7C98B"));
    assert!(closed.contains("#F7C98B") && !closed.contains("#F1F4F7"));
    // A drawing that does not show the embedding has no cells.
    let folded = Board {
        layout: Some(vec![[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]]),
        ..square()
    };
    assert!(!board_svg(&folded, &arrows(&[])).contains("#F1F4F7"));

    let digraph = Board::directed(Digraph::new(2, vec![(0, 0), (0, 1), (1, 0)]).unwrap());
    let token = Marks {
        token: Some(1),
        ..Marks::default()
    };
    let svg = board_svg(&digraph, &token);
    let xml = Document::parse(&svg).unwrap();
    assert_eq!(count_class(&xml, "arc"), 3);
    assert_eq!(count_class(&xml, "token"), 1);

    let heaps = Marks {
        heaps: Some(vec![3, 0, u64::MAX]),
        ..Marks::default()
    };
    let svg = board_svg(&no_board(), &heaps);
    assert!(svg.contains(&u64::MAX.to_string()));
    // Three, none, and five full rows under the dots.
    assert_eq!(count_class(&Document::parse(&svg).unwrap(), "pebble"), 28);
}

#[test]
fn huge_boards_get_a_note() {
    let svg = board_svg(&path(30_000), &Marks::default());
    assert!(svg.contains("too large to draw: 30000 vertices"));
    assert!(svg.len() < 2000);
}

#[test]
fn text_of_paths_and_grids() {
    let marks = Marks {
        colors: Some(vec![1, 0, 2]),
        ..Marks::default()
    };
    assert_eq!(board_text(&path(3), &marks, false), "0=1----1----2=2\n");
    let painted = board_text(&path(3), &marks, true);
    assert!(painted.starts_with("\x1b[48;2;230;159;0;30m0=1\x1b[0m----1----"));

    let arrows = Marks {
        arrows: Some(vec![(0, 1), (2, 1)]),
        ..Marks::default()
    };
    assert_eq!(
        board_text(&square(), &arrows, false),
        "1-<-2\n^   |\n0---3\narrows: 0->1 2->1\nopen: 0--3 2--3\n"
    );

    // Both diagonals of a square: K4.
    let edges = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    let complete = Board {
        shape: Board::undirected(Graph::new(4, edges).unwrap()).shape,
        ..square()
    };
    assert_eq!(
        board_text(&complete, &Marks::default(), false),
        "1---2\n| X |\n0---3\n"
    );
}

#[test]
fn text_of_other_boards_is_a_list() {
    // A path of three on one line whose outer vertices are neighbours too.
    let board = Board {
        shape: Board::undirected(Graph::new(3, [(0, 1), (1, 2), (0, 2)]).unwrap()).shape,
        ..path(3)
    };
    let marks = Marks {
        colors: Some(vec![0, 3, 0]),
        ..Marks::default()
    };
    assert_eq!(
        board_text(&board, &marks, false),
        "0   -- 1=3 2\n1=3 -- 0 2\n2   -- 0 1=3\n"
    );
    let digraph = Board::directed(Digraph::new(2, vec![(0, 1), (1, 1)]).unwrap());
    let token = Marks {
        token: Some(0),
        ..Marks::default()
    };
    assert_eq!(board_text(&digraph, &token, false), "[0] -> 1\n1   -> 1\n");
    let heaps = Marks {
        heaps: Some(vec![3, 0, 1000]),
        ..Marks::default()
    };
    let text = board_text(&no_board(), &heaps, false);
    assert!(
        text.starts_with("heap 0: ooo (3)\nheap 1: (0)\nheap 2: ooo"),
        "{text}"
    );
    assert!(text.ends_with("o… (1000)\n") && text.len() < 200);
}

fn any_name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z<>&\"'\\\\\u{0}-\u{1f}]{0,6}",
        any::<String>(),
        (0usize..HOSTILE.len()).prop_map(|i| HOSTILE[i].to_owned()),
    ]
}

proptest! {
    /// Whatever the names, coordinates and marks: well-formed, and no control
    /// character reaches a terminal.
    #[test]
    fn any_board_can_be_shown(
        n in 1u32..9,
        pairs in prop::collection::vec((0u32..9, 0u32..9), 0..20),
        names in prop::collection::vec(any_name(), 9),
        layout in prop::option::of(prop::collection::vec(any::<[f64; 2]>(), 9)),
        small in prop::option::of(prop::collection::vec((0u8..4, 0u8..4), 9)),
        marks in prop::collection::vec(any::<u32>(), 9),
        directed in any::<bool>(),
    ) {
        let size = n as usize;
        let pairs: Vec<_> = pairs.iter().map(|&(a, b)| (a % n, b % n)).collect();
        let mut board = if directed {
            Board::directed(Digraph::new(size, pairs).unwrap())
        } else {
            let edges = pairs.into_iter().filter(|(a, b)| a != b);
            Board::undirected(Graph::new(size, edges).unwrap())
        };
        board.names = Some(names[..size].to_vec());
        board.layout = match small {
            Some(small) => Some(small.iter().map(|&(x, y)| [x.into(), y.into()]).collect()),
            None => layout,
        };
        if let Some(layout) = &mut board.layout {
            layout.truncate(size);
        }
        for marks in [
            Marks { colors: Some(marks[..size].to_vec()), ..Marks::default() },
            Marks { token: Some(marks[0] % n), ..Marks::default() },
            Marks { heaps: Some(marks.iter().map(|&m| m.into()).collect()), ..Marks::default() },
            Marks::default(),
        ] {
            let svg = board_svg(&board, &marks);
            prop_assert!(Document::parse(&svg).is_ok(), "{}", svg);
            let numbers_end = !svg.contains("NaN") && !svg.contains("inf ");
            prop_assert!(numbers_end || names[..size].iter().any(|s| s.contains("NaN") || s.contains("inf")));
            let text = board_text(&board, &marks, false);
            prop_assert!(text.chars().all(|c| c == '\n' || !c.is_control()));
            if marks.heaps.is_none() {
                prop_assert!(text.lines().count() >= 1);
            }
        }
    }
}

/// Edges in any direction are lines of dots: every vertex is a word, and near both ends of every
/// edge there are dots.
#[test]
fn boards_with_slanted_edges_are_drawn_in_dots() {
    let read =
        |name: &str| outplay_board::families::board(name, outplay_board::Limits::BOARD).unwrap();
    for name in [
        "petersen",
        "octahedron",
        "complete:5",
        "southeast-us",
        "binary-tree:3",
        "heawood",
    ] {
        let board = read(name);
        let text = board_text(&board, &Marks::default(), false);
        assert!(
            text.chars().any(|c| ('\u{2801}'..='\u{28FF}').contains(&c)),
            "{name}:\n{text}"
        );
        assert!(!text.contains("--"), "{name}:\n{text}");
        for v in 0..board.vertex_count() as u32 {
            let name = board.name(v);
            assert!(text.contains(&name), "{name}:\n{text}");
        }
        assert!(text.lines().count() <= 26, "{name}:\n{text}");
        assert!(
            text.lines().all(|line| line.chars().count() <= 80),
            "{name}:\n{text}"
        );
    }
    // Arrows point along the lines: a triangle in which the left edge points down.
    let board = read("cycle:5");
    let marks = Marks {
        arrows: Some(vec![(0, 1)]),
        ..Marks::default()
    };
    let text = board_text(&board, &marks, false);
    let arrows = text.chars().filter(|c| "→↗↑↖←↙↓↘".contains(*c));
    assert!(arrows.count() <= 1, "{text}");
}
