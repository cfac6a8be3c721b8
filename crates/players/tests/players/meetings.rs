//! Several players in one event, and a player at a board with a person.

use crate::common::{AsAny, RESOURCES, board, coloring, open, player};
use outplay_engine::Player;
use outplay_games::coloring::Side;
use outplay_games::{AnyGame, Values};
use outplay_players::{Event, Met, NO_CLOCK, Seat, Tally};

fn hold(
    game: &dyn AnyGame,
    players: &[&str],
    pairs: &[(usize, usize)],
) -> Result<Vec<Met>, String> {
    let event = Event {
        game,
        board: &board("path:4"),
        board_name: "path:4",
        start: None,
        players,
        pairs,
        games: 20,
        seed: 1,
        longest: 100,
        threads: 2,
        clock: NO_CLOCK,
        history: None,
        resources: RESOURCES,
    };
    let mut seen = 0;
    let met = event.hold(&mut |_| seen += 1);
    let met = met.map_err(|error| error.to_string())?;
    assert_eq!(seen, 20 * met.len());
    Ok(met)
}

/// On P4 with 2 colours the side that does not start wins.
#[test]
fn pairs_are_seated_as_the_game_lists_its_sides() {
    for (first, alice) in [(Side::Alice, Player::First), (Side::Bob, Player::Second)] {
        let game = coloring("path:4", 2, first);
        let met = hold(game.any(), &["perfect", "random"], &[(0, 1), (1, 0)]).unwrap();
        let won = |met: &Met, side: usize| {
            let seat = usize::from(met.sides[side] == Player::Second);
            met.tally.wins[seat]
        };
        assert!(met.iter().all(|met| met.sides == [alice, alice.other()]));
        // Perfect is Alice in the first pair and Bob in the second.
        let winner = usize::from(first == Side::Alice);
        assert_eq!(won(&met[winner], winner), 20);
        assert_eq!(met[0].tally.time, Tally::default().time);
    }
}

#[test]
fn players_of_one_side_are_left_out_of_the_others() {
    let game = coloring("path:4", 3, Side::Alice);
    let met = hold(game.any(), &["s1", "random"], &[(0, 1), (1, 0)]).unwrap();
    assert_eq!(met.iter().map(|met| met.pair).collect::<Vec<_>>(), [(0, 1)]);
    let refused = hold(game.any(), &["s1", "random"], &[(1, 0)]).unwrap_err();
    assert!(refused.contains("player 's1' for Bob"), "{refused}");
    let kayles = open("node-kayles", board("path:4"), &Values::new());
    let refused = hold(kayles.any(), &["s1", "random"], &[(0, 1)]).unwrap_err();
    assert!(refused.contains("the game 'coloring'"), "{refused}");
}

#[test]
fn a_seat_follows_the_moves_and_refuses_what_is_no_game() {
    let colored = coloring("path:4", 3, Side::Alice);
    let game = colored.any();
    let perfect = player("perfect", &colored);
    let mut seat = Seat::new(game, &*perfect, Player::Second, 1).unwrap();
    assert_eq!(seat.remarks(), perfect.remarks());
    let start = game.start();
    let legal = game.legal_moves(&start);
    // One move after another, then the first one taken back.
    for moves in [&legal[..1], &legal[1..2]] {
        let choice = seat.choose(&start, moves, &|| false).unwrap().unwrap();
        let position = game.play(&start, moves[0]).unwrap();
        assert_eq!(game.refusal(&position, choice.mv), None);
    }
    let error = seat
        .choose(&start, &[legal[0], legal[0]], &|| false)
        .unwrap_err();
    assert!(error.message.contains("has colour 1 already"), "{error}");
    let full = game.parse_position("1,2,1,2").unwrap();
    let error = seat.choose(&full, &[], &|| false).unwrap_err();
    assert_eq!(error.message, "the game is over");
    let mut stopped = Seat::new(game, &*perfect, Player::First, 1).unwrap();
    assert_eq!(stopped.choose(&start, &[], &|| true), Ok(None));
    let alice = player("s1", &colored);
    assert!(Seat::new(game, &*alice, Player::Second, 1).is_err());
}
