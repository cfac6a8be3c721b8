//! Long searches: stopping them, saving them, going on.

use crate::common::{folder, json, objects, outplay, outplay_with};
use serde_json::Value;
use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A search that takes far longer than any of these tests.
const LONG: &[&str] = &["solve", "coloring", "torus:7x7", "--colors", "4", "--json"];

#[test]
fn threads_and_methods_agree() {
    for question in [
        "coloring grid:3x4 -k 3",
        "coloring torus:3x4 -k 4",
        "edge path:8",
        "cycles wheel:5",
    ] {
        let winner = |options: &str| {
            json(&format!("solve {question} {options} --json"))[0]["winner"].clone()
        };
        let expected = winner("--method digraph");
        assert!(expected.is_string());
        for options in [
            "--method search --threads 1",
            "--method search --threads 2",
            "",
            "--method search --memory 1M",
        ] {
            assert_eq!(winner(options), expected, "{question} {options}");
        }
    }
    let grundy = |method: &str| {
        json(&format!(
            "solve edge path:7 --grundy --method {method} --json"
        ))[0]["grundy"]
            .clone()
    };
    assert_eq!(grundy("search"), grundy("digraph"));
    let verdicts = |method: &str| {
        let answer = &json(&format!(
            "moves coloring grid:2x4 -k 3 --method {method} --json"
        ))[0];
        let moves = answer["moves"].as_array().unwrap().iter();
        let mut list: Vec<(String, Value)> = moves
            .map(|m| (m["move"].to_string(), m["verdict"].clone()))
            .collect();
        list.sort_by(|a, b| a.0.cmp(&b.0));
        list
    };
    assert_eq!(verdicts("search"), verdicts("digraph"));
}

/// Every option against its absence: the same verdict, and what it promises. What is kept in files is
/// below.
#[test]
fn options_change_the_work_and_not_the_answer() {
    let place = folder("options");
    for (i, question) in [
        "coloring cycle:7 --colors 3",
        "connected path:6 --colors 2",
        "indicated cycle:5 --colors 2",
        "greedy grid:2x4 --colors 2",
        "marking cycle:6 --colors 2",
        "domination cycle:7 --moves 4",
        "edge cycle:7",
        "cycles wheel:4",
        "node-kayles petersen",
        "arc-kayles complete:5",
        "col grid:2x3",
        "snort cycle:6",
        "geography petersen --start 0",
        "edge-geography complete:4 --start 0",
    ]
    .into_iter()
    .enumerate()
    {
        let jobs = place.join(i.to_string()).display().to_string();
        let asked = |options: &str| {
            let answer = json(&format!("solve {question} {options} --json")).remove(0);
            assert_eq!(answer["exact"], true, "{question} {options}");
            (
                answer["winner"].clone(),
                answer["positions"].as_u64().unwrap(),
            )
        };
        let (winner, labelled) = asked("--method digraph");
        let (same, without_symmetry) = asked("--method digraph --no-symmetry");
        assert_eq!(same, winner, "{question}");
        assert!(
            without_symmetry > labelled,
            "{question}: all of these boards are symmetric"
        );
        let (same, searched) = asked("--method search --threads 1");
        assert_eq!(same, winner, "{question}");
        let jobs = format!("--jobs {jobs} --threads 1");
        let first = asked(&jobs);
        assert_eq!(first.0, winner, "{question}");
        assert_eq!(
            asked(&jobs),
            first,
            "{question}: what is settled is not searched again"
        );
        for options in [
            "--method digraph --threads 2".to_owned(),
            "--method search --threads 2".to_owned(),
            "--method search --memory 1M".to_owned(),
            "--memory 64M --seed 7 --time-limit 10m".to_owned(),
        ] {
            assert_eq!(asked(&options).0, winner, "{question} {options}");
        }
        let limited = format!("solve {question} --method search --max-positions {searched} --json");
        let ran = outplay(&limited);
        assert!([0, 3].contains(&ran.status), "{limited}: {ran:?}");
        let answer = &objects(&ran.stdout)[0];
        let told = [&winner, &Value::Null].contains(&&answer["winner"]);
        assert!(
            told && answer["exact"] == (ran.status == 0),
            "{limited}: {answer}"
        );
    }
}

/// A search always takes symmetric positions as one; it did so silently when asked not to.
#[test]
fn no_symmetry_is_not_passed_over_by_a_search() {
    let folder = folder("no-symmetry");
    let jobs = format!("--jobs {}", folder.join("jobs").display());
    for (how, words) in [("--method search", "digraph"), (&jobs, "--no-symmetry")] {
        let ran = outplay(&format!("solve edge path:6 {how} --no-symmetry"));
        assert_eq!(ran.status, 2, "{how}: {ran:?}");
        assert!(ran.stderr.contains(words), "{how}: {ran:?}");
    }
    // So many positions that the program searches them, where it may: one for each set of vertices
    // that holds no two neighbours, of which a path has a Fibonacci number.
    let labelled = json("solve node-kayles path:22 --no-symmetry --json").remove(0);
    assert_eq!(labelled["positions"], 46_368);
}

#[test]
fn boards_learn_from_each_other() {
    let folder = folder("learn");
    let file = folder.join("coloring.learnt");
    let path = file.to_str().unwrap();
    let positions = |line: &str, flags: &str| {
        let answer = &json(&format!("{line} --threads 1 --json {flags}"))[0];
        assert_eq!(answer["winner"], "alice", "{line}");
        answer["positions"].as_u64().unwrap()
    };
    let learn = format!("--learn {path} --memory 16M");
    let (small, large) = (
        "solve coloring grid:4x6 -k 4",
        "solve coloring grid:4x7 -k 4",
    );
    let alone = positions(large, "--memory 16M");
    assert!(positions(small, &learn) > 100);
    assert!(positions(small, &learn) < 10, "settled before");
    assert!(positions(large, &learn) < alone, "from the smaller board");
    assert!(positions(large, &learn) < 10, "added to the file");
    // Larger tables learn from it as well, and the file grows with them.
    let other = folder.join("large.learnt");
    let at = |memory: &str| format!("--learn {} --memory {memory}", other.display());
    assert!(positions(small, &at("80M")) > 100);
    assert!(positions(small, &at("160M")) < 10);
    assert!(positions(large, &at("400M")) < alone);
    assert!(positions(large, &at("900M")) < 10);
    // Smaller tables learn from what finds room in them. They add to the file without having it in memory, if
    // they know enough of their keys.
    let next = "solve coloring grid:4x8 -k 4";
    let size = || fs::metadata(&other).unwrap().len();
    let before = size();
    assert!(positions(large, &at("16M")) < alone);
    assert_eq!(size(), before);
    let ran = outplay(&format!("{small} {}", at("16M")));
    assert!(ran.stderr.contains("say --memory 64M"), "{ran:?}");
    assert!(positions(next, &at("64M")) > 10);
    assert!(size() > before);
    assert!(positions(next, &at("900M")) < 10, "added to the file");
    assert!(positions(large, &at("900M")) < 10, "and nothing lost");
    let value = |flags: &str| json(&format!("number game-chromatic grid:4x6 --json {flags}"));
    assert_eq!(value(&learn)[0]["value"], value("")[0]["value"]);
    let out = folder.join("out");
    let sweep = format!(
        "sweep path:1..7 --ask game-chromatic -o {} {learn}",
        out.display()
    );
    assert_eq!(outplay(&sweep).status, 0);

    for (line, word) in [
        (
            format!("solve edge path:9 --learn {path}"),
            "found a table of 'coloring",
        ),
        (
            format!("{small} --learn {}/no/such", folder.display()),
            "cannot write",
        ),
    ] {
        let ran = outplay(&line);
        assert_eq!(
            (ran.status, ran.stdout.as_str()),
            (2, ""),
            "{line}: {ran:?}"
        );
        assert!(ran.stderr.contains(word), "{line}: {ran:?}");
    }
    std::fs::write(&file, b"junk").unwrap();
    let ran = outplay(&format!("{small} --learn {path}"));
    assert_eq!(ran.status, 2, "{ran:?}");
}

#[test]
fn what_was_learnt_is_saved_and_used() {
    let folder = folder("saved");
    let file = folder.join("learnt.table");
    let path = file.to_str().unwrap();
    let question = format!("solve coloring grid:4x5 -k 4 --threads 1 --json --learn {path}");
    let first = &json(&question)[0];
    let again = &json(&question)[0];
    assert_eq!(first["winner"], "alice");
    assert_eq!(again["winner"], "alice");
    assert!(first["positions"].as_u64() > Some(100), "{first}");
    assert!(again["positions"].as_u64() < Some(10), "{again}");

    let refused = |line: &str, word: &str| {
        let ran = outplay(line);
        assert_eq!(
            (ran.status, ran.stdout.as_str()),
            (2, ""),
            "{line}: {ran:?}"
        );
        assert!(ran.stderr.contains(word), "{line}: {ran:?}");
    };
    refused(&format!("solve edge path:9 --learn {path}"), "coloring");
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() - 9]).unwrap();
    refused(&question, "cut off");
    std::fs::write(&file, b"hello").unwrap();
    refused(&question, path);
    refused(&format!("{question}/below"), "cannot");
    // Lessons and puzzles search, too.
    for command in ["lesson", "puzzles"] {
        let file = folder.join(command);
        let line = format!(
            "{command} coloring grid:2x3 -k 3 --json --learn {}",
            file.display()
        );
        let all = if command == "lesson" { " --all" } else { "" };
        assert_eq!(outplay(&format!("{line}{all}")).status, 0, "{line}");
        assert!(file.exists(), "{line}");
    }
}

/// Rule files were searched by their name and saved by their path: nothing was kept of them.
#[test]
fn what_is_kept_serves_every_game_and_number() {
    let folder = folder("kept");
    let rules = folder.join("a.toml");
    let text = "name = 'a'\nmarks = 2\nlegal = 'size(seen) < 2'\nend = 'misere'\n";
    fs::write(&rules, text).unwrap();
    let written = format!("solve {} path:10 --method search", rules.display());
    for (i, question) in [
        &written,
        "solve col grid:3x4 --method search",
        "solve cycles grid:2x5 --method search",
        "solve edge path:9 --colors 4 --method search",
        "solve node-kayles grid:4x5 --method search",
        "solve marking grid:3x3 -k 3 --method search",
        "number game-chromatic grid:4x5",
        "number game-coloring grotzsch",
        "number game-domination grid:3x4",
    ]
    .into_iter()
    .enumerate()
    {
        let asked = |flags: String| {
            let line = format!("{question} --threads 1 --memory 16M --json {flags}");
            let mut answer = json(&line).remove(0);
            let verdict = answer.get("winner").or(answer.get("value")).cloned();
            (verdict.unwrap(), answer["positions"].take().as_u64())
        };
        let (verdict, alone) = asked(String::new());
        let kept = folder.join(format!("{i}.learnt"));
        let learn = format!("--learn {}", kept.display());
        assert_eq!(asked(learn.clone()), (verdict.clone(), alone), "{question}");
        let (same, positions) = asked(learn);
        assert_eq!(same, verdict, "{question}");
        // Numbers do not count positions: what they keep is seen in the size of the file.
        match alone {
            Some(alone) => assert!(positions.unwrap() < alone / 2, "{question}"),
            None => assert!(fs::metadata(kept).unwrap().len() > 1_000, "{question}"),
        }
    }

    // Another word in the file is another game.
    let learnt = folder.join("0.learnt").display().to_string();
    let jobs = folder.join("jobs").display().to_string();
    let searched = format!("solve {} path:10 --jobs {jobs}", rules.display());
    assert_eq!(outplay(&searched).status, 0);
    fs::write(&rules, text.replace("seen", "far")).unwrap();
    for line in [format!("{written} --learn {learnt}"), searched] {
        let ran = outplay(&line);
        assert_eq!((ran.status, &*ran.stdout), (2, ""), "{line}: {ran:?}");
        assert!(ran.stderr.contains("expected"), "{line}: {ran:?}");
    }
    let ran = outplay(&format!("number chromatic path:4 --learn {learnt}"));
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.stderr.contains("where a game is searched"), "{ran:?}");
}

#[test]
fn a_killed_search_leaves_its_last_save() {
    let folder = folder("killed");
    let file = folder.join("learnt.table");
    let path = file.to_str().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_outplay"))
        .args(LONG)
        .args(["--learn", path, "--memory", "64M"])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    // Some saves must have happened; which one the kill hits does not matter.
    for _ in 0..2400 {
        std::thread::sleep(Duration::from_millis(50));
        if std::fs::metadata(&file).is_ok_and(|data| data.len() > 10_000) {
            break;
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let resume = [LONG, &["--learn", path, "--time-limit", "300ms"]].concat();
    let ran = outplay_with(&resume, b"");
    assert_eq!(ran.status, 3, "{ran:?}");
    assert!(objects(&ran.stdout)[0]["known_moves"].is_array());
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_search_that_says_what_it_knows() {
    let folder = folder("interrupted");
    let sign = folder.join("learnt.table");
    let child = Command::new(env!("CARGO_BIN_EXE_outplay"))
        .args(LONG)
        .args(["--memory", "64M", "--learn", sign.to_str().unwrap()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The table is saved for the first time when the search is about to begin.
    for _ in 0..2400 {
        std::thread::sleep(Duration::from_millis(50));
        if sign.exists() {
            break;
        }
    }
    std::thread::sleep(Duration::from_millis(200));
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupt.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let answer = &objects(&String::from_utf8_lossy(&output.stdout))[0];
    assert_eq!(answer["winner"], Value::Null);
    assert!(
        answer["reason"]
            .as_str()
            .unwrap()
            .starts_with("interrupted")
    );
}

/// A search in jobs that is killed again and again, with whatever it has written by then.
#[test]
fn a_search_in_jobs_goes_on_whenever_it_is_killed() {
    let folder = folder("jobs").join("run");
    let path = folder.to_str().unwrap();
    let log = folder.join("jobs.log");
    let length = || std::fs::metadata(&log).map_or(0, |data| data.len());
    let question = format!("solve coloring torus:4x8 --colors 4 --jobs {path} --threads 2 --json");
    let mut before = 0;
    for _ in 0..4 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_outplay"))
            .args(question.split(' '))
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        while length() < before + 4000 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        // SIGKILL; it may also have come to its end.
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(length() > before, "each run adds something");
        before = length();
    }
    let whole = std::fs::read(&log).unwrap();
    let last = whole.iter().rposition(|&byte| byte == b'\n').unwrap();
    let found = &json(&question)[0];
    assert_eq!(
        (&found["winner"], &found["exact"]),
        (&"bob".into(), &true.into())
    );
    assert!(std::fs::read(&log).unwrap().starts_with(&whole[..=last]));
    assert_eq!(json(&question)[0]["positions"], found["positions"]);

    for (line, word) in [
        (
            question.replace("--colors 4", "--colors 3"),
            "another question",
        ),
        (
            question.replace("torus:4x8", "torus:4x7"),
            "another question",
        ),
        (
            format!("solve token edges:0-1 --start 0 --jobs {path}"),
            "for ever",
        ),
        (format!("{question} --all"), "--jobs"),
    ] {
        let ran = outplay(&line);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{ran:?}");
        assert!(ran.stderr.contains(word), "{ran:?}");
    }
    let limited =
        format!("solve coloring torus:9x9 --colors 4 --jobs {path}9 --max-positions 20000");
    let ran = outplay(&limited);
    assert_eq!(ran.status, 3, "{ran:?}");
    assert!(ran.stdout.contains("20000 positions"), "{ran:?}");
}
