//! The questions of the service as routes, from which come the router and the document that
//! describes it: the types of a handler are its description.

use crate::api::{App, as_json, body, in_json};
use crate::jobs::{Job, line};
use crate::problem::Problem;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};
use outplay_service::requests::{self, Door, Offer};
use outplay_service::{Ask, Asked, Body, Failed, Host, Remarked, SchemaOf, Work};
use schemars::JsonSchema;
use serde::Serialize;
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
fn look<A: Serialize + JsonSchema>(
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
type Answers = Box<dyn FnOnce(&Host<'_>) -> Result<Vec<u8>, Failed> + Send>;

/// Reads a question: what is asked for at most, and who answers it. Its type is forgotten here, so
/// that what waits, reads and sends is compiled once and not for every question.
pub(crate) type Reader = Arc<dyn Fn(&[u8]) -> serde_json::Result<(Asked, Answers)> + Send + Sync>;

fn reader<Q: Ask>(written: fn(&Remarked<Q::Answer>) -> Vec<u8>) -> Reader {
    Arc::new(move |bytes| {
        let body: Body<Q> = serde_json::from_slice(bytes)?;
        let asked = body.limits;
        let answers: Answers = Box::new(move |host| Ok(written(&body.answer(host)?)));
        Ok((asked, answers))
    })
}

async fn ask(app: App, request: Request, most: usize, read: Reader) -> Result<Response, Problem> {
    let ((_, answers), _place) = body(&app, request, most, &*read).await?;
    let found = app.jobs.answer(answers).await?;
    Ok(as_json(found))
}

async fn work(app: App, request: Request, most: usize, read: Reader) -> Result<Response, Problem> {
    let ((asked, answers), place) = body(&app, request, most, &*read).await?;
    let jobs = app.jobs.clone();
    let work = move |job: &Job| {
        let _place = place;
        job.host(|host| Ok(answers(host)?))
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

/// The routes so far.
struct Routes(Vec<Route>);

impl Door for Routes {
    fn offer<Q: Ask>(&mut self, request: requests::Request) {
        let (handler, events) = match Q::WORK {
            Work::Small => (asked(ask, Q::MOST_BYTES, reader::<Q>(in_json)), None),
            _ => {
                let read = reader::<Q>(|found| line("result", found));
                (asked(work, Q::MOST_BYTES, read), Some(Q::EVENTS.to_vec()))
            }
        };
        self.0.push(Route {
            path: request.path,
            summary: request.summary,
            handler,
            question: Some((Body::<Q>::json_schema, (request.example)())),
            answer: Remarked::<Q::Answer>::json_schema,
            events,
        });
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
        look(
            Offer::PATH,
            "Games, families, formats, players and limits.",
            |app| Offer::new(app.sizes),
        ),
    ]);
    requests::offer(&mut routes);
    routes.0
}
