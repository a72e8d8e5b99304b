//! The chart of changes of formation.

use crate::charts::Rules;
use crate::ids::{Ids, rule};
use crate::rules::march::formation::{Change, Left};
use crate::state::game::Empire;
use dice::Dice;
use engine::desk::{Chart, Found, Number, Value, found, ruled};
use engine::{Cite, rule_name};
use table::Inches;

impl Chart<Empire> for Change {
    const NAME: &'static str = "form";
    const TITLE: &'static str = "What a change of formation leaves";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        let left = self.left(rules).map_or(Left::Entire, |(_, left)| left);
        let (left, inches) = match left {
            Left::Inches(inches) => ("inches", inches),
            Left::Less(inches) => ("less", inches),
            Left::Half => ("half", Inches::ZERO),
            Left::Fire => ("fire", Inches::ZERO),
            Left::Entire => ("entire", Inches::ZERO),
            Left::Disordered => ("disordered", Inches::ZERO),
        };
        Ok(found([("left", Value::Word(left)), ("by", Value::Text(inches.to_string()))]))
    }

    fn refuses(&self, rules: &Rules) -> Option<String> {
        let by = self.left(rules).err()?;
        Some(format!("{} cannot form {} at once. ({})", self.from, self.to, Cite::<Ids>::from(by).id()))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let by = self.left(rules).ok().map(|(by, _)| Cite::<Ids>::from(by).id());
        vec![ruled(by.unwrap_or(rule_name::<Ids>(rule!("empire.form.codes"))))]
    }
}
