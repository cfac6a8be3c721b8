//! What is known about the positions of a game: from its complete state digraph
//! where that is small, from the exact search where it is not.

use crate::any::{Failure, NamedMove};
use crate::notation::{Marks, Notation};
use crate::searchable::{Searcher, TooLarge};
use outplay_board::{Digraph, InputError};
use outplay_engine::search::{Entry, SearchOptions, Table};
use outplay_engine::{
    Budget, Game, Labels, Outcome, StateDigraph, Stop, Stopped, UpToSymmetry, grundy,
};
use std::cell::Cell;
use std::sync::Arc;

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// How long the game lasts, where that was asked and play ends.
    pub remoteness: Option<u32>,
    /// The Grundy value, where that was asked and exists.
    pub grundy: Option<u32>,
}

/// A legal move and what it is worth to the player who makes it.
#[derive(Clone, Debug)]
pub struct MoveValue {
    /// The move.
    pub mv: NamedMove,
    /// The position that it leads to.
    pub to: String,
    /// The value for the player who makes the move; its Grundy value is that of
    /// the position reached. `None` if the budget ran out before it was known.
    pub value: Option<Value>,
}

/// How to settle positions.
#[derive(Clone)]
pub struct Effort {
    /// Are symmetric positions one?
    pub symmetry: bool,
    /// How many threads may search.
    pub threads: usize,
    /// What a search has learnt; one table serves one game, on any board.
    pub table: Arc<Table>,
    /// Games expected to have more positions than this are searched instead of
    /// explored completely, where the game has a search.
    pub explore_most: f64,
    /// Also find Grundy values?
    pub grundy: bool,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            symmetry: true,
            threads: 1,
            table: Arc::new(Table::new(64 << 20)),
            explore_most: 20_000.0,
            grundy: false,
        }
    }
}

/// A game that is being settled.
pub trait Analysis {
    /// How many positions were looked at so far.
    fn positions(&self) -> u64;

    /// Is everything known already, with remoteness?
    fn is_complete(&self) -> bool;

    /// The value of a position. Must be reachable from where the analysis began.
    ///
    /// # Errors
    /// `position` is no position of the game, or the budget ran out.
    fn value(&self, position: &str, budget: &Budget<'_>) -> Result<Value, Failure>;

    /// Every legal move with its value, best first: quick wins, draws, slow losses,
    /// unknown ones. Where the budget runs out, the rest is unknown.
    ///
    /// # Errors
    /// `position` is no position of the game.
    fn moves(&self, position: &str, budget: &Budget<'_>) -> Result<Vec<MoveValue>, InputError>;

    /// The same without any further work: what is known by now.
    ///
    /// # Errors
    /// `position` is no position of the game.
    fn known_moves(&self, position: &str) -> Result<Vec<MoveValue>, InputError>;

    /// The line of play that looks best by now, at most `most` moves long; empty
    /// where everything is known anyway.
    ///
    /// # Errors
    /// `position` is no position of the game.
    fn line(&self, position: &str, most: usize) -> Result<Vec<NamedMove>, InputError>;
}

/// A state digraph to be shown: positions are the vertices.
pub trait StateView {
    /// The digraph.
    fn digraph(&self) -> &Digraph;
    /// Who wins where.
    fn labels(&self) -> &Labels;
    /// Grundy values, if the game is impartial and ends.
    fn grundy(&self) -> Option<&[u32]>;
    /// The number of a position, if it is there.
    fn index(&self, position: &str) -> Option<u32>;
    /// The position with a number.
    fn position(&self, i: u32) -> String;
    /// What stands on the board there.
    fn marks(&self, i: u32) -> Marks;
    /// How many moves were made there.
    fn layer(&self, i: u32) -> u32;
    /// The name of the player to move there.
    fn to_move(&self, i: u32) -> &'static str;
    /// The move along an arc of the digraph.
    fn arc_move(&self, arc: usize) -> String;
}

/// A game explored completely from some positions: every position that can be
/// reached from them has its label. Several threads may ask at once.
pub struct Explored<'a, G: Notation> {
    rules: UpToSymmetry<'a, G>,
    states: StateDigraph<UpToSymmetry<'a, G>>,
    labels: Labels,
    grundy: Option<Vec<u32>>,
}

impl<'a, G: Notation> Explored<'a, G> {
    pub(crate) fn new(
        rules: UpToSymmetry<'a, G>,
        seeds: impl Iterator<Item = G::Position>,
        budget: &Budget<'_>,
    ) -> Result<Self, Stopped> {
        let seeds = seeds.map(|seed| rules.representative(seed));
        let states = StateDigraph::explore(&rules, seeds, budget)?;
        let impartial = rules.game.is_impartial();
        Ok(Self {
            labels: states.label(),
            grundy: impartial.then(|| grundy(states.digraph())).flatten(),
            rules,
            states,
        })
    }

    /// Explores from one position, unless that is hopeless. With `symmetry`,
    /// symmetric positions are one.
    ///
    /// # Errors
    /// The budget ran out.
    pub fn from(
        game: &'a G,
        position: G::Position,
        symmetry: bool,
        budget: &Budget<'_>,
    ) -> Result<Self, Stopped> {
        let rules = UpToSymmetry { game, on: symmetry };
        let bytes_each = StateDigraph::bytes_each(&rules);
        budget.check_estimate(rules.estimate(&position), bytes_each)?;
        Self::new(rules, std::iter::once(position), budget)
    }

    /// The value of a position, if it was reached.
    pub fn value_of(&self, position: G::Position) -> Option<Value> {
        let index = self.states.index(&self.rules.representative(position))?;
        Some(Value {
            outcome: self.labels.outcome(index),
            remoteness: self.labels.remoteness(index),
            grundy: self.grundy.as_ref().map(|values| values[index as usize]),
        })
    }
}

fn unexplored() -> InputError {
    InputError::new("this position cannot be reached from the one that was analysed")
}

impl<G: Notation> Analysis for Explored<'_, G> {
    fn positions(&self) -> u64 {
        self.states.len() as u64
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn value(&self, position: &str, _: &Budget<'_>) -> Result<Value, Failure> {
        let position = self.rules.game.parse_position(position)?;
        Ok(self.value_of(position).ok_or_else(unexplored)?)
    }

    fn moves(&self, position: &str, _: &Budget<'_>) -> Result<Vec<MoveValue>, InputError> {
        value_moves(self.rules.game, position, |next| {
            self.value_of(next.clone()).map(Some).ok_or_else(unexplored)
        })
    }

    fn known_moves(&self, position: &str) -> Result<Vec<MoveValue>, InputError> {
        self.moves(position, &Budget::UNLIMITED)
    }

    fn line(&self, _: &str, _: usize) -> Result<Vec<NamedMove>, InputError> {
        Ok(Vec::new())
    }
}

/// The legal moves of a position, valued by the positions that they lead to.
fn value_moves<G: Notation>(
    game: &G,
    position: &str,
    mut value_of: impl FnMut(&G::Position) -> Result<Option<Value>, InputError>,
) -> Result<Vec<MoveValue>, InputError> {
    let position = game.parse_position(position)?;
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let mut values = Vec::with_capacity(moves.len());
    for mv in moves {
        let next = game.apply(&position, mv);
        values.push(MoveValue {
            mv: NamedMove::new(game, mv),
            to: game.position_text(&next),
            value: value_of(&next)?.map(|after| Value {
                outcome: after.outcome.reversed(),
                remoteness: after.remoteness.map(|r| r + 1),
                grundy: after.grundy,
            }),
        });
    }
    values.sort_by_key(|m| {
        let length = m
            .value
            .and_then(|value| value.remoteness)
            .map_or(0, i64::from);
        match m.value.map(|value| value.outcome) {
            Some(Outcome::Win) => (0, length),
            Some(Outcome::Draw) => (1, 0),
            Some(Outcome::Lose) => (2, -length),
            None => (3, 0),
        }
    });
    Ok(values)
}

/// A game that is searched position by position.
pub(crate) struct Searched<'a, G: Notation> {
    game: &'a G,
    searcher: Box<dyn Searcher<G::Position> + 'a>,
    effort: Effort,
    positions: Cell<u64>,
}

impl<'a, G: Notation> Searched<'a, G> {
    /// A search, if the game has one that can handle the position.
    pub(crate) fn new(game: &'a G, position: &G::Position, effort: &Effort) -> Option<Self> {
        let searcher = game.searcher(effort.table.clone())?;
        searcher.known(position).ok()?;
        Some(Self {
            game,
            searcher,
            effort: effort.clone(),
            positions: Cell::new(0),
        })
    }

    pub(crate) fn value_of(
        &self,
        position: &G::Position,
        budget: &Budget<'_>,
    ) -> Result<Value, Failure> {
        let before = self.positions.get();
        let left = Budget {
            positions: budget.positions.saturating_sub(before),
            stop: &|now| (budget.stop)(before + now),
            ..*budget
        };
        let options = SearchOptions {
            threads: self.effort.threads,
        };
        let grundy = match self.effort.grundy {
            true => self
                .searcher
                .grundy(position, &options, &left)
                .map_err(too_large)?,
            false => None,
        };
        let (wins, positions, stopped, grundy) = match grundy {
            Some(report) => (
                report.value.map(|value| value != 0),
                report.positions,
                report.stopped,
                report.value,
            ),
            None => {
                let report = self
                    .searcher
                    .winner(position, &options, &left)
                    .map_err(too_large)?;
                (report.wins, report.positions, report.stopped, None)
            }
        };
        self.positions.set(before + positions);
        let outcome = match (wins, stopped) {
            (Some(true), _) => Outcome::Win,
            (Some(false), _) => Outcome::Lose,
            (None, why) => {
                let positions = self.positions.get();
                let why = match why {
                    Some(Stop::Positions(_)) | None => Stop::Positions(budget.positions),
                    Some(why) => why,
                };
                return Err(Stopped { why, positions }.into());
            }
        };
        Ok(Value {
            outcome,
            remoteness: None,
            grundy,
        })
    }
}

impl<G: Notation> Searched<'_, G> {
    /// What the table knows of a position.
    fn known(&self, position: &G::Position) -> Result<Option<Value>, InputError> {
        let known = self.searcher.known(position).map_err(too_large)?;
        Ok(known.and_then(Entry::value).map(|wins| Value {
            outcome: if wins { Outcome::Win } else { Outcome::Lose },
            remoteness: None,
            grundy: None,
        }))
    }
}

impl<G: Notation> Analysis for Searched<'_, G> {
    fn positions(&self) -> u64 {
        self.positions.get()
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn value(&self, position: &str, budget: &Budget<'_>) -> Result<Value, Failure> {
        self.value_of(&self.game.parse_position(position)?, budget)
    }

    fn moves(&self, position: &str, budget: &Budget<'_>) -> Result<Vec<MoveValue>, InputError> {
        let mut stopped = false;
        value_moves(self.game, position, |next| {
            if stopped {
                return self.known(next);
            }
            match self.value_of(next, budget) {
                Ok(value) => Ok(Some(value)),
                Err(Failure::Stopped(_)) => {
                    stopped = true;
                    Ok(None)
                }
                Err(Failure::Input(error)) => Err(error),
            }
        })
    }

    fn known_moves(&self, position: &str) -> Result<Vec<MoveValue>, InputError> {
        value_moves(self.game, position, |next| self.known(next))
    }

    /// Follows the move whose answer is nearest to being refuted, as the search does.
    /// Where the search is still inside the only kind of move there is, the table
    /// knows none of them yet: then the first one stands for all, and the line ends
    /// with the last move that the table knows.
    fn line(&self, position: &str, most: usize) -> Result<Vec<NamedMove>, InputError> {
        let mut position = self.game.parse_position(position)?;
        let mut line = Vec::new();
        let mut known = 0;
        let mut moves = Vec::new();
        while line.len() < most {
            moves.clear();
            self.game.moves(&position, &mut moves);
            let mut best = None;
            for &mv in &moves {
                let next = self.game.apply(&position, mv);
                let entry = self.searcher.known(&next).map_err(too_large)?;
                let distance = entry.map_or(u32::MAX, |entry| entry.disproof);
                if best.as_ref().is_none_or(|&(least, _, _)| distance < least) {
                    best = Some((distance, mv, next));
                }
            }
            let Some((distance, mv, next)) = best else {
                break;
            };
            line.push(NamedMove::new(self.game, mv));
            if distance < u32::MAX {
                known = line.len();
            }
            position = next;
        }
        line.truncate(known);
        Ok(line)
    }
}

fn too_large(error: TooLarge) -> InputError {
    InputError::new(error.to_string())
}

impl<G: Notation> StateView for Explored<'_, G> {
    fn digraph(&self) -> &Digraph {
        self.states.digraph()
    }
    fn labels(&self) -> &Labels {
        &self.labels
    }
    fn grundy(&self) -> Option<&[u32]> {
        self.grundy.as_deref()
    }
    fn index(&self, position: &str) -> Option<u32> {
        let position = self.rules.game.parse_position(position).ok()?;
        self.states.index(&self.rules.representative(position))
    }
    fn position(&self, i: u32) -> String {
        self.rules.game.position_text(self.states.position(i))
    }
    fn marks(&self, i: u32) -> Marks {
        self.rules.game.marks(self.states.position(i))
    }
    fn layer(&self, i: u32) -> u32 {
        self.states.layer(i)
    }
    fn to_move(&self, i: u32) -> &'static str {
        let game = self.rules.game;
        game.player_name(game.to_move(self.states.position(i)))
    }
    fn arc_move(&self, arc: usize) -> String {
        self.rules.game.move_text(self.states.arc_move(arc))
    }
}
