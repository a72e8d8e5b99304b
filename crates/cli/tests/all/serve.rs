//! `grognard serve`, killed without warning: no confirmed move is lost, and none is doubled.

use serde_json::{Value, json};
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Executor as _};
use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

struct Server {
    child: Arc<Mutex<Child>>,
    port: u16,
}

impl Server {
    fn start(db: &OsStr) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_grognard"))
            .args(["serve", "--port", "0", "--db"])
            .arg(db)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim().trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
        let port = port.unwrap_or_else(|| panic!("no link: {line:?}"));
        Server { child: Arc::new(Mutex::new(child)), port }
    }

    /// SIGKILL, and not a word more.
    fn kill(&self) {
        let mut child = self.child.lock().unwrap();
        let _ = child.kill();
        let _ = child.wait();
    }

    /// `None`: the line went dead.
    fn send(&self, method: &str, path: &str, token: &str, body: &str) -> Option<(u16, Value)> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Bearer {token}\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).ok()?;
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).ok()?;
        let reply = String::from_utf8_lossy(&reply).into_owned();
        let (head, body) = reply.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        let length: usize = head
            .lines()
            .find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ").map(str::to_owned))?
            .parse()
            .ok()?;
        // A reply cut short is no reply.
        (body.len() == length).then(|| (status, serde_json::from_str(body).unwrap_or(json!(body))))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What has been done to the server so far.
#[derive(Debug, Default)]
struct Tally {
    games: u32,
    kills: u32,
    answers: u32,
    unconfirmed: u32,
    slowest_restart: Duration,
    luck: u64,
}

impl Tally {
    fn any(&mut self, below: u64) -> u64 {
        self.luck = self.luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.luck >> 33) % below
    }
}

/// A schema of its own in the Postgres of `GROGNARD_TEST_POSTGRES`, as long as its test.
struct Schema {
    base: String,
    name: String,
}

impl Schema {
    fn new() -> Option<Schema> {
        let base = std::env::var("GROGNARD_TEST_POSTGRES").ok()?;
        let schema = Schema { base, name: format!("grognard_kill_{}", std::process::id()) };
        schema.run(format!("CREATE SCHEMA {}", schema.name));
        Some(schema)
    }

    fn url(&self) -> String {
        let and = if self.base.contains('?') { '&' } else { '?' };
        format!("{}{and}options[search_path]={}", self.base, self.name)
    }

    fn run(&self, sql: String) {
        sqlx::any::install_default_drivers();
        tokio::runtime::Runtime::new().unwrap().block_on(async {
            let mut connection = AnyConnection::connect(&self.base).await.unwrap();
            connection.execute(AssertSqlSafe(sql)).await.unwrap();
        });
    }
}

impl Drop for Schema {
    fn drop(&mut self) {
        self.run(format!("DROP SCHEMA {} CASCADE", self.name));
    }
}

#[test]
fn killed_at_random_moments_no_confirmed_move_is_lost_or_doubled() {
    let folder = Folder(std::env::temp_dir().join(format!("grognard-kill-{}", std::process::id())));
    std::fs::create_dir_all(&folder.0).unwrap();
    killed("SQLite", folder.0.join("games.sqlite").as_os_str());
    if let Some(schema) = Schema::new() {
        killed("Postgres", schema.url().as_ref());
    }
}

fn killed(what: &str, db: &OsStr) {
    let kills: u32 = std::env::var("KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(50);
    let mut server = Server::start(db);
    let mut tally = Tally { luck: 0x1815, ..Tally::default() };
    while tally.kills < kills {
        server = killed_in_one_game(server, db, &mut tally, kills);
    }
    println!("{what}: {tally:?}");
    assert!(tally.unconfirmed > 0 || kills < 20, "some kill must fall into a move");
}

/// Plays a game to its end or to the last kill, and then counts what is on the disk.
fn killed_in_one_game(mut server: Server, db: &OsStr, tally: &mut Tally, kills: u32) -> Server {
    tally.games += 1;
    let begin = json!({
        "request": format!("kill-test-0123456789-{}", tally.games),
        "battle": "gilly", "french": "you", "allied": "you", "seed": tally.games
    });
    let (status, game) = server.send("POST", "/api/games", "", &begin.to_string()).unwrap();
    assert_eq!(status, 201, "{game}");
    let path = format!("/api/games/{}", game["id"].as_str().unwrap());
    let token = |side: &Value| game["tokens"][side.as_str().unwrap()].as_str().unwrap().to_owned();
    let watch = token(&json!("watch"));
    let look = |server: &Server| server.send("GET", &path, &watch, "").unwrap().1;
    let answers = format!("{path}/answers");
    let mut applied = 0;
    for n in 0.. {
        let before = look(&server);
        let asked = &before["asked"];
        if tally.kills >= kills || asked.is_null() {
            break;
        }
        let side = token(&asked["side"]);
        let mine = server.send("GET", &path, &side, "").unwrap().1;
        let answer = next_answer(&mine, tally.any(3));
        let body =
            json!({ "request": format!("request-{n}"), "version": before["version"], "answer": answer });
        let body = body.to_string();
        if tally.any(4) > 0 {
            let (status, _) = server.send("POST", &answers, &side, &body).unwrap();
            assert!(status == 200 || status == 409, "{status}");
            applied += usize::from(status == 200);
            continue;
        }
        let moment = Duration::from_micros(tally.any(5_000));
        let killer = {
            let child = Arc::clone(&server.child);
            std::thread::spawn(move || {
                std::thread::sleep(moment);
                let mut child = child.lock().unwrap();
                let _ = child.kill();
                let _ = child.wait();
            })
        };
        let confirmed = server.send("POST", &answers, &side, &body);
        killer.join().unwrap();
        tally.kills += 1;
        #[expect(clippy::disallowed_methods, reason = "a restart is timed")]
        let start = std::time::Instant::now();
        server = Server::start(db);
        let after = look(&server);
        tally.slowest_restart = tally.slowest_restart.max(start.elapsed());
        match confirmed {
            Some((200, view)) => {
                assert_eq!((&after["version"], &after["step"]), (&view["version"], &view["step"]), "lost");
            }
            Some((status, refused)) => {
                assert_eq!(status, 409, "{refused}");
                assert_eq!(after["version"], before["version"]);
            }
            // Not confirmed: it has happened as a whole or not at all.
            None => tally.unconfirmed += 1,
        }
        // Sent again with the same request it has happened once, whatever went before.
        let once = server.send("POST", &answers, &side, &body).unwrap();
        let twice = server.send("POST", &answers, &side, &body).unwrap();
        assert_eq!(once, twice);
        if once.0 == 200 {
            applied += 1;
            if after["version"] != before["version"] {
                assert_eq!(once.1["version"], after["version"], "doubled");
            }
        }
    }
    // The list on the disk is whole, plays again to the same hashes, and holds each answer once.
    let (_, record) = server.send("GET", &format!("{path}/record"), &watch, "").unwrap();
    let (record, _) = games::verify_record::<games::Volley>("killed", record.as_str().unwrap()).unwrap();
    let answers = record.entries.iter().filter(|entry| matches!(entry, engine::Entry::Answer(_))).count();
    assert_eq!(answers, applied);
    tally.answers += u32::try_from(applied).unwrap();
    server
}

/// A step ahead with a unit that has not moved, or nothing.
fn next_answer(view: &Value, luck: u64) -> Value {
    let asked = &view["asked"];
    if asked["question"]["ask"] == "order" && luck > 0 {
        let idle = view["units"].as_array().unwrap().iter();
        let mut idle = idle.filter(|unit| {
            unit["side"] == asked["side"] && unit["acted"] == false && unit["rect"].is_array()
        });
        if let Some(unit) = idle.next() {
            let legs = json!([{ "ahead": 500 + 500 * luck }]);
            return json!({ "order": { "do": "march", "unit": unit["id"], "legs": legs } });
        }
    }
    asked["decline"].clone()
}

#[test]
fn a_port_that_is_taken_and_a_file_that_is_none_are_told_in_a_sentence() {
    let folder = Folder(std::env::temp_dir().join(format!("grognard-serve-{}", std::process::id())));
    std::fs::create_dir_all(&folder.0).unwrap();
    let server = Server::start(folder.0.join("a.sqlite").as_os_str());
    let port = server.port.to_string();
    for (args, part) in [
        (vec!["--port", &port, "--db", "b.sqlite"], "nothing can listen on"),
        (vec!["--port", "0", "--db", "."], "the games cannot be kept in"),
        (vec!["--port", "0", "--db", "no/such/folder/x.sqlite"], "the games cannot be kept in"),
        (vec!["--port", "0", "--db", "postgres://soult:secret@127.0.0.1:9/games"], "see that it runs there"),
        (vec!["--port", "0", "--db", "postgres://soult:secret/x@127.0.0.1/games"], "write postgres://USER:"),
        (
            vec!["--port", "0", "--db", "postgres://soult@127.0.0.1/x?pasword=secret"],
            "write postgres://USER:",
        ),
        (vec!["--port", "0", "--db", "mysql://soult:secret@127.0.0.1/games"], "write postgres://USER:"),
        (vec!["--port", "70000"], "a whole number from 0 to 65535"),
        (vec!["--open-links-on", "a b"], "a host name"),
    ] {
        let mut serve = Command::new(env!("CARGO_BIN_EXE_grognard"));
        let out = serve.arg("serve").args(&args).current_dir(&folder.0).output().unwrap();
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(part), "{args:?}: {said}");
        assert!(!said.contains("secret") && out.stdout.is_empty(), "{args:?}: {said}");
    }
}
