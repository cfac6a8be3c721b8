//! Player 1 chooses how many colours there are, then plays Alice: the two-player
//! telling of the colouring game.
//!
//! A strategy that promises to win with some number of colours chooses that. Anybody
//! else tries: the least number with which it wins most games against itself. For a
//! perfect player that is the game chromatic number.

use crate::clock::NO_CLOCK;
use crate::coloring::coloring;
use crate::r#match::{Match, Tally};
use crate::roster::{Resources, prepare};
use outplay_board::{Board, InputError};
use outplay_games::{Coloring, Described, Side, Values, any};

/// How many colours a player wants, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenColors {
    /// The number.
    pub colors: u32,
    /// The number and the reason, in words.
    pub why: String,
}

/// How often a number of colours is tried.
const GAMES: u64 = 51;

/// The number of colours that `player` chooses as Alice. What `values` says of who starts and
/// who may pass holds; chance comes from a seed, and games are played on so many threads; colours on the board must be among those that are chosen.
///
/// # Errors
/// The board is not one of the colouring game, there is no such player, or
/// `resources` said to stop.
pub fn choose_colors(
    player: &str,
    board: &Board,
    values: &Values,
    (seed, threads): (u64, usize),
    resources: Resources<'_>,
) -> Result<ChosenColors, InputError> {
    let used = board.colors.iter().flatten().max().copied();
    for colors in used.unwrap_or(0).max(1).. {
        let values = values.clone().with("colors", u64::from(colors));
        let game = any(Coloring::open(board, &values)?);
        let game = &*game;
        let alice = coloring(game).expect("just opened").player(Side::Alice);
        let prepared = prepare(player, game, resources)?;
        prepared.plays(alice)?;
        if let Some(colors) = prepared.promise() {
            let colors = colors.max(used.unwrap_or(0));
            let why = format!("{colors} colours, with which it promises to win");
            return Ok(ChosenColors { colors, why });
        }
        let trial = Match {
            game,
            start: game.start(),
            first: &*prepared,
            second: &*prepared,
            seed,
            longest: usize::MAX,
            threads,
            clock: NO_CLOCK,
            stop: resources.stop,
        };
        let mut tally = Tally::default();
        if !trial.play(0..GAMES, |played| tally.add(&played, trial.starter())) {
            return Err(InputError::new(format!(
                "{player} did not choose a number of colours within the limits"
            )));
        }
        let wins = tally.wins[crate::r#match::side(alice)];
        if 2 * wins > GAMES {
            let why = format!(
                "{colors} colours, with which it won {wins} of {GAMES} games against itself as Bob"
            );
            return Ok(ChosenColors { colors, why });
        }
    }
    unreachable!("with more colours than neighbours Alice always wins")
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_board::{Limits, families};

    #[test]
    fn the_least_number_that_works() {
        let resources = Resources::new(1 << 20, &|| false);
        let choose = |board: &str| {
            let board = families::board(board, Limits::BOARD).unwrap();
            choose_colors("pseudo-smart", &board, &Values::new(), (1, 2), resources)
                .map(|chosen| chosen.colors)
        };
        // In order, a path gets 1, 2, 1, …; a complete graph needs every colour, and
        // around a cycle of odd length the last vertex needs a third one.
        assert_eq!(choose("path:3"), Ok(2));
        assert_eq!(choose("complete:4"), Ok(4));
        assert_eq!(choose("cycle:5"), Ok(3));
    }
}
