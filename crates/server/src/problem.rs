//! Errors as problem details (RFC 9457), with the same messages as the command line.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use outplay_board::InputError;
use serde_json::{Value as Json, json};

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    detail: String,
    source: Option<String>,
    line: Option<usize>,
}

/// When to try again, in seconds.
const RETRY_AFTER: &str = "2";

impl Problem {
    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self {
            status,
            detail: detail.into(),
            source: None,
            line: None,
        }
    }

    pub(crate) fn busy() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "busy: as much is being computed as this server takes on; try again soon",
        )
    }

    pub(crate) fn internal() -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the program made a mistake; this is a bug",
        )
    }

    pub(crate) fn stopping() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping")
    }

    pub(crate) fn at_line(mut self, line: usize) -> Self {
        self.line = (line > 0).then_some(line);
        self
    }

    /// What is sent.
    pub(crate) fn json(&self) -> Json {
        let mut json = json!({
            "type": "about:blank",
            "title": self.status.canonical_reason().unwrap_or("Error"),
            "status": self.status.as_u16(),
            "detail": self.detail,
        });
        if let Some(source) = &self.source {
            json["source"] = source.as_str().into();
        }
        if let Some(line) = self.line {
            json["line"] = line.into();
        }
        json
    }
}

impl From<InputError> for Problem {
    fn from(error: InputError) -> Self {
        Self {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            detail: error.message,
            source: error.source,
            line: error.line,
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.json().to_string()));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        let kind = HeaderValue::from_static("application/problem+json");
        headers.insert(header::CONTENT_TYPE, kind);
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
        }
        response
    }
}
