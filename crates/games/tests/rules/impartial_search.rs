//! The exact search of the impartial games with shortcuts against plain rules.

use crate::common::{board, data, rows};
use outplay_board::{Board, Graph, PlaneGraph, Shape, embed};
use outplay_engine::search::{Ask, Entry, Found, Heaps, Means, Shortcuts, Table, Unsearchable};
use outplay_engine::{Budget, Game, Rng, Stop, Symmetric};
use outplay_games::cycles::search as cycles_search;
use outplay_games::edge::search as edge_search;
use outplay_games::node_kayles::search as kayles_search;
use outplay_games::{Cycles, EdgeDistinguishing, NodeKayles};
use std::collections::HashMap;

const NO_HEAPS: Heaps = Heaps {
    largest: 0,
    cancel: false,
};

/// Asks who wins, without limits.
fn winner<G: Shortcuts>(
    game: &G,
    position: &G::Position,
    table: &Table,
    threads: usize,
) -> Result<Found, Unsearchable> {
    game.search(
        position,
        Ask::Winner,
        &Means::new(table, threads, &Budget::UNLIMITED),
    )
}

/// Grundy values by the plain rules.
struct BruteForce<'a, G: Game> {
    game: &'a G,
    memory: HashMap<G::Position, u32>,
}

impl<'a, G: Game> BruteForce<'a, G> {
    fn new(game: &'a G) -> Self {
        let memory = HashMap::new();
        Self { game, memory }
    }

    fn value(&mut self, position: &G::Position) -> u32 {
        if let Some(&value) = self.memory.get(position) {
            return value;
        }
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let after = |mv: &G::Move| self.game.apply(position, *mv);
        let values: Vec<u32> = (moves.iter().map(after).collect::<Vec<_>>().iter())
            .map(|next| self.value(next))
            .collect();
        let value = (0..).find(|n| !values.contains(n)).unwrap();
        self.memory.insert(position.clone(), value);
        value
    }
}

/// The start and positions that random play reaches.
fn some_positions<G: Game>(game: &G, count: usize, rng: &mut Rng) -> Vec<G::Position> {
    let mut positions = vec![game.start()];
    while positions.len() <= count {
        let mut position = game.start();
        let mut moves = Vec::new();
        loop {
            moves.clear();
            game.moves(&position, &mut moves);
            if moves.is_empty() || rng.below(4) == 0 {
                break;
            }
            position = game.apply(&position, moves[rng.below(moves.len())]);
        }
        positions.push(position);
    }
    positions
}

fn edge_variants() -> Vec<edge_search::Shortcuts> {
    let all = edge_search::Shortcuts::default();
    let none = edge_search::Shortcuts {
        idle_pairs: false,
        twins: false,
        isomorphism: false,
        sums: false,
        heaps: NO_HEAPS,
    };
    let large = Heaps {
        largest: 63,
        cancel: true,
    };
    let mut variants = vec![all, none];
    type Set = fn(&mut edge_search::Shortcuts, &edge_search::Shortcuts);
    let sets: [Set; 5] = [
        |s, from| s.idle_pairs = from.idle_pairs,
        |s, from| s.twins = from.twins,
        |s, from| s.isomorphism = from.isomorphism,
        |s, from| s.sums = from.sums,
        |s, from| s.heaps = from.heaps,
    ];
    for set in sets {
        let (mut without, mut alone) = (all, none);
        set(&mut without, &none);
        set(&mut alone, &all);
        variants.extend([without, alone]);
    }
    variants.push(edge_search::Shortcuts {
        heaps: large,
        ..all
    });
    variants
}

fn cycles_variants() -> Vec<cycles_search::Shortcuts> {
    let all = cycles_search::Shortcuts::default();
    let none = cycles_search::Shortcuts {
        lost_edges: false,
        calm_play: false,
        mirror: false,
        isomorphism: false,
        sums: false,
        heaps: NO_HEAPS,
    };
    let large = Heaps {
        largest: 63,
        cancel: true,
    };
    let mut variants = vec![all, none];
    type Set = fn(&mut cycles_search::Shortcuts, &cycles_search::Shortcuts);
    let sets: [Set; 6] = [
        |s, from| s.mirror = from.mirror,
        |s, from| s.lost_edges = from.lost_edges,
        |s, from| s.calm_play = from.calm_play,
        |s, from| s.isomorphism = from.isomorphism,
        |s, from| s.sums = from.sums,
        |s, from| s.heaps = from.heaps,
    ];
    for set in sets {
        let (mut without, mut alone) = (all, none);
        set(&mut without, &none);
        set(&mut alone, &all);
        variants.extend([without, alone]);
    }
    variants.push(cycles_search::Shortcuts {
        heaps: large,
        ..all
    });
    variants
}

/// Tables stay in use from board to board, one for each choice of shortcuts:
/// a key that means two things would show.
struct Tables<S> {
    variants: Vec<(S, Table)>,
}

impl<S: Copy> Tables<S> {
    fn new(variants: &[S]) -> Self {
        let pairs = variants.iter().map(|&s| (s, Table::new(1 << 20)));
        Self {
            variants: pairs.collect(),
        }
    }
}

fn check_edge(
    graph: &Graph,
    k: u32,
    count: usize,
    tables: &Tables<edge_search::Shortcuts>,
    rng: &mut Rng,
) {
    let game = EdgeDistinguishing::new(&Board::undirected(graph.clone()), k).unwrap();
    let mut plain = BruteForce::new(&game);
    for position in some_positions(&game, count, rng) {
        let expected = plain.value(&position);
        for (shortcuts, table) in &tables.variants {
            let budget = Budget::UNLIMITED;
            let context = || format!("{graph:?} {k} {position:?} {shortcuts:?}");
            let report = edge_search::ask(
                &game,
                &position,
                *shortcuts,
                Ask::Winner,
                &Means::new(table, 1, &budget),
            );
            assert_eq!(report.unwrap().wins, Some(expected != 0), "{}", context());
            let report = edge_search::ask(
                &game,
                &position,
                *shortcuts,
                Ask::Grundy,
                &Means::new(table, 1, &budget),
            );
            assert_eq!(report.unwrap().grundy, Some(expected), "{}", context());
        }
    }
}

fn graph_of(board: &Board) -> &Graph {
    match &board.shape {
        Shape::Undirected(graph) => graph,
        Shape::Directed(_) => panic!("an undirected board"),
    }
}

#[test]
fn edge_small_graphs() {
    let mut rng = Rng::new(1);
    let every = Tables::new(&edge_variants());
    let default = Tables::new(&[edge_search::Shortcuts::default()]);
    for row in rows("coloring_small_graphs.csv") {
        let board = board(&format!("graph6:{}", row[0]));
        let graph = graph_of(&board);
        let most = match graph.vertex_count() {
            0..=4 => 5,
            5 => 5,
            _ => 3,
        };
        for k in 1..=most {
            if graph.vertex_count() <= 5 {
                check_edge(graph, k, 3, &every, &mut rng);
            } else {
                check_edge(graph, k, 6, &default, &mut rng);
            }
        }
    }
}

#[test]
fn edge_random_graphs() {
    let mut rng = Rng::new(2);
    let default = Tables::new(&[edge_search::Shortcuts::default()]);
    for _ in 0..30 {
        let graph = random_graph(7, 6 + rng.below(5), &mut rng);
        check_edge(&graph, 3, 10, &default, &mut rng);
    }
}

#[test]
fn edge_many_colors_and_many_vertices() {
    // More colours than pairs can clash: every vertex is a free move in the end.
    let mut rng = Rng::new(3);
    let variants = Tables::new(&edge_variants()[..1]);
    for (name, k) in [("path:3", 9), ("cycle:3", 12), ("edges:0-1,1-2,2-3", 6)] {
        check_edge(graph_of(&board(name)), k, 4, &variants, &mut rng);
    }
    // A star with one colour: the hub or one leaf, and then one more vertex.
    let star = EdgeDistinguishing::new(&board("star:100"), 1).unwrap();
    let table = Table::new(1 << 20);
    let report = winner(&star, &star.start(), &table, 1);
    assert_eq!(report.unwrap().wins, Some(false));
    let large = EdgeDistinguishing::new(&board("path:200"), 3).unwrap();
    let position = large.start();
    let budget = Budget::UNLIMITED;
    let known = large.search(&position, Ask::Known, &Means::new(&table, 1, &budget));
    assert!(matches!(known, Err(Unsearchable::TooLarge(_))));
}

fn random_graph(n: usize, edges: usize, rng: &mut Rng) -> Graph {
    let mut list: Vec<(u32, u32)> = (1..n).map(|v| (rng.below(v) as u32, v as u32)).collect();
    for _ in 0..100 {
        let (a, b) = (rng.below(n) as u32, rng.below(n) as u32);
        let edge = (a.min(b), a.max(b));
        if list.len() < edges && a != b && !list.contains(&edge) {
            list.push(edge);
        }
    }
    Graph::new(n, list).unwrap()
}

fn check_cycles(
    plane: PlaneGraph,
    count: usize,
    tables: &Tables<cycles_search::Shortcuts>,
    rng: &mut Rng,
) {
    let game = Cycles::new(&Board::plane(plane)).unwrap();
    let mut plain = BruteForce::new(&game);
    for position in some_positions(&game, count, rng) {
        let expected = plain.value(&position);
        for (shortcuts, table) in &tables.variants {
            let budget = Budget::UNLIMITED;
            let context = || format!("{position:?} {shortcuts:?}");
            let report = cycles_search::ask(
                &game,
                &position,
                *shortcuts,
                Ask::Winner,
                &Means::new(table, 1, &budget),
            );
            assert_eq!(report.unwrap().wins, Some(expected != 0), "{}", context());
            let report = cycles_search::ask(
                &game,
                &position,
                *shortcuts,
                Ask::Grundy,
                &Means::new(table, 1, &budget),
            );
            assert_eq!(report.unwrap().grundy, Some(expected), "{}", context());
        }
    }
}

#[test]
fn cycles_boards_of_the_oracle() {
    let mut rng = Rng::new(4);
    let every = Tables::new(&cycles_variants());
    let default = Tables::new(&[cycles_search::Shortcuts::default()]);
    let boards: serde_json::Value =
        serde_json::from_str(&data("game_of_cycles_tables.json")).unwrap();
    for entry in boards.as_array().unwrap() {
        let table = serde_json::from_value(entry["table"].clone()).unwrap();
        let plane = PlaneGraph::from_table(&table).unwrap();
        match plane.graph().edge_count() {
            0..=7 => check_cycles(plane, 8, &every, &mut rng),
            8..=11 => check_cycles(plane, 15, &default, &mut rng),
            _ => {
                let game = Cycles::new(&Board::plane(plane)).unwrap();
                let (_, table) = &default.variants[0];
                let start = game.start();
                let report = winner(&game, &start, table, 1);
                let first = entry["winner"] == "first";
                assert_eq!(report.unwrap().wins, Some(first), "{}", entry["board"]);
            }
        }
    }
}

#[test]
fn cycles_random_plane_graphs() {
    let mut rng = Rng::new(5);
    let every = Tables::new(&cycles_variants());
    let default = Tables::new(&[cycles_search::Shortcuts::default()]);
    for round in 0..120 {
        let n = 4 + rng.below(4);
        let most = if round % 3 == 0 { 10 } else { 8 };
        let graph = random_graph(n, n + rng.below(most + 1 - n), &mut rng);
        let Some(plane) = embed(&graph) else { continue };
        let outer = rng.below(plane.faces().len());
        let plane = plane.with_outer(outer);
        if most == 8 {
            check_cycles(plane, 5, &every, &mut rng);
        } else {
            check_cycles(plane, 20, &default, &mut rng);
        }
    }
}

/// Positions that random play reaches when every move is answered by its image under
/// a symmetry of the board, where that is legal.
#[test]
fn cycles_mirrored_play() {
    let mut rng = Rng::new(6);
    let all = cycles_search::Shortcuts::default();
    let without = cycles_search::Shortcuts {
        mirror: false,
        ..all
    };
    let tables = Tables::new(&[all, without]);
    let mut lost = 0;
    for name in [
        "cycle:4",
        "cycle:6",
        "cycle:8",
        "ladder:3",
        "ladder:4",
        "wheel:4",
        "wheel:5",
        "fan:4",
        "tetrahedron",
        "grid:3x3",
    ] {
        let game = Cycles::new(&board(name)).unwrap();
        let mut plain = BruteForce::new(&game);
        let symmetries = game.symmetries();
        for _ in 0..60 {
            let symmetry = &symmetries[rng.below(symmetries.len())];
            let mut position = game.start();
            let mut moves = Vec::new();
            for _ in 0..rng.below(4) {
                moves.clear();
                game.moves(&position, &mut moves);
                if moves.is_empty() {
                    break;
                }
                let mv = moves[rng.below(moves.len())];
                position = game.apply(&position, mv);
                let answer = game.map_move(symmetry, mv);
                position = game.play(&position, answer).unwrap_or(position);
            }
            let expected = plain.value(&position);
            lost += usize::from(expected == 0);
            for (shortcuts, table) in &tables.variants {
                let budget = Budget::UNLIMITED;
                let report = cycles_search::ask(
                    &game,
                    &position,
                    *shortcuts,
                    Ask::Grundy,
                    &Means::new(table, 1, &budget),
                );
                let value = report.unwrap().grundy;
                assert_eq!(value, Some(expected), "{name} {position:?} {shortcuts:?}");
            }
        }
    }
    assert!(
        lost > 100,
        "mirrored play should often lead to lost positions"
    );
}

/// Boards with a half turn that fixes no edge, or one: Theorems of the paper that
/// introduced the game say who wins, and the search needs hardly a look.
#[test]
fn cycles_boards_with_a_half_turn() {
    for (name, first) in [
        ("grid:4x4", false),
        ("grid:3x5", false),
        ("grid:2x9", true),
        ("grid:3x6", true),
        ("cycle:40", false),
    ] {
        let game = Cycles::new(&board(name)).unwrap();
        let table = Table::new(0);
        let report = winner(&game, &game.start(), &table, 1);
        let report = report.unwrap();
        assert_eq!(report.wins, Some(first), "{name}");
        assert!(report.positions < 100, "{name}: {}", report.positions);
    }
}

/// Small and large tables, one and two threads.
fn agree<G: Shortcuts>(game: &G, wins: bool) {
    for (bytes, threads) in [(0, 1), (0, 2), (1 << 24, 1), (1 << 24, 2)] {
        let table = Table::new(bytes);
        let report = winner(game, &game.start(), &table, threads);
        let report = report.unwrap();
        assert_eq!(report.wins, Some(wins), "{bytes} {threads}");
        assert!(report.positions > 0);
        let (what, budget) = (Ask::Known, Budget::UNLIMITED);
        let known = game.search(&game.start(), what, &Means::new(&table, threads, &budget));
        let known = known.unwrap().entry;
        assert_eq!(
            known.and_then(Entry::value),
            Some(wins),
            "the root stays in the table"
        );
    }
}

#[test]
fn tables_and_threads_agree() {
    agree(
        &EdgeDistinguishing::new(&board("path:11"), 5).unwrap(),
        false,
    );
    agree(
        &EdgeDistinguishing::new(&board("path:10"), 4).unwrap(),
        false,
    );
    agree(&Cycles::new(&board("wheel:6")).unwrap(), false);
    agree(&Cycles::new(&board("grid:3x3")).unwrap(), false);
    agree(&Cycles::new(&board("prism:3")).unwrap(), true);
}

#[test]
fn limits_stop_the_search() {
    let game = EdgeDistinguishing::new(&board("path:16"), 5).unwrap();
    let table = Table::new(1 << 20);
    let budget = Budget {
        positions: 5_000,
        ..Budget::UNLIMITED
    };

    let report = game.search(&game.start(), Ask::Winner, &Means::new(&table, 1, &budget));
    let report = report.unwrap();
    assert_eq!(
        (report.wins, report.stopped),
        (None, Some(Stop::Positions(5_000)))
    );
    let report = game.search(&game.start(), Ask::Grundy, &Means::new(&table, 1, &budget));
    let report = report.unwrap();
    assert_eq!(
        (report.grundy, report.stopped),
        (None, Some(Stop::Positions(5_000)))
    );
}

/// Every choice of shortcuts of Node Kayles, on all graphs with up to six vertices and from every
/// position, with one table for all boards.
#[test]
fn node_kayles_by_every_choice_of_shortcuts() {
    let choices: Vec<kayles_search::Shortcuts> =
        [(true, true), (true, false), (false, true), (false, false)]
            .into_iter()
            .flat_map(|(sums, isomorphism)| {
                [NO_HEAPS, kayles_search::Shortcuts::default().heaps].map(|heaps| {
                    kayles_search::Shortcuts {
                        sums,
                        isomorphism,
                        heaps,
                    }
                })
            })
            .collect();
    let tables: Vec<Table> = choices.iter().map(|_| Table::new(1 << 20)).collect();
    let graphs = rows("more_games_small_graphs.csv");
    assert_eq!(graphs.len(), 208);
    for row in graphs {
        let game = NodeKayles::new(&board(&format!("graph6:{}", row[0]))).unwrap();
        let mut plain = BruteForce::new(&game);
        for position in game.legal_positions() {
            let value = plain.value(&position);
            for (&shortcuts, table) in choices.iter().zip(&tables) {
                for ask in [Ask::Grundy, Ask::Winner] {
                    let found = kayles_search::ask(
                        &game,
                        &position,
                        shortcuts,
                        ask,
                        &Means::new(table, 1, &Budget::UNLIMITED),
                    )
                    .unwrap();
                    assert_eq!(
                        found.wins,
                        Some(value != 0),
                        "{} {position:?} {shortcuts:?}",
                        row[0]
                    );
                    if ask == Ask::Grundy {
                        assert_eq!(
                            found.grundy,
                            Some(value),
                            "{} {position:?} {shortcuts:?}",
                            row[0]
                        );
                    }
                }
            }
        }
    }
}
