//! Ranges in what is typed: `path:3..12` for ten boards. Both ends belong to a range.

use crate::{InputError, shortened};

/// The texts that a text with ranges stands for: every `A..B` between digits becomes each number
/// from A to B, and several ranges make all combinations, the last running fastest. A text without
/// ranges is itself.
///
/// ```
/// let boards = outplay_board::families::ranges("grid:2..3x4..5", 100).unwrap();
/// assert_eq!(boards, ["grid:2x4", "grid:2x5", "grid:3x4", "grid:3x5"]);
/// ```
///
/// # Errors
/// A range runs downwards, or there are more than `most` texts.
pub fn ranges(text: &str, most: usize) -> Result<Vec<String>, InputError> {
    let mut texts = vec![String::new()];
    let mut rest = text;
    while let Some((before, range, after)) = next_range(rest) {
        let (low, high) = range.map_err(|range| {
            let found = format!("'{}'", shortened(&range));
            InputError::found(found, "a range of numbers below 10^9, such as 3..12")
                .in_source(shortened(text))
        })?;
        if low > high {
            let found = format!("the range {low}..{high}");
            let expected = "the smaller number first, such as 3..12";
            return Err(InputError::found(found, expected).in_source(shortened(text)));
        }
        let count = (high - low + 1) as usize;
        if count.saturating_mul(texts.len()) > most {
            let found = "a range with too many boards";
            let expected = format!("at most {most}");
            return Err(InputError::found(found, expected).in_source(shortened(text)));
        }
        texts = texts
            .iter()
            .flat_map(|start| (low..=high).map(move |i| format!("{start}{before}{i}")))
            .collect();
        rest = after;
    }
    for text in &mut texts {
        text.push_str(rest);
    }
    Ok(texts)
}

type Range = Result<(u64, u64), String>;

/// What stands before the first `A..B`, its ends, and what follows.
fn next_range(text: &str) -> Option<(&str, Range, &str)> {
    let bytes = text.as_bytes();
    let is_digit = |i: usize| bytes.get(i).is_some_and(u8::is_ascii_digit);
    let dots = (1..bytes.len().saturating_sub(2))
        .find(|&i| &bytes[i..i + 2] == b".." && is_digit(i - 1) && is_digit(i + 2))?;
    let start = (0..dots).rev().take_while(|&i| is_digit(i)).last()?;
    let end = (dots + 2..bytes.len())
        .take_while(|&i| is_digit(i))
        .last()?
        + 1;
    let number = |digits: &str| digits.parse().ok().filter(|&n: &u64| n < 1_000_000_000);
    let ends = match (number(&text[start..dots]), number(&text[dots + 2..end])) {
        (Some(low), Some(high)) => Ok((low, high)),
        _ => Err(text[start..end].to_owned()),
    };
    Some((&text[..start], ends, &text[end..]))
}
