//! A few curves on one pair of axes. Below them stands a row for each curve with
//! who is proven to win at each mark; the row's name is the curve's legend.

use super::frame::{Frame, Pen, Style};
use super::{Chart, Verdict};
use crate::text::{fitted, text_width, wrapped};

const WIDTH: f64 = 980.0;
const LEFT: f64 = 76.0;
const PLOT_HEIGHT: f64 = 320.0;
const ROW: f64 = 24.0;
/// Room for the key and the names, at least and at most.
const RIGHT: (f64, f64) = (200.0, 330.0);
const SMALL: f64 = 12.0;
const NAME: f64 = 13.0;

pub(crate) fn svg(chart: &Chart) -> String {
    let names = chart
        .curves
        .iter()
        .map(|curve| text_width(&curve.name, NAME));
    let right = names.fold(RIGHT.0, |most, name| most.max(name + 62.0));
    let right = right.min(RIGHT.1);
    let notes: Vec<String> = chart
        .notes
        .iter()
        .flat_map(|note| wrapped(note, SMALL, WIDTH - LEFT - 20.0))
        .collect();
    let top = 58.0 + 17.0 * notes.len() as f64;
    let frame = Frame {
        left: LEFT,
        top,
        width: WIDTH - LEFT - right,
        height: PLOT_HEIGHT,
        marks: chart.ticks.len(),
    };
    let rows_top = frame.bottom() + 64.0;
    let height = rows_top + ROW * chart.curves.len() as f64 + 14.0;
    let mut pen = Pen::new(WIDTH, height, &chart.title);

    pen.text(
        [LEFT, 32.0],
        18.0,
        "start",
        "#111",
        &fitted(&chart.title, 18.0, WIDTH - LEFT - 10.0),
    );
    for (i, note) in notes.iter().enumerate() {
        pen.text([LEFT, 52.0 + 17.0 * i as f64], SMALL, "start", "#555", note);
    }
    pen.axes(&frame, &[0, 25, 50, 75, 100], SMALL);
    pen.y_title(&frame, &chart.y_title, 20.0);
    let step = frame.width / chart.ticks.len().max(1) as f64;
    for (i, tick) in chart.ticks.iter().enumerate() {
        let at = [frame.x(i), frame.bottom() + 19.0];
        pen.text(
            at,
            SMALL,
            "middle",
            "#333",
            &fitted(tick, SMALL, step - 4.0),
        );
    }
    let middle = frame.left + frame.width / 2.0;
    pen.text(
        [middle, frame.bottom() + 42.0],
        NAME,
        "middle",
        "#111",
        &chart.x_title,
    );

    // Curves beside each other, so that none hides another.
    let count = chart.curves.len();
    let spread = (step * 0.5 / count.max(1) as f64).min(9.0);
    for (i, curve) in chart.curves.iter().enumerate() {
        let shift = (i as f64 - (count as f64 - 1.0) / 2.0) * spread;
        pen.curve(&frame, curve, &chart.ticks, &Style::of(i), shift, 4.5);
    }

    for (i, curve) in chart.curves.iter().enumerate() {
        let y = rows_top + ROW * (i as f64 + 0.5);
        pen.rule(frame.left, frame.right(), y, "#E4E4E4");
        for (j, point) in curve.points.iter().enumerate() {
            pen.verdict([frame.x(j), y], 6.5, point.verdict, curve, &chart.ticks, j);
        }
        let style = Style::of(i);
        pen.line_sample([frame.right() + 12.0, y], 26.0, &style);
        let room = right - 52.0;
        let name = fitted(&curve.name, NAME, room);
        pen.titled_text([frame.right() + 46.0, y + 4.5], NAME, &name, &curve.name);
    }
    let asked = |curve: &super::Curve| curve.points.iter().any(|p| p.verdict != Verdict::Unasked);
    let asked = chart.curves.iter().any(asked);
    if asked {
        let at = [frame.left - 10.0, rows_top + ROW / 2.0 + 4.0];
        pen.text(at, SMALL, "end", "#111", "proven");
    }

    let mut y = frame.top + 12.0;
    let left = frame.right() + 24.0;
    if asked {
        for verdict in [Verdict::Alice, Verdict::Bob, Verdict::Unknown] {
            pen.key([left, y], 6.5, verdict);
            let at = [left + 16.0, y + 4.0];
            pen.text(at, SMALL, "start", "#333", verdict.words());
            y += 21.0;
        }
    }
    pen.whisker(left, y - 7.0, y + 7.0, "#555");
    pen.text(
        [left + 16.0, y + 4.0],
        SMALL,
        "start",
        "#333",
        "95 % interval (Wilson)",
    );
    pen.finish()
}
