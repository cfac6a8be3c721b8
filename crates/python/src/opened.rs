//! A game that is open on its board, and every question about it.

use crate::asking::asked;
use crate::board::Board;
use crate::host::Limits;
use crate::own::{Own, OwnGame};
use crate::{json, wrong};
use outplay_board::InputError;
use outplay_draw::{Arrangement, Most, StateOptions, board_svg, state_svg};
use outplay_engine::Stop;
use outplay_games::any_described;
use outplay_games::registry::{self, Entry};
use outplay_service::boards::layout_of;
use outplay_service::{AskSolve, Failed, Host, Opened as Inner, Source, Taught, missing_colors};
use outplay_sweep::hard;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use serde_json::{Map, Value as Json};
use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;

/// A game with its board and parameters.
#[pyclass(frozen, module = "outplay._outplay")]
pub(crate) struct Opened {
    pub(crate) inner: Inner,
    own: Option<Arc<Own>>,
}

impl Opened {
    /// Answers a question: on a thread of its own, or here if the rules are Python's.
    fn work<T: Send>(
        &self,
        py: Python<'_>,
        limits: Limits,
        work: impl FnOnce(&Host<'_>) -> Result<T, Failed> + Send,
    ) -> PyResult<T> {
        let Some(own) = &self.own else {
            return limits.work(py, work)?.map_err(wrong);
        };
        own.allow(limits.memory);
        let answer = limits.host(&|| own.halted(), |host| {
            let alone = Host {
                threads: 1,
                ..*host
            };
            work(&alone)
        });
        match own.take_raised() {
            Some(error) => Err(error),
            None => answer.map_err(wrong),
        }
    }
}

#[pymethods]
impl Opened {
    /// Opens a game by name, or by the text of its rule file, with its parameters in JSON.
    #[new]
    fn new(
        py: Python<'_>,
        game: &str,
        rules: Option<&str>,
        board: Option<&Board>,
        parameters: &str,
        limits: Limits,
    ) -> PyResult<Self> {
        let written = rules.map(|text| Entry::from_rules(text, game));
        let written = written.transpose().map_err(wrong)?;
        let entry = match &written {
            Some(entry) => entry,
            None => registry::find(game).map_err(wrong)?,
        };
        let description = &entry.description;
        let said: Map<String, Json> = serde_json::from_str(parameters)
            .map_err(|error| PyTypeError::new_err(error.to_string()))?;
        // As in any call: a keyword that is not taken, or one that is missing, is a TypeError.
        if let Some(name) = said
            .keys()
            .find(|name| description.parameter(name).is_none())
        {
            return Err(PyTypeError::new_err(description.foreign(name).to_string()));
        }
        let missing = description.parameters.iter().any(|parameter| {
            parameter.is_required() && said.get(&*parameter.name).is_none_or(Json::is_null)
        });
        let values = description.values_from_json(&said).map_err(wrong)?;
        if missing && let Err(error) = description.complete(&values) {
            let source = board.map(|board| &board.source);
            let error = missing_colors(entry, &values, source, "").unwrap_or(error);
            return Err(PyTypeError::new_err(error.to_string()));
        }
        let has_board = description.board != outplay_games::BoardKind::None;
        let source = match (board, has_board) {
            (Some(board), true) => board.source.clone(),
            (None, false) => Source::none(),
            (Some(_), false) => {
                let message = format!("'{}' is not played on a board", entry.name());
                return Err(PyTypeError::new_err(message));
            }
            (None, true) => {
                let message = format!("'{}' is played on a board: say which", entry.name());
                return Err(PyTypeError::new_err(message));
            }
        };
        let inner = limits.work(py, |host| {
            Inner::new(entry, source, &values, &|| host.is_over())
        })?;
        Ok(Self {
            inner: inner.map_err(wrong)?,
            own: None,
        })
    }

    /// Opens a game whose rules are a Python object; `base` has the rules that it need not say.
    #[staticmethod]
    fn own(game: &Bound<'_, PyAny>, base: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let own = Own::new(game, base)?;
        let description = own.description(name);
        Ok(Self {
            inner: Inner {
                game: any_described(OwnGame(own.clone()), description),
                board: Entry::no_board(),
                name: String::new(),
                index: None,
                remarks: Vec::new(),
            },
            own: Some(own),
        })
    }

    /// What the game says about itself.
    #[getter]
    fn description(&self) -> PyResult<String> {
        json(&self.inner.game.description().json())
    }

    /// What was chosen for who asked.
    #[getter]
    fn remarks(&self) -> Vec<String> {
        let remarks = self.inner.remarks.iter();
        remarks.map(|remark| remark.text.clone()).collect()
    }

    /// The number of a position of the object.
    fn number(&self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        match &self.own {
            Some(own) => own.number(position),
            None => Err(PyTypeError::new_err("the rules are not Python's")),
        }
    }

    /// The object's position with a number.
    fn position<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyAny>> {
        let found = self.own.as_ref().and_then(|own| own.position(py, number));
        found.ok_or_else(|| PyIndexError::new_err("no such position"))
    }

    /// The object's move with a number.
    fn mv<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyAny>> {
        let found = self.own.as_ref().and_then(|own| own.mv(py, number));
        found.ok_or_else(|| PyIndexError::new_err("no such move"))
    }

    /// Answers the question with a name, which is said in JSON, in JSON.
    fn ask(&self, py: Python<'_>, name: &str, said: &str, limits: Limits) -> PyResult<String> {
        let taught = Taught::On(self.inner.clone());
        let about: [&(dyn Any + Sync); 2] = [&self.inner, &taught];
        let answers = asked(name, said, &about)?;
        self.work(py, limits, answers)
    }

    /// What is asked, by which drivers and workers know that they mean the same.
    fn question(&self, at: Option<&str>) -> PyResult<String> {
        let position = self.inner.position(at).map_err(wrong)?;
        hard::question(&self.inner, &position).map_err(wrong)
    }

    /// Who wins, by jobs on the threads of this machine; where `stopped` seconds have passed already, what
    /// the folder says.
    fn solve_hard(
        &self,
        py: Python<'_>,
        at: Option<&str>,
        folder: PathBuf,
        stopped: Option<f64>,
        limits: Limits,
    ) -> PyResult<String> {
        let solved = limits.work(py, |host| {
            let late = |_| stopped.map(Stop::Time);
            let host = match stopped {
                Some(_) => &Host {
                    stop: &late,
                    ..*host
                },
                None => host,
            };
            let asked = AskSolve {
                at: at.map(str::to_owned),
                ..AskSolve::default()
            };
            hard::solve(&folder, &self.inner, asked, host)
        })?;
        json(&solved.map_err(crate::wrong)?)
    }

    /// The state digraph as a picture.
    fn digraph_svg(
        &self,
        py: Python<'_>,
        at: Option<&str>,
        symmetry: bool,
        limits: Limits,
    ) -> PyResult<String> {
        let Inner { game, board, .. } = &self.inner;
        self.work(py, limits, |host| {
            let start = self.inner.position(at)?;
            let view = host.run(&String::new, |budget| {
                game.state_digraph(Some(&start), symmetry, host.threads, budget)
            })?;
            let options = StateOptions {
                board: self.inner.title(),
                details: game.description().phrases(&game.values()).join(", "),
                words: None,
                start: view.index(&start).unwrap_or(0),
                grundy: false,
                most: Most::default(),
                arrangement: Arrangement::default(),
            };
            let picture = state_svg(view.as_ref(), board, &options);
            Ok(picture.map_err(|error| InputError::new(error.to_string()))?)
        })
    }

    /// The board with what stands on it in a position.
    fn svg(&self, position: Option<&str>) -> PyResult<String> {
        let position = self.inner.position(position).map_err(wrong)?;
        let mut board = self.inner.board.clone();
        board.layout = Some(layout_of(&board));
        Ok(board_svg(&board, &self.inner.game.marks(&position)))
    }
}
