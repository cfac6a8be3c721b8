//! `outplay convert`: boards, and positions on them, from one format into another.

use crate::args::ConvertArgs;
use crate::boards::{self, Reading};
use crate::limits::default_memory;
use crate::output::{Failed, say, write_whole};
use crate::picture::Picture;
use outplay_board::embedding::{Origin, embed_board};
use outplay_board::formats::{Format, board_text, edges_text, loses, unknown_format};
use outplay_board::{InputError, families};
use outplay_games::Marks;
use outplay_service::Source;

/// What is written: a board format, or a picture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Board(Format),
    Picture(Picture),
}

pub(crate) fn run(args: &ConvertArgs) -> Result<(), Failed> {
    let Some(argument) = args.board.as_deref().filter(|_| !args.families) else {
        return list_families();
    };
    let target = target(args)?;
    let setup = &args.position.0;
    let outer = setup.said("outer");
    let playing = !setup.game.is_empty();
    if args.edges && target != Target::Board(Format::GameTable) {
        let error = InputError::found("--edges", "it with --to table only");
        return Err(error.into());
    }
    if !playing {
        setup.refuse_without_game("outer")?;
    }
    let reading = Reading {
        format: args.format.as_deref(),
        directed: args.directed,
        header: args.header,
        memory: args.directed.then(default_memory),
    };
    let mut written = 0;
    let path = args.output.as_deref().unwrap_or("-");
    write_whole(path, |out| {
        boards::for_each(argument, reading, |mut source| {
            let one_only = match target {
                Target::Picture(_) => true,
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
            let mut marks = Marks::default();
            if playing {
                let values = setup.values(&[])?;
                let (name, index, read) = (source.name.clone(), source.index, source.read);
                let opened = setup.open(source, &values, &|| false, args.quiet)?;
                let position = opened.position(setup.at.as_deref())?;
                marks = opened.game.marks(&position);
                let mut board = opened.board;
                if let Some(colors) = &marks.colors {
                    board.colors = Some(colors.clone());
                }
                board.arrows.clone_from(&marks.arrows);
                source = Source {
                    index,
                    read,
                    ..Source::new(name, board)
                };
            }
            if target == Target::Board(Format::GameTable) || outer.is_some() && !playing {
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
                Target::Picture(form) => {
                    if marks.arrows.is_none() {
                        marks.arrows.clone_from(&source.board.arrows);
                    }
                    let picture = outplay_draw::board_svg(&source.board, &marks);
                    Ok(out.write_all(form.text(picture).as_bytes())?)
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
                    let text = board_text(&source.board, format);
                    let text = text.map_err(|error| error.in_source(argument))?;
                    out.write_all(text.as_bytes())?;
                    if args.edges {
                        out.write_all(edges_text(&source.board).as_bytes())?;
                    }
                    Ok(())
                }
            }
        })
    })
}

fn target(args: &ConvertArgs) -> Result<Target, InputError> {
    let by_name = |name: &str| match Picture::named(name) {
        Some(form) => Some(Target::Picture(form)),
        None => Format::from_name(name).map(Target::Board),
    };
    let by_path = |path: &str| match Picture::of(path) {
        Some(form) => Some(Target::Picture(form)),
        None => Format::from_path(path).map(Target::Board),
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
