//! The game chromatic number: the least number of colours with which Alice wins.

use super::search::{Shortcuts, ask};
use super::{Coloring, Pass, Side};
use outplay_board::{Graph, InputError};
use outplay_engine::Stop;
use outplay_engine::search::{Ask, Means};
use std::ops::RangeInclusive;

/// What is known of the game chromatic number: exact if the bounds meet.
#[derive(Clone, Debug, PartialEq)]
pub struct GameChromatic {
    /// The number is at least this.
    pub lower: u32,
    /// The number is at most this.
    pub upper: u32,
    /// How many positions were looked at, repeated ones again.
    pub positions: u64,
    /// Why the bounds do not meet.
    pub reason: Option<String>,
}

/// A board on which colours may stand already, and who is to move on it.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// The colour of every vertex (0 for none), if some have one.
    pub colors: Option<&'a [u32]>,
    /// Who is to move.
    pub to_move: Side,
    /// Who may pass.
    pub pass: Pass,
}

impl<'a> Start<'a> {
    /// A board on which `first` began, and the players took turns since.
    pub fn new(graph: &'a Graph, colors: Option<&'a [u32]>, first: Side, pass: Pass) -> Self {
        let colors = colors.filter(|row| row.iter().any(|&c| c != 0));
        let made = colors.map_or(0, |row| row.iter().filter(|&&c| c != 0).count());
        Self {
            graph,
            colors,
            to_move: match made % 2 {
                0 => first,
                _ => first.other(),
            },
            pass,
        }
    }

    /// Where the number lies at any rate: there must be the colours that stand on the board,
    /// and with more colours than neighbours no vertex is ever in danger.
    pub fn range(&self) -> RangeInclusive<u32> {
        let some = u32::from(self.graph.vertex_count() > 0);
        let colors = self.colors.unwrap_or_default().iter();
        let lower = colors.copied().max().unwrap_or(0).max(some);
        lower..=(self.graph.max_degree() as u32 + some).max(lower)
    }
}

/// The least k in a range with which Alice wins; that it lies there is known. Whether a
/// win with k colours always means a win with k + 1 is an open question, so every k is asked
/// in turn.
///
/// # Errors
/// The colours on the board are no legal position.
pub fn game_chromatic(
    start: Start<'_>,
    range: RangeInclusive<u32>,
    means: &Means<'_>,
) -> Result<GameChromatic, InputError> {
    let (lower, upper) = range.into_inner();
    let mut known = GameChromatic {
        lower,
        upper,
        positions: 0,
        reason: None,
    };
    let mut graph = Some(start.graph.clone());
    while known.lower < known.upper {
        let Ok(colors) = u8::try_from(known.lower) else {
            known.reason = Some("the game has up to 255 colours".to_owned());
            break;
        };
        let Some(board) = graph.take() else { break };
        let game = Coloring::on(board, colors, start.to_move, start.pass);
        let position = match start.colors {
            Some(row) => game.position(row, start.to_move)?,
            None => outplay_engine::Game::start(&game),
        };
        let search =
            |means: &Means<'_>| ask(&game, &position, Shortcuts::default(), Ask::Winner, means);
        match means.after(known.positions, search) {
            Err(unsearchable) => {
                known.reason = Some(unsearchable.to_string());
                break;
            }
            Ok(found) => {
                known.positions += found.positions;
                match found.wins {
                    Some(wins) if wins == (start.to_move == Side::Alice) => {
                        known.upper = known.lower;
                    }
                    Some(_) => known.lower += 1,
                    None => {
                        let why = match found.stopped {
                            Some(Stop::Positions(_)) | None => {
                                Stop::Positions(means.budget.positions)
                            }
                            Some(why) => why,
                        };
                        known.reason = Some(why.to_string());
                        break;
                    }
                }
            }
        }
        graph = Some(game.into_graph());
    }
    Ok(known)
}

/// Does Alice win with every number of colours from the least one on, `from`, that she wins with?
/// It is not known whether there is a graph where she does not. `None` if the budget ran out, with
/// the reason.
///
/// # Errors
/// The colours on the board are no legal position.
pub fn monotone(
    start: Start<'_>,
    from: u32,
    means: &Means<'_>,
) -> Result<(Option<bool>, Option<String>), InputError> {
    // With more colours than neighbours she wins at any rate.
    for colors in from + 1..*start.range().end() {
        let known = game_chromatic(start, colors..=colors + 1, means)?;
        match (known.lower == known.upper, known.upper == colors) {
            (false, _) => return Ok((None, known.reason)),
            (true, true) => {}
            (true, false) => return Ok((Some(false), None)),
        }
    }
    Ok((Some(true), None))
}
