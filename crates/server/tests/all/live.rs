//! The live line, over a real socket.

use crate::common::{Client, Folder, Mirror, move_once, request};
use engine::Side;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use server::{Config, Patience};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The line of a page, which says its token first; or the status it was refused with.
async fn follow(at: SocketAddr, path: &str, token: &str, origin: Option<&str>) -> Result<Socket, u16> {
    let mut socket = open(at, path, &[("origin", origin)]).await?;
    socket.send(Message::Text(json!({ "token": token }).to_string().into())).await.unwrap();
    Ok(socket)
}

/// The line before anything was said.
async fn open(at: SocketAddr, path: &str, headers: &[(&'static str, Option<&str>)]) -> Result<Socket, u16> {
    let mut request = format!("ws://{at}{path}").into_client_request().unwrap();
    for (name, value) in headers {
        if let Some(value) = value {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
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
            let word: Value = text.parse().unwrap();
            // Who has come is said beside it.
            if word["here"].is_null() {
                return word;
            }
        }
    }
}

/// Whose players are at the table, as soon as that is said anew.
async fn at_table(socket: &mut Socket) -> Value {
    loop {
        let message = timeout(Duration::from_secs(5), socket.next()).await.expect("a word in time");
        if let Message::Text(text) = message.unwrap().unwrap() {
            let word: Value = text.parse().unwrap();
            if !word["here"].is_null() {
                return word["here"].clone();
            }
        }
    }
}

#[tokio::test]
async fn a_friend_who_comes_and_goes_is_seen() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let at = client.listening().await;
    let live = format!("{}/live", game.path);
    let mut french = follow(at, &live, game.token(Side::French), None).await.unwrap();
    assert_eq!(at_table(&mut french).await, json!(["french"]));
    let watch = follow(at, &live, &game.watch, None).await.unwrap();
    let mut allied = follow(at, &live, game.token(Side::Allied), None).await.unwrap();
    assert_eq!(at_table(&mut allied).await, json!(["french", "allied"]));
    assert_eq!(at_table(&mut french).await, json!(["french", "allied"]), "nobody hears of a spectator");
    drop((allied, watch));
    assert_eq!(at_table(&mut french).await, json!(["french"]));
}

/// What a word says of a game that is at this view.
fn word(view: &Value) -> Value {
    json!({ "version": view["version"], "step": view["step"], "mark": view["mark"] })
}

#[tokio::test]
async fn all_at_the_table_hear_that_the_game_has_moved() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let mut mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
    let at = client.listening().await;
    let here = format!("http://{at}");
    let live = format!("{}/live", game.path);
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
        assert_eq!(follow(at, &live, &game.watch, Some(origin)).await.err(), Some(403), "{origin}");
    }
    let mut french = follow(at, &live, game.token(Side::French), Some(&here)).await.unwrap();
    let mut watch = follow(at, &live, &game.watch, None).await.unwrap();
    let now = word(&client.get(&game.path, &game.watch).await.ok());
    assert_eq!(now["version"], mirror.session.entries().len());
    assert_eq!(told(&mut watch).await, now);
    // Marks are each seat's own.
    let mine = word(&client.get(&game.path, game.token(Side::French)).await.ok());
    assert_eq!(told(&mut french).await, mine);
    assert_ne!(mine["mark"], now["mark"]);
    assert_eq!(at_table(&mut french).await, json!(["french"]), "said beside it");
    french.send(Message::Ping(vec![1, 2, 3].into())).await.unwrap();
    let pong = timeout(Duration::from_secs(5), french.next()).await.unwrap().unwrap().unwrap();
    assert_eq!(pong, Message::Pong(vec![1, 2, 3].into()));
    for _ in 0..10 {
        move_once(&client, &game, &mut mirror).await.unwrap();
        for (socket, token) in [(&mut french, game.token(Side::French)), (&mut watch, &*game.watch)] {
            assert_eq!(told(socket).await, word(&client.get(&game.path, token).await.ok()));
        }
    }
    // A follower who was away hears at once where the game stands.
    drop(french);
    let view = move_once(&client, &game, &mut mirror).await.unwrap();
    let mut french = follow(at, &live, game.token(Side::French), Some(&here)).await.unwrap();
    assert_eq!(told(&mut french).await["version"], view["version"]);
    // A frame over 64 KiB ends the line; a short word is ignored.
    watch.send(Message::Text("{\"answer\":\"no\"}".into())).await.unwrap();
    watch.send(Message::Binary(vec![0; (64 << 10) + 1].into())).await.unwrap();
    let ended = async { while let Some(Ok(_)) = watch.next().await {} };
    timeout(Duration::from_secs(5), ended).await.expect("cut");
    // The game has not noticed any of it.
    let seen = client.get(&game.path, &game.watch).await.ok();
    assert_eq!(seen["version"], view["version"]);
}

/// How the server has closed a line, with its sentence.
async fn closed(socket: &mut Socket) -> (u16, String) {
    loop {
        let message = timeout(Duration::from_secs(5), socket.next()).await.expect("closed in time");
        if let Message::Close(Some(frame)) = message.unwrap().unwrap() {
            return (frame.code.into(), frame.reason.to_string());
        }
    }
}

#[tokio::test]
async fn a_token_is_said_on_the_line_and_never_in_its_address() {
    let folder = Folder::new();
    let patience = Patience { follower: Duration::from_millis(300), ..Patience::default() };
    let app = server::app(Config { patience, ..crate::common::config(&folder) }).await.unwrap();
    let client = Client { app };
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let at = client.listening().await;
    let live = format!("{}/live", game.path);
    // The first frame is the token, and whatever else it is closes the line: a game that is not there does the same.
    let mut said = Vec::new();
    for (path, token) in [
        (&*live, "nonsense"),
        (&live, ""),
        (&live, &game.id),
        ("/api/games/0123456789abcdef/live", &game.watch),
    ] {
        said.push(closed(&mut follow(at, path, token, None).await.unwrap()).await);
    }
    assert!(said.iter().all(|one| *one == said[0]), "{said:?}");
    assert_eq!(said[0].0, 4401);
    for first in [Message::Text("{\"answer\":\"no\"}".into()), Message::Binary(vec![1].into())] {
        let mut socket = open(at, &live, &[]).await.unwrap();
        socket.send(first).await.unwrap();
        assert!(closed(&mut socket).await.1.contains("first frame"));
    }
    // The first frame is not waited for without end.
    let mut mute = open(at, &live, &[]).await.unwrap();
    assert!(closed(&mut mute).await.1.contains("first frame"));
    // A program may send a header instead; a token in the address is refused.
    let bearer = format!("Bearer {}", game.watch);
    let mut program = open(at, &live, &[("authorization", Some(&bearer))]).await.unwrap();
    assert!(told(&mut program).await["mark"].is_string());
    let wrong = open(at, &live, &[("authorization", Some("Bearer nonsense"))]).await;
    assert_eq!(wrong.err(), Some(401));
    for query in [format!("token={}", game.watch), format!("x=1&token={}", game.watch), "token=".to_owned()] {
        let refused = client.get(&format!("{live}?{query}"), &game.watch).await.fails(400);
        assert!(refused["error"].as_str().unwrap().contains("first frame"), "{refused}");
        assert_eq!(open(at, &format!("{live}?{query}"), &[]).await.err(), Some(400));
    }
}

/// A line opened by a seat's secret ends when that secret is changed.
#[tokio::test]
async fn a_line_ends_with_the_secret_it_was_opened_by() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let at = client.listening().await;
    let live = format!("{}/live", game.path);
    let mut french = follow(at, &live, game.token(Side::French), None).await.unwrap();
    let mut allied = follow(at, &live, game.token(Side::Allied), None).await.unwrap();
    for socket in [&mut french, &mut allied] {
        told(socket).await;
    }
    let renew = format!("{}/seat/renew", game.path);
    let renewed = client.post(&renew, game.token(Side::French), &json!({ "request": request() })).await.ok();
    assert_eq!(closed(&mut french).await.0, 4401);
    assert!(told(&mut allied).await["mark"].is_string(), "the others hear that something has changed");
    let mut again = follow(at, &live, renewed["token"].as_str().unwrap(), None).await.unwrap();
    told(&mut again).await;
}

/// A follower that never reads costs nothing but his line.
#[tokio::test]
async fn a_slow_spectator_holds_no_one_up() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let mut mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
    let at = client.listening().await;
    let live = format!("{}/live", game.path);
    let _asleep = follow(at, &live, &game.watch, None).await.unwrap();
    for _ in 0..100 {
        if move_once(&client, &game, &mut mirror).await.is_none() {
            break;
        }
    }
}
