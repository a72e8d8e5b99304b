//! One caller's connection, kept open as a browser does.

use serde::de::DeserializeOwned;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

/// A reply is waited for no longer than this.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Line {
    pub(crate) port: u16,
    stream: Option<TcpStream>,
    /// Where the caller says he comes from.
    pub(crate) from: String,
    /// The address of this machine he comes from in truth.
    pub(crate) by: Ipv4Addr,
}

/// What came of a request.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
    pub(crate) took: Duration,
}

impl Reply {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// What it says, short enough for a list of troubles.
    pub(crate) fn told(&self) -> String {
        format!("{}: {}", self.status, self.text().chars().take(200).collect::<String>())
    }

    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T, String> {
        serde_json::from_slice(&self.body).map_err(|error| format!("{error} in {}", self.told()))
    }

    pub(crate) fn is_ok(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// A failure that says in a sentence what was wrong.
    pub(crate) fn has_sentence(&self) -> bool {
        let found: Result<serde_json::Value, _> = serde_json::from_slice(&self.body);
        let error = found.ok().and_then(|found| found["error"].as_str().map(str::to_owned));
        error.is_some_and(|error| error.trim_end().ends_with(['.', '?', '…']) && error.len() > 10)
    }
}

impl Line {
    /// A seated caller of this number.
    pub(crate) fn seated(port: u16, number: u64) -> Line {
        let [.., a, b, c] = number.to_be_bytes();
        Line::from(port, format!("10.{a}.{b}.{c}"))
    }

    /// A stranger of this number.
    pub(crate) fn stranger(port: u16, number: u64) -> Line {
        let [.., a, b] = number.to_be_bytes();
        Line::from(port, format!("198.18.{a}.{b}"))
    }

    pub(crate) fn from(port: u16, from: String) -> Line {
        Line { port, stream: None, from, by: Ipv4Addr::LOCALHOST }
    }

    /// The next request has a connection of its own.
    pub(crate) fn hang_up(&mut self) {
        self.stream = None;
    }

    pub(crate) async fn connect(&self) -> std::io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        if self.by != Ipv4Addr::LOCALHOST {
            socket.bind(SocketAddr::from((self.by, 0)))?;
        }
        let stream = socket.connect(SocketAddr::from((Ipv4Addr::LOCALHOST, self.port))).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// The head of every request.
    pub(crate) fn head(&self, method: &str, path: &str, token: &str) -> String {
        let seat =
            if token.is_empty() { String::new() } else { format!("authorization: Bearer {token}\r\n") };
        format!(
            "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{}\r\nx-forwarded-for: {}\r\n{seat}",
            self.port, self.from
        )
    }

    pub(crate) async fn send(
        &mut self,
        method: &str,
        path: &str,
        token: &str,
        body: &str,
    ) -> std::io::Result<Reply> {
        let head = self.head(method, path, token);
        let request = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
        self.send_bytes(request.as_bytes(), PATIENCE).await
    }

    /// Whatever the bytes are.
    pub(crate) async fn send_bytes(&mut self, request: &[u8], patience: Duration) -> std::io::Result<Reply> {
        let sent = async {
            let mut stream = match self.stream.take() {
                Some(stream) => stream,
                None => self.connect().await?,
            };
            let start = Instant::now();
            stream.write_all(request).await?;
            let (status, body, closes) = read(&mut stream).await?;
            if !closes {
                self.stream = Some(stream);
            }
            Ok(Reply { status, body, took: start.elapsed() })
        };
        let late = || std::io::Error::from(std::io::ErrorKind::TimedOut);
        tokio::time::timeout(patience, sent).await.map_err(|_| late())?
    }

    pub(crate) async fn get(&mut self, path: &str, token: &str) -> Result<Reply, String> {
        self.send("GET", path, token, "").await.map_err(|error| format!("{path}: {error}"))
    }

    pub(crate) async fn post(
        &mut self,
        path: &str,
        token: &str,
        body: &serde_json::Value,
    ) -> Result<Reply, String> {
        self.send("POST", path, token, &body.to_string()).await.map_err(|error| format!("{path}: {error}"))
    }

    pub(crate) async fn is_well(&mut self) -> bool {
        self.get("/health", "").await.is_ok_and(|reply| reply.status == 200)
    }
}

/// The status, the body, and whether the line is closed after it.
async fn read(stream: &mut TcpStream) -> std::io::Result<(u16, Vec<u8>, bool)> {
    let cut = || std::io::Error::from(std::io::ErrorKind::UnexpectedEof);
    let mut bytes = Vec::with_capacity(1 << 16);
    let head = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end + 4;
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(cut());
        }
    };
    let text = String::from_utf8_lossy(&bytes[..head]).to_ascii_lowercase();
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(cut)?;
    let length = text.lines().find_map(|line| line.strip_prefix("content-length: "));
    let length: usize = match length {
        Some(length) => length.parse().map_err(|_| cut())?,
        None if status == 101 => 0,
        None => return Err(cut()),
    };
    while bytes.len() < head + length {
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(cut());
        }
    }
    Ok((status, bytes.split_off(head), text.contains("connection: close")))
}
