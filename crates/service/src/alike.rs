//! Which moves of a position are the same up to symmetry.
//!
//! Two moves are alike if what they lead to is symmetric: the same after a symmetry of the board
//! and, where colours have no meaning of their own, other names for colours. Games know the
//! symmetries of their boards, but not on boards with very many (a star, a complete graph): there,
//! swaps of twins, vertices with the same neighbours, stand in for them.

use crate::host::Host;
use crate::setup::Opened;
use outplay_board::{Graph, Shape};
use outplay_engine::Symmetry;
use outplay_games::{AnyMove, AnyPosition, BoardKind, Touch};
use std::collections::HashMap;

/// Entries of positions that are written at most; more would take longer than settling a move.
const MOST_IMAGES: f64 = 1e8;

/// A number for every legal move, the same for moves that are alike; empty where that would take
/// long.
pub(crate) fn classes(
    opened: &Opened,
    position: &AnyPosition,
    host: &Host<'_>,
) -> HashMap<AnyMove, u32> {
    let game = &*opened.game;
    let moves = game.legal_moves(position);
    let entries = (moves.len() * game.position_bytes()) as f64;
    if entries * game.symmetries().len() as f64 > MOST_IMAGES {
        return HashMap::new();
    }
    let mut met: HashMap<AnyPosition, u32> = HashMap::new();
    let mut found = HashMap::with_capacity(moves.len());
    for &mv in &moves {
        if host.is_over() {
            return HashMap::new();
        }
        let next = met.len() as u32;
        let class = met.entry(game.canonical(&game.apply(position, mv)));
        found.insert(mv, *class.or_insert(next));
    }
    let Shape::Undirected(graph) = &opened.board.shape else {
        return found;
    };
    if game.description().board != BoardKind::Undirected {
        return found;
    }
    let twins = twins(graph);
    let mut first: HashMap<(u32, u32), u32> = HashMap::new();
    for &mv in &moves {
        let Touch::Vertex { vertex, mark } = game.touch(mv) else {
            continue;
        };
        let twin = *first
            .entry((twins[vertex as usize], mark))
            .or_insert(vertex);
        let mut places: Vec<u32> = graph.vertices().collect();
        places.swap(vertex as usize, twin as usize);
        let swap = Symmetry::of_places(places);
        let image = game.map_move(&swap, mv);
        let (Some(&class), true) = (
            found.get(&image).filter(|_| twin != vertex),
            game.map_position(&swap, position) == *position,
        ) else {
            continue;
        };
        let own = found[&mv];
        found
            .values_mut()
            .filter(|c| **c == own)
            .for_each(|c| *c = class);
    }
    found
}

/// For every vertex the first of its twins: the neighbours of two twins are the same, but for the
/// twins themselves.
fn twins(graph: &Graph) -> Vec<u32> {
    let mut first: HashMap<(bool, Vec<u32>), u32> = HashMap::new();
    let mut twins = Vec::with_capacity(graph.vertex_count());
    for v in graph.vertices() {
        let apart = graph.neighbors(v).to_vec();
        let mut joined = apart.clone();
        joined.push(v);
        joined.sort_unstable();
        let apart = *first.entry((false, apart)).or_insert(v);
        let joined = *first.entry((true, joined)).or_insert(v);
        twins.push(apart.min(joined));
    }
    twins
}
