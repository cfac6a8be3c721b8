//! A game that is open on its board, and every question about it.

use crate::board::Board;
use crate::host::Limits;
use crate::own::{Own, OwnGame};
use crate::{json, wrong};
use outplay_board::InputError;
use outplay_draw::{Arrangement, Most, StateOptions, board_svg, state_svg};
use outplay_engine::{Player, Stop};
use outplay_games::any_described;
use outplay_games::registry::{self, Entry};
use outplay_players::{Event, Resources, system_clock, wilson};
use outplay_service::answer::Heading;
use outplay_service::boards::layout_of;
use outplay_service::lesson::rounds;
use outplay_service::play::{self, Choose, View};
use outplay_service::{
    self as service, AskDigraph, AskMoves, Failed, Host, How, Opened as Inner, Solve, Source,
};
use outplay_sweep::hard;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};
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
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        limits: Limits,
        work: impl FnOnce(&Host<'_>) -> Result<T, Failed> + Send,
    ) -> PyResult<T> {
        let Some(own) = &self.own else {
            return limits.work(py, work)?.map_err(wrong);
        };
        let answer = limits.host(&|| own.has_raised(), |host| {
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

    fn answer<T: Serialize + Send>(
        &self,
        py: Python<'_>,
        limits: Limits,
        work: impl FnOnce(&Host<'_>) -> Result<T, Failed> + Send,
    ) -> PyResult<String> {
        json(&self.ask(py, limits, work)?)
    }

    fn seen(
        &self,
        position: Option<&str>,
        mover: Option<&str>,
        look: impl FnOnce(&outplay_games::AnyPosition, Player) -> Result<View, InputError>,
    ) -> PyResult<String> {
        let seen = || {
            let position = self.inner.position(position)?;
            let mover = play::mover(&self.inner, &position, mover)?;
            look(&position, mover)
        };
        let seen = seen();
        if let Some(error) = self.own.as_ref().and_then(|own| own.take_raised()) {
            return Err(error);
        }
        json(&seen.map_err(wrong)?)
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

    #[pyo3(signature = (at, grundy, line, limits))]
    fn solve(
        &self,
        py: Python<'_>,
        at: Option<&str>,
        grundy: bool,
        line: bool,
        limits: Limits,
    ) -> PyResult<String> {
        let solve = Solve {
            at,
            grundy,
            line,
            ..Solve::default()
        };
        self.answer(py, limits, |host| service::solve(&self.inner, solve, host))
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
            let asked = Solve {
                at,
                ..Solve::default()
            };
            hard::solve(&folder, &self.inner, asked, host)
        })?;
        json(&solved.map_err(crate::sweep::wrong)?)
    }

    fn moves(
        &self,
        py: Python<'_>,
        at: Option<&str>,
        grundy: bool,
        limits: Limits,
    ) -> PyResult<String> {
        let moves = AskMoves {
            at,
            grundy,
            ..AskMoves::default()
        };
        self.answer(py, limits, |host| service::moves(&self.inner, moves, host))
    }

    fn explain(&self, py: Python<'_>, at: Option<&str>, limits: Limits) -> PyResult<String> {
        self.answer(py, limits, |host| {
            service::explain(&self.inner, at, How::default(), host)
        })
    }

    fn lesson(&self, py: Python<'_>, limits: Limits) -> PyResult<String> {
        self.answer(py, limits, |host| {
            let found = host.run(&String::new, |budget| {
                rounds(&*self.inner.game, None, budget)
            });
            found.map_err(Failed::from)
        })
    }

    fn digraph(
        &self,
        py: Python<'_>,
        at: Option<&str>,
        symmetry: bool,
        most: u64,
        limits: Limits,
    ) -> PyResult<String> {
        let digraph = AskDigraph {
            at,
            symmetry,
            most,
            arrangement: Arrangement::default(),
        };
        self.answer(py, limits, |host| {
            service::digraph(&self.inner, digraph, host)
        })
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
        self.ask(py, limits, |host| {
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

    /// A certificate, and what it proves.
    fn prove<'py>(
        &self,
        py: Python<'py>,
        at: Option<&str>,
        grundy: bool,
        strict: bool,
        limits: Limits,
    ) -> PyResult<(String, Bound<'py, PyBytes>)> {
        let (proved, certificate) = self.ask(py, limits, |host| {
            let mut out = Vec::new();
            let (claim, how) = (service::Claim::of(grundy), How::default());
            let proved = service::prove(&self.inner, at, claim, strict, how, &mut out, host)?;
            Ok((proved, out))
        })?;
        Ok((json(&proved)?, PyBytes::new(py, &certificate)))
    }

    /// A position as a player sees it.
    fn view(&self, position: Option<&str>, mover: Option<&str>) -> PyResult<String> {
        self.seen(position, mover, |position, mover| {
            Ok(play::view(&self.inner, position, mover))
        })
    }

    /// The position after a move, which is said in JSON.
    fn play(&self, position: Option<&str>, mover: Option<&str>, mv: &str) -> PyResult<String> {
        let mv: Json =
            serde_json::from_str(mv).map_err(|error| PyValueError::new_err(error.to_string()))?;
        self.seen(position, mover, |position, mover| {
            play::play(&self.inner, position, mover, &mv)
        })
    }

    /// What a player chooses after these moves.
    fn choose(
        &self,
        py: Python<'_>,
        position: Option<&str>,
        mover: Option<&str>,
        player: &str,
        seed: u64,
        limits: Limits,
    ) -> PyResult<String> {
        let choose = Choose {
            player,
            moves: &[],
            seed,
        };
        self.answer(py, limits, |host| {
            let position = self.inner.position(position)?;
            let mover = play::mover(&self.inner, &position, mover)?;
            play::choose(&self.inner, &position, mover, choose, host)
        })
    }

    /// Two players meet many times.
    fn meet(
        &self,
        py: Python<'_>,
        players: [String; 2],
        games: u64,
        seed: u64,
        longest: usize,
        limits: Limits,
    ) -> PyResult<String> {
        let game = &*self.inner.game;
        let title = self.inner.title();
        let (met, heading) = self.ask(py, limits, |host| {
            let stop = || host.is_over();
            let event = Event {
                game,
                board: &self.inner.board,
                board_name: &title,
                start: None,
                players: &[&players[0], &players[1]],
                pairs: &[(0, 1)],
                games,
                seed,
                longest,
                threads: host.threads,
                clock: &system_clock,
                history: None,
                resources: Resources::new(host.bytes / 4, &stop),
            };
            let met = event.hold(&mut |_| {});
            let mut met = met.map_err(|error| Failed::Input(error.into_input()))?;
            Ok((met.remove(0), Heading::new(&self.inner, None)))
        })?;
        let tally = &met.tally;
        let side = |i: usize| {
            let wins = tally.wins[usize::from(met.sides[i] == Player::Second)];
            let (low, high) = wilson(wins, tally.games);
            json!({ "player": players[i], "wins": wins, "low": low, "high": high })
        };
        let moves = (tally.moves[0] + tally.moves[1]) as f64;
        let average = (tally.games > 0).then(|| moves / tally.games as f64);
        let mut answer = serde_json::to_value(heading).unwrap_or_default();
        for (key, value) in [
            ("games", json!(tally.games)),
            ("seed", json!(seed)),
            ("alice", side(0)),
            ("bob", side(1)),
            ("draws", json!(tally.draws())),
            ("average_length", json!(average)),
            ("sampled", json!(true)),
            ("complete", json!(tally.games == games)),
        ] {
            answer[key] = value;
        }
        json(&answer)
    }
}
