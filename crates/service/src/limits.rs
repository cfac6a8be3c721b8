//! How large a question may be. Limits of time are kept only where single steps are short, so
//! what cannot be settled anyway is refused at once.

use crate::host::Host;
use crate::setup::{Opened, Setup};
use outplay_board::{Failed, InputError, Limits};
use outplay_games::{BoardKind, registry};
use schemars::JsonSchema;
use serde::Serialize;

/// The largest request.
pub const MOST_BYTES: usize = 1 << 20;
/// The largest certificate, given or taken.
pub(crate) const MOST_CERTIFICATE: usize = 8 << 20;
/// So many moves can a position list.
const MOST_MOVES: usize = 20_000;
/// Finding the faces of a drawing takes quadratic time at worst.
const MOST_PLANE_EDGES: u64 = 2000;
/// Moves times edges of the largest game that is worth a computation.
const MOST_WORK: usize = 2_000_000;

/// A small question gets so long for defaults that depend on the board, in seconds.
pub(crate) const PREPARATION: f64 = 2.0;

/// The sizes that clients should know.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Sizes {
    /// The most vertices of a board.
    vertices: u64,
    /// The most edges.
    edges: u64,
    /// The longest computation.
    seconds: f64,
    /// The largest body of a request.
    bytes: usize,
}

impl Sizes {
    /// Of a place that reads such boards and works so many seconds at most.
    pub fn new(boards: Limits, seconds: f64) -> Self {
        Self {
            vertices: boards.vertices,
            edges: boards.edges,
            seconds,
            bytes: MOST_BYTES,
        }
    }
}

/// Opens a game that is not too large to be shown; `stop` bounds the search for defaults.
pub(crate) fn open(
    setup: &Setup,
    host: &Host<'_>,
    stop: &dyn Fn() -> bool,
) -> Result<Opened, Failed> {
    let mut limits = host.boards;
    if setup.rules.is_none() && registry::find(&setup.game)?.description.board == BoardKind::Plane {
        limits.edges = limits.edges.min(MOST_PLANE_EDGES);
    }
    let opened = setup.open(limits, stop)?;
    match moves_at_start(&opened) {
        moves if moves > MOST_MOVES => Err(InputError::found(
            format_args!("a position with {moves} moves"),
            format_args!("at most {MOST_MOVES}"),
        )
        .into()),
        _ => Ok(opened),
    }
}

fn moves_at_start(opened: &Opened) -> usize {
    opened.game.legal_moves(&opened.game.start()).len()
}

/// Opens a game that is not too large for computations.
pub(crate) fn open_for_work(setup: &Setup, host: &Host<'_>) -> Result<Opened, Failed> {
    let opened = open(setup, host, &|| host.is_over())?;
    check_work(moves_at_start(&opened), opened.board.edge_count())?;
    Ok(opened)
}

/// Refuses a computation about a game with so many moves on so many edges.
pub(crate) fn check_work(moves: usize, edges: usize) -> Result<(), InputError> {
    match moves.saturating_mul(edges) > MOST_WORK {
        true => Err(InputError::found(
            format_args!("a game with {moves} moves on {edges} edges"),
            format_args!("a smaller one (moves times edges at most {MOST_WORK}) to compute with"),
        )),
        false => Ok(()),
    }
}

/// Refuses more positions than are looked at together.
pub(crate) fn at_most(positions: &[String], most: usize) -> Result<(), InputError> {
    let found = positions.len();
    match found > most {
        true => Err(InputError::found(
            format_args!("{found} positions"),
            format_args!("at most {most}"),
        )),
        false => Ok(()),
    }
}
