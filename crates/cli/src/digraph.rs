//! `outplay digraph`: the labelled digraph of all positions, as a picture or data.

use crate::args::DigraphArgs;
use crate::boards::Source;
use crate::convert::create;
use crate::limits::Limits;
use crate::output::{Failed, count, parameter_words, title};
use crate::solve::for_each_game;
use outplay_board::InputError;
use outplay_draw::{Most, StateOptions, Words, state_dot, state_graphml, state_json, state_svg};
use outplay_engine::Player;
use outplay_games::{AnyGame, StateView};
use std::io::{BufWriter, Write};

pub(crate) fn run(args: &DigraphArgs) -> Result<(), Failed> {
    let kind = Kind::of(&args.output)?;
    let mut done = false;
    for_each_game(&args.game, |source, game| {
        if std::mem::replace(&mut done, true) {
            let error = InputError::found("several graphs", "one board for 'digraph'");
            return Err(error.in_source(source.name.as_str()).into());
        }
        write(args, kind, source, game)
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

fn write(
    args: &DigraphArgs,
    kind: Kind,
    source: &Source,
    game: &dyn AnyGame,
) -> Result<(), Failed> {
    let start = match &args.game.setup.at {
        Some(text) => game.position(text)?,
        None => game.start(),
    };
    let position = (!args.all).then_some(start.as_str());
    let limits = Limits::new(&args.game.search.common);
    let view = limits.run(|budget| game.state_digraph(position, args.symmetry, budget))?;
    let view = view.as_ref();
    let options = StateOptions {
        game: args.game.setup.game.clone(),
        board: source.title(),
        details: parameter_words(&game.parameters()).join(", "),
        words: words(&args.game.setup.game, game),
        records_turn: !matches!(args.game.setup.game.as_str(), "token" | "subtraction"),
        start: view.index(&start).unwrap_or(0),
        grundy: args.grundy,
        most: Most {
            nodes: args.max_nodes,
            arcs: args.max_nodes.saturating_mul(8).max(Most::default().arcs),
        },
    };
    save(args, kind, source, view, &options)?;
    if !args.game.search.common.quiet {
        eprintln!(
            "outplay: {} and {} written to {}",
            count(view.digraph().vertex_count() as u64, "position"),
            count(view.digraph().arc_count() as u64, "move"),
            args.output
        );
    }
    Ok(())
}

/// The usual words for who wins a game.
fn words(name: &str, game: &dyn AnyGame) -> Words {
    if name == "token" {
        return Words::WinLoseDraw;
    }
    if game.is_impartial() {
        return Words::PreviousNext;
    }
    Words::Players([Player::First, Player::Second].map(|p| title(game.player_name(p))))
}

fn save(
    args: &DigraphArgs,
    kind: Kind,
    source: &Source,
    view: &dyn StateView,
    options: &StateOptions,
) -> Result<(), Failed> {
    if let Kind::Svg = kind {
        let picture = state_svg(view, &source.board, options)
            .map_err(|error| InputError::new(error.to_string()))?;
        create(&args.output)?.write_all(picture.as_bytes())?;
        return Ok(());
    }
    let mut out = BufWriter::new(create(&args.output)?);
    match kind {
        Kind::Dot => state_dot(view, options, &mut out)?,
        Kind::GraphMl => state_graphml(view, options, &mut out)?,
        Kind::Json | Kind::Svg => state_json(view, options, &mut out)?,
    }
    Ok(out.flush()?)
}
