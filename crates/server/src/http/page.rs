//! The page, built into the binary.

use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Page;

const NOT_BUILT: &str = "The page is not built into this server: run \"npm ci && npm run build\" in web/, build \
                         grognard again and restart it. The API works: see /api/openapi.json.\n";

/// A file of the page. A path without an ending is a place within the page, and gets the page itself; what that needs
/// is named relative to it.
pub(crate) async fn page(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") {
        return crate::wrong::Wrong::not_found(
            "There is nothing here: /api/openapi.json lists what there is.",
        )
        .into_response();
    }
    let file = if path.is_empty() { "index.html" } else { path };
    if let Some(found) = Page::get(file) {
        return send(file, found);
    }
    let last = path.rsplit('/').next().unwrap_or_default();
    if last.contains('.') {
        return (StatusCode::NOT_FOUND, "There is no such file.\n").into_response();
    }
    match Page::get("index.html") {
        Some(_) => (StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, way_up(uri.path()))]).into_response(),
        None => (StatusCode::OK, NOT_BUILT).into_response(),
    }
}

/// Whether a path is that of a file, as the page itself names it.
pub(crate) fn has(path: &str) -> bool {
    path == "/"
        || path.strip_prefix('/').is_some_and(|file| !file.starts_with('/') && Page::get(file).is_some())
}

/// From a place to the page, whatever prefix a proxy adds.
fn way_up(path: &str) -> String {
    match path.matches('/').count() {
        0 | 1 => "./".to_owned(),
        deep => "../".repeat(deep - 1),
    }
}

fn send(name: &str, file: rust_embed::EmbeddedFile) -> Response {
    let kind = HeaderValue::from_str(file.metadata.mimetype())
        .unwrap_or(HeaderValue::from_static("application/octet-stream"));
    // Vite puts a hash of the content into the names of assets.
    let keep = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, HeaderValue::from_static(keep))];
    (headers, file.data.into_owned()).into_response()
}
