//! Reasons against the labels of the complete state digraph: whatever the reason,
//! the winner must be right, and so must the moves that it names.

use outplay_board::{Board, Graph, Limits, PlaneGraph, Shape, embed, families};
use outplay_engine::{Budget, Outcome, Player, StateDigraph};
use outplay_games::{
    Coloring, Cycles, Described, EdgeDistinguishing, Effort, Explanation, NodeKayles, Pass,
    Playable, Side, Values, any, registry,
};
use std::collections::BTreeMap;

/// Explains the start of a game and checks the verdict by plain rules.
fn check<G: Playable + Described>(game: G, name: &str) -> Explanation {
    let start = game.start();
    let states = StateDigraph::explore(&game, [start.clone()], &Budget::UNLIMITED).unwrap();
    let labels = states.label(1);
    let mover = game.to_move(&start);
    let expected = match labels.outcome(states.index(&start).unwrap()) {
        Outcome::Win => mover,
        _ => mover.other(),
    };
    drop(states);
    let game = any(game);
    let start = game.start();
    let found = game
        .explain(&start, &Effort::default(), &Budget::UNLIMITED)
        .unwrap();
    assert_eq!(found.winner, Some(expected), "{name}: {found:?}");
    if let Some(list) = found.details.get("winning_moves") {
        for mv in list.as_array().unwrap() {
            let mv = game.parse_move(&mv.to_string()).unwrap();
            let after = game.play(&start, mv).unwrap();
            let analysis = game
                .analyse(&after, &Effort::default(), &Budget::UNLIMITED)
                .unwrap();
            let value = analysis.value(&after, &Budget::UNLIMITED).unwrap();
            assert_eq!(value.outcome, Outcome::Lose, "{name}: {found:?}");
        }
    }
    found
}

fn small_graphs(most: usize) -> impl Iterator<Item = (&'static str, Graph)> {
    let rows = include_str!("../../../../tests/data/coloring_small_graphs.csv");
    rows.lines().skip(1).filter_map(move |line| {
        let name = line.split(',').next()?;
        let board = families::board(&format!("graph6:{name}"), Limits::BOARD).unwrap();
        match board.shape {
            Shape::Undirected(graph) if graph.vertex_count() <= most => Some((name, graph)),
            _ => None,
        }
    })
}

#[test]
fn cycles() {
    let mut kinds = BTreeMap::new();
    let text = include_str!("../../../../tests/data/game_of_cycles_tables.json");
    let boards: serde_json::Value = serde_json::from_str(text).unwrap();
    for entry in boards.as_array().unwrap() {
        let table = serde_json::from_value(entry["table"].clone()).unwrap();
        let plane = PlaneGraph::from_table(&table).unwrap();
        let name = entry["board"].as_str().unwrap();
        let game = Cycles::new(&Board::plane(plane)).unwrap();
        let found = check(game, name);
        let winner = match found.winner {
            Some(Player::First) => "first",
            _ => "second",
        };
        assert_eq!(entry["winner"], winner, "{name}");
        *kinds.entry(found.kind).or_insert(0) += 1;
    }
    for (name, graph) in small_graphs(6) {
        let plane = embed(&graph).filter(|_| graph.edge_count() <= 9);
        if let Some(plane) = plane {
            let game = Cycles::new(&Board::plane(plane)).unwrap();
            *kinds.entry(check(game, name).kind).or_insert(0) += 1;
        }
    }
    assert!(kinds["mirror"] >= 40 && kinds["digraph"] >= 10, "{kinds:?}");
}

#[test]
fn coloring() {
    let mut kinds = BTreeMap::new();
    for (name, graph) in small_graphs(5) {
        let most = graph.max_degree() as u32 + 1;
        for k in 1..=most {
            for first in [Side::Alice, Side::Bob] {
                for pass in [Pass::None, Pass::Alice, Pass::Bob] {
                    let board = Board::undirected(graph.clone());
                    let game = Coloring::new(&board, k, first, pass).unwrap();
                    let name = format!("{name}, {k} colours, {first:?} first, pass {pass:?}");
                    *kinds.entry(check(game, &name).kind).or_insert(0) += 1;
                }
            }
        }
    }
    for kind in [
        "safe",
        "chromatic",
        "mirror",
        "pairing",
        "marking",
        "digraph",
    ] {
        assert!(kinds.contains_key(kind), "{kind}: {kinds:?}");
    }
}

#[test]
fn edge_distinguishing() {
    let mut mirrors = 0;
    for (name, graph) in small_graphs(5) {
        for k in 1..=3 {
            let game = EdgeDistinguishing::new(&Board::undirected(graph.clone()), k).unwrap();
            mirrors += usize::from(check(game, &format!("{name}, {k} colours")).kind == "mirror");
        }
    }
    assert!(mirrors > 0);
}

#[test]
fn node_kayles() {
    let mut mirrors = 0;
    for (name, graph) in small_graphs(6) {
        let game = NodeKayles::new(&Board::undirected(graph)).unwrap();
        mirrors += usize::from(check(game, name).kind == "mirror");
    }
    assert!(mirrors > 0);
}

/// Heaps of pebbles against the labels of all positions.
#[test]
fn subtraction() {
    let entry = registry::find("subtraction").unwrap();
    for take in [
        vec![1, 2],
        vec![2],
        vec![1, 3, 4],
        vec![2, 5, 6],
        vec![3, 7],
    ] {
        for heaps in [
            vec![0],
            vec![7],
            vec![10],
            vec![23],
            vec![3, 3],
            vec![3, 4, 5],
            vec![6, 1],
        ] {
            let values = Values::new()
                .with("pebbles", heaps.clone())
                .with("take", take.clone());
            let board = registry::Entry::no_board();
            let game = entry.open(board, false, &values, &|| false).unwrap().game;
            let start = game.start();
            let effort = Effort::default();
            let found = game.explain(&start, &effort, &Budget::UNLIMITED).unwrap();
            let analysis = game.analyse(&start, &effort, &Budget::UNLIMITED).unwrap();
            let value = analysis.value(&start, &Budget::UNLIMITED).unwrap();
            let winner = match value.outcome {
                Outcome::Win => Player::First,
                _ => Player::Second,
            };
            assert_eq!(found.winner, Some(winner), "{heaps:?} {take:?}: {found:?}");
            if found.kind == "period" || found.kind == "nim-sum" {
                let moves = analysis.moves(&start, &Budget::UNLIMITED).unwrap();
                let wins = moves
                    .iter()
                    .filter(|m| m.value.unwrap().outcome == Outcome::Win);
                let named = found.details["winning_moves"].as_array().unwrap().len();
                assert_eq!(wins.count(), named, "{heaps:?} {take:?}");
            }
        }
    }
}

/// All digraphs with three vertices, loops among them: where strategy stealing is said to
/// apply, the position is not lost, and it is said of every loop.
#[test]
fn strategy_stealing_is_said_where_it_holds() {
    let (mut said, mut loops) = (0, 0);
    for bits in 0u32..1 << 9 {
        let arcs = (0..9)
            .filter(|i| bits >> i & 1 == 1)
            .map(|i| (i / 3, i % 3));
        let arcs: Vec<(u32, u32)> = arcs.collect();
        let digraph = outplay_board::Digraph::new(3, arcs.clone()).unwrap();
        let labels = outplay_engine::label(&digraph, 1, |_| false);
        let board = Board::directed(digraph);
        for v in 0..3u32 {
            let values = Values::new().with("start", v.to_string().as_str());
            let entry = registry::find("token").unwrap();
            let game = entry
                .open(board.clone(), false, &values, &|| false)
                .unwrap()
                .game;
            let found = game.explain(&game.start(), &Effort::default(), &Budget::UNLIMITED);
            let found = found.unwrap();
            let winner = match labels.outcome(v) {
                Outcome::Win => Some(Player::First),
                Outcome::Lose => Some(Player::Second),
                Outcome::Draw => None,
            };
            assert_eq!(found.winner, winner, "{arcs:?} {v}: {}", found.reason);
            let stolen = found.details.contains_key("strategy_stealing");
            if stolen {
                assert_ne!(labels.outcome(v), Outcome::Lose, "{arcs:?} {v}");
                said += 1;
            }
            if arcs.contains(&(v, v)) {
                assert!(stolen && found.reason.contains("loop"), "{arcs:?} {v}");
                loops += 1;
            }
        }
    }
    assert_eq!(loops, 3 * 256);
    assert!(said > loops, "{said}");
}
