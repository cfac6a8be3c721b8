//! The game chromatic number: the least number of colours with which Alice wins.

use super::search::{Shortcuts, ask};
use super::{Coloring, Pass, Side};
use crate::least::Least;
use outplay_board::{Graph, InputError};
use outplay_engine::Game;
use outplay_engine::search::{Ask, Means};
use std::ops::RangeInclusive;

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
) -> Result<Least, InputError> {
    let mut wrong = None;
    let starts = start.to_move == Side::Alice;
    let known = Least::from_below(range, starts, means, |colors, means| {
        let colors = u8::try_from(colors);
        let colors = colors.map_err(|_| "the game has up to 255 colours".to_owned())?;
        let game = Coloring::on(start.graph.clone(), colors, start.to_move, start.pass);
        let position = match start.colors {
            None => game.start(),
            Some(row) => game.position(row, start.to_move).map_err(|error| {
                let why = error.to_string();
                wrong = Some(error);
                why
            })?,
        };
        let found = ask(&game, &position, Shortcuts::default(), Ask::Winner, means);
        found.map_err(|unsearchable| unsearchable.to_string())
    });
    match wrong {
        Some(error) => Err(error),
        None => Ok(known),
    }
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
