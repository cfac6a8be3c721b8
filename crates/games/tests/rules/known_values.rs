//! The games against values that other programs and papers found.

use crate::common::{board, by_digraph, by_search, data, rows};
use outplay_board::embedding::embed_board;
use outplay_board::{Board, Graph, PlaneGraph, Shape, numbers};
use outplay_engine::search::{Ask, Means, Table};
use outplay_engine::{Budget, Game, Outcome, StateDigraph, UpToSymmetry};
use outplay_games::marking::game_coloring;
use outplay_games::{
    AnyGame, AnyMove, Coloring, Cycles, EdgeDistinguishing, Effort, Least, Method, NodeKayles,
    Pass, Side, Values, any, least, marking, registry,
};
use std::ops::RangeInclusive;
use std::sync::Arc;

fn wins_by(game: &dyn AnyGame, effort: &Effort) -> bool {
    let start = game.start();
    let analysis = game.analyse(&start, effort, &Budget::UNLIMITED).unwrap();
    analysis.value(&start, &Budget::UNLIMITED).unwrap().outcome == Outcome::Win
}

fn mover_wins(game: Arc<dyn AnyGame>) -> bool {
    wins_by(game.as_ref(), &by_digraph())
}

/// How many first moves there are, and the winning ones.
fn first_moves(game: &dyn AnyGame) -> (usize, Vec<AnyMove>) {
    let start = game.start();
    let analysis = game
        .analyse(&start, &by_digraph(), &Budget::UNLIMITED)
        .unwrap();
    let moves = analysis.moves(&start, &Budget::UNLIMITED).unwrap();
    let wins = moves
        .iter()
        .filter(|m| m.value.is_some_and(|v| v.outcome == Outcome::Win));
    (moves.len(), wins.map(|m| m.mv).collect())
}

fn first_move_counts(game: &dyn AnyGame) -> (usize, usize) {
    let (all, wins) = first_moves(game);
    (all, wins.len())
}

fn edcn(board: &Board) -> u32 {
    let Shape::Undirected(graph) = &board.shape else {
        panic!("a digraph has no edge-distinguishing number");
    };
    numbers::edcn(graph, &|| false).value().unwrap()
}

/// The least k with which Alice wins, k upward: wins need not be monotone in k.
fn game_chromatic(board: &Board, first: Side, pass: Pass) -> u32 {
    (1..)
        .find(|&k| {
            let game = Coloring::new(board, k, first, pass).unwrap();
            mover_wins(any(game)) == (first == Side::Alice)
        })
        .unwrap()
}

#[test]
fn edge_counts_are_those_of_the_oracle() {
    for row in rows("edge_state_counts.csv") {
        let name = match row[0].strip_prefix("edges ") {
            Some(edges) => format!("edges:{}", edges.replace(' ', ",")),
            None => row[0].clone(),
        };
        let number = |i: usize| row[i].parse::<usize>().unwrap();
        let board = board(&name);
        let k = number(1);
        let game = EdgeDistinguishing::new(&board, k as u32).unwrap();
        assert_eq!(
            (k + 1).pow(board.vertex_count() as u32),
            number(2),
            "{name}"
        );
        let legal = game.legal_positions();
        let states = StateDigraph::explore(&game, legal, &Budget::UNLIMITED).unwrap();
        assert_eq!(
            states.len(),
            number(3),
            "legal boards of {name}, {k} colours"
        );
        assert_eq!(
            states.digraph().arc_count(),
            number(4),
            "moves of {name}, {k} colours"
        );
        let reached = StateDigraph::explore(&game, [game.start()], &Budget::UNLIMITED).unwrap();
        assert_eq!(
            reached.len(),
            states.len(),
            "every legal board of {name} can be reached"
        );
        let game = any(game);
        let first = wins_by(game.as_ref(), &by_digraph());
        assert_eq!(first, row[5] == "first", "{name}, {k} colours");
        assert_eq!(
            first_move_counts(game.as_ref()),
            (number(6), number(7)),
            "{name}, {k} colours"
        );
    }
}

#[test]
fn cycles_counts_are_those_of_the_oracle() {
    let boards: serde_json::Value =
        serde_json::from_str(&data("game_of_cycles_tables.json")).unwrap();
    for entry in boards.as_array().unwrap() {
        let name = entry["board"].as_str().unwrap();
        let number = |key: &str| entry[key].as_u64().unwrap() as usize;
        let table = serde_json::from_value(entry["table"].clone()).unwrap();
        let plane = PlaneGraph::from_table(&table).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(plane.graph().vertex_count(), number("vertices"));
        assert_eq!(plane.graph().edge_count(), number("edges"));
        let again = PlaneGraph::from_table(&plane.to_table()).unwrap();
        assert_eq!(again.to_table(), plane.to_table(), "{name}");
        let game = Cycles::new(&Board::plane(plane)).unwrap();
        assert_eq!(
            game.legal_positions().count(),
            number("legal_boards"),
            "{name}"
        );
        let states = StateDigraph::explore(&game, [game.start()], &Budget::UNLIMITED).unwrap();
        assert_eq!(states.len(), number("reachable_boards"), "{name}");
        let game = any(game);
        let winner = wins_by(game.as_ref(), &by_digraph());
        assert_eq!(winner, entry["winner"] == "first", "{name}");
        let first = (number("first_moves"), number("winning_first_moves"));
        assert_eq!(first_move_counts(game.as_ref()), first, "{name}");
    }
}

#[test]
fn coloring_all_graphs_with_up_to_six_vertices() {
    let variants = [
        (4, Side::Alice, Pass::None),
        (5, Side::Bob, Pass::None),
        (6, Side::Alice, Pass::Alice),
        (7, Side::Alice, Pass::Bob),
        (8, Side::Bob, Pass::Alice),
        (9, Side::Bob, Pass::Bob),
    ];
    for row in rows("coloring_small_graphs.csv") {
        let board = board(&format!("graph6:{}", row[0]));
        assert_eq!(board.vertex_count().to_string(), row[1]);
        assert_eq!(board.edge_count().to_string(), row[2]);
        for (column, first, pass) in variants {
            let value = game_chromatic(&board, first, pass);
            assert_eq!(
                value.to_string(),
                row[column],
                "{} {first:?} {pass:?}",
                row[0]
            );
        }
    }
}

#[test]
fn known_winners() {
    for row in rows("winners.csv") {
        let [game, name, colors, winner, _source] = &row[..] else {
            panic!("winners.csv: {row:?}");
        };
        let mut board = board(name);
        let mover = match game.as_str() {
            "edge" => {
                let colors = colors.parse().unwrap_or_else(|_| edcn(&board));
                mover_wins(any(EdgeDistinguishing::new(&board, colors).unwrap()))
            }
            "cycles" => {
                embed_board(&mut board, false, None).unwrap();
                mover_wins(any(Cycles::new(&board).unwrap()))
            }
            other => panic!("winners.csv: unknown game {other}"),
        };
        assert_eq!(mover, winner == "first", "{row:?}");
    }
}

#[test]
fn known_winners_by_search() {
    for row in rows("winners.csv") {
        let mut board = board(&row[1]);
        let colors = row[2].parse().unwrap_or_else(|_| edcn(&board));
        let game = match row[0].as_str() {
            "edge" => any(EdgeDistinguishing::new(&board, colors).unwrap()),
            _ => {
                embed_board(&mut board, false, None).unwrap();
                any(Cycles::new(&board).unwrap())
            }
        };
        let found = wins_by(game.as_ref(), &by_search());
        assert_eq!(found, row[3] == "first", "{row:?}");
    }
}

#[test]
fn known_game_chromatic_numbers_by_search() {
    for row in rows("game_chromatic.csv") {
        for (side, value) in [(Side::Alice, &row[1]), (Side::Bob, &row[2])] {
            let Ok(value) = value.parse::<u32>() else {
                continue;
            };
            let board = board(&row[0]);
            let found = (1..).find(|&k| {
                let game = Coloring::new(&board, k, side, Pass::None).unwrap();
                wins_by(any(game).as_ref(), &by_search()) == (side == Side::Alice)
            });
            assert_eq!(found, Some(value), "{row:?} {side:?}");
        }
    }
}

/// Boards whose complete state digraphs are small.
#[test]
fn known_game_chromatic_numbers() {
    let mut settled = 0;
    for row in rows("game_chromatic.csv") {
        for (side, value) in [(Side::Alice, &row[1]), (Side::Bob, &row[2])] {
            let Ok(value) = value.parse::<u32>() else {
                continue;
            };
            let board = board(&row[0]);
            let game = Coloring::new(&board, value, side, Pass::None).unwrap();
            let rules = UpToSymmetry {
                game: &game,
                on: true,
            };
            if rules.estimate(&rules.start()) < 20_000.0 {
                assert_eq!(
                    game_chromatic(&board, side, Pass::None),
                    value,
                    "{row:?} {side:?}"
                );
                settled += 1;
            }
        }
    }
    assert!(settled > 20, "only {settled} numbers were checked");
}

#[test]
fn the_first_moves_that_win_at_edge() {
    // RULES: winning first vertices of P3 to P6; C5 and C6 every move.
    let winning = |name: &str, k: u32| {
        let game = EdgeDistinguishing::new(&board(name), k).unwrap();
        let game = any(game);
        let (_, wins) = first_moves(game.as_ref());
        let vertex = |mv: &AnyMove| game.move_json(*mv)["vertex"].as_u64().unwrap();
        let mut vertices: Vec<u64> = wins.iter().map(vertex).collect();
        vertices.sort_unstable();
        vertices.dedup();
        vertices
    };
    assert_eq!(winning("path:3", 2), [1]);
    assert_eq!(winning("path:4", 2), [0, 3]);
    assert_eq!(winning("path:5", 3), [2]);
    assert_eq!(winning("path:6", 3), [1, 4]);
    assert_eq!(winning("cycle:5", 3), [0, 1, 2, 3, 4]);
    assert_eq!(winning("cycle:6", 3), [0, 1, 2, 3, 4, 5]);
}

#[test]
fn the_embedding_decides_the_game_of_cycles() {
    // A diamond with a pendant: inside a triangle the first player wins, outside the second.
    let graph = board("edges:0-1,1-2,2-0,1-3,2-3,1-4");
    let Shape::Undirected(graph) = graph.shape else {
        panic!("edges: is undirected");
    };
    // The pendant 4 hangs at 1, an end of the edge that the triangles share.
    let mut layout = vec![[0.0, 0.0], [2.0, 1.0], [2.0, -1.0], [4.0, 0.0], [1.5, 0.5]];
    let inside = PlaneGraph::from_layout(graph.clone(), &layout).unwrap();
    assert!(mover_wins(any(Cycles::new(&Board::plane(inside)).unwrap())));
    layout[4] = [2.0, 2.0];
    let outside = PlaneGraph::from_layout(graph, &layout).unwrap();
    assert!(!mover_wins(any(
        Cycles::new(&Board::plane(outside)).unwrap()
    )));
}

#[test]
fn a_stopped_search_shows_the_line_it_followed() {
    let game = Coloring::new(&board("torus:5x5"), 4, Side::Alice, Pass::None).unwrap();
    let game = any(game);
    let start = game.start();
    let few = Budget {
        positions: 20_000,
        ..Budget::UNLIMITED
    };
    let analysis = game.analyse(&start, &by_search(), &few).unwrap();
    assert!(
        analysis.line(&start, 4, &|| false).is_empty(),
        "nothing is known yet"
    );
    assert!(analysis.value(&start, &few).is_err());
    let line = analysis.line(&start, 4, &|| false);
    assert!(!line.is_empty() && line.len() <= 4);
    let mut position = start;
    for mv in line {
        position = game.play(&position, mv).unwrap();
    }
}

/// The Grundy value of Node Kayles by the rules alone, written down again: every game is
/// played, and nothing is remembered.
fn node_kayles_value(graph: &Graph, chosen: &mut Vec<u32>) -> u32 {
    let free = |v: u32, chosen: &[u32]| {
        let apart = |&w: &u32| v != w && !graph.neighbors(v).contains(&w);
        chosen.iter().all(apart)
    };
    let mut values = Vec::new();
    for v in graph.vertices() {
        if free(v, chosen) {
            chosen.push(v);
            values.push(node_kayles_value(graph, chosen));
            chosen.pop();
        }
    }
    (0..).find(|value| !values.contains(value)).unwrap()
}

fn searched_value(game: &dyn AnyGame, threads: usize) -> u32 {
    let table = Table::new(1 << 22);
    let found = game.search(
        &game.start(),
        Ask::Grundy,
        &Means::new(&table, threads, &Budget::UNLIMITED),
    );
    let found = found.unwrap();
    assert_eq!(found.wins, found.grundy.map(|value| value != 0));
    found.grundy.unwrap()
}

fn digraph_value(game: &dyn AnyGame, symmetry: bool) -> u32 {
    let start = game.start();
    let states = game.state_digraph(Some(&start), symmetry, 1, &Budget::UNLIMITED);
    let states = states.unwrap();
    states.grundy().unwrap()[states.index(&start).unwrap() as usize]
}

#[test]
fn node_kayles_on_all_graphs_with_up_to_six_vertices() {
    let list = rows("more_games_small_graphs.csv");
    assert_eq!(list.len(), 208);
    for row in list {
        let board = board(&format!("graph6:{}", row[0]));
        let expected: u32 = row[7].parse().unwrap();
        let game = any(NodeKayles::new(&board).unwrap());
        for symmetry in [true, false] {
            assert_eq!(digraph_value(game.as_ref(), symmetry), expected, "{row:?}");
        }
        for threads in [1, 2] {
            assert_eq!(searched_value(game.as_ref(), threads), expected, "{row:?}");
        }
        if let Shape::Undirected(graph) = &board.shape
            && graph.vertex_count() <= 5
        {
            let plain = node_kayles_value(graph, &mut Vec::new());
            assert_eq!(plain, expected, "{row:?}");
        }
    }
}

#[test]
fn node_kayles_on_larger_boards() {
    let none = any(NodeKayles::new(&Board::undirected(Graph::new(0, []).unwrap())).unwrap());
    assert_eq!(digraph_value(none.as_ref(), true), 0);
    assert_eq!(searched_value(none.as_ref(), 1), 0);
    // On a path a move leaves two shorter ones.
    let mut paths = vec![0u32];
    let (mut labelled, mut searched) = (0, 0);
    for row in rows("node_kayles.csv") {
        let board = board(&row[0]);
        let n = board.vertex_count();
        let expected: u32 = row[1].parse().unwrap();
        if row[0].starts_with("path:") {
            assert_eq!(n, paths.len(), "{row:?}");
            let left = |v: usize| paths[v.saturating_sub(1)] ^ paths[n.saturating_sub(v + 2)];
            let values: Vec<u32> = (0..n).map(left).collect();
            let value = (0..).find(|value| !values.contains(value)).unwrap();
            assert_eq!(value, expected, "{row:?}");
            paths.push(value);
        }
        let game = any(NodeKayles::new(&board).unwrap());
        let positions = game.expected_positions(&game.start(), true);
        if positions < 100_000.0 {
            assert_eq!(digraph_value(game.as_ref(), true), expected, "{row:?}");
            labelled += 1;
        }
        if positions < 5_000.0 {
            assert_eq!(searched_value(game.as_ref(), 1), expected, "{row:?}");
            searched += 1;
        }
    }
    assert_eq!(paths.len(), 34);
    assert!(labelled >= 30 && searched >= 20, "{labelled} {searched}");
}

/// The least k with which the first side of a game wins, which has a parameter `colors`.
fn least_colors(name: &str, board: &Board, values: &Values) -> u32 {
    let entry = registry::find(name).unwrap();
    let wins = |colors: &u32| {
        let values = values.clone().with("colors", u64::from(*colors));
        let opened = entry
            .open(board.clone(), false, &values, &|| false)
            .unwrap();
        let game = &*opened.game;
        let start = game.start();
        let mut found = Vec::new();
        for method in [Method::Labels, Method::Search] {
            let effort = Effort {
                method,
                ..by_digraph()
            };
            let analysis = game.analyse(&start, &effort, &Budget::UNLIMITED).unwrap();
            let value = analysis.value(&start, &Budget::UNLIMITED).unwrap();
            let mover = game.side(game.to_move(&start));
            found.push((value.outcome == Outcome::Win) == (mover == 0));
        }
        assert_eq!(found[0], found[1], "{name}");
        found[0]
    };
    (1..).find(wins).unwrap()
}

#[test]
fn variants_of_colouring_on_all_graphs_with_up_to_five_vertices() {
    for row in rows("more_games_small_graphs.csv") {
        if row[1].parse::<u32>().unwrap() > 5 {
            continue;
        }
        let board = board(&format!("graph6:{}", row[0]));
        let first = |word: &str| Values::new().with("first", word);
        for (column, name, values) in [
            (3, "greedy", first("alice")),
            (4, "greedy", first("bob")),
            (5, "indicated", Values::new()),
            (6, "connected", first("alice")),
        ] {
            // Boards in several parts have no connected game.
            if let Ok(expected) = row[column].parse::<u32>() {
                assert_eq!(
                    least_colors(name, &board, &values),
                    expected,
                    "{name} {row:?}"
                );
            }
        }
    }
}

/// The least limit with which Dominator wins, by all positions.
fn fewest_moves(board: &Board, dominator_first: bool) -> u32 {
    let first = ["staller", "dominator"][usize::from(dominator_first)];
    let least = (1..).find(|&moves: &u64| {
        let values = Values::new().with("moves", moves).with("first", first);
        let entry = registry::find("domination").unwrap();
        let opened = entry.open(board.clone(), false, &values, &|| false);
        mover_wins(opened.unwrap().game) == dominator_first
    });
    least.unwrap() as u32
}

/// The game domination number by search: between what a move dominates at most and at least.
fn least_moves(board: &Board, dominator_first: bool, means: &Means<'_>) -> Least {
    let Shape::Undirected(graph) = &board.shape else {
        panic!("a digraph has no game domination number");
    };
    let (n, most) = (graph.vertex_count(), graph.max_degree() + 1);
    let range = n.div_ceil(most) as u32..=n as u32;
    let first = ["staller", "dominator"][usize::from(dominator_first)];
    let (entry, said) = (
        registry::find("domination"),
        Values::new().with("first", first),
    );
    least(entry.unwrap(), board, &said, ("moves", range), means)
}

/// The same with one table for all boards and limits.
fn game_domination(board: &Board, dominator_first: bool, table: &Table) -> u32 {
    let means = Means::new(table, 1, &Budget::UNLIMITED);
    let found = least_moves(board, dominator_first, &means);
    assert_eq!(found.reason, None);
    found.value().unwrap()
}

#[test]
fn domination_on_all_graphs_with_up_to_six_vertices() {
    let table = Table::new(1 << 22);
    let list = rows("more_games_small_graphs.csv");
    assert_eq!(list.len(), 208);
    for row in list {
        let board = board(&format!("graph6:{}", row[0]));
        for (first, value) in [true, false].into_iter().zip(&row[13..]) {
            let expected: u32 = value.parse().unwrap();
            assert_eq!(fewest_moves(&board, first), expected, "{row:?} {first}");
            let found = game_domination(&board, first, &table);
            assert_eq!(found, expected, "{row:?} {first}");
        }
    }
}

#[test]
fn domination_on_larger_boards() {
    let [dominator, staller] = [true, false];
    let table = Table::new(1 << 22);
    let values = |family: &str, sizes: RangeInclusive<u32>, first| -> Vec<u32> {
        let number = |n| game_domination(&board(&format!("{family}:{n}")), first, &table);
        sizes.map(number).collect()
    };
    let expected = [1, 1, 1, 2, 3, 3, 3, 4, 5, 5, 5, 6, 7, 7];
    assert_eq!(values("path", 1..=14, dominator), expected);
    let expected = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7];
    assert_eq!(values("path", 1..=14, staller), expected);
    let expected = [1, 2, 3, 3, 3, 4, 5, 5, 5, 6, 7, 7];
    assert_eq!(values("cycle", 3..=14, dominator), expected);
    let petersen = board("petersen");
    assert_eq!(game_domination(&petersen, dominator, &table), 5);
    assert_eq!(game_domination(&petersen, staller, &table), 4);
    let none = Board::undirected(Graph::new(0, []).unwrap());
    assert_eq!(game_domination(&none, dominator, &table), 0);
}

#[test]
fn a_stopped_domination_number_has_bounds() {
    let few = Budget {
        positions: 500,
        ..Budget::UNLIMITED
    };
    let table = Table::new(1 << 20);
    let found = least_moves(&board("grid:6x6"), true, &Means::new(&table, 1, &few));
    assert!((8..36).contains(&found.lower) && found.lower < found.upper);
    assert_eq!(found.value(), None);
    let why = "the limit of 500 positions was reached";
    assert_eq!(found.reason.as_deref(), Some(why));
}

/// The number is the least parameter with which Alice wins the game as it is played.
#[test]
fn marking_on_all_graphs_with_up_to_six_vertices() {
    let table = Table::new(1 << 22);
    let list = rows("coloring_small_graphs.csv");
    assert_eq!(list.len(), 208);
    for row in list {
        let board = board(&format!("graph6:{}", row[0]));
        let Shape::Undirected(graph) = &board.shape else {
            panic!("graph6 is undirected");
        };
        for first in [Side::Alice, Side::Bob] {
            let alice = first == Side::Alice;
            let number = game_coloring(graph, alice, &Means::new(&table, 1, &Budget::UNLIMITED));
            let number = number.value();
            for effort in [by_digraph(), by_search()] {
                let least = (1..).find(|&k| {
                    let game = marking::open(&board, k, first).unwrap();
                    wins_by(&*game, &effort) == alice
                });
                assert_eq!(least, number, "{row:?} {first:?}");
            }
            assert!(!alice || number == row[10].parse().ok(), "{row:?}");
        }
    }
}
