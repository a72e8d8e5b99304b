//! A marshal thinks for a while: the player's move is told first, others move meanwhile, and what he has thought of a
//! position that is no more is dropped. A server that starts again in the middle of it comes to the same.

use crate::common::{Begun, Client, Folder, Mirror, config, request, run, said};
use crate::sealed::telling;
use engine::{Side, notes};
use serde_json::{Value, json};
use server::for_tests::{self, Class, Errand, Payer, Rooms, Turn, cores};
use server::{Config, Limits};
use std::sync::Arc;
use std::time::Duration;

/// A game of Gilly: we are the French, the Allied marshal thinks.
struct Table {
    folder: Folder,
    rooms: Arc<Rooms>,
    client: Client,
    game: Begun,
}

async fn open(folder: &Folder) -> (Arc<Rooms>, Client) {
    let (rooms, app) = for_tests::app(&config(folder)).await.unwrap();
    (rooms, Client { app })
}

impl Table {
    async fn begin() -> Table {
        let folder = Folder::new();
        let (rooms, client) = open(&folder).await;
        let game = client.begin("gilly", "you", "marshal", json!({ "seed": 11 })).await;
        Table { folder, rooms, client, game }
    }

    fn token(&self) -> &str {
        self.game.token(Side::French)
    }

    async fn view(&self) -> Value {
        self.client.get(&self.game.path, self.token()).await.ok()
    }

    async fn post(&self, way: &str, body: Value) -> Value {
        let mut body = body;
        body["request"] = json!(request());
        self.client.post(&format!("{}/{way}", self.game.path), self.token(), &body).await.ok()
    }

    /// We take nothing up.
    async fn declines(&self, view: &Value) -> Value {
        assert_eq!(view["asked"]["mine"], true, "{}", view["asked"]);
        let answer = json!({ "version": view["version"], "answer": view["asked"]["decline"] });
        self.post("answers", answer).await
    }

    /// We take nothing up until the marshal must think.
    async fn until_he_thinks(&self) -> Value {
        let mut view = self.view().await;
        while !thinks(&view) {
            view = self.declines(&view).await;
        }
        view
    }

    /// The marshal thinks until we are asked.
    async fn until_asked(&self) -> Value {
        for _ in 0..12_000 {
            let view = self.view().await;
            if !thinks(&view) {
                return view;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the marshal thinks without end")
    }

    /// Until no thought is under way.
    async fn until_all_have_thought(&self) {
        for _ in 0..12_000 {
            if self.rooms.thinking() == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("somebody thinks without end")
    }

    /// He has thought: all places for thoughts are free.
    async fn until_thought(&self) -> Vec<Turn> {
        let places = (1..=(cores() / 2).max(1) as u8).map(|n| {
            let payer = Payer::Opponent { of: [127, 0, 1, n].into() };
            self.rooms.work.turn(Errand { payer, class: Class::Thought })
        });
        futures_util::future::try_join_all(places).await.unwrap()
    }

    /// The server stops where it is, and another begins.
    async fn starts_again(&mut self) {
        (self.rooms, self.client) = open(&self.folder).await;
    }

    async fn entries(&self) -> Vec<String> {
        let mirror = Mirror::new(&self.folder.db(), &self.game.id, "gilly").await;
        mirror.session.entries().iter().map(|entry| format!("{entry:?}")).collect()
    }
}

fn thinks(view: &Value) -> bool {
    let prompt = if view["asked"].is_null() { String::new() } else { said(&view["asked"]["prompt"]) };
    let thinks = prompt.contains("marshal is thinking");
    assert_eq!(thinks, view["asked"]["side"] == "allied", "he is asked for nothing else: {prompt}");
    assert!(!thinks || view["asked"]["mine"] == false);
    thinks
}

#[tokio::test]
async fn a_server_that_starts_again_while_he_thinks_comes_to_the_same() {
    let (calm, mut restless) = (Table::begin().await, Table::begin().await);
    for turn in 0..2 {
        let (one, other) = (calm.until_he_thinks().await, restless.until_he_thinks().await);
        assert_eq!(one["hash"], other["hash"], "turn {turn}");
        assert!(restless.rooms.thinking() == 1, "in the middle of it");
        restless.starts_again().await;
        assert_eq!(restless.rooms.thinking(), 0, "nobody looks, and nobody thinks");
        let (one, other) = (calm.until_asked().await, restless.until_asked().await);
        assert_eq!((&one["hash"], &one["version"]), (&other["hash"], &other["version"]), "turn {turn}");
        assert!(one["version"].as_u64() > Some(0) && one["asked"]["mine"] == true);
        // What he has in mind he has after a restart, too.
        restless.starts_again().await;
    }
    let (one, other) = (calm.entries().await, restless.entries().await);
    assert_eq!(one, other);
}

#[tokio::test]
async fn what_was_taken_back_while_he_thinks_he_has_not_thought_of() {
    let (calm, table) = (Table::begin().await, Table::begin().await);
    let thinking = table.until_he_thinks().await;
    calm.until_he_thinks().await;
    let back = table.post("undo", json!({})).await;
    assert_eq!(table.rooms.thinking(), 1, "in the middle of it");
    assert!(back["asked"]["mine"] == true && back["version"].as_u64() < thinking["version"].as_u64());
    table.until_all_have_thought().await;
    let still = table.view().await;
    assert_eq!((&still["mark"], &still["version"]), (&back["mark"], &back["version"]), "nothing has moved");
    // Moved again, he thinks again; taken back and moved again in the middle, he goes on from what stands there now.
    table.declines(&still).await;
    let back = table.post("undo", json!({})).await;
    let again = table.declines(&back).await;
    assert!(thinks(&again));
    table.until_asked().await;
    calm.until_asked().await;
    assert_eq!(table.entries().await, calm.entries().await);
}

#[tokio::test]
async fn a_battle_given_up_while_he_thinks_is_over() {
    let table = Table::begin().await;
    table.until_he_thinks().await;
    let over = table.post("concede", json!({})).await;
    assert_eq!(table.rooms.thinking(), 1, "in the middle of it");
    assert_eq!((&over["outcome"]["winner"], &over["outcome"]["by"]), (&json!("allied"), &json!("conceded")));
    table.until_all_have_thought().await;
    let still = table.view().await;
    assert_eq!((&still["mark"], &still["version"]), (&over["mark"], &over["version"]), "nothing has moved");
}

/// Nothing can be written for a while when he has thought. The game is not looked at meanwhile, which would start
/// another thought.
#[tokio::test]
async fn what_he_has_thought_out_is_brought_again_when_it_could_not_be_written() {
    let (calm, table) = (Table::begin().await, Table::begin().await);
    calm.until_he_thinks().await;
    calm.until_asked().await;
    let places = table.until_thought().await;
    table.until_he_thinks().await;
    let full = "CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'no room'); END";
    run(&table.folder, full).await;
    drop(places);
    drop(table.until_thought().await);
    tokio::time::sleep(Duration::from_secs(1)).await;
    run(&table.folder, "DROP TRIGGER full").await;
    table.until_all_have_thought().await;
    assert!(!thinks(&table.view().await), "he has moved");
    assert_eq!(table.entries().await, calm.entries().await);
}

/// A thought that waits or is under way has no game in hand: the game is let go from memory, and yet no second thought
/// of it begins.
#[tokio::test]
async fn a_game_that_is_not_looked_at_has_one_thought_and_no_more() {
    let table = Table::begin().await;
    let places = table.until_thought().await;
    table.until_he_thinks().await;
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    table.rooms.sweep(Duration::ZERO).await;
    assert_eq!(table.rooms.thinking(), 1, "he is known to think still");
    for _ in 0..2 {
        assert!(thinks(&table.view().await));
    }
    assert_eq!(table.rooms.work.waiting(Class::Thought), 1, "and no second one");
    drop(places);
    table.until_asked().await;
    assert_eq!(table.rooms.thinking(), 0, "he does not wait only to learn that there is nothing to think of");
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    table.rooms.sweep(Duration::ZERO).await;
    assert_eq!(table.rooms.weight(), 0, "the room is let go of");
}

/// Followers hear of it when the marshal has moved, and other games go on meanwhile.
#[tokio::test]
async fn others_play_while_he_thinks() {
    let table = Table::begin().await;
    let other = table.client.begin("gilly", "you", "captain", json!({})).await;
    table.until_he_thinks().await;
    let path = format!("{}/answers", other.path);
    let mut moves = 0;
    while table.rooms.thinking() > 0 && moves < 20 {
        let view = table.client.get(&other.path, other.token(Side::French)).await.ok();
        let Some(asked) = view["asked"].as_object() else { break };
        let body = json!({ "request": request(), "version": view["version"], "answer": asked["decline"] });
        table.client.post(&path, other.token(Side::French), &body).await.ok();
        moves += 1;
    }
    assert!(moves > 3, "{moves} moves while he thinks");
    table.until_asked().await;
}

#[tokio::test]
async fn his_plan_is_secret_until_the_end() {
    let table = Table::begin().await;
    for _ in 0..2 {
        table.until_he_thinks().await;
        table.until_asked().await;
    }
    let mirror = Mirror::new(&table.folder.db(), &table.game.id, "gilly").await;
    let french = engine::commands(mirror.session.game(), Side::French);
    let said: Vec<String> = notes(mirror.session.entries())
        .filter(|(_, note)| note.side == Side::Allied)
        .flat_map(|(_, note)| note.says.clone())
        .filter(|sentence| sentence.contains(": ") && !french.iter().any(|name| sentence.starts_with(name)))
        .collect();
    let expects = notes(mirror.session.entries()).any(|(_, note)| note.expects.is_some());
    assert!(!said.is_empty() && expects, "he says what he is about, and what he expects: {said:?}");
    for token in [table.token().to_owned(), table.game.watch.clone()] {
        let tells =
            |text: &str| said.iter().any(|sentence| text.contains(sentence)) || text.contains("\"mind\"");
        assert_eq!(telling(&table.client, &table.game, &token, tells).await, Vec::<String>::new());
    }
    let over = table.post("concede", json!({})).await;
    assert!(over["plans"].as_array().is_some_and(|plans| plans.iter().any(|plan| plan["expects"].is_u64())));
}

#[tokio::test]
async fn a_marshal_plays_people_and_not_too_many_at_once() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let begin = |french: &str, allied: &str| json!({ "request": request(), "battle": "gilly", "french": french, "allied": allied });
    for (french, allied) in [("marshal", "marshal"), ("captain", "marshal"), ("marshal", "recruit")] {
        let refused = client.post("/api/games", "", &begin(french, allied)).await.fails(400);
        assert!(refused["error"].as_str().unwrap().contains("against people"), "{refused}");
    }
    client.post("/api/games", "", &begin("marshal", "friend")).await.ok();
    let config = Config { limits: Limits { thoughts: 0, ..Limits::default() }, ..config(&folder) };
    let crowded = Client { app: server::app(config).await.unwrap() };
    let refused = crowded.post("/api/games", "", &begin("you", "marshal")).await.fails(503);
    assert!(refused["error"].as_str().unwrap().contains("play against the captain"), "{refused}");
    crowded.post("/api/games", "", &begin("you", "captain")).await.ok();
}
