//! `outplay digraph`: the labelled digraph of all positions, as a picture or data.

use crate::args::{DigraphArgs, Words};
use crate::checkpoint::Memory;
use crate::output::{Failed, count, write_whole};
use crate::questions::for_each_game;
use outplay_board::InputError;
use outplay_service::{DigraphFormat, WriteDigraph, write_digraph};

pub(crate) fn run(args: &DigraphArgs) -> Result<(), Failed> {
    let asked = WriteDigraph {
        format: format_of(&args.output)?,
        at: args.game.setup.at.as_deref(),
        all: args.all,
        symmetry: args.symmetry,
        grundy: args.grundy,
        words: args.words.map(Words::labels),
        most_drawn: args.max_nodes,
    };
    let memory = Memory::new(&args.game.search, &args.game.setup.game)?;
    let mut done = false;
    for_each_game(&args.game, &memory, |opened, host| {
        if std::mem::replace(&mut done, true) {
            let error = InputError::found("several graphs", "one board for 'digraph'");
            return Err(error.in_source(opened.name.as_str()).into());
        }
        let written = write_whole(&args.output, |out| {
            Ok(write_digraph(opened, asked, host, out)?)
        })?;
        if !args.game.search.common.quiet && args.output != "-" {
            eprintln!(
                "outplay: {} and {} written to {}",
                count(written.positions as u64, "position"),
                count(written.moves as u64, "move"),
                args.output
            );
        }
        Ok((String::new(), true))
    })
}

fn format_of(path: &str) -> Result<DigraphFormat, InputError> {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    Ok(match ending.to_ascii_lowercase().as_str() {
        _ if path == "-" => DigraphFormat::Json,
        "svg" => DigraphFormat::Svg,
        "dot" | "gv" => DigraphFormat::Dot,
        "graphml" => DigraphFormat::GraphMl,
        "json" => DigraphFormat::Json,
        _ => {
            let error = InputError::found(
                format_args!("the ending '.{ending}'"),
                ".svg, .dot, .graphml or .json",
            );
            return Err(error.in_source(path));
        }
    })
}
