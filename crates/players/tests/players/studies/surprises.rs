//! Surprises against a brute force of their definition.

use super::{boards, work};
use outplay_checker::{Options, check};
use outplay_games::Side;
use outplay_players::studies::surprises::Hunt;
use std::fs::{self, File};
use std::io::BufReader;

fn hunt(names: &[&str], colors: u32) -> Hunt {
    Hunt {
        boards: boards(names),
        colors: vec![colors],
        first: Side::Alice,
        look: "random".to_owned(),
        games: 100,
        positions: 60,
        most: 3,
        seed: 1,
    }
}

/// Does the player to move win? Plain search of the rules, for tiny positions.
pub(crate) fn mover_wins(
    edges: &[(usize, usize)],
    colors: &mut Vec<u8>,
    k: u8,
    alice: bool,
) -> bool {
    let legal = |colors: &[u8], v: usize, c: u8| {
        colors[v] == 0
            && edges
                .iter()
                .all(|&(a, b)| !(a == v && colors[b] == c || b == v && colors[a] == c))
    };
    let dead = (0..colors.len()).any(|v| colors[v] == 0 && (1..=k).all(|c| !legal(colors, v, c)));
    if dead || !colors.contains(&0) {
        return alice != dead;
    }
    for v in 0..colors.len() {
        for c in 1..=k {
            if legal(colors, v, c) {
                colors[v] = c;
                let wins = !mover_wins(edges, colors, k, !alice);
                colors[v] = 0;
                if wins {
                    return true;
                }
            }
        }
    }
    false
}

#[test]
fn surprises_are_what_they_claim_to_be() {
    let folder = tempfile::tempdir().unwrap();
    let hunt = Hunt {
        positions: 400,
        games: 300,
        ..hunt(&["cycle:8", "sunlet:4"], 3)
    };
    let found = hunt
        .run(Some(folder.path()), &work(2, &|| false), &mut |_, _, _| {})
        .unwrap();
    assert!(found.complete && found.mixed > 0);
    assert!(!found.surprises.is_empty());
    for surprise in &found.surprises {
        let board = hunt
            .boards
            .iter()
            .find(|b| b.name == surprise.board)
            .unwrap();
        let outplay_board::Shape::Undirected(graph) = &board.board.shape else {
            panic!("undirected");
        };
        let edges: Vec<(usize, usize)> = graph
            .edges()
            .map(|(a, b)| (a as usize, b as usize))
            .collect();
        let colors: Vec<u8> = surprise
            .position
            .split(',')
            .map(|word| word.parse().unwrap_or(0))
            .collect();
        let alice = surprise.to_move == Side::Alice;
        for looked in &surprise.moves {
            let v = looked.json["vertex"].as_u64().unwrap() as usize;
            let c = looked.json["color"].as_u64().unwrap() as u8;
            let mut after = colors.clone();
            after[v] = c;
            assert_eq!(
                looked.proven_win,
                !mover_wins(&edges, &mut after, 3, !alice),
                "{surprise:?}"
            );
        }
        // Worst by its looks, and the interval does not touch that of the best.
        assert!(
            surprise
                .moves
                .windows(2)
                .all(|pair| pair[0].wins >= pair[1].wins)
        );
        assert!(surprise.best().proven_win && !surprise.moves[0].proven_win);
        assert!(surprise.best().looks().2 < surprise.moves[0].looks().1);
        assert!(surprise.gap() > 0.0);
        let proof = surprise.proof.as_ref().expect("a certificate");
        let file = File::open(folder.path().join(&proof.file)).unwrap();
        let checked = check(BufReader::new(file), &Options::default()).unwrap();
        assert_eq!(checked.winner, if alice { "alice" } else { "bob" });
        for picture in &surprise.pictures {
            let svg = fs::read_to_string(folder.path().join(picture)).unwrap();
            assert!(svg.starts_with("<svg") && svg.contains(r#"role="img""#));
        }
        assert_eq!(surprise.pictures.len(), 2);
    }
    let list = fs::read_to_string(folder.path().join("surprises.json")).unwrap();
    let list: serde_json::Value = serde_json::from_str(&list).unwrap();
    assert_eq!(
        list["surprises"].as_array().unwrap().len(),
        found.surprises.len()
    );
}

#[test]
fn hunts_are_repeatable_and_bounded() {
    let run = |threads: usize| {
        let hunt = hunt(&["cycle:8"], 3);
        hunt.run(None, &work(threads, &|| false), &mut |_, _, _| {})
            .unwrap()
    };
    let (one, three) = (run(1), run(3));
    assert_eq!(one.surprises, three.surprises);
    assert_eq!(one.positions, 60);
    assert!(one.surprises.len() <= 3);
    let stopped = hunt(&["cycle:8"], 3).run(None, &work(1, &|| true), &mut |_, _, _| {});
    assert!(!stopped.unwrap().complete);
    let large = hunt(&["path:200"], 3).run(None, &work(1, &|| false), &mut |_, _, _| {});
    assert!(large.is_err());
}

/// Where nobody can lose there is no trap.
#[test]
fn no_surprise_where_all_moves_win() {
    let found = hunt(&["cycle:5"], 3).run(None, &work(1, &|| false), &mut |_, _, _| {});
    let found = found.unwrap();
    assert!(found.surprises.is_empty());
    assert_eq!(found.mixed, 0);
}
