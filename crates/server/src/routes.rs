//! The questions of the service as routes, from which come the router and the document that
//! describes it: the types of a handler are its description.

use crate::api::{App, as_json, body, in_json};
use crate::jobs::{Job, line};
use crate::problem::Problem;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};
use outplay_service::requests::{self, Answer, Asked, Door, Question, Room, SchemaOf};
use outplay_service::{Failed, Host};
use serde_json::Value as Json;
use std::sync::Arc;

/// A route with everything that the document says about it.
pub(crate) struct Route {
    pub(crate) path: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) handler: MethodRouter<App>,
    /// The question and an example, unless the route is only looked at.
    pub(crate) question: Option<(SchemaOf, Json)>,
    pub(crate) answer: SchemaOf,
    /// The events before the answer, if the answer is a stream.
    pub(crate) events: Option<Vec<(&'static str, SchemaOf)>>,
}

/// What is there without a question.
fn look<A: Answer>(
    path: &'static str,
    summary: &'static str,
    answer: impl Fn(&App) -> A + Clone + Send + Sync + 'static,
) -> Route {
    Route {
        path,
        summary,
        handler: get(move |State(app): State<App>| async move { as_json(in_json(&answer(&app))) }),
        question: None,
        answer: A::json_schema,
        events: None,
    }
}

/// Answers a question in bytes to be sent.
type Answers = Box<dyn FnOnce(&Room, &Host<'_>) -> Result<Vec<u8>, Failed> + Send>;

/// Reads a question: what is asked for at most, and who answers it. Its type is forgotten here, so that
/// what waits, reads and sends is compiled once and not for every question.
pub(crate) type Reader = Arc<dyn Fn(&[u8]) -> serde_json::Result<(Asked, Answers)> + Send + Sync>;

fn reader<Q: Question, A: Answer>(
    answer: fn(&Room, &Host<'_>, Q) -> Result<A, Failed>,
    written: fn(&A) -> Vec<u8>,
) -> Reader {
    Arc::new(move |bytes| {
        let question: Q = serde_json::from_slice(bytes)?;
        let asked = question.limits().unwrap_or_default();
        let answers: Answers =
            Box::new(move |room, host| Ok(written(&answer(room, host, question)?)));
        Ok((asked, answers))
    })
}

async fn ask(app: App, request: Request, most: usize, read: Reader) -> Result<Response, Problem> {
    let ((_, answers), _place) = body(&app, request, most, &*read).await?;
    let jobs = app.jobs.clone();
    let found = jobs.answer(move |host| answers(&app.room, host)).await?;
    Ok(as_json(found))
}

async fn work(app: App, request: Request, most: usize, read: Reader) -> Result<Response, Problem> {
    let ((asked, answers), place) = body(&app, request, most, &*read).await?;
    let jobs = app.jobs.clone();
    let work = move |job: &Job| {
        let _place = place;
        let room = Room {
            seconds: job.time_left().as_secs_f64(),
            ..app.room
        };
        job.host(|host| Ok(answers(&room, host)?))
    };
    jobs.start(asked, work).await
}

/// The handler of a question.
fn asked<F>(
    how: fn(App, Request, usize, Reader) -> F,
    most: usize,
    read: Reader,
) -> MethodRouter<App>
where
    F: Future<Output = Result<Response, Problem>> + Send + 'static,
{
    post(move |State(app): State<App>, request: Request| how(app, request, most, read))
}

struct Routes(Vec<Route>);

impl Routes {
    fn push<Q: Question, A: Answer>(
        &mut self,
        request: requests::Request,
        handler: MethodRouter<App>,
        events: Option<Vec<(&'static str, SchemaOf)>>,
    ) {
        self.0.push(Route {
            path: request.path,
            summary: request.summary,
            handler,
            question: Some((Q::json_schema, (request.example)())),
            answer: A::json_schema,
            events,
        });
    }
}

impl Door for Routes {
    fn look<A: Answer>(&mut self, request: requests::Request, answer: fn(&Room) -> A) {
        let route = look(request.path, request.summary, move |app| answer(&app.room));
        self.0.push(route);
    }

    fn ask<Q: Question, A: Answer>(
        &mut self,
        request: requests::Request,
        answer: fn(&Room, &Host<'_>, Q) -> Result<A, Failed>,
    ) {
        let handler = asked(ask, Q::MOST_BYTES, reader(answer, in_json));
        self.push::<Q, A>(request, handler, None);
    }

    fn work<Q: Question, A: Answer>(
        &mut self,
        request: requests::Request,
        events: &[(&'static str, SchemaOf)],
        run: fn(&Room, &Host<'_>, Q) -> Result<A, Failed>,
    ) {
        let handler = asked(
            work,
            Q::MOST_BYTES,
            reader(run, |found| line("result", found)),
        );
        self.push::<Q, A>(request, handler, Some(events.to_vec()));
    }
}

/// Everything but the page's files.
pub(crate) fn routes() -> Vec<Route> {
    let mut routes = Routes(vec![
        look("/healthz", "How busy the server is.", |app| {
            app.jobs.state()
        }),
        look("/api/openapi.json", "This document.", |app| {
            Json::clone(&app.document)
        }),
    ]);
    requests::offer(&mut routes);
    routes.0
}
