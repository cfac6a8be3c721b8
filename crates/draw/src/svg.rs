//! What every SVG is written with.

use crate::geometry::Point;
use crate::text::FONTS;
use crate::xml::{Escaped, Px};
use std::fmt::{Display, Write};

/// A whole SVG file on white paper. The description may be empty.
pub(crate) fn document(size: Point, title: &str, description: &str, body: &str) -> String {
    let (width, height) = (Px(size[0].ceil()), Px(size[1].ceil()));
    let description = match description {
        "" => String::new(),
        text => format!("<desc>{}</desc>\n", Escaped(text)),
    };
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="{FONTS}">
<title>{}</title>
{description}<rect width="{width}" height="{height}" fill="#FFF"/>
{body}</svg>
"##,
        Escaped(title)
    )
}

/// The size of a line of text, which of its ends (or its middle) is where it stands, and its colour.
pub(crate) type Font<'a> = (f64, &'a str, &'a str);

/// A line of text.
pub(crate) fn line(out: &mut String, at: Point, font: Font<'_>, text: &str) {
    letters(out, at, font, "normal", text);
}

/// A line of bold text.
pub(crate) fn bold(out: &mut String, at: Point, font: Font<'_>, text: &str) {
    letters(out, at, font, "bold", text);
}

fn letters(out: &mut String, at: Point, (size, anchor, ink): Font<'_>, weight: &str, text: &str) {
    let weight = match weight {
        "normal" => String::new(),
        weight => format!(r#" font-weight="{weight}""#),
    };
    let (x, y, size, text) = (Px(at[0]), Px(at[1]), Px(size), Escaped(text));
    let _ = writeln!(
        out,
        r#"<text x="{x}" y="{y}" font-size="{size}"{weight} text-anchor="{anchor}" fill="{ink}">{text}</text>"#
    );
}

/// A circle, with what else is said of it.
pub(crate) fn circle(out: &mut String, [x, y]: Point, radius: f64, paint: &str) {
    let (x, y, r) = (Px(x), Px(y), Px(radius));
    let _ = writeln!(out, r#"<circle cx="{x}" cy="{y}" r="{r}" {paint}/>"#);
}

/// A path, with what else is said of it.
pub(crate) fn path(out: &mut String, d: impl Display, paint: &str) {
    let _ = writeln!(out, r#"<path d="{d}" {paint}/>"#);
}

/// A pen of a colour and a width, and nothing inside.
pub(crate) fn pen(ink: &str, width: f64) -> String {
    format!(r#"fill="none" stroke="{ink}" stroke-width="{}""#, Px(width))
}

/// What `draw` draws, moved to where its upper left corner is at `at`.
pub(crate) fn moved(out: &mut String, [x, y]: Point, draw: impl FnOnce(&mut String)) {
    let _ = writeln!(out, r#"<g transform="translate({} {})">"#, Px(x), Px(y));
    draw(out);
    out.push_str("</g>\n");
}

/// A rectangle; `paint` has its other attributes.
pub(crate) fn rect(out: &mut String, [x, y]: Point, size: Point, paint: &str) {
    let (x, y, width, height) = (Px(x), Px(y), Px(size[0]), Px(size[1]));
    let _ = writeln!(
        out,
        r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" {paint}/>"#
    );
}
