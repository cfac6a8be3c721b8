//! `outplay digraph`: the labelled digraph of all positions, as a picture or data.

use crate::args::DigraphArgs;
use crate::checkpoint::Memory;
use crate::output::{Failed, count, write_whole};
use crate::questions::for_each_game;
use outplay_board::InputError;
use outplay_draw::{Most, StateOptions, state_dot, state_graphml, state_json, state_svg};
use outplay_service::{Host, Opened};

pub(crate) fn run(args: &DigraphArgs) -> Result<(), Failed> {
    let kind = Kind::of(&args.output)?;
    let memory = Memory::new(&args.game.search, &args.game.setup.game)?;
    let mut done = false;
    for_each_game(&args.game, &memory, |opened, host| {
        if std::mem::replace(&mut done, true) {
            let error = InputError::found("several graphs", "one board for 'digraph'");
            return Err(error.in_source(opened.name.as_str()).into());
        }
        write(args, kind, opened, host)?;
        Ok((String::new(), true))
    })
}

#[derive(Clone, Copy)]
enum Kind {
    Svg,
    Dot,
    GraphMl,
    Json,
}

impl Kind {
    fn of(path: &str) -> Result<Self, InputError> {
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
        Ok(match ending.to_ascii_lowercase().as_str() {
            _ if path == "-" => Self::Json,
            "svg" => Self::Svg,
            "dot" | "gv" => Self::Dot,
            "graphml" => Self::GraphMl,
            "json" => Self::Json,
            _ => {
                let error = InputError::found(
                    format_args!("the ending '.{ending}'"),
                    ".svg, .dot, .graphml or .json",
                );
                return Err(error.in_source(path));
            }
        })
    }
}

fn write(args: &DigraphArgs, kind: Kind, opened: &Opened, host: &Host<'_>) -> Result<(), Failed> {
    let game = &*opened.game;
    let start = opened.position(args.game.setup.at.as_deref())?;
    let position = (!args.all).then_some(&start);
    let view = host
        .run(&String::new, |budget| {
            game.state_digraph(position, args.symmetry, budget)
        })
        .map_err(outplay_service::Failed::from)?;
    let view = view.as_ref();
    let options = StateOptions {
        board: opened.title(),
        details: game.description().phrases(&game.values()).join(", "),
        words: None,
        start: view.index(&start).unwrap_or(0),
        grundy: args.grundy,
        most: Most {
            nodes: args.max_nodes,
            arcs: args.max_nodes.saturating_mul(8).max(Most::default().arcs),
        },
    };
    write_whole(&args.output, |mut out| {
        match kind {
            Kind::Svg => {
                let picture = state_svg(view, &opened.board, &options)
                    .map_err(|error| InputError::new(error.to_string()))?;
                out.write_all(picture.as_bytes())?;
            }
            Kind::Dot => state_dot(view, &options, &mut out)?,
            Kind::GraphMl => state_graphml(view, &options, &mut out)?,
            Kind::Json => state_json(view, &options, &mut out)?,
        }
        Ok(())
    })?;
    if !args.game.search.common.quiet && args.output != "-" {
        eprintln!(
            "outplay: {} and {} written to {}",
            count(view.digraph().vertex_count() as u64, "position"),
            count(view.digraph().arc_count() as u64, "move"),
            args.output
        );
    }
    Ok(())
}
