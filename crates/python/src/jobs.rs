//! One hard board in jobs: the driver's half and the worker's.

use crate::host::Limits;
use crate::opened::Opened;
use crate::wrong;
use outplay_engine::Budget;
use outplay_engine::search::jobs::{Done, path_text, read_path};
use outplay_engine::search::{Table, Verdict};
use outplay_games::AnyPosition;
use outplay_sweep::hard::{self, Given, Hard};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// There is much news, and every worker hears all of it: bytes are sent as they are.
const PACKED: usize = 17;

fn pack(&(key, wins): &Verdict) -> [u8; PACKED] {
    let mut packed = [u8::from(wins); PACKED];
    packed[1..].copy_from_slice(&key.to_le_bytes());
    packed
}

fn unpack(&[wins, ref key @ ..]: &[u8; PACKED]) -> Verdict {
    (u128::from_le_bytes(*key), wins != 0)
}

/// A search whose jobs are given out.
#[pyclass(frozen, module = "outplay._outplay")]
pub(crate) struct Jobs {
    state: Mutex<(Hard, HashMap<String, Given>)>,
}

impl Jobs {
    fn with<T>(&self, look: impl FnOnce(&mut Hard, &mut HashMap<String, Given>) -> T) -> T {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (hard, given) = &mut *state;
        look(hard, given)
    }
}

#[pymethods]
impl Jobs {
    #[new]
    fn new(opened: &Opened, at: Option<&str>, folder: PathBuf) -> PyResult<Self> {
        let position = opened.inner.position(at).map_err(crate::wrong)?;
        let hard = Hard::open(&folder, &opened.inner, &position).map_err(wrong)?;
        Ok(Self {
            state: Mutex::new((hard, HashMap::new())),
        })
    }

    /// The next job, of at least so many positions: where it is, and how many it may look at.
    fn next(&self, least: u64) -> Option<(String, u64)> {
        self.with(|hard, all| {
            let given = hard.next(least)?;
            let (path, positions) = (path_text(&given.path), given.positions);
            all.insert(path.clone(), given);
            Some((path, positions))
        })
    }

    /// What a worker says of its job.
    fn done(&self, line: &str) -> PyResult<()> {
        let done = Done::read(line);
        let done = done.ok_or_else(|| PyValueError::new_err("what is no line of a job"))?;
        self.with(|hard, all| {
            all.remove(&path_text(&done.path));
            hard.done(&done).map_err(wrong)
        })
    }

    /// The worker of a job is gone.
    fn lost(&self, path: &str) {
        self.with(|hard, all| {
            if let Some(given) = all.remove(path) {
                hard.lost(&given);
            }
        });
    }

    /// What workers have told since so much was told, packed, and how much it is now.
    fn news<'py>(&self, py: Python<'py>, heard: usize) -> (usize, Bound<'py, PyBytes>) {
        self.with(|hard, _| {
            let news = hard.news(heard);
            let packed: Vec<[u8; PACKED]> = news.iter().map(pack).collect();
            (heard + news.len(), PyBytes::new(py, packed.as_flattened()))
        })
    }

    /// Is the winner known?
    #[getter]
    fn settled(&self) -> bool {
        self.with(|hard, _| hard.tree().verdict().is_some())
    }
}

/// A worker: the game, the position and a table that it keeps.
#[pyclass(frozen, module = "outplay._outplay")]
pub(crate) struct JobWorker {
    opened: outplay_service::Opened,
    position: AnyPosition,
    table: Table,
}

#[pymethods]
impl JobWorker {
    #[new]
    fn new(opened: &Opened, at: Option<&str>, limits: Limits) -> PyResult<Self> {
        Ok(Self {
            position: opened.inner.position(at).map_err(crate::wrong)?,
            opened: opened.inner.clone(),
            table: Table::new(limits.table_bytes()),
        })
    }

    /// Does a job after hearing what others have learnt: a line.
    fn run(
        &self,
        py: Python<'_>,
        path: &str,
        positions: u64,
        news: &[u8],
        limits: Limits,
    ) -> PyResult<String> {
        let path = read_path(path).ok_or_else(|| PyValueError::new_err("what is no path"))?;
        let (news, _) = news.as_chunks::<PACKED>();
        self.table.learn(news.iter().map(unpack));
        let done = limits.work(py, |host| {
            let budget = Budget {
                positions,
                ..host.budget(host.stop)
            };
            hard::work(
                &*self.opened.game,
                &self.position,
                &path,
                &self.table,
                &budget,
            )
        })?;
        let done = done.map_err(crate::wrong)?;
        let stopped = || PyRuntimeError::new_err("stopped");
        Ok(done.ok_or_else(stopped)?.to_string())
    }
}
