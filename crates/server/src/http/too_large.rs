//! A body that is too large is read to its end all the same, and thrown away: cutting the connection while the caller
//! sends would take the answer with it, and he would never learn why.
//!
//! A few at a time, and slowly. Others wait for their turn, unread.

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::Semaphore;

/// The most that is read of a body that is too large: its sender can know that it is.
const MOST: usize = 32 << 20;
/// How much is read at a time, with a pause after it: some 50 MB a second.
const AT_ONCE: usize = 256 << 10;
const BREATH: Duration = Duration::from_millis(5);
/// How many such bodies are read at once; one that would wait longer than [`LONGEST_WAIT`] is cut.
const HEARD: usize = 2;
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// No body is read for longer: two callers who send a byte now and then could keep all others from being read.
const PATIENCE: Duration = Duration::from_secs(4);

pub struct Drains(Semaphore);

impl Default for Drains {
    fn default() -> Drains {
        Drains(Semaphore::new(HEARD))
    }
}

/// A body of which the handler may leave the rest unread.
struct Lent {
    rest: Arc<Mutex<Rest>>,
}

struct Rest {
    body: Body,
    is_begun: bool,
    is_over: bool,
}

impl HttpBody for Lent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let mut rest = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
        rest.is_begun = true;
        let frame = Pin::new(&mut rest.body).poll_frame(cx);
        rest.is_over = matches!(frame, Poll::Ready(None | Some(Err(_))));
        frame
    }

    fn size_hint(&self) -> SizeHint {
        self.rest.lock().unwrap_or_else(PoisonError::into_inner).body.size_hint()
    }
}

pub async fn heard_to_the_end(State(drains): State<Arc<Drains>>, request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    // A caller who asks first whether he may send (`Expect`) is simply told no.
    let asks_first = head.headers.contains_key(header::EXPECT);
    let rest = Arc::new(Mutex::new(Rest { body, is_begun: false, is_over: false }));
    let lent = Body::new(Lent { rest: Arc::clone(&rest) });
    let mut response = next.run(Request::from_parts(head, lent)).await;
    let is_read = {
        let rest = rest.lock().unwrap_or_else(PoisonError::into_inner);
        rest.is_over || rest.body.is_end_stream() || (asks_first && !rest.is_begun)
    };
    if response.status().is_success() || is_read {
        return response;
    }
    if let Ok(Ok(_turn)) = tokio::time::timeout(LONGEST_WAIT, drains.0.acquire()).await {
        drain(Lent { rest }).await;
    }
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

async fn drain(mut body: Lent) {
    let mut heard = 0;
    while heard < MOST {
        let Ok(Some(bytes)) = tokio::time::timeout(PATIENCE, some_of(&mut body)).await else { return };
        heard += bytes;
        tokio::time::sleep(BREATH).await;
    }
}

/// Reads one portion; `None` at the end.
async fn some_of(body: &mut Lent) -> Option<usize> {
    let mut heard = 0;
    while heard < AT_ONCE {
        let frame = std::future::poll_fn(|cx| Pin::new(&mut *body).poll_frame(cx)).await?.ok()?;
        heard += frame.data_ref().map_or(0, Bytes::len);
    }
    Some(heard)
}
