//! Games under way and the reasons for moves, against the labels of all positions, for every
//! game of the registry.

use outplay_board::Limits;
use outplay_engine::{Budget, Outcome, Player, Rng};
use outplay_games::registry::GAMES;
use outplay_games::{Analysis, AnyGame, BoardKind, Effort, Method};
use outplay_players::Seat;
use outplay_service::session::{Session, opponent};
use outplay_service::{Ask, AskWhy, BoardText, Host, How, Opened, Source};

fn examples() -> Vec<Opened> {
    GAMES
        .iter()
        .map(|entry| {
            let example = &entry.description.example;
            let source = match entry.description.board {
                BoardKind::None => Source::none(),
                kind => {
                    let text = BoardText::family(&example.board);
                    text.read(Limits::BOARD, kind == BoardKind::Directed)
                        .unwrap()
                }
            };
            Opened::new(entry, source, &example.values, &|| false).unwrap()
        })
        .collect()
}

fn labelled(game: &dyn AnyGame) -> Box<dyn Analysis + '_> {
    let effort = Effort {
        method: Method::Labels,
        symmetry: false,
        ..Effort::default()
    };
    let labelled = game.analyse(&game.start(), &effort, &Budget::UNLIMITED);
    labelled.unwrap_or_else(|error| panic!("{error:?}"))
}

fn outcome(labels: &dyn Analysis, game: &dyn AnyGame, text: &str) -> Outcome {
    let position = game.parse_position(text).unwrap();
    labels.value(&position, &Budget::UNLIMITED).unwrap().outcome
}

/// The line after a move is legal, every move of the winner wins, and where it ends before the
/// game does, the loser loses with the next move.
#[test]
fn reasons_for_moves_hold_when_they_are_played() {
    let mut told = 0;
    for opened in examples() {
        let game = &*opened.game;
        let labels = labelled(game);
        for method in [Method::Labels, Method::Search] {
            if method == Method::Search && game.endless().is_some() {
                continue;
            }
            let how = How {
                method,
                no_symmetry: false,
            };
            let start = game.start();
            for mv in game.legal_moves(&start) {
                let text = game.move_text(mv);
                let asked = AskWhy {
                    mv: text.as_str().into(),
                    how,
                    ..AskWhy::default()
                };
                let found = Host::alone(|host| asked.answer(&opened, host));
                let found = found.unwrap_or_else(|error| panic!("{text}: {error}"));
                let mut position = game.apply(&start, mv);
                let value = labels.value(&position, &Budget::UNLIMITED).unwrap().outcome;
                let word = match value {
                    Outcome::Win => "lose",
                    Outcome::Lose => "win",
                    Outcome::Draw => "draw",
                };
                assert_eq!(found.judged.verdict.word(), word, "{text}");
                // Where who moves loses, the opponent is the winner, from here on.
                let mut loses = value == Outcome::Lose;
                for ply in &found.line {
                    let mv = game.parse_move(&ply.named.text).unwrap();
                    position = game.play(&position, mv).unwrap();
                    assert_eq!(game.position_text(&position), ply.to);
                    loses = !loses;
                    let expected = if loses { Outcome::Lose } else { Outcome::Win };
                    assert_eq!(outcome(&*labels, game, &ply.to), expected, "{found:?}");
                }
                if value == Outcome::Draw || !found.shown {
                    continue;
                }
                told += 1;
                if game.result(&position).is_none() {
                    let lost = |mv| {
                        let next = game.apply(&position, mv);
                        let mut answers = game.legal_moves(&next).into_iter();
                        game.result(&next) == Some(Outcome::Win)
                            || answers.any(|mv| {
                                game.result(&game.apply(&next, mv)) == Some(Outcome::Lose)
                            })
                    };
                    assert!(
                        game.legal_moves(&position).into_iter().all(lost),
                        "{found:?}"
                    );
                }
            }
        }
    }
    assert!(told > 100, "{told}");
}

#[test]
fn a_fork_is_said_in_words_of_the_game() {
    let board = BoardText::family("cycle:6");
    let source = board.read(Limits::BOARD, false).unwrap();
    let entry = outplay_games::registry::find("coloring").unwrap();
    let values = outplay_games::Values::new().with("colors", 2);
    let opened = Opened::new(entry, source, &values, &|| false).unwrap();
    let asked = AskWhy {
        mv: "0=1".into(),
        ..AskWhy::default()
    };
    let found = Host::alone(|host| asked.answer(&opened, host));
    let reason = found.unwrap().effort.reason.unwrap();
    // Bob colours at distance two with the other colour, and the vertex between is stuck.
    assert!(
        reason.starts_with("0=1 loses: Bob answers 2=2; vertex 1 has no colour left"),
        "{reason}"
    );
}

#[test]
fn moves_are_made_taken_back_and_answered() {
    for opened in examples() {
        let game = &*opened.game;
        let mut session = Session::new(&opened, None, How::default()).unwrap();
        assert!(!session.undo(1));
        let legal: Vec<String> = session.view().moves.into_iter().map(|m| m.text).collect();
        assert!(session.play("no such move at all").is_err());
        let first = session.play(&legal[0]).unwrap();
        assert_eq!(first.text, legal[0]);
        assert!(session.undo(1));
        assert_eq!(session.moves(), []);

        // The newcomer's side wins against anybody if it plays the best moves.
        let human = if session.starter() == Player::First {
            Player::First
        } else {
            Player::Second
        };
        let side = &game.description().example.side;
        let human = match game.player_word(human) == side.as_ref() {
            true => human,
            false => human.other(),
        };
        let over = Host::alone(|host| {
            let medium = opponent(&opened, "medium", host).unwrap();
            let mut seat = Seat::new(game, &*medium, human.other(), 1).unwrap();
            let mut rng = Rng::new(1);
            loop {
                if let Some(over) = session.view().over {
                    return over;
                }
                match session.mover() == human {
                    true => {
                        let best = session.judged(host).unwrap().remove(0);
                        session.play(&best.named.text).unwrap();
                    }
                    false => {
                        session.reply(&mut seat, &mut rng, host).unwrap();
                    }
                }
            }
        });
        assert_eq!(
            over.winner.as_deref(),
            Some(side.as_ref()),
            "{}",
            opened.name
        );
    }
}
