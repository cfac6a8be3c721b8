//! The exact search of the colouring game against plain rules.

use outplay_board::Graph;
use outplay_engine::search::SearchOptions;
use outplay_engine::{Budget, Rng};
use outplay_games::coloring_search::{Pass, Question, Shortcuts, Solver};
use std::collections::HashMap;

/// Random graphs with 7 to 9 vertices; more when the environment asks for more.
const ROUNDS: usize = 300;
const PASSES: [Pass; 3] = [Pass::Nobody, Pass::Alice, Pass::Bob];

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

fn solve(solver: &Solver, graph: &Graph, question: &Question, options: &SearchOptions) -> bool {
    let report = solver.solve(graph, question, options, &Budget::UNLIMITED);
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
    let data = include_str!("../../../tests/data/coloring_small_graphs.csv");
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
        let legal = brute_force(graph, colors, Pass::Nobody).legal(&position, v);
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
            (true, Pass::Nobody),
            (false, Pass::Nobody),
            (true, Pass::Alice),
            (true, Pass::Bob),
            (false, Pass::Alice),
            (false, Pass::Bob),
        ];
        for ((alice, pass), &number) in variants.into_iter().zip(&expected) {
            let least = (1..).find(|&k| {
                let question = Question::new(&graph, k, alice, pass);
                solve(&solver, &graph, &question, &SearchOptions::default())
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
                        let found = solve(solver, &graph, &question, &SearchOptions::default());
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
                let found = solve(solver, &graph, &question, &SearchOptions::default());
                assert_eq!(found, expected, "{graph:?} {question:?} {:?}", choices()[i]);
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
        let question = Question::new(&graph, 3, false, Pass::Nobody);
        assert!(
            !solve(&solver, &graph, &question, &SearchOptions::default()),
            "{name}"
        );
    }
}
