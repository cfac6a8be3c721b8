//! One file under many writers, killed writers, pruning, and files that are none.

use outplay_players::history::{
    Error, Filter, Finished, History, Prune, Setup, Stat, Step, Summary,
};
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn setup(board: &str) -> Setup {
    Setup {
        game: "coloring".to_owned(),
        board: board.to_owned(),
        names: String::new(),
        parameters: r#"{"colors":3}"#.to_owned(),
        sides: ["alice".to_owned(), "bob".to_owned()],
    }
}

/// A made-up game: its texts and its winner follow from its number.
fn finished(number: u64, when: u64) -> Finished {
    let length = 3 + number % 4;
    let position = |i: u64| format!("p{}", if i == 0 { 0 } else { i * 10 + number % 5 });
    Finished {
        board: format!("path:{}", number % 2),
        players: ["random".to_owned(), format!("mcts:{}", number % 3)],
        seed: u64::MAX - 1,
        number,
        start: "-,-,-".to_owned(),
        winner: match number % 3 {
            0 => None,
            n => Some(n as usize - 1),
        },
        when,
        steps: (0..length)
            .map(|i| Step {
                position: position(i),
                child: position(i + 1),
                mover: (i % 2) as usize,
                mv: format!("{i}=1"),
            })
            .collect(),
    }
}

fn batch(numbers: std::ops::Range<u64>) -> Vec<Finished> {
    numbers.map(|n| finished(n, 1000 + n)).collect()
}

fn list(history: &History, filter: &Filter, last: Option<u64>) -> Vec<Summary> {
    let mut games = Vec::new();
    let each = |game| {
        games.push(game);
        Ok::<(), Error>(())
    };
    history.games(filter, last, each).unwrap();
    games
}

fn records(history: &History, setup: &Setup) -> BTreeMap<(String, String), Stat> {
    let mut records = BTreeMap::new();
    let each = |position: &str, child: &str, stat| {
        let again = records.insert((position.to_owned(), child.to_owned()), stat);
        assert_eq!(again, None);
        Ok::<(), Error>(())
    };
    history.records(setup, u64::MAX, each).unwrap();
    records
}

/// What the records must be, counted from the games themselves.
fn recount<'a>(games: impl IntoIterator<Item = &'a Finished>) -> BTreeMap<(String, String), Stat> {
    let mut records: BTreeMap<_, Stat> = BTreeMap::new();
    for game in games {
        for step in &game.steps {
            let key = (step.position.clone(), step.child.clone());
            let stat = records.entry(key).or_default();
            stat.tries += 1;
            stat.wins += u64::from(game.winner == Some(step.mover));
            stat.draws += u64::from(game.winner.is_none());
        }
    }
    records
}

/// SQLite's own opinion of the file, and the records against the log, by a plain
/// connection. Gives the number of games.
fn assert_whole(path: &Path) -> u64 {
    let db = Connection::open(path).unwrap();
    let number = |query: &str| -> i64 { db.query_row(query, [], |row| row.get(0)).unwrap() };
    let verdict: String = db
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(verdict, "ok");
    let log = "SELECT position, child, count(*), sum(result = 1), sum(result = 0) FROM moves GROUP BY 1, 2";
    for (a, b) in [
        (log, "SELECT * FROM records"),
        ("SELECT * FROM records", log),
    ] {
        let extra = number(&format!("SELECT count(*) FROM ({a} EXCEPT {b})"));
        assert_eq!(extra, 0, "{a} is not {b}");
    }
    assert_eq!(
        number(
            "SELECT count(*) FROM games g WHERE g.moves <> (SELECT count(*) FROM moves WHERE game = g.id)"
        ),
        0
    );
    assert_eq!(number("SELECT count(*) FROM pragma_foreign_key_check"), 0);
    let used = "SELECT position FROM records UNION SELECT child FROM records";
    assert_eq!(
        number("SELECT count(*) FROM positions"),
        number(&format!("SELECT count(*) FROM ({used})"))
    );
    assert_eq!(
        number("SELECT count(*) FROM moves"),
        number("SELECT count(*) FROM log")
    );
    number("SELECT count(*) FROM games") as u64
}

#[test]
fn games_come_back_as_they_went_in() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.history");
    let games = batch(0..40);
    let mut history = History::open(&path).unwrap();
    assert_eq!(history.record(&setup("Cl"), &games[..25]).unwrap(), 1..=25);
    assert_eq!(history.record(&setup("Cl"), &games[25..]).unwrap(), 26..=40);
    drop(history);
    let history = History::open_existing(&path).unwrap();
    assert_eq!(records(&history, &setup("Cl")), recount(&games));
    assert!(records(&history, &setup("C~")).is_empty());
    let all = list(&history, &Filter::default(), None);
    assert_eq!(all.len(), 40);
    for (game, id) in games.iter().zip(1..) {
        let logged = history.game(id).unwrap();
        assert_eq!(logged.summary, all[id as usize - 1]);
        assert_eq!(logged.setup, setup("Cl"));
        assert_eq!(logged.start, game.start);
        assert_eq!(logged.summary.seed, u64::MAX - 1);
        assert_eq!(logged.summary.players, game.players);
        assert_eq!(logged.summary.moves, game.steps.len() as u64);
        let winner = game.winner.map(|side| ["alice", "bob"][side].to_owned());
        assert_eq!(logged.summary.winner, winner);
        for (step, mv) in game.steps.iter().zip(&logged.moves) {
            assert_eq!(
                (&step.mv, &step.position, &step.child),
                (&mv.mv, &mv.position, &mv.child)
            );
            assert_eq!(mv.mover, ["alice", "bob"][step.mover]);
            let result = match game.winner {
                None => 0,
                Some(side) => 1 - 2 * i64::from(side != step.mover),
            };
            assert_eq!(mv.result, result);
        }
    }
    // 1970-01-01 00:16:40 is a thousand seconds after midnight.
    assert_eq!(all[0].when, "1970-01-01T00:16:40Z");
    assert_whole(&path);
}

#[test]
fn lists_can_be_narrowed() {
    let folder = tempfile::tempdir().unwrap();
    let mut history = History::open(folder.path().join("h")).unwrap();
    history.record(&setup("Cl"), &batch(0..12)).unwrap();
    let ids = |filter: Filter, last| -> Vec<i64> {
        let games = list(&history, &filter, last);
        games.into_iter().map(|game| game.id).collect()
    };
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(ids(Filter::default(), Some(3)), [10, 11, 12]);
    let board = Filter {
        board: some("path:1"),
        ..Filter::default()
    };
    assert_eq!(ids(board.clone(), Some(2)), [10, 12]);
    let player = Filter {
        player: some("mcts:2"),
        ..board
    };
    assert_eq!(ids(player, None), [6, 12]);
    let family = Filter {
        player: some("mcts"),
        ..Filter::default()
    };
    assert_eq!(ids(family, None).len(), 12);
    let other = Filter {
        game: some("edge"),
        ..Filter::default()
    };
    assert!(ids(other, None).is_empty());
    let none = Filter {
        player: some(""),
        ..Filter::default()
    };
    assert!(ids(none, None).is_empty());
}

#[test]
fn pruning_keeps_the_records_right_and_shrinks_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("h");
    let games = batch(0..3000);
    let mut history = History::open(&path).unwrap();
    history.record(&setup("Cl"), &games).unwrap();
    history.record(&setup("other"), &batch(0..10)).unwrap();
    let by_board = Filter {
        board: Some("path:1".to_owned()),
        ..Filter::default()
    };
    // Of the games on path:1 that ended before second 1500, which are those with odd
    // numbers below 500, all but those among the latest 1,300 on this board.
    let prune = Prune {
        of: by_board,
        keep: 1300,
        before: Some(1500),
    };
    let pruned = history.prune(&prune).unwrap();
    let odd_ids = |n: u64| n % 2 == 1;
    // On path:1 are 1,500 + 5 games; the first 205 of them are not kept: 1, 3, …, 409.
    let stays = |n: u64| !(odd_ids(n) && n <= 409);
    assert_eq!(pruned.games, 205);
    assert_eq!(pruned.left, 3010 - 205);
    let left: Vec<&Finished> = games.iter().filter(|game| stays(game.number)).collect();
    assert_eq!(records(&history, &setup("Cl")), recount(left));
    assert_eq!(assert_whole(&path), 2805);
    let pruned = history
        .prune(&Prune {
            keep: 10,
            ..Prune::default()
        })
        .unwrap();
    assert_eq!((pruned.games, pruned.left), (2795, 10));
    assert!(pruned.bytes[1] * 4 < pruned.bytes[0], "{pruned:?}");
    assert!(records(&history, &setup("Cl")).is_empty());
    assert_eq!(records(&history, &setup("other")), recount(&batch(0..10)));
    assert_eq!(assert_whole(&path), 10);
    // Numbers are not given twice.
    history.prune(&Prune::default()).unwrap();
    assert_eq!(
        history.record(&setup("Cl"), &games[..1]).unwrap(),
        3011..=3011
    );
}

const WRITER: &str = "OUTPLAY_TEST_WRITER";

/// Not a test of its own: what the child processes below run.
#[test]
#[ignore = "run by other tests in a process of its own"]
fn writer() {
    let order = std::env::var(WRITER).expect("started by another test");
    let (path, batches) = order.split_once('\n').expect("a path and a number");
    let mut history = History::open(path).unwrap();
    for i in 0..batches.parse::<u64>().unwrap() {
        history
            .record(&setup("Cl"), &batch(i * 20..i * 20 + 20))
            .unwrap();
    }
}

fn start_writer(path: &Path, batches: u64) -> std::process::Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "writer", "--ignored"])
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
                let mut history = History::open(path).unwrap();
                for i in 0..batches {
                    let games = batch(i * 20..i * 20 + 20);
                    history.record(&setup("Cl"), &games).unwrap();
                }
            });
        }
    });
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(assert_whole(path), 6 * batches * 20);
    let history = History::open_existing(path).unwrap();
    let mut expected = recount(&batch(0..batches * 20));
    for stat in expected.values_mut() {
        (stat.tries, stat.wins, stat.draws) = (stat.tries * 6, stat.wins * 6, stat.draws * 6);
    }
    assert_eq!(records(&history, &setup("Cl")), expected);
}

#[test]
fn a_killed_writer_leaves_whole_batches() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("h");
    let mut killed_while_writing = 0;
    for round in 0..12u64 {
        let mut child = start_writer(&path, 1_000_000);
        let deadline = Instant::now() + Duration::from_secs(60);
        let wal = PathBuf::from(format!("{}-wal", path.display()));
        while std::fs::metadata(&wal).map_or(0, |file| file.len()) == 0 {
            assert!(Instant::now() < deadline, "the writer never wrote");
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(3 + 7 * round));
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success());
        // First somebody else finds what the dead process left behind.
        if path.exists() && History::open(&path).is_ok() {
            let games = assert_whole(&path);
            assert_eq!(games % 20, 0, "half a batch");
            killed_while_writing += u64::from(games > 0);
            let mut history = History::open(&path).unwrap();
            history.record(&setup("Cl"), &batch(0..20)).unwrap();
            assert_eq!(assert_whole(&path), games + 20);
        } else {
            panic!("the file cannot be opened after a kill");
        }
    }
    assert!(killed_while_writing >= 10);
}

#[test]
fn other_files_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |path: &Path, expected: &str| {
        let before = std::fs::read(path).ok();
        for opened in [History::open(path), History::open_existing(path)] {
            let Err(Error::Input(error)) = opened else {
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
        ("header", b"SQLite format 3\0 and then nonsense".to_vec()),
        (
            "longer",
            [b"SQLite format 3\0".to_vec(), vec![7; 5000]].concat(),
        ),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        refused(&path, "not an Outplay history");
    }
    refused(folder.path(), "not an Outplay history");

    let foreign = folder.path().join("foreign");
    let db = Connection::open(&foreign).unwrap();
    db.execute_batch("CREATE TABLE games (id)").unwrap();
    drop(db);
    refused(&foreign, "another program's database");

    let newer = folder.path().join("newer");
    drop(History::open(&newer).unwrap());
    let db = Connection::open(&newer).unwrap();
    db.pragma_update(None, "user_version", 2).unwrap();
    drop(db);
    refused(&newer, "found version 2");

    let missing = folder.path().join("missing");
    assert!(matches!(
        History::open_existing(&missing),
        Err(Error::Input(_))
    ));
    assert!(!missing.exists());
    let empty = folder.path().join("empty");
    std::fs::write(&empty, "").unwrap();
    assert!(matches!(
        History::open_existing(&empty),
        Err(Error::Input(_))
    ));
    History::open(&empty).unwrap();
    let history = History::open_existing(&empty).unwrap();
    for id in [0, 1, -1, i64::MAX] {
        assert!(matches!(history.game(id), Err(Error::Input(_))));
    }
}

#[test]
fn boards_that_are_too_large_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut history = History::open(folder.path().join("h")).unwrap();
    let large = setup(&"x".repeat((1 << 20) + 1));
    assert!(matches!(
        history.record(&large, &batch(0..1)),
        Err(Error::Input(_))
    ));
    assert!(list(&history, &Filter::default(), None).is_empty());
}
