//! The same promises in a file of SQLite and, where `GROGNARD_TEST_POSTGRES` names one, in a Postgres.

use crate::common::{Begun, Client, Folder, Mirror, move_once, request};
use axum::http::Method;
use engine::Side;
use serde_json::json;
use server::{Config, Db, Keep};
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Executor as _};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// A place for the games of one test.
struct Place {
    url: String,
    db: Db,
    _folder: Folder,
    /// To drop when all is done: the schema and the URL it is reached by.
    schema: Option<(String, String)>,
}

/// A file, and a fresh schema if there is a Postgres.
async fn places() -> Vec<Place> {
    sqlx::any::install_default_drivers();
    let folder = Folder::new();
    let file = folder.db();
    let url = format!("sqlite:{}", file.display());
    let mut places = vec![Place { url, db: file.into(), _folder: folder, schema: None }];
    if let Ok(base) = std::env::var("GROGNARD_TEST_POSTGRES") {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let schema = format!("grognard_server_{}_{n}", std::process::id());
        run(&base, format!("CREATE SCHEMA {schema}")).await;
        let and = if base.contains('?') { '&' } else { '?' };
        let url = format!("{base}{and}options[search_path]={schema}");
        let db = Db::named(url.as_ref()).unwrap();
        places.push(Place { url, db, _folder: Folder::new(), schema: Some((schema, base)) });
    }
    places
}

async fn run(url: &str, sql: String) {
    let mut connection = AnyConnection::connect(url).await.unwrap();
    connection.execute(AssertSqlSafe(sql)).await.unwrap();
    connection.close().await.unwrap();
}

impl Place {
    async fn open(&self) -> Client {
        self.keeping(Keep::default()).await
    }

    async fn keeping(&self, keep: Keep) -> Client {
        let config = Config { rate: None, keep, ..Config::new(self.db.clone()) };
        Client { app: server::app(config).await.unwrap() }
    }

    async fn has(&self, id: &str) -> bool {
        let mut connection = AnyConnection::connect(&self.url).await.unwrap();
        let found = sqlx::query("SELECT 1 FROM games WHERE id = $1").bind(id).fetch_optional(&mut connection);
        let found = found.await.unwrap().is_some();
        connection.close().await.unwrap();
        found
    }

    async fn count(&self, sql: &'static str) -> i64 {
        let mut connection = AnyConnection::connect(&self.url).await.unwrap();
        let count = sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        count
    }

    async fn clear(self) {
        println!("{} kept its promises", self.db);
        if let Some((schema, base)) = self.schema {
            run(&base, format!("DROP SCHEMA {schema} CASCADE")).await;
        }
    }
}

#[tokio::test]
async fn what_was_confirmed_is_there_after_a_restart_and_there_once() {
    for place in places().await {
        let mut client = place.open().await;
        let body = json!({ "request": request(), "battle": "gilly", "french": "you", "allied": "friend", "seed": 7 });
        let begin = || client.send(Method::POST, "/api/games", None, body.to_string().into());
        let replies = futures_util::future::join_all((0..3).map(|_| begin())).await;
        let begun: Vec<_> = replies.into_iter().map(|reply| reply.ok()).collect();
        assert!(begun.iter().all(|reply| *reply == begun[0]), "one request, one game");
        let game = crate::common::Begun::of(&begun[0]).seated(&client, &begun[0]).await;
        let mut mirror = Mirror::at(&place.url, &game.id, "gilly").await;
        let answers = format!("{}/answers", game.path);
        for _ in 0..6 {
            for _ in 0..4 {
                move_once(&client, &game, &mut mirror).await.unwrap();
            }
            // Three times at once, and once more after the server was replaced.
            let (side, answer) = mirror.sample().unwrap();
            let version = mirror.session.entries().len();
            let body = json!({ "request": request(), "version": version, "answer": answer });
            let copies = (0..3).map(|_| client.post(&answers, game.token(side), &body));
            let mut views = Vec::new();
            for reply in futures_util::future::join_all(copies).await {
                views.push(reply.ok());
            }
            client = place.open().await;
            views.push(client.get(&game.path, game.token(side)).await.ok());
            views.push(client.post(&answers, game.token(side), &body).await.ok());
            assert!(views.iter().all(|view| *view == views[0]));
            mirror.follow().await;
            assert_eq!(views[0]["version"], mirror.session.entries().len());
            let undo = json!({ "request": request() });
            let reply = client.post(&format!("{}/undo", game.path), game.token(side), &undo).await;
            if reply.status == 200 {
                client = place.open().await;
                let now = client.get(&game.path, game.token(side)).await.ok();
                assert_eq!(now["version"], version, "taken back for good");
                let luck = mirror.luck;
                mirror = Mirror::at(&place.url, &game.id, "gilly").await;
                mirror.luck = luck;
            }
        }
        // A whole battle at once: hundreds of entries in one transaction.
        let both = client.begin("gilly", "captain", "recruit", json!({})).await;
        let end = client.get(&both.path, &both.watch).await.ok();
        assert!(end["outcome"].is_object());
        let again = place.open().await.get(&both.path, &both.watch).await.ok();
        assert_eq!(end, again);
        drop(mirror);
        place.clear().await;
    }
}

/// Two servers with the same games, which must not be: one move wins, the other is not confirmed.
#[tokio::test]
async fn two_servers_at_one_game_lose_and_double_nothing() {
    for place in places().await {
        let (one, two) = (place.open().await, place.open().await);
        let game = one.begin("gilly", "you", "friend", json!({})).await;
        let mut mirror = Mirror::at(&place.url, &game.id, "gilly").await;
        let answers = format!("{}/answers", game.path);
        let mut refused = 0;
        for _ in 0..20 {
            for client in [&one, &two] {
                client.get(&game.path, &game.watch).await.ok();
            }
            let (side, answer) = mirror.sample().unwrap();
            let version = mirror.session.entries().len();
            let body = || json!({ "request": request(), "version": version, "answer": answer });
            let (first, second) = (body(), body());
            let (first, second) = tokio::join!(
                one.post(&answers, game.token(side), &first),
                two.post(&answers, game.token(side), &second)
            );
            let mut seen = [first.status.as_u16(), second.status.as_u16()];
            seen.sort_unstable();
            assert_eq!(seen, [200, 409]);
            let later = if first.status == 200 { &second } else { &first };
            refused += usize::from(later.json()["version"].is_null());
            let told = if first.status == 200 { first.json() } else { second.json() };
            mirror.follow().await;
            assert_eq!(told["version"], mirror.session.entries().len());
            // The refused one has looked again, and both go on from there.
            for client in [&one, &two] {
                let _ = client.post(&answers, game.token(Side::French), &body()).await;
                assert_eq!(client.get(&game.path, &game.watch).await.ok()["version"], told["version"]);
            }
        }
        assert!(refused > 0, "some of them met");
        drop(mirror);
        place.clear().await;
    }
}

#[tokio::test]
async fn a_place_that_cannot_be_had_is_told_with_a_next_step_and_no_password() {
    let folder = Folder::new();
    let beside = |name: &str| Db::File(folder.0.join(name));
    let url = |url: &str| Db::named(url.as_ref()).unwrap();
    std::fs::write(folder.0.join("a song.txt"), "Malbrough s'en va-t-en guerre, mironton".repeat(50))
        .unwrap();
    for (db, next) in [
        (beside("no/such/folder/x.sqlite"), "name another file with --db"),
        (beside("a song.txt"), "name another file with --db"),
        (Db::File(folder.0.clone()), "name another file with --db"),
        (url("postgres://soult:secret@127.0.0.1:9/games"), "see that it runs there and lets you in"),
        (url("postgres://soult:secret@no.such.host.invalid/games"), "see that it runs there and lets you in"),
    ] {
        let said = server::app(Config::new(db.clone())).await.unwrap_err().to_string();
        assert!(said.starts_with(&format!("the games cannot be kept in {db}: ")), "{said}");
        assert!(said.contains(next) && !said.contains("secret"), "{said}");
    }
    // Odd names are names.
    for name in ["a b?mode=ro&x=%41#1.sqlite", "ä:memory:.sqlite", "x@y:z"] {
        drop(server::app(Config::new(beside(name))).await.unwrap());
        assert!(folder.0.join(name).exists(), "{name}");
    }
}

const FOR_EVER: Keep =
    Keep { never_opened: None, never_moved: None, records: None, games: None, most_bytes: None };
/// By then every game is old enough.
const AT_ONCE: Option<Duration> = Some(Duration::ZERO);

/// Games not opened, not moved or not looked at for long go with all their rows; games that were played or are looked
/// at stay.
#[tokio::test]
async fn games_and_records_left_alone_go_after_their_time() {
    for place in places().await {
        let client = place.keeping(FOR_EVER).await;
        let unopened = client.begin("gilly", "you", "friend", json!({})).await;
        let unwatched = client.begin("gilly", "recruit", "recruit", json!({})).await;
        let unmoved = client.begin("gilly", "you", "friend", json!({})).await;
        let moved = client.begin("gilly", "you", "friend", json!({})).await;
        let fought = client.begin("gilly", "recruit", "recruit", json!({})).await;
        let record = client.get(&format!("{}/record", fought.path), &fought.watch).await.text();
        let bring = async || {
            let body = json!({ "request": request(), "record": record }).to_string();
            Begun::of(&client.send(Method::POST, "/api/records", None, body.into()).await.ok())
        };
        let (unseen, seen) = (bring().await, bring().await);
        let mut mirror = Mirror::at(&place.url, &moved.id, "gilly").await;
        for _ in 0..3 {
            move_once(&client, &moved, &mut mirror).await.unwrap();
        }
        drop(mirror);
        for game in [&unmoved, &seen] {
            client.get(&game.path, &game.watch).await.ok();
        }
        let all = [&unopened, &unwatched, &unmoved, &moved, &fought, &unseen, &seen];
        let never_opened = Keep { never_opened: AT_ONCE, ..FOR_EVER };
        let never_moved = Keep { never_moved: AT_ONCE, ..FOR_EVER };
        let records = Keep { records: AT_ONCE, ..FOR_EVER };
        let games = Keep { games: AT_ONCE, ..FOR_EVER };
        for (keep, stay) in [
            (Keep::default(), &all[..]),
            (never_opened, &[&unmoved, &moved, &fought, &seen]),
            (never_moved, &[&moved, &fought, &seen]),
            (records, &[&moved, &fought]),
            (games, &[]),
        ] {
            let client = place.keeping(keep).await;
            // Whether they are there is asked of the store: to look at a game opens it.
            for game in all {
                let there = place.has(&game.id).await;
                assert_eq!(there, stay.iter().any(|stays| stays.id == game.id), "{} after {keep:?}", game.id);
                if !there {
                    client.get(&game.path, &game.watch).await.fails(401);
                }
            }
        }
        for rows in ["SELECT count(*) FROM entries", "SELECT count(*) FROM requests"] {
            assert_eq!(place.count(rows).await, 0, "{rows}");
        }
        place.clear().await;
    }
}

/// Games of a store that did not count yet are as wanted as they were.
#[tokio::test]
async fn games_from_before_anything_was_counted_stay() {
    for place in places().await {
        let client = place.keeping(FOR_EVER).await;
        let unopened = client.begin("gilly", "you", "friend", json!({})).await;
        let moved = client.begin("gilly", "you", "friend", json!({})).await;
        let mut mirror = Mirror::at(&place.url, &moved.id, "gilly").await;
        move_once(&client, &moved, &mut mirror).await.unwrap();
        drop((mirror, client));
        let columns = ["n", "tail", "state", "book", "sum", "moved", "opened", "told"];
        let mut before: String =
            columns.iter().map(|column| format!("ALTER TABLE games DROP COLUMN {column}; ")).collect();
        before.push_str(
            "ALTER TABLE entries DROP COLUMN sum; DROP TABLE cards; DROP TABLE rules; DROP TABLE told; DROP TABLE pulse; \
             ALTER TABLE requests DROP COLUMN body; ALTER TABLE requests RENAME TO requests_after; \
             CREATE TABLE requests (game TEXT NOT NULL, request TEXT NOT NULL, version INTEGER NOT NULL); \
             INSERT INTO requests SELECT game, request, 0 FROM requests_after; DROP TABLE requests_after;",
        );
        let steps = match place.schema {
            Some(_) => "UPDATE layout SET taken = 1;",
            None => "PRAGMA user_version = 1;",
        };
        run(&place.url, format!("{before} {steps}")).await;
        let keep = Keep { never_opened: AT_ONCE, never_moved: Some(Duration::from_secs(3600)), ..FOR_EVER };
        let client = place.keeping(keep).await;
        for game in [&unopened, &moved] {
            client.get(&game.path, &game.watch).await.ok();
        }
        drop(client);
        place.keeping(Keep { never_moved: AT_ONCE, ..FOR_EVER }).await;
        assert!(place.has(&moved.id).await && !place.has(&unopened.id).await);
        place.clear().await;
    }
}
