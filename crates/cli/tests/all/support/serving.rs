//! `grognard serve` as a process of its own, and a player on it.

use crate::support::Folder;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::Duration;

pub(crate) struct Serving {
    child: Child,
    /// What it printed first.
    pub(crate) link: String,
    port: u16,
    log: PathBuf,
}

impl Serving {
    /// `grognard serve` with the words of a line. Its log goes into a file of the folder.
    pub(crate) fn start(folder: &Folder, line: &str) -> Serving {
        let words: Vec<&str> = line.split_whitespace().collect();
        let log = folder.path().join(format!("log-{}", unique()));
        let child = folder
            .command()
            .arg("serve")
            .args(&words)
            .stdout(Stdio::piped())
            .stderr(std::fs::File::create(&log).unwrap())
            .spawn();
        let mut child = child.unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
        let link = said.trim().strip_prefix("Open ").unwrap_or_else(|| {
            panic!("{line}: no link: {said:?} {}", std::fs::read_to_string(&log).unwrap_or_default())
        });
        let after_host = link.rsplit(':').next().unwrap();
        let port = after_host.split('/').next().unwrap().parse().unwrap();
        Serving { child, link: link.to_owned(), port, log }
    }

    /// SIGKILL, and not a word more.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap()
    }

    #[track_caller]
    pub(crate) fn send(&self, method: &str, path: &str, token: &str, body: &str) -> (u16, String) {
        self.send_as("127.0.0.1", method, path, token, body)
    }

    /// As a browser sends it that has opened the page by this name.
    pub(crate) fn send_as(
        &self,
        host: &str,
        method: &str,
        path: &str,
        token: &str,
        body: &str,
    ) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\
             authorization: Bearer {token}\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let (head, body) = reply.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    #[track_caller]
    pub(crate) fn get(&self, path: &str, token: &str) -> Value {
        let (status, body) = self.send("GET", path, token, "");
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).unwrap_or(json!(body))
    }

    /// Two on one screen.
    pub(crate) fn begin(&self) -> Seats {
        let body = json!({ "request": unique(), "battle": "gilly", "french": "you", "allied": "you" });
        let (status, begun) = self.send("POST", "/api/games", "", &body.to_string());
        assert_eq!(status, 201, "{begun}");
        let begun: Value = serde_json::from_str(&begun).unwrap();
        Seats {
            path: format!("/api/games/{}", begun["id"].as_str().unwrap()),
            tokens: begun["tokens"].clone(),
        }
    }

    /// The side that is asked declines. `false`: the battle is over.
    pub(crate) fn pass(&self, seats: &Seats) -> bool {
        let asked = self.get(&seats.path, &seats.token(&json!("watch")))["asked"].clone();
        if asked.is_null() {
            return false;
        }
        let token = seats.token(&asked["side"]);
        let view = self.get(&seats.path, &token);
        let body =
            json!({ "request": unique(), "version": view["version"], "answer": view["asked"]["decline"] });
        let (status, told) = self.send("POST", &format!("{}/answers", seats.path), &token, &body.to_string());
        assert_eq!(status, 200, "{told}");
        true
    }

    /// How many answers the game's record holds; it is proved on the way.
    pub(crate) fn answers(&self, seats: &Seats) -> usize {
        let record = self.get(&format!("{}/record", seats.path), &seats.token(&json!("watch")));
        let (record, _) = games::verify_record::<games::Volley>("copy", record.as_str().unwrap()).unwrap();
        record.entries.iter().filter(|entry| matches!(entry, engine::Entry::Answer(_))).count()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The links of a game.
pub(crate) struct Seats {
    pub(crate) path: String,
    tokens: Value,
}

impl Seats {
    fn token(&self, seat: &Value) -> String {
        self.tokens[seat.as_str().unwrap()].as_str().unwrap().to_owned()
    }
}

fn unique() -> String {
    use std::sync::atomic::{AtomicU32, Ordering};
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("{}-request-{:08}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}
