//! Many boards on one sheet, in rows, each with a line of text below it, and lines at the foot.

use crate::board::{Heaps, Picture, Scale};
use crate::svg::{document, line, moved};
use crate::text::text_width;
use outplay_board::Board;
use outplay_games::Marks;

const WIDEST: f64 = 1000.0;
const GAP: f64 = 24.0;
const NOTE: f64 = 13.0;
const PEBBLE: f64 = 6.0;

/// Draws boards with what stands on them and what is said about each, and `foot` below them.
pub fn sheet_svg(title: &str, boards: &[(String, &Board, Marks)], foot: &[String]) -> String {
    let mut body = String::new();
    let (mut left, mut top, mut row, mut right) = (GAP, 2.0 * GAP, 0.0f64, 0.0f64);
    line(&mut body, [GAP, 1.2 * GAP], (16.0, "start", "#222"), title);
    for (note, board, marks) in boards {
        let picture = Picture::new(board, Scale::KEY);
        let counts = marks.heaps.as_deref().unwrap_or_default();
        let heaps = Heaps::new(counts, PEBBLE);
        let [wide, tall] = match counts {
            [] => picture.size,
            _ => heaps.size(),
        };
        let width = wide.max(text_width(note, NOTE));
        if left > GAP && left + width > WIDEST {
            left = GAP;
            top += row + 2.0 * GAP;
            row = 0.0;
        }
        let inset = (width - wide) / 2.0;
        moved(&mut body, [left + inset, top], |out| match counts {
            [] => picture.draw(out, marks),
            _ => heaps.draw(out, counts),
        });
        let at = [left + width / 2.0, top + tall + 1.3 * NOTE];
        line(&mut body, at, (NOTE, "middle", "#222"), note);
        row = row.max(tall + 1.3 * NOTE);
        right = right.max(left + width).max(GAP + text_width(title, 16.0));
        left += width + GAP;
    }
    for text in foot {
        row += 1.5 * NOTE;
        line(
            &mut body,
            [GAP, top + row + GAP],
            (NOTE, "start", "#222"),
            text,
        );
        right = right.max(GAP + text_width(text, NOTE));
    }
    if !foot.is_empty() {
        row += GAP;
    }
    document([right + GAP, top + row + GAP], title, "", &body)
}
