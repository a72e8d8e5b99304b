//! The path under which everything lies, where a proxy gives the server only a part of its site.
//!
//! The page names all it needs relative to itself, so nothing inside has to know this path.

use crate::wrong::Wrong;
use axum::Router;
use axum::extract::Request;
use axum::http::uri::{PathAndQuery, Uri};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::fmt;
use std::str::FromStr;
use tower::ServiceExt as _;

/// A path such as `/grognard`: it begins with a slash and does not end with one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BasePath(String);

impl FromStr for BasePath {
    type Err = &'static str;

    /// ```
    /// use server::BasePath;
    /// assert_eq!("/club/grognard/".parse::<BasePath>()?.to_string(), "/club/grognard");
    /// assert!("grognard".parse::<BasePath>().is_err());
    /// # Ok::<(), &'static str>(())
    /// ```
    fn from_str(text: &str) -> Result<BasePath, &'static str> {
        const EXPECTED: &str = "a path of letters, digits, - and _, such as /grognard";
        let inner = text.strip_prefix('/').ok_or(EXPECTED)?;
        let inner = inner.strip_suffix('/').unwrap_or(inner);
        let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
        let is_part = |part: &str| !part.is_empty() && part.chars().all(plain);
        if inner.split('/').all(is_part) { Ok(BasePath(format!("/{inner}"))) } else { Err(EXPECTED) }
    }
}

impl fmt::Display for BasePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl BasePath {
    /// The app under this path, and nothing beside it.
    pub(crate) fn holding(self, app: Router) -> Router {
        Router::new().fallback(move |request: Request| {
            let (base, app) = (self.clone(), app.clone());
            async move { base.enter(app, request).await }
        })
    }

    async fn enter(self, app: Router, mut request: Request) -> Response {
        match self.within(request.uri()) {
            Some(inner) => {
                *request.uri_mut() = inner;
                match app.oneshot(request).await {
                    Ok(response) => response,
                    Err(never) => match never {},
                }
            }
            None if request.uri().path() == self.0 => {
                let last = self.0.rsplit('/').next().unwrap_or_default();
                (StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, format!("{last}/"))]).into_response()
            }
            None => Wrong::not_found(format_args!("There is nothing here: the battles are under {self}/."))
                .into_response(),
        }
    }

    /// The same address without the path.
    fn within(&self, uri: &Uri) -> Option<Uri> {
        let whole = uri.path_and_query()?.as_str();
        let inner = whole.strip_prefix(self.0.as_str()).filter(|inner| inner.starts_with('/'))?;
        let mut parts = uri.clone().into_parts();
        parts.path_and_query = Some(PathAndQuery::try_from(inner).ok()?);
        Uri::from_parts(parts).ok()
    }
}
