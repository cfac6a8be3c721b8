//! What both kinds of pictures are drawn with.

use super::{Curve, MOST_TOGETHER, Verdict};
use crate::geometry::Point;
use crate::palette::{BLACK, BLUE, BROWN, DARK_VERMILION, GREEN, ORANGE, PURPLE, SKY, VERMILION};
use crate::svg::{Font, document, line};
use crate::xml::{Escaped, Px};
use std::fmt::Write;

/// How large points and verdicts are.
const MARKER: f64 = 4.5;
const TRIANGLE: f64 = 6.5;

/// The area between the axes.
pub(crate) struct Frame<'a> {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// The marks of the horizontal axis.
    pub(crate) ticks: &'a [String],
}

impl Frame<'_> {
    /// What a point of a curve is called.
    pub(crate) fn name(&self, curve: &Curve, i: usize) -> String {
        let tick = self.ticks.get(i).map_or("", String::as_str);
        format!("{}, {tick}", curve.name)
    }

    pub(crate) fn right(&self) -> f64 {
        self.left + self.width
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// Where mark `i` stands.
    pub(crate) fn x(&self, i: usize) -> f64 {
        self.left + self.width * (i as f64 + 0.5) / self.ticks.len().max(1) as f64
    }

    fn y(&self, share: f64) -> f64 {
        self.bottom() - self.height * share.clamp(0.0, 1.0)
    }
}

/// How a curve is told from others: colour, shape and dashes, never one of them alone.
pub(crate) struct Style {
    color: &'static str,
    shape: Shape,
    hollow: bool,
    dashes: &'static str,
}

#[derive(Clone, Copy)]
enum Shape {
    Circle,
    Square,
    Diamond,
    Cross,
}

impl Style {
    /// The style of curve `i`: Okabe and Ito's colours that can be seen on white.
    pub(crate) fn of(i: usize) -> Self {
        const STYLES: [(&str, Shape, bool, &str); MOST_TOGETHER] = [
            (BLUE, Shape::Circle, false, ""),
            (VERMILION, Shape::Square, false, "7 3"),
            (GREEN, Shape::Diamond, false, "2 3"),
            (PURPLE, Shape::Circle, true, "9 3 2 3"),
            (BLACK, Shape::Square, true, ""),
            (ORANGE, Shape::Diamond, true, "7 3"),
            (SKY, Shape::Cross, true, "2 3"),
            (BROWN, Shape::Circle, false, "9 3 2 3"),
        ];
        let (color, shape, hollow, dashes) = STYLES[i % STYLES.len()];
        Self {
            color,
            shape,
            hollow,
            dashes,
        }
    }
}

/// An SVG that is being written.
pub(crate) struct Pen {
    size: Point,
    title: String,
    out: String,
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

impl Pen {
    pub(crate) fn new(width: f64, height: f64, title: &str) -> Self {
        Self {
            size: [width, height],
            title: title.to_owned(),
            out: String::new(),
        }
    }

    pub(crate) fn finish(self) -> String {
        document(self.size, &self.title, "", &self.out)
    }

    pub(crate) fn text(&mut self, at: Point, font: Font<'_>, text: &str) {
        line(&mut self.out, at, font, text);
    }

    /// Text that was cut, with the whole of it as its title.
    pub(crate) fn titled_text(&mut self, [x, y]: Point, size: f64, text: &str, whole: &str) {
        let (x, y, text, whole) = (Px(x), Px(y), Escaped(text), Escaped(whole));
        let _ = writeln!(
            self.out,
            r##"<text x="{x}" y="{y}" font-size="{size}" fill="#111">{text}<title>{whole}</title></text>"##
        );
    }

    pub(crate) fn rule(&mut self, left: f64, right: f64, y: f64, stroke: &str) {
        let (left, right, y) = (Px(left), Px(right), Px(y));
        let _ = writeln!(
            self.out,
            r#"<line x1="{left}" y1="{y}" x2="{right}" y2="{y}" stroke="{stroke}"/>"#
        );
    }

    /// The grid, the axis lines, and the percentages.
    pub(crate) fn axes(&mut self, frame: &Frame<'_>, percentages: &[u32], size: f64) {
        for &value in percentages {
            let y = frame.y(f64::from(value) / 100.0);
            let stroke = if value == 50 { "#AAA" } else { "#E4E4E4" };
            self.rule(frame.left, frame.right(), y, stroke);
            let at = [frame.left - 8.0, y + size * 0.35];
            self.text(at, (size, "end", "#333"), &format!("{value} %"));
        }
        let (x, top, bottom) = (Px(frame.left), Px(frame.top), Px(frame.bottom()));
        let _ = writeln!(
            self.out,
            r##"<path d="M{x} {top}V{bottom}H{}" fill="none" stroke="#555"/>"##,
            Px(frame.right())
        );
    }

    pub(crate) fn y_title(&mut self, frame: &Frame<'_>, title: &str, x: f64) {
        let (y, title) = (Px(frame.top + frame.height / 2.0), Escaped(title));
        let _ = writeln!(
            self.out,
            r##"<text x="{x}" y="{y}" font-size="13" text-anchor="middle" fill="#111" transform="rotate(-90 {x} {y})">{title}</text>"##
        );
    }

    pub(crate) fn whisker(&mut self, x: f64, top: f64, bottom: f64, stroke: &str) {
        let (left, right, x) = (Px(x - 3.0), Px(x + 3.0), Px(x));
        let (top, bottom) = (Px(top), Px(bottom));
        let _ = writeln!(
            self.out,
            r#"<path d="M{left} {top}H{right}M{x} {top}V{bottom}M{left} {bottom}H{right}" fill="none" stroke="{stroke}" stroke-width="1.2"/>"#
        );
    }

    fn marker(&mut self, [x, y]: Point, style: &Style, title: &str) {
        let r = MARKER;
        let title = match title {
            "" => String::new(),
            title => format!("<title>{}</title>", Escaped(title)),
        };
        let fill = if style.hollow { "#FFF" } else { style.color };
        let paint = format!(
            r#"fill="{fill}" stroke="{}" stroke-width="1.8""#,
            style.color
        );
        let (left, right) = (Px(x - r), Px(x + r));
        let (top, bottom) = (Px(y - r), Px(y + r));
        let (x, y, r) = (Px(x), Px(y), Px(r));
        let _ = match style.shape {
            Shape::Circle => {
                writeln!(
                    self.out,
                    r#"<circle cx="{x}" cy="{y}" r="{r}" {paint}>{title}</circle>"#
                )
            }
            Shape::Square => writeln!(
                self.out,
                r#"<path d="M{left} {top}H{right}V{bottom}H{left}Z" {paint}>{title}</path>"#
            ),
            Shape::Diamond => writeln!(
                self.out,
                r#"<path d="M{x} {top}L{right} {y}L{x} {bottom}L{left} {y}Z" {paint}>{title}</path>"#
            ),
            Shape::Cross => writeln!(
                self.out,
                r#"<path d="M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}" {paint}>{title}</path>"#
            ),
        };
    }

    /// A piece of a curve for the legend.
    pub(crate) fn line_sample(&mut self, [x, y]: Point, length: f64, style: &Style) {
        let (left, right, row) = (Px(x), Px(x + length), Px(y));
        let (color, dashes) = (style.color, style.dashes);
        let _ = writeln!(
            self.out,
            r#"<path d="M{left} {row}H{right}" fill="none" stroke="{color}" stroke-width="2" stroke-dasharray="{dashes}"/>"#
        );
        self.marker([x + length / 2.0, y], style, "");
    }

    /// A curve with its intervals, moved `shift` to the right.
    pub(crate) fn curve(&mut self, frame: &Frame<'_>, curve: &Curve, style: &Style, shift: f64) {
        let shares: Vec<_> = curve
            .points
            .iter()
            .enumerate()
            .filter_map(|(i, point)| Some((i, frame.x(i) + shift, point.share?)))
            .collect();
        let mut path = String::new();
        for (&(i, x, share), n) in shares.iter().zip(0usize..) {
            // A gap where a share is missing.
            let joined = n > 0 && shares[n - 1].0 + 1 == i;
            let _ = write!(
                path,
                "{}{} {}",
                if joined { 'L' } else { 'M' },
                Px(x),
                Px(frame.y(share.value))
            );
        }
        let (color, dashes) = (style.color, style.dashes);
        if !path.is_empty() {
            let _ = writeln!(
                self.out,
                r#"<path class="curve" d="{path}" fill="none" stroke="{color}" stroke-width="2" stroke-linejoin="round" stroke-dasharray="{dashes}"/>"#
            );
        }
        for (i, x, share) in shares {
            self.whisker(x, frame.y(share.high), frame.y(share.low), color);
            let title = format!(
                "{}: {} (95 % interval {} to {})",
                frame.name(curve, i),
                percent(share.value),
                percent(share.low),
                percent(share.high)
            );
            self.marker([x, frame.y(share.value)], style, &title);
        }
    }

    /// The mark of who is proven to win at the point with this name.
    pub(crate) fn verdict(&mut self, at: Point, verdict: Verdict, name: &str) {
        if let Some(class) = verdict.class() {
            let title = format!("{name}: {}", verdict.words());
            let title = format!("<title>{}</title>", Escaped(&title));
            self.triangle(at, verdict, &format!(r#" class="{class}""#), &title);
        }
    }

    /// The same mark in a key.
    pub(crate) fn key(&mut self, at: Point, verdict: Verdict) {
        self.triangle(at, verdict, "", "");
    }

    fn triangle(&mut self, [x, y]: Point, verdict: Verdict, class: &str, title: &str) {
        let r = TRIANGLE;
        let (left, right) = (Px(x - r), Px(x + r));
        let (up, down) = (Px(y - r * 0.8), Px(y + r * 0.8));
        let x = Px(x);
        let _ = match verdict {
            Verdict::Unasked => Ok(()),
            Verdict::Alice => writeln!(
                self.out,
                r#"<path{class} d="M{left} {down}H{right}L{x} {up}Z" fill="{BLUE}">{title}</path>"#
            ),
            Verdict::Bob => writeln!(
                self.out,
                r#"<path{class} d="M{left} {up}H{right}L{x} {down}Z" fill="{DARK_VERMILION}">{title}</path>"#
            ),
            Verdict::Unknown => writeln!(
                self.out,
                r##"<text{class} x="{x}" y="{}" font-size="{}" text-anchor="middle" fill="#777">?{title}</text>"##,
                Px(y + r * 0.75),
                Px(r * 2.0)
            ),
        };
    }
}
