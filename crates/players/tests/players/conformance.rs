//! What every player keeps to, in every game.

use crate::common::{AsAny, RESOURCES, board, coloring, games, open};
use outplay_board::Board;
use outplay_engine::{Outcome, Player, Rng};
use outplay_games::{AnyGame, BoardKind, Side, Values, registry};
use outplay_players::{PLAYERS, Turn, prepare};
use std::sync::Arc;

/// The players as one would type them: without options, with small numbers.
fn typed() -> Vec<String> {
    let names = PLAYERS.iter().filter_map(|player| match player.name {
        "mcts" => Some("mcts:10"),
        "mcts-2013" => Some("mcts-2013:10"),
        // The same with many more.
        "hard" => None,
        name => Some(name),
    });
    names
        .chain(["perfect:positions=50"])
        .map(str::to_owned)
        .collect()
}

/// Small games of every kind.
fn setups() -> Vec<(&'static str, Arc<dyn AnyGame>)> {
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
                ("alice", "none"),
                ("bob", "none"),
                ("alice", "bob"),
                ("bob", "alice"),
            ] {
                let values = Values::new()
                    .with("colors", colors)
                    .with("first", first)
                    .with("pass", pass);
                setups.push(("coloring", open("coloring", board(name), &values)));
            }
        }
        let colors = Values::new().with("colors", 3);
        setups.push(("edge", open("edge", board(name), &colors)));
        setups.push((
            "node-kayles",
            open("node-kayles", board(name), &Values::new()),
        ));
        if name != "edges:0-1,2-3" {
            setups.push(("cycles", open("cycles", board(name), &Values::new())));
        }
    }
    for seed in 0..4 {
        let arcs = (0..12).map(|i| {
            let mut rng = Rng::new(100 * seed + i);
            (rng.below(7) as u32, rng.below(7) as u32)
        });
        let digraph = outplay_board::Digraph::new(7, arcs.collect()).unwrap();
        let start = Values::new().with("start", "0");
        let board = Board::directed(digraph);
        setups.push(("token", open("token", board, &start)));
    }
    let heaps = Values::new()
        .with("pebbles", vec![7, 5])
        .with("take", vec![1, 2]);
    setups.push(("subtraction", open("subtraction", board("path:1"), &heaps)));
    // And every game on the board that it shows to newcomers.
    for entry in registry::GAMES.iter() {
        let example = &entry.description.example;
        let board = match entry.description.board {
            BoardKind::None => registry::Entry::no_board(),
            _ => board(&example.board),
        };
        setups.push((entry.name(), open(entry.name(), board, &example.values)));
    }
    setups
}

/// Plays games in which one side is the player and the other moves at random: how many, or
/// why none.
fn plays(name: &str, game: &dyn AnyGame) -> Result<u32, String> {
    let prepared = prepare(name, game, RESOURCES).map_err(|error| error.message)?;
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
        while game.result(&position).is_none() && made.len() < 60 {
            let legal = game.legal_moves(&position);
            let mv = if mover == side {
                let choice = strategy.choose(Turn {
                    game,
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
            assert!(legal.contains(&mv), "{name}: {mv:?} in {position:?}");
            position = game.apply(&position, mv);
            made.push(mv);
            mover = mover.other();
        }
        played += 1;
    }
    Ok(played)
}

#[test]
fn every_player_makes_legal_moves_in_every_game() {
    let setups = setups();
    for name in typed() {
        let mut played = 0;
        for (game, opened) in &setups {
            match plays(&name, opened.any()) {
                Ok(games) => played += games,
                Err(message) => assert!(
                    *game != "coloring" && message.contains("game 'coloring'")
                        || message.contains("that is not planar"),
                    "{name} in {game}: {message}"
                ),
            }
        }
        assert!(played > 200, "{name}: {played} games");
    }
}

/// What the list says of players is what trying them shows.
#[test]
fn the_list_says_who_plays_what() {
    let mut opened: Vec<_> = setups().into_iter().map(|(_, game)| game).collect();
    let values = Values::new().with("colors", 3).with("first", "bob");
    opened.push(open("coloring", board("petersen"), &values));
    for game in &opened {
        let game = game.any();
        for player in PLAYERS {
            let prepared = prepare(player.example, game, RESOURCES);
            let takes = |side: usize| {
                let prepared = prepared.as_ref();
                prepared.is_ok_and(|prepared| prepared.plays(game.player(side)).is_ok())
            };
            let sides = [takes(0), takes(1)];
            // What it says of itself is true; strategies for planar boards refuse others.
            let plays_it = player
                .only_game()
                .is_none_or(|only| only == game.description().name);
            let said = [0, 1].map(|side| {
                let word = game.player_word(game.player(side));
                plays_it && player.only_side().is_none_or(|only| only == word)
            });
            let refused = player.is_strategy() && sides == [false; 2];
            assert!(sides == said || refused, "{}", player.name);
        }
    }
}

/// The same games on one thread and on two.
fn repeats(name: &str, game: &Arc<dyn AnyGame>) {
    if prepare(name, game.any(), RESOURCES).is_err() {
        return;
    }
    for (first, second) in [(name, "random"), ("random", name)] {
        let once = games(game, first, second, 3, 1);
        let again = games(game, first, second, 3, 2);
        for (a, b) in once.iter().zip(&again) {
            assert_eq!(
                (&a.moves, &a.remarks, a.winner),
                (&b.moves, &b.remarks, b.winner),
                "{first} against {second}"
            );
        }
    }
}

#[test]
fn games_can_be_repeated_on_any_number_of_threads() {
    let setups = setups();
    for name in typed() {
        for (_, game) in setups.iter().step_by(5) {
            repeats(&name, game);
        }
    }
    // Not everything is settled here, and what is not has to be the same as well.
    for (game, name, colors) in [
        ("coloring", "grid:4x4", Some(3)),
        ("edge", "path:12", Some(5)),
        ("cycles", "grid:3x4", None),
    ] {
        let mut values = Values::new();
        if let Some(colors) = colors {
            values.set("colors", colors);
        }
        repeats("perfect:positions=500", &open(game, board(name), &values));
    }
}

#[test]
fn a_match_between_bob_and_bob_ends() {
    let game = coloring("grid:3x3", 3, Side::Alice);
    for played in games(&game, "greedy-bob", "greedy-bob", 5, 2) {
        let game = game.any();
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
