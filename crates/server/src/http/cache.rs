//! The page, and what is the same for every caller, is made and compressed once, however often it is asked for.
//! Compressing is most of an answer's cost, and no allowance pays for it.

use crate::http::page;
use crate::wrong::Wrong;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// More are not kept: the page has not so many files.
const MOST: usize = 256;
/// No answer is as large.
const LARGEST: usize = 16 << 20;

/// Answers by their path, compressed and not.
#[derive(Default)]
pub struct Ready(Mutex<BTreeMap<Key, (HeaderMap, Bytes)>>);

type Key = (String, bool);

impl Ready {
    fn known(&self) -> MutexGuard<'_, BTreeMap<Key, (HeaderMap, Bytes)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, key: &Key) -> Option<Response> {
        let (headers, body) = self.known().get(key).cloned()?;
        Some(answer(headers, body))
    }

    fn keep(&self, key: Key, headers: &HeaderMap, body: &Bytes) {
        let mut known = self.known();
        if known.len() < MOST {
            known.insert(key, (headers.clone(), body.clone()));
        }
    }
}

fn answer(headers: HeaderMap, body: Bytes) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.headers_mut() = headers;
    response
}

pub async fn ready(State(ready): State<Arc<Ready>>, mut request: Request, next: Next) -> Response {
    if request.method() != Method::GET || !is_the_same_for_all(request.uri().path()) {
        return next.run(request).await;
    }
    let packed = takes_gzip(request.headers());
    let key = (request.uri().path().to_owned(), packed);
    if let Some(known) = ready.get(&key) {
        return known;
    }
    // It comes uncompressed, and is compressed here as small as can be, once; answers that differ are compressed in
    // haste.
    request.headers_mut().remove(header::ACCEPT_ENCODING);
    let response = next.run(request).await;
    if response.status() != StatusCode::OK {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let mut body = match to_bytes(body, LARGEST).await {
        Ok(body) => body,
        Err(error) => return Wrong::inside(error).into_response(),
    };
    if packed {
        body = match small(&body) {
            Ok(small) => small,
            Err(error) => return Wrong::inside(error).into_response(),
        };
        head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        head.headers.remove(header::CONTENT_LENGTH);
    }
    head.headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    ready.keep(key, &head.headers, &body);
    answer(head.headers, body)
}

fn small(body: &[u8]) -> std::io::Result<Bytes> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(body)?;
    Ok(packer.finish()?.into())
}

pub fn is_the_same_for_all(path: &str) -> bool {
    // The same path spelt otherwise would be kept a second time.
    if path.contains('%') {
        return false;
    }
    match path.strip_prefix("/api/") {
        Some(api) => {
            ["battles", "openapi.json", "sheets"].contains(&api)
                || api.starts_with("charts/")
                || api.starts_with("rules/")
                || api.starts_with("sheets/")
        }
        None => page::has(path),
    }
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let said = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|said| said.to_str().ok());
    said.flat_map(|said| said.split(',')).any(|coding| {
        let (name, how) = coding.split_once(';').unwrap_or((coding, ""));
        let how = how.trim().trim_start_matches("q=");
        name.trim().eq_ignore_ascii_case("gzip")
            && !(how.starts_with('0') && how.bytes().all(|b| b == b'0' || b == b'.'))
    })
}
