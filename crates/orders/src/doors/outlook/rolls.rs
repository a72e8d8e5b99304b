//! The rolls of a chart before they are thrown, each with its numbers.

use super::Beyond;
use super::measured::OTHERS;
use crate::charts::Rules;
use crate::doors::chain::{Body, ChargeFacts};
use crate::doors::desk::given::Given;
use crate::ids::{Ids, rule};
use crate::rules::fire::{self, ShotFacts};
use crate::rules::morale;
use engine::desk::Facts;
use engine::outlook::{Goal, Roll};

/// What a chart throws, as far as it can be told before: as if nobody had lost a level on the way.
pub(super) fn rolls(rules: &Rules, chart: &str, facts: &Facts, beyond: &Beyond) -> Vec<Roll<Ids>> {
    let given = Given(facts);
    match chart {
        "check" | "checks" => vec![check("check", rules, &given.check())],
        "shot" => {
            let target = given.body("target-");
            let mut rolls: Vec<Roll<Ids>> = shot("fire", rules, &given.shot()).into_iter().collect();
            rolls.push(check("target-check", rules, &target.start_check()));
            rolls
        }
        "charge" => charge(rules, &with(given, facts, beyond)),
        _ => Vec::new(),
    }
}

/// The charge of the desk, with the fire of others.
pub(super) fn with(given: Given<'_>, facts: &Facts, beyond: &Beyond) -> ChargeFacts {
    let mut charge = given.charge();
    if facts.flag(OTHERS) {
        for (place, shot) in charge.support.iter_mut().zip(&beyond.shots) {
            *place = Some(*shot);
        }
    }
    [charge.charger.edge, charge.target.edge] = beyond.edges;
    charge
}

fn charge(rules: &Rules, facts: &ChargeFacts) -> Vec<Roll<Ids>> {
    let mut rolls = Vec::new();
    let body_check = |what, body: &Body| check(what, rules, &body.start_check());
    if facts.tries_square {
        rolls.push(body_check("square", &facts.target));
    }
    for (nth, fired) in facts.all_shots().into_iter().enumerate() {
        let what = if nth == 0 && facts.target_fires { "target-fire" } else { "other-fire" };
        rolls.extend(shot(what, rules, &fired));
    }
    let [ours, theirs] = facts.first_sums(rules);
    if let Some(dice) = rules.dice(rule!("orders.melee.roll")) {
        for (what, working) in [("melee-charger", ours), ("melee-target", theirs)] {
            let by = Some(rule!("orders.melee.roll"));
            rolls.push(Roll { what, dice, by, goal: Goal::Added, working });
        }
    }
    rolls.push(body_check("charger-check", &facts.charger));
    rolls.push(body_check("target-check", &facts.target));
    rolls
}

fn shot(what: &'static str, rules: &Rules, shot: &ShotFacts) -> Option<Roll<Ids>> {
    let (by, pool) = fire::pool(rules, shot)?;
    let need = fire::need(rules, shot)?;
    Some(Roll::hits(what, by, pool, need.face.max(1) as u32, need.working))
}

fn check(what: &'static str, rules: &Rules, facts: &morale::CheckFacts) -> Roll<Ids> {
    let need = morale::need(rules, facts);
    let face = (1..=morale::die(rules).sides).find(|face| morale::passes(rules, *face, need.face));
    let face = face.unwrap_or(morale::die(rules).sides + 1);
    Roll { what, dice: morale::die(rules), by: None, goal: Goal::Face(face), working: need.working }
}
