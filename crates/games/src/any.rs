//! A game picked by name: the only place with dynamic dispatch. Positions and
//! moves are text here, as on the command line, on the page and in Python.

use crate::analysis::{Analysis, Effort, Explored, Searched, StateView};
use crate::certificate::{Certifiable, Certified, Judged, Uncertified, certify};
use crate::explain::{self, Explanation};
use crate::notation::{Marks, Notation, Notes};
use outplay_board::InputError;
use outplay_engine::{Budget, Outcome, Player, Stopped, UpToSymmetry};
use serde_json::Value;
use std::io::Write;

/// A move in its two written forms.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedMove {
    /// For people.
    pub text: String,
    /// For programs.
    pub json: Value,
}

impl NamedMove {
    pub(crate) fn new<G: Notation>(game: &G, mv: G::Move) -> Self {
        Self {
            text: game.move_text(mv),
            json: game.move_json(mv),
        }
    }
}

/// Why a question about a game has no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// The question is wrong.
    Input(InputError),
    /// The budget ran out.
    Stopped(Stopped),
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

/// Any game of the registry, on its board and with its parameters.
pub trait AnyGame: Send + Sync {
    /// The position at which play begins.
    fn start(&self) -> String;

    /// The position that `text` says, written the usual way.
    ///
    /// # Errors
    /// `text` is no legal, reachable position.
    fn position(&self, text: &str) -> Result<String, InputError>;

    /// Whose turn it is in a position.
    ///
    /// # Errors
    /// `position` is no position of the game.
    fn to_move(&self, position: &str) -> Result<Player, InputError>;

    /// The result for the player to move, if the game is over.
    ///
    /// # Errors
    /// `position` is no position of the game.
    fn result(&self, position: &str) -> Result<Option<Outcome>, InputError>;

    /// The legal moves.
    ///
    /// # Errors
    /// `position` is no position of the game.
    fn moves(&self, position: &str) -> Result<Vec<NamedMove>, InputError>;

    /// The position after a move.
    ///
    /// # Errors
    /// The move cannot be read, or it is refused; the reason is the message.
    fn play(&self, position: &str, mv: &str) -> Result<String, InputError>;

    /// The move that `mv` says, written the usual way.
    ///
    /// # Errors
    /// `mv` cannot be read.
    fn named_move(&self, mv: &str) -> Result<NamedMove, InputError>;

    /// How a move is typed.
    fn move_help(&self) -> String;

    /// What stands on the board.
    ///
    /// # Errors
    /// `position` is no position of the game.
    fn marks(&self, position: &str) -> Result<Marks, InputError>;

    /// What to point out to a player.
    ///
    /// # Errors
    /// `position` is no position of the game.
    fn notes(&self, position: &str) -> Result<Notes, InputError>;

    /// What a player is called.
    fn player_name(&self, player: Player) -> &'static str;

    /// Have both players the same moves?
    fn is_impartial(&self) -> bool;

    /// The parameters beside the board.
    fn parameters(&self) -> Vec<(&'static str, Value)>;

    /// The Grundy value where theory gives it without looking at positions.
    ///
    /// # Errors
    /// `position` is no position of the game.
    fn theory(&self, position: &str) -> Result<Option<u32>, InputError>;

    /// About how many positions can be reached from `position`.
    ///
    /// # Errors
    /// `position` is no position of the game.
    fn estimate(&self, position: &str, symmetry: bool) -> Result<f64, InputError>;

    /// Settles `position` and everything that can follow: at once if that is
    /// little, else position by position as the analysis is asked.
    ///
    /// # Errors
    /// `position` is no position of the game, or the budget ran out.
    fn analyse(
        &self,
        position: &str,
        effort: &Effort,
        budget: &Budget<'_>,
    ) -> Result<Box<dyn Analysis + '_>, Failure>;

    /// The shortest reason that can be found for who wins `position`, verified.
    ///
    /// # Errors
    /// `position` is no position of the game, or the budget ran out.
    fn explain(
        &self,
        position: &str,
        effort: &Effort,
        budget: &Budget<'_>,
    ) -> Result<Explanation, Failure>;

    /// The state digraph from `position`, or of all legal positions without one.
    ///
    /// # Errors
    /// `position` is no position of the game, or the budget ran out.
    fn state_digraph(
        &self,
        position: Option<&str>,
        symmetry: bool,
        budget: &Budget<'_>,
    ) -> Result<Box<dyn StateView + '_>, Failure>;

    /// Settles `position` and writes a certificate of the verdict. Without
    /// `lemmas` it also holds under strict checking, and is longer.
    ///
    /// # Errors
    /// `position` is no position of the game, the game is too large for a
    /// certificate, the budget ran out, or `out` cannot be written.
    fn certify(
        &self,
        position: &str,
        lemmas: bool,
        out: &mut dyn Write,
        effort: &Effort,
        budget: &Budget<'_>,
    ) -> Result<Certified, Uncertified>;
}

impl<G: Certifiable> AnyGame for G {
    fn start(&self) -> String {
        self.position_text(&outplay_engine::Game::start(self))
    }

    fn position(&self, text: &str) -> Result<String, InputError> {
        Ok(self.position_text(&self.parse_position(text)?))
    }

    fn to_move(&self, position: &str) -> Result<Player, InputError> {
        let position = self.parse_position(position)?;
        Ok(outplay_engine::Game::to_move(self, &position))
    }

    fn result(&self, position: &str) -> Result<Option<Outcome>, InputError> {
        let position = self.parse_position(position)?;
        Ok(outplay_engine::Game::result(self, &position))
    }

    fn moves(&self, position: &str) -> Result<Vec<NamedMove>, InputError> {
        let mut moves = Vec::new();
        outplay_engine::Game::moves(self, &self.parse_position(position)?, &mut moves);
        Ok(moves
            .into_iter()
            .map(|mv| NamedMove::new(self, mv))
            .collect())
    }

    fn play(&self, position: &str, mv: &str) -> Result<String, InputError> {
        let position = self.parse_position(position)?;
        let mv = self.parse_move(mv)?;
        match outplay_engine::Game::play(self, &position, mv) {
            Ok(next) => Ok(self.position_text(&next)),
            Err(refusal) => Err(InputError::new(refusal.to_string())),
        }
    }

    fn named_move(&self, mv: &str) -> Result<NamedMove, InputError> {
        Ok(NamedMove::new(self, self.parse_move(mv)?))
    }

    fn move_help(&self) -> String {
        Notation::move_help(self)
    }

    fn marks(&self, position: &str) -> Result<Marks, InputError> {
        Ok(Notation::marks(self, &self.parse_position(position)?))
    }

    fn notes(&self, position: &str) -> Result<Notes, InputError> {
        Ok(Notation::notes(self, &self.parse_position(position)?))
    }

    fn player_name(&self, player: Player) -> &'static str {
        Notation::player_name(self, player)
    }

    fn is_impartial(&self) -> bool {
        Notation::is_impartial(self)
    }

    fn parameters(&self) -> Vec<(&'static str, Value)> {
        Notation::parameters(self)
    }

    fn theory(&self, position: &str) -> Result<Option<u32>, InputError> {
        Ok(Notation::theory(self, &self.parse_position(position)?))
    }

    fn estimate(&self, position: &str, on: bool) -> Result<f64, InputError> {
        let rules = UpToSymmetry { game: self, on };
        let position = self.parse_position(position)?;
        Ok(outplay_engine::Game::estimate(&rules, &position))
    }

    fn analyse(
        &self,
        position: &str,
        effort: &Effort,
        budget: &Budget<'_>,
    ) -> Result<Box<dyn Analysis + '_>, Failure> {
        let on = effort.symmetry;
        let start = self.parse_position(position)?;
        let rules = UpToSymmetry { game: self, on };
        if outplay_engine::Game::estimate(&rules, &start) > effort.explore_most
            && let Some(search) = Searched::new(self, &start, effort)
        {
            return Ok(Box::new(search));
        }
        Ok(Box::new(Explored::from(self, start, on, budget)?))
    }

    fn explain(
        &self,
        position: &str,
        effort: &Effort,
        budget: &Budget<'_>,
    ) -> Result<Explanation, Failure> {
        explain::explain(self, &self.parse_position(position)?, effort, budget)
    }

    fn state_digraph(
        &self,
        position: Option<&str>,
        on: bool,
        budget: &Budget<'_>,
    ) -> Result<Box<dyn StateView + '_>, Failure> {
        Ok(Box::new(match position {
            Some(position) => Explored::from(self, self.parse_position(position)?, on, budget)?,
            None => {
                let rules = UpToSymmetry { game: self, on };
                Explored::new(rules, self.legal_positions(), budget)?
            }
        }))
    }

    fn certify(
        &self,
        position: &str,
        lemmas: bool,
        out: &mut dyn Write,
        effort: &Effort,
        budget: &Budget<'_>,
    ) -> Result<Certified, Uncertified> {
        self.certificate_board()?;
        let start = self.parse_position(position)?;
        let rules = UpToSymmetry {
            game: self,
            on: true,
        };
        if self.certificate_result(&start, lemmas).is_some() {
            let settled = |_: &G::Position| unreachable!("nothing has to be settled");
            return certify(self, &start, lemmas, &settled, out, budget);
        }
        if outplay_engine::Game::estimate(&rules, &start) > effort.explore_most
            && let Some(search) = Searched::new(self, &start, effort)
        {
            let oracle = |position: &G::Position| match search.value_of(position, budget) {
                Ok(value) => Ok(Judged {
                    outcome: value.outcome,
                    effort: 0,
                }),
                Err(Failure::Stopped(stopped)) => Err(stopped),
                Err(Failure::Input(_)) => unreachable!("positions of the game can be searched"),
            };
            return certify(self, &start, lemmas, &oracle, out, budget);
        }
        let explored = Explored::from(self, start.clone(), true, budget)?;
        let oracle = |position: &G::Position| {
            let value = explored.value_of(position.clone());
            let value = value.expect("everything that can be reached was explored");
            Ok(Judged {
                outcome: value.outcome,
                effort: value.remoteness.unwrap_or(0),
            })
        };
        certify(self, &start, lemmas, &oracle, out, budget)
    }
}
