//! The charts of musketry.

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{Ids, rule};
use crate::rules::fire::musketry::{Reach, SmallArms, Volley, small_arms, volley};
use crate::state::game::Empire;
use dice::Dice;
use engine::desk::{Chart, ChartCard, Found, Number, Reads, Value, count, found};
use engine::outlook::{Goal, Roll};
use engine::rule_name;

impl Chart<Empire> for Volley {
    const NAME: &'static str = "musketry";
    const TITLE: &'static str = "A volley";

    fn usual(_: &Rules, card: &mut ChartCard) {
        card.asked("volley", "A volley", [("range", "short")], &["figures", "grade", "target"]);
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let fired = volley(dice, rules, self)?;
        Ok(found([
            ("casualties", count(fired.casualties)),
            ("ammunition", Value::Word(fired.ammunition.word())),
        ]))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let by = Some(rule!("empire.smallarms.proc"));
        let dice = DICE;
        vec![Roll { title: "The volley of {unit}", dice, by, goal: Goal::Added, working: self.sum(rules) }]
    }
}

/// A lookup has no roll: the rule it goes by is its working.
fn by_rule(rule: Option<rulebook::RuleId>, value: i32) -> Vec<Number> {
    let rule = rule.unwrap_or(rule!("empire.smallarms.proc"));
    vec![Number { rule: rule_name::<Ids>(rule), value, reads: Reads::Ruled, of: "" }]
}

impl Chart<Empire> for SmallArms {
    const NAME: &'static str = "small-arms";
    const TITLE: &'static str = "Casualties by figures and total";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        let row = rules.musketry.row(self.figures.min(rules.musketry.most()));
        let row = row.map_or_else(|| "none".to_owned(), |row| format!("{} to {}", row.from, row.to));
        let casualties = small_arms(rules, self.figures, self.total as i32);
        Ok(found([("casualties", count(casualties)), ("row", Value::Text(row))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let row = rules.musketry.row(self.figures.min(rules.musketry.most()));
        by_rule(row.map(|row| row.rule), 0)
    }
}

impl Chart<Empire> for Reach {
    const NAME: &'static str = "small-arms-range";
    const TITLE: &'static str = "How far small arms carry";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        let band = rules.shared.band(self.weapon, self.inches.0);
        Ok(found([("range", Value::Word(band.map_or("none", |(_, band)| band.word())))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        by_rule(rules.shared.ends(self.weapon).map(|(rule, _)| rule), 0)
    }
}
