//! A whole charge.

use super::numbers::by;
use super::refusals::{no_flank, no_such_charge, no_such_pair, no_such_unit};
use crate::charts::Rules;
use crate::ids::rule;
use crate::rules::chain::{self, Outcome, row_of};
use crate::rules::on_sheet::nations;
use crate::rules::outlook::rolls::Roll;
use crate::rules::outlook::{Body, ChargeFacts};
use crate::state::game::Volley;
use crate::state::words::{Arm, Grade, Moment, Nation};
use dice::{Dice, Odds, Weight};
use engine::desk::{Chart, ChartCard, Found, Number, Value, count, found, of_roll};
use engine::outlook::Branch;

impl Body {
    /// Only cavalry are cuirassiers or carry lances; and figures that are turned away count as lost.
    pub(super) fn settle(&mut self, before: Option<&Body>) {
        self.cuirassier &= self.arm == Arm::Cavalry;
        self.lancer &= self.arm == Arm::Cavalry;
        if let Some(before) = before.filter(|before| before.figures != self.figures) {
            self.lost = (before.figures + before.lost).saturating_sub(self.figures);
        }
    }
}

fn charge_found(outcome: &Outcome) -> Found {
    found([
        ("end", Value::Word(outcome.end.word())),
        ("charger-lost", count(outcome.charger_lost)),
        ("target-lost", count(outcome.target_lost)),
    ])
    .ends(outcome.end.told())
}

impl Chart<Volley> for ChargeFacts {
    const NAME: &'static str = "charge";
    const TITLE: &'static str = "A whole charge: volley, closing, standing, melee, loser's morale";

    fn usual(rules: &Rules, card: &mut ChartCard) {
        let (grade, other) = (Grade::Veteran.word(), nations(rules).last().copied().unwrap_or_default());
        let figures = [("charger-figures", "12"), ("target-figures", "12"), ("target-nation", other)];
        let [charger, target, nation] = figures;
        let grades = [("charger-grade", grade), ("target-grade", grade)];
        card.asked("charge", "Charge", [charger, target, nation, grades[0], grades[1]], &[]);
    }

    fn settle(&mut self, before: Option<&ChargeFacts>) {
        self.charger.settle(before.map(|before| &before.charger));
        self.target.settle(before.map(|before| &before.target));
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        Ok(charge_found(&chain::charge(dice, rules, self)?))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        let standing = |body: &Body| no_such_unit(rules, body.nation, body.arm, body.formation);
        standing(&self.charger)
            .or_else(|| standing(&self.target))
            .or_else(|| no_such_pair(rules, self.charger.nation, self.target.nation))
            .or_else(|| no_flank(self.flank, self.target.formation))
            .or_else(|| no_such_charge(rules, self))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll> {
        chain::rolls(rules, self)
    }

    /// What it throws as the two stand, and the row that ends it where one does.
    fn working(&self, rules: &Rules) -> Vec<Number> {
        let mut all: Vec<Number> = self.rolls(rules).iter().flat_map(of_roll).collect();
        all.extend(row_of(rules, self, self.target.formation).map(|row| by(row.rule)));
        let Body { nation, arm, .. } = self.charger;
        let column = nation == Nation::Austrian && arm == Arm::Infantry && self.from == Moment::Order;
        let crowds = self.crowded && column;
        all.extend(crowds.then(|| by(rule!("volley.close.fail12.austrian-crowding"))));
        if all.is_empty() {
            all.push(by(rule!("volley.stand.pass.charger-placed")));
        }
        all
    }

    /// The long chain is merged between its stages.
    fn odds<W: Weight>(&self, rules: &Rules) -> Odds<Found, W> {
        chain::charge_odds(rules, self).map(charge_found)
    }

    fn tree(&self, rules: &Rules) -> Vec<Branch> {
        chain::tree(rules, self)
    }
}
