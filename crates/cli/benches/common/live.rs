//! A live line, by hand: what a browser's socket does, and what none would do.

use super::line::Line;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

pub(crate) struct Live {
    stream: TcpStream,
    bytes: Vec<u8>,
}

/// The words of a frame that a browser would not send.
pub(crate) fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mask = [0x18, 0x15, 0x06, 0x18];
    let mut frame = vec![first];
    match payload.len() {
        short @ 0..=125 => frame.push(0x80 | u8::try_from(short).unwrap_or(0)),
        middling @ 126..=65_535 => {
            frame.push(0x80 | 126);
            frame.extend(u16::try_from(middling).unwrap_or(0).to_be_bytes());
        }
        long => {
            frame.push(0x80 | 127);
            frame.extend((long as u64).to_be_bytes());
        }
    }
    frame.extend(mask);
    frame.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    frame
}

pub(crate) const TEXT: u8 = 0x81;

impl Live {
    /// Opens the line of a game by a seat's token, in the header: no address carries it.
    pub(crate) async fn open(line: &Line, path: &str, token: &str) -> Result<Live, String> {
        let opened = async {
            let mut stream = line.connect().await.map_err(|error| error.to_string())?;
            let head = line.head("GET", &format!("{path}/live"), token);
            let request = format!(
                "{head}connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
                 sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            );
            stream.write_all(request.as_bytes()).await.map_err(|error| error.to_string())?;
            let mut live = Live { stream, bytes: Vec::new() };
            loop {
                if let Some(end) = live.bytes.windows(4).position(|four| four == b"\r\n\r\n") {
                    let head = String::from_utf8_lossy(&live.bytes[..end]).into_owned();
                    live.bytes.drain(..end + 4);
                    let status = head.split(' ').nth(1).unwrap_or_default().to_owned();
                    return if status == "101" { Ok(live) } else { Err(status) };
                }
                live.more().await?;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), opened).await.map_err(|_| "no answer".to_owned())?
    }

    async fn more(&mut self) -> Result<(), String> {
        match self.stream.read_buf(&mut self.bytes).await {
            Ok(0) => Err("the line was closed".to_owned()),
            Ok(_) => Ok(()),
            Err(error) => Err(error.to_string()),
        }
    }

    pub(crate) async fn send(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.stream.write_all(bytes).await.map_err(|error| error.to_string())
    }

    /// The next text; whatever else comes is passed over, and pings are answered.
    pub(crate) async fn word(&mut self) -> Result<String, String> {
        loop {
            while self.bytes.len() < 2 {
                self.more().await?;
            }
            let (first, short) = (self.bytes[0], self.bytes[1] & 0x7f);
            let (start, length) = match short {
                126 => {
                    while self.bytes.len() < 4 {
                        self.more().await?;
                    }
                    (4, usize::from(u16::from_be_bytes([self.bytes[2], self.bytes[3]])))
                }
                127 => return Err("a word too long".to_owned()),
                short => (2, usize::from(short)),
            };
            while self.bytes.len() < start + length {
                self.more().await?;
            }
            let payload: Vec<u8> = self.bytes.drain(..start + length).skip(start).collect();
            match first & 0x0f {
                1 => return Ok(String::from_utf8_lossy(&payload).into_owned()),
                8 => return Err("the line was closed".to_owned()),
                9 => self.send(&frame(0x8a, &payload)).await?,
                _ => {}
            }
        }
    }
}
