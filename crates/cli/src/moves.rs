//! `outplay moves`: every legal move of a position with its verdict.

use crate::args::{MovesArgs, Words};
use crate::checkpoint::Memory;
use crate::output::{Failed, count, side};
use crate::questions::for_each_game;
use crate::solve::json_line;
use outplay_engine::Outcome;
use outplay_games::LabelWords;
use outplay_service::answer::{JudgedMove, Verdict};
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
        let description = opened.game.description();
        let mover = side(opened, &answer.to_move);
        let mut sides = description.sides.iter();
        let other = sides.find(|side| *side != mover).unwrap_or(mover);
        let words = args.words.map_or(description.labels, Words::labels);
        let (mover, other) = (mover.title.as_ref(), other.title.as_ref());
        let mut text = format!("{mover} to move at {}\n", answer.position);
        for m in &answer.moves {
            // The label of the position that the move leads to.
            let label = match m.verdict {
                Verdict::Win => words.label(Outcome::Lose, other, mover),
                Verdict::Lose => words.label(Outcome::Win, other, mover),
                Verdict::Draw => words.label(Outcome::Draw, other, mover),
                Verdict::Unknown => "?",
            };
            let label = match words {
                LabelWords::Sides if m.verdict == Verdict::Unknown => String::new(),
                LabelWords::Sides => format!(" ({label} wins)"),
                _ => format!(" (to {label})"),
            };
            text += &format!("  {}{label}\n", move_line(m));
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
