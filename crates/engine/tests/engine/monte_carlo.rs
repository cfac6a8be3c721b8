//! Sampling of small hand-made games: counts, proofs, limits and repeatability.

use outplay_board::Digraph;
use outplay_engine::monte_carlo::{
    FinalChoice, Options, PlainSampler, Report, RootMove, Situation, Thinker, TreeSearch,
};
use outplay_engine::{Game, Outcome, Player, Refusal, Rng, label};
use std::sync::atomic::{AtomicU32, Ordering};

/// A token on a digraph; some vertices without arcs are won or drawn.
struct Walk {
    digraph: Digraph,
    ends: Vec<(u32, Outcome)>,
}

impl Walk {
    fn new(n: usize, arcs: &[(u32, u32)], ends: &[(u32, Outcome)]) -> Self {
        Self {
            digraph: Digraph::new(n, arcs.to_vec()).unwrap(),
            ends: ends.to_vec(),
        }
    }
}

impl Game for Walk {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        0
    }
    fn to_move(&self, _: &u32) -> Player {
        Player::First
    }
    fn result(&self, vertex: &u32) -> Option<Outcome> {
        let ends = self.digraph.successors(*vertex).is_empty();
        ends.then(|| {
            let named = self.ends.iter().find(|end| end.0 == *vertex);
            named.map_or(Outcome::Lose, |end| end.1)
        })
    }
    fn moves(&self, vertex: &u32, moves: &mut Vec<u32>) {
        moves.extend_from_slice(self.digraph.successors(*vertex));
    }
    fn refusal(&self, vertex: &u32, to: u32) -> Option<Refusal> {
        let legal = self.digraph.successors(*vertex).contains(&to);
        (!legal).then(|| Refusal("no arc".to_owned()))
    }
    fn apply(&self, _: &u32, to: u32) -> u32 {
        to
    }
}

fn search(game: &Walk, options: Options) -> TreeSearch<PlainSampler<'_, Walk>> {
    let longest = options.longest;
    TreeSearch::new(PlainSampler { game, longest }, options)
}

fn ask(
    search: &mut TreeSearch<PlainSampler<'_, Walk>>,
    from: u32,
    mover: Player,
    moves: &[u32],
) -> Report<u32> {
    let situation = Situation {
        position: &from,
        mover,
        moves,
    };
    search.think(&situation, 11, &|| false)
}

fn think(game: &Walk, from: u32, mover: Player, options: Options) -> Report<u32> {
    ask(&mut search(game, options), from, mover, &[])
}

fn with(simulations: u64) -> Options {
    Options {
        simulations,
        longest: 100,
        ..Options::default()
    }
}

fn visits(report: &Report<u32>) -> u64 {
    report.moves.iter().map(|mv| mv.visits).sum()
}

/// From 0 one can win at once (to 1), draw at once (to 2) or lose at once (to 3).
fn at_once() -> Walk {
    let ends = [(2, Outcome::Draw), (3, Outcome::Win)];
    Walk::new(4, &[(0, 1), (0, 2), (0, 3)], &ends)
}

#[test]
fn visits_are_those_of_ucb1() {
    let game = at_once();
    for c in [0.5, 1.0, 2.0] {
        let options = Options {
            solver: false,
            exploration: c,
            ..with(2000)
        };
        // The formula again: rewards 1, ½ and 0, each tried once first.
        let (rewards, mut counts) = ([1.0, 0.5, 0.0], [1u32; 3]);
        for n in 3..2000 {
            let bound = |j: usize| (2.0 * f64::from(n).ln() / f64::from(counts[j])).sqrt();
            let score = |j: usize| rewards[j] + c * bound(j);
            let next = (0..3).max_by(|&a, &b| score(a).total_cmp(&score(b)));
            counts[next.unwrap()] += 1;
        }
        for mover in [Player::First, Player::Second] {
            let report = think(&game, 0, mover, options);
            assert_eq!(visits(&report), 2000);
            assert_eq!(report.simulations, 2000);
            for ((mv, count), reward) in report.moves.iter().zip(counts).zip(rewards) {
                assert!(mv.visits.abs_diff(count.into()) <= 2, "{c}: {mv:?} {count}");
                assert_eq!((mv.value, mv.proven), (reward, None));
            }
            assert_eq!(report.chosen, Some(1));
        }
    }
}

#[test]
fn watched_simulations_are_those_that_are_counted() {
    let arcs = [(0, 1), (0, 2), (1, 3), (1, 4), (2, 4), (4, 5), (4, 6)];
    let game = Walk::new(7, &arcs, &[(3, Outcome::Draw), (5, Outcome::Win)]);
    let options = Options {
        solver: false,
        ..with(200)
    };
    let report = think(&game, 0, Player::First, options);
    let situation = Situation {
        position: &0,
        mover: Player::First,
        moves: &[],
    };
    let watched = search(&game, options).watch(&situation, 11, &|| false);
    assert_eq!(watched.len(), 200);
    for root in &report.moves {
        let of_move = || watched.iter().filter(|game| game.path[0] == root.mv);
        assert_eq!(of_move().count() as u64, root.visits);
        let points = of_move().map(|game| match game.winner {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner == Player::First)),
        });
        assert_eq!(points.sum::<f64>() / root.visits as f64, root.value);
    }
    // Each path is one that was gone before with one more move, or ends where the game does.
    for (i, simulation) in watched.iter().enumerate() {
        let (last, rest) = simulation.path.split_last().unwrap();
        let over = game.result(last).is_some();
        let known = |path: &[u32]| {
            watched[..i]
                .iter()
                .any(|before| before.path.starts_with(path))
        };
        assert!(rest.is_empty() || known(rest));
        assert!(over || !known(&simulation.path));
        assert!(game.result(&simulation.end.position).is_some());
    }
    assert!(
        search(&game, options)
            .watch(
                &Situation {
                    position: &3,
                    ..situation
                },
                11,
                &|| false
            )
            .is_empty()
    );
}

#[test]
fn each_side_takes_what_is_best_for_itself() {
    // From 0 to a place where the opponent can win at once or lose at once (1), or where
    // he can only lose (2). Sampling alone has to find out what he would do.
    let arcs = [(0, 1), (0, 2), (1, 3), (1, 4), (2, 4)];
    let game = Walk::new(5, &arcs, &[(4, Outcome::Win)]);
    for mover in [Player::First, Player::Second] {
        for choice in [
            FinalChoice::Max,
            FinalChoice::Robust,
            FinalChoice::RobustMax,
            FinalChoice::Secure,
        ] {
            let options = Options {
                solver: false,
                choice,
                ..with(500)
            };
            let report = think(&game, 0, mover, options);
            assert_eq!(report.chosen, Some(2), "{choice:?}");
            assert_eq!(report.moves[1].value, 1.0);
            assert!(report.moves[0].value < 0.5);
        }
    }
}

#[test]
fn proofs_end_the_search() {
    let report = think(&at_once(), 0, Player::Second, with(1000));
    assert_eq!(report.proven, Some(Outcome::Win));
    assert_eq!(report.chosen, Some(1));
    assert!(report.simulations <= 3);
    let ends = [(1, Outcome::Draw), (2, Outcome::Win)];
    let drawn = Walk::new(3, &[(0, 1), (0, 2)], &ends);
    let report = think(&drawn, 0, Player::First, with(1000));
    assert_eq!(report.proven, Some(Outcome::Draw));
    assert_eq!((report.chosen, report.simulations), (Some(1), 2));
    let over = think(&drawn, 2, Player::First, with(1000));
    assert_eq!((over.chosen, over.simulations), (None, 0));
}

#[test]
fn draws_count_half() {
    // A circle of three without an end, and a way out that loses.
    let game = Walk::new(5, &[(0, 1), (1, 2), (2, 0), (0, 3), (3, 4)], &[]);
    for transpositions in [false, true] {
        let options = Options {
            transpositions,
            longest: 50,
            ..with(400)
        };
        let report = think(&game, 0, Player::First, options);
        assert_eq!(report.proven, None, "a draw without end is never proven");
        assert_eq!(report.chosen, Some(1));
        assert_eq!(report.moves[1].proven, Some(Outcome::Lose));
        // The other way is drawn, except when somebody leaves the circle.
        assert!((0.3..=0.7).contains(&report.moves[0].value), "{report:?}");
        assert!(report.depth <= 50);
    }
    let circle = Walk::new(2, &[(0, 1), (1, 0)], &[]);
    let report = think(&circle, 0, Player::Second, with(50));
    assert_eq!(report.moves[0].value, 0.5);
}

/// Digraphs, every second one without cycles.
fn digraphs(rounds: usize) -> impl Iterator<Item = Walk> {
    let mut rng = Rng::new(8);
    (0..rounds).map(move |round| {
        let n = 3 + rng.below(10);
        let mut arcs = Vec::new();
        for a in 0..n as u32 {
            for b in 0..n as u32 {
                let allowed = if round % 2 == 0 { a < b } else { a != b };
                if allowed && rng.below(n) < 2 {
                    arcs.push((a, b));
                }
            }
        }
        Walk::new(n, &arcs, &[])
    })
}

#[test]
fn proofs_are_right_and_moves_are_good() {
    let mut proven = 0;
    for (round, game) in digraphs(80).enumerate() {
        let labels = label(&game.digraph, 1, |_| false);
        for transpositions in [false, true] {
            for from in game.digraph.vertices() {
                if game.result(&from).is_some() {
                    continue;
                }
                let options = Options {
                    transpositions,
                    longest: 40,
                    ..with(2000)
                };
                let report = think(&game, from, Player::Second, options);
                let exact = labels.outcome(from);
                if let Some(outcome) = report.proven {
                    assert_eq!(outcome, exact);
                    proven += 1;
                }
                for mv in &report.moves {
                    if let Some(outcome) = mv.proven {
                        assert_eq!(outcome, labels.outcome(mv.mv).reversed());
                    }
                }
                let chosen = report.chosen.unwrap();
                assert_eq!(labels.outcome(chosen).reversed(), exact, "round {round}");
                if round % 2 == 0 {
                    assert_eq!(report.proven, Some(exact), "no cycles, so all is seen");
                }
            }
        }
    }
    assert!(proven > 400, "{proven}");
}

/// From a heap of n one, two or three are taken; vertices say how many were.
fn heap(n: u32) -> Walk {
    let arcs: Vec<_> = (0..n)
        .flat_map(|a| (a + 1..=n.min(a + 3)).map(move |b| (a, b)))
        .collect();
    Walk::new(n as usize + 1, &arcs, &[])
}

#[test]
fn the_node_limit_holds() {
    let game = heap(60);
    for (nodes, trees) in [(40, 1), (100, 1), (1000, 1), (400, 4)] {
        let options = Options {
            nodes,
            trees,
            solver: false,
            ..with(5000)
        };
        let report = think(&game, 0, Player::First, options);
        assert!(report.nodes <= nodes as u64, "{} > {nodes}", report.nodes);
        // Three moves a node fill blocks of eight.
        assert!(
            report.nodes >= nodes as u64 / 4,
            "{} of {nodes}",
            report.nodes
        );
        assert_eq!(visits(&report), 5000);
    }
    // The moves at the root always fit.
    let options = Options {
        nodes: 1,
        ..with(100)
    };
    let report = think(&game, 0, Player::First, options);
    assert_eq!((report.moves.len(), visits(&report)), (3, 100));
}

#[test]
fn transpositions_need_fewer_nodes_for_the_same_proof() {
    // Multiples of four are lost, so 13 is won by taking one.
    let game = heap(13);
    let without = think(&game, 0, Player::First, with(200_000));
    let options = Options {
        transpositions: true,
        ..with(200_000)
    };
    let shared = think(&game, 0, Player::First, options);
    for report in [&without, &shared] {
        assert_eq!(report.proven, Some(Outcome::Win));
        assert_eq!(report.chosen, Some(1));
    }
    assert!(shared.nodes <= 3 * 13 + 1, "{}", shared.nodes);
    assert!(shared.nodes < without.nodes);
}

#[test]
fn the_result_depends_on_seed_and_trees_alone() {
    let game = heap(40);
    let run = |trees: usize, threads: usize, seed: u64| {
        let options = Options {
            trees,
            threads,
            solver: false,
            ..with(3001)
        };
        let situation = Situation {
            position: &0,
            mover: Player::First,
            moves: &[],
        };
        search(&game, options).think(&situation, seed, &|| false)
    };
    for trees in [1, 2, 5] {
        let one = run(trees, 1, 3);
        assert_eq!(visits(&one), 3001);
        for threads in [1, 2, 4] {
            assert_eq!(run(trees, threads, 3), one);
        }
        assert_ne!(run(trees, 1, 4), one);
    }
    assert_ne!(run(1, 1, 3), run(2, 1, 3));
}

#[test]
fn several_trees_prove_together() {
    let options = Options {
        trees: 4,
        threads: 2,
        ..with(100_000)
    };
    let report = think(&heap(9), 0, Player::First, options);
    assert_eq!(report.proven, Some(Outcome::Win));
    assert_eq!(report.chosen, Some(1));
    assert!(report.simulations < 100_000);
}

#[test]
fn robust_max_goes_on_while_value_and_visits_disagree() {
    let mut longer = 0;
    let game = heap(30);
    let situation = Situation {
        position: &0,
        mover: Player::First,
        moves: &[],
    };
    for seed in 0..100 {
        let options = Options {
            choice: FinalChoice::RobustMax,
            exploration: 2.0,
            solver: false,
            ..with(20)
        };
        let report = search(&game, options).think(&situation, seed, &|| false);
        assert!((20..=40).contains(&report.simulations));
        let best = |score: &dyn Fn(&RootMove<u32>) -> f64| {
            report
                .moves
                .iter()
                .map(score)
                .fold(f64::NEG_INFINITY, f64::max)
        };
        let chosen = report.moves.iter().find(|mv| Some(mv.mv) == report.chosen);
        let chosen = chosen.unwrap();
        assert_eq!(chosen.visits as f64, best(&|mv| mv.visits as f64));
        if report.simulations < 40 {
            assert_eq!(chosen.value, best(&|mv| mv.value));
        }
        longer += u32::from(report.simulations > 20);
    }
    assert!(longer > 0);
}

#[test]
fn a_proof_is_used_again() {
    let game = heap(17);
    for transpositions in [false, true] {
        let options = Options {
            transpositions,
            ..with(300_000)
        };
        let mut search = search(&game, options);
        let first = ask(&mut search, 0, Player::First, &[]);
        assert_eq!(first.proven, Some(Outcome::Win));
        assert_eq!((first.chosen, first.reused), (Some(1), 0));
        // Whatever the opponent does, the proof has been seen.
        let mut line = vec![1];
        while *line.last().unwrap() < 17 {
            line.push(line.last().unwrap() + 2);
            let report = ask(&mut search, *line.last().unwrap(), Player::First, &line);
            assert_eq!(report.proven, Some(Outcome::Win));
            assert_eq!(report.simulations, 0);
            assert!(report.reused > 0);
            line.push(report.chosen.unwrap());
        }
        assert_eq!(*line.last().unwrap(), 17);
        // A line that was not followed, and a new game, start afresh.
        assert_eq!(ask(&mut search, 3, Player::Second, &[3]).reused, 0);
        search.forget();
        assert_eq!(ask(&mut search, 3, Player::Second, &[3]).reused, 0);
    }
}

#[test]
fn counts_go_on_in_a_tree_that_is_used_again() {
    let game = heap(30);
    for reuse in [true, false] {
        let options = Options {
            solver: false,
            reuse,
            ..with(1000)
        };
        let mut search = search(&game, options);
        let mut line = Vec::new();
        let mut mover = Player::First;
        let mut expected = 0;
        for _ in 0..6 {
            let position = line.last().copied().unwrap_or(0);
            let report = ask(&mut search, position, mover, &line);
            assert_eq!(report.simulations, 1000);
            assert_eq!(visits(&report), 1000 + report.reused);
            assert_eq!(report.reused, expected);
            let chosen = report.moves.iter().find(|mv| Some(mv.mv) == report.chosen);
            // The first visit of a move has no node yet.
            expected = if reuse { chosen.unwrap().visits - 1 } else { 0 };
            line.push(chosen.unwrap().mv);
            mover = mover.other();
        }
    }
}

#[test]
fn it_stops_when_told() {
    let game = heap(50);
    let asked = AtomicU32::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 5;
    let options = Options {
        solver: false,
        ..with(1_000_000_000)
    };
    let situation = Situation {
        position: &0,
        mover: Player::First,
        moves: &[],
    };
    let report = search(&game, options).think(&situation, 1, &stop);
    assert!(report.stopped);
    assert_eq!(visits(&report), report.simulations);
    assert!((1..10_000).contains(&report.simulations));
    assert!(report.chosen.is_some());
}
