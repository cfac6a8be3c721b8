//! What the tests of the players share.

use outplay_board::{Board, Limits, families};
use outplay_engine::{Player, Rng};
use outplay_games::coloring::{self, Coloring, Pass, Side};
use outplay_games::{AnyGame, AnyMove, AnyPosition, Values, any, registry};
use outplay_players::{
    Choice, Match, NO_CLOCK, Played, Prepared, Resources, Strategy, Turn, prepare,
};
use std::ops::Deref;
use std::sync::Arc;

pub(crate) const RESOURCES: Resources<'static> = Resources::new(256 << 20, &|| false);

/// A game as players see it.
pub(crate) trait AsAny {
    fn any(&self) -> &dyn AnyGame;
}

impl AsAny for Arc<dyn AnyGame> {
    fn any(&self) -> &dyn AnyGame {
        &**self
    }
}

/// The colouring game, by its type and as players see it.
pub(crate) struct Colored(Arc<dyn AnyGame>);

impl Colored {
    pub(crate) fn new(board: &Board, colors: u32, first: Side, pass: Pass) -> Self {
        Self(any(Coloring::new(board, colors, first, pass).unwrap()))
    }
}

impl AsAny for Colored {
    fn any(&self) -> &dyn AnyGame {
        &*self.0
    }
}

impl Deref for Colored {
    type Target = Coloring;

    fn deref(&self) -> &Coloring {
        self.0.typed().downcast_ref().expect("the colouring game")
    }
}

/// A game of the registry.
pub(crate) fn open(game: &str, board: Board, values: &Values) -> Arc<dyn AnyGame> {
    let entry = registry::find(game).unwrap();
    let opened = entry.open(board, false, values, &|| false);
    opened
        .unwrap_or_else(|error| panic!("{game}: {error}"))
        .game
}

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

pub(crate) fn coloring(name: &str, colors: u32, first: Side) -> Colored {
    Colored::new(&board(name), colors, first, Pass::None)
}

pub(crate) fn player<'a>(name: &str, game: &'a impl AsAny) -> Box<dyn Prepared + 'a> {
    prepare(name, game.any(), RESOURCES).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What a player chooses in a position that `moves` led to.
pub(crate) fn choose(
    strategy: &mut dyn Strategy,
    game: &impl AsAny,
    position: &AnyPosition,
    moves: &[AnyMove],
    rng: &mut Rng,
) -> Choice {
    let game = game.any();
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

/// The same in the colouring game, by its types.
pub(crate) fn choose_color(
    strategy: &mut dyn Strategy,
    game: &Colored,
    position: &coloring::Position,
    moves: &[coloring::Move],
    rng: &mut Rng,
) -> coloring::Move {
    let position = AnyPosition::new(position.clone());
    let moves: Vec<AnyMove> = moves.iter().map(|&mv| AnyMove::new(mv)).collect();
    let choice = choose(strategy, game, &position, &moves, rng);
    assert_eq!(choice.remark, None);
    choice.mv.get()
}

/// Games of a match between two players, from the start.
pub(crate) fn games(
    game: &impl AsAny,
    first: &str,
    second: &str,
    count: u64,
    threads: usize,
) -> Vec<Played> {
    let players = [player(first, game), player(second, game)];
    let game = game.any();
    let meeting = Match {
        game,
        start: game.start(),
        first: players[0].as_ref(),
        second: players[1].as_ref(),
        seed: 7,
        longest: 2000,
        threads,
        clock: NO_CLOCK,
        stop: &|| false,
    };
    let mut played = Vec::new();
    assert!(meeting.play(0..count, |game| played.push(game)));
    played
}

/// Who wins every game of a match of the colouring game.
pub(crate) fn winners(game: &Colored, alice: &str, bob: &str, count: u64) -> Vec<Side> {
    let (first, second) = match game.side(outplay_engine::Player::First) {
        Side::Alice => (alice, bob),
        Side::Bob => (bob, alice),
    };
    games(game, first, second, count, 2)
        .iter()
        .map(|played| game.side(played.winner.expect("no draws here")))
        .collect()
}

pub(crate) fn alice(game: &Coloring) -> Player {
    match game.side(outplay_engine::Player::First) {
        Side::Alice => Player::First,
        Side::Bob => Player::Second,
    }
}
