//! Random legal play with every invariant checked after each step.

mod offers;

use dice::{Seed, Stream};
use engine::record::Record;
use engine::{Played, RandomPlayer, Session, Solo, UnitDrawn, state_hash, state_text};
use games::{Setup, book, embedded_of};
use offers::Offers;
use rulebook::{Book, SheetRules};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A game longer than this counts as endless.
const MOST_STEPS: u32 = 20_000;
/// One game in this many is played live too, kept as a record, and played again from that.
const RECORDED: u64 = 50;

/// One state in this many is read again from its own text. (The tests of positions read every state of
/// every battle.)
const RESTORED: u32 = 40;
/// A unit must never gain strength: checked once in this many steps, since to check after each would cost a fifth of
/// the time.
const COUNTED: u32 = 4;

/// What a hunt over one sheet found.
#[derive(Clone, Debug, Default)]
pub struct Hunt {
    pub games: u64,
    pub steps: u64,
    pub troubles: Vec<Trouble>,
}

/// One game in which something happened that must not.
#[derive(Clone, Debug)]
pub struct Trouble {
    pub sheet: &'static str,
    pub battle: String,
    pub seed: u64,
    pub step: u32,
    pub what: String,
}

/// The sheet with each ruling left alone or set to another of its values, as the seed says.
pub fn random_rules(book: &Book, sheet: &SheetRules, seed: u64) -> SheetRules {
    let mut luck = Stream::new(Seed::from_number(seed), 77);
    // A quarter of the games plays the rulings as printed.
    if luck.below(4) == 0 {
        return sheet.clone();
    }
    let share = 2 + luck.below(12);
    let mut settings = Vec::new();
    for ruling in 0..book.rulings.len() {
        let choices = book.ruling_choices(ruling);
        if !choices.is_empty() && luck.below(share) == 0 {
            let n = luck.below(choices.len() as u32) as usize;
            settings.push((ruling, choices[n].clone()));
        }
    }
    sheet.with_all(settings)
}

/// Plays random games of a sheet, one for each seed, over its battles in turn.
pub fn hunt<G: Played>(sheet: &str, seeds: std::ops::Range<u64>) -> Hunt {
    let mut hunt = Hunt::default();
    let Ok(printed) = book::<G>().sheet(sheet) else { return hunt };
    let mut battles = BTreeMap::new();
    for file in embedded_of::<G>() {
        if let Ok((battle, _)) = Setup::new(file.clone()).open::<G>()
            && G::card(&battle).sheet == sheet
        {
            battles.insert(file.id.clone(), (Setup::new(file), battle));
        }
    }
    let ids: Vec<String> = battles.keys().cloned().collect();
    if ids.is_empty() {
        return hunt;
    }
    for seed in seeds {
        let id = &ids[(seed % ids.len() as u64) as usize];
        let (setup, battle) = &battles[id];
        let rules = Arc::new(G::rules(random_rules(book::<G>(), &printed, seed)));
        let mut start = G::start(battle, Arc::clone(&rules));
        // Every fifth game is deployed by the players, and those whose bases the house has made too large.
        if seed % 5 == 4 || start.sound().is_err() {
            start = G::start(&G::undeployed(battle), Arc::clone(&rules));
        }
        let mut game = start.clone();
        let (steps, mut trouble) = one_game(&mut game, seed);
        if trouble.is_none() && seed % RECORDED == 0 {
            trouble = recorded::<G>(setup, &rules, start, &game, seed);
        }
        hunt.games += 1;
        hunt.steps += u64::from(steps);
        if let Some(what) = trouble {
            let sheet = printed.sheet_name();
            hunt.troubles.push(Trouble { sheet, battle: id.clone(), seed, step: steps, what });
        }
    }
    hunt
}

/// What is left of every unit, by number.
fn strengths<G: Played>(game: &G) -> Vec<u32> {
    game.units_drawn().iter().map(UnitDrawn::left).collect()
}

fn one_game<G: Played>(game: &mut G, seed: u64) -> (u32, Option<String>) {
    let dice = Stream::new(Seed::from_number(seed), 0);
    let differ = RefCell::new(None);
    let mut solo = Solo::new(dice, Offers::<G>::new(Stream::new(Seed::from_number(seed), 1), &differ));
    let mut before = strengths(game);
    let mut steps = 0;
    while !game.is_over() {
        if steps >= MOST_STEPS {
            return (steps, Some("the game does not end".to_owned()));
        }
        let Ok(()) = game.step(&mut solo);
        steps += 1;
        if solo.refused > 0 {
            return (steps, Some("a sampled answer was refused".to_owned()));
        }
        if let Some(what) = differ.take() {
            return (steps, Some(what));
        }
        if let Err(what) = game.sound() {
            return (steps, Some(what));
        }
        if steps % RESTORED == 0
            && let Some(what) = restored(game)
        {
            return (steps, Some(what));
        }
        if steps % COUNTED != 0 && !game.is_over() {
            continue;
        }
        let now = strengths(game);
        if let Some(unit) = before.iter().zip(&now).position(|(before, now)| now > before) {
            return (steps, Some(format!("unit {unit} gained strength")));
        }
        before = now;
    }
    (steps, None)
}

/// Why the game is not read back from its own text as it is: `restore` compares the text with what it would write
/// itself.
fn restored<G: Played>(game: &G) -> Option<String> {
    game.restore(&state_text(game)).err()
}

/// Plays the same game live, with its record; says where that, read again, is not the game that was played.
fn recorded<G: Played>(setup: &Setup, rules: &G::Rules, start: G, end: &G, seed: u64) -> Option<String> {
    let seed = Seed::from_number(seed);
    let mut session = Session::new(start.clone());
    if session
        .play(&mut Stream::new(seed, 0), &mut RandomPlayer(Stream::new(seed, 1)), MOST_STEPS as usize)
        .is_err()
    {
        return Some("the live game does not end".to_owned());
    }
    if state_hash(session.game()) != state_hash(end) {
        return Some("the live game ends otherwise than the simulation".to_owned());
    }
    let text = Record::of(setup.header(rules, seed, BTreeMap::new()), &session).write();
    let again = Record::<G::Answer>::read("hunt.grog", &text).and_then(|record| {
        let again = record.verify(start)?;
        Ok(record.write() == text && again.steps() == session.steps())
    });
    match again {
        Ok(true) => None,
        Ok(false) => Some("the record replays to another game".to_owned()),
        Err(fault) => Some(fault.to_string()),
    }
}
