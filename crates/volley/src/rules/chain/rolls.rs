//! The rolls of a charge that can be told before any die falls, each with its numbers.

use super::ChargeFacts;
use super::closing::close_test;
use super::stages::{gallop, owed_fire, roll_to_charge, row_of, shots};
use super::standing::Defender;
use crate::charts::Rules;
use crate::ids::rule;
use crate::rules::charge::stand::late_square;
use crate::rules::fire::{self, Target};
use crate::rules::melee::{Fighter, RideResult, melee_dice, melee_need};
use crate::rules::morale::morale_target;
use crate::rules::outlook::rolls::{Roll, hits, shows, tests};
use crate::state::event::Working;
use crate::state::words::{Arm, Moment, Test};

/// As if no figures were lost on the way: losses change the later rolls.
pub fn rolls(rules: &Rules, facts: &ChargeFacts) -> Vec<Roll> {
    let ChargeFacts { charger, target, .. } = facts;
    let mut rolls = Vec::new();
    if facts.from == Moment::Order {
        coming_in(rules, facts, &mut rolls);
    }
    let cavalry = charger.arm == Arm::Cavalry;
    let wavers = facts.from == Moment::Order && Defender::of(facts).test(rules).is_some();
    if (wavers || facts.from == Moment::RollsForSquare)
        && let Some(face) = late_square(rules, target.nation, target.formation, cavalry)
    {
        rolls.push(shows(
            "{foe}, if [it wavers, rolls|they waver, roll] for square",
            rule!("volley.stand.fail12.british-square"),
            face,
        ));
    }
    if facts.from == Moment::HeldOff || (facts.from == Moment::Stays && !cavalry) {
        return rolls;
    }
    match row_of(rules, facts, target.formation).map(|row| row.result) {
        Some(RideResult::PassesThrough) => {
            rolls.extend(owed_fire(rules, facts).map(|target| square_fire(rules, &target)));
            let casualty = rule!("volley.melee.result.square.casualty");
            let face = rules.int(casualty).unwrap_or(7).max(2) as u32;
            rolls.push(shows("{unit} ride[s] past the closed ranks", casualty, face));
        }
        Some(RideResult::RidesDown | RideResult::TakesGuns) => {}
        Some(RideResult::Fights) | None => {
            let (charger, target) = (charger.fighter(), target.fighter());
            let first = !facts.continuing;
            rolls.extend(blows("Melee: {unit}", rules, &charger, &target, first));
            rolls.extend(blows("Melee: {foe}", rules, &target, &charger, first));
        }
    }
    rolls
}

fn coming_in(rules: &Rules, facts: &ChargeFacts, rolls: &mut Vec<Roll>) {
    if let Some(face) = roll_to_charge(rules, facts) {
        rolls.push(shows("{unit} must roll to charge", rule!("volley.charge.inf.british-six"), face));
    }
    if let Some(pool) = gallop(rules, facts) {
        rolls.push(Roll {
            title: "{unit} gallop[s]",
            dice: pool,
            by: Some(rule!("volley.charge.cav.bonus")),
            goal: engine::outlook::Goal::Total(facts.bonus_needed),
            working: Working::printed(rule!("volley.charge.cav.bonus"), facts.bonus_needed as i32),
        });
    }
    let shots = shots(rules, facts);
    rolls.extend(shots.square.map(|target| square_fire(rules, &target)));
    if let Some(shot) = shots.volley {
        let dice = fire::volley_dice(rules, shot.figures, shot.artillery);
        rolls.push(hits(
            "The volley of {foe}",
            fire::dice_rule(shot.artillery),
            dice,
            fire::volley_need(rules, &shot),
        ));
    }
    if facts.other_dice > 0 {
        let target = facts.charger.as_target(facts.charger.arm == Arm::Cavalry);
        let need = fire::square_need(rules, &target);
        rolls.push(hits("The fire of {others}", fire::dice_rule(false), facts.other_dice, need));
    }
    rolls.extend(
        close_test(rules, facts.charger.morale(Test::Close))
            .map(|test| tests("{unit} test[s] to close", morale_target(rules, &test))),
    );
    rolls.extend(
        Defender::of(facts)
            .test(rules)
            .map(|test| tests("{foe} test[s] to stand", morale_target(rules, &test))),
    );
}

fn square_fire(rules: &Rules, target: &Target) -> Roll {
    let (dice, need) = (fire::square_dice(rules), fire::square_need(rules, target));
    hits("The square of {foe} fires", rule!("volley.charge.cav.square-fire"), dice, need)
}

fn blows(title: &'static str, rules: &Rules, me: &Fighter, enemy: &Fighter, first: bool) -> Option<Roll> {
    let (dice, cites) = melee_dice(rules, me);
    let by = cites.get(1).or(cites.first()).copied()?;
    Some(hits(title, by, dice, melee_need(rules, me, enemy, first)))
}
