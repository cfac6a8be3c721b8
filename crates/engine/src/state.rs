//! The state digraph: all positions of a game and the moves between them.
//!
//! Any game is a token game on this digraph, which is how its positions are
//! labelled, drawn and taught. Positions are numbered in the order in which a
//! breadth-first exploration finds them, so the result depends on nothing else.

use crate::{Budget, Endless, Game, Labels, Outcome, Stopped, label_ended};
use indexmap::IndexSet;
use outplay_board::Digraph;
use rustc_hash::FxBuildHasher;

/// After so many positions the caller is asked whether to go on. Few, because a single
/// one can take milliseconds on a large board.
const POLL: u64 = 16;
/// And after so many bytes of positions, because a single one can have millions of moves.
const POLL_BYTES: u64 = 64 << 10;
/// What vertex and arc numbers of 32 bits can hold, with room to label them.
const MOST_POSITIONS: u64 = (1 << 30) - 1;
const MOST_BYTES: u64 = 12 * u32::MAX as u64;

/// The positions of a game and the moves between them.
pub struct StateDigraph<G: Game> {
    positions: IndexSet<G::Position, FxBuildHasher>,
    digraph: Digraph,
    moves: Vec<G::Move>,
    layers: Vec<u32>,
    /// The results, and what endless play comes to where there is none.
    ended: Vec<Outcome>,
}

impl<G: Game> StateDigraph<G> {
    /// Explores everything that can be reached from `seeds`.
    ///
    /// # Errors
    /// The budget ran out.
    pub fn explore(
        game: &G,
        seeds: impl IntoIterator<Item = G::Position>,
        budget: &Budget<'_>,
    ) -> Result<Self, Stopped> {
        let budget = &Budget {
            positions: budget.positions.min(MOST_POSITIONS),
            bytes: budget.bytes.min(MOST_BYTES),
            ..*budget
        };
        let position_bytes = Self::bytes_each(game);
        // Forward with its move, and backward, with room to grow.
        let arc_bytes = 2 * (4 + size_of::<G::Move>() as u64) + 4;

        let mut positions = IndexSet::with_hasher(FxBuildHasher);
        let mut layers = Vec::new();
        let mut ended = Vec::new();
        let mut offsets = vec![0u32];
        let mut targets: Vec<u32> = Vec::new();
        let mut arc_moves = Vec::new();
        let mut legal = Vec::new();
        // The last position with an arc to each one.
        let mut last_from: Vec<u32> = Vec::new();
        const NOWHERE: u32 = u32::MAX;
        let poll_moves = (POLL_BYTES / position_bytes).max(1);
        for (i, seed) in (1u64..).zip(seeds) {
            if positions.insert(seed) {
                layers.push(0);
                last_from.push(NOWHERE);
            }
            let count = positions.len() as u64;
            budget.check(count, count * position_bytes)?;
            if i.is_multiple_of(POLL.min(poll_moves)) {
                budget.poll(count)?;
            }
        }
        let mut current = 0;
        while current < positions.len() {
            let result = game.result(&positions[current]);
            let for_ever = || {
                let endless = game.endless().unwrap_or(Endless::Draw);
                endless.outcome(game.to_move(&positions[current]))
            };
            ended.push(result.unwrap_or_else(for_ever));
            if result.is_none() {
                legal.clear();
                game.moves(&positions[current], &mut legal);
                let moves_bytes = (legal.len() * size_of::<G::Move>()) as u64;
                for (i, &mv) in (1u64..).zip(&legal) {
                    let next = game.apply(&positions[current], mv);
                    let (target, new) = positions.insert_full(next);
                    if new {
                        layers.push(layers[current] + 1);
                        last_from.push(NOWHERE);
                    }
                    // Up to symmetry, several moves can lead to one position.
                    if last_from[target] != current as u32 {
                        last_from[target] = current as u32;
                        targets.push(target as u32);
                        arc_moves.push(mv);
                    }
                    let count = positions.len() as u64;
                    let bytes = count * position_bytes + targets.len() as u64 * arc_bytes;
                    budget.check(count, bytes + moves_bytes)?;
                    if i.is_multiple_of(poll_moves) {
                        budget.poll(count)?;
                    }
                }
            }
            offsets.push(targets.len() as u32);
            current += 1;
            if (current as u64).is_multiple_of(POLL) {
                budget.poll(positions.len() as u64)?;
            }
        }
        Ok(Self {
            positions,
            digraph: Digraph::from_rows(offsets, targets),
            moves: arc_moves,
            layers,
            ended,
        })
    }

    /// About how many bytes a position takes, without its moves: the hash table's
    /// slot, hash and index, layer, row, label and queue, twice because vectors double.
    pub fn bytes_each(game: &G) -> u64 {
        2 * (game.position_bytes() + size_of::<G::Position>() + 40) as u64
    }

    /// The digraph: a vertex a position, an arc a move.
    pub fn digraph(&self) -> &Digraph {
        &self.digraph
    }

    /// How many positions.
    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// The position with number `i`.
    pub fn position(&self, i: u32) -> &G::Position {
        &self.positions[i as usize]
    }

    /// The number of a position.
    pub fn index(&self, position: &G::Position) -> Option<u32> {
        self.positions.get_index_of(position).map(|i| i as u32)
    }

    /// The move of the arc with number `arc` of the digraph.
    pub fn arc_move(&self, arc: usize) -> G::Move {
        self.moves[arc]
    }

    /// How many moves it takes to reach position `i` from the nearest seed.
    pub fn layer(&self, i: u32) -> u32 {
        self.layers[i as usize]
    }

    /// Who wins at every position, on so many threads.
    pub fn label(&self, threads: usize) -> Labels {
        let ended = &self.ended;
        label_ended(&self.digraph, threads, |v| ended[v as usize])
    }
}
