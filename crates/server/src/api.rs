//! The routes, and what holds for every request: who may ask, how bodies are read, and
//! which headers every answer carries.

use crate::jobs::{Asked, Job, Jobs};
use crate::listen::Shutdown;
use crate::problem::Problem;
use crate::{Options, page, plain, work};
use axum::Router;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use outplay_board::Limits;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use serde_json::error::Category;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

/// The largest body.
pub(crate) const MOST_BYTES: usize = 1 << 20;

/// What all requests share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) limits: Limits,
    pub(crate) time: Duration,
    patience: Duration,
    address: SocketAddr,
}

/// The whole service.
pub(crate) fn router(options: &Options, address: SocketAddr, shutdown: Shutdown) -> Router {
    let app = App {
        jobs: Arc::new(Jobs::new(options, shutdown)),
        limits: Limits {
            vertices: options.vertices,
            edges: options.vertices.saturating_mul(20),
        },
        time: options.time,
        patience: options.patience,
        address,
    };
    let mut router = Router::new();
    for (path, route) in routes() {
        router = router.route(path, route);
    }
    router
        .fallback(get(page::file))
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .with_state(app)
}

/// Everything but the page's files; `openapi.json` describes each.
fn routes() -> Vec<(&'static str, MethodRouter<App>)> {
    vec![
        ("/healthz", get(plain::health)),
        ("/api/openapi.json", get(plain::openapi)),
        ("/api/catalogue", get(plain::catalogue)),
        ("/api/board", question(plain::board)),
        ("/api/board/tidy", question(plain::tidy)),
        ("/api/board/export", question(plain::export)),
        ("/api/position", question(plain::position)),
        ("/api/play", question(plain::play)),
        ("/api/solve", long(work::solve, |asked| asked.limits)),
        ("/api/moves", long(work::moves, |asked| asked.limits)),
        ("/api/choose", long(work::choose, |asked| asked.limits)),
        ("/api/explain", long(work::explain, |asked| asked.limits)),
        ("/api/digraph", long(work::digraph, |asked| asked.limits)),
        ("/api/lesson", long(work::lesson, |asked| asked.limits)),
        ("/api/numbers", long(work::numbers, |asked| asked.limits)),
        (
            "/api/experiment",
            long(work::experiment, |asked| asked.limits),
        ),
    ]
}

/// A route that answers a small question.
fn question<T: DeserializeOwned + Send + 'static>(
    answer: fn(&App, T) -> Result<Json, Problem>,
) -> MethodRouter<App> {
    post(move |State(app): State<App>, request: Request| async move {
        let body = read(request, app.patience).await?;
        let jobs = app.jobs.clone();
        let json = jobs.answer(move || answer(&app, body)).await?;
        Ok::<_, Problem>(as_json(&json))
    })
}

/// A route whose answer is a stream.
fn long<T: DeserializeOwned + Send + 'static>(
    run: fn(&App, &Job, T) -> Result<Json, Problem>,
    limits: fn(&T) -> Option<Asked>,
) -> MethodRouter<App> {
    post(move |State(app): State<App>, request: Request| async move {
        let question = read(request, app.patience).await?;
        let jobs = app.jobs.clone();
        let asked = limits(&question).unwrap_or_default();
        jobs.start(asked, move |job| run(&app, job, question)).await
    })
}

/// An answer in JSON.
pub(crate) fn as_json(json: &Json) -> Response {
    let mut response = Response::new(Body::from(json.to_string()));
    let kind = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

/// Reads a body of JSON, within limits of size and time.
async fn read<T: DeserializeOwned>(request: Request, patience: Duration) -> Result<T, Problem> {
    let is_json = |value: &HeaderValue| {
        let kind = value.to_str().unwrap_or_default().split(';').next();
        kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
    };
    if !request
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(is_json)
    {
        return Err(Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "expected a body with the content type application/json",
        ));
    }
    let too_large = || {
        Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("expected a body of at most {MOST_BYTES} bytes"),
        )
    };
    let body = request.into_body();
    if body.size_hint().lower() > MOST_BYTES as u64 {
        return Err(too_large());
    }
    let bytes = match tokio::time::timeout(patience, to_bytes(body, MOST_BYTES)).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) => return Err(too_large()),
        Err(_) => {
            return Err(Problem::new(
                StatusCode::REQUEST_TIMEOUT,
                "the body did not arrive in time",
            ));
        }
    };
    serde_json::from_slice(&bytes).map_err(|error| {
        let status = match error.classify() {
            Category::Data => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::BAD_REQUEST,
        };
        Problem::new(status, error.to_string()).at_line(error.line())
    })
}

/// What every answer says to a browser: nothing but the page's own files runs, and no
/// other site gets at it.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Turns strangers away and puts the headers on every answer.
async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api/");
    let mut response = match refuse(&app, &request) {
        Some(problem) => problem.into_response(),
        None => next.run(request).await,
    };
    let kind = response.headers().get(header::CONTENT_TYPE);
    if response.status() == StatusCode::METHOD_NOT_ALLOWED && kind.is_none() {
        let allow = response.headers().get(header::ALLOW).cloned();
        let detail = match allow.as_ref().and_then(|value| value.to_str().ok()) {
            Some(list) => format!("expected one of the methods {list}"),
            None => "expected another method".to_owned(),
        };
        response = Problem::new(StatusCode::METHOD_NOT_ALLOWED, detail).into_response();
        if let Some(allow) = allow {
            response.headers_mut().insert(header::ALLOW, allow);
        }
    }
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if api {
        headers
            .entry(header::CACHE_CONTROL)
            .or_insert(HeaderValue::from_static("no-store"));
    }
    response
}

/// A page of another site can make a browser send requests here, under a name of its
/// own that leads to this address; the headers give it away.
fn refuse(app: &App, request: &Request) -> Option<Problem> {
    let text = |headers: &HeaderMap, name: HeaderName| -> Option<String> {
        Some(headers.get(name)?.to_str().ok()?.to_owned())
    };
    let host = text(request.headers(), header::HOST)
        .or_else(|| Some(request.uri().authority()?.to_string()))
        .unwrap_or_default();
    if !is_ours(&host, app.address.ip()) {
        return Some(Problem::new(
            StatusCode::FORBIDDEN,
            "expected the address of this server in the header Host",
        ));
    }
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return None;
    }
    let origin = request.headers().get(header::ORIGIN)?;
    let same = origin
        .to_str()
        .ok()
        .and_then(|origin| origin.split_once("://"))
        .is_some_and(|(_, authority)| authority.eq_ignore_ascii_case(&host));
    (!same).then(|| Problem::new(StatusCode::FORBIDDEN, "expected a request of the own page"))
}

/// Is this the name of a loopback address or of the address listened on? Behind a numeric
/// address there can be no other site.
fn is_ours(host: &str, address: IpAddr) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    match name.parse::<IpAddr>() {
        Ok(ip) => ip.is_loopback() || ip == address || address.is_unspecified(),
        Err(_) => name.eq_ignore_ascii_case("localhost"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn every_route_is_described_and_nothing_else() {
        let document: Json = serde_json::from_str(include_str!("../openapi.json")).unwrap();
        let described: Vec<&String> = document["paths"].as_object().unwrap().keys().collect();
        let mut routes: Vec<&str> = routes().into_iter().map(|(path, _)| path).collect();
        routes.push("/");
        routes.sort_unstable();
        let mut described: Vec<&str> = described.into_iter().map(String::as_str).collect();
        described.sort_unstable();
        assert_eq!(described, routes);
    }

    #[test]
    fn other_names_for_this_address_are_not_ours() {
        let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
        for ours in [
            "localhost",
            "localhost:80",
            "127.0.0.1:7788",
            "[::1]:9",
            "[::1]",
        ] {
            assert!(is_ours(ours, here), "{ours}");
        }
        for other in [
            "",
            "evil.example",
            "evil.example:7788",
            "192.168.1.2",
            "localhost.evil.example",
        ] {
            assert!(!is_ours(other, here), "{other}");
        }
        let all = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        assert!(is_ours("192.168.1.2:7788", all));
        assert!(!is_ours("evil.example", all));
    }
}
