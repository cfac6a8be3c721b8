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

use super::{Order, Rule};
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
    fn walk(&mut self, from: u32) -> Option<u32> {
        let mut at = from;
        loop {
            let near = self.graph.neighbors(at);
            let next = self
                .order
                .first_before(at, near, |v| !self.colored[v as usize]);
            match next {
                None => return (at != from).then_some(at),
                Some(v) if std::mem::replace(&mut self.active[v as usize], true) => return Some(v),
                Some(v) => at = v,
            }
        }
    }
}

impl Rule for Activation {
    fn vertex(&self, game: &Coloring, colors: &[u8], moves: &[Move]) -> u32 {
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
        answer.unwrap_or_else(|| self.order.first_uncolored(colors))
    }
}
