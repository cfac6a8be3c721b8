//! Text and numbers as XML wants them.

use std::fmt::{self, Write};

/// Text in XML, between tags or in quotes. Characters that XML cannot hold at all
/// become U+FFFD.
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&apos;")?,
                // As references, so that they survive in attributes.
                '\t' => f.write_str("&#9;")?,
                '\n' => f.write_str("&#10;")?,
                '\r' => f.write_str("&#13;")?,
                '\0'..' ' | '\u{7F}'..='\u{9F}' | '\u{FFFE}' | '\u{FFFF}' => {
                    f.write_char('\u{FFFD}')?
                }
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// A length in pixels, to a tenth.
pub(crate) struct Px(pub(crate) f64);

impl fmt::Display for Px {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero turns -0 into 0.
        write!(f, "{}", (self.0 * 10.0).round() / 10.0 + 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_breaks_xml() {
        let text = Escaped("a<b>&\"'\n\u{0}\u{1b}\u{FFFF}é").to_string();
        assert_eq!(
            text,
            "a&lt;b&gt;&amp;&quot;&apos;&#10;\u{FFFD}\u{FFFD}\u{FFFD}é"
        );
    }

    #[test]
    fn lengths_are_short() {
        assert_eq!(Px(-0.01).to_string(), "0");
        assert_eq!(Px(12.34).to_string(), "12.3");
        assert_eq!(Px(7.0).to_string(), "7");
    }
}
