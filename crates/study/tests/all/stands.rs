//! What a captain says of those who stand is true: nobody of them marches at the enemy.

use dice::{Seed, Stream};
use engine::{Both, Players, Side, Solo, UnitDrawn, UnitId};
use games::{Empire, Orders, Setup, Volley};
use general::Seats;
use rayon::prelude::*;
use std::collections::BTreeSet;
use study::{Sent, Studied};
use table::Inches;

/// Who turns or closes up comes so much nearer at most.
const CLOSES_UP: Inches = Inches::mils(2_000);
/// Battles of each kind that are looked at.
const SEEDS: u64 = 12;
const STANDS: &str = ": lets the enemy come.";

/// Captains of whom is kept what they say and whom they send.
struct Heard<'p, G: Studied> {
    captains: &'p mut Seats<G>,
    says: Both<Vec<String>>,
    sent: Option<UnitId>,
}

impl<G: Studied> Players<G> for Heard<'_, G> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        let answer = self.captains.answer(side, view, question);
        if let Some(said) = self.captains.says(side, view) {
            self.says[side] = said.says;
        }
        if let Sent::Marches(unit) = G::sent(&answer) {
            self.sent = Some(unit);
        }
        answer
    }
}

/// How far a unit is from the nearest enemy.
fn gap(unit: UnitId, drawn: &[UnitDrawn]) -> Option<Inches> {
    let body = drawn.iter().find(|it| it.id == unit)?;
    let rect = body.rect?;
    drawn
        .iter()
        .filter(|it| it.side != body.side && !it.is_lost)
        .filter_map(|it| Some(rect.distance(&it.rect?)))
        .min()
}

/// How many are sent onto ground, as it is said: they are let go, whoever they are.
fn sent_to_ground(says: &[String]) -> usize {
    let sent = says.iter().filter(|sentence| sentence.contains(" sent to "));
    sent.filter_map(|sentence| sentence.split(' ').next()?.parse::<usize>().ok()).sum()
}

/// Whether a captain says of a unit that it stands: its command does, and the unit is in no part of it that is told otherwise.
fn is_said_to_stand(unit: &UnitDrawn, says: &[String]) -> bool {
    let parts: &[&str] = match unit.arm {
        "infantry" => &["first line", "second line", "reserve"],
        "skirmishers" => &["skirmishers"],
        "cavalry" => &["horse"],
        _ => &["guns"],
    };
    let of_part = |sentence: &String| {
        parts.iter().any(|part| sentence.starts_with(&format!("{}, {part}:", unit.command)))
    };
    says.iter().any(|sentence| sentence.strip_suffix(STANDS) == Some(&*unit.command))
        && !says.iter().any(of_part)
}

/// What was said of those who stand in a battle, and what of it is false.
#[derive(Default)]
struct Found {
    said: BTreeSet<(Side, u32, String)>,
    wrong: Vec<String>,
}

fn looked_at<G: Studied>(id: &str, seed: u64) -> Found {
    let setup = Setup::new(games::find(id).unwrap());
    let (battle, rules) = setup.open::<G>().unwrap();
    let mut game = G::start(&battle, rules, false);
    let mut captains = Seats::<G>::named("captain", "captain", seed).unwrap();
    let mut heard = Heard { captains: &mut captains, says: Both::default(), sent: None };
    let mut dice = Stream::new(Seed::from_number(seed), 0);
    let mut found = Found::default();
    let mut marched: Both<(u32, BTreeSet<UnitId>)> = Both::default();
    for _ in 0..50_000 {
        if game.is_over() {
            break;
        }
        let before = game.units_drawn();
        let turn = game.moment().turn;
        let mut solo = Solo::new(dice, &mut heard);
        let Ok(()) = game.step(&mut solo);
        dice = solo.dice.clone();
        drop(solo);
        for side in Side::BOTH {
            let stand = heard.says[side].iter().filter_map(|sentence| sentence.strip_suffix(STANDS));
            found.said.extend(stand.map(|command| (side, turn, command.to_owned())));
        }
        let Some(unit) = heard.sent.take() else { continue };
        let after = game.units_drawn();
        let Some(body) = before.iter().find(|it| it.id == unit) else { continue };
        let says = &heard.says[body.side];
        let (Some(was), Some(is)) = (gap(unit, &before), gap(unit, &after)) else { continue };
        if !is_said_to_stand(body, says) || was - is <= CLOSES_UP {
            continue;
        }
        let marched = &mut marched[body.side];
        if marched.0 != turn {
            *marched = (turn, BTreeSet::new());
        }
        marched.1.insert(unit);
        if marched.1.len() > sent_to_ground(says) {
            let (name, command) = (&body.name, &body.command);
            found
                .wrong
                .push(format!("{id}, seed {seed}, turn {turn}: {name} of {command} came from {was} to {is}"));
        }
    }
    found
}

#[test]
fn nobody_marches_of_whom_his_captain_says_that_he_lets_the_enemy_come() {
    fn said<G: Studied>() -> usize {
        let mut said = 0;
        for file in games::embedded_of::<G>() {
            let seeds = (900..900 + SEEDS).into_par_iter();
            let found: Vec<Found> = seeds.map(|seed| looked_at::<G>(&file.id, seed)).collect();
            let wrong: Vec<&String> = found.iter().flat_map(|it| &it.wrong).collect();
            assert!(wrong.is_empty(), "{wrong:#?}");
            said += found.iter().map(|it| it.said.len()).sum::<usize>();
        }
        said
    }
    assert!(said::<Volley>() > 500);
    assert!(said::<Empire>() > 20);
    // His corps hold ground that they name, press or storm: of none is it said that it only stands.
    assert_eq!(said::<Orders>(), 0, "then look at him as well, and say so here");
}
