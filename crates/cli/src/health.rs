//! `grognard health`: is a server well? For timers, containers and machines that have no other program to ask with.

use crate::out::Out;
use crate::wrong::Wrong;
use std::io::{Read as _, Write as _};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::time::Duration;

/// Long enough for a server with much to do.
const PATIENCE: Duration = Duration::from_secs(10);
/// More than a sentence is not read.
const LONGEST: u64 = 64 * 1024;

const EXAMPLES: &str = "\
EXAMPLES
  grognard health                                       the server of this machine at port 1815
  grognard health http://127.0.0.1:8000/grognard/       another port, and a server under a path";

/// Ask a server whether it is well; exit code 2 if it is not
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Where the server listens, as it printed it: http only
    #[arg(value_name = "URL", default_value = "http://127.0.0.1:1815/", value_parser = place)]
    url: Place,
}

/// A URL taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    /// Host and port.
    host: String,
    /// Up to `health`.
    path: String,
}

fn place(text: &str) -> Result<Place, String> {
    let expected = || "a URL such as http://127.0.0.1:1815/".to_owned();
    let rest = text.strip_prefix("http://").ok_or_else(expected)?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    if host.is_empty() || text.chars().any(|letter| letter.is_control() || letter.is_whitespace()) {
        return Err(expected());
    }
    let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    let host = if has_port { host.to_owned() } else { format!("{host}:80") };
    let path = path.trim_end_matches('/');
    Ok(Place { host, path: if path.is_empty() { "/".to_owned() } else { format!("/{path}/") } })
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<(), Wrong> {
    let Place { host, path } = &args.url;
    let reply = ask(host, path)
        .map_err(|error| Wrong::new(format_args!("{host} does not answer: {}", crate::out::plain(&error))))?;
    let (head, body) = reply.split_once("\r\n\r\n").unwrap_or((&reply, ""));
    let status = head.lines().next().and_then(|line| line.split(' ').nth(1)).unwrap_or("nothing");
    if status == "200" && body.trim() == "well" {
        return out.line("well");
    }
    let told: Option<serde_json::Value> = serde_json::from_str(body).ok();
    let told = told.as_ref().and_then(|told| told["error"].as_str()).unwrap_or("it says no more");
    Err(Wrong::new(format_args!("{host} is not well: it answers {status}, and {told:?}")))
}

fn ask(host: &str, path: &str) -> std::io::Result<String> {
    let address = host.to_socket_addrs()?.next().ok_or(std::io::ErrorKind::NotFound)?;
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET {path}health HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n")?;
    let mut reply = Vec::new();
    stream.take(LONGEST).read_to_end(&mut reply)?;
    Ok(String::from_utf8_lossy(&reply).into_owned())
}
