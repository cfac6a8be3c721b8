//! Where in a text something is wrong: the line, the column, and a caret below it.

use outplay_board::InputError;
use std::ops::Range;

/// A place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    text: String,
    source: String,
    offset: usize,
    /// Do further offsets count from here?
    literal: bool,
}

impl Place {
    /// An offset of a text; `source` is what that is called in messages.
    pub fn new(text: &str, source: &str, offset: usize) -> Self {
        Self {
            text: text.to_owned(),
            source: source.to_owned(),
            offset,
            literal: true,
        }
    }

    /// Where the content of a text in quotes begins. If it does not stand there as it is, because
    /// something in it is escaped, nothing in it can be pointed at.
    pub fn inside(text: &str, source: &str, quoted: Range<usize>, content: &str) -> Self {
        let raw = text.get(quoted.clone()).unwrap_or("");
        let found = raw.find(content);
        Self {
            literal: found.is_some(),
            ..Self::new(text, source, quoted.start + found.unwrap_or(0))
        }
    }

    /// An error here.
    pub fn error(&self, message: impl AsRef<str>) -> InputError {
        self.error_at(0, message)
    }

    /// An error so far behind this place.
    pub fn error_at(&self, further: usize, message: impl AsRef<str>) -> InputError {
        const WIDEST: usize = 100;
        let further = if self.literal { further } else { 0 };
        let mut offset = (self.offset + further).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let (before, after) = self.text.split_at(offset);
        let start = before.rfind('\n').map_or(0, |i| i + 1);
        let end = after.find('\n').map_or(self.text.len(), |i| offset + i);
        let column = before[start..].chars().count();
        let skipped = (column + 1).saturating_sub(WIDEST - 20);
        let shown = |c: char| if c.is_control() { ' ' } else { c };
        let row = self.text[start..end].trim_end().chars().map(shown);
        let row: String = row.skip(skipped).take(WIDEST).collect();
        let message = format!(
            "column {}: {}\n    {row}\n    {}^",
            column + 1,
            message.as_ref(),
            " ".repeat(column - skipped)
        );
        InputError::new(message)
            .at_line(before.matches('\n').count() + 1)
            .in_source(self.source.as_str())
    }
}
