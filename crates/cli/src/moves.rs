//! `outplay moves`: every legal move of a position with its verdict.

use crate::args::MovesArgs;
use crate::checkpoint::Memory;
use crate::output::{Failed, count, side};
use crate::questions::for_each_game;
use crate::solve::json_line;
use outplay_service::answer::JudgedMove;
use outplay_service::{AskMoves, moves};

pub(crate) fn run(args: &MovesArgs) -> Result<(), Failed> {
    let memory = Memory::new(&args.game.search, &args.game.setup.game)?;
    for_each_game(&args.game, &memory, |opened, host| {
        let asked = AskMoves {
            at: args.game.setup.at.as_deref(),
            grundy: args.grundy,
            how: args.game.how(),
        };
        let answer = moves(opened, asked, host)?;
        let settled = answer.effort.exact;
        if args.game.search.common.json {
            return Ok((json_line(&answer)?, settled));
        }
        let mover = &side(opened, &answer.to_move).title;
        let mut text = format!("{mover} to move at {}\n", answer.position);
        for m in &answer.moves {
            text += &format!("  {}\n", move_line(m));
        }
        if answer.moves.is_empty() {
            text += "  no legal move: the game is over\n";
        }
        Ok((text, settled))
    })?;
    memory.finish()
}

/// A move with its verdict for people.
pub(crate) fn move_line(m: &JudgedMove) -> String {
    let lasts = match m.remoteness {
        Some(n) => format!(" in {}", count(n.into(), "move")),
        None => String::new(),
    };
    let value = match m.grundy {
        Some(Some(value)) => format!(", to Grundy value {value}"),
        _ => String::new(),
    };
    format!("{:<12} {}{lasts}{value}", m.named.text, m.verdict.word())
}
