//! `s3`: activation on an order with few loose backward neighbours (Kierstead).
//!
//! In an order that shows col₂, every vertex has at most t = col₂ − 1 loose backward
//! neighbours, its backward neighbours among them. With what activation keeps (see
//! there), an uncoloured vertex has at most t + 2t = 3·col₂ − 3 coloured neighbours
//! after a move of Alice's and 3·col₂ − 2 after Bob's next move. So 3·col₂ − 1 colours
//! suffice, whichever free colour Alice takes.

use super::activation::Activation;
use super::{Order, Promising, number_text, sought};
use outplay_board::numbers;
use outplay_games::Coloring;

pub(super) fn prepare(game: &Coloring, stop: &dyn Fn() -> bool) -> Promising<Activation> {
    let col2 = sought(numbers::col2, game.graph(), stop);
    let order = Order::new(col2.witness.clone());
    Promising {
        colors: col2.upper.saturating_mul(3).saturating_sub(1),
        made_of: vec![number_text("col₂", &col2), order.text(game)],
        rule: Activation { order },
    }
}
