//! The sampling search against exact verdicts, for all games.

use outplay_board::{Board, Digraph, Limits, families, numbers};
use outplay_engine::monte_carlo::{FinalChoice, Options, Situation};
use outplay_engine::{Budget, Outcome, Player, Rng, StateDigraph};
use outplay_games::{
    Coloring, Cycles, EdgeDistinguishing, NodeKayles, Pass, Sampled, Side, Subtraction, Token,
};

/// At most so many positions of a game are sampled.
const POSITIONS: usize = 8;

fn board(name: &str) -> Board {
    families::board(name, Limits::BOARD).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Samples the start and other positions and compares with the labels of the state
/// digraph: proofs are right, complete where `finite`, and moves are as good as they can be.
fn compare<G: Sampled>(game: &G, finite: bool, simulations: u64) {
    let states = StateDigraph::explore(game, [game.start()], &Budget::UNLIMITED).unwrap();
    let labels = states.label(1);
    let mut rng = Rng::new(6);
    let open: Vec<u32> = (states.digraph().vertices())
        .filter(|&v| game.result(states.position(v)).is_none())
        .collect();
    let mut chosen = vec![0];
    chosen.extend((1..POSITIONS).map(|_| open[rng.below(open.len())]));
    for (round, v) in chosen.into_iter().enumerate() {
        let position = states.position(v);
        let exact = labels.outcome(v);
        let choices = [
            FinalChoice::Robust,
            FinalChoice::Max,
            FinalChoice::Secure,
            FinalChoice::RobustMax,
        ];
        for (transpositions, solver) in [(false, true), (true, true), (false, false)] {
            let options = Options {
                simulations,
                transpositions,
                solver,
                choice: choices[round % choices.len()],
                longest: 200,
                ..Options::default()
            };
            let situation = Situation {
                position,
                mover: game.to_move(position),
                moves: &[],
            };
            let report = game.thinker(options).think(&situation, 2, &|| false);
            let mut legal = Vec::new();
            game.moves(position, &mut legal);
            let listed: Vec<_> = report.moves.iter().map(|mv| mv.mv).collect();
            assert_eq!(listed, legal);
            if !solver {
                assert_eq!(report.proven, None);
            } else if finite {
                assert_eq!(report.proven, Some(exact), "{position:?}");
            } else if let Some(proven) = report.proven {
                assert_eq!(proven, exact, "{position:?}");
            }
            let after = |mv| {
                let next = states.index(&game.apply(position, mv)).unwrap();
                labels.outcome(next).reversed()
            };
            for mv in &report.moves {
                assert!(mv.proven.is_none_or(|proven| proven == after(mv.mv)));
            }
            let mv = report.chosen.unwrap();
            assert_eq!(after(mv), exact, "{position:?}: {mv:?}, {:?}", options);
        }
    }
}

#[test]
fn coloring() {
    for (name, colors) in [
        ("path:4", 2),
        ("path:5", 3),
        ("cycle:6", 2),
        ("star:4", 2),
        ("grid:2x3", 2),
    ] {
        for (first, pass) in [
            (Side::Alice, Pass::None),
            (Side::Bob, Pass::None),
            (Side::Alice, Pass::Bob),
            (Side::Bob, Pass::Alice),
        ] {
            let game = Coloring::new(&board(name), colors, first, pass).unwrap();
            compare(&game, true, 60_000);
        }
    }
}

#[test]
fn edge() {
    for name in ["path:4", "path:5", "cycle:4", "star:3"] {
        let board = board(name);
        let outplay_board::Shape::Undirected(graph) = &board.shape else {
            panic!("{name} is directed");
        };
        let colors = numbers::edcn(graph, &|| false).value().unwrap();
        let game = EdgeDistinguishing::new(&board, colors).unwrap();
        compare(&game, true, 60_000);
    }
}

#[test]
fn cycles() {
    for name in ["cycle:4", "cycle:5", "wheel:3", "grid:2x3", "path:5"] {
        compare(&Cycles::new(&board(name)).unwrap(), true, 60_000);
    }
}

#[test]
fn node_kayles() {
    for name in ["path:6", "cycle:5", "grid:2x3", "star:4"] {
        compare(&NodeKayles::new(&board(name)).unwrap(), true, 60_000);
    }
}

#[test]
fn subtraction() {
    compare(
        &Subtraction::new(vec![10], vec![1, 2]).unwrap(),
        true,
        20_000,
    );
    compare(
        &Subtraction::new(vec![4, 5], vec![1, 3]).unwrap(),
        true,
        60_000,
    );
}

#[test]
fn token() {
    let mut rng = Rng::new(5);
    for _ in 0..12 {
        let n = 4 + rng.below(6) as u32;
        let pairs = (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
        let arcs: Vec<_> = pairs.filter(|_| rng.below(n as usize) < 2).collect();
        let board = Board::directed(Digraph::new(n as usize, arcs).unwrap());
        let game = Token::new(&board, "0").unwrap();
        let states = StateDigraph::explore(&game, [0], &Budget::UNLIMITED).unwrap();
        let over = states.digraph().successors(0).is_empty();
        if !over {
            compare(&game, false, 3000);
        }
    }
}

#[test]
fn known_winners_on_larger_boards_are_proven() {
    // From the list of verified values: the 2×3 grid with Alice first needs 3 colours, the
    // Petersen graph needs 4, so that Bob wins with 3 and with 2.
    for (name, colors, alice) in [
        ("grid:2x3", 3, true),
        ("petersen", 2, false),
        ("petersen", 3, false),
        ("octahedron", 4, false),
    ] {
        let game = Coloring::new(&board(name), colors, Side::Alice, Pass::None).unwrap();
        let start = outplay_engine::Game::start(&game);
        let options = Options {
            simulations: 2_000_000,
            transpositions: true,
            ..Options::default()
        };
        let situation = Situation {
            position: &start,
            mover: Player::First,
            moves: &[],
        };
        let report = game.thinker(options).think(&situation, 1, &|| false);
        let expected = if alice { Outcome::Win } else { Outcome::Lose };
        assert_eq!(report.proven, Some(expected), "{name} {colors}");
    }
}

#[test]
fn boards_beyond_the_words_are_sampled_by_plain_rules() {
    for (name, colors) in [
        ("path:130", 3),
        ("path:20", 40),
        ("path:100", 9),
        ("path:70", 3),
    ] {
        let game = Coloring::new(&board(name), colors, Side::Alice, Pass::None).unwrap();
        let start = outplay_engine::Game::start(&game);
        let options = Options {
            simulations: 50,
            ..Options::default()
        };
        let situation = Situation {
            position: &start,
            mover: Player::First,
            moves: &[],
        };
        let report = game.thinker(options).think(&situation, 1, &|| false);
        assert_eq!(report.simulations, 50);
        assert!(
            report
                .moves
                .iter()
                .all(|mv| mv.visits == 0 || mv.value == 1.0)
        );
    }
}
