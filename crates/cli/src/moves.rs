//! `outplay moves`: every legal move of a position with its verdict.

use crate::args::MovesArgs;
use crate::checkpoint::Memory;
use crate::limits::Limits;
use crate::output::{Failed, all_settled, count, say, title};
use crate::solve::{for_each_game, outcome_word};
use outplay_board::InputError;
use outplay_games::{AnyGame, Failure, MoveValue};
use serde_json::{Map, Value as Json, json};

pub(crate) fn run(args: &MovesArgs) -> Result<(), Failed> {
    let mut settled = true;
    let memory = Memory::new(&args.game.search, &args.game.setup.game);
    for_each_game(&args.game, |_, game| {
        settled &= list(args, &memory, game)?;
        Ok(())
    })?;
    memory.finish()?;
    all_settled(settled)
}

/// Lists the moves of one game; false if a limit ran out.
fn list(args: &MovesArgs, memory: &Memory<'_>, game: &dyn AnyGame) -> Result<bool, Failed> {
    if args.grundy && !game.is_impartial() {
        return Err(InputError::new(format!(
            "--grundy: '{}' is not impartial, so its positions have no Grundy values",
            args.game.setup.game
        ))
        .into());
    }
    let position = match &args.game.setup.at {
        Some(text) => game.position(text)?,
        None => game.start(),
    };
    let limits = Limits::new(&args.game.search.common);
    let effort = args.game.effort(memory, args.grundy)?;
    let settled = limits.run(|budget| {
        let analysis = game.analyse(&position, &effort, budget)?;
        Ok(analysis.moves(&position, budget)?)
    });
    let moves = match settled {
        Ok(moves) => moves,
        Err(Failure::Stopped(_)) => unsettled_moves(game, &position)?,
        Err(failure) => return Err(failure.into()),
    };
    let settled = moves.iter().all(|m| m.value.is_some());
    let to_move = game.player_name(game.to_move(&position)?);
    if args.game.search.common.json {
        let moves: Vec<Json> = moves.iter().map(|m| move_json(m, args.grundy)).collect();
        say(json!({ "position": position, "to_move": to_move, "moves": moves }).to_string())?;
        return Ok(settled);
    }
    say(format!("{} to move at {position}", title(to_move)))?;
    for m in &moves {
        say(format!("  {}", move_line(m, args.grundy)))?;
    }
    if moves.is_empty() {
        say("  no legal move: the game is over")?;
    }
    Ok(settled)
}

/// The legal moves, with nothing known about them.
pub(crate) fn unsettled_moves(
    game: &dyn AnyGame,
    position: &str,
) -> Result<Vec<MoveValue>, Failed> {
    let mut moves = Vec::new();
    for mv in game.moves(position)? {
        moves.push(MoveValue {
            to: game.play(position, &mv.text)?,
            mv,
            value: None,
        });
    }
    Ok(moves)
}

fn move_json(m: &MoveValue, grundy: bool) -> Json {
    let mut entry = Map::new();
    entry.insert("move".into(), m.mv.json.clone());
    entry.insert("verdict".into(), json!(verdict(m)));
    if let Some(remoteness) = m.value.and_then(|value| value.remoteness) {
        entry.insert("remoteness".into(), json!(remoteness));
    }
    entry.insert("to".into(), json!(m.to));
    if grundy {
        entry.insert(
            "grundy".into(),
            json!(m.value.and_then(|value| value.grundy)),
        );
    }
    Json::Object(entry)
}

fn verdict(m: &MoveValue) -> &'static str {
    m.value
        .map_or("unknown", |value| outcome_word(value.outcome))
}

/// A move with its verdict for people.
pub(crate) fn move_line(m: &MoveValue, grundy: bool) -> String {
    let lasts = match m.value.and_then(|value| value.remoteness) {
        Some(n) => format!(" in {}", count(n.into(), "move")),
        None => String::new(),
    };
    let value = match m.value.and_then(|value| value.grundy) {
        Some(value) if grundy => format!(", to Grundy value {value}"),
        _ => String::new(),
    };
    format!("{:<12} {}{lasts}{value}", m.mv.text, verdict(m))
}
