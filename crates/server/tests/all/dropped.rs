//! A follower whose line breaks again and again, in the middle of whatever is being said, ends with the same game.

use crate::common::{Begun, Client, Folder, Mirror, move_once, request};
use dice::{Seed, Stream};
use engine::Side;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

const CUTS: u32 = 100;

/// A wire to the server that breaks after some hundreds of bytes or some moments, until it has broken often enough.
async fn bad_wire(to: SocketAddr, cuts: Arc<AtomicU32>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let mut luck = Stream::new(Seed::from_number(1815), 0);
        loop {
            let (near, _) = listener.accept().await.unwrap();
            let far = TcpStream::connect(to).await.unwrap();
            let last = cuts.load(Ordering::Relaxed) >= CUTS;
            // The answer to the handshake has about 500 bytes: some lines break before it is whole.
            let bytes = if last { u32::MAX } else { 400 + luck.die(300) };
            let moments = if last { Duration::MAX } else { Duration::from_millis(u64::from(luck.die(60))) };
            let cuts = Arc::clone(&cuts);
            tokio::spawn(async move {
                let (mut near_reads, mut near_writes) = near.into_split();
                let (mut far_reads, mut far_writes) = far.into_split();
                let up = tokio::spawn(async move { tokio::io::copy(&mut near_reads, &mut far_writes).await });
                let down = async {
                    let mut left = bytes as usize;
                    let mut some = [0; 64];
                    while left > 0 {
                        let most = left.min(some.len());
                        let Ok(n @ 1..) = far_reads.read(&mut some[..most]).await else { return };
                        if near_writes.write_all(&some[..n]).await.is_err() {
                            return;
                        }
                        left -= n;
                    }
                };
                let _ = tokio::time::timeout(moments, down).await;
                up.abort();
                cuts.fetch_add(1, Ordering::Relaxed);
            });
        }
    });
    at
}

/// A player's page, with the last view it has got.
struct Page {
    client: Client,
    game: Begun,
    view: Value,
    looked: u32,
}

impl Page {
    /// Looks again, if anything has happened since. The version may be the same: something was taken back.
    async fn hears(&mut self, word: &Value) {
        if word["mark"] != self.view["mark"] {
            self.view = self.client.get(&self.game.path, &self.game.watch).await.ok();
            self.looked += 1;
        }
    }

    /// Follows the line until it breaks; true when the game had come to its end.
    async fn follows(&mut self, wire: SocketAddr, done: &AtomicBool) -> bool {
        let line = format!("ws://{wire}{}/live", self.game.path);
        let Ok((mut socket, _)) = connect_async(line).await else { return false };
        let token = json!({ "token": self.game.watch }).to_string();
        if socket.send(Message::Text(token.into())).await.is_err() {
            return false;
        }
        loop {
            let over = done.load(Ordering::SeqCst);
            match tokio::time::timeout(Duration::from_millis(200), socket.next()).await {
                Ok(Some(Ok(Message::Text(word)))) => {
                    let word = word.parse().unwrap();
                    self.hears(&word).await;
                }
                Ok(Some(Ok(_))) => {}
                Ok(_) => return false,
                // Nothing more is said.
                Err(_) if over => return true,
                Err(_) => {}
            }
        }
    }
}

/// The side that has just answered takes that back, if it may, and answers something else.
async fn taken_back(client: &Client, game: &Begun, folder: &Folder, mirror: &mut Mirror) -> bool {
    for side in [Side::French, Side::Allied] {
        let undo = json!({ "request": request() });
        let reply = client.post(&format!("{}/undo", game.path), game.token(side), &undo).await;
        if reply.status == 200 {
            let luck = mirror.luck.clone();
            *mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
            mirror.luck = luck;
            return move_once(client, game, mirror).await.is_some();
        }
    }
    false
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dropped_a_hundred_times_a_follower_ends_with_the_servers_game() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let mut mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
    let cuts = Arc::new(AtomicU32::new(0));
    let wire = bad_wire(client.listening().await, Arc::clone(&cuts)).await;
    let done = Arc::new(AtomicBool::new(false));
    let mut page = Page { client: client.clone(), game: game.clone(), view: Value::Null, looked: 0 };
    let follower = {
        let done = Arc::clone(&done);
        tokio::spawn(async move {
            while !page.follows(wire, &done).await {}
            page
        })
    };
    // The game goes on until the line has broken often enough.
    let (mut moves, mut undone) = (0, 0);
    while cuts.load(Ordering::Relaxed) < CUTS {
        assert!(move_once(&client, &game, &mut mirror).await.is_some(), "over after {moves} moves");
        moves += 1;
        undone += u32::from(taken_back(&client, &game, &folder, &mut mirror).await);
        // No faster than the line breaks.
        while cuts.load(Ordering::Relaxed) < CUTS.min(2 * moves) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
    for _ in 0..5 {
        move_once(&client, &game, &mut mirror).await;
    }
    done.store(true, Ordering::SeqCst);
    let page = tokio::time::timeout(Duration::from_secs(60), follower).await.unwrap().unwrap();
    let end = client.get(&game.path, &game.watch).await.ok();
    assert_eq!(page.view["hash"], end["hash"], "the same state");
    assert_eq!(page.view, end, "and everything else of it");
    let cuts = cuts.load(Ordering::Relaxed);
    println!("{cuts} cuts, {moves} moves, {undone} taken back, looked {} times", page.looked);
    assert!(undone > 0);
}
