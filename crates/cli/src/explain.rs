//! `outplay explain`: the shortest reason for a verdict.

use crate::args::ExplainArgs;
use crate::boards::Source;
use crate::checkpoint::Memory;
use crate::limits::Limits;
use crate::output::{Failed, all_settled};
use crate::solve::{Answer, for_each_game, verdict_line};
use outplay_games::{AnyGame, Failure};

pub(crate) fn run(args: &ExplainArgs) -> Result<(), Failed> {
    let mut settled = true;
    let memory = Memory::new(&args.game.search, &args.game.setup.game);
    for_each_game(&args.game, |source, game| {
        settled &= explain(args, &memory, source, game)?;
        Ok(())
    })?;
    memory.finish()?;
    all_settled(settled)
}

/// Explains one game; false if a limit ran out.
fn explain(
    args: &ExplainArgs,
    memory: &Memory<'_>,
    source: &Source,
    game: &dyn AnyGame,
) -> Result<bool, Failed> {
    let name = args.game.setup.game.as_str();
    let as_json = args.game.search.common.json;
    let limits = Limits::new(&args.game.search.common);
    let mut answer = Answer::new(name, source, game.parameters());
    let position = match &args.game.setup.at {
        Some(text) => {
            let position = game.position(text)?;
            answer.heading += &format!(", at {position}");
            answer.put("position", position.clone());
            position
        }
        None => game.start(),
    };
    let to_move = game.to_move(&position)?;
    let effort = args.game.effort(memory, false)?;
    let found = limits.run(|budget| game.explain(&position, &effort, budget));
    let seconds = limits.elapsed().as_secs_f64();
    let explanation = match found {
        Ok(explanation) => explanation,
        Err(Failure::Stopped(stopped)) => {
            answer.give_up("winner", &stopped, seconds);
            answer.put("verified", false);
            answer.print(as_json)?;
            return Ok(false);
        }
        Err(failure) => return Err(failure.into()),
    };
    let winner = explanation.winner.map(|winner| game.player_name(winner));
    if name == "token" {
        answer.put(
            "outcome",
            match explanation.winner {
                Some(winner) if winner == to_move => "win",
                Some(_) => "lose",
                None => "draw",
            },
        );
    }
    answer.put("winner", winner);
    answer.put("kind", explanation.kind);
    answer.put("reason", explanation.reason.as_str());
    answer.put("verified", true);
    for (key, value) in explanation.details {
        answer.put(&key, value);
    }
    answer.put("positions", explanation.positions);
    answer.put("seconds", seconds);
    let turn = args
        .game
        .setup
        .at
        .as_ref()
        .map(|_| game.player_name(to_move));
    answer.text.push(verdict_line(winner, turn, None));
    answer.text.push(explanation.reason);
    answer.print(as_json)?;
    Ok(true)
}
