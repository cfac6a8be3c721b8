//! A game whose rules are a Python object.
//!
//! Positions and moves are the object's own and never leave Python: here they are numbers, each
//! given once, so that the engine compares and hashes words. Where all moves of a position are
//! wanted, its rules are asked once, all of them together; who wins a game that ends is found move
//! by move, and nothing is asked that is not needed. What the rules raise stops the work and is
//! raised to who asked.

use outplay_board::InputError;
use outplay_engine::search::{Ask, Found, Means, Shortcuts, Unsearchable, search_by_rules};
use outplay_engine::{
    Budget, Endless, Game, Outcome, Player, Refusal, Stop, Symmetric, Symmetry, estimate_positions,
};
use outplay_games::certificate::Certified;
use outplay_games::{
    BoardKind, Description, LabelWords, Marks, Notation, Playable, Reasons, Sampled, Show, Sites,
    Touch, Values,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyAnyMethods, PyDict, PyIterator, PyString};
use serde_json::Value as Json;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// About how many bytes a position takes here and in Python.
const POSITION_BYTES: usize = 400;
/// More than what is rather searched than listed, and less than what is refused.
const MOST_EXPECTED: f64 = 100_000.0;

/// After so many positions the limits are asked about.
const POLL: u64 = 256;
/// A line of play of so many moves is looked at for whether it goes round.
const LONG: usize = 4096;

/// The rules and everything that they were asked.
pub(crate) struct Own {
    rules: Rules,
    start: u32,
    /// From the object of a position to its number.
    numbers: Py<PyDict>,
    /// Of positions whose winner is known, whether the player to move wins.
    settled: Py<PyDict>,
    known: Mutex<Known>,
    raised: Mutex<Option<PyErr>>,
    has_raised: AtomicBool,
    /// How much memory all of it may take, and how much the process had before.
    limit: AtomicU64,
    before: u64,
    is_full: AtomicBool,
}

/// The methods of the object; those that it leaves as they are cost nothing.
struct Rules {
    finite: bool,
    moves: Py<PyAny>,
    play: Py<PyAny>,
    result: Option<Py<PyAny>>,
    symmetry: Option<Py<PyAny>>,
}

#[derive(Default)]
struct Known {
    positions: Vec<Position>,
    moves: Vec<Py<PyAny>>,
}

struct Position {
    object: Py<PyAny>,
    rules: Option<Asked>,
}

/// What the rules say about a position: its moves lie one after the other.
#[derive(Clone)]
struct Asked {
    result: Option<Outcome>,
    first: u32,
    next: Arc<[u32]>,
}

impl Own {
    pub(crate) fn new(game: &Bound<'_, PyAny>, base: &Bound<'_, PyAny>) -> PyResult<Arc<Self>> {
        let py = game.py();
        let overridden = |name: &str| -> PyResult<Option<Py<PyAny>>> {
            let own = game.get_type().getattr(name)?;
            let same = own.is(&base.getattr(name)?);
            Ok((!same).then_some(game.getattr(name)?.unbind()))
        };
        let mut own = Self {
            rules: Rules {
                finite: game.getattr("finite")?.is_truthy()?,
                moves: game.getattr("moves")?.unbind(),
                play: game.getattr("play")?.unbind(),
                result: overridden("result")?,
                symmetry: overridden("symmetry")?,
            },
            start: 0,
            numbers: PyDict::new(py).unbind(),
            settled: PyDict::new(py).unbind(),
            known: Mutex::default(),
            raised: Mutex::default(),
            has_raised: AtomicBool::new(false),
            limit: AtomicU64::new(u64::MAX),
            before: resident(),
            is_full: AtomicBool::new(false),
        };
        own.start = own.number(&game.call_method0("start")?)?;
        Ok(Arc::new(own))
    }

    /// What is true of it: where play ends in results of its own, nothing is impartial.
    pub(crate) fn description(&self, name: &str) -> Description {
        Description {
            name: name.to_owned().into(),
            title: name.to_owned().into(),
            labels: LabelWords::WinLoseDraw,
            board: BoardKind::None,
            impartial: self.rules.result.is_none(),
            records_turn: false,
            draws: true,
            sites: Sites::Heaps,
            ..Description::default()
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a position.
    pub(crate) fn number(&self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let numbers = self.numbers.bind(position.py());
        if let Some(number) = numbers.get_item(position)? {
            return number.extract();
        }
        let number = {
            let mut known = self.known();
            known.positions.push(Position {
                object: position.clone().unbind(),
                rules: None,
            });
            known.positions.len() as u32 - 1
        };
        numbers.set_item(position, number)?;
        Ok(number)
    }

    /// The position with a number.
    pub(crate) fn position<'py>(&self, py: Python<'py>, number: u32) -> Option<Bound<'py, PyAny>> {
        let known = self.known();
        Some(
            known
                .positions
                .get(number as usize)?
                .object
                .bind(py)
                .clone(),
        )
    }

    /// The move with a number.
    pub(crate) fn mv<'py>(&self, py: Python<'py>, number: u32) -> Option<Bound<'py, PyAny>> {
        let known = self.known();
        Some(known.moves.get(number as usize)?.bind(py).clone())
    }

    /// Says how much memory the positions may take.
    pub(crate) fn allow(&self, bytes: u64) {
        self.limit.store(bytes, Relaxed);
        self.is_full.store(false, Relaxed);
    }

    /// Why nothing more is to be done: the rules raised something, or the positions take more than
    /// they may, of which the process knows best.
    pub(crate) fn halted(&self) -> Option<Stop> {
        let raised = || self.has_raised.load(Relaxed).then_some(Stop::Interrupted);
        self.full().or_else(raised)
    }

    fn full(&self) -> Option<Stop> {
        let (limit, full) = (self.limit.load(Relaxed), self.is_full.load(Relaxed));
        full.then_some(Stop::Memory(limit))
    }

    /// Measures the memory now and then.
    fn measure(&self, number: u64) {
        if number.is_multiple_of(POLL) {
            let taken = resident().saturating_sub(self.before);
            self.is_full
                .store(taken > self.limit.load(Relaxed), Relaxed);
        }
    }

    /// What the rules raised, once.
    pub(crate) fn take_raised(&self) -> Option<PyErr> {
        self.has_raised.store(false, Relaxed);
        let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        raised.take()
    }

    /// What the rules say about a position. After they raised something, play is over
    /// everywhere, so that all work comes to an end.
    fn asked(&self, number: u32) -> Asked {
        if let Some(asked) = &self.known().positions[number as usize].rules {
            return asked.clone();
        }
        let nothing = Asked {
            result: Some(Outcome::Lose),
            first: 0,
            next: Arc::new([]),
        };
        self.measure(number.into());
        if self.halted().is_some() {
            return nothing;
        }
        Python::attach(|py| {
            let position = self.position(py, number).expect("numbers are given here");
            self.ask(&position, number).unwrap_or_else(|error| {
                self.raise(at(error, &position));
                nothing
            })
        })
    }

    fn raise(&self, error: PyErr) {
        let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        raised.get_or_insert(error);
        self.has_raised.store(true, Relaxed);
    }

    fn wins(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<bool>> {
        let found = self.settled.bind(position.py()).get_item(position)?;
        found.map(|wins| wins.is_truthy()).transpose()
    }

    /// The result that the rules say, if play is over.
    fn over(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<Outcome>> {
        let Some(result) = &self.rules.result else {
            return Ok(None);
        };
        let result = outcome(result.bind(position.py()).call1((position,))?)?;
        if self.rules.finite && result == Some(Outcome::Draw) {
            let message = "result() said 'draw', but finite = True promises a winner";
            return Err(PyValueError::new_err(message));
        }
        Ok(result)
    }

    /// Where a move leads.
    fn after<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        mv: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = position.py();
        let to = self.rules.play.bind(py).call1((position, mv))?;
        match &self.rules.symmetry {
            Some(symmetry) => symmetry.bind(py).call1((to,)),
            None => Ok(to),
        }
    }

    /// Finds out who wins, depth first, with no more questions than that takes: a move to a lost
    /// position ends a position, and the moves after it are never listed.
    fn search(&self, position: Bound<'_, PyAny>, budget: &Budget<'_>) -> Found {
        let mut line = Vec::new();
        let mut found = Found::default();
        match self.descend(position, budget, (&mut line, &mut found)) {
            Ok(wins) => found.wins = wins,
            Err(error) => {
                self.raise(match line.last() {
                    Some(step) => at(error, &step.position),
                    None => error,
                });
                found.stopped = Some(Stop::Interrupted);
            }
        }
        found
    }

    fn descend<'py>(
        &self,
        position: Bound<'py, PyAny>,
        budget: &Budget<'_>,
        (line, found): (&mut Vec<Step<'py>>, &mut Found),
    ) -> PyResult<Option<bool>> {
        let py = position.py();
        let settled = self.settled.bind(py);
        // Who wins the position that was looked at last, if that is known by now.
        let mut last = self.enter(position, line)?;
        while let Some(step) = line.last_mut() {
            let wins = match last.take() {
                // A move to a lost position wins.
                Some(false) => true,
                _ => match step.moves.next().transpose()? {
                    None => false,
                    Some(mv) => {
                        let to = self.after(&step.position, &mv)?;
                        last = self.wins(&to)?;
                        if last.is_none() {
                            found.positions += 1;
                            if let Some(stop) = self.stop(py, found.positions, budget)? {
                                found.stopped = Some(stop);
                                return Ok(None);
                            }
                            last = self.enter(to, line)?;
                        }
                        continue;
                    }
                },
            };
            if let Some(step) = line.pop() {
                settled.set_item(step.position, wins)?;
            }
            last = Some(wins);
        }
        Ok(last)
    }

    /// Is there a reason to stop after so many positions?
    fn stop(&self, py: Python<'_>, positions: u64, budget: &Budget<'_>) -> PyResult<Option<Stop>> {
        if positions > budget.positions {
            return Ok(Some(Stop::Positions(budget.positions)));
        }
        if !positions.is_multiple_of(POLL) {
            return Ok(None);
        }
        py.check_signals()?;
        self.measure(positions);
        Ok((budget.stop)(positions))
    }

    /// Begins with a position, unless play is over there: then who wins is the answer.
    fn enter<'py>(
        &self,
        position: Bound<'py, PyAny>,
        line: &mut Vec<Step<'py>>,
    ) -> PyResult<Option<bool>> {
        if let Some(outcome) = self.over(&position)? {
            let wins = outcome == Outcome::Win;
            self.settled.bind(position.py()).set_item(position, wins)?;
            return Ok(Some(wins));
        }
        // Play that goes on for so long may go round.
        if line.len().is_multiple_of(LONG)
            && line
                .iter()
                .skip(1)
                .any(|step| step.position.eq(&position).unwrap_or(false))
        {
            let message = "play comes back to this position, but finite = True promises an end";
            return Err(PyValueError::new_err(message));
        }
        let moves = self.rules.moves.bind(position.py()).call1((&position,))?;
        let moves = moves.try_iter()?;
        line.push(Step { position, moves });
        Ok(None)
    }

    fn ask(&self, position: &Bound<'_, PyAny>, number: u32) -> PyResult<Asked> {
        let py = position.py();
        let mut result = self.over(position)?;
        let (mut moves, mut next) = (Vec::new(), Vec::new());
        if result.is_none() {
            for mv in self.rules.moves.bind(py).call1((position,))?.try_iter()? {
                let mv = mv?;
                next.push(self.number(&self.after(position, &mv)?)?);
                moves.push(mv.unbind());
            }
            if moves.is_empty() {
                result = Some(Outcome::Lose);
            }
        }
        let mut known = self.known();
        let asked = Asked {
            result,
            first: known.moves.len() as u32,
            next: next.into(),
        };
        known.moves.extend(moves);
        known.positions[number as usize].rules = Some(asked.clone());
        Ok(asked)
    }
}

/// A position on the line of play that is looked at, with the moves that are still to be tried.
struct Step<'py> {
    position: Bound<'py, PyAny>,
    moves: Bound<'py, PyIterator>,
}

/// How many bytes this process has in memory, where the system says.
fn resident() -> u64 {
    const PAGE: u64 = 4096;
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').nth(1)?.parse::<u64>().ok());
    pages.unwrap_or(0) * PAGE
}

/// The result that a rule said.
fn outcome(said: Bound<'_, PyAny>) -> PyResult<Option<Outcome>> {
    if said.is_none() {
        return Ok(None);
    }
    let word = said
        .cast::<PyString>()
        .ok()
        .and_then(|word| word.to_str().ok());
    match word {
        Some("win") => Ok(Some(Outcome::Win)),
        Some("lose") => Ok(Some(Outcome::Lose)),
        Some("draw") => Ok(Some(Outcome::Draw)),
        _ => Err(PyValueError::new_err(format!(
            "result() said {}, expected None, 'win', 'lose' or 'draw' for the player to move",
            said.repr()?
        ))),
    }
}

/// The exception with the position at which it was raised: as an attribute, and as a note.
fn at(error: PyErr, position: &Bound<'_, PyAny>) -> PyErr {
    let py = position.py();
    let value = error.value(py);
    // Exceptions with slots, or of Python 3.10, come back as they are.
    let _ = value.setattr("position", position);
    let _ = value.call_method1("add_note", (format!("at position {position:?}"),));
    error
}

/// The rules as the engine sees them.
pub(crate) struct OwnGame(pub(crate) Arc<Own>);

impl Game for OwnGame {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        self.0.start
    }

    fn to_move(&self, _: &u32) -> Player {
        Player::First
    }

    fn result(&self, &position: &u32) -> Option<Outcome> {
        self.0.asked(position).result
    }

    fn moves(&self, &position: &u32, moves: &mut Vec<u32>) {
        let asked = self.0.asked(position);
        moves.extend((asked.first..).take(asked.next.len()));
    }

    fn refusal(&self, &position: &u32, mv: u32) -> Option<Refusal> {
        let asked = self.0.asked(position);
        let legal = mv
            .checked_sub(asked.first)
            .is_some_and(|i| (i as usize) < asked.next.len());
        (!legal).then(|| Refusal("not one of the moves of this position".to_owned()))
    }

    fn apply(&self, &position: &u32, mv: u32) -> u32 {
        let asked = self.0.asked(position);
        asked.next[(mv - asked.first) as usize]
    }

    fn endless(&self) -> Option<Endless> {
        (!self.0.rules.finite).then_some(Endless::Draw)
    }

    fn position_bytes(&self) -> usize {
        POSITION_BYTES
    }

    /// How often moves lead to the same position nobody knows, so that nothing is refused for a guess; it only
    /// says whether a game that can be searched is.
    fn estimate(&self, position: &u32) -> f64 {
        match self.0.rules.finite {
            true => estimate_positions(self, position).min(MOST_EXPECTED),
            false => 1.0,
        }
    }
}

/// Symmetric positions are one as soon as they are met.
impl Symmetric for OwnGame {
    fn symmetries(&self) -> Vec<Symmetry> {
        vec![Symmetry::of_places(Vec::new())]
    }

    fn map_position(&self, _: &Symmetry, &position: &u32) -> u32 {
        position
    }

    fn map_move(&self, _: &Symmetry, mv: u32) -> u32 {
        mv
    }

    fn canonical(&self, &position: &u32) -> u32 {
        position
    }
}

/// Numbers are read as they are written; people never see them.
fn parse(text: &str, count: usize) -> Result<u32, InputError> {
    let number = text
        .parse()
        .ok()
        .filter(|&number| (number as usize) < count);
    number.ok_or_else(|| InputError::found(format_args!("'{text}'"), "a number given here"))
}

impl Notation for OwnGame {
    fn position_text(&self, position: &u32) -> String {
        position.to_string()
    }

    fn parse_position(&self, text: &str) -> Result<u32, InputError> {
        parse(text, self.0.known().positions.len())
    }

    fn move_text(&self, mv: u32) -> String {
        mv.to_string()
    }

    fn move_json(&self, mv: u32) -> Json {
        Json::from(mv)
    }

    fn parse_move(&self, text: &str) -> Result<u32, InputError> {
        parse(text, self.0.known().moves.len())
    }

    fn move_help(&self) -> String {
        "one of the moves".to_owned()
    }
}

impl Show for OwnGame {
    fn marks(&self, _: &u32) -> Marks {
        Marks::default()
    }

    fn touch(&self, _: u32) -> Touch {
        Touch::Nothing
    }
}

impl Shortcuts for OwnGame {
    // What is found out is kept here, not in a table.
    const OWN_KEYS: bool = true;

    fn search(&self, &position: &u32, ask: Ask, means: &Means<'_>) -> Result<Found, Unsearchable> {
        match ask {
            _ if !self.0.rules.finite => Err(Unsearchable::Endless),
            Ask::Winner | Ask::Known => Ok(Python::attach(|py| {
                let position = self
                    .0
                    .position(py, position)
                    .expect("numbers are given here");
                match (self.0.wins(&position), ask) {
                    (Ok(Some(wins)), _) => Found::settled(wins),
                    (_, Ask::Winner) => self.0.search(position, means.budget),
                    _ => Found::default(),
                }
            })),
            // One table serves one object: its positions are numbered.
            Ask::Grundy | Ask::Job(_) => search_by_rules(self, &position, ask, 0, means),
        }
    }
}

impl Reasons for OwnGame {}
impl Sampled for OwnGame {}
impl Certified for OwnGame {}

impl Playable for OwnGame {
    fn values(&self) -> Values {
        Values::new()
    }
}
