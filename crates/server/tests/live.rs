//! The live line, over a real socket.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use common::{Client, Folder, Mirror, move_once};
use engine::Side;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The line, or the status it was refused with.
async fn follow(at: SocketAddr, path: &str, token: &str, origin: Option<&str>) -> Result<Socket, u16> {
    let mut request = format!("ws://{at}{path}/live?token={token}").into_client_request().unwrap();
    if let Some(origin) = origin {
        request.headers_mut().insert("origin", origin.parse().unwrap());
    }
    match connect_async(request).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(reply)) => Err(reply.status().as_u16()),
        Err(other) => panic!("{other}"),
    }
}

async fn told(socket: &mut Socket) -> Value {
    loop {
        let message = timeout(Duration::from_secs(5), socket.next()).await.expect("a word in time");
        if let Message::Text(text) = message.unwrap().unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

/// What a word says of a game that is at this view.
fn word(view: &Value) -> Value {
    json!({ "version": view["version"], "step": view["step"], "mark": view["mark"] })
}

#[tokio::test]
async fn everybody_at_the_table_hears_that_the_game_has_moved() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let mut mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
    let at = client.listening().await;
    let here = format!("http://{at}");
    for (token, origin, status) in [
        ("nonsense", None, 401),
        ("", None, 401),
        (&*game.watch, Some("http://evil.example"), 403),
        (&*game.watch, Some("null"), 403),
        (&*game.watch, Some("http://127.0.0.1:1"), 403),
    ] {
        assert_eq!(follow(at, &game.path, token, origin).await.err(), Some(status), "{token} {origin:?}");
    }
    let mut french = follow(at, &game.path, game.token(Side::French), Some(&here)).await.unwrap();
    let mut watch = follow(at, &game.path, &game.watch, None).await.unwrap();
    let now = word(&client.get(&game.path, &game.watch).await.ok());
    assert_eq!(now["version"], mirror.session.entries().len());
    assert_eq!(told(&mut french).await, now);
    assert_eq!(told(&mut watch).await, now);
    french.send(Message::Ping(vec![1, 2, 3].into())).await.unwrap();
    let pong = timeout(Duration::from_secs(5), french.next()).await.unwrap().unwrap().unwrap();
    assert_eq!(pong, Message::Pong(vec![1, 2, 3].into()));
    for _ in 0..10 {
        let view = move_once(&client, &game, &mut mirror).await.unwrap();
        for socket in [&mut french, &mut watch] {
            assert_eq!(told(socket).await, word(&view));
        }
    }
    // Somebody who was away hears at once where the game stands.
    drop(french);
    let view = move_once(&client, &game, &mut mirror).await.unwrap();
    let mut french = follow(at, &game.path, game.token(Side::French), Some(&here)).await.unwrap();
    assert_eq!(told(&mut french).await["version"], view["version"]);
    // Nobody shouts: a frame over 64 KiB ends the line, a short word is not listened to.
    watch.send(Message::Text("{\"answer\":\"no\"}".into())).await.unwrap();
    watch.send(Message::Binary(vec![0; (64 << 10) + 1].into())).await.unwrap();
    let ended = async { while let Some(Ok(_)) = watch.next().await {} };
    timeout(Duration::from_secs(5), ended).await.expect("cut");
    // The game has not noticed any of it.
    let seen = client.get(&game.path, &game.watch).await.ok();
    assert_eq!(seen["version"], view["version"]);
}

/// A follower that never reads costs nothing but his line.
#[tokio::test]
async fn a_slow_spectator_holds_nobody_up() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let mut mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
    let at = client.listening().await;
    let _asleep = follow(at, &game.path, &game.watch, None).await.unwrap();
    for _ in 0..100 {
        if move_once(&client, &game, &mut mirror).await.is_none() {
            break;
        }
    }
}
