//! Callers who are slow on purpose: each is cut, and others do not notice.

use crate::common::{Client, Folder, request};
use axum::http::Method;
use futures_util::StreamExt as _;
use serde_json::json;
use server::{Config, Patience};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

/// Whatever must happen has happened by then, on any machine.
const AT_LAST: Duration = Duration::from_secs(60);

/// A server with small buffers and the patience of a test, and its port.
async fn impatient(folder: &Folder, patience: Patience) -> (Client, SocketAddr) {
    let config = Config { rate: None, patience, metrics: true, ..Config::new(folder.db()) };
    let client = Client { app: server::app(config).await.unwrap() };
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_send_buffer_size(4096).unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = socket.listen(64).unwrap();
    let at = listener.local_addr().unwrap();
    tokio::spawn(server::listen(client.app.clone(), listener, patience, std::future::pending()));
    (client, at)
}

/// A connection that can hold back little.
async fn connect(at: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(2048).unwrap();
    socket.connect(at).await.unwrap()
}

async fn counted(client: &Client, name: &str) -> u64 {
    let text = client.send(Method::GET, "/metrics", None, Vec::new()).await.text();
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("grognard_{name} ")));
    line.unwrap().parse().unwrap()
}

/// Reads until the line is dead.
async fn to_the_end(stream: &mut TcpStream) -> Vec<u8> {
    let mut came = Vec::new();
    let _ = timeout(AT_LAST, stream.read_to_end(&mut came)).await.expect("cut");
    came
}

/// Sends a byte now and then as long as the server listens.
async fn drip(stream: &mut TcpStream, bytes: &[u8], every: Duration) {
    for byte in bytes.iter().cycle() {
        if stream.write_all(&[*byte]).await.is_err() {
            return;
        }
        tokio::time::sleep(every).await;
    }
}

#[tokio::test]
async fn a_follower_who_does_not_read_is_cut_and_one_who_does_is_not() {
    let folder = Folder::new();
    // A word on the line every millisecond: buffers that are not emptied are full soon.
    let patience = Patience {
        follower: Duration::from_millis(500),
        heartbeat: Duration::from_millis(1),
        ..Patience::default()
    };
    let (client, at) = impatient(&folder, patience).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let line = || {
        let mut line = format!("ws://{at}{}/live", game.path).into_client_request().unwrap();
        line.headers_mut().insert("authorization", format!("Bearer {}", game.watch).parse().unwrap());
        line
    };
    let (mut awake, _) = client_async(line(), connect(at).await).await.unwrap();
    let (asleep, _) = client_async(line(), connect(at).await).await.unwrap();
    let reads = tokio::spawn(async move {
        let mut heard = 0_u64;
        while let Some(Ok(_)) = awake.next().await {
            heard += 1;
        }
        heard
    });
    let cut = async {
        while counted(&client, "followers_cut_total").await == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(AT_LAST, cut).await.expect("whoever sleeps is cut");
    assert_eq!(counted(&client, "followers").await, 1, "whoever reads stays");
    assert!(!reads.is_finished());
    // What was under way to the sleeper when he was cut is all he gets: a few buffers full.
    let mut asleep = asleep.into_inner();
    let left = to_the_end(&mut asleep).await;
    assert!(left.len() < 64 << 10, "{} bytes were held for him", left.len());
    reads.abort();
}

/// Neither silence nor a byte now and then keeps a connection.
#[tokio::test]
async fn a_head_that_does_not_come_to_its_end_is_not_waited_for() {
    let folder = Folder::new();
    let patience = Patience { head: Duration::from_millis(300), ..Patience::default() };
    let (client, at) = impatient(&folder, patience).await;
    let mut silent = connect(at).await;
    assert_eq!(to_the_end(&mut silent).await, b"", "nothing was said");
    let mut half = connect(at).await;
    half.write_all(b"GET /health HTTP/1.1\r\nhost: x\r\n").await.unwrap();
    to_the_end(&mut half).await;
    let mut slow = connect(at).await;
    slow.write_all(b"GET /health HTTP/1.1\r\nx: ").await.unwrap();
    timeout(AT_LAST, drip(&mut slow, b"y", Duration::from_millis(10))).await.expect("cut");
    // A caller who asks at once gets his answer.
    let mut quick = connect(at).await;
    quick.write_all(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    assert!(String::from_utf8_lossy(&to_the_end(&mut quick).await).starts_with("HTTP/1.1 200 "));
    assert_eq!(client.send(Method::GET, "/health", None, Vec::new()).await.status, 200);
}

#[tokio::test]
async fn a_body_that_does_not_come_to_its_end_is_not_waited_for() {
    let folder = Folder::new();
    let patience = Patience { request: Duration::from_millis(300), ..Patience::default() };
    let (_, at) = impatient(&folder, patience).await;
    for path in ["/api/games", "/api/records"] {
        for sends in [true, false] {
            let mut slow = connect(at).await;
            let head = format!("POST {path} HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n{{");
            slow.write_all(head.as_bytes()).await.unwrap();
            if sends {
                timeout(AT_LAST, drip(&mut slow, b" ", Duration::from_millis(10))).await.expect("cut");
            } else {
                let came = to_the_end(&mut slow).await;
                let came = String::from_utf8_lossy(&came);
                assert!(came.starts_with("HTTP/1.1 408 "), "{path}");
                assert!(
                    came.contains("{\"error\":\"This took more than 1 s and was not waited for: "),
                    "{came}"
                );
            }
        }
    }
}

/// Records are long, and only a few are taken in at once: the others are told to come again.
#[tokio::test]
async fn slow_records_do_not_pile_up() {
    let folder = Folder::new();
    let (client, at) = impatient(&folder, Patience::default()).await;
    let body = json!({ "request": request(), "record": "nonsense" }).to_string().into_bytes();
    let bring = || client.send(Method::POST, "/api/records", None, body.clone());
    bring().await.fails(400);
    let mut slow = Vec::new();
    // One that comes while another is being looked at is sent away: more are sent until all places are taken.
    let fills = async {
        while bring().await.status != 429 {
            let mut stream = connect(at).await;
            let head = "POST /api/records HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n{";
            stream.write_all(head.as_bytes()).await.unwrap();
            slow.push(stream);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(AT_LAST, fills).await.expect("full");
    bring().await.fails(429);
    assert_eq!(client.send(Method::GET, "/health", None, Vec::new()).await.status, 200);
    drop(slow);
    let frees = async {
        while bring().await.status != 400 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(AT_LAST, frees).await.expect("free again");
}

#[tokio::test]
async fn a_reply_that_is_not_taken_is_not_held() {
    let folder = Folder::new();
    let patience = Patience { reply: Duration::from_millis(300), ..Patience::default() };
    let (client, at) = impatient(&folder, patience).await;
    let whole = client.send(Method::GET, "/api/battles", None, Vec::new()).await.bytes.len();
    let mut asleep = connect(at).await;
    asleep.write_all(b"GET /api/battles HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    // He reads nothing, and is heard no more.
    timeout(AT_LAST, drip(&mut asleep, b"\r\n", Duration::from_millis(10))).await.expect("cut");
    let came = to_the_end(&mut asleep).await.len();
    assert!(came < whole, "{came} of {whole} bytes came");
}

/// Told to stop, the server finishes what is under way and waits for nothing else.
#[tokio::test]
async fn stopping_finishes_requests_and_lets_idlers_go() {
    let folder = Folder::new();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let (ready, at) = tokio::sync::oneshot::channel();
    let config = Config { rate: None, ..Config::new(folder.db()) };
    let serving = tokio::spawn(server::serve(
        config,
        "127.0.0.1:0".parse().unwrap(),
        move |at| ready.send(at).unwrap(),
        async move {
            let _ = stopped.await;
        },
    ));
    let at = at.await.unwrap();
    let _idle = connect(at).await;
    let mut asks = connect(at).await;
    let body = json!({ "request": request(), "battle": "gilly", "french": "captain", "allied": "captain" });
    let body = body.to_string();
    let head =
        format!("POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n\r\n", body.len());
    asks.write_all(head.as_bytes()).await.unwrap();
    asks.write_all(&body.as_bytes()[..20]).await.unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    stop.send(()).unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    asks.write_all(&body.as_bytes()[20..]).await.unwrap();
    let came = to_the_end(&mut asks).await;
    assert!(String::from_utf8_lossy(&came).starts_with("HTTP/1.1 201 "), "{}", came.len());
    timeout(AT_LAST, serving).await.expect("stopped").unwrap().unwrap();
}
