//! Where vertices go, and the shapes of lines between them.

use crate::xml::Px;
use outplay_board::{Board, Graph, Layout, Shape, layout_for, plane_layout};
use std::f64::consts::{FRAC_PI_2, TAU};
use std::fmt::{self, Display};

/// Distances between all pairs are looked at up to so many vertices.
const PAIRS: usize = 1500;

pub(crate) type Point = [f64; 2];

/// Finite coordinates for every vertex: the board's own, else what suits its
/// embedding or its edges.
pub(crate) fn layout_of(board: &Board) -> Layout {
    let n = board.vertex_count();
    let usable = |layout: &&Layout| layout.len() == n && layout.iter().flatten().all(fits);
    if let Some(layout) = board.layout.as_ref().filter(usable) {
        return layout.clone();
    }
    match (&board.plane, &board.shape) {
        _ if n > MOST_ARRANGED => circle(n),
        (Some(plane), _) => plane_layout(plane),
        (None, Shape::Undirected(graph)) => layout_for(graph),
        (None, Shape::Directed(digraph)) => {
            let edges = digraph.arcs().filter(|(a, b)| a != b);
            Graph::new(n, edges).map_or_else(|_| circle(n), |graph| layout_for(&graph))
        }
    }
}

/// Boards above this size are only ever drawn as a circle.
const MOST_ARRANGED: usize = 2000;

/// Small enough to compute with.
fn fits(x: &f64) -> bool {
    x.abs() < 1e100
}

fn circle(n: usize) -> Layout {
    let radius = n as f64 / TAU;
    (0..n)
        .map(|i| {
            let angle = FRAC_PI_2 - TAU * i as f64 / n as f64;
            [radius * angle.cos(), radius * angle.sin()]
        })
        .collect()
}

/// The corners of the smallest upright box around some points.
pub(crate) fn bounds(points: &[Point]) -> (Point, Point) {
    let Some(&first) = points.first() else {
        return ([0.0; 2], [0.0; 2]);
    };
    points.iter().fold((first, first), |(low, high), &[x, y]| {
        (
            [low[0].min(x), low[1].min(y)],
            [high[0].max(x), high[1].max(y)],
        )
    })
}

/// Drawings smaller than this are a point: to enlarge them would overflow.
const SMALL: f64 = 1e-100;

/// The least distance between two vertices, or a fair guess.
pub(crate) fn unit(points: &[Point]) -> f64 {
    let (low, high) = bounds(points);
    let (width, height) = (high[0] - low[0], high[1] - low[1]);
    let n = points.len().max(1) as f64;
    let guess = (width * height / n).sqrt().max(width.max(height) / n);
    let mut least = f64::INFINITY;
    if points.len() <= PAIRS {
        for (i, &a) in points.iter().enumerate() {
            for &b in &points[..i] {
                least = least.min(distance(a, b));
            }
        }
    }
    // Two vertices on (nearly) one spot must not blow up all the rest.
    if least.is_finite() && least > 0.1 * guess && least > SMALL {
        least
    } else if guess > SMALL {
        guess
    } else {
        1.0
    }
}

pub(crate) fn distance(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// The point `by` away from `a` in the direction of `b`.
pub(crate) fn toward(a: Point, b: Point, by: f64) -> Point {
    let length = distance(a, b);
    if length == 0.0 {
        return [a[0] + by, a[1]];
    }
    let part = by / length;
    [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]
}

/// The point beside the middle of a→b, `bow` to the left as one looks along it
/// on paper (y down).
pub(crate) fn beside(a: Point, b: Point, bow: f64) -> Point {
    let length = distance(a, b).max(1e-9);
    let (dx, dy) = ((b[0] - a[0]) / length, (b[1] - a[1]) / length);
    [
        (a[0] + b[0]) / 2.0 + dy * bow,
        (a[1] + b[1]) / 2.0 - dx * bow,
    ]
}

/// The direction (an angle) in the middle of the widest gap between `angles`;
/// straight down where there are none.
pub(crate) fn widest_gap(mut angles: Vec<f64>) -> f64 {
    angles.sort_by(f64::total_cmp);
    let Some(&last) = angles.last() else {
        return FRAC_PI_2;
    };
    let mut best = (0.0, FRAC_PI_2);
    let mut before = last - TAU;
    for angle in angles {
        // A little more than equal, so that rounding does not choose.
        if angle - before > best.0 + 1e-6 {
            best = (angle - before, (before + angle) / 2.0);
        }
        before = angle;
    }
    best.1
}

/// For every vertex the directions of its edges or arcs on paper.
pub(crate) fn directions(board: &Board, points: &[Point]) -> Vec<Vec<f64>> {
    let mut angles = vec![Vec::new(); points.len()];
    let mut add = |a: u32, b: u32| {
        if a != b {
            let (p, q) = (points[a as usize], points[b as usize]);
            angles[a as usize].push((q[1] - p[1]).atan2(q[0] - p[0]));
            angles[b as usize].push((p[1] - q[1]).atan2(p[0] - q[0]));
        }
    };
    match &board.shape {
        Shape::Undirected(graph) => graph.edges().for_each(|(a, b)| add(a, b)),
        Shape::Directed(digraph) => digraph.arcs().for_each(|(a, b)| add(a, b)),
    }
    angles
}

/// A point as a path writes it.
pub(crate) struct At(pub(crate) Point);

impl Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Px(self.0[0]), Px(self.0[1]))
    }
}

/// The path of an arrowhead with its tip at `tip`, coming from `from`.
pub(crate) fn arrowhead(from: Point, tip: Point, size: f64) -> String {
    let base = toward(tip, from, size);
    let half = size * 0.42;
    let (dx, dy) = ((base[0] - tip[0]) / size, (base[1] - tip[1]) / size);
    let left = [base[0] - dy * half, base[1] + dx * half];
    let right = [base[0] + dy * half, base[1] - dx * half];
    format!("M{}L{}L{}Z", At(tip), At(left), At(right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_layouts_are_replaced() {
        let mut board = Board::undirected(Graph::new(2, [(0, 1)]).unwrap());
        for wrong in [
            vec![[0.0, 0.0]],
            vec![[0.0, f64::NAN], [1.0, 1.0]],
            vec![[0.0, 0.0], [f64::INFINITY, 1.0]],
        ] {
            board.layout = Some(wrong);
            let layout = layout_of(&board);
            assert!(layout.len() == 2 && layout.iter().flatten().all(fits));
        }
        board.layout = Some(vec![[0.0, 0.0], [3.0, 1.0]]);
        assert_eq!(layout_of(&board), [[0.0, 0.0], [3.0, 1.0]]);
    }

    #[test]
    fn units_are_sane() {
        assert_eq!(unit(&[]), 1.0);
        assert_eq!(unit(&[[5.0, 5.0]]), 1.0);
        assert_eq!(unit(&[[0.0, 0.0], [0.0, 0.0]]), 1.0);
        assert_eq!(unit(&[[0.0, 0.0], [1e-308, 0.0]]), 1.0);
        assert_eq!(unit(&[[0.0, 0.0], [2.0, 0.0], [6.0, 0.0]]), 2.0);
        assert!(unit(&[[0.0, 0.0], [0.0, 0.0], [6.0, 6.0]]) > 1.0);
    }

    #[test]
    fn gaps_face_away() {
        let gap = widest_gap(vec![0.0, FRAC_PI_2]);
        assert!((gap.cos() + 0.5f64.sqrt()).abs() < 1e-9);
        assert!((gap.sin() + 0.5f64.sqrt()).abs() < 1e-9);
        assert_eq!(widest_gap(vec![]), FRAC_PI_2);
    }

    #[test]
    fn beside_is_to_the_left() {
        // To the right on paper: left of it is up, where y is smaller.
        assert_eq!(beside([0.0, 0.0], [10.0, 0.0], 3.0), [5.0, -3.0]);
    }
}
