//! What is pointed out to players is true in every position that can follow.

use crate::common::board;
use outplay_board::{Board, embedding::embed_board};
use outplay_engine::{Budget, Player, StateDigraph};
use outplay_games::{Coloring, Cycles, EdgeDistinguishing, Marks, Notes, Pass, Show, Side};

/// Hands every position to `check`: who is to move, its marks and notes, and
/// the marks and notes of everything that can follow, itself included.
fn for_each_position<G: Show>(
    game: &G,
    mut check: impl FnMut(Player, (&Marks, &Notes), &[(&Marks, &Notes)]),
) {
    let states = StateDigraph::explore(game, [game.start()], &Budget::UNLIMITED).unwrap();
    let digraph = states.digraph();
    let seen: Vec<(Marks, Notes)> = digraph
        .vertices()
        .map(|i| {
            (
                game.marks(states.position(i)),
                game.notes(states.position(i)),
            )
        })
        .collect();
    for i in digraph.vertices() {
        let mut reached = vec![false; seen.len()];
        let mut open = vec![i];
        let mut following = Vec::new();
        while let Some(j) = open.pop() {
            if !std::mem::replace(&mut reached[j as usize], true) {
                let (marks, notes) = &seen[j as usize];
                following.push((marks, notes));
                open.extend(digraph.successors(j));
            }
        }
        let (marks, notes) = &seen[i as usize];
        check(game.to_move(states.position(i)), (marks, notes), &following);
    }
}

#[test]
fn safe_vertices_stay_alive_and_threats_are_carried_out() {
    let mut threats = 0;
    let mut safe_ones = 0;
    for (name, colors) in [
        ("path:4", 2),
        ("cycle:4", 2),
        ("cycle:5", 3),
        ("star:3", 2),
        ("complete:4", 3),
        ("grid:2x3", 3),
        ("edges:0-1,1-2,2-0,2-3", 3),
    ] {
        let board = board(name);
        for first in [Side::Alice, Side::Bob] {
            let game = Coloring::new(&board, colors, first, Pass::None).unwrap();
            for_each_position(&game, |mover, (marks, notes), following| {
                let colored = marks.colors.as_ref().unwrap();
                let free = notes.free.as_ref().unwrap();
                let dead = notes.dead.as_ref().unwrap();
                let threatened = notes.threatened.as_ref().unwrap();
                for v in 0..colored.len() as u32 {
                    let lost = colored[v as usize] == 0 && free[v as usize].is_empty();
                    assert_eq!(dead.contains(&v), lost, "{name} {colored:?}");
                }
                for v in notes.safe.as_ref().unwrap() {
                    safe_ones += 1;
                    let dies =
                        |(_, later): &(&Marks, &Notes)| later.dead.as_ref().unwrap().contains(v);
                    assert!(!following.iter().any(dies), "{name} {colored:?} {v}");
                }
                // One move later some position has a dead vertex, if it is Bob's move.
                let next = |later: &Marks| {
                    let pairs = later.colors.as_ref().unwrap().iter().zip(colored);
                    pairs.filter(|(a, b)| a != b).count() == 1
                };
                let bob_moves = (mover == Player::First) == (first == Side::Bob);
                let kills = |v: &u32| {
                    following.iter().any(|(marks, later)| {
                        next(marks) && later.dead.as_ref().unwrap().contains(v)
                    })
                };
                if dead.is_empty() && bob_moves {
                    threats += threatened.len();
                    for v in (0..colored.len() as u32).filter(|&v| colored[v as usize] == 0) {
                        assert_eq!(threatened.contains(&v), kills(&v), "{name} {colored:?} {v}");
                    }
                }
            });
        }
    }
    assert!(threats > 50 && safe_ones > 500, "{threats} {safe_ones}");
}

#[test]
fn vertices_without_a_colour_stay_uncoloured() {
    let mut found = 0;
    for (name, colors) in [
        ("path:5", 3),
        ("cycle:4", 3),
        ("complete:3", 3),
        ("star:3", 3),
    ] {
        let game = EdgeDistinguishing::new(&board(name), colors).unwrap();
        for_each_position(&game, |_, (marks, notes), following| {
            let colored = marks.colors.as_ref().unwrap();
            for &v in notes.dead.as_ref().unwrap() {
                found += 1;
                assert_eq!(colored[v as usize], 0);
                let later = following
                    .iter()
                    .map(|(marks, _)| marks.colors.as_ref().unwrap());
                assert!(later.into_iter().all(|colors| colors[v as usize] == 0));
            }
            let free = notes.free.as_ref().unwrap();
            for (v, colors) in free.iter().enumerate() {
                let lively = colored[v] == 0 && !notes.dead.as_ref().unwrap().contains(&(v as u32));
                assert_eq!(!colors.is_empty(), lively);
            }
        });
    }
    assert!(found > 20, "{found}");
}

fn plane(name: &str) -> Board {
    let mut board = board(name);
    embed_board(&mut board, false, None).unwrap();
    board
}

#[test]
fn impossible_edges_and_lost_cells_stay_so() {
    let (mut edges, mut cells) = (0, 0);
    for name in [
        "cycle:4",
        "grid:2x3",
        "complete:4",
        "edges:0-1,1-2,2-0,1-3,2-3",
        "edges:0-1,1-2,2-0,2-3,3-4",
        "star:3",
    ] {
        let game = Cycles::new(&plane(name)).unwrap();
        for_each_position(&game, |_, (marks, notes), following| {
            let arrows = marks.arrows.as_ref().unwrap();
            let impossible = notes.impossible_edges.as_ref().unwrap();
            for &(a, b) in impossible {
                edges += 1;
                let directed = |(marks, _): &(&Marks, &Notes)| {
                    let arrows = marks.arrows.as_ref().unwrap();
                    arrows.contains(&(a, b)) || arrows.contains(&(b, a))
                };
                assert!(!following.iter().any(directed), "{name} {arrows:?} {a}-{b}");
            }
            for cell in notes.lost_cells.as_ref().unwrap() {
                cells += 1;
                let closed = |(_, later): &(&Marks, &Notes)| later.closed_cell == Some(*cell);
                assert!(!following.iter().any(closed), "{name} {arrows:?} {cell}");
            }
            // What is not impossible can be directed now, unless the game is over.
            if notes.closed_cell.is_none() {
                let all = arrows.len() + impossible.len();
                assert_eq!(
                    following.len() == 1,
                    all == edge_count(name),
                    "{name} {arrows:?}"
                );
            }
        });
    }
    assert!(edges > 50 && cells > 50, "{edges} {cells}");
}

fn edge_count(name: &str) -> usize {
    board(name).edge_count()
}
