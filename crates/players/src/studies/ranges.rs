//! Ranges in what is typed: `path:3..12` for ten boards, `1..6` for six numbers
//! of colours. Both ends belong to a range.

use outplay_board::{InputError, families, shortened};

/// The most boards of one experiment.
pub const MOST_BOARDS: usize = 1000;

/// The boards that a text with ranges names: every `A..B` between digits becomes
/// each number from A to B, and several ranges make all combinations, the last
/// running fastest. A text without ranges, or that is no family, is itself.
///
/// ```
/// let boards = outplay_players::studies::ranges::boards("grid:2..3x4..5").unwrap();
/// assert_eq!(boards, ["grid:2x4", "grid:2x5", "grid:3x4", "grid:3x5"]);
/// ```
///
/// # Errors
/// A range runs downwards, or there are more than [`MOST_BOARDS`] boards.
pub fn boards(text: &str) -> Result<Vec<String>, InputError> {
    match families::is_family(text) {
        true => families::ranges(text, MOST_BOARDS),
        false => Ok(vec![text.to_owned()]),
    }
}

/// Numbers of colours: `3`, `1..6`, or several of these with commas; sorted, each once.
///
/// ```
/// assert_eq!(outplay_players::studies::ranges::colors("5,1..3").unwrap(), [1, 2, 3, 5]);
/// ```
///
/// # Errors
/// The text is no such list, or has numbers outside 1 to 255.
pub fn colors(text: &str) -> Result<Vec<u32>, InputError> {
    let wrong = || {
        let found = format!("'{}'", shortened(text));
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
