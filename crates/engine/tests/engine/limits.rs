//! Limits hold on games of every shape: very wide ones, and very long ones.

use outplay_engine::search::{Ask, Means, Shortcuts, Table, Unsearchable};
use outplay_engine::{
    Budget, Game, Outcome, Player, Refusal, StateDigraph, Stop, Symmetric, Symmetry,
    estimate_positions,
};
use std::cell::Cell;

/// A tree in which every position has `width` moves, and every play ends after `length` moves.
/// The last mover wins.
struct Tree {
    width: u32,
    length: u32,
    bytes: usize,
}

/// How many moves were made, and the last one.
type Position = (u32, u32);

impl Game for Tree {
    type Position = Position;
    type Move = u32;

    fn start(&self) -> Position {
        (0, 0)
    }
    fn to_move(&self, position: &Position) -> Player {
        match position.0 % 2 {
            0 => Player::First,
            _ => Player::Second,
        }
    }
    fn result(&self, position: &Position) -> Option<Outcome> {
        (position.0 == self.length).then_some(Outcome::Lose)
    }
    fn moves(&self, position: &Position, moves: &mut Vec<u32>) {
        if self.result(position).is_none() {
            moves.extend(0..self.width);
        }
    }
    fn refusal(&self, position: &Position, mv: u32) -> Option<Refusal> {
        let legal = self.result(position).is_none() && mv < self.width;
        (!legal).then(Refusal::game_over)
    }
    fn apply(&self, position: &Position, mv: u32) -> Position {
        (position.0 + 1, mv)
    }
    fn position_bytes(&self) -> usize {
        self.bytes
    }
}

impl Symmetric for Tree {
    fn symmetries(&self) -> Vec<Symmetry> {
        vec![Symmetry::of_places(Vec::new())]
    }
    fn map_position(&self, _: &Symmetry, position: &Position) -> Position {
        *position
    }
    fn map_move(&self, _: &Symmetry, mv: u32) -> u32 {
        mv
    }
}

impl Shortcuts for Tree {}

fn explore(game: &Tree, budget: &Budget<'_>) -> Result<usize, (Stop, u64)> {
    let states = StateDigraph::explore(game, [game.start()], budget);
    states
        .map(|states| states.len())
        .map_err(|stopped| (stopped.why, stopped.positions))
}

#[test]
fn a_position_with_millions_of_moves_stops_in_the_midst_of_them() {
    let wide = Tree {
        width: 3_000_000,
        length: 1,
        bytes: 1000,
    };
    let few = Budget {
        positions: 1000,
        ..Budget::UNLIMITED
    };
    assert_eq!(explore(&wide, &few), Err((Stop::Positions(1000), 1001)));
    let little = Budget {
        bytes: 100 << 20,
        ..Budget::UNLIMITED
    };
    let (why, positions) = explore(&wide, &little).unwrap_err();
    assert_eq!(why, Stop::Memory(100 << 20));
    assert!((10_000..100_000).contains(&positions), "{positions}");
    let asked = Cell::new(0);
    let stop = |positions| {
        asked.set(asked.get() + 1);
        (positions > 5000).then_some(Stop::Interrupted)
    };
    let interrupted = Budget {
        stop: &stop,
        ..Budget::UNLIMITED
    };
    let (why, positions) = explore(&wide, &interrupted).unwrap_err();
    assert_eq!(why, Stop::Interrupted);
    assert!(positions < 5100 && asked.get() > 100, "{positions}");
}

/// The same where all moves lead to positions that are known already: nothing is stored,
/// and the question must come all the same.
#[test]
fn moves_to_known_positions_are_work_too() {
    let wide = Tree {
        width: 1000,
        length: 1000,
        bytes: 1000,
    };
    let asked = Cell::new(0u64);
    let stop = |_| {
        asked.set(asked.get() + 1);
        (asked.get() > 1000).then_some(Stop::Interrupted)
    };
    let budget = Budget {
        stop: &stop,
        ..Budget::UNLIMITED
    };
    let (_, positions) = explore(&wide, &budget).unwrap_err();
    assert!(positions < 100_000, "{positions}");
    let small = Tree { length: 3, ..wide };
    // Every layer has all positions, joined to all of the next.
    let states = StateDigraph::explore(&small, [small.start()], &Budget::UNLIMITED).unwrap();
    assert_eq!(states.len(), 1 + 3 * 1000);
    assert_eq!(states.digraph().arc_count(), 1000 + 2 * 1_000_000);
    assert_eq!(states.label(1).outcome(0), Outcome::Win);
}

#[test]
fn estimates_of_wide_games_are_not_small() {
    for width in [600_000, 3_000_000] {
        let wide = Tree {
            width,
            length: 3,
            bytes: 8,
        };
        let estimate = estimate_positions(&wide, &wide.start());
        assert!(estimate >= f64::from(width), "{estimate}");
    }
    let narrow = Tree {
        width: 1,
        length: 100,
        bytes: 8,
    };
    // Moves in a row have one order only, so this is far too low; but it comes at once.
    assert!(estimate_positions(&narrow, &narrow.start()) >= 1.0);
    let endless = Tree {
        width: 1,
        length: u32::MAX,
        bytes: 8,
    };
    assert!(estimate_positions(&endless, &endless.start()) >= 1.0);
}

/// Threads have small stacks, and games can be long.
#[test]
fn long_games_do_not_overflow_the_stack() {
    for (width, length) in [(1, 3000), (2, 3000), (1, 60_001)] {
        let long = Tree {
            width,
            length,
            bytes: 8,
        };
        for threads in [1, 2] {
            let search = || {
                let ask = |what| {
                    let table = Table::new(1 << 22);
                    let start = long.start();
                    let found = long.search(
                        &start,
                        what,
                        &Means::new(&table, threads, &Budget::UNLIMITED),
                    );
                    found.unwrap()
                };
                let odd = length % 2 == 1;
                assert_eq!(ask(Ask::Winner).wins, Some(odd));
                assert_eq!(ask(Ask::Grundy).grundy, Some(u32::from(odd)));
            };
            let small = std::thread::Builder::new().stack_size(128 << 10);
            std::thread::scope(|scope| {
                small.spawn_scoped(scope, search).unwrap().join().unwrap();
            });
        }
    }
}

#[test]
fn the_plain_search_refuses_what_it_could_not_hold() {
    let ask = |width, bytes| {
        let game = Tree {
            width,
            length: 2,
            bytes,
        };
        let table = Table::new(0);
        let found = game.search(
            &game.start(),
            Ask::Known,
            &Means::new(&table, 1, &Budget::UNLIMITED),
        );
        found.err()
    };
    assert_eq!(ask(100, 100), None);
    assert_eq!(ask(600, 500), None);
    for refused in [ask(1000, 1000), ask(3_000_000, 8)] {
        let Some(Unsearchable::TooLarge(words)) = refused else {
            panic!("{refused:?}");
        };
        assert!(words.contains("256 MB"), "{words}");
    }
}
