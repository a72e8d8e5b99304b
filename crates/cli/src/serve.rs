//! `grognard serve`: the battle in the browser, from one binary and one file of games, or a Postgres.

mod limits;
mod ready;

use crate::out::Out;
use crate::wrong::{Wrong, whole};
use server::{BasePath, Config, Db};
use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

const EXAMPLES: &str = "\
EXAMPLES
  grognard serve                                        play here: prints the link to open
  grognard serve --port 0 --db /tmp/try.sqlite          any free port, and a file to throw away
  grognard serve --open-links-on battle.example.org     for friends: listens to everybody
  grognard serve --db postgres://soult@localhost/games  in a Postgres instead of a file
  grognard serve --behind-proxy --base-path /grognard   behind a proxy, as a part of its site
docs/hosting.md puts it on a server for a club, with TLS and backups.";

/// Serve the battles to browsers and programs
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Where to listen; 0 takes any free port
    #[arg(long, value_name = "N", default_value = "1815", value_parser = whole(0, 65_535), allow_negative_numbers = true)]
    port: u64,
    /// Where the games are kept: a file, made if it is not there, or postgres://USER@HOST/NAME
    #[arg(long, value_name = "FILE|URL", default_value = "grognard.sqlite")]
    db: OsString,
    /// Listen to other machines too, and print links with this name; without it only this machine gets in
    #[arg(long, value_name = "HOST", value_parser = host)]
    open_links_on: Option<String>,
    /// All callers come through a proxy: tell them apart by the last address in its X-Forwarded-For
    #[arg(long)]
    behind_proxy: bool,
    /// The names the server goes by, with commas between: it answers to no other, but for this machine's own. Without
    /// them a server that only this machine reaches answers to its own, and any other to every name
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = host)]
    hosts: Vec<String>,
    /// Show the counters at /metrics, to all callers
    #[arg(long)]
    metrics: bool,
    /// The address to listen on, such as 0.0.0.0 or ::1; without it this machine's own, or all with --open-links-on
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    listen: Option<IpAddr>,
    /// The page lies under this path of a proxy's site
    #[arg(long, value_name = "PATH", value_parser = base_path)]
    base_path: Option<BasePath>,
    /// How much the log on standard error tells
    #[arg(long, value_name = "LEVEL", value_enum, default_value = "info")]
    log: Level,
    #[command(flatten)]
    limits: limits::Costs,
}

/// From the fewest words to the most.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Level {
    Error,
    Warn,
    Info,
    Debug,
}

fn address(text: &str) -> Result<IpAddr, String> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().map_err(|_| {
        "an address of this machine, such as 0.0.0.0 or ::1; the port goes with --port".to_owned()
    })
}

fn base_path(text: &str) -> Result<BasePath, String> {
    text.parse().map_err(str::to_owned)
}

fn host(text: &str) -> Result<String, String> {
    let plain =
        |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | ':' | '[' | ']');
    if !text.is_empty() && text.chars().all(plain) {
        return Ok(text.to_owned());
    }
    Err("a host name or an address, such as battle.example.org".to_owned())
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<(), Wrong> {
    let all = args.open_links_on.is_some();
    let ip = args.listen.unwrap_or(if all { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST }.into());
    let port = u16::try_from(args.port).unwrap_or(0);
    let db = Db::named(&args.db).map_err(Wrong::new)?;
    let mut hosts = args.hosts.clone();
    if ip.is_loopback() || !hosts.is_empty() {
        // Links are printed with this name, so it must open.
        hosts.extend(args.open_links_on.clone());
    }
    let config = Config {
        behind_proxy: args.behind_proxy,
        base_path: args.base_path.clone(),
        hosts,
        metrics: args.metrics,
        limits: args.limits.limits(),
        keep: args.limits.keep(),
        ..Config::new(db)
    };
    log_to_standard_error(args.log);
    let runtime = tokio::runtime::Runtime::new().map_err(Wrong::new)?;
    let stop = {
        let _inside = runtime.enter();
        stopped().map_err(Wrong::new)?
    };
    let mut said = Ok(());
    let ready = |at: SocketAddr| {
        said = out.line(&format!("Open {}", link(args, at))).and_then(|()| out.flush());
        if let Err(error) = ready::tell_systemd() {
            tracing::warn!(%error, "systemd could not be told that the server listens");
        }
    };
    let served = runtime.block_on(server::serve(config, SocketAddr::from((ip, port)), ready, stop));
    served.map_err(Wrong::new)?;
    said
}

/// Where a browser finds the page.
fn link(args: &Args, at: SocketAddr) -> String {
    let path = args.base_path.as_ref().map(ToString::to_string).unwrap_or_default();
    match &args.open_links_on {
        Some(host) => format!("http://{host}:{}{path}/", at.port()),
        // An address of "all addresses" cannot be visited; this machine's own is one of them.
        None if at.ip().is_unspecified() => format!("http://127.0.0.1:{}{path}/", at.port()),
        None => format!("http://{at}{path}/"),
    }
}

/// To standard error, for the operator; colours for a terminal only.
fn log_to_standard_error(level: Level) {
    let (ours, others) = match level {
        Level::Error => (LevelFilter::ERROR, LevelFilter::ERROR),
        Level::Warn => (LevelFilter::WARN, LevelFilter::WARN),
        Level::Info => (LevelFilter::INFO, LevelFilter::WARN),
        // What the libraries have to say to each other would bury it.
        Level::Debug => (LevelFilter::DEBUG, LevelFilter::WARN),
    };
    let colour =
        std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty());
    let lines =
        tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_target(false).with_ansi(colour);
    let wanted =
        Targets::new().with_default(others).with_target("server", ours).with_target("grognard", ours);
    tracing_subscriber::registry().with(lines).with(wanted).init();
}

/// Ends when the server is told to stop.
fn stopped() -> Result<impl Future<Output = ()> + Send + 'static, std::io::Error> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}
