//! How long a marshal thinks before he chooses, in each battle that is offered: `cargo bench -p study -- marshal`, or
//! `-- marshal gilly` for one, `-- marshal gilly 20` in so many games with each seat.

use crate::clock::on_core;
use dice::{Seed, Stream};
use engine::{Moment, Players, Questions as _, Side, Solo};
use games::{BattleFile, Setup, with};
use general::Captained;
use std::time::Duration;

/// A general, and the time he takes for the first order of each phase.
struct Watched<G: Captained> {
    general: general::General<G>,
    at: Option<(u32, usize)>,
    thoughts: Vec<Duration>,
}

impl<G: Captained> Players<G> for Watched<G> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        let Moment { turn, place, .. } = view.moment();
        let thinks = question.word() == G::THINKS && self.at.replace((turn, place)) != Some((turn, place));
        let before = on_core();
        let answer = self.general.answer(side, view, question);
        if thinks {
            self.thoughts.push(on_core() - before);
        }
        answer
    }
}

struct Seated<G: Captained> {
    marshal: Watched<G>,
    captain: general::General<G>,
    side: Side,
}

impl<G: Captained> Players<G> for Seated<G> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        if side == self.side {
            self.marshal.answer(side, view, question)
        } else {
            self.captain.answer(side, view, question)
        }
    }
}

pub(super) fn run(games: u64, wanted: impl Fn(&BattleFile) -> bool) {
    println!("\na marshal's decisions, one core, {games} games with each seat against a captain");
    println!(
        "{:<22} {:>6} {:>6} {:>6} {:>10} {:>10} {:>9} {:>5}",
        "battle", "units", "turns", "plans", "decisions", "mean ms", "worst ms", "won"
    );
    for file in games::embedded().into_iter().filter(wanted) {
        with!(file.kind().expect("a game of the list"), G => of::<G>(games, &file));
    }
}

fn of<G: Captained>(games: u64, file: &BattleFile) {
    let (battle, rules) = Setup::new(file.clone()).open::<G>().expect("an embedded battle opens");
    let mut thoughts: Vec<Duration> = Vec::new();
    let mut won = 0;
    for (seed, side) in (0..games).flat_map(|seed| Side::BOTH.map(|side| (seed, side))) {
        let general = general::by_name(general::MARSHAL, seed).expect("a name of the list");
        let captain = general::by_name(general::CAPTAIN, seed).expect("a name of the list");
        let marshal = Watched { general, at: None, thoughts: Vec::new() };
        let mut seated = Seated { marshal, captain, side };
        let mut game = G::start(&battle, rules.clone());
        Solo::new(Stream::new(Seed::from_number(seed), 0), &mut seated).play(&mut game, 50_000);
        thoughts.append(&mut seated.marshal.thoughts);
        won += u64::from(game.outcome().and_then(|outcome| outcome.winner) == Some(side));
    }
    let start = G::start(&battle, rules);
    let plans = G::plans(&start.seen_by(Some(Side::French)), Side::French).len();
    let units = start.units_drawn().len() + start.units_awaited().len();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let count = thoughts.len();
    let mean = ms(thoughts.iter().sum()) / count.max(1) as f64;
    let worst = ms(thoughts.into_iter().max().unwrap_or_default());
    println!(
        "{:<22} {:>6} {:>6} {plans:>6} {:>10.1} {mean:>10.0} {worst:>9.0} {won:>5}",
        file.id,
        units,
        start.length(),
        count as f64 / (2 * games) as f64,
    );
}
