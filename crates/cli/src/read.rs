//! `outplay read`: what is understood of a board.

use crate::args::ReadArgs;
use crate::memory::Memory;
use crate::output::Failed;
use crate::questions::{each, said};
use outplay_games::Marks;
use outplay_service::{Ask, AskRead};

pub(crate) fn run(args: &ReadArgs) -> Result<(), Failed> {
    let common = &args.common;
    let memory = Memory::without_file(common);
    each(
        &args.board,
        args.directed,
        common,
        memory,
        &|source, host| {
            let mut answer = said(&AskRead {}.answer(source, host)?, source, common)?;
            if !common.json && source.index.is_none() {
                let marks = Marks {
                    colors: source.board.colors.clone(),
                    arrows: source.board.arrows.clone(),
                    ..Marks::default()
                };
                let picture = outplay_draw::board_text(&source.board, &marks, false);
                if !picture.is_empty() {
                    answer.text += picture.trim_end();
                    answer.text.push('\n');
                }
            }
            Ok(answer)
        },
    )
}
