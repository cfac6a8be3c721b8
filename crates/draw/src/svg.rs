//! What every SVG is written with.

use crate::geometry::Point;
use crate::text::FONTS;
use crate::xml::{Escaped, Px};
use std::fmt::Write;

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

/// A line of text at its baseline.
pub(crate) fn line(out: &mut String, at: Point, size: f64, anchor: &str, ink: &str, text: &str) {
    let _ = writeln!(
        out,
        r#"<text x="{}" y="{}" font-size="{}" text-anchor="{anchor}" fill="{ink}">{}</text>"#,
        Px(at[0]),
        Px(at[1]),
        Px(size),
        Escaped(text)
    );
}
