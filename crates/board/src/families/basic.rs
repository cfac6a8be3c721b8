//! The families with a size: paths, cycles, wheels, grids and so on, each with
//! the numbering that help texts promise and the drawing that textbooks use.

use super::arguments::Arguments;
use super::{drawn, undrawn};
use crate::layout::{circle, ring, top_angle};
use crate::{Board, Graph, InputError, Layout, embed};
use std::f64::consts::PI;

type Built = Result<Board, InputError>;

/// The edges of the cycle first, first + 1, …, first + n − 1.
pub(super) fn rim(first: u32, n: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..n).map(move |i| (first + i, first + (i + 1) % n))
}

/// The radius of a regular polygon with unit sides, but at least `least`.
pub(super) fn radius(n: usize, least: f64) -> f64 {
    match n {
        0 | 1 => least,
        _ => least.max(0.5 / (PI / n as f64).sin()),
    }
}

/// Points on a horizontal line at height `y`, centred, one unit apart.
fn row(n: usize, y: f64) -> impl Iterator<Item = [f64; 2]> {
    (0..n).map(move |i| [i as f64 - (n as f64 - 1.0) / 2.0, y])
}

pub(super) fn path(arguments: &Arguments) -> Built {
    let n = arguments.one("a number of vertices", 1)?;
    let edges = (1..n as u32).map(|v| (v - 1, v));
    let graph = arguments.graph(n.into(), u128::from(n) - 1, edges)?;
    Ok(drawn(graph, || row(n as usize, 0.0).collect()))
}

pub(super) fn cycle(arguments: &Arguments) -> Built {
    let n = arguments.one("a number of vertices", 3)?;
    let graph = arguments.graph(n.into(), n.into(), rim(0, n as u32))?;
    Ok(drawn(graph, || circle(n as usize)))
}

pub(super) fn complete(arguments: &Arguments) -> Built {
    let n = arguments.one("a number of vertices", 1)?;
    let edges = (0..n as u32).flat_map(|a| (0..a).map(move |b| (b, a)));
    let pairs = u128::from(n) * (u128::from(n) - 1) / 2;
    let graph = arguments.graph(n.into(), pairs, edges)?;
    Ok(drawn(graph, || match n {
        4 => wheel_layout(3),
        _ => circle(n as usize),
    }))
}

pub(super) fn star(arguments: &Arguments) -> Built {
    let n = arguments.one("a number of leaves", 1)?;
    let edges = (0..n as u32).map(|i| (0, i + 1));
    let graph = arguments.graph(u128::from(n) + 1, n.into(), edges)?;
    Ok(drawn(graph, || {
        let n = n as usize;
        let leaves = ring(n, 0.8 * radius(n, 1.25), top_angle(n));
        [[0.0, 0.0]].into_iter().chain(leaves).collect()
    }))
}

/// A rim and then the hub in its middle.
fn wheel_layout(n: usize) -> Layout {
    let mut layout = ring(n, radius(n, 1.0), top_angle(n));
    layout.push([0.0, 0.0]);
    layout
}

pub(super) fn wheel(arguments: &Arguments) -> Built {
    let n = arguments.one("a number of rim vertices", 3)?;
    let hub = n as u32;
    let edges = rim(0, hub).chain((0..hub).map(move |i| (i, hub)));
    let graph = arguments.graph(u128::from(n) + 1, 2 * u128::from(n), edges)?;
    Ok(drawn(graph, || wheel_layout(n as usize)))
}

pub(super) fn sunlet(arguments: &Arguments) -> Built {
    let n = arguments.one("a number of cycle vertices", 3)?;
    let k = n as u32;
    let edges = rim(0, k).chain((0..k).map(move |i| (i, k + i)));
    let graph = arguments.graph(2 * u128::from(n), 2 * u128::from(n), edges)?;
    Ok(drawn(graph, || {
        let mut layout = two_rings(n as usize, 0.7);
        layout.rotate_left(n as usize);
        layout
    }))
}

pub(super) fn helm(arguments: &Arguments) -> Built {
    let n = arguments.one("a number of rim vertices", 3)?;
    let hub = n as u32;
    let spokes = (0..hub).flat_map(move |i| [(i, hub), (i, hub + 1 + i)]);
    let edges = rim(0, hub).chain(spokes);
    let graph = arguments.graph(2 * u128::from(n) + 1, 3 * u128::from(n), edges)?;
    Ok(drawn(graph, || {
        let mut layout = wheel_layout(n as usize);
        let outside = radius(n as usize, 1.0) + 1.0;
        layout.extend(ring(n as usize, outside, top_angle(n as usize)));
        layout
    }))
}

pub(super) fn prism(arguments: &Arguments) -> Built {
    let n = arguments.one("a number of vertices around", 3)?;
    let k = n as u32;
    let rungs = (0..k).map(move |i| (i, k + i));
    let edges = rim(0, k).chain(rim(k, k)).chain(rungs);
    let graph = arguments.graph(2 * u128::from(n), 3 * u128::from(n), edges)?;
    Ok(drawn(graph, || two_rings(n as usize, 0.6)))
}

/// One polygon, and another in it.
pub(super) fn two_rings(n: usize, least: f64) -> Layout {
    let inner = radius(n, least);
    let outer = ring(n, inner + 1.0, top_angle(n));
    [outer, ring(n, inner, top_angle(n))].concat()
}

pub(super) fn fan(arguments: &Arguments) -> Built {
    let n = arguments.one("a number of triangles", 1)?;
    let path = n as u32;
    let spokes = (0..path).flat_map(|i| [(0, i + 1), (i + 1, i + 2)]);
    let edges = spokes.chain((path..).take(1).map(|i| (0, i + 1)));
    let graph = arguments.graph(u128::from(n) + 2, 2 * u128::from(n) + 1, edges)?;
    Ok(drawn(graph, || {
        let n = n as usize;
        let wedge = (PI / 3.0).min(0.9 * PI / n as f64);
        let radius = 0.5 / (wedge / 2.0).sin();
        let first = PI / 2.0 + wedge * n as f64 / 2.0;
        let rim = (0..=n).map(|i| first - wedge * i as f64);
        let rim = rim.map(|angle| [radius * angle.cos(), radius * angle.sin()]);
        [[0.0, 0.0]].into_iter().chain(rim).collect()
    }))
}

/// The points of two rows with `m` and `n` vertices.
fn two_rows(m: usize, n: usize) -> Layout {
    let height = (1.0 + m.max(n) as f64 / 3.0).min(8.0);
    row(m, height).chain(row(n, 0.0)).collect()
}

pub(super) fn complete_bipartite(arguments: &Arguments) -> Built {
    let [m, n] = arguments.two(',', ["a number of vertices"; 2], [1; 2])?;
    let (a, b) = (m as u32, n as u32);
    let edges = (0..a).flat_map(move |v| (0..b).map(move |w| (v, a + w)));
    let (vertices, pairs) = (u128::from(m) + u128::from(n), u128::from(m) * u128::from(n));
    let graph = arguments.graph(vertices, pairs, edges)?;
    // K_{2,n} is plane with its two poles outside and the others between them.
    let poles_around = |n: usize| -> (Layout, Layout) {
        let x = (n as f64 / 3.0).clamp(1.0, 4.0);
        let between = row(n, 0.0).map(|[x, y]| [y, -x]);
        (vec![[-x, 0.0], [x, 0.0]], between.collect())
    };
    Ok(drawn(graph, || match (m as usize, n as usize) {
        (2, n) => {
            let (poles, between) = poles_around(n);
            [poles, between].concat()
        }
        (m, 2) => {
            let (poles, between) = poles_around(m);
            [between, poles].concat()
        }
        (m, n) => two_rows(m, n),
    }))
}

pub(super) fn complete_multipartite(arguments: &Arguments) -> Built {
    let parts = arguments.list("a number of vertices", 1)?;
    let n: u128 = parts.iter().map(|&a| u128::from(a)).sum();
    let inside: u128 = parts.iter().map(|&a| u128::from(a).pow(2)).sum();
    let mut ends = Vec::with_capacity(parts.len());
    for &part in &parts {
        ends.push(ends.last().copied().unwrap_or(0) + part as u32);
    }
    let edges = ends.iter().zip(&parts).flat_map(|(&end, &part)| {
        (end - part as u32..end).flat_map(move |v| (end..n as u32).map(move |w| (v, w)))
    });
    let graph = arguments.graph(n, (n * n - inside) / 2, edges)?;
    Ok(match embed(&graph) {
        Some(_) => undrawn(graph),
        None => drawn(graph, || circle(n as usize)),
    })
}

pub(super) fn crown(arguments: &Arguments) -> Built {
    let n = arguments.one("a number of vertices on each side", 1)?;
    let k = n as u32;
    let edges = (0..k).flat_map(move |v| (0..k).map(move |w| (v, w)));
    let edges = edges.filter(|(v, w)| v != w).map(|(v, w)| (v, k + w));
    let pairs = u128::from(n) * (u128::from(n) - 1);
    let graph = arguments.graph(2 * u128::from(n), pairs, edges)?;
    Ok(drawn(graph, || two_rows(n as usize, n as usize)))
}

pub(super) fn cocktail_party(arguments: &Arguments) -> Built {
    let n = arguments.one("a number of pairs", 1)?;
    let graph = cocktail_party_graph(arguments, n)?;
    Ok(drawn(graph, || circle(2 * n as usize)))
}

/// The pairs are i and n + i.
pub(super) fn cocktail_party_graph(arguments: &Arguments, n: u64) -> Result<Graph, InputError> {
    let count = 2 * u128::from(n) * (u128::from(n) - 1);
    arguments.check(2 * u128::from(n), count)?;
    let k = n as u32;
    let edges = (0..2 * k).flat_map(|a| (0..a).map(move |b| (b, a)));
    Graph::new(2 * n as usize, edges.filter(|(b, a)| a - b != k))
}

/// Row by row.
fn grid_graph(arguments: &Arguments, rows: u64, columns: u64) -> Built {
    let (m, n) = (rows as u32, columns as u32);
    let edges = (0..m).flat_map(move |r| {
        (0..n).flat_map(move |c| {
            let right = (c + 1 < n).then(|| (r * n + c, r * n + c + 1));
            let down = (r + 1 < m).then(|| (r * n + c, (r + 1) * n + c));
            [right, down].into_iter().flatten()
        })
    });
    let (rows, columns) = (u128::from(rows), u128::from(columns));
    let count = 2 * rows * columns - rows - columns;
    let graph = arguments.graph(rows * columns, count, edges)?;
    Ok(drawn(graph, || {
        (0..m)
            .flat_map(|r| (0..n).map(move |c| [f64::from(c), -f64::from(r)]))
            .collect()
    }))
}

pub(super) fn grid(arguments: &Arguments) -> Built {
    let [m, n] = arguments.two('x', ["a number of rows", "a number of columns"], [1, 1])?;
    grid_graph(arguments, m, n)
}

pub(super) fn ladder(arguments: &Arguments) -> Built {
    let n = arguments.one("a number of rungs", 1)?;
    grid_graph(arguments, 2, n)
}

pub(super) fn torus(arguments: &Arguments) -> Built {
    let [m, n] = arguments.two('x', ["a number of rows", "a number of columns"], [3, 3])?;
    let count = u128::from(m) * u128::from(n);
    let (rows, columns) = (m as u32, n as u32);
    let edges = (0..rows).flat_map(move |r| {
        (0..columns).flat_map(move |c| {
            let v = r * columns + c;
            let right = r * columns + (c + 1) % columns;
            [(v, right), (v, (r + 1) % rows * columns + c)]
        })
    });
    let graph = arguments.graph(count, 2 * count, edges)?;
    Ok(drawn(graph, || bowed([rows, columns], [0.45; 2])))
}

/// Rows of points. Rows and columns are bowed, so that an edge from end to end runs beside the
/// points between.
pub(super) fn bowed([rows, columns]: [u32; 2], [right, up]: [f64; 2]) -> Layout {
    let bow = |i: u32, n: u32| {
        let t = 2.0 * f64::from(i) / (f64::from(n) - 1.0).max(1.0) - 1.0;
        1.0 - t * t
    };
    let places = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
    let points = places.map(|(r, c)| {
        let (x, y) = (f64::from(c), -f64::from(r));
        [x + right * bow(r, rows), y + up * bow(c, columns)]
    });
    points.collect()
}

pub(super) fn triangular(arguments: &Arguments) -> Built {
    let n = arguments.one("a number of vertices on a side", 1)?;
    let wide = u128::from(n);
    arguments.check(wide * (wide + 1) / 2, 3 * wide * (wide - 1) / 2)?;
    // Row r begins at 0 + 1 + … + r and has r + 1 vertices.
    let rows = n as u32;
    let start = |r: u32| r * (r + 1) / 2;
    let edges = (0..rows).flat_map(move |r| {
        (0..=r).flat_map(move |c| {
            let v = start(r) + c;
            let right = (c < r).then_some((v, v + 1));
            let down = (r + 1 < rows).then(|| [(v, v + r + 1), (v, v + r + 2)]);
            right.into_iter().chain(down.into_iter().flatten())
        })
    });
    let graph = Graph::new(start(rows) as usize, edges)?;
    Ok(drawn(graph, || {
        let height = 0.75f64.sqrt();
        let rows = (0..rows).flat_map(|r| row(r as usize + 1, -height * f64::from(r)));
        rows.collect()
    }))
}

/// Rows of vertices that zigzag, joined by every other upright edge; the two corners that belong to
/// no hexagon are left out.
pub(super) fn hex(arguments: &Arguments) -> Built {
    let [m, n] = arguments.two(
        'x',
        [
            "a number of rows of hexagons",
            "a number of hexagons in a row",
        ],
        [1, 1],
    )?;
    let (rows, columns) = (u128::from(m), u128::from(n));
    // Every hexagon, and the outside, is a face.
    let vertices = 2 * (rows + 1) * (columns + 1) - 2;
    arguments.check(vertices, vertices + rows * columns - 1)?;
    let (rows, wide) = (m as u32 + 1, 2 * n as u32 + 2);
    // Row r stands over row r + 1 shifted by half a hexagon: place c of a row is at c + r.
    let kept = |r: u32, c: u32| match r {
        0 => c + 1 < wide,
        _ if r + 1 == rows => c > 0,
        _ => true,
    };
    let index = |r: u32, c: u32| r * wide + c - u32::from(r > 0) - u32::from(r + 1 == rows);
    let places = || (0..rows).flat_map(|r| (0..wide).map(move |c| (r, c)));
    let edges = places().filter(|&(r, c)| kept(r, c)).flat_map(|(r, c)| {
        let right = (c + 1 < wide && kept(r, c + 1)).then(|| (index(r, c), index(r, c + 1)));
        // Even places of a row go down, to odd ones of the next.
        let down = r + 1 < rows && c % 2 == 0;
        let down = down.then(|| (index(r, c), index(r + 1, c + 1)));
        [right, down].into_iter().flatten()
    });
    let graph = Graph::new(vertices as usize, edges.collect::<Vec<_>>())?;
    Ok(drawn(graph, || {
        let half = 0.75f64.sqrt();
        let placed = places().filter(|&(r, c)| kept(r, c)).map(|(r, c)| {
            let x = half * (f64::from(c) - f64::from(r));
            let high = if c % 2 == 0 { 0.0 } else { 0.5 };
            [x, high - 1.5 * f64::from(r)]
        });
        placed.collect()
    }))
}

pub(super) fn hypercube(arguments: &Arguments) -> Built {
    let d = arguments.one("a dimension", 0)?;
    let vertices = (d < 100).then(|| 1u128 << d);
    arguments.check_sizes(vertices, vertices.map(|n| n / 2 * u128::from(d)))?;
    let n = 1u32 << d;
    let edges = (0..n).flat_map(move |v| (0..d).map(move |bit| (v, v ^ 1 << bit)));
    let graph = Graph::new(n as usize, edges)?;
    Ok(drawn(graph, || hypercube_layout(d as usize)))
}

/// Up to three dimensions without crossings, then projections in which no vertex
/// comes close to an edge that is not its own.
fn hypercube_layout(d: usize) -> Layout {
    // Angle in degrees and length of every axis.
    let axes: Vec<(f64, f64)> = match d {
        0..=3 => vec![(0.0, 1.0), (90.0, 1.0)],
        4 => (0..4).map(|i| (45.0 * f64::from(i) + 22.5, 1.3)).collect(),
        // Found by a search.
        5 => vec![
            (1.0, 0.65),
            (20.0, 2.23),
            (79.0, 1.7),
            (120.0, 1.95),
            (135.0, 1.06),
        ],
        _ => (0..d)
            .map(|i| (180.0 * (i as f64 + 0.5) / d as f64, 1.3 + 0.25 * i as f64))
            .collect(),
    };
    (0..1u32 << d)
        .map(|v| {
            // The third dimension is depth: one square inside the other.
            let size = if d == 3 && v & 4 == 0 { 2.6 } else { 1.0 };
            let mut point = [0.0; 2];
            for (bit, &(angle, length)) in axes.iter().enumerate().take(d) {
                let along = size * length * (f64::from(v >> bit & 1) - 0.5);
                point[0] += along * angle.to_radians().cos();
                point[1] += along * angle.to_radians().sin();
            }
            point
        })
        .collect()
}

pub(super) fn binary_tree(arguments: &Arguments) -> Built {
    let levels = arguments.one("a number of levels", 1)?;
    let vertices = (levels < 100).then(|| (1u128 << levels) - 1);
    arguments.check_sizes(vertices, vertices.map(|n| n - 1))?;
    let n = ((1u64 << levels) - 1) as u32;
    let graph = Graph::new(n as usize, (1..n).map(|v| ((v - 1) / 2, v)))?;
    Ok(drawn(graph, || {
        let point = |v: u32| {
            let level = (v + 1).ilog2();
            let width = f64::from(1u32 << (levels as u32 - 1 - level));
            let place = f64::from(v + 1 - (1 << level));
            [width * (place + 0.5), -1.2 * f64::from(level)]
        };
        (0..n).map(point).collect()
    }))
}

pub(super) fn caterpillar(arguments: &Arguments) -> Built {
    let leaves = arguments.list("a number of leaves", 0)?;
    let spine = leaves.len() as u32;
    let total: u64 = leaves.iter().sum();
    let n = u128::from(spine) + u128::from(total);
    let owners = (0..spine).zip(&leaves);
    let owners = owners.flat_map(|(v, &count)| std::iter::repeat_n(v, count as usize));
    let hanging = owners.zip(spine..);
    let edges = (1..spine).map(|v| (v - 1, v)).chain(hanging);
    let graph = arguments.graph(n, n - 1, edges)?;
    Ok(drawn(graph, || {
        // Leaves half above and half below their vertex, 0.6 apart.
        let width = |count: u64| (0.6 * count.div_ceil(2) as f64).max(1.0);
        let (mut spots, mut tips, mut left) = (Vec::new(), Vec::new(), 0.0);
        for &count in &leaves {
            let x = left + width(count) / 2.0;
            left += width(count);
            spots.push([x, 0.0]);
            let above = count.div_ceil(2);
            for (side, y) in [(above, 1.0), (count - above, -1.0)] {
                tips.extend(row(side as usize, y).map(|[dx, y]| [x + 0.6 * dx, y]));
            }
        }
        spots.append(&mut tips);
        spots
    }))
}
