//! Vertex and edge geography against other programs, theorems and plain walks.

use crate::common::{board, by_digraph, by_search, rows};
use outplay_board::{Board, Digraph, Graph, Shape};
use outplay_engine::search::{Ask, Means, Shortcuts, Table, search_by_rules};
use outplay_engine::{Budget, Game, Outcome, Rng};
use outplay_games::{AnyGame, Effort, Ruled, Values, registry};
use std::collections::VecDeque;
use std::sync::Arc;

type Open = fn(&Board, u32) -> Arc<dyn AnyGame>;

fn open(game: &str, board: &Board, start: u32) -> Arc<dyn AnyGame> {
    let values = Values::new().with("start", start.to_string().as_str());
    let entry = registry::find(game).unwrap();
    let opened = entry.open(board.clone(), false, &values, &|| false);
    opened.unwrap().game
}

fn vertex_geography(board: &Board, start: u32) -> Arc<dyn AnyGame> {
    open("geography", board, start)
}

fn edge_geography(board: &Board, start: u32) -> Arc<dyn AnyGame> {
    open("edge-geography", board, start)
}

fn mover_wins(game: &dyn AnyGame, effort: &Effort) -> bool {
    let (start, budget) = (game.start(), Budget::UNLIMITED);
    let analysis = game.analyse(&start, effort, &budget).unwrap();
    analysis.value(&start, &budget).unwrap().outcome == Outcome::Win
}

/// The vertices from which the mover wins.
fn winning(board: &Board, open: Open, effort: &Effort) -> Vec<u32> {
    let vertices = 0..board.vertex_count() as u32;
    let wins = |&v: &u32| mover_wins(open(board, v).as_ref(), effort);
    vertices.filter(wins).collect()
}

fn graph(board: &Board) -> &Graph {
    match &board.shape {
        Shape::Undirected(graph) => graph,
        Shape::Directed(_) => panic!("a digraph"),
    }
}

/// The size of a maximum matching without one of the vertices: Edmonds' algorithm.
fn matching_number(graph: &Graph, without: Option<u32>) -> usize {
    let mut mates = vec![None; graph.vertex_count()];
    let vertices = || graph.vertices().filter(|&v| Some(v) != without);
    let grown = |&v: &u32| mates[v as usize].is_none() && augment(graph, without, &mut mates, v);
    vertices().filter(grown).count()
}

/// Looks for an augmenting path from an uncovered vertex by breadth-first search, with odd
/// cycles shrunk to their bases, and swaps the matching along it.
fn augment(graph: &Graph, without: Option<u32>, mates: &mut [Option<u32>], root: u32) -> bool {
    let n = graph.vertex_count();
    let mut bases: Vec<u32> = graph.vertices().collect();
    let mut parents: Vec<Option<u32>> = vec![None; n];
    let mut even = vec![false; n];
    even[root as usize] = true;
    let mut open = VecDeque::from([root]);
    while let Some(v) = open.pop_front() {
        for &w in graph.neighbors(v).iter().filter(|&&w| Some(w) != without) {
            let same = bases[v as usize] == bases[w as usize];
            if same || mates[v as usize] == Some(w) {
                continue;
            }
            if even[w as usize] {
                let base = common_base(&bases, mates, &parents, v, w);
                let mut shrunk = vec![false; n];
                for (mut at, mut child) in [(v, w), (w, v)] {
                    while bases[at as usize] != base {
                        let mate = mates[at as usize].unwrap();
                        shrunk[bases[at as usize] as usize] = true;
                        shrunk[bases[mate as usize] as usize] = true;
                        parents[at as usize] = Some(child);
                        child = mate;
                        at = parents[mate as usize].unwrap();
                    }
                }
                for u in graph.vertices() {
                    if shrunk[bases[u as usize] as usize] {
                        bases[u as usize] = base;
                        if !even[u as usize] {
                            even[u as usize] = true;
                            open.push_back(u);
                        }
                    }
                }
            } else if parents[w as usize].is_none() {
                parents[w as usize] = Some(v);
                let Some(mate) = mates[w as usize] else {
                    let mut end = Some(w);
                    while let Some(w) = end {
                        let v = parents[w as usize].unwrap();
                        end = mates[v as usize];
                        mates[v as usize] = Some(w);
                        mates[w as usize] = Some(v);
                    }
                    return true;
                };
                even[mate as usize] = true;
                open.push_back(mate);
            }
        }
    }
    false
}

/// The first base that the ways back to the root from two even vertices share.
fn common_base(
    bases: &[u32],
    mates: &[Option<u32>],
    parents: &[Option<u32>],
    v: u32,
    w: u32,
) -> u32 {
    let way = |v: u32| {
        let up = |&base: &u32| {
            let mate = mates[base as usize]?;
            Some(bases[parents[mate as usize]? as usize])
        };
        std::iter::successors(Some(bases[v as usize]), up)
    };
    let seen: Vec<u32> = way(v).collect();
    way(w).find(|base| seen.contains(base)).unwrap()
}

/// The vertices that every maximum matching covers.
fn always_covered(graph: &Graph) -> Vec<u32> {
    let most = matching_number(graph, None);
    let needed = |&v: &u32| matching_number(graph, Some(v)) < most;
    graph.vertices().filter(needed).collect()
}

/// Does the mover win after a walk? Plays every game there is, and remembers the walk alone.
fn walk_wins(board: &Board, walk: &mut Vec<u32>, edges: bool) -> bool {
    let from = *walk.last().unwrap();
    for to in 0..board.vertex_count() as u32 {
        let joined = match &board.shape {
            Shape::Undirected(graph) => graph.has_edge(from, to),
            Shape::Directed(digraph) => digraph.successors(from).contains(&to),
        };
        let directed = matches!(board.shape, Shape::Directed(_));
        let used = match edges {
            true => walk
                .windows(2)
                .any(|step| *step == [from, to] || (!directed && *step == [to, from])),
            false => walk.contains(&to),
        };
        if joined && !used {
            walk.push(to);
            let loses = !walk_wins(board, walk, edges);
            walk.pop();
            if loses {
                return true;
            }
        }
    }
    false
}

#[test]
fn all_graphs_with_up_to_six_vertices() {
    let list = rows("more_games_small_graphs.csv");
    assert_eq!(list.len(), 208);
    for row in list {
        let board = board(&format!("graph6:{}", row[0]));
        let games: [(Open, &String); 2] =
            [(vertex_geography, &row[11]), (edge_geography, &row[12])];
        for (open, expected) in games {
            for effort in [by_digraph(), by_search()] {
                let wins = winning(&board, open, &effort).len();
                assert_eq!(wins.to_string(), *expected, "{row:?}");
            }
        }
        let wins = winning(&board, vertex_geography, &by_digraph());
        assert_eq!(wins, always_covered(graph(&board)), "{row:?}");
    }
}

/// A random board with about so many edges or arcs.
fn random_board(rng: &mut Rng, n: u32, edges: u32, directed: bool) -> Board {
    let mut pairs: Vec<(u32, u32)> = (0..edges)
        .map(|_| (rng.below(n as usize) as u32, rng.below(n as usize) as u32))
        .collect();
    if directed {
        return Board::directed(Digraph::new(n as usize, pairs).unwrap());
    }
    pairs.retain(|(a, b)| a != b);
    pairs
        .iter_mut()
        .for_each(|pair| *pair = (pair.0.min(pair.1), pair.0.max(pair.1)));
    pairs.sort_unstable();
    pairs.dedup();
    Board::undirected(Graph::new(n as usize, pairs).unwrap())
}

#[test]
fn random_boards_by_plain_walks() {
    let mut rng = Rng::new(5);
    for round in 0..200 {
        let directed = round % 2 == 0;
        let (n, edges) = (2 + round % 5, 3 + round % 8);
        let board = random_board(&mut rng, n, edges, directed);
        let games: [(Open, bool); 2] = [(vertex_geography, false), (edge_geography, true)];
        for (open, edges) in games {
            let plain = |&v: &u32| walk_wins(&board, &mut vec![v], edges);
            let expected: Vec<u32> = (0..n).filter(plain).collect();
            for effort in [by_digraph(), by_search()] {
                assert_eq!(winning(&board, open, &effort), expected, "{board:?}");
            }
        }
    }
}

/// On undirected boards the mover wins where every maximum matching covers the token.
#[test]
fn vertex_geography_is_a_question_about_matchings() {
    let mut rng = Rng::new(7);
    let (mut won, mut lost) = (0, 0);
    for n in (8..=40).chain(20..=40) {
        let board = random_board(&mut rng, n, n + n / 5, false);
        let wins = winning(&board, vertex_geography, &by_search());
        assert_eq!(wins, always_covered(graph(&board)), "{board:?}");
        won += wins.len();
        lost += n as usize - wins.len();
    }
    assert!(won > 200 && lost > 200, "{won} {lost}");
}

/// The shortcut by matchings against plain rules: all positions that play can reach on all graphs
/// with up to five vertices, and random ones on larger graphs.
#[test]
fn matchings_settle_what_plain_rules_settle() {
    let compare = |game: &Ruled, position: &_, table: &Table| {
        let budget = &Budget::UNLIMITED;
        let by_rules = search_by_rules(
            game,
            position,
            Ask::Winner,
            0,
            &Means::new(table, 1, budget),
        );
        let quick = game.search(position, Ask::Winner, &Means::new(table, 1, budget));
        assert_eq!(quick.unwrap().wins, by_rules.unwrap().wins, "{position:?}");
    };
    for row in rows("more_games_small_graphs.csv") {
        let board = board(&format!("graph6:{}", row[0]));
        if board.vertex_count() > 5 {
            continue;
        }
        let game = vertex_geography(&board, 0);
        let game = game.typed().downcast_ref::<Ruled>().unwrap();
        let table = Table::new(1 << 16);
        for position in game.legal_positions() {
            compare(game, &position, &table);
        }
    }
    let mut rng = Rng::new(11);
    for _ in 0..40 {
        let n = 8 + rng.below(5) as u32;
        let edges = 2 * n + rng.below(20) as u32;
        let board = random_board(&mut rng, n, edges, false);
        let game = vertex_geography(&board, 0);
        let game = game.typed().downcast_ref::<Ruled>().unwrap();
        let table = Table::new(1 << 20);
        let mut position = game.start();
        loop {
            compare(game, &position, &table);
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            position = game.apply(&position, moves[rng.below(moves.len())]);
        }
    }
}

/// Dense boards, which no plain search settles.
#[test]
fn dense_boards_by_matchings() {
    let mut rng = Rng::new(13);
    for n in 20..=40 {
        let board = random_board(&mut rng, n, n * n / 3, false);
        let wins = winning(&board, vertex_geography, &by_search());
        assert_eq!(wins, always_covered(graph(&board)), "{board:?}");
        let sparse = random_board(&mut rng, n, n / 2, false);
        let wins = winning(&sparse, vertex_geography, &by_search());
        assert_eq!(wins, always_covered(graph(&sparse)), "{sparse:?}");
    }
}

#[test]
fn positions_are_read_and_refused() {
    let board = board("cycle:4");
    let game = vertex_geography(&board, 0);
    let text = |text: &str| game.parse_position(text).map(|p| game.position_text(&p));
    assert_eq!(text("xo--"), Ok("x,o,-,-".to_owned()));
    for wrong in ["x,x,-,-", "o,o,-,-", "o,-,-", "o,-,-,y", ""] {
        assert!(text(wrong).is_err(), "{wrong}");
    }
    let game = edge_geography(&board, 0);
    let text = |text: &str| game.parse_position(text).map(|p| game.position_text(&p));
    assert_eq!(text("2; 2-1, 0-1"), Ok("2;0-1,1-2".to_owned()));
    assert_eq!(text("0;"), Ok("0".to_owned()));
    for wrong in [
        "2;0-2",
        "2;0-1,1-0",
        "2;0->1",
        "4;0-1",
        "2;0-1;1-2",
        "2;0-1,x",
    ] {
        assert!(text(wrong).is_err(), "{wrong}");
    }
    let position = game.parse_position("1;0-1").unwrap();
    let refused = |to: &str| {
        let mv = game.parse_move(to).unwrap();
        game.refusal(&position, mv).map(|refusal| refusal.0)
    };
    assert_eq!(refused("0").as_deref(), Some("1-0 is used already"));
    assert_eq!(refused("3").as_deref(), Some("there is no arc from 1 to 3"));
    assert_eq!(refused("2"), None);
}

/// Names of vertices may hold what separates edges.
#[test]
fn edges_between_vertices_with_strange_names() {
    let mut board = board("path:3");
    board.names = Some(["(0, 1)", "a-b", "c,-d"].map(str::to_owned).to_vec());
    let game = edge_geography(&board, 0);
    let mut position = game.start();
    while let Some(&mv) = game.legal_moves(&position).first() {
        position = game.play(&position, mv).unwrap();
        let text = game.position_text(&position);
        assert_eq!(game.parse_position(&text), Ok(position.clone()), "{text}");
    }
    assert_eq!(game.position_text(&position), "c,-d;(0, 1)-a-b,a-b-c,-d");
}

/// A board with too many walks to list is settled all the same, because it is expected to have
/// many positions.
#[test]
fn large_boards_are_not_listed() {
    let board =
        outplay_board::families::board("random:40,0.2,7", outplay_board::Limits::BOARD).unwrap();
    let entry = outplay_games::registry::find("geography").unwrap();
    let start = outplay_games::Values::new().with("start", "3");
    let opened = entry.open(board, false, &start, &|| false).unwrap();
    let game = &*opened.game;
    let analysis = game.analyse(
        &game.start(),
        &outplay_games::Effort::default(),
        &outplay_engine::Budget::UNLIMITED,
    );
    assert_eq!(analysis.unwrap().how(), outplay_games::How::Search);
}
