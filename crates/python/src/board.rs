//! Boards, and questions about a board alone.

use crate::asking::asked;
use crate::host::Limits;
use crate::wrong;
use outplay_board::{Board as Inner, Digraph, Graph, Shape};
use outplay_service::boards::export;
use outplay_service::{Ask, AskNumber, BoardText, Failed, Source};
use pyo3::prelude::*;
use std::any::Any;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

/// A board that was read.
#[pyclass(frozen, module = "outplay._outplay")]
pub(crate) struct Board {
    pub(crate) source: Source,
}

#[pymethods]
impl Board {
    #[new]
    fn new(
        name: &str,
        vertices: usize,
        edges: Vec<(u32, u32)>,
        names: Option<Vec<String>>,
        directed: bool,
    ) -> PyResult<Self> {
        let limits = outplay_board::Limits::BOARD;
        limits
            .check(name, vertices as u128, edges.len() as u128)
            .map_err(wrong)?;
        let board = match directed {
            false => Graph::new(vertices, edges).map(Inner::undirected),
            true => Digraph::new(vertices, edges).map(Inner::directed),
        };
        let mut board = board.map_err(|error| wrong(error.in_source(name)))?;
        board.names = names;
        Ok(Self {
            source: Source::new(name, board),
        })
    }

    /// A board from its family, or from the text of a file.
    #[staticmethod]
    #[pyo3(signature = (*, family=None, text=None, name=None, format=None, header=None))]
    fn read(
        family: Option<String>,
        text: Option<String>,
        name: Option<String>,
        format: Option<String>,
        header: Option<bool>,
    ) -> PyResult<Self> {
        let board = BoardText {
            family,
            text,
            format,
            name,
            directed: false,
            header,
        };
        let source = board
            .read(outplay_board::Limits::BOARD, false)
            .map_err(|mut error| {
                let keyword =
                    |said, value| (format!("\"header\": {said}"), format!("header={value}"));
                for (said, keyword) in [keyword("true", "True"), keyword("false", "False")] {
                    error.message = error.message.replace(&said, &keyword);
                }
                wrong(error)
            })?;
        Ok(Self { source })
    }

    #[getter]
    fn name(&self) -> &str {
        &self.source.name
    }

    #[getter]
    fn vertices(&self) -> usize {
        self.source.board.vertex_count()
    }

    #[getter]
    fn directed(&self) -> bool {
        matches!(self.source.board.shape, Shape::Directed(_))
    }

    #[getter]
    fn edges(&self) -> Vec<(u32, u32)> {
        match &self.source.board.shape {
            Shape::Undirected(graph) => graph.edges().collect(),
            Shape::Directed(digraph) => digraph.arcs().collect(),
        }
    }

    #[getter]
    fn names(&self) -> Option<Vec<String>> {
        self.source.board.names.clone()
    }

    /// The board as a file of a format, or `svg` for a picture.
    fn text(&self, format: &str) -> PyResult<String> {
        let file = export(self.source.clone(), format, None);
        Ok(file.map_err(wrong)?.text)
    }

    /// Answers the question with a name, which is said in JSON, in JSON.
    fn ask(&self, py: Python<'_>, name: &str, said: &str, limits: Limits) -> PyResult<String> {
        let about: [&(dyn Any + Sync); 1] = [&self.source];
        let answers = asked(name, said, &about)?;
        limits.work(py, answers)?.map_err(wrong)
    }
}

/// One number of many boards, each within the limit of time: none where it is not settled.
#[pyfunction]
pub(crate) fn numbers(
    py: Python<'_>,
    boards: Vec<Py<Board>>,
    name: &str,
    first: Option<&str>,
    pass_: Option<&str>,
    limits: Limits,
) -> PyResult<Vec<Option<u32>>> {
    let asked = AskNumber::new(name, first, pass_).map_err(wrong)?;
    let sources: Vec<&Source> = boards.iter().map(|board| &board.get().source).collect();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(vec![None; sources.len()]);
    let failed: Mutex<Option<Failed>> = Mutex::new(None);
    limits.work(py, |host| {
        thread::scope(|scope| {
            for _ in 0..limits.threads.clamp(1, sources.len().max(1)) {
                scope.spawn(|| {
                    while let Some((i, source)) =
                        Some(next.fetch_add(1, Relaxed)).and_then(|i| Some((i, sources.get(i)?)))
                    {
                        limits.each(host, &mut |host| match asked.answer(source, host) {
                            Ok(answer) => found.lock().expect("no panic")[i] = answer.known.value,
                            Err(error) => {
                                next.store(sources.len(), Relaxed);
                                failed.lock().expect("no panic").get_or_insert(error);
                            }
                        });
                    }
                });
            }
        });
    })?;
    match failed.into_inner().expect("no panic") {
        Some(error) => Err(wrong(error)),
        None => Ok(found.into_inner().expect("no panic")),
    }
}
