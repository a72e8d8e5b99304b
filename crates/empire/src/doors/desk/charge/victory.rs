//! The charts of victory.

use crate::charts::Rules;
use crate::charts::charge::victory::Left;
use crate::charts::shared::DICE;
use crate::ids::{Ids, rule};
use crate::rules::charge::victory::{
    self, BattleMad, Standard, Victory, losses, runs_mad, takes_standard, through, upshot,
};
use crate::state::game::Empire;
use dice::Dice;
use engine::desk::{Chart, ChartCard, Found, Value, count, found, yes};
use engine::outlook::{Goal, Roll};
use table::Inches;

fn inches(inches: Inches) -> Value {
    Value::Number(i64::from(inches.0 / 1000))
}

impl Chart<Empire> for Victory {
    const NAME: &'static str = "victory";
    const TITLE: &'static str = "What a victory in close action does";

    fn usual(_: &Rules, card: &mut ChartCard) {
        card.asked("victory", "A victory", [("stood", "no")], &["lead", "winner", "loser"]);
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let level = victory::level(dice, rules, self)?;
        let Some(upshot) = upshot(rules, level, self) else {
            return Ok(found([("level", Value::Word(level.word()))]));
        };
        let lost = losses(dice, &upshot)?;
        let through = through(dice, &upshot)?;
        let guns = upshot.guns.map_or("none", |guns| guns.word());
        Ok(found([
            ("level", Value::Word(level.word())),
            ("lost", count(lost)),
            ("back", inches(upshot.back(lost))),
            ("left", Value::Word(upshot.left.word())),
            ("turns", yes(victory::faces_away(rules, upshot.left == Left::Bad))),
            ("guns", Value::Word(guns)),
            ("won-lost", count(upshot.won_lost)),
            ("won-disordered", yes(upshot.won_disordered)),
            ("through", inches(through)),
        ]))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let by = Some(rule!("empire.victory.proc"));
        vec![Roll {
            title: "The victory of {unit}",
            dice: DICE,
            by,
            goal: Goal::Added,
            working: self.sum(rules),
        }]
    }
}

impl Chart<Empire> for Standard {
    const NAME: &'static str = "standard";
    const TITLE: &'static str = "Capturing a standard";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("taken", yes(takes_standard(dice, rules, self)?))]))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let by = rule!("empire.standard.roll");
        vec![Roll::total("A standard for {unit}", by, DICE, self.need(rules), self.sum(rules))]
    }
}

impl Chart<Empire> for BattleMad {
    const NAME: &'static str = "battle-mad";
    const TITLE: &'static str = "Whether horse that has won runs battle-mad";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("mad", yes(runs_mad(dice, rules, self.horse)?))]))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let mad = rules.victory.mad(self.horse);
        let by = mad.map_or(rule!("empire.battlemad.others"), |(rule, _)| rule);
        vec![Roll::total("Battle-mad?", by, DICE, mad, Default::default())]
    }
}
