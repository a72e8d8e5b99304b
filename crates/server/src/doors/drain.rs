//! Whoever brings too much is heard to the end, so that he hears why it is not taken: a connection that is cut while he
//! speaks takes the answer with it.
//!
//! It is done for a few at a time and no faster than must be. The others wait, and bring nothing meanwhile.

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

/// No more of a body is heard: whoever says so much knows that it is too much.
const MOST: usize = 32 << 20;
/// So much is taken at a time, and then a breath: some 50 MB a second.
const AT_ONCE: usize = 256 << 10;
const BREATH: Duration = Duration::from_millis(5);
/// So many are heard at once; whoever would wait longer for it is not heard.
const HEARD: usize = 2;
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// Each of these takes no longer, or the rest is not heard: by bringing a byte now and then two could keep all others
/// from being heard.
const PATIENCE: Duration = Duration::from_secs(4);

pub struct Drains(Semaphore);

impl Default for Drains {
    fn default() -> Drains {
        Drains(Semaphore::new(HEARD))
    }
}

/// A body that whoever answers may leave unread.
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
    // Who asks first whether he may speak is simply told that he may not.
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

/// So much as is taken at a time; `None` where there is no more.
async fn some_of(body: &mut Lent) -> Option<usize> {
    let mut heard = 0;
    while heard < AT_ONCE {
        let frame = std::future::poll_fn(|cx| Pin::new(&mut *body).poll_frame(cx)).await?.ok()?;
        heard += frame.data_ref().map_or(0, Bytes::len);
    }
    Some(heard)
}
