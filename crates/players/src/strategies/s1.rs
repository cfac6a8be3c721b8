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
//! u(x) need not be a loose backward neighbour of v, and v could be surrounded. A report of
//! 2013 has it so: `s1:as-written` plays that, and on the tree in `docs/players.md`, in the
//! order of its numbers (`order=board`), it loses.

use super::{Order, Promising, Reason, Rule, answered, coloring_text, number_text, share, sought};
use outplay_board::{InputError, numbers, shortened};
use outplay_games::coloring::{Coloring, Move};
use std::ops::Range;

pub(super) struct S1 {
    pub(super) order: Order,
    /// The class of every vertex in a proper colouring.
    pub(super) class: Vec<u32>,
    pub(super) classes: u32,
    /// Are loose backward neighbours answered before it is asked for adjacent ones?
    as_written: bool,
}

/// What can be said after `s1:`.
#[derive(Clone, Copy, Default)]
pub(super) struct Options {
    as_written: bool,
    board_order: bool,
}

impl Options {
    pub(super) fn read(text: Option<&str>) -> Result<Self, InputError> {
        let mut options = Self::default();
        for word in text.into_iter().flat_map(|text| text.split(',')) {
            match word {
                "as-written" => options.as_written = true,
                "order=board" => options.board_order = true,
                _ => {
                    return Err(InputError::found(
                        format_args!("s1 option '{}'", shortened(word)),
                        "as-written or order=board",
                    ));
                }
            }
        }
        Ok(options)
    }
}

pub(super) fn prepare(game: &Coloring, options: Options, stop: &dyn Fn() -> bool) -> Promising<S1> {
    let graph = game.graph();
    let chromatic = sought(numbers::chromatic, graph, stop);
    let (order, col2, text) = match options.board_order {
        true => {
            let order = Order::new(graph.vertices().collect());
            let most = graph.vertices().map(|v| order.loose(graph, v).len()).max();
            let col2 = 1 + most.unwrap_or(0) as u32;
            (
                order,
                col2,
                format!(
                    "in the order of the board, 1 + the most loose backward neighbours = {col2}"
                ),
            )
        }
        false => {
            let col2 = sought(numbers::col2, graph, stop);
            let text = number_text("col₂", &col2);
            (Order::new(col2.witness), col2.upper, text)
        }
    };
    let mut made_of = vec![
        number_text("χ", &chromatic),
        coloring_text(game, &chromatic.witness),
        text,
        order.text(game),
    ];
    if options.as_written {
        made_of.push("as written in 2013: loose backward neighbours are not told from adjacent ones, and the promise does not hold on all boards".to_owned());
    }
    Promising {
        colors: chromatic.upper.saturating_mul(1 + col2),
        made_of,
        rule: S1 {
            order,
            class: chromatic.witness,
            classes: chromatic.upper,
            as_written: options.as_written,
        },
    }
}

impl Rule for S1 {
    fn vertex(&self, game: &Coloring, colors: &[u8], moves: &[Move]) -> (u32, Reason) {
        let graph = game.graph();
        let order = &self.order;
        let uncolored = |v: u32| colors[v as usize] == 0;
        let answer = answered(moves).and_then(|(x, _)| {
            let loose = || order.first_before(x, &order.loose(graph, x), uncolored);
            if self.as_written {
                return Some((loose()?, Reason::AsWritten { bobs: x }));
            }
            let backward = order.first_before(x, graph.neighbors(x), uncolored);
            let backward = backward.map(|v| (v, Reason::Backward { bobs: x }));
            backward.or_else(|| Some((loose()?, Reason::Loose { bobs: x })))
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
            as_written: false,
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

    /// On this tree, in the order of its numbers, the wording of 2013 loses with the colours
    /// that it promises: Bob gives the neighbours of v one colour after the other.
    #[test]
    fn as_written_it_loses_on_a_tree() {
        let (game, _) = spider();
        let options = |text| Options::read(Some(text)).unwrap();
        for (text, loses) in [("as-written,order=board", true), ("order=board", false)] {
            let promising = prepare(&game, options(text), &|| false);
            assert_eq!(promising.colors, COLORS);
            let rule = promising.rule;
            let mut position = game.start();
            let mut moves = Vec::new();
            let mut color = |vertex: u32, color: u32| {
                let mv = Move::Color { vertex, color };
                position = game.play(&position, mv).ok()?;
                moves.push(mv);
                Some((
                    position.colors().to_vec(),
                    moves.clone(),
                    game.result(&position),
                ))
            };
            let mut over = None;
            let mut state = color(0, 5);
            for arm in 1..=COLORS {
                // Where v has a colour already, Bob's plan is over.
                let Some((colors, moves, result)) = color(x(arm), arm) else {
                    break;
                };
                over = result;
                if over.is_some() {
                    break;
                }
                let (v, _) = rule.vertex(&game, &colors, &moves);
                let palette = rule.palette(v, COLORS as u8);
                state = palette.into_iter().find_map(|shade| color(v, shade));
                assert!(state.is_some());
            }
            assert!(state.is_some());
            assert_eq!(over.is_some(), loses, "{text}");
        }
        assert!(Options::read(Some("as-read")).is_err());
    }
}
