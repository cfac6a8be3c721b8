//! What the tests of the players share.

use outplay_board::{Board, Limits, families};
use outplay_engine::{Game, Player, Rng};
use outplay_games::coloring::{Coloring, Pass, Side};
use outplay_games::registry::Registered;
use outplay_players::{Choice, Match, Played, Prepared, Resources, Strategy, Turn, prepare};

pub(crate) const RESOURCES: Resources<'static> = Resources::new(256 << 20, &|| false);

pub(crate) fn board(name: &str) -> Board {
    families::board(name, Limits::BOARD).unwrap_or_else(|error| panic!("{name}: {error}"))
}

pub(crate) fn data(file: &str) -> String {
    let path = format!("{}/../../tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The rows of a CSV file without its header; a board's name may be quoted.
pub(crate) fn rows(file: &str) -> Vec<Vec<String>> {
    let lines = data(file);
    let lines = lines.lines().skip(1).filter(|line| !line.starts_with('#'));
    lines
        .map(|line| match line.strip_prefix('"') {
            Some(rest) => {
                let (name, rest) = rest.split_once("\",").expect("a closing quote");
                let rest = rest.split(',').map(str::to_owned);
                std::iter::once(name.to_owned()).chain(rest).collect()
            }
            None => line.split(',').map(str::to_owned).collect(),
        })
        .collect()
}

pub(crate) fn coloring(name: &str, colors: u32, first: Side) -> Coloring {
    Coloring::new(&board(name), colors, first, Pass::None).unwrap()
}

pub(crate) fn player<'a, G: Registered>(name: &str, game: &'a G) -> Box<dyn Prepared<G> + 'a> {
    prepare(name, game, RESOURCES).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What a player chooses in a position that `moves` led to.
pub(crate) fn choose<G: Game>(
    strategy: &mut dyn Strategy<G>,
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
    rng: &mut Rng,
) -> Choice<G::Move> {
    let turn = Turn {
        game,
        position,
        mover: game.to_move(position),
        moves,
        rng,
        stop: &|| false,
    };
    strategy.choose(turn).expect("nobody asked to stop")
}

/// Games of a match between two players, from the start.
pub(crate) fn games<G: Registered>(
    game: &G,
    first: &str,
    second: &str,
    count: u64,
    threads: usize,
) -> Vec<Played<G::Move>> {
    let players = [player(first, game), player(second, game)];
    let meeting = Match {
        game,
        start: game.start(),
        first: players[0].as_ref(),
        second: players[1].as_ref(),
        seed: 7,
        longest: 2000,
        threads,
        stop: &|| false,
    };
    let mut played = Vec::new();
    assert!(meeting.play(0..count, |game| played.push(game)));
    played
}

/// Who wins every game of a match of the colouring game.
pub(crate) fn winners(game: &Coloring, alice: &str, bob: &str, count: u64) -> Vec<Side> {
    let (first, second) = match game.first() {
        Side::Alice => (alice, bob),
        Side::Bob => (bob, alice),
    };
    games(game, first, second, count, 2)
        .iter()
        .map(|played| game.side(played.winner.expect("no draws here")))
        .collect()
}

pub(crate) fn alice(game: &Coloring) -> Player {
    match game.first() {
        Side::Alice => Player::First,
        Side::Bob => Player::Second,
    }
}
