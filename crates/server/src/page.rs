//! The page's files, which are part of the program. A path is looked up in the list of
//! embedded files as it is: there is nothing else to reach.

use crate::problem::Problem;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::{EmbeddedFile, RustEmbed};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write;
use std::io::Write as _;
use std::sync::LazyLock;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Files;

/// Files below this folder have a hash in their names and never change.
const HASHED: &str = "assets/";

/// The files that get smaller by it, compressed once.
static COMPRESSED: LazyLock<HashMap<Cow<'static, str>, Vec<u8>>> = LazyLock::new(|| {
    let compressed = Files::iter().filter_map(|path| {
        let data = Files::get(&path)?.data;
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&data).ok()?;
        let bytes = encoder.finish().ok()?;
        (bytes.len() < data.len()).then_some((path, bytes))
    });
    compressed.collect()
});

/// Does the client take files that are compressed?
fn takes_gzip(headers: &HeaderMap) -> bool {
    let list = headers.get(header::ACCEPT_ENCODING);
    let list = list.and_then(|value| value.to_str().ok()).unwrap_or("");
    list.split(',').any(|coding| {
        let (name, quality) = coding.split_once(';').unwrap_or((coding, ""));
        let refused = matches!(quality.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000");
        name.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

/// The file that a path names; `/` is the page itself.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path() {
        "/" => "index.html",
        path => path.strip_prefix('/').unwrap_or(path),
    };
    match Files::get(path) {
        Some(file) => answer(path, file, &headers),
        None => Problem::new(StatusCode::NOT_FOUND, "there is no such page").into_response(),
    }
}

fn answer(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let mut tag = String::from("\"");
    for byte in &file.metadata.sha256_hash()[..16] {
        // Writing to a string cannot fail.
        let _ = write!(tag, "{byte:02x}");
    }
    tag.push('"');
    let known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|list| list.split(',').any(|known| known.trim() == tag));
    let small = COMPRESSED.get(path).filter(|_| takes_gzip(headers));
    let mut response = match (known, small) {
        (true, _) => StatusCode::NOT_MODIFIED.into_response(),
        (false, Some(bytes)) => {
            let mut response = Response::new(Body::from(bytes.as_slice()));
            let coding = HeaderValue::from_static("gzip");
            response
                .headers_mut()
                .insert(header::CONTENT_ENCODING, coding);
            response
        }
        (false, None) => Response::new(Body::from(file.data)),
    };
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if !known {
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static(content_type(path)),
        );
    }
    let caching = match path.starts_with(HASHED) {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    if let Ok(tag) = HeaderValue::try_from(tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// The types of files that a page is made of.
fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
