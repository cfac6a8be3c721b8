//! A few curves on one pair of axes, and further axes below for further curves. Below each stands
//! a row for each curve with who is proven to win at each mark; the row's name is the curve's
//! legend.

use super::frame::{Frame, Pen, Style};
use super::{Chart, Curve, MOST_CURVES, MOST_TOGETHER, Verdict};
use crate::text::{fitted, text_width, wrapped};

const WIDTH: f64 = 980.0;
const LEFT: f64 = 76.0;
const PLOT_HEIGHT: f64 = 320.0;
const ROW: f64 = 24.0;
/// Room for the key and the names, at least and at most.
const RIGHT: (f64, f64) = (200.0, 330.0);
/// From the axes to the rows, and from the rows to the next axes.
const BELOW: f64 = 64.0;
const APART: f64 = 40.0;
const SMALL: f64 = 12.0;
const NAME: f64 = 13.0;

pub(crate) fn svg(chart: &Chart) -> String {
    let drawn = &chart.curves[..chart.curves.len().min(MOST_CURVES)];
    let panels: Vec<&[Curve]> = match drawn {
        [] => vec![&[]],
        drawn => drawn.chunks(MOST_TOGETHER).collect(),
    };
    let names = drawn.iter().map(|curve| text_width(&curve.name, NAME));
    let right = names.fold(RIGHT.0, |most, name| most.max(name + 62.0));
    let right = right.min(RIGHT.1);
    let notes: Vec<String> = chart
        .notes
        .iter()
        .flat_map(|note| wrapped(note, SMALL, WIDTH - LEFT - 20.0))
        .collect();
    let top = 58.0 + 17.0 * notes.len() as f64;
    let rows = ROW * drawn.len() as f64;
    let panel = PLOT_HEIGHT + BELOW + APART;
    let height = top + panels.len() as f64 * panel + rows - APART + 14.0;
    let more = chart.curves.len() - drawn.len();
    let mut pen = Pen::new(
        WIDTH,
        height + if more > 0 { 24.0 } else { 0.0 },
        &chart.title,
    );

    pen.text(
        [LEFT, 32.0],
        (18.0, "start", "#111"),
        &fitted(&chart.title, 18.0, WIDTH - LEFT - 10.0),
    );
    for (i, note) in notes.iter().enumerate() {
        pen.text(
            [LEFT, 52.0 + 17.0 * i as f64],
            (SMALL, "start", "#555"),
            note,
        );
    }
    let mut next = top;
    for curves in panels {
        let frame = Frame {
            left: LEFT,
            top: next,
            width: WIDTH - LEFT - right,
            height: PLOT_HEIGHT,
            ticks: &chart.ticks,
        };
        draw_panel(&mut pen, &frame, chart, curves, right);
        next = frame.bottom() + BELOW + ROW * curves.len() as f64 + APART;
    }
    let mut y = top + 12.0;
    let left = WIDTH - right + 24.0;
    if asked(drawn) {
        for verdict in [Verdict::Alice, Verdict::Bob, Verdict::Unknown] {
            pen.key([left, y], verdict);
            let at = [left + 16.0, y + 4.0];
            pen.text(at, (SMALL, "start", "#333"), verdict.words());
            y += 21.0;
        }
    }
    pen.whisker(left, y - 7.0, y + 7.0, "#555");
    pen.text(
        [left + 16.0, y + 4.0],
        (SMALL, "start", "#333"),
        "95 % interval (Wilson)",
    );
    if more > 0 {
        let words = format!("and {more} more, which are not drawn here");
        pen.text([LEFT, height + 6.0], (SMALL, "start", "#555"), &words);
    }
    pen.finish()
}

fn asked(curves: &[Curve]) -> bool {
    let points = &mut curves.iter().flat_map(|curve| &curve.points);
    points.any(|point| point.verdict != Verdict::Unasked)
}

/// Curves on their axes, the rows below them, and their names, for which there is so much room at
/// the right.
fn draw_panel(pen: &mut Pen, frame: &Frame, chart: &Chart, curves: &[Curve], right: f64) {
    let rows_top = frame.bottom() + BELOW;
    pen.axes(frame, &[0, 25, 50, 75, 100], SMALL);
    pen.y_title(frame, &chart.y_title, 20.0);
    let step = frame.width / chart.ticks.len().max(1) as f64;
    for (i, tick) in chart.ticks.iter().enumerate() {
        let at = [frame.x(i), frame.bottom() + 19.0];
        pen.text(
            at,
            (SMALL, "middle", "#333"),
            &fitted(tick, SMALL, step - 4.0),
        );
    }
    let middle = frame.left + frame.width / 2.0;
    pen.text(
        [middle, frame.bottom() + 42.0],
        (NAME, "middle", "#111"),
        &chart.x_title,
    );

    // Curves beside each other, so that none hides another.
    let count = curves.len();
    let spread = (step * 0.5 / count.max(1) as f64).min(9.0);
    for (i, curve) in curves.iter().enumerate() {
        let shift = (i as f64 - (count as f64 - 1.0) / 2.0) * spread;
        pen.curve(frame, curve, &Style::of(i), shift);
    }

    for (i, curve) in curves.iter().enumerate() {
        let y = rows_top + ROW * (i as f64 + 0.5);
        pen.rule(frame.left, frame.right(), y, "#E4E4E4");
        for (j, point) in curve.points.iter().enumerate() {
            pen.verdict([frame.x(j), y], point.verdict, &frame.name(curve, j));
        }
        let style = Style::of(i);
        pen.line_sample([frame.right() + 12.0, y], 26.0, &style);
        let room = right - 52.0;
        let name = fitted(&curve.name, NAME, room);
        pen.titled_text([frame.right() + 46.0, y + 4.5], NAME, &name, &curve.name);
    }
    if asked(curves) {
        let at = [frame.left - 10.0, rows_top + ROW / 2.0 + 4.0];
        pen.text(at, (SMALL, "end", "#111"), "proven");
    }
}
