//! The charts of the charge.

mod close;
mod guns_charged;
mod square;
mod victory;

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{Ids, rule};
use crate::rules::charge::chain::{self, ChargeFacts, Outcome};
use crate::rules::charge::{self, Elan, Spirit, UnderFire, UnformedCharged, elan};
use crate::state::game::Empire;
use dice::{Dice, Odds, Weight};
use engine::desk::{Chart, ChartCard, Found, Number, Reads, Value, found, of_roll, yes};
use engine::outlook::{Branch, Roll};
use engine::rule_name;
use rulebook::RuleId;
use table::Inches;

fn ruled(rule: RuleId, value: i32) -> Number {
    Number { rule: rule_name::<Ids>(rule), value, reads: Reads::Ruled, of: "" }
}

fn inches(inches: Inches) -> Value {
    Value::Number(i64::from(inches.0 / 1000))
}

impl Chart<Empire> for Elan {
    const NAME: &'static str = "elan";
    const TITLE: &'static str = "Élan of a charge";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let spirit = elan(dice, rules, self)?;
        let halt = Elan::halts_at(rules, spirit).map_or(Inches::ZERO, |(_, at)| at);
        let cost = rules.int(rule!("empire.elan.follow-me.cost")).filter(|_| spirit == Spirit::LedOn);
        Ok(found([
            ("elan", Value::Word(spirit.word())),
            ("halts-at", inches(halt)),
            ("shock", Value::Number(i64::from(cost.unwrap_or(0)))),
        ]))
    }

    /// The throw that halts it: a high one.
    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let by = rule!("empire.elan.roll");
        let need = self.halts_on(rules).map(|need| (by, need));
        vec![Roll::total("The élan of {unit}", by, DICE, need, Default::default())]
    }
}

impl Chart<Empire> for UnderFire {
    const NAME: &'static str = "defensive-fire";
    const TITLE: &'static str = "What defensive fire does to a charge";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        let checked = self.checked(rules);
        let column = self.column(rules).filter(|_| checked.cell.is_some());
        Ok(found([
            ("column", Value::Word(column.map_or("none", |column| column.word()))),
            ("does", Value::Word(checked.answer.word())),
            ("shock", Value::Number(i64::from(checked.modifier))),
            ("disordered", yes(checked.disordered)),
            ("inches", inches(checked.inches)),
            ("routs-on", Value::Number(i64::from(checked.natural))),
        ]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let checked = self.checked(rules);
        let all = [checked.cell, checked.by].into_iter().flatten();
        let mut numbers: Vec<Number> = all.map(|rule| ruled(rule, 0)).collect();
        if numbers.is_empty() {
            numbers.push(ruled(rule!("empire.deffire.proc"), 0));
        }
        numbers
    }
}

impl Chart<Empire> for UnformedCharged {
    const NAME: &'static str = "unformed-charged";
    const TITLE: &'static str = "What unformed troops may do that are charged";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        let friend = (self.friend < 99).then(|| Inches::whole(self.friend as i32));
        Ok(found([
            ("may-retire", yes(charge::may_retire(rules, friend))),
            ("may-make-klumpen", yes(charge::may_make_klumpen(rules))),
        ]))
    }

    fn working(&self, _: &Rules) -> Vec<Number> {
        vec![ruled(rule!("empire.unformed.reaction"), 0)]
    }
}

impl Chart<Empire> for ChargeFacts {
    const NAME: &'static str = "charge";
    const TITLE: &'static str = "A whole charge: square, élan, fire, morale, close action, victory, standard";

    fn usual(_: &Rules, card: &mut ChartCard) {
        let pair = [("charger-formation", "attack-column"), ("target-fires", "yes")];
        card.asked("charge", "A charge", pair, &["charger-grade", "target-grade", "reply"]);
    }

    fn settle(&mut self, before: Option<&ChargeFacts>) {
        ChargeFacts::settle(self, before);
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        Ok(chain::charge(dice, rules, self)?.found())
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        chain::rolls(rules, self)
    }

    /// The steps of both grades on the ladder first.
    fn working(&self, rules: &Rules) -> Vec<Number> {
        let base = [self.charger.grade, self.target.grade].map(|grade| {
            let (rule, step) = rules.close.base(grade);
            ruled(rule.unwrap_or(rule!("empire.shock.ladder")), step)
        });
        let solid = self
            .squaring(rules)
            .filter(|tries| tries.british)
            .map(|_| ruled(rule!("empire.square.british"), 0));
        base.into_iter().chain(solid).chain(self.rolls(rules).iter().flat_map(of_roll)).collect()
    }

    /// Merged after each of its throws.
    fn odds<W: Weight>(&self, rules: &Rules) -> Odds<Found, W> {
        chain::charge_odds(rules, self).map(Outcome::found)
    }

    fn tree(&self, rules: &Rules) -> Vec<Branch> {
        chain::tree(rules, self, self.start())
    }
}
