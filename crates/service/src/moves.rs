//! Every legal move of a position with its verdict.

use crate::answer::{Effort, JudgedMove};
use crate::failure::Failed;
use crate::host::{Event, Host, How};
use crate::setup::Opened;
use crate::solve::must_have_values;
use outplay_engine::Stopped;
use outplay_games::{Analysis, AnyGame, AnyPosition, Failure, MoveValue, sort_moves, value_moves};
use schemars::JsonSchema;
use serde::Serialize;

/// Which position, and what is wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct AskMoves<'a> {
    /// The position; the start without it.
    pub at: Option<&'a str>,
    /// Also the Grundy value after every move.
    pub grundy: bool,
    /// How to settle them.
    pub how: How,
}

/// Every legal move, best first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Moves {
    /// The position.
    pub position: String,
    /// The side to move there.
    pub to_move: String,
    /// The moves.
    pub moves: Vec<JudgedMove>,
    /// What the work was.
    #[serde(flatten)]
    pub effort: Effort,
}

/// Lists the legal moves with their verdicts, and tells each as it becomes known.
///
/// # Errors
/// The question is wrong. A limit that ran out is no error.
pub fn moves(opened: &Opened, asked: AskMoves<'_>, host: &Host<'_>) -> Result<Moves, Failed> {
    let game = &*opened.game;
    must_have_values(game, asked.grundy)?;
    let began = (host.clock)();
    let position = opened.position(asked.at)?;
    let mut effort = host.effort(&game.description().name, &asked.how);
    effort.grundy = asked.grundy;
    let mut stopped: Option<Stopped> = None;
    let nothing = String::new;
    let analysed = host.run(&nothing, |budget| game.analyse(&position, &effort, budget));
    let (values, positions) = match &analysed {
        Ok(analysis) => {
            let values = judge(
                opened,
                &**analysis,
                &position,
                asked.grundy,
                host,
                &mut stopped,
            )?;
            (values, analysis.positions())
        }
        Err(Failure::Stopped(why)) => {
            stopped = Some(*why);
            (unsettled(game, &position)?, why.positions)
        }
        Err(failure) => return Err(failure.clone().into()),
    };
    let judged = values.iter().map(|m| opened.judged(m, asked.grundy));
    Ok(Moves {
        position: game.position_text(&position),
        to_move: opened.mover_word(&position).to_owned(),
        moves: judged.collect(),
        effort: Effort {
            positions,
            seconds: (host.clock)() - began,
            exact: values.iter().all(|m| m.value.is_some()),
            reason: stopped.map(|why| why.to_string()),
        },
    })
}

/// How long looking up what is known may take before moves are settled, in seconds.
const LOOK_UP_TIME: f64 = 0.3;

fn judge(
    opened: &Opened,
    analysis: &dyn Analysis,
    position: &AnyPosition,
    grundy: bool,
    host: &Host<'_>,
    stopped: &mut Option<Stopped>,
) -> Result<Vec<MoveValue>, Failed> {
    // What takes long to look up is settled below, one by one.
    let mut moves = analysis.known_moves(position, &host.within(LOOK_UP_TIME))?;
    for i in 0..moves.len() {
        let unvalued = moves[i].value.is_none() || grundy && !analysis.is_complete();
        if unvalued && stopped.is_none() {
            let note = || format!("{i} of {} moves settled", moves.len());
            let found = host.run(&note, |budget| analysis.value(&moves[i].to, budget));
            moves[i].value = match found {
                Ok(after) => Some(after.before()),
                Err(Failure::Stopped(why)) => {
                    *stopped = Some(why);
                    moves[i].value.filter(|_| !grundy)
                }
                Err(failure) => return Err(failure.into()),
            };
        }
        if moves[i].value.is_some() {
            (host.tell)(Event::Move(&opened.judged(&moves[i], grundy)));
        }
    }
    sort_moves(&mut moves);
    Ok(moves)
}

/// The legal moves, with nothing known about them.
fn unsettled(game: &dyn AnyGame, position: &AnyPosition) -> Result<Vec<MoveValue>, Failed> {
    value_moves(game, position, &mut |_| Ok(None)).map_err(Failed::from)
}
