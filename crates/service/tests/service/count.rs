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
        let log10 = |n: u64| (n as f64).log10();
        let legal = counted.legal.unwrap();
        let legal = legal.playable + legal.over;
        assert!(legal >= seen.len() as u64, "{game}");
        for bound in counted.bounds {
            match bound.of.split(',').next().unwrap() {
                "Boards" => assert!(log10(legal) <= bound.log10, "{game}"),
                "Plays are at most" => assert!(log10(all) <= bound.log10, "{game}"),
                _ => {}
            }
        }
    }
}

/// P5 with three colours: what the report of 2013 counts, by hand.
#[test]
fn the_formulas_of_the_report_are_there() {
    let values = Values::new().with("colors", 3);
    let path = opened("coloring", "path:5", &values);
    let counted = Host::alone(|host| AskCount::default().answer(&path, host)).unwrap();
    let value = |of: &str| {
        let bound = counted.bounds.iter().find(|bound| bound.of.starts_with(of));
        10f64.powf(bound.unwrap().log10).round()
    };
    assert_eq!(value("Boards"), 1024.0);
    assert_eq!(value("Plays"), 243.0 * 120.0);
    // 3! · 3² · 5!, and 1 + 15 + … + 15^5.
    assert_eq!(value("With names"), 6480.0);
    assert_eq!(value("Nodes"), (0..=5).map(|i| 15f64.powi(i)).sum::<f64>());
    assert_eq!(value("Steps"), 375.0);
}

/// All boards and legal ones are columns of tests/data/edge_state_counts.csv.
#[test]
fn boards_of_the_edge_distinguishing_game_are_those_of_the_oracle() {
    for line in include_str!("../../../../tests/data/edge_state_counts.csv")
        .lines()
        .skip(1)
    {
        let mut words: Vec<&str> = line.rsplitn(8, ',').collect();
        words.reverse();
        let board = words[0].trim_matches('"');
        let number = |i: usize| words[i].parse::<u64>().unwrap();
        if board.contains(' ') || number(3) > 5000 {
            continue;
        }
        let values = Values::new().with("colors", number(1));
        let counted =
            Host::alone(|host| AskCount::default().answer(&opened("edge", board, &values), host));
        let counted = counted.unwrap();
        let legal = counted.legal.unwrap();
        assert_eq!(legal.playable + legal.over, number(3), "{line}");
        let all = 10f64.powf(counted.bounds[0].log10);
        assert!((all / number(2) as f64 - 1.0).abs() < 1e-9, "{line}");
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
    let plays = counted.bounds.iter().find(|b| b.of.starts_with("Plays"));
    assert!(about.log10() <= plays.unwrap().log10);
    assert!(error.unwrap() < 0.5);
    let token = opened("token", "arcs:0-1,1-0", &Values::new().with("start", "0"));
    let counted = Host::alone(|host| AskCount::default().answer(&token, host)).unwrap();
    assert_eq!(counted.plays, Count::Infinite);
}
