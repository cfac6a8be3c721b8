//! A game whose rules are a Python object.
//!
//! Positions and moves are the object's own and never leave Python: here they are numbers, each
//! given once, so that the engine compares and hashes words. A position's rules are asked once,
//! all of them together. What they raise stops the work and is raised to who asked.

use outplay_board::InputError;
use outplay_engine::search::Shortcuts;
use outplay_engine::{
    Endless, Game, Outcome, Player, Refusal, Symmetric, Symmetry, estimate_positions,
};
use outplay_games::certificate::Certified;
use outplay_games::{
    BoardKind, Description, LabelWords, Marks, Notation, Playable, Reasons, Sampled, Show, Sites,
    Touch, Values,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyAnyMethods, PyDict, PyString};
use serde_json::Value as Json;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// About how many bytes a position takes here and in Python.
const POSITION_BYTES: usize = 400;
/// More than what is rather searched than listed, and less than what is refused.
const MOST_EXPECTED: f64 = 100_000.0;

/// The rules and everything that they were asked.
pub(crate) struct Own {
    rules: Rules,
    start: u32,
    /// From the object of a position to its number.
    numbers: Py<PyDict>,
    known: Mutex<Known>,
    raised: Mutex<Option<PyErr>>,
    has_raised: AtomicBool,
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
            known: Mutex::default(),
            raised: Mutex::default(),
            has_raised: AtomicBool::new(false),
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

    /// What the rules raised, once.
    pub(crate) fn take_raised(&self) -> Option<PyErr> {
        self.has_raised.store(false, Relaxed);
        let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        raised.take()
    }

    /// Did the rules raise something?
    pub(crate) fn has_raised(&self) -> bool {
        self.has_raised.load(Relaxed)
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
        if self.has_raised() {
            return nothing;
        }
        Python::attach(|py| {
            let position = self.position(py, number).expect("numbers are given here");
            self.ask(&position, number).unwrap_or_else(|error| {
                let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
                raised.get_or_insert(at(error, &position));
                self.has_raised.store(true, Relaxed);
                nothing
            })
        })
    }

    fn ask(&self, position: &Bound<'_, PyAny>, number: u32) -> PyResult<Asked> {
        let py = position.py();
        let rules = &self.rules;
        let mut result = match &rules.result {
            Some(result) => outcome(result.bind(py).call1((position,))?)?,
            None => None,
        };
        if rules.finite && result == Some(Outcome::Draw) {
            let message = "result() said 'draw', but finite = True promises a winner";
            return Err(PyValueError::new_err(message));
        }
        let (mut moves, mut next) = (Vec::new(), Vec::new());
        if result.is_none() {
            let play = rules.play.bind(py);
            for mv in rules.moves.bind(py).call1((position,))?.try_iter()? {
                let mv = mv?;
                let mut to = play.call1((position, &mv))?;
                if let Some(symmetry) = &rules.symmetry {
                    to = symmetry.bind(py).call1((to,))?;
                }
                next.push(self.number(&to)?);
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

impl Shortcuts for OwnGame {}
impl Reasons for OwnGame {}
impl Sampled for OwnGame {}
impl Certified for OwnGame {}

impl Playable for OwnGame {
    fn values(&self) -> Values {
        Values::new()
    }
}
