//! `make bench`: battles a second and core, where the time goes, what exact odds cost and what taking back does, in one run.
#![allow(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
#![allow(clippy::float_arithmetic, reason = "a benchmark prints ratios")]

mod charges;
mod clock;
mod taking_back;
mod thinking;

use clock::on_core;
use dice::{Chance, Dice, Odds, Pool, Seed, Stream};
use engine::{Ask, Fact, Played, Players, Umpire};
use games::{BattleFile, Empire, Orders, Setup, Volley, with};
use general::{Captained, Seats};
use std::convert::Infallible;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The program's own.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const GAMES: u64 = 200;

fn captains<G: Captained>() -> Seats<G> {
    Seats { french: G::captain(), allied: G::captain() }
}

/// A simulation that keeps time: generals, the checking of their answers, facts measured, dice.
struct Timed<G: Played> {
    dice: Stream,
    seats: Seats<G>,
    generals: Duration,
    checks: Duration,
    facts: Duration,
    throws: Duration,
}

fn timed<T>(spent: &mut Duration, run: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = run();
    *spent += start.elapsed();
    result
}

impl<G: Played> Dice for Timed<G> {
    type Pause = Infallible;
    fn hits(&mut self, pool: Pool, need: u32) -> Result<u32, Infallible> {
        timed(&mut self.throws, || self.dice.hits(pool, need))
    }
    fn read<T: Copy + Ord>(&mut self, pool: Pool, reading: impl Fn(u32) -> T) -> Result<T, Infallible> {
        timed(&mut self.throws, || self.dice.read(pool, reading))
    }
}

impl<G: Played> Umpire<G> for Timed<G> {
    fn ask<Q: Ask<G>>(&mut self, game: &G, question: Q) -> Result<Q::Granted, Infallible> {
        let put = question.clone().into();
        let side = game.asked_of(&put);
        let answer = timed(&mut self.generals, || self.seats.answer(side, &game.seen_by(Some(side)), &put));
        let granted = timed(&mut self.checks, || question.grant(game, &answer));
        Ok(granted.unwrap_or_else(|refusal| panic!("a captain's answer was refused: {refusal}")))
    }
    fn see<F: Fact<G>>(&mut self, game: &G, fact: F) -> Result<F::Value, Infallible> {
        Ok(timed(&mut self.facts, || fact.measure(game)))
    }
    fn tell(&mut self, _: impl FnOnce() -> G::Event) {}
}

fn main() {
    // `cargo bench -p study -- odds` counts odds alone, `-- vitoria` fights that battle alone, `-- undo` takes back alone,
    // `-- marshal` lets marshals think.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let wanted = |word: &str| words.is_empty() || words.iter().any(|known| known == word);
    println!("captain against captain, one core, {GAMES} games a battle");
    println!("{:<20} {:>6} {:>10} {:>12} {:>10}", "battle", "units", "ms/battle", "battles/s", "ended as");
    for file in games::embedded().into_iter().filter(|file| wanted(&file.id)) {
        with!(file.kind().expect("a game of the list"), G => speed::<G>(&file));
    }
    for kind in games::Kind::ALL.into_iter().filter(|kind| wanted(kind.word())) {
        with!(kind, G => shares::<G>());
    }
    if wanted("odds") {
        volley_odds();
        orders_odds();
    }
    if wanted("odds") || wanted("empire-odds") {
        empire_odds();
    }
    if wanted("undo") {
        taking_back::run();
    }
    // He takes minutes: only where he is asked for.
    if words.iter().any(|word| word == general::MARSHAL) {
        let games = words.iter().find_map(|word| word.parse().ok());
        let named = words.iter().any(|word| games::find(word).is_ok());
        thinking::run(games.unwrap_or(2), |file| !named || words.contains(&file.id));
    }
}

fn speed<G: Captained>(file: &BattleFile) {
    let (battle, rules) = Setup::new(file.clone()).open::<G>().expect("an embedded battle opens");
    let mut seats = captains::<G>();
    let mut fight = |seed: u64| {
        seats.begin(seed);
        let mut solo = engine::Solo::new(Stream::new(Seed::from_number(seed), 0), &mut seats);
        let mut game = G::start(&battle, rules.clone());
        solo.play(&mut game, 50_000);
        game
    };
    let start = on_core();
    for seed in 0..GAMES {
        // Let go at once, as in a simulation: ends that are kept make every battle run in memory never touched before.
        drop(black_box(fight(seed)));
    }
    let each = (on_core() - start).as_secs_f64() / GAMES as f64;
    let units = G::card(&battle).units;
    let units = units.french + units.allied;
    let ended = sum((0..GAMES).map(fight));
    println!("{:<20} {units:>6} {:>10.2} {:>12.0} {ended:>10}", file.id, each * 1e3, 1.0 / each);
}

/// A short sum of how games ended: two programs that play alike have the same.
fn sum<G: Played>(ends: impl Iterator<Item = G>) -> String {
    let hashes = ends.map(|game| format!("{:?}", engine::state_hash(&game)));
    let sum = hashes
        .flat_map(String::into_bytes)
        .fold(0_u32, |sum, byte| sum.wrapping_mul(0x0100_0193) ^ u32::from(byte));
    format!("{sum:08x}")
}

/// Where the time goes in the game's largest battle.
fn shares<G: Captained>() {
    let open = |file: BattleFile| (file.id.clone(), Setup::new(file).open::<G>().expect("it opens"));
    let battles = games::embedded_of::<G>().into_iter().map(open);
    let size = |battle: &G::Battle| {
        let units = G::card(battle).units;
        units.french + units.allied
    };
    let Some((id, (battle, rules))) = battles.max_by_key(|(_, (battle, _))| size(battle)) else { return };
    println!("\nwhere the time goes ({id}, {GAMES} games, clock read around each call)");
    let mut umpire = Timed::<G> {
        dice: Stream::new(Seed::from_number(0), 0),
        seats: captains(),
        generals: Duration::ZERO,
        checks: Duration::ZERO,
        facts: Duration::ZERO,
        throws: Duration::ZERO,
    };
    let whole = Instant::now();
    for seed in 0..GAMES {
        umpire.dice = Stream::new(Seed::from_number(seed), 0);
        umpire.seats.begin(seed);
        let mut game = G::start(&battle, rules.clone());
        while !game.is_over() {
            let Ok(()) = game.step(&mut umpire);
        }
    }
    let sum = [umpire.generals, umpire.checks, umpire.facts, umpire.throws];
    let whole = whole.elapsed();
    let share = |part: Duration| 100.0 * part.as_secs_f64() / whole.as_secs_f64();
    println!("  generals (their planning, which measures too)  {:>5.1} %", share(sum[0]));
    println!("  geometry: answers checked against the table    {:>5.1} %", share(sum[1]));
    println!("  geometry: facts measured for the rules         {:>5.1} %", share(sum[2]));
    println!("  dice                                           {:>5.1} %", share(sum[3]));
    println!(
        "  the rest of the rules                          {:>5.1} %",
        share(whole.saturating_sub(sum.iter().sum()))
    );
}

/// The microseconds of one run, by the mean of these runs.
fn each(rounds: u32, run: &mut dyn FnMut()) -> f64 {
    let start = on_core();
    for _ in 0..rounds {
        run();
    }
    (on_core() - start).as_secs_f64() / f64::from(rounds) * 1e6
}

/// What the odds of one chain cost: exact in floats and in fractions, and one simulated.
fn cost_of_odds(name: &str, floats: &dyn Fn(), fractions: &dyn Fn(), trial: &mut dyn FnMut()) {
    let floats = each(3_000, &mut || floats());
    let fractions = each(100, &mut || fractions());
    let trial = each(100_000, trial);
    println!("  {name}");
    println!("    all outcomes, floats         {floats:>9.1} µs");
    println!(
        "    all outcomes, fractions      {fractions:>9.1} µs  ({:.1} times the floats)",
        fractions / floats
    );
    println!("    one simulated                {trial:>9.3} µs  (floats cost {:.0} of them)", floats / trial);
}

/// The volley game's longest chain.
fn volley_odds() {
    use volley::chain;
    let rules = games::rules_of::<Volley>(games::book::<Volley>(), "br8", None).expect("a sheet of the game");
    println!("\nexact odds of the chain volley, close, stand, melee, loser's morale (Br8)");
    let facts = charges::volley();
    let mut dice = Stream::new(Seed::from_number(1), 0);
    cost_of_odds(
        "12 against 12 figures",
        &|| drop(black_box::<Odds<chain::Outcome, f64>>(chain::charge_odds(&rules, &facts))),
        &|| drop(black_box::<Odds<chain::Outcome, Chance>>(chain::charge_odds(&rules, &facts))),
        &mut || _ = black_box(chain::charge(&mut dice, &rules, &facts)),
    );
}

/// The orders game's: a charge through three rounds of melee, each with its morale checks.
fn orders_odds() {
    use orders::chain::{self, Reckoner};
    let rules = games::rules_of::<Orders>(games::book::<Orders>(), "orders", None).expect("the game's sheet");
    println!("\nexact odds of a charge and three rounds of melee with their morale checks (orders)");
    let mut dice = Stream::new(Seed::from_number(1), 0);
    let mut reckoner = Reckoner::<_, f64>::new(&*rules);
    for (name, facts) in charges::orders() {
        cost_of_odds(
            name,
            &|| drop(black_box::<Odds<chain::Outcome, f64>>(chain::charge_odds(&rules, &facts))),
            &|| drop(black_box::<Odds<chain::Outcome, Chance>>(chain::charge_odds(&rules, &facts))),
            &mut || _ = black_box(chain::charge(&mut dice, &rules, &facts)),
        );
        drop(reckoner.charge(&facts));
        let known = each(3_000, &mut || drop(black_box(reckoner.charge(&facts))));
        println!("    floats, their like met before{known:>9.1} µs");
    }
}

/// The empire game's: a charge from the square to the standard.
fn empire_odds() {
    use empire::rules::charge::chain;
    let rules = games::rules_of::<Empire>(games::book::<Empire>(), "empire", None).expect("the game's sheet");
    println!(
        "\nexact odds of a charge: square, élan, fire, morale, close action, victory, standard (empire)"
    );
    let mut dice = Stream::new(Seed::from_number(1), 0);
    for (name, facts) in charges::empire() {
        cost_of_odds(
            name,
            &|| drop(black_box::<Odds<chain::Outcome, f64>>(chain::charge_odds(&rules, &facts))),
            &|| drop(black_box::<Odds<chain::Outcome, Chance>>(chain::charge_odds(&rules, &facts))),
            &mut || _ = black_box(chain::charge(&mut dice, &rules, &facts)),
        );
    }
}
