//! Certificates of numbers: on all small graphs they prove what brute force finds, and whatever is altered in them,
//! nothing false is accepted.

use outplay_board::{Board, Failed, Graph};
use outplay_engine::{Rng, Stop};
use outplay_service::{Ask, AskNumberProof, Host, Source, Tables, check};
use std::collections::HashMap;

/// All graphs on so many vertices, and these numbers of their edges.
fn graphs(n: u32) -> impl Iterator<Item = Vec<(u32, u32)>> {
    let pairs: Vec<(u32, u32)> = (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let chosen = move |set: u32| {
        let pairs = pairs.iter().enumerate();
        let chosen = pairs.filter(|(i, _)| set >> i & 1 == 1);
        chosen.map(|(_, &pair)| pair).collect()
    };
    (0..1u32 << (n * n.saturating_sub(1) / 2)).map(chosen)
}

fn proved(name: &str, n: u32, edges: &[(u32, u32)], first: Option<&str>) -> (String, u32) {
    let board = Board::undirected(Graph::new(n as usize, edges.iter().copied()).unwrap());
    let source = Source::new("drawn".to_owned(), board);
    let proof = AskNumberProof {
        name: name.to_owned(),
        first: first.map(str::to_owned),
        ..AskNumberProof::default()
    };
    let mut out = Vec::new();
    let proved = Host::alone(|host| proof.write(&source, &mut out, host).unwrap());
    (String::from_utf8(out).unwrap(), proved.value)
}

/// λ by its definition.
fn edcn(n: u32, edges: &[(u32, u32)]) -> u32 {
    fn fits(v: usize, k: u32, colors: &mut Vec<u32>, edges: &[(u32, u32)]) -> bool {
        let color = |v: u32| colors.get(v as usize).copied();
        let pair =
            |&(a, b): &(u32, u32)| Some((color(a)?.min(color(b)?), color(a)?.max(color(b)?)));
        let mut pairs: Vec<_> = edges.iter().filter_map(pair).collect();
        pairs.sort_unstable();
        if pairs.windows(2).any(|two| two[0] == two[1]) {
            return false;
        }
        if colors.len() == v {
            return true;
        }
        (0..k).any(|c| {
            colors.push(c);
            let found = fits(v, k, colors, edges);
            colors.pop();
            found
        })
    }
    let mut k = 1..;
    k.find(|&k| fits(n as usize, k, &mut Vec::new(), edges))
        .unwrap()
}

/// col_g by its definition: the largest number of marked neighbours that a vertex has when it is marked, and one more.
fn game_coloring(n: u32, edges: &[(u32, u32)], alice_first: bool) -> u32 {
    fn score(
        marked: u32,
        alice: bool,
        n: u32,
        near: &[u32],
        known: &mut HashMap<(u32, bool), u32>,
    ) -> u32 {
        if marked + 1 == 1 << n {
            return 0;
        }
        if let Some(&score) = known.get(&(marked, alice)) {
            return score;
        }
        let after = |v: &u32| {
            let back = (near[*v as usize] & marked).count_ones();
            back.max(score(marked | 1 << v, !alice, n, near, known))
        };
        let free: Vec<u32> = (0..n).filter(|v| marked >> v & 1 == 0).collect();
        let scores = free.iter().map(after);
        let best = match alice {
            true => scores.min(),
            false => scores.max(),
        };
        known.insert((marked, alice), best.unwrap());
        best.unwrap()
    }
    let mut near = vec![0; n as usize];
    for &(a, b) in edges {
        near[a as usize] |= 1 << b;
        near[b as usize] |= 1 << a;
    }
    1 + score(0, alice_first, n, &near, &mut HashMap::new())
}

fn checked(text: &str) -> Option<outplay_service::Checked> {
    Host::alone(|host| check(text.as_bytes(), "test", false, host)).ok()
}

/// The same with a checksum that fits, for a certificate that ends with `end NODES CHECKSUM`.
fn sealed(text: &str) -> String {
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with("end"))
        .collect();
    let words = |line: &&&str| {
        line.strip_prefix("try ")
            .map_or(0, |rest| rest.split(' ').count())
    };
    let nodes: usize = lines.iter().map(|line| words(&line)).sum();
    let body: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let fnv = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325, fnv);
    format!("{body}end {nodes} {sum:016x}\n")
}

/// The edges that an altered certificate speaks of.
fn edges_of(full: &[String]) -> Vec<(u32, u32)> {
    let rows = full.iter().filter_map(|line| line.strip_prefix("edges "));
    let pair = |word: &str| {
        let (a, b) = word.split_once('-').unwrap();
        (a.parse().unwrap(), b.parse().unwrap())
    };
    rows.flat_map(|row| row.split(' ').map(pair).collect::<Vec<_>>())
        .collect()
}

#[test]
fn edge_distinguishing_numbers() {
    let mut rng = Rng::new(3);
    let (mut altered, mut passed, mut longest) = (0, 0, 0);
    // All graphs with up to five vertices, and some with seven, whose trees are larger.
    let pairs = || (0..7u32).flat_map(|b| (0..b).map(move |a| (a, b)));
    let some: Vec<Vec<(u32, u32)>> = (0..60)
        .map(|_| pairs().filter(|_| rng.below(2) == 0).collect())
        .collect();
    let mut boards: Vec<(u32, Vec<(u32, u32)>)> =
        some.into_iter().map(|edges| (7, edges)).collect();
    for n in 1..=5 {
        boards.extend(graphs(n).map(|edges| (n, edges)));
    }
    for (n, edges) in boards {
        let (text, value) = proved("edcn", n, &edges, None);
        assert_eq!(value, edcn(n, &edges), "{edges:?}");
        assert_eq!(sealed(&text), text);
        let holds = checked(&text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(
            (holds.number, holds.value),
            (Some("edcn"), Some(value.into()))
        );
        longest = longest.max(holds.positions);
        for other in [value - 1, value + 1] {
            let claim = text.replace(&format!("value {value}\n"), &format!("value {other}\n"));
            assert!(checked(&sealed(&claim)).is_none(), "{claim}");
        }
        // A few characters altered, words left out and doubled.
        for _ in 0..20 {
            let mut bytes = text.clone().into_bytes();
            let at = rng.below(bytes.len());
            match rng.below(3) {
                0 => bytes[at] = b"0123456789x -\n"[rng.below(14)],
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, b"0123456789x -\n"[rng.below(14)]),
            }
            let other = String::from_utf8(bytes).unwrap();
            if other == text {
                continue;
            }
            assert!(checked(&other).is_none(), "the checksum missed\n{other}");
            altered += 1;
            if let Some(holds) = checked(&sealed(&other)) {
                passed += 1;
                let truth = edcn(holds.vertices as u32, &edges_of(&holds.full));
                assert_eq!(holds.value, Some(truth.into()), "{other}");
            }
        }
    }
    assert!(altered > 2 * passed && passed > 0, "{altered} {passed}");
    assert!(longest > 5, "{longest}");
}

#[test]
fn game_coloring_numbers() {
    for n in 1..=4 {
        for edges in graphs(n) {
            for first in ["alice", "bob"] {
                let (text, value) = proved("game-coloring", n, &edges, Some(first));
                assert_eq!(
                    value,
                    game_coloring(n, &edges, first == "alice"),
                    "{edges:?}"
                );
                let holds = checked(&text).unwrap_or_else(|| panic!("{text}"));
                let expected = (Some("game-coloring"), Some(value.into()));
                assert_eq!((holds.number, holds.value), expected);
                for other in [value - 1, value + 1] {
                    let claim =
                        text.replace(&format!("value {value}\n"), &format!("value {other}\n"));
                    assert!(checked(&claim).is_none(), "{claim}");
                }
                // Another game, or another variant of it, proves nothing about this number.
                let other = text.replace("number game-coloring", "number game-chromatic");
                assert!(checked(&other).is_none(), "{other}");
            }
        }
    }
}

#[test]
fn a_certificate_of_a_number_keeps_to_its_limit() {
    let board = outplay_service::BoardText::family("petersen");
    let source = board.read(outplay_board::Limits::BOARD, false).unwrap();
    let within = |most| {
        let proof = AskNumberProof {
            name: "game-chromatic".to_owned(),
            most: Some(most),
            ..AskNumberProof::default()
        };
        Host::alone(|host| proof.answer(&source, host))
    };
    assert!(within(1 << 20).is_ok());
    let error = within(300)
        .err()
        .expect("one colour takes more")
        .to_string();
    assert!(error.contains("more than 300 bytes"), "{error}");
}

#[test]
fn a_check_stops_when_it_is_told_to() {
    let (proof, _) = proved("game-chromatic", 5, &[(0, 1), (1, 2), (2, 3), (3, 4)], None);
    let tables = Tables::new(0, 1);
    let late = Host {
        stop: &|_| Some(Stop::Time(0.5)),
        ..Host::new(&|| 0.0, &tables)
    };
    let stopped = check(proof.as_bytes(), "test", false, &late).unwrap_err();
    assert!(
        matches!(&stopped, Failed::Stopped(why) if why.contains("0.5 s")),
        "{stopped:?}"
    );
}
