//! Questions about one game, on the board or boards that were said.

use crate::args::GameArgs;
use crate::boards;
use crate::checkpoint::Memory;
use crate::limits::Limits;
use crate::output::{Failed, all_settled};
use outplay_service::{Host, Opened, Source};
use std::io::Write;

/// Opens the game on every board of the argument and prints what `answer` says, and whether
/// it was settled.
pub(crate) fn for_each_game(
    args: &GameArgs,
    memory: &Memory<'_>,
    answer: impl FnMut(&Opened, &Host<'_>) -> Result<(String, bool), Failed>,
) -> Result<(), Failed> {
    for_each_game_at(args, memory, &[], answer)
}

/// The same; where play begins need not be said by these parameters.
pub(crate) fn for_each_game_at(
    args: &GameArgs,
    memory: &Memory<'_>,
    places: &[&str],
    mut answer: impl FnMut(&Opened, &Host<'_>) -> Result<(String, bool), Failed>,
) -> Result<(), Failed> {
    let common = &args.search.common;
    let values = args.setup.values(places)?;
    let mut settled = true;
    let mut each = |source: Source| {
        let limits = Limits::new(common);
        let (text, done) = limits.host(memory, memory.threads(), |host| {
            let stop = || host.is_over();
            let values = args.setup.somewhere(values.clone(), places, &source.board);
            let opened = args.setup.open(source, &values, &stop, common.quiet)?;
            answer(&opened, host)
        })?;
        settled &= done;
        Ok(std::io::stdout().write_all(text.as_bytes())?)
    };
    match args.setup.board()? {
        Some(board) => boards::for_each(board, args.setup.reading(common)?, each)?,
        None => each(Source::none())?,
    }
    all_settled(settled)
}
