//! Chessboards: the squares, row by row, joined where a piece goes from one to the other. On a torus
//! rows, columns and diagonals close up.

use super::arguments::{Arguments, number, quoted};
use super::basic::bowed;
use super::{drawn, undrawn};
use crate::{Board, Graph, InputError};

type Built = Result<Board, InputError>;

/// How a piece moves: steps of rows and columns, of which the opposite ones are left out.
struct Piece {
    steps: &'static [(i64, i64)],
    slides: bool,
}

const STRAIGHT: [(i64, i64); 2] = [(0, 1), (1, 0)];
const DIAGONAL: [(i64, i64); 2] = [(1, 1), (1, -1)];
const ALL: [(i64, i64); 4] = [STRAIGHT[0], STRAIGHT[1], DIAGONAL[0], DIAGONAL[1]];
const LEAPS: [(i64, i64); 4] = [(1, 2), (1, -2), (2, 1), (2, -1)];

const fn piece(steps: &'static [(i64, i64)], slides: bool) -> Piece {
    Piece { steps, slides }
}

const QUEEN: Piece = piece(&ALL, true);
const KING: Piece = piece(&ALL, false);
const ROOK: Piece = piece(&STRAIGHT, true);
const BISHOP: Piece = piece(&DIAGONAL, true);
const KNIGHT: Piece = piece(&LEAPS, false);

pub(super) fn queens(arguments: &Arguments) -> Built {
    QUEEN.board(arguments, false)
}

pub(super) fn kings(arguments: &Arguments) -> Built {
    KING.board(arguments, false)
}

pub(super) fn rooks(arguments: &Arguments) -> Built {
    ROOK.board(arguments, false)
}

pub(super) fn bishops(arguments: &Arguments) -> Built {
    BISHOP.board(arguments, false)
}

pub(super) fn knights(arguments: &Arguments) -> Built {
    KNIGHT.board(arguments, false)
}

pub(super) fn torus_queens(arguments: &Arguments) -> Built {
    QUEEN.board(arguments, true)
}

pub(super) fn torus_kings(arguments: &Arguments) -> Built {
    KING.board(arguments, true)
}

pub(super) fn torus_bishops(arguments: &Arguments) -> Built {
    BISHOP.board(arguments, true)
}

pub(super) fn torus_knights(arguments: &Arguments) -> Built {
    KNIGHT.board(arguments, true)
}

impl Piece {
    /// The board of N rows and N columns, or M rows and N columns.
    fn board(&self, arguments: &Arguments, closed: bool) -> Built {
        let sides = [
            number("a number of rows", 1),
            number("a number of columns", 1),
        ];
        let text = arguments.some_text("a number of rows, or MxN")?;
        let [m, n] = match text.contains('x') {
            true => arguments.two('x', sides)?,
            false => [arguments.number(text, sides[0])?; 2],
        };
        let vertices = u128::from(m) * u128::from(n);
        arguments.check(vertices, 0)?;
        if closed && m.min(n) < 3 {
            let expected = "at least 3 rows and columns on a torus";
            return Err(arguments.wrong(quoted(text), expected));
        }
        let (rows, columns) = (m as i64, n as i64);
        // How far a piece slides: on a torus until it is back.
        let far = match (self.slides, closed) {
            (false, _) => 1,
            (true, false) => m.max(n) as i64,
            (true, true) => (rows / gcd(rows, columns)).saturating_mul(columns),
        };
        let mut edges = Vec::new();
        for square in 0..rows * columns {
            let (row, column) = (square / columns, square % columns);
            for &(down, right) in self.steps {
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
        let bows = if self.slides { [0.6, -0.25] } else { [0.0; 2] };
        Ok(drawn(graph, || bowed([rows as u32, columns as u32], bows)))
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
