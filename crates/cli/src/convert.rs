//! `outplay convert`: boards from one format into another.

use crate::args::ConvertArgs;
use crate::boards::{self, Reading};
use crate::limits::default_memory;
use crate::output::{Failed, say, write_whole};
use outplay_board::embedding::{Origin, embed_board};
use outplay_board::formats::{Format, WriteError, loses, unknown_format, write_board};
use outplay_board::{InputError, families};
use outplay_games::Marks;

/// What is written: a board format, or a picture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Board(Format),
    Svg,
}

pub(crate) fn run(args: &ConvertArgs) -> Result<(), Failed> {
    let Some(argument) = args.board.as_deref().filter(|_| !args.families) else {
        return list_families();
    };
    let target = target(args)?;
    let reading = Reading {
        format: args.format.as_deref(),
        directed: args.directed,
        memory: args.directed.then(default_memory),
    };
    let mut written = 0;
    let path = args.output.as_deref().unwrap_or("-");
    write_whole(path, |out| {
        boards::for_each(argument, reading, |mut source| {
            let one_only = match target {
                Target::Svg => true,
                Target::Board(format) => !matches!(
                    format,
                    Format::Graph6 | Format::Sparse6 | Format::Digraph6 | Format::Dot
                ),
            };
            if written > 0 && one_only {
                let error = InputError::found(
                    "several graphs",
                    "one board, because only graph6, sparse6, digraph6 and dot hold many",
                );
                return Err(error.in_source(argument).into());
            }
            written += 1;
            boards::remark(&source, args.quiet);
            if target == Target::Board(Format::GameTable) || args.outer.is_some() {
                let outer = args.outer.as_deref();
                let origin = embed_board(&mut source.board, source.drawn, outer)
                    .map_err(|error| error.in_source(source.name.as_str()))?;
                if origin == Origin::Computed && !args.quiet {
                    eprintln!(
                        "outplay: {}: no coordinates, so an embedding was computed (choose its outer face with --outer)",
                        source.name
                    );
                }
            }
            match target {
                Target::Svg => {
                    let picture = outplay_draw::board_svg(&source.board, &Marks::default());
                    out.write_all(picture.as_bytes())?;
                    Ok(())
                }
                Target::Board(format) => {
                    let lost = loses(&source.board, format);
                    if !lost.is_empty() && !args.quiet {
                        eprintln!(
                            "outplay: {}: {} cannot hold the {} of the board: left out",
                            source.title(),
                            format.name(),
                            lost.join(" and ")
                        );
                    }
                    let mut text = Vec::new();
                    match write_board(&mut text, &source.board, format) {
                        Ok(()) => Ok(out.write_all(&text)?),
                        Err(WriteError::Io(error)) => Err(error.into()),
                        Err(error) => Err(InputError::new(error.to_string())
                            .in_source(argument)
                            .into()),
                    }
                }
            }
        })
    })
}

fn target(args: &ConvertArgs) -> Result<Target, InputError> {
    let by_name = |name: &str| match name.to_ascii_lowercase().as_str() {
        "svg" => Some(Target::Svg),
        name => Format::from_name(name).map(Target::Board),
    };
    let by_path = |path: &str| match path.to_ascii_lowercase().ends_with(".svg") {
        true => Some(Target::Svg),
        false => Format::from_path(path).map(Target::Board),
    };
    match (&args.to, &args.output) {
        (Some(name), _) => by_name(name).ok_or_else(|| unknown_format(name)),
        (None, Some(path)) => by_path(path).ok_or_else(|| {
            InputError::found(
                "an ending that names no format",
                "a known ending such as .g6 or .dot, or the format with --to",
            )
            .in_source(path.as_str())
        }),
        (None, None) => Err(InputError::new(
            "the format to write is missing: say --to FORMAT or -o FILE",
        )),
    }
}

fn list_families() -> Result<(), Failed> {
    let width = families::FAMILIES.iter().map(|f| f.usage.len()).max();
    for family in families::FAMILIES {
        let width = width.unwrap_or(0);
        say(format!("{:<width$}  {}", family.usage, family.about))?;
    }
    Ok(())
}
