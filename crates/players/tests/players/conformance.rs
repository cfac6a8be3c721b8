//! What every player keeps to, in every game.

use crate::common::{RESOURCES, board, games};
use outplay_board::Board;
use outplay_engine::{Outcome, Player, Rng};
use outplay_games::registry::{self, Options, Registered, Visitor};
use outplay_games::{Pass, Side};
use outplay_players::{PLAYERS, Turn, prepare};

/// The players as one would type them: without options, with small numbers.
fn typed() -> Vec<String> {
    let names = PLAYERS.iter().map(|&(name, _)| {
        let name = name.split('[').next().unwrap();
        match name.split_once(':') {
            Some((name, _)) => format!("{name}:10"),
            None => name.to_owned(),
        }
    });
    names.chain(["perfect:positions=50".to_owned()]).collect()
}

/// Small games of every kind.
fn setups() -> Vec<(&'static str, Board, Options)> {
    let mut setups = Vec::new();
    for name in [
        "path:4",
        "cycle:5",
        "star:4",
        "complete:4",
        "grid:2x3",
        "edges:0-1,2-3",
    ] {
        for colors in [2, 3, 4] {
            for (first, pass) in [
                (Side::Alice, Pass::None),
                (Side::Bob, Pass::None),
                (Side::Alice, Pass::Bob),
                (Side::Bob, Pass::Alice),
            ] {
                let options = Options {
                    colors: Some(colors),
                    first: Some(first),
                    pass,
                    ..Options::default()
                };
                setups.push(("coloring", board(name), options));
            }
        }
        let colors = Options {
            colors: Some(3),
            ..Options::default()
        };
        setups.push(("edge", board(name), colors));
        if name != "edges:0-1,2-3" {
            setups.push(("cycles", board(name), Options::default()));
        }
    }
    for seed in 0..4 {
        let arcs = (0..12).map(|i| {
            let mut rng = Rng::new(100 * seed + i);
            (rng.below(7) as u32, rng.below(7) as u32)
        });
        let digraph = outplay_board::Digraph::new(7, arcs.collect()).unwrap();
        let start = Options {
            start: Some("0".to_owned()),
            ..Options::default()
        };
        setups.push(("token", Board::directed(digraph), start));
    }
    let heaps = Options {
        pebbles: vec![7, 5],
        take: vec![1, 2],
        ..Options::default()
    };
    setups.push(("subtraction", board("path:1"), heaps));
    setups
}

/// Plays games in which one side is the player and the other moves at random.
struct Plays<'a>(&'a str);

impl Visitor for Plays<'_> {
    /// In how many games, or why none.
    type Output = Result<u32, String>;

    fn visit<G: Registered>(self, game: G) -> Self::Output {
        let prepared = prepare(self.0, &game, RESOURCES).map_err(|error| error.message)?;
        let sides = [Player::First, Player::Second];
        let sides = sides.into_iter().filter(|&s| prepared.plays(s).is_ok());
        let mut played = 0;
        let mut strategy = prepared.strategy();
        for (seed, side) in sides.flat_map(|side| (0..6).map(move |seed| (seed, side))) {
            let mut rng = Rng::new(seed);
            let mut position = game.start();
            let mut mover = game.to_move(&position);
            let mut made = Vec::new();
            strategy.begin();
            let mut legal = Vec::new();
            while game.result(&position).is_none() && made.len() < 60 {
                legal.clear();
                game.moves(&position, &mut legal);
                let mv = if mover == side {
                    let choice = strategy.choose(Turn {
                        game: &game,
                        position: &position,
                        mover,
                        moves: &made,
                        rng: &mut rng,
                        stop: &|| false,
                    });
                    choice.expect("nobody asked to stop").mv
                } else {
                    legal[rng.below(legal.len())]
                };
                assert!(legal.contains(&mv), "{}: {mv:?} in {position:?}", self.0);
                position = game.apply(&position, mv);
                made.push(mv);
                mover = mover.other();
            }
            played += 1;
        }
        Ok(played)
    }
}

#[test]
fn every_player_makes_legal_moves_in_every_game() {
    for name in typed() {
        let mut played = 0;
        for (game, board, options) in setups() {
            match registry::visit(game, &board, &options, Plays(&name)).unwrap() {
                Ok(games) => played += games,
                Err(message) => assert!(
                    game != "coloring" && message.contains("game 'coloring'"),
                    "{name} in {game}: {message}"
                ),
            }
        }
        assert!(played > 200, "{name}: {played} games");
    }
}

/// The same games on one thread and on two.
struct Repeats<'a>(&'a str);

impl Visitor for Repeats<'_> {
    type Output = ();

    fn visit<G: Registered>(self, game: G) {
        if prepare(self.0, &game, RESOURCES).is_err() {
            return;
        }
        for (first, second) in [(self.0, "random"), ("random", self.0)] {
            let once = games(&game, first, second, 3, 1);
            let again = games(&game, first, second, 3, 2);
            for (a, b) in once.iter().zip(&again) {
                assert_eq!(
                    (&a.moves, &a.remarks, a.winner),
                    (&b.moves, &b.remarks, b.winner),
                    "{first} against {second}"
                );
            }
        }
    }
}

#[test]
fn games_can_be_repeated_on_any_number_of_threads() {
    for name in typed() {
        for (game, board, options) in setups().into_iter().step_by(5) {
            registry::visit(game, &board, &options, Repeats(&name)).unwrap();
        }
    }
    // Not everything is settled here, and what is not has to be the same as well.
    for (game, name, colors) in [
        ("coloring", "grid:4x4", Some(3)),
        ("edge", "path:12", Some(5)),
        ("cycles", "grid:3x4", None),
    ] {
        let options = Options {
            colors,
            ..Options::default()
        };
        let player = Repeats("perfect:positions=500");
        registry::visit(game, &board(name), &options, player).unwrap();
    }
}

#[test]
fn a_match_between_bob_and_bob_ends() {
    let options = Options {
        colors: Some(3),
        ..Options::default()
    };
    struct Ends;
    impl Visitor for Ends {
        type Output = ();
        fn visit<G: Registered>(self, game: G) {
            for played in games(&game, "greedy-bob", "greedy-bob", 5, 2) {
                let end = played
                    .moves
                    .iter()
                    .fold(game.start(), |position, &mv| game.apply(&position, mv));
                assert!(matches!(
                    game.result(&end),
                    Some(Outcome::Win | Outcome::Lose)
                ));
            }
        }
    }
    registry::visit("coloring", &board("grid:3x3"), &options, Ends).unwrap();
}
