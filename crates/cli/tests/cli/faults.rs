//! A disk that is full at any moment, a process that ends at any write, and memory that runs out: the
//! files that are read again are whole, as they were before or as they are afterwards, and the same
//! command goes on.

use crate::common::{folder, outplay_in};
use outplay_engine::Rng;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What a process has too little of.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    /// No file may have more than so many blocks of 512 bytes: what is more fails, as on a full disk.
    Full(u32),
    /// The same, but it ends the process at once.
    Killed(u32),
    /// No more than so many MB of addresses, which need not even be enough to begin.
    Memory(u32),
}

/// Runs the program in a folder with too little of something.
fn limited(folder: &Path, line: &str, fault: Fault) -> (Option<i32>, String) {
    let limit = match fault {
        Fault::Full(blocks) => format!("trap '' XFSZ; ulimit -f {blocks}"),
        Fault::Killed(blocks) => format!("ulimit -f {blocks}"),
        Fault::Memory(mb) => format!("ulimit -v {}", mb << 10),
    };
    let script = format!("ulimit -c 0; {limit}; exec \"$0\" {line}");
    let ran = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_outplay")])
        .current_dir(folder)
        .output()
        .expect("the shell starts");
    (
        ran.status.code(),
        String::from_utf8_lossy(&ran.stderr).into_owned(),
    )
}

fn done(folder: &Path, line: &str) -> String {
    let ran = outplay_in(folder, &line.split(' ').collect::<Vec<_>>(), b"");
    assert_eq!(ran.status, 0, "{line}: {ran:?}");
    ran.stdout
}

/// Files that nobody finished, below a folder.
fn leftovers(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("it is there") {
        let path = entry.expect("it is there").path();
        match path.is_dir() {
            true => found.extend(leftovers(&path)),
            false if path.extension().is_some_and(|ending| ending == "part") => {
                found.push(path.display().to_string());
            }
            false => {}
        }
    }
    found
}

/// `line` is run under every limit, and then without one; `shown` is what the answer is then, of
/// which the words count that `said` picks.
fn goes_on(name: &str, line: &str, shown: &str, said: fn(&str) -> String) {
    let place = folder(name);
    let fresh = |n: &str| {
        let path = place.join(n);
        fs::create_dir(&path).expect("it is new");
        path
    };
    let whole = fresh("whole");
    done(&whole, line);
    let expected = said(&done(&whole, shown));
    let blocks = [0, 1, 2, 3, 4, 6, 8, 12, 20, 40, 80].into_iter();
    let faults = blocks.flat_map(|n| [Fault::Full(n), Fault::Killed(n)]);
    let mut failed = 0;
    for (i, fault) in faults.chain((20..44).map(Fault::Memory)).enumerate() {
        let folder = fresh(&i.to_string());
        let told = format!("{line} with {fault:?}");
        // Twice, so that what is there already is written again.
        for _ in 0..2 {
            let (status, errors) = limited(&folder, line, fault);
            failed += usize::from(status != Some(0));
            match (fault, status) {
                (_, Some(0)) => {}
                (Fault::Full(_), Some(1)) => {
                    let named = errors.contains("write") || errors.contains("too large");
                    assert!(named && !errors.contains("panicked"), "{told}: {errors}");
                }
                // A signal, or what cannot even begin.
                (Fault::Killed(_), None) | (Fault::Memory(_), _) => {}
                _ => panic!("{told}: {status:?} {errors}"),
            }
        }
        done(&folder, line);
        assert_eq!(said(&done(&folder, shown)), expected, "{told}");
        assert_eq!(leftovers(&folder), [""; 0], "{told}");
    }
    assert!(failed > 3, "{line}: {failed}");
}

/// Who wins.
fn winner(json: &str) -> String {
    let answer: serde_json::Value = serde_json::from_str(json).expect("it is JSON");
    assert_eq!(answer["exact"], true, "{answer}");
    answer["winner"].to_string()
}

#[test]
fn a_sweep_goes_on_after_any_failed_write() {
    let sweep = "sweep path:3..9 cycle:3..9 --ask board,n,game-chromatic -o out --quiet";
    goes_on(
        "faults-sweep",
        sweep,
        "sweep show out --to csv",
        str::to_owned,
    );
}

#[test]
fn what_was_learnt_is_whole_after_any_failed_write() {
    let solve = "solve coloring grid:3x4 --colors 4 --memory 1M --threads 1 --json";
    let learn = format!("{solve} --learn learnt");
    goes_on("faults-learn", &learn, &learn, winner);
}

#[test]
fn a_search_in_jobs_goes_on_after_any_failed_write() {
    let jobs = "solve coloring grid:4x4 --colors 4 --jobs jobs --threads 1 --json";
    goes_on("faults-jobs", jobs, jobs, winner);
}

#[test]
fn a_history_has_whole_games_after_any_failed_write() {
    // How many games there are differs: each of them must be whole, with its moves and its end.
    let games = |json: &str| {
        for line in json.lines() {
            let game: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
            assert!(game["winner"].is_string(), "{game}");
        }
        String::new()
    };
    let play = "match coloring path:6 --colors 2 --games 40 --history games --alice random --bob random --seed 1";
    goes_on("faults-history", play, "history games list --json", games);
}

/// Rule files that differ in one word ask one folder of jobs, or one learnt file, in turns, and most of
/// them are killed at it. It is that of whoever came to its first line, and never answers for another.
#[test]
fn what_is_kept_answers_for_one_game_only() {
    let place = folder("faults-one-world");
    let games = ["seen) < 2", "far) < 2", "seen) < 3"].map(|limit| {
        let rules = format!("name = 'x'\nmarks = 2\nend = 'misere'\nlegal = 'size({limit}'\n");
        let file = limit.replace([')', '<', ' '], "") + ".toml";
        fs::write(place.join(&file), rules).expect("it can be written");
        let asked = format!("solve {file} grid:3x4 --threads 1 --json");
        let winner = winner(&done(&place, &asked));
        (winner, asked)
    });
    let mut rng = Rng::new(1);
    let (mut answered, mut refused, mut killed) = (0, 0, 0);
    for round in 0..8 {
        let mut owner = None;
        let kept = ["--jobs", "--learn"][round % 2];
        for step in 0..10 {
            let asking = rng.below(games.len());
            let (winner_is, asked) = &games[asking];
            let line = format!("{asked} {kept} kept");
            let told = format!("round {round}, step {step}: {line}");
            if rng.below(3) > 0 {
                let blocks = [0, 1, 2, 20, 200][rng.below(5)];
                killed += usize::from(limited(&place, &line, Fault::Killed(blocks)).0.is_none());
                continue;
            }
            let ran = outplay_in(&place, &line.split(' ').collect::<Vec<_>>(), b"");
            if ran.status == 0 {
                answered += 1;
                assert_eq!(*owner.get_or_insert(asking), asking, "{told}");
                assert_eq!(winner(&ran.stdout), *winner_is, "{told}");
            } else {
                refused += 1;
                assert_eq!(ran.status, 2, "{told}: {ran:?}");
                let refusal = ["another question", "expected one of"][round % 2];
                assert!(ran.stderr.contains(refusal), "{told}: {ran:?}");
                assert_ne!(owner, Some(asking), "{told}: {ran:?}");
            }
        }
        let _ =
            fs::remove_dir_all(place.join("kept")).or_else(|_| fs::remove_file(place.join("kept")));
    }
    let verdicts: std::collections::BTreeSet<_> = games.iter().map(|(winner, _)| winner).collect();
    assert!(verdicts.len() == 2 && answered > 2 && refused > 2 && killed > 5);
}

/// A byte of a file that is read again was changed, somewhere: the program says so and names the
/// file, or answers as before; what `same` does not hold for has no checksum, but does no harm.
fn survives(name: &str, line: &str, read: &str, same: fn(&str) -> String) {
    let folder = folder(name);
    done(&folder, line);
    let expected = same(&done(&folder, read));
    let mut files = Vec::new();
    let mut below = vec![folder.clone()];
    while let Some(path) = below.pop() {
        match path.is_dir() {
            true => below.extend(
                fs::read_dir(path)
                    .expect("it is there")
                    .map(|e| e.unwrap().path()),
            ),
            false => files.push(path),
        }
    }
    let (mut named, mut rng) = (0, Rng::new(1));
    for path in files
        .iter()
        .filter(|path| path.extension().is_none_or(|e| e != "lock"))
    {
        let whole = fs::read(path).expect("it is there");
        for _ in 0..30.min(whole.len()) {
            let mut bytes = whole.clone();
            bytes[rng.below(whole.len())] ^= 1 << rng.below(8);
            fs::write(path, bytes).expect("it can be written");
            let ran = outplay_in(&folder, &read.split(' ').collect::<Vec<_>>(), b"");
            let told = format!("{read} with {}: {ran:?}", path.display());
            assert!(!ran.stderr.contains("panicked"), "{told}");
            match ran.status {
                0 => assert_eq!(same(&ran.stdout), expected, "{told}"),
                _ => {
                    named += 1;
                    let file = path.file_name().expect("it has a name").to_string_lossy();
                    assert!(
                        [1, 2].contains(&ran.status) && ran.stderr.contains(&*file),
                        "{told}"
                    );
                }
            }
            fs::write(path, &whole).expect("it can be written");
        }
    }
    assert!(named > 0, "{read}");
}

#[test]
fn damage_of_what_was_learnt_or_searched_changes_no_answer() {
    let solve = "solve coloring grid:3x4 --colors 4 --memory 1M --threads 1 --json";
    let learn = format!("{solve} --learn learnt");
    survives("damage-learn", &learn, &learn, winner);
    let jobs = "solve coloring grid:4x4 --colors 4 --jobs jobs --threads 1 --json";
    survives("damage-jobs", jobs, jobs, winner);
}

#[test]
fn damage_of_a_history_or_a_plan_does_no_harm() {
    let play = "match coloring path:6 --colors 2 --games 20 --history games --alice random --bob random --seed 1";
    survives("damage-history", play, "history games list --json", |_| {
        String::new()
    });
    let sweep = "sweep path:3..9 --ask board,n,game-chromatic -o out --quiet";
    survives("damage-sweep", sweep, "sweep show out --to csv", |_| {
        String::new()
    });
}
