//! `outplay explain`: the shortest reason for a verdict.

use crate::args::ExplainArgs;
use crate::checkpoint::Memory;
use crate::output::{Failed, heading};
use crate::questions::for_each_game;
use crate::solve::{json_line, verdict_line};
use outplay_service::{explain, why};

pub(crate) fn run(args: &ExplainArgs) -> Result<(), Failed> {
    let as_json = args.game.search.common.json;
    let memory = Memory::new(&args.game.search, &args.game.setup.game)?;
    for_each_game(&args.game, &memory, |opened, host| {
        let at = args.game.setup.at.as_deref();
        if let Some(mv) = &args.mv {
            let told = why(opened, at, &mv.as_str().into(), None, args.game.how(), host)?;
            let settled = told.effort.exact;
            let text = match (as_json, settled) {
                (true, _) => json_line(&told)?,
                (false, true) => format!("{}\n", told.effort.reason.unwrap_or_default()),
                (false, false) => {
                    format!("Unknown: {}.\n", told.effort.reason.unwrap_or_default())
                }
            };
            return Ok((text, settled));
        }
        let explained = explain(opened, at, args.game.how(), host)?;
        let settled = explained.outcome.is_some();
        if as_json {
            return Ok((json_line(&explained)?, settled));
        }
        let mut text = heading(opened);
        if let Some(position) = &explained.heading.position {
            text += &format!(", at {position}");
        }
        let reason = explained.effort.reason.unwrap_or_default();
        text += &match explained.outcome {
            Some(outcome) => {
                let verdict = verdict_line(opened, &explained.heading.to_move, outcome, None);
                format!("\n  {verdict}\n  {reason}\n")
            }
            None => format!("\n  Unknown: {reason}.\n"),
        };
        Ok((text, settled))
    })?;
    memory.finish()
}
