//! Chessboards: the squares, row by row, joined where a piece goes from one to the other. On a torus
//! rows, columns and diagonals close up.

use super::arguments::{Arguments, quoted};
use super::basic::bowed;
use super::{drawn, undrawn};
use crate::{Board, Graph, InputError};

type Built = Result<Board, InputError>;

/// A step down and to the right.
type Step = (i64, i64);

/// Straight and diagonal steps, of which the opposite ones are left out, and leaps.
const STEPS: [Step; 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
const LEAPS: [Step; 4] = [(1, 2), (1, -2), (2, 1), (2, -1)];

/// The board of N rows and N columns, or M rows and N columns, of the piece whose name the family
/// has.
pub(super) fn board(arguments: &Arguments) -> Built {
    let (closed, piece) = match arguments.family.name.strip_prefix("torus-") {
        Some(piece) => (true, piece),
        None => (false, arguments.family.name),
    };
    let (steps, slides): (&[Step], bool) = match piece {
        "queens" => (&STEPS, true),
        "kings" => (&STEPS, false),
        "rooks" => (&STEPS[..2], true),
        "bishops" => (&STEPS[2..], true),
        _ => (&LEAPS, false),
    };
    let sides = ["a number of rows", "a number of columns"];
    let text = arguments.some_text("a number of rows, or MxN")?;
    let [m, n] = match text.contains('x') {
        true => arguments.two('x', sides, [1; 2])?,
        false => [arguments.number(text, sides[0], 1)?; 2],
    };
    let vertices = u128::from(m) * u128::from(n);
    arguments.check(vertices, 0)?;
    if closed && m.min(n) < 3 {
        let expected = "at least 3 rows and columns on a torus";
        return Err(arguments.wrong(quoted(text), expected));
    }
    let (rows, columns) = (m as i64, n as i64);
    // How far a piece slides: on a torus until it is back.
    let far = match (slides, closed) {
        (false, _) => 1,
        (true, false) => m.max(n) as i64,
        (true, true) => (rows / gcd(rows, columns)).saturating_mul(columns),
    };
    let mut edges = Vec::new();
    for square in 0..rows * columns {
        let (row, column) = (square / columns, square % columns);
        for &(down, right) in steps {
            for step in 1..=far {
                let (mut r, mut c) = (row + step * down, column + step * right);
                if closed {
                    (r, c) = (r.rem_euclid(rows), c.rem_euclid(columns));
                }
                if !(0..rows).contains(&r) || !(0..columns).contains(&c) {
                    break;
                }
                let to = r * columns + c;
                if to == square {
                    break;
                }
                edges.push((square as u32, to as u32));
            }
        }
        // On a torus an edge is found from either end, and perhaps in two directions.
        let least = edges.len() as u128 / if closed { 4 } else { 1 };
        arguments.check(vertices, least)?;
    }
    let graph = Graph::new(vertices as usize, edges)?;
    arguments.check(vertices, graph.edge_count() as u128)?;
    if closed {
        return Ok(undrawn(graph));
    }
    // Not as round one way as the other, so that both diagonals are bowed as well.
    let bows = if slides { [0.6, -0.25] } else { [0.0; 2] };
    Ok(drawn(graph, || bowed([rows as u32, columns as u32], bows)))
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
