//! The questions of the service as routes, from which come the router and the document that
//! describes it: the types of a handler are its description.

use crate::api::{App, as_json, read};
use crate::jobs::Job;
use crate::problem::Problem;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};
use outplay_service::requests::{self, Answer, Door, Question, Room, SchemaOf};
use outplay_service::{Failed, Host};
use serde_json::Value as Json;

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
        handler: get(move |State(app): State<App>| async move { as_json(&answer(&app)) }),
        question: None,
        answer: A::json_schema,
        events: None,
    }
}

struct Routes(Vec<Route>);

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
        let handler = post(move |State(app): State<App>, request: Request| async move {
            let (question, _place) = read::<Q>(&app, request).await?;
            let jobs = app.jobs.clone();
            let found = jobs
                .answer(move |host| answer(&app.room, host, question))
                .await?;
            Ok::<Response, Problem>(as_json(&found))
        });
        self.0.push(Route {
            path: request.path,
            summary: request.summary,
            handler,
            question: Some((Q::json_schema, (request.example)())),
            answer: A::json_schema,
            events: None,
        });
    }

    fn work<Q: Question, A: Answer>(
        &mut self,
        request: requests::Request,
        events: &[(&'static str, SchemaOf)],
        run: fn(&Room, &Host<'_>, Q) -> Result<A, Failed>,
    ) {
        let handler = post(move |State(app): State<App>, request: Request| async move {
            let (question, place) = read::<Q>(&app, request).await?;
            let jobs = app.jobs.clone();
            let asked = question.limits().unwrap_or_default();
            let work = move |job: &Job| {
                let _place = place;
                let room = Room {
                    seconds: job.time_left().as_secs_f64(),
                    ..app.room
                };
                job.host(|host| Ok(run(&room, host, question)?))
            };
            jobs.start(asked, work).await
        });
        self.0.push(Route {
            path: request.path,
            summary: request.summary,
            handler,
            question: Some((Q::json_schema, (request.example)())),
            answer: A::json_schema,
            events: Some(events.to_vec()),
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
    ]);
    requests::offer(&mut routes);
    routes.0
}
