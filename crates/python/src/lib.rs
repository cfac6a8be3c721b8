//! The Python package's own half: questions in, answers out as JSON, without the interpreter's
//! lock while they are worked on. What Python people hold in their hands (their own graphs and
//! nodes, answers with attributes, tables and pictures) is made in `python/outplay`.

// What Python hands over one by one, by keywords, are arguments here.
#![allow(clippy::too_many_arguments)]

mod asking;
mod board;
mod host;
mod jobs;
mod opened;
mod own;
mod sweep;

use host::Limits;
use outplay_service::{self as service, Failed};
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde::Serialize;
use std::ffi::OsString;
use std::sync::mpsc::channel;

/// What went wrong, as Python's own kind of exception with the program's message.
fn raised(failed: Failed) -> PyErr {
    match failed {
        Failed::Input(error) => PyValueError::new_err(error.to_string()),
        Failed::Stopped(why) => PyRuntimeError::new_err(why),
        Failed::Interrupted => PyKeyboardInterrupt::new_err(()),
        Failed::Output(error) => PyOSError::new_err(error.to_string()),
    }
}

fn wrong(error: impl Into<Failed>) -> PyErr {
    raised(error.into())
}

fn json(answer: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(answer).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// The questions as Python asks them.
#[pymodule]
mod _outplay {
    use super::*;

    #[pymodule_export]
    use super::board::{Board, numbers};
    #[pymodule_export]
    use super::jobs::{JobWorker, Jobs};
    #[pymodule_export]
    use super::opened::Opened;
    #[pymodule_export]
    use super::sweep::Sweep;

    /// Everything that can be chosen from, in JSON.
    #[pyfunction]
    fn catalogue() -> PyResult<String> {
        json(&service::catalogue(true))
    }

    /// Does a certificate hold?
    #[pyfunction]
    fn check(
        py: Python<'_>,
        certificate: &[u8],
        name: &str,
        strict: bool,
        limits: Limits,
    ) -> PyResult<String> {
        let checked = limits.work(py, |host| service::check(certificate, name, strict, host))?;
        json(&checked.map_err(wrong)?)
    }

    /// Seconds, from a time as the program takes it.
    #[pyfunction]
    fn seconds(text: &str) -> PyResult<f64> {
        let time = outplay_cli::duration(text).map_err(PyValueError::new_err)?;
        Ok(time.as_secs_f64())
    }

    /// Bytes, from a size as the program takes it.
    #[pyfunction]
    fn bytes(text: &str) -> PyResult<u64> {
        outplay_cli::bytes(text).map_err(PyValueError::new_err)
    }

    /// Starts the server of the page on this machine, for as long as Python runs, for those who know a token: its port.
    #[pyfunction]
    fn serve(py: Python<'_>, token: String) -> PyResult<u16> {
        let (ready, wait) = channel();
        std::thread::spawn(move || {
            let options = outplay_server::Options {
                port: 0,
                token: Some(token),
                ..outplay_server::Options::default()
            };
            let told = ready.clone();
            let served = outplay_server::serve(&options, &Default::default(), &mut |address| {
                // Who asked waits for it.
                let _ = told.send(Ok(address.port()));
            });
            if let Err(error) = served {
                let _ = ready.send(Err(error));
            }
        });
        let port = py.detach(move || wait.recv());
        let port = port.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(port?)
    }

    /// The program: its exit status.
    #[pyfunction]
    fn main(py: Python<'_>, args: Vec<OsString>) -> u8 {
        py.detach(|| outplay_cli::run(args.into_iter()))
    }
}
