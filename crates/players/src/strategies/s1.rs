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

use super::{Order, Promising, Rule, answered, coloring_text, number_text, share, sought};
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
    fn vertex(&self, game: &Coloring, colors: &[u8], moves: &[Move]) -> u32 {
        let graph = game.graph();
        let order = &self.order;
        let uncolored = |v: u32| colors[v as usize] == 0;
        let answer = answered(moves).and_then(|(x, _)| {
            let near = graph.neighbors(x);
            let loose = near
                .iter()
                .filter(|&&w| order.is_before(x, w))
                .flat_map(|&w| graph.neighbors(w));
            order
                .first_before(x, near, uncolored)
                .or_else(|| order.first_before(x, loose, uncolored))
        });
        answer.unwrap_or_else(|| order.first_uncolored(colors))
    }

    fn palette(&self, vertex: u32, colors: u8) -> Range<u32> {
        share(self.class[vertex as usize], self.classes, colors)
    }
}
