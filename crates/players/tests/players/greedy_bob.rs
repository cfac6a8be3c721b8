//! `greedy-bob` in positions that were worked out by hand.

use crate::common::{AsAny, Colored, board, choose_color, coloring, open, player, winners};
use outplay_engine::{Game, Rng};
use outplay_games::coloring::{Coloring, Move, Pass, Side};
use outplay_games::{Notation, Values};
use outplay_players::prepare;
use std::collections::BTreeSet;

/// Everything that it plays in a position, over many seeds.
fn played(game: &Colored, position: &str) -> BTreeSet<String> {
    let bob = player("greedy-bob", game);
    let mut strategy = bob.strategy();
    let position = game.parse_position(position).unwrap();
    (0..100)
        .map(|seed| {
            let mv = choose_color(&mut *strategy, game, &position, &[], &mut Rng::new(seed));
            game.move_text(mv)
        })
        .collect()
}

fn set(moves: &[&str]) -> BTreeSet<String> {
    moves.iter().map(|&mv| mv.to_owned()).collect()
}

#[test]
fn kills_at_once() {
    // A path 0-1-2-3 with two colours and 0 coloured 1: colour 2 at 2 kills vertex 1.
    let game = coloring("path:4", 2, Side::Alice);
    assert_eq!(played(&game, "1,0,0,0"), set(&["2=2"]));
}

#[test]
fn makes_most_threats() {
    // Two colours on a star with three leaves: a coloured leaf leaves the centre one
    // colour, which another leaf can take: one threat. A coloured centre leaves
    // every leaf one colour, but nobody is left who could take it: no threat.
    let game = coloring("star:3", 2, Side::Bob);
    let leaves = set(&["1=1", "1=2", "2=1", "2=2", "3=1", "3=2"]);
    assert_eq!(played(&game, "0,0,0,0"), leaves);

    // Path 0-1-2-3-4: the middle threatens 1 (by 0) and 3 (by 4); any other vertex
    // threatens at most one: 1 has the neighbour 0, which nobody else can harm.
    let game = coloring("path:5", 2, Side::Bob);
    assert_eq!(played(&game, "0,0,0,0,0"), set(&["2=1", "2=2"]));
}

#[test]
fn a_threat_needs_somebody_to_carry_it_out() {
    // Star with three leaves, two of them in an edge 4-5 apart. With three colours and
    // the leaf 1 coloured 1, colouring leaf 2 with 2 leaves the centre only 3,
    // which leaf 3 can take. With 2=1 the centre keeps two colours.
    let game = Colored::new(&board("edges:0-1,0-2,0-3,4-5"), 3, Side::Alice, Pass::None);
    let best = set(&["2=2", "2=3", "3=2", "3=3"]);
    assert_eq!(played(&game, "0,1,0,0,0,0"), best);
    // With both other leaves coloured, nobody could take the last colour of the centre:
    // no move makes a threat, so all are alike.
    let game = coloring("star:3", 3, Side::Bob);
    let all: Vec<String> = vec![
        "0=2".into(),
        "0=3".into(),
        "3=1".into(),
        "3=2".into(),
        "3=3".into(),
    ];
    let got = played(&game, "0,1,1,0");
    assert_eq!(got, all.into_iter().collect());
}

#[test]
fn alice_in_its_seat_makes_the_fewest() {
    // Path 0-1-2-3, two colours, 0 has 1. 2=2 kills 1. 1=2 leaves 2 only colour 1, which
    // 3 can take; 3=1 leaves 1 and 2 colour 2, which either can take from the other.
    // 2=1 leaves 1 and 3 colour 2 and no uncoloured neighbour; 3=2 leaves 1 colour 2 and
    // 2 colour 1, which the other does not have: no threats after these two.
    let game = coloring("path:4", 2, Side::Bob);
    assert_eq!(played(&game, "1,0,0,0"), set(&["2=1", "3=2"]));
}

#[test]
fn many_colours_fit() {
    let game = coloring("star:3", 200, Side::Bob);
    assert!(!played(&game, "0,0,0,0").is_empty());
}

/// Threats counted afresh from the definition agree with the choice, in positions
/// of random games.
#[test]
fn counts_threats_as_defined() {
    for name in ["grid:3x3", "petersen", "wheel:6", "random:9,0.5,3"] {
        for colors in 2..=4 {
            let game = coloring(name, colors, Side::Bob);
            let bob = player("greedy-bob", &game);
            let mut strategy = bob.strategy();
            for seed in 0..20 {
                let mut rng = Rng::new(seed);
                let mut position = game.start();
                let mut moves = Vec::new();
                while game.result(&position).is_none() {
                    moves.clear();
                    game.moves(&position, &mut moves);
                    let score = |mv: Move| threats(&game, game.apply(&position, mv).colors());
                    let choice = choose_color(&mut *strategy, &game, &position, &[], &mut rng);
                    let scores = moves.iter().map(|&mv| score(mv));
                    let best = match position.turn() {
                        Side::Bob => scores.max(),
                        Side::Alice => scores.min(),
                    };
                    assert_eq!(Some(score(choice)), best, "{name} {position:?} {choice:?}");
                    position = game.apply(&position, moves[rng.below(moves.len())]);
                }
            }
        }
    }
}

/// How many vertices have exactly one colour left that a neighbour can take; a dead
/// vertex counts more than anything.
fn threats(game: &Coloring, colors: &[u8]) -> usize {
    let graph = game.graph();
    let free = |v: u32| -> BTreeSet<u8> {
        (1..=game.colors())
            .filter(|&c| graph.neighbors(v).iter().all(|&w| colors[w as usize] != c))
            .collect()
    };
    let open = |v: &u32| colors[*v as usize] == 0;
    if graph.vertices().filter(open).any(|v| free(v).is_empty()) {
        return 1000;
    }
    graph
        .vertices()
        .filter(open)
        .filter(|&v| {
            let left = free(v);
            let near = graph.neighbors(v).iter().copied().filter(open);
            left.len() == 1 && near.into_iter().any(|w| free(w).is_superset(&left))
        })
        .count()
}

#[test]
fn plays_the_colouring_game_only() {
    let game = open("cycles", board("cycle:4"), &Values::new());
    let error = prepare("greedy-bob", game.any(), crate::common::RESOURCES);
    assert_eq!(
        error.err().unwrap().message,
        "found player 'greedy-bob' in the game 'cycles', expected the game 'coloring', the only one it plays"
    );
}

#[test]
fn beats_an_alice_who_does_not_look() {
    let game = coloring("grid:4x4", 3, Side::Alice);
    let won = winners(&game, "random", "greedy-bob", 50);
    let by_bob = won.iter().filter(|&&side| side == Side::Bob).count();
    let won = winners(&game, "random", "random", 50);
    let by_random = won.iter().filter(|&&side| side == Side::Bob).count();
    assert!(by_bob > by_random, "{by_bob} {by_random}");
}
