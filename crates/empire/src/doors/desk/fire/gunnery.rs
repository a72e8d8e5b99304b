//! The charts of gunnery.

use crate::charts::Rules;
use crate::charts::shared::DICE;
use crate::ids::{Ids, rule};
use crate::rules::fire::gunnery::{GunCells, Laying, Shot, shot};
use crate::rules::fire::musketry::Target;
use crate::state::game::Empire;
use dice::Dice;
use engine::desk::{Chart, ChartCard, FactSet as _, Found, Number, Reads, Value, count, found, yes};
use engine::outlook::{Goal, Roll};
use engine::rule_name;
use engine::wording::inches;

impl Chart<Empire> for Shot {
    const NAME: &'static str = "gunnery";
    const TITLE: &'static str = "A battery fires";

    fn usual(_: &Rules, card: &mut ChartCard) {
        card.asked("gun", "A battery fires", [("range", "medium")], &["sections", "weight", "target"]);
    }

    /// Horse has no squares, closed columns or unformed order, and guns are not horse.
    fn settle(&mut self, _: Option<&Shot>) {
        self.horse &= matches!(self.target, Target::Line | Target::Mixte | Target::Column);
    }

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let fired = shot(dice, rules, self)?;
        Ok(found([("hits", count(fired.hits)), ("ammunition", Value::Word(fired.ammunition.word()))]))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let by = Some(rule!("empire.arty.proc.roll"));
        let dice = DICE;
        vec![Roll { title: "The fire of {unit}", dice, by, goal: Goal::Added, working: self.sum(rules) }]
    }
}

impl Chart<Empire> for Laying {
    const NAME: &'static str = "gun-target";
    const TITLE: &'static str = "Whether guns may fire at a target";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        let (band, may) = self.lies(rules);
        let needed = self.gap_needed(rules).map_or_else(
            || "none".to_owned(),
            |(_, gap)| {
                let inches = inches(gap.0);
                inches.trim_end_matches('"').to_owned()
            },
        );
        Ok(found([
            ("may", yes(may)),
            ("range", Value::Word(band.map_or("none", |band| band.word()))),
            ("gap-needed", Value::Text(needed)),
        ]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let range = rules.shared.ends(self.weight.weapon()).map(|(rule, _)| rule);
        let gap = self.gap_needed(rules).map(|(rule, _)| rule);
        let by = [Some(rule!("empire.arty.proc.select")), range, gap];
        let number = |rule| Number { rule: rule_name::<Ids>(rule), value: 0, reads: Reads::Ruled, of: "" };
        by.into_iter().flatten().map(number).collect()
    }
}

impl Chart<Empire> for GunCells {
    const NAME: &'static str = "gun-cells";
    const TITLE: &'static str = "What each section of guns needs, by the total";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        let score = Shot { weight: self.weight, ..Shot::blank() }.score(rules, self.total as i32);
        Ok(found([("needs", Value::Text(score.said()))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let row = rules.gunnery.fire.iter().find(|row| row.weight == self.weight);
        let rule = row.map_or(rule!("empire.arty.proc.chart"), |row| row.rule);
        vec![Number { rule: rule_name::<Ids>(rule), value: 0, reads: Reads::Ruled, of: "" }]
    }
}
