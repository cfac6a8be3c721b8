//! One suite that every game of the registry must pass, on small boards.

use crate::common::{board, by_digraph, wins};
use outplay_board::{Board, Digraph};
use outplay_engine::search::{SearchOptions, Table};
use outplay_engine::{Budget, Game, Outcome, StateDigraph, UpToSymmetry, grundy};
use outplay_games::registry::{GAMES, Options};
use outplay_games::{
    Coloring, Cycles, EdgeDistinguishing, Notation, Pass, Side, Subtraction, Token, coloring,
    cycles, edge, subtraction,
};
use std::sync::Arc;

/// Runs the suite. `nameable` are moves of every kind, nonsense among them;
/// `records_turn` says whether positions know whose turn it is.
fn conform<G: Notation>(game: &G, nameable: &[G::Move], records_turn: bool) {
    let states = StateDigraph::explore(game, [game.start()], &Budget::UNLIMITED).unwrap();
    let labels = states.label();
    assert_eq!(states.index(&game.start()), Some(0));
    let symmetries = game.symmetries();
    assert!(!symmetries.is_empty());
    let mut legal = Vec::new();
    for i in states.digraph().vertices() {
        let position = states.position(i);
        legal.clear();
        game.moves(position, &mut legal);
        assert_eq!(
            game.result(position).is_some(),
            legal.is_empty(),
            "{position:?}"
        );

        for &mv in nameable.iter().chain(&legal) {
            let before = position.clone();
            let played = game.play(position, mv);
            assert_eq!(position, &before);
            assert_eq!(played.is_ok(), legal.contains(&mv), "{position:?} {mv:?}");
            assert_eq!(game.refusal(position, mv).is_none(), played.is_ok());
            match played {
                Ok(next) => {
                    assert_eq!(next, game.apply(position, mv));
                    if records_turn {
                        assert_eq!(game.to_move(&next), game.to_move(position).other());
                    }
                }
                Err(refusal) => assert!(!refusal.0.is_empty()),
            }
        }

        let text = game.position_text(position);
        assert_eq!(game.parse_position(&text).as_ref(), Ok(position), "{text}");
        for &mv in &legal {
            assert_eq!(game.parse_move(&game.move_text(mv)), Ok(mv));
            assert_eq!(game.parse_move(&game.move_json(mv).to_string()), Ok(mv));
        }

        let representative = game.canonical(position);
        assert_eq!(game.canonical(&representative), representative);
        for symmetry in &symmetries {
            let image = game.map_position(symmetry, position);
            assert_eq!(game.canonical(&image), representative);
            assert_eq!(game.result(&image), game.result(position));
            let mut expected = Vec::new();
            game.moves(&image, &mut expected);
            assert_eq!(expected.len(), legal.len());
            for &mv in &legal {
                let mapped = game.map_move(symmetry, mv);
                assert!(
                    expected.contains(&mapped),
                    "{position:?} {mv:?} -> {mapped:?}"
                );
                assert_eq!(
                    game.map_position(symmetry, &game.apply(position, mv)),
                    game.apply(&image, mapped)
                );
            }
        }
    }
    // Symmetric positions are one, and have the same values.
    let rules = UpToSymmetry { game, on: true };
    let folded = StateDigraph::explore(&rules, [rules.start()], &Budget::UNLIMITED).unwrap();
    let folded_labels = folded.label();
    let (values, folded_values) = (grundy(states.digraph()), grundy(folded.digraph()));
    assert!(folded.len() <= states.len());
    for i in states.digraph().vertices() {
        let j = folded.index(&game.canonical(states.position(i))).unwrap();
        assert_eq!(labels.outcome(i), folded_labels.outcome(j));
        assert_eq!(labels.remoteness(i), folded_labels.remoteness(j));
        if let (Some(values), Some(folded_values)) = (&values, &folded_values) {
            assert_eq!(values[i as usize], folded_values[j as usize]);
        }
    }
    // Labels against plain recursion, where play ends and positions are few.
    if values.is_some() && states.len() < 400 {
        for i in states.digraph().vertices() {
            let expected = match wins(game, states.position(i)) {
                true => Outcome::Win,
                false => Outcome::Lose,
            };
            assert_eq!(labels.outcome(i), expected);
        }
    }
    // The exact search, where the game has one, says the same.
    if let Some(searcher) = game.searcher(Arc::new(Table::new(0))) {
        let options = SearchOptions::default();
        for i in states.digraph().vertices() {
            let position = states.position(i);
            let found = searcher
                .winner(position, &options, &Budget::UNLIMITED)
                .unwrap();
            let wins = labels.outcome(i) == Outcome::Win;
            assert_eq!(found.wins, Some(wins), "{position:?}");
            let found = searcher
                .grundy(position, &options, &Budget::UNLIMITED)
                .unwrap();
            assert_eq!(found.is_some(), game.is_impartial());
            if let (Some(found), Some(values)) = (found, &values) {
                assert_eq!(found.value, Some(values[i as usize]), "{position:?}");
            }
        }
    }
    // All legal positions hold all that play can reach.
    let all = StateDigraph::explore(game, game.legal_positions(), &Budget::UNLIMITED).unwrap();
    for i in states.digraph().vertices() {
        assert!(all.index(states.position(i)).is_some());
    }
    assert!(game.position_bytes() >= size_of::<G::Position>());
    assert!(game.estimate(&game.start()) >= 1.0);
    assert!(!game.move_help().is_empty());
}

fn color_moves<M>(n: u32, k: u32, mv: impl Fn(u32, u32) -> M) -> Vec<M> {
    let strange = [(n, 1), (0, 300), (u32::MAX, u32::MAX), (0, 256), (0, 257)];
    let usual = (0..n).flat_map(|v| (0..=k + 1).map(move |c| (v, c)));
    usual.chain(strange).map(|(v, c)| mv(v, c)).collect()
}

fn coloring() {
    for (name, k) in [
        ("path:3", 2),
        ("path:4", 2),
        ("cycle:4", 2),
        ("cycle:5", 3),
        ("complete:3", 2),
        ("star:3", 2),
        ("edges:0-1,2-3", 2),
        ("path:1", 1),
        ("grid:2x3", 2),
        ("southeast-us", 2),
    ] {
        for first in [Side::Alice, Side::Bob] {
            for pass in [Pass::None, Pass::Alice, Pass::Bob] {
                let board = board(name);
                let game = Coloring::new(&board, k, first, pass).unwrap();
                let mut moves = color_moves(board.vertex_count() as u32, k, |vertex, color| {
                    coloring::Move::Color { vertex, color }
                });
                moves.push(coloring::Move::Pass);
                conform(&game, &moves, true);
            }
        }
    }
}

fn edge() {
    for (name, k) in [
        ("path:2", 1),
        ("path:3", 2),
        ("path:4", 2),
        ("cycle:3", 3),
        ("star:3", 3),
        ("cycle:4", 3),
        ("complete:4", 3),
        ("edges:0-1,2-3", 2),
    ] {
        let board = board(name);
        let game = EdgeDistinguishing::new(&board, k).unwrap();
        let moves = color_moves(board.vertex_count() as u32, k, |vertex, color| edge::Move {
            vertex,
            color,
        });
        conform(&game, &moves, true);
    }
}

fn cycles() {
    for name in [
        "cycle:3",
        "cycle:4",
        "cycle:5",
        "path:5",
        "path:1",
        "fan:2",
        "tetrahedron",
        "star:3",
        "ladder:3",
        "sunlet:3",
    ] {
        let board = board(name);
        let n = board.vertex_count() as u32;
        let moves: Vec<_> = (0..=n)
            .flat_map(|from| (0..=n).map(move |to| cycles::Move { from, to }))
            .collect();
        conform(&Cycles::new(&board).unwrap(), &moves, true);
    }
}

fn token() {
    let draws = Digraph::new(
        6,
        vec![
            (0, 0),
            (0, 1),
            (1, 2),
            (2, 0),
            (3, 4),
            (2, 3),
            (3, 5),
            (5, 3),
        ],
    );
    for board in [
        Board::directed(draws.unwrap()),
        board("cycle:4"),
        Board::directed(Digraph::new(4, vec![(0, 1), (0, 2), (1, 3), (2, 3)]).unwrap()),
    ] {
        let n = board.vertex_count() as u32;
        let moves: Vec<u32> = (0..n).chain([n, u32::MAX]).collect();
        for start in 0..n {
            conform(
                &Token::new(&board, &start.to_string()).unwrap(),
                &moves,
                false,
            );
        }
    }
}

fn subtraction() {
    for (heaps, take) in [
        (vec![10], vec![1, 2]),
        (vec![3, 4], vec![1, 3]),
        (vec![2, 2, 2], vec![2, 1]),
        (vec![0], vec![5]),
    ] {
        let game = Subtraction::new(heaps, take).unwrap();
        let moves: Vec<_> = (0..4)
            .flat_map(|heap| (0..7).map(move |take| subtraction::Move { heap, take }))
            .collect();
        conform(&game, &moves, false);
    }
}

/// The conformance test of every game by its name; a new game adds its line.
const SUITES: &[(&str, fn())] = &[
    ("coloring", coloring),
    ("edge", edge),
    ("cycles", cycles),
    ("token", token),
    ("subtraction", subtraction),
];

#[test]
fn every_game_conforms() {
    let names: Vec<_> = GAMES.iter().map(|entry| entry.name).collect();
    let tested: Vec<_> = SUITES.iter().map(|suite| suite.0).collect();
    assert_eq!(names, tested, "every game of the registry has a suite");
    for (_, suite) in SUITES {
        suite();
    }
}

#[test]
fn games_picked_by_name_speak_the_same_language() {
    let options = Options {
        colors: Some(2),
        start: Some("0".to_owned()),
        pebbles: vec![5],
        take: vec![1, 2],
        ..Options::default()
    };
    for entry in GAMES {
        let board = board("path:4");
        let game = (entry.open)(&board, &options).unwrap();
        let start = game.start();
        assert_eq!(game.position(&start).as_ref(), Ok(&start));
        let analysis = game
            .analyse(&start, &by_digraph(), &Budget::UNLIMITED)
            .unwrap();
        let value = analysis.value(&start, &Budget::UNLIMITED).unwrap();
        let moves = analysis.moves(&start, &Budget::UNLIMITED).unwrap();
        let legal = game.moves(&start).unwrap();
        assert_eq!(moves.len(), legal.len());
        let best = moves.first().and_then(|m| m.value).map(|v| v.outcome);
        assert_eq!(best, Some(value.outcome), "{}", entry.name);
        for mv in legal {
            let next = game.play(&start, &mv.text).unwrap();
            assert_eq!(game.play(&start, &mv.json.to_string()), Ok(next));
            assert_eq!(game.named_move(&mv.text), Ok(mv));
        }
        assert!(game.play(&start, "null").is_err());
        assert!(game.play(&start, "").is_err());
        assert!(game.position("?").is_err());
    }
    assert!(outplay_games::registry::find("chess").is_err());
}

#[test]
fn no_text_makes_a_reader_panic() {
    use proptest::prelude::*;
    use proptest::test_runner::TestRunner;
    let options = Options {
        colors: Some(3),
        start: Some("0".to_owned()),
        pebbles: vec![5, 5],
        take: vec![1, 2],
        ..Options::default()
    };
    let board = board("cycle:4");
    let words = prop_oneof![
        any::<String>(),
        "[-0-9,;:=> \\[\\]{}\"a-z]{0,30}",
        "-?[0-9]{1,30}[=>,:-]{1,2}-?[0-9]{1,30}",
    ];
    let mut runner = TestRunner::deterministic();
    runner
        .run(&words, |text| {
            for entry in GAMES {
                let game = (entry.open)(&board, &options).unwrap();
                let _ = game.named_move(&text);
                let _ = game.play(&game.start(), &text);
                if let Ok(position) = game.position(&text) {
                    prop_assert_eq!(game.position(&position), Ok(position.clone()));
                    prop_assert!(game.moves(&position).is_ok());
                }
            }
            Ok(())
        })
        .unwrap();
}
