//! Words in pictures: escaped, cut to fit, and about how wide.

use std::borrow::Cow;

/// The font of [`png`](crate::png), and fonts of about its widths.
pub(crate) const FONTS: &str = "'DejaVu Sans', Verdana, Geneva, sans-serif";

/// Text for XML. Characters that XML cannot hold become U+FFFD.
pub(crate) fn escaped(text: &str) -> String {
    let holds = |c: char| !c.is_control() && c != '\u{FFFE}' && c != '\u{FFFF}';
    let text: String = text
        .chars()
        .map(|c| if holds(c) { c } else { '\u{FFFD}' })
        .collect();
    quick_xml::escape::escape(text).into_owned()
}

/// About how wide text is.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let ems: f64 = text
        .chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | ' ' | '(' | ')' => 0.36,
            'm' | 'w' | 'M' | 'W' | '%' | '→' => 0.95,
            'A'..='Z' => 0.7,
            c if c.is_ascii() => 0.63,
            _ => 0.75,
        })
        .sum();
    ems * size
}

/// Text cut so that it takes at most about `most`.
pub(crate) fn fitted(text: &str, size: f64, most: f64) -> Cow<'_, str> {
    if width(text, size) <= most {
        return Cow::Borrowed(text);
    }
    let mut cut = String::new();
    for c in text.chars() {
        cut.push(c);
        if width(&cut, size) + 0.8 * size > most {
            cut.pop();
            break;
        }
    }
    cut.push('…');
    Cow::Owned(cut)
}

/// Words in lines of at most about `most`; a word that is longer is cut.
pub(crate) fn wrapped(text: &str, size: f64, most: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        if let Some(line) = lines.last_mut()
            && width(line, size) + width(word, size) + 0.36 * size <= most
        {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(fitted(word, size, most).into_owned());
        }
    }
    lines
}
