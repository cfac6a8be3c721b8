//! Hundreds of questions about games of the registry asked of one world: one store with few tables,
//! which is saved, read again, and damaged on the way, under limits that run out at any moment, on
//! one thread or several. Each answer is that of a world that was made for this question alone and
//! labels all positions; what was left unsettled claims nothing.

use outplay_board::{Limits, families};
use outplay_engine::search::Table;
use outplay_engine::{Outcome, Rng, Stop};
use outplay_games::{Method, Values, registry};
use outplay_service::{
    Ask, AskMoves, AskProof, AskSolve, Failed, Host, How, Opened, Source, Tables, check,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Games with boards on which all positions can be labelled in no time.
const GAMES: [(&str, &[&str]); 14] = [
    (
        "coloring",
        &["path:5", "cycle:5", "grid:2x3", "star:4", "complete:4"],
    ),
    ("connected", &["path:5", "cycle:5", "grid:2x3", "star:4"]),
    ("indicated", &["path:4", "cycle:5", "wheel:4"]),
    ("greedy", &["path:5", "cycle:6", "grid:2x3"]),
    ("marking", &["path:6", "cycle:5", "grid:2x3"]),
    ("domination", &["path:6", "cycle:7", "grid:2x4"]),
    ("edge", &["path:6", "cycle:6", "complete:4"]),
    ("cycles", &["cycle:5", "wheel:3", "grid:2x3", "complete:4"]),
    (
        "node-kayles",
        &["path:9", "grid:3x3", "petersen", "cycle:8"],
    ),
    ("arc-kayles", &["path:8", "complete:4", "grid:2x4"]),
    ("col", &["path:6", "grid:2x3", "star:4"]),
    ("snort", &["path:6", "grid:2x3", "cycle:5"]),
    ("geography", &["path:6", "grid:2x3", "petersen"]),
    ("edge-geography", &["path:6", "grid:2x3", "complete:4"]),
];

fn open(game: &str, board: &str, rng: &mut Rng) -> Result<Opened, Failed> {
    let entry = registry::find(game)?;
    let mut values = Values::new();
    match game {
        "coloring" | "connected" | "indicated" | "greedy" | "marking" => {
            values.set("colors", 2 + rng.below(3) as u64);
        }
        "domination" => values.set("moves", 1 + rng.below(4) as u64),
        "geography" | "edge-geography" => values.set("start", "0"),
        _ => {}
    }
    let source = Source {
        name: board.to_owned(),
        board: families::board(board, Limits::BOARD)?,
        ..Source::none()
    };
    Opened::new(entry, source, &values, &|| false)
}

fn solve(
    opened: &Opened,
    at: &str,
    how: How,
    host: &Host<'_>,
) -> Result<(Option<Outcome>, Option<Option<u32>>), Failed> {
    let asked = AskSolve {
        at: Some(at.to_owned()),
        grundy: opened.game.description().impartial,
        how,
        ..AskSolve::default()
    };
    let solved = asked.answer(opened, host)?;
    assert_eq!(solved.effort.exact, solved.outcome.is_some());
    Ok((solved.outcome, solved.grundy))
}

/// What a file may ask for.
const MOST: u64 = 64 << 20;

/// The table of a game is saved and read again; a copy in which a byte was changed is refused.
fn save_and_read(opened: &Opened, tables: &Tables, rng: &mut Rng) {
    let identity = opened.game.description().identity();
    let (label, table) = (identity.to_string(), tables.get(&identity));
    let mut bytes = Vec::new();
    table.save(&label, &mut bytes).unwrap();
    let mut damaged = bytes.clone();
    damaged[rng.below(bytes.len())] ^= 1 << rng.below(8);
    for wrong in [&damaged[..], &bytes[..rng.below(bytes.len())]] {
        assert!(Table::read(&label, MOST, &mut &wrong[..]).is_err());
    }
    assert!(Table::read("another game", MOST, &mut &bytes[..]).is_err());
    let read = Table::read(&label, MOST, &mut &bytes[..]).unwrap();
    tables.put(&identity, Arc::new(read));
}

fn question(tables: &Tables, rng: &mut Rng) -> Result<usize, Failed> {
    let (game, boards) = GAMES[rng.below(GAMES.len())];
    let board = boards[rng.below(boards.len())];
    let opened = open(game, board, rng)?;
    let game = &*opened.game;
    let mut position = game.start();
    for _ in 0..rng.below(4) {
        let moves = game.legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        position = game.apply(&position, moves[rng.below(moves.len())]);
    }
    let at = game.position_text(&position);
    let told = format!("{} on {board} at {at}", game.description().name);
    let labels = How {
        method: Method::Labels,
        no_symmetry: false,
    };
    let truth = Host::alone(|host| solve(&opened, &at, labels, host))?;
    assert!(truth.0.is_some(), "{told}");

    // First with a limit that may run out, then with none.
    let method = [Method::Search, Method::Auto][rng.below(2)];
    let how = How {
        method,
        no_symmetry: method == Method::Auto && rng.below(3) == 0,
    };
    let calls = AtomicU64::new(0);
    let patience = rng.below(200) as u64;
    let stop = |_| {
        let late = calls.fetch_add(1, Relaxed) >= patience;
        late.then_some([Stop::Time(1.0), Stop::Interrupted][patience as usize % 2])
    };
    let host = Host {
        threads: 1 + rng.below(2),
        ..Host::new(&|| 0.0, tables)
    };
    let limited = Host {
        stop: &stop,
        positions: 1 + rng.below(300) as u64,
        ..host
    };
    let mut unsettled = 0;
    match solve(&opened, &at, how, &limited) {
        Ok((None, grundy)) => {
            assert_eq!(grundy.flatten(), None, "{told}");
            unsettled += 1;
        }
        Ok((found, grundy)) => {
            assert_eq!(found, truth.0, "{told}, within limits");
            assert!(grundy.flatten().is_none() || grundy == truth.1, "{told}");
        }
        Err(Failed::Stopped(_) | Failed::Interrupted) => unsettled += 1,
        Err(error) => return Err(error),
    }
    if rng.below(6) == 0 {
        save_and_read(&opened, tables, rng);
    }
    assert_eq!(solve(&opened, &at, how, &host)?, truth, "{told} {how:?}");

    match rng.below(4) {
        0 => {
            let asked = AskMoves {
                at: Some(at.clone()),
                ..AskMoves::default()
            };
            let moves = asked.answer(&opened, &host)?.moves;
            let wins = moves.iter().any(|mv| mv.verdict.word() == "win");
            let over = game.result(&position).is_some();
            assert!(over || wins == (truth.0 == Some(Outcome::Win)), "{told}");
        }
        1 => {
            let mut bytes = Vec::new();
            let proved = AskProof::new(Some(at), how).write(&opened, &mut bytes, &host)?;
            assert_eq!(Some(proved.outcome), truth.0, "{told}");
            let checked = check(&bytes[..], "proof", false, &host);
            let checked = checked.unwrap_or_else(|error| panic!("{told}: {error:?}"));
            assert_eq!(
                Some(checked.winner),
                proved.judgement.winner.flatten(),
                "{told}"
            );
        }
        _ => {}
    }
    Ok(unsettled)
}

/// So many questions of one world; how many were left unsettled at first.
fn sequence(seed: u64, questions: usize) -> usize {
    let tables = Tables::new(1 << 20, 3);
    let mut rng = Rng::new(seed);
    let asked = |i| {
        let answered = question(&tables, &mut rng);
        answered.unwrap_or_else(|error| panic!("seed {seed}, question {i}: {error:?}"))
    };
    (0..questions).map(asked).sum()
}

#[test]
fn one_world_answers_as_one_that_was_made_for_each_question() {
    let unsettled: usize = crate::seeds(4).map(|seed| sequence(seed, 100)).sum();
    assert!(unsettled > 10, "{unsettled}");
}
