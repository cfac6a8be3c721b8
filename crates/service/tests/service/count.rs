//! Positions and plays, against plain recursion over all plays.

use outplay_board::Limits;
use outplay_games::{AnyGame, AnyPosition, Values, registry};
use outplay_service::{Ask, AskCount, BoardText, Count, Host, Opened};
use std::collections::HashSet;

fn opened(game: &str, board: &str, values: &Values) -> Opened {
    let entry = registry::find(game).unwrap();
    let source = BoardText::family(board).read(Limits::BOARD, false).unwrap();
    Opened::new(entry, source, values, &|| false).unwrap()
}

/// Every play to its end, one by one.
fn plays(game: &dyn AnyGame, at: &AnyPosition, seen: &mut HashSet<String>) -> u64 {
    seen.insert(game.position_text(at));
    if game.result(at).is_some() {
        return 1;
    }
    let moves = game.legal_moves(at).into_iter();
    moves.map(|mv| plays(game, &game.apply(at, mv), seen)).sum()
}

#[test]
fn small_games_are_counted_exactly() {
    for (game, board, colors) in [
        ("coloring", "path:4", Some(3)),
        ("coloring", "cycle:4", Some(2)),
        ("edge", "path:4", Some(2)),
        ("node-kayles", "grid:2x3", None),
        ("col", "path:4", None),
        ("cycles", "cycle:4", None),
    ] {
        let values = colors.map_or_else(Values::new, |k| Values::new().with("colors", k));
        let opened = opened(game, board, &values);
        let counted = Host::alone(|host| AskCount::default().answer(&opened, host)).unwrap();
        let mut seen = HashSet::new();
        let all = plays(&*opened.game, &opened.game.start(), &mut seen);
        assert_eq!(counted.plays, Count::Exact(all.to_string()), "{game}");
        assert_eq!(
            counted.positions,
            Count::Exact(seen.len().to_string()),
            "{game}"
        );
        if let Some(bound) = counted.bound {
            assert!((all as f64).log10() <= bound.log10, "{game}");
        }
    }
}

#[test]
fn large_games_are_estimated_and_endless_ones_are_infinite() {
    let values = Values::new().with("colors", 4);
    let large = opened("coloring", "grid:5x5", &values);
    let counted = Host::alone(|host| AskCount::default().answer(&large, host)).unwrap();
    let Count::Estimated { about, error } = counted.plays else {
        panic!("{counted:?}");
    };
    assert!(about.log10() <= counted.bound.unwrap().log10);
    assert!(error.unwrap() < 0.5);
    let token = opened("token", "arcs:0-1,1-0", &Values::new().with("start", "0"));
    let counted = Host::alone(|host| AskCount::default().answer(&token, host)).unwrap();
    assert_eq!(counted.plays, Count::Infinite);
}
