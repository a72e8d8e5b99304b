//! What a charge throws, as far as it can be told before.

use super::{ChargeFacts, GUNS, Posture, Stand};
use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{Ids, rule};
use crate::rules::morale::unit_morale::Cause;
use crate::state::event::Working;
use engine::outlook::{Goal, Roll};
use rulebook::RuleId;

fn added(title: &'static str, by: RuleId, working: Working) -> Roll<Ids> {
    Roll { title, dice: DICE, by: Some(by), goal: Goal::Added, working }
}

fn total(title: &'static str, by: RuleId, need: (RuleId, i32), sum: Working) -> Roll<Ids> {
    Roll::total(title, by, DICE, Some(need), sum)
}

/// The throws of a charge as the two stand now, in the order they come.
pub fn rolls(rules: &Rules, facts: &ChargeFacts) -> Vec<Roll<Ids>> {
    let mut rolls = Vec::new();
    if let Some(tries) = facts.squaring(rules)
        && let Ok(need) = tries.need(rules)
    {
        rolls.push(total("{foe} form[s] up", rule!("empire.square.proc"), need, tries.sum(rules)));
    }
    if let Some(need) = facts.elan().halts_on(rules).filter(|_| !facts.breaks_through) {
        let by = rule!("empire.elan.roll");
        rolls.push(total("The élan of {unit}", by, (by, need), Working::default()));
    }
    let posture = Posture { stand: Stand::AsItWas, disordered: facts.target.disordered };
    if let Some(shot) = facts.volley(rules, posture) {
        rolls.push(added("The volley of {foe}", rule!("empire.smallarms.proc"), shot.sum(rules)));
    }
    for nth in 0..GUNS as u8 {
        let shot = facts.shot(rules, nth);
        let by = rule!("empire.arty.proc.roll");
        rolls.extend(shot.map(|shot| added("A battery fires at {unit}", by, shot.sum(rules))));
    }
    let test = facts.test(rules, posture, Cause::Charge);
    if let Some(need) = test.stands_on(rules).filter(|_| facts.tests) {
        rolls.push(total("The test of {foe}", rule!("empire.umorale.proc"), need, test.sum(rules)));
    }
    let clash = facts.clash(rules, &facts.start(), posture);
    let [charger, target] = clash.sums(rules);
    rolls.push(added("The throw of {unit}", rule!("empire.shock.resolve"), charger));
    rolls.push(added("The throw of {foe}", rule!("empire.shock.resolve"), target));
    rolls
}
