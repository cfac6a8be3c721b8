//! `outplay convert`: boards from one format into another.

use crate::args::ConvertArgs;
use crate::boards::{self, Reading};
use crate::limits::default_memory;
use crate::output::{Failed, say};
use outplay_board::formats::{Format, WriteError, unknown_format, write_board};
use outplay_board::{InputError, families};
use outplay_games::Marks;
use std::fs::File;
use std::io::{BufWriter, Write};

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
    let mut out = Output::new(args.output.as_deref());
    let mut written = 0;
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
        if target == Target::Board(Format::GameTable) || args.outer.is_some() {
            boards::embed(&mut source, args.outer.as_deref(), args.quiet)?;
        }
        match target {
            Target::Svg => {
                let picture = outplay_draw::board_svg(&source.board, &Marks::default());
                out.open()?.write_all(picture.as_bytes())?;
                Ok(())
            }
            Target::Board(format) => {
                let mut text = Vec::new();
                match write_board(&mut text, &source.board, format) {
                    Ok(()) => Ok(out.open()?.write_all(&text)?),
                    Err(WriteError::Io(error)) => Err(error.into()),
                    Err(error) => Err(InputError::new(error.to_string())
                        .in_source(argument)
                        .into()),
                }
            }
        }
    })?;
    Ok(out.open()?.flush()?)
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

/// The output file, made when there is something to write into it.
struct Output<'a> {
    path: Option<&'a str>,
    stream: Option<Box<dyn Write>>,
}

impl<'a> Output<'a> {
    fn new(path: Option<&'a str>) -> Self {
        Self { path, stream: None }
    }

    fn open(&mut self) -> Result<&mut Box<dyn Write>, Failed> {
        let stream: Box<dyn Write> = match (self.stream.take(), self.path) {
            (Some(stream), _) => stream,
            (None, None) => Box::new(BufWriter::new(std::io::stdout())),
            (None, Some(path)) => Box::new(BufWriter::new(create(path)?)),
        };
        Ok(self.stream.insert(stream))
    }
}

/// Makes a file, or says why it cannot be made.
pub(crate) fn create(path: &str) -> Result<File, InputError> {
    File::create(path)
        .map_err(|error| InputError::new(format!("cannot write: {error}")).in_source(path))
}

fn list_families() -> Result<(), Failed> {
    let width = families::FAMILIES.iter().map(|f| f.usage.len()).max();
    for family in families::FAMILIES {
        let width = width.unwrap_or(0);
        say(format!("{:<width$}  {}", family.usage, family.about))?;
    }
    Ok(())
}
