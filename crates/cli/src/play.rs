//! `grognard play`: two computer generals fight a battle, and everything is told.

use crate::input;
use crate::log::{Form, Log};
use crate::out::{Ink, Out, plain};
use crate::report::{Report, capital};
use crate::seats::{self, SeatArgs};
use crate::wrong::{Wrong, whole};
use dice::{Seed, Stream};
use engine::record::{Header, Record};
use engine::{Card, Entry, Heading, Note, Played, Session, Told, Unanswered, notes};
use games::{Setup, with};
use general::Seats;
use serde::Serialize;
use std::ffi::OsString;
use std::hash::{BuildHasher as _, Hasher as _};
use std::path::{Path, PathBuf};
use study::Studied;

const EXAMPLES: &str = "\
EXAMPLES
  grognard play gilly                                      every die, modifier and rule
  grognard play salamanca-pakenham --seed 7 --log short    only what matters
  grognard play teugn-hausen --french recruit --austrian captain
  grognard play gilly --seed 7 --record gilly.jsonl        keep it, for grognard replay
  grognard play my-fight.toml --house club.toml            your battle by your rules
  grognard play gilly --turns 4 --concede french           given up after four turns
  grognard play gilly --log json | jq -r .sentence";

/// No battle of ours takes a tenth of it.
const MOST_STEPS: usize = 200_000;

/// Play a battle with computer generals and print its log
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A battle's id (see grognard battles), or the path of a battle file
    battle: String,
    #[command(flatten)]
    seats: SeatArgs,
    /// The dice and the generals' whims; without it every battle is another
    #[arg(long, value_name = "N", value_parser = whole(0, u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Keep the game in this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// How much to tell
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Form::Full)]
    log: Form,
    /// House rules to play by
    #[arg(long, value_name = "PATCH")]
    house: Option<PathBuf>,
    /// Stop after so many turns
    #[arg(long, value_name = "N", value_parser = whole(1, 1000), allow_negative_numbers = true)]
    turns: Option<u64>,
    /// After so many turns this side gives the battle up: french, or its enemy's nation, or allied
    #[arg(long, value_name = "SIDE", requires = "turns")]
    concede: Option<String>,
}

#[derive(Serialize)]
struct LastLine {
    seed: u64,
    report: Report,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<(), Wrong> {
    let setup = input::setup(&args.battle, args.house.as_deref())?;
    with!(setup.kind()?, G => fight::<G>(args, &setup, out))
}

fn fight<G: Studied>(args: &Args, setup: &Setup, out: &mut Out) -> Result<(), Wrong> {
    let (battle, rules) = setup.open::<G>()?;
    let card = G::card(&battle);
    let generals = args.seats.for_battle(&card)?;
    let gives_up = args.concede.as_deref().map(|side| seats::side(side, &card)).transpose()?;
    let target = args.record.as_deref().map(RecordTarget::new).transpose()?;
    let seed = args.seed.unwrap_or_else(any_seed);
    let mut seats = seats::seated::<G>(&generals, seed)?;
    let dice = Seed::from_number(seed);
    let header = setup.header(&rules, dice, seats::named(&card, &generals));
    let header = args.seed.into_iter().fold(header, Header::chosen);
    let mut session = Session::new(G::start(&battle, rules));

    let mut said = opening(args.log, out, &card, &generals, seed, setup.patch.as_ref());
    let mut log = Log::new(args.log);
    let ended = play(&mut session, &mut Stream::new(dice, 0), &mut seats, args.turns, |game, plans, told| {
        // A reader who has gone does not stop a game that is being recorded.
        if said.is_ok() {
            said = log.write_plans(out, game, plans.iter()).and_then(|()| log.write(out, game, told));
        }
        said.is_ok() || target.is_some()
    });
    if let Some(side) = gives_up
        && session.waiting().is_some()
        && session.put(Entry::Concedes(side)).is_ok()
        && said.is_ok()
        && let [.., last] = session.log()
    {
        said = log.write(out, session.game(), std::slice::from_ref(last));
    }
    if let Some(target) = target {
        target.write(&Record::of(header, &session).write())?;
    }
    said?;
    ended.map_err(|wrong| Wrong::new(format_args!("{}: {wrong}", card.id)))?;
    let report = Report::of(&card.id, session.game());
    if args.log == Form::Json { out.json(&LastLine { seed, report }) } else { report.write(out) }
}

/// Plays step by step; `tell` gets the news of each and says whether to go on.
fn play<G: Played>(
    session: &mut Session<G>,
    dice: &mut Stream,
    seats: &mut Seats<G>,
    turns: Option<u64>,
    mut tell: impl FnMut(&G, &[Note], &[Told<G::Event>]) -> bool,
) -> Result<(), Wrong> {
    let begins_beyond = |game: &G, told: &Told<G::Event>| match game.heading(&told.event) {
        Some(Heading::Turn(turn)) => turns.is_some_and(|turns| u64::from(turn) > turns),
        _ => false,
    };
    let (mut told, mut used) = (0, 0);
    loop {
        let steps = session.step_ends().len();
        let news = &session.log_to_step(steps)[told..];
        // Steps that ask nothing follow at once, so the next turn may have begun already.
        let last = news.iter().position(|told| begins_beyond(session.game(), told));
        let taken = session.step_ends().last().copied().unwrap_or(0);
        let plans: Vec<Note> = notes(&session.entries()[used..taken]).map(|(_, note)| note.clone()).collect();
        used = taken;
        let goes_on = tell(session.game(), &plans, &news[..last.unwrap_or(news.len())]);
        told += news.len();
        if !goes_on || last.is_some() || session.waiting().is_none() {
            return Ok(());
        }
        if steps >= MOST_STEPS {
            return Err(Wrong::new(format_args!(
                "found no end after {MOST_STEPS} steps, expected a battle that ends"
            )));
        }
        match session.play(dice, seats, steps + 1) {
            Ok(()) | Err(Unanswered::Endless) => {}
            Err(Unanswered::Fact) => {
                let sentence = "found a question about the table, expected to measure it on the screen";
                return Err(Wrong::new(sentence));
            }
        }
    }
}

fn opening(
    form: Form,
    out: &mut Out,
    card: &Card,
    generals: &engine::Both<String>,
    seed: u64,
    patch: Option<&rulebook::Patch>,
) -> Result<(), Wrong> {
    if form == Form::Json {
        return Ok(());
    }
    let title = out.ink(Ink::Heading, &card.title);
    out.line(&format!("{title}, {}", card.date))?;
    out.line(&card.summary)?;
    let house = patch.map(|patch| format!(" with house rules {:?}", patch.name)).unwrap_or_default();
    let line = format!(
        "Sheet {}{house}; French: {}; {}: {}; seed {seed}",
        card.sheet,
        generals.french,
        capital(&card.opponent),
        generals.allied
    );
    out.line(&line)
}

/// A short number that differs from run to run: the standard library seeds its hashers from the system.
pub(crate) fn any_seed() -> u64 {
    std::hash::RandomState::new().build_hasher().finish() % 1_000_000
}

/// A place for a record that has been looked at before the battle begins.
struct RecordTarget {
    path: PathBuf,
}

impl RecordTarget {
    fn new(path: &Path) -> Result<RecordTarget, Wrong> {
        let name = path.display();
        let Some(_) = path.file_name() else {
            return Err(Wrong::option(
                "--record",
                format_args!("{:?}", name.to_string()),
                "the name of a file",
                None,
            ));
        };
        // A link is followed, so that it still is one afterwards.
        let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if path.is_dir() {
            return Err(Wrong::option(
                "--record",
                format_args!("the directory {name}"),
                "the name of a file",
                None,
            ));
        }
        if path.exists() && !is_record(&path) {
            return Err(Wrong::option(
                "--record",
                format_args!("{name}, which is there and is no record"),
                "a new name, or a record to replace",
                None,
            ));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) {
            return Err(Wrong::option(
                "--record",
                format_args!("{name} in no directory that is there"),
                "the name of a file in one that is",
                None,
            ));
        }
        Ok(RecordTarget { path })
    }

    /// The whole record or nothing: written beside its place, then put there at once.
    fn write(&self, text: &str) -> Result<(), Wrong> {
        let mut beside: OsString = self.path.clone().into_os_string();
        beside.push(format!(".{}.part", std::process::id()));
        let beside = PathBuf::from(beside);
        let write = || {
            let mut file = std::fs::File::create(&beside)?;
            std::io::Write::write_all(&mut file, text.as_bytes())?;
            file.sync_all()?;
            std::fs::rename(&beside, &self.path)
        };
        write().map_err(|error| {
            let _ = std::fs::remove_file(&beside);
            let found = format!("{} that cannot be written ({})", self.path.display(), plain(&error));
            Wrong::option("--record", found, "a place for the record", None)
        })
    }
}

/// Only a record is replaced: no battle file is lost to a slip of the finger.
fn is_record(path: &Path) -> bool {
    use std::io::Read as _;
    let mut start = Vec::new();
    let opened = path.is_file().then(|| std::fs::File::open(path));
    let Some(Ok(file)) = opened else { return false };
    file.take(12).read_to_end(&mut start).is_ok() && (start.is_empty() || start == b"{\"grognard\":")
}
