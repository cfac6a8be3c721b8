//! Every reader of boards: what is read and written is written again as it was.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outplay_board::formats::{Boards, Format, board_text};
use outplay_board::{Board, Limits};

const LIMITS: Limits = Limits {
    vertices: 1000,
    edges: 5000,
};

fn read(text: &[u8], format: Format) -> Vec<Board> {
    let boards = Boards::new(text, format, LIMITS).take(20);
    boards.filter_map(Result::ok).collect()
}

// The first byte says the format.
fuzz_target!(|input: &[u8]| {
    let Some((&first, text)) = input.split_first() else {
        return;
    };
    let format = Format::ALL[usize::from(first) % Format::ALL.len()];
    for board in read(text, format) {
        for other in Format::ALL.into_iter().filter(|format| format.is_written()) {
            let Ok(written) = board_text(&board, other) else {
                continue;
            };
            let again = read(written.as_bytes(), other);
            // A board without edges may be nothing for a format, or no digraph.
            if let [again] = &again[..]
                && board.edge_count() > 0
            {
                let same = board_text(again, other).expect("it was written before");
                assert_eq!(same, written, "{other:?}");
            }
        }
    }
});
