//! The questions of the page, answered inside the page: the same paths, bodies and lines as the
//! server's. A browser lends what the service needs, a clock and somebody to tell; to stop the
//! work it ends the worker in which this runs.

#[cfg(target_arch = "wasm32")]
mod exports;

use outplay_board::{InputError, Limits};
use outplay_engine::Stop;
use outplay_service::requests::{Door, Offer, Request, offer};
use outplay_service::{Ask, Body, Event, Failed, Host, Sizes, Tables};
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::sync::{Mutex, PoisonError};

/// The boards and the time that a browser has room for.
const BOARDS: Limits = Limits {
    vertices: 1000,
    edges: 20_000,
};
const SECONDS: f64 = 600.0;
/// The tables of searches; what one question learns serves the next.
static TABLES: Tables = Tables::new(32 << 20, 4);
/// For what is explored or sampled.
const BYTES: u64 = 256 << 20;
/// How often a computation says how far it is, in seconds.
const PROGRESS: f64 = 0.25;

/// What a browser lends.
pub struct Browser<'a> {
    /// Seconds since some moment that stays the same.
    pub clock: &'a (dyn Fn() -> f64 + Sync),
    /// Takes a line of the answer.
    pub line: &'a (dyn Fn(&str) + Sync),
}

/// Answers a request in lines; the last one is the result or an error.
pub fn answer(path: &str, body: &str, browser: &Browser<'_>) {
    let mut asking = Asking {
        path,
        body,
        browser,
        found: Err(problem(404, "there is no such question", None)),
    };
    match path {
        Offer::PATH => asking.found = Ok(written(Offer::new(Sizes::new(BOARDS, SECONDS)))),
        _ => offer(&mut asking),
    }
    let line = match asking.found {
        Ok(mut result) => {
            result["event"] = json!("result");
            result
        }
        Err(problem) => json!({ "event": "error", "problem": problem }),
    };
    (browser.line)(&line.to_string());
}

/// Problem details, as the server has them.
fn problem(status: u16, detail: &str, at: Option<&InputError>) -> Json {
    let mut problem = json!({ "type": "about:blank", "status": status, "detail": detail });
    if let Some(at) = at {
        problem["source"] = json!(at.source);
        problem["line"] = json!(at.line);
    }
    problem
}

/// A request that looks for its question.
struct Asking<'a> {
    path: &'a str,
    body: &'a str,
    browser: &'a Browser<'a>,
    found: Result<Json, Json>,
}

impl Door for Asking<'_> {
    fn offer<Q: Ask>(&mut self, request: Request) {
        if request.path == self.path {
            self.found = self.read::<Q>().and_then(|body| {
                let seconds = body.limits.time(SECONDS);
                let positions = body.limits.positions.unwrap_or(u64::MAX);
                let found = self.host(seconds, positions, |host| body.answer(host));
                found.map(written).map_err(|failed| match failed {
                    Failed::Input(error) => problem(422, &error.message, Some(&error)),
                    Failed::Stopped(why) => problem(503, &why, None),
                    Failed::Interrupted => problem(503, "interrupted", None),
                    Failed::Output(error) => problem(500, &error.to_string(), None),
                })
            });
        }
    }
}

impl Asking<'_> {
    fn read<Q: Ask>(&self) -> Result<Body<Q>, Json> {
        if self.body.len() > Q::MOST_BYTES {
            let detail = format!("expected a body of at most {} bytes", Q::MOST_BYTES);
            return Err(problem(413, &detail, None));
        }
        serde_json::from_str(self.body).map_err(|error| problem(422, &error.to_string(), None))
    }

    fn host<T>(&self, seconds: f64, positions: u64, work: impl FnOnce(&Host<'_>) -> T) -> T {
        let (clock, began) = (self.browser.clock, (self.browser.clock)());
        let tell = |event: &str, content: Json| {
            let mut content = content;
            content["event"] = json!(event);
            (self.browser.line)(&content.to_string());
        };
        let note = Mutex::new((began, String::new()));
        let stop = |positions: u64| {
            let now = clock();
            let mut note = note.lock().unwrap_or_else(PoisonError::into_inner);
            if now >= note.0 + PROGRESS {
                note.0 = now;
                let told =
                    json!({ "positions": positions, "seconds": now - began, "note": note.1 });
                tell("progress", told);
            }
            (now - began >= seconds).then_some(Stop::Time(seconds))
        };
        work(&Host {
            stop: &stop,
            tell: &|event| match event {
                Event::Note(text) => {
                    note.lock().unwrap_or_else(PoisonError::into_inner).1 = text;
                }
                Event::Move(judged) => tell("move", written(judged)),
                Event::Row(row) => tell("row", written(row)),
                Event::Cell(cell) => tell("cell", written(cell)),
            },
            boards: BOARDS,
            seconds,
            positions,
            bytes: BYTES,
            ..Host::new(clock, &TABLES)
        })
    }
}

/// All that is told has text for keys, so that it can be written.
fn written<T: Serialize>(answer: T) -> Json {
    serde_json::to_value(answer).unwrap_or_default()
}
