//! Kierstead's activation strategy on an order of the vertices.
//!
//! After Bob coloured b, Alice activates b and walks: from a vertex to its first
//! uncoloured backward neighbour, which she activates. The walk ends at a vertex that was
//! active already, or that has no uncoloured backward neighbour: she colours
//! that one. Without any step she colours the first uncoloured vertex. Every coloured
//! vertex is active then.
//!
//! What that keeps: an uncoloured vertex is stepped on at most once, because the
//! second time it is coloured; so in all a vertex is stepped on at most twice. Let v be
//! uncoloured after a move of Alice's, and x an active forward neighbour of v. When x
//! became active (it did not as the first uncoloured vertex, because v is before it),
//! the walk went on from x to a vertex before v, or to v itself. Vertices before v
//! that have the later common neighbour x with v are loose backward neighbours of v; if
//! there are t, at most 2t steps went there. A step to v can have happened once, and
//! then went on from v to a backward neighbour, which is one of these 2t steps as
//! well. So v has at most 2t active forward neighbours, and after Bob's next
//! move it has at most 2t + 1 coloured ones, beside its backward neighbours.

use super::{Order, Reason, Rule};
use outplay_board::Graph;
use outplay_games::coloring::{Coloring, Move};

pub(super) struct Activation {
    pub(super) order: Order,
}

/// What activation remembers. It follows from the moves, so nobody has to keep it.
struct Walks<'a> {
    graph: &'a Graph,
    order: &'a Order,
    colored: Vec<bool>,
    active: Vec<bool>,
}

impl Walks<'_> {
    fn color(&mut self, v: u32) {
        self.colored[v as usize] = true;
        self.active[v as usize] = true;
    }

    /// Walks from a vertex that Bob coloured; where it ends, if anywhere else.
    fn walk(&mut self, from: u32) -> Option<(u32, Reason)> {
        let mut at = from;
        loop {
            let near = self.graph.neighbors(at);
            let next = self
                .order
                .first_before(at, near, |v| !self.colored[v as usize]);
            match next {
                None => return (at != from).then_some((at, Reason::Ended { bobs: from })),
                Some(v) if std::mem::replace(&mut self.active[v as usize], true) => {
                    return Some((v, Reason::Active { bobs: from }));
                }
                Some(v) => at = v,
            }
        }
    }
}

impl Rule for Activation {
    fn vertex(&self, game: &Coloring, colors: &[u8], moves: &[Move]) -> (u32, Reason) {
        let mut walks = Walks {
            graph: game.graph(),
            order: &self.order,
            colored: colors.iter().map(|&c| c != 0).collect(),
            active: Vec::new(),
        };
        // Back to the start, which may have colours.
        for &mv in moves {
            if let Move::Color { vertex, .. } = mv {
                walks.colored[vertex as usize] = false;
            }
        }
        walks.active = walks.colored.clone();
        let mut answer = None;
        for (&mv, left) in moves.iter().zip((1..=moves.len()).rev()) {
            let bobs = !left.is_multiple_of(2);
            answer = match mv {
                Move::Color { vertex, .. } => {
                    walks.color(vertex);
                    bobs.then(|| walks.walk(vertex)).flatten()
                }
                Move::Pass => None,
            };
        }
        answer.unwrap_or_else(|| (self.order.first_uncolored(colors), Reason::First))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_board::{Board, Limits, families};
    use outplay_games::coloring::{Pass, Side};

    /// What activation answers on a board in the order of the vertices' numbers after
    /// the vertices in `moves` were coloured, on top of those coloured at the start.
    fn answer(board: &Board, start: &[u32], moves: &[u32]) -> u32 {
        let game = Coloring::new(board, 9, Side::Alice, Pass::Bob).unwrap();
        let rule = Activation {
            order: Order::new(game.graph().vertices().collect()),
        };
        let mut colors = vec![0; game.graph().vertex_count()];
        for &v in start.iter().chain(moves).filter(|&&v| v != PASS) {
            colors[v as usize] = 1 + v as u8;
        }
        let moves: Vec<Move> = moves
            .iter()
            .map(|&vertex| match vertex {
                PASS => Move::Pass,
                _ => Move::Color {
                    vertex,
                    color: vertex + 1,
                },
            })
            .collect();
        rule.vertex(&game, &colors, &moves).0
    }

    const PASS: u32 = u32::MAX;

    #[test]
    fn walks_are_as_worked_out_by_hand() {
        // On a path every vertex has the one before it as its backward neighbour.
        let path = families::board("path:6", Limits::BOARD).unwrap();
        assert_eq!(answer(&path, &[], &[]), 0);
        // Bob's 5 activates 4, 3, 2, 1 and 0, which has no backward neighbour.
        assert_eq!(answer(&path, &[], &[5]), 0);
        // Then 3 walks to 2, which is active; after that 4 has no neighbour left to walk to.
        assert_eq!(answer(&path, &[], &[5, 0, 3]), 2);
        assert_eq!(answer(&path, &[], &[5, 0, 3, 2, 4]), 1);
        // Coloured from the start, 2 is where the walk cannot go on.
        assert_eq!(answer(&path, &[2], &[5]), 3);
        // A pass is answered with the first uncoloured vertex.
        assert_eq!(answer(&path, &[], &[0, PASS]), 1);
        assert_eq!(answer(&path, &[], &[0, 5, 1, PASS]), 2);

        // Vertex 3 next to 0, 1 and 2, which is next to 1: the first neighbour comes first.
        let board = families::board("edges:0-3,1-3,2-3,1-2", Limits::BOARD).unwrap();
        assert_eq!(answer(&board, &[], &[3]), 0);
        assert_eq!(answer(&board, &[], &[0, 3]), 1);
        assert_eq!(answer(&board, &[0], &[2]), 1);
    }
}
