//! A player in a game whose positions and moves are text, as on the command line
//! and on the page.

use crate::roster::{Past, Resources, prepare};
use crate::setup::setup_of;
use crate::strategy::{Choice, Strategy, Turn};
use outplay_board::{Board, InputError};
use outplay_engine::{Player, Rng};
use outplay_games::registry::{self, Options, Registered, Visitor};

/// A game, by what it takes to open it.
#[derive(Clone, Copy)]
pub struct Setup<'a> {
    /// Its name.
    pub game: &'a str,
    /// Its board.
    pub board: &'a Board,
    /// Everything else.
    pub options: &'a Options,
}

/// Somebody who sits at the board.
pub trait Seat {
    /// What was computed beforehand, for people.
    fn remarks(&self) -> &[String];

    /// The move, as text, in the position that `moves` lead to from `start`;
    /// `None` if it was no longer wanted.
    ///
    /// # Errors
    /// Position or moves are not legal, or the game is over.
    fn choose(
        &mut self,
        start: &str,
        moves: &[String],
    ) -> Result<Option<Choice<String>>, InputError>;
}

impl Setup<'_> {
    /// Seats the player that `player` names on one side and does `work` with it.
    ///
    /// # Errors
    /// The game or the player cannot be set up.
    pub fn seat(
        &self,
        player: &str,
        side: Player,
        seed: u64,
        resources: Resources<'_>,
        work: &mut dyn FnMut(&mut dyn Seat),
    ) -> Result<(), InputError> {
        let seating = Seating {
            board: self.board,
            player,
            side,
            seed,
            resources,
            work,
        };
        registry::visit(self.game, self.board, self.options, seating)?
    }
}

struct Seating<'a> {
    board: &'a Board,
    player: &'a str,
    side: Player,
    seed: u64,
    resources: Resources<'a>,
    work: &'a mut dyn FnMut(&mut dyn Seat),
}

impl Visitor for Seating<'_> {
    type Output = Result<(), InputError>;

    fn visit<G: Registered>(self, game: G) -> Self::Output {
        // A board that is too large for histories is not too large for other players.
        let setup = setup_of(&game, self.board).ok();
        let resources = Resources {
            past: setup.as_ref().map(|setup| Past { setup, file: None }),
            ..self.resources
        };
        let prepared = prepare(self.player, &game, resources)?;
        prepared.plays(self.side)?;
        let mut seated = Seated {
            game: &game,
            remarks: prepared.remarks(),
            strategy: prepared.strategy(),
            last: Vec::new(),
            rng: Rng::new(self.seed),
            stop: self.resources.stop,
        };
        (self.work)(&mut seated);
        Ok(())
    }
}

struct Seated<'a, G: Registered> {
    game: &'a G,
    remarks: Vec<String>,
    strategy: Box<dyn Strategy<G> + 'a>,
    /// The game as it was at the last choice: moves may have been taken back since.
    last: Vec<G::Move>,
    rng: Rng,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl<G: Registered> Seat for Seated<'_, G> {
    fn remarks(&self) -> &[String] {
        &self.remarks
    }

    fn choose(
        &mut self,
        start: &str,
        moves: &[String],
    ) -> Result<Option<Choice<String>>, InputError> {
        let game = self.game;
        let mut position = game.parse_position(start)?;
        let mut mover = game.to_move(&position);
        let mut played = Vec::with_capacity(moves.len());
        for text in moves {
            let mv = game.parse_move(text)?;
            position = outplay_engine::Game::play(game, &position, mv)
                .map_err(|refusal| InputError::new(refusal.to_string()))?;
            played.push(mv);
            mover = mover.other();
        }
        if outplay_engine::Game::result(game, &position).is_some() {
            return Err(InputError::new("the game is over"));
        }
        if !played.starts_with(&self.last) || self.last.is_empty() {
            self.strategy.begin();
        }
        self.last.clone_from(&played);
        let choice = self.strategy.choose(Turn {
            game,
            position: &position,
            mover,
            moves: &played,
            rng: &mut self.rng,
            stop: self.stop,
        });
        Ok(choice.map(|choice| Choice {
            mv: game.move_text(choice.mv),
            remark: choice.remark,
        }))
    }
}
