//! The certificates in `results/` prove what its table says, on the boards that it names.

use outplay_board::{Limits, Shape, families};
use outplay_checker::{Options, check};
use outplay_service::Host;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results")
}

/// The rows of the table: file, whether it is kept here, claim, how to make it.
fn rows() -> Vec<[String; 4]> {
    let text = std::fs::read_to_string(folder().join("results.tsv")).unwrap();
    let row = |line: &str| {
        let fields: Vec<String> = line.split('\t').map(str::to_owned).collect();
        fields.try_into().unwrap()
    };
    text.lines().skip(1).map(row).collect()
}

/// Who wins, on which board: `GAME BOARD [colors K]: WINNER`.
fn winner_claim(file: &str, claim: &str) {
    let input = BufReader::new(File::open(folder().join(file)).unwrap());
    let checked = check(input, &Options::default()).unwrap_or_else(|e| panic!("{file}: {e}"));
    let (game, winner) = claim.split_once(": ").unwrap();
    let words: Vec<&str> = game.split(' ').collect();
    let board = families::board(words[1], Limits::BOARD).unwrap();
    let Shape::Undirected(graph) = &board.shape else {
        panic!("{claim}");
    };
    let edges: BTreeSet<(u32, u32)> = checked.edges.iter().copied().collect();
    assert_eq!(
        (checked.game.as_str(), checked.winner.as_str()),
        (words[0], winner)
    );
    assert_eq!(checked.vertices, graph.vertex_count(), "{claim}");
    assert_eq!(edges, graph.edges().collect(), "{claim}");
    let mut parameters = checked.parameters.iter();
    let colors = parameters.find(|(key, _)| *key == "colors");
    assert_eq!(
        colors.map(|(_, k)| k.as_str()),
        words.get(3).copied(),
        "{claim}"
    );
    if words[0] == "coloring" {
        let says = |key, value: &str| checked.parameters.contains(&(key, value.to_owned()));
        assert!(says("to-move", "alice") && says("pass", "none"), "{claim}");
    }
    let (_, start) = checked
        .parameters
        .iter()
        .find(|(key, _)| *key == "start")
        .unwrap();
    assert!(
        start.chars().all(|c| c == '-' || c == '0'),
        "{claim}: {start}"
    );
}

#[test]
fn every_certificate_proves_what_the_table_says() {
    let mut listed = BTreeSet::new();
    for [file, kept, claim, _] in rows() {
        assert!(["here", "made"].contains(&kept.as_str()), "{kept}");
        if kept == "made" {
            continue;
        }
        listed.insert(file.clone());
        if !claim.starts_with("χ_g") {
            winner_claim(&file, &claim);
            continue;
        }
        let input = BufReader::new(File::open(folder().join(&file)).unwrap());
        let checked =
            Host::alone(|host| outplay_service::check(input, &file, false, host)).unwrap();
        assert_eq!(checked.short.as_deref(), Some(claim.as_str()), "{file}");
    }
    // Nothing lies there that the table does not name.
    for entry in std::fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let known = ["make", "results.tsv"].contains(&name.as_str()) || listed.contains(&name);
        let made = rows()
            .iter()
            .any(|[file, kept, ..]| *file == name && kept == "made");
        assert!(known || made, "{name}");
    }
    assert!(listed.len() > 20, "{}", listed.len());
}

/// Every row is explained in docs/results.md.
#[test]
fn the_table_is_in_the_documentation() {
    let text = include_str!("../../../../docs/results.md");
    for [file, ..] in rows() {
        assert!(text.contains(&file), "{file}");
    }
}
