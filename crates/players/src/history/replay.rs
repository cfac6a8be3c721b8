//! Games of the history played again, so that every move stands beside the position in which it
//! was made.

use super::{Finished, Setup, board_of, values_of};
use outplay_board::{Board, Failed, InputError, Shape};
use outplay_games::{AnyGame, AnyMove, AnyPosition, Marks, registry};
use serde_json::{Value as Json, json};
use std::sync::Arc;

/// A game that was played again.
pub struct Replay {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// Its board.
    pub board: Board,
    /// The moves.
    pub moves: Vec<AnyMove>,
    /// The positions: before the first move, and after every one.
    pub positions: Vec<AnyPosition>,
}

/// A move in words, with the positions before and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who moved.
    pub mover: String,
    /// The move.
    pub mv: String,
    /// The position before.
    pub position: String,
    /// The position after.
    pub child: String,
    /// How the game ended for the mover: 1 won, 0 drawn, −1 lost.
    pub result: i64,
    /// The coloured graph before the move as programs of the two-player game write it, a list of
    /// `{"color":0,"adj":[1]}`: by this text they index what they remember.
    pub graph: Option<String>,
}

impl Finished {
    /// Plays the game again, from its start.
    ///
    /// # Errors
    /// It is no game that can be played.
    pub fn replay(&self) -> Result<Replay, InputError> {
        let opened = self.setup.open(&self.board)?;
        let (moves, positions) = self.follow(&*opened.game)?;
        Ok(Replay {
            game: opened.game,
            board: opened.board,
            moves,
            positions,
        })
    }

    /// The moves, and the positions between them, of a game that was opened already.
    ///
    /// # Errors
    /// A move is not legal.
    pub fn follow(
        &self,
        game: &dyn AnyGame,
    ) -> Result<(Vec<AnyMove>, Vec<AnyPosition>), InputError> {
        let mut positions = vec![game.parse_position(&self.start)?];
        let mut moves = Vec::with_capacity(self.moves.len());
        for text in &self.moves {
            let mv = game.parse_move(text)?;
            let next = game.play(&positions[moves.len()], mv);
            positions.push(next.map_err(|refusal| {
                let message = format!("game {} has the move {text}, but {refusal}", self.id);
                InputError::new(message)
            })?);
            moves.push(mv);
        }
        Ok((moves, positions))
    }

    /// The moves in words, of a game that was opened already.
    ///
    /// # Errors
    /// A move is not legal.
    pub fn moves_in(&self, game: &dyn AnyGame, board: &Board) -> Result<Vec<Move>, InputError> {
        let (_, positions) = self.follow(game)?;
        let mut mover = game.to_move(&positions[0]);
        let between = self.moves.iter().zip(positions.windows(2));
        let moves = between.map(|(mv, around)| {
            let word = game.player_word(mover);
            mover = mover.other();
            Move {
                mover: word.to_owned(),
                mv: mv.clone(),
                position: game.position_text(&around[0]),
                child: game.position_text(&around[1]),
                graph: stringified(board, &game.marks(&around[0])),
                result: match &self.winner {
                    None => 0,
                    Some(winner) if winner == word => 1,
                    Some(_) => -1,
                },
            }
        });
        Ok(moves.collect())
    }
}

fn stringified(board: &Board, marks: &Marks) -> Option<String> {
    let (Shape::Undirected(graph), Some(colors)) = (&board.shape, &marks.colors) else {
        return None;
    };
    let vertices = graph.vertices().zip(colors);
    let vertices = vertices.map(|(v, color)| json!({ "color": color, "adj": graph.neighbors(v) }));
    Some(Json::Array(vertices.collect()).to_string())
}

impl Setup {
    /// Opens the game, on a board that its user called `board`.
    ///
    /// # Errors
    /// There is no such game, or not with these parameters or on this board.
    pub fn open(&self, board: &str) -> Result<registry::Opened, InputError> {
        let (entry, board) = (registry::find(&self.game)?, board_of(self, board)?);
        let opened = entry.open(board, false, &values_of(self)?, &|| false);
        opened.map_err(|error| match error {
            Failed::Input(error) => error,
            stopped => InputError::new(stopped.to_string()),
        })
    }
}
