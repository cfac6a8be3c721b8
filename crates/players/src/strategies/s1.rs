//! `s1`: χ palettes and an order with few loose backward neighbours.
//!
//! Take a proper colouring with χ classes and an order of the vertices in which none
//! has more than t = col₂ − 1 loose backward neighbours. Every class has a
//! palette of its own with col₂ + 1 shades, and Alice gives a vertex only shades of
//! its class. To Bob's vertex she answers with the first uncoloured one of its backward
//! neighbours; if there is none, with its first uncoloured loose backward
//! neighbour, and else with the first uncoloured vertex.
//!
//! Why that is enough: let v be uncoloured after a move of Alice's. Neighbours that she
//! coloured have no shade of v's class, so only Bob's count. His forward neighbours
//! x of v: v was an uncoloured backward neighbour of x, so Alice answered with a backward
//! neighbour u(x) of x before v. Now u(x) and v have the later common neighbour x, so
//! u(x) is a loose backward neighbour of v; she coloured it, and each only once. So
//! v's Bob-coloured forward neighbours and its Bob-coloured backward neighbours
//! are together no more than its loose backward neighbours: v sees at most t shades
//! of its palette, and at most t + 1 = col₂ after Bob's next move.
//!
//! Backward neighbours must come before loose ones. If Alice answered with the
//! first loose backward neighbour of x, joined to x through a later vertex only,
//! u(x) need not be a loose backward neighbour of v, and v could be surrounded: the
//! tests have a tree on which that loses.

use super::{Order, Promising, Reason, Rule, answered, coloring_text, number_text, share, sought};
use outplay_board::numbers;
use outplay_games::coloring::{Coloring, Move};
use std::ops::Range;

pub(super) struct S1 {
    order: Order,
    /// The class of every vertex in a proper colouring.
    class: Vec<u32>,
    classes: u32,
}

pub(super) fn prepare(game: &Coloring, stop: &dyn Fn() -> bool) -> Promising<S1> {
    let chromatic = sought(numbers::chromatic, game.graph(), stop);
    let col2 = sought(numbers::col2, game.graph(), stop);
    let order = Order::new(col2.witness.clone());
    Promising {
        colors: chromatic.upper.saturating_mul(1 + col2.upper),
        made_of: vec![
            number_text("χ", &chromatic),
            coloring_text(game, &chromatic.witness),
            number_text("col₂", &col2),
            order.text(game),
        ],
        rule: S1 {
            order,
            class: chromatic.witness,
            classes: chromatic.upper,
        },
    }
}

impl Rule for S1 {
    fn vertex(&self, game: &Coloring, colors: &[u8], moves: &[Move]) -> (u32, Reason) {
        let graph = game.graph();
        let order = &self.order;
        let uncolored = |v: u32| colors[v as usize] == 0;
        let answer = answered(moves).and_then(|(x, _)| {
            let near = graph.neighbors(x);
            let loose = near
                .iter()
                .filter(|&&w| order.is_before(x, w))
                .flat_map(|&w| graph.neighbors(w));
            let backward = order.first_before(x, near, uncolored);
            let backward = backward.map(|v| (v, Reason::Backward { bobs: x }));
            backward.or_else(|| {
                let loose = order.first_before(x, loose, uncolored)?;
                Some((loose, Reason::Loose { bobs: x }))
            })
        });
        answer.unwrap_or_else(|| (order.first_uncolored(colors), Reason::First))
    }

    fn palette(&self, vertex: u32, colors: u8) -> Range<u32> {
        share(self.class[vertex as usize], self.classes, colors)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_board::{Board, Graph};
    use outplay_engine::Game;
    use outplay_games::coloring::{Pass, Side};

    /// A vertex v with arms v – x – w – u, in the order: all u, v, all x, all w. Then x has
    /// the loose backward neighbours v and u (through w), w has u and x, and the others
    /// have none: with two classes that makes 2·(1 + 3) colours.
    const ARMS: u32 = 10;
    const V: u32 = ARMS;
    const COLORS: u32 = 8;

    fn x(arm: u32) -> u32 {
        V + 1 + arm
    }

    fn spider() -> (Coloring, S1) {
        let w = |arm: u32| V + 1 + ARMS + arm;
        let edges = (0..ARMS).flat_map(|arm| [(V, x(arm)), (x(arm), w(arm)), (w(arm), arm)]);
        let graph = Graph::new(3 * ARMS as usize + 1, edges).unwrap();
        let vertices: Vec<u32> = graph.vertices().collect();
        let class = |&v: &u32| u32::from(v < V || (x(0)..w(0)).contains(&v));
        let rule = S1 {
            class: vertices.iter().map(class).collect(),
            order: Order::new(vertices),
            classes: 2,
        };
        let board = Board::undirected(graph);
        let game = Coloring::new(&board, COLORS, Side::Alice, Pass::None).unwrap();
        (game, rule)
    }

    #[test]
    fn backward_neighbours_are_answered_before_loose_ones() {
        let (game, rule) = spider();
        let mut colors = vec![0; game.graph().vertex_count()];
        assert_eq!(rule.vertex(&game, &colors, &[]), (0, Reason::First));
        let bobs = |vertex| [Move::Color { vertex, color: 1 }];
        colors[x(3) as usize] = 1;
        let backward = Reason::Backward { bobs: x(3) };
        assert_eq!(rule.vertex(&game, &colors, &bobs(x(3))), (V, backward));
        colors[V as usize] = 2;
        let loose = Reason::Loose { bobs: x(3) };
        assert_eq!(rule.vertex(&game, &colors, &bobs(x(3))), (3, loose));
        colors[3] = 5;
        assert_eq!(rule.vertex(&game, &colors, &bobs(x(3))), (0, Reason::First));
        assert_eq!(rule.palette(V, 8), 1..5);
        assert_eq!(rule.palette(x(0), 8), 5..9);
    }

    /// What would happen if the first loose backward neighbour of any kind were answered.
    #[test]
    fn answering_loose_neighbours_first_would_lose() {
        let (game, _) = spider();
        let mut position = game.start();
        let mut color = |vertex: u32, color: u32| {
            position = game.play(&position, Move::Color { vertex, color }).unwrap();
            game.result(&position).is_some()
        };
        assert!(!color(0, 5));
        for arm in 1..COLORS {
            assert!(!color(x(arm), arm));
            assert!(!color(arm, 5), "the first loose backward neighbour of x");
        }
        assert!(color(x(COLORS), COLORS), "v has no colour left");
    }
}
