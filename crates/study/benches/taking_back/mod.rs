//! What taking back and looking back cost late in the largest battle. Each should be done within 100 ms.

use crate::clock::on_core;
use dice::{Seed, Stream};
use engine::{Live, Played, Session, Side};
use games::{Orders, Setup};
use general::Seats;
use std::time::Duration;

const ROUNDS: u32 = 20;

/// The mean and the longest of some runs; what is made ready before each does not count.
fn spent<T>(mut ready: impl FnMut() -> T, mut run: impl FnMut(T)) -> (f64, f64) {
    let mut all: Vec<Duration> = Vec::new();
    for _ in 0..ROUNDS {
        let made = ready();
        let start = on_core();
        run(made);
        all.push(on_core() - start);
    }
    let sum: Duration = all.iter().sum();
    let longest = all.into_iter().max().unwrap_or_default();
    (sum.as_secs_f64() / f64::from(ROUNDS) * 1e3, longest.as_secs_f64() * 1e3)
}

pub(crate) fn run() {
    let file = games::find("vitoria").expect("an embedded battle");
    let (battle, rules) = Setup::new(file).open::<Orders>().expect("it opens");
    let start = || Orders::start(&battle, rules.clone());
    let mut whole = Session::new(start());
    let mut captains = Seats::<Orders>::named("captain", "captain", 1).expect("a name of the list");
    whole.play(&mut Stream::new(Seed::from_number(1), 0), &mut captains, 50_000).expect("it ends");
    let fold = |count: usize| {
        Session::fold(start(), false, whole.entries()[..count].to_vec()).map_err(|(n, _)| n).expect("it fits")
    };
    // The last moment at which a side may take an answer back.
    let undoes =
        |session: &Session<Orders>| Side::BOTH.into_iter().find(|side| session.can_undo(*side).is_ok());
    let (count, side) = (1..whole.entries().len())
        .rev()
        .find_map(|count| Some((count, undoes(&fold(count))?)))
        .expect("somebody may take something back");
    let opened = fold(count);
    let mut played = Session::new(start());
    for entry in &whole.entries()[..count] {
        played.put(entry.clone()).expect("it fits");
    }
    let steps = opened.step_ends().len();
    println!(
        "\ntaking back in turn {} of {} (vitoria, entry {count} of {}, step {steps})",
        opened.game().turn,
        whole.game().turn,
        whole.entries().len()
    );
    let undo = |mut session: Session<Orders>| session.undo(side).expect("it may be taken back");
    let show = |what: &str, (mean, longest): (f64, f64)| {
        println!("  {what:<46} {mean:>8.2} ms, at most {longest:>8.2} ms");
    };
    show("in a game that has been played here", spent(|| played.clone(), undo));
    show("in a game that has just been opened", spent(|| opened.clone(), undo));
    show("opening it: all its entries", spent(|| (), |()| drop(fold(count))));
    show(
        "looking back to any step: all steps before it",
        spent(start, |game| look_back(&opened, game, steps)),
    );
}

/// Plays all steps up to one again, as looking back does where no nearer state was kept.
fn look_back(session: &Session<Orders>, mut game: Orders, step: usize) {
    let mut used = 0;
    for end in &session.step_ends()[..step] {
        let mut live = Live::on_screen(&session.entries()[used..*end]);
        assert!(engine::Game::step(&mut game, &mut live).is_ok(), "a finished step");
        used = *end;
    }
}
