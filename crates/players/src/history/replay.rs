//! Games of the log played again, so that every move stands beside the position in which it
//! was made. The log itself has positions up to symmetry only.

use super::{Error, Filter, History, Logged, Move, Setup, Summary};
use crate::setup::{board_of, values_of};
use outplay_board::{Board, InputError};
use outplay_games::{AnyGame, AnyMove, AnyPosition, Failure, registry};
use std::sync::Arc;

/// A game of the log that was played again.
pub struct Replay {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// Its board.
    pub board: Board,
    /// The moves.
    pub moves: Vec<AnyMove>,
    /// The positions as they stood: before the first move, and after every one.
    pub positions: Vec<AnyPosition>,
}

/// Opens the game of a setup, on a board that its user called `board`.
fn open(setup: &Setup, board: &str) -> Result<registry::Opened, InputError> {
    let (entry, board) = (registry::find(&setup.game)?, board_of(setup, board)?);
    let opened = entry.open(board, false, &values_of(setup)?, &|| false);
    opened.map_err(|error| match Failure::from(error) {
        Failure::Input(error) => error,
        Failure::Stopped(stopped) => InputError::new(stopped.to_string()),
    })
}

/// The moves of a game, and the positions between them.
fn follow(
    game: &dyn AnyGame,
    logged: &Logged,
) -> Result<(Vec<AnyMove>, Vec<AnyPosition>), InputError> {
    let mut positions = vec![game.parse_position(&logged.start)?];
    let mut moves = Vec::with_capacity(logged.moves.len());
    for text in logged.moves.iter().map(|logged| &logged.mv) {
        let mv = game.parse_move(text)?;
        let next = game.play(&positions[moves.len()], mv);
        positions.push(next.map_err(|refusal| {
            InputError::new(format!(
                "game {} has the move {text}, but {refusal}",
                logged.summary.id
            ))
        })?);
        moves.push(mv);
    }
    Ok((moves, positions))
}

impl Logged {
    /// Plays the game again, from its start.
    ///
    /// # Errors
    /// The log holds no game that can be played.
    pub fn replay(&self) -> Result<Replay, InputError> {
        let opened = open(&self.setup, &self.summary.board)?;
        let (moves, positions) = follow(&*opened.game, self)?;
        Ok(Replay {
            game: opened.game,
            board: opened.board,
            moves,
            positions,
        })
    }

    /// The moves, with the positions before and after them as they stood.
    ///
    /// # Errors
    /// The log holds no game that can be played.
    pub fn moves_as_made(&self) -> Result<Vec<Move>, InputError> {
        let opened = open(&self.setup, &self.summary.board)?;
        self.made_in(&*opened.game)
    }

    fn made_in(&self, game: &dyn AnyGame) -> Result<Vec<Move>, InputError> {
        let (_, positions) = follow(game, self)?;
        let between = self.moves.iter().zip(positions.windows(2));
        let made = between.map(|(logged, around)| Move {
            position: game.position_text(&around[0]),
            child: game.position_text(&around[1]),
            ..logged.clone()
        });
        Ok(made.collect())
    }
}

impl History {
    /// Hands the games that are meant to `each`, in the order of their numbers, with their
    /// moves and the positions before and after these as they stood. Ends when `each` fails.
    ///
    /// # Errors
    /// The file cannot be read or holds a game that cannot be played, or what `each` says.
    pub fn export<E: From<Error>>(
        &self,
        filter: &Filter,
        mut each: impl FnMut(&Summary, &[Move]) -> Result<(), E>,
    ) -> Result<(), E> {
        // Games that follow each other are mostly of one match.
        let mut opened: Option<(Setup, registry::Opened)> = None;
        self.games(filter, None, |summary| {
            let logged = self.game(summary.id)?;
            let wrong = |error: InputError| Error::Input(error.in_source(self.path()));
            let game = match opened.take() {
                Some((setup, game)) if setup == logged.setup => game,
                _ => open(&logged.setup, &summary.board).map_err(wrong)?,
            };
            let moves = logged.made_in(&*game.game).map_err(wrong)?;
            opened = Some((logged.setup, game));
            each(&summary, &moves)
        })
    }
}
