//! The exact search of the colouring game against plain rules.

use outplay_board::Graph;
use outplay_engine::search::{Ask, Found, Means, Table, Unsearchable};
use outplay_engine::{Budget, Game, Rng, Stop};
use outplay_games::coloring::search::{Shortcuts, ask};
use outplay_games::coloring::{Move, Position};
use outplay_games::{Coloring, Notation, Pass, Side};
use std::collections::HashMap;

/// Random graphs with 7 to 9 vertices.
const ROUNDS: usize = 300;
const PASSES: [Pass; 3] = [Pass::None, Pass::Alice, Pass::Bob];

/// The plain rules, with a memory of positions up to the names of the colours.
struct BruteForce<'a> {
    graph: &'a Graph,
    colors: u32,
    pass: Pass,
    memory: HashMap<(Vec<u32>, bool), bool>,
}

impl BruteForce<'_> {
    fn legal(&self, position: &[u32], v: u32) -> Vec<u32> {
        let near = self.graph.neighbors(v);
        let taken = |c| near.iter().any(|&w| position[w as usize] == c);
        (1..=self.colors).filter(|&c| !taken(c)).collect()
    }

    fn alice_wins(&mut self, position: &[u32], alice: bool) -> bool {
        let mut names = vec![0; self.colors as usize + 1];
        let mut named = position.to_vec();
        let mut next = 1;
        for c in named.iter_mut().filter(|c| **c != 0) {
            if names[*c as usize] == 0 {
                names[*c as usize] = next;
                next += 1;
            }
            *c = names[*c as usize];
        }
        let key = (named, alice);
        if let Some(&value) = self.memory.get(&key) {
            return value;
        }
        let position = &key.0;
        let moves: Vec<(usize, Vec<u32>)> = (self.graph.vertices())
            .filter(|&v| position[v as usize] == 0)
            .map(|v| (v as usize, self.legal(position, v)))
            .collect();
        let value = if moves.iter().any(|(_, colors)| colors.is_empty()) {
            false
        } else if moves.is_empty() {
            true
        } else {
            let may_pass = self.pass == if alice { Pass::Alice } else { Pass::Bob };
            let mut found = may_pass && self.alice_wins(position, !alice) == alice;
            for (v, color) in moves
                .iter()
                .flat_map(|(v, cs)| cs.iter().map(move |c| (*v, *c)))
            {
                let mut after = position.clone();
                after[v] = color;
                found = found || self.alice_wins(&after, !alice) == alice;
            }
            found == alice
        };
        self.memory.insert(key, value);
        value
    }
}

fn brute_force(graph: &Graph, colors: usize, pass: Pass) -> BruteForce<'_> {
    BruteForce {
        graph,
        colors: colors as u32,
        pass,
        memory: HashMap::new(),
    }
}

/// A position, and all that matters beside the board. Any proper colouring will do,
/// whether play can reach it or not.
#[derive(Debug)]
struct Question {
    colors: usize,
    position: Vec<u32>,
    alice_to_move: bool,
    pass: Pass,
}

impl Question {
    fn new(graph: &Graph, colors: usize, alice_to_move: bool, pass: Pass) -> Self {
        Self {
            colors,
            position: vec![0; graph.vertex_count()],
            alice_to_move,
            pass,
        }
    }

    fn after(&self, vertex: u32, color: u32) -> Self {
        let mut position = self.position.clone();
        position[vertex as usize] = color;
        Self {
            position,
            alice_to_move: !self.alice_to_move,
            ..*self
        }
    }

    /// The game and the position; who starts follows from who is to move.
    fn pose(&self, graph: &Graph) -> (Coloring, Position) {
        let colored = self.position.iter().filter(|&&color| color != 0).count();
        let first = match self.alice_to_move == colored.is_multiple_of(2) {
            true => Side::Alice,
            false => Side::Bob,
        };
        let game = Coloring::on(graph.clone(), self.colors as u8, first, self.pass);
        let mut position = game.start();
        for (vertex, &color) in (0..).zip(&self.position) {
            if color != 0 {
                position = game.apply(&position, Move::Color { vertex, color });
            }
        }
        assert_eq!(position.turn() == Side::Alice, self.alice_to_move);
        (game, position)
    }
}

/// A table and the shortcuts that it is used with.
struct Solver {
    table: Table,
    shortcuts: Shortcuts,
}

impl Solver {
    fn new(bytes: usize, shortcuts: Shortcuts) -> Self {
        let table = Table::new(bytes);
        Self { table, shortcuts }
    }

    fn ask(
        &self,
        graph: &Graph,
        question: &Question,
        what: Ask,
        (threads, budget): (usize, &Budget<'_>),
    ) -> Result<Found, Unsearchable> {
        let (game, position) = question.pose(graph);
        ask(
            &game,
            &position,
            self.shortcuts,
            what,
            &Means::new(&self.table, threads, budget),
        )
    }

    /// What is found, with `wins` about Alice.
    fn solve(
        &self,
        graph: &Graph,
        question: &Question,
        threads: usize,
        budget: &Budget<'_>,
    ) -> Result<Found, Unsearchable> {
        let found = self.ask(graph, question, Ask::Winner, (threads, budget))?;
        Ok(Found {
            wins: found.wins.map(|wins| wins == question.alice_to_move),
            ..found
        })
    }

    /// What the table knows about Alice.
    fn known(&self, graph: &Graph, question: &Question) -> Result<Option<bool>, Unsearchable> {
        let found = self.ask(graph, question, Ask::Known, (1, &Budget::UNLIMITED))?;
        Ok(found.wins.map(|wins| wins == question.alice_to_move))
    }
}

fn solve(solver: &Solver, graph: &Graph, question: &Question, threads: usize) -> bool {
    let report = solver.solve(graph, question, threads, &Budget::UNLIMITED);
    report.unwrap().wins.expect("no limit")
}

/// graph6 for up to 62 vertices.
fn graph6(text: &str) -> Graph {
    let bytes: Vec<u8> = text.bytes().map(|b| b - 63).collect();
    let n = usize::from(bytes[0]);
    let bit = |i: usize| bytes[1 + i / 6] >> (5 - i % 6) & 1 == 1;
    let pairs = (0..n as u32).flat_map(|b| (0..b).map(move |a| (a, b)));
    let edges = pairs.enumerate().filter(|&(i, _)| bit(i)).map(|(_, e)| e);
    Graph::new(n, edges).unwrap()
}

fn small_graphs() -> Vec<(Graph, Vec<usize>)> {
    let data = include_str!("../../../../tests/data/coloring_small_graphs.csv");
    let mut lines = data.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert_eq!(
        header[4..10],
        [
            "chi_g_A", "chi_g_B", "chi_g_AA", "chi_g_AB", "chi_g_BA", "chi_g_BB"
        ]
    );
    let graphs: Vec<_> = lines
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let graph = graph6(fields[0]);
            assert_eq!(graph.vertex_count().to_string(), fields[1]);
            assert_eq!(graph.edge_count().to_string(), fields[2]);
            (
                graph,
                fields[4..10].iter().map(|f| f.parse().unwrap()).collect(),
            )
        })
        .collect();
    assert_eq!(graphs.len(), 208);
    graphs
}

/// All shortcuts, none, all but one, and one alone.
fn choices() -> Vec<Shortcuts> {
    let switch = |shortcuts: &mut Shortcuts, i: usize, on: bool| match i {
        0 => shortcuts.safe = on,
        1 => shortcuts.tempo = on,
        2 => shortcuts.scattered = on,
        3 => shortcuts.forced = on,
        4 => shortcuts.local_colors = on,
        5 => shortcuts.isomorphism = on,
        _ => shortcuts.relaxed = on,
    };
    let all = Shortcuts::default();
    let mut none = all;
    (0..7).for_each(|i| switch(&mut none, i, false));
    let mut list = vec![all, none];
    for i in 0..7 {
        let (mut without, mut alone) = (all, none);
        switch(&mut without, i, false);
        switch(&mut alone, i, true);
        list.extend([without, alone]);
    }
    list
}

fn random_graph(rng: &mut Rng, n: usize) -> Graph {
    let percent = 15 + rng.below(70);
    let pairs = (0..n as u32).flat_map(|b| (0..b).map(move |a| (a, b)));
    let edges: Vec<_> = pairs.filter(|_| rng.below(100) < percent).collect();
    Graph::new(n, edges).unwrap()
}

/// A position after some random legal moves.
fn random_position(rng: &mut Rng, graph: &Graph, colors: usize) -> Vec<u32> {
    let n = graph.vertex_count();
    let mut position = vec![0; n];
    for _ in 0..rng.below(n) {
        let v = rng.below(n) as u32;
        let legal = brute_force(graph, colors, Pass::None).legal(&position, v);
        if position[v as usize] == 0 && !legal.is_empty() {
            position[v as usize] = legal[rng.below(legal.len())];
        }
    }
    position
}

#[test]
fn small_graphs_have_the_published_numbers() {
    let solver = Solver::new(1 << 22, Shortcuts::default());
    for (graph, expected) in small_graphs() {
        let variants = [
            (true, Pass::None),
            (false, Pass::None),
            (true, Pass::Alice),
            (true, Pass::Bob),
            (false, Pass::Alice),
            (false, Pass::Bob),
        ];
        for ((alice, pass), &number) in variants.into_iter().zip(&expected) {
            let least = (1..).find(|&k| {
                let question = Question::new(&graph, k, alice, pass);
                solve(&solver, &graph, &question, 1)
            });
            assert_eq!(least, Some(number), "{graph:?} {alice} {pass:?}");
        }
    }
}

#[test]
fn every_choice_of_shortcuts_agrees_with_plain_rules_on_all_small_graphs() {
    let solvers: Vec<Solver> = choices()
        .into_iter()
        .map(|shortcuts| Solver::new(1 << 20, shortcuts))
        .collect();
    for (graph, _) in small_graphs() {
        for k in 1..=graph.max_degree() + 1 {
            for pass in PASSES {
                let mut plain = brute_force(&graph, k, pass);
                for alice in [true, false] {
                    let question = Question::new(&graph, k, alice, pass);
                    let expected = plain.alice_wins(&question.position, alice);
                    for (solver, shortcuts) in solvers.iter().zip(choices()) {
                        let found = solve(solver, &graph, &question, 1);
                        assert_eq!(found, expected, "{graph:?} {question:?} {shortcuts:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn random_positions_agree_with_plain_rules() {
    let solvers: Vec<Solver> = choices()
        .into_iter()
        .map(|shortcuts| Solver::new(1 << 20, shortcuts))
        .collect();
    let mut rng = Rng::new(7);
    for round in 0..ROUNDS {
        let graph = random_graph(&mut rng, 7 + round % 3);
        let k = 2 + rng.below(3);
        let pass = PASSES[rng.below(3)];
        let mut plain = brute_force(&graph, k, pass);
        let empty = vec![0; graph.vertex_count()];
        let some = random_position(&mut rng, &graph, k);
        for (position, alice_to_move) in [
            (&empty, true),
            (&empty, false),
            (&some, true),
            (&some, false),
        ] {
            let expected = plain.alice_wins(position, alice_to_move);
            let position = position.clone();
            let question = Question {
                colors: k,
                position,
                alice_to_move,
                pass,
            };
            for (i, solver) in solvers.iter().enumerate() {
                let found = solve(solver, &graph, &question, 1);
                assert_eq!(found, expected, "{graph:?} {question:?} {:?}", choices()[i]);
            }
        }
    }
}

/// A wrong lemma can agree on all graphs with 6 vertices and fail with 7. The list
/// is that of `nauty-geng 7`.
#[test]
fn all_graphs_with_seven_vertices_agree_with_plain_rules() {
    let graphs = include_str!("../../../../tests/data/graphs_7_vertices.g6");
    assert_eq!(graphs.lines().count(), 1044);
    let solver = Solver::new(1 << 24, Shortcuts::default());
    for line in graphs.lines() {
        let graph = graph6(line);
        for k in 2..=graph.max_degree().min(4) {
            for pass in PASSES {
                let mut plain = brute_force(&graph, k, pass);
                for alice in [true, false] {
                    let question = Question::new(&graph, k, alice, pass);
                    let expected = plain.alice_wins(&question.position, alice);
                    let found = solve(&solver, &graph, &question, 1);
                    assert_eq!(found, expected, "{line} {question:?}");
                }
            }
        }
    }
}

/// Where a safe vertex among safe neighbours was once taken for a move without effect.
#[test]
fn the_trap() {
    let solver = Solver::new(1 << 20, Shortcuts::default());
    for name in ["FOGWw", "FOGYw"] {
        let graph = graph6(name);
        let question = Question::new(&graph, 3, false, Pass::None);
        assert!(!solve(&solver, &graph, &question, 1), "{name}");
    }
}

fn graph(n: u32, edges: impl IntoIterator<Item = (u32, u32)>) -> Graph {
    Graph::new(n as usize, edges).unwrap()
}

fn cycle_edges(n: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..n).map(move |v| (v, (v + 1) % n))
}

fn cycle(n: u32) -> Graph {
    graph(n, cycle_edges(n))
}

fn square_of_cycle(n: u32) -> Graph {
    graph(n, cycle_edges(n).chain((0..n).map(|v| (v, (v + 2) % n))))
}

fn grid(rows: u32, columns: u32, wrap: bool) -> Graph {
    let mut edges = Vec::new();
    for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
        let mut join = |a: u32, b: u32| edges.push((i * columns + j, a * columns + b));
        if wrap || i + 1 < rows {
            join((i + 1) % rows, j);
        }
        if wrap || j + 1 < columns {
            join(i, (j + 1) % columns);
        }
    }
    graph(rows * columns, edges)
}

fn wheel(rim: u32) -> Graph {
    graph(rim + 1, cycle_edges(rim).chain((0..rim).map(|v| (v, rim))))
}

fn sunlet(n: u32) -> Graph {
    graph(2 * n, cycle_edges(n).chain((0..n).map(|v| (v, n + v))))
}

fn hypercube(d: u32) -> Graph {
    let edges = (0..1 << d).flat_map(|v: u32| (0..d).map(move |i| (v, v ^ (1 << i))));
    graph(1 << d, edges)
}

fn generalized_petersen(n: u32, k: u32) -> Graph {
    let spokes = (0..n).map(|v| (v, n + v));
    let inner = (0..n).map(|v| (n + v, n + (v + k) % n));
    graph(2 * n, cycle_edges(n).chain(spokes).chain(inner))
}

/// Edges between any two vertices that `joined` wants.
fn joined(n: u32, mut joined: impl FnMut(u32, u32) -> bool) -> Graph {
    let pairs = (0..n).flat_map(|b| (0..b).map(move |a| (a, b)));
    graph(n, pairs.filter(|&(a, b)| joined(a, b)))
}

fn icosahedron() -> Graph {
    let mut edges = Vec::new();
    for i in 0..5 {
        let (upper, lower, next) = (1 + i, 6 + i, (i + 1) % 5);
        edges.extend([(0, upper), (upper, 1 + next), (upper, lower)]);
        edges.extend([(lower, 1 + next), (lower, 6 + next), (lower, 11)]);
    }
    graph(12, edges)
}

fn grotzsch() -> Graph {
    let shadows = cycle_edges(5).flat_map(|(a, b)| [(5 + a, b), (a, 5 + b)]);
    let top = (0..5).map(|v| (5 + v, 10));
    graph(11, cycle_edges(5).chain(shadows).chain(top))
}

fn caterpillar(leaves: &[u32]) -> Graph {
    let spine = leaves.len() as u32;
    let mut edges: Vec<_> = (1..spine).map(|v| (v - 1, v)).collect();
    let mut next = spine;
    for (v, &count) in leaves.iter().enumerate() {
        edges.extend((next..next + count).map(|leaf| (v as u32, leaf)));
        next += count;
    }
    graph(next, edges)
}

/// The numbers that are verified by programs that share no code: the board, χ_g when Alice
/// starts, χ_g when Bob starts (0: not given).
#[test]
fn verified_game_chromatic_numbers() {
    let path = |n: u32| graph(n, (1..n).map(|v| (v - 1, v)));
    let cocktail_party = |pairs: u32| joined(2 * pairs, |a, b| a / 2 != b / 2);
    let boards = [
        ("P3", path(3), 2, 0),
        ("P4", path(4), 3, 0),
        ("C4", cycle(4), 3, 2),
        ("C6", cycle(6), 3, 2),
        ("C8", cycle(8), 3, 3),
        ("K1,7", graph(8, (1..8).map(|v| (0, v))), 2, 0),
        ("K4,4", joined(8, |a, b| a < 4 && b >= 4), 3, 2),
        (
            "crown 5",
            joined(10, |a, b| a < 5 && b >= 5 && b != a + 5),
            5,
            2,
        ),
        ("cocktail party 4", cocktail_party(4), 7, 4),
        ("octahedron", cocktail_party(3), 5, 3),
        ("icosahedron", icosahedron(), 6, 5),
        ("dodecahedron", generalized_petersen(10, 2), 4, 0),
        ("Petersen", generalized_petersen(5, 2), 4, 3),
        ("Grötzsch", grotzsch(), 4, 4),
        ("Q3", hypercube(3), 4, 2),
        ("Q4", hypercube(4), 5, 0),
        ("wheel 4", wheel(4), 3, 0),
        ("wheel 5", wheel(5), 4, 0),
        ("wheel 6", wheel(6), 3, 0),
        ("wheel 7", wheel(7), 4, 0),
        ("wheel 8", wheel(8), 4, 0),
        ("grid 2×3", grid(2, 3, false), 3, 0),
        ("grid 2×4", grid(2, 4, false), 4, 0),
        ("grid 2×5", grid(2, 5, false), 4, 0),
        ("grid 3×3", grid(3, 3, false), 4, 0),
        ("grid 4×4", grid(4, 4, false), 4, 0),
        ("grid 5×5", grid(5, 5, false), 4, 0),
        ("torus 3×3", grid(3, 3, true), 3, 0),
        ("torus 3×4", grid(3, 4, true), 5, 0),
        ("torus 3×5", grid(3, 5, true), 4, 0),
        ("torus 4×4", grid(4, 4, true), 5, 0),
        ("K3,3,3", joined(9, |a, b| a / 3 != b / 3), 4, 0),
        ("C6²", square_of_cycle(6), 5, 0),
        ("C7²", square_of_cycle(7), 4, 0),
        ("sunlet 3", sunlet(3), 3, 0),
        ("sunlet 4", sunlet(4), 4, 0),
        ("sunlet 5", sunlet(5), 3, 0),
        ("sunlet 6", sunlet(6), 4, 0),
        (
            "binary tree",
            graph(15, (1..15).map(|v| ((v - 1) / 2, v))),
            3,
            0,
        ),
        ("caterpillar 3,2,2,3", caterpillar(&[3, 2, 2, 3]), 4, 0),
        ("K12", joined(12, |_, _| true), 12, 12),
    ];
    let solver = Solver::new(1 << 26, Shortcuts::default());
    for (name, board, alice_starts, bob_starts) in boards {
        for (alice, expected) in [(true, alice_starts), (false, bob_starts)] {
            let wins = |&k: &usize| {
                let question = Question::new(&board, k, alice, Pass::None);
                solve(&solver, &board, &question, 1)
            };
            if expected != 0 {
                assert_eq!(
                    (1..).find(wins),
                    Some(expected),
                    "{name}, Alice starts: {alice}"
                );
            }
        }
    }
}

#[test]
fn threads_and_table_size_change_no_verdict() {
    let mut boards = vec![
        (grid(3, 5, true), 4),
        (grid(2, 8, false), 3),
        (grid(4, 4, true), 4),
    ];
    let mut rng = Rng::new(3);
    boards.extend((0..30).map(|_| (random_graph(&mut rng, 11), 3)));
    for (board, k) in boards {
        for alice in [true, false] {
            let question = Question::new(&board, k, alice, PASSES[rng.below(3)]);
            let verdicts =
                [(1 << 20, 1), (1 << 20, 2), (1 << 26, 1), (1 << 26, 2)].map(|(bytes, threads)| {
                    let solver = Solver::new(bytes, Shortcuts::default());
                    solve(&solver, &board, &question, threads)
                });
            assert!(
                verdicts.iter().all(|v| *v == verdicts[0]),
                "{board:?} {question:?}"
            );
        }
    }
}

/// The 4×6 torus with 4 colours fills a megabyte when nothing is shared between
/// isomorphic positions.
#[test]
fn a_full_table_changes_no_verdict() {
    let board = grid(4, 6, true);
    let question = Question::new(&board, 4, true, Pass::None);
    let shortcuts = Shortcuts {
        isomorphism: false,
        ..Shortcuts::default()
    };
    let small = Solver::new(1 << 20, shortcuts);
    let large = Solver::new(1 << 26, Shortcuts::default());
    assert_eq!(
        solve(&small, &board, &question, 1),
        solve(&large, &board, &question, 1)
    );
    assert!(small.table.fill() > 0.9 && large.table.fill() < 0.1);
}

#[test]
fn boards_of_more_than_64_vertices() {
    let solver = Solver::new(1 << 22, Shortcuts::default());
    for (small, _) in small_graphs() {
        let n = small.vertex_count();
        for extra in [70 - n, 71 - n] {
            let large = Graph::new(n + extra, small.edges()).unwrap();
            let one_more = Graph::new(n + extra % 2, small.edges()).unwrap();
            for (k, alice) in [(2, true), (2, false), (3, true), (3, false)] {
                let expected = brute_force(&one_more, k, Pass::None)
                    .alice_wins(&vec![0; one_more.vertex_count()], alice);
                let question = Question::new(&large, k, alice, Pass::None);
                let found = solve(&solver, &large, &question, 1);
                assert_eq!(found, expected, "{small:?} and {extra} more, k={k} {alice}");
            }
        }
    }
}

#[test]
fn a_search_stops_when_told_and_knows_what_it_has_settled() {
    let board = grid(5, 5, true);
    let question = Question::new(&board, 4, true, Pass::None);
    let solver = Solver::new(1 << 24, Shortcuts::default());
    for threads in [1, 2] {
        let budget = Budget {
            positions: 20_000,
            ..Budget::UNLIMITED
        };
        let report = solver.solve(&board, &question, threads, &budget).unwrap();
        assert_eq!(report.wins, None);
        assert_eq!(report.stopped, Some(Stop::Positions(20_000)));
        assert!((20_000..30_000).contains(&report.positions), "{report:?}");

        let stop = |positions| (positions > 30_000).then_some(Stop::Interrupted);
        let budget = Budget {
            stop: &stop,
            ..Budget::UNLIMITED
        };
        let report = solver.solve(&board, &question, threads, &budget).unwrap();
        assert_eq!(
            (report.wins, report.stopped),
            (None, Some(Stop::Interrupted))
        );
    }

    let board = grid(3, 5, true);
    let question = Question::new(&board, 4, true, Pass::None);
    let limited = Budget {
        positions: 10_000,
        ..Budget::UNLIMITED
    };
    let report = solver.solve(&board, &question, 1, &limited).unwrap();
    assert_eq!(report.wins, None);
    assert!(solve(&solver, &board, &question, 1));
    // Alice has a winning move, so some moves are known, and what is known is true.
    let mut won = 0;
    for v in board.vertices() {
        let next = question.after(v, 1);
        let known = solver.known(&board, &next).unwrap();
        won += usize::from(known == Some(true));
        if let Some(known) = known {
            let fresh = Solver::new(
                1 << 24,
                Shortcuts {
                    relaxed: false,
                    ..Shortcuts::default()
                },
            );
            assert_eq!(solve(&fresh, &board, &next, 1), known);
        }
    }
    assert!(won > 0);
}

#[test]
fn questions_that_make_no_sense_are_refused() {
    let solver = Solver::new(0, Shortcuts::default());
    let ask = |graph: &Graph, colors, position: Vec<u32>| {
        let question = Question {
            colors,
            position,
            alice_to_move: true,
            pass: Pass::None,
        };
        solver
            .solve(graph, &question, 1, &Budget::UNLIMITED)
            .map(|report| report.wins)
    };
    let c4 = cycle(4);
    let game = Coloring::on(c4.clone(), 2, Side::Alice, Pass::None);
    for illegal in ["0,0,0", "1,1,0,0", "3,0,0,0"] {
        assert!(game.parse_position(illegal).is_err(), "{illegal}");
    }
    assert_eq!(ask(&c4, 2, vec![1, 0, 2, 0]), Ok(Some(false)));
    assert_eq!(ask(&c4, 2, vec![1, 2, 1, 2]), Ok(Some(true)));
    assert_eq!(ask(&c4, 0, vec![0; 4]), Ok(Some(false)));
    assert_eq!(ask(&graph(0, []), 0, vec![]), Ok(Some(true)));
    assert_eq!(ask(&cycle(200), 3, vec![0; 200]), Ok(Some(true)));
    let too_large = |answer| matches!(answer, Err(Unsearchable::TooLarge(_)));
    assert!(too_large(ask(&cycle(200), 2, vec![0; 200])));
    let complete = joined(40, |_, _| true);
    assert!(too_large(ask(&complete, 33, vec![0; 40])));
    assert_eq!(ask(&complete, 40, vec![0; 40]), Ok(Some(true)));
    let (game, start) = Question::new(&c4, 2, true, Pass::None).pose(&c4);
    let values = outplay_games::coloring::search::ask(
        &game,
        &start,
        Shortcuts::default(),
        Ask::Grundy,
        &Means::alone(&solver.table),
    );
    assert_eq!(values, Err(Unsearchable::NoValues));
}

#[test]
fn a_saved_search_goes_on_where_it_was() {
    let board = grid(3, 5, true);
    let question = Question::new(&board, 4, true, Pass::None);
    let solver = Solver::new(1 << 22, Shortcuts::default());
    let whole = solver
        .solve(&board, &question, 1, &Budget::UNLIMITED)
        .unwrap();
    let solver = Solver::new(1 << 22, Shortcuts::default());
    let half = Budget {
        positions: whole.positions * 3 / 4,
        ..Budget::UNLIMITED
    };
    let stopped = solver.solve(&board, &question, 1, &half).unwrap();
    assert_eq!(stopped.wins, None);
    let mut saved = Vec::new();
    solver.table.save("coloring", &mut saved).unwrap();
    assert!(Table::read("coloring", 1 << 20, &mut &saved[..]).is_err());
    let table = Table::read("coloring", 1 << 22, &mut &saved[..]).unwrap();
    let shortcuts = Shortcuts::default();
    let resumed = Solver { table, shortcuts };
    let rest = resumed
        .solve(&board, &question, 1, &Budget::UNLIMITED)
        .unwrap();
    assert_eq!(rest.wins, whole.wins);
    assert!(rest.positions < whole.positions / 2, "{rest:?} {whole:?}");
}

/// The widest sets and the most colours: a glance takes long, and stopping must not.
#[test]
fn the_largest_boards_stop_soon() {
    let mut rng = Rng::new(1);
    let dense = joined(128, |_, _| rng.below(4) != 0);
    let complete = joined(128, |_, _| true);
    for (board, colors) in [(dense, 32), (complete, 32), (grid(8, 16, true), 4)] {
        let question = Question::new(&board, colors, true, Pass::None);
        let solver = Solver::new(1 << 20, Shortcuts::default());
        let stop = |_| Some(Stop::Interrupted);
        let budget = Budget {
            stop: &stop,
            ..Budget::UNLIMITED
        };
        let threads = 2;
        let report = solver.solve(&board, &question, threads, &budget).unwrap();
        assert!(report.positions < 500, "{report:?}");
        if report.wins.is_none() {
            assert_eq!(report.stopped, Some(Stop::Interrupted));
        }
    }
}
