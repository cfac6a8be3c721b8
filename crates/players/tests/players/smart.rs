//! `smart` learns, and the games of a match go to a history and come back.

use outplay_board::{Board, InputError, Limits, families};
use outplay_engine::{Outcome, Player};
use outplay_games::{
    AnyGame, AnyMove, AnyPosition, Coloring, Cycles, Pass, Side, Subtraction, Token, Values, any,
    registry,
};
use outplay_players::history::{History, Occasion, Record, board_of, setup_of, values_of};
use outplay_players::{
    Lesson, Match, NO_CLOCK, Past, Played, Point, Prepared, Resources, learning_curve, prepare,
};
use std::path::Path;
use std::sync::Arc;

const GO_ON: &(dyn Fn() -> bool + Sync) = &|| false;
const NOTHING: Resources<'static> = Resources {
    memory: 1 << 24,
    stop: GO_ON,
    past: None,
};

fn board(name: &str) -> Board {
    families::board(name, Limits::BOARD).unwrap()
}

fn coloring(name: &str, colors: u32) -> Arc<dyn AnyGame> {
    any(Coloring::new(&board(name), colors, Side::Alice, Pass::None).unwrap())
}

/// Every legal position can be won by the player to move or not; the ten-line judge.
fn wins(game: &dyn AnyGame, position: &AnyPosition) -> bool {
    match game.result(position) {
        Some(result) => result == Outcome::Win,
        None => {
            let mut moves = game.legal_moves(position).into_iter();
            moves.any(|mv| !wins(game, &game.apply(position, mv)))
        }
    }
}

struct Asked<'a> {
    players: [&'a str; 2],
    games: u64,
    seed: u64,
    threads: usize,
    /// A file to record to, which players that name none also read.
    history: Option<&'a Path>,
}

fn play(game: &dyn AnyGame, board: &Board, asked: &Asked<'_>) -> Vec<Played> {
    let setup = setup_of(game, board).unwrap();
    let history = asked.history.map(|path| History::open(path).unwrap());
    let file = asked.history.map(|path| path.to_str().unwrap());
    let resources = Resources {
        past: Some(Past { board, file }),
        ..NOTHING
    };
    let [first, second] = asked
        .players
        .map(|name| prepare(name, game, resources).unwrap());
    let meeting = Match {
        game,
        start: game.start(),
        first: &*first,
        second: &*second,
        seed: asked.seed,
        longest: 50,
        threads: asked.threads,
        clock: NO_CLOCK,
        stop: GO_ON,
    };
    let mut games = Vec::new();
    assert!(meeting.play(0..asked.games, |played| games.push(played)));
    if let Some(history) = &history {
        let mut record = Record::new(
            history,
            &setup,
            Occasion {
                game,
                start: &meeting.start,
                seed: asked.seed,
                board: "the board",
                players: asked.players,
            },
        );
        games.iter().for_each(|played| record.add(played).unwrap());
        assert_eq!(record.finish().unwrap(), asked.games);
    }
    games
}

fn moves(games: &[Played]) -> Vec<Vec<AnyMove>> {
    games.iter().map(|played| played.moves.clone()).collect()
}

#[test]
fn the_same_games_by_seed_on_any_number_of_threads() {
    let game = coloring("grid:2x4", 3);
    let asked = |players, seed, threads| Asked {
        players,
        games: 150,
        seed,
        threads,
        history: None,
    };
    let board = board("grid:2x4");
    for players in [
        ["smart", "smart"],
        ["random", "smart"],
        ["smart:,explore=0", "pseudo-smart"],
    ] {
        let one = moves(&play(&*game, &board, &asked(players, 5, 1)));
        for threads in [2, 7] {
            assert_eq!(
                one,
                moves(&play(&*game, &board, &asked(players, 5, threads)))
            );
        }
        assert_ne!(one, moves(&play(&*game, &board, &asked(players, 6, 1))));
        // A longer match begins with the games of a shorter one.
        let mut longer = asked(players, 5, 2);
        longer.games = 170;
        assert_eq!(one[..], moves(&play(&*game, &board, &longer))[..150]);
    }
}

fn against_itself<'a>(
    game: &'a dyn AnyGame,
    player: &'a dyn Prepared,
    threads: usize,
) -> Match<'a> {
    Match {
        game,
        start: game.start(),
        first: player,
        second: player,
        seed: 3,
        longest: 100,
        threads,
        clock: NO_CLOCK,
        stop: GO_ON,
    }
}

fn curve(game: &dyn AnyGame, side: Player, opponent: &str, threads: usize) -> Vec<Point> {
    let opponent = prepare(opponent, game, NOTHING).unwrap();
    let points = learning_curve(&Lesson {
        against: against_itself(game, &*opponent, threads),
        side,
        checkpoints: &[0, 100, 1000, 3000],
        examination: 1000,
        explore: 0.5,
        memory: 1 << 24,
    });
    assert_eq!(points.len(), 4);
    points
}

#[test]
fn smart_learns_to_win_what_can_be_won() {
    // Bob wins on the 6-cycle with 2 colours and on the 2×4 grid with 3 (χ_g is 3 and 4).
    for (name, colors) in [("cycle:6", 2), ("grid:2x4", 3)] {
        let game = coloring(name, colors);
        assert!(
            !wins(&*game, &game.start()),
            "the judge agrees that Bob wins"
        );
        for opponent in ["random", "pseudo-smart"] {
            let points = curve(&*game, Player::Second, opponent, 2);
            let won: Vec<u64> = points.iter().map(|point| point.tally.wins[1]).collect();
            assert!(won[0] < 600, "{name} {opponent} {won:?}");
            assert!(won[1] > won[0] + 100, "{name} {opponent} {won:?}");
            assert!(won[3] >= 950, "{name} {opponent} {won:?}");
            assert!(points.iter().all(|point| point.tally.games == 1000));
        }
    }
    // Even where Bob could win, Alice learns to profit from weak ones.
    let points = curve(&*coloring("grid:2x4", 3), Player::First, "random", 2);
    assert!(points[3].tally.wins[0] > points[0].tally.wins[0] + 100);
}

/// A share of wins counted against a move what was tried behind it: after 1,000 games it won 55 %
/// against an opponent whom it had beaten always after 100.
#[test]
fn more_games_made_smart_worse() {
    let game = coloring("grid:2x3", 3);
    let won = |opponent| -> Vec<u64> {
        let points = curve(&*game, Player::Second, opponent, 2);
        points.iter().map(|point| point.tally.wins[1]).collect()
    };
    assert_eq!(won("pseudo-smart")[1..], [1000; 3]);
    assert!(won("random").is_sorted(), "{:?}", won("random"));
}

/// After 3,000 random games on a board where Alice can win them all, it won 74 % against a perfect
/// Bob: it took the average of what random play made of a move.
#[test]
fn random_games_teach_what_they_show() {
    let (game, board) = (coloring("southeast-us", 4), board("southeast-us"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let asked = |players, games, history| Asked {
        players,
        games,
        seed: 1,
        threads: 2,
        history,
    };
    play(
        &*game,
        &board,
        &asked(["random", "random"], 3000, Some(&path)),
    );
    let named = format!("smart:{},explore=0", path.display());
    let played = play(&*game, &board, &asked([&named, "perfect"], 200, None));
    let won = played
        .iter()
        .filter(|p| p.winner == Some(Player::First))
        .count();
    assert!(won >= 180, "{won} of 200");
}

#[test]
fn a_learning_curve_can_be_repeated() {
    let game = coloring("cycle:6", 2);
    let counts = |threads| -> Vec<_> {
        let points = curve(&*game, Player::Second, "random", threads);
        let row = points.into_iter();
        row.map(|p| (p.games, p.positions, p.tally.wins, p.tally.moves))
            .collect()
    };
    let one = counts(1);
    assert_eq!(one, counts(3));
    assert_eq!(
        one.iter().map(|row| row.0).collect::<Vec<_>>(),
        [0, 100, 1000, 3000]
    );
    assert_eq!(one[0].1, 0);
}

#[test]
fn smart_knows_what_others_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let game = coloring("grid:2x4", 3);
    let board = board("grid:2x4");
    let asked = |players, games, history| Asked {
        players,
        games,
        seed: 9,
        threads: 2,
        history,
    };
    let share = |games: &[Played]| {
        games
            .iter()
            .filter(|played| played.winner == Some(Player::Second))
            .count()
    };
    let fresh = share(&play(
        &*game,
        &board,
        &asked(["random", "smart:,explore=0"], 32, None),
    ));
    play(
        &*game,
        &board,
        &asked(["random", "random"], 2000, Some(&path)),
    );
    let named = format!("smart:{},explore=0", path.display());
    let taught = share(&play(&*game, &board, &asked(["random", &named], 32, None)));
    assert!(
        taught >= fresh + 8 && taught >= 24,
        "{fresh} then {taught} of 32"
    );
    // The same file, given by the caller.
    let again = share(&play(
        &*game,
        &board,
        &asked(["random", "smart:,explore=0"], 32, Some(&path)),
    ));
    assert_eq!(taught, again);
}

fn open(game: &str, board: Board, values: &Values) -> registry::Opened {
    let entry = registry::find(game).unwrap();
    entry.open(board, false, values, &|| false).unwrap()
}

/// Records games of any kind and replays them from the text of the history alone.
fn replays(opened: &registry::Opened, name: &str) {
    let (game, board) = (&*opened.game, &opened.board);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let asked = Asked {
        players: ["smart", "random"],
        games: 40,
        seed: 4,
        threads: 2,
        history: Some(&path),
    };
    let games = play(game, board, &asked);
    let history = History::open_existing(&path).unwrap();
    for (played, id) in games.iter().zip(1..) {
        let logged = history.game(id).unwrap();
        assert_eq!(logged.setup, setup_of(game, board).unwrap());
        for name in [name, "some file"] {
            let found = board_of(&logged.setup, name).unwrap();
            assert_eq!(found.shape, board.shape, "{name}");
            let values = values_of(&logged.setup).unwrap();
            let again = open(&logged.setup.game, found, &values);
            let (again, board) = (&*again.game, &again.board);
            assert_eq!(setup_of(again, board).unwrap(), logged.setup);
            let mut position = again.parse_position(&logged.start).unwrap();
            let mut mover = again.to_move(&position);
            let logged_moves = logged.moves_in(again, board).unwrap();
            for (mv, logged) in played.moves.iter().zip(&logged_moves) {
                assert_eq!(logged.mv, game.move_text(*mv));
                assert_eq!(logged.mover, game.player_word(mover));
                assert_eq!(logged.position, again.position_text(&position));
                let mv = again.parse_move(&logged.mv).unwrap();
                position = again.play(&position, mv).unwrap();
                assert_eq!(logged.child, again.position_text(&position));
                mover = mover.other();
            }
            let over = again.result(&position);
            let winner = match over {
                Some(Outcome::Win) => Some(mover),
                Some(Outcome::Lose) => Some(mover.other()),
                _ => None,
            };
            assert_eq!(
                logged.winner.as_deref(),
                winner.map(|p| game.player_word(p))
            );
            assert_eq!(logged.moves.len(), played.moves.len());
        }
        let replay = logged.replay().unwrap();
        assert_eq!(replay.moves, played.moves);
        assert_eq!(replay.board.shape, board.shape);
        assert_eq!(replay.positions[0], replay.game.start());
        assert_eq!(replay.positions.len(), replay.moves.len() + 1);
    }
}

#[test]
fn every_game_can_be_replayed_from_its_history() {
    let none = Values::new();
    let colors = Values::new().with("colors", 3);
    let passing = colors.clone().with("first", "bob").with("pass", "alice");
    let start = Values::new().with("start", "0");
    let heaps = Values::new()
        .with("pebbles", vec![5, 7])
        .with("take", vec![1, 2]);
    for (game, name, values) in [
        ("coloring", "grid:2x3", &colors),
        ("coloring", "grid:2x3", &passing),
        ("coloring", "southeast-us", &colors),
        ("coloring", "path:70", &colors),
        ("edge", "cycle:6", &colors),
        ("cycles", "wheel:4", &none),
        ("cycles", "grid:2x3", &none),
        ("token", "grid:2x2", &start),
        ("subtraction", "path:1", &heaps),
        ("node-kayles", "grid:2x3", &none),
    ] {
        let board = match game {
            "subtraction" => Board::undirected(outplay_board::Graph::new(0, []).unwrap()),
            _ => board(name),
        };
        replays(&open(game, board, values), name);
    }
    // A digraph with named vertices; where play can go on for ever, games are drawn.
    let arcs = "digraph { left -> right; right -> left; right -> right; left -> end }";
    let format = outplay_board::formats::Format::Dot;
    let mut boards = outplay_board::formats::Boards::new(arcs.as_bytes(), format, Limits::BOARD);
    let board = boards.next().unwrap().unwrap();
    let start = Values::new().with("start", "left");
    replays(&open("token", board, &start), "loops.dot");
}

#[test]
fn boards_that_play_differently_are_kept_apart() {
    let text = |game: &dyn AnyGame, board: &Board| setup_of(game, board).unwrap().graph;
    let grid = board("grid:2x3");
    let plain = setup_of(&*coloring("grid:2x3", 3), &grid).unwrap();
    // 2×3 grid in graph6, by nauty's amtog: vertices 0 to 5 row by row.
    assert_eq!(plain.graph, "EkSg");
    assert_ne!(plain, setup_of(&*coloring("grid:2x3", 4), &grid).unwrap());
    let cycles = any(Cycles::new(&grid).unwrap());
    assert!(
        text(&*cycles, &grid).contains('\n'),
        "a table with a row a vertex"
    );
    let heaps = any(Subtraction::new(vec![5], vec![1, 2]).unwrap());
    assert_eq!(setup_of(&*heaps, &grid).unwrap().graph, "");
    let large = Board::directed(outplay_board::Digraph::new(3000, Vec::new()).unwrap());
    let token = any(Token::new(&large, "0").unwrap());
    let error = setup_of(&*token, &large).unwrap_err();
    assert!(error.message.contains("at most 2048"), "{error}");
}

#[test]
fn names_of_smart_players() {
    let game = coloring("path:3", 2);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a,b:c");
    drop(History::open(&path).unwrap());
    let path = path.to_str().unwrap().to_owned();
    let board = board("path:3");
    let resources = Resources {
        past: Some(Past {
            board: &board,
            file: None,
        }),
        ..NOTHING
    };
    let ask = |text: &str| prepare(text, &*game, resources).map(|player| player.remarks());
    for text in [
        "smart",
        "smart:",
        "smart,explore=0",
        "smart:explore=2",
        "smart:,explore=1.5",
    ] {
        assert_eq!(ask(text), Ok(vec![]), "{text}");
    }
    for text in [format!("smart:{path}"), format!("smart:{path},explore=0.1")] {
        let remark = format!("{path}: 0 positions with 0 records of 0 moves");
        assert_eq!(ask(&text), Ok(vec![remark]), "{text}");
    }
    for (text, expected) in [
        ("smarty", "expected one of"),
        ("smart,", "smart:FILE"),
        ("smart,x=1", "smart:FILE"),
        ("smart:,explore=-1", "from 0 to 100"),
        ("smart:,explore=nan", "from 0 to 100"),
        ("smart:,explore=", "from 0 to 100"),
        ("smart:/no/such/file", "cannot read"),
        ("smart:Cargo.toml", "not an Outplay history"),
    ] {
        let error: InputError = ask(text).unwrap_err();
        assert!(error.to_string().contains(expected), "{text}: {error}");
    }
    let error = prepare(&format!("smart:{path}"), &*game, NOTHING)
        .err()
        .unwrap();
    assert!(error.message.contains("no history here"));
}

#[test]
fn memory_is_bounded() {
    let game = coloring("grid:2x4", 3);
    let opponent = prepare("random", &*game, NOTHING).unwrap();
    let lesson = |memory| Lesson {
        against: against_itself(&*game, &*opponent, 1),
        side: Player::Second,
        checkpoints: &[500],
        examination: 1,
        explore: 0.5,
        memory,
    };
    let [small] = learning_curve(&lesson(20_000))[..] else {
        panic!("one point")
    };
    let [large] = learning_curve(&lesson(1 << 24))[..] else {
        panic!("one point")
    };
    // A record takes more than 160 bytes by the player's own count.
    assert!(
        small.positions > 0 && small.positions <= 20_000 / 160,
        "{small:?}"
    );
    assert!(large.positions > 200, "{large:?}");
}
