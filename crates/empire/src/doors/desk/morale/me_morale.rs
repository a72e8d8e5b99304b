//! The charts of ME morale.

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{Ids, rule};
use crate::rules::morale::me_morale::{MeCauses, MeEnd, MeTest, ShakenBy, is_spared, me_morale};
use crate::state::game::Empire;
use dice::Dice;
use engine::desk::{Chart, ChartCard, End, Found, Liking, Number, Reads, Value, count, found, yes};
use engine::outlook::{Goal, Roll};
use engine::rule_name;
use rulebook::RuleId;

/// Rules that a chart goes by without a number.
fn by_rules(rules: impl IntoIterator<Item = RuleId>) -> Vec<Number> {
    let ruled = |rule| Number { rule: rule_name::<Ids>(rule), value: 0, reads: Reads::Ruled, of: "" };
    rules.into_iter().map(ruled).collect()
}

impl Chart<Empire> for MeTest {
    const NAME: &'static str = "me-morale";
    const TITLE: &'static str = "An ME tests its morale";

    fn usual(_: &Rules, card: &mut ChartCard) {
        card.asked("me-morale", "An ME tests", [("grade", "regular")], &["good", "bad-infantry", "order"]);
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let end = me_morale(dice, rules, self)?;
        let (back, fatigue) = end.costs(rules);
        let liking = match end {
            MeEnd::Steady | MeEnd::AsBefore => Liking::Good,
            MeEnd::Broken | MeEnd::Retreat | MeEnd::FallsBack | MeEnd::MayBreakOff | MeEnd::Shaken => {
                Liking::Bad
            }
        };
        let order = match end {
            MeEnd::Retreat => "break-off",
            MeEnd::FallsBack => "defend",
            MeEnd::Broken => "rest-rally",
            MeEnd::MayBreakOff | MeEnd::Shaken | MeEnd::Steady | MeEnd::AsBefore => "kept",
        };
        let rolls = back.0 > 0 && rules.on(rule!("empire.memorale.artillery-retreat"));
        let outcome = [
            ("result", Value::Word(end.word())),
            ("back", Value::Number(i64::from(back.0 / 1000))),
            ("fatigue", count(fatigue)),
            ("order", Value::Word(order)),
            ("batteries-roll", yes(rolls)),
        ];
        Ok(found(outcome).ends(End::plain(end.word(), liking)))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let by = Some(rule!("empire.memorale.phase"));
        vec![Roll {
            title: "The test of the ME",
            dice: DICE,
            by,
            goal: Goal::Added,
            working: self.sum(rules),
        }]
    }
}

impl Chart<Empire> for MeCauses {
    const NAME: &'static str = "me-morale-causes";
    const TITLE: &'static str = "Whether an ME tests its morale";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        let worst = if is_spared(rules, self.shaken, self.engaged) { "shaken" } else { "broken" };
        Ok(found([("tests", yes(!self.causes(rules).is_empty())), ("worst", Value::Word(worst))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let causes = self.causes(rules);
        by_rules(if causes.is_empty() { vec![rule!("empire.memorale.phase")] } else { causes })
    }
}

impl Chart<Empire> for ShakenBy {
    const NAME: &'static str = "shaken";
    const TITLE: &'static str = "Whether an ME is shaken without a test of its own";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("shaken", yes(self.rule(rules).is_some()))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        by_rules([self.rule(rules).unwrap_or(rule!("empire.shaken.cause.panic"))])
    }
}
