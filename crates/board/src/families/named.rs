//! Graphs with a name of their own, drawn the way textbooks draw them; solids
//! are seen through one of their faces.

use super::arguments::Arguments;
use super::basic::{cocktail_party_graph, rim, two_rings};
use super::drawn;
use crate::layout::{circle, ring};
use crate::{Board, Graph, InputError};
use std::f64::consts::PI;

type Built = Result<Board, InputError>;

const UP: f64 = PI / 2.0;

pub(super) fn generalized_petersen(arguments: &Arguments) -> Built {
    let [n, k] = arguments.two(',', ["a number of vertices around", "a step"], [3, 1])?;
    if 2 * u128::from(k) >= u128::from(n) {
        return Err(arguments.wrong(
            format_args!("a step of {k}"),
            format_args!("a step below {n}/2"),
        ));
    }
    // Outside 0, …, n−1; inside n + i is joined to n + i + k and to i.
    let (around, step) = (n as u32, k as u32);
    let inner = (0..around).flat_map(move |i| {
        let next = (i + step) % around;
        [(around + i, around + next), (i, around + i)]
    });
    let edges = rim(0, around).chain(inner);
    let graph = arguments.graph(2 * u128::from(n), 3 * u128::from(n), edges)?;
    Ok(drawn(graph, || two_rings(n as usize, 0.9)))
}

/// How many k-subsets n things have, unless that is more than 128 bits hold.
fn binomial(n: u64, k: u64) -> Option<u128> {
    if k > n {
        return Some(0);
    }
    let mut value = 1u128;
    for i in 0..u128::from(k.min(n - k)) {
        value = value.checked_mul(u128::from(n) - i)? / (i + 1);
    }
    Some(value)
}

pub(super) fn kneser(arguments: &Arguments) -> Built {
    let [n, k] = arguments.two(
        ',',
        ["a number of things", "a number of things in a set"],
        [1; 2],
    )?;
    if k > n {
        return Err(arguments.wrong(
            format_args!("sets of {k}"),
            format_args!("sets of at most {n} things"),
        ));
    }
    let vertices = binomial(n, k);
    let disjoint = binomial(n - k, k);
    let darts = vertices.zip(disjoint).and_then(|(a, b)| a.checked_mul(b));
    arguments.check_sizes(vertices, darts.map(|darts| darts / 2))?;
    let count = vertices.unwrap_or(0) as usize;
    let mut edges = Vec::new();
    // Without two disjoint sets there are no edges, and n can be anything;
    // with them k is small, because the board is within the limits.
    if 2 * u128::from(k) <= u128::from(n) {
        // Sets are numbered by their largest member, then the next, and so on.
        let number_of = |set: &[u64]| -> u128 {
            let terms = set.iter().zip(1..).map(|(&x, i)| binomial(x, i));
            terms.map(|term| term.unwrap_or(0)).sum()
        };
        let mut set: Vec<u64> = (0..k).collect();
        for v in 0..count as u32 {
            let others: Vec<u64> = (0..n).filter(|x| set.binary_search(x).is_err()).collect();
            let mut places: Vec<u64> = (0..k).collect();
            for _ in 0..disjoint.unwrap_or(0) {
                let other: Vec<u64> = places.iter().map(|&i| others[i as usize]).collect();
                let w = number_of(&other) as u32;
                if v < w {
                    edges.push((v, w));
                }
                next_set(&mut places);
            }
            next_set(&mut set);
        }
    }
    Ok(drawn(Graph::new(count, edges)?, || circle(count)))
}

/// The next set of the same size in the order of [`kneser`].
fn next_set(set: &mut [u64]) {
    let mut i = 0;
    while i + 1 < set.len() && set[i] + 1 == set[i + 1] {
        set[i] = i as u64;
        i += 1;
    }
    set[i] += 1;
}

/// The Mycielskian of the pentagon: 5 + i sees the neighbours of i, 10 sees all those.
pub(super) fn grotzsch(arguments: &Arguments) -> Built {
    arguments.none()?;
    let shadows = (0..5).flat_map(|i| [(5 + i, (i + 1) % 5), (5 + i, (i + 4) % 5), (5 + i, 10)]);
    let graph = Graph::new(11, rim(0, 5).chain(shadows))?;
    Ok(drawn(graph, || {
        let mut layout = ring(5, 2.2, UP);
        layout.extend(ring(5, 1.0, UP));
        layout.push([0.0, 0.0]);
        layout
    }))
}

pub(super) fn heawood(arguments: &Arguments) -> Built {
    arguments.none()?;
    let chords = (0..7).map(|i| (2 * i, (2 * i + 5) % 14));
    let graph = Graph::new(14, rim(0, 14).chain(chords))?;
    Ok(drawn(graph, || circle(14)))
}

/// Opposite corners are i and i + 3.
pub(super) fn octahedron(arguments: &Arguments) -> Built {
    arguments.none()?;
    let graph = cocktail_party_graph(arguments, 3)?;
    Ok(drawn(graph, || {
        let mut layout = ring(3, 2.2, UP);
        layout.extend(ring(3, 0.6, UP + PI));
        layout
    }))
}

/// Rings of five from the outside inwards: 0–4, 5–9, 10–14, 15–19.
pub(super) fn dodecahedron(arguments: &Arguments) -> Built {
    arguments.none()?;
    let between = (0..5).flat_map(|i| {
        let (second, third) = (5 + i, 10 + i);
        [
            (i, second),
            (second, third),
            (5 + (i + 1) % 5, third),
            (third, 15 + i),
        ]
    });
    let graph = Graph::new(20, rim(0, 5).chain(rim(15, 5)).chain(between))?;
    Ok(drawn(graph, || {
        let turned = UP + PI / 5.0;
        let rings = [
            ring(5, 3.2, UP),
            ring(5, 2.2, UP),
            ring(5, 1.7, turned),
            ring(5, 0.8, turned),
        ];
        rings.concat()
    }))
}

/// A triangle 0–2, around the hexagon 3–8, around the triangle 9–11.
pub(super) fn icosahedron(arguments: &Arguments) -> Built {
    arguments.none()?;
    // Hexagon corner 3 + 2i stands before corner i of the outer triangle, and
    // 4 + 2i before its side from i to i + 1, as 9 + i does further in.
    let between = (0..3).flat_map(|i| {
        let (corner, side, inner) = (3 + 2 * i, 4 + 2 * i, 9 + i);
        let next = (i + 1) % 3;
        [
            (i, corner),
            (i, side),
            (next, side),
            (side, inner),
            (corner, inner),
            (3 + 2 * next, inner),
        ]
    });
    let graph = Graph::new(
        12,
        rim(0, 3).chain(rim(3, 6)).chain(rim(9, 3)).chain(between),
    )?;
    Ok(drawn(graph, || {
        let rings = [
            ring(3, 3.6, UP),
            ring(6, 1.5, UP),
            ring(3, 0.65, UP + PI / 3.0),
        ];
        rings.concat()
    }))
}

/// The states with the longitude and latitude of about their middle.
const STATES: [(&str, f64, f64); 8] = [
    ("Alabama", -86.8, 32.8),
    ("Florida", -81.9, 28.3),
    ("Georgia", -83.4, 32.7),
    ("Kentucky", -85.3, 37.5),
    ("Mississippi", -89.7, 32.7),
    ("North Carolina", -79.4, 35.5),
    ("South Carolina", -80.7, 33.6),
    ("Tennessee", -86.3, 35.8),
];

/// The borders between them, by their place in [`STATES`].
const BORDERS: [(u32, &[u32]); 6] = [
    (0, &[1, 2, 4, 7]),
    (1, &[2]),
    (2, &[5, 6, 7]),
    (3, &[7]),
    (4, &[7]),
    (5, &[6, 7]),
];

pub(super) fn southeast_us(arguments: &Arguments) -> Built {
    arguments.none()?;
    let row = |(a, row): (u32, &'static [u32])| row.iter().map(move |&b| (a, b));
    let graph = Graph::new(STATES.len(), BORDERS.into_iter().flat_map(row))?;
    // A degree of longitude is shorter than one of latitude there.
    let place = |&(_, longitude, latitude): &(&str, f64, f64)| {
        [(longitude + 85.0) * 0.83 / 2.5, (latitude - 33.0) / 2.5]
    };
    let mut board = drawn(graph, || STATES.iter().map(place).collect());
    let names = STATES.iter().map(|&(name, ..)| name.to_owned());
    board.names = Some(names.collect());
    Ok(board)
}
