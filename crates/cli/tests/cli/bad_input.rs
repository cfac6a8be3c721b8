//! Bad input of every kind: one clear message, status 2, nothing on standard output.

use crate::common::{Ran, folder, outplay, outplay_with};
use proptest::prelude::*;

fn refused(ran: &Ran, words: &[&str], what: &str) {
    assert_eq!(ran.status, 2, "{what}: {ran:?}");
    assert_eq!(ran.stdout, "", "{what}");
    assert!(!ran.stderr.contains("panicked"), "{what}: {ran:?}");
    for word in words {
        assert!(
            ran.stderr.contains(word),
            "{what}: no '{word}' in: {}",
            ran.stderr
        );
    }
}

#[test]
fn bad_arguments() {
    for (line, words) in [
        ("solve", &["GAME"][..]),
        ("solve chess path:3", &["chess", "coloring", "subtraction"]),
        ("solve coloring path:3", &["--colors"]),
        (
            "solve coloring path:3 --colors 0",
            &["'0'", "from 1 to 255"],
        ),
        ("solve coloring path:3 --colors -1", &["-1"]),
        ("solve coloring path:3 --colors 256", &["256"]),
        ("solve coloring path:3 --colors x", &["x"]),
        ("solve coloring --colors 3", &["board is missing"]),
        ("solve coloring path:3 -k 2 --grundy", &["not impartial"]),
        (
            "solve coloring path:3 -k 2 --first carol",
            &["carol", "alice"],
        ),
        (
            "solve coloring path:3 -k 2 --time-limit soon",
            &["soon", "30s"],
        ),
        ("solve coloring path:3 -k 2 --memory much", &["much", "4G"]),
        ("solve token path:3", &["--start"]),
        ("solve token path:3 --start 3", &["'3'", "from 0 to 2"]),
        (
            "solve subtraction --take 1",
            &["--pebbles is missing", "heap"],
        ),
        ("solve subtraction --pebbles 3", &["--take is missing"]),
        (
            "solve subtraction --pebbles 3 --take 0",
            &["--take", "'0'", "from 1"],
        ),
        (
            "solve subtraction path:3 --pebbles 3 --take 1",
            &["no board"],
        ),
        ("number fame path:3", &["fame", "game-chromatic"]),
        ("digraph edge path:3 -o x.pdf", &[".pdf", ".svg"]),
        (
            "digraph edge path:3 -o /no/such/folder/x.json",
            &["/no/such/folder/x.json"],
        ),
        (
            "moves coloring path:3 -k 2 --at 1,1,-",
            &["0 and 1", "colour 1"],
        ),
        (
            "moves coloring path:3 -k 2 --at 1,-",
            &["2 colours", "3, one for each vertex"],
        ),
        (
            "moves coloring path:3 -k 2 --at 1,-,7",
            &["'7'", "from 1 to 2"],
        ),
        (
            "moves coloring star:4 -k 1 --at -,1,1,-,-",
            &["not a reachable position"],
        ),
        (
            "moves coloring path:3 -k 2 --at ---;bob",
            &["not a reachable position", "alice"],
        ),
        ("moves edge path:4 --at 1,1,1,-", &["0-1", "1-2", "1 and 1"]),
        (
            "moves cycles cycle:3 --at 1,0",
            &["2 entries", "3, one for each edge"],
        ),
        ("moves cycles cycle:3 --at 1,2,0", &["'2'", "0, 1 or -1"]),
        ("moves cycles path:3 --at 1,0", &["source"]),
        ("moves token cycle:3 --start 0 --at 9", &["'9'"]),
        (
            "moves subtraction --pebbles 5 --take 1 --at 6",
            &["'6'", "up to 5"],
        ),
        ("solve cycles petersen", &["not planar"]),
        ("solve cycles edges:0-1,2-3", &["2 pieces"]),
        ("solve cycles cycle:4 --outer 0,9", &["'9'"]),
        ("convert", &["BOARD"]),
    ] {
        refused(&outplay(line), words, line);
    }
}

#[test]
fn bad_boards() {
    for (board, words) in [
        ("path:1000000000", &["1000000000 vertices", "at most"][..]),
        ("complete:1000000", &["at most"]),
        ("hypercube:200", &["hypercube:200"]),
        ("grid:99999999999x99999999999", &["grid:"]),
        ("path:", &["path:"]),
        ("path:x", &["'x'"]),
        ("cycle:2", &["2"]),
        ("petresen", &["petersen"]),
        ("no-such-file.g6", &["no-such-file.g6", "cannot read"]),
        ("edges:0-0", &["self-loop"]),
        ("edges:0-1,1-99999999999", &["99999999999"]),
        ("graph6:C", &["graph6"]),
        ("graph6:~~~~~~~~", &["graph6"]),
        ("", &["family"]),
        (".", &["."]),
    ] {
        let ran = outplay_with(&["solve", "coloring", board, "--colors", "2"], b"");
        refused(&ran, words, board);
    }
}

#[test]
fn bad_files() {
    let folder = folder("bad-files");
    for (file, bytes, words) in [
        ("empty.g6", &b""[..], &["empty.g6", "empty file"][..]),
        ("blank.dot", b"  \n\n", &["blank.dot"]),
        ("junk.g6", b"\x00\xff\xfe\x01", &["junk.g6:1"]),
        ("short.g6", b"D\n", &["short.g6:1"]),
        ("loop.txt", b"0 1\n1 1\n", &["loop.txt:2", "self-loop"]),
        (
            "unclear.txt",
            b"4 3\n1 2\n2 3\n3 1\n",
            &["unclear.txt:1", "--header yes", "--header no"],
        ),
        ("word.col", b"p edge 3 1\ne 1 x\n", &["word.col:2"]),
        ("range.col", b"p edge 3 1\ne 1 4\n", &["range.col:2", "4"]),
        (
            "huge.col",
            b"p edge 1000000000 1\ne 1 2\n",
            &["huge.col:1", "1000000000"],
        ),
        ("asymmetric.adj", b"b\n\n", &["asymmetric.adj", "a", "b"]),
        ("cut.json", b"[{\"color\":0,\"adj\":[1", &["cut.json:1"]),
        (
            "negative.json",
            b"[{\"color\":-1,\"adj\":[]}]",
            &["negative.json"],
        ),
        ("text.json", b"hello", &["text.json:1"]),
        ("open.dot", b"graph { a -- ", &["open.dot"]),
        ("arrow.dot", b"graph { a -> b }", &["arrow.dot:1"]),
        ("open.graphml", b"<graphml><graph>", &["open.graphml"]),
        ("wrong.table", b"2 3\n1 3\n1 1\n", &["wrong.table:"]),
        ("digraph.d6", b"&BP_\n", &["digraph.d6", "undirected"]),
    ] {
        let path = folder.join(file);
        std::fs::write(&path, bytes).unwrap();
        let ran = outplay_with(
            &["solve", "coloring", path.to_str().unwrap(), "-k", "2"],
            b"",
        );
        refused(&ran, words, file);
        // The same on standard input, where the format is a guess.
        let ran = outplay_with(&["solve", "coloring", "-", "-k", "2"], bytes);
        assert!(!ran.stderr.contains("panicked"), "{file}: {ran:?}");
        assert!([0, 2].contains(&ran.status), "{file}: {ran:?}");
    }
    let ran = outplay_with(
        &["solve", "coloring", folder.to_str().unwrap(), "-k", "2"],
        b"",
    );
    refused(&ran, &[], "a folder");
    let ran = outplay_with(
        &["solve", "coloring", "-", "-k", "2", "--format", "pdf"],
        b"0 1",
    );
    refused(&ran, &["pdf", "graph6"], "an unknown format");
    let ran = outplay_with(
        &["solve", "coloring", "-", "-k", "2"],
        b"some words of prose, no graph",
    );
    refused(&ran, &["standard input"], "text");
}

const WORDS: &[&str] = &[
    "solve",
    "moves",
    "digraph",
    "number",
    "convert",
    "play",
    "coloring",
    "edge",
    "cycles",
    "token",
    "subtraction",
    "chromatic",
    "edcn",
    "game-chromatic",
    "col2",
    "path:4",
    "cycle:3",
    "wheel:4",
    "petersen",
    "grid:2x2",
    "edges:0-1",
    "path:99999999999",
    "-",
    "--json",
    "--grundy",
    "--steps",
    "--all",
    "--at",
    "1,-,-,-",
    "0,0,1",
    "--colors",
    "0",
    "1",
    "2",
    "-1",
    "999",
    "--first",
    "bob",
    "--pass",
    "alice",
    "--start",
    "--pebbles",
    "5",
    "--take",
    "1,2",
    "--outer",
    "0,1",
    "--time-limit",
    "100ms",
    "--memory",
    "1M",
    "--max-positions",
    "1000",
    "--to",
    "dot",
    "graph6",
    "table",
    "--format",
    "json",
    "--symmetry",
    "--quiet",
    "--seed",
    "--against",
    "random",
    "--as",
    "second",
    "--families",
    "",
    "\u{1F600}",
    "--",
    "-k",
    "3",
    "--no-symmetry",
];

/// Limits for hopeless combinations, so that every run is short.
fn never_panics(args: &[String], input: &[u8]) -> Result<(), TestCaseError> {
    let mut args: Vec<&str> = args.iter().map(String::as_str).collect();
    let limits = ["--time-limit", "2s", "--max-positions", "20000"];
    if args.first().is_some_and(|word| *word != "convert") && !args.contains(&"--") {
        args.extend(limits);
    }
    let ran = outplay_with(&args, input);
    prop_assert!([0, 2, 3].contains(&ran.status), "{:?}: {:?}", args, ran);
    prop_assert!(!ran.stderr.contains("panicked"), "{:?}: {:?}", args, ran);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_arguments_never_panic(
        args in prop::collection::vec(prop::sample::select(WORDS).prop_map(str::to_owned), 0..8),
        input in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        never_panics(&args, &input)?;
    }

    #[test]
    fn random_boards_never_panic(
        format in prop::sample::select(&["dot", "g6", "s6", "d6", "edges", "adj", "json", "table", "col", "graphml"][..]),
        game in prop::sample::select(&["coloring", "edge", "cycles", "token"][..]),
        input in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..200),
            "[-0-9a-d ,;:{}>\\[\\]\"=\n]{0,80}".prop_map(String::into_bytes),
        ],
    ) {
        let args = ["solve", game, "-", "--format", format, "--colors", "2", "--start", "0"];
        never_panics(&args.map(str::to_owned), &input)?;
    }
}
