//! The hostile programme: what kills, power cuts, full disks, flipped bits, nonsense, floods, guesses and wrong links do to the
//! real server. Every part says what it has tried; whatever is lost, doubled, shown wrong or answered with a panic is a
//! trouble, and the programme ends with a failure.
//!
//! `cargo bench --package cli --bench hostile -- --minutes 5`
//! `cargo bench --package cli --bench hostile -- kills --kills 2000 --moves 200000`
//! `cargo bench --package cli --bench hostile -- kills --kills 500 --db postgres://USER@HOST/NAME`
#![allow(clippy::unwrap_used, reason = "a programme of trials may fail")]
#![allow(clippy::disallowed_methods, reason = "moments are timed")]
#![allow(clippy::float_arithmetic, reason = "times are for people to read")]

#[path = "../common/mod.rs"]
mod common;

mod bits;
mod doors;
mod floods;
mod full;
mod inputs;
mod kills;
mod mutate;
mod peeks;
mod torn;

use common::{Folder, Luck};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

const HELP: &str = "parts: kills torn full bits inputs floods doors peeks (all)
options: --minutes N (5)  how long all of it may take; a count that is given is tried whole, however long it takes
         --kills N --moves N    kills, and confirmed moves in all
         --images N             power cuts
         --copies N             databases with flipped bits
         --inputs N             mutated requests
         --bots N (16)          players at once while the server is killed
         --db URL               a Postgres for the kills
         --seed N               to have the same again";

/// What is to be tried.
pub(crate) struct Trial {
    pub(crate) folder: Folder,
    pub(crate) seed: u64,
    /// How long this part may take.
    pub(crate) budget: Duration,
    pub(crate) kills: Option<usize>,
    pub(crate) moves: Option<usize>,
    pub(crate) images: Option<usize>,
    pub(crate) copies: Option<usize>,
    pub(crate) inputs: Option<usize>,
    pub(crate) bots: usize,
    pub(crate) db: Option<String>,
    pub(crate) troubles: Troubles,
}

impl Trial {
    /// Every part has luck of its own, so that it can be had again alone.
    pub(crate) fn luck(&self, part: u64) -> Luck {
        Luck::new(self.seed.wrapping_mul(31).wrapping_add(part))
    }

    /// Whether there is more to try: up to the count that was asked for, else as long as time allows.
    pub(crate) fn goes_on(&self, start: Instant, done: usize, asked: Option<usize>, usual: usize) -> bool {
        match asked {
            Some(count) => done < count,
            None => done < usual && start.elapsed() < self.budget,
        }
    }

    pub(crate) fn trouble(&self, what: impl Into<String>) {
        self.troubles.add(what);
    }
}

/// What must not have happened.
#[derive(Clone, Default)]
pub(crate) struct Troubles(Arc<Mutex<Vec<String>>>);

impl Troubles {
    pub(crate) fn add(&self, what: impl Into<String>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(what.into());
    }

    pub(crate) fn count(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What a part has tried, in words; a fault that ends it is a trouble too.
pub(crate) type Tried = Result<Vec<String>, String>;

/// Each part and its share of the time, in hundredths.
const PARTS: [(&str, u32); 8] = [
    ("kills", 22),
    ("torn", 13),
    ("full", 8),
    ("bits", 20),
    ("inputs", 11),
    ("floods", 15),
    ("doors", 8),
    ("peeks", 3),
];

fn main() -> ExitCode {
    let (mut trial, parts, minutes) = options();
    println!("hostile: seed {}", trial.seed);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut failed = Vec::new();
    for (part, share) in PARTS {
        if !parts.is_empty() && !parts.iter().any(|asked| asked == part) {
            continue;
        }
        // A part that is run alone has all the time.
        let share = if parts.len() == 1 { 100 } else { share };
        trial.budget = Duration::from_secs_f64(minutes * 60.0) * share / 100;
        let start = Instant::now();
        let tried = runtime.block_on(async {
            match part {
                "kills" => kills::run(&trial).await,
                "torn" => torn::run(&trial).await,
                "full" => full::run(&trial).await,
                "bits" => bits::run(&trial).await,
                "inputs" => inputs::run(&trial).await,
                "floods" => floods::run(&trial).await,
                "doors" => doors::run(&trial).await,
                _ => peeks::run(&trial).await,
            }
        });
        let figures = tried.unwrap_or_else(|fault| {
            trial.trouble(fault);
            vec!["broken off".to_owned()]
        });
        let troubles = trial.troubles.take();
        let verdict =
            if troubles.is_empty() { "well".to_owned() } else { format!("{} TROUBLES", troubles.len()) };
        println!("{part:<8}{:>6.1} s  {verdict}", start.elapsed().as_secs_f64());
        for figure in figures {
            println!("          {figure}");
        }
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        for trouble in &troubles {
            *kinds.entry(trouble).or_default() += 1;
        }
        for (trouble, count) in kinds.into_iter().take(12) {
            println!("        ! {count} × {trouble}");
        }
        if !troubles.is_empty() {
            failed.push(part);
        }
    }
    if failed.is_empty() {
        println!("hostile: nothing lost, doubled or shown wrong");
        return ExitCode::SUCCESS;
    }
    println!(
        "hostile: trouble with {}; again with: {} --seed {}",
        failed.join(", "),
        failed.join(" "),
        trial.seed
    );
    ExitCode::FAILURE
}

fn options() -> (Trial, Vec<String>, f64) {
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs());
    let mut trial = Trial {
        folder: Folder::new("hostile"),
        seed: now % 1_000_000,
        budget: Duration::ZERO,
        kills: None,
        moves: None,
        images: None,
        copies: None,
        inputs: None,
        bots: 16,
        db: None,
        troubles: Troubles::default(),
    };
    let (mut parts, mut minutes) = (Vec::new(), 5.0);
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        if PARTS.iter().any(|(part, _)| *part == arg) {
            parts.push(arg);
            continue;
        }
        let Some(value) = args.next() else { wrong() };
        let count = || value.parse().unwrap_or_else(|_| wrong());
        match arg.as_str() {
            "--minutes" => minutes = value.parse().unwrap_or_else(|_| wrong()),
            "--kills" => trial.kills = Some(count()),
            "--moves" => trial.moves = Some(count()),
            "--images" => trial.images = Some(count()),
            "--copies" => trial.copies = Some(count()),
            "--inputs" => trial.inputs = Some(count()),
            "--bots" => trial.bots = count(),
            "--db" => trial.db = Some(value),
            "--seed" => trial.seed = value.parse().unwrap_or_else(|_| wrong()),
            _ => wrong(),
        }
    }
    (trial, parts, minutes)
}

fn wrong() -> ! {
    println!("{HELP}");
    std::process::exit(2)
}
