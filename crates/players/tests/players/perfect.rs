//! `perfect` against exact values that are found here without it.

use crate::common::{
    AsAny, RESOURCES, board, choose, coloring, games, open, player, rows, winners,
};
use outplay_board::{Board, Digraph};
use outplay_engine::{Outcome, Player, Rng};
use outplay_games::{
    AnyGame, AnyPosition, Cycles, EdgeDistinguishing, Side, Subtraction, Token, Values, any,
};
use outplay_players::prepare;
use std::collections::HashMap;

/// Outcome and remoteness of every position that can be reached, by the definition:
/// the two rules are repeated until nothing changes.
fn values(game: &dyn AnyGame) -> HashMap<AnyPosition, (Outcome, u32)> {
    let mut positions = vec![game.start()];
    let mut number = HashMap::from([(game.start(), 0)]);
    let mut next: Vec<Vec<usize>> = Vec::new();
    let mut i = 0;
    while i < positions.len() {
        let mut moves = Vec::new();
        game.moves(&positions[i], &mut moves);
        let row = moves.iter().map(|&mv| {
            let to = game.apply(&positions[i], mv);
            let new = number.len();
            *number.entry(to.clone()).or_insert_with(|| {
                positions.push(to);
                new
            })
        });
        let row = row.collect();
        next.push(row);
        i += 1;
    }
    let mut value: Vec<Option<(Outcome, u32)>> = positions
        .iter()
        .map(|position| game.result(position).map(|outcome| (outcome, 0)))
        .collect();
    for round in 1..=positions.len() as u32 {
        let known = value.clone();
        let mut changed = false;
        for (i, row) in next.iter().enumerate().filter(|(i, _)| known[*i].is_none()) {
            let is = |&to: &usize, outcome| known[to].is_some_and(|(o, _)| o == outcome);
            value[i] = if row.iter().any(|to| is(to, Outcome::Lose)) {
                Some((Outcome::Win, round))
            } else if row.iter().all(|to| is(to, Outcome::Win)) {
                Some((Outcome::Lose, round))
            } else {
                continue;
            };
            changed = true;
        }
        if !changed {
            break;
        }
    }
    let values = value.into_iter().map(|v| v.unwrap_or((Outcome::Draw, 0)));
    positions.into_iter().zip(values).collect()
}

/// Asks `perfect` in every position: a win must get one move nearer, a loss must not get
/// nearer than it has to, a draw must stay one. Together that is: every won position is
/// won in exactly as many moves as its remoteness, against every reply.
fn is_perfect(game: &impl AsAny) -> usize {
    let values = values(game.any());
    let perfect = player("perfect", game);
    let mut strategy = perfect.strategy();
    let mut rng = Rng::new(5);
    let whole = game;
    for (position, &(outcome, remoteness)) in &values {
        let game = game.any();
        if game.result(position).is_some() {
            continue;
        }
        let choice = choose(&mut *strategy, whole, position, &[], &mut rng);
        assert_eq!(choice.remark, None);
        let after = values[&game.apply(position, choice.mv)];
        let expected = (outcome.reversed(), remoteness.saturating_sub(1));
        assert_eq!(after, expected, "{position:?} {:?}", choice.mv);
    }
    values.len()
}

#[test]
fn is_perfect_on_every_small_colouring_game() {
    let mut positions = 0;
    for row in rows("coloring_small_graphs.csv") {
        let n: u32 = row[1].parse().unwrap();
        if n > 5 {
            continue;
        }
        for colors in 1..=3 {
            for first in [Side::Alice, Side::Bob] {
                positions += is_perfect(&coloring(&format!("graph6:{}", row[0]), colors, first));
            }
        }
    }
    assert!(positions > 10_000, "{positions}");
}

#[test]
fn is_perfect_in_the_other_games() {
    for name in ["path:5", "cycle:5", "star:4", "complete:3", "grid:2x3"] {
        is_perfect(&any(EdgeDistinguishing::new(&board(name), 3).unwrap()));
    }
    for name in ["path:6", "cycle:5", "wheel:3", "fan:3", "grid:2x3"] {
        is_perfect(&any(Cycles::new(&board(name)).unwrap()));
    }
    is_perfect(&any(Subtraction::new(vec![10], vec![1, 2]).unwrap()));
    is_perfect(&any(Subtraction::new(vec![5, 6, 7], vec![1, 2, 4]).unwrap()));
    let mut draws = 0;
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let arcs = (0..14).map(|_| (rng.below(8) as u32, rng.below(8) as u32));
        let digraph = Board::directed(Digraph::new(8, arcs.collect()).unwrap());
        let game = any(Token::new(&digraph, "0").unwrap());
        is_perfect(&game);
        draws += usize::from(values(game.any())[&game.start()].0 == Outcome::Draw);
    }
    assert!(draws > 5, "{draws}");
}

#[test]
fn agrees_with_every_oracle_on_small_graphs() {
    for row in rows("coloring_small_graphs.csv") {
        let name = format!("graph6:{}", row[0]);
        for (first, column) in [(Side::Alice, 4), (Side::Bob, 5)] {
            let chi_g: u32 = row[column].parse().unwrap();
            let game = coloring(&name, chi_g, first);
            assert_eq!(winners(&game, "perfect", "perfect", 1), [Side::Alice]);
            if chi_g > 1 {
                let game = coloring(&name, chi_g - 1, first);
                assert_eq!(winners(&game, "perfect", "perfect", 1), [Side::Bob]);
            }
        }
    }
}

/// On boards too large for labels the search decides; whoever should win does, also
/// when the other does not defend well.
#[test]
fn wins_by_search_what_the_oracles_say() {
    let mut rows = rows("game_chromatic.csv");
    rows.retain(|row| board(&row[0]).vertex_count() >= 14);
    assert!(rows.len() >= 5);
    for row in rows {
        let chi_g: u32 = row[1].parse().unwrap();
        for bob in ["random", "greedy-bob", "perfect"] {
            let game = coloring(&row[0], chi_g, Side::Alice);
            let won = winners(&game, "perfect", bob, 2);
            assert_eq!(won, [Side::Alice; 2], "{} {chi_g} {bob}", row[0]);
        }
        for alice in ["random", "s3", "perfect"] {
            let game = coloring(&row[0], chi_g - 1, Side::Alice);
            let won = winners(&game, alice, "perfect", 2);
            assert_eq!(won, [Side::Bob; 2], "{} {} {alice}", row[0], chi_g - 1);
        }
    }
}

#[test]
fn wins_the_impartial_games_of_the_oracles() {
    let mut tried = 0;
    for row in rows("winners.csv") {
        // Names with commas are quoted in the midst of a line; the others are enough.
        if row.len() != 5 || row[0] == "edge" && row[2].is_empty() {
            continue;
        }
        if board(&row[1]).edge_count() > 12 {
            continue;
        }
        let mut values = Values::new();
        if let Ok(colors) = row[2].parse::<u64>() {
            values.set("colors", colors);
        }
        let winner = match row[3].as_str() {
            "first" => Player::First,
            _ => Player::Second,
        };
        let (first, second) = match winner {
            Player::First => ("perfect", "random"),
            Player::Second => ("random", "perfect"),
        };
        let game = open(&row[0], board(&row[1]), &values);
        for played in games(&game, first, second, 2, 2) {
            assert_eq!(played.winner, Some(winner));
            assert!(played.remarks.is_empty());
        }
        tried += 1;
    }
    assert!(tried > 40, "{tried}");
}

/// A game keeps its table, and games share decisions: neither may change what is played.
#[test]
fn searches_the_same_on_any_number_of_threads() {
    // Too many positions to label; the first player wins by winners.csv.
    let colors = Values::new().with("colors", 5u64);
    let game = open("edge", board("path:12"), &colors);
    let remarks = player("perfect", &game).remarks();
    assert!(remarks[0].starts_with("too many positions"), "{remarks:?}");
    let lines = |threads| {
        let played = games(&game, "perfect", "random", 6, threads).into_iter();
        played.map(|one| {
            assert_eq!(one.winner, Some(Player::First));
            assert!(one.remarks.is_empty());
            one.moves
        })
    };
    let one: Vec<_> = lines(1).collect();
    assert_eq!(one, lines(3).collect::<Vec<_>>());
    assert!(one.iter().any(|line| line != &one[0]), "no chance here");
}

#[test]
fn theory_serves_heaps_that_cannot_be_listed() {
    // One may take one or two: whoever leaves a multiple of three wins.
    let game = any(Subtraction::new(vec![3_000_001], vec![1, 2]).unwrap());
    let perfect = player("perfect", &game);
    let choice = choose(
        &mut *perfect.strategy(),
        &game,
        &game.start(),
        &[],
        &mut Rng::new(0),
    );
    assert_eq!(choice.remark, None);
    assert_eq!(
        game.position_text(&game.apply(&game.start(), choice.mv)),
        "3000000"
    );
}

#[test]
fn a_match_may_start_where_the_game_does_not() {
    // From 0 one only gets to 1; the match starts at 2, far away from it.
    let digraph = Digraph::new(5, vec![(0, 1), (2, 3), (2, 4), (3, 4)]).unwrap();
    let game = any(Token::new(&Board::directed(digraph), "0").unwrap());
    let perfect = player("perfect", &game);
    let start = game.parse_position("2").unwrap();
    let choice = choose(
        &mut *perfect.strategy(),
        &game,
        &start,
        &[],
        &mut Rng::new(0),
    );
    assert_eq!(choice.remark, None);
    assert_eq!(game.position_text(&game.apply(&start, choice.mv)), "4");
}

#[test]
fn says_so_when_the_budget_does_not_suffice() {
    let game = coloring("grid:5x5", 3, Side::Alice);
    let perfect = player("perfect:positions=1", &game);
    let choice = choose(
        &mut *perfect.strategy(),
        &game,
        &game.any().start(),
        &[],
        &mut Rng::new(0),
    );
    let remark = choice.remark.unwrap();
    assert!(
        remark.starts_with("not settled within 1 positions: sampled"),
        "{remark}"
    );
    assert!(game.any().refusal(&game.any().start(), choice.mv).is_none());
    // Too many vertices for the search: the same.
    let game = coloring("grid:12x12", 3, Side::Alice);
    let perfect = player("perfect", &game);
    let choice = choose(
        &mut *perfect.strategy(),
        &game,
        &game.any().start(),
        &[],
        &mut Rng::new(0),
    );
    assert!(choice.remark.is_some());
}

#[test]
fn stops_when_told() {
    let game = coloring("torus:5x5", 4, Side::Alice);
    let perfect = player("perfect", &game);
    let game = game.any();
    let start = game.start();
    let choice = perfect.strategy().choose(outplay_players::Turn {
        game,
        position: &start,
        mover: Player::First,
        moves: &[],
        rng: &mut Rng::new(0),
        stop: &|| true,
    });
    assert_eq!(choice, None);
}

#[test]
fn remarks_say_what_is_known() {
    let game = coloring("petersen", 4, Side::Alice);
    let remarks = player("perfect", &game).remarks();
    assert_eq!(
        remarks,
        ["all positions are labelled: Alice wins in 10 moves from the start"]
    );
    // Whoever starts, it says who wins.
    let game = coloring("path:4", 2, Side::Bob);
    assert_eq!(
        player("perfect", &game).remarks(),
        ["all positions are labelled: Alice wins in 4 moves from the start"]
    );
    let game = any(Subtraction::new(vec![6], vec![1, 2]).unwrap());
    assert_eq!(
        player("perfect", &game).remarks(),
        ["all positions are labelled: the second player wins in 4 moves from the start"]
    );
    let digraph = Digraph::new(2, vec![(0, 1), (1, 0)]).unwrap();
    let game = any(Token::new(&Board::directed(digraph), "0").unwrap());
    assert_eq!(
        player("perfect", &game).remarks(),
        ["all positions are labelled: nobody wins from the start"]
    );
    let game = coloring("grid:5x5", 4, Side::Alice);
    let remarks = player("perfect:positions=123", &game).remarks();
    assert!(remarks[0].contains("within 123 positions"), "{remarks:?}");
}

#[test]
fn refuses_options_it_does_not_have() {
    let game = coloring("path:3", 2, Side::Alice);
    for text in [
        "perfect:",
        "perfect:5",
        "perfect:positions=0",
        "perfect:positions=-1",
        "perfect:positions=many",
        "perfect:nodes=5",
    ] {
        let error = prepare(text, game.any(), RESOURCES)
            .err()
            .expect(text)
            .message;
        assert!(error.contains("expected positions=N"), "{text}: {error}");
    }
}
