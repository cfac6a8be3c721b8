//! The page's files, which are part of the program. A path is looked up in the list of
//! embedded files as it is: there is nothing else to reach.

use crate::problem::Problem;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt::Write;
use std::io::Write as _;
use std::sync::LazyLock;

macro_rules! files {
    ($($path:literal),*) => {
        &[$(($path, include_bytes!(concat!("../page/", $path)))),*]
    };
}

/// The page's files, by their paths.
const FILES: &[(&str, &[u8])] = files![
    "engine.js",
    "favicon.svg",
    "index.html",
    "offline.js",
    "page.css",
    "page.js",
    "xz-decompress.js"
];

/// A file of the page.
struct File {
    bytes: &'static [u8],
    /// Compressed, if that is smaller.
    packed: Option<Vec<u8>>,
    /// A name of the content, by which browsers know what they have.
    tag: String,
}

static PAGE: LazyLock<HashMap<&str, File>> = LazyLock::new(|| {
    let file = |&(path, bytes): &(&'static str, &'static [u8])| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
        let packed = packed.ok().filter(|packed| packed.len() < bytes.len());
        let mut tag = String::from("\"");
        for byte in &Sha256::digest(bytes)[..16] {
            // Writing to a string cannot fail.
            let _ = write!(tag, "{byte:02x}");
        }
        tag.push('"');
        (path, File { bytes, packed, tag })
    };
    FILES.iter().map(file).collect()
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
    match PAGE.get(path) {
        Some(file) => answer(path, file, &headers),
        None => Problem::new(StatusCode::NOT_FOUND, "there is no such page").into_response(),
    }
}

fn answer(path: &str, file: &'static File, headers: &HeaderMap) -> Response {
    let known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|list| list.split(',').any(|known| known.trim() == file.tag));
    let packed = file.packed.as_ref().filter(|_| takes_gzip(headers));
    let mut response = match (known, packed) {
        (true, _) => StatusCode::NOT_MODIFIED.into_response(),
        (false, Some(bytes)) => {
            let mut response = Response::new(Body::from(bytes.as_slice()));
            let coding = HeaderValue::from_static("gzip");
            response
                .headers_mut()
                .insert(header::CONTENT_ENCODING, coding);
            response
        }
        (false, None) => Response::new(Body::from(file.bytes)),
    };
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if !known {
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static(content_type(path)),
        );
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::try_from(&file.tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// The types of the files that the page is made of.
fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_file_of_the_page_is_there_with_its_type() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
        let built = std::fs::read_dir(folder).unwrap();
        let built = built.map(|file| file.unwrap().file_name().into_string().unwrap());
        let here = FILES.iter().map(|(path, _)| (*path).to_owned());
        assert_eq!(here.collect::<BTreeSet<_>>(), built.collect());
        for (path, _) in FILES {
            assert_ne!(content_type(path), "application/octet-stream", "{path}");
        }
    }
}
