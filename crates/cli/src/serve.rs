//! `grognard serve`: the battle in the browser, from one binary and one file of games.

use crate::out::Out;
use crate::wrong::{Wrong, whole};
use server::Config;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use tokio::signal::unix::{SignalKind, signal};

const EXAMPLES: &str = "\
EXAMPLES
  grognard serve                                        play here: prints the link to open
  grognard serve --port 0 --db /tmp/try.sqlite          any free port, and a file to throw away
  grognard serve --open-links-on battle.example.org     for friends: listens to everybody";

/// Serve the battles to browsers and programs
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Where to listen; 0 takes any free port
    #[arg(long, value_name = "N", default_value = "1815", value_parser = whole(0, 65_535), allow_negative_numbers = true)]
    port: u64,
    /// The file the games are kept in; made if it is not there
    #[arg(long, value_name = "FILE", default_value = "grognard.sqlite")]
    db: PathBuf,
    /// Listen to other machines too, and print links with this name; without it only this machine gets in
    #[arg(long, value_name = "HOST", value_parser = host)]
    open_links_on: Option<String>,
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
    let served =
        runtime.block_on(server::serve(Config::new(&args.db), SocketAddr::from((ip, port)), ready, stop));
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
