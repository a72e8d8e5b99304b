//! The chart of engagement.

use crate::charts::Rules;
use crate::ids::Ids;
use crate::rules::hour::engagement::Meeting;
use crate::state::game::Empire;
use dice::Dice;
use engine::desk::{Chart, Found, Number, Reads, Value, found};
use engine::rule_name;

impl Chart<Empire> for Meeting {
    const NAME: &'static str = "engagement";
    const TITLE: &'static str = "How near MEs are engaged";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        let reach = self.reach(rules);
        // Without the sign for inches, which the name has said.
        let inches = reach.map(|reach| reach.inches.to_string().trim_end_matches('"').to_owned());
        Ok(found([
            ("inches", Value::Text(inches.unwrap_or_else(|| "none".to_owned()))),
            ("combat", Value::Word(if reach.is_some_and(|reach| reach.fights) { "yes" } else { "no" })),
        ]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let number = |rule| Number { rule: rule_name::<Ids>(rule), value: 0, reads: Reads::Ruled, of: "" };
        self.reach(rules).map(|reach| number(reach.rule)).into_iter().collect()
    }
}
