//! The charts of panic.

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{Ids, rule};
use crate::rules::morale::panic::{PanicCause, PanicCheck, PanicEnd, panic_check};
use crate::state::game::Empire;
use dice::Dice;
use engine::desk::{Chart, ChartCard, End, Found, Liking, Number, Reads, Value, count, found, yes};
use engine::outlook::{Goal, Roll};
use engine::rule_name;

impl Chart<Empire> for PanicCause {
    const NAME: &'static str = "panic-cause";
    const TITLE: &'static str = "Whether an ME checks for panic";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("checks", yes(self.rule(rules).is_some()))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let rule = self.rule(rules).unwrap_or(rule!("empire.panic.phase"));
        vec![Number { rule: rule_name::<Ids>(rule), value: 0, reads: Reads::Ruled, of: "" }]
    }
}

impl Chart<Empire> for PanicCheck {
    const NAME: &'static str = "panic";
    const TITLE: &'static str = "An ME checks for panic";

    fn usual(_: &Rules, card: &mut ChartCard) {
        card.asked("panic", "An ME checks for panic", [("grade", "regular")], &["units", "bad", "causes"]);
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let end = panic_check(dice, rules, self)?;
        let broken = rules.panic.breaks().filter(|_| end == PanicEnd::Broken);
        let (back, fatigue) = broken.map_or((0, 0), |(_, back, fatigue)| (back.0 / 1000, fatigue));
        let liking = if end == PanicEnd::CarriesOn { Liking::Good } else { Liking::Bad };
        let outcome = [
            ("result", Value::Word(end.word())),
            ("back", Value::Number(i64::from(back))),
            ("fatigue", count(fatigue)),
        ];
        Ok(found(outcome).ends(End::plain(end.word(), liking)))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let by = Some(rule!("empire.panic.proc"));
        vec![Roll {
            title: "The check for panic",
            dice: DICE,
            by,
            goal: Goal::Added,
            working: self.sum(rules),
        }]
    }
}
