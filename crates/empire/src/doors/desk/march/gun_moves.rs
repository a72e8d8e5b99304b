//! The charts of guns on the move.

use super::manoeuvre::{inches, parts};
use crate::charts::Rules;
use crate::charts::march::manoeuvre::Soil;
use crate::charts::shared::DICE;
use crate::ids::{Ids, house, rule};
use crate::rules::march::gun_moves::{GunMove, GunsOver, Relocation, relocates};
use crate::state::game::Empire;
use dice::Dice;
use engine::desk::{Chart, Found, Number, Value, found, ruled, yes};
use engine::outlook::Roll;
use engine::{rule_name, ruling_name};
use table::Inches;

impl Chart<Empire> for GunMove {
    const NAME: &'static str = "gun-move";
    const TITLE: &'static str = "How far guns go in an impulse";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        Ok(found([("inches", inches(self.allowance(rules).total()))]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        parts(&self.allowance(rules))
    }
}

impl Chart<Empire> for GunsOver {
    const NAME: &'static str = "gun-ground";
    const TITLE: &'static str = "What ground costs guns";

    fn resolve<D: Dice>(&self, rules: &Rules, _: &mut D) -> Result<Found, D::Pause> {
        let toll = self.toll(rules);
        let is_line = matches!(self.ground, Soil::LowWall | Soil::HighWall | Soil::Contour);
        let by = if is_line { Inches::ZERO } else { Inches::whole(self.times as i32) };
        let price = toll.of(by, self.times);
        Ok(found([
            ("may", yes(price.is_some())),
            ("inches", inches(price.unwrap_or_default())),
            ("disorders", yes(toll.disorders.is_some())),
        ]))
    }

    fn working(&self, rules: &Rules) -> Vec<Number> {
        let rule = self.toll(rules).rule();
        vec![ruled(rule.map_or(ruling_name::<Ids>(house!("gun-moves")), rule_name::<Ids>))]
    }
}

impl Chart<Empire> for Relocation {
    const NAME: &'static str = "relocation";
    const TITLE: &'static str = "Whether guns relocate or withdraw";

    fn resolve<D: Dice>(&self, rules: &Rules, dice: &mut D) -> Result<Found, D::Pause> {
        let needed = self.needs(rules).map_or("none".to_owned(), |(_, needed)| needed.to_string());
        let goes = relocates(dice, rules, self)?;
        Ok(found([("needs", Value::Text(needed)), ("goes", yes(goes))]))
    }

    fn rolls(&self, rules: &Rules) -> Vec<Roll<Ids>> {
        let by = rule!("empire.reloc.proc");
        vec![Roll::total("The horses of {unit}", by, DICE, self.needs(rules), self.sum(rules))]
    }
}
