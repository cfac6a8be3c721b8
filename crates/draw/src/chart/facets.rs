//! Many curves: a small picture for each, all with the same axes.

use super::frame::{Frame, Pen, Style};
use super::{Chart, Curve, MOST_FACETS, Verdict};
use crate::text::{fitted, text_width, wrapped};

const WIDTH: f64 = 1060.0;
const COLUMNS: usize = 4;
const CELL: [f64; 2] = [250.0, 218.0];
const LEFT: f64 = 44.0;
const SMALL: f64 = 12.0;
const TINY: f64 = 10.5;

pub(crate) fn svg(chart: &Chart) -> String {
    let drawn = &chart.curves[..chart.curves.len().min(MOST_FACETS)];
    let notes: Vec<String> = chart
        .notes
        .iter()
        .flat_map(|note| wrapped(note, SMALL, WIDTH - 60.0))
        .collect();
    let top = 86.0 + 17.0 * notes.len() as f64;
    let rows = drawn.len().div_ceil(COLUMNS) as f64;
    let more = chart.curves.len() - drawn.len();
    let height = top + rows * CELL[1] + if more > 0 { 34.0 } else { 12.0 };
    let mut pen = Pen::new(WIDTH, height, &chart.title);
    pen.text(
        [30.0, 32.0],
        18.0,
        "start",
        "#111",
        &fitted(&chart.title, 18.0, WIDTH - 50.0),
    );
    for (i, note) in notes.iter().enumerate() {
        pen.text([30.0, 52.0 + 17.0 * i as f64], SMALL, "start", "#555", note);
    }
    let y = top - 22.0;
    let mut x = 36.0;
    let asked = |curve: &Curve| curve.points.iter().any(|p| p.verdict != Verdict::Unasked);
    if drawn.iter().any(asked) {
        for verdict in [Verdict::Alice, Verdict::Bob, Verdict::Unknown] {
            pen.key([x, y - 4.0], 6.0, verdict);
            pen.text([x + 13.0, y], SMALL, "start", "#333", verdict.words());
            x += 160.0;
        }
    }
    let axes = format!("up: {} · across: {}", chart.y_title, chart.x_title);
    pen.text(
        [x, y],
        SMALL,
        "start",
        "#333",
        &fitted(&axes, SMALL, WIDTH - x - 20.0),
    );

    for (i, curve) in drawn.iter().enumerate() {
        let corner = [
            30.0 + (i % COLUMNS) as f64 * CELL[0],
            top + (i / COLUMNS) as f64 * CELL[1],
        ];
        facet(&mut pen, corner, CELL, chart, curve);
    }
    if more > 0 {
        let words = format!("and {more} more, which are not drawn here");
        pen.text([30.0, height - 14.0], SMALL, "start", "#555", &words);
    }
    pen.finish()
}

fn facet(pen: &mut Pen, corner: [f64; 2], size: [f64; 2], chart: &Chart, curve: &Curve) {
    let frame = Frame {
        left: corner[0] + LEFT,
        top: corner[1] + 24.0,
        width: size[0] - LEFT - 16.0,
        height: size[1] - 84.0,
        marks: chart.ticks.len(),
    };
    let name = fitted(&curve.name, SMALL + 1.0, size[0] - LEFT - 10.0);
    pen.titled_text(
        [frame.left, corner[1] + 16.0],
        SMALL + 1.0,
        &name,
        &curve.name,
    );
    pen.axes(&frame, &[0, 50, 100], TINY);
    // As many labels as fit.
    let widest = chart.ticks.iter().map(|tick| text_width(tick, TINY));
    let widest = widest.fold(0.0, f64::max).min(70.0) + 6.0;
    let step = frame.width / chart.ticks.len().max(1) as f64;
    let every = (widest / step).ceil().max(1.0) as usize;
    for (j, tick) in chart.ticks.iter().enumerate().step_by(every) {
        let at = [frame.x(j), frame.bottom() + 15.0];
        pen.text(at, TINY, "middle", "#333", &fitted(tick, TINY, 70.0));
    }
    pen.curve(&frame, curve, &chart.ticks, &Style::of(0), 0.0, 3.2);
    for (j, point) in curve.points.iter().enumerate() {
        let at = [frame.x(j), frame.bottom() + 30.0];
        let size = (step * 0.4).min(5.5);
        pen.verdict(at, size, point.verdict, curve, &chart.ticks, j);
    }
}
