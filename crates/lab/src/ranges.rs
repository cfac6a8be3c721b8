//! Ranges in what is typed: `path:3..12` for ten boards, `1..6` for six numbers
//! of colours. Both ends belong to a range.

use outplay_board::{InputError, families};

/// The most boards of one experiment.
pub const MOST_BOARDS: usize = 1000;

fn shown(text: &str) -> String {
    let short: String = text.chars().take(60).collect();
    short.escape_debug().to_string()
}

/// The boards that a text with ranges names: every `A..B` between digits becomes
/// each number from A to B, and several ranges make all combinations, the last
/// running fastest. A text without ranges, or that is no family, is itself.
///
/// ```
/// let boards = outplay_lab::ranges::boards("grid:2..3x4..5").unwrap();
/// assert_eq!(boards, ["grid:2x4", "grid:2x5", "grid:3x4", "grid:3x5"]);
/// ```
///
/// # Errors
/// A range runs downwards, or there are more than [`MOST_BOARDS`] boards.
pub fn boards(text: &str) -> Result<Vec<String>, InputError> {
    let mut texts = vec![String::new()];
    if !families::is_family(text) {
        return Ok(vec![text.to_owned()]);
    }
    let mut rest = text;
    while let Some((before, range, after)) = next_range(rest) {
        let (low, high) = range.map_err(|range| {
            let found = format!("'{}'", shown(&range));
            InputError::found(found, "a range of numbers below 10^9, such as 3..12")
                .in_source(shown(text))
        })?;
        if low > high {
            let found = format!("the range {low}..{high}");
            let expected = "the smaller number first, such as 3..12";
            return Err(InputError::found(found, expected).in_source(shown(text)));
        }
        let count = (high - low + 1) as usize;
        if count.saturating_mul(texts.len()) > MOST_BOARDS {
            let found = "a range with too many boards";
            let expected = format!("at most {MOST_BOARDS}");
            return Err(InputError::found(found, expected).in_source(shown(text)));
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

/// Numbers of colours: `3`, `1..6`, or several of these with commas; sorted, each once.
///
/// ```
/// assert_eq!(outplay_lab::ranges::colors("5,1..3").unwrap(), [1, 2, 3, 5]);
/// ```
///
/// # Errors
/// The text is no such list, or has numbers outside 1 to 255.
pub fn colors(text: &str) -> Result<Vec<u32>, InputError> {
    let wrong = || {
        let found = format!("'{}'", shown(text));
        InputError::found(found, "numbers of colours from 1 to 255, such as 3 or 1..6")
    };
    let number = |digits: &str| -> Result<u32, InputError> {
        let digits = Some(digits).filter(|d| d.bytes().all(|byte| byte.is_ascii_digit()));
        let number = digits.and_then(|digits| digits.parse().ok());
        number.filter(|k| (1..=255).contains(k)).ok_or_else(wrong)
    };
    let mut list = Vec::new();
    for part in text.split(',') {
        let (low, high) = part.split_once("..").unwrap_or((part, part));
        let (low, high) = (number(low)?, number(high)?);
        if low > high {
            return Err(wrong());
        }
        list.extend(low..=high);
        if list.len() > 1000 {
            return Err(wrong());
        }
    }
    list.sort_unstable();
    list.dedup();
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_become_boards() {
        assert_eq!(boards("petersen").unwrap(), ["petersen"]);
        assert_eq!(boards("path:3..5").unwrap(), ["path:3", "path:4", "path:5"]);
        assert_eq!(boards("path:7..7").unwrap(), ["path:7"]);
        assert_eq!(
            boards("grid:2x2..4").unwrap(),
            ["grid:2x2", "grid:2x3", "grid:2x4"]
        );
        assert_eq!(
            boards("power:1..2:cycle:5..6").unwrap(),
            [
                "power:1:cycle:5",
                "power:1:cycle:6",
                "power:2:cycle:5",
                "power:2:cycle:6"
            ]
        );
        assert_eq!(
            boards("random:9,0.5,1..3").unwrap(),
            ["random:9,0.5,1", "random:9,0.5,2", "random:9,0.5,3"]
        );
        assert_eq!(boards("path:1..1000").unwrap().len(), MOST_BOARDS);
    }

    #[test]
    fn what_is_no_range_is_left_alone() {
        for text in [
            "../boards/a.g6",
            "3..4.g6",
            "",
            "path",
            "path:",
            "path:3..",
            "path:..3",
            "path:a..b",
            "path:3...5",
            "é..3",
        ] {
            assert_eq!(boards(text).unwrap(), [text]);
        }
    }

    #[test]
    fn ranges_are_bounded() {
        for text in [
            "path:5..3",
            "path:1..1001",
            "grid:1..40x1..40",
            "path:1..99999999999999999999",
        ] {
            let error = boards(text).unwrap_err().to_string();
            assert!(error.starts_with(text), "{error}");
            assert!(error.contains("expected"), "{error}");
        }
    }

    #[test]
    fn numbers_of_colors() {
        assert_eq!(colors("4").unwrap(), [4]);
        assert_eq!(colors("1..6").unwrap(), [1, 2, 3, 4, 5, 6]);
        assert_eq!(colors("3,1..2,2").unwrap(), [1, 2, 3]);
        for junk in [
            "", "0", "256", "1..300", "5..2", "a", "1..", "..2", "1,", "+3", "1..2..3", "٣",
        ] {
            assert!(colors(junk).is_err(), "{junk}");
        }
    }
}
