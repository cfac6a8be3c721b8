//! One file under many writers, killed writers, pruning, and files that are none.

use outplay_board::Failed;
use outplay_players::history::{Filter, Finished, History, Prune, Setup};
use serde_json::json;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn setup(graph: &str) -> Setup {
    let Some(parameters) = json!({ "colors": 3 }).as_object().cloned() else {
        unreachable!("an object")
    };
    Setup {
        game: "coloring".to_owned(),
        parameters,
        graph: graph.to_owned(),
        names: None,
        sides: ["alice".to_owned(), "bob".to_owned()],
    }
}

/// A made-up game: its texts and its winner follow from its number.
fn finished(graph: &str, number: u64) -> Finished {
    let sides = ["alice".to_owned(), "bob".to_owned()];
    Finished {
        id: 0,
        when: format!("1970-01-01T{:02}:{:02}:00Z", number / 60, number % 60),
        board: format!("path:{}", number % 2),
        setup: setup(graph),
        players: ["random".to_owned(), format!("mcts:{}", number % 3)],
        seed: u64::MAX - 1,
        number,
        winner: (number % 3)
            .checked_sub(1)
            .map(|n| sides[n as usize].clone()),
        start: "-,-,-".to_owned(),
        moves: (0..3 + number % 4).map(|i| format!("{i}=1")).collect(),
    }
}

fn batch(numbers: std::ops::Range<u64>) -> Vec<Finished> {
    numbers.map(|n| finished("Cl", n)).collect()
}

fn all(history: &History) -> Vec<Finished> {
    history.games().unwrap().map(Result::unwrap).collect()
}

/// Checks the file without the library: a line for each game, whole, with rising numbers. Gives
/// the number of games.
fn assert_whole(path: &Path) -> u64 {
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.ends_with('\n'));
    let mut last = 0;
    let mut games = 0;
    for line in text.lines().skip(1) {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        let id = game["id"].as_u64().unwrap();
        assert!(id > last, "{id} after {last}");
        assert_eq!(game["players"][0], "random");
        last = id;
        games += 1;
    }
    games
}

#[test]
fn games_come_back_as_they_went_in() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.history");
    let mut games = batch(0..40);
    let history = History::open(&path).unwrap();
    assert_eq!(history.record(&mut games[..25]).unwrap(), 1..=25);
    assert_eq!(history.record(&mut games[25..]).unwrap(), 26..=40);
    drop(history);
    let history = History::open_existing(&path).unwrap();
    assert_eq!(all(&history), games);
    for (game, id) in games.iter().zip(1..) {
        assert_eq!(game.id, id);
        assert_eq!(history.game(id).unwrap(), *game);
    }
    assert_eq!(games[0].setup, setup("Cl"));
    assert_eq!(games[39].winner, None);
    assert_eq!(games[38].seed, u64::MAX - 1);
    assert_eq!(assert_whole(&path), 40);
}

#[test]
fn lists_can_be_narrowed() {
    let folder = tempfile::tempdir().unwrap();
    let history = History::open(folder.path().join("h")).unwrap();
    history.record(&mut batch(0..12)).unwrap();
    let ids = |filter: Filter| -> Vec<u64> {
        let games = all(&history).into_iter();
        games
            .filter(|game| filter.takes(game))
            .map(|game| game.id)
            .collect()
    };
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(ids(Filter::default()), (1..=12).collect::<Vec<_>>());
    let board = Filter {
        board: some("path:1"),
        ..Filter::default()
    };
    assert_eq!(ids(board.clone()), [2, 4, 6, 8, 10, 12]);
    let player = Filter {
        player: some("mcts:2"),
        ..board
    };
    assert_eq!(ids(player), [6, 12]);
    let family = Filter {
        player: some("mcts"),
        ..Filter::default()
    };
    assert_eq!(ids(family).len(), 12);
    let other = Filter {
        game: some("edge"),
        ..Filter::default()
    };
    assert!(ids(other).is_empty());
    let none = Filter {
        player: some(""),
        ..Filter::default()
    };
    assert!(ids(none).is_empty());
}

#[test]
fn pruning_keeps_the_rest_and_shrinks_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("h");
    let mut games = batch(0..3000);
    let mut others: Vec<Finished> = (0..10).map(|n| finished("other", n)).collect();
    let history = History::open(&path).unwrap();
    history.record(&mut games).unwrap();
    history.record(&mut others).unwrap();
    let by_board = Filter {
        board: Some("path:1".to_owned()),
        ..Filter::default()
    };
    // Of the games on path:1 that ended before minute 1500, which are those with odd
    // numbers below 1500, all but those among the latest 1,300 on this board.
    let prune = Prune {
        of: by_board,
        keep: 1300,
        before: Some("1970-01-01T25:00:00Z".to_owned()),
    };
    let pruned = history.prune(&prune).unwrap();
    let odd_ids = |n: u64| n % 2 == 1;
    // On path:1 are 1,500 + 5 games; the first 205 of them are not kept: 1, 3, …, 409.
    let stays = |n: u64| !(odd_ids(n) && n <= 409);
    assert_eq!(pruned.games, 205);
    let moves = games.iter().filter(|game| !stays(game.number));
    let moves: usize = moves.map(|game| game.moves.len()).sum();
    assert_eq!(pruned.moves, moves as u64);
    assert_eq!(pruned.left, 3010 - 205);
    let left = games.iter().filter(|game| stays(game.number));
    let left: Vec<Finished> = left.chain(&others).cloned().collect();
    assert_eq!(all(&history), left);
    assert_eq!(assert_whole(&path), 2805);
    let pruned = history
        .prune(&Prune {
            keep: 10,
            ..Prune::default()
        })
        .unwrap();
    assert_eq!((pruned.games, pruned.left), (2795, 10));
    assert!(pruned.bytes[1] * 4 < pruned.bytes[0], "{pruned:?}");
    assert_eq!(pruned.bytes[1], std::fs::metadata(&path).unwrap().len());
    assert_eq!(all(&history), others);
    assert_eq!(assert_whole(&path), 10);
    // Numbers are not given twice.
    history.prune(&Prune::default()).unwrap();
    assert_eq!(history.record(&mut games[..1]).unwrap(), 3011..=3011);
    // Nor are those of the latest games, which went alone.
    let of_other = |board: &str| Filter {
        board: Some(board.to_owned()),
        ..Filter::default()
    };
    history.record(&mut games[1..2]).unwrap();
    let prune = Prune {
        of: of_other("path:1"),
        ..Prune::default()
    };
    assert_eq!(history.prune(&prune).unwrap().games, 1);
    assert_eq!(history.record(&mut games[2..3]).unwrap(), 3013..=3013);
}

const WRITER: &str = "OUTPLAY_TEST_WRITER";

/// What the child processes below run; without their order it does nothing.
#[test]
fn writer() {
    let Ok(order) = std::env::var(WRITER) else {
        return;
    };
    let (path, batches) = order.split_once('\n').expect("a path and a number");
    let history = History::open(path).unwrap();
    for i in 0..batches.parse::<u64>().unwrap() {
        history.record(&mut batch(i * 20..i * 20 + 20)).unwrap();
        std::fs::write(format!("{path}.recorded"), format!("{}", (i + 1) * 20)).unwrap();
    }
}

fn start_writer(path: &Path, batches: u64) -> std::process::Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "history::writer"])
        .env(WRITER, format!("{}\n{batches}", path.display()))
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn many_threads_and_processes_write_one_file() {
    let folder = tempfile::tempdir().unwrap();
    // The moment at which the file is made is the most dangerous one.
    for round in 0..10 {
        write_together(&folder.path().join(format!("h{round}")), 2);
    }
    write_together(&folder.path().join("h"), 15);
}

/// Three threads and three processes write so many batches each.
fn write_together(path: &Path, batches: u64) {
    // All of them find no file and want to make it.
    let children: Vec<_> = (0..3).map(|_| start_writer(path, batches)).collect();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let history = History::open(path).unwrap();
                for i in 0..batches {
                    history.record(&mut batch(i * 20..i * 20 + 20)).unwrap();
                }
            });
        }
    });
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(assert_whole(path), 6 * batches * 20);
    let mut numbers: Vec<u64> = all(&History::open_existing(path).unwrap())
        .iter()
        .map(|game| game.number)
        .collect();
    numbers.sort_unstable();
    let expected: Vec<u64> = (0..batches * 20).flat_map(|n| [n; 6]).collect();
    assert_eq!(numbers, expected);
}

#[test]
fn games_that_come_while_others_are_forgotten_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = &folder.path().join("h");
    let history = History::open(path).unwrap();
    let mut forgotten = 0;
    std::thread::scope(|scope| {
        let writers: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| {
                    let history = History::open(path).unwrap();
                    for i in 0..100 {
                        history.record(&mut batch(i * 20..i * 20 + 20)).unwrap();
                    }
                })
            })
            .collect();
        while !writers.iter().all(|writer| writer.is_finished()) {
            let prune = Prune {
                keep: 30,
                ..Prune::default()
            };
            forgotten += history.prune(&prune).unwrap().games;
            all(&history);
        }
    });
    let left = all(&history);
    assert_eq!(forgotten + left.len() as u64, 6000);
    assert_eq!(left.last().unwrap().id, 6000);
    assert_eq!(assert_whole(path), left.len() as u64);
}

#[test]
fn a_killed_writer_leaves_what_it_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("h");
    let recorded = folder.path().join("h.recorded");
    let mut before = 0;
    for round in 0..12u64 {
        let _ = std::fs::remove_file(&recorded);
        let mut child = start_writer(&path, 1_000_000);
        let deadline = Instant::now() + Duration::from_secs(60);
        while !recorded.exists() {
            assert!(Instant::now() < deadline, "the writer never wrote");
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(3 + 7 * round));
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success());
        let sure = std::fs::read_to_string(&recorded).unwrap();
        let sure: u64 = sure.parse().unwrap_or(20);
        // First somebody else finds what the dead process left behind.
        let history = History::open(&path).unwrap();
        let games = all(&history).len() as u64;
        assert!(games >= before + sure, "{games} of {before} and {sure}");
        history.record(&mut batch(0..20)).unwrap();
        before = games + 20;
        assert_eq!(assert_whole(&path), before);
    }
}

#[test]
fn a_torn_line_is_told_passed_over_and_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("h");
    let history = History::open(&path).unwrap();
    let mut games = batch(0..3);
    history.record(&mut games).unwrap();
    let whole = std::fs::read(&path).unwrap();
    let last = whole[..whole.len() - 1]
        .iter()
        .rposition(|&byte| byte == b'\n')
        .unwrap()
        + 1;
    // Wherever a write was cut short.
    for end in last..whole.len() {
        std::fs::write(&path, &whole[..end]).unwrap();
        let history = History::open_existing(&path).unwrap();
        let mut read = history.games().unwrap();
        let found: Vec<Finished> = read.by_ref().map(Result::unwrap).collect();
        // Without its end the last line is whole.
        let torn = (last + 1..whole.len() - 1).contains(&end);
        let expected = if end < whole.len() - 1 { 2 } else { 3 };
        assert_eq!(found, games[..expected]);
        let remark = format!("{}:4: the last line is no whole game", path.display());
        assert_eq!(read.remark().is_some_and(|r| r.starts_with(&remark)), torn);
        let again = history.record(&mut batch(2..3)).unwrap();
        assert_eq!(again, expected as u64 + 1..=expected as u64 + 1);
        assert_eq!(assert_whole(&path), expected as u64 + 1);
    }
    // What is wrong in the middle is no accident of this kind.
    let mut file = std::fs::OpenOptions::new()
        .append(true)
        .open(&path)
        .unwrap();
    file.write_all(b"{\"id\": 5}\n").unwrap();
    history.record(&mut batch(2..3)).unwrap();
    let error = history.games().unwrap().find_map(Result::err).unwrap();
    let place = format!(
        "{}:6: found '{{\"id\": 5}}', expected a game",
        path.display()
    );
    assert!(error.to_string().starts_with(&place), "{error}");
}

#[test]
fn other_files_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |path: &Path, expected: &str| {
        let before = std::fs::read(path).ok();
        for opened in [History::open(path), History::open_existing(path)] {
            let Err(Failed::Input(error)) = opened else {
                panic!("{}: {opened:?}", path.display());
            };
            let text = error.to_string();
            assert!(text.contains(expected), "{text}");
            assert!(text.starts_with(&path.display().to_string()), "{text}");
        }
        assert_eq!(std::fs::read(path).ok(), before);
    };
    for (name, bytes) in [
        ("tiny", b"x".to_vec()),
        ("text", b"0 1\n1 2\n".repeat(1000)),
        ("line", vec![7; 5000]),
        ("json", b"{\"outplay\": \"sweep\"}\n".to_vec()),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        refused(&path, "not an Outplay history");
    }
    refused(folder.path(), "not an Outplay history");

    // What earlier versions kept.
    let database = folder.path().join("database");
    std::fs::write(
        &database,
        [b"SQLite format 3\0".to_vec(), vec![7; 5000]].concat(),
    )
    .unwrap();
    refused(
        &database,
        "not an Outplay history: found an SQLite database, as earlier versions kept",
    );

    let newer = folder.path().join("newer");
    std::fs::write(
        &newer,
        "{\"outplay\":\"history\",\"version\":2,\"other\":true}\n",
    )
    .unwrap();
    refused(&newer, "found version 2");

    let missing = folder.path().join("missing");
    assert!(matches!(
        History::open_existing(&missing),
        Err(Failed::Input(_))
    ));
    assert!(!missing.exists());
    let empty = folder.path().join("empty");
    std::fs::write(&empty, "").unwrap();
    assert!(matches!(
        History::open_existing(&empty),
        Err(Failed::Input(_))
    ));
    History::open(&empty).unwrap();
    let history = History::open_existing(&empty).unwrap();
    for id in [0, 1, u64::MAX] {
        assert!(matches!(history.game(id), Err(Failed::Input(_))));
    }
}

#[test]
fn boards_that_are_too_large_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let history = History::open(folder.path().join("h")).unwrap();
    let large = finished(&"x".repeat((1 << 20) + 1), 0);
    assert!(matches!(
        history.record(&mut [large]),
        Err(Failed::Input(_))
    ));
    assert!(all(&history).is_empty());
}
