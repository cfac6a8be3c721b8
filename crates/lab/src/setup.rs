//! Getting a board ready for a game: what a game needs that people rarely say.

use outplay_board::embedding::{Origin, embed_board};
use outplay_board::{Board, InputError, Shape, numbers};
use outplay_games::registry::Options;
use std::fmt;

/// Why a game cannot begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotReady {
    /// The board or the options are wrong.
    Input(InputError),
    /// The usual number of colours was not found before `stop`.
    Colors,
}

impl fmt::Display for NotReady {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => error.fmt(f),
            Self::Colors => f.write_str(
                "the edge-distinguishing number could not be settled in time (say --colors)",
            ),
        }
    }
}

impl std::error::Error for NotReady {}

impl From<InputError> for NotReady {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

/// Adds what `game` needs and was not said: an embedding for `cycles`, and λ
/// colours for `edge`. `drawn` says that the coordinates are the user's, so that they
/// decide the embedding; `outer` chooses the outer face by some of its vertices.
/// The answer says where the embedding comes from, if there had to be one.
///
/// # Errors
/// The board cannot be embedded, or λ was not settled before `stop`.
pub fn make_ready(
    game: &str,
    board: &mut Board,
    drawn: bool,
    outer: Option<&str>,
    options: &mut Options,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Origin>, NotReady> {
    let mut origin = None;
    if game == "cycles" {
        origin = Some(embed_board(board, drawn, outer)?);
    }
    if game == "edge" && options.colors.is_none() {
        options.colors = Some(match &board.shape {
            Shape::Undirected(graph) => {
                let number = numbers::edcn(graph, stop).value();
                number.ok_or(NotReady::Colors)?.max(1)
            }
            // The game will refuse it, whatever the colours.
            Shape::Directed(_) => 1,
        });
    }
    Ok(origin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_board::{Limits, families};

    fn ready(game: &str, family: &str) -> (Result<Option<Origin>, NotReady>, Board, Options) {
        let mut board = families::board(family, Limits::BOARD).unwrap();
        let mut options = Options::default();
        let done = make_ready(game, &mut board, false, None, &mut options, &|| false);
        (done, board, options)
    }

    #[test]
    fn says_what_the_games_need() {
        // λ(P_6) = 3: five edges, and three colours make six pairs.
        let (done, _, options) = ready("edge", "path:6");
        assert_eq!((done, options.colors), (Ok(None), Some(3)));
        let (done, board, options) = ready("cycles", "complete:4");
        assert!(done.unwrap().is_some());
        assert_eq!(board.plane.unwrap().cells().len(), 3);
        assert_eq!(options.colors, None);
        let (done, _, _) = ready("cycles", "complete:5");
        assert!(matches!(done, Err(NotReady::Input(_))));
        let (done, _, options) = ready("coloring", "complete:5");
        assert_eq!((done, options.colors), (Ok(None), None));
    }
}
