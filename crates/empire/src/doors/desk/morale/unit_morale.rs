//! The charts of unit morale.

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{Ids, rule};
use crate::rules::morale::unit_morale::{Runs, UnitTest, unit_morale};
use crate::state::game::Empire;
use dice::Dice;
use engine::desk::{Chart, ChartCard, End, Found, Liking, Number, Reads, Value, found};
use engine::outlook::Roll;
use engine::rule_name;

impl Chart<Empire> for UnitTest {
    const NAME: &'static str = "unit-morale";
    const TITLE: &'static str = "A unit tests its morale";

    fn usual(_: &Rules, card: &mut ChartCard) {
        card.asked("unit-morale", "A unit tests", [("grade", "veteran")], &["cause", "lost", "formation"]);
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let stands = unit_morale(dice, rules, self)?;
        let end = match stands {
            true => End::new("stands", Liking::Good, "stand[s]"),
            false => End::new("runs", Liking::Bad, "run[s]"),
        };
        Ok(found([("result", Value::Word(if stands { "stands" } else { "runs" }))]).ends(end))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let by = rule!("empire.umorale.proc");
        vec![Roll::total("The test of {unit}", by, DICE, self.stands_on(rules), self.sum(rules))]
    }
}

impl Chart<Empire> for Runs {
    const NAME: &'static str = "rout";
    const TITLE: &'static str = "How far a rout goes that has no distance of its own";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        let by = rules.unit_morale.rout(self.arm).map_or(0, |(_, by)| by.0 / 1000);
        Ok(found([("inches", Value::Number(i64::from(by)))]))
    }

    fn working(&self, _: &Rules) -> Vec<Number> {
        let rule = rule_name::<Ids>(rule!("empire.deffire.note.6"));
        vec![Number { rule, value: 0, reads: Reads::Ruled, of: "" }]
    }
}
