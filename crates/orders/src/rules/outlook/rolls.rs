//! Rolls before they are thrown, each with its numbers: as if neither had lost a level on the way.

use crate::charts::Rules;
use crate::ids::{Ids, rule};
use crate::rules::chain::{Body, ChargeFacts};
use crate::rules::fire::{self, ShotFacts};
use crate::rules::morale;
use engine::outlook::{Goal, Roll};

/// What a charge throws.
pub(crate) fn charge(rules: &Rules, facts: &ChargeFacts) -> Vec<Roll<Ids>> {
    let mut rolls = Vec::new();
    let body_check = |title, body: &Body| check(title, rules, &body.start_check());
    if facts.tries_square {
        rolls.push(body_check("{foe} tr[ies|y] to form square", &facts.target));
    }
    for (nth, fired) in facts.all_shots().into_iter().enumerate() {
        let own = nth == 0 && facts.target_fires;
        rolls.extend(shot(if own { "The fire of {foe}" } else { "The fire of {others}" }, rules, &fired));
    }
    let [ours, theirs] = facts.first_sums(rules);
    if let Some(dice) = rules.dice(rule!("orders.melee.roll")) {
        for (title, working) in [("Melee, first round: {unit}", ours), ("Melee, first round: {foe}", theirs)]
        {
            let by = Some(rule!("orders.melee.roll"));
            rolls.push(Roll { title, dice, by, goal: Goal::Added, working });
        }
    }
    rolls.push(body_check("Each check of {unit}", &facts.charger));
    rolls.push(body_check("Each check of {foe}", &facts.target));
    rolls
}

/// What a shot throws.
pub(crate) fn shot(title: &'static str, rules: &Rules, shot: &ShotFacts) -> Option<Roll<Ids>> {
    let (by, pool) = fire::pool(rules, shot)?;
    let need = fire::need(rules, shot)?;
    Some(Roll::hits(title, by, pool, need.face.max(1) as u32, need.working))
}

/// What a check throws.
pub(crate) fn check(title: &'static str, rules: &Rules, facts: &morale::CheckFacts) -> Roll<Ids> {
    let need = morale::need(rules, facts);
    let face = (1..=morale::die(rules).sides).find(|face| morale::passes(rules, *face, need.face));
    let face = face.unwrap_or(morale::die(rules).sides + 1);
    Roll { title, dice: morale::die(rules), by: None, goal: Goal::Face(face), working: need.working }
}
