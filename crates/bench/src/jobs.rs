//! One hard board on many workers, simulated: how much sooner it is settled, for how much more work.
//!
//! The searches are real, only time is not: every worker has its own table and a clock that counts the
//! positions it has looked at. Whoever is free first takes the next job, and what a job comes to, and what its
//! worker has learnt on the way, is known to the others when that worker's clock says so.

use crate::search;
use outplay_board::{Limits, families};
use outplay_engine::search::jobs::{Done, JobTree};
use outplay_engine::search::{Ask, Means, Table, Verdict};
use outplay_engine::{Budget, Rng};
use outplay_games::registry::find;
use outplay_games::{AnyGame, Values};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// Game, board and colours where there are any; all but the first take more than 10^7 positions.
const BOARDS: &[(&str, &str, Option<u64>)] = &[
    ("coloring", "torus:5x6", Some(4)),
    ("snort", "grid:5x6", None),
    ("cycles", "prism:7", None),
];
const WORKERS: &[usize] = &[1, 2, 4, 8, 16, 32, 64];
const TABLE_BYTES: usize = 64 << 20;
const PLAIN_BYTES: usize = 1 << 30;

/// `same` checks that every board of the bench has the same winner in jobs, while one in ten of them is lost with
/// its worker; a number of workers simulates only these.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    if arguments == ["same"] {
        return same();
    }
    let numbers: Result<Vec<usize>, _> = arguments.iter().map(|text| text.parse()).collect();
    let workers = match &numbers {
        Ok(list) if list.is_empty() => WORKERS,
        Ok(list) if list.iter().all(|workers| (1..=1024).contains(workers)) => list,
        _ => return Err("expected \"same\", or numbers of workers from 1 to 1024".to_owned()),
    };
    println!("### One board on many workers, simulated\n");
    println!(
        "| board | workers | jobs | work, positions | clock, positions | times one thread | idle |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for &(game, board, colors) in BOARDS {
        let values = colors.map_or(Values::new(), |colors| Values::new().with("colors", colors));
        let opened = open(game, board, &values)?;
        let (wins, plain) = plain(&*opened);
        println!("| {game} {board} | one thread | | {plain} | {plain} | 1.0 | |");
        for &workers in workers {
            let done = simulate(&*opened, workers, None);
            assert_eq!(done.wins, wins, "{game} {board}");
            println!(
                "| {game} {board} | {workers} | {} | {} | {} | {:.1} | {:.0} % |",
                done.jobs,
                done.work,
                done.clock,
                plain as f64 / done.clock as f64,
                100.0 * done.idle as f64 / (done.clock * workers as u64) as f64,
            );
        }
    }
    println!();
    Ok(())
}

fn same() -> Result<(), String> {
    println!("### The same winner in jobs, with one job in ten lost\n");
    println!("| board | positions | in jobs, 4 workers | jobs |\n|---|--:|--:|--:|");
    for (game, board, values) in search::boards() {
        let opened = open(game, board, &values)?;
        let (wins, plain) = plain(&*opened);
        let done = simulate(&*opened, 4, Some(Rng::new(1)));
        assert_eq!(done.wins, wins, "{game} {board}");
        println!(
            "| {game} {board} | {plain} | {} | {} |",
            done.work, done.jobs
        );
    }
    println!();
    Ok(())
}

fn open(game: &str, board: &str, values: &Values) -> Result<Arc<dyn AnyGame>, String> {
    let board = families::board(board, Limits::BOARD).map_err(|error| error.to_string())?;
    let entry = find(game).map_err(|error| error.to_string())?;
    let opened = entry.open(board, false, values, &|| false);
    Ok(opened.map_err(|error| error.to_string())?.game)
}

/// The plain search on one thread: does the player to move win, and after how many positions is that known?
fn plain(game: &dyn AnyGame) -> (bool, u64) {
    let table = Table::new(PLAIN_BYTES);
    let start = game.start();
    let found = game.search(&start, Ask::Winner, &Means::alone(&table));
    let found = found.expect("a board that fits");
    (found.wins.expect("no limit"), found.positions)
}

struct Simulated {
    wins: bool,
    clock: u64,
    work: u64,
    jobs: u64,
    idle: u64,
}

fn simulate(game: &dyn AnyGame, workers: usize, mut deaths: Option<Rng>) -> Simulated {
    let start = game.start();
    let mut tree = JobTree::default();
    let mut tables: Vec<Table> = (0..workers).map(|_| Table::new(TABLE_BYTES)).collect();
    // All that was told, and how much of it each worker has heard.
    let mut told: Vec<Verdict> = Vec::new();
    let mut heard = vec![0; workers];
    let mut at_work: Vec<_> = (0..workers).map(|_| None).collect();
    let mut clocks = BinaryHeap::new();
    let mut free: Vec<usize> = (0..workers).collect();
    let (mut now, mut jobs, mut idle, mut wasted) = (0, 0, 0, 0);
    loop {
        while let Some(&worker) = free.last()
            && let Some(id) = tree.choose()
        {
            free.pop();
            jobs += 1;
            tables[worker].learn(told[heard[worker]..].iter().copied());
            heard[worker] = told.len();
            let budget = Budget {
                positions: tree.budget(),
                ..Budget::UNLIMITED
            };
            let path = tree.path(id);
            let table = &tables[worker];
            let done = Done::work(&path, table, &budget, |ask, budget| {
                game.search(&start, ask, &Means::new(table, 1, budget))
            });
            let done = done.expect("a board that fits").expect("nobody stops it");
            clocks.push(Reverse((now + done.positions, worker)));
            at_work[worker] = Some((id, done));
        }
        if let Some(wins) = tree.verdict() {
            return Simulated {
                wins,
                clock: now,
                work: tree.positions() + wasted,
                jobs,
                idle,
            };
        }
        let Reverse((at, worker)) = clocks.pop().expect("somebody is at work");
        idle += free.len() as u64 * (at - now);
        now = at;
        free.push(worker);
        let (id, done) = at_work[worker].take().expect("a worker that is at work");
        if deaths.as_mut().is_some_and(|rng| rng.below(10) == 0) {
            tree.give_back(id);
            tables[worker] = Table::new(TABLE_BYTES);
            heard[worker] = 0;
            wasted += done.positions;
            continue;
        }
        tree.take(&done).expect("a job of this tree");
        told.extend(done.news);
    }
}
