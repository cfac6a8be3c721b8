//! The routes, and what holds for every request: who may ask, how bodies are read, and
//! which headers every answer carries.

use crate::document::document;
use crate::jobs::Jobs;
use crate::listen::Shutdown;
use crate::problem::Problem;
use crate::routes::routes;
use crate::{Options, page};
use axum::Router;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use outplay_board::Limits;
use outplay_service::{MOST_BYTES, Sizes};
use serde::Serialize;
use serde_json::Value as Json;
use serde_json::error::Category;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// So many bodies beyond the usual size are held at a time.
const MOST_LARGE: usize = 2;

/// What all requests share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) sizes: Sizes,
    pub(crate) document: Arc<Json>,
    patience: Duration,
    large: Arc<Semaphore>,
    address: SocketAddr,
    hosts: Arc<[String]>,
    token: Option<Arc<str>>,
}

/// The whole service.
pub(crate) fn router(options: &Options, address: SocketAddr, shutdown: Shutdown) -> Router {
    let routes = routes();
    let boards = Limits {
        vertices: options.vertices,
        edges: options.vertices.saturating_mul(20),
    };
    let app = App {
        jobs: Arc::new(Jobs::new(options, boards, shutdown)),
        sizes: Sizes::new(boards, options.time.as_secs_f64()),
        document: Arc::new(document(&routes)),
        patience: options.patience,
        large: Arc::new(Semaphore::new(MOST_LARGE)),
        address,
        hosts: options.hosts.clone().into(),
        token: options.token.as_deref().map(Arc::from),
    };
    let mut router = Router::new();
    for route in routes {
        router = router.route(route.path, route.handler);
    }
    router
        .fallback(get(page::file))
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .with_state(app)
}

/// Something in JSON.
pub(crate) fn in_json<T: Serialize>(answer: &T) -> Vec<u8> {
    // All that is sent has text for keys, so that it can be written.
    serde_json::to_vec(answer).unwrap_or_default()
}

/// An answer in JSON.
pub(crate) fn as_json(text: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(text));
    let kind = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

/// Reads the question in a body, within limits of size and time. With a large one comes a place that it
/// holds.
pub(crate) async fn body<T>(
    app: &App,
    request: Request,
    most: usize,
    read: &(dyn Fn(&[u8]) -> serde_json::Result<T> + Send + Sync),
) -> Result<(T, Option<OwnedSemaphorePermit>), Problem> {
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
            format!("expected a body of at most {most} bytes"),
        )
    };
    let body = request.into_body();
    if body.size_hint().lower() > most as u64 {
        return Err(too_large());
    }
    let place = match most > MOST_BYTES {
        false => None,
        true => match tokio::time::timeout(app.patience, app.large.clone().acquire_owned()).await {
            Ok(Ok(place)) => Some(place),
            Ok(Err(_)) | Err(_) => return Err(Problem::busy()),
        },
    };
    let bytes = match tokio::time::timeout(app.patience, to_bytes(body, most)).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) => return Err(too_large()),
        Err(_) => {
            return Err(Problem::new(
                StatusCode::REQUEST_TIMEOUT,
                "the body did not arrive in time",
            ));
        }
    };
    let question = read(&bytes).map_err(|error| {
        let status = match error.classify() {
            Category::Data => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::BAD_REQUEST,
        };
        Problem::new(status, error.to_string()).at_line(error.line())
    })?;
    Ok((question, place))
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

const TOKEN: &str = "x-outplay-token";

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
    if !is_ours(&host, app.address.ip()) && !is_named(&host, &app.hosts) {
        return Some(Problem::new(
            StatusCode::FORBIDDEN,
            "expected the address of this server in the header Host",
        ));
    }
    let token = request.headers().get(TOKEN).map(HeaderValue::as_bytes);
    if app
        .token
        .as_ref()
        .is_some_and(|ours| token != Some(ours.as_bytes()))
    {
        return Some(Problem::new(
            StatusCode::FORBIDDEN,
            "expected the token of the program that this server belongs to",
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
        .is_some_and(|(_, authority)| {
            // A proxy may ask under another name than it is asked.
            authority.eq_ignore_ascii_case(&host) || is_named(authority, &app.hosts)
        });
    (!same).then(|| Problem::new(StatusCode::FORBIDDEN, "expected a request of the own page"))
}

/// Is this the name of a loopback address or of the address listened on? Behind a numeric
/// address there can be no other site.
fn is_ours(host: &str, address: IpAddr) -> bool {
    let name = without_port(host);
    let name = name.trim_start_matches('[').trim_end_matches(']');
    match name.parse::<IpAddr>() {
        Ok(ip) => ip.is_loopback() || ip == address || address.is_unspecified(),
        Err(_) => name.eq_ignore_ascii_case("localhost"),
    }
}

/// Is this one of the names under which the server was told to answer?
fn is_named(host: &str, hosts: &[String]) -> bool {
    let name = without_port(host);
    let same =
        |known: &String| known.eq_ignore_ascii_case(name) || known.eq_ignore_ascii_case(host);
    !name.is_empty() && hosts.iter().any(same)
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

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

    #[test]
    fn names_that_were_said_are_ours() {
        let hosts = ["class.example".to_owned(), "other.example:81".to_owned()];
        for named in ["class.example", "Class.Example:8080", "other.example:81"] {
            assert!(is_named(named, &hosts), "{named}");
        }
        for other in [
            "",
            ":80",
            "example",
            "x.class.example",
            "class.example.evil",
            "other.example",
        ] {
            assert!(!is_named(other, &hosts), "{other}");
        }
    }
}
