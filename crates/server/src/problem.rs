//! Errors as problem details (RFC 9457), with the same messages as the command line.

use crate::api::{as_json, in_json};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use outplay_board::InputError;
use outplay_service::Failed;
use schemars::JsonSchema;
use serde::Serialize;

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
    pub(crate) fn details(self) -> Details {
        Details {
            kind: "about:blank",
            title: self.status.canonical_reason().unwrap_or("Error"),
            status: self.status.as_u16(),
            detail: self.detail,
            source: self.source,
            line: self.line,
        }
    }
}

/// Problem details, RFC 9457.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub(crate) struct Details {
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'static str,
    status: u16,
    /// What is wrong, in the words of the command line.
    detail: String,
    /// The board or certificate in which it was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    /// The line of its text, or of the body.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
}

impl From<Failed> for Problem {
    fn from(failed: Failed) -> Self {
        match failed {
            Failed::Input(error) => error.into(),
            // Nothing is wrong with the question.
            Failed::Stopped(why) => Self::new(StatusCode::SERVICE_UNAVAILABLE, why),
            stopped @ Failed::Interrupted => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, stopped.to_string())
            }
            Failed::Output(_) => Self::internal(),
        }
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
        let status = self.status;
        let mut response = as_json(in_json(&self.details()));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        let kind = HeaderValue::from_static("application/problem+json");
        headers.insert(header::CONTENT_TYPE, kind);
        if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
        }
        response
    }
}
