//! `outplay moves`: every legal move of a position with its verdict.

use crate::args::MovesArgs;
use crate::limits::Limits;
use crate::output::{Failed, count, say, title};
use crate::solve::{for_each_game, outcome_word};
use outplay_board::InputError;
use outplay_games::{AnyGame, Failure, MoveValue};
use serde_json::{Map, Value as Json, json};

pub(crate) fn run(args: &MovesArgs) -> Result<(), Failed> {
    let mut unsettled = false;
    for_each_game(&args.game, |_, game| {
        unsettled |= !list(args, game)?;
        Ok(())
    })?;
    match unsettled {
        true => Err(Failed::Unsettled(String::new())),
        false => Ok(()),
    }
}

/// Lists the moves of one game; false if a limit ran out.
fn list(args: &MovesArgs, game: &dyn AnyGame) -> Result<bool, Failed> {
    if args.grundy && !game.is_impartial() {
        return Err(InputError::new(format!(
            "--grundy: '{}' is not impartial, so its positions have no Grundy values",
            args.game.game
        ))
        .into());
    }
    let position = match &args.game.at {
        Some(text) => game.position(text)?,
        None => game.start(),
    };
    let limits = Limits::new(&args.game.common);
    let symmetry = !args.game.no_symmetry;
    let settled = limits.run(|budget| game.analyse(&position, symmetry, budget));
    let (moves, reason) = match settled {
        Ok(analysis) => (analysis.moves(&position)?, None),
        Err(Failure::Stopped(stopped)) => (Vec::new(), Some(stopped.to_string())),
        Err(failure) => return Err(failure.into()),
    };
    let to_move = game.player_name(game.to_move(&position)?);
    if args.game.common.json {
        let moves: Vec<Json> = match reason {
            None => moves.iter().map(|m| move_json(m, args.grundy)).collect(),
            Some(_) => {
                let unknown = game.moves(&position)?.into_iter();
                unknown
                    .map(|mv| json!({ "move": mv.json, "verdict": "unknown" }))
                    .collect()
            }
        };
        let mut answer = Map::new();
        answer.insert("position".into(), json!(position));
        answer.insert("to_move".into(), json!(to_move));
        answer.insert("moves".into(), json!(moves));
        if let Some(reason) = &reason {
            answer.insert("reason".into(), json!(reason));
        }
        say(Json::Object(answer).to_string())?;
    } else {
        say(format!("{} to move at {position}", title(to_move)))?;
        for m in &moves {
            say(format!("  {}", move_line(m, args.grundy)))?;
        }
        match &reason {
            Some(reason) => {
                for mv in game.moves(&position)? {
                    say(format!("  {:<12} unknown", mv.text))?;
                }
                eprintln!("outplay: nothing was settled: {reason}");
            }
            None if moves.is_empty() => say("  no legal move: the game is over")?,
            None => {}
        }
    }
    Ok(reason.is_none())
}

fn move_json(m: &MoveValue, grundy: bool) -> Json {
    let mut entry = Map::new();
    entry.insert("move".into(), m.mv.json.clone());
    entry.insert("verdict".into(), json!(outcome_word(m.value.outcome)));
    entry.insert("remoteness".into(), json!(m.value.remoteness));
    entry.insert("to".into(), json!(m.to));
    if grundy {
        entry.insert("grundy".into(), json!(m.value.grundy));
    }
    Json::Object(entry)
}

/// A move with its verdict for people.
pub(crate) fn move_line(m: &MoveValue, grundy: bool) -> String {
    let lasts = match m.value.remoteness {
        Some(n) => format!(" in {}", count(n.into(), "move")),
        None => String::new(),
    };
    let value = match m.value.grundy {
        Some(value) if grundy => format!(", to Grundy value {value}"),
        _ => String::new(),
    };
    format!(
        "{:<12} {}{lasts}{value}",
        m.mv.text,
        outcome_word(m.value.outcome)
    )
}
