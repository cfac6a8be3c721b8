//! Threats against the rules: whatever the loser does after the line, one of them ends the game.

use outplay_board::Limits;
use outplay_engine::Outcome;
use outplay_service::{Ask, AskWhy, Host, Setup};
use serde_json::{from_value, json};

#[test]
fn one_of_the_threats_is_always_there() {
    let mut forks = 0;
    for setup in [
        json!({ "game": "coloring", "board": { "family": "grid:3x3" }, "colors": 3 }),
        json!({ "game": "coloring", "board": { "family": "petersen" }, "colors": 3 }),
        json!({ "game": "cycles", "board": { "family": "grid:2x4" } }),
    ] {
        let setup: Setup = from_value(setup).unwrap();
        let opened = setup.open(Limits::BOARD, &|| false).unwrap();
        let game = &*opened.game;
        for mv in game.legal_moves(&game.start()) {
            let asked = AskWhy {
                mv: json!(game.move_text(mv)),
                ..AskWhy::default()
            };
            let told = Host::alone(|host| asked.answer(&opened, host)).unwrap();
            if told.threats.is_empty() {
                continue;
            }
            forks += 1;
            let last = told.line.last().map_or(&told.judged.to, |ply| &ply.to);
            let at = game.parse_position(last).unwrap();
            let threats = told.threats.iter().map(|threat| &threat.text);
            let threats: Vec<_> = threats.map(|text| game.parse_move(text).unwrap()).collect();
            for answer in game.legal_moves(&at) {
                let next = game.apply(&at, answer);
                let ends = |&&threat: &&_| {
                    game.refusal(&next, threat).is_none()
                        && game.result(&game.apply(&next, threat)) == Some(Outcome::Lose)
                };
                let over = game.result(&next) == Some(Outcome::Win);
                assert!(
                    over || threats.iter().any(|t| ends(&t)),
                    "{} {last}",
                    asked.mv
                );
            }
        }
    }
    assert!(forks > 10);
}
