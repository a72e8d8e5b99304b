//! `grognard serve` where a process may open few files: one caller does not shut the others out.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

/// A server, and the folder of its games: both go when their test does.
struct Server {
    child: Child,
    folder: PathBuf,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn serve_with_files(most: u32) -> (Server, SocketAddr) {
    let folder = std::env::temp_dir().join(format!("grognard-files-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -n {most}; exec \"$0\" serve --port 0 --db \"$1\"")])
        .arg(env!("CARGO_BIN_EXE_grognard"))
        .arg(folder.join("games.sqlite"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let port: u16 = line.trim().trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
    (Server { child, folder }, SocketAddr::from(([127, 0, 0, 1], port)))
}

async fn connect(from: [u8; 4], to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from((from, 0))).unwrap();
    socket.connect(to).await.unwrap()
}

async fn asks(from: [u8; 4], to: SocketAddr, path: &str) -> String {
    let mut stream = connect(from, to).await;
    let head = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut told = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut told)).await;
    let _ = read.expect("an answer");
    String::from_utf8_lossy(&told).into_owned()
}

#[tokio::test]
async fn one_caller_does_not_take_every_file() {
    let (_server, at) = serve_with_files(64);
    let mut idle = Vec::new();
    for _ in 0..100 {
        idle.push(connect([127, 0, 0, 1], at).await);
    }
    let told = asks([127, 0, 0, 1], at, "/health").await;
    assert!(!told.starts_with("HTTP/1.1 200 "), "he has enough: {told}");
    for path in ["/health", "/api/battles"] {
        let told = asks([127, 0, 0, 2], at, path).await;
        assert!(told.starts_with("HTTP/1.1 200 "), "{path}: {told}");
    }
}
