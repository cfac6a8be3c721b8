//! How the writing of a certificate ends when it cannot be finished. That what
//! it writes is right is for the tests of the checker.

use outplay_board::{Board, Limits, families};
use outplay_engine::search::Table;
use outplay_engine::{Budget, Outcome, Stop};
use outplay_games::Effort;
use outplay_games::certificate::{Claim, Proving, Uncertified, Written};
use outplay_games::{
    Analysis, AnyGame, AnyPosition, Coloring, Cycles, Failure, How, Pass, Side, Value,
};
use outplay_games::{Subtraction, any};
use std::io::{self, Write};
use std::sync::Arc;

/// Settles by the complete digraph.
fn by_digraph() -> Effort {
    Effort {
        explore_most: f64::INFINITY,
        table: Arc::new(Table::new(0)),
        ..Effort::default()
    }
}

fn board(name: &str) -> Board {
    families::board(name, Limits::BOARD).unwrap()
}

fn coloring(name: &str, colors: u32) -> Arc<dyn AnyGame> {
    any(Coloring::new(&board(name), colors, Side::Alice, Pass::None).unwrap())
}

/// Proves the start of a game from its complete digraph.
fn prove_start(
    game: &dyn AnyGame,
    lemmas: bool,
    out: &mut dyn Write,
    budget: &Budget<'_>,
) -> Result<Written, Uncertified> {
    let start = game.start();
    let proving = Proving {
        game,
        claim: Claim::Winner,
        lemmas,
        budget,
    };
    proving.prove(&start, &by_digraph(), out)
}

#[test]
fn stops_when_told() {
    let game = coloring("grid:3x3", 3);
    let now = |budget: &Budget<'_>| prove_start(game.as_ref(), false, &mut io::sink(), budget);
    let why = |result| match result {
        Err(Uncertified::Failure(Failure::Stopped(stopped))) => stopped.why,
        other => panic!("{other:?}"),
    };
    let stop = &|_| Some(Stop::Interrupted);
    let interrupted = Budget {
        stop,
        ..Budget::UNLIMITED
    };
    assert_eq!(why(now(&interrupted)), Stop::Interrupted);
    let few = Budget {
        positions: 100,
        ..Budget::UNLIMITED
    };
    assert!(matches!(
        why(now(&few)),
        Stop::Positions(100) | Stop::TooMany { .. }
    ));
}

/// Takes so many bytes and no more.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self
            .0
            .checked_sub(bytes.len())
            .ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn says_when_the_disk_is_full() {
    let game = coloring("path:3", 2);
    let result = prove_start(game.as_ref(), false, &mut Full(50), &Budget::UNLIMITED);
    assert!(
        matches!(result, Err(Uncertified::Output(e)) if e.kind() == io::ErrorKind::StorageFull)
    );
}

#[test]
fn refuses_what_a_certificate_cannot_hold() {
    let refused = |game: Arc<dyn AnyGame>| {
        let result = prove_start(game.as_ref(), true, &mut io::sink(), &Budget::UNLIMITED);
        matches!(result, Err(Uncertified::Failure(Failure::Input(_))))
    };
    assert!(refused(coloring("path:2", 61)));
    assert!(!refused(coloring("path:2", 60)));
    assert!(refused(coloring("path:4097", 2)));
    let game = coloring("path:3", 2);
    assert!(game.parse_position("1,1,-").is_err());
}

#[test]
fn a_lemma_at_the_start_needs_no_search() {
    let game = coloring("path:100", 3);
    let one = Budget {
        positions: 1,
        ..Budget::UNLIMITED
    };
    let certified = prove_start(game.as_ref(), true, &mut io::sink(), &one).unwrap();
    assert_eq!((certified.outcome, certified.positions), (Outcome::Win, 0));
    assert!(prove_start(game.as_ref(), false, &mut io::sink(), &one).is_err());
}

/// Says that whoever is to move wins.
struct Wrong<'a>(&'a dyn AnyGame);

impl Analysis for Wrong<'_> {
    fn how(&self) -> How {
        How::Search
    }
    fn positions(&self) -> u64 {
        0
    }
    fn value(&self, _: &AnyPosition, _: &Budget<'_>) -> Result<Value, Failure> {
        Ok(Value {
            outcome: Outcome::Win,
            remoteness: None,
            grundy: None,
        })
    }
    fn game(&self) -> &dyn AnyGame {
        self.0
    }
}

#[test]
fn an_analysis_that_errs_is_found_out() {
    // The first player loses with 3 pebbles of which 1 or 2 are taken.
    let game = any(Subtraction::new(vec![3], vec![1, 2]).unwrap());
    let (game, start) = (&*game, game.start());
    let known = Some((&Wrong(game) as &dyn Analysis, None));
    let (mut out, budget) = (io::sink(), &Budget::UNLIMITED);
    let proving = Proving {
        game,
        claim: Claim::Winner,
        lemmas: false,
        budget,
    };
    let result = proving.certify(&start, known, &mut out);
    assert!(matches!(
        result,
        Err(Uncertified::Failure(Failure::Input(_)))
    ));
}

#[test]
fn a_certificate_reads_as_documented() {
    let plane = board("cycle:3");
    let game = any(Cycles::new(&plane).unwrap());
    let mut out = Vec::new();
    let certified = prove_start(game.as_ref(), true, &mut out, &Budget::UNLIMITED).unwrap();
    let text = String::from_utf8(out).unwrap();
    let keys: Vec<&str> = text
        .lines()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    let expected = "outplay-certificate game vertices edges edges cell outer start winner";
    assert!(keys.join(" ").starts_with(expected), "{text}");
    assert_eq!(keys.iter().filter(|key| **key == "symmetry").count(), 5);
    assert_eq!(certified.outcome, Outcome::Win);
    assert!(text.contains("\nwinner first\n"));
}
