//! Studies from outside: results, resuming, files.

mod experiments;
mod reports;

use outplay_board::{Limits, families};
use outplay_players::studies::{NamedBoard, Work};
use std::time::Duration;

fn boards(names: &[&str]) -> Vec<NamedBoard> {
    let named = |name: &&str| NamedBoard {
        name: (*name).to_owned(),
        board: families::board(name, Limits::BOARD).expect("a family"),
    };
    names.iter().map(named).collect()
}

/// Work without interruption, with an exact search that settles every small board.
fn work(threads: usize, stop: &(dyn Fn() -> bool + Sync)) -> Work<'_> {
    Work {
        threads,
        memory: 64 << 20,
        exact_time: Duration::from_secs(60),
        exact_positions: 1_000_000,
        clock: &outplay_players::system_clock,
        stop,
    }
}
