//! `grognard serve`: the battle in the browser, from one binary and one file of games, or a Postgres.

use crate::out::Out;
use crate::wrong::{Wrong, whole};
use server::{Config, Db};
use std::ffi::OsString;
use std::net::{Ipv4Addr, SocketAddr};
use tokio::signal::unix::{SignalKind, signal};

const EXAMPLES: &str = "\
EXAMPLES
  grognard serve                                        play here: prints the link to open
  grognard serve --port 0 --db /tmp/try.sqlite          any free port, and a file to throw away
  grognard serve --open-links-on battle.example.org     for friends: listens to everybody
  grognard serve --db postgres://soult@localhost/games  in a Postgres instead of a file";

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
    /// Everybody comes through a proxy here: tell callers apart by the last address in its X-Forwarded-For
    #[arg(long)]
    behind_proxy: bool,
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
    let ip = if args.open_links_on.is_some() { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    let port = u16::try_from(args.port).unwrap_or(0);
    let name = args.open_links_on.clone().unwrap_or_else(|| ip.to_string());
    let db = Db::named(&args.db).map_err(Wrong::new)?;
    let config = Config { behind_proxy: args.behind_proxy, ..Config::new(db) };
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false).init();
    let runtime = tokio::runtime::Runtime::new().map_err(Wrong::new)?;
    let stop = {
        let _inside = runtime.enter();
        stopped().map_err(Wrong::new)?
    };
    let mut said = Ok(());
    let ready = |at: SocketAddr| {
        said = out.line(&format!("Open http://{name}:{}/", at.port())).and_then(|()| out.flush());
    };
    let served = runtime.block_on(server::serve(config, SocketAddr::from((ip, port)), ready, stop));
    served.map_err(Wrong::new)?;
    said
}

/// Ends when somebody asks the server to stop.
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
