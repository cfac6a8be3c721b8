//! `outplay digraph`: the labelled digraph of all positions, as a picture or data.

use crate::args::DigraphArgs;
use crate::boards;
use crate::lists::Answer;
use crate::output::{Failed, write_whole};
use crate::picture::Picture;
use crate::questions::each_game;
use outplay_board::InputError;
use outplay_service::text::count;
use outplay_service::{DigraphFormat, WriteDigraph, write_digraph};

pub(crate) fn run(args: &DigraphArgs) -> Result<(), Failed> {
    let picture = Picture::of(&args.output);
    let setup = &args.game.setup;
    // For all positions it does not matter where play begins.
    let places = match args.all {
        true => setup.places()?,
        false => Vec::new(),
    };
    let asked = WriteDigraph {
        format: format_of(&args.output)?,
        at: setup.at.as_deref(),
        all: args.all,
        symmetry: args.symmetry,
        grundy: args.grundy,
        words: args.words,
        most_drawn: args.max_nodes,
        arrangement: args.layout,
        starts: setup.at.is_some() || places.iter().all(|place| setup.said(place).is_some()),
    };
    each_game(&args.game, &places, &|opened, host| {
        boards::first_only(opened.index, &opened.name, "'digraph'")?;
        let written = write_whole(&args.output, |out| match picture {
            None => Ok(write_digraph(opened, asked, host, out)?),
            Some(form) => {
                let mut svg = Vec::new();
                let written = write_digraph(opened, asked, host, &mut svg)?;
                let svg = String::from_utf8(svg).expect("pictures are text");
                out.write_all(form.text(svg).as_bytes())?;
                Ok(written)
            }
        })?;
        if !args.game.search.common.quiet && args.output != "-" {
            eprintln!(
                "outplay: {} and {} written to {}",
                count(written.positions as u64, "position"),
                count(written.moves as u64, "move"),
                args.output
            );
        }
        Ok(Answer {
            text: String::new(),
            settled: true,
        })
    })
}

fn format_of(path: &str) -> Result<DigraphFormat, InputError> {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    Ok(match ending.to_ascii_lowercase().as_str() {
        _ if path == "-" => DigraphFormat::Json,
        _ if Picture::of(path).is_some() => DigraphFormat::Svg,
        "dot" | "gv" => DigraphFormat::Dot,
        "graphml" => DigraphFormat::GraphMl,
        "json" => DigraphFormat::Json,
        _ => {
            let error = InputError::found(
                format_args!("the ending '.{ending}'"),
                ".svg, .tex, .dot, .graphml or .json",
            );
            return Err(error.in_source(path));
        }
    })
}
