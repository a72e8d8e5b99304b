//! What goes wrong, told as one sentence with the right status.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use seat::{Body, No, Refused};
use std::fmt::Display;

/// Why the server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the games cannot be kept in {place}: {why}; {next}")]
    Storage { place: String, why: String, next: &'static str },
    #[error(
        "the URL of --db cannot be read: {why}; write postgres://USER:PASSWORD@HOST:PORT/NAME, and @, /, ? and # \
         within a password as %40, %2F, %3F and %23"
    )]
    Url { why: String },
    #[error(
        "this grognard was built without Postgres, to be built sooner; make play DB=postgres://… builds it with it, and so \
         does cargo build --release --package cli"
    )]
    NoPostgres,
    #[error("nothing can listen on {address}: {why}; choose another with --port or --listen")]
    Listen { address: String, why: String },
    #[error(
        "the games in {place} are served already: stop the other grognard that serves them, or name other games with --db"
    )]
    Served { place: String },
    #[error("the machine gives no threads to reckon on: {0}; let it run more of them")]
    Threads(String),
    #[error("the machine gives no random numbers: {0}")]
    Random(String),
}

/// An error response: a status, a sentence, and the rule where one forbids it.
#[derive(Clone, Debug)]
pub struct Wrong {
    pub status: StatusCode,
    pub(crate) body: Body,
    /// Seconds after which it may be tried again.
    wait: Option<u64>,
}

pub(crate) const NO_SEAT: &str =
    "This link opens no seat in this game: ask whoever sent it for the whole link, or for a new one.";

impl Wrong {
    pub(crate) fn new(status: StatusCode, error: impl Display) -> Wrong {
        Wrong { status, body: Body::new(error), wait: None }
    }

    pub(crate) fn bad(error: impl Display) -> Wrong {
        Wrong::new(StatusCode::BAD_REQUEST, error)
    }

    pub(crate) fn not_found(error: impl Display) -> Wrong {
        Wrong::new(StatusCode::NOT_FOUND, error)
    }

    pub(crate) fn conflict(error: impl Display) -> Wrong {
        Wrong::new(StatusCode::CONFLICT, error)
    }

    pub(crate) fn forbidden(error: impl Display) -> Wrong {
        Wrong::new(StatusCode::FORBIDDEN, error)
    }

    /// Not now, but after these seconds.
    pub(crate) fn wait(status: StatusCode, seconds: u64, error: impl Display) -> Wrong {
        Wrong { wait: Some(seconds), ..Wrong::new(status, error) }
    }

    /// The same for a wrong token and a game that is not there, so that neither can be told from the other.
    pub(crate) fn no_seat() -> Wrong {
        Wrong::new(StatusCode::UNAUTHORIZED, NO_SEAT)
    }

    /// Something inside went wrong. The cause goes to the log, not to the page.
    pub(crate) fn inside(cause: impl Display) -> Wrong {
        Refused::inside(cause).into()
    }
}

impl From<Refused> for Wrong {
    fn from(Refused { no, body }: Refused) -> Wrong {
        let status = match no {
            No::Bad => StatusCode::BAD_REQUEST,
            No::NotThere => StatusCode::NOT_FOUND,
            No::NotNow => StatusCode::CONFLICT,
            No::NotYours => StatusCode::FORBIDDEN,
            No::Inside(cause) => {
                tracing::error!(%cause, "a request failed inside");
                StatusCode::INTERNAL_SERVER_ERROR
            }
        };
        Wrong { status, body, wait: None }
    }
}

impl From<sqlx::Error> for Wrong {
    fn from(error: sqlx::Error) -> Wrong {
        Wrong::inside(error)
    }
}

impl IntoResponse for Wrong {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.body)).into_response();
        if let Some(seconds) = self.wait {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        if self.status == StatusCode::UNAUTHORIZED {
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, header::HeaderValue::from_static("Bearer"));
        }
        response
    }
}
