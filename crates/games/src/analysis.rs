//! What is known about the positions of a game: from its complete state digraph
//! where that is small, from the exact search where it is not, from theory where the game
//! has one and is too large for both.

use crate::any::{AnyGame, AnyMove, AnyPosition, Failure, Playable};
use crate::described::Description;
use crate::show::Marks;
use outplay_board::{Digraph, InputError};
use outplay_engine::search::{Ask, Means, Table, Unsearchable};
use outplay_engine::{Budget, Game, Labels, Outcome, StateDigraph, Stopped, UpToSymmetry, grundy};
use std::borrow::Cow;
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

impl Value {
    /// That the player to move wins or loses, and nothing more.
    fn of(wins: bool) -> Self {
        Self {
            outcome: Outcome::of(wins),
            remoteness: None,
            grundy: None,
        }
    }

    /// That of a vertex of a labelled digraph.
    pub(crate) fn labelled(labels: &Labels, grundy: Option<&[u32]>, v: u32) -> Self {
        Self {
            outcome: labels.outcome(v),
            remoteness: labels.remoteness(v),
            grundy: grundy.map(|values| values[v as usize]),
        }
    }

    /// What a move to a position with this value is worth to the player who makes it; the Grundy
    /// value stays that of the position reached.
    pub fn before(self) -> Self {
        Self {
            outcome: self.outcome.reversed(),
            remoteness: self.remoteness.map(|r| r + 1),
            ..self
        }
    }
}

/// A legal move and what it is worth to the player who makes it.
#[derive(Clone, Debug)]
pub struct MoveValue {
    /// The move.
    pub mv: AnyMove,
    /// The position that it leads to.
    pub to: AnyPosition,
    /// The value for the player who makes the move; its Grundy value is that of
    /// the position reached. `None` if the budget ran out before it was known.
    pub value: Option<Value>,
}

/// Which way to settle positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// What suits.
    Auto,
    /// By labelling all positions.
    Labels,
    /// By labelling all rows of marks without a look at which can be reached.
    Dense,
    /// By search.
    Search,
}

/// How to settle positions.
#[derive(Clone)]
pub struct Effort {
    /// Which way.
    pub method: Method,
    /// Are symmetric positions one? A search knows no other way, so without it all positions are
    /// labelled.
    pub symmetry: bool,
    /// How many threads may search or label.
    pub threads: usize,
    /// What a search has learnt; one table serves one game, on any board.
    pub table: Arc<Table>,
    /// Games expected to have more positions than this are searched instead of
    /// explored completely, where the method is left open.
    pub explore_most: f64,
    /// Also find Grundy values?
    pub grundy: bool,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            method: Method::Auto,
            symmetry: true,
            threads: 1,
            table: Arc::new(Table::new(64 << 20)),
            explore_most: 20_000.0,
            grundy: false,
        }
    }
}

/// How the values of positions came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// All positions were labelled.
    Labels,
    /// Positions are searched as they are asked about.
    Search,
    /// Theory gives them.
    Theory,
}

/// A game that is being settled.
pub trait Analysis {
    /// How values come about.
    fn how(&self) -> How;

    /// How many positions were looked at so far.
    fn positions(&self) -> u64;

    /// Is everything known already, with remoteness?
    fn is_complete(&self) -> bool {
        self.how() == How::Labels
    }

    /// The value of a position. Must be reachable from where the analysis began.
    ///
    /// # Errors
    /// The position was not analysed, or the budget ran out.
    fn value(&self, position: &AnyPosition, budget: &Budget<'_>) -> Result<Value, Failure>;

    /// What is known of a position without any further work: everything, if nothing is said.
    ///
    /// # Errors
    /// The position was not analysed.
    fn known(&self, position: &AnyPosition) -> Result<Option<Value>, Failure> {
        self.value(position, &Budget::UNLIMITED).map(Some)
    }

    /// How much is missing to show that a position is lost, by what a search has learnt on its way;
    /// 0 where that is shown.
    fn disproof(&self, position: &AnyPosition) -> Option<u32> {
        let _ = position;
        None
    }

    /// Every legal move with its value, best first: quick wins, draws, slow losses,
    /// unknown ones. Where the budget runs out, the rest is what is known.
    ///
    /// # Errors
    /// The position was not analysed.
    fn moves(
        &self,
        position: &AnyPosition,
        budget: &Budget<'_>,
    ) -> Result<Vec<MoveValue>, InputError> {
        let mut stopped = false;
        value_moves(self.game(), position, &mut |next| {
            if stopped {
                return self.known(next);
            }
            match self.value(next, budget) {
                Ok(value) => Ok(Some(value)),
                Err(Failure::Stopped(_)) => {
                    stopped = true;
                    self.known(next)
                }
                Err(error) => Err(error),
            }
        })
    }

    /// The same without any further search: what is known by now. On a large board even
    /// looking it up takes long; what was not looked up when `stop` says so is unknown.
    ///
    /// # Errors
    /// The position was not analysed.
    fn known_moves(
        &self,
        position: &AnyPosition,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<MoveValue>, InputError> {
        value_moves(self.game(), position, &mut |next| match stop() {
            true => Ok(None),
            false => self.known(next),
        })
    }

    /// The line of play that looks best by now, at most `most` moves long; empty
    /// where everything is known anyway, shorter if `stop` says so.
    fn line(&self, position: &AnyPosition, most: usize, stop: &dyn Fn() -> bool) -> Vec<AnyMove> {
        let _ = (position, most, stop);
        Vec::new()
    }

    /// How many positions are won and lost for the player to move, where all were counted.
    fn counts(&self) -> Option<[u64; 2]> {
        None
    }

    /// The game.
    fn game(&self) -> &dyn AnyGame;
}

/// So many bytes of positions are told at most with the moves that lead to them.
const MOST_TOLD: usize = 256 << 20;

/// The legal moves of a position, valued by the positions that they lead to.
///
/// # Errors
/// As `value_of` says.
pub fn value_moves(
    game: &dyn AnyGame,
    position: &AnyPosition,
    value_of: &mut dyn FnMut(&AnyPosition) -> Result<Option<Value>, Failure>,
) -> Result<Vec<MoveValue>, InputError> {
    let mut values = Vec::new();
    let moves = game.legal_moves(position);
    // Every move is told with the position that it leads to.
    let bytes = moves.len().saturating_mul(game.position_bytes());
    if bytes > MOST_TOLD {
        return Err(InputError::found(
            format_args!(
                "{} legal moves that lead to positions of {} bytes each",
                moves.len(),
                game.position_bytes()
            ),
            format_args!("at most {} MB of them to list", MOST_TOLD >> 20),
        ));
    }
    for mv in moves {
        let to = game.apply(position, mv);
        let value = match value_of(&to) {
            Ok(value) => value,
            Err(Failure::Input(error)) => return Err(error),
            Err(Failure::Stopped(_)) => None,
        };
        let value = value.map(Value::before);
        values.push(MoveValue { mv, to, value });
    }
    sort_moves(&mut values);
    Ok(values)
}

/// Puts the best moves first: quick wins, draws, slow losses, unknown ones.
pub fn sort_moves(moves: &mut [MoveValue]) {
    moves.sort_by_key(|m| {
        let length = m.value.and_then(|value| value.remoteness);
        let length = length.map_or(0, i64::from);
        match m.value.map(|value| value.outcome) {
            Some(Outcome::Win) => (0, length),
            Some(Outcome::Draw) => (1, 0),
            Some(Outcome::Lose) => (2, -length),
            None => (3, 0),
        }
    });
}

/// A state digraph to be shown: positions are the vertices.
pub trait StateView {
    /// What the game says about itself.
    fn description(&self) -> &Description;
    /// The digraph.
    fn digraph(&self) -> &Digraph;
    /// Who wins where.
    fn labels(&self) -> &Labels;
    /// Grundy values, if the game is impartial and ends.
    fn grundy(&self) -> Option<&[u32]>;
    /// The number of a position, if it is there.
    fn index(&self, position: &AnyPosition) -> Option<u32>;
    /// The position with a number, as text.
    fn position(&self, i: u32) -> String;
    /// What stands on the board there.
    fn marks(&self, i: u32) -> Marks;
    /// How many moves were made there.
    fn layer(&self, i: u32) -> u32;
    /// The side to move there: 0 or 1, as the description lists them.
    fn side_to_move(&self, i: u32) -> usize;
    /// The move along an arc of the digraph, as text.
    fn arc_move(&self, arc: usize) -> String;
    /// Where each legal move from there leads. The digraph has one arc where several moves lead to
    /// the same position.
    fn destinations(&self, i: u32) -> Cow<'_, [u32]>;
}

/// A game explored completely from some positions: every position that can be
/// reached from them has its label. Several threads may ask at once.
pub(crate) struct Explored<'a, G: Playable> {
    any: &'a dyn AnyGame,
    rules: UpToSymmetry<'a, G>,
    states: StateDigraph<UpToSymmetry<'a, G>>,
    labels: Labels,
    grundy: Option<Vec<u32>>,
}

impl<'a, G: Playable> Explored<'a, G> {
    pub(crate) fn new(
        any: &'a dyn AnyGame,
        rules: UpToSymmetry<'a, G>,
        seeds: impl Iterator<Item = G::Position>,
        threads: usize,
        budget: &Budget<'_>,
    ) -> Result<Self, Stopped> {
        let seeds = seeds.map(|seed| rules.representative(seed));
        let states = StateDigraph::explore(&rules, seeds, budget)?;
        let impartial = any.description().impartial;
        Ok(Self {
            labels: states.label(threads),
            grundy: impartial.then(|| grundy(states.digraph())).flatten(),
            any,
            rules,
            states,
        })
    }

    /// Explores from one position, unless that is hopeless.
    pub(crate) fn from(
        any: &'a dyn AnyGame,
        rules: UpToSymmetry<'a, G>,
        position: G::Position,
        threads: usize,
        budget: &Budget<'_>,
    ) -> Result<Self, Stopped> {
        let bytes_each = StateDigraph::bytes_each(&rules);
        // Nothing is refused without a limit, so nothing need be guessed.
        if budget.bytes < u64::MAX || budget.positions < u64::MAX {
            budget.check_estimate(rules.estimate(&position), bytes_each)?;
        }
        let seeds = std::iter::once(position);
        Self::new(any, rules, seeds, threads, budget)
    }
}

impl<G: Playable> Explored<'_, G> {
    pub(crate) fn value(&self, position: &AnyPosition) -> Result<Value, InputError> {
        let index = self.index(position).ok_or_else(|| {
            InputError::new("this position cannot be reached from the one that was analysed")
        })?;
        Ok(Value::labelled(&self.labels, self.grundy(), index))
    }
}

impl<G: Playable> StateView for Explored<'_, G> {
    fn description(&self) -> &Description {
        self.any.description()
    }
    fn digraph(&self) -> &Digraph {
        self.states.digraph()
    }
    fn labels(&self) -> &Labels {
        &self.labels
    }
    fn grundy(&self) -> Option<&[u32]> {
        self.grundy.as_deref()
    }
    fn index(&self, position: &AnyPosition) -> Option<u32> {
        let position = position.get::<G::Position>().clone();
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
    fn side_to_move(&self, i: u32) -> usize {
        self.any
            .side(self.rules.game.to_move(self.states.position(i)))
    }
    fn arc_move(&self, arc: usize) -> String {
        self.rules.game.move_text(self.states.arc_move(arc))
    }
    fn destinations(&self, i: u32) -> Cow<'_, [u32]> {
        let successors = self.digraph().successors(i);
        let mut moves = Vec::new();
        if !successors.is_empty() {
            self.rules.moves(self.states.position(i), &mut moves);
        }
        if moves.len() == successors.len() {
            return successors.into();
        }
        let next = |&mv: &G::Move| self.rules.apply(self.states.position(i), mv);
        let index = |mv| {
            self.states
                .index(&next(mv))
                .expect("all that follows is there")
        };
        moves.iter().map(index).collect()
    }
}

/// A game of which every value is known.
pub(crate) struct Told<'a, F> {
    pub(crate) game: &'a dyn AnyGame,
    pub(crate) how: How,
    pub(crate) positions: u64,
    pub(crate) counts: Option<[u64; 2]>,
    pub(crate) value: F,
}

impl<F: Fn(&AnyPosition) -> Result<Value, InputError>> Analysis for Told<'_, F> {
    fn how(&self) -> How {
        self.how
    }

    fn positions(&self) -> u64 {
        self.positions
    }

    fn value(&self, position: &AnyPosition, _: &Budget<'_>) -> Result<Value, Failure> {
        Ok((self.value)(position)?)
    }

    fn counts(&self) -> Option<[u64; 2]> {
        self.counts
    }

    fn game(&self) -> &dyn AnyGame {
        self.game
    }
}

/// A game whose values theory gives.
fn by_theory(game: &dyn AnyGame) -> Box<dyn Analysis + '_> {
    let value = |position: &AnyPosition| {
        let grundy = game.theory(position).ok_or_else(|| {
            InputError::new("theory gives no value for this position, and the game is too large")
        })?;
        Ok(Value {
            grundy: Some(grundy),
            ..Value::of(grundy != 0)
        })
    };
    Box::new(Told {
        game,
        how: How::Theory,
        positions: 0,
        counts: None,
        value,
    })
}

/// Games that would be searched have all their rows labelled instead, which also tells how long
/// they last, where there are no more.
const FEW_ROWS: u64 = 1 << 22;

/// Games with fewer positions are labelled rather than left to theory, which also tells how
/// long they last.
const FEW: f64 = 100_000.0;

/// Settles a position by the method that was asked for, or by what suits.
pub(crate) fn analyse<'a>(
    game: &'a dyn AnyGame,
    position: &AnyPosition,
    effort: &Effort,
    budget: &Budget<'_>,
) -> Result<Box<dyn Analysis + 'a>, Failure> {
    let search = || Searched {
        game,
        effort: effort.clone(),
        positions: Cell::new(0),
    };
    if effort.method == Method::Search {
        if !effort.symmetry {
            return Err(InputError::found(
                "a search in which symmetric positions are different ones",
                "labels of all positions (the method digraph): a search always folds them",
            )
            .into());
        }
        let search = search();
        search.ask(position, Ask::Known, &Budget::UNLIMITED)?;
        return Ok(Box::new(search));
    }
    if effort.method == Method::Dense {
        let labelled = game.label_rows(effort.grundy, effort.threads, budget);
        let labelled = labelled.ok_or_else(|| {
            let expected = "a game whose moves put a mark on a site and whose positions say \
                            nothing else, on a board on which its rows of marks have numbers";
            InputError::found("the method dense", expected)
        })?;
        return Ok(labelled?);
    }
    if effort.method == Method::Auto {
        let expected = game.expected_positions(position, effort.symmetry);
        if expected > FEW && game.theory(position).is_some() {
            return Ok(by_theory(game));
        }
        let few = budget.positions.min(budget.bytes / 2).min(FEW_ROWS);
        if expected > effort.explore_most
            && game.row_count().is_some_and(|rows| rows <= few)
            && let Some(labelled) = game.label_rows(effort.grundy, effort.threads, budget)
        {
            return Ok(labelled?);
        }
        if expected > effort.explore_most && effort.symmetry {
            let search = search();
            match search.ask(position, Ask::Known, &Budget::UNLIMITED) {
                Ok(_) => return Ok(Box::new(search)),
                // Labels may do: whether they fit is seen there.
                Err(Unsearchable::Endless | Unsearchable::NoValues) => {}
                Err(Unsearchable::TooLarge(_)) => {}
            }
        }
    }
    Ok(game.explore(position, effort.symmetry, effort.threads, budget)?)
}

/// A game that is searched position by position.
struct Searched<'a> {
    game: &'a dyn AnyGame,
    effort: Effort,
    positions: Cell<u64>,
}

impl Searched<'_> {
    fn ask(
        &self,
        position: &AnyPosition,
        ask: Ask,
        budget: &Budget<'_>,
    ) -> Result<outplay_engine::search::Found, Unsearchable> {
        let means = &Means::new(&self.effort.table, self.effort.threads, budget);
        self.game.search(position, ask, means)
    }
}

impl Analysis for Searched<'_> {
    fn how(&self) -> How {
        How::Search
    }

    fn positions(&self) -> u64 {
        self.positions.get()
    }

    fn value(&self, position: &AnyPosition, budget: &Budget<'_>) -> Result<Value, Failure> {
        let before = self.positions.get();
        let left = Budget {
            positions: budget.positions.saturating_sub(before),
            stop: &|now| (budget.stop)(before + now),
            ..*budget
        };
        let ask = match self.effort.grundy {
            true => Ask::Grundy,
            false => Ask::Winner,
        };
        let found = self.ask(position, ask, &left)?;
        self.positions.set(before + found.positions);
        let Some(wins) = found.wins else {
            let why = found.why(budget);
            let positions = self.positions.get();
            return Err(Stopped { why, positions }.into());
        };
        Ok(Value {
            grundy: found.grundy,
            ..Value::of(wins)
        })
    }

    fn known(&self, position: &AnyPosition) -> Result<Option<Value>, Failure> {
        let found = self.ask(position, Ask::Known, &Budget::UNLIMITED)?;
        Ok(found.wins.map(Value::of))
    }

    fn disproof(&self, position: &AnyPosition) -> Option<u32> {
        let found = self.ask(position, Ask::Known, &Budget::UNLIMITED).ok()?;
        Some(found.entry?.disproof)
    }

    /// Follows the move whose answer is nearest to being refuted, as the search does.
    /// Where the search is still inside the only kind of move there is, the table
    /// knows none of them yet: then the first one stands for all, and the line ends
    /// with the last move that the table knows.
    fn line(&self, position: &AnyPosition, most: usize, stop: &dyn Fn() -> bool) -> Vec<AnyMove> {
        let mut position = position.clone();
        let mut line = Vec::new();
        let mut known = 0;
        while line.len() < most {
            let mut best = None;
            for mv in self.game.legal_moves(&position) {
                if stop() {
                    line.truncate(known);
                    return line;
                }
                let next = self.game.apply(&position, mv);
                let distance = self.disproof(&next).unwrap_or(u32::MAX);
                if best.as_ref().is_none_or(|&(least, _, _)| distance < least) {
                    best = Some((distance, mv, next));
                }
            }
            let Some((distance, mv, next)) = best else {
                break;
            };
            line.push(mv);
            if distance < u32::MAX {
                known = line.len();
            }
            position = next;
        }
        line.truncate(known);
        line
    }

    fn game(&self) -> &dyn AnyGame {
        self.game
    }
}
