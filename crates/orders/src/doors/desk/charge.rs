//! A whole charge.

use super::melee::fight;
use super::refusals::{Charging, no_charge, no_such_body, no_such_charge};
use crate::charts::Rules;
use crate::ids::Ids;
use crate::rules::chain::{self, Outcome, SUPPORT};
use crate::rules::charge::melee::Field;
use crate::rules::outlook::{WholeCharge, rolls};
use crate::state::game::Orders;
use dice::{Dice, Odds, Weight};
use engine::desk::{Chart, ChartCard, FactSet as _, Found, Number, Value, found};
use engine::outlook::Roll;

fn charge_found(outcome: &Outcome) -> Found {
    found([
        ("end", Value::Word(outcome.end.word())),
        ("charger-level", Value::Word(outcome.charger.level.word())),
        ("charger-leader", Value::Word(outcome.charger.leader.word())),
        ("target-level", Value::Word(outcome.target.level.word())),
        ("target-leader", Value::Word(outcome.target.leader.word())),
    ])
    .ends(outcome.end.told())
}

impl Chart<Orders> for WholeCharge {
    const NAME: &'static str = "charge";
    const TITLE: &'static str = "A whole charge, from the hasty square through fire to the last round";

    fn usual(_: &Rules, card: &mut ChartCard) {
        card.asked("charge", "Charge", [("charger-troop", "seasoned"), ("target-troop", "seasoned")], &[]);
    }

    fn settle(&mut self, before: Option<&WholeCharge>) {
        self.facts.charger.settle(before.map(|before| &before.facts.charger));
        self.facts.target.settle(before.map(|before| &before.facts.target));
        self.facts.support = if self.others_fire { self.others } else { [None; SUPPORT] };
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        Ok(charge_found(&chain::charge(dice, rules, &self.facts)?))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        let (charger, target) = (&self.facts.charger, &self.facts.target);
        let charging = if charger.cornered { Charging::Fights } else { Charging::Comes };
        no_such_body(rules, charger)
            .or_else(|| no_such_body(rules, target))
            .or_else(|| no_charge(rules, charger, target, charging))
            .or_else(|| no_such_charge(rules, &self.facts))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        rolls::charge(rules, &self.facts)
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let (charger, target) = (&self.facts.charger, &self.facts.target);
        let (shelter, garrison) = (target.shelter, target.garrison.is_some());
        let field = Field { shelter, garrison, hit: self.facts.hit, ..Field::blank() };
        fight(rules, charger, target, &field)
    }

    /// Merged after each of its rolls.
    fn odds<W: Weight>(&self, rules: &Rules) -> Odds<Found, W> {
        chain::charge_odds(rules, &self.facts).map(charge_found)
    }
}
