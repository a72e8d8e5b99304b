//! `grognard backup`: a whole copy of the games, while they are being served.

use crate::out::{Out, many};
use crate::wrong::Wrong;
use server::Db;
use std::ffi::OsString;
use std::path::PathBuf;

const EXAMPLES: &str = "\
EXAMPLES
  grognard backup sunday.sqlite                                     the games of grognard.sqlite
  grognard backup sunday.sqlite --db /var/lib/grognard/games.sqlite those of a server, which goes on serving
  pg_dump --file sunday.sql postgres://soult@localhost/games        a Postgres has its own command";

/// Copy the games whole into a new file, while they are being served
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The copy; nothing is overwritten
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The file the games are kept in, as serve has it
    #[arg(long, value_name = "FILE", default_value = "grognard.sqlite")]
    db: OsString,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<(), Wrong> {
    let Db::File(games) = Db::named(&args.db).map_err(Wrong::new)? else {
        return Err(Wrong::new(
            "--db names a Postgres, which makes its own backups: pg_dump writes one while the server serves",
        ));
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Wrong::new)?;
    let copied = runtime.block_on(server::backup(&games, &args.file)).map_err(Wrong::new)?;
    let (copy, games, bytes) = (args.file.display(), many(copied.games, "game"), many(copied.bytes, "byte"));
    if copied.damaged.is_empty() {
        return out.line(&format!("{copy}: {games}, {bytes}; opened and found sound"));
    }
    let damaged: Vec<String> = copied.damaged.iter().map(|(id, what)| format!("{id} ({what})")).collect();
    Err(Wrong::new(format_args!(
        "{copy}: {games}, {bytes}; {} damaged already where it was copied from: {}; the others are sound, and a backup of \
         before has it whole, perhaps",
        match damaged.len() {
            1 => "one is".to_owned(),
            more => format!("{more} are"),
        },
        damaged.join(", ")
    )))
}
