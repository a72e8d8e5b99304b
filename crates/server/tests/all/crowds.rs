//! Many callers at once: none shuts the others out.

use crate::common::{Client, Folder};
use axum::body::Body;
use axum::http::Request;
use futures_util::StreamExt as _;
use serde_json::json;
use server::{Config, Connections, Limits, Patience};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tower::ServiceExt as _;

/// Whatever must happen has happened by then, on any machine.
const AT_LAST: Duration = Duration::from_secs(60);

async fn listening(client: &Client, connections: Connections) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    let app = client.app.clone();
    let patience = Patience::default();
    tokio::spawn(server::listen_to_so_many(app, listener, patience, connections, std::future::pending()));
    at
}

/// A connection from that address.
async fn connect(from: &str, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
    socket.connect(to).await.unwrap()
}

/// What he is told when he asks; the line stays open in his hand.
async fn asks(stream: &mut TcpStream) -> String {
    let _ = stream.write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    let mut told = vec![0; 1024];
    let read = timeout(AT_LAST, stream.read(&mut told)).await.expect("an answer");
    String::from_utf8_lossy(&told[..read.unwrap_or(0)]).into_owned()
}

#[tokio::test]
async fn one_address_does_not_hold_every_connection() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let at = listening(&client, Connections { most_of_address: Some(3), most: 5 }).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut stream = connect("127.0.0.1", at).await;
        assert!(asks(&mut stream).await.starts_with("HTTP/1.1 200 "));
        held.push(stream);
    }
    let told = asks(&mut connect("127.0.0.1", at).await).await;
    assert!(told.starts_with("HTTP/1.1 503 ") && told.contains("retry-after: 5"), "{told}");
    let sentence = "{\"error\":\"There are too many connections of your address: end some of them first.\"}";
    assert!(told.ends_with(sentence), "{told}");
    // Others come in, until there is no place left.
    for from in ["127.0.0.2", "127.0.0.3"] {
        let mut stream = connect(from, at).await;
        assert!(asks(&mut stream).await.starts_with("HTTP/1.1 200 "), "{from}");
        held.push(stream);
    }
    let told = asks(&mut connect("127.0.0.4", at).await).await;
    assert!(told.contains("There are too many connections here just now: try again in a moment."), "{told}");
    // A connection that ends makes room.
    held.truncate(2);
    let comes_in = async {
        while !asks(&mut connect("127.0.0.4", at).await).await.starts_with("HTTP/1.1 200 ") {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(AT_LAST, comes_in).await.expect("there is room again");
}

#[tokio::test]
async fn one_address_does_not_hold_every_live_line() {
    let folder = Folder::new();
    let limits = Limits { lines_of_address: 2, ..Limits::default() };
    let client =
        Client { app: server::app(Config { limits, ..crate::common::config(&folder) }).await.unwrap() };
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let at = client.listening().await;
    let follow = async || {
        let mut request = format!("ws://{at}{}/live", game.path).into_client_request().unwrap();
        request.headers_mut().insert("authorization", format!("Bearer {}", game.watch).parse().unwrap());
        connect_async(request).await
    };
    let (one, _two) = (follow().await.unwrap(), follow().await.unwrap());
    let Err(Error::Http(refused)) = follow().await else { panic!("a third line") };
    assert_eq!((refused.status().as_u16(), &refused.headers()["retry-after"]), (429, &"5".parse().unwrap()));
    let told = String::from_utf8_lossy(refused.body().as_deref().unwrap_or_default()).into_owned();
    assert!(told.is_empty() || told.contains("too many live lines of your address"), "{told}");
    drop(one);
    let comes_in = async {
        while follow().await.is_err() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(AT_LAST, comes_in).await.expect("there is room again");
}

/// A live line is still a connection.
#[tokio::test]
async fn lines_count_among_the_connections() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let at = listening(&client, Connections { most_of_address: Some(2), most: 5 }).await;
    let mut lines = Vec::new();
    for _ in 0..2 {
        let mut request = format!("ws://{at}{}/live", game.path).into_client_request().unwrap();
        request.headers_mut().insert("authorization", format!("Bearer {}", game.watch).parse().unwrap());
        let (mut line, _) = connect_async(request).await.unwrap();
        // Its first word: hyper has let go of the connection by then.
        assert!(timeout(AT_LAST, line.next()).await.unwrap().unwrap().is_ok());
        lines.push(line);
    }
    let told = asks(&mut connect("127.0.0.1", at).await).await;
    assert!(told.contains("too many connections of your address"), "{told}");
    lines.pop();
    let comes_in = async {
        while !asks(&mut connect("127.0.0.1", at).await).await.starts_with("HTTP/1.1 200 ") {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(AT_LAST, comes_in).await.expect("there is room again");
}

/// Behind a proxy all connections are the proxy's: there the requests under way are counted.
#[tokio::test]
async fn behind_a_proxy_one_caller_does_not_hold_every_request() {
    let folder = Folder::new();
    let limits = Limits { connections_of_address: 2, ..Limits::default() };
    let config = Config { limits, behind_proxy: true, ..crate::common::config(&folder) };
    let client = Client { app: server::app(config).await.unwrap() };
    let at = listening(&client, Connections { most_of_address: None, most: 100 }).await;
    let mut slow = Vec::new();
    for _ in 0..2 {
        let mut stream = connect("127.0.0.1", at).await;
        let head = "POST /api/games HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 192.0.2.1\r\n\
                    expect: 100-continue\r\ncontent-length: 100\r\n\r\n";
        stream.write_all(head.as_bytes()).await.unwrap();
        // His body is waited for: he is in.
        let mut told = [0; 12];
        timeout(AT_LAST, stream.read_exact(&mut told)).await.expect("a word").unwrap();
        assert_eq!(&told, b"HTTP/1.1 100");
        slow.push(stream);
    }
    let asks = async |from: &str| {
        let request = Request::get("/health").header("x-forwarded-for", from).body(Body::empty()).unwrap();
        client.app.clone().oneshot(request).await.unwrap().status().as_u16()
    };
    assert_eq!(asks("192.0.2.1").await, 429, "he has as many as he may have");
    assert_eq!(asks("192.0.2.2").await, 200);
    drop(slow);
    let free = async {
        while asks("192.0.2.1").await != 200 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(AT_LAST, free).await.expect("and may ask again");
}
