//! Where to draw the vertices of a graph that brings no coordinates.
//!
//! Each connected component is drawn by itself, plane if it can be, and the
//! drawings are packed side by side. Edges come out about one unit long.

use crate::{Graph, Layout, PlaneGraph, planarity};
use std::f64::consts::{PI, TAU};

/// Larger components are not improved after a first drawing.
const PLEASANT: usize = 300;

/// Coordinates for a graph: a plane straight-line drawing where the graph is
/// planar, else one by forces, else (more than 300 vertices) a circle.
/// The same graph always gets the same drawing.
pub fn layout_for(graph: &Graph) -> Layout {
    let components = graph.components();
    if let [_] = components[..] {
        return connected_layout(graph);
    }
    let mut layout = vec![[0.0; 2]; graph.vertex_count()];
    let mut index = vec![0u32; graph.vertex_count()];
    let mut drawings = Vec::with_capacity(components.len());
    for component in &components {
        for (&v, i) in component.iter().zip(0..) {
            index[v as usize] = i;
        }
        let edges = component.iter().flat_map(|&v| {
            let row = graph.neighbors(v).iter().filter(move |&&w| v < w);
            row.map(move |&w| (v, w))
        });
        let edges = edges.map(|(v, w)| (index[v as usize], index[w as usize]));
        let part = Graph::new(component.len(), edges).expect("a part of a graph is one");
        drawings.push(connected_layout(&part));
    }
    // Shelves of about the width of a square that holds everything.
    let boxes: Vec<_> = drawings
        .iter()
        .map(|drawing| bounds(drawing.iter().copied()))
        .collect();
    let area: f64 = boxes
        .iter()
        .map(|(low, high)| (high[0] - low[0] + 1.0) * (high[1] - low[1] + 1.0))
        .sum();
    let width = area.sqrt() * 1.2;
    let (mut x, mut y, mut shelf) = (0.0, 0.0, 0.0f64);
    for ((component, drawing), (low, high)) in components.iter().zip(&drawings).zip(&boxes) {
        if x > 0.0 && x + high[0] - low[0] > width {
            (x, y, shelf) = (0.0, y - shelf - 1.0, 0.0);
        }
        for (&v, point) in component.iter().zip(drawing) {
            layout[v as usize] = [x + point[0] - low[0], y + point[1] - high[1]];
        }
        x += high[0] - low[0] + 1.0;
        shelf = shelf.max(high[1] - low[1]);
    }
    layout
}

/// The corners of the smallest upright box around a drawing.
fn bounds(points: impl Iterator<Item = [f64; 2]>) -> ([f64; 2], [f64; 2]) {
    points.fold(
        ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]),
        |(low, high), [x, y]| {
            (
                [low[0].min(x), low[1].min(y)],
                [high[0].max(x), high[1].max(y)],
            )
        },
    )
}

fn connected_layout(graph: &Graph) -> Layout {
    let n = graph.vertex_count();
    if let Some(plane) = planarity::embed(graph) {
        return planarity::plane_layout(&plane);
    }
    if n > PLEASANT {
        return circle(n);
    }
    let layout = by_stress(graph);
    match n > 60 || is_legible(graph, &layout) {
        true => layout,
        false => circle(n),
    }
}

/// Is every vertex clear of the edges that are not its own, and so of other vertices?
pub(crate) fn is_legible(graph: &Graph, layout: &Layout) -> bool {
    let clear = |v: u32, a: u32, b: u32| {
        let [v, a, b] = [v, a, b].map(|w| layout[w as usize]);
        let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
        let [px, py] = [v[0] - a[0], v[1] - a[1]];
        let along = ((px * dx + py * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
        (px - along * dx).hypot(py - along * dy) > 0.04
    };
    let mut edges = graph.edges();
    edges.all(|(a, b)| graph.vertices().all(|v| v == a || v == b || clear(v, a, b)))
}

/// The points of a regular polygon with unit sides, counter-clockwise from the
/// top; an even one lies on a side.
pub(crate) fn circle(n: usize) -> Layout {
    let radius = match n {
        0 | 1 => 0.0,
        _ => 0.5 / (PI / n as f64).sin(),
    };
    ring(n, radius, top_angle(n))
}

/// The angle of vertex 0 in [`circle`].
pub(crate) fn top_angle(n: usize) -> f64 {
    match n {
        0 | 2 => PI,
        _ if n.is_multiple_of(2) => PI / 2.0 + PI / n as f64,
        _ => PI / 2.0,
    }
}

/// `n` points around the origin, counter-clockwise from the angle `start`.
pub(crate) fn ring(n: usize, radius: f64, start: f64) -> Layout {
    (0..n)
        .map(|i| {
            let angle = start + TAU * i as f64 / n as f64;
            [radius * angle.cos(), radius * angle.sin()]
        })
        .collect()
}

/// Brings the distances in the drawing close to those in the graph, by stress
/// majorisation (Gansner, Koren and North 2004), one vertex after the other.
fn by_stress(graph: &Graph) -> Layout {
    let n = graph.vertex_count();
    let distance: Vec<Vec<u32>> = graph.vertices().map(|v| distances(graph, v)).collect();
    let mut layout = circle(n);
    for _ in 0..(4_000_000 / (n * n)).clamp(20, 100) {
        let mut moved = 0.0f64;
        for v in 0..n {
            let (mut sum, mut total) = ([0.0; 2], 0.0);
            for w in (0..n).filter(|&w| w != v) {
                let ideal = f64::from(distance[v][w]);
                let weight = 1.0 / (ideal * ideal);
                let [dx, dy] = [layout[v][0] - layout[w][0], layout[v][1] - layout[w][1]];
                let stretch = ideal / dx.hypot(dy).max(1e-6);
                sum[0] += weight * (layout[w][0] + dx * stretch);
                sum[1] += weight * (layout[w][1] + dy * stretch);
                total += weight;
            }
            let target = [sum[0] / total, sum[1] / total];
            moved = moved.max((target[0] - layout[v][0]).abs() + (target[1] - layout[v][1]).abs());
            layout[v] = target;
        }
        if moved < 1e-3 {
            break;
        }
    }
    if n <= 60 {
        level(&graph.edges().collect::<Vec<_>>(), &mut layout);
    }
    layout
}

/// How far every vertex of a connected graph is from `root`.
fn distances(graph: &Graph, root: u32) -> Vec<u32> {
    let mut distance = vec![u32::MAX; graph.vertex_count()];
    distance[root as usize] = 0;
    let mut queue = vec![root];
    let mut next = 0;
    while next < queue.len() {
        let v = queue[next];
        next += 1;
        for &w in graph.neighbors(v) {
            if distance[w as usize] == u32::MAX {
                distance[w as usize] = distance[v as usize] + 1;
                queue.push(w);
            }
        }
    }
    distance
}

/// Makes a plane drawing pleasant without changing its embedding.
///
/// Springs along edges, repulsion between vertices and between a vertex and an
/// edge (after Bertault, "A force-directed algorithm that preserves
/// edge-crossing properties", 2000). No vertex moves farther than a third of its
/// distance to an edge, nor an edge than a third of its distance to a vertex:
/// so nothing can ever pass through anything, and the embedding stays.
pub(crate) fn relax_plane(plane: &PlaneGraph, mut layout: Layout) -> Layout {
    let graph = plane.graph();
    let n = graph.vertex_count();
    let edges: Vec<_> = graph.edges().collect();
    scale_to_unit(&edges, &mut layout);
    if n > PLEASANT {
        return layout;
    }
    let pairs = n * (n + edges.len());
    let rounds = (6_000_000 / pairs).clamp(40, 400);
    for round in 0..rounds {
        let mut force = vec![[0.0; 2]; n];
        let mut room = vec![f64::INFINITY; n];
        for v in 0..n {
            for w in 0..v {
                let [dx, dy] = [layout[v][0] - layout[w][0], layout[v][1] - layout[w][1]];
                // Falling with the square, or else long trees are torn apart.
                let cubed = dx.hypot(dy).max(1e-4).powi(3);
                push(&mut force, v, w, [dx / cubed, dy / cubed]);
            }
        }
        for &(a, b) in &edges {
            let (a, b) = (a as usize, b as usize);
            let [dx, dy] = [layout[b][0] - layout[a][0], layout[b][1] - layout[a][1]];
            let length = dx.hypot(dy);
            push(&mut force, a, b, [dx * length, dy * length]);
            let squared = length * length;
            for v in (0..n).filter(|&v| v != a && v != b) {
                let [px, py] = [layout[v][0] - layout[a][0], layout[v][1] - layout[a][1]];
                let along = ((px * dx + py * dy) / squared).clamp(0.0, 1.0);
                let [ox, oy] = [px - along * dx, py - along * dy];
                let gap = ox.hypot(oy);
                for end in [v, a, b] {
                    room[end] = f64::min(room[end], gap / 3.0);
                }
                if gap < 1.0 && along > 0.0 && along < 1.0 {
                    let strength = (1.0 - gap).powi(2) / gap.max(1e-9).powi(2);
                    let [fx, fy] = [ox * strength, oy * strength];
                    force[v] = [force[v][0] + fx, force[v][1] + fy];
                    for (end, share) in [(a, 1.0 - along), (b, along)] {
                        force[end] = [force[end][0] - share * fx, force[end][1] - share * fy];
                    }
                }
            }
        }
        let heat = 0.5 * (1.0 - round as f64 / rounds as f64) + 0.01;
        for v in 0..n {
            let [fx, fy] = force[v];
            let size = fx.hypot(fy);
            let step = (0.1 * size).min(heat).min(0.99 * room[v]);
            if size > 1e-9 {
                layout[v][0] += fx / size * step;
                layout[v][1] += fy / size * step;
            }
        }
    }
    level(&plane.outer().darts().collect::<Vec<_>>(), &mut layout);
    scale_to_unit(&edges, &mut layout);
    layout
}

/// Makes the mean length of the edges one.
fn scale_to_unit(edges: &[(u32, u32)], layout: &mut Layout) {
    let length = |&(a, b): &(u32, u32)| {
        let ([ax, ay], [bx, by]) = (layout[a as usize], layout[b as usize]);
        (ax - bx).hypot(ay - by)
    };
    let mean = edges.iter().map(length).sum::<f64>() / edges.len() as f64;
    if mean > 0.0 {
        for point in layout {
            *point = point.map(|x| x / mean);
        }
    }
}

/// Turns a drawing so that one of the given edges is level and the drawing
/// fills a small box, wider than high.
fn level(edges: &[(u32, u32)], layout: &mut Layout) {
    let turned = |[x, y]: [f64; 2], [c, s]: [f64; 2]| [x * c + y * s, y * c - x * s];
    let mut best = (f64::INFINITY, [1.0, 0.0]);
    for &(a, b) in edges {
        let ([ax, ay], [bx, by]) = (layout[a as usize], layout[b as usize]);
        let length = (bx - ax).hypot(by - ay);
        let direction = [(bx - ax) / length, (by - ay) / length];
        let (low, high) = bounds(layout.iter().map(|&point| turned(point, direction)));
        let [width, height] = [high[0] - low[0], high[1] - low[1]];
        // A little area, so that flat drawings are not all alike.
        let area = (width + 0.1) * (height + 0.1);
        let upright = [direction[1], -direction[0]];
        let direction = if width < height { upright } else { direction };
        // The first of those that are as good but for rounding.
        if area < 0.999 * best.0 {
            best = (area, direction);
        }
    }
    for point in layout {
        *point = turned(*point, best.1);
    }
}

/// A force on `v` and the opposite one on `w`.
fn push(force: &mut [[f64; 2]], v: usize, w: usize, [fx, fy]: [f64; 2]) {
    force[v] = [force[v][0] + fx, force[v][1] + fy];
    force[w] = [force[w][0] - fx, force[w][1] - fy];
}
