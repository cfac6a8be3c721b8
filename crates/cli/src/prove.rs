//! `outplay prove`: a certificate for the verdict.

use crate::args::ProveArgs;
use crate::checkpoint::Memory;
use crate::limits::Limits;
use crate::output::{Failed, count, say, title};
use crate::solve::{for_each_game, outcome_word};
use outplay_board::InputError;
use outplay_engine::Outcome;
use outplay_games::AnyGame;
use outplay_games::certificate::Uncertified;
use serde_json::json;
use std::fs::File;
use std::path::PathBuf;

pub(crate) fn run(args: &ProveArgs) -> Result<(), Failed> {
    let memory = Memory::new(&args.game.search, &args.game.setup.game);
    let mut done = false;
    for_each_game(&args.game, |source, game| {
        if std::mem::replace(&mut done, true) {
            let error = InputError::found("several graphs", "one board for 'prove'");
            return Err(error.in_source(source.name.as_str()).into());
        }
        prove(args, &memory, game)
    })?;
    memory.finish()
}

fn prove(args: &ProveArgs, memory: &Memory<'_>, game: &dyn AnyGame) -> Result<(), Failed> {
    let position = match &args.game.setup.at {
        Some(text) => game.position(text)?,
        None => game.start(),
    };
    let effort = args.game.effort(memory, false)?;
    let limits = Limits::new(&args.game.search.common);
    let note = || format!(", table {:.0} % full", 100.0 * effort.table.fill());
    // Written beside and renamed when complete: half a proof is none.
    let part = PathBuf::from(format!("{}.part", args.output));
    let cannot_write = |error: &std::io::Error| {
        InputError::new(format!("cannot write: {error}")).in_source(args.output.as_str())
    };
    let mut file = File::create(&part).map_err(|error| cannot_write(&error))?;
    let lemmas = !args.strict;
    let written = limits
        .run_noting(&note, |budget| {
            game.certify(&position, lemmas, &mut file, &effort, budget)
        })
        .map_err(|error| match error {
            Uncertified::Failure(failure) => failure.into(),
            Uncertified::Output(error) => Failed::Output(error),
        })
        .and_then(|written| {
            std::fs::rename(&part, &args.output).map_err(|error| cannot_write(&error))?;
            Ok(written)
        });
    let certified = match written {
        Ok(certified) => certified,
        Err(failed) => {
            let _ = std::fs::remove_file(&part);
            return Err(failed);
        }
    };
    let to_move = game.to_move(&position)?;
    let winner = match certified.outcome {
        Outcome::Win => Some(game.player_name(to_move)),
        Outcome::Lose => Some(game.player_name(to_move.other())),
        Outcome::Draw => None,
    };
    let bytes = std::fs::metadata(&args.output)?.len();
    if args.game.search.common.json {
        let answer = json!({
            "game": args.game.setup.game,
            "board": args.game.setup.board,
            "winner": winner,
            "outcome": outcome_word(certified.outcome),
            "positions": certified.positions,
            "bytes": bytes,
            "output": args.output,
        });
        return Ok(say(answer.to_string())?);
    }
    say(match winner {
        Some(winner) => format!("{} wins.", title(winner)),
        None => "A draw.".to_owned(),
    })?;
    Ok(say(format!(
        "Certificate with {} ({} bytes) written to {}; check it with: outplay check {}",
        count(certified.positions, "position"),
        bytes,
        args.output,
        args.output
    ))?)
}
