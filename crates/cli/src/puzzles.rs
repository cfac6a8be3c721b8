//! `outplay puzzles`: positions in which only one move wins, as text, as JSON, or as a sheet to
//! print.

use crate::args::PuzzlesArgs;
use crate::boards;
use crate::limits::Limits;
use crate::memory::Memory;
use crate::output::{Failed, json_line, write_whole};
use outplay_board::InputError;
use outplay_service::text::count;
use outplay_service::{Ask, AskPuzzles, Opened, Puzzles, Source, Told, sheet_html, sheet_svg};

pub(crate) fn run(args: &PuzzlesArgs) -> Result<(), Failed> {
    let common = &args.game.search.common;
    let sheet = match args.output.as_deref() {
        Some(path) if path.ends_with(".html") => Some(sheet_html as fn(&[_]) -> _),
        Some(path) if path.ends_with(".svg") => Some(sheet_svg as fn(&[_]) -> _),
        Some(path) if path != "-" && !path.ends_with(".json") => {
            let error = InputError::found("another ending", ".html, .svg or .json");
            return Err(error.in_source(path).into());
        }
        _ => None,
    };
    let setup = &args.game.setup;
    let values = setup.values(&[])?;
    let memory = Memory::new(&args.game.search, Some(setup.identity()?))?;
    let asked = AskPuzzles {
        count: args.number.into(),
        seed: common.seed,
        ..AskPuzzles::default()
    };
    let mut sets: Vec<(Opened, Puzzles)> = Vec::new();
    let mut each = |source: Source| {
        let limits = Limits::new(common);
        let set = limits.host(&memory, memory.threads(), |host| {
            let opened = setup.open(source, &values, &|| host.is_over(), common.quiet)?;
            let found = asked.answer(&opened, host)?;
            Ok::<_, Failed>((opened, found))
        })?;
        sets.push(set);
        Ok(())
    };
    match setup.board()? {
        None => each(Source::none())?,
        Some(first) => {
            for board in std::iter::once(first).chain(args.more.iter().map(String::as_str)) {
                boards::for_each(board, setup.reading(common)?, &mut each)?;
            }
        }
    }
    memory.finish()?;
    let json =
        || -> Result<String, Failed> { sets.iter().map(|(_, set)| json_line(set)).collect() };
    let text = match (&args.output, sheet) {
        (_, Some(sheet)) => sheet(&sets),
        (Some(_), None) => json()?,
        (None, None) if common.json => json()?,
        (None, None) => sets.iter().map(|(opened, set)| set.text(opened)).collect(),
    };
    let path = args.output.as_deref().unwrap_or("-");
    write_whole(path, |out| Ok(out.write_all(text.as_bytes())?))?;
    if path != "-" && !common.quiet {
        let found = sets.iter().map(|(_, set)| set.puzzles.len() as u64).sum();
        eprintln!("outplay: {} written to {path}", count(found, "puzzle"));
    }
    Ok(())
}
