//! Experiments: resumed, extended, repeated, and what their files hold.

use super::{boards, work};
use outplay_board::Failed;
use outplay_games::Side;
use outplay_players::studies::{Experiment, Findings, Kind, Meeting, Verdict, Work};
use quick_xml::Reader;
use quick_xml::events::Event;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

const BOARDS: [&str; 4] = ["path:4", "cycle:6", "grid:2x3", "petersen"];

fn meeting(games: u64) -> Meeting {
    Meeting {
        first: Side::Alice,
        alice: "random".to_owned(),
        bobs: vec!["random".to_owned()],
        games,
        seed: 7,
    }
}

fn experiment(games: u64) -> Experiment {
    Experiment::new(Kind::Colors, boards(&BOARDS), vec![2, 3, 4], meeting(games)).unwrap()
}

fn run(experiment: &Experiment, folder: &Path, threads: usize) -> Findings {
    let found = experiment.run(Some(folder), &work(threads, &|| false), &mut |_| {});
    found.unwrap()
}

fn read(folder: &Path, file: &str) -> Vec<u8> {
    fs::read(folder.join(file)).unwrap()
}

fn refusal(experiment: &Experiment, folder: &Path) -> String {
    match experiment.run(Some(folder), &work(1, &|| false), &mut |_| {}) {
        Err(Failed::Input(error)) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

/// The game chromatic numbers are those of the game's rules, found by two
/// programs that share no code with this one: P4 3, C6 3, 2×3 grid 3, Petersen 4.
#[test]
fn verdicts_are_exact_and_shares_are_shares() {
    let folder = tempfile::tempdir().unwrap();
    let found = run(&experiment(200), folder.path(), 2);
    assert!(found.complete);
    assert_eq!(found.rows.len(), 12);
    let least = HashMap::from([
        ("path:4", 3),
        ("cycle:6", 3),
        ("grid:2x3", 3),
        ("petersen", 4),
    ]);
    for row in &found.rows {
        let alice = row.colors >= least[row.board.as_str()];
        let winner = if alice { Side::Alice } else { Side::Bob };
        assert_eq!(row.verdict, Verdict::Wins(winner), "{row:?}");
        assert_eq!(row.games, 200);
        let (share, low, high) = row.share().unwrap();
        assert!(low <= share && share <= high && high - low < 0.15);
        assert!(row.moves <= 200 * row.vertices as u64);
    }
    // With more colours than neighbours nobody can lose as Alice.
    let safe = found
        .rows
        .iter()
        .find(|row| row.board == "cycle:6" && row.colors == 3);
    assert_eq!(safe.unwrap().alice_wins, 200);
    // Two random players on P4 with two colours, against their exact chance.
    let path = found
        .rows
        .iter()
        .find(|row| row.board == "path:4" && row.colors == 2);
    let (_, low, high) = path.unwrap().share().unwrap();
    let expected = alice_share_on_path();
    assert!(low < expected && expected < high, "{low} {expected} {high}");
}

/// The chance that two random players fill P4 with two colours, by walking all games.
fn alice_share_on_path() -> f64 {
    fn walk(colors: [u8; 4]) -> f64 {
        let legal = |v: usize, c: u8| {
            let left = v.checked_sub(1).map_or(0, |w| colors[w]);
            let right = colors.get(v + 1).copied().unwrap_or(0);
            colors[v] == 0 && left != c && right != c
        };
        let dead = |v: usize| colors[v] == 0 && !legal(v, 1) && !legal(v, 2);
        if (0..4).any(dead) {
            return 0.0;
        }
        let moves: Vec<(usize, u8)> = (0..4)
            .flat_map(|v| [(v, 1), (v, 2)])
            .filter(|&(v, c)| legal(v, c))
            .collect();
        if moves.is_empty() {
            return 1.0;
        }
        let sum: f64 = moves
            .iter()
            .map(|&(v, c)| {
                let mut next = colors;
                next[v] = c;
                walk(next)
            })
            .sum();
        sum / moves.len() as f64
    }
    walk([0; 4])
}

#[test]
fn results_do_not_depend_on_threads_order_or_interruptions() {
    let whole = tempfile::tempdir().unwrap();
    run(&experiment(60), whole.path(), 1);
    let threads = tempfile::tempdir().unwrap();
    run(&experiment(60), threads.path(), 3);
    assert_eq!(
        read(whole.path(), "results.csv"),
        read(threads.path(), "results.csv")
    );

    // Stopped after every few cells, and once within a cell.
    let pieces = tempfile::tempdir().unwrap();
    let mut runs = 0;
    loop {
        let seen = AtomicU64::new(u64::MAX);
        let begun = AtomicU64::new(u64::MAX);
        let stop = || {
            let (seen, begun) = (seen.load(Ordering::Relaxed), begun.load(Ordering::Relaxed));
            seen != u64::MAX && seen >= begun + 130
        };
        let work = work(2, &stop);
        let found = experiment(60)
            .run(Some(pieces.path()), &work, &mut |progress| {
                let _ = begun.compare_exchange(
                    u64::MAX,
                    progress.games,
                    Ordering::Relaxed,
                    Ordering::Relaxed,
                );
                seen.store(progress.games, Ordering::Relaxed);
            })
            .unwrap();
        runs += 1;
        assert!(runs < 20);
        // What was found by now can be looked at.
        let table = String::from_utf8(read(pieces.path(), "results.csv")).unwrap();
        assert_eq!(table.lines().count(), 1 + found.rows.len());
        if found.complete {
            break;
        }
    }
    assert!(runs > 2);
    assert_eq!(
        read(whole.path(), "results.csv"),
        read(pieces.path(), "results.csv")
    );
    assert_eq!(
        read(whole.path(), "curves.svg"),
        read(pieces.path(), "curves.svg")
    );

    // Boards in another order, alone or together: the same games.
    let names: Vec<&str> = BOARDS.iter().rev().copied().collect();
    let other = Experiment::new(Kind::Colors, boards(&names), vec![2, 3, 4], meeting(60)).unwrap();
    let other = other.run(None, &work(1, &|| false), &mut |_| {}).unwrap();
    let mut rows = run(&experiment(60), whole.path(), 1).rows;
    for row in other.rows {
        let at = rows.iter().position(|same| *same == row);
        rows.swap_remove(at.expect("the same row"));
    }
    assert!(rows.is_empty());
}

/// Counts the games of a run.
fn games_played(experiment: &Experiment, folder: &Path) -> u64 {
    let mut before = None;
    let mut after = 0;
    let found = experiment.run(Some(folder), &work(1, &|| false), &mut |progress| {
        before.get_or_insert(progress.games_before);
        after = progress.games;
    });
    assert!(found.unwrap().complete);
    after - before.unwrap()
}

#[test]
fn nothing_is_played_twice_and_plans_can_grow() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(games_played(&experiment(20), folder.path()), 240);
    assert_eq!(games_played(&experiment(20), folder.path()), 0);
    // More games: only the new ones, and the same as if all had been asked for at once.
    assert_eq!(games_played(&experiment(25), folder.path()), 60);
    let fresh = tempfile::tempdir().unwrap();
    run(&experiment(25), fresh.path(), 2);
    assert_eq!(
        read(folder.path(), "results.csv"),
        read(fresh.path(), "results.csv")
    );
    // More boards and colours.
    let mut names = BOARDS.to_vec();
    names.push("path:6");
    let larger =
        Experiment::new(Kind::Colors, boards(&names), vec![1, 2, 3, 4], meeting(25)).unwrap();
    assert_eq!(games_played(&larger, folder.path()), 25 * (5 + 3));
}

#[test]
fn another_plan_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    run(&experiment(5), folder.path(), 1);
    let saved = read(folder.path(), "cells.jsonl");
    let with = |change: &dyn Fn(&mut Meeting)| {
        let mut meeting = meeting(5);
        change(&mut meeting);
        Experiment::new(Kind::Colors, boards(&BOARDS), vec![2, 3, 4], meeting).unwrap()
    };
    let fewer_boards = Experiment::new(
        Kind::Colors,
        boards(&BOARDS[1..]),
        vec![2, 3, 4],
        meeting(5),
    )
    .unwrap();
    let fewer_colors =
        Experiment::new(Kind::Colors, boards(&BOARDS), vec![2, 3], meeting(5)).unwrap();
    let bobs = Experiment::new(Kind::Bobs, boards(&BOARDS), vec![2, 3, 4], meeting(5)).unwrap();
    let mut renamed = boards(&BOARDS);
    renamed[0].board = boards(&["cycle:4"]).remove(0).board;
    let renamed = Experiment::new(Kind::Colors, renamed, vec![2, 3, 4], meeting(5)).unwrap();
    for (other, why) in [
        (with(&|m| m.seed = 8), "the seed is 7 there and 8 here"),
        (
            with(&|m| m.alice = "pseudo-smart".into()),
            "Alice is 'random' there",
        ),
        (
            with(&|m| m.bobs = vec!["pseudo-smart".into()]),
            "the Bob random",
        ),
        (with(&|m| m.games = 4), "5 games were planned"),
        (
            with(&|m| m.first = Side::Bob),
            "who starts is 'alice' there",
        ),
        (fewer_boards, "the board path:4, which is missing here"),
        (fewer_colors, "the number of colours 4"),
        (bobs, "the experiment is 'coloring' there"),
        (renamed, "path:4 was another graph then"),
    ] {
        let message = refusal(&other, folder.path());
        assert!(message.contains("holds another experiment"), "{message}");
        assert!(message.contains(why), "{message}");
    }
    assert_eq!(read(folder.path(), "cells.jsonl"), saved);
}

#[test]
fn a_torn_line_is_ignored_and_junk_is_not() {
    let whole = tempfile::tempdir().unwrap();
    run(&experiment(10), whole.path(), 1);
    let journal = read(whole.path(), "cells.jsonl");
    let table = read(whole.path(), "results.csv");
    let folder = tempfile::tempdir().unwrap();
    fs::copy(
        whole.path().join("experiment.json"),
        folder.path().join("experiment.json"),
    )
    .unwrap();
    let path = folder.path().join("cells.jsonl");
    // Cut at places all over the journal, also within characters and right after a line.
    for cut in (0..journal.len()).step_by(97).chain([journal.len() - 1]) {
        fs::write(&path, &journal[..cut]).unwrap();
        assert!(run(&experiment(10), folder.path(), 1).complete);
        assert_eq!(read(folder.path(), "results.csv"), table, "cut at {cut}");
    }
    for (junk, why) in [
        ("{\"cell\":{}}\n", "missing field"),
        ("nonsense\n", "cells.jsonl:1"),
        ("\u{0}\n", "cells.jsonl:1"),
        (
            "{\"cell\":{\"board\":\"path:9\",\"colors\":2,\"bob\":\"random\",\"games\":5,\"alice_wins\":1,\"moves\":1,\"remarks\":0}}\n",
            "not in the plan",
        ),
        (
            "{\"cell\":{\"board\":\"path:4\",\"colors\":2,\"bob\":\"random\",\"games\":5,\"alice_wins\":6,\"moves\":1,\"remarks\":0}}\n",
            "more wins than games",
        ),
        (
            "{\"cell\":{\"board\":\"path:4\",\"colors\":2,\"bob\":\"random\",\"games\":99,\"alice_wins\":6,\"moves\":1,\"remarks\":0}}\n",
            "more games than were planned",
        ),
        (
            "{\"exact\":{\"board\":\"path:4\",\"colors\":2,\"winner\":\"eve\",\"reason\":null,\"seconds\":1,\"positions\":1}}\n",
            "a winner other than",
        ),
    ] {
        fs::write(&path, junk).unwrap();
        let message = refusal(&experiment(10), folder.path());
        assert!(message.contains(why), "{junk}: {message}");
    }
    fs::write(&path, "").unwrap();
    fs::write(folder.path().join("experiment.json"), "{").unwrap();
    assert!(refusal(&experiment(10), folder.path()).contains("experiment.json"));
}

#[test]
fn one_process_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    run(&experiment(5), folder.path(), 1);
    let journal = fs::File::open(folder.path().join("cells.jsonl")).unwrap();
    journal.lock().unwrap();
    let message = refusal(&experiment(6), folder.path());
    assert!(message.contains("another process is at work"), "{message}");
    journal.unlock().unwrap();
    assert!(run(&experiment(6), folder.path(), 1).complete);
}

#[test]
fn what_the_limit_forbids_is_unknown_until_it_is_raised() {
    let folder = tempfile::tempdir().unwrap();
    let ask = |positions: u64| {
        let experiment =
            Experiment::new(Kind::Colors, boards(&["dodecahedron"]), vec![3], meeting(3)).unwrap();
        let limited = Work {
            exact_positions: positions,
            exact_time: Duration::from_secs(60),
            ..work(1, &|| false)
        };
        let found = experiment
            .run(Some(folder.path()), &limited, &mut |_| {})
            .unwrap();
        (found.complete, found.rows[0].verdict)
    };
    assert_eq!(ask(0), (true, Verdict::Unasked));
    assert_eq!(ask(2), (true, Verdict::Unknown));
    assert_eq!(ask(1_000_000), (true, Verdict::Wins(Side::Bob)));
    // It is not forgotten again.
    assert_eq!(ask(1), (true, Verdict::Wins(Side::Bob)));
}

/// The classes of the elements of an SVG that is well-formed.
fn classes(svg: &str) -> Vec<String> {
    let mut reader = Reader::from_str(svg);
    let mut classes = Vec::new();
    loop {
        match reader.read_event().expect("well-formed") {
            Event::Eof => return classes,
            Event::Start(tag) | Event::Empty(tag) => {
                let class = tag.try_get_attribute("class").expect("well-formed");
                classes.extend(class.map(|class| class.value.into_owned()));
            }
            _ => {}
        }
    }
}

#[test]
fn charts_mark_every_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let found = run(&experiment(10), folder.path(), 1);
    let svg = String::from_utf8(read(folder.path(), "curves.svg")).unwrap();
    let classes = classes(&svg);
    for (class, side) in [("verdict alice", Side::Alice), ("verdict bob", Side::Bob)] {
        let marks = classes.iter().filter(|found| *found == class).count();
        let verdicts = found
            .rows
            .iter()
            .filter(|row| row.verdict == Verdict::Wins(side));
        assert_eq!(marks, verdicts.count(), "{class}");
        assert!(marks > 0);
    }
    // Many boards: further axes below.
    let many = tempfile::tempdir().unwrap();
    let names: Vec<String> = (3..14).map(|n| format!("path:{n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let experiment = Experiment::new(Kind::Colors, boards(&names), vec![2, 3], meeting(5)).unwrap();
    run(&experiment, many.path(), 1);
    let svg = String::from_utf8(read(many.path(), "curves.svg")).unwrap();
    assert_eq!(svg.matches("class=\"curve\"").count(), 11);
}

/// One Alice, stronger Bobs: on a board that Bob wins, he wins more often the
/// better he plays, and always if he is perfect.
#[test]
fn a_ladder_of_bobs() {
    let folder = tempfile::tempdir().unwrap();
    let ladder = ["random", "greedy-bob", "mcts:30", "perfect"];
    let meeting = Meeting {
        bobs: ladder.iter().map(|bob| (*bob).to_owned()).collect(),
        ..meeting(100)
    };
    let experiment =
        Experiment::new(Kind::Bobs, boards(&["petersen"]), vec![3, 4], meeting).unwrap();
    let found = run(&experiment, folder.path(), 2);
    assert_eq!(found.rows.len(), 8);
    let row = |k: u32, bob: &str| {
        found
            .rows
            .iter()
            .find(|r| r.colors == k && r.bob == bob)
            .unwrap()
    };
    assert_eq!(row(3, "perfect").alice_wins, 0);
    assert!(row(3, "random").alice_wins > row(3, "greedy-bob").alice_wins);
    // With as many colours as neighbours and one, not even a perfect Bob wins.
    assert!(ladder.iter().all(|bob| row(4, bob).alice_wins == 100));
    let svg = String::from_utf8(read(folder.path(), "curves.svg")).unwrap();
    let marks = classes(&svg)
        .iter()
        .filter(|class| class.starts_with("verdict"))
        .count();
    assert_eq!(marks, 8);
    assert!(svg.contains("mcts:30"));
}

#[test]
fn wrong_requests_are_refused() {
    let new = |names: &[&str], colors: Vec<u32>, meeting: Meeting| {
        Experiment::new(Kind::Colors, boards(names), colors, meeting)
            .map(|_| ())
            .unwrap_err()
            .to_string()
    };
    let with = |alice: &str, games: u64| Meeting {
        alice: alice.to_owned(),
        games,
        ..meeting(games)
    };
    assert!(new(&["path:3"], vec![2], with("nobody", 5)).contains("nobody"));
    assert!(new(&["path:3"], vec![2], with("random", 0)).contains("0 games"));
    assert!(new(&["path:3"], vec![], with("random", 5)).contains("0 cells"));
    assert!(new(&["path:2001"], vec![2], with("random", 5)).contains("2001 vertices"));
    // Strategies for Alice do not play Bob.
    let meeting = Meeting {
        bobs: vec!["s1".to_owned()],
        ..meeting(5)
    };
    assert!(Experiment::new(Kind::Colors, boards(&["path:3"]), vec![2], meeting).is_err());
    // The same board twice counts once.
    let twice = Experiment::new(
        Kind::Colors,
        boards(&["path:3", "path:3"]),
        vec![2],
        self::meeting(5),
    );
    assert_eq!(twice.unwrap().cell_count(), 1);
}

/// A player that learns begins a cell anew, so that interruptions change nothing.
#[test]
fn players_that_learn_begin_anew() {
    let smart = |games: u64| {
        let meeting = Meeting {
            bobs: vec!["smart".to_owned()],
            ..meeting(games)
        };
        Experiment::new(Kind::Colors, boards(&["cycle:6"]), vec![2], meeting).unwrap()
    };
    let folder = tempfile::tempdir().unwrap();
    run(&smart(150), folder.path(), 2);
    run(&smart(600), folder.path(), 2);
    let whole = tempfile::tempdir().unwrap();
    let found = run(&smart(600), whole.path(), 1);
    assert_eq!(found.rows[0].games, 600);
    assert_eq!(
        read(folder.path(), "results.csv"),
        read(whole.path(), "results.csv")
    );
}

fn learning(after: &[u64], seed: u64) -> Result<Experiment, outplay_board::InputError> {
    let meeting = Meeting {
        alice: "smart".to_owned(),
        bobs: vec!["random".to_owned(), "pseudo-smart".to_owned()],
        seed,
        ..meeting(400)
    };
    let kind = Kind::Learning {
        side: Side::Bob,
        after: after.to_vec(),
    };
    Experiment::new(kind, boards(&["cycle:6"]), vec![2], meeting)
}

/// Bob wins on the 6-cycle with two colours (its game chromatic number is 3), and
/// smart finds out how.
#[test]
fn smart_gets_better_and_the_files_show_it() {
    let folder = tempfile::tempdir().unwrap();
    let found = run(&learning(&[1000, 0, 100], 3).unwrap(), folder.path(), 2);
    assert!(found.complete);
    assert_eq!(found.rows.len(), 6);
    for curve in found.rows.chunks(3) {
        let after: Vec<_> = curve.iter().map(|row| row.after.unwrap()).collect();
        assert_eq!(after, [0, 100, 1000]);
        for row in curve {
            assert_eq!(row.bob, "smart");
            assert_eq!((row.games, row.verdict), (400, Verdict::Wins(Side::Bob)));
        }
        let wins = |i: usize| 400 - curve[i].alice_wins;
        assert!(wins(2) > wins(0) + 40, "{curve:?}");
        assert!(curve[2].share().unwrap().2 < 0.1, "{curve:?}");
    }
    let table = String::from_utf8(read(folder.path(), "results.csv")).unwrap();
    assert_eq!(table.lines().count(), 7);
    assert!(table.lines().all(|line| line.split(',').count() == 18));
    let svg = String::from_utf8(read(folder.path(), "curves.svg")).unwrap();
    assert_eq!(svg.matches(r#"class="verdict bob""#).count(), 6);
    // The same again, and one examination more: the same games.
    let more = run(
        &learning(&[0, 100, 500, 1000], 3).unwrap(),
        folder.path(),
        1,
    );
    let shared = more.rows.iter().filter(|row| row.after != Some(500));
    assert!(shared.eq(&found.rows));
}

#[test]
fn lessons_are_repeatable_and_can_be_stopped() {
    let rows = |threads: usize, stop: &(dyn Fn() -> bool + Sync)| {
        let learning = learning(&[0, 100], 3).unwrap();
        learning
            .run(None, &work(threads, stop), &mut |_| {})
            .unwrap()
    };
    assert_eq!(rows(1, &|| false).rows, rows(3, &|| false).rows);
    assert!(!rows(1, &|| true).complete);
    assert!(learning(&[], 3).is_err());
    assert!(learning(&[u64::MAX], 3).is_err());
}
