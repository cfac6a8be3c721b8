//! One question about many boards.

use crate::host::Limits;
use crate::{json, wrong};
use outplay_board::InputError;
use outplay_sweep::{
    PartDone, Query, Reading, Request, Run, Share, Sweep as Inner, Tally, To, Work, Writer,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::json;
use std::path::PathBuf;

/// A sweep and its folder.
#[pyclass(frozen, module = "outplay._outplay")]
pub(crate) struct Sweep(Inner);

fn tally_json(tally: &Tally) -> PyResult<String> {
    json(&json!({
        "boards": tally.boards,
        "unsettled": tally.stopped.boards,
        "unfit": tally.unfit.boards,
        "reason": tally.stopped.reason.as_ref().or(tally.unfit.reason.as_ref()),
        "done_again": tally.damaged,
    }))
}

#[pymethods]
impl Sweep {
    /// Begins a sweep, or goes on with the same one; `lines` are the boards of the source `-`.
    #[new]
    fn new(
        py: Python<'_>,
        folder: PathBuf,
        sources: Vec<String>,
        lines: Option<Vec<u8>>,
        ask: Vec<String>,
        condition: Option<String>,
        header: Option<bool>,
        limits: Limits,
    ) -> PyResult<Self> {
        let begun = limits.work(py, |host| {
            let request = Request {
                sources: &sources,
                columns: &ask,
                condition: condition.as_deref(),
                parts: 1,
                reading: Reading {
                    header,
                    ..Reading::default()
                },
                stream: lines.map(|lines| Box::new(std::io::Cursor::new(lines)) as _),
            };
            Inner::begin(&folder, request, &|| host.is_over())
        })?;
        Ok(Self(begun.map_err(wrong)?))
    }

    /// Opens the folder of a sweep.
    #[staticmethod]
    fn open(folder: PathBuf) -> PyResult<Self> {
        Ok(Self(Inner::open(&folder).map_err(wrong)?))
    }

    #[getter]
    fn parts(&self) -> u64 {
        self.0.parts()
    }

    fn has_part(&self, part: u64) -> bool {
        self.0.has_sound_part(part)
    }

    /// Does all parts of a share on the threads of this machine.
    fn run(
        &self,
        py: Python<'_>,
        share: Option<&str>,
        limit: Option<f64>,
        again: bool,
        limits: Limits,
    ) -> PyResult<String> {
        let share = share.map_or(Ok(Share::ALL), Share::read);
        let run = Run {
            threads: limits.threads,
            share: share.map_err(wrong)?,
            limit,
            again,
        };
        let done = limits.work(py, |host| {
            host.tables.divide(self.0.games());
            self.0.run(&run, host, &mut |_| {})
        })?;
        tally_json(&done.map_err(wrong)?.tally)
    }

    /// The boards of a part of which something is not known.
    fn parcel<'py>(&self, py: Python<'py>) -> PyResult<Vec<(String, Bound<'py, PyBytes>)>> {
        let files = py.detach(|| self.0.parcel()).map_err(wrong)?.into_iter();
        let files = files.map(|(name, bytes)| (name, PyBytes::new(py, &bytes)));
        Ok(files.collect())
    }

    fn part_bytes<'py>(&self, py: Python<'py>, part: u64) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.0.part_bytes(part).map_err(wrong)?))
    }

    fn take_part(
        &self,
        py: Python<'_>,
        part: u64,
        bytes: &[u8],
        only: Option<&str>,
    ) -> PyResult<bool> {
        py.detach(|| self.0.take_part(part, bytes, only))
            .map_err(wrong)
    }

    fn damage(&self, part: u64) -> Option<String> {
        self.0.damage(part)
    }

    fn drop_part(&self, part: u64) {
        self.0.drop_part(part);
    }

    fn open_boards(&self, part: u64) -> PyResult<Vec<String>> {
        self.0.open_boards(part).map_err(wrong)
    }

    /// Does one part, or asks one of its boards again: what was found, or nothing if another process is at it.
    fn run_part(
        &self,
        py: Python<'_>,
        part: u64,
        limit: Option<f64>,
        again: bool,
        only: Option<&str>,
        limits: Limits,
    ) -> PyResult<Option<String>> {
        let done = limits.work(py, |host| {
            host.tables.divide(self.0.games());
            let work = Work {
                host,
                limit,
                again,
                only,
                board: &|_| {},
            };
            self.0.run_part(part, &work)
        })?;
        Ok(match done.map_err(wrong)? {
            PartDone::Now(tally) => Some(tally_json(&tally)?),
            PartDone::Before => Some(tally_json(&Tally::default())?),
            PartDone::Elsewhere => None,
        })
    }

    /// The rows of a query as text.
    fn show(
        &self,
        py: Python<'_>,
        condition: Option<&str>,
        group: Vec<String>,
        sort: Vec<String>,
        descending: bool,
        to: &str,
    ) -> PyResult<String> {
        let (_, form) = To::ALL
            .iter()
            .find(|(name, _)| *name == to)
            .ok_or_else(|| {
                let names: Vec<&str> = To::ALL.iter().map(|(name, _)| *name).collect();
                let error = InputError::found(
                    format_args!("'{}' for to", outplay_board::shortened(to)),
                    format_args!("one of {}", names.join(", ")),
                );
                wrong(error)
            })?;
        let query = Query {
            condition,
            group: &group,
            sort: &sort,
            descending,
            examples: None,
            only_boards: *form == To::G6,
        };
        let mut text = Vec::new();
        let shown = py.detach(|| {
            let mut writer = Writer::new(*form, &mut text);
            self.0.show(&query, &mut |rows| writer.rows(rows))?;
            writer.finish()
        });
        shown.map_err(wrong)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }
}
