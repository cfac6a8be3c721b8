//! Sweeps as users see them: the same rows whoever did which part when, and nothing lost.

use crate::common::{Ran, folder, outplay_in};
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const SMALL: &str = include_str!("../../../../tests/data/coloring_small_graphs.csv");
const MORE: &str = include_str!("../../../../tests/data/more_games_small_graphs.csv");
const SEVEN: &str = include_str!("../../../../tests/data/graphs_7_vertices.g6");

/// A board that no machine settles in the time that a test takes.
const ENDLESS: &str = "torus:8x8";

type Record = BTreeMap<String, String>;

fn records(csv: &str) -> Vec<Record> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    reader
        .deserialize()
        .map(|row| row.expect("a table"))
        .collect()
}

/// A folder with `small.g6`, all graphs with up to 6 vertices, and `seven.g6`.
fn place(name: &str) -> PathBuf {
    let folder = folder(&format!("sweep-{name}"));
    let lines: Vec<String> = records(SMALL)
        .iter()
        .map(|row| row["graph6"].clone())
        .collect();
    fs::write(folder.join("small.g6"), lines.join("\n") + "\n").expect("it can be written");
    fs::write(folder.join("seven.g6"), SEVEN).expect("it can be written");
    folder
}

fn run(folder: &Path, line: &str) -> Ran {
    outplay_in(folder, &line.split(' ').collect::<Vec<_>>(), b"")
}

fn done(folder: &Path, line: &str) -> String {
    let ran = run(folder, line);
    assert_eq!(ran.status, 0, "{line}: {ran:?}");
    ran.stdout
}

fn refused(folder: &Path, line: &str, words: &[&str]) {
    let ran = run(folder, line);
    assert_eq!(ran.status, 2, "{line}: {ran:?}");
    assert_eq!(ran.stdout, "", "{line}");
    for word in words {
        assert!(ran.stderr.contains(word), "{line}: {word}: {}", ran.stderr);
    }
}

fn start(folder: &Path, line: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_outplay"))
        .args(line.split(' '))
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Waits as long as it takes: a test that hangs has failed.
fn wait_for(what: impl Fn() -> bool) {
    while !what() {
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    let mut names: Vec<String> = entries
        .map(|e| name(e).to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn every_column_of_every_small_graph() {
    let folder = place("columns");
    let ask = "graph6,n,m,chromatic,game-chromatic,game-chromatic:bob,\
               game-chromatic:alice:pass=alice,game-chromatic:alice:pass=bob,\
               game-chromatic:bob:pass=alice,game-chromatic:bob:pass=bob,game-coloring,\
               grundy:node-kayles,grundy:arc-kayles,winner:col,winner:snort,\
               winner:coloring:colors=2:first=bob,monotone";
    done(
        &folder,
        &format!("sweep small.g6 --ask {ask} -o out --quiet"),
    );
    let rows = records(&done(&folder, "sweep show out --to csv"));
    let (small, more) = (records(SMALL), records(MORE));
    assert_eq!((rows.len(), small.len(), more.len()), (208, 208, 208));
    for ((row, small), more) in rows.iter().zip(&small).zip(&more) {
        assert_eq!(
            (&row["graph6"], &row["graph6"]),
            (&small["graph6"], &more["graph6"])
        );
        let known = [
            ("n", "vertices"),
            ("m", "edges"),
            ("chromatic", "chromatic"),
            ("game_chromatic", "chi_g_A"),
            ("game_chromatic_bob", "chi_g_B"),
            ("game_chromatic_alice_pass_alice", "chi_g_AA"),
            ("game_chromatic_alice_pass_bob", "chi_g_AB"),
            ("game_chromatic_bob_pass_alice", "chi_g_BA"),
            ("game_chromatic_bob_pass_bob", "chi_g_BB"),
            ("game_coloring", "col_g_A"),
            ("grundy_node_kayles", "node_kayles_grundy"),
        ];
        for (column, expected) in known {
            assert_eq!(
                row[column], small[expected],
                "{}: {column}",
                small["graph6"]
            );
        }
        assert_eq!(row["grundy_arc_kayles"], more["arc_kayles_grundy"]);
        for game in ["col", "snort"] {
            let winner = if more[game] == "N" { "first" } else { "second" };
            assert_eq!(
                row[&format!("winner_{game}")],
                winner,
                "{}",
                small["graph6"]
            );
        }
        let number: u32 = small["chi_g_B"].parse().expect("a number");
        // Alice wins with her number of colours; on boards of this size also with more.
        let winner = if number <= 2 { "alice" } else { "bob" };
        assert_eq!(row["winner_coloring_colors_2_first_bob"], winner);
        assert_eq!(row["monotone"], "true");
    }
}

fn counts(column: &str) -> BTreeMap<u32, u32> {
    let mut counts = BTreeMap::new();
    for row in records(SMALL) {
        *counts
            .entry(row[column].parse().expect("a number"))
            .or_default() += 1;
    }
    counts
}

#[test]
fn rows_are_filtered_counted_sorted_and_written_in_every_form() {
    let folder = place("show");
    let ask = "graph6,n,m,game-chromatic,game-chromatic:bob,connected";
    done(
        &folder,
        &format!("sweep small.g6 --ask {ask} -o out --quiet"),
    );
    let lines: String = counts("chi_g_A")
        .iter()
        .map(|(k, n)| format!("{k},{n}\n"))
        .collect();
    let grouped = done(&folder, "sweep show out --group game_chromatic --to csv");
    assert_eq!(grouped, format!("game_chromatic,count\n{lines}"));
    let bfile = done(&folder, "sweep show out --group game-chromatic --to bfile");
    assert_eq!(bfile, lines.replace(',', " "));
    let latex = done(
        &folder,
        "sweep show out --group game_chromatic_bob --to latex",
    );
    assert!(
        latex.starts_with("\\begin{tabular}{rr}\n\\toprule\n"),
        "{latex}"
    );
    let (&most, &count) = counts("chi_g_B").last_key_value().expect("some");
    assert!(latex.ends_with(&format!(
        "${most}$ & ${count}$ \\\\\n\\bottomrule\n\\end{{tabular}}\n"
    )));

    let above = |row: &&Record| row["chi_g_B"] > row["chi_g_A"];
    let small = records(SMALL);
    let expected: Vec<&str> = small
        .iter()
        .filter(above)
        .map(|row| row["graph6"].as_str())
        .collect();
    assert!(expected.len() > 5);
    let show = |args: &[&str]| {
        let args: Vec<&str> = ["sweep", "show", "out"]
            .iter()
            .chain(args)
            .copied()
            .collect();
        let ran = outplay_in(&folder, &args, b"");
        assert_eq!(ran.status, 0, "{args:?}: {ran:?}");
        ran.stdout
    };
    let condition = "game_chromatic_bob > game_chromatic";
    let boards = show(&["--where", condition, "--to", "g6"]);
    assert_eq!(boards.lines().collect::<Vec<_>>(), expected);
    // Boards pipe into other commands.
    let ran = outplay_in(
        &folder,
        &["number", "game-chromatic", "-", "--json"],
        boards.as_bytes(),
    );
    assert_eq!(
        (ran.status, ran.stdout.lines().count()),
        (0, expected.len())
    );

    // The smallest one is a path with three vertices and a vertex beside it: 4 vertices, 2 edges.
    let smallest = records(&show(&[
        "--where",
        condition,
        "--examples",
        "1",
        "--to",
        "csv",
    ]));
    assert_eq!(smallest.len(), 1);
    let least = expected.iter().map(|&g6| {
        let row = small
            .iter()
            .find(|row| row["graph6"] == g6)
            .expect("it is there");
        let number = |key: &str| row[key].parse::<u32>().expect("a number");
        (number("vertices"), number("edges"))
    });
    let (n, m) = least.min().expect("some");
    assert_eq!(
        (&smallest[0]["n"], &smallest[0]["m"]),
        (&n.to_string(), &m.to_string())
    );
    let examples = records(&show(&["--group", "n", "--examples", "2", "--to", "csv"]));
    assert_eq!(examples[1]["smallest"], "A? A_");

    let sorted = records(&show(&["--sort", "m,n", "--descending", "--to", "csv"]));
    let keys: Vec<(u32, u32)> = sorted
        .iter()
        .map(|row| (row["m"].parse().expect("m"), row["n"].parse().expect("n")))
        .collect();
    assert!(keys.is_sorted_by(|a, b| a >= b));
    assert_eq!((keys.len(), keys[0]), (208, (15, 6)));
    let most = records(&show(&[
        "--group",
        "connected",
        "--sort",
        "count",
        "--to",
        "csv",
    ]));
    assert_eq!(
        (&most[1]["connected"][..], &most[1]["count"][..]),
        ("true", "143")
    );
    let json = show(&["--where", "n == 1", "--json"]);
    assert_eq!(
        json,
        "{\"graph6\":\"@\",\"n\":1,\"m\":0,\"game_chromatic\":1,\"game_chromatic_bob\":1,\"connected\":true}\n"
    );
    assert_eq!(
        show(&["--where", "n == 7", "--to", "csv"]).lines().count(),
        1
    );
}

#[test]
fn a_condition_keeps_some_rows_only() {
    let folder = place("where");
    let args = [
        "sweep",
        "small.g6",
        "--ask",
        "n,game-chromatic",
        "-o",
        "out",
    ];
    let ran = outplay_in(
        &folder,
        &[&args[..], &["--where", "game_chromatic >= 4"]].concat(),
        b"",
    );
    assert_eq!(ran.status, 0, "{ran:?}");
    let all: u32 = counts("chi_g_A").range(4..).map(|(_, n)| n).sum();
    let rows = done(&folder, "sweep show out --to csv");
    assert_eq!(rows.lines().count(), all as usize + 1);
    assert!(rows.starts_with("n,game_chromatic\n"));
    // Boards are there although nobody asked for them.
    assert_eq!(
        done(&folder, "sweep show out --to g6").lines().count(),
        all as usize
    );
}

#[test]
fn whoever_does_which_part_the_rows_are_the_same() {
    let folder = place("shares");
    let ask = "--ask graph6,game-chromatic:bob,winner:node-kayles";
    done(
        &folder,
        &format!("sweep seven.g6 small.g6 {ask} -o one --threads 1 --quiet"),
    );
    let one = done(&folder, "sweep show one --to csv");
    assert_eq!(one.lines().count(), 1 + 1044 + 208);
    done(
        &folder,
        &format!("sweep seven.g6 small.g6 {ask} -o three --threads 3 --quiet"),
    );
    assert_eq!(done(&folder, "sweep show three --to csv"), one);
    for share in [2, 0] {
        done(
            &folder,
            &format!("sweep seven.g6 small.g6 {ask} -o shares --part {share}/3 --quiet"),
        );
    }
    let ran = run(&folder, "sweep show shares --to csv");
    assert!(ran.stdout.lines().count() < 1 + 1044 + 208);
    assert!(
        ran.stderr.contains("parts are not there yet"),
        "{}",
        ran.stderr
    );
    // Whoever comes next does what is left.
    done(
        &folder,
        &format!("sweep seven.g6 small.g6 {ask} -o shares --quiet"),
    );
    assert_eq!(done(&folder, "sweep show shares --to csv"), one);
    let parts = files(&folder.join("shares")).into_iter();
    let parts = parts.filter(|name| !["sweep.json", "sweep.lock"].contains(&name.as_str()));
    let expected = (0..77).map(|i| format!("part-{i:05}.parquet"));
    assert_eq!(parts.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

#[test]
fn two_processes_share_a_sweep() {
    let folder = place("two");
    let line = "sweep seven.g6 --ask graph6,game-chromatic,game-chromatic:bob --quiet -o";
    done(&folder, &format!("{line} alone"));
    let mut children = [0; 2].map(|_| start(&folder, &format!("{line} shared --threads 2")));
    for child in &mut children {
        let mut said = String::new();
        let stderr = child.stderr.as_mut().expect("piped");
        stderr.read_to_string(&mut said).expect("text");
        assert!(child.wait().expect("it ends").success(), "{said}");
    }
    let show = |name: &str| done(&folder, &format!("sweep show {name} --to csv"));
    assert_eq!(show("shared"), show("alone"));
    assert_eq!(files(&folder.join("shared")), files(&folder.join("alone")));
}

#[cfg(unix)]
#[test]
fn a_process_that_is_killed_loses_nothing_that_was_done() {
    let folder = place("killed");
    let line = "sweep seven.g6 ENDLESS --ask graph6,game-chromatic -o out --quiet --threads 2"
        .replace("ENDLESS", ENDLESS);
    let out = folder.join("out");
    let has = |part: &str| out.join(part).exists();
    // Once somewhere in the middle, once on a board that takes for ever.
    for part in ["part-00003.parquet", "part-00063.parquet"] {
        let mut child = start(&folder, &line);
        wait_for(|| has(part));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        assert!(!has("part-00064.parquet"));
        // What is there is whole.
        let ran = run(&folder, "sweep show out --to csv");
        assert_eq!(ran.status, 0, "{ran:?}");
        assert!(ran.stdout.lines().count() > 1);
    }
    // Another process takes over, with another number of threads and a limit.
    let ran = run(
        &folder,
        &format!("{line} --threads 1 --time-limit 200ms").replace("--threads 2 ", ""),
    );
    assert_eq!(ran.status, 3, "{ran:?}");
    done(
        &folder,
        "sweep seven.g6 --ask graph6,game-chromatic -o alone --quiet",
    );
    let all = records(&done(&folder, "sweep show out --to csv"));
    let alone = records(&done(&folder, "sweep show alone --to csv"));
    assert_eq!(all.len(), 1045);
    for (row, expected) in all.iter().zip(&alone) {
        assert_eq!(row["game_chromatic"], expected["game_chromatic"]);
    }
    assert_eq!(all[1044]["game_chromatic"], "");
    assert!(all[1044]["reason"].contains("game_chromatic: "), "{all:?}");
    assert!(files(&out).iter().all(|name| !name.ends_with(".part")));
}

#[cfg(unix)]
#[test]
fn a_part_that_another_process_is_at_is_left_to_it() {
    let folder = place("claimed");
    let line = format!("sweep {ENDLESS} small.g6 --ask game-chromatic -o out");
    let mut child = start(&folder, &format!("{line} --threads 1"));
    wait_for(|| folder.join("out/part-00000.lock").exists());
    let ran = run(&folder, &format!("{line} --time-limit 200ms"));
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(
        ran.stderr.contains("1 part left to another process"),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("13 of 14 parts"), "{}", ran.stderr);
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    // Its claim died with it.
    let ran = run(&folder, &format!("{line} --time-limit 200ms"));
    assert_eq!(ran.status, 3, "{ran:?}");
    assert!(ran.stderr.contains("14 of 14 parts"), "{}", ran.stderr);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_sweep_and_says_how_to_go_on() {
    let folder = place("interrupted");
    let mut child = start(
        &folder,
        &format!("sweep small.g6 {ENDLESS} --ask game-chromatic -o out --threads 1"),
    );
    wait_for(|| folder.join("out/part-00013.lock").exists());
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupt.expect("kill is there").success());
    let mut said = String::new();
    let stderr = child.stderr.as_mut().expect("piped");
    stderr.read_to_string(&mut said).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(3), "{said}");
    assert!(said.contains("the same command goes on"), "{said}");
    assert_eq!(
        done(&folder, "sweep show out --to g6 --quiet")
            .lines()
            .count(),
        208
    );
}

#[test]
fn what_ran_out_of_its_limit_is_asked_again() {
    let folder = place("again");
    let line = "sweep path:3..5 complete:5 icosahedron dodecahedron --ask board,n,game-chromatic -o out --where game_chromatic>=4 --threads 1";
    let ran = run(&folder, &format!("{line} --max-positions 1"));
    assert_eq!(ran.status, 3, "{ran:?}");
    assert!(
        ran.stderr
            .contains("2 boards not settled: game_chromatic: "),
        "{ran:?}"
    );
    assert!(ran.stderr.contains("--again"), "{ran:?}");
    // What may turn out to meet the condition is kept.
    let before = records(&done(&folder, "sweep show out --to csv"));
    let shown = |rows: &[Record]| {
        let shown = rows
            .iter()
            .map(|row| format!("{} {}", row["board"], row["game_chromatic"]));
        shown.collect::<Vec<_>>()
    };
    assert_eq!(
        shown(&before),
        ["complete:5 5", "icosahedron ", "dodecahedron "]
    );
    assert_eq!(before[0]["reason"], "");
    assert!(before[1]["reason"].starts_with("game_chromatic: the limit of 1 positions"));
    let open = done(
        &folder,
        "sweep show out --where game_chromatic==null --to csv",
    );
    assert_eq!(open.lines().count(), 3);
    // Without --again, what is there is there.
    let same = run(&folder, line);
    assert!(same.stderr.contains("0 boards asked"), "{}", same.stderr);
    let ran = run(&folder, &format!("{line} --again"));
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.stderr.contains("2 boards asked"), "{}", ran.stderr);
    // The values of the larger boards are those of tests/data/game_chromatic.csv.
    let rows = done(&folder, "sweep show out --to csv");
    let expected = "board,n,game_chromatic\ncomplete:5,5,5\nicosahedron,12,6\ndodecahedron,20,4\n";
    assert_eq!(rows, expected);
}

#[test]
fn standard_input_is_kept() {
    let folder = place("stdin");
    let args = [
        "sweep",
        "-",
        "--ask",
        "graph6,game-chromatic",
        "-o",
        "out",
        "--quiet",
    ];
    let first = [&args[..], &["--part", "0/2"]].concat();
    let small = fs::read(folder.join("small.g6")).expect("it is there");
    assert_eq!(outplay_in(&folder, &first, &small).status, 0);
    let other = outplay_in(&folder, &args, b"D?{\n");
    assert_eq!(other.status, 2, "{other:?}");
    assert!(
        other.stderr.contains("standard input had other boards"),
        "{}",
        other.stderr
    );
    // With the same input or without any it goes on.
    assert_eq!(outplay_in(&folder, &args, &small).status, 0);
    assert_eq!(outplay_in(&folder, &args, b"").status, 0);
    assert_eq!(done(&folder, "sweep show out --to g6").as_bytes(), small);
    // A stream that ends in the middle of a line leaves nothing behind that is in the way.
    let half = [&args[..5], &["half", "--quiet"]].concat();
    let torn = outplay_in(&folder, &half, &small[..small.len() - 3]);
    assert_eq!(torn.status, 2, "{torn:?}");
    assert!(
        torn.stderr.contains("standard input:208: found"),
        "{}",
        torn.stderr
    );
    assert_eq!(outplay_in(&folder, &half, &small).status, 0);
    assert_eq!(done(&folder, "sweep show half --to g6").as_bytes(), small);
}

#[test]
fn games_from_rule_files_and_games_that_do_not_fit() {
    let folder = place("rules");
    let rules = "name = \"mine\"\nsites = \"vertices\"\nmarks = 1\nlegal = \"size(seen) == 0\"\nend = \"normal\"\n";
    fs::write(folder.join("my-game.toml"), rules).expect("it can be written");
    let line = "sweep small.g6 --ask grundy:my-game.toml,winner:my-game.toml,winner:cycles -o out";
    let ran = run(&folder, line);
    assert_eq!(ran.status, 0, "{ran:?}");
    // Cycles is played on connected plane boards only.
    assert!(
        ran.stderr
            .contains("could not be asked everything: winner_cycles: "),
        "{}",
        ran.stderr
    );
    let rows = records(&done(&folder, "sweep show out --to csv"));
    for (row, known) in rows.iter().zip(records(SMALL)) {
        let value = &known["node_kayles_grundy"];
        assert_eq!(&row["grundy_my_game_toml"], value);
        let winner = if value == "0" { "second" } else { "first" };
        assert_eq!(row["winner_my_game_toml"], winner);
        assert_eq!(row["winner_cycles"].is_empty(), !row["reason"].is_empty());
    }
    let played = rows.iter().filter(|row| !row["winner_cycles"].is_empty());
    assert!(played.count() > 20);
    fs::write(
        folder.join("my-game.toml"),
        rules.replace("size(seen)", "marked"),
    )
    .expect("written");
    refused(
        &folder,
        line,
        &["the rule file my-game.toml had another text"],
    );
}

#[test]
fn a_family_with_ranges_is_swept() {
    let folder = place("families");
    done(
        &folder,
        "sweep cycle:3..9 star:1..4 --ask board,n,chromatic,girth,diameter -o out --quiet",
    );
    let rows = done(
        &folder,
        "sweep show out --where chromatic==3||girth==null --to csv",
    );
    let cycles = [3, 5, 7, 9].map(|n| format!("cycle:{n},{n},3,{n},{}\n", n / 2));
    let stars = [
        "star:1,2,2,,1\n",
        "star:2,3,2,,2\n",
        "star:3,4,2,,2\n",
        "star:4,5,2,,2\n",
    ];
    let expected = format!(
        "board,n,chromatic,girth,diameter\n{}{}",
        cycles.concat(),
        stars.concat()
    );
    assert_eq!(rows, expected);
}

#[test]
fn what_is_wrong_is_said_once_and_nothing_is_lost() {
    let folder = place("wrong");
    let sweep = "sweep small.g6 --ask";
    refused(
        &folder,
        &format!("{sweep} game-chromatc -o out"),
        &["did you mean game-chromatic?"],
    );
    refused(
        &folder,
        &format!("{sweep} game_chromatic -o out"),
        &["did you mean game-chromatic?"],
    );
    refused(
        &folder,
        &format!("{sweep} winner:coloring -o out"),
        &["colors is missing"],
    );
    refused(
        &folder,
        &format!("{sweep} winner:coloring:color=3 -o out"),
        &["it takes colors"],
    );
    refused(
        &folder,
        &format!("{sweep} winner:subtraction -o out"),
        &["a game on boards"],
    );
    refused(
        &folder,
        &format!("{sweep} grundy:col -o out"),
        &["not impartial"],
    );
    refused(
        &folder,
        &format!("{sweep} chromatic:bob -o out"),
        &["does not take first"],
    );
    refused(&folder, &format!("{sweep} n,m,n -o out"), &["not n twice"]);
    refused(
        &folder,
        &format!("{sweep} n -o out --part 3/3"),
        &["--part", "I/N"],
    );
    refused(&folder, &format!("{sweep} n -o -"), &["a folder"]);
    refused(
        &folder,
        "sweep al:5 --ask n -o out",
        &["catalogue: all, connected"],
    );
    refused(
        &folder,
        "sweep all:x --ask n -o out",
        &["'x'", "as in all:9"],
    );
    refused(
        &folder,
        "sweep missing.g6 --ask n -o out",
        &["missing.g6: cannot read"],
    );
    refused(
        &folder,
        "sweep grid:4x9..2 --ask n -o out",
        &["the smaller number first"],
    );
    refused(
        &folder,
        &format!("{sweep} n,planar -o out --where n>planar"),
        &[
            "--where:1: column 3: found true or false, expected a number",
            "\n    n>planar\n      ^",
        ],
    );
    fs::write(folder.join("torn.g6"), "D?{\nD?{\nD?").expect("it can be written");
    refused(
        &folder,
        "sweep torn.g6 --ask n -o out",
        &["torn.g6:3: found 1 characters"],
    );
    assert!(!folder.join("out").exists());

    // Folders of others, and of other questions.
    fs::create_dir(folder.join("other")).expect("it can be made");
    fs::write(folder.join("other/notes.txt"), "mine").expect("it can be written");
    refused(
        &folder,
        &format!("{sweep} n -o other"),
        &["'notes.txt' and no sweep.json"],
    );
    refused(&folder, "sweep show other", &["no sweep.json"]);
    refused(&folder, "sweep show nowhere", &["no folder"]);
    fs::write(folder.join("other/sweep.json"), "{\"program\": \"broom\"}").expect("written");
    refused(
        &folder,
        &format!("{sweep} n -o other"),
        &["another program"],
    );
    refused(&folder, "sweep show other", &["another program"]);
    done(&folder, &format!("{sweep} graph6,n -o out --quiet"));
    refused(
        &folder,
        &format!("{sweep} graph6,m -o out"),
        &["'graph6,n' there and 'graph6,m' here"],
    );
    refused(
        &folder,
        "sweep seven.g6 --ask graph6,n -o out",
        &["'small.g6' there"],
    );
    refused(
        &folder,
        &format!("{sweep} graph6,n -o out --where n>2"),
        &["'n>2' here"],
    );
    refused(
        &folder,
        "sweep show out --where k>2",
        &["expected one of the columns graph6, n"],
    );
    refused(&folder, "sweep show out --group nn", &["did you mean n?"]);
    refused(&folder, "sweep show out --to xml", &["one of table, csv"]);
    refused(
        &folder,
        "sweep show out --group n --to g6",
        &["groups have no boards"],
    );
    refused(
        &folder,
        "sweep show out --to bfile",
        &["two columns of numbers"],
    );
    fs::write(folder.join("small.g6"), "D?{\n").expect("it can be written");
    refused(
        &folder,
        &format!("{sweep} graph6,n -o out"),
        &["small.g6 had other boards then"],
    );
    assert_eq!(done(&folder, "sweep show out --to g6").lines().count(), 208);
}

#[test]
fn a_part_that_cannot_be_read_or_written_is_named() {
    let folder = place("damaged");
    let line = "sweep small.g6 --ask graph6,n -o out --quiet";
    done(&folder, line);
    let rows = done(&folder, "sweep show out --to csv");
    let part = folder.join("out/part-00007.parquet");
    let whole = fs::read(&part).expect("it is there");
    fs::write(&part, &whole[..whole.len() / 2]).expect("it can be written");
    refused(
        &folder,
        "sweep show out",
        &[
            "part-00007.parquet: cannot read",
            "the same sweep makes it anew",
        ],
    );
    // A folder in its place stands for all reasons why a file cannot be written.
    let temporary = folder.join("out/.part-00007.parquet.part");
    fs::create_dir(&temporary).expect("it can be made");
    let ran = run(&folder, line);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(
        ran.stderr
            .contains("cannot write: out/part-00007.parquet: "),
        "{}",
        ran.stderr
    );
    assert_eq!(
        files(&folder.join("out"))
            .iter()
            .filter(|n| n.ends_with(".parquet"))
            .count(),
        13
    );
    fs::remove_dir(&temporary).expect("it is there");
    let ran = run(&folder, "sweep small.g6 --ask graph6,n -o out");
    let said = "done again: out/part-00007.parquet: cannot read";
    assert!(ran.status == 0 && ran.stderr.contains(said), "{ran:?}");
    assert_eq!(done(&folder, "sweep show out --to csv"), rows);
    assert_eq!(fs::read(&part).expect("it is there"), whole);
}

/// Where nauty is missing that is said; where it is there it makes the graphs that are known.
#[test]
fn catalogues_come_from_nauty() {
    let folder = place("catalogues");
    let line = "sweep all:1..6 --ask graph6,game-chromatic,connected -o";
    let without = Command::new(env!("CARGO_BIN_EXE_outplay"))
        .args(format!("{line} none").split(' '))
        .current_dir(&folder)
        .env("PATH", "")
        .output()
        .expect("the program starts");
    assert_eq!(without.status.code(), Some(2));
    let said = String::from_utf8_lossy(&without.stderr);
    assert!(
        said.contains("geng of nauty, which is not installed: install nauty"),
        "{said}"
    );
    assert!(!folder.join("none/sweep.json").exists());

    let ran = run(&folder, &format!("{line} out --threads 2 --quiet"));
    if ran.stderr.contains("not installed") {
        eprintln!("nauty is not installed: catalogues are not tested");
        return;
    }
    assert_eq!(ran.status, 0, "{ran:?}");
    let grouped = done(&folder, "sweep show out --group game_chromatic --to bfile");
    let expected = counts("chi_g_A");
    let expected: String = expected.iter().map(|(k, n)| format!("{k} {n}\n")).collect();
    assert_eq!(grouped, expected);
    // How many there are is known (OEIS A001349, A000055, A005638, A033995).
    for (source, count) in [
        ("connected:7", 853),
        ("trees:9", 47),
        ("cubic:4..10", 30),
        ("bipartite:7", 88),
    ] {
        let out = source.replace([':', '.'], "-");
        done(&folder, &format!("sweep {source} --ask n -o {out} --quiet"));
        let rows = done(&folder, &format!("sweep show {out} --to g6"));
        assert_eq!(rows.lines().count(), count, "{source}");
    }
    for share in [1, 0, 2] {
        done(
            &folder,
            &format!("sweep connected:7 --ask n -o shares --part {share}/3 --quiet"),
        );
    }
    assert_eq!(
        done(&folder, "sweep show shares --to g6").lines().count(),
        853
    );
}
