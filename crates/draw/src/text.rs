//! Words in pictures: about how wide they are, and cut to fit.

use std::borrow::Cow;

/// A font that is nearly everywhere, and fonts of about its widths.
pub(crate) const FONTS: &str = "'DejaVu Sans', Verdana, Geneva, sans-serif";

/// `text` cut to `most` characters.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some(_) => text.chars().take(most - 1).chain(['…']).collect(),
        None => text.to_owned(),
    }
}

/// About how wide text is, for leaving room.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
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
    if text_width(text, size) <= most {
        return Cow::Borrowed(text);
    }
    let mut cut = String::new();
    for c in text.chars() {
        cut.push(c);
        if text_width(&cut, size) + 0.8 * size > most {
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
            && text_width(line, size) + text_width(word, size) + 0.36 * size <= most
        {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(fitted(word, size, most).into_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_cut_between_characters() {
        assert_eq!(shortened("äöüß", 4), "äöüß");
        assert_eq!(shortened("äöüßx", 4), "äöü…");
    }

    #[test]
    fn long_text_is_cut_and_wrapped() {
        assert_eq!(fitted("short", 12.0, 100.0), "short");
        let cut = fitted("ääääääääääääääääääääääää", 12.0, 60.0);
        assert!(cut.ends_with('…') && cut.chars().count() < 10);
        assert_eq!(wrapped("a b c", 10.0, 14.0).len(), 3);
        assert_eq!(wrapped("a b c", 10.0, 100.0), ["a b c"]);
    }
}
